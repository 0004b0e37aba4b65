//===- WitnessesTest.cpp - Programs that show findings --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passmanager tests run the programs. Here is which of them are chosen.
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/Witnesses.h"
#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

class WitnessesTest : public testing::Test {
protected:
  WitnessesTest() {
    for (StringRef name : {"lower-affine", "expand-strided-metadata",
                           "convert-scf-to-cf", "convert-arith-to-llvm",
                           "finalize-memref-to-llvm", "convert-func-to-llvm",
                           "convert-cf-to-llvm", "reconcile-unrealized-casts"})
      builder.addPass(name);
    builder.getInterface().outputContents = {{"llvm-ir"}};
  }

  std::vector<Diagnostic> findWith(StringRef item) {
    std::vector<Diagnostic> findings;
    for (Diagnostic &finding : builder.check())
      if (llvm::is_contained(finding.items, item))
        findings.push_back(std::move(finding));
    return findings;
  }

  PipelineBuilder builder{"builtin.module", getStockCatalog()};
};

TEST_F(WitnessesTest, AProgramHasWhatTheFindingNames) {
  Pipeline &pipeline = builder;
  // docs: Witnesses.h
  std::vector<Diagnostic> findings = pipeline.check();
  addWitnesses(pipeline, findings);
  // docs: end
  ASSERT_EQ(findings.size(), 1u);
  const Diagnostic &finding = findings.front();
  EXPECT_EQ(finding.items, std::vector<std::string>{"affine.apply"});
  ASSERT_EQ(finding.shownBy,
            std::vector<std::string>{"memref.subview(dynamic)"});
  EXPECT_TRUE(test::contains(finding.witness, "memref.subview"));
  EXPECT_FALSE(test::contains(finding.witness, "affine.apply"));
  // Reports show it line by line.
  ASSERT_FALSE(finding.notes.empty());
  EXPECT_EQ(finding.notes.back().source.size(),
            StringRef(finding.witness).count('\n'));
}

TEST_F(WitnessesTest, WhatTheInputNeverHasShowsNothing) {
  ASSERT_EQ(findWith("affine.apply").size(), 1u);
  std::string before = findWith("affine.apply").front().shownBy.front();
  EXPECT_EQ(before, "memref.subview(dynamic)");
  // docs: PassList.h
  builder.getInterface().inputNever.push_back(
      {"memref.subview(dynamic)", "all our shapes are static"});
  // docs: end
  for (const Diagnostic &finding : findWith("affine.apply"))
    for (const WitnessFinder::Found &found :
         WitnessFinder(builder).find(finding, 100))
      EXPECT_FALSE(found.witness->contains("memref.subview(dynamic)"))
          << found.witness->program.str();
}

TEST_F(WitnessesTest, AKnownInputIsAllThatAProgramHas) {
  builder.getInterface().inputContents = {
      {"func.func", "func.return", "tosa.add", "!tensor"}};
  std::vector<Diagnostic> findings = findWith("tosa.add");
  ASSERT_EQ(findings.size(), 1u);
  std::vector<WitnessFinder::Found> found =
      WitnessFinder(builder).find(findings.front(), 100);
  ASSERT_FALSE(found.empty());
  for (const WitnessFinder::Found &program : found)
    for (StringRef item : program.witness->contents)
      EXPECT_TRUE(item.starts_with("func.") || item.starts_with("!") ||
                  item == "tosa.add" || item == "builtin.module" ||
                  item == "arith.constant")
          << item.str();
  EXPECT_TRUE(found.front().isSure);
}

TEST_F(WitnessesTest, WhatHoldsOfEveryInputNeedsNone) {
  Diagnostic finding(DiagnosticCode::WrongOrder, "a text");
  EXPECT_FALSE(WitnessFinder::dependsOnInput(finding));
  EXPECT_TRUE(WitnessFinder(builder).find(finding, 100).empty());
  std::vector<Diagnostic> findings = {finding};
  addWitnesses(builder, findings);
  EXPECT_TRUE(findings.front().notes.empty());
}

TEST_F(WitnessesTest, TheExampleIsWhatAPassNamesFirst) {
  for (bool isTurned : {false, true}) {
    Catalog catalog = getStockCatalog().clone();
    PassDescriptor pass("mine");
    pass.hasContract = true;
    std::vector<std::string> items = {"vector.flat_transpose",
                                      "vector.create_mask"};
    if (isTurned)
      std::swap(items[0], items[1]);
    pass.contract.lowers({items[0], items[1]}).to({"scf.for"});
    test::require(catalog.addPass(std::move(pass)));
    PipelineBuilder pipeline("builtin.module", catalog);
    pipeline.addPass("mine");
    pipeline.getInterface().outputContents = {{"llvm"}};
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].shownBy, std::vector<std::string>{items[0]});
  }
}

} // namespace
