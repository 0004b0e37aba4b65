//===- PipelineFileErrorTest.cpp - Tests of wrong pipeline files ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "PipelineFileSupport.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

std::string parseErrors(StringRef json) {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  return file ? "no error" : errors(file.takeError());
}

/// What is wrong with appending a text to a pipeline that has `start`. The
/// pipeline must be as it was.
std::string appendErrors(StringRef json) {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  if (!file)
    return "not read: " + errors(file.takeError());
  TestPipeline pipeline{"start"};
  pipeline.getInterface().inputContents = {{"linalg"}};
  std::string before = pipeline.snapshot();
  std::string result = errors(file->appendTo(pipeline));
  EXPECT_EQ(pipeline.snapshot(), before);
  EXPECT_EQ(pipeline.getInterface().inputContents,
            std::vector<std::string>{"linalg"});
  EXPECT_FALSE(pipeline.getList().hasVariant("v"));
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::PredictedLeftOver),
            Severity::Error);
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
  pipeline.verifyList();
  return result;
}

TEST(PipelineFileErrors, VariantsThatAreNotDeclared) {
  Catalog catalog = getTestCatalog().clone();
  catalog.addVariant("gpu");
  Pipeline pipeline("builtin.module", catalog);
  PipelineFile file = require(PipelineFile::parse(
      SourceText::copy(R"({"variants": ["gpv"], "passes": ["a"]})", "p.json")));
  EXPECT_EQ(errors(file.appendTo(pipeline)),
            "1:15 unknown-condition there is no variant 'gpv' (did you mean "
            "'gpu'?)");
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  EXPECT_FALSE(pipeline.getList().hasVariant("gpv"));
}

/// A file, and what is wrong with it.
struct Mistake {
  StringRef json, errors;
};

void expectErrors(llvm::ArrayRef<Mistake> mistakes) {
  // Suggestions from lists of many words are not what is tested here.
  for (const Mistake &test : mistakes)
    EXPECT_EQ(parseErrors(test.json), test.errors.str()) << test.json.str();
}

TEST(PipelineFileErrors, MistakesInTheWholeFile) {
  expectErrors({
      {"[1]", "1:1 bad-value the file takes an object, not a list"},
      {R"({"pases": []})",
       "1:2 unknown-key a pipeline file has no key 'pases' (did you mean "
       "'passes'?)"},
      {R"({"anchor": 1})", "1:12 bad-value 'anchor' takes a string, not a "
                           "number"},
      {R"({"anchor": "a b"})",
       "1:12 bad-name 'a b' cannot be a name (use ASCII letters, digits and "
       "signs other than brackets, commas, quotes and '/')"},
  });
}

TEST(PipelineFileErrors, MistakesInElementsOfTheList) {
  expectErrors({
      {R"({"passes": "a"})",
       "1:12 bad-value 'passes' takes a list, not a string"},
      {R"({"passes": [1]})",
       "1:13 bad-value 'passes' takes strings and objects, not a number"},
      {R"({"passes": ["a,b"]})",
       "1:13 bad-name 'a,b' cannot be a name (use ASCII letters, digits and "
       "signs other than brackets, commas, quotes and '/')"},
      {R"({"passes": [{}]})",
       "1:13 missing-key an element of the list needs 'pass', 'nest', "
       "'bundle', 'slot' or 'include'"},
      {R"({"passes": [{"pas": "a"}]})",
       "1:13 missing-key an element of the list needs 'pass', 'nest', "
       "'bundle', 'slot' or 'include' (did you mean 'pass'?)"},
      {R"({"passes": [{"pass": "a", "slot": "b"}]})",
       "1:27 bad-value an element of the list is a pass or a slot, not both"},
      {R"({"passes": [{"pass": "a", "optoins": {}}]})",
       "1:27 unknown-key a pass has no key 'optoins' (did you mean "
       "'options'?)"},
      {R"({"passes": [{"slot": "a", "options": {}}]})",
       "1:27 unknown-key a slot has no key 'options'"},
      {R"({"passes": [{"pass": "a", "reason": []}]})",
       "1:37 bad-value 'reason' takes a string, not a list"},
      {R"x({"passes": ["f(a)", {"pass": "a{x=1}"}]})x",
       "1:13 bad-name 'f(a)' cannot be a name (a nest is {\"nest\": "
       "\"func.func\", \"passes\": [\"cse\"]}); 1:30 bad-name 'a{x=1}' cannot "
       "be a name (options stand beside the name, {\"pass\": "
       "\"canonicalize\", \"options\": \"top-down=false\"})"},
  });
}

