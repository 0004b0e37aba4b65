//===- Insertion.h - What an insertion returns ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_INSERTION_H
#define PMB_BUILDER_EDIT_INSERTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace pmb {

class Node;

/// The error of an insertion, or what was inserted. Whoever only wants to know
/// whether it failed takes it for the `llvm::Error` that it turns into:
///
///   if (llvm::Error err = builder.insert(std::move(spec), position))
///     return err;
///
///   pmb::Insertion added = builder.insert(std::move(spec), position);
///   if (added.failed())
///     return added;
///   auto behind = pmb::Position::after(pmb::only(*added.getNode()));
///   return builder.insert(std::move(other), behind);
///
/// As of an error, somebody has to look whether it failed before it is
/// destroyed.
class [[nodiscard]] Insertion {
public:
  /// Nothing was inserted, and nothing failed.
  Insertion() : error(llvm::Error::success()) {}
  explicit Insertion(llvm::Error error) : error(std::move(error)) {}
  Insertion(llvm::SmallVector<const Node *, 1> nodes)
      : error(llvm::Error::success()), nodes(std::move(nodes)) {}

  bool failed() { return bool(error); }
  /// True if it failed, as for any `llvm::Error`.
  explicit operator bool() { return failed(); }
  /// Gives up the error. What was inserted is still known.
  operator llvm::Error() { return std::move(error); }
  /// The same where a function returns an `llvm::Expected`. REQUIRES: failed.
  template <typename T> operator llvm::Expected<T>() {
    return std::move(error);
  }

  /// The pass, the slot, or the begin of the bundle; the first, if the position
  /// was `every`. Null if the insertion failed, and, from `when`, if the
  /// condition does not hold.
  const Node *getNode() const { return nodes.empty() ? nullptr : nodes[0]; }
  /// All of them, in list order.
  llvm::ArrayRef<const Node *> getNodes() const { return nodes; }

private:
  llvm::Error error;
  llvm::SmallVector<const Node *, 1> nodes;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_INSERTION_H
