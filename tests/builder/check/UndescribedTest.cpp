//===- UndescribedTest.cpp - Passes that no contract describes ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines of other compilers are full of passes that no contract describes.
// Such a pass may lower, add or need anything; what is certain all the same
// stays an error.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;

namespace {

class UndescribedTest : public pmb::test::RulesTest {
protected:
  UndescribedTest() {
    define("linalg-to-loops",
           Contract().lowers({"linalg"}).unless({"!tensor"}).to({"scf.for"}));
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
    define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
    define("func-to-llvm", Contract().lowers({"func"}).to({"llvm.func"}));
    auto bufferize = [](Contract &contract) {
      contract.lowers({"!tensor", "tensor"});
    };
    define("bufferize", bufferize);
  }

  /// The codes and severities of what is found with this input and output.
  std::string
  summarize(std::initializer_list<llvm::StringRef> passes,
            std::optional<std::vector<std::string>> input = std::nullopt,
            std::optional<std::vector<std::string>> output = {{"llvm"}}) {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    std::string text;
    for (const Diagnostic &finding : pipeline->check())
      text +=
          (stringify(finding.severity) + " " + finding.getInfo().name).str() +
          ";";
    return text;
  }
};

TEST_F(UndescribedTest, WhatOneBehindItMayLowerIsOneRemark) {
  EXPECT_EQ(summarize({"scf-to-cf"}), "error dead-end;");
  auto pipeline = compose({"acme-first", "linalg-to-loops", "scf-to-cf",
                           "acme-tidy", "acme-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  EXPECT_EQ(
      check(*pipeline),
      R"(remark: no pass that is described lowers 'cf.br' here, unless 'acme-to-llvm' or 'acme-tidy' does [PMB111 left-to-undescribed]
  at: 'acme-to-llvm' (pass 4, on builtin.module, added by framework)
  help: say in a contracts file what 'acme-to-llvm' lowers: {"passes": {"acme-to-llvm": {"lowers": [{"from": "cf"}]}}}
  help: or add a pass that lowers 'cf.br': 'cf-to-llvm'
)");
  // One that is there stands too early.
  auto late = compose({"cf-to-llvm", "acme-first", "linalg-to-loops",
                       "scf-to-cf", "acme-to-llvm"});
  late->getInterface().outputContents = {"llvm"};
  std::string advice = check(*late);
  EXPECT_TRUE(test::contains(
      advice, "help: or move 'cf-to-llvm', which lowers 'cf.br', "
              "behind what introduces it\n"));
  EXPECT_FALSE(test::contains(advice, "or add a pass"));
  // A pass that leads elsewhere does not belong there.
  pipeline->getInterface().outputContents = {"sv"};
  EXPECT_FALSE(test::contains(check(*pipeline), "or add a pass"));
  // Many items, many passes: still one remark.
  EXPECT_EQ(summarize({"scf-to-cf", "a", "b", "c", "d", "e"},
                      {{"scf.for", "x.y", "z.z", "func.func"}}),
            "remark left-to-undescribed;");
}

/// A pass by whose name it leads to the output is more likely meant than a
/// later one, and a later one more likely than an earlier one.
TEST_F(UndescribedTest, NamesTellWhichOneIsMeant) {
  auto pipeline =
      compose({"scf-to-cf", "acme-tidy", "acme-to-llvm", "acme-to-gpu"});
  pipeline->getInterface().outputContents = {"llvm.br"};
  EXPECT_TRUE(test::contains(check(*pipeline),
                             "unless 'acme-to-llvm', 'acme-to-gpu' "
                             "or 'acme-tidy' does"));
}

TEST_F(UndescribedTest, OneInFrontOfItCannot) {
  EXPECT_EQ(summarize({"acme-to-scf", "scf-to-cf"}), "error dead-end;");
  EXPECT_EQ(summarize({"acme-to-scf", "scf-to-cf"}, {{"scf.for"}}),
            "error predicted-left-over;");
}

TEST_F(UndescribedTest, NothingIsSaidIfNothingDependsOnThem) {
  EXPECT_EQ(summarize({"acme", "scf-to-cf", "acme", "cf-to-llvm"}), "");
  EXPECT_EQ(summarize({"acme", "scf-to-cf", "cf-to-llvm"}, {{"scf.for"}}), "");
}

TEST_F(UndescribedTest, OrderThatNonePutsRightIsAnErrorStill) {
  EXPECT_EQ(summarize({"acme", "linalg-to-loops", "bufferize"}, std::nullopt,
                      std::nullopt),
            "error too-early;");
  EXPECT_EQ(summarize({"acme", "linalg-to-loops", "bufferize", "scf-to-cf",
                       "cf-to-llvm"},
                      {{"linalg.matmul", "!tensor", "tensor.empty"}}),
            "error predicted-left-over;");
  // One behind both may lower linalg, which does not make their order right;
  // one between them may clear the way, and linalg may be lowered again.
  EXPECT_EQ(summarize({"linalg-to-loops", "bufferize", "acme"}, std::nullopt,
                      std::nullopt),
            "error too-early;");
  EXPECT_EQ(summarize({"linalg-to-loops", "acme", "bufferize"}, std::nullopt,
                      std::nullopt),
            "warning too-early;");
  EXPECT_EQ(
      summarize({"linalg-to-loops", "bufferize", "acme", "linalg-to-loops"},
                std::nullopt, std::nullopt),
      "");
  define("first", Contract().before(pass("second")));
  define("second", [](Contract &) {});
  EXPECT_EQ(summarize({"second", "acme", "first", "acme"}),
            "error wrong-order;");
}

/// What one on the module may have lowered is as doubtful behind one in a nest.
TEST_F(UndescribedTest, ALaterOneTakesNoDoubtAway) {
  define("picky", Contract().rejects({"func"}));
  EXPECT_EQ(summarize({"func.func(acme)", "picky", "func-to-llvm"},
                      {{"func.func"}}, std::nullopt),
            "error rejected;");
  EXPECT_EQ(summarize({"acme", "func.func(acme)", "picky", "func-to-llvm"},
                      {{"func.func"}}, std::nullopt),
            "");
}

/// It cannot replace what it runs on.
TEST_F(UndescribedTest, WhatANestRunsOnStays) {
  EXPECT_EQ(summarize({"scf-to-cf", "cf-to-llvm", "func.func(acme)"}),
            "error dead-end;");
  EXPECT_EQ(summarize({"func.func(acme)"}, {{"func.func", "x.y"}}),
            "error predicted-left-over;remark left-to-undescribed;");
  // Nor can it make a new one.
  EXPECT_EQ(
      summarize({"func-to-llvm", "func.func(acme)", "func.func(scf-to-cf)"},
                std::nullopt, std::nullopt),
      "warning no-effect;");
}

TEST_F(UndescribedTest, OneInFrontMayMakeWhatIsNeeded) {
  define("needs", Contract().requiresContents({"x.y"}));
  EXPECT_EQ(summarize({"needs"}, {{"a.b"}}, std::nullopt), "error rejected;");
  EXPECT_EQ(summarize({"acme", "needs"}, {{"a.b"}}, std::nullopt), "");
  EXPECT_EQ(summarize({"needs", "acme"}, {{"a.b"}}, std::nullopt),
            "error rejected;");
  // An operation for a nest.
  EXPECT_EQ(summarize({"gpu.module(scf-to-cf)"}, {{"scf.for"}}, std::nullopt),
            "warning no-effect;");
  EXPECT_EQ(
      summarize({"acme", "gpu.module(scf-to-cf)"}, {{"scf.for"}}, std::nullopt),
      "");
  EXPECT_EQ(summarize({"func-to-llvm", "acme", "func.func(scf-to-cf)"},
                      std::nullopt, std::nullopt),
            "");
}

TEST_F(UndescribedTest, OneInBetweenMayLowerWhatIsRejected) {
  define("no-cf", Contract().rejects({"cf"}));
  EXPECT_EQ(summarize({"no-cf", "cf-to-llvm"}, {{"cf.br"}}), "error rejected;");
  EXPECT_EQ(summarize({"acme", "no-cf", "cf-to-llvm"}, {{"cf.br"}}), "");
  EXPECT_EQ(summarize({"scf-to-cf", "no-cf", "cf-to-llvm"}, std::nullopt,
                      std::nullopt),
            "error rejected;");
  EXPECT_EQ(summarize({"scf-to-cf", "acme", "no-cf", "cf-to-llvm"},
                      std::nullopt, std::nullopt),
            "");
  // What comes behind it is as certain as ever.
  EXPECT_EQ(
      summarize({"acme", "scf-to-cf", "no-cf", "cf-to-llvm"}, {{"scf.for"}}),
      "error rejected;");
}

TEST_F(UndescribedTest, WhatComesBackMayGoAgain) {
  define("calls", Contract().lowers({"math"}).to({"func.call"}));
  EXPECT_EQ(summarize({"func-to-llvm", "calls"}, std::nullopt, std::nullopt),
            "error reintroduced;");
  EXPECT_EQ(
      summarize({"func-to-llvm", "acme", "calls"}, std::nullopt, std::nullopt),
      "error reintroduced;");
  EXPECT_EQ(
      summarize({"func-to-llvm", "calls", "acme"}, std::nullopt, std::nullopt),
      "remark left-to-undescribed;");
}

/// As of `gpu.block_id` in front of gpu-module-to-binary, which removes it only
/// beside a `spirv.module`.
TEST_F(UndescribedTest, WhatOneLowersBesideSomethingElseNeedNotBeThere) {
  define("pack", [](Contract &contract) {
    contract.lowers({"g.module"}).to({"g.binary"});
    contract.lowers({"g.id"}).given({"s.module"});
  });
  const Items output = {"g.binary"};
  EXPECT_EQ(summarize({"pack"}, {{"g.id", "g.module"}}, output),
            "error predicted-left-over;");
  EXPECT_EQ(summarize({"acme", "pack"}, {{"g.id", "g.module"}}, output),
            "remark left-to-undescribed;");
}

TEST_F(UndescribedTest, ABundleSpeaksForItsPasses) {
  auto summarizeBundle = [&](Contract contract) {
    PipelineBuilder pipeline("builtin.module", catalog);
    pipeline.getInterface().outputContents = {"llvm"};
    pipeline.addPass("scf-to-cf");
    PassBundle bundle("acme");
    bundle.addPass("acme-to-llvm");
    bundle.contract = std::move(contract);
    pipeline.addBundle(bundle);
    std::string text;
    for (const Diagnostic &finding : pipeline.check())
      text += (finding.getInfo().name + ";").str();
    return text;
  };
  EXPECT_EQ(summarizeBundle({}), "left-to-undescribed;");
  Contract other, same;
  other.lowers({"x"}).to({"llvm"});
  same.lowers({"cf"}).to({"llvm"});
  EXPECT_EQ(summarizeBundle(other), "dead-end;");
  EXPECT_EQ(summarizeBundle(same), "");
}

/// A contract that was added to the pipeline describes the pass as well.
TEST_F(UndescribedTest, AContractIsEnough) {
  auto pipeline = compose({"scf-to-cf", "acme-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  Contract contract;
  contract.lowers({"cf"}).to({"llvm"});
  test::require(pipeline->addContract("acme-to-llvm", contract));
  EXPECT_EQ(check(*pipeline), "");
}

/// Where a pass stands says nothing of what it does.
TEST_F(UndescribedTest, OrderAloneDescribesNothing) {
  Contract order;
  order.after(pass("scf-to-cf"));
  auto pipeline = compose({"scf-to-cf", "acme-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::string undescribed = check(*pipeline);
  EXPECT_NE(undescribed, "");
  test::require(pipeline->addContract("acme-to-llvm", order));
  EXPECT_EQ(check(*pipeline), undescribed);
  EXPECT_EQ(check(*compose({"acme-to-llvm", "scf-to-cf"})), "");
  pipeline = compose({"acme-to-llvm", "scf-to-cf"});
  test::require(pipeline->addContract("acme-to-llvm", order));
  EXPECT_TRUE(test::contains(check(*pipeline), "wrong-order"));
}
TEST_F(UndescribedTest, OrderThatAClassSaysDescribesNothing) {
  EXPECT_FALSE(describePass("acme", [](PassDescriptor &pass) {
                 pass.contract.before(pmb::pass("scf-to-cf"));
               }).hasContract);
  // To say nothing at all, where one could, is to say that it does nothing.
  EXPECT_TRUE(describePass("acme", [](PassDescriptor &) {}).hasContract);
}

TEST_F(UndescribedTest, CanBeSilencedOrMadeAnError) {
  auto pipeline = compose({"scf-to-cf", "acme"});
  pipeline->getInterface().outputContents = {"llvm"};
  pipeline->setSeverity(DiagnosticCode::LeftToUndescribed, Severity::Error);
  ASSERT_EQ(pipeline->check().size(), 1u);
  EXPECT_EQ(pipeline->check()[0].severity, Severity::Error);
  EXPECT_FALSE(pipeline->check()[0].fix);
  pipeline->setSeverity(DiagnosticCode::LeftToUndescribed, Severity::Off);
  EXPECT_TRUE(pipeline->check().empty());
}

/// A fix that leaves a pass without work is none.
TEST_F(UndescribedTest, NoFixTakesTheNestOfAPassAway) {
  auto pipeline =
      compose({"scf-to-cf", "cf-to-llvm", "func.func(acme)", "func.func(b)"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message,
            "insert 'func-to-llvm' on builtin.module after 'b'");
}

//===----------------------------------------------------------------------===//
// Dialects that nobody has described
//===----------------------------------------------------------------------===//

TEST_F(UndescribedTest, ADialectLikeAKnownOneMayBeOneOfTheProject) {
  define("to-emitc", Contract().lowers({"x"}).to({"emitc.call"}));
  EXPECT_EQ(summarize({"scf-to-cf"}, std::nullopt, {{"emit"}}),
            "error unknown-item;");
  EXPECT_EQ(summarize({"scf-to-cf", "acme"}, std::nullopt, {{"emit"}}),
            "remark unknown-item;remark left-to-undescribed;");
  EXPECT_EQ(summarize({"acme"}, {{"emit.file"}}, std::nullopt),
            "remark unknown-item;");
}

/// It may have made what a later pass works on.
TEST_F(UndescribedTest, BehindOneNoPassIsTooEarlyForItsWork) {
  define("hoist", Contract().requiresContents({"a"}).weak());
  define("make", Contract().lowers({"b"}).to({"a.x"}));
  EXPECT_EQ(summarize({"hoist", "make"}, std::nullopt, std::nullopt),
            "warning too-early;");
  EXPECT_EQ(summarize({"hoist", "acme", "make"}, std::nullopt, std::nullopt),
            "warning too-early;");
  EXPECT_EQ(summarize({"acme", "hoist", "make"}, std::nullopt, std::nullopt),
            "");
}

TEST_F(UndescribedTest, CastsAreToldWhereNothingElseIsLeft) {
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"cf", "func"};
  catalog.addType(index);
  define("cf-to-llvm",
         Contract().lowers({"cf"}).to({"llvm.br"}).converts({"!index"}));
  define("func-to-llvm",
         Contract().lowers({"func"}).to({"llvm.func"}).converts({"!index"}));
  auto pipeline = compose({"cf-to-llvm", "func-to-llvm", "acme"});
  pipeline->getInterface().inputContents = {"cf.br", "func.call"};
  pipeline->getInterface().outputContents = {"llvm"};
  EXPECT_TRUE(test::contains(check(*pipeline),
                             "no pass that is described lowers "
                             "'builtin.unrealized_conversion_cast' here"));
}

/// What is said of a pass later may leave more to them.
TEST_F(UndescribedTest, WhatIsNewerIsNotToldOfThem) {
  PassDescriptor next("next");
  next.hasContract = true;
  next.newest.lowers({"scf.for"}).to({"cf.br"});
  test::require(catalog.overridePass(std::move(next)));
  EXPECT_EQ(summarize({"next", "acme"}, {{"scf.for"}}),
            "remark left-to-undescribed;");
}

/// So may one that gets there in part.
TEST_F(UndescribedTest, APassThatLowersSomeToTheOutputMayBeAdded) {
  define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}).partially());
  auto pipeline = compose({"scf-to-cf", "acme"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::string advice = check(*pipeline);
  EXPECT_TRUE(test::contains(
      advice, "or add a pass that lowers 'cf.br': 'cf-to-llvm'"));
}

} // namespace
