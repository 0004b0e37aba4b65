//===- PatternTally.h - Which patterns of which party were applied --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_PATTERNTALLY_H
#define PMB_PASSMANAGER_PATTERNS_PATTERNTALLY_H

#include "llvm/ADT/StringRef.h"
#include <forward_list>
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

/// What is recorded of a running pass as a `T`. Passes run in each other, and
/// on several threads; each has its own.
template <typename T> class OfRunningPass {
public:
  /// That of the innermost pass that runs on this thread; null while nothing
  /// is recorded.
  static T *getCurrent() {
    return getAll().empty() ? nullptr : &getAll().front();
  }
  /// A pass begins to run on this thread.
  static void enter() { getAll().emplace_front(); }
  /// It has run. Returns what was recorded. REQUIRES: it has begun.
  static T leave() {
    T recorded = std::move(getAll().front());
    getAll().pop_front();
    return recorded;
  }

private:
  /// Those of this thread, the innermost first.
  static std::forward_list<T> &getAll() {
    static thread_local std::forward_list<T> all;
    return all;
  }
};

/// How often a running pass has applied each pattern, by source.
struct PatternTally : OfRunningPass<PatternTally> {
  /// Also 0 times makes a source known.
  void add(const PatternSource &source, llvm::StringRef pattern,
           uint64_t times);
  void add(const PatternTally &other);
  bool empty() const { return counts.empty(); }

  /// The patterns of each source by their names.
  using Counts = std::map<PatternSource, std::map<std::string, uint64_t>>;
  Counts counts;
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
