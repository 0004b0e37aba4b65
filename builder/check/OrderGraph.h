//===- OrderGraph.h - Which pass must precede which -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_ORDERGRAPH_H
#define PMB_BUILDER_CHECK_ORDERGRAPH_H

#include "builder/list/NodeList.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GraphTraits.h"
#include <deque>

namespace pmb {

/// The strong, unconditional `after` and `before` of some passes as edges:
/// `first` must come before `second`. Looked at only to explain why there is no
/// order, never to find one. Entries that more than one pass could satisfy make
/// no edge, so that a cycle of edges is proof.
class OrderGraph {
public:
  struct Edge {
    const PassDescriptor *first, *second;
    /// Whose contract says so, and the entry.
    const PassDescriptor *owner;
    const OrderEntry *entry;

    /// `'a' must come before 'b': 'b' says after 'a': reason`.
    std::string str() const;
  };

  /// `passes` are those of which there is one; `findOnly` gives the only pass
  /// that a target names, or null if there are none or several.
  OrderGraph(
      llvm::ArrayRef<const PassDescriptor *> passes,
      llvm::function_ref<const PassDescriptor *(const Target &)> findOnly);

  /// The shortest chain of edges from `first` to `last`; empty if there is
  /// none.
  std::vector<Edge> findPath(const PassDescriptor *first,
                             const PassDescriptor *last) const;

  /// A number for each pass that has an edge. Two passes have the same one if
  /// there is a chain of edges from each to the other. Takes time for the
  /// edges; so it pays to ask before looking for paths.
  llvm::DenseMap<const PassDescriptor *, unsigned> findComponents() const;

  /// A pass that has edges, and the passes that must come after it.
  struct Vertex {
    const PassDescriptor *pass;
    std::vector<Edge> edges;
    std::vector<const Vertex *> next;
  };
  /// Precedes all of them.
  const Vertex *getRoot() const { return &root; }

private:
  Vertex &getVertex(const PassDescriptor *pass);

  Vertex root = {};
  /// Never moved in memory.
  std::deque<Vertex> vertices;
  llvm::DenseMap<const PassDescriptor *, Vertex *> byPass;
};

/// The error for a closed chain of edges, a sentence per edge.
Diagnostic describeCycle(llvm::ArrayRef<OrderGraph::Edge> cycle);

} // namespace pmb

template <> struct llvm::GraphTraits<const pmb::OrderGraph *> {
  using NodeRef = const pmb::OrderGraph::Vertex *;
  using ChildIteratorType = std::vector<NodeRef>::const_iterator;
  static NodeRef getEntryNode(const pmb::OrderGraph *graph) {
    return graph->getRoot();
  }
  static auto child_begin(NodeRef vertex) { return vertex->next.begin(); }
  static auto child_end(NodeRef vertex) { return vertex->next.end(); }
};

#endif // PMB_BUILDER_CHECK_ORDERGRAPH_H
