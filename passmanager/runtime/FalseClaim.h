//===- FalseClaim.h - A claim of a contract that IR contradicts -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_FALSECLAIM_H
#define PMB_PASSMANAGER_RUNTIME_FALSECLAIM_H

#include "builder/passes/Contract.h"
#include "mlir/IR/Location.h"
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace pmb {

/// The place of an operation, or of the nearest one around it that has a place
/// in a file.
mlir::Location findPlace(mlir::Operation *op);

/// A claim that the IR contradicts.
struct FalseClaim {
  /// `PassClaims` has the words of each, in this order.
  enum class Kind {
    /// Before the pass: it rejects `item`.
    Rejected,
    /// Before the pass: it requires one of the entry's items.
    Missing,
    /// Lowered, and still there.
    Kept,
    /// Always appears, and is not there.
    NotAdded,
    /// Left dead, and something uses it.
    Used,
    /// Appeared, and no entry names it.
    Unnamed,
    /// Properties: required before the pass, or rejected.
    NotHolding,
    Holding,
    /// Properties: provided, and not there after the pass; or ended, although
    /// the pass preserves it, or does not say that it invalidates it.
    NotProvided,
    NotPreserved,
    Ended,
  };
  Kind kind;
  /// Null if no entry says so.
  const ContractEntry *entry;
  /// `linalg.matmul`, `!tensor`, or the property.
  std::string item;
  /// Of the first operation that contradicts the claim; where something is
  /// missing, the operation that the pass ran on.
  mlir::Location location;
  /// Whether that is its own place, and not that of what is around it.
  bool hasPlace;

  FalseClaim(Kind kind, const ContractEntry *entry, llvm::StringRef item,
             mlir::Operation *op);
};

/// Sorts what is worst first, then by the places of the operations: an
/// operation without a place comes after those that have one.
std::vector<FalseClaim> sortByPlace(std::vector<FalseClaim> claims);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_FALSECLAIM_H
