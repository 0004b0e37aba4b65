//===- SuggestedContractsTest.cpp - Contracts from what was seen ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/SuggestedContracts.h"
#include "Support.h"
#include "bundles/contracts/ContractsFile.h"

using namespace pmb;
using namespace pmb::test;

namespace {

std::string print(const SuggestedContracts &suggested) {
  return toText(suggested);
}

/// What the printed file says of `test-pass`, read as any contracts file.
Contract readBack(const SuggestedContracts &suggested) {
  Catalog catalog;
  require(readContracts(
      SourceText::copy(print(suggested), "seen.contracts.json"), catalog));
  return catalog.lookupPass("test-pass")->contract;
}

using Items = std::vector<std::string>;

TEST(SuggestedContracts, WhatIsGoneIsLoweredToWhatIsNew) {
  SuggestedContracts suggested;
  suggested.addExecution("test-pass", {{"a.x", 2}, {"f.f", 1}},
                         {{"f.f", 1}, {"b.z", 2}});
  suggested.addExecution("test-pass", {{"a.x", 1}}, {{"b.z", 1}, {"b.w", 1}});
  Contract contract = readBack(suggested);
  ASSERT_EQ(contract.getContents().size(), 1u);
  const ContentsEntry &entry = contract.getContents()[0];
  EXPECT_EQ(entry.word, ContentsEntry::Word::Lowers);
  EXPECT_EQ(entry.items, (Items{"a.x"}));
  EXPECT_EQ(entry.to, (Items{"b.z"}));
  EXPECT_EQ(entry.sometimes, (Items{"b.w"}));
  EXPECT_FALSE(entry.isPartial);
  EXPECT_EQ(entry.source, "recorded: gone in 2 of 2 executions");
}

TEST(SuggestedContracts, WhatStaysAtTimesIsLoweredInPart) {
  SuggestedContracts suggested;
  suggested.addExecution("test-pass", {{"a.x", 1}}, {});
  suggested.addExecution("test-pass", {{"a.x", 1}}, {{"a.x", 1}});
  Contract contract = readBack(suggested);
  ASSERT_EQ(contract.getContents().size(), 1u);
  EXPECT_TRUE(contract.getContents()[0].isPartial);
  EXPECT_EQ(contract.getContents()[0].source,
            "recorded: gone in 1 of 2 executions");
}

TEST(SuggestedContracts, OneOperationByItselfIsTheBetterWitness) {
  SuggestedContracts suggested;
  suggested.addExecution("test-pass", {{"a.x", 1}, {"a.y", 1}},
                         {{"b.x", 1}, {"b.y", 1}});
  suggested.addExecution("test-pass", {{"a.x", 1}}, {{"b.x", 1}});
  suggested.addExecution("test-pass", {{"a.y", 1}}, {{"b.y", 1}});
  Contract contract = readBack(suggested);
  ASSERT_EQ(contract.getContents().size(), 2u);
  EXPECT_EQ(contract.getContents()[0].to, (Items{"b.x"}));
  EXPECT_EQ(contract.getContents()[1].to, (Items{"b.y"}));
}

TEST(SuggestedContracts, WhatComesOfNothingIsIntroduced) {
  SuggestedContracts suggested;
  suggested.addExecution("test-pass", {{"a.x", 1}}, {{"a.x", 1}, {"b.z", 1}});
  suggested.addExecution("test-pass", {{"a.x", 1}}, {{"a.x", 1}});
  Contract contract = readBack(suggested);
  ASSERT_EQ(contract.getContents().size(), 1u);
  EXPECT_EQ(contract.getContents()[0].word, ContentsEntry::Word::Introduces);
  EXPECT_EQ(contract.getContents()[0].sometimes, (Items{"b.z"}));
}

TEST(SuggestedContracts, RunsAreMergedAsIfTheyHadBeenOne) {
  SuggestedContracts once, first, second;
  for (auto *suggested : {&once, &first}) {
    suggested->addExecution("test-pass", {{"a.x", 1}}, {{"b.z", 1}});
    suggested->addEntry("test-other", "lowers (a.x)", 1, 0);
    suggested->addUnnamed("test-other", "a.y", 1, 0);
  }
  for (auto *suggested : {&once, &second}) {
    suggested->addExecution("test-pass", {{"a.x", 1}}, {{"a.x", 1}});
    suggested->addEntry("test-other", "lowers (a.x)", 0, 2);
    suggested->addUnnamed("test-other", "a.y", 2, 3);
  }
  require(second.read(print(first), "seen.contracts.json"));
  EXPECT_EQ(print(second), print(once));
  EXPECT_TRUE(contains(print(second), R"json("unnamedGone": {
          "a.y": 3
        },
        "unnamedAdded": {
          "a.y": 3
        })json"));
}

TEST(SuggestedContracts, EntriesAreKeptContradictedOrNeverExercised) {
  SuggestedContracts suggested;
  suggested.addEntry("test-pass", "lowers (a.x)", 3, 0);
  suggested.addEntry("test-pass", "lowers (a.y)", 3, 1);
  suggested.addEntry("test-pass", "lowers (a.z)", 0, 0);
  std::string text = print(suggested);
  EXPECT_TRUE(contains(text, R"json("kept": {
          "lowers (a.x)": 3,
          "lowers (a.y)": 3
        },
        "contradicted": {
          "lowers (a.y)": 1
        },
        "neverExercised": [
          "lowers (a.z)"
        ])json"));
}

TEST(SuggestedContracts, AFileThatSomebodyHasWrittenIsNotReplaced) {
  SuggestedContracts suggested;
  suggested.addExecution("test-pass", {{"a.x", 1}}, {});
  std::string before = print(suggested);
  auto refuse = [&](llvm::StringRef file, llvm::StringRef why) {
    std::string error = text(suggested.read(file, "my.contracts.json"));
    EXPECT_TRUE(contains(error, why));
    EXPECT_TRUE(contains(error, "my.contracts.json"));
    EXPECT_EQ(print(suggested), before);
  };
  refuse("{",
         "my.contracts.json:1:1: Expected object key [PMB052 json-syntax]");
  refuse("[]", "has no 'passes'");
  refuse(R"({"passes": {"cse": {"kinds": ["cleanup"]}}})",
         "'cse' has no counts of what was 'observed' [PMB056 bad-value]");
  refuse(R"({"passes": {"cse": {"observed": {"executions": 1,
              "hasContract": false, "gone": {"a.x": 3}}}}})",
         "'cse' has no counts");
  // What `print` does not write, it would not write again.
  refuse(R"({"passes": {}, "kinds": {"mine": "by hand"}})",
         "somebody has edited it [PMB056 bad-value]");
  std::string edited = before;
  edited.replace(edited.find("\"observed\""), 0, "\"kinds\": [\"cleanup\"], ");
  refuse(edited, "somebody has edited it");
  require(suggested.read("{\"passes\": {}}", "my.contracts.json"));
}

} // namespace
