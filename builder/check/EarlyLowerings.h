//===- EarlyLowerings.h - Passes that run before their time ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_EARLYLOWERINGS_H
#define PMB_BUILDER_CHECK_EARLYLOWERINGS_H

#include "builder/check/ContentsState.h"
#include "builder/list/NodeList.h"

namespace pmb {

/// With an open input nobody knows whether something stands in the way of a
/// lowering. But if a later pass removes what would, and the lowering is not
/// repeated, then the pipeline expects it to be there, and the lowering comes
/// too early. Not so what a greedy pass does in passing. With a
/// closed input that is known, and needs no such guess; it is a mistake also
/// where everything may remain.
class EarlyLowerings {
public:
  struct Candidate {
    const Node *node;
    const CompiledContract::Lowering *lowering;
    /// What it lowers, and what may stand in its way.
    ItemMask from, blockers;
    /// It lowers casts.
    bool isCast = false;
    /// With a closed input: what of it certainly is there.
    ItemMask left = {};
    /// The pass that clears the way, as far as found; null if none does.
    const Node *clearedBy = nullptr;
    /// The pass does nothing else either, but for what greedy rewriting does.
    bool isInVain = false;
    /// A later pass with an unknown effect, which may do the same lowering.
    const Node *unknown = nullptr;
  };
  void observe(const Node &node, const ContentsChange &change,
               const ContentsState &state);
  llvm::ArrayRef<Candidate> getCandidates() const { return candidates; }

private:
  /// A pass that lowers the same again, with nothing of the same in its way,
  /// replaces those before it, which keeps the list short.
  llvm::SmallVector<Candidate, 4> candidates;
};

/// A pass works on what it `requires`, and on the operations of its nest. If a
/// later pass makes that out of other things, and no earlier one has added any,
/// then the pass is too early for it, unless it is repeated behind. With an
/// open input that is a guess, as the input may have some as well.
class EarlyWork {
public:
  struct Candidate {
    const Node *node;
    /// Null if it is about the nest.
    const ContentsEntry *entry;
    /// What it works on, and what that is not made of: itself, and what
    /// involves its types.
    ItemMask items, same = {};
    /// The first pass that makes some, as far as found; null if none does. A
    /// pass makes what at least half of its lowerings lead to.
    const Node *madeBy = nullptr;
  };
  explicit EarlyWork(const NameTables &names)
      : names(names), added(names.items.size()) {}

  /// To be called where a pass starts, before `observe`.
  void await(const Node &node,
             const CompiledContract::ContentsRequirement &demand,
             const ContentsState &state);
  /// The same for an operation of a nest. What a closed input has no nests for
  /// is reported elsewhere.
  void awaitNest(const Node &node, unsigned operation,
                 const ContentsState &state);
  void observe(const Node &node, const ContentsChange &change);
  /// To be called for a pass of which nothing is known: it may add anything.
  void observeUnknown() { hasUnknown = true; }
  bool mayHaveMore() const { return hasUnknown; }
  llvm::ArrayRef<Candidate> getCandidates() const { return candidates; }

private:
  void await(Candidate candidate, const ContentsState &state);

  const NameTables &names;
  /// What some pass may have added so far.
  ItemSet added;
  bool hasUnknown = false;
  llvm::SmallVector<Candidate, 0> candidates;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_EARLYLOWERINGS_H
