//===- Repair.cpp - Choosing the fixes that are offered -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Repair.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/repair/FixTrial.h"
#include "builder/repair/Mending.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pmb;
using namespace llvm;

namespace {
using Outcome = FixTrial::Outcome;

/// A fix that helps.
struct Candidate {
  Fix fix;
  const Outcome *outcome;
  /// Nothing is left of the finding; warnings were added; errors were.
  bool isComplete, addsWarnings, addsErrors;
  /// What the check says of other passes does not count.
  bool isBlind;

  /// What is inserted makes another pass needless.
  bool takesWork() const {
    return fix.kind == Fix::Kind::Insert && outcome->takesWork;
  }
  bool isPerfect() const {
    return isComplete && !takesWork() && !outcome->mayFail &&
           !outcome->mayLeaveMore && !outcome->addsPossible &&
           (!addsWarnings || isBlind);
  }
  auto getBadness() const {
    return std::make_tuple(!isComplete, takesWork(), addsErrors, addsWarnings,
                           outcome->mayFail, outcome->mayLeaveMore,
                           outcome->addsPossible, outcome->after.errors,
                           outcome->after.warnings);
  }
};

/// An edit that does not cure the finding, and what is found after it; null if
/// it was not tried.
struct FirstEdit {
  Fix fix;
  const Outcome *outcome;
};

/// Chooses the fix of one finding after the other.
class FixChooser {
public:
  explicit FixChooser(FixTrial &trial) : trial(trial) {}

  std::optional<Candidate> choose(Diagnostic &finding);
  /// Of the moves that cure findings, takes one for others that it cures as
  /// well, if less is left then: they all come of one that stands wrong.
  /// Returns for which.
  std::vector<bool> unify(ArrayRef<Diagnostic> findings,
                          MutableArrayRef<std::optional<Candidate>> best);

private:
  std::optional<Candidate> judge(const Diagnostic &finding, const Fix &fix);
  bool consider(const Diagnostic &finding, const Fix &fix);
  void keepFirstEdit(const Fix &fix);
  void considerPairs(const Diagnostic &finding);

  FixTrial &trial;
  /// The first few fixes that were found.
  std::vector<Fix> chosen;
  std::optional<Candidate> best;
  std::vector<FirstEdit> firstEdits;
  /// What should follow is rather run once more; but it may stand where it is
  /// by the same mistake as something else.
  std::vector<Fix> followUpMoves;
  static constexpr unsigned mostOfOnePass = 2;
};
} // namespace

/// How many errors and warnings there are after an edit; many if that is not
/// known.
static std::pair<unsigned, unsigned> countFindings(const Outcome *outcome) {
  return outcome ? std::pair(outcome->after.errors, outcome->after.warnings)
                 : std::pair(~0u, ~0u);
}

/// What `fix` does for `finding`; std::nullopt if it does not help.
std::optional<Candidate> FixChooser::judge(const Diagnostic &finding,
                                           const Fix &fix) {
  const Outcome *outcome = trial.measure(fix);
  if (!outcome)
    return std::nullopt;
  // Behind what no contract describes, the check does not say which passes have
  // nothing to run on, so that moving one past it seems to make it worse.
  bool isBlind = isStatedOrder(finding) && !outcome->addsErrors &&
                 trial.movesSubjectBlindly(finding, fix);
  if (outcome->idlesPass && !isBlind)
    return std::nullopt;
  // One error less is worth a warning more.
  bool isError = finding.severity == Severity::Error;
  bool addsWarnings = !outcome->worse.empty();
  bool addsErrors = addsWarnings && (!isError || outcome->addsErrors);
  // A warning about something else that becomes certain is no further mistake,
  // nor are the casts that come of it.
  bool isCertainNow =
      !isError && all_of(outcome->worse, [&](const std::string &key) {
        return key == castItem || trial.getBefore().counts.count(key);
      });
  if (addsErrors && !isCertainNow && !trial.isOneStepOn(finding, fix, *outcome))
    return std::nullopt;
  const Tally &after = outcome->after;
  Candidate result{fix, outcome, true, addsWarnings, addsErrors, isBlind};
  bool isBetter = false, isErrorStill = false, isLeft = false;
  for (const std::string &key : Tally::getKeys(finding)) {
    if (trial.isFoundAgain(finding, key, *outcome)) {
      result.isComplete = false;
      continue;
    }
    auto now = after.counts.find(key);
    isLeft |= now != after.counts.end();
    const Tally::Count &then = trial.getBefore().counts.find(key)->second;
    if (now == after.counts.end() || now->second.times < then.times) {
      isBetter = true;
    } else {
      isBetter |= now->second.errors < then.errors ||
                  now->second.getExpected() < then.getExpected();
      isErrorStill |= now->second.errors != 0;
      result.isComplete = false;
    }
  }
  if (!isBetter ||
      (addsWarnings && !result.isComplete && (addsErrors || isErrorStill)))
    return std::nullopt;
  // On inputs that are not expected, a step further is enough; to exchange one
  // such input for another is not.
  if (finding.code == DiagnosticCode::OnPossibleInput &&
      (outcome->mayFail || outcome->isExchange ||
       (outcome->addsPossible && !result.isComplete)))
    return std::nullopt;
  // What makes another pass needless only silences what it does not cure.
  if (result.takesWork() && !result.isComplete)
    return std::nullopt;
  // In front of what leaves it, nothing lowers it.
  if ((result.takesWork() || isLeft) && trial.comesTooEarly(finding, fix))
    return std::nullopt;
  return result;
}

