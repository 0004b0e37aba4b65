//===- RacesTest.cpp - Passes that may not run in parallel ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class RacesTest : public pmb::test::RulesTest {
protected:
  RacesTest() {
    PassDescriptor outline("outline");
    outline.hasContract = outline.hasOptionList = true;
    outline.contract.writesOutside().because("adds functions to the module");
    test::require(catalog.overridePass(std::move(outline)));
  }
  std::string first(std::initializer_list<llvm::StringRef> passes) const {
    return llvm::StringRef(check(passes)).split('\n').first.str();
  }
};

TEST_F(RacesTest, InANestItIsAnError) {
  EXPECT_EQ(check({"outline", "x"}), "");
  EXPECT_EQ(
      check({"func.func(x)", "func.func(outline)"}),
      R"(error: 'outline' writes outside of the 'func.func' that it runs on, and others run at the same time [PMB110 race-in-nest]
  at: 'outline' (pass 1, on builtin.module/func.func, added by framework)
  note: 'outline': adds functions to the module
  help: run it on 'builtin.module', outside of the nest
  help: or run without threads, and say so: "threads": false in a pipeline file, getInterface().isThreaded = false in C++
  fix: run 'outline' on builtin.module
)");
}

TEST_F(RacesTest, TheFixMakesIt) {
  auto pipeline =
      compose({"func.func(x)", "func.func(outline)", "func.func(y)"});
  std::vector<Diagnostic> found = pipeline->check();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_TRUE(found.front().fix);
  test::require(pipeline->apply(*found.front().fix));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(func.func(x),outline,func.func(y))");
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(RacesTest, WithoutThreadsItIsNone) {
  auto pipeline = compose({"func.func(outline)"});
  pipeline->getInterface().isThreaded = false;
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(RacesTest, ForSomeInputsItIsAWarning) {
  define("maybe", Contract().writesOutside().weak().because(
                      "adds declarations it lacks"));
  EXPECT_EQ(first({"func.func(maybe)"}),
            "warning: 'maybe' may write outside of the 'func.func' that it "
            "runs on, and others run at the same time [PMB110 race-in-nest]");
}

TEST_F(RacesTest, OnlyWithTheOptionsThatMakeItSo) {
  define(
      "links",
      Contract().writesOutside().when(option("declare")).because("declares"));
  EXPECT_EQ(check({"func.func(links)"}), "");
  auto pipeline = compose({});
  pipeline->nest("func.func").addPass("links", "declare=true");
  EXPECT_NE(check(*pipeline), "");
}

/// Without a word about the input nobody knows whether it has them.
TEST_F(RacesTest, OnlyWithWhatMakesItSo) {
  define("print", [](Contract &contract) {
    contract.lowers({"vector"}).to({"llvm"});
    contract.writesOutside().given({"vector.print"}).weak().because("declares");
  });
  EXPECT_EQ(check({"func.func(print)"}), "");
  EXPECT_EQ(checkClosed({"func.func", "arith.addi"}, {"func.func(print)"}), "");
  EXPECT_NE(checkClosed({"func.func", "vector.print"}, {"func.func(print)"}),
            "");
  EXPECT_EQ(checkClosed({"func.func", "vector.print"}, {"print"}), "");
}

/// Where the pass cannot run on the operation around, nothing moves it there.
TEST_F(RacesTest, NoFixThatCannotBe) {
  PassDescriptor local("local");
  local.anchor = "func.func";
  local.hasContract = true;
  local.contract.writesOutside().because("r");
  test::require(catalog.overridePass(std::move(local)));
  EXPECT_EQ(
      check({"func.func(local)"}),
      R"(error: 'local' writes outside of the 'func.func' that it runs on, and others run at the same time [PMB110 race-in-nest]
  at: 'local' (pass 0, on builtin.module/func.func, added by framework)
  note: 'local': r
  help: run without threads, and say so: "threads": false in a pipeline file, getInterface().isThreaded = false in C++
)");
}

/// Nothing else is known of a pass that only says so.
TEST_F(RacesTest, ItDescribesNoEffect) {
  Contract contract;
  contract.writesOutside().because("r");
  EXPECT_TRUE(contract.isOrderOnly());
  contract.providesProperty("canonical");
  EXPECT_FALSE(contract.isOrderOnly());
}

/// What is probably there is enough.
TEST_F(RacesTest, AlsoWithWhatProbablyMakesItSo) {
  define("trace",
         Contract().lowers({"memref.alloc"}).to({"vector.print"}).partially());
  define("print", [](Contract &contract) {
    contract.writesOutside().given({"vector.print"}).weak().because("declares");
  });
  EXPECT_NE(
      checkClosed({"func.func", "memref.alloc"}, {"trace", "func.func(print)"}),
      "");
}

} // namespace
