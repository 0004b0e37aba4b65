//===- PropertyTimeline.h - What happens to one property ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows where a property holds. Sweep, check of an
// insertion, search for a place and what establishes properties ask it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_PROPERTYTIMELINE_H
#define PMB_BUILDER_CHECK_PROPERTYTIMELINE_H

#include "builder/check/CompiledContract.h"

namespace pmb {

/// The passes that provide one property and those that end it, in list order.
/// Filled once, from the first node to the last; takes room where something
/// changes.
class PropertyTimeline {
public:
  /// How things are at one point.
  struct Moment {
    /// The last to provide it, and the first to end it since then, or since the
    /// start if nothing provides it; null if there is none.
    const Node *provider = nullptr, *ender = nullptr;
    /// It holds in the input.
    bool isGiven = false;
    /// It was missing, which is one mistake; all behind it take it to hold.
    bool isAssumed = false;
    /// It was missing where it is merely wished. All behind it that wish it
    /// know; to those that need it that makes no difference.
    bool isWarned = false;

    /// True if it holds, whatever was assumed.
    bool isReal() const { return !ender && (provider || isGiven); }
    bool holds() const { return isAssumed || isReal(); }
  };

  /// `isGiven`: it holds in the input.
  explicit PropertyTimeline(bool isGiven) { now.isGiven = isGiven; }

  /// Notes that `node`, a pass or the begin of a bundle, requires it; with a
  /// strong entry, if it has one. To be called before `add`.
  void require(const Node &node, Strength strength);
  /// Notes what a pass or a mark of a bundle does to it. Of a bundle the begin
  /// does nothing, but both must be added. `isIdle`: the pass has nothing to
  /// run on where it stands; elsewhere it would do this.
  void add(const Node &node, PropertyEffect effect, bool isIdle = false);

  /// How it is where a pass or bundle starts.
  const Moment &at(const Node &node) const;
  const Moment &atEnd() const { return now; }
  /// The first behind a pass or bundle to provide it; null if none does.
  const Node *findLater(const Node &node) const;
  bool isProvided() const { return !providers.empty(); }
  /// True if a node requires it where it does not hold.
  bool isMissing(const Node &node) const {
    return std::binary_search(missing.begin(), missing.end(), &node,
                              ListOrder());
  }

private:
  /// From here on; from behind the node, unless it is what the node requires.
  struct Change {
    const Node *node;
    bool isRequired;
    Moment moment;
  };

  Moment now;
  std::vector<Change> changes;
  std::vector<const Node *> missing, providers;
  /// How things were where the bundles around begin.
  llvm::SmallVector<Moment, 2> atBegin;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_PROPERTYTIMELINE_H
