//===- ContractsFileTest.cpp - Tests of contracts as JSON -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mistakes are in ContractsFileErrorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "ContractsFileSupport.h"
#include "builder/PipelineBuilder.h"
#include "bundles/contracts/PassJson.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Strings = std::vector<std::string>;

namespace {

/// Reads one pass, `p`, that is described by `text`.
PassDescriptor readPass(StringRef text) {
  Catalog catalog = makeSmallCatalog();
  OperationDescriptor part;
  part.name = "gpu.module";
  part.isSymbol = true;
  test::require(catalog.addOperation(part));
  auto warnings =
      readInto(("{\"passes\": {\"p\": " + text + "}}").str(), catalog);
  if (!warnings) {
    ADD_FAILURE() << takeDiagnostics(warnings.takeError()).front().str();
    return PassDescriptor();
  }
  EXPECT_TRUE(warnings->empty());
  return *catalog.lookupPass("p");
}

//===----------------------------------------------------------------------===//
// What can be said
//===----------------------------------------------------------------------===//

TEST(ContractsFile, FactsAboutAPass) {
  PassDescriptor p = readPass(R"({
    "summary": "Tiles", "group": "Acme", "anchor": "func.func",
    "kinds": ["tiling", "cleanup"], "dependentDialects": ["scf"],
    "options": {"size": 32, "on": true, "name": "x", "none": null}})");
  EXPECT_EQ(p.summary, "Tiles");
  EXPECT_EQ(p.group, "Acme");
  EXPECT_EQ(p.anchor, "func.func");
  EXPECT_EQ(p.kinds, (Strings{"tiling", "cleanup"}));
  EXPECT_EQ(p.dependentDialects, Strings{"scf"});
  EXPECT_TRUE(p.hasOptionList);
  ASSERT_EQ(p.options.size(), 4u);
  EXPECT_EQ(p.options[0].name, "size");
  EXPECT_EQ(p.options[0].defaultValue, "32");
  EXPECT_EQ(p.options[1].defaultValue, "true");
  EXPECT_EQ(p.options[2].defaultValue, "x");
  EXPECT_EQ(p.options[3].defaultValue, "");
  // Names and options are not yet knowledge of what the pass does.
  EXPECT_FALSE(p.hasContract);
  EXPECT_EQ(readPass(R"({"anchors": ["func.func", "gpu.func"]})").anchorChoices,
            (Strings{"func.func", "gpu.func"}));
  EXPECT_FALSE(readPass("{}").hasOptionList);
}

TEST(ContractsFile, WhatMakesAPassKnown) {
  EXPECT_FALSE(readPass("{}").hasContract);
  EXPECT_TRUE(readPass(R"({"lowers": []})").hasContract);
  EXPECT_TRUE(readPass(R"({"reason": "prints only", "source": "measured",
                           "lowers": []})")
                  .hasContract);
  EXPECT_FALSE(readPass(R"({"reason": "nobody knows"})").hasContract);
  EXPECT_TRUE(readPass(R"({"idempotent": true})").hasContract);
  EXPECT_TRUE(readPass(R"({"idempotent": true})").contract.isIdempotent());
  EXPECT_TRUE(readPass(R"({"idempotent": false})").hasContract);
  EXPECT_FALSE(readPass(R"({"idempotent": false})").contract.isIdempotent());
}

