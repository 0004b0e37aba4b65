//===- PipelineVariantsTest.cpp - Tests of files for several targets ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "PipelineFileSupport.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"
#include "bundles/contracts/ContractsFile.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

constexpr const char *targets = R"({
  "options": {
    "target": {"values": ["cpu", "vector", "gpu"], "default": "cpu",
               "summary": "What the code runs on"},
    "lanes": {"type": "int64", "default": 4},
    "debug": {"type": "bool"}
  },
  "variants": {
    "avx": {"target": "vector", "lanes": 8},
    "cuda": {"target": "gpu"},
    "quiet": "Says less"
  },
  "bundles": {
    "vectorize": {
      "options": {"n": {"type": "int32", "default": 2}, "mode": {"type": "text"}},
      "passes": [
        {"pass": "optional", "optionsFrom": {"count": "n", "mode": "mode"}},
        {"pass": "tidy", "when": "n > 4 & !quiet"}
      ]
    }
  },
  "passes": [
    "a",
    {"bundle": "vectorize", "when": "target == vector",
     "optionsFrom": {"n": "lanes"}},
    {"bundle": "vectorize", "when": "target == cpu",
     "options": {"mode": "x", "n": 1}, "reason": "it is small"},
    {"nest": "func.func", "when": "target == gpu | debug", "passes": ["b"]},
    {"slot": "late", "when": "!debug"}
  ],
  "insert": [
    {"pass": "c", "at": "end", "when": "cuda"},
    {"pass": "d", "before": "tidy", "when": "avx", "orElse": {"at": "start"}},
    {"pass": "clean", "before": {"slot": "late"}, "orElse": {"at": "end"}}
  ],
  "contracts": {
    "a": {"before": {"pass": "c", "when": "target == gpu & lanes < 8"}}
  },
  "output": [
    {"when": "target == gpu", "contents": ["gpu"]},
    {"when": "avx", "contents": ["llvm", "vector"], "properties": "small"},
    {"contents": ["llvm"]}
  ]
})";

PipelineFile read(StringRef json) {
  return test::require(PipelineFile::parse(SourceText::copy(json, "p.json")));
}

/// A pipeline that is built for what `choice` says.
struct BuiltPipeline : TestPipeline {
  BuiltPipeline(const PipelineFile &file,
                std::initializer_list<const char *> choice) {
    test::require(file.declareOptions(*this));
    for (StringRef name : choice)
      if (auto [option, value] = name.split('='); name.contains('='))
        setOption(option, value);
      else
        setVariant(name);
    error = errors(file.appendTo(*this));
    verifyList();
  }
  std::string error;
};

TEST(FileVariants, DecideWhatIsInThePipeline) {
  PipelineFile file = read(targets);
  struct {
    std::initializer_list<const char *> choice;
    StringRef pipeline;
    std::vector<std::string> output;
  } cases[] = {
      {{}, "builtin.module(a,optional{count=1 mode=x},clean)", {"llvm"}},
      {{"avx"},
       "builtin.module(a,optional{count=8},d,tidy,clean)",
       {"llvm", "vector"}},
      {{"avx", "quiet"},
       "builtin.module(d,a,optional{count=8},clean)",
       {"llvm", "vector"}},
      {{"avx", "lanes=4"},
       "builtin.module(d,a,optional{count=4},clean)",
       {"llvm", "vector"}},
      {{"cuda"}, "builtin.module(a,func.func(b),clean,c)", {"gpu"}},
      {{"debug"},
       "builtin.module(a,optional{count=1 mode=x},func.func(b),clean)",
       {"llvm"}},
      {{"debug=true", "target=gpu"},
       "builtin.module(a,func.func(b),clean)",
       {"gpu"}},
  };
  for (const auto &[choice, expected, output] : cases) {
    BuiltPipeline pipeline(file, choice);
    EXPECT_EQ(pipeline.error, "");
    EXPECT_EQ(pipeline.str(), expected.str());
    EXPECT_EQ(pipeline.getInterface().outputContents, output);
  }
}

