//===- PatternTally.cpp - Which patterns of whom were applied -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/PatternTally.h"
#include "mlir/IR/MLIRContext.h"
#include "passmanager/patterns/WrappedPattern.h"
#include "llvm/Support/Compiler.h"

using namespace pmb;
using namespace llvm;

static LLVM_THREAD_LOCAL PatternTally *current = nullptr;

std::string PatternSource::str() const {
  if (!dialect.empty())
    return "dialect '" + dialect + "'";
  if (set.empty())
    return "several sets";
  return "'" + set + "'" + (origin.empty() ? "" : " of " + origin);
}

PatternTally *PatternTally::getCurrent() { return current; }

void PatternTally::enter() {
  auto *tally = new PatternTally;
  tally->around = current;
  current = tally;
}

PatternTally::Counts PatternTally::leave() {
  std::unique_ptr<PatternTally> tally(current);
  current = tally->around;
  return std::move(tally->counts);
}

void PatternTally::add(const PatternSource &source, StringRef pattern,
                       uint64_t times) {
  auto &patterns = counts[source];
  if (times)
    patterns[pattern.str()] += times;
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
