//===- FixTrial.cpp - Trying fixes before they are offered ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/FixTrial.h"
#include "builder/check/CompiledContract.h"
#include "builder/check/Ideas.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/PresumedInput.h"
#include "builder/repair/PassEffects.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

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

FixTrial::FixTrial(const PipelineImpl &original, ArrayRef<Diagnostic> findings)
    : copy(original, PipelineImpl::Trial()), before(findings),
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
  unsigned errors = 0, all = 0;
  for (const Diagnostic &finding : found) {
    all += finding.severity >= Severity::Warning;
    errors += finding.severity == Severity::Error;
  }
  // What severities make of all this is not known yet.
  return isLess || errors < otherErrors || all < others ||
         !copy.severities.empty();
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
Error FixTrial::make(const Fix &fix, SmallVectorImpl<const Node *> &passed,
                     SmallVectorImpl<const Node *> &inserted) {
  Nodes known;
  for (const Node &node : copy.getPasses())
    known.insert(&node);
  auto makeStep = [&](const Fix &step) -> Error {
    // What a fix names must be there; it says so itself if it is not.
    auto remember = [&](StringRef name, int position) {
      if (Expected<Node *> node = copy.findNode(name, position))
        passed.push_back(*node);
      else
        consumeError(node.takeError());
    };
    if (step.kind == Fix::Kind::Move) {
      remember(step.pass, step.passPosition);
      remember(step.reference, step.referencePosition);
    }
    return copy.applyStep(step);
  };
  Error error = makeStep(fix);
  for (const Fix &step : fix.then)
    if (!error)
      error = makeStep(step);
  for (const Node &node : copy.getPasses())
    if (!known.contains(&node))
      inserted.push_back(&node);
  return error;
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
    bool hadWork = false, hasWork = false;
    visitWhole(*node, [&](const Node &at) {
      hadWork |= working->contains(&at);
      hasWork |= nowDone.contains(at.getSymbol());
    });
    return hadWork && !hasWork;
  });
}

/// What stands between a pass and the place behind it that `fix` moves it to.
std::vector<const PassDescriptor *> FixTrial::findSkipped(const Fix &fix) {
  std::vector<const PassDescriptor *> skipped;
  if (fix.kind != Fix::Kind::Move)
    return skipped;
  auto find = [&](StringRef name, int position) -> const Node * {
    Expected<Node *> node = copy.findNode(name, position);
    if (node)
      return *node;
    consumeError(node.takeError());
    return nullptr;
  };
  const Node *from = find(fix.pass, fix.passPosition);
  const Node *to = find(fix.reference, fix.referencePosition);
  if (!from || !to || !from->comesBefore(*to))
    return skipped;
  for (const Node *at = from->getNext(); at; at = at->getNext()) {
    if (at == to && fix.before)
      break;
    if (at->isPass())
      skipped.push_back(&at->getDescriptor());
    if (at == to)
      break;
  }
  return skipped;
}

