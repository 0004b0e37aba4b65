//===- ContentsState.cpp - What the IR may contain at a point -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/ContentsState.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pmb;
using namespace llvm;

bool ContentsState::evaluate(const CompiledContract::Lowering &lowering,
                             const ItemMask &from, Reach reach,
                             const ItemMask &hidden,
                             LoweringOutcome &outcome) const {
  if (!mayBe.intersects(from) || (exact && lowering.isToldByMarks))
    return false;
  Certainty given = lowering.given.empty() ? Certainty::Yes
                    : hidden.empty()       ? contains(lowering.given)
                                           : contains(lowering.given - hidden);
  if (given == Certainty::No)
    return false;
  outcome.triggered = contains(from);
  outcome.isPresumed = !closed && !lowering.entry->isSpeculative &&
                       (outcome.triggered == Certainty::Yes ||
                        mayBe.intersectsBeyond(from, lowered));
  outcome.isOfRest = closed && outcome.triggered >= Certainty::Likely &&
                     !likely.intersectsBeyond(from, partlyLowered);
  if (closed)
    outcome.triggered = std::min(outcome.triggered, given);
  outcome.blocked = getBlocked(lowering, hidden);
  // With an open input nothing is certain, and what is given is expected.
  outcome.applies = closed ? given : Certainty::Yes;
  outcome.mayLeave = lowering.entry->isPartial || reach != Reach::Whole;
  outcome.isPartial = outcome.mayLeave || outcome.applies != Certainty::Yes;
  outcome.leavesSome = outcome.applies >= Certainty::Likely &&
                       (lowering.entry->isPartial || reach == Reach::Part);
  return true;
}

Certainty ContentsState::getBlocked(const CompiledContract::Lowering &lowering,
                                    const ItemMask &hidden) const {
  // A list with marks says whether what is lowered has a type.
  bool isElsewhere = exact && !lowering.involved.empty() &&
                     !mayBe.intersects(lowering.involved);
  auto isThere = [&](const ItemSet &set, const ItemMask &blockers) {
    if (!isElsewhere && hidden.empty())
      return set.intersects(blockers);
    ItemMask seen = blockers - hidden;
    if (isElsewhere)
      seen.erase(lowering.toldTypes);
    return set.intersects(seen);
  };
  return isThere(certain, lowering.unless)                ? Certainty::Yes
         : closed && isThere(mayBe, lowering.unlessMaybe) ? Certainty::Maybe
                                                          : Certainty::No;
}

void ContentsState::planLowerings(ContentsChange &change,
                                  const ItemMask *inside) const {
  const CompiledContract &contract = change.contract;
  if (!mayBe.intersects(contract.touched))
    return;
  ItemMask hiddenFromPass = getHidden(change.view), hiddenFromPart;
  change.effects.reserve(contract.lowerings.size());
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    if (!mayBe.intersects(lowering.items))
      continue;
    std::unique_ptr<ItemMask> remaining;
    Certainty taken = Certainty::No;
    bool isLeftSome = false,
         isInPart = lowering.isInPart && change.view != View::Parts;
    if (isInPart && hiddenFromPart.empty())
      hiddenFromPart = getHidden(View::Parts);
    const ItemMask &hidden = isInPart ? hiddenFromPart : hiddenFromPass;
    bool leavesUsed = lowering.isOnlyDead && lowering.items.intersects(used);
    bool leavesHidden = hidden.intersects(lowering.items);
    if (!lowering.yieldsTo.empty() || leavesUsed || leavesHidden) {
      remaining = std::make_unique<ItemMask>(change.getLeftTo(lowering));
      if (leavesUsed)
        remaining->erase(used);
      if (leavesHidden)
        remaining->erase(hidden);
      for (const ContentsChange::Effect &earlier : change.effects)
        if (contract.yields(lowering, *earlier.lowering) &&
            remaining->intersects(earlier.lowering->items)) {
          const LoweringOutcome &outcome = earlier.outcome;
          taken = std::max(taken, outcome.applies);
          isLeftSome |= outcome.mayLeave || outcome.blocked != Certainty::No;
        }
    }
    ContentsChange::Effect &effect = change.effects.emplace_back();
    effect.lowering = &lowering;
    effect.view = isInPart ? View::Parts : change.view;
    effect.remaining = std::move(remaining);
    effect.hidden = hidden;
    const ItemMask &from = effect.getFrom();
    LoweringOutcome &outcome = effect.outcome;
    Reach seen = getReach(change.reach, effect.view, from,
                          isInPart ? onlyInParts : inside);
    if (!evaluate(lowering, from, seen, hidden, outcome)) {
      change.effects.pop_back();
      continue;
    }
    outcome.isPartial |= taken != Certainty::No;
    outcome.mayLeave |= isLeftSome;
    if (taken == Certainty::Likely)
      outcome.triggered = std::min(outcome.triggered, Certainty::Maybe);
  }
}

