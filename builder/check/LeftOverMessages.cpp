//===- LeftOverMessages.cpp - How findings about left-overs are put -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace pmb;
using namespace llvm;

/// Why a finding is a guess, if a pass with an unknown effect is to blame.
void LeftOvers::noteUnknown(Diagnostic &diagnostic, const Node *unknown) const {
  if (unknown)
    diagnostic.noteFirst({"not certain, as it is not known what this does",
                          pipeline.getRef(*unknown)});
}

SmallVector<std::string> LeftOvers::getShown(const Group &group) const {
  SetVector<StringRef> shown;
  for (unsigned id : group.ids)
    shown.insert(Item(names.items.getName(id)).getName());
  return map_to_vector(shown, quoteText);
}

Diagnostic LeftOvers::makeFinding(const Group &group, const Node *node,
                                  const std::string &why) const {
  StringRef stays = group.certainty < Certainty::Likely ? "may stay"
                    : isPlural(group)                   ? "stay"
                                                        : "stays";
  Diagnostic diagnostic(getCode(group), "{0}{1} {2} in the IR: {3}",
                        enumerateSome(getShown(group), /*limit=*/4),
                        group.certainty == Certainty::Likely ? " probably" : "",
                        stays, why);
  if (node)
    diagnostic.at(pipeline.getRef(*node));
  return diagnostic;
}

DiagnosticCode LeftOvers::getCode(const Group &group) const {
  bool isError = group.certainty >= Certainty::Likely;
  bool isLeftOver = trace.getInterface().outputContents && end.isClosed();
  return isLeftOver ? (isError ? DiagnosticCode::PredictedLeftOver
                               : DiagnosticCode::MayBeLeftOver)
                    : (isError ? DiagnosticCode::Reintroduced
                               : DiagnosticCode::MayBeReintroduced);
}

unsigned LeftOvers::chooseLead(const Group &group) const {
  // Of what has one cause, the first pass that was kept from its work speaks.
  unsigned lead = group.ids.front();
  const Node *blocked = getStory(lead).blockedPass;
  for (unsigned id : group.ids)
    if (const Node *pass = getStory(id).blockedPass)
      if (!blocked || pass->comesBefore(*blocked)) {
        lead = id;
        blocked = pass;
      }
  // A pass that is too early for several is too early for the last of them.
  const Node *last = getStory(lead).introducedBy;
  if (!blocked && last && getStory(lead).getEarly())
    for (unsigned id : group.ids)
      if (const Node *node = getStory(id).introducedBy)
        if (last->comesBefore(*node)) {
          lead = id;
          last = node;
        }
  return lead;
}

void LeftOvers::report(const Group &group) const {
  unsigned lead = chooseLead(group);
  Diagnostic diagnostic =
      group.late.empty() ? describe(group, lead) : describeLate(group);
  if (group.late.empty() && group.certainty < Certainty::Likely)
    noteUnknown(diagnostic, getStory(lead).unknown);
  diagnostic.severity = getSeverity(group.certainty);
  for (const std::vector<unsigned> *list : {&group.ids, &group.folded})
    for (unsigned id : *list)
      diagnostic.items.push_back(names.items.getName(id).str());
  const ItemHistory &first = getStory(group.ids.front());
  if (std::optional<unsigned> source =
          first.introducedBy ? first.source : group.ids.front())
    diagnostic.shownBy.push_back(names.items.getName(*source).str());
  findings.push_back(std::move(diagnostic));
}

Diagnostic LeftOvers::describe(const Group &group, unsigned lead) const {
  const ItemHistory &story = getStory(lead);
  const Node *early = story.getEarly(), *leftDeadBy = findLeftDeadBy(lead);
  return story.blockedPass ? describeBlocked(group, story, lead)
         : early ? describeTooEarly(group, *early, *story.introducedBy)
         : story.ranOnNothing ? describeRunOnNothing(group, story)
         : leftDeadBy         ? describeDead(group, *leftDeadBy)
                              : describeUnlowered(group, story, lead);
}

Diagnostic LeftOvers::describeTooEarly(const Group &group, const Node &early,
                                       const Node &introducer) const {
  const BundleInstance *around = introducer.getPipeline();
  Diagnostic diagnostic = makeFinding(
      group, &early,
      formatv("{0} runs too early, before {1} introduces {2}", quote(early),
              quote(introducer, &early), getPronoun(group)));
  diagnostic.note("introduced by", pipeline.getRef(introducer))
      .help("or run '{0}' once more after {1}", early.getName(),
            around ? "'" + around->getName().str() + "'" : "it");
  ideas.runLater(diagnostic, early, introducer);
  return diagnostic;
}

