//===- NestIdeasTest.cpp - Which edits are tried for nests ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdeasSupport.h"

using namespace pmb;

namespace {

class NestIdeasTest : public pmb::test::IdeasTest {};

/// What stands together in a nest moves together.
TEST_F(NestIdeasTest, OfWhatANestClearsTheWayFor) {
  for (const char *name : {"x", "y"})
    define(name);
  define("mine", Contract().followedBy(pass("x")));
  EXPECT_EQ(ideas({"x", "func.func(y)", "func.func(mine)"}),
            "insert 'x' after 'mine'; move 'x' after 'mine'; move 'mine' "
            "before 'x'; move 'y' and 'mine' before 'x'; insert 'x'\n");
  // But not what is in a nest of its own, or with the other one.
  EXPECT_EQ(ideas({"x", "func.func(y)", "y", "func.func(mine)"}),
            "insert 'x' after 'mine'; move 'x' after 'mine'; move 'mine' "
            "before 'x'; insert 'x'\n");
  EXPECT_EQ(ideas({"x", "y", "mine"}),
            "insert 'x' after 'mine'; move 'x' after 'mine'; move 'mine' "
            "before 'x'; insert 'x'\n");
}

/// A finding of each pass, and ideas for the first.
TEST_F(NestIdeasTest, OfANestThatRunsOnNothing) {
  for (const char *name : {"tidy", "y", "z"})
    define(name, Contract().lowers({"x"}));
  define("func-to-llvm", Contract().lowers({"func.func"}));
  EXPECT_EQ(ideas({"tidy", "func-to-llvm", "func.func(tidy)"}),
            "move 'tidy' (pass 2) before 'func-to-llvm'; move 'tidy' (pass 2) "
            "before 'tidy' (pass 0); move 'func-to-llvm' after 'tidy' (pass "
            "2)\n");
  EXPECT_EQ(ideas({"func-to-llvm", "func.func(tidy)", "func.func(y)"}),
            "move 'tidy' and 'y' before 'func-to-llvm'; move 'func-to-llvm' "
            "after 'y'\n");
  EXPECT_EQ(ideas({"func-to-llvm", "func.func(y)", "tidy", "func.func(z)"}),
            "move 'func-to-llvm' after 'z'; move 'y' before 'func-to-llvm'\n"
            "move 'z' before 'func-to-llvm'; move 'func-to-llvm' after 'z'\n");
  // Nothing moves past a pass that may count on it.
  EXPECT_EQ(ideas({"unknown", "func-to-llvm", "func.func(z)"}),
            "move 'z' before 'func-to-llvm'; move 'func-to-llvm' after 'z'\n");
}

/// What runs on nothing, and what runs on new functions only, has one cause.
TEST_F(NestIdeasTest, OfANestThatRunsOnWhatIsNewOnly) {
  define("func-to-llvm", Contract().lowers({"func"}).to({"llvm.func"}));
  define("outline", Contract().introduces({}).sometimes({"func.func"}));
  define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  for (const char *name : {"y", "z"})
    define(name, Contract().lowers({"x"}));
  Items input{"func.func", "scf.for"}, output{"llvm", "func", "cf"};
  EXPECT_EQ(ideasOf(input,
                    {"func-to-llvm", "outline", "func.func(y)",
                     "func.func(scf-to-cf)", "func.func(z)"},
                    output),
            "move 'y', 'scf-to-cf' and 'z' before 'func-to-llvm'; move "
            "'func-to-llvm' after 'z'\n");
  EXPECT_EQ(ideasOf(input, {"func-to-llvm", "outline", "func.func(scf-to-cf)"},
                    output),
            "move 'scf-to-cf' before 'func-to-llvm'; move 'func-to-llvm' after "
            "'scf-to-cf'\n");
  // It did not reach the functions before either.
  EXPECT_EQ(ideasOf(input, {"func.func(scf-to-cf)", "func-to-llvm", "outline"},
                    output),
            "");
}

} // namespace
