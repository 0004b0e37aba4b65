//===- ContractsWriteTest.cpp - What is written reads back as the same ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace pmb;
using llvm::StringRef;

namespace {

using Strings = std::vector<std::string>;

std::vector<const PassDescriptor *> getPasses(const Catalog &catalog,
                                              const Catalog *known = nullptr) {
  std::vector<const PassDescriptor *> passes;
  for (StringRef name : catalog.getPassNames())
    if (!known || catalog.lookupPass(name) != known->lookupPass(name))
      passes.push_back(catalog.lookupPass(name));
  return passes;
}

/// All that a catalog says, a line for each thing.
std::string describe(const Catalog &catalog) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "llvm " << catalog.getRelease() << ", barrier " << catalog.getBarrier()
     << '\n';
  for (StringRef name : catalog.getKindNames())
    os << "kind " << name << ": " << catalog.getKindSummary(name) << '\n';
  for (StringRef name : catalog.getVariantNames())
    os << "variant " << name << ": " << catalog.getVariantSummary(name) << '\n';
  for (StringRef name : catalog.getMarkNames())
    os << "mark " << name << ": " << catalog.getMarkSummary(name) << '\n';
  for (StringRef name : catalog.getPropertyNames()) {
    const PropertyDescriptor &property = *catalog.lookupProperty(name);
    os << "property " << name << ": " << property.summary << ", "
       << property.isFleeting << ", " << property.establishedBy << '\n';
  }
  for (const TypeDescriptor *type : catalog.getTypes())
    os << "type " << type->name << ": " << llvm::join(type->carriers, " ")
       << "; " << llvm::join(type->likelyCarriers, " ") << "; "
       << llvm::join(type->possibleCarriers, " ") << "; "
       << llvm::join(type->except, " ") << "; "
       << llvm::join(type->onlyUsers, " ") << "; "
       << llvm::join(type->onlySources, " ") << "; "
       << llvm::join(type->inAttributes, " ") << "; " << type->becomes << "; "
       << type->agreeOn << '\n';
  for (const OperationDescriptor *op : catalog.getOperations())
    os << "operation " << op->name << ": " << op->parent << ' '
       << op->isOnlyThere << op->isTop << op->isFunction << op->isSymbol
       << op->holdsProgram << op->isUsual << '\n';
  for (StringRef name : catalog.getContentsNames()) {
    const ContentsDescriptor &contents = *catalog.lookupContents(name);
    os << "contents " << name << ": " << contents.summary << "; "
       << llvm::join(contents.items, " ") << '\n';
  }
  for (StringRef name : catalog.getDeclaredDialects())
    os << "dialect " << name << ": "
       << llvm::join(catalog.getAnchors(name), " ") << '\n';
  for (StringRef name : catalog.getRenamedNames())
    os << "renamed " << name << ": " << catalog.lookupRenamed(name) << '\n';
  for (const PassDescriptor *pass : getPasses(catalog)) {
    // How it came to say so does not matter.
    PassDescriptor said = *pass;
    said.isOverride = false;
    os << "pass " << said.name << ": " << said.hasContract << said.hasOptionList
       << said.contract.isInert() << said.contract.isIdempotent() << ' ';
    JsonOutput json(os);
    writePassDescriptor(json, said);
    json.flush();
    os << '\n';
  }
  return text;
}

/// Writes what `catalog` says to those who know `known`, and reads it.
Catalog readAgain(const Catalog &catalog, const Catalog *known) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, getPasses(catalog, known), known);
  Catalog again = known ? known->clone() : Catalog();
  auto warnings = readContracts(SourceText::copy(text, "again.json"), again);
  if (!warnings)
    ADD_FAILURE() << toString(warnings.takeError()) << text;
  return again;
}

