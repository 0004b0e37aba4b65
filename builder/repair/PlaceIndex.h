//===- PlaceIndex.h - Places that the index alone decides -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_PLACEINDEX_H
#define PMB_BUILDER_REPAIR_PLACEINDEX_H

#include "builder/list/PassList.h"
#include <optional>

namespace pmb {

/// Places a pass without a look at the whole list, where that is sure.
class PlaceIndex {
public:
  /// `probe` stands for the pass, with its options and path, in another list.
  /// Both must outlive this and not change.
  PlaceIndex(const PassList &pipeline, const Node &probe)
      : pipeline(pipeline), probe(probe), descriptor(probe.getDescriptor()) {}

  /// True if order and property entries alone can make a place a wrong one:
  /// nothing is lowered, and list order is executed order. They are decided
  /// from the index, where the nearest passes tell how a property is. They do
  /// not if any pass ends it, a bundle brings back what it preserves, options
  /// decide what a pass does, or a pass rejects contents for what a property
  /// says.
  bool decides() const;

  /// The first place behind `follow`, null for the start, and not behind
  /// `precede`, null for the end, where all properties allow the pass: the node
  /// before which to put it, null for the end. std::nullopt if there is none,
  /// or it is not sure. REQUIRES: it `decides`.
  std::optional<const Node *> findFirst(const Node *follow,
                                        const Node *precede) const;
  /// The same for the last place.
  std::optional<const Node *> findLast(const Node *follow,
                                       const Node *precede) const;

private:
  bool asksAboutBetween() const;
  struct Surroundings;
  /// `place` is null for the end.
  Surroundings look(llvm::StringRef property, const Node *place) const;
  std::optional<bool> fits(llvm::StringRef property, const Node *place,
                           const Node *&next) const;
  std::optional<bool> fitsAll(const Node *place, const Node *&next) const;

  const PassList &pipeline;
  const Node &probe;
  const PassDescriptor &descriptor;
};

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_PLACEINDEX_H
