//===- InsertResult.h - What an insertion returns -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_INSERTION_H
#define PMB_BUILDER_EDIT_INSERTION_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LogicalResult.h"

namespace pmb {

class Node;
class PipelineImpl;

/// The error of an insertion, or what was inserted. It turns into what the
/// function around it returns: an `llvm::Error`, an `llvm::Expected`, or the
/// `LogicalResult` of MLIR's functions:
///
///   if (llvm::Error err = builder.insert(std::move(spec), position))
///     return err;
///
///   if (failed(builder.insert(std::move(spec), position)))
///     return failure();
///
///   pmb::InsertResult added = builder.insert(std::move(spec), position);
///   if (added.failed())
///     return added;
///   auto behind = pmb::Position::after(pmb::exactly(*added.getNode()));
///   return builder.insert(std::move(other), behind);
///
/// As with an error, a failure must be turned into one of these before the
/// insertion is destroyed.
class [[nodiscard]] InsertResult {
public:
  /// Nothing was inserted, and nothing failed.
  InsertResult() : error(llvm::Error::success()) {}
  /// `pipeline` keeps the error if it becomes a `LogicalResult`, as that of the
  /// call at `place`.
  InsertResult(PipelineImpl &pipeline, llvm::Error error,
               SourceLocation place = {})
      : error(std::move(error)), pipeline(&pipeline), place(place) {}
  InsertResult(llvm::SmallVector<const Node *, 1> nodes)
      : error(llvm::Error::success()), nodes(std::move(nodes)) {}

  bool failed() { return error || !failures.empty(); }
  /// True if it failed, as for any `llvm::Error`.
  explicit operator bool() { return failed(); }
  /// The error, each time that it is asked for.
  operator llvm::Error() { return getError(); }
  /// The same where a function returns an `llvm::Expected`. REQUIRES: failed.
  template <typename T> operator llvm::Expected<T>() { return getError(); }
  /// Failure if it failed. The pipeline keeps an error that was not
  /// taken, as it does when appending fails: `check` and `build` return it, or
  /// the transaction that is open does. REQUIRES: the pipeline is still there.
  operator llvm::LogicalResult() { return keepError(); }

  /// The pass, the slot, or the begin of the bundle; the first, if the position
  /// was `every`. Null if the insertion failed, and, from `when`, if the
  /// condition does not hold.
  const Node *getNode() const { return nodes.empty() ? nullptr : nodes[0]; }
  /// All of them, in list order.
  llvm::ArrayRef<const Node *> getNodes() const { return nodes; }

private:
  llvm::Error getError();
  llvm::LogicalResult keepError();

  llvm::Error error;
  /// What the error carried, once it has been asked for.
  std::vector<Diagnostic> failures;
  PipelineImpl *pipeline = nullptr;
  SourceLocation place;
  llvm::SmallVector<const Node *, 1> nodes;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_INSERTION_H
