//===- DedupeTest.cpp - What runs twice and need not ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that the builder leaves out because what they do is done.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "CleanupSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(DedupeTest, WhatIsWrittenRunsUnlessItIsAskedFor) {
  PipelineBuilder pipeline("builtin.module",
                           CleanupPipeline::getCatalogOfTest());
  for (int i = 0; i < 2; ++i)
    pipeline.addPass("clean");
  EXPECT_FALSE(pipeline.getCleanups().getSettings().dedupe);
  EXPECT_TRUE(pipeline.getCleanups().find().empty());
  pipeline.getCleanups().setDedupe(true);
  EXPECT_EQ(pipeline.getCleanups().find().size(), 1u);
}

TEST(DedupeTest, TheSecondOfTwoEqualPassesIsLeftOut) {
  EXPECT_EQ(CleanupPipeline({"clean", "clean"}).getRest(), "clean -");
  EXPECT_EQ(CleanupPipeline({"tidy", "tidy", "tidy"}).getRest(), "tidy - -");
}

TEST(DedupeTest, APassThatIsNotIdempotentStays) {
  EXPECT_EQ(CleanupPipeline({"sweep", "sweep"}).getRest(), "sweep sweep");
}

TEST(DedupeTest, WhatStandsBetweenMustPreserveWhatWasAchieved) {
  EXPECT_EQ(CleanupPipeline({"clean", "mark", "mark", "clean"}).getRest(),
            "clean mark mark -");
  EXPECT_EQ(CleanupPipeline({"clean", "rewrite", "clean"}).getRest(),
            "clean rewrite clean");
  EXPECT_EQ(CleanupPipeline({"clean", "unknown", "clean"}).getRest(),
            "clean unknown clean");
}

TEST(DedupeTest, APassThatProvidesNothingIsOnlyLeftOutRightBehindAnEqualOne) {
  EXPECT_EQ(CleanupPipeline({"tidy", "mark", "tidy"}).getRest(),
            "tidy mark tidy");
}

TEST(DedupeTest, APassWithAnUnknownEffectChangesEverything) {
  CleanupPipeline pipeline({"clean", "mark", "clean"});
  Contract contract;
  contract.unknownEffect().because("runs a script");
  require(pipeline.addContract("mark", contract));
  EXPECT_EQ(pipeline.getRest(), "clean mark clean");
}

TEST(DedupeTest, CleanupThatIsRepeatedAsAWholeStays) {
  // Each of the two may find work that the other has left.
  EXPECT_EQ(CleanupPipeline({"tidy", "clean", "tidy", "clean"}).getRest(),
            "tidy clean tidy clean");
}

TEST(DedupeTest, OptionsAreComparedByWhatTheyMean) {
  EXPECT_EQ(CleanupPipeline({"clean", "clean{limit=0}"}).getRest(), "clean -");
  EXPECT_EQ(CleanupPipeline({"clean{deep=0}", "clean{deep=false}"}).getRest(),
            "clean -");
  EXPECT_EQ(CleanupPipeline({"clean", "clean{deep}"}).getRest(), "clean clean");
}

TEST(DedupeTest, OptionsThatKeepAPassFromItsWorkKeepItFromBeingDropped) {
  EXPECT_EQ(CleanupPipeline({"clean{limit=3}", "clean{limit=3}"}).getRest(),
            "clean clean");
  // Nor does it serve one that does its work.
  EXPECT_EQ(CleanupPipeline({"clean{limit=3}", "clean{limit=3}", "clean",
                             "mark", "clean{limit=0}"})
                .getRest(),
            "clean clean clean mark -");
}

TEST(DedupeTest, ClaimsWithExceptionsAreNotReliedOn) {
  EXPECT_EQ(CleanupPipeline({"settle", "settle"}).getRest(), "settle settle");
  EXPECT_EQ(CleanupPipeline({"settle{rounds=-1}", "mark", "settle{rounds=-1}"})
                .getRest(),
            "settle mark -");
  EXPECT_EQ(CleanupPipeline({"clean", "touch", "clean"}).getRest(),
            "clean touch clean");
  // The check counts on them all the same.
  EXPECT_EQ(CleanupPipeline({"settle", "touch", "needs"}).findings(), "");
}

