//===- PipelineFinderTest.cpp - Pipelines in files of other sorts ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineFinder.h"
#include "../Require.h"
#include "FoundIn.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using test::findIn;

namespace {

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
    EXPECT_TRUE(test::contains(findInTest("// RUN: " + std::string(command)),
                               "empty-pipeline"))
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
TEST(PipelineFinder, CommandsThatAreNestedTooDeepAreSkipped) {
  auto nest = [](unsigned depth) {
    std::string command = "mlir-opt %s -cse";
    for (unsigned i = 0; i < depth; ++i)
      command = "echo $(" + command + ")";
    return "// RUN: " + command + "\n";
  };
  EXPECT_EQ(findInTest(nest(16)), "1: builtin.module(cse)\n");
  EXPECT_EQ(findInTest(nest(17)),
            "1: what is in these commands is not checked: they are nested more "
            "than 16 deep\n");
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
  EXPECT_TRUE(
      test::contains(findInTest("// DEFINE: %{self} = %{self} %{self}\n"
                                "// RUN: mlir-opt %s --cse='%{self}'\n"),
                     "not known"));
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
TEST(PipelineFinder, CommandsOfPython) {
  EXPECT_EQ(findIn("a.py", "os.system('mlir-opt in -cse')\n"
                           "x = subprocess.check_output('mlir-opt '\n"
                           "    '-sccp in | FileCheck in', shell=True)\n"
                           "subprocess.run(['mlir-opt', '-cse'])\n"
                           "os.system(f'mlir-opt {x} -cse')\n"),
            "1: builtin.module(cse)\n2: builtin.module(sccp)\n"
            "4: builtin.module(cse)\n");
}
TEST(PipelineFinder, ListsOfPython) {
  EXPECT_EQ(
      findIn("a.py",
             "subprocess.run(['mlir-opt', x, # why\n"
             "  '--pass-pipeline='\n  'builtin.module(cse)'], check=True)\n"
             "subprocess.run([\"env\", \"A=b\", MLIR_OPT, \"--pass-pipeline\", "
             "\"builtin.module(sccp)\", f'{d}/in.mlir',])\n"
             "f(subprocess.check_output(['mlir-opt', 'in', '-cse'], cwd=[]))\n"
             "subprocess.run(['mlir-opt', '-cse', *more])\n"
             "subprocess.run(['mlir-opt', '-cse'] + g(1, [2]))\n"
             "subprocess.run(['mlir-opt', f'--{name}', 'in'])\n"
             "subprocess.run(['mlir-opt', 'a'.join(x), y, '-cse'])\n"
             "subprocess.run(['xargs', 'mlir-opt', '-cse'])\n"
             "subprocess.run(['not', 'mlir-opt', '-cse'])\n"
             "subprocess.run(['echo', 'mlir-opt', '-cse'])\n"
             "subprocess.run([tool, '-cse'])\n"
             "subprocess.run(['mlir-opt' , , '-cse'])\n"
             "subprocess.run(['mlir-opt', '-cse'\n"),
      "1: builtin.module(cse)\n"
      "4: builtin.module(sccp)\n"
      "5: builtin.module(cse)\n"
      "6: this pipeline is not checked: what '*more' stands for is not known\n"
      "7: this pipeline is not checked: what '+ g(1, [2])' stands for is not "
      "known\n"
      "8: this pipeline is not checked: what 'f'--{name}'' stands for is not "
      "known\n"
      "9: this pipeline is not checked: what 'y' stands for is not known\n"
      "10: this pipeline is not checked: how 'xargs' runs 'mlir-opt' is not "
      "known\n"
      "11: this pipeline is not checked: its command is expected to fail\n");
}
TEST(PipelineFinder, StringsOfPythonAreData) {
  EXPECT_EQ(findIn("a.py",
                   "def f():\n  \"\"\"PassManager.parse('builtin.module(no)')\n"
                   "  PassManager.parse('builtin.module(no)')\n  \"\"\"\n"
                   "x = \"PassManager.parse('no')\"; y = 'don\\'t' # '\n"
                   "PassManager.parse('builtin.module(cse)')\n"
                   "pass  # PassManager.parse('builtin.module(no)')\n"),
            "6: builtin.module(cse)\n");
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
        std::pair("`cat p` --sccp", "`cat p`"),
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
            "3: this pipeline is not checked: what '$@' stands for is not "
            "known\n"
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
            "2: builtin.module(cse)\n"
            "3: builtin.module(cse)\n"
            "3: this pipeline is checked without the one before it: what 'cat' "
            "passes on is not known\n"
            "3: builtin.module(sccp)\n"
            "6: this pipeline is not checked: how 'bash' runs 'mlir-opt' is "
            "not known\n");
}
/// A tool reads one file; another word that may be anything may be passes.
TEST(PipelineFinder, WhatMayBePassesIsNotKnown) {
  for (auto [word, unknown] :
       {std::pair("$EXTRA", "$EXTRA"), std::pair("\"$EXTRA\"", "$EXTRA"),
        std::pair("$@", "$@"), std::pair("%extra", "%extra"),
        std::pair("%{extra}", "%{extra}"), std::pair("$(EXTRA)", "$(EXTRA)"),
        std::pair("`cat x`", "`cat x`"), std::pair("$A$B", "$A")})
    EXPECT_EQ(
        findIn("a.sh", std::string("mlir-opt in.mlir -cse ") + word + " -sccp"),
        std::string("1: this pipeline is not checked: what '") + unknown +
            "' stands for is not known\n");
  EXPECT_EQ(findIn("a.sh", "mlir-opt a -cse | mlir-opt $X -sccp"),
            "1: this pipeline is not checked: what '$X' stands for is not "
            "known\n");
  for (const char *words :
       {"$IN -cse", "-cse \"$IN\"", "$DIR/in.mlir -cse", "%s -cse %t1",
        "-cse %{s:real}", "-cse $(IN)", "-cse $<", "-cse `ls x`",
        "-cse %S/a.mlir", "-cse -o $OUT in.mlir", "in.mlir -cse > $OUT"})
    EXPECT_EQ(findIn("a.sh", std::string("mlir-opt ") + words),
              "1: builtin.module(cse)\n")
        << words;
}

TEST(PipelineFinder, OfSeveralPassPipelinesTheLastCounts) {
  EXPECT_EQ(findInTest("// RUN: mlir-opt --pass-pipeline='builtin.module(cse)' "
                       "%s -pass-pipeline 'builtin.module(sccp)'\n"),
            "1: builtin.module(sccp)\n");
}
TEST(PipelineFinder, BesideAPassPipelineAToolHasOptionsOfItsOwn) {
  for (const char *command :
       {"circt-opt --lowering-options=a --pass-pipeline='builtin.module(cse)'",
        "acme-opt -pass-pipeline='builtin.module(cse)' --acme-target=b %s"})
    EXPECT_EQ(findInTest("// RUN: " + std::string(command)),
              "1: builtin.module(cse)\n")
        << command;
  // Alone, they are passes of the tool.
  EXPECT_EQ(findInTest("// RUN: acme-opt --acme-target=b %s"),
            "1: builtin.module(acme-target{b})\n");
}
TEST(PipelineFinder, APassPipelineStandsAlone) {
  for (const char *command :
       {"mlir-opt -cse --pass-pipeline='builtin.module(sccp)'",
        "mlir-opt --pass-pipeline='builtin.module(sccp)' %s -cse"}) {
    auto found = test::require(findPipelines(
        SourceText::copy(std::string("// RUN: ") + command, "a.mlir"),
        getStockCatalog()));
    ASSERT_EQ(found.pipelines.size(), 1u);
    ASSERT_TRUE(found.pipelines[0].refused) << command;
    EXPECT_EQ(found.pipelines[0].refused->code, DiagnosticCode::Syntax);
  }
  EXPECT_EQ(findInTest("// RUN: mlir-opt -cse | mlir-opt "
                       "--pass-pipeline='builtin.module(sccp)'\n"),
            "1: builtin.module(cse,sccp)\n");
}

TEST(PipelineFinder, CommandsInOthersAreRead) {
  for (const char *command :
       {"x=$(mlir-opt in -cse)", "x=\"$(mlir-opt in -cse)\" y",
        "x=`mlir-opt in -cse`", "echo \"`mlir-opt in -cse`\"",
        "diff <(mlir-opt a -cse) b", "echo $(echo $(mlir-opt -cse))",
        "eval mlir-opt -cse", "x=$(mlir-opt in -cse", "if $(mlir-opt -cse); y",
        "cat $(mlir-opt -cse) | not mlir-translate"})
    EXPECT_EQ(findIn("a.sh", command), "1: builtin.module(cse)\n") << command;
  EXPECT_EQ(findIn("a.mk", "X := $(shell mlir-opt a.mlir -cse)\n"),
            "1: builtin.module(cse)\n");
  EXPECT_EQ(findIn("a.sh", "mlir-opt $(mlir-opt in -cse) -sccp\n"),
            "1: this pipeline is not checked: what '$(mlir-opt in -cse)' "
            "stands for is not known\n1: builtin.module(cse)\n");
  EXPECT_EQ(findIn("a.sh", "mlir-opt a -cse `# why` -sccp \"`#`\"\n"),
            "1: builtin.module(cse,sccp)\n");
  EXPECT_EQ(findIn("a.sh", "bash -c 'mlir-opt in -csee'\n"),
            "1: this pipeline is not checked: how 'bash' runs 'mlir-opt' is "
            "not known\n");
  // As deep as somebody likes, it ends.
  std::string deep = "mlir-opt -cse";
  for (int i = 0; i < 10000; ++i)
    deep += " $(x ";
  EXPECT_EQ(findIn("a.sh", deep),
            "1: builtin.module(cse)\n"
            "1: what is in these commands is not checked: they are nested more "
            "than 16 deep\n");
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
      "5: this pipeline is not checked: what '%else' stands for is not "
      "known\n");
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
  EXPECT_TRUE(test::contains(wrong, "'PMB:' has nothing called 'expct'"));
  EXPECT_TRUE(test::contains(wrong, "did you mean 'expect'?"));
  EXPECT_TRUE(test::contains(wrong, "contents: there are no items"));
  std::string open = findInTest("// PMB: contents='linalg\n// RUN: x-opt -a");
  EXPECT_TRUE(test::contains(open, "this quote of 'PMB:' is never closed"));
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
