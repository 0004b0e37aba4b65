//===- PipelineFinderTest.cpp - Pipelines in files of other sorts ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineFinder.h"
#include "../Require.h"
#include "ErrorText.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/pipelines/ShellWords.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

/// The pipelines of a file as mlir-opt would run them, and what was skipped,
/// each in a line, with the line where it stands.
std::string findIn(llvm::StringRef name, llvm::StringRef text) {
  auto found = findPipelines(SourceText::copy(text, name), getStockCatalog());
  if (!found)
    return test::errors(found.takeError());
  std::string result;
  llvm::raw_string_ostream os(result);
  for (FoundPipeline &pipeline : found->pipelines) {
    os << pipeline.place.line << ": ";
    if (pipeline.skipped) {
      os << pipeline.skipped->message << '\n';
      continue;
    }
    PipelineBuilder builder("builtin.module", getStockCatalog());
    for (FoundPipeline::Part &part : pipeline.parts) {
      TextualPipeline parsed =
          test::require(parseTextualPipeline(std::move(part.text)));
      test::require(
          parsed.appendTo(builder, parsed.getElements(), part.choosesNests()));
    }
    builder.print(os);
    if (pipeline.contents)
      os << " contents=" << llvm::join(*pipeline.contents, ",");
    if (pipeline.expect)
      os << " expect=" << llvm::join(*pipeline.expect, ",");
    os << '\n';
  }
  return result;
}
std::string findInTest(llvm::StringRef text) { return findIn("a.mlir", text); }

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

