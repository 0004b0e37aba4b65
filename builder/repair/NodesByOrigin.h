//===- NodesByOrigin.h - Which pass a place in a file became -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_NODESBYORIGIN_H
#define PMB_BUILDER_EDIT_NODESBYORIGIN_H

#include "builder/Pipeline.h"
#include "llvm/ADT/DenseMap.h"

namespace pmb {

/// Finds passes of a pipeline by the place that they are from. The pipeline
/// must stay as it is. Costs nothing until something is looked up.
class NodesByOrigin {
public:
  /// `pipeline` may be null: then nothing is found.
  explicit NodesByOrigin(const Pipeline *pipeline) : pipeline(pipeline) {}

  /// The first pass of that name from that place; null if there is none.
  const Node *lookup(llvm::StringRef pass, const Origin &origin) {
    if (pipeline && nodes.empty())
      for (const Node &node : pipeline->getPasses())
        nodes.try_emplace(makeKey(node.getName(), node.getOrigin()), &node);
    return nodes.lookup(makeKey(pass, origin));
  }

  /// Lets a finding about the name of such a pass, and its fix, say which one
  /// it is.
  void attach(Diagnostic &finding, llvm::StringRef pass, const Origin &origin) {
    const Node *node = lookup(pass, origin);
    if (!node)
      return;
    finding.node = pipeline->getRef(*node);
    if (finding.fix)
      finding.fix->passPosition = finding.node->position;
  }

private:
  using Key = std::pair<std::pair<llvm::StringRef, llvm::StringRef>, uint64_t>;
  static Key makeKey(llvm::StringRef pass, const Origin &origin) {
    return {{pass, origin.name}, uint64_t(origin.line) << 32 | origin.column};
  }

  const Pipeline *pipeline;
  llvm::DenseMap<Key, const Node *> nodes;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_NODESBYORIGIN_H
