//===- PlainContentsTest.cpp - Contents without marks ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the stock catalog makes of contents that were not read off the IR, where
// it is the name of an operation alone that tells what becomes of it.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

using Items = std::vector<std::string>;

/// All errors, one line for each.
std::string findErrors(llvm::StringRef passes, Items contents) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  std::string text = ("builtin.module(" + passes + ")").str();
  test::require(
      test::require(parseTextualPipeline(text, "test")).appendTo(pipeline));
  pipeline.getInterface().inputContents = std::move(contents);
  pipeline.getInterface().outputContents = Items{"llvm", "omp"};
  std::string result;
  for (const Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity == Severity::Error)
      result += getDiagnosticInfo(diagnostic.code).name.str() + ": " +
                diagnostic.message + "\n";
  return result;
}

const llvm::StringRef targetLLVM =
    ",lower-affine,convert-scf-to-cf,convert-to-llvm,convert-arith-to-llvm,"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,"
    "reconcile-unrealized-casts";

std::string withTail(llvm::StringRef passes) {
  return (passes + targetLLVM).str();
}

TEST(PlainContents, NoLoweringToLoopsTakesASoftmax) {
  for (llvm::StringRef pass :
       {"convert-linalg-to-loops", "convert-linalg-to-affine-loops",
        "convert-linalg-to-parallel-loops"}) {
    EXPECT_EQ(
        findErrors(withTail(pass),
                   {"linalg.softmax", "func.func", "func.return", "!memref"}),
        "predicted-left-over: 'linalg.softmax' stays in the IR: nothing in the "
        "pipeline lowers it\n")
        << pass.str();
    EXPECT_EQ(
        findErrors(withTail(pass), {"linalg.map", "linalg.yield", "func.func",
                                    "func.return", "!memref"}),
        "")
        << pass.str();
  }
}

TEST(PlainContents, WhatIsSummedUpIsALoopWithinParallelLoops) {
  auto check = [](llvm::StringRef operation, llvm::StringRef before) {
    return findErrors(
        ("convert-linalg-to-parallel-loops,convert-scf-to-openmp,canonicalize,"
         "lower-affine," +
         before +
         "convert-openmp-to-llvm,convert-to-llvm,reconcile-unrealized-casts")
            .str(),
        {operation.str(), "linalg.yield", "func.func", "func.return",
         "!memref"});
  };
  for (llvm::StringRef operation : {"linalg.matmul", "linalg.conv_1d"}) {
    EXPECT_TRUE(test::contains(check(operation, ""), "'scf.for'"))
        << operation.str();
    EXPECT_EQ(check(operation, "convert-scf-to-cf,"), "") << operation.str();
  }
  EXPECT_EQ(check("linalg.fill", ""), "");
}

TEST(PlainContents, ArithmeticInAContractionStaysAsItIs) {
  Items contents = {"linalg.matmul", "linalg.yield", "func.func", "func.return",
                    "!memref"};
  EXPECT_TRUE(test::contains(findErrors(withTail("convert-openmp-to-llvm,"
                                                 "convert-linalg-to-loops"),
                                        contents),
                             "cannot accept 'linalg.matmul', which is there"));
  EXPECT_EQ(findErrors(withTail("convert-linalg-to-loops"), contents), "");
}

TEST(PlainContents, DeallocationFailsOnRegionsThatItDoesNotKnow) {
  for (llvm::StringRef operation :
       {"memref.generic_atomic_rmw", "async.execute"})
    EXPECT_TRUE(test::contains(
        findErrors(withTail("buffer-deallocation-pipeline,"
                            "async-to-async-runtime,convert-async-to-llvm"),
                   {operation.str(), "memref.alloc", "func.func", "func.return",
                    "!memref"}),
        "rejected: 'ownership-based-buffer-deallocation' of "
        "pipeline 'buffer-deallocation-pipeline' cannot accept "
        "'" +
            operation.str() + "'"))
        << operation.str();
}

TEST(PlainContents, AssertionsOfTestsAreLoweredBehindDeallocation) {
  Items contents = {"cf.assert", "memref.alloc", "func.func", "func.return",
                    "!memref"};
  EXPECT_EQ(findErrors(withTail("buffer-deallocation-pipeline,test-cf-assert"),
                       contents),
            "");
  EXPECT_TRUE(test::contains(
      findErrors(withTail("test-cf-assert,buffer-deallocation-pipeline"),
                 contents),
      "cannot accept 'llvm.cond_br', which is there"));
}

} // namespace
