//===- LaidOutTextTest.cpp - Texts that stand on several lines ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/LaidOutText.h"
#include "../Require.h"
#include "bundles/mending/FoundText.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

/// The text of the first pipeline of a file, as an edit gets it.
std::string layOut(llvm::StringRef name, llvm::StringRef file) {
  FoundPipelines found = test::require(
      findPipelines(SourceText::copy(file, name), getStockCatalog()));
  return test::require(
      getFoundText(found.pipelines.front(), file, getStockCatalog()));
}

/// The file with another text of its first pipeline, or why that cannot be.
std::string write(llvm::StringRef name, llvm::StringRef file,
                  llvm::StringRef after) {
  llvm::Expected<std::string> written =
      writeFoundText(SourceText::copy(file, name), 0, after, getStockCatalog());
  return written ? *written : toString(written.takeError());
}

TEST(LaidOutText, HasALineEndWhereTheFileGoesOnInAnotherLine) {
  constexpr llvm::StringLiteral laidOut = "builtin.module(\ncse,\nsccp)";
  EXPECT_EQ(layOut("a.mlir", "// RUN: mlir-opt --pass-pipeline='builtin.module("
                             "\\\n// RUN:   cse, \\\n// RUN:sccp)'\n"),
            laidOut);
  EXPECT_EQ(layOut("a.sh", "mlir-opt --pass-pipeline=\"builtin.module(\\\n"
                           "  cse,\\\r\n\tsccp)\"\n"),
            laidOut);
  EXPECT_EQ(layOut("a.py", "PassManager.parse('builtin.module('\n"
                           "  'cse,' +\n  \"sccp)\")\n"),
            laidOut);
  // What has line ends keeps them.
  EXPECT_EQ(layOut("a.py", "PassManager.parse('''builtin.module(\n cse)''')\n"),
            "builtin.module(\n cse)");
}
TEST(LaidOutText, HasNoneInNamesAndOptions) {
  EXPECT_EQ(layOut("a.py", "PassManager.parse('builtin.mod'\n  'ule('\n"
                           "  'canonicalize{disable-patterns=a,'\n  'b})')\n"),
            "builtin.module(\ncanonicalize{disable-patterns=a,b})");
  EXPECT_EQ(layOut("a.mlir",
                   "// DEFINE: %{p} = cse\n"
                   "// RUN: mlir-opt --pass-pipeline='builtin.module(%{p})'\n"),
            "builtin.module(cse)");
}
TEST(LaidOutText, WhatIsReplacedStaysInItsLiteral) {
  EXPECT_EQ(write("a.py",
                  "PassManager.parse(\"builtin.module(\" + \"csee\" + \")\")\n",
                  "builtin.module(cse)"),
            "PassManager.parse(\"builtin.module(\" + \"cse\" + \")\")\n");
  for (auto [before, after] :
       {std::pair("'-csee'", "'-cse'"), std::pair("--cs\"e\"e", "--cse"),
        std::pair("-csee=''", "-cse=''")})
    EXPECT_EQ(write("a.sh", std::string("mlir-opt ") + before + " in\n",
                    "builtin.module(cse)"),
              std::string("mlir-opt ") + after + " in\n");
}
TEST(LaidOutText, AnElementHasALineLikeItsNeighbours) {
  constexpr llvm::StringLiteral after = "builtin.module(\ncse,\nsccp)";
  EXPECT_EQ(write("a.py",
                  "PassManager.parse('builtin.module('  \n    'cse)')\n",
                  after),
            "PassManager.parse('builtin.module('  \n    'cse,'  \n    "
            "'sccp)')\n");
  EXPECT_EQ(write("a.mlir",
                  "// RUN: mlir-opt -pass-pipeline='builtin.module(\\\n"
                  "// RUN:   cse)' %s\n",
                  after),
            "// RUN: mlir-opt -pass-pipeline='builtin.module(\\\n"
            "// RUN:   cse,\\\n// RUN:   sccp)' %s\n");
  EXPECT_EQ(write("a.sh",
                  "mlir-opt --pass-pipeline='builtin.module(\n   cse)'\n",
                  "builtin.module(\n   sccp,\n   cse)"),
            "mlir-opt --pass-pipeline='builtin.module(\n   sccp,\n   cse)'\n");
}

