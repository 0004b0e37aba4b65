//===- GuessedContractsTest.cpp - Tests of contracts to begin with --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/GuessedContracts.h"
#include "../Require.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/json/JsonDocument.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

using Items = std::vector<std::string>;

class GuessedContractsTest : public testing::Test {
protected:
  void add(StringRef passes, std::optional<Items> output = std::nullopt,
           std::optional<Items> input = std::nullopt) {
    Pipeline pipeline("builtin.module", getStockCatalog());
    llvm::SmallVector<StringRef> names;
    passes.split(names, ' ');
    for (StringRef name : names)
      test::require(pipeline.insert(PassSpec(name), Position::atEnd()));
    pipeline.getInterface().outputContents = std::move(output);
    pipeline.getInterface().inputContents = std::move(input);
    guesses.add(pipeline, pipeline.check());
  }
  std::string print() { return test::toText(guesses); }
  /// What the file says of a pass. It is read without a warning, and no pass
  /// in it has a contract.
  std::string guess(StringRef name) {
    Catalog catalog = getStockCatalog().clone();
    std::string text = print();
    EXPECT_TRUE(test::require(
                    readContracts(SourceText::copy(text, "init.json"), catalog))
                    .empty())
        << text;
    const PassDescriptor *pass = catalog.lookupPass(name);
    if (!pass)
      return "absent";
    EXPECT_FALSE(pass->hasContract);
    std::string result;
    for (const ContentsEntry &entry : pass->guess.getContents()) {
      result += stringify(entry.word).str() + " " +
                llvm::join(entry.items, ",") + ">" + llvm::join(entry.to, ",") +
                (entry.isPartial ? " in part" : "");
      if (!entry.sometimes.empty())
        result += " or " + llvm::join(entry.sometimes, ",");
      result += "; ";
    }
    return result;
  }

  GuessedContracts guesses{getStockCatalog()};
};

TEST_F(GuessedContractsTest, DialectsOfTheCatalog) {
  add("convert-tensor-to-scf scf-to-acme acme-to-loops lower-affine-blobs "
      "vector-bufferize acme-legalize-to-mlprogram-ops acme-linalg "
      "memref-expand-for-llvm");
  EXPECT_EQ(guess("convert-tensor-to-scf"), "lowers tensor>scf; ");
  EXPECT_EQ(guess("lower-affine-blobs"), "lowers affine> in part; ");
  EXPECT_EQ(guess("vector-bufferize"), "lowers !tensor> in part; ");
  EXPECT_EQ(guess("memref-expand-for-llvm"), "lowers memref> in part; ");
  EXPECT_EQ(guess("acme-linalg"), "");
}

/// Dialects of the project stand in several names, in the IR or in nests.
/// A project has a word of its own before the names of its passes.
TEST_F(GuessedContractsTest, ANamesakeOfAPassIsLikeIt) {
  add("acme-convert-arith-to-llvm acme-cse acme-tile-to-cf");
  std::string text = print();
  EXPECT_TRUE(test::contains(
      text, "\"acme-convert-arith-to-llvm\": {\"guessed\": true, "
            "\"like\": \"convert-arith-to-llvm\"}"));
  EXPECT_EQ(guess("acme-convert-arith-to-llvm").rfind("lowers arith", 0), 0u);
  // One word says too little.
  EXPECT_EQ(guess("acme-cse"), "");
}

TEST_F(GuessedContractsTest, DialectsOfTheProject) {
  add("acme-tile convert-acme-to-llvm convert-zeta-to-llvm");
  EXPECT_EQ(guess("convert-acme-to-llvm"), "lowers acme>llvm; ");
  EXPECT_EQ(guess("convert-zeta-to-llvm"), "introduces > or llvm; ");
  add("cse", Items{"llvm"}, Items{"zeta.op"});
  EXPECT_EQ(guess("convert-zeta-to-llvm"), "lowers zeta>llvm; ");
  add("poly-to-mod-arith mod-arith-to-arith convert-value-to-elementwise");
  EXPECT_EQ(guess("poly-to-mod-arith"), "introduces > or mod_arith; ");
  EXPECT_EQ(guess("mod-arith-to-arith"), "lowers mod_arith>arith; ");
  EXPECT_EQ(guess("convert-value-to-elementwise"), "");
}

