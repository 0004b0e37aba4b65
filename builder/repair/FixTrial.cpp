//===- FixTrial.cpp - Trying fixes before they are offered ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/FixTrial.h"
#include "builder/check/OrderCheck.h"
#include "builder/repair/Ideas.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

FixTrial::FixTrial(const PipelineImpl &original,
                   std::vector<Diagnostic> &findings)
    : findings(findings), before(findings) {
  bool hasFixes = any_of(findings, [](const Diagnostic &finding) {
    return finding.fix || !finding.alternatives.empty();
  });
  if (!hasFixes)
    return;
  copy.reset(new PipelineImpl(original, PipelineImpl::Trial()));
  for (const Diagnostic &finding : findings) {
    for (const std::string &item : finding.items) {
      Severity &worst = staying[item];
      worst = std::max(worst, finding.severity);
    }
    if (finding.items.empty() && finding.severity >= Severity::Warning) {
      ++others;
      otherErrors += finding.severity == Severity::Error;
    }
  }
  // So much work in all, whatever the length and the contracts, but always a
  // few.
  constexpr size_t work = 200000, fewest = 8;
  size_t entries = 0;
  for (const Symbol *symbol : copy->list.getSymbols())
    if (symbol->count && symbol->descriptor) {
      const Contract &contract = symbol->descriptor->contract;
      entries += contract.getOrder().size() + contract.getProperties().size() +
                 contract.getContents().size();
    }
  left = unsigned(std::max(fewest, work / (original.size() + entries / 4 +
                                           10 * findings.size() + 100)));
}

bool FixTrial::isWorthMore(ArrayRef<Diagnostic> found, const ContentsState &end,
                           const ItemTable &items, StringSet<> &stays) const {
  bool isLess = false;
  for (const auto &item : staying) {
    std::optional<unsigned> id = items.lookup(item.getKey());
    Severity severity = id ? getSeverity(end.remains(*id)) : Severity::Off;
    isLess |= severity < item.getValue();
    // Where nothing converted types before, it was of no kind.
    if (severity != Severity::Off ||
        (item.getKey() == castItem &&
         end.getMayBe().intersects(items.getMembers(castItem))))
      stays.insert(item.getKey());
  }
  size_t errors = count_if(found, [](const Diagnostic &finding) {
    return finding.severity == Severity::Error;
  });
  size_t warnings = count_if(found, [](const Diagnostic &finding) {
    return finding.severity == Severity::Warning;
  });
  // What severities make of all this is not known yet.
  return isLess || errors < otherErrors || errors + warnings < others ||
         !copy->severities.empty();
}

/// All that there is to say of a fix.
static std::string getText(const Fix &fix) {
  std::string text =
      (Twine(unsigned(fix.kind)) + fix.pass + "@" + Twine(fix.passPosition) +
       (fix.before ? "<" : ">") + fix.reference + "@" +
       Twine(fix.referencePosition) + "{" + fix.options + "}" + fix.anchor)
          .str();
  for (const Fix &step : fix.then)
    text += ";" + getText(step);
  return text;
}

