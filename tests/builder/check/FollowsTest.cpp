//===- FollowsTest.cpp - What one fix cures is one finding ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class FollowsTest : public pmb::test::RulesTest {
protected:
  FollowsTest() {
    for (const char *name : {"p", "q", "r", "s", "t"})
      test::require(catalog.addProperty({name, "", false}));
    define("prepare", [](Contract &contract) {
      for (const char *name : {"p", "q", "r", "s", "t"})
        contract.providesProperty(name);
      contract.idempotent();
    });
    for (const char *name : {"p", "q", "r", "s", "t"})
      define(("needs-" + llvm::Twine(name)).str(),
             Contract().requiresProperty(name));
    define("likes-p", Contract().requiresProperty("p").weak());
  }
};

TEST_F(FollowsTest, TheFirstHasTheOthers) {
  EXPECT_EQ(
      check({"needs-p", "needs-q", "prepare"}),
      R"(error: 'needs-p' requires 'p', which does not hold where it starts [PMB022 missing-property]
  at: 'needs-p' (pass 0, on builtin.module, added by framework)
  note: provided only later, by: 'prepare' (pass 2, on builtin.module, added by framework)
  follows: 'needs-q' requires 'q', which does not hold where it starts
  fix: insert 'prepare' before 'needs-p'
)");
  auto pipeline = compose({"needs-p", "needs-q", "prepare"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_EQ(findings[0].follows.size(), 1u);
  EXPECT_EQ(findings[0].follows[0].node->name, "needs-q");
  // As it says, the fix cures both.
  test::require(pipeline->apply(*findings[0].fix));
  EXPECT_TRUE(pipeline->check().empty());
}

TEST_F(FollowsTest, OfManyAFewAreShown) {
  std::string text =
      check({"needs-p", "needs-q", "needs-r", "needs-s", "needs-t", "prepare"});
  EXPECT_TRUE(test::contains(
      text, "  follows: 'needs-s' requires 's', which does not hold "
            "where it starts\n"
            "  follows: and 1 more\n"
            "  fix: "));
}

/// A mistake of its own stays a finding of its own.
TEST_F(FollowsTest, WhatTheFixDoesNotCureIsNotFolded) {
  define("x", Contract().after(pass("y")));
  auto pipeline = compose({"needs-p", "x", "y", "prepare"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_TRUE(findings[0].follows.empty());
  EXPECT_TRUE(findings[1].follows.empty());
}

/// An error is not hidden behind a warning.
TEST_F(FollowsTest, WhatIsWorseIsNotFolded) {
  auto pipeline = compose({"likes-p", "needs-q", "prepare"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].severity, Severity::Warning);
  EXPECT_EQ(findings[1].severity, Severity::Error);
}

/// The message is that which names what was stated, whichever finding had the
/// fix that cures both.
TEST_F(FollowsTest, AStatedOrderSpeaksForWhatComesOfBreakingIt) {
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg"}).to({"scf.for", "affine.apply"}).speculative();
    contract.followedBy(pass("lower-affine"));
  });
  define("scf-to-cf", Contract().lowers({"scf"}).to({"llvm"}));
  define("lower-affine", Contract().lowers({"affine"}).to({"llvm"}));
  auto pipeline = compose({"scf-to-cf", "lower-affine", "linalg-to-loops"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::MissingFollowUp);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message,
            "move 'linalg-to-loops' before 'scf-to-cf'");
}

/// What a pass cannot accept follows from its own place.
TEST_F(FollowsTest, NotWhatAPassRejectsThatIsNotAmongThoseTooEarly) {
  for (llvm::StringRef name : {"1", "2", "3"})
    define("lower-" + name.str(),
           Contract().lowers({"x" + name.str() + ".op"}).to({"llvm.op"}));
  define("expand", Contract().lowers({"y.op"}).to({"x1.op", "x2.op", "x3.op"}));
  define("picky", Contract().rejects({"q.op"}));
  define("clean", Contract().lowers({"q.op"}));
  std::string found =
      checkClosed({"y.op", "q.op"},
                  {"lower-1", "lower-2", "lower-3", "picky", "expand", "clean"},
                  {{"llvm"}});
  EXPECT_TRUE(test::contains(found, "'picky' cannot accept 'q.op'"));
  EXPECT_TRUE(test::contains(
      found, "'lower-1', 'lower-2' and 'lower-3' run too early"));
}

} // namespace
