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

/// The first place behind `follow`, null for the start, and not behind
/// `precede`, null for the end, where order and properties allow a pass,
/// without a look at the whole list; with `isLatest` the last one. `probe`
/// stands for the pass, with its options and path, in another list. The node
/// before which to put it, null for the end; std::nullopt if there is none, or
/// it is not sure.
std::optional<const Node *>
findIndexedPlace(const PassList &pipeline, const Node &probe,
                 const Node *follow, const Node *precede, bool isLatest);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_PLACEINDEX_H
