//===- OperationsTest.cpp - What passes run on, as data -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about operations are data of the catalog: those of a third party count
// as much as MLIR's own.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "builder/PipelineBuilder.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

constexpr StringRef toy = R"json({
  "operations": {
    "toy.world": {"top": true},
    "toy.fun": {"parent": "toy.world", "function": true, "symbol": true,
                "program": true},
    "toy.cell": {"parent": "toy.fun", "only": true}
  },
  "passes": {
    "fold": {"anchor": "toy.fun", "lowers": [{"from": "toy.add", "to": "llvm"}]},
    "split": {"anchor": "toy.cell", "lowers": []}
  }
})json";

Catalog readOperations(StringRef text, Catalog catalog = Catalog()) {
  auto warnings = readContracts(SourceText::copy(text, "toy.json"), catalog);
  if (!warnings)
    ADD_FAILURE() << llvm::toString(warnings.takeError());
  else
    EXPECT_TRUE(warnings->empty()) << warnings->front().str();
  return catalog;
}

std::string readNoOperations(StringRef text) {
  Catalog catalog;
  auto warnings = readContracts(SourceText::copy(text, "toy.json"), catalog);
  EXPECT_TRUE(catalog.getOperations().empty());
  return warnings ? "no error" : test::errors(warnings.takeError());
}

std::string check(PipelineBuilder &pipeline) {
  std::string result;
  for (const Diagnostic &finding : pipeline.check())
    result += finding.getInfo().name.str() + ": " + finding.message + '\n';
  return result;
}

TEST(Operations, NestsAreOpenedWhereTheyStand) {
  Catalog catalog = readOperations(toy);
  PipelineBuilder pipeline("toy.world", catalog);
  pipeline.addPass("split");
  EXPECT_EQ(pipeline.str(), "toy.world(toy.fun(toy.cell(split)))");
}

TEST(Operations, PassesOnTheProgramSeeAllOfIt) {
  Catalog catalog = readOperations(toy);
  PipelineBuilder pipeline("toy.world", catalog);
  pipeline.nest("toy.fun").addPass("fold");
  pipeline.getInterface().inputContents = {{"toy.add"}};
  pipeline.getInterface().outputContents = {{"llvm"}};
  EXPECT_EQ(check(pipeline), "");
}

TEST(Operations, NestsThatNoIRHas) {
  Catalog catalog = readOperations(toy);
  PipelineBuilder pipeline("toy.world", catalog);
  pipeline.nest("toy.cell").addPass("split");
  EXPECT_EQ(check(pipeline), "no-effect: 'split' has nothing to run on: no "
                             "'toy.cell' stands directly in a 'toy.world'\n");
  PipelineBuilder twice("toy.world", catalog);
  twice.nest("toy.fun").nest("toy.fun").addPass("fold");
  EXPECT_EQ(check(twice), "no-effect: 'fold' has nothing to run on: no "
                          "'toy.fun' stands directly in a 'toy.fun'\n");
}

TEST(Operations, WhatIsWrittenReadsBack) {
  Catalog catalog = readOperations(toy);
  auto write = [](const Catalog &catalog) {
    std::string text;
    llvm::raw_string_ostream os(text);
    writeContracts(os, catalog, {catalog.lookupPass("fold")});
    return text;
  };
  std::string text = write(catalog);
  EXPECT_TRUE(test::contains(text, R"("toy.world": {"top": true})"));
  EXPECT_EQ(write(readOperations(text)), text);
}

TEST(Operations, OneThatStandsInItselfIsAnError) {
  EXPECT_EQ(readNoOperations("{\"operations\": {\n"
                             "  \"toy.a\": {\"parent\": \"toy.b\"},\n"
                             "  \"toy.b\": {\"parent\": \"toy.a\"}}}"),
            "3:23 bad-value the operation 'toy.b' would stand in itself");
  EXPECT_EQ(
      readNoOperations("{\"operations\": {\"toy.a\": {\"parnet\": \"b\"}}}"),
      "1:27 unknown-key an operation has no key 'parnet' (did you mean "
      "'parent'?)");
}

TEST(Operations, VeryManyInEachOther) {
  std::string text = "{\"operations\": {\"toy.o0\": {\"parent\": \"toy.o1\"}";
  for (unsigned i = 1; i < 100000; ++i)
    text += ", \"toy.o" + std::to_string(i) + "\": {\"parent\": \"toy.o" +
            std::to_string(i + 1) + "\"}";
  Catalog catalog =
      readOperations(text + "}, \"passes\": {\"deep\": "
                            "{\"anchor\": \"toy.o0\", \"lowers\": []}}}");
  PipelineBuilder pipeline("builtin.module", catalog);
  std::string error =
      llvm::toString(pipeline.insert(PassSpec("deep"), Position::atEnd()));
  EXPECT_TRUE(test::contains(error, "wrong-anchor-op"));
}

TEST(Operations, MLIRsOwn) {
  const Catalog &catalog = getStockCatalog();
  EXPECT_TRUE(catalog.lookupOperation("builtin.module")->isTop);
  EXPECT_EQ(catalog.lookupOperation("spirv.func")->parent, "spirv.module");
  EXPECT_TRUE(catalog.isFunction("gpu.func"));
  EXPECT_FALSE(catalog.isFunction("gpu.module"));
  // By its name only.
  EXPECT_EQ(catalog.lookupOperation("acme.func"), nullptr);
  EXPECT_TRUE(catalog.isFunction("acme.func"));
}

} // namespace
