//===- PatternCounter.cpp - Hears what becomes of patterns ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Transforms/DialectConversion.h"
#include "passmanager/patterns/OwnedPatterns.h"
#include "passmanager/patterns/PatternReasons.h"
#include "passmanager/patterns/WrappedPattern.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

static LLVM_THREAD_LOCAL PatternCounter *watching = nullptr;

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

void PatternReasons::add(const PatternReasons &later) {
  for (const auto &[source, patterns] : later.reasons)
    for (const auto &[pattern, ofPattern] : patterns)
      for (const auto &[key, seen] : ofPattern) {
        Seen &sum = reasons[source][pattern][key];
        sum.times += seen.times;
        if (!sum.first)
          sum.first = seen.first;
      }
}

void PatternReasons::add(const PatternSource &source, StringRef pattern,
                         StringRef op, StringRef reason,
                         mlir::Location location) {
  Seen &seen = reasons[source][pattern.str()][{op.str(), reason.str()}];
  ++seen.times;
  if (!seen.first)
    seen.first = location;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

PatternCounter::PatternCounter(const OwnedPatterns &owned, bool takesNames)
    : owned(owned), takesNames(takesNames),
      reasons(PatternReasons::getCurrent()), takesAttempts(reasons) {}

PatternCounter::~PatternCounter() {
  if (target)
    watching = before;
}

void PatternCounter::watchConversion(const mlir::ConversionTarget &ofRun) {
  target = &ofRun;
  before = std::exchange(watching, this);
}

PatternCounter *PatternCounter::getWatching() { return watching; }

void PatternCounter::notifyPatternBegin(const mlir::Pattern &pattern,
                                        mlir::Operation *op) {
  if (takesAttempts)
    open.push_back({&pattern, op->getName(), op->getLoc()});
}

void PatternCounter::notifyMatchFailure(
    mlir::Location location, function_ref<void(mlir::Diagnostic &)> explain) {
  if (open.empty())
    return;
  mlir::Diagnostic diagnostic(location, mlir::DiagnosticSeverity::Remark);
  explain(diagnostic);
  open.back().reason = diagnostic.str();
}

void PatternCounter::noteMade(mlir::Operation *op) {
  if (open.empty() || target->isLegal(op))
    return;
  std::string name = "'" + op->getName().getStringRef().str() + "'";
  std::string &reason = open.back().reason;
  if (!StringRef(reason).contains(name))
    reason += (reason.empty() ? "it makes " : " and ") + name;
}

void PatternCounter::notifyPatternEnd(const mlir::Pattern &pattern,
                                      mlir::LogicalResult status) {
  if (!open.empty()) {
    Attempt attempt = open.back();
    open.pop_back();
    attempt.isApplied = succeeded(status);
    finish(std::move(attempt));
  }
  if (failed(status))
    return;
  ++(pattern.hasBoundedRewriteRecursion() ? bounded : unbounded);
  if (takesNames)
    ++counts[owned.getSource(pattern)][owned.describe(pattern)];
}

void PatternCounter::finish(Attempt attempt) {
  if (reasons && !attempt.isApplied)
    reasons->add(owned.getSource(*attempt.pattern),
                 StringRef(owned.describe(*attempt.pattern)).trim('\''),
                 attempt.name.getStringRef(), attempt.reason, attempt.location);
}

void PatternCounter::forEachSet(
    function_ref<void(const PatternSource &, uint64_t, const std::string &)>
        visit) const {
  auto visitSource = [&](const PatternSource &source) {
    auto it = counts.find(source);
    if (it == counts.end())
      return;
    uint64_t total = 0;
    SmallVector<std::string> texts;
    for (const auto &[name, times] : it->second) {
      total += times;
      texts.push_back(name + " " + std::to_string(times) +
                      (times == 1 ? " time" : " times"));
    }
    visit(source, total, join(texts, ", "));
  };
  for (const Contribution &set : owned.sets)
    visitSource(set.getSource());
  visitSource(PatternSource());
}

void PatternCounter::addTo(PatternTally &tally) const {
  for (const Contribution &set : owned.sets)
    tally.add(set.getSource(), "", 0);
  for (const auto &[source, patterns] : counts)
    for (const auto &[name, times] : patterns)
      tally.add(source, StringRef(name).trim('\''), times);
}

void PatternCounter::remark(mlir::Operation *op, StringRef name) const {
  if (empty())
    return;
  mlir::InFlightDiagnostic remark = emitRemark(op->getLoc())
                                    << "patterns of " << name
                                    << " that were applied";
  forEachSet([&](const PatternSource &set, uint64_t total,
                 const std::string &names) {
    remark.attachNote() << set.str() << ": " << total << " (" << names << ")";
  });
}

//===----------------------------------------------------------------------===//
// Patterns of conversions
//===----------------------------------------------------------------------===//

namespace {
/// Hears what the driver of a conversion keeps to itself in a release build.
class WatchedRewrites : public mlir::RewriterBase::ForwardingListener {
public:
  WatchedRewrites(mlir::OpBuilder::Listener *driver, PatternCounter &counter)
      : ForwardingListener(driver), counter(counter) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    ForwardingListener::notifyOperationInserted(op, previous);
    // Without a place from where, it is new.
    if (!previous.isSet())
      made.push_back(op);
  }
  void
  notifyMatchFailure(mlir::Location location,
                     function_ref<void(mlir::Diagnostic &)> explain) override {
    ForwardingListener::notifyMatchFailure(location, explain);
    counter.notifyMatchFailure(location, explain);
  }

  /// The driver keeps operations until the conversion is through.
  void noteMade() const {
    for (mlir::Operation *op : made)
      counter.noteMade(op);
  }

private:
  PatternCounter &counter;
  SmallVector<mlir::Operation *> made;
};

class WatchedPattern : public WrappedPattern {
public:
  using WrappedPattern::WrappedPattern;

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    PatternCounter *counter = PatternCounter::getWatching();
    if (!counter)
      return inner->matchAndRewrite(op, rewriter);
    mlir::OpBuilder::Listener *driver = rewriter.getListener();
    WatchedRewrites watched(driver, *counter);
    rewriter.setListener(&watched);
    mlir::LogicalResult result = inner->matchAndRewrite(op, rewriter);
    rewriter.setListener(driver);
    if (succeeded(result))
      watched.noteMade();
    return result;
  }
};
} // namespace

std::unique_ptr<mlir::RewritePattern>
pmb::makeWatched(std::unique_ptr<mlir::RewritePattern> pattern,
                 mlir::PatternBenefit benefit) {
  return WrappedPattern::make<WatchedPattern>(std::move(pattern), benefit);
}
