//===- WrongNamesTest.cpp - Names that cannot be, or are of another sort --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

std::string findAll(Pipeline &pipeline) {
  std::string result;
  for (const Diagnostic &finding : pipeline.check())
    result += finding.str();
  return result;
}

//===----------------------------------------------------------------------===//
// The interface, and contracts that are added
//===----------------------------------------------------------------------===//

TEST(NamesInTheInterface, AreChecked) {
  TestPipeline pipeline({"a"});
  PipelineInterface &ends = pipeline.getInterface();
  ends.inputProperties = {"smal"};
  ends.outputProperties = {"small", "no-such-property"};
  ends.outputContents = {"@x.json", "a b", ""};
  std::string help = "  help: items are written as 'linalg', 'memref.subview', "
                     "'!tensor' or '*'\n";
  EXPECT_EQ(
      findAll(pipeline),
      "error: 'smal' in the input's properties: there is no such property "
      "[PMB011 unknown-property]\n"
      "  help: did you mean 'small'?\n"
      "error: 'no-such-property' in the output's properties: there is no such "
      "property [PMB011 unknown-property]\n"
      "  help: declare it under 'properties' of a contracts file, or with "
      "Catalog::addProperty\n"
      "error: '@x.json' in the output's contents: '@x.json' is no dialect, "
      "operation or type [PMB056 bad-value]\n" +
          help +
          "error: 'a b' in the output's contents: 'a b' is no dialect, "
          "operation or type [PMB056 bad-value]\n" +
          help +
          "error: '' in the output's contents: '' is no dialect, operation or "
          "type [PMB056 bad-value]\n" +
          help);
}

TEST(NamesInContracts, ThatNothingCanHave) {
  TestPipeline pipeline({"a"});
  auto add = [&](auto fill) {
    Contract contract;
    fill(contract);
    return text(pipeline.addContract("a", contract));
  };
  EXPECT_TRUE(contains(add([](Contract &c) { c.lowers({"a b"}).to({"scf"}); }),
                       "the contract of 'a': 'a b' is no dialect, operation or "
                       "type"));
  EXPECT_TRUE(contains(add([](Contract &c) { c.rejects({"property:small"}); }),
                       "is no dialect"));
  EXPECT_TRUE(contains(add([](Contract &c) { c.after(pass("")); }),
                       "'' cannot be the name of a pass"));
  EXPECT_TRUE(contains(add([](Contract &c) { c.before(bundle("b c")); }),
                       "'b c' cannot be the name of a bundle"));
  EXPECT_EQ(add([](Contract &c) { c.rejects({"small"}); }), "");
}

//===----------------------------------------------------------------------===//
// Names of another sort
//===----------------------------------------------------------------------===//

TEST(NamesOfAnotherSort, AreTold) {
  TestPipeline pipeline({"a", "clean"});
  pipeline.addSlot("late");
  PassBundle group("group");
  group.addPass("c");
  pipeline.addBundle(group);
  auto find = [&](const Position &position) {
    return text(pipeline.insert(PassSpec("d"), position));
  };
  EXPECT_EQ(find(Position::before(pass("cleanup"))),
            "error: the pipeline has no pass 'cleanup' [PMB002 "
            "unknown-position]\n"
            "  help: 'cleanup' is a kind: name it with kind(\"cleanup\"), in a "
            "file {\"kind\": \"cleanup\"}\n");
  EXPECT_EQ(
      find(Position::before(kind("clean"))),
      "error: there is no kind 'clean' [PMB010 unknown-kind]\n"
      "  help: 'clean' is a pass: name it with pass(\"clean\"), in a file "
      "{\"pass\": \"clean\"}\n");
  EXPECT_TRUE(
      contains(find(Position::before(pass("late"))), "'late' is a slot"));
  EXPECT_TRUE(
      contains(find(Position::before(slot("group"))), "'group' is a bundle"));
  pipeline.addBundle("clean");
  pipeline.addPass("func.func(a)");
  pipeline.addPass("optional{count=1}");
  EXPECT_EQ(findAll(pipeline),
            "error: there is no bundle 'clean' [PMB059 unknown-bundle]\n"
            "  help: 'clean' is a pass: add it as one\n"
            "error: 'func.func(a)' cannot be the name of a pass [PMB016 "
            "bad-name]\n"
            "  help: it is the text of a pipeline: add it as such, or its "
            "passes one by one\n"
            "error: 'optional{count=1}' cannot be the name of a pass [PMB016 "
            "bad-name]\n"
            "  help: name 'optional', and give the options apart\n");
}

TEST(NamesOfAnotherSort, ASlotWhereThePassComesFirst) {
  PipelineBuilder pipeline("builtin.module", getTestCatalog());
  pipeline.addPass("a").addSlot("late");
  EXPECT_TRUE(
      contains(text(pipeline.addPassToSlot("late", "a")),
               "the pass to be added is named first: 'a', then 'late'"));
}

TEST(NamesOfAnotherSort, AKindThatNoPassHereIsOf) {
  TestPipeline pipeline({"a"});
  EXPECT_TRUE(contains(
      text(pipeline.insert(PassSpec("d"), Position::before(pass("lowering")))),
      "'lowering' is a kind"));
}

/// What a project may have of its own are dialects, not contents and marks.
TEST(NamesInTheInterface, ContentsAndMarksAreNotExcusedByAnUnknownPass) {
  for (const char *item : {"all-of-acme", "acme.op(quick)"}) {
    TestPipeline pipeline({"a"});
    pipeline.getInterface().inputContents = {item};
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 1u) << item;
    EXPECT_EQ(findings[0].severity, Severity::Error) << item;
  }
}

TEST(NamesOfAnotherSort, ANameWithAPeriodIsANestOnlyOfAKnownDialect) {
  TestPipeline pipeline;
  pipeline.addPass("acme.op");
  EXPECT_EQ(findAll(pipeline), "");
}

TEST(NamesOfAnotherSort, ANestMayBeAMisspeltOperationOfADeclaredDialect) {
  Catalog catalog = makeCatalog();
  catalog.addDialect("acme", {"acme.kernel"});
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.nest("acme.kernal").addPass("a");
  std::string found = findAll(pipeline);
  EXPECT_TRUE(contains(found, "did you mean 'acme.kernel'?"));
}

} // namespace
