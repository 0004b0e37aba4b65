//===- PresumedInputTest.cpp - Known output, usual input ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/PresumedInput.h"
#include "OrderSupport.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;

namespace {

class PresumedInputTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  PresumedInputTest() {
    test::require(catalog.addContents(
        {"usual-program", "", {"func.func", "arith.constant"}}));
    test::require(
        catalog.addContents({"usual-operations",
                             "",
                             {"func.func(!tensor)", "memref.load",
                              "tensor.empty", "linalg.generic", "scf.for"}}));
    define("func-to-llvm", Contract().lowers({"func"}).to({"llvm"}));
    define("arith-to-llvm",
           Contract().lowers({"arith"}).to({"llvm"}).speculative());
    define(
        "memref-to-llvm",
        Contract().lowers({"memref"}).except({"memref.subview"}).to({"llvm"}));
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}).speculative());
    define("linalg-to-loops",
           Contract().lowers({"linalg"}).to({"scf.for", "memref.load"}));
    define("bufferize", Contract()
                            .lowers({"!tensor", "tensor", "func.func(!tensor)"})
                            .sometimes({"memref.load"}));
    define("acme-lower", Contract().lowers({"acme"}).to({"llvm"}));
  }

  /// What is found on the presumed input: `<item> <item>;` for each finding.
  std::string find(std::initializer_list<llvm::StringRef> passes) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().outputContents = Items{"llvm"};
    std::string result;
    for (const Diagnostic &finding : pipeline->check())
      if (finding.code == DiagnosticCode::OnPresumedInput) {
        EXPECT_EQ(finding.severity, Severity::Warning);
        result += llvm::join(finding.items, " ") + ";";
      }
    return result;
  }
};

TEST_F(PresumedInputTest, EveryProgramHasFunctionsAndConstants) {
  EXPECT_EQ(find({"func-to-llvm", "arith-to-llvm"}), "");
  EXPECT_EQ(find({"func-to-llvm"}), "arith.constant;");
  EXPECT_EQ(find({"arith-to-llvm"}), "func.func;");
}

TEST_F(PresumedInputTest, PassesOnKernelsTellNothingOfTheRest) {
  EXPECT_EQ(find({"gpu.module(linalg-to-loops)"}), "");
  EXPECT_EQ(find({"gpu.module(linalg-to-loops)", "func-to-llvm"}),
            "arith.constant;");
}

/// A script does anything, but the passes behind it are there for something.
TEST_F(PresumedInputTest,
       APassOfUnknownEffectLeavesAProgramIfSomeOfItIsLowered) {
  define("script", Contract().unknownEffect());
  EXPECT_EQ(find({"script", "arith-to-llvm"}), "func.func;");
  EXPECT_EQ(find({"script", "func-to-llvm", "arith-to-llvm"}), "");
  EXPECT_EQ(find({"script", "memref-to-llvm"}), "");
  // A pass without a contract may be the one that lowers functions.
  EXPECT_EQ(find({"unknown", "arith-to-llvm"}), "");
}

