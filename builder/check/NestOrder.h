//===- NestOrder.h - Whether listed order is executed order ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_NESTORDER_H
#define PMB_BUILDER_CHECK_NESTORDER_H

#include "builder/check/ListContracts.h"

namespace pmb {

/// Decides whether list order is executed order. Collects what that takes when
/// a pair of neighbouring nests asks for it.
class ExecutionOrder {
public:
  explicit ExecutionOrder(ListContracts &contracts)
      : contracts(contracts), list(contracts.getList()) {}

  /// That executed order need not be list order, for an entry of `node` that is
  /// kept in the list; `target` is the number of what it names.
  std::optional<Diagnostic> check(const Node &node, const OrderEntry &entry,
                                  unsigned target);

private:
  using Passes = std::vector<const Node *>;
  template <typename T> using ByPath = llvm::DenseMap<const AnchorPath *, T>;
  struct Nests {
    /// The passes on each path, in list order.
    ByPath<Passes> passes;
    /// For each target, the passes that it matches on each path, in list order.
    std::vector<ByPath<Passes>> matches;
    /// For each target, the bundles that it matches and that have something on
    /// a path: the begin, and the first pass there. In the order of the begins.
    std::vector<ByPath<std::vector<std::pair<const Node *, const Node *>>>>
        bundles;
  };

  void collect();
  bool isOrdered(NodeRange owner, unsigned target, bool isAfter);
  const Node *findUnordered(NodeRange owner, unsigned target);
  const Node *findUnorderedBefore(NodeRange owner, unsigned target);
  bool isExecutedBefore(NodeRange a, NodeRange b);
  /// True if the executed order of two passes is their order in the list.
  /// REQUIRES: `a` comes before `b`.
  bool isExecutedBefore(const Node &a, const Node &b);
  Diagnostic describe(const Node &node, const OrderEntry &entry,
                      const Node &other) const;

  ListContracts &contracts;
  const PassList &list;
  std::optional<Nests> nests;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_NESTORDER_H
