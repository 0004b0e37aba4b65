//===- CleanupPlan.h - Which passes need not run --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the list each, that changes nothing. What is here relies on
// nothing but contracts: a pass of which nothing is known changes everything.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_CLEANUPPLAN_H
#define PMB_BUILDER_CHECK_CLEANUPPLAN_H

#include "builder/list/Cleanup.h"
#include "builder/list/PassList.h"
#include "llvm/ADT/DenseSet.h"

namespace pmb {

/// True if `node`, a pass or a mark of a bundle, makes an operation of a nest
/// of `path`: behind it, passes there run on what passes before it have not
/// seen.
bool makesNest(const PassList &list, const Node &node, const AnchorPath &path);

class CleanupPlan {
public:
  /// Of the passes from `begin` up to `end`, without `end`; null is the first,
  /// or what comes after the last.
  CleanupPlan(const PassList &list, const Node *begin, const Node *end)
      : list(list), begin(begin ? begin : list.front()), end(end) {}

  /// Finds cleanups at the ends of bundles that a later cleanup serves, too,
  /// unless the pipeline without one has findings that it has not with it.
  /// To be called before `dedupe`.
  void share();
  /// Finds passes that change nothing, as an equal one ran before.
  void dedupe();

  /// What was found.
  std::vector<CleanupAction> take() { return std::move(found); }

private:
  bool isLeftOut(const Node &node) const { return leftOut.count(&node); }
  void leaveOut(CleanupAction::Kind kind, const Node &pass, const Node &cause);
  /// True if two passes would no longer run in order without `pass`.
  bool isBarrier(const Node &pass) const;
  /// Takes back what was left out in that way where that is so.
  void keepBarriers(CleanupAction::Kind kind);

  const PassList &list;
  const Node *begin, *end;
  std::vector<CleanupAction> found;
  /// What is in `found`.
  llvm::DenseSet<const Node *> leftOut;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CLEANUPPLAN_H
