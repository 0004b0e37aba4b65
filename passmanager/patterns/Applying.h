//===- Applying.h - Patterns of several parties, applied greedily ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_APPLYING_H
#define PMB_PASSMANAGER_PATTERNS_APPLYING_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passmanager/patterns/RewritePass.h"
#include "llvm/ADT/DenseMap.h"

namespace pmb {

/// Adds the patterns of a set to `all`, each with the labels of the set and its
/// party, and calls `visit` with those that are written in C++. Patterns in PDL
/// have no labels; they are left out unless `takesPDL`. Returns whether the set
/// has any that were added. Fails with `failed-patterns`, and adds nothing, if
/// the set throws an exception or has a conversion pattern; `place` is what the
/// message says applies them.
llvm::Expected<bool>
populateLabelled(const Contribution &contribution, llvm::StringRef place,
                 mlir::RewritePatternSet &all,
                 llvm::function_ref<void(const mlir::Pattern &)> visit,
                 bool takesPDL = true);

/// How patterns are applied.
struct RewriteSettings {
  /// What the canonicalizer does.
  RewriteSettings() {
    config.setUseTopDownTraversal().setRegionSimplificationLevel(
        mlir::GreedySimplifyRegionLevel::Normal);
  }

  /// What the patterns are of, for messages: `the slot 'early'`.
  std::string name;
  /// The party that has declared it; may be empty.
  std::string owner;
  mlir::GreedyRewriteConfig config;
  /// Fail if the patterns do not come to an end within the iterations.
  bool mustConverge = true;
  /// Remark which patterns were applied how often. Only then, after a failure,
  /// and where there is a `PatternTally` are they counted at all.
  bool counts = false;
};

/// The patterns of several sets, frozen, with their sets. Never changes, so
/// that threads share one.
class AppliedPatterns {
public:
  /// Populates all sets, in this order. Each pattern gets the labels of its set
  /// and its party. `slot` is what messages call the place of the sets. Returns
  /// null, and says why to the handlers of the context, if a set fails.
  static std::shared_ptr<const AppliedPatterns>
  make(mlir::MLIRContext *context, llvm::StringRef slot,
       std::vector<Contribution> sets, llvm::ArrayRef<std::string> disabled,
       llvm::ArrayRef<std::string> enabled);

  /// Applies them to what is in `op`. Fails, and says so there, if they do not
  /// come to an end and must.
  mlir::LogicalResult run(mlir::Operation *op,
                          const RewriteSettings &settings) const;

private:
  class Counter;
  class Trace;

  /// Fails, and says which patterns are still applied, if any is.
  mlir::LogicalResult checkEnd(mlir::Operation *op,
                               const RewriteSettings &settings,
                               int64_t maxNumRewrites) const;
  std::vector<Contribution> sets;
  mlir::FrozenRewritePatternSet patterns;
  /// The set of each pattern that is written in C++.
  llvm::DenseMap<const mlir::Pattern *, unsigned> owners;
  /// The sets that have patterns in PDL, which are compiled into one program.
  llvm::SmallVector<unsigned> withPDL;
  /// Whether some, or all, say that they come to an end by themselves
  /// (`hasBoundedRewriteRecursion`).
  bool isSomeBounded = false, areAllBounded = true;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_APPLYING_H