const FixTrial::Outcome *FixTrial::measure(const Fix &fix) {
  std::string key = getText(fix);
  auto it = tried.find(key);
  if (it != tried.end())
    return it->second ? &*it->second : nullptr;
  if (!left || !leftForOne)
    return nullptr;
  std::optional<Outcome> &result = tried[key];
  --left;
  --leftForOne;
  std::vector<Diagnostic> found;
  bool isDone = false;
  StringSet<> stays;
  SmallVector<const Node *, 2> passed;
  DenseSet<const Node *> nowWorking;
  // The error takes everything back.
  std::vector<Diagnostic> ignored =
      takeDiagnostics(copy->atomically([&]() -> Error {
        if (Error error = make(fix, passed))
          return error;
        OrderCheck check(copy->list);
        check.noteWorking(nowWorking);
        if (copy->asksForPossible())
          check.tellPossible();
        isDone = std::move(check).runForTrial(
            found, [&](auto &&...seen) { return isWorthMore(seen..., stays); });
        copy->applySeverities(found);
        return makeError(
            Diagnostic(DiagnosticCode::WrongOrder, "only a trial"));
      }));
  if (isDone && !takesWork(passed, nowWorking)) {
    Tally after(found);
    std::vector<std::string> worse = after.getWorse(before, Severity::Warning);
    std::string noEffect =
        (getDiagnosticInfo(DiagnosticCode::NoEffect).name + " ").str();
    bool idlesPass =
        any_of(worse, [&](StringRef key) { return key.starts_with(noEffect); });
    bool addsNoErrors =
        worse.empty() || after.getWorse(before, Severity::Error).empty();
    result = Outcome{std::move(after), std::move(stays), std::move(worse),
                     addsNoErrors, idlesPass};
  }
  return result ? &*result : nullptr;
}

/// True if the contract of `pass` says that it adds `item` to the IR.
static bool adds(const PassDescriptor &pass, StringRef item) {
  auto has = [&](const std::vector<std::string> &list) {
    return any_of(list, [&](StringRef one) {
      return Item(one).getName() == item ||
             one == Item(item).getDialect();
    });
  };
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return has(entry.to) || has(entry.sometimes);
  });
}

/// True if it says that it lowers `item`, and not only some of it, or where
/// something else is there, too.
static bool lowers(const PassDescriptor &pass, StringRef item) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers && !entry.isPartial &&
           entry.given.empty() && any_of(entry.items, [&](StringRef one) {
             return Item(one).getName() == item ||
                    one == Item(item).getDialect();
           });
  });
}

bool FixTrial::isOneStepOn(const Diagnostic &finding, const Fix &fix,
                           const Outcome &trial) const {
  if (finding.items.empty() || finding.severity != Severity::Error)
    return false;
  SmallVector<const PassDescriptor *, 2> passes;
  auto addStep = [&](const Fix &step) {
    passes.push_back(copy->getCatalog().lookupPass(step.pass));
    const Symbol *there =
        copy->list.lookupSymbol(Target::Kind::Pass, step.pass);
    bool isThere = there && there->count;
    return passes.back() &&
           step.kind == (isThere ? Fix::Kind::Move : Fix::Kind::Insert);
  };
  if (!addStep(fix) || !all_of(fix.then, addStep))
    return false;
  const PassDescriptor *early =
      finding.node ? copy->getCatalog().lookupPass(finding.node->name)
                   : nullptr;
  return all_of(trial.worse, [&](const std::string &item) {
    auto addsItem = [&](const PassDescriptor *pass) {
      return adds(*pass, item);
    };
    auto lowersItem = [&](const PassDescriptor *pass) {
      return lowers(*pass, item);
    };
    // Casts come of whatever stays, and go when that does.
    // Who would lower what another step adds stands in the wrong place.
    return item == castItem ||
           ((any_of(passes, addsItem) || (early && addsItem(early))) &&
            (passes.size() == 1 || none_of(passes, lowersItem)) &&
            !isLoweredHere(item));
  });
}

bool FixTrial::isLoweredHere(const std::string &item) const {
  auto [known, isNew] = loweredHere.try_emplace(item);
  if (isNew)
    known->second = any_of(copy->list.getSymbols(), [&](const Symbol *symbol) {
      return symbol->count && symbol->descriptor &&
             lowers(*symbol->descriptor, item);
    });
  return known->second;
}

