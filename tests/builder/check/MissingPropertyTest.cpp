//===- MissingPropertyTest.cpp - Properties that do not hold --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a property that a pass requires is missing, and what is offered then.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// match        requires `canonical`
/// keep         preserves it
/// tile         provides it, among other things
/// canonicalize provides it, and is a cleanup
class MissingPropertyTest : public RulesTest {
protected:
  MissingPropertyTest() {
    define("match", Contract().requiresProperty("canonical"));
    define("keep", Contract().preservesProperty("canonical"));
  }
  void defineProvider(llvm::StringRef name,
                      std::vector<std::string> kinds = {}) {
    define(name, Contract().providesProperty("canonical"), std::move(kinds));
  }
  static std::string getFix(PipelineBuilder &pipeline) {
    std::vector<Diagnostic> findings = pipeline.check();
    if (findings.size() != 1)
      return std::to_string(findings.size()) + " findings";
    return findings[0].fix ? findings[0].fix->message : "";
  }
};

//===----------------------------------------------------------------------===//
// When it is missing
//===----------------------------------------------------------------------===//

/// Whether a weak entry about it comes first, or stands beside the strong one.
TEST_F(MissingPropertyTest, AWeakEntryDoesNotHideAnError) {
  define("prefer", [](Contract &contract) {
    contract.requiresProperty("canonical").weak();
    contract.preservesProperty("canonical");
  });
  define("both", [](Contract &contract) {
    contract.requiresProperty("canonical").weak();
    contract.requiresProperty("canonical");
  });
  const char *error = "error: 'match' requires 'canonical'";
  EXPECT_TRUE(contains(check({"lower", "match"}), error));
  EXPECT_TRUE(contains(check({"lower", "prefer", "keep", "match"}), error));
  EXPECT_TRUE(contains(check({"lower", "both"}), "error: 'both' requires"));
}

/// An input of which nothing is known may have it, but no longer behind what
/// ends it, whether that says so or not.
TEST_F(MissingPropertyTest, OfAnOpenInputWhatWasEndedDoesNotHold) {
  EXPECT_EQ(check({"match"}), "");
  EXPECT_EQ(check({"keep", "match"}), "");
  EXPECT_EQ(
      check({"keep", "lower", "match"}),
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 2, on builtin.module, added by framework)
  note: ended by: 'lower' (pass 1, on builtin.module, added by framework)
  note: no pass that is known provides it
  fix: move 'match' before 'lower'
)");
}

/// A pass that requires it does not bring it back.
TEST_F(MissingPropertyTest, WhatHeldForOnePassIsEndedForTheNext) {
  auto pipeline = compose({"match", "lower", "match"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].node->position, 2);
}

/// A bundle that preserves it leaves it as likely as it was, whatever its
/// passes do.
TEST_F(MissingPropertyTest, BundlesPreserveWhatMayHold) {
  defineProvider("tile");
  PassBundle bundle("there-and-back");
  bundle.addPass("tile").addPass("lower");
  auto follow = [&](std::initializer_list<llvm::StringRef> passes) {
    auto pipeline = compose(passes);
    pipeline->addBundle(bundle);
    pipeline->addPass("end");
    std::string refused = text(pipeline->addPassBefore("match", "end"));
    pipeline = compose(passes);
    pipeline->addBundle(bundle);
    pipeline->addPass("match");
    std::string found = check(*pipeline);
    EXPECT_EQ(refused.empty(), found.empty());
    return found;
  };
  EXPECT_NE(follow({}), "");
  bundle.contract.preservesProperty("canonical");
  EXPECT_EQ(follow({}), "");
  EXPECT_NE(follow({"lower"}), "");
}