/// As it is written there, not as in a list of passes.
TEST(PipelineFileErrors, NestsOfWhatIsInsertedOrNamed) {
  const char *expected = "bad-name 'func.func(a)' cannot be a name (a nest is "
                         "{\"nest\": \"func.func\", \"pass\": \"cse\"})";
  auto at = [&](const char *place) {
    return std::string(place) + " " + expected;
  };
  expectErrors({
      {R"x({"insert": [{"pass": "func.func(a)", "after": "b"}]})x", at("1:22")},
      {R"x({"insert": [{"pass": "a", "after": "func.func(a)"}]})x", at("1:36")},
      {R"x({"remove": [{"of": "func.func(a)"}]})x", at("1:20")},
  });
}

TEST(PipelineFileErrors, MistakesInOptionsOfAPass) {
  expectErrors({
      {R"({"passes": [{"pass": "a", "options": 1}]})",
       "1:38 bad-value 'options' takes an object or a string, not a number"},
      {R"({"passes": [{"pass": "a", "options": "x={"}]})",
       "1:38 bad-options the braces in the options do not match"},
      {R"({"passes": [{"pass": "a", "options": {"x y": 1}}]})",
       "1:39 bad-name 'x y' cannot be the name of an option"},
      {R"({"passes": [{"pass": "a", "options": {"x": null}}]})",
       "1:44 bad-value 'x' takes a string, a number, true or false, not null"},
      {R"({"passes": [{"pass": "a", "options": {"x": []}}]})",
       "1:44 bad-value an empty list cannot be written as an option's value "
       "(leave the option out)"},
      {R"({"passes": [{"pass": "a", "options": {"x": ["a]"]}}]})",
       "1:45 bad-value 'a]' cannot be an element of an option's value (it "
       "cannot be empty, brackets and braces must be balanced, and not both "
       "sorts of quotes be used)"},
      {R"({"passes": [{"pass": "a", "options": {"x": "} {"}}]})",
       "1:44 bad-value '} {' cannot be written as an option's value (braces "
       "must be balanced, and not both sorts of quotes be used)"},
  });
}

TEST(PipelineFileErrors, MistakesInNests) {
  expectErrors({
      {R"({"passes": [{"nest": "a"}]})",
       "1:13 missing-key a nest needs 'passes'"},
      {R"({"passes": [{"nest": "a", "passes": {}}]})",
       "1:37 bad-value 'passes' takes a list, not an object"},
      {R"({"passes": [{"nest": "a", "passes": [], "separate": 1}]})",
       "1:53 bad-value 'separate' takes true or false, not a number"},
      {R"({"passes": [{"nest": "a", "pases": ["b"]}]})",
       "1:27 unknown-key a nest has no key 'pases' (did you mean 'passes'?)"},
      {R"({"passes": [{"nest": ["a", "b", "a"], "passes": []}]})",
       "1:33 bad-value there is a nest for 'a' already"},
      {R"({"passes": [{"nest": ["a", 1], "passes": []}]})",
       "1:28 bad-value 'nest' takes a string, not a number"},
      {R"({"passes": [{"nest": ["a", "b"]}]})",
       "1:13 missing-key a nest needs 'passes'"},
      {R"({"passes": [{"nest": ["a"], "separate": true, "passes": []}]})",
       "1:29 unknown-key a bundle has no key 'separate'"},
      {R"({"passes": [{"bundle": "x", "nest": ["a"]}]})",
       "1:29 bad-value 'nest' belongs to the definition of the bundle (put it "
       "under 'bundles', or give the bundle 'passes' here)"},
      {R"({"passes": [{"pass": "x", "nest": ["a"]}]})",
       "1:27 bad-value an element of the list is a pass or a nest, not both"},
  });
}

