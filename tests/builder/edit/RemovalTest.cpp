//===- RemovalTest.cpp - What is wrong because others removed a pass ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;

namespace {

class RemovalTest : public pmb::test::RulesTest {
protected:
  RemovalTest() {
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
    define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
    define("all-to-llvm",
           Contract().lowers({"scf", "cf", "x"}).to({"llvm.br"}));
    define("needs", Contract().requiresProperty("canonical"));
    define("canonicalize", Contract().providesProperty("canonical"));
    acme.why = "it has its own";
  }
  void removeAs(PipelineBuilder &pipeline, llvm::StringRef pass) {
    test::require(pipeline.transaction(
        acme, [&]() -> llvm::Error { return pipeline.removePass(pass); }));
  }

  Origin acme = Origin::plugin("acme");
};

/// PMB112: a plugin with builder.removePass("convert-arith-to-llvm"), where
/// nothing else lowers arith
TEST_F(RemovalTest, TheFirstErrorNamesTheRemoval) {
  auto pipeline = compose({"a", "scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().inputContents = {"scf.for"};
  pipeline->getInterface().outputContents = {"llvm"};
  EXPECT_EQ(check(*pipeline), "");
  removeAs(*pipeline, "cf-to-llvm");
  EXPECT_EQ(
      check(*pipeline),
      R"(error: plugin 'acme' removed 'cf-to-llvm', and the pipeline is wrong without it [PMB112 removed-by-other]
  at: 'cf-to-llvm' (on builtin.module, added by framework)
  note: plugin 'acme': it has its own
  follows: 'cf.br' stays in the IR: nothing in the pipeline lowers it
  fix: insert 'cf-to-llvm' after 'scf-to-cf'
)");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_EQ(findings[0].follows.size(), 1u);
  EXPECT_EQ(findings[0].follows[0].code, DiagnosticCode::PredictedLeftOver);
  // The fix is made as any other.
  test::require(pipeline->apply(*findings[0].fix));
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(RemovalTest, WithAnOpenInputAsWell) {
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  removeAs(*pipeline, "cf-to-llvm");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::RemovedByOther);
}

TEST_F(RemovalTest, OfAProviderToo) {
  auto pipeline = compose({"canonicalize", "needs"});
  pipeline->getInterface().inputContents = {"x.y"};
  EXPECT_EQ(check(*pipeline), "");
  // What needs it is there, so it stays.
  std::vector<Diagnostic> refused = takeDiagnostics(pipeline->transaction(
      acme, [&] { return pipeline->removePass("canonicalize"); }));
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].code, DiagnosticCode::MissingProperty);
  EXPECT_EQ(pipeline->str(), "builtin.module(canonicalize,needs)");
  // What needs it comes later.
  pipeline = compose({"canonicalize"});
  pipeline->getInterface().inputContents = {"x.y"};
  removeAs(*pipeline, "canonicalize");
  pipeline->addPass("needs");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::RemovedByOther);
  ASSERT_EQ(findings[0].follows.size(), 1u);
  EXPECT_EQ(findings[0].follows[0].code, DiagnosticCode::MissingProperty);
}

/// What is wrong anyway is nobody's removal, and comes behind.
TEST_F(RemovalTest, OtherErrorsComeBehind) {
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().inputContents = {"aa.b", "scf.for"};
  define("aa-to-llvm", Contract().lowers({"aa"}).to({"llvm.br"}));
  pipeline->getInterface().outputContents = {"llvm"};
  removeAs(*pipeline, "cf-to-llvm");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::RemovedByOther);
  EXPECT_EQ(findings[1].code, DiagnosticCode::PredictedLeftOver);
}

TEST_F(RemovalTest, TheOwnerKnows) {
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  test::require(pipeline->removePass("cf-to-llvm"));
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::DeadEnd);
}

