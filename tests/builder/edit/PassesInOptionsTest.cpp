//===- PassesInOptionsTest.cpp - Options that are made of passes ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PassesInOptions.h"
#include "Support.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// `wrap` runs passes on what it runs on, `inline` on functions and on what
/// its pipelines name.
const Catalog &getWrapCatalog() {
  static const Catalog catalog = [] {
    using Type = OptionDescriptor::Type;
    Catalog catalog = getTestCatalog().clone();
    PassDescriptor wrap("wrap");
    wrap.options = {{"name", ""}, {"passes", "", Type::Passes}};
    wrap.hasOptionList = true;
    test::require(catalog.addPass(std::move(wrap)));
    PassDescriptor inliner("inline");
    inliner.options = {{"default", "a", Type::FunctionPasses},
                       {"pipelines", "", Type::Pipelines}};
    inliner.hasOptionList = true;
    test::require(catalog.addPass(std::move(inliner)));
    test::require(catalog.addPass(PassDescriptor("canonicalize")));
    catalog.addDialect("builtin", {"builtin.module"});
    catalog.addDialect("func", {"func.func"});
    catalog.addDialect("scf", {});
    return catalog;
  }();
  return catalog;
}

struct Wrapping : PipelineBuilder {
  Wrapping() : PipelineBuilder("builtin.module", getWrapCatalog()) {}
  std::string findings() {
    std::string result;
    for (const Diagnostic &finding : check())
      result += finding.str();
    return result;
  }
};

/// What is said of a text, as pmb-check says it.
std::string check(llvm::StringRef text) {
  llvm::Expected<TextualPipeline> parsed =
      parseTextualPipeline(text, "<pass-pipeline>");
  if (!parsed)
    return test::text(parsed.takeError());
  Wrapping pipeline;
  std::string result = test::text(parsed->appendTo(pipeline));
  NameChecker checker(getWrapCatalog());
  for (const Diagnostic &finding : parsed->checkNames(checker))
    result += finding.str();
  return result;
}

TEST(PassesInOptions, ThatCanBe) {
  for (const char *text :
       {"builtin.module(wrap{passes=a,func.func(b,func-pass)})",
        "builtin.module(wrap{passes=any(a,b),module-pass name=x})",
        "builtin.module(wrap{name=func.func(module-pass) passes=a})",
        "builtin.module(wrap{passes={a, b}},wrap{passes=\"a, b\"})",
        "builtin.module(wrap{passes=} ,wrap)",
        "builtin.module(wrap{passes=optional{count=3 mode=x}})",
        "builtin.module(wrap{passes=their-pass{x=y}})",
        "func.func(wrap{passes=func-pass})",
        "builtin.module(inline{default=a,func-pass,function-like})",
        "builtin.module(inline{pipelines=func.func(a,b),gpu.module(gpu-pass)})",
        "builtin.module(wrap{passes=wrap{passes=wrap{passes=a}}})"}) {
    if (llvm::StringRef(text).starts_with("func")) {
      PipelineBuilder pipeline("func.func", getWrapCatalog());
      EXPECT_EQ(test::text(test::require(parseTextualPipeline(text, "text"))
                               .appendTo(pipeline)),
                "")
          << text;
      continue;
    }
    EXPECT_EQ(check(text), "") << text;
  }
}

TEST(PassesInOptions, BadOptionsInThem) {
  EXPECT_EQ(check("builtin.module(\n"
                  "  inline{pipelines=func.func(a,optional{cuont=3})}\n"
                  ")"),
            "error: 'optional' has no option 'cuont' [PMB006 bad-options]\n"
            "  at: <pass-pipeline>:2:41\n"
            "  help: did you mean 'count'?\n"
            "  note: the text is\n"
            "     1 | builtin.module(\n"
            "     2 |   inline{pipelines=func.func(a,optional{cuont=3})}\n"
            "       |                                         ^\n"
            "     3 | )\n");
}

