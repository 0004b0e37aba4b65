//===- PatternReasons.h - Why patterns were not applied -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_PATTERNREASONS_H
#define PMB_PASSMANAGER_PATTERNS_PATTERNREASONS_H

#include "mlir/IR/Location.h"
#include "passmanager/patterns/PatternTally.h"
#include <optional>

namespace pmb {

/// Why the patterns of a running pass did not apply: what each has said with
/// `notifyMatchFailure`.
struct PatternReasons : OfRunningPass<PatternReasons> {
  struct Seen {
    uint64_t times = 0;
    /// Where it was so first.
    std::optional<mlir::Location> first;
  };
  /// By pattern, and operation with reason.
  using Patterns =
      std::map<std::string,
               std::map<std::pair<std::string, std::string>, Seen>>;
  std::map<PatternSource, Patterns> reasons;

  bool empty() const { return reasons.empty(); }
  /// Adds what was seen later.
  void add(const PatternReasons &later);
  void add(const PatternSource &source, llvm::StringRef pattern,
           llvm::StringRef op, llvm::StringRef reason, mlir::Location location);
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_PATTERNREASONS_H
