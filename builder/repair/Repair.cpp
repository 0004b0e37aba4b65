//===- Repair.cpp - Choosing the fixes that are offered -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Repair.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/passes/OptionScope.h"
#include "builder/repair/FixTrial.h"
#include "builder/repair/Mending.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
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

  /// What is inserted makes another pass needless.
  bool takesWork() const {
    return fix.kind == Fix::Kind::Insert && outcome->takesWork;
  }
  bool isPerfect() const {
    return isComplete && !addsWarnings && !takesWork() &&
           !outcome->mayLeaveMore;
  }
  auto getBadness() const {
    return std::make_tuple(!isComplete, takesWork(), addsErrors, addsWarnings,
                           outcome->mayLeaveMore, outcome->after.errors,
                           outcome->after.warnings);
  }
};

/// An edit that does not cure the finding, and how many errors and warnings
/// there are with it; `unknown` if it was not tried.
struct FirstEdit {
  static constexpr unsigned unknown = ~0u;
  unsigned errors = unknown, warnings = unknown;
  Fix fix;
};

/// Chooses the fix of one finding after the other.
class FixChooser {
public:
  explicit FixChooser(FixTrial &trial) : trial(trial) {}

  std::optional<Candidate> choose(Diagnostic &finding);

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
  static constexpr unsigned mostOfOnePass = 2;
};
} // namespace

/// What `fix` does for `finding`; std::nullopt if it does not help.
std::optional<Candidate> FixChooser::judge(const Diagnostic &finding,
                                           const Fix &fix) {
  const Outcome *outcome = trial.measure(fix);
  if (!outcome || outcome->idlesPass)
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
  Candidate result{fix, outcome, true, addsWarnings, addsErrors};
  bool isBetter = false, isErrorStill = false;
  for (const std::string &key : Tally::getKeys(finding)) {
    auto now = after.counts.find(key);
    const Tally::Count &then = trial.getBefore().counts.find(key)->second;
    if (now == after.counts.end() || now->second.times < then.times) {
      isBetter = true;
    } else {
      isBetter |= now->second.worst < then.worst;
      isErrorStill |= now->second.worst == Severity::Error;
      result.isComplete = false;
    }
  }
  if (!isBetter ||
      (addsWarnings && !result.isComplete && (addsErrors || isErrorStill)))
    return std::nullopt;
  // What makes another pass needless only silences what it does not cure.
  if (result.takesWork() && !result.isComplete)
    return std::nullopt;
  return result;
}

/// Keeps an edit that came to nothing: with another it may be a fix.
void FixChooser::keepFirstEdit(const Fix &fix) {
  const Outcome *outcome = trial.measure(fix);
  // Of those of a pass that were not tried, because there were enough trials,
  // no more are looked at.
  auto isUntried = [&](const FirstEdit &edit) {
    return edit.errors == FirstEdit::unknown && edit.fix.pass == fix.pass;
  };
  if (!outcome && firstEdits.size() >= mostOfOnePass &&
      all_of(ArrayRef(firstEdits).take_back(mostOfOnePass), isUntried))
    return;
  FirstEdit &edit = firstEdits.emplace_back();
  edit.fix = fix;
  if (outcome) {
    edit.errors = outcome->after.errors;
    edit.warnings = outcome->after.warnings;
  }
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
    return std::make_pair(a.errors, a.warnings) <
           std::make_pair(b.errors, b.warnings);
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
  trial.beginFinding(isError ? 64 : 16);
  best.reset();
  std::vector<Fix> guesses = std::move(finding.alternatives);
  if (finding.fix)
    guesses.insert(guesses.begin(), *finding.fix);
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
  for (size_t i = 0; i < findings.size(); ++i) {
    Diagnostic &other = findings[i];
    if (&other == root || other.severity > root->severity ||
        !other.follows.empty() || !isCured(i))
      continue;
    isFolded[i] = true;
    root->follows.push_back(std::move(other));
  }
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
  for (auto [index, finding] : enumerate(findings)) {
    std::optional<Candidate> best;
    // What is offered for a remark is not tried.
    if (finding.severity >= Severity::Warning)
      best = chooser.choose(finding);
    finding.fix.reset();
    finding.alternatives.clear();
    if (best) {
      finding.fix = std::move(best->fix);
      finding.fix->isUnsafe = !isSafe(*finding.fix, pipeline);
      cures[best->outcome].push_back(index);
    }
  }
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

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// Tries fixes of names on a copy of the pipeline.
class NameFixes {
public:
  explicit NameFixes(const PipelineImpl &pipeline)
      : copy(pipeline, PipelineImpl::Trial()) {
    for (const Node &node : copy.getPasses())
      passes.push_back(&node);
  }

  /// Whether `fix` can be made, and makes nothing worse. Chooses the nest of a
  /// pass.
  bool helps(Fix &fix);
  /// Lets the fix of the first of several neighbours remove the others.
  void mergeNeighbours(std::vector<Diagnostic> &findings);

private:
  struct Replacement {
    bool isMade = false;
    /// What comes makes operations such as that of the nest, which have no
    /// place in it.
    bool leavesNest = false;
  };
  Replacement tryReplacing(const Fix &fix);
  const Replacement &replace(const Fix &fix);
  Diagnostic *getReplaced(const Node &node,
                          std::vector<Diagnostic> &findings) const;

  PipelineImpl copy;
  /// Those of the copy, which is as it was after each trial.
  std::vector<const Node *> passes;
  /// Of a name that is wrong in many places, only one is tried: by what goes,
  /// what comes and its options, where, and what it may be forbidden by.
  std::map<std::tuple<std::string, std::string, std::string, std::string,
                      const AnchorPath *, const BundleInstance *, const Pin *>,
           Replacement>
      replacements;
  std::optional<Tally> before;
};
} // namespace

