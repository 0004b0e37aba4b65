//===- NestContentsTest.cpp - What passes in nests see --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class NestContentsTest : public RulesTest {
protected:
  NestContentsTest() {
    define("lower-kernels", Contract().lowers({"gpu.func"}).to({"llvm.func"}));
    define("lower-a", Contract().lowers({"a.x"}));
    define("outline",
           Contract().lowers({"gpu.launch"}).to({"gpu.module", "gpu.func"}));
    OperationDescriptor launch;
    launch.name = "gpu.launch";
    launch.becomes = "gpu.module";
    test::require(catalog.addOperation(launch));
  }
};

/// The catalog says that kernels stand nowhere but in modules for the GPU.
TEST_F(NestContentsTest, APassSeesAllOfWhatStandsOnlyInItsNest) {
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.func"},
                        {"gpu.module(lower-kernels)"},
                        {{"gpu.module", "llvm.func"}}),
            "");
}

TEST_F(NestContentsTest, AlsoOfWhatStandsOnlyInSomethingThatStandsOnlyThere) {
  OperationDescriptor block;
  block.name = "gpu.block";
  block.parent = "gpu.func";
  block.isOnlyThere = true;
  test::require(catalog.addOperation(block));
  define("lower-blocks", Contract().lowers({"gpu.block"}));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.func", "gpu.block"},
                        {"gpu.module(lower-blocks)"},
                        {{"gpu.module", "gpu.func"}}),
            "");
}

TEST_F(NestContentsTest, ANestThatIsWrongTwiceIsOneMistake) {
  auto pipeline = compose({});
  pipeline->nest("func.func")
      .nest("func.func")
      .nest("func.func")
      .addPass("lower-a");
  EXPECT_EQ(llvm::StringRef(check(*pipeline)).count("has nothing to run on"),
            1u);
}

TEST_F(NestContentsTest, OfWhatMayStandElsewhereItSeesAPart) {
  EXPECT_TRUE(contains(checkClosed({"gpu.module", "a.x"},
                                   {"gpu.module(lower-a)"}, {{"gpu.module"}}),
                       "'a.x' may stay in the IR"));
}

/// All that the input has is listed: there is no nest to run in, and what
/// stands there lowers nothing. One nest is one mistake.
TEST_F(NestContentsTest, PassesInANestThatTheInputDoesNotHaveDoNothing) {
  EXPECT_EQ(
      checkClosed({"func.func", "a.x"},
                  {"gpu.module(lower-a)", "gpu.module(lower-kernels)"},
                  {{"func"}}),
      R"(warning: 'lower-a' has nothing to run on: the input has no 'gpu.module', and nothing before makes one [PMB031 no-effect]
  at: 'lower-a' (pass 0, on builtin.module/gpu.module, added by framework)
error: 'a.x' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
  help: add a pass that lowers it: 'lower-a'
  fix: insert 'lower-a' on builtin.module after 'lower-kernels'
)");
}

TEST_F(NestContentsTest, ANestComesAfterThePassThatMakesIt) {
  EXPECT_EQ(
      checkClosed({"gpu.launch"}, {"gpu.module(lower-kernels)", "outline"}),
      R"(warning: 'lower-kernels' has nothing to run on: the input has no 'gpu.module', and nothing before makes one [PMB031 no-effect]
  at: 'lower-kernels' (pass 0, on builtin.module/gpu.module, added by framework)
  help: move it after 'outline', which makes them
  fix: move 'lower-kernels' after 'outline'
)");
  EXPECT_EQ(
      checkClosed({"gpu.launch"}, {"outline", "gpu.module(lower-kernels)"}),
      "");
}

TEST_F(NestContentsTest, WhatIsSaidToStandInAPartIsSeenThere) {
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x"},
                        {"gpu.module(lower-a)"}, {{"gpu.module"}}),
            "");
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x"}, {"lower-a"},
                        {{"gpu.module"}}),
            "");
}

TEST_F(NestContentsTest, WhatStandsInThePartAndOutsideStaysOutside) {
  EXPECT_EQ(
      checkClosed({"gpu.module", "gpu.module/a.x", "a.x"},
                  {"gpu.module(lower-a)"}, {{"gpu.module"}}),
      R"(error: 'a.x' stays in the IR: 'lower-a' does not lower all of it [PMB025 predicted-left-over]
  at: 'lower-a' (pass 0, on builtin.module/gpu.module, added by framework)
  note: it is in the input
  help: add a pass that lowers it: 'lower-a'
  fix: insert 'lower-a' on builtin.module after 'lower-a'
)");
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x", "a.x"},
                        {"gpu.module(lower-a)", "func.func(lower-a)"},
                        {{"gpu.module"}}),
            "");
}