TEST(PipelineFileErrors, MistakesInBundles) {
  expectErrors({
      {R"({"passes": [{"bundle": "a", "kinds": ["k"]}]})",
       "1:29 bad-value 'kinds' belongs to the definition of the bundle (put it "
       "under 'bundles', or give the bundle 'passes' here)"},
      {R"({"passes": [{"bundle": "a", "passes": [], "kinds": [1]}]})",
       "1:53 bad-value 'kinds' takes a string, not a number"},
      {R"({"passes": [{"bundle": "a", "passes": [], "aftr": []}]})",
       "1:43 unknown-key a bundle has no key 'aftr' (did you mean 'after'?)"},
      {R"({"bundles": {"b": {}}})", "1:19 missing-key a bundle needs 'passes'"},
      {R"({"bundles": {"b": []}})",
       "1:19 bad-value 'b' takes an object, not a list"},
      {R"({"bundles": {"b": {"passes": [], "contiguus": true}}})",
       "1:34 unknown-key a bundle has no key 'contiguus' (did you mean "
       "'contiguous'?)"},
  });
}

TEST(PipelineFileErrors, MistakesInInsertions) {
  expectErrors({
      {R"({"insert": {}})",
       "1:12 bad-value 'insert' takes a list, not an object"},
      {R"({"insert": ["a"]})",
       R"(1:13 bad-value 'insert' takes objects, not a string )"
       R"((write {"pass": "a", "at": "end"}))"},
      {R"({"insert": [1]})",
       R"(1:13 bad-value 'insert' takes objects, not a number )"
       R"((write {"pass": "cse", "at": "end"}))"},
      {R"({"insert": [{"at": "end"}]})",
       "1:13 missing-key an insertion needs one of 'pass', 'bundle' and "
       "'slot'"},
      {R"({"insert": [{"pass": "a", "slot": "b", "at": "end"}]})",
       "1:13 bad-value an insertion needs one of 'pass', 'bundle' and 'slot'"},
      {R"({"insert": [{"pass": "a", "befor": "b", "at": "end"}]})",
       "1:27 unknown-key an insertion has no key 'befor' (did you mean "
       "'before'?)"},
      {R"({"insert": [{"pass": "a", "befor": "b"}]})",
       "1:27 unknown-key an insertion has no key 'befor' (did you mean "
       "'before'?)"},
      {R"({"insert": [{"slot": "a", "keep": true, "at": "end"}]})",
       "1:27 unknown-key an insertion has no key 'keep'"},
  });
}