/// What does the work in its place is enough.
TEST_F(RemovalTest, AReplacementThatDoesTheWorkIsNoMistake) {
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  test::require(pipeline->transaction(acme, [&]() -> llvm::Error {
    return pipeline->replacePass("cf-to-llvm", "all-to-llvm");
  }));
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(RemovalTest, AReplacementThatDoesNotIsNamed) {
  define("other", [](Contract &) {});
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().outputContents = {"llvm"};
  test::require(pipeline->transaction(acme, [&]() -> llvm::Error {
    return pipeline->replacePass("cf-to-llvm", "other");
  }));
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message,
            "plugin 'acme' replaced 'cf-to-llvm' with 'other', and the "
            "pipeline is wrong without it");
}

/// Nobody else can do it, and no catalog knows the pass.
TEST_F(RemovalTest, WhatTheOwnerDescribesIsPutBack) {
  auto pipeline = compose({"scf-to-cf", "mine"});
  pipeline->getInterface().inputContents = {"own.x"};
  pipeline->getInterface().outputContents = {"llvm"};
  Contract contract;
  contract.lowers({"own"}).to({"llvm.br"});
  test::require(pipeline->addContract("mine", contract));
  EXPECT_EQ(check(*pipeline), "");
  removeAs(*pipeline, "mine");
  EXPECT_TRUE(
      test::contains(check(*pipeline), "fix: insert 'mine' after 'scf-to-cf'"));
}

/// Each is told where what follows from it was.
TEST_F(RemovalTest, SeveralAreToldInOrder) {
  for (const char *name : {"one", "two"})
    define((name + std::string("-to-llvm")).c_str(),
           Contract().lowers({name}).to({"llvm.br"}));
  auto pipeline = compose({"one-to-llvm", "two-to-llvm"});
  pipeline->getInterface().inputContents = {"one.x", "two.x"};
  pipeline->getInterface().outputContents = {"llvm"};
  removeAs(*pipeline, "one-to-llvm");
  removeAs(*pipeline, "two-to-llvm");
  std::vector<std::string> items;
  for (const Diagnostic &finding : pipeline->check()) {
    EXPECT_EQ(finding.code, DiagnosticCode::RemovedByOther);
    for (const std::string &item : finding.items)
      items.push_back(item);
  }
  EXPECT_EQ(items, (std::vector<std::string>{"one.x", "two.x"}));
}

TEST_F(RemovalTest, SaysWhoHadAddedIt) {
  auto pipeline = compose({"a", "scf-to-cf"});
  pipeline->getInterface().inputContents = {"scf.for"};
  pipeline->getInterface().outputContents = {"llvm"};
  test::require(pipeline->transaction(Origin::plugin("zeta"), [&] {
    return pipeline->insert(PassSpec("cf-to-llvm"), Position::atEnd());
  }));
  removeAs(*pipeline, "cf-to-llvm");
  EXPECT_TRUE(
      test::contains(check(*pipeline),
                     "  at: 'cf-to-llvm' (on builtin.module, added by plugin "
                     "'zeta')\n"));
}

/// The one fix is that of the removal.
TEST_F(RemovalTest, WhatFollowsFromItHasNoFix) {
  auto pipeline = compose({"scf-to-cf", "cf-to-llvm"});
  pipeline->getInterface().inputContents = {"scf.for"};
  pipeline->getInterface().outputContents = {"llvm"};
  removeAs(*pipeline, "cf-to-llvm");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(findings[0].fix);
  ASSERT_EQ(findings[0].follows.size(), 1u);
  EXPECT_FALSE(findings[0].follows[0].fix);
}

/// What is put right by a move does not lack what was removed.
TEST_F(RemovalTest, APassThatStandsInTheWrongPlaceIsAnotherMistake) {
  define("once", [](Contract &contract) {
    contract.before(pass("last"));
    contract.conflictsWith(pass("once"));
  });
  define("last");
  auto pipeline = compose({"once", "last", "once"});
  test::require(pipeline->transaction(acme, [&]() -> llvm::Error {
    return pipeline->remove(first(pass("once")));
  }));
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::WrongOrder);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->kind, Fix::Kind::Move);
}

} // namespace
