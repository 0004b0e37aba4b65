//===- TableGenContractsTest.cpp - Tests of contracts from Passes.td ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dumps as `llvm-tblgen --dump-json` writes them, cut down to what is read.
// Real ones are read by tests/lit/pmb-check/tablegen.test.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

std::vector<Diagnostic> readDump(StringRef text, Catalog &catalog) {
  auto document = JsonDocument::parse(SourceText::copy(text, "dump.json"));
  if (!document)
    return takeDiagnostics(document.takeError());
  auto warnings = readContracts(*document, catalog);
  return warnings ? std::move(*warnings)
                  : takeDiagnostics(warnings.takeError());
}

/// Reads a dump of one pass `p` with these fields, and of `records`.
PassDescriptor readRecord(StringRef fields, StringRef records = "") {
  Catalog catalog;
  std::string text =
      ("{\"!instanceof\": {\"PassContract\": [\"P\"]}, \"P\": {\"argument\": "
       "\"p\", \"!locs\": [\"Passes.td:7\"]" +
       fields + "}" + records + "}")
          .str();
  for (const Diagnostic &diagnostic : readDump(text, catalog))
    ADD_FAILURE() << diagnostic.str();
  const PassDescriptor *pass = catalog.lookupPass("p");
  return pass ? *pass : PassDescriptor();
}

/// The default of an option that is declared like this.
std::string readDefault(StringRef type, StringRef value, StringRef flags = "") {
  PassDescriptor pass =
      readRecord(", \"options\": [{\"def\": \"O\"}]",
                 (", \"O\": {\"argument\": \"o\", \"type\": \"" + type +
                  "\", \"defaultValue\": \"" + value +
                  "\", \"additionalOptFlags\": \"" + flags + "\"}")
                     .str());
  if (pass.options.size() != 1 || pass.options[0].name != "o")
    return "no option";
  return pass.options[0].defaultValue;
}

TEST(TableGenContractsTest, OptionsThatArePassManagers) {
  PassDescriptor pass =
      readRecord(", \"options\": [{\"def\": \"O\"}]",
                 ", \"O\": {\"argument\": \"o\", \"type\": \"OpPassManager\", "
                 "\"defaultValue\": \"\", \"additionalOptFlags\": \"\"}");
  ASSERT_EQ(pass.options.size(), 1u);
  EXPECT_EQ(pass.options[0].type, OptionDescriptor::Type::Pipelines);
}

TEST(TableGenContractsTest, IsLikeAnother) {
  Catalog catalog;
  for (const Diagnostic &diagnostic :
       readDump(R"({"!instanceof": {"PassContract": ["P", "Q"]},
                    "P": {"argument": "p", "like": "q"},
                    "Q": {"argument": "q", "like": "",
                          "after": [{"def": "E"}]},
                    "E": {"pass": "other-pass"}})",
                catalog))
    ADD_FAILURE() << diagnostic.str();
  EXPECT_EQ(catalog.lookupPass("p")->contract.getOrder().size(), 1u);
  EXPECT_EQ(catalog.lookupPass("p")->like, "q");
}

TEST(TableGenContractsTest, PassWithoutWordsDoesNothing) {
  PassDescriptor pass = readRecord(", \"after\": [], \"idempotent\": 0");
  EXPECT_TRUE(pass.hasContract);
  EXPECT_TRUE(pass.contract.empty());
  EXPECT_TRUE(pass.hasOptionList);
}

TEST(TableGenContractsTest, EntriesAreRecords) {
  PassDescriptor pass = readRecord(
      ", \"before\": [{\"def\": \"E\"}], \"idempotent\": 1, \"kinds\": [\"k\"]",
      ", \"E\": {\"!name\": \"E\", \"pass\": \"cse\", \"reason\": \"why\", "
      "\"weak\": 1, \"present\": 0, \"when\": \"file != '' & !gpu\"}");
  ASSERT_EQ(pass.contract.getOrder().size(), 1u);
  const OrderEntry &entry = pass.contract.getOrder().front();
  EXPECT_EQ(entry.word, OrderEntry::Word::Before);
  EXPECT_EQ(entry.target.str(), "'cse'");
  EXPECT_EQ(entry.reason, "why");
  EXPECT_EQ(entry.strength, Strength::Weak);
  EXPECT_FALSE(entry.isPresent);
  EXPECT_EQ(entry.condition.getText(), "file != '' & !gpu");
  EXPECT_TRUE(pass.contract.isIdempotent());
  EXPECT_TRUE(pass.hasKind("k"));
}

