//===- ModelEditTest.cpp - Random edits against the model -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random edits of random pipelines. A failed edit leaves everything that can be
// seen of the pipeline as it was; a pass is refused exactly where the model
// refuses it, and placed by its contract where the model places it; a fix that
// is offered can be made, and something is gone with it; what is pinned is
// edited by its owner only; and after each edit the check and the model say the
// same.
//
//===----------------------------------------------------------------------===//

#include "ModelEditSession.h"

using namespace pmb;
using model::EditSession;

namespace {

TEST(ModelEditTest, EditsAgree) {
  unsigned runs = model::getRuns(5000) / 2;
  unsigned done = 0, refused = 0, refusedByOrder = 0, placed = 0,
           unplaceable = 0, fixed = 0, refusedByRequirement = 0;
  for (unsigned run = 0; run < runs / 5; ++run) {
    EditSession session(model::getSeed() * 1000003 + run);
    session.run(5);
    ASSERT_FALSE(HasFailure()) << "run " << run;
    done += session.done;
    refused += session.refused;
    refusedByOrder += session.refusedByOrder;
    placed += session.placed;
    unplaceable += session.unplaceable;
    fixed += session.fixed;
    refusedByRequirement += session.refusedByRequirement;
  }
  EXPECT_GT(done, runs / 4);
  EXPECT_GT(refused, runs / 10);
  EXPECT_GT(refusedByOrder, runs / 50);
  EXPECT_GT(placed, runs / 50);
  EXPECT_GT(unplaceable, runs / 100);
  EXPECT_GT(fixed, runs / 100);
  EXPECT_GT(refusedByRequirement, runs / 1000);
}

} // namespace
