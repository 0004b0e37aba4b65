//===- PatternErrorTest.cpp - What pattern slots refuse -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each has its own message, and after each the pipeline is as before.
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "Throwing.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

using namespace pmb;
using namespace pmb::test;

namespace {

struct PatternErrors : testing::Test {
  Build<> b;
  void SetUp() override {
    registerTestPatterns();
    b.pmb.addPass("test-module");
    b.pmb.addSlot("late");
    b.pmb.addPatternSlot("early");
    require(b.pmb.addPatterns("early", "test-a-to-b"));
    before = listing(b.pmb);
  }
  void TearDown() override {
    EXPECT_EQ(listing(b.pmb), before);
    b.pmb.discard();
  }
  std::string before;
};

TEST_F(PatternErrors, UnknownSlot) {
  EXPECT_EQ(text(b.pmb.addPatterns("earlie", "test-b-to-c")),
            "error: the pipeline has no slot 'earlie' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'early'?\n");
}

TEST_F(PatternErrors, ASlotForPasses) {
  EXPECT_EQ(text(b.pmb.addPatterns("late", "test-b-to-c")),
            "error: the patterns 'test-b-to-c' cannot be put into the slot "
            "'late', which is one for passes [PMB103 wrong-slot]\n"
            "  note: the slot: 'late' (on builtin.module, added by framework)\n"
            "  help: declare the slot with addPatternSlot(\"late\"), or "
            "addConversionSlot()\n");
}

TEST_F(PatternErrors, APassForAPatternSlot) {
  std::string expected =
      "error: 'test-options' is not a set of patterns, and the slot 'early' "
      "takes nothing else [PMB103 wrong-slot]\n"
      "  help: insert it before or after pass(\"pmb-rewrite\")\n";
  EXPECT_EQ(text(b.pmb.addPassToSlot("test-options", "early")), expected);
  EXPECT_EQ(text(b.pmb.replacePass("test-a-to-b", "test-options")), expected);
  EXPECT_NE(text(b.pmb.insertSlot("other", Position::before(slot("early")))),
            "");
}

TEST_F(PatternErrors, ASetThatIsThereAlready) {
  EXPECT_EQ(text(b.pmb.addPatterns("early", "test-a-to-b")),
            "error: the patterns 'test-a-to-b' are in the slot already, put "
            "there by framework [PMB014 duplicate-name]\n"
            "  help: add a set of patterns to a slot once\n");
}

/// PMB104: builder.addPatterns("early", "acme-fild"), where registerPatterns
/// was told "acme-fold"
TEST_F(PatternErrors, UnknownSet) {
  EXPECT_EQ(text(b.pmb.addPatterns("early", "test-a-to-d")),
            "error: there is no set of patterns 'test-a-to-d' [PMB104 "
            "unknown-patterns]\n"
            "  help: did you mean 'test-a-to-b' or 'test-b-to-c'?\n");
}

TEST_F(PatternErrors, NothingToCall) {
  std::function<void(mlir::RewritePatternSet &)> nothing;
  EXPECT_EQ(text(b.pmb.addPatterns("early", nothing)),
            "error: the patterns 'framework-early' have no function to be "
            "called [PMB009 no-instance]\n"
            "  help: give a function that adds the patterns\n");
  EXPECT_NE(text(registerPatterns("test-nothing", nothing)), "");
  EXPECT_FALSE(lookupPassInfo("test-nothing"));
}

TEST_F(PatternErrors, WhatASetSaysOfItselfThrows) {
  PatternSet dialects{"test-throws", retag("a", "b")};
  dialects.getDependentDialects = [](mlir::DialectRegistry &) {
    throwError("no dialects");
  };
  std::string expected =
      "error: getDependentDialects of the patterns 'test-throws' has thrown: "
      "no dialects [PMB105 failed-patterns]\n"
      "  help: take the set out until its owner has mended it\n";
  EXPECT_EQ(text(b.pmb.addPatterns("early", dialects)), expected);
  EXPECT_EQ(text(b.pmb.addCanonicalizationPatterns(dialects)), expected);
  EXPECT_EQ(text(registerPatterns(dialects)), expected);
  EXPECT_FALSE(lookupPassInfo("test-throws"));

  PatternSet described{"test-throws", retag("a", "b")};
  described.describe = [](PassDescriptor &) { throwError("no words"); };
  EXPECT_EQ(text(b.pmb.addPatterns("early", described)),
            "error: describe of the patterns 'test-throws' has thrown: no "
            "words [PMB105 failed-patterns]\n"
            "  help: take the set out until its owner has mended it\n");
}

TEST_F(PatternErrors, OptionsThatTheDriverDoesNotHave) {
  Build<> other;
  auto say = [&](llvm::StringRef options) {
    other.pmb.addPatternSlot("another", options);
    std::string said;
    for (const Diagnostic &finding : other.pmb.check())
      said += finding.str();
    EXPECT_TRUE(other.pmb.lookup(slot("another")).empty());
    return said;
  };
  EXPECT_TRUE(
      contains(say("max-iteration=3"), "did you mean 'max-iterations'?"));
  EXPECT_TRUE(contains(say("max-iterations=many"), "'many' is not a value of"));
  EXPECT_TRUE(
      contains(say("slot=third"), "the option 'slot' is not for who declares"));
  other.pmb.discard();
}

TEST_F(PatternErrors, ATextWithASetThatThereIsNot) {
  std::string said = text(
      b.pmb.adopt("builtin.module(pmb-rewrite{patterns=acme:test-b-to-d})"));
  EXPECT_EQ(said.find("error: there is no set of patterns 'test-b-to-d' "
                      "[PMB104 unknown-patterns]\n"
                      "  at: <pipeline>:1:16\n"
                      "  help: did you mean 'test-b-to-c' or 'test-a-to-b'?\n"),
            0u)
      << said;
}

TEST_F(PatternErrors, ANameInTheSlotThatIsNoSet) {
  std::string expected = "error: there is no set of patterns 'test-a-to-d' "
                         "[PMB104 unknown-patterns]\n"
                         "  help: did you mean 'test-a-to-b' or "
                         "'test-b-to-c'?\n";
  EXPECT_EQ(text(b.pmb.addPassToSlot("test-a-to-d", "early")), expected);
  EXPECT_EQ(text(b.pmb.replacePass("test-a-to-b", "test-a-to-d")), expected);
  // Where nothing is near, it says what to do.
  std::string said = text(b.pmb.addPatterns("early", "nonsense"));
  EXPECT_TRUE(
      contains(said, "help: load the plugin that has it, or register it"));
}

TEST_F(PatternErrors, APartyThatFailsLeavesNoPatterns) {
  EXPECT_NE(text(b.pmb.transaction(Origin::thirdParty("acme"),
                                   [&]() -> llvm::Error {
                                     require(b.pmb.addPatterns(
                                         "early", retag("x", "y")));
                                     return llvm::createStringError("no");
                                   })),
            "");
}

TEST_F(PatternErrors, AnotherNestThanThatOfTheSlot) {
  PassSpec spec("test-b-to-c");
  spec.nest = std::vector<std::string>{"func.func"};
  EXPECT_EQ(
      text(b.pmb.insert(std::move(spec), Position::before(slot("early")))),
      "error: the patterns 'test-b-to-c' cannot run on "
      "'builtin.module/func.func': their slot is on 'builtin.module' "
      "[PMB004 wrong-anchor-op]\n"
      "  help: leave out the nest\n");
}

TEST(PatternErrorsAfterBuild, Contributions) {
  Build<> b;
  b.pmb.addPass("test-module");
  b.pmb.addPatternSlot("early");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_TRUE(contains(text(b.pmb.addPatterns("early", retag("a", "b"))),
                       "already-built"));
  EXPECT_EQ(text(b.pm), "builtin.module(test-module)");
}

TEST(PatternErrorsOfRegistration, NamesThatAreTakenOrNone) {
  registerTestPatterns();
  EXPECT_EQ(text(registerPatterns("test-a-to-b", retag("a", "b"))),
            "error: there is a set of patterns 'test-a-to-b' already [PMB014 "
            "duplicate-name]\n"
            "  help: give the patterns another name\n");
  EXPECT_TRUE(contains(text(registerPatterns("cse", retag("a", "b"))),
                       "MLIR knows a pass 'cse' already"));
  for (llvm::StringRef name : {"", "a b", "acme:fold", "a=b"})
    EXPECT_TRUE(
        contains(text(registerPatterns(name, retag("a", "b"))), "bad-name"))
        << name.str();
}

/// Text that only MLIR has read.
TEST(PatternErrorsInText, ASetThatIsNotRegisteredIsNamedBeforeAnythingRuns) {
  registerTestPatterns();
  Build<> b;
  (void)lookupPassInfo("pmb-rewrite");
  ASSERT_TRUE(succeeded(
      mlir::parsePassPipeline("pmb-rewrite{patterns=acme:test-a-to-d}", b.pm)));
  std::string said =
      sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), ""); });
  EXPECT_EQ(said, "there is no set of patterns 'test-a-to-d' [PMB104 "
                  "unknown-patterns]\n"
                  "  help: did you mean 'test-a-to-b' or 'test-b-to-c'?\n");
  b.pmb.discard();
}