TEST(FileVariants, AreWrittenAsTheyWereRead) {
  PipelineFile file = read(targets);
  std::string first, second;
  llvm::raw_string_ostream firstStream(first), secondStream(second);
  file.print(firstStream);
  PipelineFile again = read(first);
  again.print(secondStream);
  EXPECT_EQ(first, second);
  for (StringRef text :
       {"\"summary\": \"What the code runs on\"",
        "\"when\": \"n > 4 & !quiet\"", "\"quiet\": \"Says less\"",
        "\"lanes\": \"8\"", "\"when\": \"target == gpu & lanes < 8\""})
    EXPECT_TRUE(contains(first, text));
  BuiltPipeline pipeline(again, {"avx"});
  EXPECT_EQ(pipeline.str(), "builtin.module(a,optional{count=8},d,tidy,clean)");
}

TEST(FileVariants, ADescriptionIsOfTheVariantThatWasBuilt) {
  PipelineFile file = read(targets);
  BuiltPipeline pipeline(file, {"cuda", "lanes=2"});
  std::string json = toText(PipelineFile::describe(pipeline));
  BuiltPipeline again(read(json), {});
  EXPECT_EQ(again.error, "");
  EXPECT_EQ(again.str(), pipeline.str());
  EXPECT_EQ(again.getOptions().getValue("lanes"), "2");
  EXPECT_TRUE(again.getList().hasVariant("target == gpu"));
}

TEST(FileVariants, ADescriptionKnowsTheVariantsThatContractsAskFor) {
  PipelineFile file = read(R"({"variants": {"x": "", "y": ""},
 "passes": ["a", "b"], "contracts": {
 "a": {"after": {"pass": "b", "when": "x"}},
 "b": {"before": {"pass": "a", "when": "!y"}}}})");
  BuiltPipeline pipeline(file, {"y"});
  EXPECT_TRUE(pipeline.check().empty());
  std::string json = toText(PipelineFile::describe(pipeline));
  BuiltPipeline again(read(json), {});
  EXPECT_EQ(again.error, "");
  EXPECT_TRUE(again.check().empty());
  EXPECT_TRUE(again.getList().hasVariant("y & !x"));
}

TEST(FileVariants, PositionsKnowInWhichVariantTheirTargetIs) {
  const char *json = R"({
  "options": {"gpu": {"type": "bool"}},
  "bundles": {"kernels": {"passes": ["c", {"slot": "s"}]}},
  "passes": ["a", {"nest": "func.func", "when": "gpu", "passes": [
    {"bundle": "kernels"}]}],
  "insert": [{"pass": "b", "before": "c"}]
})";
  BuiltPipeline pipeline(read(json), {});
  EXPECT_EQ(pipeline.error,
            "6:38 unknown-position the pipeline has no pass 'c' (give the "
            "position a fallback, or the edit the same condition)");
  EXPECT_EQ(BuiltPipeline(read(json), {"gpu"}).str(),
            "builtin.module(a,func.func(b,c))");
}

TEST(FileVariants, IncludedFilesShareThem) {
  TemporaryFolder folder;
  folder.write("inner.json", R"({
    "options": {"gpu": {"type": "bool"}, "fast": {"type": "bool"}},
    "passes": [{"pass": "b", "when": "gpu & !fast"}]})");
  folder.write("outer.json", R"({
    "options": {"gpu": {"type": "bool"}},
    "passes": ["a", {"include": "inner.json", "when": "gpu"}]})");
  folder.write("other.json", R"({
    "options": {"gpu": {"type": "text"}},
    "passes": [{"include": "inner.json"}, {"pass": "b", "when": "gpu == x"}]})");
  PipelineFile file =
      test::require(PipelineFile::read(folder.getPath("outer.json")));
  EXPECT_EQ(BuiltPipeline(file, {}).str(), "builtin.module(a)");
  EXPECT_EQ(BuiltPipeline(file, {"gpu"}).str(), "builtin.module(a,b)");
  EXPECT_EQ(BuiltPipeline(file, {"gpu", "fast"}).str(), "builtin.module(a)");
  TestPipeline pipeline;
  EXPECT_TRUE(contains(folder.append("other.json", pipeline),
                       "'gpu' is declared already, as an option"));
}

