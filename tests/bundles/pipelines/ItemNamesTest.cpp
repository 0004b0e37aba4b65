//===- ItemNamesTest.cpp - MaybeItems that nobody knows
//------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "builder/PipelineBuilder.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

using MaybeItems = std::optional<std::vector<std::string>>;

std::string check(llvm::StringRef pass, const MaybeItems &input,
                  const MaybeItems &output = {}) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addPass(pass);
  pipeline.getInterface().inputContents = input;
  pipeline.getInterface().outputContents = output;
  std::string result;
  for (const Diagnostic &finding : pipeline.check())
    result += finding.str();
  return result;
}

TEST(ItemNames, OneThatNobodyKnowsIsTheOnlyFinding) {
  EXPECT_EQ(
      check("convert-scf-to-cf", std::nullopt,
            std::vector<std::string>{"llvm-ri"}),
      "error: 'llvm-ri' in the output's contents: no contents are called "
      "'llvm-ri' [PMB038 unknown-item]\n"
      "  help: did you mean 'llvm-ir'? If not, let the contract of a pass "
      "name it\n");
  // Who says that it is no error wants the rest.
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addPass("convert-scf-to-cf");
  pipeline.getInterface().outputContents = {"llvm-ri"};
  pipeline.setSeverity(DiagnosticCode::UnknownItem, Severity::Off);
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::DeadEnd);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  EXPECT_EQ(findings[1].code, DiagnosticCode::DeadEnd);
}

// What corrects a file replaces what is written by what is meant.
TEST(ItemNames, AMisspellingIsToldApartFromItsText) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addPass("convert-scf-to-cf");
  pipeline.getInterface().outputContents = {"llvm-ri"};
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].misspelling.written, "llvm-ri");
  EXPECT_EQ(findings[0].misspelling.meant, "llvm-ir");
}

TEST(ItemNames, ASuggestionIsAnItem) {
  auto suggestion = [](const char *item) {
    std::string text = check("cse", std::vector<std::string>{item});
    llvm::StringRef rest = llvm::StringRef(text).split("did you mean '").second;
    return rest.split("'").first.str();
  };
  EXPECT_EQ(suggestion("!tensr"), "!tensor");
  EXPECT_EQ(suggestion("arith.constant(!tensr)"), "!tensor");
  EXPECT_EQ(suggestion("arith.adddi"), "arith.addi");
  EXPECT_EQ(suggestion("linlag.matmul"), "linalg");
  EXPECT_EQ(suggestion("tsoa"), "tosa");
  EXPECT_EQ(suggestion("lvm"), "llvm");
  EXPECT_EQ(suggestion("linag-on-tensors"), "linalg-on-tensors");
  EXPECT_EQ(suggestion("linalg.fill(ded)"), "dead");
}

/// Short names differ by a letter by chance, and longer ones by more are names
/// of their own.
TEST(ItemNames, ThoseOfThirdPartiesAreNotMisspelt) {
  EXPECT_EQ(
      check("cse", std::vector<std::string>{"tpu.load", "arc.state",
                                            "tensorrt.add", "hal", "tt.dot",
                                            "!ttg.desc", "stablehlo"}),
      "");
}

TEST(ItemNames, OfAContractAreThoseOfTheDialect) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addPass("cse");
  Contract contract;
  contract.lowers({"linalg.matmull", "linalg.matmul", "acme.add"});
  EXPECT_EQ(test::errors(pipeline.addContract("cse", contract)), "");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "warning: 'linalg' has no operation 'matmull' [PMB038 "
            "unknown-item]\n"
            "  at: 'cse' (pass 0, on builtin.module, added by framework)\n"
            "  note: the contract of 'cse' names it\n"
            "  help: did you mean 'linalg.matmul'?\n");
}

TEST(ItemNames, ComeWithTheirPlaceInAFile) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("items", "contents.json", path));
  llvm::FileRemover remover(path);
  std::error_code code;
  llvm::raw_fd_ostream(path, code) << "{\"contents\": [\n \"scf.fro\"]}\n";
  ASSERT_FALSE(code);
  std::string text = "{\"input\": {\"contents\": [\"@" + path.str().str() +
                     "\",\n  \"linlag\"]},\n"
                     " \"output\": {\"contents\": \"lvm\"},\n"
                     " \"passes\": [\"cse\"]}";
  llvm::Expected<PipelineFile> file =
      PipelineFile::parse(SourceText::copy(text, "p.pipeline.json"));
  ASSERT_TRUE(bool(file));
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  ASSERT_EQ(test::errors(file->appendTo(pipeline)), "");
  std::vector<std::string> places;
  for (const Diagnostic &finding : pipeline.check())
    places.push_back(finding.node ? finding.node->origin.str() : "nowhere");
  EXPECT_EQ(places, (std::vector<std::string>{path.str().str() + ":2:2",
                                              "p.pipeline.json:2:3",
                                              "p.pipeline.json:3:25"}));
}

TEST(ItemNames, OfADialectThatADescribedPassLoadsAreKnown) {
  auto check = [](std::vector<std::string> dialects) {
    PassDescriptor described("mine");
    described.hasContract = true;
    described.dependentDialects = std::move(dialects);
    PipelineBuilder pipeline("builtin.module", getStockCatalog());
    PassSpec spec("mine");
    spec.described = &described;
    EXPECT_EQ(test::errors(pipeline.insert(std::move(spec), Position::atEnd())),
              "");
    pipeline.getInterface().inputContents = {"linlag.matmul"};
    std::string result;
    for (const Diagnostic &finding : pipeline.check())
      result += finding.message;
    return result;
  };
  EXPECT_NE(check({}), "");
  EXPECT_EQ(check({"linlag"}), "");
}

/// What looks misspelled may be of a project with passes of its own, as long
/// as these are there.
TEST(ItemNames, APassThatIsGoneHasNoDialects) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addPass("cse").addPass("their-own");
  pipeline.getInterface().inputContents = {"linlag.matmul"};
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  Severity before = findings[0].severity;
  EXPECT_EQ(test::errors(pipeline.removePass("their-own")), "");
  findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  EXPECT_NE(before, Severity::Error);
}

/// What a pass is only guessed to lower is there for all that.
TEST(ItemNames, OfWhatIsGuessedAreKnown) {
  static const PassDescriptor guessing = [] {
    PassDescriptor pass("mine");
    pass.guess.lowers({"linalg.mine"});
    return pass;
  }();
  for (bool isGuessed : {false, true}) {
    PipelineBuilder pipeline("builtin.module", getStockCatalog());
    PassSpec spec("mine");
    if (isGuessed)
      spec.described = &guessing;
    pipeline.append(std::move(spec));
    pipeline.getInterface().inputContents = {"linalg.mine"};
    std::vector<Diagnostic> findings = pipeline.check();
    EXPECT_EQ(findings.size(), isGuessed ? 0u : 1u);
  }
}

/// A type of a dialect has the name of the dialect.
TEST(ItemNames, TheTypeOfAMisspeltDialectIsNone) {
  std::string text = check("cse", std::vector<std::string>{"!linlag"});
  EXPECT_NE(text.find("did you mean '!linalg'"), std::string::npos) << text;
}

} // namespace
