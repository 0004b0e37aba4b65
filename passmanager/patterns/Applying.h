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

#include "passmanager/MLIRCompat.h"
#include "passmanager/patterns/OwnedPatterns.h"

namespace pmb {

/// How patterns are applied.
struct RewriteSettings : SlotSettings {
  /// What the canonicalizer does.
  explicit RewriteSettings(SlotSettings slot) : SlotSettings(std::move(slot)) {
    config.setUseTopDownTraversal().setRegionSimplificationLevel(
        mlir::GreedySimplifyRegionLevel::Normal);
  }

  GreedyRewriteConfig config;
  /// Fail if the patterns do not come to an end within the iterations.
  bool mustConverge = true;
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
       std::vector<Contribution> sets, const PatternChoice &choice);

  /// Applies them to what is in `op`. Fails, and says so there, if they do not
  /// come to an end and must.
  mlir::LogicalResult run(mlir::Operation *op,
                          const RewriteSettings &settings) const;

private:
  /// Fails, and says which patterns are still applied, if any is.
  mlir::LogicalResult checkEnd(mlir::Operation *op,
                               const RewriteSettings &settings,
                               int64_t maxNumRewrites) const;
  OwnedPatterns own;
  /// Whether some, or all, say that they come to an end by themselves
  /// (`hasBoundedRewriteRecursion`).
  bool isSomeBounded = false, areAllBounded = true;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_APPLYING_H
