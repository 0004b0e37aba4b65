//===- FixTrial.cpp - Trying fixes before they are offered ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/FixTrial.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/PresumedInput.h"
#include "builder/repair/PassEffects.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool pmb::isStatedOrder(const Diagnostic &finding) {
  return is_contained({DiagnosticCode::WrongOrder,
                       DiagnosticCode::MissingFollowUp,
                       DiagnosticCode::BrokenSequence},
                      finding.code);
}

bool pmb::isAnywhere(const Fix &fix) {
  return (fix.kind == Fix::Kind::Insert || fix.kind == Fix::Kind::Move) &&
         fix.reference.empty();
}

/// How many passes replace what they run on.
static size_t countWrongAnchors(const PassList &list) {
  std::vector<Diagnostic> found;
  OrderCheck::checkAnchors(list, found);
  return found.size();
}

static std::vector<const Node *> listPasses(const PassList &list) {
  auto passes = make_pointer_range(list.getPasses());
  return {passes.begin(), passes.end()};
}

/// The pass that `finding` is about, by its position; null if it is about
/// something else.
static const Node *findSubject(const Diagnostic &finding,
                               ArrayRef<const Node *> passes) {
  if (!finding.items.empty() || !finding.node || finding.node->position < 0 ||
      size_t(finding.node->position) >= passes.size())
    return nullptr;
  const Node *pass = passes[finding.node->position];
  return pass->getName() == finding.node->name ? pass : nullptr;
}

static FixTrial::Places findPlaces(ArrayRef<Diagnostic> findings,
                                   ArrayRef<const Node *> passes) {
  FixTrial::Places places;
  for (const Diagnostic &finding : findings) {
    const Node *pass = findSubject(finding, passes);
    if (!pass || finding.severity < Severity::Warning)
      continue;
    for (std::string &key : Tally::getKeys(finding))
      places[{pass, std::move(key)}].add(finding);
  }
  return places;
}

bool FixTrial::isFoundAgain(const Diagnostic &finding, const std::string &key,
                            const Outcome &outcome) const {
  const Node *pass = findSubject(finding, passes);
  auto now = outcome.places.find({pass, key});
  auto then = placesBefore.find({pass, key});
  return pass && now != outcome.places.end() && then != placesBefore.end() &&
         now->second.times >= then->second.times &&
         now->second.errors >= then->second.errors;
}

