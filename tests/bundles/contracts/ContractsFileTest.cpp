//===- ContractsFileTest.cpp - Tests of contracts as JSON -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "../Require.h"
#include "ErrorText.h"
#include "bundles/contracts/PassJson.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;
using Strings = std::vector<std::string>;

namespace {

/// A catalog with the property `canonical`, the kind `cleanup` and `cse`.
Catalog makeCatalog() {
  Catalog catalog;
  catalog.addKind("cleanup");
  test::require(catalog.addProperty({"canonical", "", true}));
  PassDescriptor cse("cse");
  cse.summary = "Eliminate common sub-expressions";
  cse.anchor = "builtin.module";
  cse.options = {{"limit", "3"}};
  cse.hasOptionList = true;
  cse.addKind("cleanup");
  cse.contract.idempotent();
  cse.contract.after(pass("inline"));
  cse.hasContract = true;
  test::require(catalog.addPass(std::move(cse)));
  return catalog;
}

llvm::Expected<std::vector<Diagnostic>> read(StringRef text, Catalog &catalog) {
  auto document = JsonDocument::parse(SourceText::copy(text, "c.json"));
  if (!document)
    return document.takeError();
  return readContracts(*document, catalog);
}

/// Reads one pass, `p`, that is described by `text`.
PassDescriptor readPass(StringRef text) {
  Catalog catalog = makeCatalog();
  auto warnings = read(("{\"passes\": {\"p\": " + text + "}}").str(), catalog);
  if (!warnings) {
    ADD_FAILURE() << takeDiagnostics(warnings.takeError()).front().str();
    return PassDescriptor();
  }
  EXPECT_TRUE(warnings->empty());
  return *catalog.lookupPass("p");
}

/// What is wrong with a file, as `line:column name message; ...`.
std::string readErrors(StringRef text) {
  Catalog catalog = makeCatalog();
  auto warnings = read(text, catalog);
  if (warnings)
    return "no error";
  std::string result = test::errors(warnings.takeError());
  // A file with a mistake leaves no trace.
  EXPECT_EQ(catalog.getPassNames(), std::vector<StringRef>{"cse"});
  EXPECT_EQ(catalog.getKindNames(), std::vector<StringRef>{"cleanup"});
  EXPECT_EQ(catalog.getPropertyNames(), std::vector<StringRef>{"canonical"});
  return result;
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
  EXPECT_EQ(order[0].condition.kind, Condition::Kind::Always);
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
  EXPECT_EQ(order[5].condition.str(), "not variant 'gpu'");
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
  EXPECT_EQ(entries[1].condition.str(), "option 'level' is 'true'");
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
       "sometimes": ["arith.addi"], "converts": ["!index"], "partial": true,
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
  EXPECT_EQ(lowers[0]->items, (Strings{"scf", "memref.load(!index)"}));
  EXPECT_EQ(lowers[0]->except, Strings{"scf.forall"});
  EXPECT_EQ(lowers[0]->unless, Strings{"!tensor"});
  EXPECT_EQ(lowers[0]->given, Strings{"func.func"});
  EXPECT_EQ(lowers[0]->to, Strings{"cf"});
  EXPECT_EQ(lowers[0]->sometimes, Strings{"arith.addi"});
  EXPECT_EQ(lowers[0]->converts, Strings{"!index"});
  EXPECT_TRUE(lowers[0]->isPartial);
  EXPECT_EQ(lowers[0]->reason, "why");
  EXPECT_EQ(lowers[0]->condition.str(), "option 'n' is '4'");
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
  EXPECT_EQ(unknown[1]->condition.str(), "option 'n' is '2'");
  EXPECT_TRUE(p.contract.getProperties().empty());
}

TEST(ContractsFile, KindsPropertiesAndTypes) {
  Catalog catalog = makeCatalog();
  auto warnings = read(R"({
    "$schema": "contracts.schema.json", "llvm": "22",
    "kinds": {"tiling": "Splits loops"},
    "properties": {"tiled": "Fits the cache",
                   "fresh": {"summary": "New", "fleeting": true}},
    "types": {"!memref": {"carriers": ["memref"], "likely": "func.call",
                          "possible": ["scf"], "except": "memref.global",
                          "onlyUsers": "memref.load",
                          "onlySources": "memref.alloc"},
              "!tensor": {"becomes": "!memref"}}})",
                       catalog);
  ASSERT_TRUE(bool(warnings));
  EXPECT_TRUE(warnings->empty());
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
            "2:64 unknown-condition the contract of 'p' names the variant "
            "'gpv', which does not exist (did you mean 'gpu'?)");
  Catalog catalog = makeCatalog();
  auto warnings = read(R"({"variants": {"gpu": "Kernels on a GPU"},
 "passes": {"p": {"after": {"pass": "cse", "when": {"variant": "gpu"}}}}})",
                       catalog);
  ASSERT_TRUE(bool(warnings));
  EXPECT_EQ(catalog.getVariantSummary("gpu"), "Kernels on a GPU");
  std::string written;
  llvm::raw_string_ostream os(written);
  writeContracts(os, catalog, {});
  EXPECT_NE(written.find("\"gpu\": \"Kernels on a GPU\""), std::string::npos)
      << written;
}

