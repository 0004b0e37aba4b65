//===- PatternLimitTest.cpp - How long patterns are applied ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Counts the attribute `n` of functions up to a limit.
struct CountUp : mlir::OpRewritePattern<mlir::func::FuncOp> {
  CountUp(mlir::MLIRContext *context, int64_t limit, bool isBounded)
      : OpRewritePattern(context), limit(limit) {
    setHasBoundedRewriteRecursion(isBounded);
    setDebugName("CountUp");
  }
  mlir::LogicalResult
  matchAndRewrite(mlir::func::FuncOp function,
                  mlir::PatternRewriter &rewriter) const override {
    int64_t count = 0;
    if (auto n = function->getAttrOfType<mlir::IntegerAttr>("n"))
      count = n.getInt();
    if (count >= limit)
      return mlir::failure();
    rewriter.modifyOpInPlace(function, [&] {
      function->setAttr("n", rewriter.getI64IntegerAttr(count + 1));
    });
    return mlir::success();
  }
  int64_t limit;
};

struct Counted {
  std::string said;
  bool isDone = false;
};

/// Counts with a set of third party `acme`, beside one that `other` adds.
Counted count(int64_t limit, bool isBounded,
              std::function<void(mlir::RewritePatternSet &)> other = {}) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(b.pmb.transaction(Origin::thirdParty("acme"), [&] {
    return b.pmb.addPatterns("early", [=](mlir::RewritePatternSet &patterns) {
      patterns.add<CountUp>(patterns.getContext(), limit, isBounded);
    });
  }));
  if (other)
    require(b.pmb.transaction(Origin::thirdParty("beta"), [&] {
      return b.pmb.addPatterns("early", std::move(other));
    }));
  require(b.pmb.build());
  Counted counted;
  counted.said = sayWhile(b.context, [&] {
    std::string result = runOn(
        "func.func private @f() attributes {tag = \"a\"}", b.pm, b.context);
    counted.isDone = llvm::StringRef(result).contains(
        "n = " + std::to_string(limit) + " : i64");
  });
  return counted;
}

TEST(PatternLimit, PatternsWithBoundedRecursionComeToTheirEnd) {
  Counted counted = count(250000, /*isBounded=*/true);
  EXPECT_EQ(counted.said, "");
  EXPECT_TRUE(counted.isDone);
}

TEST(PatternLimit, AlsoBesideOthers) {
  Counted counted = count(250000, /*isBounded=*/true, retag("a", "b"));
  EXPECT_EQ(counted.said, "");
  EXPECT_TRUE(counted.isDone);
}

TEST(PatternLimit, OthersThatUndoEachOtherAreStillFoundBesideThem) {
  Counted counted =
      count(250000, /*isBounded=*/true, [](mlir::RewritePatternSet &patterns) {
        retag("a", "b")(patterns);
        retag("b", "a")(patterns);
      });
  llvm::StringRef said = counted.said;
  EXPECT_TRUE(said.contains("do not come to an end")) << counted.said;
  EXPECT_TRUE(said.contains("'beta-early' of third party 'beta'"))
      << counted.said;
}

/// The last of ten iterations has done the rest, and no other has looked.
TEST(PatternLimit, WhatHasJustComeToItsEndIsNotEndless) {
  for (int64_t limit : {147457, 150000, 163840}) {
    Counted counted = count(limit, /*isBounded=*/false);
    EXPECT_EQ(counted.said, "") << limit;
    EXPECT_TRUE(counted.isDone) << limit;
  }
}

TEST(PatternLimit, TheLimitIsInTheMessage) {
  Counted counted = count(170000, /*isBounded=*/false);
  EXPECT_EQ(counted.said,
            "the patterns of the slot 'early', which framework has declared, "
            "do not come to an end within 10 iterations of 16384 rewrites; "
            "still applied: 'acme-early' of third party 'acme' ('CountUp' 1000 "
            "times)\n"
            "  let the patterns not undo each other, or leave one party out "
            "with disable-patterns; a pattern that comes to an end after more "
            "rewrites says so with setHasBoundedRewriteRecursion()\n");
}

} // namespace
