//===- Targets.h - What order entries are about ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An order entry is about what stands wholly before, or wholly after, the pass
// or bundle that has it. A bundle around a pass, and what is in a bundle, are
// no concern of their entries. So the first end and the last begin of what a
// target matches answer all questions about list order; nests take a little
// more.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_TARGETS_H
#define PMB_BUILDER_CHECK_TARGETS_H

#include "builder/list/PassList.h"

namespace pmb {

/// Calls `visit(kind, name)` for all that a target can call a pass, whatever
/// its options are: the one place that knows what targets match.
void forEachTarget(
    const PassDescriptor &descriptor,
    llvm::function_ref<void(Target::Kind, llvm::StringRef)> visit);
/// The same for a bundle as a whole.
void forEachTarget(
    const BundleInstance &bundle,
    llvm::function_ref<void(Target::Kind, llvm::StringRef)> visit);

/// Whether an order entry that names `target` is about this pass; if it names
/// what provides a property, with some options.
bool matchesTarget(const Target &target, const PassDescriptor &descriptor);
/// The same for a node: a pass, or a mark of a bundle for the whole bundle.
bool matchesTarget(const Target &target, const Node &node);

/// Of what matches a target: where the first one ends and the last one begins.
/// Null if nothing matches.
struct Extent {
  const Node *first = nullptr;
  const Node *last = nullptr;
  /// Where the first one ends that has another name than `first`, and where the
  /// last one begins that has another name than `last`.
  const Node *firstOther = nullptr, *lastOther = nullptr;
  unsigned count = 0;

  /// `matches`: how many `match` stands for.
  void extend(NodeRange match, unsigned matches = 1);
  /// True if something that matches stands wholly before `owner`.
  bool isBefore(NodeRange owner) const {
    return first && first->comesBefore(*owner.first);
  }
  bool isAfter(NodeRange owner) const {
    return last && owner.last->comesBefore(*last);
  }
  /// Where the first one ends, or the last one begins, that is not called as
  /// `owner` is. Null if there is none.
  const Node *getEndBut(const Node &owner, bool isLast) const {
    const Node *end = isLast ? last : first;
    return !end || end->getSymbol() != owner.getSymbol() ? end
           : isLast                                      ? lastOther
                                                         : firstOther;
  }
  /// The pass that matches, if nothing else does.
  const Node *getOnlyPass() const {
    return count == 1 && first->isPass() ? first : nullptr;
  }
};

/// What has become of an order entry.
enum class Verdict {
  Kept,
  /// What it names is not there.
  Vacuous,
  WrongOrder,
  Conflict,
  NotFollowed,
  /// What it names is not there, and must be.
  Absent,
};
/// Decides an entry of `owner` by list order; the one place that knows what
/// the order words mean. `extent`: what the entry names.
Verdict judge(const Node &owner, const OrderEntry &entry, const Extent &extent);

/// What keeps or breaks an entry; null if nothing does.
const Node *findDecisive(const Node &owner, const OrderEntry &entry,
                         const Extent &extent);

/// True if the entry is kept by standing behind what it names, false if by
/// standing before that.
inline bool wantsLater(const OrderEntry &entry) {
  return entry.word == OrderEntry::Word::After;
}
/// True for an entry that is about all that matches: `before` a kind, and what
/// says `all`. All others are satisfied by one that is in the right place.
inline bool isAboutAll(const OrderEntry &entry) {
  return entry.isEvery || (entry.word == OrderEntry::Word::Before &&
                           entry.target.kind == Target::Kind::PassKind);
}
/// Of what an entry about all is about: the one that is first in the wrong
/// place, if any is. Null if there is nothing but what is called as `owner` is.
inline const Node *getEndBut(const Node &owner, const OrderEntry &entry,
                             const Extent &extent) {
  return extent.getEndBut(owner, /*isLast=*/wantsLater(entry));
}

} // namespace pmb

#endif // PMB_BUILDER_CHECK_TARGETS_H
