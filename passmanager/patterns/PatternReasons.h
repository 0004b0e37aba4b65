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
/// `notifyMatchFailure`. As `PatternTally`, one for each pass on each thread.
class PatternReasons {
public:
  /// That of the innermost pass that runs on this thread; null if no reasons
  /// are recorded.
  static PatternReasons *getCurrent();

  struct Seen {
    uint64_t times = 0;
    /// Where it was so first.
    std::optional<mlir::Location> first;
  };
  /// By pattern, and operation with reason.
  using Patterns =
      std::map<std::string,
               std::map<std::pair<std::string, std::string>, Seen>>;
  using Reasons = std::map<PatternSource, Patterns>;
  /// Adds `others`, which were seen later.
  static void merge(Reasons &reasons, const Reasons &others);

  void add(const PatternSource &source, llvm::StringRef pattern,
           llvm::StringRef op, llvm::StringRef reason, mlir::Location location);

  static void enter();
  /// REQUIRES: a pass has begun.
  static Reasons leave();

private:
  Reasons reasons;
  PatternReasons *around = nullptr;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_PATTERNREASONS_H