TEST_F(NestContentsTest, WhatStandsInThePartOnlyGoesBesideWhatMayStandOutside) {
  define("make-a-z", Contract().lowers({"b.y"}).sometimes({"a.z"}));
  define("lower-all-a", Contract().lowers({"a"}));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x", "a.z", "b.y"},
                        {"make-a-z", "gpu.module(lower-all-a)"},
                        {{"gpu.module", "a.z"}}),
            "");
}

TEST_F(NestContentsTest, APassOnFunctionsDoesNotSeeParts) {
  EXPECT_TRUE(
      contains(checkClosed({"func.func", "gpu.module", "gpu.module/a.x"},
                           {"func.func(lower-a)"}, {{"gpu.module"}}),
               "error: 'a.x' stays in the IR"));
}

TEST_F(NestContentsTest, WhatIsNotMovedOutYetIsSeenFromTheFunction) {
  std::vector<std::string> input = {"func.func", "gpu.launch",
                                    "gpu.launch/a.x"};
  EXPECT_EQ(
      checkClosed(input, {"func.func(lower-a)", "outline"}, {{"gpu", "func"}}),
      "");
  EXPECT_EQ(
      checkClosed(input, {"outline", "gpu.module(lower-a)"}, {{"gpu", "func"}}),
      "");
  EXPECT_TRUE(contains(
      checkClosed(input, {"outline", "func.func(lower-a)"}, {{"gpu", "func"}}),
      "error: 'a.x' stays in the IR"));
}

TEST_F(NestContentsTest, WhatIsMovedOutMayHaveStoodInTheProgram) {
  define("map", Contract().lowers({"b.loop"}).to({"gpu.launch"}));
  EXPECT_TRUE(contains(
      checkClosed({"gpu.module", "gpu.module/gpu.func", "b.loop", "a.x"},
                  {"map", "outline", "gpu.module(lower-a)"}, {{"gpu", "func"}}),
      "'a.x' may stay in the IR"));
}

TEST_F(NestContentsTest, WhatComesOfAnItemStandsWhereItStood) {
  define("b-to-a", Contract().lowers({"b.y"}).to({"a.x"}));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/b.y"},
                        {"b-to-a", "gpu.module(lower-a)"}, {{"gpu.module"}}),
            "");
  EXPECT_TRUE(
      contains(checkClosed({"gpu.module", "b.y"},
                           {"gpu.module(lower-a)", "b-to-a"}, {{"gpu.module"}}),
               "error: 'a.x' stays in the IR"));
}

TEST_F(NestContentsTest, AnEntryMayBeAboutAPart) {
  define("compile", Contract().lowers({"a.x"}).nest("gpu.module"));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x"}, {"compile"},
                        {{"gpu.module"}}),
            "");
  EXPECT_TRUE(contains(checkClosed({"gpu.module", "gpu.module/a.x", "a.x"},
                                   {"compile"}, {{"gpu.module"}}),
                       "error: 'a.x' stays in the IR"));
  // Where it is not known what stands where, it may.
  EXPECT_TRUE(contains(
      checkClosed({"gpu.module", "a.x"}, {"compile"}, {{"gpu.module"}}),
      "warning: 'a.x' may stay in the IR"));
}

TEST_F(NestContentsTest, WhatIsRejectedInAPartMayStandOutside) {
  define("compile", Contract().rejects({"a.x"}).nest("gpu.module"));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/b.y", "a.x"}, {"compile"}),
            "");
  EXPECT_EQ(checkClosed({"gpu.module", "a.x"}, {"compile"}), "");
  EXPECT_TRUE(
      contains(checkClosed({"gpu.module", "gpu.module/a.x"}, {"compile"}),
               "error: 'compile' cannot accept 'a.x', which is there"));
  // And what is rejected by a pass on a part, too.
  define("picky", Contract().rejects({"a.x"}));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/b.y", "a.x"},
                        {"gpu.module(picky)"}),
            "");
}

TEST_F(NestContentsTest, WhatIsNeededInAPartMayBeMissingThere) {
  define("tune", Contract().requiresContents({"a.x"}).nest("gpu.module"));
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.module/a.x"}, {"tune"}), "");
  EXPECT_EQ(checkClosed({"gpu.module", "a.x"}, {"tune"}), "");
  EXPECT_EQ(checkClosed({"gpu.module"}, {"tune"}), "");
  EXPECT_TRUE(
      contains(checkClosed({"gpu.module", "gpu.module/b.y", "a.x"}, {"tune"}),
               "error: 'tune' needs 'a.x', and there is none"));
}

TEST_F(NestContentsTest, WhatStandsInAFunctionOfAPartIsInThePart) {
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.func/a.x"}, {"gpu.module(lower-a)"},
                        {{"gpu"}}),
            "");
}

