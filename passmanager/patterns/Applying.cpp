//===- Applying.cpp - Patterns of several parties, applied greedily -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/Applying.h"
#include "builder/diagnostics/Suggestions.h"
#include "mlir/Transforms/DialectConversion.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/ThirdPartyCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <cstring>
#include <map>

using namespace pmb;
using namespace llvm;

/// Counts which patterns are applied.
class AppliedPatterns::Counter : public mlir::RewriterBase::Listener {
public:
  /// Unless it `takesNames`, it counts only how many have bounded recursion.
  explicit Counter(const AppliedPatterns &applied, bool takesNames = true)
      : applied(applied), takesNames(takesNames) {}

  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override {
    if (failed(status))
      return;
    ++(pattern.hasBoundedRewriteRecursion() ? bounded : unbounded);
    if (!takesNames)
      return;
    auto it = applied.owners.find(&pattern);
    // The set of a pattern in PDL is not known, unless only one
    // set has some.
    unsigned owner = it != applied.owners.end() ? it->second
                     : applied.withPDL.size() == 1
                         ? applied.withPDL.front()
                         : unsigned(applied.sets.size());
    std::string name = "'" + pattern.getDebugName().str() + "'";
    if (pattern.getDebugName().empty())
      name = it != applied.owners.end() ? "a pattern without a name"
                                        : "a pattern in PDL";
    ++counts[owner][name];
  }

  bool empty() const { return counts.empty(); }
  /// Applications of patterns with bounded recursion, and of others.
  int64_t bounded = 0, unbounded = 0;

  /// Calls `visit` with each set of which a pattern was applied, with the total
  /// and one text for the patterns: `'Fold' 2 times`.
  void forEachSet(
      function_ref<void(const std::string &, unsigned, const std::string &)>
          visit) const {
    for (const auto &[owner, patterns] : counts) {
      unsigned total = 0;
      SmallVector<std::string> texts;
      for (const auto &[name, times] : patterns) {
        total += times;
        texts.push_back(name + " " + std::to_string(times) +
                        (times == 1 ? " time" : " times"));
      }
      visit(getSource(owner).str(), total, join(texts, ", "));
    }
  }

  /// Adds all sets, also those of which no pattern was applied.
  void addTo(PatternTally &tally) const {
    for (const Contribution &set : applied.sets)
      tally.add(set.getSource(), "", 0);
    for (const auto &[owner, patterns] : counts)
      for (const auto &[name, times] : patterns)
        tally.add(getSource(owner), StringRef(name).trim('\''), times);
  }

private:
  PatternSource getSource(unsigned owner) const {
    return owner < applied.sets.size() ? applied.sets[owner].getSource()
                                       : PatternSource();
  }

  const AppliedPatterns &applied;
  const bool takesNames;
  /// Sorted, so that messages are the same in each run.
  std::map<unsigned, std::map<std::string, unsigned>> counts;
};

namespace {
/// A conversion pattern, to learn what others have in common with it.
struct SomeConversion : mlir::ConversionPattern {
  explicit SomeConversion(mlir::MLIRContext *context)
      : ConversionPattern(MatchAnyOpTypeTag(), 1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *, ArrayRef<mlir::Value>,
                  mlir::ConversionPatternRewriter &) const override {
    return mlir::failure();
  }
};
} // namespace

/// The function of `pattern` that a driver calls; null where it is not known
/// how virtual functions are called.
static const void *getMatchFunction(const mlir::RewritePattern &pattern) {
#if defined(__GXX_ABI_VERSION)
  // In the C++ ABI of Itanium a pointer to a virtual member is one more than
  // the offset of its entry in the table; on ARM it is the offset.
  mlir::LogicalResult (mlir::RewritePattern::*match)(mlir::Operation *,
                                                     mlir::PatternRewriter &)
      const = &mlir::RewritePattern::matchAndRewrite;
  ptrdiff_t offset;
  std::memcpy(&offset, &match, sizeof(offset));
  const char *table;
  std::memcpy(&table, static_cast<const void *>(&pattern), sizeof(table));
  const void *function;
  std::memcpy(&function, table + (offset & ~ptrdiff_t(1)), sizeof(function));
  return function;
#else
  (void)pattern;
  return nullptr;
#endif
}