TEST_F(MissingPropertyTest, AnEditIsRefusedBehindWhatEndsIt) {
  auto pipeline = compose({"keep", "lower"});
  EXPECT_NE(text(pipeline->addPassAfter("match", "lower")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(keep,lower)");
  EXPECT_EQ(text(pipeline->addPassAfter("match", "keep")), "");
}

TEST_F(MissingPropertyTest, APassIsPlacedBeforeWhatEndsIt) {
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical");
    contract.after(pass("keep"));
  });
  auto pipeline = compose({"keep", "lower"});
  require(pipeline->insert(PassSpec("match"), Position::byContract()));
  EXPECT_EQ(pipeline->str(), "builtin.module(keep,match,lower)");
  pipeline = compose({"lower", "keep"});
  EXPECT_NE(text(pipeline->insert(PassSpec("match"), Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(), "builtin.module(lower,keep)");
}

//===----------------------------------------------------------------------===//
// What is offered
//===----------------------------------------------------------------------===//

/// A pass that was put somewhere for other reasons is run again only if nothing
/// else helps; a cleanup may run anywhere.
TEST_F(MissingPropertyTest, CleanupsAreRunAgainRatherThanPassesMoved) {
  defineProvider("tile");
  defineProvider("canonicalize", {"cleanup"});
  EXPECT_EQ(getFix(*compose({"tile", "lower", "match"})),
            "move 'match' before 'lower'");
  EXPECT_EQ(getFix(*compose({"canonicalize", "lower", "match"})),
            "insert 'canonicalize' before 'match'");
  EXPECT_EQ(getFix(*compose({"match", "tile"})), "move 'match' after 'tile'");
  EXPECT_EQ(getFix(*compose({"match", "canonicalize"})),
            "insert 'canonicalize' before 'match'");
}

/// The pass that establishes a property is offered before one that happens to
/// provide it, and where the pipeline has none.
TEST_F(MissingPropertyTest, WhatEstablishesItIsOfferedFirst) {
  defineProvider("tile");
  defineProvider("simplify");
  EXPECT_EQ(getFix(*compose({"lower", "match"})),
            "move 'match' before 'lower'");
  define("match",
         Contract().requiresProperty("canonical").establishedBy("simplify"));
  EXPECT_EQ(getFix(*compose({"lower", "match"})),
            "insert 'simplify' before 'match'");
  EXPECT_EQ(getFix(*compose({"tile", "lower", "match"})),
            "insert 'simplify' before 'match'");
}

/// Also if no pass of the pipeline provides it.
TEST_F(MissingPropertyTest, TheOnlyProviderThatIsKnownIsOffered) {
  defineProvider("tile");
  auto pipeline = compose({"match"});
  pipeline->getInterface().inputContents.emplace();
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  require(pipeline->apply(*findings[0].fix));
  EXPECT_EQ(pipeline->str(), "builtin.module(tile,match)");
  EXPECT_TRUE(pipeline->check().empty());
}

TEST_F(MissingPropertyTest, NoCleanupIsOfferedWhereABundleTakesNone) {
  defineProvider("canonicalize", {"cleanup"});
  PassBundle bundle("fusion");
  bundle.addPass("lower").addPass("match");
  auto pipeline = compose({"canonicalize"});
  pipeline->addBundle(bundle);
  EXPECT_EQ(getFix(*pipeline), "insert 'canonicalize' before 'match'");
  bundle.setNoCleanup("fusion matches what tiling leaves");
  pipeline = compose({"canonicalize"});
  pipeline->addBundle(bundle);
  EXPECT_EQ(getFix(*pipeline), "move 'match' before 'lower'");
}

TEST_F(MissingPropertyTest, WhatOthersHavePutSomewhereIsNotMoved) {
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical");
    contract.after(pass("keep")).present();
  });
  PassBundle tidied("tidied");
  tidied.addPass("keep");
  tidied.contract.providesProperty("canonical");
  auto offer = [&](Origin origin) {
    auto pipeline = compose({});
    pipeline->addBundle(tidied);
    pipeline->setOrigin(std::move(origin));
    pipeline->addPass("rewrite");
    pipeline->setOrigin(Origin::framework());
    pipeline->addPass("keep");
    pipeline->addPass("match");
    return getFix(*pipeline);
  };
  EXPECT_EQ(offer(Origin::framework()), "move 'match' before 'rewrite'");
  EXPECT_EQ(offer(Origin::plugin("acme")), "move 'match' before 'rewrite'");
}

} // namespace