TEST_F(PresumedInputTest, HasTheUsualOperationsOfWhatIsLowered) {
  // memref.subview is not usual, and scf is lowered just in case.
  EXPECT_EQ(
      find({"scf-to-cf", "memref-to-llvm", "func-to-llvm", "arith-to-llvm"}),
      "");
  auto pipeline = compose({"linalg-to-loops", "func-to-llvm", "arith-to-llvm"});
  pipeline->getInterface().outputContents = Items{"llvm", "scf", "memref"};
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(PresumedInputTest, HasWhatIsLoweredJustInCaseIfNothingElseIs) {
  define("affine-to-cf",
         Contract().lowers({"memref"}).to({"cf.br"}).speculative());
  auto pipeline = compose({"scf-to-cf", "affine-to-cf"});
  auto presume = [&] {
    return llvm::join(presumeInput(pipeline->getList()), " ");
  };
  // The first of them is enough to be there for something.
  EXPECT_EQ(presume(), "func.func arith.constant scf.for");
  pipeline = compose({"scf-to-cf", "linalg-to-loops"});
  EXPECT_EQ(presume(), "func.func arith.constant linalg.generic");
}

/// Two passes that stand there just in case, one for what the other makes, are
/// there for something.
TEST_F(PresumedInputTest, HasWhatIsLoweredInTwoSteps) {
  auto presume = [&](std::initializer_list<llvm::StringRef> passes) {
    return llvm::join(presumeInput(compose(passes)->getList()), " ");
  };
  define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm"}).speculative());
  define("reconcile",
         Contract().lowers({"builtin.unrealized_conversion_cast"}));
  EXPECT_EQ(presume({"scf-to-cf", "cf-to-llvm", "memref-to-llvm", "reconcile"}),
            "func.func arith.constant scf.for memref.load");
  EXPECT_EQ(presume({"scf-to-cf", "memref-to-llvm", "reconcile"}),
            "func.func arith.constant memref.load");
  // Loops have values of types that are converted; casts would stay.
  EXPECT_EQ(presume({"scf-to-cf", "cf-to-llvm", "memref-to-llvm"}),
            "func.func arith.constant memref.load");
  // What every program has bears out nothing.
  define("math-to-calls",
         Contract().lowers({"scf"}).to({"func.call"}).speculative());
  EXPECT_EQ(
      presume({"math-to-calls", "func-to-llvm", "memref-to-llvm", "reconcile"}),
      "func.func arith.constant memref.load");
}

/// Bufferization may make some of it, but programs on tensors have it.
TEST_F(PresumedInputTest, HasWhatUsuallyWorksOnTheValues) {
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  tensor.carriers = {"tensor"};
  tensor.likelyCarriers = {"linalg"};
  catalog.addType(tensor);
  define("bufferize-pads",
         Contract().lowers({"!tensor", "tensor"}).sometimes({"linalg.map"}));
  auto presume = [&](std::initializer_list<llvm::StringRef> passes) {
    return llvm::join(presumeInput(compose(passes)->getList()), " ");
  };
  EXPECT_TRUE(test::contains(presume({"bufferize-pads", "linalg-to-loops"}),
                             "linalg.generic"));
  define("pad-only", Contract().lowers({"acme"}).sometimes({"linalg.map"}));
  EXPECT_FALSE(test::contains(presume({"pad-only", "linalg-to-loops"}),
                              "linalg.generic"));
}

TEST_F(PresumedInputTest, HasNotWhatAPassBeforeMakes) {
  auto pipeline = compose({"linalg-to-loops", "memref-to-llvm", "scf-to-cf"});
  pipeline->getInterface().outputContents = Items{"llvm", "cf"};
  std::string text = check(*pipeline);
  EXPECT_TRUE(test::contains(text,
                             "note: the input is presumed to have 'func.func', "
                             "'arith.constant' and 'linalg.generic'\n"));
}

/// Loops load from buffers; the buffers come from somewhere.
TEST_F(PresumedInputTest, HasValuesThatNoPassMakes) {
  TypeDescriptor memref;
  memref.name = "!memref";
  memref.carriers = {"memref.load"};
  catalog.addType(memref);
  define("convert-memref",
         Contract().lowers({"memref"}).to({"llvm"}).converts({"!memref"}));
  define("to-buffers",
         Contract().lowers({"linalg"}).to({"memref.load", "!memref"}));
  auto presume = [&](std::initializer_list<llvm::StringRef> passes) {
    return llvm::join(presumeInput(compose(passes)->getList()), " ");
  };
  EXPECT_EQ(presume({"linalg-to-loops", "convert-memref"}),
            "func.func arith.constant linalg.generic memref.load !memref");
  EXPECT_EQ(presume({"to-buffers", "convert-memref"}),
            "func.func arith.constant linalg.generic");
  // They do not make the pipeline one that is there for something else.
  define("loops-just-in-case",
         Contract().lowers({"linalg"}).to({"memref.load"}).speculative());
  EXPECT_EQ(presume({"loops-just-in-case", "convert-memref"}),
            "func.func arith.constant linalg.generic memref.load !memref");
}

TEST_F(PresumedInputTest, TypesThatAreErasedAreNotWhatAPipelineIsFor) {
  define("erase-script", Contract().lowers({"!script"}).to({"llvm"}));
  EXPECT_EQ(
      llvm::join(
          presumeInput(compose({"erase-script", "scf-to-cf"})->getList()), " "),
      "func.func arith.constant !script scf.for");
}

TEST_F(PresumedInputTest, HasTensorsInSignaturesWhereTheyAreLowered) {
  EXPECT_EQ(
      find({"bufferize", "memref-to-llvm", "func-to-llvm", "arith-to-llvm"}),
      "");
  define("bufferize-bodies",
         Contract().lowers({"!tensor"}).except({"func.func(!tensor)"}));
  EXPECT_TRUE(test::contains(
      find({"bufferize-bodies", "func-to-llvm", "arith-to-llvm"}),
      "tensor.empty"));
}

TEST_F(PresumedInputTest, IsNotLookedForBehindPassesWithoutAContract) {
  EXPECT_EQ(find({"func-to-llvm", "arith-to-llvm", "acme-lower"}), "");
  PassDescriptor own("own-pass");
  test::require(catalog.overridePass(std::move(own)));
  EXPECT_EQ(find({"own-pass", "memref-to-llvm"}), "");
  EXPECT_EQ(find({"own-pass"}), "");
}

TEST_F(PresumedInputTest, IsOnlyAskedForWhereTheOutputIsKnownAndTheInputIsNot) {
  auto pipeline = compose({"func-to-llvm"});
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().outputContents = Items{"llvm"};
  std::string text = check(*pipeline);
  EXPECT_TRUE(test::contains(
      text, "note: the input is presumed to have 'func.func' and "
            "'arith.constant'"));
  pipeline->getInterface().inputContents = Items{"func.func"};
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(PresumedInputTest, HasWhatAPassRequires) {
  define("needs-acme", Contract().requiresContents({"acme.start"}));
  EXPECT_EQ(find({"needs-acme", "func-to-llvm", "arith-to-llvm"}),
            "acme.start;");
  EXPECT_EQ(find({"needs-acme", "acme-lower", "func-to-llvm", "arith-to-llvm"}),
            "");
  // Of a dialect that is what programs usually have of it.
  define(
      "works-on-linalg",
      Contract().requiresContents({"linalg"}).except({"linalg.pack"}).weak());
  EXPECT_EQ(find({"works-on-linalg", "func-to-llvm", "arith-to-llvm"}),
            "linalg.generic;");
  // Unless a pass before it may have brought what makes that needless.
  define("load-library", Contract().introduces({}).sometimes({"acme.library"}));
  define("needs-script",
         Contract().requiresContents({"acme.start"}).unless({"acme.library"}));
  EXPECT_EQ(find({"needs-script", "func-to-llvm", "arith-to-llvm"}),
            "acme.start;");
  EXPECT_EQ(
      find({"load-library", "needs-script", "func-to-llvm", "arith-to-llvm"}),
      "");
  define("needs-nothing", [](Contract &contract) { contract.complete(); });
  EXPECT_EQ(find({"needs-nothing", "func-to-llvm", "arith-to-llvm"}), "");
}

/// That the presumed input has none of it says nothing about the real one.
TEST_F(PresumedInputTest, LacksNothingThatAPassNeeds) {
  define("needs-acme",
         Contract().requiresContents({"acme.start"}).given({"func.func"}));
  auto pipeline = compose({"needs-acme", "func-to-llvm", "arith-to-llvm"});
  pipeline->getInterface().outputContents = Items{"llvm"};
  EXPECT_EQ(check(*pipeline), "");
  // One that is known does.
  pipeline->getInterface().inputContents = Items{"func.func"};
  EXPECT_TRUE(test::contains(check(*pipeline),
                             "needs 'acme.start', and there is none"));
}

/// A pass that is there for other things as well is no dead end.
TEST_F(PresumedInputTest, MayHaveWhatAPassCannotAccept) {
  define("bufferize-all", [](Contract &contract) {
    contract.lowers({"!tensor", "tensor", "func.func(!tensor)"});
    contract.rejects({"acme"});
  });
  define("acme-lower", Contract().lowers({"acme", "beta"}).to({"llvm"}));
  auto pipeline =
      compose({"bufferize-all", "acme-lower", "func-to-llvm", "arith-to-llvm"});
  pipeline->getInterface().outputContents = Items{"llvm"};
  std::string text = check(*pipeline);
  EXPECT_TRUE(test::contains(text,
                             "warning: 'bufferize-all' cannot accept 'acme', "
                             "which is there [PMB108 on-presumed-input]"));
  EXPECT_TRUE(
      test::contains(text, "fix: move 'bufferize-all' after 'acme-lower'"));
  EXPECT_EQ(
      find({"acme-lower", "bufferize-all", "func-to-llvm", "arith-to-llvm"}),
      "");
}

TEST_F(PresumedInputTest, IsAnErrorOrQuietIfThePipelineSaysSo) {
  auto pipeline = compose({"func-to-llvm"});
  pipeline->getInterface().outputContents = Items{"llvm"};
  pipeline->setSeverity(DiagnosticCode::OnPresumedInput, Severity::Error);
  ASSERT_EQ(pipeline->check().size(), 1u);
  EXPECT_EQ(pipeline->check()[0].severity, Severity::Error);
  pipeline->setSeverity(DiagnosticCode::OnPresumedInput, Severity::Off);
  EXPECT_EQ(check(*pipeline), "");
}

//===----------------------------------------------------------------------===//
// What the input never has
//===----------------------------------------------------------------------===//

TEST_F(PresumedInputTest, WhatIsNeverThereIsNotPresumed) {
  auto pipeline = compose({"arith-to-llvm"});
  PipelineInterface &interface = pipeline->getInterface();
  interface.outputContents = Items{"llvm"};
  EXPECT_TRUE(test::contains(check(*pipeline), "'func.func' stays"));
  interface.inputNever = {{"func.func", "only modules"}};
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(PresumedInputTest, WhatIsNeverThereLeadsNowhere) {
  auto pipeline = compose({"linalg-to-loops", "func-to-llvm", "arith-to-llvm"});
  PipelineInterface &interface = pipeline->getInterface();
  interface.outputContents = Items{"llvm"};
  EXPECT_TRUE(
      test::contains(check(*pipeline), "'linalg-to-loops' is a dead end"));
  interface.inputNever = {{"linalg", ""}};
  EXPECT_EQ(check(*pipeline), "");
  // A pass may add it all the same.
  define("to-linalg", Contract().lowers({"acme"}).to({"linalg.generic"}));
  auto other = compose({"to-linalg", "func-to-llvm", "arith-to-llvm"});
  other->getInterface() = interface;
  EXPECT_TRUE(test::contains(check(*other), "linalg.generic"));
}

TEST_F(PresumedInputTest, ADialectOfTheInputMayLackOperations) {
  auto pipeline = compose({"memref-to-llvm", "func-to-llvm"});
  PipelineInterface &interface = pipeline->getInterface();
  interface.inputContents = Items{"memref", "func.func"};
  interface.outputContents = Items{"llvm"};
  EXPECT_TRUE(test::contains(check(*pipeline), "'memref.subview'"));
  interface.inputNever = {{"memref.subview", ""}};
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(PresumedInputTest, TheInputCannotHaveWhatItNeverHas) {
  catalog.addMark("dead", "without a use");
  auto pipeline = compose({"func-to-llvm"});
  PipelineInterface &interface = pipeline->getInterface();
  interface.inputContents = Items{"memref.subview(dead)", "func.func", "tosa"};
  interface.inputNever = {{"memref.subview", "static shapes"},
                          {"func", "only modules"}};
  std::string text = check(*pipeline);
  EXPECT_TRUE(test::contains(
      text, "the input has 'func.func', and 'inputNever' says that it "
            "never has 'func' [PMB125 excluded-input]\n"
            "  note: the reason there: only modules\n"));
  // What is dead is gone soon.
  EXPECT_FALSE(test::contains(text, "memref"));
}

/// Of programs that the catalog knows nothing of, nothing is presumed.
TEST(PresumedInputOfCatalogs, TakesBothContents) {
  for (const char *missing : {"usual-program", "usual-operations", ""}) {
    Catalog catalog;
    for (const char *name : {"usual-program", "usual-operations"})
      if (llvm::StringRef(name) != missing)
        test::require(catalog.addContents({name, "", {"func.func"}}));
    PipelineBuilder pipeline("builtin.module", catalog);
    EXPECT_EQ(presumeInput(pipeline.getList()).size(), *missing ? 0u : 1u)
        << missing;
  }
}

} // namespace