TEST(ContractsFile, OrderEntries) {
  PassDescriptor p = readPass(R"({
    "after": ["cse", {"pass": "inline", "present": true, "reason": "why"}],
    "before": [{"kind": "cleanup", "weak": true}],
    "followedBy": ["canonicalize", {"kind": "cleanup", "advice": true}],
    "conflictsWith": {"provider": "canonical",
                      "when": {"variant": "gpu", "not": true}}})");
  llvm::ArrayRef<OrderEntry> order = p.contract.getOrder();
  ASSERT_EQ(order.size(), 6u);
  EXPECT_EQ(order[0].word, OrderEntry::Word::After);
  EXPECT_EQ(order[0].target, pass("cse"));
  EXPECT_FALSE(order[0].isPresent);
  EXPECT_EQ(order[0].strength, Strength::Strong);
  EXPECT_TRUE(order[0].condition.isAlways());
  EXPECT_EQ(order[1].target, pass("inline"));
  EXPECT_TRUE(order[1].isPresent);
  EXPECT_EQ(order[1].reason, "why");
  EXPECT_EQ(order[2].word, OrderEntry::Word::Before);
  EXPECT_EQ(order[2].target, kind("cleanup"));
  EXPECT_EQ(order[2].strength, Strength::Weak);
  EXPECT_EQ(order[3].word, OrderEntry::Word::FollowedBy);
  EXPECT_EQ(order[3].target, pass("canonicalize"));
  EXPECT_FALSE(order[3].isAdvice);
  EXPECT_EQ(order[4].target, kind("cleanup"));
  EXPECT_TRUE(order[4].isAdvice);
  EXPECT_EQ(order[4].strength, Strength::Weak);
  EXPECT_EQ(order[5].word, OrderEntry::Word::ConflictsWith);
  EXPECT_EQ(order[5].target, providerOf("canonical"));
  EXPECT_EQ(order[5].condition.getText(), "!gpu");
}

TEST(ContractsFile, WhatMayStandBetween) {
  PassDescriptor p = readPass(R"({
    "after": [{"pass": "cse", "immediately": true},
              {"kind": "cleanup", "all": true},
              {"bundle": "first-cleanup",
               "notBetween": ["sccp", {"kind": "cleanup"},
                              {"provider": "canonical"}, {"bundle": "b"}]}],
    "alternatesWith": "inline"})");
  llvm::ArrayRef<OrderEntry> order = p.contract.getOrder();
  ASSERT_EQ(order.size(), 4u);
  EXPECT_TRUE(order[0].isImmediate);
  EXPECT_FALSE(order[0].isEvery);
  EXPECT_TRUE(order[1].isEvery);
  EXPECT_EQ(order[2].target, bundle("first-cleanup"));
  EXPECT_EQ(order[2].notBetween,
            std::vector<Target>({pass("sccp"), kind("cleanup"),
                                 providerOf("canonical"), bundle("b")}));
  EXPECT_EQ(order[2].describeTarget(),
            "bundle 'first-cleanup' with nothing of 'sccp' or kind 'cleanup' "
            "or provider of 'canonical' or bundle 'b' between");
  EXPECT_EQ(order[3].word, OrderEntry::Word::AlternatesWith);
}

TEST(ContractsFile, PropertyEntries) {
  PassDescriptor p = readPass(R"({
    "options": {"level": 1},
    "requires": ["canonical"],
    "preserves": [{"property": "canonical", "reason": "r", "weak": true,
                   "source": "MyPass.cpp", "when": {"option": "level"}}]})");
  llvm::ArrayRef<PropertyEntry> entries = p.contract.getProperties();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].word, PropertyEntry::Word::Requires);
  EXPECT_EQ(entries[0].property, "canonical");
  EXPECT_EQ(entries[1].word, PropertyEntry::Word::Preserves);
  EXPECT_EQ(entries[1].strength, Strength::Weak);
  EXPECT_EQ(entries[0].source, "");
  EXPECT_EQ(entries[1].reason, "r");
  EXPECT_EQ(entries[1].source, "MyPass.cpp");
  EXPECT_EQ(entries[1].condition.getText(), "level == true");
  p = readPass(R"({"provides": "canonical"})");
  EXPECT_EQ(p.contract.getProperties()[0].word, PropertyEntry::Word::Provides);
  p = readPass(R"({"invalidates": ["canonical"]})");
  EXPECT_EQ(p.contract.getProperties()[0].word,
            PropertyEntry::Word::Invalidates);
}

