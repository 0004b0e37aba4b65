//===- PatternTally.cpp - Which patterns of whom were applied -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/PatternTally.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/PatternMatch.h"
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
class CountingPattern : public mlir::RewritePattern {
public:
  using Inner = std::unique_ptr<mlir::RewritePattern>;

  static Inner make(Inner inner, PatternSource source) {
    const mlir::RewritePattern &old = *inner;
    CountingPattern *made;
    if (auto name = old.getRootKind())
      made = new CountingPattern(old, name->getStringRef());
    else if (auto interface = old.getRootInterfaceID())
      made = new CountingPattern(old, MatchInterfaceOpTypeTag(), *interface);
    else if (auto trait = old.getRootTraitID())
      made = new CountingPattern(old, MatchTraitOpTypeTag(), *trait);
    else
      made = new CountingPattern(old, MatchAnyOpTypeTag());
    made->inner = std::move(inner);
    made->source = std::move(source);
    return Inner(made);
  }

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

private:
  template <typename... RootT>
  CountingPattern(const mlir::RewritePattern &old, RootT... root)
      : RewritePattern(root..., old.getBenefit(), old.getContext(),
                       getGenerated(old)) {
    setDebugName(old.getDebugName());
    addDebugLabels(old.getDebugLabels());
    setHasBoundedRewriteRecursion(old.hasBoundedRewriteRecursion());
  }

  static SmallVector<StringRef> getGenerated(const mlir::RewritePattern &old) {
    SmallVector<StringRef> names;
    for (mlir::OperationName name : old.getGeneratedOps())
      names.push_back(name.getStringRef());
    return names;
  }

  Inner inner;
  PatternSource source;
};
} // namespace

std::unique_ptr<mlir::RewritePattern>
pmb::makeCounting(std::unique_ptr<mlir::RewritePattern> pattern,
                  PatternSource source) {
  return CountingPattern::make(std::move(pattern), std::move(source));
}

bool pmb::isCounting(mlir::MLIRContext *context) {
  return context->getLoadedDialect(countingDialect) != nullptr;
}