const Node *LeftOvers::findRemover(const Node &pass, unsigned operation) const {
  const Node *remover = nullptr;
  for (const NestFacts::Operation &op : trace.getNest(pass).operations)
    if (op.item == operation)
      op.all.forEach([&](unsigned id) {
        remover = getLater(remover, getStory(id).removedBy);
      });
  return remover;
}

Diagnostic LeftOvers::describeRunOnNothing(const Group &group,
                                           const ItemHistory &story) const {
  const Node &pass = *story.ranOnNothing;
  using Nest = ItemHistory::Nest;
  const Node *remover = story.nest == Nest::Absent
                            ? nullptr
                            : findRemover(pass, story.goneOperation);
  static constexpr StringLiteral texts[] = {
      "{0} has nothing to run on, because '{1}' has been lowered before it",
      "{0} runs on new '{1}' operations only, because all others have been "
      "lowered before it",
      "{0} has nothing to run on, because there is no '{1}'"};
  Diagnostic diagnostic =
      makeFinding(group, &pass,
                  formatv(texts[size_t(story.nest)].data(), quote(pass),
                          names.items.getName(story.goneOperation)));
  if (remover)
    diagnostic.note("lowered by", pipeline.getRef(*remover));
  SmallVector<const Node *> row;
  if (story.nest == Nest::Renewed && ideas.areWanted())
    row = getRowOfNest(pass);
  if (!row.empty())
    proposeForNest(diagnostic, trace, row, story.goneOperation, ideas);
  else if (remover)
    ideas.runBefore(diagnostic, pass, *remover);
  else if (story.nest == Nest::Absent)
    ideas.runOutside(diagnostic, pass);
  return diagnostic;
}

Diagnostic LeftOvers::describeBlocked(const Group &group,
                                      const ItemHistory &story,
                                      unsigned lead) const {
  unsigned blocker = findTypeInTheWay(lead).value_or(story.blockers.front());
  if (const Node *clearing = findClearing(story)) {
    for (unsigned id : story.blockers)
      if (getStory(id).removedBy == clearing)
        blocker = id;
    std::string what = quoteItem(names, blocker);
    Diagnostic diagnostic =
        makeFinding(group, story.blockedPass,
                    formatv("{0} runs too early, while {1} is in its way",
                            quote(*story.blockedPass), what));
    diagnostic.note(what + " is removed only later, by",
                    pipeline.getRef(*clearing));
    ideas.runLater(diagnostic, *story.blockedPass, *clearing);
    return diagnostic;
  }
  std::set<const Node *, ListOrder> kept;
  bool areAllKept = true;
  for (unsigned id : group.ids)
    if (const Node *pass = getStory(id).blockedPass)
      kept.insert(pass);
    else
      areAllKept = false;
  std::string why = kept.size() > 1 || !areAllKept
                        ? quoteItem(names, blocker) + " is in the way of " +
                              enumerateSome(to_vector(kept))
                        : quote(*story.blockedPass) + " leaves " +
                              getPronoun(group) + " alone while " +
                              quoteItem(names, blocker) + " is there";
  Diagnostic diagnostic =
      makeFinding(group, story.blockedPass, why + ", and nothing removes that");
  ideas.setOptions(diagnostic, getStory(blocker).introducedBy, blocker);
  ideas.clearTheWay(diagnostic, *story.blockedPass, blocker);
  return diagnostic;
}

Diagnostic LeftOvers::describeDead(const Group &group,
                                   const Node &leftDeadBy) const {
  Diagnostic diagnostic = makeFinding(
      group, &leftDeadBy,
      formatv("nothing uses {0} behind {1}, and nothing removes what is dead",
              getPronoun(group), quote(leftDeadBy)));
  ideas.addPass(diagnostic, "add a cleanup behind it: ", ideas.findRemovers(),
                &leftDeadBy);
  return diagnostic;
}

std::vector<unsigned> LeftOvers::collectLowered(const Node &node) const {
  ItemMask lowered;
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (step.node != &node || !step.change)
      return;
    const ItemSet &there = state.getAtLeast(Certainty::Likely);
    for (const ContentsChange::Effect &effect : step.change->effects)
      if (!effect.lowering->isInPassing)
        lowered.insert(there.getCommon(effect.getFrom()));
  });
  std::vector<unsigned> ids;
  lowered.forEach([&](unsigned id) { ids.push_back(id); });
  return ids;
}

