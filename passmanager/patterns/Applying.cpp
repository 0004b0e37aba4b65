//===- Applying.cpp - Patterns of several parties, applied greedily -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/Applying.h"
#include "passmanager/patterns/PatternReasons.h"

using namespace pmb;
using namespace llvm;

std::shared_ptr<const AppliedPatterns>
AppliedPatterns::make(mlir::MLIRContext *context, StringRef slot,
                      std::vector<Contribution> sets,
                      const PatternChoice &choice) {
  auto result = std::make_shared<AppliedPatterns>();
  if (failed(result->own.populate(context, {slot.str()}, std::move(sets),
                                  choice, [&](const mlir::Pattern &pattern) {
                                    bool isBounded =
                                        pattern.hasBoundedRewriteRecursion();
                                    result->isSomeBounded |= isBounded;
                                    result->areAllBounded &= isBounded;
                                  })))
    return nullptr;
  result->areAllBounded &= result->own.withPDL.empty();
  return result;
}

mlir::LogicalResult
AppliedPatterns::run(mlir::Operation *op,
                     const RewriteSettings &settings) const {
  PatternTrace trace(own, settings.name);
  constexpr int64_t none = GreedyRewriteConfig::kNoLimit;
  GreedyRewriteConfig config = settings.config;
  bool isLimited = config.getMaxNumRewrites() != none;
  if (!isLimited && !areAllBounded) {
    // Two patterns that undo each other never come to the end of an iteration.
    int64_t operations = 0;
    op->walk([&](mlir::Operation *) { ++operations; });
    config.setMaxNumRewrites(
        std::max(int64_t(1) << 14, int64_t(64) * operations));
  }
  int64_t limit = config.getMaxNumRewrites();
  PatternTally *tally = PatternTally::getCurrent();
  bool takesNames = settings.counts || tally;
  PatternCounter counter(own, takesNames);
  if (takesNames || PatternReasons::getCurrent() ||
      (isSomeBounded && limit != none))
    config.setListener(&counter);
  // Patterns with bounded recursion come to an end. If they have used up the
  // limit, the others get what is left of theirs.
  mlir::LogicalResult result = mlir::failure();
  do {
    counter.bounded = 0;
    result = applyPatternsGreedily(op, own.patterns, config);
  } while (failed(result) && !isLimited && limit != none &&
           counter.bounded >= limit && counter.unbounded < limit);
  if (tally)
    counter.addTo(*tally);
  if (settings.counts)
    counter.remark(op, settings.name);
  // With a limit of rewrites the end is not expected.
  if (succeeded(result) || isLimited || !settings.mustConverge)
    return mlir::success();
  return checkEnd(op, settings, limit);
}

mlir::LogicalResult AppliedPatterns::checkEnd(mlir::Operation *op,
                                              const RewriteSettings &settings,
                                              int64_t maxNumRewrites) const {
  // What is applied now was applied all the time. The IR is lost anyway, unless
  // nothing is applied: then the last iteration has done all that was left.
  PatternCounter counter(own);
  GreedyRewriteConfig config = settings.config;
  config.setMaxIterations(1).setMaxNumRewrites(1000).setListener(&counter);
  if (succeeded(applyPatternsGreedily(op, own.patterns, config)))
    return mlir::success();
  mlir::InFlightDiagnostic error = emitError(op->getLoc())
                                   << "the patterns of " << settings.name;
  if (!settings.owner.empty())
    error << ", which " << settings.owner << " has declared,";
  error << " do not come to an end within "
        << settings.config.getMaxIterations() << " iterations";
  if (maxNumRewrites != GreedyRewriteConfig::kNoLimit)
    error << " of " << maxNumRewrites << " rewrites";
  // In one line: MLIR shows notes only to handlers of diagnostics.
  StringRef separator = "; still applied: ";
  counter.forEachSet(
      [&](const PatternSource &set, uint64_t, const std::string &names) {
        error << std::exchange(separator, ", ") << set.str() << " (" << names
              << ")";
      });
  error.attachNote() << "let the patterns not undo each other, or leave one "
                        "party out with disable-patterns; a pattern that comes "
                        "to an end after more rewrites says so with "
                        "setHasBoundedRewriteRecursion()";
  return mlir::failure();
}
