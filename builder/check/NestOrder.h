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
  /// A pass, or a bundle by its begin, and the first pass of it on a path.
  struct Match {
    const Node *node, *pass;
  };
  template <typename T>
  using ByPath = llvm::DenseMap<const AnchorPath *, std::vector<T>>;
  struct Nests {
    /// The passes on each path, in list order.
    ByPath<const Node *> passes;
    /// For each target, what it matches that has something on a path, in list
    /// order.
    std::vector<ByPath<Match>> matches;
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