TEST(PassesInOptions, WrongAnchors) {
  EXPECT_TRUE(contains(
      check("builtin.module(inline{pipelines=func.func(module-pass)})"),
      "error: 'module-pass' cannot run on 'func.func': it runs "
      "on 'builtin.module' only"));
  EXPECT_TRUE(
      contains(check("builtin.module(func.func(wrap{passes=a,module-pass}))"),
               "error: 'module-pass' cannot run on 'func.func': it runs "
               "on 'builtin.module' only"));
  EXPECT_TRUE(contains(check("builtin.module(inline{default=module-pass})"),
                       "error: 'module-pass' cannot run on functions, as the "
                       "passes of 'default' do: it runs on 'builtin.module' "
                       "only"));
  EXPECT_TRUE(contains(check("builtin.module(wrap{passes=scf.for(a)})"),
                       "error: 'a' cannot run on 'scf.for'"));
}

TEST(PassesInOptions, MisspelledNames) {
  EXPECT_EQ(check("builtin.module(wrap{passes=any(a,canonicalise)})"),
            "warning: nothing is known of a pass 'canonicalise' [PMB001 "
            "unknown-pass]\n"
            "  at: 'canonicalise' (added by <pass-pipeline>:1:34)\n"
            "  note: the text is\n"
            "     1 | builtin.module(wrap{passes=any(a,canonicalise)})\n"
            "       |                                  ^\n"
            "  help: did you mean 'canonicalize'?\n");
  EXPECT_TRUE(
      contains(check("builtin.module(wrap{passes=wrap{passes=canonicalise}})"),
               "note: the text is\n"
               "     1 | builtin.module(wrap{passes=wrap{passes="
               "canonicalise}})\n"
               "       |                                 ^\n"));
  EXPECT_TRUE(contains(check("builtin.module(inline{pipelines=func.fnc(a)})"),
                       "error: there is no operation 'func.fnc', so nothing "
                       "runs on it"));
}

TEST(PassesInOptions, ThatCannotBeRead) {
  auto expect = [](llvm::StringRef option, llvm::StringRef message,
                   unsigned column) {
    std::string text = ("builtin.module(inline{" + option + "})").str();
    std::string expected =
        ("error: " + message + "\n  at: <pass-pipeline>:1:").str() +
        std::to_string(column) + "\n";
    EXPECT_EQ(check(text).substr(0, expected.size()), expected);
  };
  expect("pipelines=func.func(a",
         "this '(' is never closed: expected ')' at "
         "the end of the text [PMB017 syntax]",
         42);
  expect("pipelines=func.func(a))", "this ')' closes nothing [PMB017 syntax]",
         45);
  expect("default=a,", "expected the name of a pass at the end [PMB017 syntax]",
         33);
  expect("pipelines=a",
         "expected the operation that 'a' runs on [PMB017 syntax]", 33);
}

TEST(PassesInOptions, InCxx) {
  Wrapping pipeline;
  pipeline.addPass("wrap", "passes=a,optional{cuont=3}");
  pipeline.addPass("inline", "pipelines=func.fnc(a)");
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  EXPECT_EQ(pipeline.findings(),
            "error: 'optional' has no option 'cuont' [PMB006 bad-options]\n"
            "  note: in the option 'passes' of 'wrap'\n"
            "  help: did you mean 'count'?\n"
            "  note: the text is\n"
            "     1 | a,optional{cuont=3}\n"
            "       |            ^\n"
            "error: there is no operation 'func.fnc', so nothing runs on it "
            "[PMB004 wrong-anchor-op]\n"
            "  note: in the option 'pipelines' of 'inline'\n"
            "  help: did you mean 'func.func'?\n"
            "  note: the text is\n"
            "     1 | func.fnc(a)\n"
            "       | ^\n");
  // Wherever options are set.
  Wrapping other;
  other.addPass("wrap");
  EXPECT_NE(test::text(other.setOptions(pass("wrap"), "passes=optional{x}")),
            "");
  EXPECT_EQ(other.str(), "builtin.module(wrap)");
}

