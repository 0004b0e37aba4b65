//===- CanonicalizationPatternsTest.cpp - Patterns for the canonicalizer --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(CanonicalizationPatterns, AreThoseOfTheCanonicalizerOnceBuilt) {
  for (llvm::StringRef options : {"", "disable-patterns=acme"}) {
    Build<> b;
    b.pmb.addPass("canonicalize", options);
    require(b.pmb.transaction(Origin::thirdParty("acme"), [&] {
      return b.pmb.addCanonicalizationPatterns(
          {"acme-canonical", retag("a", "b")});
    }));
    ASSERT_EQ(text(b.pmb.build()), "");
    EXPECT_EQ(runOnTag(b, "a"), options.empty() ? "b" : "a");
  }
}

TEST(CanonicalizationPatterns, AreThereForCopiesOfThePasses) {
  Build<> b, other;
  b.pmb.addPass("canonicalize");
  require(b.pmb.addCanonicalizationPatterns({"acme", retag("a", "b")}));
  ASSERT_EQ(text(b.pmb.flattenInto(b.pm)), "");
  EXPECT_EQ(runOnTag(b, "a"), "b");
  // In another context, once it is told.
  ASSERT_EQ(text(b.pmb.flattenInto(other.pm)), "");
  b.pmb.loadDialects(other.context);
  EXPECT_EQ(runOnTag(other, "a"), "b");
  b.pmb.discard();
}

/// Makes an operation of a dialect that the program has not loaded.
struct MakeConstant : mlir::OpRewritePattern<mlir::func::FuncOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(mlir::func::FuncOp func,
                  mlir::PatternRewriter &rewriter) const override {
    if (!func.getBody().empty() || func->hasAttr("made"))
      return mlir::failure();
    rewriter.setInsertionPoint(func);
    mlir::Value made =
        createOp<mlir::arith::ConstantIntOp>(rewriter, func.getLoc(), 1, 32);
    made.getDefiningOp()->setAttr("tag", rewriter.getStringAttr("made"));
    rewriter.modifyOpInPlace(
        func, [&] { func->setAttr("made", rewriter.getUnitAttr()); });
    return mlir::success();
  }
};

TEST(CanonicalizationPatterns, BringTheDialectsThatTheyNeed) {
  Build<> b;
  b.pmb.addPass("canonicalize");
  PatternSet set{"acme-constants", [](mlir::RewritePatternSet &patterns) {
                   patterns.add<MakeConstant>(patterns.getContext());
                 }};
  set.getDependentDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<mlir::arith::ArithDialect>();
  };
  require(b.pmb.addCanonicalizationPatterns(std::move(set)));
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_TRUE(
      contains(runOn("func.func private @f()", b.pm, b.context), "made"));
}

TEST(CanonicalizationPatterns, OfAPartyThatFailsAreNotAdded) {
  Build<> b;
  b.pmb.addPass("canonicalize");
  EXPECT_NE(text(b.pmb.transaction(Origin::thirdParty("acme"),
                                   [&]() -> llvm::Error {
                                     require(b.pmb.addCanonicalizationPatterns(
                                         {"acme-canonical", retag("a", "b")}));
                                     return llvm::createStringError(
                                         "no licence");
                                   })),
            "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(runOnTag(b, "a"), "a");
}

TEST(CanonicalizationPatterns, AreAddedOnceAndBeforeThePipelineIsBuilt) {
  registerTestPatterns();
  Build<> b;
  b.pmb.addPass("canonicalize");
  ASSERT_EQ(text(b.pmb.addCanonicalizationPatterns("test-a-to-b")), "");
  EXPECT_EQ(text(b.pmb.addCanonicalizationPatterns("test-a-to-b")),
            "error: the patterns 'test-a-to-b' were added to canonicalization "
            "already, by framework [PMB014 duplicate-name]\n"
            "  help: add a set of patterns once\n");
  EXPECT_EQ(text(b.pmb.addCanonicalizationPatterns(
                {"mine", std::function<void(mlir::RewritePatternSet &)>()})),
            "error: the patterns 'mine' have no function to be called [PMB009 "
            "no-instance]\n"
            "  help: give a function that adds the patterns\n");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_NE(text(b.pmb.addCanonicalizationPatterns("test-b-to-c")), "");
}

} // namespace