TEST(PatternErrorsInText, WithoutSlotAndSetsItFailsInsteadOfDoingNothing) {
  Build<> b;
  (void)lookupPassInfo("pmb-rewrite");
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline("pmb-rewrite", b.pm)));
  std::string said =
      sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), ""); });
  EXPECT_TRUE(contains(said, "names neither a slot nor sets of patterns"));
  // Nor is it adopted.
  Build<> other;
  EXPECT_TRUE(
      contains(text(other.pmb.adopt(b.pm)), "names neither a slot nor"));
  EXPECT_TRUE(other.pmb.empty());
  other.pmb.discard();
  b.pmb.discard();
}

/// PMB105: a set that throws, run in a pattern slot
TEST(PatternErrorsWhileItRuns, ASetThatThrowsFailsThePass) {
  for (bool isForCanonicalizer : {false, true}) {
    Build<> b;
    b.pmb.addPatternSlot("early");
    b.pmb.addPass("canonicalize");
    require(b.pmb.transaction(Origin::thirdParty("acme"), [&] {
      PatternSet set{"acme-fold", [](mlir::RewritePatternSet &) {
                       throwError("out of luck");
                     }};
      return isForCanonicalizer
                 ? b.pmb.addCanonicalizationPatterns(std::move(set))
                 : b.pmb.addPatterns("early", std::move(set));
    }));
    ASSERT_EQ(text(b.pmb.build()), "");
    // Nobody can keep the canonicalizer from running.
    std::string said = sayWhile(b.context, [&] {
      EXPECT_EQ(runOnTag(b, "a"), isForCanonicalizer ? "a" : "");
    });
    EXPECT_EQ(said, "the function of the patterns 'acme-fold' of third party "
                    "'acme' has thrown: out of luck [PMB105 failed-patterns]\n"
                    "  help: take the set out until its owner has mended it\n");
  }
}

