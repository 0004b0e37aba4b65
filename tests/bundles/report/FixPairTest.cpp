//===- FixPairTest.cpp - Fixes of two edits -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/report/Report.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

class FixPairTest : public testing::Test {
protected:
  std::vector<Diagnostic> check(llvm::StringRef passes,
                                std::vector<std::string> input) {
    std::string text = ("builtin.module(" + passes + ")").str();
    TextualPipeline parsed =
        test::require(parseTextualPipeline(text, "p.pipeline"));
    pipeline = std::make_unique<Pipeline>("builtin.module", getStockCatalog());
    test::require(parsed.appendTo(*pipeline));
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = {"llvm"};
    return pipeline->check();
  }
  std::unique_ptr<Pipeline> pipeline;
};

/// Loops are made of buffers only: neither pass helps without the other.
TEST_F(FixPairTest, WhereNoPassHelpsAloneTwoAreOffered) {
  std::vector<Diagnostic> findings = check("cse", {"linalg.matmul", "!tensor"});
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix) << findings[0].str();
  const Fix &fix = *findings[0].fix;
  ASSERT_EQ(fix.then.size(), 1u);
  EXPECT_EQ(fix.message,
            "insert 'convert-linalg-to-affine-loops' after 'cse', then insert "
            "'one-shot-bufferize{bufferize-function-boundaries=true}' before "
            "'convert-linalg-to-affine-loops'");
  EXPECT_TRUE(findings[0].alternatives.empty());
  test::require(pipeline->apply(fix));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(cse,one-shot-bufferize{bufferize-function-"
            "boundaries=true},convert-linalg-to-affine-loops)");
  for (const Diagnostic &finding : pipeline->check())
    EXPECT_FALSE(test::contains(finding.message, "linalg")) << finding.str();
}

TEST_F(FixPairTest, AllStepsAreMadeOrNone) {
  std::vector<Diagnostic> findings = check("cse", {"linalg.matmul", "!tensor"});
  ASSERT_TRUE(findings[0].fix);
  Fix fix = *findings[0].fix;
  fix.then[0].reference = "canonicalize";
  std::string error = llvm::toString(pipeline->apply(fix));
  EXPECT_TRUE(test::contains(error, "the fix is about 'canonicalize'"));
  EXPECT_EQ(pipeline->str(), "builtin.module(cse)");
}

/// Half of the edit would be worse than none.
TEST_F(FixPairTest, ReportsHaveAllSteps) {
  Report result;
  result.input = "p.pipeline";
  result.text = "builtin.module(cse)";
  result.findings = check("cse", {"linalg.matmul", "!tensor"});
  auto render = [&](ReportFormat format) {
    std::string text;
    llvm::raw_string_ostream os(text);
    ReportOptions options;
    options.format = format;
    printReport(os, result, options);
    return text;
  };
  std::string json = render(ReportFormat::Json);
  EXPECT_TRUE(test::contains(json, "\"then\": ["));
  EXPECT_TRUE(test::contains(json, "\"pass\": \"one-shot-bufferize\""));
  std::string sarif = render(ReportFormat::Sarif);
  EXPECT_TRUE(
      test::contains(sarif, "after 'cse', then insert 'one-shot-bufferize"));
  EXPECT_FALSE(test::contains(sarif, "\"fixes\""));
}

/// What the move leads to is a step further: it may stay, and surely did not
/// before.
TEST_F(FixPairTest, AnErrorThatBecomesAWarningIsWorthOthers) {
  std::vector<Diagnostic> findings =
      check("convert-linalg-to-loops,one-shot-bufferize",
            {"linalg.matmul", "!tensor"});
  ASSERT_FALSE(findings.empty());
  ASSERT_TRUE(findings[0].fix) << findings[0].str();
  EXPECT_EQ(findings[0].fix->message,
            "move 'convert-linalg-to-loops' after 'one-shot-bufferize'");
}

/// Of passes that do equally well, another may fit what stands behind it.
TEST_F(FixPairTest, AllPassesThatTheHelpNamesAreTried) {
  std::vector<Diagnostic> findings = check(
      "convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,"
      "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts",
      {"linalg.matmul", "linalg.yield", "!memref", "func.func", "func.return",
       "arith.addf", "arith.mulf"});
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix) << findings[0].str();
  EXPECT_EQ(findings[0].fix->message,
            "insert 'convert-linalg-to-loops' before 'convert-scf-to-cf'");
}

/// A text that was printed has all options; nobody reads those that stay.
TEST_F(FixPairTest, OfManyOptionsTheOneThatChangesIsNamed) {
  std::vector<Diagnostic> findings =
      check("one-shot-bufferize{buffer-alignment=64 dump-alias-sets=false "
            "print-conflicts=false "
            "bufferize-function-boundaries=false},convert-func-to-llvm,"
            "finalize-memref-to-llvm,reconcile-unrealized-casts",
            {"tensor.extract", "!tensor", "func.func", "func.func(!tensor)",
             "func.return"});
  ASSERT_FALSE(findings.empty());
  ASSERT_TRUE(findings[0].fix) << findings[0].str();
  EXPECT_EQ(findings[0].fix->message,
            "set bufferize-function-boundaries=true of 'one-shot-bufferize'");
  EXPECT_EQ(findings[0].fix->options,
            "buffer-alignment=64 dump-alias-sets=false print-conflicts=false "
            "bufferize-function-boundaries=true");
}

std::string getHelp(const Diagnostic &finding) {
  for (const Note &note : finding.notes)
    if (note.kind == Note::Kind::Help)
      return note.message;
  return "";
}

TEST_F(FixPairTest, APassForWhatIsNotThereIsNotOffered) {
  // Not sparsification-and-bufferization, whatever passes name sparse tensors.
  std::vector<Diagnostic> findings =
      check("sparse-tensor-codegen", {"linalg.generic", "!memref"});
  ASSERT_FALSE(findings.empty());
  for (const Diagnostic &finding : findings) {
    EXPECT_FALSE(test::contains(finding.str(), "sparsification"));
  }
}

TEST_F(FixPairTest, APassThatUndoesTheOneBeforeIsNotOffered) {
  std::vector<Diagnostic> findings = check("convert-scf-to-cf", {"scf.for"});
  ASSERT_FALSE(findings.empty());
  for (const Diagnostic &finding : findings)
    EXPECT_FALSE(test::contains(finding.str(), "lift-cf-to-scf"));
}

/// That functions are there says nothing about who would make calls of it.
TEST_F(FixPairTest, FunctionsInTheInputChangeNoAdvice) {
  const char *help =
      "add a pass that lowers it: 'convert-linalg-to-affine-loops' or "
      "'convert-linalg-to-loops' or 'convert-linalg-to-parallel-loops'";
  EXPECT_EQ(getHelp(check("cse", {"linalg.matmul", "!memref"}).back()), help);
  EXPECT_EQ(getHelp(check("cse", {"linalg.matmul", "!memref", "func.func",
                                  "func.return"})
                        .back()),
            help);
}

/// Who has passes of their own meets this first.
TEST_F(FixPairTest, WhatNoKnownPassLowersAnUnknownOneMay) {
  std::vector<Diagnostic> findings =
      check("convert-torch-to-linalg,cse", {"torch"});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::LeftToUndescribed);
  EXPECT_EQ(getHelp(findings[0]),
            "say in a contracts file what 'convert-torch-to-linalg' lowers: "
            "{\"passes\": {\"convert-torch-to-linalg\": {\"lowers\": "
            "[{\"from\": \"torch\"}]}}}");
  EXPECT_EQ(getHelp(check("cse", {"torch"})[0]), "");
}

} // namespace