/// The lines that differ.
std::string compare(const Catalog &catalog, const Catalog &again) {
  std::string texts[] = {describe(catalog), describe(again)}, result;
  llvm::SmallVector<StringRef> lines[2];
  for (unsigned i : {0, 1})
    StringRef(texts[i]).split(lines[i], '\n');
  for (unsigned i : {0, 1})
    for (StringRef line : lines[i])
      if (!llvm::is_contained(lines[1 - i], line))
        result += (i ? "+ " : "- ") + line.str() + "\n";
  return result;
}

void readOwn(StringRef text, Catalog &catalog) {
  test::require(readContracts(SourceText::copy(text, "own.json"), catalog));
}

TEST(WriteContracts, TheStockCatalog) {
  Catalog again = readAgain(getStockCatalog(), nullptr);
  EXPECT_EQ(compare(getStockCatalog(), again), "");
}

TEST(WriteContracts, WhatIsDeclaredAgain) {
  StringRef files[] = {
      R"({"operations": {"acme.kernel": {"parent": "gpu.module"},
                         "func.func": {"parent": "acme.module", "function": true},
                         "acme.module": {"parent": "builtin.module"}}})",
      // Two that change places.
      R"({"operations": {"gpu.module": {},
                         "gpu.func": {}}})",
      R"({"properties": {"canonical": {"fleeting": true,
                                       "establishedBy": "cse"}}})",
      R"({"kinds": {"acme": "mine"}, "marks": {"lucky": "by chance"},
          "variants": {"gpu": "kernels"}})",
      R"({"dialects": {"acme": ["acme.kernel"], "gpu": ["gpu.module"]}})",
      R"({"types": {"!tensor": {"extend": true, "carriers": ["acme.add"]},
                    "!acme": {"carriers": ["acme.add"], "becomes": "!memref"}}})",
      R"({"contents": {"llvm-ir": {"items": ["llvm", "acme"]},
                       "acme-ir": {"items": ["acme"]}}})",
      R"({"renamed": {"acme-old": "cse"}, "barrier": "acme-barrier"})",
      R"({"passes": {"cse": {"kinds": ["acme"], "after": [{"pass": "sccp"}]},
                     "convert-linalg-to-loops":
                        {"lowers": [{"from": "linalg", "to": "acme"}]}}})",
      R"({"passes": {"cse": {"after": [
             {"pass": "sccp", "immediately": true, "weak": true},
             {"kind": "bufferization", "all": true},
             {"bundle": "b", "notBetween": ["inline", {"kind": "cleanup"}]}],
           "alternatesWith": ["inline"]}}})",
      R"({"passes": {"canonicalize": {"idempotent": false}}})",
      R"({"passes": {"canonicalize": {"override": true, "lowers": []}}})",
      R"({"passes": {"acme-pass": {"override": true, "idempotent": true}}})",
  };
  for (StringRef file : files) {
    SCOPED_TRACE(file.str());
    Catalog catalog = getStockCatalog().clone();
    readOwn(file, catalog);
    EXPECT_NE(compare(catalog, getStockCatalog()), "");
    EXPECT_EQ(compare(catalog, readAgain(catalog, &getStockCatalog())), "");
  }
  // Without the passes, of which some have entries that are now never reached.
  Catalog all;
  for (StringRef file : llvm::ArrayRef(files).drop_back(4))
    readOwn(file, all);
  EXPECT_EQ(compare(all, readAgain(all, nullptr)), "");
}

/// What C++ says with an empty list is a word without entries.
TEST(WriteContracts, ThatAPassLowersNothing) {
  for (bool isAll : {true, false}) {
    Catalog catalog;
    PassDescriptor pass("p");
    pass.contract.lowers({}).because("prints the IR");
    if (!isAll)
      pass.contract.lowers({"a"}).to({"b"});
    pass.hasContract = true;
    test::require(catalog.addPass(std::move(pass)));
    std::string text;
    llvm::raw_string_ostream os(text);
    writeContracts(os, catalog, getPasses(catalog), nullptr);
    EXPECT_TRUE(
        test::contains(text, isAll ? "\"lowers\": []" : "\"introduces\": []"));
    Catalog again = readAgain(catalog, nullptr);
    EXPECT_TRUE(again.lookupPass("p")->hasContract);
    EXPECT_EQ(again.lookupPass("p")->contract.getContents().size(),
              isAll ? 0u : 1u);
  }
}

