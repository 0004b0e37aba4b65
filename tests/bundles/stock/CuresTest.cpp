//===- CuresTest.cpp - Which passes are offered ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

std::vector<Diagnostic> findAll(llvm::StringRef passes,
                                std::vector<std::string> input,
                                const char *output = "llvm") {
  std::string text = ("builtin.module(" + passes + ")").str();
  TextualPipeline parsed =
      test::require(parseTextualPipeline(text, "p.pipeline"));
  Pipeline pipeline("builtin.module", getStockCatalog());
  test::require(parsed.appendTo(pipeline));
  pipeline.getInterface().inputContents = std::move(input);
  pipeline.getInterface().outputContents = {output};
  return pipeline.check();
}

/// The help and the fix of the first finding.
std::string getCure(llvm::ArrayRef<Diagnostic> findings) {
  if (findings.empty())
    return "";
  std::string result;
  for (const Note &note : findings[0].notes)
    if (note.kind == Note::Kind::Help)
      result += note.message + "\n";
  if (findings[0].fix)
    result += findings[0].fix->message + "\n";
  return result;
}

TEST(Cures, ThoseForWhatIsNotThereAreNotOffered) {
  // Not sparsification-and-bufferization.
  EXPECT_EQ(
      getCure(
          findAll("convert-linalg-to-loops,convert-to-llvm",
                  {"func.func", "func.return", "linalg.matmul", "!tensor"})),
      "add a pass before it that removes '!tensor': "
      "'one-shot-bufferize{bufferize-function-boundaries=true}'\n"
      "insert 'one-shot-bufferize{bufferize-function-boundaries=true}' before "
      "'convert-linalg-to-loops'\n");
}

TEST(Cures, StayingInTheDialectIsNoWayOut) {
  // Not scf-for-to-while.
  std::string cure = getCure(
      findAll("convert-cf-to-llvm,convert-to-llvm,reconcile-unrealized-casts",
              {"func.func", "func.return", "scf.for"}));
  EXPECT_EQ(llvm::StringRef(cure).split('\n').first,
            "add a pass that lowers it: 'convert-scf-to-cf'");
}

/// OpenMP may remain, but the pipeline is not on the way there.
TEST(Cures, TheWayOfThePipelineComesFirst) {
  std::string cure = getCure(findAll(
      "convert-to-llvm,reconcile-unrealized-casts",
      {"func.func", "func.return", "scf.parallel", "scf.reduce"}, "llvm-ir"));
  EXPECT_EQ(llvm::StringRef(cure).split(" or ").first.split('\n').first,
            "add a pass that lowers 'scf.parallel': 'convert-scf-to-cf'");
}

TEST(Cures, OfAnOperationWithAMark) {
  std::string cure = getCure(findAll(
      "convert-scf-to-cf,convert-vector-to-llvm,convert-to-llvm,"
      "reconcile-unrealized-casts",
      {"func.func", "func.return", "!vector", "vector.print(!vector)"}));
  EXPECT_EQ(llvm::StringRef(cure).split('\n').first,
            "add a pass before it that removes 'vector.print(!vector)': "
            "'convert-vector-to-scf'");
}

TEST(Cures, OneForSeveralPassesThatAreMissing) {
  std::vector<Diagnostic> findings =
      findAll("convert-scf-to-cf,reconcile-unrealized-casts",
              {"func.func", "func.return", "scf.if", "arith.addf",
               "memref.load", "!memref"});
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->pass, "convert-to-llvm");
  EXPECT_GE(findings[0].follows.size(), 2u);
}

/// What the pass leads to comes out, and has a finding of its own then.
TEST(Cures, APipelineThatLacksSeveralIsCompletedStepByStep) {
  std::vector<Diagnostic> findings =
      findAll("convert-linalg-to-loops,one-shot-bufferize{bufferize-function-"
              "boundaries}",
              {"func.func", "func.return", "func.func(!tensor)",
               "linalg.matmul", "!tensor"});
  bool isFound = false;
  for (const Diagnostic &finding : findings)
    if (finding.items == std::vector<std::string>{"linalg.matmul"}) {
      isFound = true;
      ASSERT_TRUE(finding.fix);
      EXPECT_EQ(finding.fix->message,
                "move 'convert-linalg-to-loops' after 'one-shot-bufferize'");
    }
  EXPECT_TRUE(isFound);
}

/// Bufferization makes globals of constants that are tensors, and of no others.
TEST(Cures, WhoLowersAPartIsNotTooEarly) {
  std::vector<Diagnostic> findings =
      findAll("one-shot-bufferize{bufferize-function-boundaries},"
              "finalize-memref-to-llvm,convert-func-to-llvm,"
              "reconcile-unrealized-casts",
              {"func.func", "func.return", "func.func(!tensor)", "tensor.cast",
               "tensor.extract", "!tensor", "!index"});
  for (const Diagnostic &finding : findings)
    EXPECT_FALSE(
        test::contains(finding.message, "'one-shot-bufferize' runs too early"))
        << finding.str();
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Indices of branches are made behind what uses them: pairs, which cse leaves.
TEST(Casts, HaveUsesThatCseDoesNotRemove) {
  const std::vector<std::string> input = {"func.func", "func.return",
                                          "scf.for",   "memref.load",
                                          "!memref",   "!index"};
  const char *passes = "convert-scf-to-cf,finalize-memref-to-llvm,"
                       "convert-arith-to-llvm,convert-cf-to-llvm,"
                       "convert-func-to-llvm";
  std::vector<Diagnostic> findings = findAll(passes, input);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::PredictedLeftOver);
  findings = findAll(std::string(passes) + ",cse", input);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::PredictedLeftOver);
  // What folds them makes them dead.
  findings = findAll(std::string(passes) + ",lower-affine,cse", input);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::MayBeLeftOver);
}

TEST(Casts, StayWhileOperationsOfOpenMPHaveIndices) {
  const std::vector<std::string> input = {
      "func.func",    "func.return", "scf.parallel", "scf.reduce",
      "memref.store", "!memref",     "!index"};
  std::vector<Diagnostic> findings =
      findAll("convert-scf-to-openmp,finalize-memref-to-llvm,convert-func-to-"
              "llvm,reconcile-unrealized-casts",
              input, "llvm-ir");
  ASSERT_FALSE(findings.empty());
  EXPECT_TRUE(test::contains(findings[0].message, "'omp(!index)' is there"))
      << findings[0].str();
  EXPECT_TRUE(findAll("convert-scf-to-openmp,convert-openmp-to-llvm,"
                      "reconcile-unrealized-casts",
                      input, "llvm-ir")
                  .empty());
}

} // namespace
