//===- SchemaTest.cpp - Tests of the JSON Schemas -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schemas are for editors; the readers do not use them. So these tests see
// to it that both mean the same: what is in the folders of examples and what
// the other tests read and write is valid, and every key has its place in the
// schema.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "SchemaValidator.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/report/Ask.h"
#include "bundles/report/PipelineLock.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/FileSystem.h"
#include <set>

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

TEST(Schema, ExamplesAndTheCatalogAreValid) {
  unsigned count = 0;
  for (StringRef folder : {"examples/pipelines", "bundles/catalog/mlir-22",
                           "bundles/catalog/mlir-19"}) {
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(inSource(folder), error), end;
         it != end && !error; it.increment(error)) {
      StringRef path = it->path();
      bool isPipeline = path.ends_with(".pipeline.json");
      if (!path.ends_with(".json"))
        continue;
      ++count;
      JsonDocument document = test::require(JsonDocument::read(path));
      EXPECT_EQ(validate(document, isPipeline ? "pipeline" : "contracts"), "")
          << path.str();
    }
    EXPECT_FALSE(error) << folder.str();
  }
  EXPECT_GE(count, 40u);
}

TEST(Schema, PicturesAndDifferencesAreValid) {
  for (auto [name, format] :
       {std::pair("graph", "graph"), std::pair("diff", "diff"),
        std::pair("run", "graph"), std::pair("run-diff", "run-diff"),
        std::pair("idle", "idle")}) {
    JsonDocument golden = test::require(JsonDocument::read(
        inSource("tests/bundles/goldens/" + std::string(name) + ".json")));
    EXPECT_EQ(validate(golden, format), "") << name;
  }
}

TEST(Schema, LocksAreValid) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(PassSpec("cse"));
  PassSpec nested("canonicalize", "top-down=false");
  nested.nest = {{"func.func"}};
  pipeline.append(std::move(nested));
  std::string text =
      toText(PipelineLock(makeReport(pipeline, "p", /*explains=*/true),
                          getStockCatalog().getRelease()));
  EXPECT_EQ(validate(text, "lock"), "") << text;
}

TEST(Schema, ExamplesAreReadAndDoWhatTheySay) {
  Catalog catalog = getStockCatalog().clone();
  auto warnings = require(readContractsFile(
      inSource("examples/pipelines/acme.contracts.json"), catalog));
  EXPECT_TRUE(warnings.empty());
  auto file =
      PipelineFile::read(inSource("examples/pipelines/acme.pipeline.json"));
  ASSERT_TRUE(bool(file));
  Pipeline pipeline(file->getAnchor(), catalog);
  for (const Diagnostic &d : takeDiagnostics(file->appendTo(pipeline)))
    ADD_FAILURE() << d.str();
  EXPECT_EQ(pipeline.str().find(
                "builtin.module(canonicalize,acme-tile{sizes=8,8 peel=true},"
                "func.func(canonicalize),one-shot-bufferize"),
            0u)
      << pipeline.str();
  for (const Diagnostic &d : pipeline.check())
    EXPECT_NE(d.severity, Severity::Error) << d.str();
  file = PipelineFile::read(inSource("examples/pipelines/cpu.pipeline.json"));
  ASSERT_TRUE(bool(file));
  Pipeline cpu(file->getAnchor(), catalog);
  for (const Diagnostic &d : takeDiagnostics(file->appendTo(cpu)))
    ADD_FAILURE() << d.str();
  for (const Diagnostic &d : cpu.check())
    EXPECT_NE(d.severity, Severity::Error) << d.str();
}

void sayAllOfOrderAndProperties(Contract &contract) {
  contract.idempotent();
  for (const Target &target : {pmb::pass("x"), kind("x"), providerOf("x")}) {
    contract.after(target).present().weak().because("r").when(option("a"));
    contract.before(target).when(!variant("v"));
    contract.followedBy(target);
    contract.conflictsWith(target);
  }
  contract.requiresProperty("x").weak().because("r").when(option("a").is("2"));
  contract.providesProperty("x");
  contract.invalidatesProperty("y");
  contract.preservesProperty("x");
}

void sayAllOfContents(Contract &contract) {
  contract.lowers({"a", "!b"})
      .except({"a.x"})
      .unless({"!t"})
      .given({"c"})
      .to({"d"})
      .sometimes({"e(!f)"})
      .converts({"!g"})
      .partially()
      .speculative()
      .because("r")
      .when(option("a"));
  contract.introduces({"a"}).sometimes({"b"}).given({"c"});
  contract.leavesDead({"a"})
      .except({"a.x"})
      .given({"b"})
      .unless({"c"})
      .because("r")
      .when(option("a"));
  contract.greedy();
  contract.removesDead();
  contract.rejects({"*"}).except({"a"}).given({"c"}).because("r");
  contract.requiresContents({"a"}).because("r");
  contract.unknownEffect()
      .given({"a"})
      .except({"a.x"})
      .keeps({"!t"})
      .because("r")
      .when(option("a"));
}

