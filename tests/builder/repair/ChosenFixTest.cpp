//===- ChosenFixTest.cpp - Which of several fixes is offered --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"
#include "builder/repair/Mending.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class ChosenFixTest : public RulesTest {
protected:
  /// The texts of all fixes.
  std::vector<std::string>
  fixes(std::initializer_list<llvm::StringRef> passes) const {
    std::vector<std::string> texts;
    for (const Diagnostic &finding : compose(passes)->check())
      texts.push_back(finding.fix ? finding.fix->message : "no fix");
    return texts;
  }
  using Texts = std::vector<std::string>;
};

/// A provider that stands too late is moved: it is not missing.
TEST_F(ChosenFixTest, WhatComesTooLateIsNotRunTwice) {
  define("assign", Contract().providesProperty("deallocated"));
  define("schedule", Contract().requiresProperty("deallocated"));
  define("pipe", Contract().after(pass("schedule")).immediately());
  EXPECT_EQ(fixes({"schedule", "pipe", "assign"}),
            (Texts{"move 'assign' before 'schedule'"}));
  // Not so with what pipelines have many of.
  define("assign", Contract().providesProperty("deallocated"), {"cleanup"});
  EXPECT_EQ(fixes({"schedule", "pipe", "assign"}),
            (Texts{"insert 'assign' before 'schedule'"}));
}

/// A fix that cures another pass of the same name cures nothing here.
TEST_F(ChosenFixTest, IsAboutThePassOfTheFinding) {
  define("canonicalize");
  define("cse");
  define("to-vm", Contract().lowers({"func", "gpu"}).to({"vm"}));
  EXPECT_EQ(fixes({"to-vm", "func.func(canonicalize)", "func.func(cse)",
                   "gpu.module(canonicalize)", "gpu.module(cse)"}),
            (Texts{"move 'canonicalize' (pass 1) and 'cse' (pass 2) before "
                   "'to-vm'",
                   "move 'canonicalize' (pass 1) and 'cse' (pass 2) before "
                   "'to-vm'",
                   "move 'canonicalize' (pass 3) and 'cse' (pass 4) before "
                   "'to-vm'",
                   "move 'canonicalize' (pass 3) and 'cse' (pass 4) before "
                   "'to-vm'"}));
}

/// The pass whose entry is violated is moved, even if passes behind it have
/// nothing to run on then, as far as the check can see.
TEST_F(ChosenFixTest, PastUndescribedPassesTheOneThatSaysSoIsMoved) {
  define("last");
  define("cse");
  define("to-vm", [](Contract &contract) {
    contract.lowers({"func"}).to({"vm"});
    contract.after(pass("last"));
  });
  EXPECT_EQ(
      fixes({"to-vm", "unknown-a", "unknown-b", "last", "func.func(cse)"}),
      (Texts{"move 'to-vm' after 'last'"}));
}

/// What should follow is run once more; the earlier one stays where it was put.
TEST_F(ChosenFixTest, WhatFollowsIsNotTakenAwayFromElsewhere) {
  define("inline");
  define("specialize", Contract().followedBy(pass("inline")));
  EXPECT_EQ(fixes({"inline", "specialize"}),
            (Texts{"insert 'inline' after 'specialize'"}));
  // Unless it is wrong there as well.
  define("inline", Contract().after(pass("link")).present());
  define("link");
  auto pipeline = compose({"inline", "link", "specialize"});
  for (const Diagnostic &finding : pipeline->check())
    if (finding.fix) {
      test::require(pipeline->apply(*finding.fix));
      break;
    }
  EXPECT_EQ(pipeline->str(), "builtin.module(link,specialize,inline)");
}

/// Of two fixes for one mistake the one is made that leaves nothing.
TEST_F(ChosenFixTest, TheFixThatCuresMoreIsMade) {
  define("allocate");
  define("fence", [](Contract &contract) {
    contract.after(pass("allocate"));
    contract.before(pass("convert")).immediately().weak();
  });
  define("convert");
  auto pipeline = compose({"fence", "allocate", "x", "convert"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_FALSE(findings.empty());
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "move 'fence' before 'convert'");
  test::require(pipeline->apply(*findings[0].fix));
  EXPECT_EQ(check(*pipeline), "");
}

/// A property that is rejected has its provider, and that is a place to stand.
TEST_F(ChosenFixTest, OfARejectedProperty) {
  define("x", Contract().providesProperty("deallocated"));
  define("mine",
         Contract().rejects({"deallocated"}).because("X destroys the marks"));
  EXPECT_EQ(
      check({"x", "y", "mine"}),
      R"(error: 'mine' cannot accept 'deallocated', which is there [PMB030 rejected]
  at: 'mine' (pass 2, on builtin.module, added by framework)
  note: 'mine': X destroys the marks
  note: provided by: 'x' (pass 0, on builtin.module, added by framework)
  fix: move 'mine' before 'x'
)");
}

/// What must hold at the end has been ended somewhere, for a reason.
TEST_F(ChosenFixTest, OfAPropertyOfTheOutput) {
  test::require(catalog.addProperty({"laid-out", "", false, "clean"}));
  define("clean", Contract().providesProperty("laid-out"));
  define(
      "spoil",
      Contract().invalidatesProperty("laid-out").because("makes new layouts"));
  auto pipeline = compose({"clean", "spoil", "x"});
  pipeline->getInterface().outputProperties = {"laid-out"};
  EXPECT_EQ(
      check(*pipeline),
      R"(error: the output must be 'laid-out', which does not hold at the end of the pipeline [PMB036 missing-output]
  at: 'spoil' (pass 1, on builtin.module, added by framework)
  note: provided by: 'clean' (pass 0, on builtin.module, added by framework)
  note: ended by: 'spoil' (pass 1, on builtin.module, added by framework)
  note: 'spoil': makes new layouts
  fix: insert 'clean' after 'x'
)");
}

} // namespace