TEST(ContractsFile, ContentsEntries) {
  PassDescriptor p = readPass(R"json({
    "options": {"n": 1},
    "lowers": [
      {"from": ["scf", "memref.load(!index)"], "except": ["scf.forall"],
       "unless": "!tensor", "given": ["func.func"], "to": ["cf"],
       "sometimes": ["arith.addi"], "converts": ["!index"], "nest": "gpu.module", "partial": true,
       "reason": "why", "source": "measured", "when": {"option": "n", "is": 4}},
      "*"],
    "introduces": [{"to": "a.b", "sometimes": ["c.d"], "given": "e.f"},
                   {"sometimes": "g.h"}, "i.j"],
    "rejects": ["!memref", {"items": ["k"], "except": "k.l", "given": "m"}],
    "requires": [{"items": ["transform.named_sequence"], "reason": "r"}],
    "unknownEffect": ["runs a script",
                      {"reason": "s", "source": "t", "given": "transform",
                       "except": ["transform.yield"], "keeps": "func",
                       "when": {"option": "n", "is": 2}}]})json");
  llvm::ArrayRef<ContentsEntry> entries = p.contract.getContents();
  ASSERT_EQ(entries.size(), 10u);
  // Entries of one word keep their order; the words need not.
  auto find = [&](ContentsEntry::Word word) {
    std::vector<const ContentsEntry *> found;
    for (const ContentsEntry &entry : entries)
      if (entry.word == word)
        found.push_back(&entry);
    return found;
  };
  auto lowers = find(ContentsEntry::Word::Lowers);
  ASSERT_EQ(lowers.size(), 2u);
  EXPECT_EQ(lowers[0]->nest, "gpu.module");
  EXPECT_EQ(lowers[0]->items, (Strings{"scf", "memref.load(!index)"}));
  EXPECT_EQ(lowers[0]->except, Strings{"scf.forall"});
  EXPECT_EQ(lowers[0]->unless, Strings{"!tensor"});
  EXPECT_EQ(lowers[0]->given, Strings{"func.func"});
  EXPECT_EQ(lowers[0]->to, Strings{"cf"});
  EXPECT_EQ(lowers[0]->sometimes, Strings{"arith.addi"});
  EXPECT_EQ(lowers[0]->converts, Strings{"!index"});
  EXPECT_TRUE(lowers[0]->isPartial);
  EXPECT_EQ(lowers[0]->reason, "why");
  EXPECT_EQ(lowers[0]->condition.getText(), "n == 4");
  EXPECT_EQ(lowers[1]->items, Strings{"*"});
  EXPECT_FALSE(lowers[1]->isPartial);
  auto introduces = find(ContentsEntry::Word::Introduces);
  ASSERT_EQ(introduces.size(), 3u);
  EXPECT_EQ(introduces[0]->to, Strings{"a.b"});
  EXPECT_EQ(introduces[0]->sometimes, Strings{"c.d"});
  EXPECT_EQ(introduces[0]->given, Strings{"e.f"});
  EXPECT_EQ(introduces[1]->sometimes, Strings{"g.h"});
  EXPECT_EQ(introduces[2]->to, Strings{"i.j"});
  auto rejects = find(ContentsEntry::Word::Rejects);
  ASSERT_EQ(rejects.size(), 2u);
  EXPECT_EQ(rejects[0]->items, Strings{"!memref"});
  EXPECT_EQ(rejects[1]->except, Strings{"k.l"});
  EXPECT_EQ(rejects[1]->given, Strings{"m"});
  auto needs = find(ContentsEntry::Word::Requires);
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0]->items, Strings{"transform.named_sequence"});
  auto unknown = find(ContentsEntry::Word::UnknownEffect);
  ASSERT_EQ(unknown.size(), 2u);
  EXPECT_EQ(unknown[0]->reason, "runs a script");
  EXPECT_EQ(unknown[1]->reason, "s");
  EXPECT_EQ(unknown[1]->source, "t");
  EXPECT_EQ(unknown[1]->given, Strings{"transform"});
  EXPECT_EQ(unknown[1]->except, Strings{"transform.yield"});
  EXPECT_EQ(unknown[1]->items, Strings{"func"});
  EXPECT_EQ(unknown[1]->condition.getText(), "n == 2");
  EXPECT_TRUE(p.contract.getProperties().empty());
}