std::optional<FixTrial::Result> FixTrial::tryFix(const Diagnostic &finding,
                                                 const Fix &fix) {
  const Outcome *trial = measure(fix);
  if (!trial || trial->idlesPass)
    return std::nullopt;
  // One error less is worth a warning more.
  bool addsWarnings = !trial->worse.empty();
  bool isAccepted = !addsWarnings || (finding.severity == Severity::Error &&
                                      trial->addsNoErrors);
  bool addsErrors = !isAccepted;
  if (addsErrors && !isOneStepOn(finding, fix, *trial))
    return std::nullopt;
  const Tally &after = trial->after;
  Result result{true, addsWarnings, addsErrors, after.errors, after.warnings};
  bool isBetter = false, isErrorStill = false;
  for (const std::string &key : Tally::getKeys(finding)) {
    auto now = after.counts.find(key);
    const Tally::Count &then = before.counts.find(key)->second;
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
  return result;
}

/// True if `fix` stands for all places.
static bool isAnywhere(const Fix &fix) {
  return (fix.kind == Fix::Kind::Insert || fix.kind == Fix::Kind::Move) &&
         fix.reference.empty();
}

void FixTrial::keepFirstEdit(const Fix &fix, const Outcome *trial) {
  constexpr unsigned nobodyKnows = ~0u;
  // Of those of a pass that nobody tries, because there were enough trials, no
  // more are looked at.
  auto isUntried = [&](const FirstEdit &edit) {
    return edit.errors == nobodyKnows && edit.fix.pass == fix.pass;
  };
  if (!trial && firstEdits.size() >= mostOfOnePass &&
      all_of(ArrayRef(firstEdits).take_back(mostOfOnePass), isUntried))
    return;
  firstEdits.push_back({trial ? trial->after.errors : nobodyKnows,
                        trial ? trial->after.warnings : nobodyKnows, fix});
}

bool FixTrial::consider(const Diagnostic &finding, const Fix &fix) {
  if (isAnywhere(fix)) {
    // Where nothing more may be tried, what was tried for others may do; but
    // not all places are looked at for each of many findings.
    unsigned leftToSee = 64;
    bool isFound = false;
    visitPlaces(fix, [&](const Fix &there) {
      isFound = consider(finding, there);
      return isFound || (!(left && leftForOne) && !leftToSee--);
    });
    return isFound;
  }
  std::optional<Result> result = tryFix(finding, fix);
  if (!result && fix.then.empty() && finding.severity == Severity::Error)
    keepFirstEdit(fix, measure(fix));
  auto getBadness = [](const Result &of) {
    return std::make_tuple(!of.isComplete, of.addsErrors, of.addsWarnings,
                           of.errors, of.warnings);
  };
  if (result &&
      (!bestResult || getBadness(*result) < getBadness(*bestResult))) {
    best = fix;
    bestTrial = measure(fix);
    bestResult = result;
  }
  return result && result->isComplete && !result->addsWarnings;
}

/// From the end to the start: what is lowered late is kept for the passes
/// before.
bool FixTrial::visitPlaces(const Fix &fix,
                           function_ref<bool(const Fix &)> visit) const {
  auto visitAt = [&](const Node &node, bool isBefore) {
    NodeRef reference = copy->getRef(node);
    if (fix.kind == Fix::Kind::Move) {
      NodeRef moved;
      moved.name = fix.pass;
      moved.position = fix.passPosition;
      bool isPart = !reference.pipeline.empty();
      if (isPart) {
        reference.name = reference.pipeline;
        reference.position = reference.pipelinePosition;
        reference.pipeline.clear();
      }
      return (reference.name != moved.name ||
              reference.position != moved.position) &&
             visit(makeMove(moved, isBefore, reference));
    }
    if (visit(makeInsert({fix.pass, fix.options}, isBefore, reference)))
      return true;
    // In a nest it may see too little, or nothing at all.
    if (node.getAnchorPath().getDepth() == 0)
      return false;
    return visit(makeInsert({fix.pass, fix.options}, isBefore, reference,
                            &copy->getRoot()));
  };
  const Node *outermost = nullptr;
  for (const Node *node = copy->list.back(); node; node = node->getPrevious()) {
    // Nothing is put into what a registered pipeline has become.
    if (!node->isPass() || (outermost && outermost->comesBefore(*node)))
      continue;
    const BundleInstance *pipeline = node->getPipeline();
    outermost = pipeline ? pipeline->begin : nullptr;
    if (visitAt(*node, /*isBefore=*/false))
      return true;
  }
  for (const Node &node : copy->getPasses())
    return visitAt(node, /*isBefore=*/true);
  return false;
}

std::vector<Fix> FixTrial::findSecondEdits(const Diagnostic &finding,
                                           const Fix &first) {
  constexpr size_t most = 32;
  std::vector<Fix> seconds;
  if (!left)
    return seconds;
  --left;
  consumeError(copy->atomically([&]() -> Error {
    if (Error error = copy->apply(first))
      return error;
    std::vector<Diagnostic> found;
    OrderCheck(copy->list).run(found);
    copy->applySeverities(found);
    std::vector<Fix> anywhere;
    std::vector<std::string> goal = Tally::getKeys(finding);
    std::vector<std::string> worse =
        Tally(found).getWorse(before, Severity::Error);
    for (Diagnostic &one : found) {
      if (one.severity != Severity::Error ||
          none_of(Tally::getKeys(one), [&](const std::string &key) {
            return is_contained(goal, key) || is_contained(worse, key);
          }))
        continue;
      if (one.fix)
        one.alternatives.insert(one.alternatives.begin(), *one.fix);
      for (Fix &guess : one.alternatives)
        (isAnywhere(guess) ? anywhere : seconds).push_back(std::move(guess));
    }
    for (const Fix &fix : anywhere)
      if (visitPlaces(fix, [&](const Fix &there) {
            seconds.push_back(there);
            return seconds.size() >= most;
          }))
        break;
    return makeError(Diagnostic(DiagnosticCode::WrongOrder, "only a trial"));
  }));
  if (seconds.size() > most)
    seconds.resize(most);
  return seconds;
}

void FixTrial::considerPairs(const Diagnostic &finding) {
  constexpr unsigned most = 4;
  std::vector<FirstEdit> ordered = std::move(firstEdits);
  firstEdits.clear();
  llvm::stable_sort(ordered, [](const FirstEdit &a, const FirstEdit &b) {
    return std::make_pair(a.errors, a.warnings) <
           std::make_pair(b.errors, b.warnings);
  });
  StringMap<unsigned> timesTried;
  unsigned firsts = 0;
  leftForOne = 64;
  for (const FirstEdit &first : ordered) {
    if (timesTried[first.fix.pass]++ >= mostOfOnePass)
      continue;
    if (firsts++ == most || !left || !leftForOne)
      break;
    for (Fix &second : findSecondEdits(finding, first.fix)) {
      Fix both = first.fix;
      both.message += ", then " + second.message;
      both.then.push_back(std::move(second));
      if (consider(finding, both))
        return;
    }
  }
}

void FixTrial::choose(Diagnostic &finding) {
  leftForOne = finding.severity == Severity::Error ? 64 : 16;
  best.reset();
  bestTrial = nullptr;
  bestResult.reset();
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
  if (!best && finding.severity == Severity::Error)
    considerPairs(finding);
  finding.fix = best;
  constexpr size_t fewest = 8;
  if (best && chosen.size() < fewest)
    chosen.push_back(*best);
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

void FixTrial::fold(const Outcome &cure, ArrayRef<size_t> roots,
                    std::vector<bool> &isFolded) {
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

void FixTrial::run() {
  if (!copy)
    return;
  // By the first finding that a fix was chosen for.
  MapVector<const Outcome *, SmallVector<size_t, 2>> cures;
  for (auto [index, finding] : enumerate(findings)) {
    // Nobody has tried what is offered for a remark.
    if (finding.severity >= Severity::Warning)
      choose(finding);
    else
      finding.fix.reset();
    finding.alternatives.clear();
    if (finding.fix)
      cures[bestTrial].push_back(index);
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
    fold(*cure, roots, isFolded);
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isFolded[index++]; });
}