TEST_F(NestContentsTest, AnEntryIsAboutAPartThatThereIs) {
  auto getError = [&](llvm::StringRef nest) {
    PassDescriptor pass;
    pass.name = "compile";
    pass.contract.lowers({"a.x"}).nest(nest);
    return llvm::toString(catalog.clone().addPass(std::move(pass)));
  };
  EXPECT_EQ(getError("gpu.module"), "");
  EXPECT_TRUE(contains(getError("gpu.modul"), "did you mean 'gpu.module'?"));
  // Functions are the program.
  EXPECT_TRUE(contains(getError("func.func"),
                       "names the part of a program "
                       "'func.func', which does not exist"));
}

TEST_F(NestContentsTest, NobodyNeedsToListFunctions) {
  EXPECT_EQ(checkClosed({"a.x"}, {"func.func(lower-a)"}, {{"func"}}), "");
  // Who lists one sort of functions says that there are no others.
  EXPECT_TRUE(contains(
      checkClosed({"a.x", "llvm.func"}, {"func.func(lower-a)"}, {{"*"}}),
      "the input has no 'func.func'"));
}

TEST_F(NestContentsTest, ADialectOfTheInputMayHaveTheNest) {
  EXPECT_EQ(checkClosed({"gpu"}, {"gpu.module(lower-kernels)"}), "");
}

/// A nest for what a later pass makes is too early, whether or not anything is
/// known of the input.
TEST_F(NestContentsTest, BeforeItsOperationIsMadeAPassIsTooEarly) {
  EXPECT_EQ(
      check({"gpu.module(lower-a)", "outline"}),
      R"(warning: 'lower-a' runs too early: it runs on 'gpu.module', which 'outline' makes only later [PMB029 too-early]
  at: 'lower-a' (pass 0, on builtin.module/gpu.module, added by framework)
  note: what makes it: 'outline' (pass 1, on builtin.module, added by framework)
  fix: move 'lower-a' after 'outline'
)");
  EXPECT_NE(checkClosed({"gpu.launch"}, {"gpu.module(lower-a)", "outline"}),
            "");
  EXPECT_EQ(check({"outline", "gpu.module(lower-a)"}), "");
  EXPECT_EQ(check({"gpu.module(lower-a)", "outline", "gpu.module(lower-a)"}),
            "");
  // Functions are in every input.
  define("outline-function",
         Contract().lowers({"async.execute"}).to({"func.func"}));
  EXPECT_EQ(check({"func.func(lower-a)", "outline-function"}), "");
}

/// One place is enough.
TEST_F(NestContentsTest,
       APassWithNothingToRunOnMovesBehindTheFirstThatMakesIt) {
  define("inside");
  for (llvm::StringRef name : {"make", "make-more"})
    define(name, Contract().introduces({"gpu.module"}));
  std::string text =
      checkClosed({"func.func"}, {"gpu.module(inside)", "make", "make-more"});
  EXPECT_TRUE(contains(text, "help: move it after 'make', which makes them"));
  EXPECT_FALSE(contains(text, "make-more"));
}

/// What has a mark is an operation of that nest, and what is said of its types
/// is none.
TEST_F(NestContentsTest, AnOperationWithAMarkIsLoweredFromUnderItsNest) {
  catalog.addMark("plain", "");
  define("lower-functions", Contract().lowers({"func.func"}).to({"llvm.func"}));
  define("lower-tensors",
         Contract().lowers({"func.func(!tensor)"}).to({"!memref"}));
  define("lower-x", Contract().lowers({"a.x"}).to({"b.y"}));
  for (std::vector<std::string> input :
       {std::vector<std::string>{"builtin.module", "func.func(plain)", "a.x"},
        {"builtin.module", "func.func", "func.func(!tensor)", "a.x"}}) {
    std::string found = checkClosed(
        input, {"lower-tensors", "lower-functions", "func.func(lower-x)"},
        {{"b", "llvm", "builtin", "!memref"}});
    EXPECT_TRUE(contains(found,
                         "error: 'a.x' stays in the IR: 'lower-x' has nothing "
                         "to run on, because 'func.func' has been lowered "
                         "before it"));
    EXPECT_TRUE(contains(found, "note: lowered by: 'lower-functions'"));
  }
}

/// A list that names the dialect has functions, and no more is known of the
/// rest when half of it is gone.
TEST_F(NestContentsTest, OfADialectOfFunctionsThereAreSome) {
  define("lower-returns", Contract().lowers({"func.return"}));
  define("idle");
  EXPECT_TRUE(
      contains(checkClosed({"func"}, {"lower-returns", "func.func(idle)"},
                           std::vector<std::string>()),
               "error: 'func.func' stays in the IR"));
  // What is certain is not a rest of what was lowered in part.
  define("lower-inner", Contract().lowers({"func.func"}).to({"b.x"}));
  auto pipeline = compose({"lower-returns"});
  pipeline->nest("func.func").nest("func.func").addPass("lower-inner");
  pipeline->getInterface().inputContents = {"func"};
  pipeline->getInterface().outputContents = std::vector<std::string>();
  std::string found = check(*pipeline);
  EXPECT_TRUE(contains(found, "error: 'b.x'"));
}

} // namespace
