//===- PatternTally.cpp - Which patterns of which party were applied ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/PatternTally.h"
#include "mlir/IR/MLIRContext.h"
#include "passmanager/patterns/WrappedPattern.h"

using namespace pmb;
using namespace llvm;

std::string PatternSource::str() const {
  if (!dialect.empty())
    return "dialect '" + dialect + "'";
  if (set.empty())
    return "several sets";
  return "'" + set + "'" + (origin.empty() ? "" : " of " + origin);
}

void PatternTally::add(const PatternSource &source, StringRef pattern,
                       uint64_t times) {
  auto &patterns = counts[source];
  if (times)
    patterns[pattern.str()] += times;
}

void PatternTally::add(const PatternTally &other) {
  for (const auto &[source, patterns] : other.counts) {
    auto &sums = counts[source];
    for (const auto &[pattern, times] : patterns)
      sums[pattern] += times;
  }
}

//===----------------------------------------------------------------------===//
// Patterns that count
//===----------------------------------------------------------------------===//

namespace {
/// Does what another pattern does.
class CountingPattern : public WrappedPattern {
public:
  using WrappedPattern::WrappedPattern;

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    mlir::LogicalResult result = inner->matchAndRewrite(op, rewriter);
    PatternTally *tally = PatternTally::getCurrent();
    if (tally && succeeded(result))
      tally->add(source,
                 getDebugName().empty() ? "a pattern without a name"
                                        : getDebugName(),
                 1);
    return result;
  }

  PatternSource source;
};
} // namespace

std::unique_ptr<mlir::RewritePattern>
pmb::makeCounting(std::unique_ptr<mlir::RewritePattern> pattern,
                  PatternSource source) {
  auto made = WrappedPattern::make<CountingPattern>(std::move(pattern));
  made->source = std::move(source);
  return made;
}

bool pmb::isCounting(mlir::MLIRContext *context) {
  return context->getLoadedDialect(countingDialect) != nullptr;
}
