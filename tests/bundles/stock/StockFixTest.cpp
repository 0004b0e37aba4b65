//===- StockFixTest.cpp - Fixes of pipelines of MLIR's passes -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

class StockFixTest : public testing::Test {
protected:
  /// The pipeline after all first fixes, and each of them as a sentence.
  std::string repair(llvm::StringRef text) {
    fixes.clear();
    TextualPipeline parsed = test::require(parseTextualPipeline(text, "test"));
    Pipeline pipeline(parsed.getRootOp(), getStockCatalog());
    test::require(parsed.appendTo(pipeline));
    pipeline.getInterface().inputContents = contents;
    pipeline.getInterface().outputContents = std::vector<std::string>{"llvm"};
    size_t previous = SIZE_MAX;
    while (true) {
      std::vector<Diagnostic> findings = pipeline.check();
      EXPECT_LT(findings.size(), previous);
      previous = findings.size();
      auto fixable = llvm::find_if(
          findings, [](const Diagnostic &finding) { return finding.fix; });
      if (fixable == findings.end() || testing::Test::HasFailure()) {
        for (const Diagnostic &finding : findings)
          ADD_FAILURE() << finding.str();
        return pipeline.str();
      }
      fixes.push_back(fixable->fix->message);
      test::require(pipeline.apply(*fixable->fix));
    }
  }

  std::vector<std::string> contents = {
      "linalg.matmul", "!tensor",     "arith.addf",  "arith.mulf",
      "func.func",     "func.return", "linalg.yield"};
  std::vector<std::string> fixes;
};

const char *const before =
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true},"
    "func.func(convert-linalg-to-loops),convert-scf-to-cf,"
    "expand-strided-metadata,lower-affine,finalize-memref-to-llvm,";

/// In the middle of the conversions it would run before others that make casts.
TEST_F(StockFixTest, AForgottenReconciliationComesLast) {
  repair(std::string(before) +
         "convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm)");
  EXPECT_EQ(fixes, std::vector<std::string>{
                       "insert 'reconcile-unrealized-casts' after "
                       "'convert-cf-to-llvm'"});
}

/// What is to be lowered is in the input, so nothing introduces it.
TEST_F(StockFixTest, AForgottenConversionGetsAPlace) {
  repair(std::string(before) +
         "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)");
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(fixes[0],
            "insert 'convert-arith-to-llvm' after 'convert-cf-to-llvm'");
}

/// Each of the fixes of a pipeline that lacks several passes is a step ahead.
TEST_F(StockFixTest, SeveralForgottenPasses) {
  repair(std::string(before) + "convert-func-to-llvm)");
  EXPECT_EQ(fixes.size(), 3u);
}

} // namespace
