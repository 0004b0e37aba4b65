//===- WorthCheckingTest.cpp - Whether there is anything to look for ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked before a check begins: it makes no tables for a list that
// nothing can be found in. The answers say what each part of a contract means.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"
#include "builder/check/OrderCheck.h"

using namespace pmb;

namespace {

class WorthCheckingTest : public pmb::test::RulesTest {
protected:
  WorthCheckingTest() {
    define("silent");
    define("lowers", Contract().lowers({"a"}).to({"b"}));
  }

  bool isWorth(std::initializer_list<llvm::StringRef> passes) const {
    return isWorth(*compose(passes));
  }
  static bool isWorth(const Pipeline &pipeline) {
    return OrderCheck::hasWork(pipeline.getList());
  }
};

TEST_F(WorthCheckingTest, WhatIsDemandedCanBeMissing) {
  define("order", Contract().after(pass("x")));
  define("advice", Contract().after(pass("x")).advice());
  define("needs", Contract().requiresProperty("canonical"));
  define("gives", Contract().providesProperty("canonical"));
  define("rejects", Contract().rejects({"a"}));
  define("script", Contract().unknownEffect().because("it"));
  EXPECT_FALSE(isWorth({}));
  EXPECT_FALSE(isWorth({"silent"}));
  EXPECT_FALSE(isWorth({"advice"}));
  EXPECT_FALSE(isWorth({"gives"}));
  for (llvm::StringRef name : {"order", "needs", "rejects", "script"}) {
    EXPECT_TRUE(isWorth({name})) << name.str();
    auto pipeline = compose({"silent", name});
    EXPECT_EQ(test::text(pipeline->remove(pass(name))), "");
    EXPECT_FALSE(isWorth(*pipeline)) << name.str();
  }
}

TEST_F(WorthCheckingTest, OnePassAlonePutsNothingBack) {
  define("introduces", Contract().introduces({"a"}));
  define("optional", Contract().lowers({"a"}).to({"b"}).when(variant("gpu")));
  EXPECT_FALSE(isWorth({"lowers"}));
  EXPECT_FALSE(isWorth({"lowers", "silent", "lowers"}));
  EXPECT_TRUE(isWorth({"lowers", "introduces"}));
  EXPECT_TRUE(isWorth({"optional"}));
  EXPECT_TRUE(isWorth({"func.func(lowers)"}));
  EXPECT_FALSE(isWorth({"func.func(silent)"}));
}

TEST_F(WorthCheckingTest, WhatIsSaidOfInputAndOutputCounts) {
  auto pipeline = compose({"silent"});
  pipeline->getInterface().outputContents = {"llvm"};
  EXPECT_TRUE(isWorth(*pipeline));
  pipeline = compose({"silent"});
  pipeline->getInterface().outputProperties = {"canonical"};
  EXPECT_TRUE(isWorth(*pipeline));
  pipeline = compose({"silent"});
  pipeline->getInterface().inputContents = {"a"};
  EXPECT_FALSE(isWorth(*pipeline));
  pipeline = compose({"lowers"});
  pipeline->getInterface().inputContents = {"a"};
  EXPECT_TRUE(isWorth(*pipeline));
  pipeline = compose({"func.func(silent)"});
  pipeline->getInterface().inputContents = {"a"};
  EXPECT_TRUE(isWorth(*pipeline));
}

TEST_F(WorthCheckingTest, NeighborsAndBundlesCount) {
  auto pipeline = compose({"silent"});
  EXPECT_EQ(
      test::text(pipeline->insert(PassSpec("silent"),
                                  Position::immediatelyAfter(pass("silent")))),
      "");
  EXPECT_TRUE(isWorth(*pipeline));
  pipeline = compose({});
  PassBundle plain("plain");
  plain.addPass("silent");
  pipeline->addBundle(plain);
  EXPECT_FALSE(isWorth(*pipeline));
  PassBundle described("described");
  described.addPass("silent");
  described.contract.providesProperty("canonical");
  pipeline->addBundle(described);
  EXPECT_TRUE(isWorth(*pipeline));
}

//===----------------------------------------------------------------------===//
// What the catalog and C++ say of one pass
//===----------------------------------------------------------------------===//

/// Whatever the catalog alone knows of a pass is not lost by what its C++ type
/// says.
TEST(CombinedDescriptionsTest, BothCount) {
  PassDescriptor own("p");
  own.contract.after(pass("x"));
  own.hasContract = true;
  using Check = bool (*)(const PassDescriptor &);
  using Fill = void (*)(PassDescriptor &);
  for (auto [fill, check] : std::initializer_list<std::pair<Fill, Check>>{
           {[](PassDescriptor &p) { p.anchor = "func.func"; },
            [](const PassDescriptor &p) { return p.anchor == "func.func"; }},
           {[](PassDescriptor &p) {
              p.anchorChoices = {"func.func", "llvm.func"};
            },
            [](const PassDescriptor &p) {
              return p.anchorChoices.size() == 2;
            }},
           {[](PassDescriptor &p) { p.addKind("cleanup"); },
            [](const PassDescriptor &p) { return p.hasKind("cleanup"); }},
           {[](PassDescriptor &p) {
              p.options = {{"o", "1"}};
              p.hasOptionList = true;
            },
            [](const PassDescriptor &p) { return p.hasOptionList; }},
           {[](PassDescriptor &p) {
              p.contract.providesProperty("small");
              p.hasContract = true;
            },
            [](const PassDescriptor &p) {
              return p.contract.getProperties().size() == 1;
            }},
           {[](PassDescriptor &p) { p.guess.lowers({"a"}); },
            [](const PassDescriptor &p) { return !p.guess.empty(); }},
           {[](PassDescriptor &p) { p.newest.after(pass("y")); },
            [](const PassDescriptor &p) { return !p.newest.empty(); }}}) {
    Catalog catalog = test::makeCatalog();
    PassDescriptor known("p");
    fill(known);
    test::require(catalog.overridePass(known));
    PipelineBuilder pipeline("builtin.module", catalog);
    PassSpec spec("p");
    spec.described = &own;
    pipeline.append(std::move(spec));
    ASSERT_EQ(pipeline.size(), 1u);
    const PassDescriptor &both =
        (*pipeline.getPasses().begin()).getDescriptor();
    EXPECT_EQ(both.contract.getOrder().size(), 1u);
    EXPECT_TRUE(check(both));
  }
}

//===----------------------------------------------------------------------===//
// What a contract says of itself
//===----------------------------------------------------------------------===//

TEST(ContractQueriesTest, OfOrderAloneIsNoDescription) {
  auto isOrderOnly = [](llvm::function_ref<void(Contract &)> fill) {
    Contract contract;
    fill(contract);
    return contract.isOrderOnly();
  };
  EXPECT_FALSE(isOrderOnly([](Contract &) {}));
  EXPECT_TRUE(isOrderOnly([](Contract &c) { c.after(pass("x")); }));
  EXPECT_TRUE(isOrderOnly([](Contract &c) { c.writesOutside(); }));
  EXPECT_FALSE(isOrderOnly([](Contract &c) {
    c.after(pass("x"));
    c.providesProperty("p");
  }));
  EXPECT_FALSE(isOrderOnly([](Contract &c) {
    c.after(pass("x"));
    c.lowers({"a"});
  }));
  EXPECT_FALSE(isOrderOnly([](Contract &c) {
    c.after(pass("x"));
    c.idempotent();
  }));
  EXPECT_FALSE(isOrderOnly([](Contract &c) {
    c.after(pass("x"));
    c.greedy();
  }));
  EXPECT_FALSE(isOrderOnly([](Contract &c) {
    c.after(pass("x"));
    c.removesDead();
  }));
}

} // namespace