TEST(ContractsFile, NamesOfLaterPassesAndKindsMayBeUsed) {
  Catalog catalog = makeCatalog();
  auto warnings = read(R"({"passes": {
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
  Catalog catalog = makeCatalog();
  auto warnings = read(R"({"passes": {"cse": {
    "kinds": ["acme"], "options": {"more": 1}, "preserves": ["canonical"]}}})",
                       catalog);
  ASSERT_TRUE(bool(warnings));
  EXPECT_TRUE(warnings->empty());
  const PassDescriptor *cse = catalog.lookupPass("cse");
  EXPECT_EQ(cse->kinds, (Strings{"cleanup", "acme"}));
  EXPECT_EQ(cse->options.size(), 2u);
  EXPECT_EQ(cse->anchor, "builtin.module");
  EXPECT_TRUE(cse->contract.isIdempotent());
  EXPECT_EQ(cse->contract.getOrder().size(), 1u);
  EXPECT_EQ(cse->contract.getProperties().size(), 1u);
}

TEST(ContractsFile, OverridingIsReported) {
  Catalog catalog = makeCatalog();
  auto warnings = read("{\"passes\": {\n"
                       "  \"cse\": {\"override\": true, \"kinds\": [\"mine\"],"
                       " \"lowers\": []}}}",
                       catalog);
  ASSERT_TRUE(bool(warnings));
  ASSERT_EQ(warnings->size(), 1u);
  EXPECT_EQ((*warnings)[0].str(),
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
  Catalog catalog = makeCatalog();
  auto warnings = read(R"({"passes": {"cse": {"anchor": "func.func",
    "options": {"limit": 5}}}, "types": {"!t": {"carriers": "a"}}})",
                       catalog);
  ASSERT_TRUE(bool(warnings));
  ASSERT_EQ(warnings->size(), 2u);
  EXPECT_EQ((*warnings)[0].message,
            "the anchor of 'cse' was 'builtin.module' and is now 'func.func'");
  EXPECT_EQ((*warnings)[1].message,
            "the default of option 'limit' of 'cse' was '3' and is now '5'");
  EXPECT_EQ(catalog.lookupPass("cse")->anchor, "func.func");
  warnings = read(R"({"types": {"!t": {"carriers": "b"}}})", catalog);
  ASSERT_TRUE(bool(warnings));
  ASSERT_EQ(warnings->size(), 1u);
  EXPECT_EQ((*warnings)[0].message,
            "what was known of the type '!t' is overridden");
}

