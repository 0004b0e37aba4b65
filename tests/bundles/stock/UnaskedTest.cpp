//===- UnaskedTest.cpp - What is reported if nothing is declared ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A framework that uses names, positions and bundles, and declares nothing,
// hears of what is surely wrong and of nothing else: with pipelines that work,
// of nothing.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

/// All findings but remarks, which say that nothing is wrong.
std::string check(Pipeline &pipeline) {
  std::string text;
  for (const Diagnostic &finding : pipeline.check())
    if (finding.severity > Severity::Remark)
      text += finding.str();
  return text;
}

std::string check(StringRef text) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  test::require(
      test::require(parseTextualPipeline(text, "p")).appendTo(pipeline));
  return check(pipeline);
}

TEST(Unasked, PipelinesThatWorkHaveNoFindings) {
  for (StringRef pipeline :
       {"builtin.module(canonicalize,cse,symbol-dce)",
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
        "buffer-deallocation-pipeline,func.func(convert-linalg-to-loops),"
        "convert-scf-to-cf,expand-strided-metadata,lower-affine,"
        "convert-arith-to-llvm,finalize-memref-to-llvm,"
        "convert-func-to-llvm,convert-cf-to-llvm,"
        "reconcile-unrealized-casts)",
        "builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,"
        "tosa-to-arith),one-shot-bufferize)",
        "builtin.module(gpu-kernel-outlining,gpu.module(convert-gpu-to-nvvm,"
        "reconcile-unrealized-casts),gpu-to-llvm)",
        // What it is for, and what nobody has a contract for.
        "builtin.module(transform-interpreter,acme-fuse,func.func(acme-tile),"
        "convert-vector-to-scf,convert-scf-to-cf)",
        // A part of a pipeline, whose rest is somewhere else.
        "builtin.module(convert-scf-to-cf,convert-arith-to-llvm)",
        "builtin.module(func.func(convert-linalg-to-affine-loops))"})
    EXPECT_EQ(check(pipeline), "") << pipeline.str();
}

TEST(Unasked, BundlesAndPositionsHaveNoFindings) {
  PipelineBuilder builder("builtin.module", getStockCatalog());
  builder.addSlot("early");
  builder.addPass("one-shot-bufferize", "bufferize-function-boundaries=true");
  builder.nest("func.func").addPass("convert-linalg-to-loops");
  builder.addBundle("lower-to-llvm");
  test::require(builder.addPassBefore("acme-pad", "one-shot-bufferize"));
  test::require(builder.addPassToSlot("cse", "early"));
  test::require(builder.addPassBeforeType("acme-last", "llvm-lowering"));
  EXPECT_EQ(check(builder), "");
}

TEST(Unasked, WhatIsSurelyWrongIsReported) {
  EXPECT_TRUE(
      test::contains(check("builtin.module(func.func(convert-linalg-to-loops),"
                           "one-shot-bufferize)"),
                     "error: 'convert-linalg-to-loops' runs too early"));
  EXPECT_NE(check("builtin.module(func.func(func.func(cse)))"), "");
}

TEST(Unasked, APassThatReplacesWhatItRunsOnIsReported) {
  EXPECT_EQ(check("builtin.module(func.func(convert-to-llvm))")
                .find("error: 'convert-to-llvm' cannot run on 'func.func': it "
                      "replaces what it runs on, so that MLIR crashes or "
                      "nothing happens"),
            0u);
  EXPECT_NE(check("builtin.module(func.func(cse,convert-func-to-spirv))"), "");
  EXPECT_NE(check("builtin.module(gpu.module(gpu-module-to-binary))"), "");
  // Around its own operation a pipeline has nothing.
  PipelineBuilder pipeline("func.func", getStockCatalog());
  test::require(
      test::require(parseTextualPipeline(
                        "func.func(func.func(cse),convert-to-llvm)", "p"))
          .appendTo(pipeline));
  EXPECT_TRUE(test::contains(check(pipeline),
                             "'convert-to-llvm' cannot run on 'func.func'"));
  // A pipeline may run on functions itself.
  for (StringRef text :
       {"func.func(convert-to-llvm)", "func.func(cse,convert-func-to-spirv)"}) {
    PipelineBuilder own("func.func", getStockCatalog());
    test::require(test::require(parseTextualPipeline(text, "p")).appendTo(own));
    EXPECT_TRUE(test::contains(
        check(own), "cannot run on 'func.func': it replaces what it "
                    "runs on, so that MLIR crashes or nothing happens"))
        << text.str();
  }
  // It leaves functions alone.
  for (StringRef fine :
       {"builtin.module(func.func(convert-to-llvm{filter-dialects=arith}))",
        "builtin.module(func.func(convert-arith-to-llvm))",
        "builtin.module(convert-to-llvm)"})
    EXPECT_EQ(check(fine), "") << fine.str();
  PipelineBuilder own("func.func", getStockCatalog());
  own.addPass("convert-arith-to-llvm");
  EXPECT_EQ(check(own), "");
  // There are none any more.
  EXPECT_FALSE(test::contains(check("builtin.module(convert-func-to-llvm,"
                                    "func.func(convert-to-llvm))"),
                              "cannot run on"));
}

} // namespace
