//===- NestWalk.h - From the flat list to nested pass managers ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_NESTWALK_H
#define PMB_BUILDER_PIPELINE_NESTWALK_H

#include "builder/list/NodeList.h"

namespace pmb {

/// Turns a flat list, where each pass carries its anchor path, into nests:
/// neighbours with one path share a nest. Printing and flattening use it, so
/// that what is printed is what is built.
class NestWalk {
public:
  explicit NestWalk(const AnchorPath &root) : current(&root) {}

  /// Goes to the nest of `node`, which comes next in the list: calls `close()`
  /// for each nest that is left, then `open(op)` for each one that is entered.
  template <typename OpenFn, typename CloseFn>
  void enter(const Node &node, OpenFn open, CloseFn close) {
    enter(node.getAnchorPath(), node.getSharedDepth(), open, close);
  }
  /// The same for the nest on `path`, of which `sharedDepth` steps may be those
  /// that are open.
  template <typename OpenFn, typename CloseFn>
  void enter(const AnchorPath &path, unsigned sharedDepth, OpenFn open,
             CloseFn close) {
    if (&path == current && sharedDepth >= path.getDepth())
      return;
    const AnchorPath *shared = AnchorPath::getCommonPrefix(current, &path);
    while (shared->getDepth() > sharedDepth)
      shared = shared->getParent();
    for (; current != shared; current = current->getParent())
      close();
    openBelow(&path, shared, open);
    current = &path;
  }

  /// How many nests are open.
  unsigned getDepth() const { return current->getDepth(); }

private:
  template <typename OpenFn>
  static void openBelow(const AnchorPath *path, const AnchorPath *shared,
                        OpenFn &open) {
    if (path == shared)
      return;
    openBelow(path->getParent(), shared, open);
    open(path->getOp());
  }

  const AnchorPath *current;
};

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_NESTWALK_H
