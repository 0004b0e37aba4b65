//===- ModelCleanupsTest.cpp - Cleanups of random pipelines ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left out of random pipelines: repeats, and all of them that can be.
// All that stays runs in order as before.
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

/// The steps that are left out, for one reason.
std::set<size_t> findLeftOut(const PipelineBuilder &built,
                             CleanupAction::Kind kind) {
  std::map<const Node *, size_t> steps;
  for (const Node &node : built.getNodes())
    steps.insert({&node, steps.size()});
  std::set<size_t> result;
  for (const CleanupAction &action : built.getCleanups().find())
    if (action.kind == kind)
      result.insert(steps.at(action.pass));
  return result;
}

bool isInContiguous(const model::Listing &listing, size_t index) {
  int depth = 0;
  for (size_t i = 0; i < index; ++i)
    if (listing.steps[i].bundle >= 0 &&
        listing.bundles[listing.steps[i].bundle].isContiguous)
      depth += listing.steps[i].kind == model::Step::Kind::BundleBegin ? 1 : -1;
  return depth > 0;
}

/// Errors and warnings, however many passes there are.
std::multiset<std::string> findMistakes(const model::Listing &listing) {
  std::multiset<std::string> result;
  for (model::Finding finding : model::check(listing)) {
    finding.position = -1;
    if (finding.severity == Severity::Error ||
        finding.severity == Severity::Warning)
      result.insert(finding.str());
  }
  return result;
}

class ModelCleanupsTest : public testing::Test {
protected:
  void runOnPipelines(void (*check)(const model::Listing &, PipelineBuilder &,
                                    unsigned &)) {
    unsigned runs = model::getRuns(5000) / 2, leftOut = 0;
    for (unsigned run = 0; run < runs && !HasFailure(); run += 10) {
      model::Random random(model::getSeed() * 1000003 + run);
      model::Listing listing = model::makeWorld(random);
      Catalog catalog = model::makeCatalog(listing);
      for (unsigned i = 0; i < 10 && !HasFailure(); ++i) {
        model::shuffleSteps(random, listing);
        PipelineBuilder built(listing.anchor, catalog);
        model::build(listing, built);
        check(listing, built, leftOut);
        if (HasFailure())
          ADD_FAILURE() << "run " << run + i << ":\n" << model::dump(listing);
      }
    }
    EXPECT_GT(leftOut, runs / 2000);
  }
};

TEST_F(ModelCleanupsTest, RepeatsAreLeftOut) {
  runOnPipelines([](const model::Listing &listing, PipelineBuilder &built,
                    unsigned &count) {
    built.getCleanups().setDedupe(true);
    std::set<size_t> repeats = model::findRepeats(listing);
    std::set<size_t> leftOut = findLeftOut(built, CleanupAction::Kind::Dropped);
    for (size_t index : leftOut)
      EXPECT_TRUE(repeats.count(index)) << "step " << index << " is no repeat";
    EXPECT_TRUE(model::keepsOrder(listing, leftOut));
    for (size_t index : repeats) {
      if (leftOut.count(index))
        continue;
      std::set<size_t> more = leftOut;
      more.insert(index);
      EXPECT_TRUE(isInContiguous(listing, index) ||
                  !model::keepsOrder(listing, more))
          << "step " << index << " could be left out";
    }
    count += leftOut.size();
  });
}

TEST_F(ModelCleanupsTest, WhatIsSharedIsNotMissed) {
  runOnPipelines([](const model::Listing &listing, PipelineBuilder &built,
                    unsigned &count) {
    built.getCleanups().setShare(true);
    std::set<size_t> leftOut = findLeftOut(built, CleanupAction::Kind::Shared);
    if (leftOut.empty())
      return;
    EXPECT_TRUE(model::keepsOrder(listing, leftOut));
    std::multiset<std::string> with = findMistakes(listing);
    for (const std::string &mistake :
         findMistakes(model::leaveOut(listing, leftOut)))
      EXPECT_TRUE(with.count(mistake)) << mistake;
    count += leftOut.size();
  });
}

} // namespace