/// Whether the contract of `pass` says that it adds operations called `op`.
static bool makesOperation(const PassDescriptor &pass, StringRef op) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return is_contained(entry.to, op) || is_contained(entry.sometimes, op);
  });
}

NameFixes::Replacement NameFixes::tryReplacing(const Fix &fix) {
  Replacement result;
  Trial::attempt(copy.list, [&] {
    size_t size = copy.list.size();
    if (Error error = copy.applyStep(fix)) {
      consumeError(std::move(error));
      return false;
    }
    result.isMade = true;
    int last = fix.passPosition + int(copy.list.size() - size);
    for (auto [position, node] : enumerate(copy.getPasses()))
      if (int(position) >= fix.passPosition && int(position) <= last &&
          node.getAnchorPath().getParent())
        result.leavesNest |=
            makesOperation(node.getDescriptor(), node.getAnchorPath().getOp());
    return false;
  });
  return result;
}

const NameFixes::Replacement &NameFixes::replace(const Fix &fix) {
  static const Replacement none;
  if (size_t(fix.passPosition) >= passes.size())
    return none;
  const Node &node = *passes[fix.passPosition];
  auto [known, isNew] = replacements.try_emplace(
      {fix.pass, fix.reference, fix.options, fix.anchor, &node.getAnchorPath(),
       node.getBundle(), node.getPin()});
  if (isNew)
    known->second = tryReplacing(fix);
  return known->second;
}

bool NameFixes::helps(Fix &fix) {
  if (fix.kind == Fix::Kind::Replace) {
    const Replacement &here = replace(fix);
    if (here.isMade && !here.leavesNest)
      return true;
    Fix outermost = fix;
    outermost.anchor = copy.getRoot().str();
    outermost.message += " on " + outermost.anchor;
    if (!replace(outermost).isMade)
      return here.isMade;
    fix = std::move(outermost);
    return true;
  }
  if (!before)
    before = Tally::withNests(copy.list);
  bool helps = false;
  Trial::attempt(copy.list, [&] {
    if (Error error = copy.applyStep(fix))
      consumeError(std::move(error));
    else
      helps = Tally::withNests(copy.list).getWorse(*before).empty();
    return false;
  });
  return helps;
}

/// The finding that offers a pass in the place of `node`, one of an earlier
/// release; null if there is none.
Diagnostic *NameFixes::getReplaced(const Node &node,
                                   std::vector<Diagnostic> &findings) const {
  const PassSuccessor *now =
      copy.getCatalog().getRenamed().lookup(node.getName());
  const PassDescriptor *pass =
      now ? copy.getCatalog().lookupPass(now->pass) : nullptr;
  // Of a registered pipeline there are many passes.
  if (!pass || !pass->pipeline.empty())
    return nullptr;
  int position = copy.getRef(node).position;
  auto it = find_if(findings, [&](const Diagnostic &finding) {
    return finding.fix && finding.fix->kind == Fix::Kind::Replace &&
           finding.fix->passPosition == position &&
           finding.fix->pass == node.getName();
  });
  return it == findings.end() ? nullptr : &*it;
}

