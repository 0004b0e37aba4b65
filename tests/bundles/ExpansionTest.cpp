//===- ExpansionTest.cpp - Tests of names of registered pipelines ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/TextualPipeline.h"
#include "bundles/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

unsigned countPasses(llvm::ArrayRef<TextualElement> elements,
                     const Catalog &catalog) {
  unsigned count = 0;
  for (const TextualElement &element : elements) {
    if (element.isNest()) {
      count += countPasses(element.nested, catalog);
      continue;
    }
    ++count;
    // From mlir-opt's own tests, which the catalog does not have all of.
    if (!element.name.starts_with("test-")) {
      EXPECT_TRUE(catalog.lookupPass(element.name)) << element.name.str();
    }
  }
  return count;
}

std::vector<Diagnostic> findErrors(StringRef text,
                                   std::vector<std::string> contents) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  auto parsed = parseTextualPipeline(text, "test");
  EXPECT_TRUE(bool(parsed));
  if (!parsed)
    return takeDiagnostics(parsed.takeError());
  EXPECT_FALSE(bool(parsed->appendTo(pipeline)));
  pipeline.getInterface().inputContents = std::move(contents);
  pipeline.getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> errors;
  for (Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity == Severity::Error)
      errors.push_back(std::move(diagnostic));
  return errors;
}

const std::vector<std::string> matmul = {
    "func.func",    "func.return", "linalg.matmul", "linalg.fill",
    "linalg.yield", "arith.addf",  "arith.mulf",    "arith.constant",
    "tensor.empty", "!tensor"};

TEST(Expansion, NamesKnownPasses) {
  const Catalog &catalog = getStockCatalog();
  unsigned pipelines = 0;
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor *pass = catalog.lookupPass(name);
    if (pass->pipeline.empty())
      continue;
    ++pipelines;
    EXPECT_TRUE(pass->hasContract) << name.str();
    auto parsed = parseTextualPipeline(pass->pipeline, name);
    ASSERT_TRUE(bool(parsed)) << name.str();
    EXPECT_GT(countPasses(parsed->getElements(), catalog), 1u) << name.str();
  }
  EXPECT_GE(pipelines, 7u);
}

TEST(Expansion, CountsForWhatItExpandsTo) {
  EXPECT_TRUE(findErrors("builtin.module(one-shot-bufferize{bufferize-function-"
                         "boundaries},test-lower-to-llvm)",
                         matmul)
                  .empty());
  // The loops that it makes are lowered in it, the tensors are not.
  EXPECT_FALSE(
      findErrors("builtin.module(test-lower-to-llvm)", matmul).empty());
  EXPECT_FALSE(findErrors("builtin.module(test-lower-to-llvm,one-shot-bufferize"
                          "{bufferize-function-boundaries})",
                          matmul)
                   .empty());
}

TEST(Expansion, StaysOneNodeUnderItsName) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  StringRef text = "builtin.module(cse,sparsifier{enable-runtime-library=0})";
  auto parsed = parseTextualPipeline(text, "test");
  ASSERT_TRUE(bool(parsed));
  ASSERT_FALSE(bool(parsed->appendTo(pipeline)));
  unsigned count = 0;
  for (const Node &node : pipeline.getPasses())
    count += node.getName() == "sparsifier" || node.getName() == "cse";
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(parsed->str(), text.str());
}

} // namespace
