//===- SkippedWithMLIR19.cpp - Tests of what MLIR 19 has not --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "llvm/Support/GlobPattern.h"

using namespace pmb;

namespace {
struct Skipped {
  const char *reason;
  std::vector<const char *> tests;
};

const Skipped skipped[] = {
    {"an instrumentation of MLIR 19 cannot make a pass fail",
     {"*BundleClaimsTest.*", "*InnerClaimsTest.*", "*ContractVerifierTest.*",
      "*RepetitionTest.*", "*KeptPropertyTest.*", "*VerifierAt*",
      "*SparingProperties.*", "*ErrorsFail*"}},
    {"it is about the passes of MLIR 22",
     {"CatalogAnchors.*", "UpstreamPasses.*", "Witnesses.*", "CatalogTypes.*",
      "RegisteredPipelines.AreWhatMLIRMakesOfThem",
      "RegisteredPipelines.AreAllInTheCatalogWithAllOptions",
      "Adopt.EveryRegisteredPipeline", "Adopt.TheOneExceptionIsRefusedByName",
      "CleanupsOnIR.DedupeChangesNothingOfPipelinesComposedAtRandom",
      "Dynamic/PatternCountsOfLowering.*/1"}},
    {"MLIR 19 prints lists of options without braces",
     {"SetOptions.OfAnInstanceKeepsTheOthers", "SetOptions.OfAListAreReplaced",
      "Spellings.AddPass"}},
    {"drivers of MLIR 19 have no choice of folding",
     {"AdoptInstances.CanonicalizerThatMustNotFoldDoesNotFold",
      "ConversionSlot.ItsTextMakesTheSameSlotAgain"}},
    {"MLIR 19 has other words for it",
     {"ConversionErrorsWhileItRuns.TypesThatCannotBeReconciled"}},
    {"MLIR 19 has no type f4E2M1FN",
     {"ContractClaimsTest.AConversionMayLeaveWhatHasATypeThatItDoesNotKnow"}},
};

/// What is said at the start of a test is part of its result.
struct Skipping : testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo &info) override {
    std::string name = std::string(info.test_suite_name()) + "." + info.name();
    for (const Skipped &group : skipped)
      for (const char *test : group.tests)
        if (test::require(llvm::GlobPattern::create(test)).match(name))
          GTEST_SKIP() << group.reason;
  }
};

[[maybe_unused]] const bool isAdded = [] {
  if (!isMLIR22)
    testing::UnitTest::GetInstance()->listeners().Append(new Skipping);
  return true;
}();
} // namespace