/// True if what `fix` moves behind `skipped` may leave what one of these
/// lowers, and that may be there in the end.
bool FixTrial::mayLeave(const Fix &fix,
                        ArrayRef<const PassDescriptor *> skipped,
                        const ItemMask &output, const ContentsState &end,
                        const ItemTable &items) const {
  const PassDescriptor *pass = copy.getCatalog().lookupPass(fix.pass);
  if (!pass || skipped.empty())
    return false;
  for (unsigned id = 0; id < items.size(); ++id) {
    Item item(items.getName(id));
    if (!output.contains(id) && !item.isType() && !item.isQualified() &&
        !item.isCast() && end.remains(id) != Certainty::No &&
        adds(*pass, item.getName()) &&
        any_of(skipped, [&](const PassDescriptor *other) {
          return lowersAll(*other, item);
        }))
      return true;
  }
  return false;
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
  std::vector<Diagnostic> found;
  bool isDone = false, mayLeaveMore = false;
  StringSet<> stays;
  SmallVector<const Node *, 2> passed, inserted;
  std::vector<const PassDescriptor *> skipped = findSkipped(fix);
  Nodes nowWorking;
  Trial::attempt(copy.list, [&] {
    if (Error error = make(fix, passed, inserted)) {
      consumeError(std::move(error));
      return false;
    }
    if (countWrongAnchors(copy.list) > wrongAnchors)
      return false;
    OrderCheck check(copy.list, assumed);
    check.noteWorking(nowWorking);
    if (copy.asksForPossible())
      check.tellPossible();
    isDone = std::move(check).runForTrial(
        found, [&](ArrayRef<Diagnostic> others, const ContentsState &end,
                   const ItemTable &items) {
          if (!isWorthMore(others, end, items, stays))
            return false;
          const auto &output = copy.list.getInterface().outputContents;
          if (output) {
            ItemMask named =
                items.cover(copy.getCatalog().expandOutput(*output));
            mayLeaveMore = mayLeave(fix, skipped, named, end, items) ||
                           any_of(inserted, [&](const Node *node) {
                             return isMisplaced(copy.list, *node, named, items);
                           });
          }
          return true;
        });
    copy.applySeverities(found);
    return false;
  });
  if (!isDone || takesWork(passed, nowWorking))
    return nullptr;
  SmallVector<const Node *> all;
  for (const Node &node : copy.getPasses())
    all.push_back(&node);
  Tally after(found);
  std::vector<std::string> worse = after.getWorse(before);
  std::vector<std::string> errors = after.getWorse(before, Severity::Error);
  // Where nothing removes casts, something will have to, wherever they are
  // made.
  if (!isLoweredHere(castItem))
    for (std::vector<std::string> *keys : {&worse, &errors})
      erase(*keys, castItem);
  std::string noEffect =
      (getDiagnosticInfo(DiagnosticCode::NoEffect).name + " ").str();
  bool idlesPass =
      any_of(worse, [&](StringRef key) { return key.starts_with(noEffect); });
  result =
      Outcome{std::move(after), std::move(stays), std::move(worse),
              !errors.empty(),  idlesPass,        takesWork(all, nowWorking),
              mayLeaveMore};
  return &*result;
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

bool FixTrial::isOneStepOn(const Diagnostic &finding, const Fix &fix,
                           const Outcome &outcome) {
  if (finding.items.empty() || finding.severity != Severity::Error)
    return false;
  SmallVector<const PassDescriptor *, 2> passes;
  // With other options, more may get to the passes behind it.
  bool setsOption = fix.kind == Fix::Kind::SetOption && fix.then.empty();
  auto addStep = [&](const Fix &step) {
    passes.push_back(copy.getCatalog().lookupPass(step.pass));
    const Symbol *there = copy.list.lookupSymbol(Target::Kind::Pass, step.pass);
    bool isThere = there && there->count;
    return passes.back() &&
           (setsOption ||
            step.kind == (isThere ? Fix::Kind::Move : Fix::Kind::Insert));
  };
  if (!addStep(fix) || !all_of(fix.then, addStep))
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
           ((setsOption || any_of(passes, addsItem) ||
             (early && addsItem(early))) &&
            (passes.size() == 1 || none_of(passes, lowersItem)) &&
            !isLoweredHere(item));
  });
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The last pass that removes the casts which `fix` puts in; null if none does.
const Node *FixTrial::findCastRemover(const Fix &fix) const {
  const PassDescriptor *pass = copy.getCatalog().lookupPass(fix.pass);
  if (!pass || !leavesCasts(pass->contract))
    return nullptr;
  for (const Node *node = copy.list.back(); node; node = node->getPrevious())
    if (node->isPass() && !node->getPipeline() &&
        removesCasts(node->getDescriptor().contract))
      return node;
  return nullptr;
}

bool FixTrial::visitPlaces(const Fix &fix,
                           function_ref<bool(const Fix &)> visit) const {
  bool hasTwin = llvm::count_if(copy.getPasses(), [&](const Node &node) {
                   return node.getName() == fix.pass;
                 }) > 1;
  auto visitAt = [&](const Node &node, bool isBefore) {
    NodeRef reference = copy.getRef(node);
    if (fix.kind == Fix::Kind::Move) {
      NodeRef moved;
      moved.name = fix.pass;
      moved.position = fix.passPosition;
      moved.hasTwin = hasTwin;
      reference = getWhole(reference);
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
                            &copy.getRoot()));
  };
  // From `last` to the start, or to `first`.
  auto visitFrom = [&](const Node *last, const Node *first) {
    const Node *outermost = nullptr;
    for (const Node *node = last; node; node = node->getPrevious()) {
      // Nothing is put into what a registered pipeline has become.
      if (node->isPass() && !(outermost && outermost->comesBefore(*node))) {
        const BundleInstance *pipeline = node->getPipeline();
        outermost = pipeline ? pipeline->begin : nullptr;
        if (visitAt(*node, /*isBefore=*/false))
          return true;
      }
      if (node == first)
        break;
    }
    return false;
  };
  // Casts should go with those of others.
  const Node *remover = findCastRemover(fix);
  if (remover && visitFrom(remover->getPrevious(), nullptr))
    return true;
  if (visitFrom(copy.list.back(), remover))
    return true;
  for (const Node &node : copy.getPasses())
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
  Trial::attempt(copy.list, [&] {
    if (Error error = copy.apply(first)) {
      consumeError(std::move(error));
      return false;
    }
    std::vector<Diagnostic> found;
    OrderCheck(copy.list).run(found);
    copy.applySeverities(found);
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
    return false;
  });
  if (seconds.size() > most)
    seconds.resize(most);
  return seconds;
}