TEST(FileVariants, WhatIsWrongIsWrongInAllOfThem) {
  struct {
    StringRef json, errors;
  } cases[] = {
      {R"({"passes": [{"pass": "a", "when": "gpu"}]})",
       "1:36 unknown-condition there is no option or variant 'gpu'"},
      {R"({"options": {"gpu": {"type": "bool"}},
 "passes": [{"pass": "a", "when": "gpu & gup"}]})",
       "2:42 unknown-condition there is no option or variant 'gup' (did you "
       "mean 'gpu'?)"},
      {R"({"options": {"gpu": {"type": "bool"}}, "passes": ["a"],
 "insert": [{"pass": "a", "at": "end", "when": "gup"}],
 "output": [{"when": "gpuu", "contents": []}]})",
       "2:49 unknown-condition there is no option or variant 'gup' (did you "
       "mean 'gpu'?); 3:23 unknown-condition there is no option or variant "
       "'gpuu' (did you mean 'gpu'?)"},
      {R"({"options": {"gpu": {"type": "bool"}}, "passes": [
  {"nest": "func.func", "when": "gpu", "passes": [
    {"pass": "optional", "optionsFrom": {"count": "n"}}]}]})",
       "3:51 unknown-condition there is no option 'n'"},
      {R"({"options": {"gpu": {"type": "bool"}},
 "variants": {"gpu": {"gpu": true}}, "passes": []})",
       "2:15 duplicate-name 'gpu' is declared already, as an option"},
      {R"({"variants": {"v": {"n": 1}}, "passes": []})",
       "1:21 unknown-condition there is no option 'n'"},
      {R"({"options": {"n": {"type": "int32", "default": "many"}}, "passes": []})",
       "1:48 bad-options 'many' is not a value of the option 'n'"},
      {R"({"bundles": {"b": {"options": {"n": {"type": "int32"}},
 "passes": ["a"]}}, "passes": []})",
       "1:32 unused-option nothing in the bundle 'b' asks for its option 'n'"},
      {R"({"bundles": {"b": {"options": {"n": {"type": "int32"}},
 "passes": [{"pass": "a", "when": "n == 1"}]}},
 "passes": [{"bundle": "b", "options": {"m": 1}},
            {"bundle": "b", "options": {"n": "x"}}]})",
       "3:41 bad-options the bundle 'b' has no option 'm'; 4:46 bad-options "
       "'x' is not a value of the option 'n'"},
      {R"({"passes": [{"bundle": "cleanup", "options": {"n": 1}}]})",
       "1:47 bad-options the bundle 'cleanup' has no option 'n'"},
      {R"({"options": {"n": {"type": "int32", "default": 3}}, "passes": [
 {"pass": "optional", "optionsFrom": {"cuont": "n"}}]})",
       "2:39 bad-options 'optional' has no option 'cuont' (did you mean "
       "'count'?)"},
      // Also where there is no value for it.
      {R"({"options": {"m": {"type": "text"}}, "passes": [
 {"pass": "optional", "optionsFrom": {"cuont": "m"}}]})",
       "2:39 bad-options 'optional' has no option 'cuont' (did you mean "
       "'count'?)"},
      {R"({"options": {"gpu": {"type": "bool"}}, "passes": ["a"], "contracts":
 {"a": {"after": {"pass": "b", "when": "gpu & gup"}}}})",
       "2:40 unknown-condition a condition of 'a': there is no option or "
       "variant 'gup' (did you mean 'gpu'?)"},
  };
  for (const auto &[json, expected] : cases) {
    TestPipeline pipeline{"start"};
    std::string before = pipeline.snapshot();
    EXPECT_EQ(errors(read(json).appendTo(pipeline)), expected.str())
        << json.str();
    EXPECT_EQ(pipeline.snapshot(), before);
    EXPECT_TRUE(pipeline.getOptions().empty());
  }
}