TEST(PipelineFileErrors, MistakesInPositionsOfInsertions) {
  expectErrors({
      {R"({"insert": [{"pass": "a"}]})",
       "1:13 missing-key a position needs 'before', 'after' or 'at'"},
      {R"({"insert": [{"pass": "a", "before": "b", "after": "c"}]})",
       "1:42 bad-value there is one of 'before', 'after', "
       "'immediatelyBefore', 'immediatelyAfter', 'at', not several"},
      {R"({"insert": [{"pass": "a", "at": "strat"}]})",
       "1:33 bad-value 'at' is 'start', 'end', 'contract' or "
       "'contract-latest' (did you mean 'start'?)"},
      {R"({"insert": [{"pass": "a", "before": "b", "immediatelyAfter": "b"}]})",
       "1:42 bad-value there is one of 'before', 'after', "
       "'immediatelyBefore', 'immediatelyAfter', 'at', not several"},
      {R"({"insert": [{"slot": "a", "at": "contract"}]})",
       "1:33 bad-value only a pass has a contract that says where to put it"},
      {R"({"insert": [{"pass": "a", "at": "end", "orElse": {"at": "end"}}]})",
       "1:40 bad-value 'at' needs no 'orElse': the place is always there"},
      {R"({"insert": [{"pass": "a", "before": 1}]})",
       "1:37 bad-value 'before' takes a string or an object, not a number"},
      {R"({"insert": [{"pass": "a", "before": {}}]})",
       "1:37 missing-key a position needs 'pass', 'kind', 'slot' or 'bundle'"},
      {R"({"insert": [{"pass": "a", "before": {"kinds": "b"}}]})",
       "1:38 unknown-key what a position names has no key 'kinds' (did you "
       "mean 'kind'?)"},
      {R"({"insert": [{"pass": "a", "before": {"pass": "b", "kind": "c"}}]})",
       "1:51 bad-value a position names one of 'pass', 'kind', 'slot' and "
       "'bundle', not several"},
      {R"({"insert": [{"pass": "a",
                       "before": {"pass": "b", "instance": "frist"}}]})",
       "2:60 bad-value 'instance' is 'unique', 'first', 'last', 'every' or a "
       "number that counts from 0 (did you mean 'first'?)"},
      {R"({"insert": [{"pass": "a",
                       "before": {"pass": "b", "instance": -1}}]})",
       "2:60 bad-value 'instance' takes a whole number that is not negative, "
       "not a number"},
      {R"({"insert": [{"pass": "a", "before": "b", "orElse": "c"}]})",
       "1:52 bad-value 'orElse' takes an object with 'before', 'after' or "
       "'at', not a string"},
      {R"({"insert": [{"pass": "a", "before": "b",
                       "orElse": [{"at": "end"}, {"at": "start"}]}]})",
       "2:50 bad-value what comes after 'at' is never needed"},
  });
}

TEST(PipelineFileErrors, MistakesInMovesContractsAndEnds) {
  expectErrors({
      {R"({"move": {}})", "1:10 bad-value 'move' takes a list, not an object"},
      {R"({"move": [{"of": "a", "aftr": "b"}]})",
       "1:23 unknown-key a move has no key 'aftr' (did you mean 'after'?)"},
      {R"({"contracts": {"p": {"aftr": "b"}}})",
       "1:22 unknown-key a contract has no key 'aftr' (did you mean 'after'?)"},
      {R"({"contracts": {"p": ["b"]}})",
       "1:21 bad-value 'p' takes an object, not a list"},
      {R"({"input": {"content": []}})",
       "1:12 unknown-key the input has no key 'content' (did you mean "
       "'contents'?)"},
      {R"({"output": ["spirv"]})",
       "1:13 bad-value the output is an object, not a string (write "
       "{\"contents\": [\"spirv\"]})"},
      {R"({"output": [1]})",
       "1:13 bad-value the output is an object, not a number (write "
       "{\"contents\": [\"llvm\"]})"},
      {R"({"output": {"contents": ["a b"]}})",
       "1:26 bad-value 'a b' is no dialect, operation or type (items are "
       "written as 'linalg', 'memref.subview', '!tensor' or '*')"},
      {R"({"variants": [1]})",
       "1:15 bad-value 'variants' takes strings, not a number"},
      {R"({"severity": {"predicted-left-ovr": "error", "cycle": "warn"}})",
       "1:15 unknown-key there is no diagnostic 'predicted-left-ovr' (did you "
       "mean "
       "'predicted-left-over'?); 1:55 bad-value a severity is 'error', "
       "'warning', "
       "'remark' or 'off' (did you mean 'warning'?)"},
  });
}