TEST(ContractsFile, OverridingWhatIsNotKnownIsNothing) {
  Catalog catalog = makeCatalog();
  auto warnings =
      read(R"({"passes": {"new": {"override": true, "lowers": []}}})", catalog);
  ASSERT_TRUE(bool(warnings));
  EXPECT_TRUE(warnings->empty());
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

TEST(ContractsFile, Mistakes) {
  struct {
    StringRef text, errors;
  } cases[] = {
      {"[]", "1:1 bad-value the file takes an object, not a list"},
      {R"({"pases": {}})",
       "1:2 unknown-key a contracts file has no key 'pases' (did you mean "
       "'passes'?)"},
      {R"({"passes": []})",
       "1:12 bad-value 'passes' takes an object, not a list"},
      {R"({"passes": {"a b": {}}})",
       "1:13 bad-name 'a b' cannot be a name (use letters, digits, '-', '_' "
       "and '.')"},
      {R"({"passes": {"p": 1}})",
       "1:18 bad-value 'p' takes an object, not a number"},
      {R"({"passes": {"p": {"summary": 1}}})",
       "1:30 bad-value 'summary' takes a string, not a number"},
      {R"({"passes": {"p": {"requres": []}}})",
       "1:19 unknown-key a pass has no key 'requres' (did you mean "
       "'requires'?)"},
      {R"({"passes": {"p": {"kinds": [1]}}})",
       "1:29 bad-value 'kinds' takes a string, not a number"},
      {R"({"passes": {"p": {"options": ["a"]}}})",
       "1:30 bad-value 'options' takes an object, not a list"},
      {R"({"passes": {"p": {"options": {"a": [1]}}}})",
       "1:36 bad-value 'a' takes a string, a number, true or false, not a "
       "list"},
      {R"({"passes": {"p": {"idempotent": "yes"}}})",
       "1:33 bad-value 'idempotent' takes true or false, not a string"},
      {R"({"passes": {"p": {"override": 1}}})",
       "1:31 bad-value 'override' takes true or false, not a number"},
      {R"({"passes": {"p": {"after": [1]}}})",
       "1:29 bad-value 'after' takes strings or objects, not a number"},
      {R"({"passes": {"p": {"after": [{}]}}})",
       "1:29 missing-key an order entry needs 'pass', 'kind', 'provider' or "
       "'bundle'"},
      {R"({"passes": {"p": {"after": [{"pas": "x"}]}}})",
       "1:30 unknown-key an order entry has no key 'pas' (did you mean "
       "'pass'?)"},
      {R"({"passes": {"p": {"after": [{"pass": "x", "kind": "y"}]}}})",
       "1:51 bad-value an entry names one of 'pass', 'kind', 'provider' and "
       "'bundle', not several"},
      {R"({"passes": {"p": {"after": {"pass": "x", "notBetween": [3]}}}})",
       "1:57 bad-value 'notBetween' takes a string or an object, not a number"},
      {R"({"passes": {"p": {"after": {"pass": "x", "notBetween": {}}}}})",
       "1:56 bad-value what may not stand between is named by one of 'pass', "
       "'kind', 'provider', 'bundle', 'invalidator'"},
      {R"({"passes": {"p": {"after": {"pass": "x",
                                      "notBetween": {"kin": "c"}}}}})",
       "2:54 unknown-key what may not stand between has no key 'kin' (did you "
       "mean 'kind'?)"},
      {R"({"passes": {"p": {"after": {"pass": "x",
                                      "notBetween": {"kind": "clenup"}}}}})",
       "2:62 unknown-kind the contract of 'p' names the kind 'clenup', which "
       "does not exist (did you mean 'cleanup'?)"},
      {R"({"passes": {"p": {"followedBy": {"pass": "x", "all": true}}}})",
       "1:33 bad-value only 'after' and 'before' can say 'all'"},
      {R"({"passes": {"p": {"followedBy": {"pass": "x", "immediately": true}}}})",
       "1:33 bad-value only 'after' and 'before' can say 'immediately'"},
      {R"({"passes": {"p": {"followedBy": [{"pass": "x", "present": true}]}}})",
       "1:34 bad-value only 'after' and 'before' can say 'present'"},
      {R"({"passes": {"p": {"requires": [{}]}}})",
       "1:32 missing-key a property entry needs 'property' or 'items'"},
      {R"({"passes": {"p": {"provides": [{}]}}})",
       "1:32 missing-key a property entry needs 'property'"},
      {R"({"passes": {"p": {"lowers": [{"to": "a"}]}}})",
       "1:30 missing-key a 'lowers' entry needs 'from'"},
      {R"({"passes": {"p": {"lowers": [{"from": ["a b", 2]}]}}})",
       "1:40 bad-value 'a b' is no dialect, operation or type (items are "
       "written as 'linalg', 'memref.subview', '!tensor' or '*'); 1:47 "
       "bad-value 'from' takes names of dialects, operations and types, not a "
       "number"},
      {R"({"passes": {"p": {"introduces": [{"reason": "x"}]}}})",
       "1:34 missing-key an 'introduces' entry needs 'to' or "
       "'sometimes'"},
      {R"({"passes": {"p": {"unknownEffect": [{"given": "x"}, true]}}})",
       "1:37 missing-key an 'unknownEffect' entry needs 'reason'; 1:53 "
       "bad-value 'unknownEffect' takes strings or objects, not a truth "
       "value"},
      {R"({"passes": {"p": {"rejects": [{"item": "x"}]}}})",
       "1:32 unknown-key a 'rejects' entry has no key 'item' (did you mean "
       "'items'?)"},
      {R"({"passes": {"p": {"after": [{"pass": "x", "when": 1}]}}})",
       "1:51 bad-value 'when' takes a string or an object, not a number"},
      {R"({"passes": {"p": {"after": [{"pass": "x", "when": {}}]}}})",
       "1:51 missing-key a condition needs 'option' or 'variant'"},
      {R"({"passes": {"p": {"after": [{"pass": "x",
           "when": {"option": "a", "variant": "b"}}]}}})",
       "2:20 bad-value a condition is about an option or a variant, not both"},
      {R"({"passes": {"p": {"after": [{"pass": "x",
           "when": {"variant": "b", "is": 1}}]}}})",
       "2:20 bad-value a variant has no value for 'is'"},
      {R"({"kinds": {"k": 1}})",
       "1:17 bad-value 'k' takes a string, not a number"},
      {R"({"properties": {"p": {"fleting": true}}})",
       "1:23 unknown-key a property has no key 'fleting' (did you mean "
       "'fleeting'?)"},
      {R"({"types": {"memref": {}}})",
       "1:12 bad-name the name of a type begins with '!'"},
      // What only the catalog knows.
      {R"({"passes": {"p": {"requires": ["cannonical"]}}})",
       "1:32 unknown-property the contract of 'p' names the property "
       "'cannonical', which does not exist (did you mean 'canonical'?)"},
      {R"({"passes": {"p": {"after": [{"kind": "clenup"}]}}})",
       "1:38 unknown-kind the contract of 'p' names the kind 'clenup', which "
       "does not exist (did you mean 'cleanup'?)"},
      {R"({"passes": {"p": {"options": {"level": 1},
           "lowers": [{"from": "a", "when": {"option": "levl"}}]}}})",
       "2:56 unknown-condition the contract of 'p' names the option 'levl', "
       "which does not exist (did you mean 'level'?)"},
      {R"({"properties": {"canonical": {"fleeting": false}}})",
       "1:17 duplicate-name the property 'canonical' is declared already, as "
       "fleeting"},
      {R"({"passes": {"p": {"after": ["cse"], "before": ["cse"]}}})",
       "1:29 contradictory-contract the contract of 'p' says both after 'cse' "
       "and before 'cse' (remove one of the entries, or make them "
       "conditional; to run before it and again after, say 'after' and "
       "'followedBy')"},
  };
  for (const auto &test : cases)
    EXPECT_EQ(readErrors(test.text), test.errors.str()) << test.text.str();
}