TEST(ContractsFile, KindsPropertiesAndTypes) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = require(readInto(R"({
    "$schema": "contracts.schema.json", "llvm": "22",
    "kinds": {"tiling": "Splits loops"},
    "properties": {"tiled": "Fits the cache",
                   "fresh": {"summary": "New", "fleeting": true}},
    "types": {"!memref": {"carriers": ["memref"], "likely": "func.call",
                          "possible": ["scf"], "except": "memref.global",
                          "onlyUsers": "memref.load",
                          "onlySources": "memref.alloc"},
              "!tensor": {"becomes": "!memref"}}})",
                                   catalog));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(catalog.getKindSummary("tiling"), "Splits loops");
  EXPECT_FALSE(catalog.lookupProperty("tiled")->isFleeting);
  EXPECT_EQ(catalog.lookupProperty("tiled")->summary, "Fits the cache");
  EXPECT_TRUE(catalog.lookupProperty("fresh")->isFleeting);
  const TypeDescriptor *type = catalog.lookupType("!memref");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->carriers, Strings{"memref"});
  EXPECT_EQ(type->likelyCarriers, Strings{"func.call"});
  EXPECT_EQ(type->possibleCarriers, Strings{"scf"});
  EXPECT_EQ(type->except, Strings{"memref.global"});
  EXPECT_EQ(type->onlyUsers, Strings{"memref.load"});
  EXPECT_EQ(type->onlySources, Strings{"memref.alloc"});
  EXPECT_EQ(catalog.lookupType("!tensor")->becomes, "!memref");
}

TEST(ContractsFile, ConditionsOnVariantsThatAreNotDeclaredAreErrors) {
  EXPECT_EQ(readErrors(R"({"variants": {"gpu": "Kernels on a GPU"},
 "passes": {"p": {"after": {"pass": "cse", "when": {"variant": "gpv"}}}}})"),
            "2:64 unknown-condition a condition of 'p': there is no option or "
            "variant 'gpv' (did you mean 'gpu'?)");
  Catalog catalog = makeSmallCatalog();
  auto warnings = require(readInto(R"({"variants": {"gpu": "Kernels on a GPU"},
 "passes": {"p": {"after": {"pass": "cse", "when": {"variant": "gpu"}}}}})",
                                   catalog));
  EXPECT_EQ(catalog.getVariantSummary("gpu"), "Kernels on a GPU");
  std::string written;
  llvm::raw_string_ostream os(written);
  writeContracts(os, catalog, {});
  EXPECT_TRUE(contains(written, "\"gpu\": \"Kernels on a GPU\""));
}

TEST(ContractsFile, NamesOfLaterPassesAndKindsMayBeUsed) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = readInto(R"({"passes": {
    "a": {"after": [{"kind": "late"}], "requires": ["lasting"]},
    "b": {"kinds": ["late"], "provides": ["lasting"]}},
    "properties": {"lasting": "x"}})",
                           catalog);
  EXPECT_TRUE(bool(warnings));
  EXPECT_TRUE(catalog.lookupPass("a") && catalog.lookupPass("b"));
}

//===----------------------------------------------------------------------===//
// Extending and overriding
//===----------------------------------------------------------------------===//

TEST(ContractsFile, ExtendsWhatIsKnown) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = require(readInto(R"({"passes": {"cse": {
    "kinds": ["acme"], "options": {"more": 1}, "preserves": ["canonical"]}}})",
                                   catalog));
  EXPECT_TRUE(warnings.empty());
  const PassDescriptor *cse = catalog.lookupPass("cse");
  EXPECT_EQ(cse->kinds, (Strings{"cleanup", "acme"}));
  EXPECT_EQ(cse->options.size(), 2u);
  EXPECT_EQ(cse->anchor, "builtin.module");
  EXPECT_TRUE(cse->contract.isIdempotent());
  EXPECT_EQ(cse->contract.getOrder().size(), 1u);
  EXPECT_EQ(cse->contract.getProperties().size(), 1u);
}