TEST(PipelineFileErrors, WhatThePipelineShows) {
  const Mistake cases[] = {
      {R"({"anchor": "func.func", "passes": ["a"]})",
       "1:12 wrong-anchor-op a pipeline on 'func.func' cannot be appended to "
       "one on 'builtin.module'"},
      {R"({"passes": ["a", {"pass": "optional", "options": {"cuont": 1}}]})",
       "1:51 bad-options 'optional' has no option 'cuont' (did you mean "
       "'count'?)"},
      {R"({"passes": [{"nest": "func.func", "passes": ["gpu-pass"]}]})",
       "1:46 wrong-anchor-op 'gpu-pass' cannot run on 'func.func': it runs on "
       "'gpu.module' only (put it beside 'func.func(...)', as "
       "'gpu.module(gpu-pass)')"},
      {R"({"passes": [{"slot": "s"}, "a", {"slot": "s"}]})",
       "1:42 duplicate-name the pipeline has a slot 's' already (give one of "
       "them another name)"},
      {R"({"passes": [{"bundle": "clenup"}]})",
       "1:24 unknown-bundle there is no bundle 'clenup' (did you mean "
       "'cleanup'?)"},
      {R"({"bundles": {"b": {"passes": [{"bundle": "c"}]},
                       "c": {"passes": [{"bundle": "b"}]}},
           "passes": [{"bundle": "b"}]})",
       "2:52 include-cycle the bundle 'b' contains itself"},
      {R"({"passes": [{"bundle": "b", "passes": [], "after": [
             {"kind": "clenup"}]}]})",
       "2:23 unknown-kind the contract of 'b' names the kind 'clenup', which "
       "does not exist (did you mean 'cleanup'?)"},
      {R"({"passes": [{"bundle": "b", "passes": [], "after": "a",
                       "before": "a"}]})",
       "1:52 contradictory-contract the contract of 'b' says both after 'a' "
       "and before 'a' (remove one of the entries, or make them conditional"
       "; to run before it and again after, say 'after' and 'followedBy')"},
      // Everything that is wrong with the list, and nothing of the rest.
      {R"({"passes": ["a", {"bundle": "x"}, {"bundle": "y"}],
           "insert": [{"pass": "b", "before": "absent"}],
           "variants": ["v"], "severity": {"predicted-left-over": "off"},
           "input": {"contents": ["x"]}})",
       "1:29 unknown-bundle there is no bundle 'x'; 1:46 unknown-bundle there "
       "is no bundle 'y'"},
      {R"({"passes": ["a", "b", "a"],
           "variants": ["v"], "severity": {"predicted-left-over": "off"},
           "input": {"contents": ["x"]},
           "insert": [{"pass": "c", "before": "clean"},
                      {"pass": "c", "after": "a"},
                      {"pass": "c", "after": {"kind": "clenup"}},
                      {"pass": "optional", "options": "x=1", "at": "end"},
                      {"bundle": "lower-to-lvm", "at": "end"}]})",
       "4:47 unknown-position the pipeline has no pass 'clean'; 5:46 "
       "ambiguous-position 'a' is in the pipeline 2 times (in a file that is "
       "\"instance\": \"first\", \"last\", \"every\" or a number from 0); "
       "6:55 unknown-kind there is no kind 'clenup' (did you mean "
       "'cleanup'?); 7:32 bad-options 'optional' "
       "has no option 'x'; 8:34 unknown-bundle there is no bundle "
       "'lower-to-lvm' (did you mean 'lower-to-llvm'?)"},
      {R"({"passes": [{"bundle": "b", "contiguous": true,
                       "passes": ["a", "b"]}],
           "insert": [{"pass": "c", "before": "b"}]})",
       "3:47 inside-contiguous 'c' would be put inside the contiguous bundle "
       "'b' (insert before or after the bundle, with bundle(\"b\"), or edit "
       "the bundle before it is added)"},
      {R"({"passes": ["a"], "contracts": {"a": {"requires": "no-such"}}})",
       "1:51 unknown-property the contract of 'a' names the property "
       "'no-such', which does not exist (declare it under 'properties' of a "
       "contracts file, or with Catalog::addProperty)"},
      {R"({"passes": ["a"], "output": {"properties": ["no-such"]}})",
       "1:45 unknown-property there is no property 'no-such'"},
  };
  for (const auto &test : cases)
    EXPECT_EQ(appendErrors(test.json), test.errors.str()) << test.json.str();
}