TEST(FileVariants, WhatIsWrongWithTheTextIsSaidWhenItIsRead) {
  struct {
    StringRef json, errors;
  } cases[] = {
      {R"({"passes": [{"pass": "a", "when": ""}]})",
       "1:36 bad-condition the condition is empty (leave 'when' out if it "
       "shall always hold)"},
      {R"({"passes": [{"slot": "a", "when": "(x"}]})",
       "1:36 bad-condition this '(' is not closed"},
      {R"({"passes": [{"pass": "a", "when": true}]})",
       "1:35 bad-value 'when' takes a string, not a truth value"},
      {R"({"options": {"gpu": true}, "passes": []})",
       "1:21 bad-value 'gpu' takes an object, not a truth value"},
      {R"({"options": {"gpu": {}}, "passes": []})",
       "1:21 missing-key an option needs 'type' or 'values'"},
      {R"({"options": {"gpu": {"type": "boolean"}}, "passes": []})",
       "1:30 bad-value there is no type 'boolean' of options"},
      {R"({"options": {"gpu": {"type": "bool"}, "gpu": {"type": "bool"}}})",
       "1:39 duplicate-key the object has the key 'gpu' twice"},
      {R"({"variants": {"v": 1}})",
       "1:20 bad-value 'v' takes an object or a string, not a number"},
      {R"({"output": [{"contents": []}, {"contents": []}]})",
       "1:31 bad-value this never counts, as what is before it has no 'when' "
       "(put what holds always last)"},
      {R"({"passes": [{"bundle": "b", "passes": [], "options": {"n": 1}}]})",
       "1:43 bad-value a bundle that is defined in its place is given no "
       "options (define it under 'bundles', where 'options' declares them)"},
      {R"({"contracts": {"a": {"after": {"pass": "b", "when": "x &"}}}})",
       "1:57 bad-condition a name belongs here, not the end (a condition is "
       "like: gpu & !(debug | vector-size > 1))"},
  };
  for (const auto &[json, expected] : cases) {
    auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
    EXPECT_EQ(file ? "no error" : errors(file.takeError()), expected.str())
        << json.str();
  }
}

TEST(FileVariants, OptionsThatNothingAsksForAreWarnings) {
  PipelineFile file = read(R"({"options": {"used": {"type": "bool"},
 "from": {"type": "int32", "default": 1}, "unused": {"type": "bool"},
 "set": {"type": "bool"}},
 "variants": {"v": {"set": true}},
 "passes": [{"pass": "a", "when": "used"},
            {"pass": "optional", "optionsFrom": {"count": "from"}}]})");
  NameChecker checker(getTestCatalog());
  std::string found;
  for (const Diagnostic &warning : file.checkNames(checker))
    found += warning.message + "\n";
  EXPECT_EQ(found, "nothing asks for the option 'unused'\n"
                   "nothing asks for the option 'set'\n");
}

TEST(FileVariants, AContractOfAnInsertedBundleAsksForItsOptions) {
  PipelineFile file = read(R"({"options": {"gpu": {"type": "bool"}},
 "passes": ["a"],
 "insert": [{"bundle": "o", "at": "end", "passes": [
   {"bundle": "i", "passes": ["b"], "after": {"pass": "a", "when": "gpu"}}]}]})");
  NameChecker checker(getTestCatalog());
  EXPECT_EQ(errors(makeError(file.checkNames(checker))), "");
}

TEST(FileVariants, TheOldListSaysWhatThePipelineIsBuiltFor) {
  TestPipeline pipeline;
  EXPECT_EQ(append(R"({"variants": ["gpu"], "options": {"n": {"type": "bool"}},
 "passes": [{"pass": "a", "when": "gpu & !n"}, {"pass": "b", "when": "n"}]})",
                   pipeline),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}

