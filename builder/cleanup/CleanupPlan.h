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
#include <optional>

namespace pmb {

/// True if `node`, a pass or a mark of a bundle, lowers an operation of a nest
/// of `path`: behind it, passes there may have nothing to run on.
bool lowersNest(const PassList &list, const Node &node, const AnchorPath &path);
/// The same if it makes one: behind it, passes there run on what passes before
/// it have not seen.
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

  /// What was found, in list order.
  std::vector<CleanupAction> take();

private:
  /// What an idempotent pass has achieved, as long as nothing changes it. What
  /// depends on its options is found out when an equal pass may follow, as
  /// instances are slow to print them.
  struct Achievement {
    const Node *by;
    llvm::SmallVector<llvm::StringRef, 1> properties;
    std::optional<std::string> options = std::nullopt;
    std::optional<bool> isAchieved = std::nullopt;
  };
  /// Neighbouring passes of kind `cleanup`, with no mark of a bundle between.
  struct Run {
    llvm::SmallVector<const Node *, 2> passes;
    bool isAtEndOfBundle = false;
  };

  /// A run that stays, for those before it.
  struct Server {
    const Run *run;
    /// What is required between it and the run that is looked at.
    llvm::SmallVector<llvm::StringRef, 2> needed;
  };

  bool isLeftOut(const Node &node) const { return leftOut.count(&node); }
  void leaveOut(CleanupAction::Kind kind, const Node &pass, const Node &cause);
  /// True if two passes would no longer run in order without `pass`.
  bool isBarrier(const Node &pass) const;
  /// Takes back what was left out in that way where that is so.
  void keepBarriers(CleanupAction::Kind kind);
  bool isMovable(const Node &node) const;
  bool repeats(Achievement &achievement, const Node &node) const;
  bool isKeptBy(const Achievement &achievement, const Node &node) const;
  std::vector<Run> findRuns() const;
  bool serves(const Run &run, const Run &server) const;
  bool isLowered(const Run &run, const Node *from, const Node *to) const;
  bool collectNeeds(const Node *from, const Node *to,
                    llvm::SmallVectorImpl<llvm::StringRef> &needed) const;
  bool canServe(const Server &server, const Run &run) const;

  const PassList &list;
  const Node *begin, *end;
  std::vector<CleanupAction> found;
  /// What is in `found`.
  llvm::DenseSet<const Node *> leftOut;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CLEANUPPLAN_H
