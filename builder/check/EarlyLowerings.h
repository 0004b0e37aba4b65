//===- EarlyLowerings.h - Passes that run before their time ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_EARLYLOWERINGS_H
#define PMB_BUILDER_CHECK_EARLYLOWERINGS_H

#include "builder/check/Trace.h"

namespace pmb {

/// True for a pass that takes what it finds, and is there for nothing else.
inline bool isCleanupPass(const Node &node) {
  return node.isPass() && node.getDescriptor().hasKind("cleanup");
}

/// A lowering that something may keep from working. With an open input that is
/// not known. But if a later pass removes what would, and the lowering is not
/// repeated, then the pipeline expects it to be there, and the lowering comes
/// too early. Not so what a greedy pass does in passing. With a closed input it
/// is known, and needs no such guess; it is a mistake also where everything may
/// remain.
struct EarlyLowering {
  const Node *node;
  const CompiledContract::Lowering *lowering;
  /// What it lowers, and what may stand in its way.
  ItemMask from, blockers;
  /// With a closed input: what of it certainly is there.
  ItemMask left = {};
  /// The pass that clears the way, as far as found; null if none does.
  const Node *clearedBy = nullptr;
  /// The pass does nothing else either, but for what greedy rewriting does.
  bool isInVain = false;
  /// A later pass with an unknown effect, which may do the same lowering; of
  /// those that are not described, one before the way is cleared.
  const Node *unknown = nullptr;
};
llvm::SmallVector<EarlyLowering, 0> findEarlyLowerings(const Trace &trace);

/// A pass works on what it `requires`, and on the operations of its nest. If a
/// later pass makes that out of other things, and no earlier one has added any,
/// then the pass is too early for it, unless it is repeated behind. With an
/// open input that is a guess, as the input may have some as well.
struct EarlyWork {
  const Node *node;
  /// Null if it is about the nest.
  const ContentsEntry *entry;
  /// What it works on, and what that is not made of: itself, and what involves
  /// its types.
  ItemMask items, same = {};
  /// The first pass that makes some, as far as found; null if none does. A pass
  /// makes what at least half of its lowerings lead to.
  const Node *madeBy = nullptr;
};
llvm::SmallVector<EarlyWork, 0> findEarlyWork(const Trace &trace);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_EARLYLOWERINGS_H