ItemMask
ContentsChange::getLeftTo(const CompiledContract::Lowering &lowering) const {
  ItemMask left = lowering.items;
  for (const Effect &earlier : effects)
    if (earlier.outcome.applies == Certainty::Yes &&
        contract.yields(lowering, *earlier.lowering))
      left.erase(earlier.lowering->items);
  return left;
}

/// Of a chain of dead casts, removing what is dead takes the last one: then the
/// one before is dead. So casts go in part.
ItemMask ContentsState::getRemoved(const CompiledContract &contract) const {
  ItemMask removed = leftDead;
  for (const CompiledContract::Lowering &lowering : contract.lowerings)
    if (lowering.isOnlyDead)
      removed.erase(lowering.items);
  return removed;
}

void ContentsState::plan(ContentsChange &change, const ItemMask *expected,
                         const ItemMask *inside,
                         const ItemMask *untouched) const {
  const CompiledContract &contract = change.contract;
  for (const CompiledContract::Entry &unknown : contract.unknownEffects) {
    if (!applies(unknown))
      continue;
    if (change.kept)
      change.kept->retain(unknown.items);
    else
      change.kept = std::make_unique<ItemMask>(unknown.items);
  }
  if (untouched) {
    change.kept = std::make_unique<ItemMask>(*untouched);
    change.isUndescribed = true;
  }
  if (change.kept) {
    change.expected = std::make_unique<ItemMask>(*expected);
    change.expected->insert(*change.kept);
  }
  planLowerings(change, inside);
  if (contract.isRemovingDead && !leftDead.empty())
    change.removed = std::make_unique<ItemMask>(getRemoved(contract));
  for (const CompiledContract::Entry &introduction : contract.introductions)
    change.given.push_back(introduction.given.empty()
                               ? Certainty::Yes
                               : contains(introduction.given));
}

const ContentsEntry *
ContentsState::findUnknownEffect(const CompiledContract &contract) const {
  for (const CompiledContract::Entry &unknown : contract.unknownEffects)
    if (applies(unknown))
      return unknown.entry;
  return nullptr;
}