/// Keeps an edit that came to nothing: with another it may be a fix.
void FixChooser::keepFirstEdit(const Fix &fix) {
  const Outcome *outcome = trial.measure(fix);
  // Of those of a pass that were not tried, because there were enough trials,
  // no more are looked at.
  auto isUntried = [&](const FirstEdit &edit) {
    return !edit.outcome && edit.fix.pass == fix.pass;
  };
  if (!outcome && firstEdits.size() >= mostOfOnePass &&
      all_of(ArrayRef(firstEdits).take_back(mostOfOnePass), isUntried))
    return;
  firstEdits.push_back({fix, outcome});
}

/// Tries `fix`, or what it stands for; true if no other needs to be tried.
bool FixChooser::consider(const Diagnostic &finding, const Fix &fix) {
  if (isAnywhere(fix)) {
    // Where nothing more may be tried, what was tried for others may do; but
    // not all places are looked at for each of many findings.
    unsigned leftToSee = 64;
    bool isFound = false;
    trial.visitPlaces(fix, [&](const Fix &there) {
      isFound = consider(finding, there);
      return isFound || (!trial.mayTry() && !leftToSee--);
    });
    return isFound;
  }
  std::optional<Candidate> result = judge(finding, fix);
  if (!result) {
    if (fix.then.empty() && finding.severity == Severity::Error)
      keepFirstEdit(fix);
    return false;
  }
  bool isPerfect = result->isPerfect();
  if (!best || result->getBadness() < best->getBadness())
    best = std::move(result);
  return isPerfect;
}

/// Tries the first edits that came to nothing with a second one.
void FixChooser::considerPairs(const Diagnostic &finding) {
  constexpr unsigned most = 4;
  std::vector<FirstEdit> ordered = std::move(firstEdits);
  firstEdits.clear();
  llvm::stable_sort(ordered, [](const FirstEdit &a, const FirstEdit &b) {
    return countFindings(a.outcome) < countFindings(b.outcome);
  });
  StringMap<unsigned> timesTried;
  unsigned firsts = 0;
  trial.beginFinding(/*trials=*/64);
  for (const FirstEdit &first : ordered) {
    if (timesTried[first.fix.pass]++ >= mostOfOnePass)
      continue;
    if (firsts++ == most || !trial.mayTry())
      break;
    for (Fix &second : trial.findSecondEdits(finding, first.fix)) {
      Fix both = first.fix;
      both.message += ", then " + second.message;
      both.then.push_back(std::move(second));
      if (consider(finding, both))
        return;
    }
  }
}

std::optional<Candidate> FixChooser::choose(Diagnostic &finding) {
  bool isError = finding.severity == Severity::Error;
  trial.beginFinding(isError ? 64 : 32);
  best.reset();
  std::vector<Fix> guesses = std::move(finding.alternatives);
  if (finding.fix)
    guesses.insert(guesses.begin(), *finding.fix);
  if (finding.code == DiagnosticCode::MissingFollowUp)
    copy_if(guesses, std::back_inserter(followUpMoves), [](const Fix &fix) {
      return fix.kind == Fix::Kind::Move && !isAnywhere(fix);
    });
  // What cures another finding often cures this one; that costs nothing, and
  // trying all places costs most.
  auto anywhere =
      std::stable_partition(guesses.begin(), guesses.end(),
                            [](const Fix &fix) { return !isAnywhere(fix); });
  guesses.insert(anywhere, chosen.begin(), chosen.end());
  firstEdits.clear();
  for (const Fix &fix : guesses)
    if (consider(finding, fix))
      break;
  if (!best && isError)
    considerPairs(finding);
  constexpr size_t fewest = 8;
  if (best && chosen.size() < fewest)
    chosen.push_back(best->fix);
  return best;
}