Diagnostic LeftOvers::describeUnlowered(const Group &group,
                                        const ItemHistory &story,
                                        unsigned lead) const {
  std::string them = getPronoun(group);
  const Node *loweredBy = story.loweredBy;
  Diagnostic diagnostic = makeFinding(
      group, loweredBy ? loweredBy : story.introducedBy,
      loweredBy ? quote(*loweredBy) + " does not lower all of " + them
                : "nothing in the pipeline lowers " + them);
  // What one pass lowers may have come in several ways.
  const Node *lastIntroducer = nullptr;
  for (unsigned id : group.ids)
    lastIntroducer = getLater(lastIntroducer, getStory(id).introducedBy);
  if (story.introducedBy)
    diagnostic.note("introduced by", pipeline.getRef(*story.introducedBy));
  else if (lastIntroducer && end.isClosed())
    diagnostic.note("some are in the input, others are introduced by",
                    pipeline.getRef(*lastIntroducer));
  else if (end.isClosed())
    diagnostic.note(isPlural(group) ? "they are in the input"
                                    : "it is in the input");
  ideas.setOptions(diagnostic, loweredBy, lead);
  ideas.setOptions(diagnostic, story.introducedBy, lead);
  StringRef introducer =
      story.introducedBy ? story.introducedBy->getName() : "";
  std::vector<Cure> passes = ideas.findCures(lead, introducer);
  // What goes with something else, as a constant does that only that uses, goes
  // with its cure.
  for (unsigned id : group.ids)
    if (passes.empty() && ideas.areWanted()) {
      passes = ideas.findCures(id, introducer);
      if (!passes.empty())
        lead = id;
    }
  // What does not lower all of it does not when it runs once more either.
  if (loweredBy && loweredBy->isPass() &&
      any_of(trace.getContracts().lookup(*loweredBy)->lowerings,
             [&](const CompiledContract::Lowering &lowering) {
               return lowering.entry->mayLeaveSome() &&
                      lowering.items.contains(lead);
             }))
    erase_if(passes, [&](const Cure &cure) {
      return cure.pass == loweredBy->getName();
    });
  // Where a pass lowers some of it, one for the rest may be enough.
  bool mayBeCommon = commonCure && lacksPass(group);
  if (mayBeCommon && !loweredBy)
    diagnostic.orBy(makeInsertAnywhere(*commonCure));
  // Nothing leads on from there: another pass may not lead there.
  if (ideas.areWanted() && story.introducedBy && looksLeft &&
      group.certainty == Certainty::Yes &&
      none_of(passes, [](const Cure &cure) { return cure.fits; })) {
    --looksLeft;
    ideas.runOther(diagnostic, *story.introducedBy,
                   collectLowered(*story.introducedBy));
  }
  StringRef name = Item(names.items.getName(lead)).getName();
  ideas.addPass(diagnostic,
                "add a pass that lowers " +
                    (isPlural(group) ? "'" + name.str() + "'" : them) + ": ",
                passes, story.introducedBy ? lastIntroducer : nullptr);
  if (mayBeCommon && loweredBy)
    diagnostic.orBy(makeInsertAnywhere(*commonCure));
  return diagnostic;
}

/// The outermost bundle that has all of `inside` in it, and none of `outside`;
/// null if there is none.
static const BundleInstance *findCommonBundle(ArrayRef<const Node *> inside,
                                              ArrayRef<const Node *> outside) {
  return findOutermost(
      inside.front()->getBundle(), [&](const BundleInstance &around) {
        auto isIn = [range = getRange(*around.begin)](const Node *node) {
          return range.contains(*node);
        };
        return all_of(inside, isIn) && none_of(outside, isIn);
      });
}

Diagnostic LeftOvers::describeLate(const Group &group) const {
  const BundleInstance *bundle = findCommonBundle(group.early, group.late);
  std::string early = bundle ? "the passes of '" + bundle->getName().str() + "'"
                             : enumerateSome(group.early);
  Diagnostic diagnostic = makeFinding(group, group.early.front(),
                                      early + " run too early, before " +
                                          enumerateSome(group.late));
  for (const Node *late : ArrayRef(group.late).take_front(3))
    diagnostic.note("comes too late, or they too early",
                    pipeline.getRef(*late));
  ideas.runAllLater(diagnostic, group.early, group.late, bundle);
  return diagnostic;
}

