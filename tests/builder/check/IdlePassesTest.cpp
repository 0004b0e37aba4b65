//===- IdlePassesTest.cpp - Passes that have nothing to run on ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"
#include "builder/check/OrderCheck.h"

using namespace pmb;

namespace {

class IdlePassesTest : public pmb::test::RulesTest {
protected:
  IdlePassesTest() {
    define("func-to-llvm", Contract().lowers({"func.func"}).to({"llvm.func"}));
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

TEST_F(IdlePassesTest, OfOneNestAreMovedTogether) {
  auto pipeline = compose({"func-to-llvm", "func.func(a)", "func.func(b)"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "move 'a' and 'b' before 'func-to-llvm'");
  test::require(pipeline->apply(*findings[0].fix));
  EXPECT_EQ(test::toText(*pipeline),
            "builtin.module(func.func(a,b),func-to-llvm)");
  EXPECT_EQ(check(*pipeline), "");
}

/// In front of the pass that lowers the functions, it would come too late.
TEST_F(IdlePassesTest, AreMovedBeforeWhatNeedsThem) {
  define("bufferize", [](Contract &contract) {
    contract.lowers({"!tensor"});
    contract.rejects({"tosa"});
  });
  define("tosa-to-linalg", Contract().lowers({"tosa"}).to({"linalg.generic"}));
  auto pipeline =
      compose({"bufferize", "func-to-llvm", "func.func(tosa-to-linalg)"});
  pipeline->getInterface().inputContents =
      std::vector<std::string>{"func.func", "tosa.add", "!tensor"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_FALSE(findings.empty());
  for (const Diagnostic &finding : findings) {
    ASSERT_TRUE(finding.fix) << finding.str();
    EXPECT_EQ(finding.fix->message, "move 'tosa-to-linalg' before 'bufferize'");
  }
}

/// Two nests lack one operation: what lowers it comes too early.
TEST_F(IdlePassesTest, OfSeveralNestsBlameThePassThatLowersTheOperation) {
  for (const char *name : {"a", "b", "d"})
    define(name);
  auto pipeline =
      compose({"func-to-llvm", "func.func(a)", "d", "func.func(b)"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_FALSE(findings.empty());
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "move 'func-to-llvm' after 'b'");
}

/// What is tried: the place that helps may be the first of all.
TEST_F(IdlePassesTest, MayMoveBeforeTheFirstPass) {
  for (const char *name : {"a", "d"})
    define(name, Contract().providesProperty("canonical"));
  auto pipeline = compose({"d", "func-to-llvm", "func.func(a)"});
  std::vector<Diagnostic> findings;
  OrderCheck(pipeline->getList()).run(findings);
  ASSERT_EQ(findings.size(), 1u);
  std::vector<std::string> places;
  for (const Fix &fix : findings[0].alternatives)
    places.push_back(fix.message);
  EXPECT_TRUE(llvm::is_contained(places, "move 'a' before 'd'"));
}

/// Each walks over all passes before it.
TEST_F(IdlePassesTest, AreMovedOutOfSixteenNestsAtMost) {
  for (const char *name : {"a", "d"})
    define(name, Contract().providesProperty("canonical"));
  auto pipeline = compose({"func-to-llvm"});
  for (unsigned i = 0; i < 20; ++i) {
    pipeline->nest("func.func").addPass("a");
    pipeline->addPass("d");
  }
  std::vector<Diagnostic> findings;
  OrderCheck(pipeline->getList()).run(findings);
  EXPECT_EQ(findings.size(), 20u);
  EXPECT_EQ(llvm::count_if(findings,
                           [](const Diagnostic &finding) {
                             return !finding.alternatives.empty();
                           }),
            16);
}

/// One sentence for a pass, whatever it leaves alone.
TEST_F(IdlePassesTest, AreOneFindingWhateverTheyLeaveAlone) {
  define("stuck", [](Contract &contract) {
    contract.lowers({"a"}).unless({"u.op"});
    contract.lowers({"b"}).unless({"u.op"});
  });
  EXPECT_EQ(
      checkClosed({"a.op", "b.op", "u.op"}, {"stuck"}),
      R"(warning: 'stuck' does nothing: it leaves 'a.op' alone while 'u.op' is there, and nothing removes that [PMB031 no-effect]
  at: 'stuck' (pass 0, on builtin.module, added by framework)
)");
}

/// In one nest, too, if another operation is gone.
TEST_F(IdlePassesTest, OfAnotherOperationAreFindingsOfTheirOwn) {
  define("scf-to-cf", Contract().lowers({"scf.for"}).to({"cf.br"}));
  define("outline", Contract().introduces({"func.func"}));
  for (llvm::StringRef name : {"scf-to-cf", "func-to-llvm"}) {
    PassDescriptor whole("all-" + name.str());
    whole.pipeline.resize(1);
    whole.pipeline[0].pass = name.str();
    test::require(catalog.addPass(std::move(whole)));
  }
  auto pipeline = compose({"all-func-to-llvm"});
  pipeline->nest("func.func").nest("scf.for").addPass("a");
  pipeline->addPass("outline").addPass("all-scf-to-cf");
  pipeline->nest("func.func").nest("scf.for").addPass("b");
  unsigned idle = 0;
  for (const Diagnostic &finding : pipeline->check())
    idle += finding.code == DiagnosticCode::NoEffect;
  EXPECT_EQ(idle, 2u);
}

} // namespace
