//===- OperationMap.h - What is known of operations while passes run ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_OPERATIONMAP_H
#define PMB_PASSMANAGER_RUNTIME_OPERATIONMAP_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pmb {

/// Facts about operations that passes run on. A pass changes what is in its
/// operation, and so the facts about all that is around it or in it.
///
/// Passes delete operations, and others take their addresses. So nothing that
/// was put in is followed: an operation is met again only if a pass runs on it.
template <typename FactT> class OperationMap {
public:
  bool empty() const { return facts.empty(); }
  void clear() {
    facts.clear();
    inside.clear();
  }

  /// Null if nothing is known of `op`.
  FactT *lookup(mlir::Operation *op) {
    auto it = facts.find(op);
    return it == facts.end() ? nullptr : &it->second;
  }
  /// Makes it if nothing is known. Valid until another one is made.
  FactT &get(mlir::Operation *op) {
    auto [it, isNew] = facts.try_emplace(op);
    if (isNew)
      for (mlir::Operation *at = op->getParentOp(); at; at = at->getParentOp())
        inside[at].insert(op);
    return it->second;
  }
  void erase(mlir::Operation *op) { facts.erase(op); }

  /// Calls `visit(fact)` for all that is known of what is in `op`, and of what
  /// was there once. Forgets that of which `visit` returns false.
  template <typename Fn> void filterNested(mlir::Operation *op, Fn visit) {
    auto it = inside.find(op);
    if (it == inside.end())
      return;
    it->second.remove_if([&](mlir::Operation *other) {
      auto known = facts.find(other);
      if (known != facts.end() && visit(known->second))
        return false;
      if (known != facts.end())
        facts.erase(known);
      return true;
    });
    if (it->second.empty())
      inside.erase(it);
  }
  /// The same for all that is around `op`.
  template <typename Fn> void filterAround(mlir::Operation *op, Fn visit) {
    for (mlir::Operation *at = op->getParentOp(); at; at = at->getParentOp()) {
      auto known = facts.find(at);
      if (known != facts.end() && !visit(known->second))
        facts.erase(known);
    }
  }
  /// The same for all that a pass on `op` may have changed.
  template <typename Fn> void filter(mlir::Operation *op, Fn visit) {
    filterNested(op, visit);
    filterAround(op, visit);
    if (FactT *own = lookup(op); own && !visit(*own))
      erase(op);
  }
  /// Calls `visit(fact)` for all that is known.
  template <typename Fn> void forEach(Fn visit) {
    for (auto &entry : facts)
      visit(entry.second);
  }
  /// Forgets all that a pass on `op` may have changed.
  void forget(mlir::Operation *op) {
    filter(op, [](FactT &) { return false; });
  }

private:
  llvm::DenseMap<mlir::Operation *, FactT> facts;
  /// Everything in an operation that something is known of, however deep.
  llvm::DenseMap<mlir::Operation *, llvm::SmallPtrSet<mlir::Operation *, 4>>
      inside;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_OPERATIONMAP_H
