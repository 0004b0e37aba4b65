//===- PatternTally.h - Which patterns of whom were applied -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_PATTERNTALLY_H
#define PMB_PASSMANAGER_PATTERNS_PATTERNTALLY_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace mlir {
class MLIRContext;
class RewritePattern;
} // namespace mlir

namespace pmb {

/// Where a pattern comes from: a set and the party that has added it, or a
/// dialect.
struct PatternSource {
  std::string set, origin;
  std::string dialect;

  /// `'acme-fold' of plugin 'acme'`, `dialect 'acme'`.
  std::string str() const;
  bool operator<(const PatternSource &other) const {
    return std::tie(dialect, set, origin) <
           std::tie(other.dialect, other.set, other.origin);
  }
};

/// How often a running pass has applied each pattern, by source.
/// Passes run in each other, and on several threads; each has its own tally.
class PatternTally {
public:
  /// That of the innermost pass that runs on this thread; null while nothing
  /// is counted.
  static PatternTally *getCurrent();

  /// Also 0 times makes a source known.
  void add(const PatternSource &source, llvm::StringRef pattern,
           uint64_t times);

  /// The patterns of each source by their names.
  using Counts = std::map<PatternSource, std::map<std::string, uint64_t>>;
  /// A pass begins to run on this thread.
  static void enter();
  /// It has run. Returns what it has applied. REQUIRES: it has begun.
  static Counts leave();

private:
  Counts counts;
  PatternTally *around = nullptr;
};

/// A pattern that does what `pattern` does, and adds it to the tally of the
/// thread each time that it succeeds.
std::unique_ptr<mlir::RewritePattern>
makeCounting(std::unique_ptr<mlir::RewritePattern> pattern,
             PatternSource source);

/// The dialect that puts patterns of others into patterns that count. MLIR asks
/// dialects in the order of their names, from z to a, so this one comes last.
inline constexpr llvm::StringLiteral countingDialect = "_pmb_counting";
/// Whether the patterns that passes of MLIR apply are counted: whether that
/// dialect is loaded.
bool isCounting(mlir::MLIRContext *context);

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_PATTERNTALLY_H
