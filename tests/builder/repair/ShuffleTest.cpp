//===- ShuffleTest.cpp - Other orders that contracts allow ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Shuffle.h"
#include "OrderSupport.h"
#include <set>

using namespace pmb;
using pmb::test::text;

namespace {

class ShuffleTest : public pmb::test::RulesTest {
protected:
  ShuffleTest() {
    for (llvm::StringRef name : {"a", "b", "c", "d"})
      define(name);
  }
  std::string shuffled(std::initializer_list<llvm::StringRef> passes,
                       uint64_t seed) {
    auto pipeline = compose(passes);
    shuffle(*pipeline, seed);
    return pipeline->str();
  }
};

TEST_F(ShuffleTest, WithoutContractsEveryOrderIsReached) {
  std::set<std::string> orders;
  for (uint64_t seed = 0; seed < 60; ++seed)
    orders.insert(shuffled({"a", "b", "c"}, seed));
  EXPECT_EQ(orders.size(), 6u);
}

TEST_F(ShuffleTest, ASeedMeansTheSameOrderEverywhere) {
  EXPECT_EQ(shuffled({"a", "b", "c", "d"}, 1),
            shuffled({"a", "b", "c", "d"}, 1));
  EXPECT_EQ(shuffled({"a", "b", "c", "d"}, 1), "builtin.module(d,a,b,c)");
  EXPECT_EQ(shuffled({"a", "b", "c", "d"}, 2), "builtin.module(a,c,b,d)");
}

TEST_F(ShuffleTest, AnOrderIsMadeInPlace) {
  auto composed = compose({"a", "b", "c", "d"});
  Pipeline &pipeline = *composed;
  // docs: builder/repair/Shuffle.h
  std::vector<unsigned> swaps = pmb::shuffle(pipeline, /*seed=*/1);
  // docs: end
  EXPECT_EQ(swaps.size(), 3u);
  EXPECT_EQ(pipeline.str(), "builtin.module(d,a,b,c)");
}

TEST_F(ShuffleTest, WhatContractsSayIsKept) {
  define("b", Contract().after(pass("a")));
  define("d", Contract().lowers({"x"}));
  define("c", Contract().lowers({"y"}).to({"x"}));
  std::set<std::string> orders;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    auto pipeline = compose({"a", "b", "c", "d"});
    pipeline->getInterface().inputContents = {{"y"}};
    pipeline->getInterface().outputContents.emplace();
    shuffle(*pipeline, seed);
    EXPECT_EQ(check(*pipeline), "");
    orders.insert(pipeline->str());
  }
  EXPECT_EQ(orders.size(), 6u);
}

TEST_F(ShuffleTest, WhatIsFoundAlreadyIsInNobodysWay) {
  define("a", Contract().after(pass("d")));
  std::set<std::string> orders;
  for (uint64_t seed = 0; seed < 60; ++seed)
    orders.insert(shuffled({"a", "b", "d"}, seed));
  EXPECT_EQ(orders.size(), 6u);
}

TEST_F(ShuffleTest, TheSwapsMakeTheSameOrderOfAnEqualPipeline) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    auto pipeline = compose({"a", "func.func(b)", "c", "d", "func.func(a)"});
    auto again = compose({"a", "func.func(b)", "c", "d", "func.func(a)"});
    for (unsigned position : shuffle(*pipeline, seed))
      test::require(swapWithNext(*again, position));
    EXPECT_EQ(again->str(), pipeline->str());
  }
}