TEST_F(GuessedContractsTest, OfSeveralEachTakesAPart) {
  add("convert-acme-to-scf convert-acme-to-llvm acme-to-quant");
  EXPECT_EQ(guess("convert-acme-to-scf"), "lowers acme>scf in part; ");
  EXPECT_EQ(guess("convert-acme-to-llvm"), "lowers acme>llvm in part; ");
  // No contract says what becomes of all that is quantized.
  EXPECT_EQ(guess("acme-to-quant"), "lowers acme> in part; ");
}

TEST_F(GuessedContractsTest, WhatIsLeftComesFirst) {
  add("acme-tile convert-scf-to-cf convert-acme-to-llvm", Items{"llvm"});
  StringRef first = "lowers acme>llvm; lowers arith,cf,func>llvm; ";
  EXPECT_EQ(guess("convert-acme-to-llvm"), first);
  std::string text = print();
  EXPECT_LT(text.find("convert-acme-to-llvm"), text.find("acme-tile"));
  EXPECT_TRUE(test::contains(
      text, "    // Fill in first: no pass that is described lowers "
            "'arith.index_cast', "));
  EXPECT_TRUE(test::contains(text,
                             "    // Nothing can be read off these names\n"
                             "    \"acme-tile\": {\"guessed\": true}\n"));
}

TEST_F(GuessedContractsTest, NothingIsGuessedOfWhatIsKnown) {
  add("cse canonicalize");
  Catalog catalog;
  std::string text = print();
  EXPECT_TRUE(
      test::require(readContracts(SourceText::copy(text, "init.json"), catalog))
          .empty());
  EXPECT_TRUE(catalog.getPassNames().empty());
}

TEST(GuessedContractsDocs, AsInTheHeader) {
  const Catalog &catalog = getStockCatalog();
  Pipeline pipeline("builtin.module", catalog);
  // docs: bundles/contracts/GuessedContracts.h
  GuessedContracts guesses(catalog);
  guesses.add(pipeline, pipeline.check());
  guesses.print(llvm::outs());
  // docs: end
}

TEST_F(GuessedContractsTest, OfAPassesFile) {
  auto read = [&](StringRef text) {
    auto dump =
        test::require(JsonDocument::parse(SourceText::copy(text, "dump.json")));
    std::string message;
    for (const Diagnostic &failure : takeDiagnostics(guesses.addPasses(dump)))
      message += failure.str();
    return message;
  };
  EXPECT_EQ(read(R"({"!instanceof": {"PassBase": ["P", "Q", "R"]},
    "P": {"argument": "acme-run", "summary": "Runs \"acme\"",
          "dependentDialects": ["::mlir::LLVM::LLVMDialect, acme::AcmeDialect",
                                "scf::SCFDialect", "something"]},
    "Q": {"argument": "acme-convert-to-llvm", "summary": "To LLVM"},
    "R": {"argument": "other", "summary": "Not in the pipeline"}})"),
            "");
  add("acme-run convert-acme-to-llvm acme-convert-to-llvm");
  EXPECT_EQ(guess("acme-run"), "introduces > or llvm,acme,scf; ");
  EXPECT_EQ(guess("convert-acme-to-llvm"), "lowers acme>llvm; ");
  EXPECT_EQ(guess("other"), "absent");
  std::string text = print();
  EXPECT_TRUE(test::contains(text, "\"summary\": \"Runs \\\"acme\\\"\""));
  EXPECT_TRUE(test::contains(text, "\"dependentDialects\""));
  EXPECT_TRUE(
      test::contains(text, "{\"guessed\": true, \"like\": \"convert-to-llvm\", "
                           "\"summary\": \"To LLVM\"}"));
  EXPECT_TRUE(
      test::contains(read("{\"passes\": {}}"), "'dump.json' has no passes"));
}

/// A word that stands in another name, too, is no dialect: it has to be what
/// that begins with, or converts.
TEST_F(GuessedContractsTest, WordsThatNothingElseBacksAreNoDialects) {
  add("air-rank-to-launch air-label-launch-tile air-wrap-zero "
      "rewrite-poison-to-zero convert-zero-size-memref");
  for (StringRef name :
       {"air-rank-to-launch", "air-label-launch-tile", "rewrite-poison-to-zero",
        "convert-zero-size-memref"}) {
    std::string guessed = guess(name);
    EXPECT_FALSE(test::contains(guessed, "launch"));
    EXPECT_FALSE(test::contains(guessed, "zero"));
  }
}

TEST_F(GuessedContractsTest, WhatMayRemainIsMade) {
  add("acme-vm-conversion", Items{"vm"});
  EXPECT_EQ(guess("acme-vm-conversion"), "introduces > or vm; ");
}

} // namespace
