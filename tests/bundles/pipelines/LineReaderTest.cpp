//===- LineReaderTest.cpp - Lines of tests and scripts -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/LineReader.h"
#include "FoundIn.h"
#include "bundles/pipelines/ShellWords.h"
#include "gtest/gtest.h"

using namespace pmb;
using test::findIn;

namespace {

std::string findInLines(llvm::StringRef text) { return findIn("a.mlir", text); }

TEST(LineReader, QuotesOfAShellGoOn) {
  for (llvm::StringRef quote : {"'", "\""})
    EXPECT_EQ(findIn("a.sh", ("mlir-opt --pass-pipeline=" + quote +
                              "builtin.module(\n  cse,\r\n  sccp\n)" + quote +
                              " > x\nmlir-opt -cse\n")
                                 .str()),
              "1: builtin.module(cse,sccp)\n5: builtin.module(cse)\n");
  // Make runs each line of its own.
  EXPECT_TRUE(
      test::contains(findIn("a.mk", "\tmlir-opt -cse '\n\tmlir-opt -sccp\n"),
                     "2: builtin.module(sccp)"));
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
  EXPECT_EQ(findInLines("// RUN: mlir-opt -cse \\ \n// RUN:  -sccp\n"),
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
TEST(LineReader, HereDocumentsAreData) {
  for (const char *document :
       {"cat > t.sh <<E\nmlir-opt in -csee\nE\n",
        "cat <<-'E' <<F\n\tmlir-opt -csee\n\tE\n// RUN: mlir-opt -x\nF\n",
        "python3 - <<PY\ncmd = 'mlir-opt -csee'\nPY\n", "x=$((1 << 2))\n",
        "cat <<none\n"})
    EXPECT_EQ(
        findIn("a.sh", std::string(document) + "mlir-opt -cse\n").substr(1),
        ": builtin.module(cse)\n")
        << document;
  for (const char *command :
       {"bash <<E", "cat <<E | sh", "ssh host /bin/bash -s <<'E'"})
    EXPECT_EQ(findIn("a.sh", std::string(command) + "\nmlir-opt -cse\nE\n"),
              "2: builtin.module(cse)\n")
        << command;
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

} // namespace