/// Whether it needs the rewriter of a dialect conversion, and brings down the
/// process with that of a greedy driver. LLVM may be built without what tells
/// classes, but all conversion patterns share a function that is final.
static bool isConversion(const mlir::RewritePattern &pattern) {
  const void *match = getMatchFunction(pattern);
  return match &&
         match == getMatchFunction(SomeConversion(pattern.getContext()));
}

Expected<bool>
pmb::populateLabelled(const Contribution &contribution, StringRef place,
                      mlir::RewritePatternSet &all,
                      function_ref<void(const mlir::Pattern &)> visit,
                      bool takesPDL) {
  mlir::RewritePatternSet own(all.getContext());
  if (auto thrown =
          callThirdParty([&] { contribution.patterns->set.populate(own); }))
    return makeError(
        makeFailedPatterns("the function", contribution.str(), *thrown)
            .about(contribution.patterns->set.name));
  for (auto &pattern : own.getNativePatterns())
    if (isConversion(*pattern))
      return makeError(
          Diagnostic(DiagnosticCode::FailedPatterns,
                     "'" + pattern->getDebugName().str() +
                         "' of the patterns " + contribution.str() +
                         " is a conversion pattern, and " + place.str() +
                         " applies patterns greedily")
              .about(contribution.patterns->set.name)
              .help("write it as an mlir::OpRewritePattern, or run the "
                    "conversion in a pass"));
  // Patterns only refer to their labels; the context has them for ever.
  SmallVector<StringRef, 2> labels;
  for (StringRef label : {StringRef(contribution.patterns->set.name),
                          StringRef(contribution.party)})
    if (!label.empty())
      labels.push_back(mlir::StringAttr::get(all.getContext(), label));
  for (auto &pattern : own.getNativePatterns()) {
    pattern->addDebugLabels(labels);
    visit(*pattern);
    all.add(std::move(pattern));
  }
  bool hasPDL = takesPDL && own.getPDLPatterns().getModule();
  if (hasPDL)
    all.add(std::move(own.getPDLPatterns()));
  return hasPDL;
}

/// Warns of what names no pattern, so that nothing is left out silently that
/// should be applied, or the other way round.
static void checkLabels(mlir::MLIRContext *context, StringRef option,
                        StringRef slot, ArrayRef<std::string> labels,
                        const StringSet<> &known) {
  for (const std::string &label : labels) {
    if (known.contains(label))
      continue;
    std::string near =
        suggestNames(label, SmallVector<StringRef>(known.keys()));
    mlir::InFlightDiagnostic warning =
        emitWarning(mlir::UnknownLoc::get(context));
    warning << "'" << option << "' of " << slot << " names '" << label
            << "', which is no party, set or pattern there";
    if (!near.empty())
      warning.attachNote() << didYouMean(near);
  }
}

std::shared_ptr<const AppliedPatterns> AppliedPatterns::make(
    mlir::MLIRContext *context, StringRef slot, std::vector<Contribution> sets,
    ArrayRef<std::string> disabled, ArrayRef<std::string> enabled) {
  auto result = std::make_shared<AppliedPatterns>();
  result->sets = std::move(sets);
  mlir::RewritePatternSet all(context);
  StringSet<> known;
  for (auto [index, contribution] : enumerate(result->sets)) {
    StringRef name = contribution.patterns->set.name;
    StringRef party = contribution.party;
    auto isNamed = [&](ArrayRef<std::string> labels) {
      return is_contained(labels, name) ||
             (!party.empty() && is_contained(labels, party));
    };
    known.insert(name);
    known.insert(party);
    bool takesPDL = !isNamed(disabled) && (enabled.empty() || isNamed(enabled));
    bool isEmpty = true;
    Expected<bool> hasPDL = populateLabelled(
        contribution, slot, all,
        [&, index = index](const mlir::Pattern &pattern) {
          isEmpty = false;
          bool isBounded = pattern.hasBoundedRewriteRecursion();
          result->isSomeBounded |= isBounded;
          result->areAllBounded &= isBounded;
          result->owners[&pattern] = index;
          known.insert(pattern.getDebugName());
          for (StringRef label : pattern.getDebugLabels())
            known.insert(label);
        },
        takesPDL);
    if (!hasPDL) {
      (void)emitErrors(mlir::UnknownLoc::get(context), hasPDL.takeError());
      return nullptr;
    }
    result->areAllBounded &= !*hasPDL;
    if (*hasPDL)
      result->withPDL.push_back(index);
    else if (isEmpty && takesPDL)
      emitWarning(mlir::UnknownLoc::get(context))
          << "the patterns " << contribution.str()
          << " are none: their function adds nothing";
  }
  checkLabels(context, "disable-patterns", slot, disabled, known);
  checkLabels(context, "enable-patterns", slot, enabled, known);
  result->patterns =
      mlir::FrozenRewritePatternSet(std::move(all), disabled, enabled);
  return result;
}