/// What of the blockers `candidate.clearedBy` removes for good; if it only ends
/// what others have begun, what any later pass removes; else all of them.
ItemMask LeftOvers::getCleared(const EarlyLowering &candidate) const {
  ItemMask cleared, later;
  candidate.blockers.forEach([&](unsigned id) {
    const Node *remover = getStory(id).removedBy;
    if (!remover || !candidate.node->comesBefore(*remover))
      return;
    later.insert(id);
    if (remover == candidate.clearedBy)
      cleared.insert(id);
  });
  return !cleared.empty() ? cleared
         : !later.empty() ? later
                          : candidate.blockers;
}

void LeftOvers::describeEarly(const EarlyLowering &candidate) {
  unsigned blocker = names.getFirst(getCleared(candidate));
  const Node *remover = getStory(blocker).removedBy;
  const ContentsEntry &entry = *candidate.lowering->entry;
  Diagnostic diagnostic(
      DiagnosticCode::TooEarly,
      "{0} runs too early: it leaves {1} alone while {2} is there, which {3} "
      "removes only later",
      quote(*candidate.node),
      candidate.left.empty() ? quoteText(entry.items.front())
                             : quoteFirst(names, candidate.left),
      quoteItem(names, blocker),
      quote(remover ? *remover : *candidate.clearedBy, candidate.node));
  diagnostic.at(pipeline.getRef(*candidate.node));
  explainWith(diagnostic, *candidate.node, entry);
  diagnostic.note("what clears its way", pipeline.getRef(*candidate.clearedBy));
  ideas.runLater(diagnostic, *candidate.node, *candidate.clearedBy);
  if (candidate.unknown)
    diagnostic.severity = Severity::Warning;
  noteUnknown(diagnostic, candidate.unknown);
  findings.push_back(std::move(diagnostic));
}

bool LeftOvers::describeInVain(const EarlyLowering &candidate) {
  ItemMask blockers = end.getCertain().getCommon(candidate.blockers);
  // Something may have removed it, then the pass was too early at most.
  if (blockers.empty())
    return false;
  unsigned blocker = names.getFirst(blockers);
  Diagnostic diagnostic(DiagnosticCode::NoEffect,
                        "{0} does nothing: it leaves {1} alone while {2} is "
                        "there, and nothing removes that",
                        quote(*candidate.node),
                        quoteFirst(names, candidate.left),
                        quoteItem(names, blocker));
  diagnostic.at(pipeline.getRef(*candidate.node));
  explainWith(diagnostic, *candidate.node, *candidate.lowering->entry);
  ideas.setOptions(diagnostic, getStory(blocker).introducedBy, blocker);
  ideas.clearTheWay(diagnostic, *candidate.node, blocker);
  findings.push_back(std::move(diagnostic));
  return true;
}

void LeftOvers::reportEarlyWork(ArrayRef<EarlyWork> candidates,
                                ArrayRef<EarlyLowering> early) const {
  for (size_t i = 0; i < candidates.size(); ++i) {
    const EarlyWork &candidate = candidates[i];
    // One mistake is moving one pass across another.
    auto isSame = [&](const EarlyWork &other) {
      return other.node == candidate.node && other.madeBy == candidate.madeBy;
    };
    auto saysMore = [&](const EarlyLowering &other) {
      return other.node == candidate.node &&
             other.clearedBy == candidate.madeBy;
    };
    if (!candidate.madeBy || any_of(candidates.take_front(i), isSame) ||
        any_of(early, saysMore))
      continue;
    const ContentsEntry *entry = candidate.entry;
    std::string what = entry ? "works on '" + entry->items.front() + "'"
                             : "runs on " + quoteFirst(names, candidate.items);
    Diagnostic diagnostic(
        DiagnosticCode::TooEarly,
        "{0} runs too early: it {1}, which {2} makes only later",
        quote(*candidate.node), what, quote(*candidate.madeBy, candidate.node));
    diagnostic.severity = Severity::Warning;
    diagnostic.at(pipeline.getRef(*candidate.node));
    if (entry)
      explainWith(diagnostic, *candidate.node, *entry);
    diagnostic.note("what makes it", pipeline.getRef(*candidate.madeBy));
    ideas.runLater(diagnostic, *candidate.node, *candidate.madeBy);
    findings.push_back(std::move(diagnostic));
  }
}
