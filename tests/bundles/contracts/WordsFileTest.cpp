//===- WordsFileTest.cpp - The words of contracts in files ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "builder/passes/NameChecker.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

using Strings = std::vector<std::string>;

/// What is wrong with a file; empty if nothing is.
std::string readWords(StringRef text, Catalog &catalog) {
  auto warnings = readContracts(SourceText::copy(text, "w.json"), catalog);
  if (!warnings)
    return test::errors(warnings.takeError());
  std::string result;
  for (const Diagnostic &warning : *warnings)
    result += warning.message + ";";
  return result;
}

std::string readWord(StringRef text) {
  Catalog catalog;
  return readWords(("{\"passes\": {\"p\": {" + text + "}}}").str(), catalog);
}

TEST(WordsInFiles, FormerKeys) {
  EXPECT_EQ(readWord(R"("introduces": {"always": "a"})"),
            "1:34 unknown-key an 'introduces' entry has no key 'always' (did "
            "you mean 'to'?)");
  EXPECT_EQ(readWord(R"("lowers": {"from": "a", "weak": true})"),
            "1:43 unknown-key a 'lowers' entry has no key 'weak' (did you mean "
            "'speculative'?)");
  EXPECT_EQ(readWord(R"("lowers": {"from": "a", "usually": "b"})"),
            "1:43 unknown-key a 'lowers' entry has no key 'usually' (did you "
            "mean 'to'?)");
  // Elsewhere they are as unknown as others, or mean something.
  EXPECT_EQ(readWord(R"("requires": {"items": "a", "weak": true})"), "");
}

TEST(WordsInFiles, GreedyAndSpeculative) {
  Catalog catalog;
  EXPECT_EQ(readWords(R"({"passes": {"p": {"greedy": true},
    "q": {"lowers": {"from": "a", "speculative": true}}}})",
                      catalog),
            "");
  const PassDescriptor *p = catalog.lookupPass("p");
  const PassDescriptor *q = catalog.lookupPass("q");
  EXPECT_TRUE(p->hasContract);
  EXPECT_TRUE(p->contract.isGreedy());
  EXPECT_FALSE(q->contract.isGreedy());
  EXPECT_TRUE(q->contract.getContents()[0].isSpeculative);
  // Written as readWords.
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {p, q});
  Catalog again;
  EXPECT_EQ(readWords(os.str(), again), "");
  EXPECT_TRUE(again.lookupPass("p")->contract.isEquivalentTo(p->contract));
  EXPECT_TRUE(again.lookupPass("q")->contract.isEquivalentTo(q->contract));
}

TEST(WordsInFiles, WhatIsLeftDead) {
  Catalog catalog;
  EXPECT_EQ(readWords(R"json({"passes": {"p": {"removesDead": true},
    "q": {"leavesDead": ["a", {"items": "b", "except": "b.x", "given": "c",
                               "unless": "d"}]}}})json",
                      catalog),
            "");
  const PassDescriptor *p = catalog.lookupPass("p");
  const PassDescriptor *q = catalog.lookupPass("q");
  EXPECT_TRUE(p->hasContract);
  EXPECT_TRUE(p->contract.isRemovingDead());
  EXPECT_FALSE(p->contract.empty());
  ASSERT_EQ(q->contract.getContents().size(), 2u);
  const ContentsEntry &entry = q->contract.getContents()[1];
  EXPECT_EQ(entry.word, ContentsEntry::Word::LeavesDead);
  EXPECT_EQ(entry.except, std::vector<std::string>{"b.x"});
  EXPECT_EQ(entry.given, std::vector<std::string>{"c"});
  EXPECT_EQ(entry.unless, std::vector<std::string>{"d"});
  // Written as readWords.
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {p, q});
  Catalog again;
  EXPECT_EQ(readWords(os.str(), again), "");
  EXPECT_TRUE(again.lookupPass("p")->contract.isEquivalentTo(p->contract));
  EXPECT_TRUE(again.lookupPass("q")->contract.isEquivalentTo(q->contract));
  EXPECT_EQ(readWords(R"({"passes": {"r": {"leavesDead": {"unless": "d"}}}})",
                      catalog),
            "1:33 missing-key a 'leavesDead' entry needs 'items'");
}

TEST(WordsInFiles, MarksAndTypesOfThirdParties) {
  Catalog catalog = getStockCatalog().clone();
  size_t before = catalog.lookupType("!memref")->carriers.size();
  EXPECT_EQ(readWords(R"json({"marks": {"pinned": "Cannot be moved"},
    "types": {"!memref": {"extend": true, "carriers": "acme.load"}},
    "passes": {"acme-pin": {"introduces": "memref.alloc(pinned)"}}})json",
                      catalog),
            "");
  EXPECT_EQ(catalog.getMarkSummary("pinned"), "Cannot be moved");
  EXPECT_EQ(catalog.lookupType("!memref")->carriers.size(), before + 1);
  EXPECT_EQ(readWords(R"json({"passes": {"acme-q":
    {"rejects": "memref.alloc(pined)"}}})json",
                      catalog),
            "2:17 unknown-item the contract of 'acme-q' names "
            "'memref.alloc(pined)': there is no mark 'pined' "
            "(did you mean 'pinned'?)");
  EXPECT_EQ(readWords(R"({"types": {"!memref": {"carriers": "acme.load"}}})",
                      catalog),
            "what was known of the type '!memref' is overridden;");
}