TEST(PipelineFinder, OptionsThatArePassesFindTheirNests) {
  EXPECT_EQ(findInTest("// RUN: mlir-opt %s -llvm-request-c-wrappers --cse "
                       "-convert-scf-to-cf='allow-pattern-rollback=0' "
                       "-split-input-file -o %t --mlir-print-ir-after-all\n"),
            "1: builtin.module(func.func(llvm-request-c-wrappers),cse,"
            "convert-scf-to-cf{allow-pattern-rollback=0})\n");
}
TEST(PipelineFinder, ThePassPipelineMayBeAWordOfItsOwn) {
  for (const char *command :
       {"mlir-opt-22 -pass-pipeline='builtin.module(cse)' %s",
        "mlir-opt --pass-pipeline \"builtin.module(cse)\" %s",
        "/usr/bin/mlir-opt %s --pass-pipeline=builtin.module\\(cse\\)",
        "%mlir_opt --pass-pipeline='builtin.module(cse)' < %s > %t 2>&1",
        "env A=b tt-opt --pass-pipeline=\"builtin.module(\"'cse)' || exit 1"})
    EXPECT_EQ(findInTest("// RUN: " + std::string(command)),
              "1: builtin.module(cse)\n")
        << command;
}
TEST(PipelineFinder, OfOtherToolsThereIsNone) {
  for (const char *command :
       {"mlir-translate --cse %s", "FileCheck %s --input-file=mlir-opt",
        "opt -passes='function(sroa)' %s", "echo mlir-opt -cse"})
    EXPECT_NE(
        findInTest("// RUN: " + std::string(command)).find("empty-pipeline"),
        std::string::npos)
        << command;
}
TEST(PipelineFinder, ToolsOfOnePipeAreOnePipeline) {
  EXPECT_EQ(findInTest("// RUN: mlir-opt %s -cse | mlir-opt "
                       "-pass-pipeline='builtin.module(canonicalize)' | "
                       "FileCheck %s && mlir-opt %s -sccp | FileCheck %s\n"),
            "1: builtin.module(cse,canonicalize)\n1: builtin.module(sccp)\n");
}
TEST(PipelineFinder, LinesThatGoOn) {
  EXPECT_EQ(findInTest("func.func @f()\n"
                       "// RUN: mlir-opt %s \\\n"
                       "// RUN:   -pass-pipeline='builtin.module(cse,\\\n"
                       "// RUN:   sccp)' \\\n"
                       "// not this\n"),
            "2: builtin.module(cse,sccp)\n");
}
TEST(PipelineFinder, WhatIsDefinedIsPutIn) {
  EXPECT_EQ(
      findInTest(
          "// DEFINE: %{passes} = cse,%{more}\n"
          "// DEFINE: %{more} = sccp\n"
          "// DEFINE: %{tool} = mlir-opt %s\n"
          "// RUN: %{tool} --pass-pipeline='builtin.module(%{passes})'\n"
          "// REDEFINE: %{more} = canonicalize\n"
          "// RUN: %{tool} --pass-pipeline='builtin.module(%{passes})'\n"),
      "3: builtin.module(cse,sccp)\n3: builtin.module(cse,canonicalize)\n");
}
/// PMB119: a test with the line RUN: mlir-opt %s --pass-pipeline=%{pipeline}
TEST(PipelineFinder, ASkippedOneIsARemark) {
  auto found = test::require(findPipelines(
      SourceText::copy("RUN: mlir-opt %s --pass-pipeline=%{pipeline}",
                       "a.mlir"),
      getStockCatalog()));
  ASSERT_EQ(found.pipelines.size(), 1u);
  ASSERT_TRUE(found.pipelines[0].skipped);
  EXPECT_EQ(found.pipelines[0].skipped->code, DiagnosticCode::SkippedPipeline);
  EXPECT_EQ(found.pipelines[0].skipped->severity, Severity::Remark);
}
TEST(PipelineFinder, WhatIsNotKnownIsSkipped) {
  EXPECT_EQ(findInTest("// DEFINE: %{self} = %{self} -cse\n"
                       "// RUN: mlir-opt %s --pass-pipeline=%{pipeline}\n"
                       "// RUN: mlir-opt %s %{flags} -cse\n"
                       "// RUN: not --crash mlir-opt %s -cse\n"
                       "// RUN: mlir-opt %s -cse\n"),
            "2: this pipeline is not checked: what '%{pipeline}' stands for is "
            "not known\n"
            "3: this pipeline is not checked: what '%{flags}' stands for is "
            "not known\n"
            "4: this pipeline is not checked: its command is expected to fail\n"
            "5: builtin.module(cse)\n");
  // What is defined by itself has no end.
  EXPECT_NE(findInTest("// DEFINE: %{self} = %{self} %{self}\n"
                       "// RUN: mlir-opt %s --cse='%{self}'\n")
                .find("not known"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Other files
//===----------------------------------------------------------------------===//

TEST(PipelineFinder, ScriptsAndMakefiles) {
  constexpr const char *script = "# mlir-opt -sccp\n"
                                 "x=1 mlir-opt in.mlir -cse \\\n"
                                 "  -canonicalize | cat\n"
                                 "\t$(MLIR_OPT) -cse=$(X)\n";
  for (const char *name : {"run.sh", "Makefile", "rules.mk", "GNUmakefile"})
    EXPECT_EQ(findIn(name, script),
              "2: builtin.module(cse,canonicalize)\n"
              "4: this pipeline is not checked: what '$(X)' stands for is not "
              "known\n")
        << name;
  EXPECT_TRUE(hasPipelinesInside("run", "#!/bin/sh\n"));
  EXPECT_FALSE(hasPipelinesInside("a.pipeline", "builtin.module(cse)"));
}
TEST(PipelineFinder, StringsOfPython) {
  EXPECT_EQ(findIn("a.py",
                   "# PassManager.parse('builtin.module(no)')\n"
                   "P = (\n  'builtin.module('\n  \"cse)\")\n"
                   "pm = passmanager.PassManager.parse(P, context=c)\n"
                   "PassManager.parse('''builtin.module(\n  cse,\n"
                   "  sccp)''')\n"
                   "PassManager.parse('builtin.module(cse' + ',sccp)')\n"
                   "PassManager.parse(f'builtin.module({x})')\n"
                   "PassManager.parse('builtin.module(%s)' % x)\n"
                   "PassManager.parse(build())\n"
                   "PassManager.parse(P + x)\n"),
            "5: builtin.module(cse)\n"
            "6: builtin.module(cse,sccp)\n"
            "9: builtin.module(cse,sccp)\n"
            "10: this pipeline is not checked: what 'f'builtin.module({x})'' "
            "stands for is not known\n"
            "11: this pipeline is not checked: what ''builtin.module(%s)' % x' "
            "stands for is not known\n"
            "12: this pipeline is not checked: what 'build()' stands for is "
            "not known\n"
            "13: this pipeline is not checked: what 'P + x' stands for is not "
            "known\n");
}
TEST(PipelineFinder, LiteralsOfPythonAreReadAsPythonReadsThem) {
  EXPECT_EQ(findIn("a.py",
                   "PassManager.parse(r'builtin.module(cse)')\n"
                   "PassManager.parse(# why\n  'builtin.module(' \\\n"
                   "  'cse,\\n  sccp)')\n"
                   "PassManager.parse('builtin.module(cse\\\n,sccp)')\n"
                   "PassManager.parse('builtin.module(cse)'.format(x))\n"
                   "PassManager.parse('builtin.module(' + x)\n"
                   "PassManager.parse('builtin.module(cse\n"),
            "1: builtin.module(cse)\n"
            "2: builtin.module(cse,sccp)\n"
            "5: builtin.module(cse,sccp)\n"
            "7: this pipeline is not checked: what "
            "''builtin.module(cse)'.format(x)' stands for is not known\n"
            "8: this pipeline is not checked: what ''builtin.module(' + x' "
            "stands for is not known\n"
            "9: this pipeline is not checked: what ''builtin.module(cse' "
            "stands for is not known\n");
}

TEST(PipelineFinder, WhatTheShellPutsInIsNotKnown) {
  for (auto [written, unknown] :
       {std::pair("$P", "$P"), std::pair("${P}x", "${P}"),
        std::pair("\"builtin.module(${P\"", "${P\""),
        std::pair("\"builtin.module(cse,$P)\"", "$P"),
        std::pair("`cat p` --sccp", "`cat p` --sccp"),
        std::pair("$(cat p)", "$(cat p)"), std::pair("$(cat", "$(cat"),
        std::pair("%{p", "%{p"), std::pair("\"%p-q\"", "%p-q")})
    EXPECT_EQ(
        findIn("a.sh", std::string("mlir-opt --pass-pipeline=") + written),
        std::string("1: this pipeline is not checked: what '") + unknown +
            "' stands for is not known\n");
}

TEST(PipelineFinder, LinesOfTheShellAreSplitAsItSplitsThem) {
  EXPECT_EQ(findIn("a.sh",
                   "mlir-opt -cse in.mlir 2>&1 |& tee # mlir-opt -sccp\n"
                   "mlir-opt -cse 2>>log || mlir-opt -sccp in\\ put.mlir\n"
                   "mlir-opt -cse $@ < in & mlir-opt -symbol-dce $\n"
                   "mlir-opt --pass-pipeline=\"builtin.module(canonicalize{"
                   "disable-patterns=\\\"a b\\\"})\"\n"),
            "1: builtin.module(cse)\n"
            "2: builtin.module(cse)\n"
            "2: builtin.module(sccp)\n"
            "3: builtin.module(cse)\n"
            "3: builtin.module(symbol-dce)\n"
            "4: builtin.module(canonicalize{disable-patterns=\"a b\"})\n");
}

TEST(PipelineFinder, WhatRunsATool) {
  for (const char *command :
       {"timeout 5 mlir-opt -cse",
        "timeout -k 1 --signal=KILL 5s mlir-opt -cse",
        "nice -n 5 env -u A B=c mlir-opt -cse", "stdbuf -oL mlir-opt -cse",
        "if ! mlir-opt -cse; then x; fi", "while mlir-opt -cse; do x; done",
        "for f in a; do mlir-opt -cse; done", "(mlir-opt -cse)",
        "{ mlir-opt -cse; }", "x | tee y | mlir-opt -cse",
        "nohup nice command exec mlir-opt -cse"})
    EXPECT_EQ(findIn("a.sh", command), "1: builtin.module(cse)\n") << command;
  EXPECT_EQ(findIn("a.sh", "mlir-opt -cse | tee a | mlir-opt -sccp"),
            "1: builtin.module(cse,sccp)\n");
  for (const char *command : {"! mlir-opt -cse", "not timeout 5 mlir-opt -cse"})
    EXPECT_EQ(findIn("a.sh", command),
              "1: this pipeline is not checked: its command is expected to "
              "fail\n")
        << command;
}
TEST(PipelineFinder, WhatIsNotReadIsSaid) {
  EXPECT_EQ(findIn("a.sh", "parallel -j 2 mlir-opt -cse ::: *\n"
                           "x=`mlir-opt -cse`\n"
                           "mlir-opt -cse | cat | mlir-opt -sccp\n"
                           "which mlir-opt -a; make mlir-opt\n"
                           "timeout 5\n"
                           "bash -c '\n mlir-opt -cse\n'\n"),
            "1: this pipeline is not checked: how 'parallel' runs 'mlir-opt' "
            "is not known\n"
            "2: this pipeline is not checked: what '`mlir-opt -cse`' runs is "
            "not read\n"
            "3: builtin.module(cse)\n"
            "3: this pipeline is checked without the one before it: what 'cat' "
            "passes on is not known\n"
            "3: builtin.module(sccp)\n"
            "6: this pipeline is not checked: how 'bash' runs 'mlir-opt' is "
            "not known\n");
}
TEST(PipelineFinder, ConditionsOfLit) {
  EXPECT_EQ(
      findInTest("// RUN: %if x %{ mlir-opt -cse | y %} %else %{ mlir-opt "
                 "-pass-pipeline='builtin.module(canonicalize{top-down="
                 "true})' %}\n"
                 "// RUN: %if x %{ mlir-opt %} -cse\n"
                 "// RUN: mlir-opt -cse %if x %{ -sccp %} %s | y\n"
                 "// RUN: mlir-opt -cse %if x %{ -sccp\n"
                 "// RUN: mlir-opt -cse %if %else\n"),
      "1: builtin.module(cse)\n"
      "1: builtin.module(canonicalize{top-down=true})\n"
      "3: this pipeline is not checked: what '%if x %{ -sccp %}' stands "
      "for is not known\n"
      "4: this pipeline is not checked: what '%if x %{ -sccp' stands for "
      "is not known\n"
      "5: builtin.module(cse)\n");
}

//===----------------------------------------------------------------------===//
// Quotes over several lines
//===----------------------------------------------------------------------===//

TEST(LineReader, QuotesOfAShellGoOn) {
  for (llvm::StringRef quote : {"'", "\""})
    EXPECT_EQ(findIn("a.sh", ("mlir-opt --pass-pipeline=" + quote +
                              "builtin.module(\n  cse,\r\n  sccp\n)" + quote +
                              " > x\nmlir-opt -cse\n")
                                 .str()),
              "1: builtin.module(cse,sccp)\n5: builtin.module(cse)\n");
  // Make runs each line of its own.
  EXPECT_NE(findIn("a.mk", "\tmlir-opt -cse '\n\tmlir-opt -sccp\n")
                .find("2: builtin.module(sccp)"),
            std::string::npos);
}
TEST(LineReader, WhatIsNoQuote) {
  for (const char *line :
       {"# don't", "echo x # don't", "echo don\\'t", "echo \"don't\"",
        "echo \"\\\"don't\"", "echo $'don\\'t'", "echo don't",
        "cat <<EOF\ndon't\nEOF", "cat <<-'EOF' <<B\ndon't\n\tEOF\nisn't\nB",
        "x=$((1 << 2))", "cat <<< don\\'t", "# x \\", "'' \"\" ''"})
    EXPECT_EQ(findIn("a.sh", std::string(line) + "\nmlir-opt -cse\n").substr(1),
              ": builtin.module(cse)\n")
        << line;
}
TEST(LineReader, ABackslashBeforeABlankEndsTheLineOfAShell) {
  EXPECT_EQ(findIn("a.sh", "mlir-opt -cse \\ \n  -sccp\n"),
            "1: builtin.module(cse)\n");
  EXPECT_EQ(findInTest("// RUN: mlir-opt -cse \\ \n// RUN:  -sccp\n"),
            "1: builtin.module(cse,sccp)\n");
}
TEST(LineReader, OnlyTheQuoteThatIsNeverClosedIsNone) {
  EXPECT_EQ(findIn("a.sh", "mlir-opt --pass-pipeline=\"builtin.module(\ncse)\" "
                           "don't\nmlir-opt -sccp\n"),
            "1: builtin.module(cse)\n3: builtin.module(sccp)\n");
}
/// The last line need not have an end.
TEST(LineReader, AFileMayEndInAQuote) {
  for (llvm::StringRef end : {"FLAGS=\"-cse", "echo '", "x=\"", "'", "\\",
                              "echo $'a\\", "cat <<E\n'", "a 'b\n\"c"})
    EXPECT_EQ(findIn("a.sh", ("mlir-opt -cse\n" + end).str()),
              "1: builtin.module(cse)\n")
        << end.str();
}
TEST(LineReader, ManyQuotesThatAreNeverClosedAreReadOnce) {
  std::string text;
  for (int i = 0; i < 50000; ++i)
    text += "x \"\n";
  text += "'\nmlir-opt -cse\n";
  EXPECT_EQ(findIn("a.sh", text), "50002: builtin.module(cse)\n");
}

TEST(ShellWords, WhatIsQuotedIsReadAsItWas) {
  EXPECT_EQ(quoteForShell("a.mlir"), "a.mlir");
  EXPECT_EQ(quoteForShell(""), "''");
  EXPECT_EQ(quoteForShell("it's"), "'it'\\''s'");
  for (llvm::StringRef text : {"cse", "", "a b", "it's", "$x `y` \\ \"z\"",
                               "builtin.module(cse{a=b})", "a|b;c&d#e"}) {
    PlacedText line;
    line.add(quoteForShell(text), 0);
    std::vector<ShellCommand> commands = splitCommands(line);
    ASSERT_EQ(commands.size(), 1u) << text.str();
    ASSERT_EQ(commands[0].words.size(), 1u) << text.str();
    EXPECT_EQ(commands[0].words[0].text, text);
    EXPECT_EQ(commands[0].words[0].unknown, "");
  }
}

TEST(StringLiteral, AnEscapedBackslashEscapesNothing) {
  EXPECT_EQ(findIn("a.py", "PassManager.parse('builtin.module(canonicalize{"
                           "disable-patterns=a\\\\nb})')\n"),
            "1: builtin.module(canonicalize{disable-patterns=a\\nb})\n");
}

TEST(PipelineFinder, Reproducers) {
  EXPECT_EQ(findInTest("module {}\n{-#\n  external_resources: {\n"
                       "    mlir_reproducer: {\n"
                       "      pipeline: \"builtin.module(cse)\",\n"
                       "      disable_threading: true\n    }\n  }\n#-}\n"),
            "5: builtin.module(cse)\n");
}

TEST(PipelineFinder, WhatStandsAboveHoldsForAllBelow) {
  EXPECT_EQ(findInTest("// RUN: mlir-opt -cse\n"
                       "// PMB: contents=linalg,'!tensor' expect=llvm-ir\n"
                       "// RUN: mlir-opt -cse\n"
                       "// RUN: mlir-opt -sccp\n"
                       "// PMB: expect=spirv\n"
                       "// RUN: mlir-opt -cse\n"),
            "1: builtin.module(cse)\n"
            "3: builtin.module(cse) contents=linalg,!tensor expect=llvm-ir\n"
            "4: builtin.module(sccp) contents=linalg,!tensor expect=llvm-ir\n"
            "6: builtin.module(cse) expect=spirv\n");
  std::string wrong = findInTest("// PMB: expct=llvm contents=\n");
  EXPECT_NE(wrong.find("'PMB:' has nothing called 'expct'"), std::string::npos)
      << wrong;
  EXPECT_NE(wrong.find("did you mean 'expect'?"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("contents: there are no items"), std::string::npos)
      << wrong;
  std::string open = findInTest("// PMB: contents='linalg\n// RUN: x-opt -a");
  EXPECT_NE(open.find("this quote of 'PMB:' is never closed"),
            std::string::npos)
      << open;
}

/// Quotes, continuations and definitions keep their places.
TEST(PipelineFinder, PlacesAreThoseOfTheFile) {
  auto found = test::require(findPipelines(
      SourceText::copy("// DEFINE: %{p} = sccp\n"
                       "// RUN: mlir-opt -pass-pipeline='builtin.module(\\\n"
                       "// RUN:  cse,%{p})'\n",
                       "a.mlir"),
      getStockCatalog()));
  TextualPipeline parsed = test::require(
      parseTextualPipeline(std::move(found.pipelines[0].parts[0].text)));
  PipelineBuilder builder("builtin.module", getStockCatalog());
  test::require(parsed.appendTo(builder));
  std::vector<std::string> places;
  for (const Node &node : builder.getPasses())
    places.push_back(node.getOrigin().str());
  EXPECT_EQ(places, (std::vector<std::string>{"a.mlir:3:10", "a.mlir:1:19"}));
}

} // namespace
