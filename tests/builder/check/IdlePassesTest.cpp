//===- IdlePassesTest.cpp - Passes that have nothing to run on ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class IdlePassesTest : public pmb::test::RulesTest {
protected:
  IdlePassesTest() {
    define("func-to-llvm", [](Contract &contract) {
      contract.lowers({"func.func"}).to({"llvm.func"});
    });
  }
};

/// One operation is gone: one finding, however many passes stand behind it.
TEST_F(IdlePassesTest, AreOneFindingForEachNest) {
  auto pipeline = compose(
      {"func-to-llvm", "func.func(a)", "func.func(b)", "func.func(c)", "d"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].node->name, "a");
  ASSERT_EQ(findings[0].follows.size(), 2u);
  EXPECT_EQ(findings[0].follows[0].node->name, "b");
  EXPECT_EQ(findings[0].follows[1].node->name, "c");
}

TEST_F(IdlePassesTest, AreOneFindingIfThatIsGuessed) {
  PassDescriptor pass("acme-lower");
  pass.guess.lowers({"func.func"}).to({"llvm.func"});
  test::require(catalog.overridePass(std::move(pass)));
  auto pipeline =
      compose({"acme-lower", "func.func(a)", "func.func(b)", "func.func(c)"});
  unsigned idle = 0;
  for (const Diagnostic &finding : pipeline->check())
    if (finding.code == DiagnosticCode::NoEffect) {
      ++idle;
      EXPECT_EQ(finding.severity, Severity::Warning);
      EXPECT_EQ(finding.follows.size(), 2u);
    }
  EXPECT_EQ(idle, 1u);
}

/// What is in another nest has another reason.
TEST_F(IdlePassesTest, OfOtherNestsAreFindingsOfTheirOwn) {
  auto pipeline =
      compose({"func-to-llvm", "func.func(a)", "func.func(scf.for(b))"});
  EXPECT_EQ(pipeline->check().size(), 2u);
}

} // namespace
