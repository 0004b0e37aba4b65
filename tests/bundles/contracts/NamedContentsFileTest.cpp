//===- NamedContentsFileTest.cpp - Names for lists of items in files ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

TEST(NamedContentsFile, IsWrittenAsItIsRead) {
  Catalog catalog;
  test::require(readContracts(SourceText::copy(R"json({"contents": {
        "acme-input": {"summary": "What the frontend makes",
                       "items": ["acme.x", "!acme"]},
        "one": {"items": "scf"}}})json",
                                               "a.contracts.json"),
                              catalog));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {});
  Catalog again;
  test::require(readContracts(SourceText::copy(os.str(), "again"), again));
  const ContentsDescriptor *input = again.lookupContents("acme-input");
  ASSERT_NE(input, nullptr);
  EXPECT_EQ(input->summary, "What the frontend makes");
  EXPECT_EQ(input->items, (std::vector<std::string>{"acme.x", "!acme"}));
  ASSERT_NE(again.lookupContents("one"), nullptr);
  EXPECT_EQ(again.lookupContents("one")->items,
            std::vector<std::string>{"scf"});
}

TEST(NamedContentsFile, ReplacingOneIsReported) {
  Catalog catalog;
  auto read = [&](llvm::StringRef items) {
    std::string text =
        "{\"contents\": {\"mine\": {\"items\": " + items.str() + "}}}";
    auto warnings = readContracts(SourceText::copy(text, "c.json"), catalog);
    EXPECT_TRUE(bool(warnings));
    std::string found;
    for (const Diagnostic &warning : *warnings)
      found += warning.getTitle() + ": " + warning.message + "\n";
    return found;
  };
  EXPECT_EQ(read("[\"a.x\", \"b\"]"), "");
  EXPECT_EQ(read("[\"a.x\", \"b\"], \"summary\": \"said again\""), "");
  EXPECT_EQ(read("\"a.x\""), "PMB057 overridden: what was known of the "
                             "contents 'mine' is overridden\n");
}

/// Each names what MLIR has; what the check knows nothing of would be a typo.
TEST(NamedContentsFile, TheStockOnesNameWhatIsKnown) {
  const Catalog &catalog = getStockCatalog();
  std::vector<llvm::StringRef> names = catalog.getContentsNames();
  EXPECT_EQ(names, (std::vector<llvm::StringRef>{
                       "gpu-kernels", "linalg-on-memrefs", "linalg-on-tensors",
                       "llvm-ir", "target-dialects", "tosa-on-tensors",
                       "usual-marks", "usual-operations", "usual-program"}));
  for (llvm::StringRef name : names) {
    EXPECT_FALSE(catalog.lookupContents(name)->summary.empty());
    EXPECT_EQ(catalog.lookupDialect(name), Catalog::Dialect::Unknown);
    for (llvm::StringRef item : catalog.lookupContents(name)->items) {
      if (item.starts_with("!"))
        EXPECT_NE(catalog.lookupType(item), nullptr) << item.str();
      else
        EXPECT_NE(catalog.lookupDialect(item.split('.').first),
                  Catalog::Dialect::Unknown)
            << item.str();
    }
  }
}

} // namespace