/// Whether `fix` and those of `row` are one work: one pass in the place of
/// different ones, each at one place of the pipeline, with options that agree.
static bool canMerge(ArrayRef<Diagnostic *> row, const Fix &fix,
                     const PipelineImpl &pipeline) {
  if (range_size(
          make_filter_range(pipeline.list.getPasses(), [&](const Node &node) {
            return node.getName() == fix.pass;
          })) != 1)
    return false;
  return all_of(row, [&](const Diagnostic *other) {
    auto options = splitOptions(other->fix->options);
    return other->fix->reference == fix.reference &&
           other->fix->pass != fix.pass &&
           none_of(splitOptions(fix.options), [&](const auto &option) {
             return any_of(options, [&](const auto &given) {
               return given.first == option.first &&
                      given.second != option.second;
             });
           });
  });
}

void NameFixes::mergeNeighbours(std::vector<Diagnostic> &findings) {
  std::vector<SmallVector<Diagnostic *, 4>> rows;
  bool isOpen = false;
  std::string nest;
  for (const Node &node : copy.getPasses()) {
    if (Diagnostic *finding = getReplaced(node, findings)) {
      const Fix &fix = *finding->fix;
      std::string last = std::move(nest);
      nest = fix.anchor.empty() ? node.getAnchorPath().str() : fix.anchor;
      isOpen = isOpen && last == nest && canMerge(rows.back(), fix, copy);
      if (!isOpen)
        rows.emplace_back();
      rows.back().push_back(finding);
      isOpen = true;
    } else {
      isOpen &= node.getDescriptor().hasKind("cleanup");
    }
  }
  std::vector<bool> isMerged(findings.size());
  for (ArrayRef<Diagnostic *> row : rows) {
    if (row.size() == 1)
      continue;
    Diagnostic &first = *row.front();
    Fix &fix = *first.fix;
    std::string names = "'" + fix.pass + "'";
    for (Diagnostic *other : row.drop_front()) {
      fix.options = addOptions(fix.options, other->fix->options);
      if (fix.anchor.empty())
        fix.anchor = other->fix->anchor;
      names +=
          (other == row.back() ? " and '" : ", '") + other->fix->pass + "'";
    }
    // From the last to the first, so that each position is right.
    for (Diagnostic *other : reverse(row.drop_front())) {
      Fix gone;
      gone.kind = Fix::Kind::Remove;
      gone.pass = other->fix->pass;
      gone.passPosition = other->fix->passPosition;
      gone.message = "remove '" + gone.pass + "'";
      fix.then.push_back(std::move(gone));
    }
    fix.message = "replace " + names + " by one '" + fix.reference +
                  wrapOptions(fix.options) + "'" +
                  (fix.anchor.empty() ? "" : " on " + fix.anchor);
    for (Diagnostic *other : row.drop_front()) {
      other->fix.reset();
      first.follows.push_back(*other);
      isMerged[other - findings.data()] = true;
    }
  }
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isMerged[index++]; });
}

void pmb::tryNameFixes(std::vector<Diagnostic> &findings,
                       const PipelineImpl &pipeline) {
  std::optional<NameFixes> fixes;
  for (Diagnostic &finding : findings) {
    // What is in no place, as in another variant, cannot be tried.
    if (!finding.fix || (finding.fix->kind == Fix::Kind::Replace &&
                         finding.fix->passPosition < 0))
      continue;
    if (!fixes)
      fixes.emplace(pipeline);
    if (fixes->helps(*finding.fix))
      continue;
    if (finding.fix->kind == Fix::Kind::Replace) {
      finding.severity = std::max(finding.severity, Severity::Error);
      finding.help("use '" + finding.fix->reference +
                   "' instead, where it can run");
    }
    finding.fix.reset();
  }
  if (fixes)
    fixes->mergeNeighbours(findings);
  for (Diagnostic &finding : findings)
    if (finding.fix)
      finding.fix->isUnsafe = !isSafe(*finding.fix, pipeline);
}

void pmb::tryNameFixes(std::vector<Diagnostic> &findings,
                       const Pipeline *pipeline) {
  if (pipeline)
    return tryNameFixes(findings, pipeline->getImpl());
  for (Diagnostic &finding : findings)
    if (finding.fix && finding.fix->kind == Fix::Kind::RenameNest)
      finding.fix.reset();
}