TEST(ContractsFile, OverridingIsReported) {
  Catalog catalog = makeSmallCatalog();
  auto warnings =
      require(readInto("{\"passes\": {\n"
                       "  \"cse\": {\"override\": true, \"kinds\": [\"mine\"],"
                       " \"lowers\": []}}}",
                       catalog));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].str(),
            "warning: what was known of 'cse' is overridden [PMB057 "
            "overridden]\n"
            "  at: c.json:2:3\n"
            "  note: the line is\n"
            "     2 |   \"cse\": {\"override\": true, \"kinds\": [\"mine\"], "
            "\"lowers\": []}}}\n"
            "       |   ^\n");
  const PassDescriptor *cse = catalog.lookupPass("cse");
  EXPECT_EQ(cse->kinds, Strings{"mine"});
  EXPECT_TRUE(cse->contract.empty());
  EXPECT_FALSE(cse->contract.isIdempotent());
  // What the pass is stays.
  EXPECT_EQ(cse->anchor, "builtin.module");
  EXPECT_EQ(cse->options.size(), 1u);
}

TEST(ContractsFile, ReplacingAFactIsReported) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = readInto(R"({"passes": {"cse": {"anchor": "func.func",
    "options": {"limit": 5}}}, "types": {"!t": {"carriers": "a"}}})",
                           catalog);
  ASSERT_TRUE(bool(warnings));
  ASSERT_EQ(warnings->size(), 2u);
  EXPECT_EQ((*warnings)[0].message,
            "the anchor of 'cse' was 'builtin.module' and is now 'func.func'");
  EXPECT_EQ((*warnings)[1].message,
            "the default of option 'limit' of 'cse' was '3' and is now '5'");
  EXPECT_EQ(catalog.lookupPass("cse")->anchor, "func.func");
  warnings = readInto(R"({"types": {"!t": {"carriers": "b"}}})", catalog);
  ASSERT_TRUE(bool(warnings));
  ASSERT_EQ(warnings->size(), 1u);
  EXPECT_EQ((*warnings)[0].message,
            "what was known of the type '!t' is overridden");
}

TEST(ContractsFile, OverridingWhatIsNotKnownIsNothing) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = require(readInto(
      R"({"passes": {"new": {"override": true, "lowers": []}}})", catalog));
  EXPECT_TRUE(warnings.empty());
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

TEST(ContractsFile, SourcesAreWrittenAndReadAgain) {
  StringRef entry = R"("reason": "r", "source": "A.cpp: line 3")";
  PassDescriptor p =
      readPass(("{\"after\": [{\"pass\": \"cse\", " + entry +
                "}], \"requires\": [{\"property\": \"canonical\", " + entry +
                "}, {\"items\": [\"a\"], " + entry +
                "}], \"lowers\": [{\"from\": [\"b\"], " + entry + "}]}")
                   .str());
  for (bool isAgain : {false, true}) {
    ASSERT_EQ(p.contract.getOrder().size(), 1u) << isAgain;
    EXPECT_EQ(p.contract.getOrder()[0].source, "A.cpp: line 3");
    ASSERT_EQ(p.contract.getProperties().size(), 1u);
    EXPECT_EQ(p.contract.getProperties()[0].source, "A.cpp: line 3");
    ASSERT_EQ(p.contract.getContents().size(), 2u);
    EXPECT_EQ(p.contract.getContents()[0].source, "A.cpp: line 3");
    EXPECT_EQ(p.contract.getContents()[1].source, "A.cpp: line 3");
    std::string text;
    llvm::raw_string_ostream os(text);
    writeJson(os, [&](JsonOutput &json) { writePassDescriptor(json, p); });
    p = readPass(os.str());
  }
}