/// Of what is only possible, four things are worth a warning. One was probable,
/// and a pass has taken a part of it, or has put it back. Another was probable,
/// and what was put back may keep a pass from lowering it: either it stays, or
/// what always comes of it is there. The third is what a pass must be there for
/// that has nothing to do but what is merely possible: what it would lower if
/// it came later, and what it always adds. The last is what a pass sometimes
/// makes of something probable that has a mark, or of which it leaves a part,
/// if programs usually have it. What always comes of these is worth one, too.
void ContentsState::presume(const ContentsChange &change) {
  if (change.kept)
    return presumed.retain(change.isUndescribed ? *change.kept
                                                : *change.expected);
  // What would be lowered if it came later is presumed, and not there.
  auto isPresumed = [&](const ItemMask &items) {
    return presumed.intersects(mayBe.getCommon(items));
  };
  bool isIdle = change.reach == Reach::Whole;
  for (Certainty given : change.given)
    isIdle &= given < Certainty::Likely;
  for (const ContentsChange::Effect &effect : change.effects) {
    const LoweringOutcome &outcome = effect.outcome;
    isIdle &=
        outcome.triggered < Certainty::Likely || effect.lowering->isInPassing;
    if (!outcome.happens() || change.reach == Reach::New)
      continue;
    const CompiledContract::Lowering &lowering = *effect.lowering;
    if (!lowering.isInPassing && outcome.blocked == Certainty::No) {
      if (isPresumed(effect.getFrom()))
        presumed.insert(lowering.to);
      if ((lowering.entry->mayLeaveSome() || lowering.isQualified) &&
          outcome.triggered >= Certainty::Likely)
        presumed.insert(lowering.sometimes & *usual);
    }
    bool isPerhapsBlocked = outcome.blocked != Certainty::No &&
                            outcome.triggered >= Certainty::Likely &&
                            !lowering.lowersCasts &&
                            presumed.intersects(lowering.unless);
    if (isPerhapsBlocked ||
        (outcome.leavesSome && outcome.blocked == Certainty::No))
      presumed.insert(likely.getCommon(effect.getFrom()));
    else
      presumed.erase(effect.getFrom());
    if (isPerhapsBlocked)
      presumed.insert(lowering.to);
    // What an entry puts back.
    presumed.insert(likely.getCommon(lowering.sometimes & effect.getFrom()));
  }
  for (const CompiledContract::Entry &introduction :
       change.contract.introductions)
    if (isPresumed(introduction.given))
      presumed.insert(introduction.to);
  if (!isIdle || hasUndescribed)
    return;
  auto isOnPurpose = [](const CompiledContract::Lowering &lowering) {
    return lowering.lowersAll() && !lowering.entry->isSpeculative;
  };
  for (const CompiledContract::Lowering &lowering : change.contract.lowerings)
    if (isOnPurpose(lowering) && lowering.given.empty())
      presumed.insertMissing(lowering.gone, mayBe);
  for (const ContentsChange::Effect &effect : change.effects)
    if (isOnPurpose(*effect.lowering) && effect.outcome.removes())
      presumed.insert(effect.lowering->to);
}

/// What is lowered for good. `gone`: what of it the pass does not put back.
void ContentsState::remove(const ItemMask &items, const ItemMask &gone) {
  certain.erase(items);
  likely.erase(items);
  if (hasUnknown)
    mayBeBack.erase(items);
  lowered.insert(mayBe.getCommon(gone));
  mayBe.erase(items);
  if (!promises.empty())
    promised.erase(items);
}

/// What a pass may leave some of.
void ContentsState::lowerSome(const ItemMask &items, bool isPartial) {
  certain.erase(items);
  if (closed && isPartial)
    partlyLowered.insert(items);
  else
    likely.erase(items);
}

void ContentsState::lower(const ContentsChange &change) {
  for (const ContentsChange::Effect &effect : change.effects) {
    if (!effect.outcome.happens() || change.reach == Reach::New)
      continue;
    const ItemMask &from = effect.getFrom(), &gone = effect.lowering->gone;
    if (nests.isKnown && effect.view != View::All)
      lowerInNest(effect);
    else if (!effect.outcome.removes())
      lowerSome(from, effect.outcome.isPartial);
    else if (effect.remaining)
      remove(from, from & gone);
    else
      remove(from, gone);
  }
}

