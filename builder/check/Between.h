//===- Between.h - What stands between two passes -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order entries that say `immediately` or `notBetween`, and `alternatesWith`.
// By list order; one walk over the list decides one entry for all its owners.
// What was put next to something is decided by a look beside it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_BETWEEN_H
#define PMB_BUILDER_CHECK_BETWEEN_H

#include "builder/check/Targets.h"

namespace pmb {

/// Two passes or bundles that must not be parted, and are; or two in a row that
/// must be parted.
struct Interruption {
  const OrderEntry *entry = nullptr;
  /// Where the entry is violated. The owner of the entry, but for what
  /// alternates: that may also be the second of two targets.
  const Node *node = nullptr;
  /// The nearest instance of the target on the side that the entry names; for
  /// what alternates, the first of two in a row.
  const Node *other = nullptr;
  /// The pass or bundle between them that may not be there, the one next to
  /// `other`; for what was put next to it, the one next to that. Null for what
  /// alternates, and where `other` does not stand on that side.
  const Node *between = nullptr;
  /// For what alternates: an instance of what should stand between them.
  const Node *missing = nullptr;
};

/// Whether `target` is about a node with its options; the mark of a bundle
/// stands for the bundle.
bool matchesWithOptions(const PassList &list, const Target &target,
                        const Node &node);

/// Where an entry with `isAboutBetween()` is violated, for all instances of the
/// pass, or for the bundle, that `owner` is one of. `except`: as if the list
/// did not have these nodes.
std::vector<Interruption> findInterruptions(const PassList &list,
                                            const Node &owner,
                                            const OrderEntry &entry,
                                            const NodeRange *except = nullptr);

/// The same for what was put next to something.
std::optional<Interruption> findInterruption(const Neighbor &neighbor,
                                             const NodeRange *except = nullptr);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_BETWEEN_H