/// Each option is a pipeline of its own.
TEST(PassesInOptions, AreInOrder) {
  auto check = [](llvm::StringRef pass, llvm::StringRef options) {
    Wrapping pipeline;
    Contract contract;
    contract.after(pmb::pass("b")).because("works on what it makes");
    test::require(pipeline.addContract("a", contract));
    pipeline.addPass(pass, options);
    return pipeline.findings();
  };
  std::string wrong = check("wrap", "passes=a,b");
  EXPECT_TRUE(contains(wrong, "PMB0"));
  EXPECT_TRUE(contains(wrong, "note: in the option 'passes' of 'wrap'\n"));
  EXPECT_TRUE(contains(wrong, "at: 'wrap' (pass 0"));
  EXPECT_EQ(check("wrap", "passes=b,a"), "");
  // What runs on functions may be of passes on functions alone.
  EXPECT_NE(check("inline", "default=func-pass,a,b"), "");
  EXPECT_EQ(check("inline", "default=func-pass,b,a"), "");
  // What stands in no option, or in another one, is no part of it.
  EXPECT_EQ(check("inline", "pipelines=func.func(a),gpu.module(b)"), "");
  EXPECT_NE(check("inline", "pipelines=func.func(c),func.func(a,b)"), "");
  EXPECT_NE(check("wrap", "passes=wrap{passes=a,b}"), "");
}

TEST(PassesInOptions, TooDeep) {
  std::string begin, end;
  for (unsigned i = 0; i < 100000; ++i)
    begin += "wrap{passes=", end += "}";
  std::string found = check("builtin.module(" + begin + "a" + end + ")");
  EXPECT_TRUE(contains(found,
                       "options with passes are more than 64 deep in each "
                       "other [PMB051 too-large]"));
}

TEST(PassesInOptions, AreFoundInNestsAndInEachOther) {
  std::vector<std::string> names;
  forEachPassInOptions(
      getWrapCatalog(), *getWrapCatalog().lookupPass("inline"),
      "default=c pipelines=func.func(a,gpu.module(wrap{passes=any(b)}),d)",
      [&](llvm::StringRef name) { names.push_back(name.str()); });
  EXPECT_EQ(names, (std::vector<std::string>{"c", "a", "wrap", "b", "d"}));
}

TEST(PassesInOptions, WhatStandsInANestThatCannotBeIsNotTold) {
  EXPECT_EQ(check("builtin.module(wrap{passes=scf.for(module-pass)})"),
            "error: 'module-pass' cannot run on 'scf.for': 'scf' has no "
            "operation of that name that is isolated from above [PMB004 "
            "wrong-anchor-op]\n"
            "  at: <pass-pipeline>:1:28\n"
            "  help: add it to another nest\n"
            "  note: the text is\n"
            "     1 | builtin.module(wrap{passes=scf.for(module-pass)})\n"
            "       |                            ^\n");
}

/// Dialects and operations in an option are looked at as those of contracts
/// are: what looks like no other is a project's own.
TEST(ItemsInOptions, Misspelled) {
  Catalog catalog = getWrapCatalog().clone();
  PassDescriptor lower("lower");
  lower.options = {{"only", "", OptionDescriptor::Type::Items}, {"mode", ""}};
  lower.hasOptionList = true;
  test::require(catalog.addPass(std::move(lower)));
  catalog.addDialect("linalg", {});
  auto check = [&](llvm::StringRef options) {
    PipelineBuilder pipeline("builtin.module", catalog);
    pipeline.addPass("lower", options);
    std::string result;
    for (const Diagnostic &finding : pipeline.check())
      result += finding.str();
    return result;
  };
  EXPECT_EQ(check("only=func,linalg,acme"), "");
  EXPECT_EQ(check("only={func, linalg.fill} mode=linallg"), "");
  EXPECT_EQ(check("only=func,linallg"),
            "warning: nothing is known of a dialect 'linallg' [PMB038 "
            "unknown-item]\n"
            "  at: 'lower' (pass 0, on builtin.module, added by framework)\n"
            "  note: in the option 'only' of 'lower'\n"
            "  help: did you mean 'linalg'?\n"
            "  help: if the name is right, declare it, with "
            "Catalog::addDialect or in a contracts file: \"dialects\": "
            "{\"linallg\": []}\n");
}

} // namespace