/// Names the sets of patterns in the stack trace of a crash.
class AppliedPatterns::Trace : public PrettyStackTraceEntry {
public:
  Trace(const AppliedPatterns &applied, StringRef name)
      : applied(applied), name(name) {}
  void print(raw_ostream &os) const override {
    os << "Applying the patterns of " << name;
    StringRef separator = ": ";
    for (const Contribution &set : applied.sets)
      os << std::exchange(separator, ", ") << set.str();
    os << '\n';
  }

private:
  const AppliedPatterns &applied;
  StringRef name;
};

mlir::LogicalResult
AppliedPatterns::run(mlir::Operation *op,
                     const RewriteSettings &settings) const {
  Trace trace(*this, settings.name);
  constexpr int64_t none = mlir::GreedyRewriteConfig::kNoLimit;
  mlir::GreedyRewriteConfig config = settings.config;
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
  Counter counter(*this, takesNames);
  if (takesNames || (isSomeBounded && limit != none))
    config.setListener(&counter);
  // Patterns with bounded recursion come to an end. If they have used up the
  // limit, the others get what is left of theirs.
  mlir::LogicalResult result = mlir::failure();
  do {
    counter.bounded = 0;
    result = applyPatternsGreedily(op, patterns, config);
  } while (failed(result) && !isLimited && limit != none &&
           counter.bounded >= limit && counter.unbounded < limit);
  if (tally)
    counter.addTo(*tally);
  if (settings.counts && !counter.empty()) {
    mlir::InFlightDiagnostic remark = emitRemark(op->getLoc())
                                      << "patterns of " << settings.name
                                      << " that were applied";
    counter.forEachSet(
        [&](const std::string &set, unsigned total, const std::string &names) {
          remark.attachNote() << set << ": " << total << " (" << names << ")";
        });
  }
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
  Counter counter(*this);
  mlir::GreedyRewriteConfig config = settings.config;
  config.setMaxIterations(1).setMaxNumRewrites(1000).setListener(&counter);
  if (succeeded(applyPatternsGreedily(op, patterns, config)))
    return mlir::success();
  mlir::InFlightDiagnostic error = emitError(op->getLoc())
                                   << "the patterns of " << settings.name;
  if (!settings.owner.empty())
    error << ", which " << settings.owner << " has declared,";
  error << " do not come to an end within "
        << settings.config.getMaxIterations() << " iterations";
  if (maxNumRewrites != mlir::GreedyRewriteConfig::kNoLimit)
    error << " of " << maxNumRewrites << " rewrites";
  // In one line: MLIR shows notes only to handlers of diagnostics.
  StringRef separator = "; still applied: ";
  counter.forEachSet(
      [&](const std::string &set, unsigned, const std::string &names) {
        error << std::exchange(separator, ", ") << set << " (" << names << ")";
      });
  error.attachNote() << "let the patterns not undo each other, or leave one "
                        "party out with disable-patterns; a pattern that comes "
                        "to an end after more rewrites says so with "
                        "setHasBoundedRewriteRecursion()";
  return mlir::failure();
}