/// Where each swap cost a walk over all passes, or a check did, this would take
/// minutes.
TEST_F(ShuffleTest, ManyPassesTakeQuadraticTime) {
  for (bool hasContract : {false, true}) {
    if (hasContract)
      define("b", Contract().after(pass("a")));
    auto pipeline = compose({"a"}), again = compose({"a"});
    for (PipelineBuilder *each : {pipeline.get(), again.get()})
      for (unsigned i = 1; i < 300; ++i)
        add(*each, i == 150 ? "b" : i % 2 ? "c" : "d");
    std::vector<unsigned> swaps = shuffle(*pipeline, 1);
    // Without contracts any order is reached: a quarter of all pairs.
    EXPECT_GT(swaps.size(), hasContract ? 500u : 20000u);
    EXPECT_EQ(check(*pipeline), "");
    size_t few = std::min<size_t>(swaps.size(), 1000);
    for (unsigned position : llvm::ArrayRef(swaps).take_front(few))
      test::require(swapWithNext(*again, position));
    if (few == swaps.size()) {
      EXPECT_EQ(again->str(), pipeline->str());
    }
  }
}

TEST_F(ShuffleTest, PassesStayInTheirNestsAndBundles) {
  auto pipeline = compose({"a"});
  PassBundle bundle("pair");
  bundle.addPass("b").addPass("c");
  pipeline->append(bundle);
  EXPECT_NE(text(swapWithNext(*pipeline, 0)), "");
  test::require(swapWithNext(*pipeline, 1));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,c,b)");
  PassBundle fixed("fixed");
  fixed.addPass("a").addPass("d").setContiguous();
  pipeline->append(fixed);
  EXPECT_NE(text(swapWithNext(*pipeline, 3)), "");
  EXPECT_NE(text(swapWithNext(*pipeline, 4)), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(a,c,b,a,d)");
  auto nested = compose({"a", "func.func(b)"});
  test::require(swapWithNext(*nested, 0));
  EXPECT_EQ(nested->str(), "builtin.module(func.func(b),a)");
}

TEST_F(ShuffleTest, PassesOfAKindAreTakenOutUnlessSomebodyMissesThem) {
  define("clean", {"cleanup"});
  define("wash", {"cleanup"});
  define("c", Contract().after(pass("wash")).present());
  auto pipeline = compose({"a", "clean", "wash", "c", "func.func(clean)"});
  auto again = compose({"a", "clean", "wash", "c", "func.func(clean)"});
  std::vector<unsigned> removed = removeKind(*pipeline, "cleanup");
  EXPECT_EQ(removed, (std::vector<unsigned>{1, 3}));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,wash,c)");
  for (unsigned position : removed)
    test::require(removeAt(*again, position));
  EXPECT_EQ(again->str(), pipeline->str());
  EXPECT_NE(text(removeAt(*again, 3)), "");
}

/// PMB064: two passes without contracts, of which one undoes what the other
/// does, and pmb-opt --shuffle=1
TEST_F(ShuffleTest, WhatMattersIsToldWithTheEntryThatWouldSaySo) {
  auto pipeline = compose({"a", "b", "a"});
  const Node *a = getPass(*pipeline, 0), *b = getPass(*pipeline, 1);
  EXPECT_EQ(
      describeUnstated(*pipeline, *a, b).str(),
      R"(error: 'b' does something else unless 'a' has run before it, and no contract says so [PMB064 unstated-order]
  at: 'b' (pass 1, on builtin.module, added by framework)
  note: the other pass: 'a' (pass 0, on builtin.module, added by framework)
  help: add to the contract of 'b': "after": [{"pass": "a"}]
)");
  EXPECT_EQ(
      describeUnstated(*pipeline, *b, nullptr).str(),
      R"(error: what comes out in the end depends on 'b', and no contract says so [PMB064 unstated-order]
  at: 'b' (pass 1, on builtin.module, added by framework)
)");
  EXPECT_TRUE(test::contains(
      describeUnstated(*pipeline, *a, getPass(*pipeline, 2)).str(),
      "no contract can: both have the same name"));
}

TEST_F(ShuffleTest, WhereThereAreNoNeighboursNothingChanges) {
  auto pipeline = compose({"a"});
  EXPECT_NE(text(swapWithNext(*pipeline, 0)), "");
  EXPECT_NE(text(swapWithNext(*pipeline, ~0u)), "");
  EXPECT_TRUE(shuffle(*pipeline, 1).empty());
  auto empty = compose({});
  EXPECT_TRUE(shuffle(*empty, 1).empty());
}

} // namespace