/// A descriptor that says everything.
PassDescriptor makeFullDescriptor() {
  PassDescriptor pass("p");
  pass.summary = pass.group = pass.anchor = "x";
  pass.anchorChoices = pass.kinds = pass.dependentDialects = {"x"};
  pass.options = {{"a", "1"}, {"b", ""}};
  pass.hasOptionList = pass.hasContract = true;
  sayAllOfOrderAndProperties(pass.contract);
  sayAllOfContents(pass.contract);
  return pass;
}

/// A catalog that declares one of everything.
Catalog makeFullCatalog() {
  Catalog catalog;
  catalog.addKind("k", "s");
  test::require(catalog.addProperty({"x", "s", true}));
  TypeDescriptor type;
  type.name = "!t";
  type.carriers = type.likelyCarriers = type.possibleCarriers = type.except =
      type.onlyUsers = type.onlySources = type.inAttributes = {"a"};
  type.becomes = "!u";
  type.agreeOn = "width=64";
  catalog.addType(type);
  catalog.addMark("m", "s");
  return catalog;
}

TEST(Schema, WhatTheWriterWritesOfAFullDescriptorIsValid) {
  PassDescriptor pass = makeFullDescriptor();
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, makeFullCatalog(), {&pass});
  EXPECT_EQ(validate(os.str(), "contracts"), "") << text;
}

TEST(Schema, EveryKeyOfAContractHasItsPlace) {
  const JsonValue &schema = getSchema("contracts.schema.json");
  const JsonValue &properties = schema.lookup("definitions")
                                    ->value.lookup("pass")
                                    ->value.lookup("properties")
                                    ->value;
  for (StringRef word : getContractWords()) {
    EXPECT_TRUE(properties.lookup(word)) << word.str();
    // Bundles and pipelines have the words, too.
    for (StringRef owner : {"bundleEntry", "bundleDefinition"})
      EXPECT_TRUE(getSchema("pipeline.schema.json")
                      .lookup("definitions")
                      ->value.lookup(owner)
                      ->value.lookup("properties")
                      ->value.lookup(word))
          << owner.str() << " " << word.str();
    EXPECT_TRUE(getSchema("pipeline.schema.json")
                    .lookup("properties")
                    ->value.lookup("contracts")
                    ->value.lookup("additionalProperties")
                    ->value.lookup("properties")
                    ->value.lookup(word))
        << word.str();
  }
}

/// The keys of all objects that a definition describes itself.
void collectKeys(const JsonValue &schema, std::set<std::string> &keys) {
  if (const JsonMember *properties = schema.lookup("properties"))
    for (const JsonMember &member : properties->value.getMembers())
      keys.insert(member.key.str());
  if (const JsonMember *alternatives = schema.lookup("anyOf"))
    for (const JsonValue &alternative : alternatives->value.getElements())
      collectKeys(alternative, keys);
}

constexpr struct {
  EntryForm form;
  llvm::StringLiteral definition;
} forms[] = {
#define PMB_FORM(FORM, NAMES, DEFINITION) {EntryForm::FORM, DEFINITION},
#include "builder/passes/Words.def"
};

TEST(Schema, EveryEntryHasTheKeysOfTheTable) {
  for (StringRef name : {"contracts.schema.json", "pipeline.schema.json"})
    for (const auto &[form, definition] : forms) {
      std::set<std::string> known, keys;
      collectKeys(getSchema(name)
                      .lookup("definitions")
                      ->value.lookup(definition)
                      ->value,
                  known);
      for (StringRef key : getEntryKeys(form))
        keys.insert(key.str());
      EXPECT_EQ(known, keys) << name.str() << " " << definition.str();
    }
}

TEST(Schema, TableGenHasTheWordsAndKeysOfTheTable) {
  auto file = test::require(
      SourceText::read(inSource("bundles/contracts/PassContract.td")));
  auto isField = [&](StringRef key) {
    return llvm::Regex(("\n  (string|bit|ContractCondition|list<[A-Za-z]+>) " +
                        key + " = ")
                           .str())
        .match(file.getText());
  };
  for (StringRef word : getContractWords())
    EXPECT_TRUE(isField(word)) << word.str();
  // What is for readers of the file stands in comments there.
  for (const auto &[form, definition] : forms)
    for (StringRef key : getEntryKeys(form))
      EXPECT_EQ(isField(key), key != "source" && key != "exceptions" &&
                                  key != "since" && key != "until")
          << key.str();
}

