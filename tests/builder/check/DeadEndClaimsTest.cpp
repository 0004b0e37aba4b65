//===- DeadEndClaimsTest.cpp - What is said of an input, held against it --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/ModelGenerator.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

/// Where the check says that an input with an item does not end in the output,
/// it says so of an input that has just this item.
TEST(DeadEndClaims, AWitnessIsLeftOverWhereItIsTheInput) {
  unsigned claims = 0;
  for (unsigned run = 0, runs = model::getRuns(10000); run < runs; run += 10) {
    model::Random random(model::getSeed() * 1000003 + run);
    model::Listing listing = model::makeWorld(random);
    Catalog catalog = model::makeCatalog(listing);
    for (unsigned i = 0; i < 10; ++i) {
      model::shuffleSteps(random, listing);
      if (!listing.interface.outputContents)
        continue;
      listing.interface.inputContents.reset();
      PipelineBuilder open("builtin.module", catalog);
      model::build(listing, open);
      // A nest sees a part of the IR: with an input that does not name its
      // operation, what its passes leave is only possible, or not told at all.
      if (llvm::any_of(open.getPasses(), [](const Node &node) {
            return node.getAnchorPath().getDepth() != 0;
          }))
        continue;
      for (const Diagnostic &finding : open.check()) {
        if (finding.code != DiagnosticCode::DeadEnd ||
            finding.severity != Severity::Error)
          continue;
        const std::vector<std::string> &witnesses = finding.shownBy;
        if (witnesses.empty())
          continue;
        ++claims;
        listing.interface.inputContents = witnesses;
        PipelineBuilder closed("builtin.module", catalog);
        model::build(listing, closed);
        // Also what is merely possible there: a script may be in between.
        std::vector<Diagnostic> all = model::findAll(closed);
        bool isLeft = llvm::any_of(all, [](const Diagnostic &left) {
          return left.code == DiagnosticCode::PredictedLeftOver ||
                 left.code == DiagnosticCode::MayBeLeftOver ||
                 left.code == DiagnosticCode::NoEffect ||
                 left.code == DiagnosticCode::Rejected;
        });
        if (!isLeft)
          FAIL() << finding.str() << model::dump(listing);
        listing.interface.inputContents.reset();
      }
    }
  }
  EXPECT_GT(claims, 0u);
}

} // namespace
