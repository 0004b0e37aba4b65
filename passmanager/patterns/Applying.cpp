//===- Applying.cpp - Patterns of several parties, applied greedily -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/Applying.h"
#include "builder/diagnostics/Suggestions.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/ThirdPartyCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace pmb;
using namespace llvm;

/// Counts which patterns are applied.
class AppliedPatterns::Counter : public mlir::RewriterBase::Listener {
public:
  explicit Counter(const AppliedPatterns &applied) : applied(applied) {}

  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override {
    if (failed(status))
      return;
    auto it = applied.owners.find(&pattern);
    // Of the patterns in PDL it is not known whose they are, unless only one
    // set has some.
    unsigned owner = it != applied.owners.end() ? it->second
                     : applied.withPDL.size() == 1
                         ? applied.withPDL.front()
                         : unsigned(applied.sets.size());
    std::string name = "'" + pattern.getDebugName().str() + "'";
    if (pattern.getDebugName().empty())
      name = it != applied.owners.end() ? "a pattern without a name"
                                        : "a pattern in PDL";
    ++counts[{owner, name}];
  }

  bool empty() const { return counts.empty(); }

  /// Calls `visit` with each set of which a pattern was applied, with the total
  /// and one text for the patterns: `'Fold' 2 times`.
  void forEachSet(
      function_ref<void(unsigned, unsigned, const std::string &)> visit) const {
    for (auto it = counts.begin(); it != counts.end();) {
      unsigned owner = it->first.first, total = 0;
      std::string text;
      for (; it != counts.end() && it->first.first == owner; ++it) {
        total += it->second;
        text += (text.empty() ? "" : ", ") + it->first.second + " " +
                std::to_string(it->second) +
                (it->second == 1 ? " time" : " times");
      }
      visit(owner, total, text);
    }
  }

  std::string describe(unsigned owner) const { return getSource(owner).str(); }

  /// Adds all sets, also those of which no pattern was applied.
  void addTo(PatternTally &tally) const {
    for (const Contribution &set : applied.sets)
      tally.add(set.getSource(), "", 0);
    for (const auto &[ownerAndName, times] : counts)
      tally.add(getSource(ownerAndName.first),
                StringRef(ownerAndName.second).trim('\''), times);
  }

private:
  PatternSource getSource(unsigned owner) const {
    return owner < applied.sets.size() ? applied.sets[owner].getSource()
                                       : PatternSource();
  }

  const AppliedPatterns &applied;
  /// Sorted, so that messages are the same in each run.
  std::map<std::pair<unsigned, std::string>, unsigned> counts;
};

Expected<bool> pmb::populateLabelled(
    const Contribution &contribution, mlir::RewritePatternSet &all,
    function_ref<void(const mlir::Pattern &)> visit, bool takesPDL) {
  mlir::RewritePatternSet own(all.getContext());
  if (auto thrown =
          callThirdParty([&] { contribution.patterns->set.populate(own); }))
    return makeError(
        makeFailedPatterns("the function", contribution.str(), *thrown)
            .about(contribution.patterns->set.name));
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
        contribution, all,
        [&, index = index](const mlir::Pattern &pattern) {
          isEmpty = false;
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

mlir::LogicalResult
AppliedPatterns::run(mlir::Operation *op,
                     const RewriteSettings &settings) const {
  mlir::GreedyRewriteConfig config = settings.config;
  bool isLimited =
      config.getMaxNumRewrites() != mlir::GreedyRewriteConfig::kNoLimit;
  if (!isLimited) {
    // Two patterns that undo each other never come to the end of an iteration.
    int64_t operations = 0;
    op->walk([&](mlir::Operation *) { ++operations; });
    config.setMaxNumRewrites(
        std::max(int64_t(1) << 14, int64_t(64) * operations));
  }
  Counter counter(*this);
  PatternTally *tally = PatternTally::getCurrent();
  if (settings.counts || tally)
    config.setListener(&counter);
  mlir::LogicalResult result = applyPatternsGreedily(op, patterns, config);
  if (tally)
    counter.addTo(*tally);
  if (settings.counts && !counter.empty()) {
    mlir::InFlightDiagnostic remark = emitRemark(op->getLoc())
                                      << "patterns of " << settings.name
                                      << " that were applied";
    counter.forEachSet(
        [&](unsigned owner, unsigned total, const std::string &names) {
          remark.attachNote() << counter.describe(owner) << ": " << total
                              << " (" << names << ")";
        });
  }
  // Who limits the rewrites does not expect all of them.
  if (succeeded(result) || isLimited || !settings.mustConverge)
    return mlir::success();
  reportEndless(op, settings);
  return mlir::failure();
}

void AppliedPatterns::reportEndless(mlir::Operation *op,
                                    const RewriteSettings &settings) const {
  // What is applied now was applied all the time. The IR is lost anyway.
  Counter counter(*this);
  mlir::GreedyRewriteConfig config = settings.config;
  config.setMaxIterations(1).setMaxNumRewrites(1000).setListener(&counter);
  (void)applyPatternsGreedily(op, patterns, config);
  mlir::InFlightDiagnostic error = emitError(op->getLoc())
                                   << "the patterns of " << settings.name;
  if (!settings.owner.empty())
    error << ", which " << settings.owner << " has declared,";
  error << " do not come to an end within "
        << settings.config.getMaxIterations() << " iterations";
  // In one line, as who has no handler for diagnostics sees no notes.
  StringRef separator = "; still applied: ";
  counter.forEachSet([&](unsigned owner, unsigned, const std::string &names) {
    error << separator << counter.describe(owner) << " (" << names << ")";
    separator = ", ";
  });
  error.attachNote() << "let the patterns not undo each other, or leave one "
                        "party out with disable-patterns";
}