TEST(OptionWriter, OptionsAreLaidOutAsTheirNeighboursAre) {
  auto writeOptions = [](llvm::StringRef file, llvm::StringRef after) {
    return write("a.sh", file, ("builtin.module(" + after + ")").str());
  };
  constexpr llvm::StringLiteral lines = "x-opt a \\\n  -cse \\\n  -sccp \\\n"
                                        "  -o b\n";
  EXPECT_EQ(writeOptions(lines, "cse,symbol-dce,sccp"),
            "x-opt a \\\n  -cse \\\n  -symbol-dce \\\n  -sccp \\\n  -o b\n");
  EXPECT_EQ(writeOptions(lines, "symbol-dce,cse,sccp"),
            "x-opt a \\\n  -symbol-dce \\\n  -cse \\\n  -sccp \\\n  -o b\n");
  EXPECT_EQ(writeOptions(lines, "cse,sccp,symbol-dce"),
            "x-opt a \\\n  -cse \\\n  -sccp \\\n  -symbol-dce \\\n  -o b\n");
  EXPECT_EQ(writeOptions(lines, "sccp"), "x-opt a \\\n  -sccp \\\n  -o b\n");
  EXPECT_EQ(writeOptions(lines, "cse"), "x-opt a \\\n  -cse \\\n  -o b\n");
  EXPECT_EQ(writeOptions(lines, "canonicalize{top-down=false},symbol-dce"),
            "x-opt a \\\n  -canonicalize=\"top-down=false\" \\\n  -symbol-dce "
            "\\\n  -o b\n");
  // What shares a line goes on to do so.
  constexpr llvm::StringLiteral shared = "x-opt a \\\n  -cse -sccp \\\n  -o b";
  EXPECT_EQ(writeOptions(shared, "cse,symbol-dce,sccp"),
            "x-opt a \\\n  -cse -symbol-dce -sccp \\\n  -o b");
  EXPECT_EQ(writeOptions(shared, "symbol-dce,cse,sccp"),
            "x-opt a \\\n  -symbol-dce -cse -sccp \\\n  -o b");
  EXPECT_EQ(writeOptions(shared, "sccp"), "x-opt a \\\n  -sccp \\\n  -o b");
  EXPECT_EQ(writeOptions(shared, "cse"), "x-opt a \\\n  -cse \\\n  -o b");
  EXPECT_EQ(writeOptions("x-opt \\\r\n  -cse \\\r\n  -sccp|y", "sccp,cse"),
            "x-opt \\\r\n  -sccp \\\r\n  -cse|y");
  // Other words stand where they stood.
  EXPECT_EQ(writeOptions("x-opt -cse -o b -sccp a", "sccp,cse"),
            "x-opt -o b -sccp -cse a");
  EXPECT_EQ(writeOptions("x-opt -cse >b -sccp a # c", "symbol-dce"),
            "x-opt -symbol-dce >b a # c");
}
TEST(OptionWriter, WhatMovesIsWrittenAsItWas) {
  EXPECT_EQ(write("a.sh", "x-opt '-canonicalize=top-down=0' --cse a",
                  "builtin.module(cse,canonicalize{top-down=0})"),
            "x-opt --cse '-canonicalize=top-down=0' a");
}
TEST(FoundText, WhatTakesThePlaceOfAPassStaysWithItsTool) {
  EXPECT_EQ(write("a.sh", "x-opt --cse | x-opt --sccp",
                  "builtin.module(cse,symbol-dce,canonicalize)"),
            "x-opt --cse | x-opt --symbol-dce --canonicalize");
  EXPECT_EQ(write("a.sh", "x-opt --cse | x-opt --sccp",
                  "builtin.module(cse,symbol-dce)"),
            "x-opt --cse | x-opt --symbol-dce");
  EXPECT_EQ(write("a.sh", "x-opt --cse | x-opt --sccp", "builtin.module(cse)"),
            "a tool would have no passes to run");
}
TEST(FoundText, NoOtherWordOfACommandChanges) {
  EXPECT_EQ(write("a.sh", "x-opt --cse a",
                  "builtin.module(canonicalize{disable-patterns=\"a b\"},cse)"),
            "x-opt --canonicalize='disable-patterns=\"a b\"' --cse a");
  EXPECT_EQ(write("a.mlir",
                  "// DEFINE: %{x} = cse\n// RUN: x-opt --%{x} --sccp",
                  "builtin.module(sccp)"),
            "'cse' is put together of several places, such as a 'DEFINE:'; "
            "change it by hand");
}

} // namespace