FixTrial::FixTrial(const PipelineImpl &original, ArrayRef<Diagnostic> findings)
    : copy(original, PipelineImpl::Trial()), passes(listPasses(copy.list)),
      before(findings), placesBefore(findPlaces(findings, passes)),
      wrongAnchors(countWrongAnchors(copy.list)) {
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
  left = Trial::countAffordable(copy.list, /*work=*/200000, /*fewest=*/8,
                                10 * findings.size());
  const PipelineInterface &interface = copy.list.getInterface();
  if (interface.outputContents && !interface.isClosed())
    assumed.presumed = presumeInput(copy.list);
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

/// True if something may be better than before where the check finds this, and
/// in the end there is that: if not, no finding need be explained. Adds to
/// `stays` what still does.
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
  Tally now(found);
  // What severities make of all this is not known yet.
  return isLess || now.errors < otherErrors ||
         now.errors + now.warnings < others || !copy.severities.empty();
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

/// Makes `fix`. Adds to `passed` what it moves, and what it moves that past,
/// and to `inserted` the passes that are new.
static Error makeSteps(PipelineImpl &pipeline, const Fix &fix,
                       SmallVectorImpl<const Node *> &passed,
                       SmallVectorImpl<const Node *> &inserted) {
  for (const Fix *step : PipelineImpl::getSteps(fix)) {
    if (step->kind == Fix::Kind::Move)
      // What a fix names must be there; it says so itself if it is not.
      for (Node *node :
           {pipeline.lookupNode(step->pass, step->passPosition),
            pipeline.lookupNode(step->reference, step->referencePosition)})
        if (node)
          passed.push_back(node);
    Expected<Node *> made = pipeline.applyStep(*step);
    if (!made)
      return made.takeError();
    if (*made)
      for (const Node &node : getRange(**made).getPasses())
        inserted.push_back(&node);
  }
  return Error::success();
}

/// True if one of these had something to do, and is not among those that have
/// now. A pass that is moved to where it has nothing to do violates nothing,
/// and neither does one whose work another does that is moved past it. That
/// silences a finding, and cures nothing: the pass was there for its work.
bool FixTrial::takesWork(ArrayRef<const Node *> passed,
                         const Nodes &nowWorking) {
  if (!passed.empty() && !working) {
    OrderCheck check(copy.list);
    check.noteWorking(working.emplace());
    std::vector<Diagnostic> ignored;
    std::move(check).runForTrial(ignored, [](auto &&...) { return false; });
  }
  // What one of two equal passes does, the other need not do.
  DenseSet<const Symbol *> nowDone;
  for (const Node *node : nowWorking)
    nowDone.insert(node->getSymbol());
  return any_of(passed, [&](const Node *node) {
    // What another step has put there is gone again.
    if (!node->isLinked())
      return false;
    NodeRange moved = getRange(*node);
    return any_of(moved,
                  [&](const Node &at) { return working->contains(&at); }) &&
           none_of(moved, [&](const Node &at) {
             return nowDone.contains(at.getSymbol());
           });
  });
}

namespace {
/// What stands between a pass and the place that a fix moves it to.
struct Skipped {
  std::vector<const PassDescriptor *> passes;
  /// The pass is moved behind them, and not in front.
  bool isBehind = false;
};
} // namespace

static Skipped findSkipped(PipelineImpl &pipeline, const Fix &fix) {
  Skipped skipped;
  if (fix.kind != Fix::Kind::Move)
    return skipped;
  const Node *from = pipeline.lookupNode(fix.pass, fix.passPosition);
  const Node *to = pipeline.lookupNode(fix.reference, fix.referencePosition);
  if (!from || !to)
    return skipped;
  const Node *place = fix.before ? to : to->getNext();
  skipped.isBehind = from->comesBefore(*to);
  const Node *end = skipped.isBehind ? place : from;
  for (const Node *at = skipped.isBehind ? from->getNext() : place;
       at && at != end; at = at->getNext())
    if (at->isPass())
      skipped.passes.push_back(&at->getDescriptor());
  return skipped;
}

/// True if some input may fail once `pass` is on the other side of `skipped`.
static bool mayFail(const PassDescriptor &pass, const Skipped &skipped,
                    const ContentsState &end, const ItemTable &items) {
  auto mayBe = [&](StringRef item) {
    std::optional<unsigned> id = items.lookup(item);
    return id &&
           (end.getMayBe().contains(*id) || end.getLowered().contains(*id));
  };
  return any_of(skipped.passes, [&](const PassDescriptor *other) {
    return skipped.isBehind ? lowersRejected(pass, *other, mayBe)
                            : lowersRejected(*other, pass, mayBe);
  });
}

/// True if `pass`, which is moved behind `skipped`, may leave what one of these
/// lowers, and that may be there in the end.
static bool mayLeave(const PassDescriptor &pass, const Skipped &skipped,
                     const ItemMask &output, const ContentsState &end,
                     const ItemTable &items) {
  if (!skipped.isBehind)
    return false;
  for (unsigned id = 0; id < items.size(); ++id) {
    Item item(items.getName(id));
    if (!output.contains(id) && !item.isType() && !item.isQualified() &&
        !item.isCast() && end.remains(id) != Certainty::No &&
        adds(pass, item.getName()) &&
        any_of(skipped.passes, [&](const PassDescriptor *other) {
          return lowersAll(*other, item);
        }))
      return true;
  }
  return false;
}

/// True if `fix` moves a pass past another, and one of the two then leads to
/// what the other lowers only before it.
bool FixTrial::isExchange(const Fix &fix, ArrayRef<Diagnostic> found) const {
  return fix.kind == Fix::Kind::Move &&
         any_of(found, [&](const Diagnostic &finding) {
           StringRef name = finding.node ? finding.node->name : "";
           const PassDescriptor *other =
               copy.getCatalog().lookupPass(name == fix.pass ? fix.reference
                                            : name == fix.reference ? fix.pass
                                                                    : "");
           return finding.code == DiagnosticCode::OnPossibleInput && other &&
                  any_of(finding.items, [&](StringRef item) {
                    return !before.counts.count(Item(item).getName().str()) &&
                           lowers(*other, item);
                  });
         });
}

const FixTrial::Outcome *FixTrial::measure(const Fix &fix) {
  std::string key = getText(fix);
  auto it = tried.find(key);
  if (it != tried.end())
    return it->second ? &*it->second : nullptr;
  if (!mayTry())
    return nullptr;
  std::optional<Outcome> &result = tried[key];
  --left;
  --leftForOne;
  Outcome outcome;
  SmallVector<const Node *, 2> passed, inserted;
  const PassDescriptor *moved = copy.getCatalog().lookupPass(fix.pass);
  Skipped skipped = findSkipped(copy, fix);
  PipelineImpl::OpenTransaction trial(copy);
  if (errorToBool(makeSteps(copy, fix, passed, inserted)) ||
      countWrongAnchors(copy.list) > wrongAnchors)
    return nullptr;
  Nodes nowWorking;
  OrderCheck check(copy.list, assumed);
  check.noteWorking(nowWorking);
  if (copy.asksForPossible())
    check.tellPossible();
  std::vector<Diagnostic> found;
  bool isDone = std::move(check).runForTrial(
      found, [&](ArrayRef<Diagnostic> others, const ContentsState &end,
                 const ItemTable &items) {
        if (!isWorthMore(others, end, items, outcome.stays))
          return false;
        outcome.mayFail = moved && mayFail(*moved, skipped, end, items);
        const auto &output = copy.list.getInterface().outputContents;
        if (!output)
          return true;
        ItemMask named = items.cover(copy.getCatalog().expandOutput(*output));
        outcome.mayLeaveMore =
            (moved && mayLeave(*moved, skipped, named, end, items)) ||
            any_of(inserted, [&](const Node *node) {
              // A later step may have taken it away.
              return node->isLinked() &&
                     isMisplaced(copy.list, *node, named, items);
            });
        return true;
      });
  copy.applySeverities(found);
  outcome.places = findPlaces(found, listPasses(copy.list));
  trial.close(/*isKept=*/false);
  if (!isDone || takesWork(passed, nowWorking))
    return nullptr;
  outcome.after = Tally(found);
  outcome.takesWork = takesWork(passes, nowWorking);
  // Where nothing removes casts, something will have to, wherever they are
  // made.
  auto getWorse = [&](Severity least) {
    std::vector<std::string> keys = outcome.after.getWorse(before, least);
    if (!isLoweredHere(castItem))
      erase(keys, castItem);
    return keys;
  };
  outcome.worse = getWorse(Severity::Warning);
  outcome.addsErrors = !getWorse(Severity::Error).empty();
  outcome.addsPossible =
      getWorse(Severity::Remark).size() > outcome.worse.size();
  outcome.isExchange = outcome.addsPossible && isExchange(fix, found);
  std::string noEffect =
      (getDiagnosticInfo(DiagnosticCode::NoEffect).name + " ").str();
  outcome.idlesPass = any_of(
      outcome.worse, [&](StringRef key) { return key.starts_with(noEffect); });
  result = std::move(outcome);
  return &*result;
}

bool FixTrial::movesSubjectBlindly(const Diagnostic &finding,
                                   const Fix &fix) const {
  const Node *pass = findSubject(finding, passes);
  if (!pass || fix.kind != Fix::Kind::Move || !fix.then.empty() ||
      fix.pass != finding.node->name ||
      fix.passPosition != finding.node->position || fix.referencePosition < 0 ||
      size_t(fix.referencePosition) >= passes.size())
    return false;
  auto [first, last] = std::minmax(fix.passPosition, fix.referencePosition);
  return any_of(
      ArrayRef(passes).slice(first, last - first + 1),
      [](const Node *node) { return !node->getDescriptor().hasContract; });
}

bool FixTrial::comesTooEarly(const Diagnostic &finding, const Fix &fix) const {
  if (fix.kind != Fix::Kind::Insert || !finding.node ||
      finding.node->position < 0 || fix.referencePosition < 0)
    return false;
  bool isInFront =
      fix.referencePosition < finding.node->position ||
      (fix.before && fix.referencePosition == finding.node->position);
  const PassDescriptor *pass = copy.getCatalog().lookupPass(fix.pass);
  return isInFront && pass && any_of(finding.items, [&](StringRef item) {
           return lowers(*pass, Item(item).getName());
         });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// True if a pass of the pipeline lowers `item`, wherever it stands.
bool FixTrial::isLoweredHere(StringRef item) {
  auto [known, isNew] = loweredHere.try_emplace(item);
  if (isNew)
    known->second = any_of(copy.list.getSymbols(), [&](const Symbol *symbol) {
      return symbol->count && symbol->descriptor &&
             lowers(*symbol->descriptor, item);
    });
  return known->second;
}

/// True if the catalog has a pass that lowers some of `item`.
bool FixTrial::isLowerable(StringRef item) {
  auto [known, isNew] = lowerable.try_emplace(item);
  const Catalog &catalog = copy.getCatalog();
  if (isNew)
    known->second = any_of(catalog.getPassNames(), [&](StringRef name) {
      return lowersSome(*catalog.lookupPass(name), item);
    });
  return known->second;
}

bool FixTrial::isOneStepOn(const Diagnostic &finding, const Fix &fix,
                           const Outcome &outcome) {
  if ((finding.items.empty() && !isStatedOrder(finding)) ||
      finding.severity != Severity::Error)
    return false;
  SmallVector<const PassDescriptor *, 2> steps;
  // With other options, more may get to the passes behind it.
  bool setsOption = fix.kind == Fix::Kind::SetOption && fix.then.empty();
  auto addStep = [&](const Fix *step) {
    steps.push_back(copy.getCatalog().lookupPass(step->pass));
    const Symbol *there =
        copy.list.lookupSymbol(Target::Kind::Pass, step->pass);
    bool isThere = there && there->count;
    return steps.back() &&
           (setsOption ||
            step->kind == (isThere ? Fix::Kind::Move : Fix::Kind::Insert));
  };
  if (!all_of(PipelineImpl::getSteps(fix), addStep))
    return false;
  const PassDescriptor *early =
      finding.node ? copy.getCatalog().lookupPass(finding.node->name) : nullptr;
  return all_of(outcome.worse, [&](const std::string &item) {
    auto addsItem = [&](const PassDescriptor *pass) {
      return adds(*pass, item);
    };
    auto lowersItem = [&](const PassDescriptor *pass) {
      return lowers(*pass, item);
    };
    // Casts come of whatever stays, and go when that does.
    // A pass that would lower what a later step adds stands in the wrong place.
    return item == castItem ||
           ((setsOption || any_of(steps, addsItem) ||
             (early && addsItem(early))) &&
            (steps.size() == 1 || none_of(steps, lowersItem)) &&
            !isLoweredHere(item) && isLowerable(item));
  });
}