TEST(DedupeTest, APassInANestStaysBehindWhatMakesItsOperation) {
  for (bool makesKernels : {true, false}) {
    CleanupPipeline pipeline;
    pipeline.nest("gpu.module").addPass("clean");
    pipeline.addPass(makesKernels ? "outline" : "mark");
    pipeline.nest("gpu.module").addPass("clean");
    EXPECT_EQ(pipeline.getRest(),
              makesKernels ? "clean outline clean" : "clean mark -");
  }
  // What runs on all of the program has seen what new operations are made of.
  EXPECT_EQ(CleanupPipeline({"clean", "outline", "clean"}).getRest(),
            "clean outline -");
}

TEST(DedupeTest, NestsAreCompared) {
  CleanupPipeline pipeline;
  pipeline.addPass("clean");
  pipeline.nest("func.func").addPass("clean").addPass("mark").addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean clean mark -");
}

TEST(DedupeTest, APassThatSeparatesNestsStays) {
  CleanupPipeline pipeline({"clean"});
  pipeline.nest("func.func").addPass("mark");
  pipeline.addPass("clean");
  pipeline.nest("gpu.module").addPass("mark");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean mark");
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean mark -");
}

TEST(DedupeTest, AContiguousBundleStaysWhole) {
  CleanupPipeline pipeline({"clean"});
  PassBundle tight = makeBundle("tight", {"clean", "mark"});
  tight.setContiguous();
  pipeline.addBundle(tight);
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean clean mark -");
}

TEST(DedupeTest, ABundleThatInvalidatesEndsWhatWasAchieved) {
  CleanupPipeline pipeline({"clean"});
  PassBundle bundle = makeBundle("b", {"mark"});
  bundle.contract.invalidatesProperty("canonical");
  pipeline.addBundle(bundle);
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean");
}

TEST(DedupeTest, OneCallTurnsItOffAndOneKeepsOnePass) {
  CleanupPipeline pipeline({"clean", "clean", "clean"});
  EXPECT_EQ(pipeline.getRest(), "clean - -");
  require(pipeline.getCleanups().keep(last(pass("clean"))));
  EXPECT_EQ(pipeline.getRest(), "clean - clean");
  pipeline.getCleanups().setDedupe(false);
  EXPECT_EQ(pipeline.getRest(), "clean clean clean");
}

TEST(DedupeTest, KeepingWhatIsNotThereIsAnError) {
  CleanupPipeline pipeline({"clean", "clean"});
  EXPECT_TRUE(contains(text(pipeline.getCleanups().keep(pass("claen"))),
                       "did you mean 'clean'"));
  EXPECT_TRUE(
      contains(text(pipeline.getCleanups().keep(pass("clean"))), "PMB003"));
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, ARemarkNamesBothOwnersAndCanBeUndone) {
  CleanupPipeline pipeline({"clean"});
  pipeline.setOrigin(Origin::plugin("acme"));
  pipeline.addPass("clean");
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  ASSERT_EQ(cleanups.size(), 1u);
  EXPECT_EQ(pipeline.getCleanups().describe(cleanups[0]).str(),
            "remark: 'clean' is left out: an equal pass ran before, and "
            "nothing in between changes what it has achieved [PMB046 "
            "pass-dropped]\n"
            "  at: 'clean' (pass 1, on builtin.module, added by plugin "
            "'acme')\n"
            "  note: the one that runs: 'clean' (pass 0, on builtin.module, "
            "added by framework)\n");
  require(pipeline.getCleanups().undo(cleanups[0]));
  EXPECT_EQ(pipeline.getRest(), "clean clean");
  require(pipeline.remove(last(pass("clean"))));
  EXPECT_TRUE(contains(text(pipeline.getCleanups().undo(cleanups[0])),
                       "not in the pipeline"));
}

TEST(DedupeTest, ATransactionThatFailsTakesSettingsBack) {
  CleanupPipeline pipeline({"clean", "clean"});
  llvm::Error error =
      pipeline.transaction(Origin::framework(), [&]() -> llvm::Error {
        pipeline.getCleanups().setDedupe(false);
        require(pipeline.getCleanups().keep(last(pass("clean"))));
        return makeError(Diagnostic(DiagnosticCode::BadName, "no"));
      });
  EXPECT_NE(text(std::move(error)), "");
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, SettingsAreUpToTheOwner) {
  CleanupPipeline pipeline({"clean", "clean"});
  llvm::Error error =
      pipeline.transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
        pipeline.getCleanups().setDedupe(false);
        return llvm::Error::success();
      });
  EXPECT_TRUE(
      contains(text(std::move(error)), "plugin 'acme' cannot set 'dedupe'"));
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, FindingsAreThoseOfWhatIsWritten) {
  CleanupPipeline pipeline({"clean", "clean", "needs"});
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(clean,clean,needs)");
}

} // namespace