/// A pattern for dialect conversions, which a greedy driver cannot call.
struct ConvertReturn : mlir::OpConversionPattern<mlir::func::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  mlir::LogicalResult
  matchAndRewrite(mlir::func::ReturnOp op, OpAdaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<mlir::func::ReturnOp>(op,
                                                      adaptor.getOperands());
    return mlir::success();
  }
};
void populateConversion(mlir::RewritePatternSet &patterns) {
  retag("a", "b")(patterns);
  patterns.add<ConvertReturn>(patterns.getContext());
}

TEST(PatternErrorsWhileItRuns, AConversionPatternIsRefusedByName) {
  constexpr llvm::StringLiteral program =
      "func.func @f() attributes {tag = \"a\"} { return }";
  for (bool isForCanonicalizer : {false, true}) {
    Build<> b;
    b.pmb.addPatternSlot("early");
    b.pmb.addPass("canonicalize");
    require(b.pmb.transaction(Origin::thirdParty("acme"), [&] {
      PatternSet set{"acme-convert", populateConversion};
      return isForCanonicalizer
                 ? b.pmb.addCanonicalizationPatterns(std::move(set))
                 : b.pmb.addPatterns("early", std::move(set));
    }));
    ASSERT_EQ(text(b.pmb.build()), "");
    std::string said = sayWhile(b.context, [&] {
      EXPECT_EQ(runOn(program, b.pm, b.context).empty(), !isForCanonicalizer);
    });
    std::string place =
        isForCanonicalizer ? "canonicalization" : "the slot 'early'";
    // Compilers spell what is without a name in different ways.
    size_t name = said.find("::ConvertReturn");
    EXPECT_EQ(said.erase(1, name == std::string::npos ? 0 : name + 1),
              "'ConvertReturn' of the patterns "
              "'acme-convert' of third party 'acme' is a conversion pattern, "
              "and " +
                  place +
                  " applies patterns greedily [PMB105 failed-patterns]\n"
                  "  help: write it as an mlir::OpRewritePattern, or put it "
                  "into a slot that is declared with addConversionSlot()\n");
  }
}

TEST(PatternErrorsDeathTest, ThePatternsThatCrashAreNamed) {
  auto crash = [] {
    llvm::EnablePrettyStackTrace();
    llvm::sys::PrintStackTraceOnErrorSignal("");
    Build<> b;
    b.pmb.addPatternSlot("early");
    require(b.pmb.transaction(Origin::thirdParty("acme"), [&] {
      return b.pmb.addPatterns("early", [](mlir::RewritePatternSet &patterns) {
        patterns.add(+[](mlir::func::ReturnOp,
                         mlir::PatternRewriter &) -> mlir::LogicalResult {
          LLVM_BUILTIN_TRAP;
        });
      });
    }));
    require(b.pmb.build());
    runOn("func.func @f() { return }", b.pm, b.context);
  };
  EXPECT_DEATH(crash(), "Applying the patterns of the slot 'early': "
                        "'acme-early' of third party 'acme'");
}

TEST(PatternErrorsWhileItRuns, AConversionPatternInASetByItself) {
  require(registerPatterns("test-convert", populateConversion));
  Build<> b;
  b.pmb.addPass("test-convert");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string said =
      sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), ""); });
  EXPECT_TRUE(
      contains(said, "of the patterns 'test-convert' is a conversion pattern"));
}

} // namespace
