//===- ShareTest.cpp - One cleanup for several bundles --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cleanups that the builder leaves out because a later one serves as well.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "CleanupSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// PMB047: three bundles that end in the same cleanup, in a pipeline with
/// setShare(true)
TEST(ShareTest, OnlyTheLastOfSeveralCleanupsRuns) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"mark", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("z", {"rewrite", "sweep", "clean"}));
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean mark sweep clean rewrite "
                                "sweep clean");
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite - - mark - - rewrite sweep clean");
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  ASSERT_EQ(cleanups.size(), 4u);
  EXPECT_EQ(pipeline.getCleanups().describe(cleanups[0]).str(),
            "remark: 'sweep' is left out: a later cleanup serves both "
            "[PMB047 cleanup-shared]\n"
            "  at: 'sweep' (pass 1, on builtin.module, added by framework)\n"
            "  note: that cleanup begins with: 'sweep' (pass 7, on "
            "builtin.module, added by framework)\n");
  require(pipeline.getCleanups().undo(cleanups[0]));
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean mark - - rewrite sweep "
                                "clean");
}

TEST(ShareTest, ACleanupThatIsRequiredBeforeTheNextStays) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("y", {"needs", "rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean needs rewrite clean");
}

TEST(ShareTest, WhoHasSaidNothingMayRequireIt) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("y", {"unknown", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean unknown clean");
}

TEST(ShareTest, TheNextCleanupMustDoAllOfIt) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean rewrite clean");
  pipeline.addBundle(makeBundle("z", {"rewrite", "sweep", "clean"}));
  EXPECT_EQ(pipeline.getRest(), "rewrite - - rewrite - rewrite sweep clean");
}

TEST(ShareTest, ACleanupInBetweenThatStaysIsNotInTheWay) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"clean", "rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("z", {"clean", "rewrite", "sweep", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(),
            "rewrite - - clean rewrite - - clean rewrite sweep clean");
}

TEST(ShareTest, TheNearestServesWhatIsRequiredBeforeTheNext) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("z", {"clean", "needs", "sweep", "clean"}));
  pipeline.getCleanups().setShare(true);
  // The clean of `y` is required, and z's first one provides it.
  EXPECT_EQ(pipeline.getRest(),
            "rewrite sweep clean rewrite - clean needs sweep clean");
}

TEST(ShareTest, OnlyTheEndOfABundleIsShared) {
  CleanupPipeline pipeline({"rewrite", "clean", "rewrite", "clean"});
  pipeline.addBundle(makeBundle("x", {"clean", "rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean rewrite clean - rewrite clean");
}

TEST(ShareTest, WhatTheCheckWouldMissIsNotShared) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "sweep"}));
  pipeline.addBundle(makeBundle("z", {"mark", "sweep"}));
  Contract contract;
  contract.after(pass("sweep")).present();
  require(pipeline.addContract("mark", contract));
  pipeline.getCleanups().setShare(true);
  // One in front of `mark` is enough.
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep rewrite - mark sweep");
}

TEST(ShareTest, NothingIsSharedAcrossWhatLowersTheNest) {
  for (bool isLowered : {true, false}) {
    CleanupPipeline pipeline;
    pipeline.addBundle(makeBundle("x", {"rewrite", "clean@func.func"}));
    pipeline.addBundle(
        makeBundle("y", {isLowered ? "lower" : "rewrite", "clean@func.func"}));
    pipeline.getCleanups().setDedupe(false);
    pipeline.getCleanups().setShare(true);
    EXPECT_EQ(pipeline.getRest(), isLowered ? "rewrite clean lower clean"
                                            : "rewrite - rewrite clean");
  }
}

TEST(ShareTest, NothingIsSharedAcrossWhatLowersANestAround) {
  for (bool isLowered : {true, false}) {
    CleanupPipeline pipeline;
    const char *clean = "clean@gpu.module/gpu.func";
    pipeline.addBundle(makeBundle("x", {"rewrite", clean}));
    pipeline.addBundle(
        makeBundle("y", {isLowered ? "lower" : "rewrite", clean}));
    pipeline.getCleanups().setDedupe(false);
    pipeline.getCleanups().setShare(true);
    EXPECT_EQ(pipeline.getRest(), isLowered ? "rewrite clean lower clean"
                                            : "rewrite - rewrite clean");
  }
}

TEST(ShareTest, ABundleLowersTheNestAsAPassDoes) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean@func.func"}));
  PassBundle lowering = makeBundle("to-llvm", {"rewrite"});
  lowering.contract.lowers({"func"}).to({"llvm"});
  pipeline.addBundle(lowering);
  pipeline.addBundle(makeBundle("y", {"clean@func.func"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean rewrite clean");
}

TEST(ShareTest, CleanupPassesAreThoseOfTheFramework) {
  CleanupPipeline pipeline;
  pipeline.addPass("rewrite");
  pipeline.addCleanupPasses();
  EXPECT_TRUE(contains(pipeline.findings(), "unknown-bundle"));
  PassBundle cleanup = makeBundle("my-cleanup", {"sweep", "tidy"});
  cleanup.addKind("cleanup");
  pipeline.getCleanups().setBundle(std::move(cleanup));
  pipeline.addCleanupPasses();
  pipeline.addPass("rewrite");
  pipeline.addCleanupPasses();
  require(pipeline.addCleanupPasses(Position::after(last(pass("rewrite")))));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite - - rewrite - - sweep tidy");
}

} // namespace