/// What is read as an object is written as a text.
TEST(ContractsFile, ConditionsOfEarlierReleases) {
  struct {
    StringRef read, written;
  } cases[] = {
      {R"({"option": "n"})", "n == true"},
      {R"({"option": "n", "not": true})", "n != true"},
      {R"({"option": "n", "is": false})", "n == false"},
      {R"({"option": "n", "is": 4})", "n == 4"},
      {R"({"option": "n", "is": ""})", "n == ''"},
      {R"({"option": "n", "is": "", "not": true})", "n != ''"},
      {R"({"option": "n", "is": "a b"})", "n == 'a b'"},
      {R"({"variant": "gpu"})", "gpu"},
      {R"({"variant": "gpu", "not": true})", "!gpu"},
      {R"({"variant": "gpu | npu", "not": true})", "!(gpu | npu)"},
      {R"("n != '' & !gpu")", "n != '' & !gpu"},
  };
  for (const auto &[read, written] : cases) {
    PassDescriptor p = readPass((R"({"options": {"n": null}, "after": [)"
                                 R"({"pass": "cse", "when": )" +
                                 read + "}]}")
                                    .str());
    std::string text;
    llvm::raw_string_ostream os(text);
    writeContracts(os, makeSmallCatalog(), {&p});
    EXPECT_TRUE(contains(text, ("\"when\": \"" + written + "\"}").str()));
  }
}

TEST(ContractsFile, ConditionsAskForTheOptionsOfThePassFirst) {
  constexpr StringRef before = R"({"variants": {"gpu": "", "loops": ""},
 "passes": {"p": {"options": {"loops": null, "file": null}, "after": [
  {"pass": "cse", "when": ")",
                      after = R"("}]}}})";
  auto errors = [&](StringRef condition) {
    return readErrors((before + condition + after).str());
  };
  EXPECT_EQ(errors("file != '' & !gpu"), "no error");
  EXPECT_EQ(errors("loops == '' | gpu"), "no error");
  EXPECT_EQ(errors("loops"),
            "3:27 bad-condition a condition of 'p': the option 'loops' is "
            "neither true nor false (compare it: loops == ...)");
  EXPECT_EQ(errors("fiel != '' & gpv"),
            "3:27 unknown-condition a condition of 'p': there is no option or "
            "variant 'fiel' (did you mean 'file'?); 3:27 unknown-condition a "
            "condition of 'p': there is no option or variant 'gpv' (did you "
            "mean 'gpu'?)");
  EXPECT_EQ(errors("gpu & (file"), "3:34 bad-condition this '(' is not closed");
}

TEST(ContractsFile, WrittenAsPeopleWriteIt) {
  Catalog catalog = makeSmallCatalog();
  PassDescriptor p("p");
  p.summary = "A \"p\"";
  p.options = {{"n", "4"}, {"m", ""}};
  p.hasOptionList = true;
  p.hasContract = true;
  p.contract.after(kind("cleanup")).present().weak().because("r");
  p.contract.requiresProperty("canonical").when(!option("n").is("5"));
  p.contract.lowers({"a", "b"}).to({"c"}).when(option("m"));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, {&p});
  EXPECT_EQ(os.str(), R"({
  "kinds": {"cleanup": ""},
  "properties": {"canonical": {"fleeting": true}},
  "passes": {
    "p": {
      "summary": "A \"p\"",
      "options": {"n": "4", "m": null},
      "after": [
        {"kind": "cleanup", "present": true, "weak": true, "reason": "r"}
      ],
      "requires": [{"property": "canonical", "when": "n != 5"}],
      "lowers": [{"from": ["a", "b"], "to": ["c"], "when": "m == true"}]
    }
  }
}
)");
}

// Who has composed the pipeline may not know of the file.
TEST(ContractsFile, EntriesThatItAddsToAPassNameIt) {
  Catalog catalog;
  test::require(readContracts(
      SourceText::copy(R"({"passes": {"a": {"before": "d"}}})", "own.json"),
      catalog));
  test::require(readContracts(
      SourceText::copy(R"({"passes": {"a": {"after": "b"}}})", "more.json"),
      catalog));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("d").addPass("a").addPass("b");
  std::string found;
  for (const Diagnostic &finding : pipeline.check())
    found += finding.str();
  EXPECT_TRUE(contains(found, "  note: more.json:1:13 says so of 'a'\n"));
  EXPECT_FALSE(contains(found, "own.json"));
}

} // namespace