TEST(ContractsFile, AllMistakesAreReportedButNotEndlessly) {
  std::string text = "{\"passes\": {\"p\": {\n";
  for (int i = 0; i < 200; ++i)
    text += "\"x" + std::to_string(i) + "\": 1,\n";
  text += "\"summary\": \"\"}}}";
  Catalog catalog = makeCatalog();
  auto warnings = read(text, catalog);
  ASSERT_FALSE(bool(warnings));
  EXPECT_EQ(takeDiagnostics(warnings.takeError()).size(), 50u);
}

TEST(ContractsFile, FilesThatCannotBeRead) {
  Catalog catalog = makeCatalog();
  auto warnings = readContractsFile("no-such.contracts.json", catalog);
  ASSERT_FALSE(bool(warnings));
  EXPECT_EQ(takeDiagnostics(warnings.takeError())[0].code,
            DiagnosticCode::UnreadableFile);
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

TEST(ContractsFile, WrittenAsPeopleWriteIt) {
  Catalog catalog = makeCatalog();
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
      "requires": [
        {
          "property": "canonical",
          "when": {"option": "n", "is": "5", "not": true}
        }
      ],
      "lowers": [{"from": ["a", "b"], "to": ["c"], "when": {"option": "m"}}]
    }
  }
}
)");
}

} // namespace