//===----------------------------------------------------------------------===//
// Contracts files
//===----------------------------------------------------------------------===//

/// Warnings and errors of a contracts file.
std::string readContractsText(StringRef json, Catalog &catalog) {
  auto warnings = readContracts(SourceText::copy(json, "c.json"), catalog);
  if (!warnings)
    return errors(warnings.takeError());
  return errors(makeError(std::move(*warnings)));
}

TEST(ContractVariants, TextsAreConditionsOnThePipeline) {
  Catalog catalog = getTestCatalog().clone();
  EXPECT_EQ(readContractsText(R"({"passes": {"p": {
  "after": {"pass": "a", "when": "gpu & !debug"},
  "before": {"pass": "b", "when": {"variant": "gpu | debug", "not": true}}}}})",
                              catalog),
            "");
  auto order = catalog.lookupPass("p")->contract.getOrder();
  ASSERT_EQ(order.size(), 2u);
  EXPECT_EQ(order[0].condition, variant("gpu & !debug"));
  EXPECT_EQ(order[1].condition, !variant("gpu | debug"));
  for (bool isDebug : {false, true}) {
    Pipeline pipeline("builtin.module", catalog);
    pipeline.setVariant("gpu");
    if (isDebug)
      pipeline.setVariant("debug");
    pipeline.append(PassSpec("p"));
    pipeline.append(PassSpec("a"));
    EXPECT_EQ(pipeline.check().empty(), isDebug);
  }
}

TEST(ContractVariants, NamesAreDeclaredWhereOthersAre) {
  Catalog catalog = getTestCatalog().clone();
  EXPECT_EQ(readContractsText(R"({"variants": {"gpu": "", "debug": ""},
  "passes": {"p": {"after": {"pass": "a", "when": "gpu & dbug"}}}})",
                              catalog),
            "2:51 unknown-condition a condition of 'p': there is no option or "
            "variant 'dbug' (did you mean 'debug'?)");
  EXPECT_EQ(readContractsText(R"({
  "passes": {"p": {"after": {"pass": "a", "when": {"variant": "gpu &"}}}}})",
                              catalog),
            "2:69 bad-condition a name belongs here, not the end (a "
            "condition is like: gpu & !(debug | vector-size > 1))");
  EXPECT_FALSE(catalog.lookupPass("p"));
}

TEST(ContractVariants, StepsOfPipelinesAskForTheirOptions) {
  Catalog catalog = getTestCatalog().clone();
  EXPECT_EQ(readContractsText(R"({"passes": {"line": {
  "options": {"target": {"values": ["cpu", "gpu"], "default": "cpu"},
              "n": {"type": "int32", "default": 4}},
  "pipeline": ["a", {"pass": "b", "when": "target == gpu | n > 8"},
    {"nest": "func.func", "when": "n < 4", "passes": ["c"]}]}}})",
                              catalog),
            "");
  for (auto [text, expected] :
       {std::pair("builtin.module(line)", "builtin.module(a)"),
        std::pair("builtin.module(line{target=gpu n=2})",
                  "builtin.module(a,b,func.func(c))"),
        std::pair("builtin.module(line{n=9})", "builtin.module(a,b)")}) {
    TextualPipeline parsed = test::require(parseTextualPipeline(text, "t"));
    Pipeline pipeline("builtin.module", catalog);
    test::require(parsed.appendTo(pipeline));
    EXPECT_EQ(pipeline.str(), expected);
  }
  EXPECT_EQ(readContractsText(R"({"passes": {"other": {
  "options": {"n": {"type": "int32"}},
  "pipeline": [{"pass": "b", "when": "m > 8"}]}}})",
                              catalog),
            "3:38 unknown-condition there is no option or variant 'm'");
}

} // namespace