/// Folds what `cure` cures, unless that was folded before. `roots` are the
/// findings that it is the fix of.
static void fold(std::vector<Diagnostic> &findings, const Outcome &cure,
                 ArrayRef<size_t> roots, std::vector<bool> &isFolded) {
  auto isCured = [&](size_t index) {
    return !isFolded[index] && findings[index].severity >= Severity::Warning &&
           none_of(Tally::getKeys(findings[index]),
                   [&](const std::string &key) {
                     return cure.after.counts.count(key);
                   }) &&
           none_of(findings[index].items, [&](const std::string &item) {
             return cure.stays.contains(item);
           });
  };
  Diagnostic *root = nullptr;
  for (size_t index : roots)
    if (isCured(index) && findings[index].follows.empty() &&
        (!root || findings[index].severity > root->severity))
      root = &findings[index];
  if (!root)
    return;
  // A stated order says more than the consequences of breaking it.
  if (!isStatedOrder(*root))
    for (size_t i = 0; i < findings.size(); ++i)
      if (isStatedOrder(findings[i]) && isCured(i) &&
          findings[i].follows.empty() &&
          findings[i].severity == root->severity) {
        findings[i].fix = root->fix;
        root = &findings[i];
        break;
      }
  for (size_t i = 0; i < findings.size(); ++i) {
    Diagnostic &other = findings[i];
    if (&other == root || other.severity > root->severity ||
        !other.follows.empty() || !isCured(i))
      continue;
    isFolded[i] = true;
    root->follows.push_back(std::move(other));
  }
}

std::vector<bool>
FixChooser::unify(ArrayRef<Diagnostic> findings,
                  MutableArrayRef<std::optional<Candidate>> best) {
  constexpr size_t most = 8;
  std::vector<Fix> fixes = std::move(followUpMoves);
  erase_if(fixes, [&](const Fix &fix) {
    return none_of(findings, [&](const Diagnostic &finding) {
      return finding.severity >= Severity::Warning && finding.node &&
             finding.node->name == fix.pass &&
             finding.node->position == fix.passPosition;
    });
  });
  fixes.resize(std::min(fixes.size(), most));
  SmallVector<const Outcome *> known;
  for (auto [finding, one] : zip(findings, best))
    if (one && one->isPerfect() && known.size() < most &&
        (one->fix.kind == Fix::Kind::Move || isStatedOrder(finding)) &&
        !is_contained(known, one->outcome)) {
      known.push_back(one->outcome);
      fixes.push_back(one->fix);
    }
  trial.beginFinding(/*trials=*/most);
  std::vector<bool> isOther(findings.size());
  for (size_t i = 0; i < findings.size(); ++i)
    for (const Fix &fix : fixes) {
      std::optional<Candidate> &own = best[i];
      if (!own || !own->isComplete)
        continue;
      std::optional<Candidate> better = judge(findings[i], fix);
      if (!better || !better->isPerfect() ||
          countFindings(better->outcome) >= countFindings(own->outcome))
        continue;
      own = std::move(better);
      isOther[i] = true;
    }
  return isOther;
}

void pmb::repair(const PipelineImpl &pipeline,
                 std::vector<Diagnostic> &findings) {
  if (none_of(findings, [](const Diagnostic &finding) {
        return finding.fix || !finding.alternatives.empty();
      }))
    return;
  FixTrial trial(pipeline, findings);
  FixChooser chooser(trial);
  // By the first finding that a fix was chosen for.
  MapVector<const Outcome *, SmallVector<size_t, 2>> cures;
  std::vector<std::optional<Candidate>> best(findings.size());
  // What is offered for a remark is not tried.
  for (auto [index, finding] : enumerate(findings))
    if (finding.severity >= Severity::Warning)
      best[index] = chooser.choose(finding);
  std::vector<bool> isOther = chooser.unify(findings, best);
  for (auto [index, finding] : enumerate(findings)) {
    finding.fix.reset();
    finding.alternatives.clear();
    if (!best[index])
      continue;
    finding.fix = std::move(best[index]->fix);
    finding.fix->isUnsafe = !isSafe(*finding.fix, pipeline);
  }
  // What a fix was chosen for says more than what it cures as well.
  for (bool isAmongOthers : {false, true})
    for (size_t index = 0; index < findings.size(); ++index)
      if (best[index] && isOther[index] == isAmongOthers)
        cures[best[index]->outcome].push_back(index);
  // What cures more goes first, and of what cures as much, one edit alone.
  auto ordered = cures.takeVector();
  auto rank = [&](const auto &cure) {
    const Tally &after = cure.first->after;
    return std::make_pair(after.errors + after.warnings,
                          findings[cure.second.front()].fix->then.size());
  };
  llvm::stable_sort(
      ordered, [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
  std::vector<bool> isFolded(findings.size());
  for (const auto &[cure, roots] : ordered)
    fold(findings, *cure, roots, isFolded);
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isFolded[index++]; });
}
