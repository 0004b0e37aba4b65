//===- LatestPlaceTest.cpp - As late as the contract allows ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::require;
using pmb::test::text;

namespace {

class LatestPlaceTest : public pmb::test::RulesTest {
protected:
  /// Where a pass goes among others; or why it goes nowhere.
  std::string place(std::initializer_list<llvm::StringRef> passes,
                    llvm::StringRef name,
                    std::optional<std::vector<std::string>> input = {}) {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    std::string failure = text(pipeline->insert(
        PassSpec(name), Position::byContract(Position::Choice::Latest)));
    if (!failure.empty())
      return failure;
    std::string all = pipeline->str();
    return llvm::StringRef(all).split('(').second.drop_back().str();
  }
};

TEST_F(LatestPlaceTest, OrderGivesTheBounds) {
  define("mid", [](Contract &contract) {
    contract.after(pass("a"));
    contract.before(pass("c"));
  });
  EXPECT_EQ(place({"a", "b", "b", "c", "d"}, "mid"), "a,b,b,mid,c,d");
  EXPECT_EQ(place({"a", "b"}, "mid"), "a,b,mid");
  EXPECT_EQ(place({}, "mid"), "mid");
  EXPECT_NE(place({"c", "a"}, "mid"), "");
}

TEST_F(LatestPlaceTest, EntriesOfOthersCount) {
  define("x", Contract().after(pass("mid")));
  define("mid");
  EXPECT_EQ(place({"a", "x", "b"}, "mid"), "a,mid,x,b");
}

TEST_F(LatestPlaceTest, PropertiesThatOthersEndAreABound) {
  define("give", Contract().providesProperty("deallocated"));
  define("end", Contract().invalidatesProperty("deallocated"));
  define("use", Contract().requiresProperty("deallocated"));
  define("clean", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
  EXPECT_EQ(place({"give", "a", "end", "b"}, "use"), "give,a,use,end,b");
  // A fleeting one ends with the next pass.
  EXPECT_EQ(place({"clean", "a", "b"}, "match"), "clean,match,a,b");
}

TEST_F(LatestPlaceTest, NotBehindWhatTakesItsWork) {
  define("to-loops", Contract().lowers({"linalg"}).to({"scf.for"}));
  define("to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  define("generalize",
         Contract().lowers({"linalg.matmul"}).to({"linalg.generic"}));
  define("peel", Contract().requiresContents({"scf"}).weak());
  EXPECT_EQ(place({"a", "to-loops", "to-cf", "b"}, "generalize",
                  std::vector<std::string>{"linalg.matmul"}),
            "a,generalize,to-loops,to-cf,b");
  EXPECT_EQ(place({"a", "to-loops", "b", "to-cf", "c"}, "peel",
                  std::vector<std::string>{"linalg.matmul"}),
            "a,to-loops,b,peel,to-cf,c");
  // Where it has nothing to do anyway, the last place is as good as any.
  EXPECT_EQ(place({"a", "b"}, "peel", std::vector<std::string>{"memref"}),
            "a,b,peel");
}

TEST_F(LatestPlaceTest, NotBehindWhatLowersWhatItAdds) {
  define("lower", Contract().lowers({"a"}));
  define("add", Contract().introduces({"a.x"}));
  define("make", Contract().lowers({"b"}).to({"a.x"}));
  EXPECT_EQ(place({"x", "lower", "y"}, "add"), "x,add,lower,y");
  EXPECT_EQ(place({"x", "lower", "y"}, "make"), "x,make,lower,y");
}

TEST_F(LatestPlaceTest, InItsNestWhileThatIsThere) {
  PassDescriptor hoist("hoist");
  hoist.anchor = "func.func";
  hoist.hasContract = true;
  require(catalog.overridePass(std::move(hoist)));
  // Of a pass that nobody describes it is not known what it brings back.
  define("a");
  define("b");
  define("func-to-llvm", Contract().lowers({"func.func"}).to({"llvm.func"}));
  EXPECT_EQ(place({"a", "func-to-llvm", "b"}, "hoist",
                  std::vector<std::string>{"func.func"}),
            "a,func.func(hoist),func-to-llvm,b");
}

TEST_F(LatestPlaceTest, KeepsOutOfWhatStaysTogether) {
  define("mid", Contract().before(pass("c")));
  auto pipeline = compose({"a"});
  pipeline->addBundle(
      PassBundle("tight").setContiguous().addPass("b").addPass("c"));
  require(pipeline->insert(PassSpec("mid"),
                           Position::byContract(Position::Choice::Latest)));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,mid,b,c)");
}

} // namespace