TEST(TableGenContractsTest, FieldsHaveTheNamesOfKeys) {
  PassDescriptor pass = readRecord(
      ", \"greedy\": 1, \"removesDead\": 1, \"lowers\": [{\"def\": \"L\"}], "
      "\"introduces\": [{\"def\": \"I\"}], \"leavesDead\": [{\"def\": "
      "\"D\"}]",
      ", \"D\": {\"items\": [\"e\"], \"unless\": [\"f\"]}"
      ", \"L\": {\"from\": [\"a\"], \"to\": [\"b\"], \"sometimes\": "
      "[\"c\"], \"except\": [\"a.x\"], \"given\": [\"g\"], \"unless\": "
      "[\"u\"], \"partial\": 0, \"speculative\": 1}"
      ", \"I\": {\"to\": [\"d\"], \"sometimes\": []}");
  using Strings = std::vector<std::string>;
  llvm::ArrayRef<ContentsEntry> entries = pass.contract.getContents();
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].to, Strings{"b"});
  EXPECT_EQ(entries[0].sometimes, Strings{"c"});
  EXPECT_EQ(entries[0].except, Strings{"a.x"});
  EXPECT_EQ(entries[0].given, Strings{"g"});
  EXPECT_EQ(entries[0].unless, Strings{"u"});
  EXPECT_TRUE(entries[0].isSpeculative);
  EXPECT_FALSE(entries[0].isPartial);
  EXPECT_EQ(entries[1].to, Strings{"d"});
  EXPECT_EQ(entries[2].word, ContentsEntry::Word::LeavesDead);
  EXPECT_EQ(entries[2].items, Strings{"e"});
  EXPECT_EQ(entries[2].unless, Strings{"f"});
  EXPECT_TRUE(pass.contract.isGreedy());
  EXPECT_TRUE(pass.contract.isRemovingDead());
}

TEST(TableGenContractsTest, ConditionsThatAlwaysHoldAreNone) {
  PassDescriptor pass =
      readRecord(", \"after\": [{\"def\": \"E\"}]",
                 ", \"E\": {\"pass\": \"cse\", \"when\": \"\"}");
  ASSERT_EQ(pass.contract.getOrder().size(), 1u);
  EXPECT_FALSE(pass.contract.getOrder().front().isConditional());
}

TEST(TableGenContractsTest, Anchors) {
  auto read = [](StringRef base, StringRef more = "") {
    return readRecord(
        (", \"baseClass\": \"::mlir::" + base + "\"" + more).str());
  };
  EXPECT_EQ(read("OperationPass<>").anchor, "");
  EXPECT_EQ(read("OperationPass<func::FuncOp>").anchor, "func.func");
  EXPECT_EQ(read("OperationPass<::mlir::ModuleOp>").anchor, "builtin.module");
  EXPECT_EQ(
      read("OperationPass<acme::KernelOp>", ", \"anchor\": \"acme.k\"").anchor,
      "acme.k");
  PassDescriptor any = read("InterfacePass<FunctionOpInterface>");
  EXPECT_EQ(any.anchor, "");
  EXPECT_EQ(any.anchorChoices,
            getStockCatalog().lookupPass("affine-loop-unroll")->anchorChoices);
  EXPECT_TRUE(
      read("InterfacePass<acme::KernelInterface>").anchorChoices.empty());
  any = read("InterfacePass<FunctionOpInterface>", ", \"anchors\": [\"a.f\"]");
  EXPECT_EQ(any.anchorChoices, std::vector<std::string>{"a.f"});
}

TEST(TableGenContractsTest, Defaults) {
  EXPECT_EQ(readDefault("int64_t", "32"), "32");
  EXPECT_EQ(readDefault("int64_t", "-1"), "-1");
  EXPECT_EQ(readDefault("bool", ""), "false");
  EXPECT_EQ(readDefault("bool", "1"), "true");
  EXPECT_EQ(readDefault("bool", "true"), "true");
  EXPECT_EQ(readDefault("std::string", "\\\"fast\\\""), "fast");
  EXPECT_EQ(readDefault("std::string", ""), "");
  EXPECT_EQ(readDefault("int64_t", "getDefault()"), "");
  StringRef values = "::llvm::cl::values(clEnumValN(Mode::Slow, \\\"slow\\\", "
                     "\\\"\\\"), clEnumValN(acme::Mode::Fast, "
                     "\\\"quick\\\", \\\"\\\"), clEnumVal(Lazy, \\\"\\\"))";
  EXPECT_EQ(readDefault("Mode", "acme::Mode::Fast", values), "quick");
  EXPECT_EQ(readDefault("Mode", "Mode::Slow", values), "slow");
  EXPECT_EQ(readDefault("Mode", "Mode::Lazy", values), "Lazy");
  EXPECT_EQ(readDefault("Mode", "Mode::Other", values), "");
}