void ContentsState::introduce(const ContentsChange &change,
                              const ContentsState &before) {
  bool hasSomethingToDo = false;
  for (const ContentsChange::Effect &effect : change.effects) {
    const LoweringOutcome &outcome = effect.outcome;
    const CompiledContract::Lowering &lowering = *effect.lowering;
    if (!outcome.happens())
      continue;
    Where where = before.find(effect.getFrom(), effect.view);
    addSome(lowering.sometimes, where);
    Certainty certainty = outcome.triggered;
    if (outcome.isPartial)
      certainty = std::min(certainty, Certainty::Likely);
    if (outcome.blocked != Certainty::No)
      certainty = Certainty::Maybe;
    // Of what may have been lowered before, no more comes than may be there.
    ItemMask presumedOnly;
    if (outcome.isOfRest)
      presumedOnly =
          lowering.to - (likely.getCommon(lowering.to) - partlyLowered);
    addResults(effect, certainty, where);
    if (!presumedOnly.empty())
      partlyLowered.insert(likely.getCommon(presumedOnly));
    hasSomethingToDo |= outcome.triggered != Certainty::Yes &&
                        outcome.isPresumed && outcome.removes() &&
                        !lowering.to.empty();
  }
  if (hasSomethingToDo)
    add(change.contract.commonTo, Certainty::Yes, std::nullopt);
  bool isWhole = change.reach == Reach::Whole;
  for (auto [introduction, given] :
       zip_equal(change.contract.introductions, change.given)) {
    if (given == Certainty::No)
      continue;
    Where where = before.find(introduction.given, change.view);
    addSome(introduction.sometimes, where);
    // What is dead is there all the same: an assertion about it is added.
    bool isDeadGiven =
        change.reach != Reach::New &&
        introduction.given.intersects(before.mayBe.getCommon(dead));
    Certainty certainty = isDeadGiven ? Certainty::Yes : given;
    add(introduction.to,
        isWhole ? certainty : std::min(certainty, Certainty::Likely), where);
  }
}

void ContentsState::apply(const ContentsChange &change,
                          const ContentsState &before) {
  const CompiledContract &contract = change.contract;
  bool isWhole = change.reach == Reach::Whole;
  if (closed)
    presume(change);
  if (closed && !change.kept && isWhole)
    for (const CompiledContract::Lowering &lowering : contract.lowerings)
      if (lowering.lowersAll() && lowering.given.empty())
        missed.insertMissing(lowering.gone, mayBe);
  if (change.kept) {
    certain.retain(*change.expected);
    likely.retain(*change.expected);
    ItemSet back = lowered;
    if (change.isUndescribed)
      back.erase(*change.kept);
    mayBeBack.insert(back);
    hasUnknown = true;
  }
  if (change.isUndescribed) {
    // What an earlier one has cast doubt on stays doubtful.
    ItemSet touched = mayBe;
    touched.erase(*change.kept);
    doubted.insert(touched);
    hasUndescribed = true;
  }
  lower(change);
  keepPromises();
  introduce(change, before);
  for (const ContentsChange::Effect &effect : change.effects)
    if (effect.outcome.happens())
      addCasts(effect, before.find(effect.getFrom(), effect.view), before);
  keepTypes();
  if (nests.isKnown)
    moveParts(change);
  if (contract.isRemovingDead && change.reach != Reach::New)
    removeDead(change);
  if (!contract.leftDead.empty() && change.reach != Reach::New)
    leaveDead(change, before);
}

void ContentsState::removeDead(const ContentsChange &change) {
  bool isWhole = change.reach == Reach::Whole;
  if (change.contract.isGreedy && isWhole)
    mayBe.erase(dead);
  if (!change.removed)
    return;
  certain.erase(*change.removed);
  if (!isWhole)
    return partlyLowered.insert(likely.getCommon(*change.removed));
  for (ItemSet *set : {&likely, &mayBe, &promised})
    set->erase(*change.removed);
  leftDead.erase(*change.removed);
}

/// Whether a pass probably converts values of the type that a cast is about.
static bool convertsAnyOf(const ContentsChange &change, const ItemMask &casts) {
  return any_of(change.effects, [&](const ContentsChange::Effect &effect) {
    return effect.outcome.happens() &&
           effect.outcome.triggered >= Certainty::Likely &&
           any_of(effect.lowering->conversions, [&](const auto &conversion) {
             return casts.contains(conversion.carriers->cast);
           });
  });
}

