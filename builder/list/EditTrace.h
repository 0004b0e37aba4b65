//===- EditTrace.h - What was done to what stood in a list ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_EDITTRACE_H
#define PMB_BUILDER_PIPELINE_EDITTRACE_H

#include "builder/list/NodeList.h"
#include "builder/passes/Recipe.h"
#include <vector>

namespace pmb {

/// The trace of one edit of what was in a pipeline already. What is added needs
/// none, as each node has an origin. Refers to nodes and origins of the
/// pipeline, which keeps those that were removed.
struct EditTrace {
  /// Reaches JSON by name: append only.
  enum class Kind { Removed, Replaced, Moved, OptionsSet };
  Kind kind;
  /// A pass, a slot, or the begin of a bundle.
  const Node *node;
  /// The party that made the edit, and its reason.
  const Origin *origin;
  /// True if that is the owner of the pipeline, not another party.
  bool isByOwner;
  /// Of what was removed or replaced: all nodes that went with it.
  std::vector<const Node *> gone = {};
  /// Of what was replaced: what came in its place.
  const Node *successor = nullptr;
  /// Of options: as they were set; not those that the pass has beside them.
  std::string options = "";

  /// True if the node was added by another party than the one that made the
  /// edit: then listings and reports show it.
  bool isOfAnother() const { return !node->getOrigin().isSameParty(*origin); }
};

/// `removed`, `replaced`, `moved`, `options-set`.
llvm::StringRef stringify(EditTrace::Kind kind);
/// `remove`, `set options of`.
llvm::StringRef getVerb(EditTrace::Kind kind);

/// Keeps what stands in a pipeline from being edited by others.
struct Pin {
  /// The party that pinned it, and may still edit it.
  const Origin *origin;
  std::string reason;
  PinnedOptions options;
};

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_EDITTRACE_H