TEST(Schema, WhatTheReadersRefuseIsNotValid) {
  struct {
    StringRef format, text;
  } cases[] = {
      {"contracts", "[]"},
      {"contracts", R"({"pases": {}})"},
      {"contracts", R"({"passes": {"a b": {}}})"},
      {"contracts", R"({"passes": {"p": {"after": [1]}}})"},
      {"contracts", R"({"passes": {"p": {"after": [{}]}}})"},
      {"contracts",
       R"({"passes": {"p": {"after": {"pass": "a", "kind": "b"}}}})"},
      {"contracts", R"({"passes": {"p": {"lowers": [{"to": "a"}]}}})"},
      {"contracts", R"({"passes": {"p": {"lowers": ["a b"]}}})"},
      {"contracts",
       R"({"passes": {"p": {"lowers": {"from": "a", "weak": true}}}})"},
      {"contracts", R"({"passes": {"p": {"introduces": {"always": "a"}}}})"},
      {"contracts", R"({"passes": {"p": {"introduces": [{"given": "a"}]}}})"},
      {"contracts",
       R"({"passes": {"p": {"introduces": {"sometimes": "a b"}}}})"},
      {"contracts",
       R"({"passes": {"p": {"rejects": {"items": "a", "to": "b"}}}})"},
      {"contracts", R"({"types": {"memref": {}}})"},
      {"contracts", R"({"passes": {"p": {"provides": {"property": "x",
                       "when": {"is": 1}}}}})"},
      {"contracts", R"({"passes": {"p": {"lowers": "gpu.module/a"}}})"},
      {"pipeline", R"({"passes": {}})"},
      {"pipeline", R"({"input": {"contents": "gpu/a"}, "passes": ["a"]})"},
      {"pipeline", R"({"passes": [{"pass": "a", "slot": "b"}]})"},
      {"pipeline", R"({"passes": [{"nest": "a"}]})"},
      {"pipeline", R"({"passes": [{"bundle": "a", "kinds": ["b"]}]})"},
      {"pipeline", R"({"passes": [{"pass": "a", "options": {"b": []}}]})"},
      {"pipeline", R"({"bundles": {"b": {}}})"},
      {"pipeline", R"({"insert": [{"pass": "a"}]})"},
      {"pipeline", R"({"insert": [{"pass": "a", "at": "strat"}]})"},
      {"pipeline", R"({"insert": [{"slot": "a", "keep": true, "at": "end"}]})"},
      {"pipeline", R"({"insert": [{"pass": "a",
                      "before": {"pass": "b", "instance": -1}}]})"},
      {"pipeline", R"({"severity": {"cycle": "warn"}})"},
  };
  for (const auto &test : cases)
    EXPECT_NE(validate(test.text, test.format), "") << test.text.str();
  // And the reverse, for the forms that the examples do not have.
  EXPECT_EQ(validate(R"({"passes": {"p": {"requires": "a", "lowers": "b",
    "rejects": [{"items": "c"}],
    "introduces": [{"sometimes": "d"}, {"to": "e"}],
    "unknownEffect": "r",
    "after": {"provider": "x", "when": {"variant": "y", "not": true}}}}})",
                     "contracts"),
            "");
  EXPECT_EQ(validate(R"({"passes": [{"pass": "a", "options": {"n":
    {"m": [1, "x"]}}}, {"include": "b.json"}], "insert": [{"bundle": "b",
    "passes": [], "kinds": "k", "after": {"slot": "s"},
    "orElse": [{"before": "x"}, {"at": "end"}]}]})",
                     "pipeline"),
            "");
  EXPECT_EQ(validate(R"({"passes": {"p": {
    "lowers": {"from": "a", "nest": "gpu.module"},
    "rejects": {"items": "b", "nest": "gpu.module"}}},
    "operations": {"a.launch": {"becomes": "gpu.module"}}})",
                     "contracts"),
            "");
  EXPECT_EQ(validate(R"json({"input": {"contents": ["gpu.module/memref.load",
    "gpu.launch/memref.subview(static)", "func.func"]}, "passes": ["a"]})json",
                     "pipeline"),
            "");
}

TEST(Schema, AnswersAreValid) {
  std::string path = inSource("examples/pipelines/acme.pipeline.json");
  Catalog catalog = getStockCatalog().clone();
  test::require(readContractsFile(
      inSource("examples/pipelines/acme.contracts.json"), catalog));
  PipelineFile file = test::require(PipelineFile::read(path));
  Pipeline pipeline(file.getAnchor(), catalog);
  test::require(file.declareOptions(pipeline));
  test::require(file.appendTo(pipeline));
  pipeline.check();
  Questions questions;
  questions.explain = Explanation::Full;
  questions.places = true;
  questions.why = {"linalg",      "memref",        "acme-tile",
                   "acme-tiling", "pre-bufferize", "sccp"};
  questions.where = {"cse", "acme-tile"};
  Answers answers = test::require(ask(pipeline, "acme", questions));
  std::string text;
  llvm::raw_string_ostream os(text);
  printAnswers(os, answers, AnswerFormat::Json);
  JsonDocument document =
      test::require(JsonDocument::parse(SourceText::copy(text, "answers")));
  EXPECT_EQ(Validator("answers.schema.json").validate(document.getRoot()), "");
}

} // namespace