TEST(PipelineFileErrors, ShowTheLineWithACaret) {
  EXPECT_EQ(
      readText("{\"passes\": [\n  \"a\",\n  {\"bundle\": \"clenup\"}\n]}"),
      "error: there is no bundle 'clenup' [PMB059 unknown-bundle]\n"
      "  at: p.json:3:14\n"
      "  note: the line is\n"
      "     3 |   {\"bundle\": \"clenup\"}\n"
      "       |              ^\n"
      "  help: did you mean 'cleanup'?\n");
}

TEST(PipelineFileErrors, InsertionThatBreaksAnOrder) {
  std::string result = appendErrors(
      R"({"passes": ["a"], "contracts": {"b": {"after": [{"pass": "a",
          "reason": "says the file"}]}},
          "insert": [{"pass": "b", "before": "a"}]})");
  EXPECT_TRUE(contains(result, "wrong-order"));
}

//===----------------------------------------------------------------------===//
// Hostile files
//===----------------------------------------------------------------------===//

TEST(PipelineFileErrors, FilesThatAreVeryMuch) {
  // 2^30 passes by bundles that contain each other twice.
  std::string json = "{\"bundles\": {\"b0\": {\"passes\": [\"a\"]}";
  for (int i = 1; i <= 30; ++i)
    json +=
        llvm::formatv(",\n\"b{0}\": {{\"passes\": [{{\"bundle\": \"b{1}\"}, "
                      "{{\"bundle\": \"b{1}\"}]}",
                      i, i - 1)
            .str();
  json += "}, \"passes\": [{\"bundle\": \"b30\"}]}";
  TestPipeline pipeline;
  std::string result = append(json, pipeline);
  EXPECT_TRUE(contains(result,
                       "error: the pipeline has more than 131072 elements "
                       "[PMB051 too-large]"));
  EXPECT_TRUE(pipeline.empty());
}

TEST(PipelineFileErrors, NamesThatWouldSpoilAMessage) {
  std::string result = readText("{\"passes\": [\"a\\n\\u001b[31m" +
                                std::string(1000, 'x') + "\"]}");
  EXPECT_TRUE(contains(result, "error: 'a\\n\\x1b[31mxxx"));
  EXPECT_EQ(result.find('\x1b'), std::string::npos);
  EXPECT_LT(result.size(), 600u);
}

TEST(PipelineFileErrors, PointToTheOption) {
  // Not to the name of the pass, which the message has as well.
  EXPECT_EQ(appendErrors("{\"passes\": [\"start\",\n"
                         "  {\"pass\": \"optional\", \"options\": "
                         "{\"count\": 1, \"cuont\": 2}}]}"),
            "2:48 bad-options 'optional' has no option 'cuont' (did you mean "
            "'count'?)");
}

TEST(PipelineFileErrors, ABundleInItselfNamesTheWay) {
  PipelineFile file = require(PipelineFile::parse(SourceText::copy(
      R"({"bundles": {"b": {"passes": [{"bundle": "c"}]},
                       "c": {"passes": [{"bundle": "b"}]}},
          "passes": [{"bundle": "b"}]})",
      "p.json")));
  TestPipeline pipeline;
  std::vector<Diagnostic> found = takeDiagnostics(file.appendTo(pipeline));
  ASSERT_EQ(found.size(), 1u);
  std::string way;
  for (const Note &note : found[0].notes)
    if (note.message != "the line is")
      way += note.message + ";";
  EXPECT_EQ(way, "through 'b';through 'c';");
}

} // namespace