TEST(WordsInFiles, TheBarrierIsNamedByTheCatalog) {
  EXPECT_EQ(getStockCatalog().getBarrier(), "pmb-barrier");
  Catalog catalog;
  EXPECT_EQ(readWords(R"({"barrier": "acme-wall"})", catalog), "");
  EXPECT_EQ(catalog.clone().getBarrier(), "acme-wall");
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {});
  Catalog again;
  EXPECT_EQ(readWords(os.str(), again), "");
  EXPECT_EQ(again.getBarrier(), "acme-wall");
  // What cannot be a name changes nothing.
  EXPECT_NE(readWords(R"({"barrier": "acme wall"})", catalog), "");
  EXPECT_NE(readWords(R"({"barrier": 1})", catalog), "");
  EXPECT_EQ(catalog.getBarrier(), "acme-wall");
}

/// The barrier needs no contract: it does nothing.
TEST(WordsInFiles, TheBarrierIsKnownToDoNothing) {
  const PassDescriptor *barrier = getStockCatalog().lookupPass("pmb-barrier");
  ASSERT_TRUE(barrier);
  EXPECT_TRUE(barrier->hasContract);
  EXPECT_TRUE(barrier->contract.isInert());
  // What a file says of it beside that is added.
  Catalog catalog;
  EXPECT_EQ(readWords(R"({"barrier": "acme-wall", "kinds": {"wall": ""},
                     "passes": {"acme-wall": {"kinds": ["wall"]}}})",
                      catalog),
            "");
  EXPECT_TRUE(catalog.lookupPass("acme-wall")->contract.isInert());
  EXPECT_TRUE(catalog.lookupPass("acme-wall")->hasKind("wall"));
}

TEST(WordsInFiles, PassesOfEarlierReleases) {
  const Catalog &stock = getStockCatalog();
  EXPECT_EQ(stock.lookupRenamed("convert-memref-to-llvm"),
            "finalize-memref-to-llvm");
  Catalog catalog;
  EXPECT_EQ(readWords(R"({"llvm": "22", "renamed": {"acme-old": "acme-new"}})",
                      catalog),
            "");
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {});
  Catalog again;
  EXPECT_EQ(readWords(os.str(), again), "");
  EXPECT_EQ(again.lookupRenamed("acme-old"), "acme-new");
  EXPECT_EQ(again.clone().lookupRenamed("acme-old"), "acme-new");
  EXPECT_NE(readWords(R"({"renamed": {"acme-old": "no name"}})", catalog), "");
  EXPECT_NE(
      readWords(R"({"renamed": {"acme-old": {"options": "size=1"}}})", catalog),
      "");
  EXPECT_EQ(readWords(R"({"renamed": {"acme-older": {"pass": "acme-new",
                                                "options": "size=1"}}})",
                      catalog),
            "");
  std::string withOptions;
  llvm::raw_string_ostream other(withOptions);
  writeContracts(other, catalog, {});
  Catalog third;
  EXPECT_EQ(readWords(other.str(), third), "");
  EXPECT_EQ(third.lookupRenamed("acme-older"), "acme-new");
  EXPECT_EQ(third.getRenamed().get("acme-older").options, "size=1");
  EXPECT_EQ(catalog.lookupRenamed("acme-old"), "acme-new");
}

/// `--fix` would put a pass in its own place.
TEST(WordsInFiles, NoPassOfAnEarlierReleaseLeadsToItself) {
  Catalog catalog = getStockCatalog().clone();
  auto read = [&](StringRef text) { return readWords(text, catalog); };
  EXPECT_EQ(read(R"({"renamed": {"acme-a": "acme-a"}})"),
            "1:14 contradictory-contract 'acme-a' would be replaced by itself "
            "(name the pass of this release that does its work)");
  EXPECT_EQ(read(R"({"renamed": {"acme-x": "acme-a", "acme-a": "acme-b",
  "acme-b": {"pass": "acme-c", "then": ["cse", "acme-a"]}, "acme-c": "cse"}})"),
            "1:34 contradictory-contract 'acme-a' would be replaced by itself "
            "(name the pass of this release that does its work)");
  // A circle of two files is an error of the later one.
  EXPECT_EQ(read(R"({"renamed": {
  "finalize-memref-to-llvm": "convert-memref-to-llvm"}})"),
            "2:3 contradictory-contract 'finalize-memref-to-llvm' would be "
            "replaced by itself (name the pass of this release that does its "
            "work)");
  EXPECT_EQ(catalog.lookupRenamed("acme-a"), "");
  EXPECT_EQ(read(R"({"renamed": {"acme-a": "acme-c", "acme-b": "acme-c",
  "acme-c": "acme-d", "acme-e": {"reason": "gone", "needlessAfter": ["acme-e"]}
  }})"),
            "");
  auto failed = readContracts(
      SourceText::copy(R"({"renamed": {"acme-d": "acme-b"}})", "w.json"),
      catalog);
  std::string text = test::text(failed.takeError());
  EXPECT_TRUE(test::contains(
      text, "note: 'acme-d' -> 'acme-b' -> 'acme-c' -> 'acme-d'\n"));
}

