//===- CleanupBarriers.cpp - Cleanups that keep nests apart ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR merges neighbouring nests, and operations of the IR then decide which of
// two passes in different nests runs first. A pass between them, in a nest that
// is around both, keeps them in order, even if it has nothing to do itself. So
// one that could be left out stays where no other keeps that order.
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/CleanupPlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
/// A nest on one side of a barrier, and the depth of the outermost pass between
/// the two that runs in a nest around it: that keeps it in order with all that
/// have no more than such a nest in common with it.
struct Side {
  const AnchorPath *path;
  unsigned keptDepth;
};
using Sides = SmallVector<Side, 4>;
} // namespace

/// Adds the nest of a pass that runs, which is farther away than those before.
/// Returns false if nothing farther away matters: `barrier` has another before
/// it that does all that it does.
static bool addSide(Sides &sides, const AnchorPath &path,
                    const AnchorPath &barrier) {
  if (barrier.isIn(path))
    return false;
  // The nearest one of a nest has the least that keeps it in order.
  if (any_of(sides, [&](const Side &side) { return side.path == &path; }))
    return true;
  unsigned kept = ~0u;
  for (const Side &side : sides)
    if (path.isIn(*side.path))
      kept = std::min(kept, side.path->getDepth());
  sides.push_back({&path, kept});
  return true;
}

bool CleanupPlan::isBarrier(const Node &pass) const {
  const AnchorPath &barrier = pass.getAnchorPath();
  auto isRunning = [&](const Node &node) {
    return node.isPass() && !isLeftOut(node);
  };
  Sides before, behind;
  for (const Node *at = &pass; at != begin;) {
    at = at->getPrevious();
    if (isRunning(*at) && !addSide(before, at->getAnchorPath(), barrier))
      break;
  }
  for (const Node *at = pass.getNext(); at && at != end; at = at->getNext())
    if (isRunning(*at) && !addSide(behind, at->getAnchorPath(), barrier))
      break;
  for (const Side &a : before)
    for (const Side &b : behind) {
      const AnchorPath *common = AnchorPath::getCommonPrefix(a.path, b.path);
      if (common != a.path && common != b.path && common->isIn(barrier) &&
          common->getDepth() < std::min(a.keptDepth, b.keptDepth))
        return true;
    }
  return false;
}

void CleanupPlan::keepBarriers(CleanupAction::Kind kind) {
  // One after the other, as each that goes may leave it to the next.
  auto first = std::stable_partition(
      found.begin(), found.end(),
      [&](const CleanupAction &action) { return action.kind != kind; });
  std::vector<CleanupAction> candidates(first, found.end());
  found.erase(first, found.end());
  for (const CleanupAction &action : candidates)
    leftOut.erase(action.pass);
  llvm::sort(candidates, [](const CleanupAction &a, const CleanupAction &b) {
    return a.pass->comesBefore(*b.pass);
  });
  for (const CleanupAction &action : candidates)
    if (!isBarrier(*action.pass))
      leaveOut(kind, *action.pass, *action.cause);
}