TEST(TableGenContractsTest, PropertiesAndKinds) {
  Catalog catalog;
  EXPECT_TRUE(
      readDump("{\"!instanceof\": {\"PassContract\": [\"P\"], \"IRProperty\": "
               "[\"Q\"], \"PassKind\": [\"K\"]}, \"P\": {\"argument\": \"p\", "
               "\"provides\": [{\"def\": \"E\"}]}, \"E\": {\"property\": "
               "\"q\"}, \"Q\": {\"name\": \"q\", \"summary\": \"s\", "
               "\"fleeting\": 1}, \"K\": {\"name\": \"k\", \"summary\": "
               "\"t\"}}",
               catalog)
          .empty());
  ASSERT_NE(catalog.lookupProperty("q"), nullptr);
  EXPECT_TRUE(catalog.lookupProperty("q")->isFleeting);
  EXPECT_EQ(catalog.getKindSummary("k"), "t");
}

TEST(TableGenContractsTest, ErrorsAreAboutTheRecord) {
  Catalog catalog;
  std::vector<Diagnostic> errors =
      readDump("{\"!instanceof\": {\"PassContract\": [\"P\", \"R\"]}, "
               "\"P\": {\"argument\": \"p\", \"!locs\": [\"a/Passes.td:7\"]}, "
               "\"R\": {\"argument\": \"r\", \"!locs\": [\"a/Passes.td:12\"], "
               "\"after\": [{\"def\": \"E\"}]}, \"E\": {\"pass\": \"c s e\"}}",
               catalog);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, DiagnosticCode::BadName);
  EXPECT_EQ(errors[0].node->origin.str(), "a/Passes.td:12:1");
  ASSERT_FALSE(errors[0].notes.empty());
  EXPECT_TRUE(StringRef(errors[0].notes[0].str())
                  .starts_with("the record 'R' says\n       | \"r\": {"))
      << errors[0].notes[0].str();
  EXPECT_EQ(catalog.lookupPass("p"), nullptr) << "all or nothing";
}

TEST(TableGenContractsTest, TwoRecordsOfOnePass) {
  Catalog catalog;
  std::vector<Diagnostic> errors = readDump(
      R"({"!instanceof": {"PassContract": ["P", "gone", "Q"]},
          "P": {"argument": "p", "!locs": ["Passes.td:4"]},
          "Q": {"argument": "p", "!locs": ["Passes.td:5", "Base.td:1"]}})",
      catalog);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, DiagnosticCode::DuplicateKey);
  EXPECT_EQ(errors[0].message, "there are two records for 'p'");
  EXPECT_TRUE(test::contains(errors[0].str(), "the other is at Passes.td:4"));
  EXPECT_EQ(catalog.lookupPass("p"), nullptr) << "all or nothing";
}

TEST(TableGenContractsTest, WhatPassesRunOnIsReadOffTheirClasses) {
  EXPECT_EQ(readRecord(R"(, "baseClass": "::mlir::OperationPass<>")").anchor,
            "");
  EXPECT_EQ(
      readRecord(R"(, "baseClass": "OperationPass<func::FuncOp>")").anchor,
      "func.func");
  EXPECT_EQ(readRecord(R"(, "baseClass": "MyOwnPass")").anchor, "");
  Catalog catalog;
  std::vector<Diagnostic> errors = readDump(
      R"({"!instanceof": {"PassContract": ["P"]},
          "P": {"argument": "p", "!locs": ["Passes.td:4"],
                "baseClass": "::mlir::OperationPass<acme::KernelOp>"}})",
      catalog);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, DiagnosticCode::MissingKey);
  EXPECT_TRUE(test::contains(errors[0].message,
                             "'acme::KernelOp', which may be called "
                             "anything in the IR"))
      << errors[0].str();
}

TEST(TableGenContractsTest, RecordsThatContainThemselvesEnd) {
  Catalog catalog;
  std::vector<Diagnostic> errors =
      readDump("{\"!instanceof\": {\"PassContract\": [\"P\"]}, "
               "\"P\": {\"argument\": \"p\", \"after\": [{\"def\": \"E\"}]}, "
               "\"E\": {\"pass\": \"a\", \"when\": {\"def\": \"E\"}}}",
               catalog);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].code, DiagnosticCode::UnknownKey);
}

} // namespace