/// PMB107: contracts for another release of LLVM than the catalog
TEST(WordsInFiles, ContractsForAnotherRelease) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(catalog.getRelease(), "22");
  EXPECT_EQ(readWords(R"({"llvm": "22", "passes": {}})", catalog), "");
  EXPECT_EQ(readWords(R"({"llvm": "19", "passes": {}})", catalog),
            "the contracts are for LLVM 19, and the catalog is for LLVM 22;");
  EXPECT_EQ(catalog.getRelease(), "22");
  EXPECT_NE(readWords(R"({"llvm": 19})", catalog), "");
}

/// Whoever describes a pass of an earlier release has it.
TEST(WordsInFiles, ADescribedPassOfAnEarlierReleaseIsKnown) {
  Catalog catalog = getStockCatalog().clone();
  auto warn = [&](StringRef options) {
    NodeRef ref;
    ref.name = "convert-memref-to-llvm";
    std::optional<Diagnostic> finding =
        NameChecker(catalog).checkPass(ref, options);
    return finding ? finding->message + "; " + finding->fix->message + "{" +
                         finding->fix->options + "}"
                   : "";
  };
  std::string expected =
      "MLIR 22 has no pass 'convert-memref-to-llvm' any more: "
      "'finalize-memref-to-llvm' does its work; "
      "replace 'convert-memref-to-llvm' by 'finalize-memref-to-llvm'";
  EXPECT_EQ(warn("index-bitwidth=64"), expected + "{index-bitwidth=64}");
  // The pass that does the work need not have the options.
  EXPECT_EQ(warn("emit-c-wrappers"), expected + "{}");
  EXPECT_EQ(
      readWords(R"({"passes": {"convert-memref-to-llvm": {"lowers": []}}})",
                catalog),
      "");
  EXPECT_EQ(warn(""), "");
}

TEST(WordsInFiles, KindsThatAreNearlyKnown) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(
      readWords(R"({"passes": {"acme-a": {"kinds": ["clenup"]}}})", catalog),
      "nothing has declared a kind 'clenup';");
  // Another word, one that is known, and one that is declared are meant so.
  EXPECT_EQ(readWords(R"({"kinds": {"clenups": ""}, "passes": {
    "acme-a": {"kinds": ["acme-kind", "cleanup", "clenups"]}}})",
                      catalog),
            "");
}

/// What a file adds about a pass of the catalog takes effect.
TEST(WordsInFiles, WhatIsAddedIsLookedAtFirst) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(readWords(R"({"passes": {"convert-linalg-to-loops":
    {"lowers": {"from": "linalg.matmul", "to": "acme.mm"}}}})",
                      catalog),
            "");
  const ContentsEntry &first =
      catalog.lookupPass("convert-linalg-to-loops")->contract.getContents()[0];
  EXPECT_EQ(first.items, Strings{"linalg.matmul"});
  EXPECT_EQ(first.to, Strings{"acme.mm"});
  EXPECT_EQ(
      readWords(R"({"passes": {"convert-linalg-to-loops": {"lowers": [
    {"from": "linalg", "to": "acme.all"},
    {"from": "linalg.matmul", "to": "acme.mm"}]}}})",
                catalog),
      "3:14 contradictory-contract the contract of 'convert-linalg-to-loops' "
      "has an entry that never takes effect: it lowers 'linalg.matmul', "
      "which "
      "an entry before it takes (put special entries before general ones)");
}

/// Nothing in the stock catalog is said in vain.
TEST(WordsInFiles, TheStockCatalogHasNoDeadEntries) {
  const Catalog &catalog = getStockCatalog();
  for (StringRef name : catalog.getPassNames())
    for (const Diagnostic &d :
         takeDiagnostics(catalog.lookupPass(name)->contract.verifyReach(name)))
      ADD_FAILURE() << d.str();
  for (StringRef name : catalog.getMarkNames())
    EXPECT_NE(catalog.getMarkSummary(name), "") << name.str();
}

} // namespace