/// Whether some of it is probably there that no pass has lowered in part.
bool ContentsState::isSomeLeft(const ItemMask &items) const {
  return certain.intersects(items) ||
         likely.intersectsBeyond(items, partlyLowered);
}

void ContentsState::leaveDead(const ContentsChange &change,
                              const ContentsState &before) {
  for (const CompiledContract::Dead &left : change.contract.leftDead) {
    // Pairs that a pass has made itself are not folded before it is done.
    bool isUsed = left.isCast ? isSomeLeft(left.unless) ||
                                    convertsAnyOf(change, left.items)
                              : mayBe.intersects(left.unless);
    if (isUsed ||
        (!left.given.empty() && before.contains(left.given) != Certainty::Yes))
      continue;
    if (change.reach == Reach::Whole) {
      leftDead.insert(mayBe.getCommon(left.items));
      used.erase(left.items);
    } else {
      // A part of it may go with the next cleanup.
      certain.erase(left.items);
      partlyLowered.insert(likely.getCommon(left.items));
    }
  }
}

/// What was left dead may have uses again.
void ContentsState::addSome(const ItemMask &items, Where where) {
  if (nests.isKnown)
    place(items, where, /*isPossible=*/true);
  mayBe.insert(items);
  if (!leftDead.intersects(items))
    return;
  ItemMask again = leftDead & items;
  for (ItemSet *set : {&certain, &likely})
    set->erase(again);
  leftDead.erase(again);
}

void ContentsState::add(const ItemMask &items, Certainty certainty,
                        Where where) {
  if (certainty < (closed ? Certainty::Likely : Certainty::Yes))
    return addSome(items, where);
  if (nests.isKnown)
    place(items, where, /*isPossible=*/false);
  mayBe.insert(items);
  if (!leftDead.empty())
    leftDead.erase(items);
  likely.insert(items);
  if (hasUndescribed)
    doubted.erase(items);
  if (closed)
    partlyLowered.erase(items);
  if (!promises.empty())
    promised.erase(items);
  if (certainty == Certainty::Yes)
    certain.insert(items);
}

void ContentsState::addCasts(const ContentsChange::Effect &effect, Where where,
                             const ContentsState &before) {
  ItemMask hidden = where ? getHidden(*where) : ItemMask();
  auto getSeen = [&](const ItemMask &items) {
    return hidden.empty() ? items : items - hidden;
  };
  auto wasIn = [&](const ItemSet &set, const ItemMask &converted) {
    return effect.remaining ? set.intersects(converted, *effect.remaining)
                            : set.intersects(converted);
  };
  for (const CompiledContract::Conversion &conversion :
       effect.lowering->conversions) {
    const Carriers &carriers = *conversion.carriers;
    if (!wasIn(before.mayBe, conversion.any) ||
        !mayBe.intersects(getSeen(carriers.any)))
      continue;
    // True if one side always has the type, and the other usually.
    bool isUsualEnough = unexplained.contains(carriers.type);
    auto meet = [&](const ItemSet &lowered, auto remains) {
      bool usually = remains(getSeen(carriers.likely));
      bool always =
          remains(getSeen(carriers.certain)) || (usually && isUsualEnough);
      return wasIn(lowered, conversion.certain)
                 ? always || usually
                 : always && wasIn(lowered, conversion.likely);
    };
    // With an open input, an operation that may be there need not be.
    bool isLikely = effect.outcome.removes() &&
                    meet(before.likely, [&](const ItemMask &items) {
                      return isSomeLeft(items);
                    });
    bool isCertain =
        isLikely && meet(before.certain, [&](const ItemMask &items) {
          return certain.intersects(items);
        });
    add(ItemMask(carriers.cast),
        isCertain  ? Certainty::Yes
        : isLikely ? Certainty::Likely
                   : Certainty::Maybe,
        where);
    if (isLikely && likely.intersects(carriers.sources) &&
        wasIn(before.likely, conversion.users))
      used.insert(carriers.cast);
  }
}