/// An entry that others take everything from is in no file, as it would be
/// refused, and everything else is.
TEST(WriteContracts, EntriesThatNeverTakeEffectAreLeftOut) {
  Catalog catalog;
  readOwn(R"({"passes": {"p": {"lowers": [{"from": "a.x", "to": "b"},
                                       {"from": "c", "to": "b"}]}}})",
          catalog);
  readOwn(R"({"passes": {"p": {"lowers": [{"from": "a", "to": "d"}]}}})",
          catalog);
  ASSERT_EQ(catalog.lookupPass("p")->contract.getContents().size(), 3u);
  Catalog again = readAgain(catalog, nullptr);
  llvm::ArrayRef<ContentsEntry> entries =
      again.lookupPass("p")->contract.getContents();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].items, Strings{"a"});
  EXPECT_EQ(entries[1].items, Strings{"c"});
}

TEST(WriteContracts, AnyChangesOfTheStockCatalog) {
  std::mt19937 random(7);
  auto pick = [&](const auto &list) { return list[random() % list.size()]; };
  Strings items = {"acme", "acme.x", "linalg", "memref.load", "!tensor", "scf"};
  std::vector<StringRef> passes = getStockCatalog().getPassNames();
  std::vector<StringRef> properties = getStockCatalog().getPropertyNames();
  Strings operations = {"func.func", "gpu.module", "acme.a", "acme.b",
                        "acme.c"};
  for (unsigned run = 0; run < 100; ++run) {
    SCOPED_TRACE(run);
    Catalog catalog = getStockCatalog().clone();
    for (unsigned step = 0; step < 8; ++step) {
      switch (random() % 8) {
      case 0: {
        OperationDescriptor op;
        op.name = pick(operations);
        op.parent = pick(operations);
        op.isFunction = random() % 2;
        op.becomes = random() % 2 ? pick(operations) : "";
        // One that would stand in itself is refused.
        llvm::consumeError(catalog.addOperation(op));
        break;
      }
      case 1: {
        PropertyDescriptor property = *catalog.lookupProperty(pick(properties));
        property.establishedBy = pick(passes).str();
        test::require(catalog.addProperty(property));
        break;
      }
      case 2:
        catalog.addKind(random() % 2 ? "acme" : "cleanup", "mine");
        catalog.addMark("lucky", "by chance");
        break;
      case 3:
        random() % 2 ? catalog.addDialect("acme", {"acme.a"})
                     : catalog.addDialect("gpu", {"gpu.module", "gpu.x"});
        break;
      case 4: {
        TypeDescriptor type;
        type.name = random() % 2 ? "!acme" : "!memref";
        type.carriers = {pick(items)};
        random() % 2 ? catalog.addType(type) : catalog.extendType(type);
        break;
      }
      case 5:
        catalog.addRenamed("old-" + std::to_string(random() % 3), pick(passes));
        break;
      default: {
        PassDescriptor pass = *getStockCatalog().lookupPass(pick(passes));
        if (pass.isPipeline())
          break;
        pass.addKind("acme");
        pass.hasContract = true;
        if (random() % 2)
          pass.contract = Contract();
        if (random() % 2)
          pass.contract.lowers({pick(items)}).to({"acme.y"});
        pass.contract.after(pmb::pass(pick(passes))).weak().because("why");
        llvm::consumeError(random() % 2 ? catalog.extendPass(pass)
                                        : catalog.overridePass(pass));
      }
      }
    }
    // What is never reached is left out.
    Catalog reached = catalog.clone();
    for (StringRef name : reached.getPassNames())
      if (llvm::errorToBool(
              reached.lookupPass(name)->contract.verifyReach(name)))
        test::require(
            reached.overridePass(*getStockCatalog().lookupPass(name)));
    ASSERT_EQ(compare(reached, readAgain(reached, &getStockCatalog())), "");
  }
}

} // namespace
