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

ContentsState::ContentsState(
    const NameTables &names,
    const std::optional<std::vector<std::string>> &contents)
    : mayBe(contents ? ItemSet(names.items.size()) : names.items.getKnown()),
      likely(names.items.size()), certain(names.items.size()),
      lowered(names.items.size()), missed(names.items.size()),
      partlyLowered(names.items.size()), presumed(names.items.size()),
      dead(names.dead), promised(names.items.size()),
      mayBeBack(names.items.size()), doubted(names.items.size()),
      closed(contents.has_value()) {
  if (!contents)
    return;
  for (const std::string &item : *contents)
    if (std::optional<unsigned> id = names.items.lookup(item)) {
      mayBe.insert(*id);
      // Conversions erase what is dead when they come across it.
      if (!names.dead.contains(*id))
        certain.insert(*id);
    }
  promise(names, *contents);
  // What usually involves a type does if the type is there.
  for (const Carriers *known : names.carriers) {
    const Carriers &carriers = *known;
    if (!certain.contains(carriers.type))
      continue;
    for (auto [operation, withType] : carriers.implied)
      if (mayBe.contains(operation) && names.items.isKnown(withType)) {
        mayBe.insert(withType);
        if (likely.contains(operation) || certain.contains(operation))
          likely.insert(withType);
        if (certain.contains(operation))
          certain.insert(withType);
      }
  }
  std::optional<unsigned> cast = names.items.lookup(castItem);
  bool hasCast = cast && certain.contains(*cast) && !names.carriers.empty();
  if (hasCast) {
    mayBe.erase(*cast);
    certain.erase(*cast);
  }
  // A dialect in the contents may be any of its operations.
  ItemSet evidence = certain;
  for (const Promise &promise : promises)
    evidence.insert(promise.operations);
  for (const Carriers *known : names.carriers) {
    const Carriers &carriers = *known;
    // A cast in the input is of one of the kinds that are converted.
    if (hasCast) {
      mayBe.insert(carriers.cast);
      if (certain.contains(carriers.type) &&
          carriers.descriptor->becomes.empty())
        certain.insert(carriers.cast);
    }
    // A kind of type is there if an operation has it. A list of contents may
    // also count types that only attributes have, such as the value of a
    // memref.global: those are in nobody's way. What usually has the type may
    // as well have what the type becomes, if that is there.
    if (!certain.contains(carriers.type) ||
        evidence.intersects(carriers.certain))
      continue;
    const Carriers *becomes =
        names.lookupCarriers(carriers.descriptor->becomes);
    if (becomes && evidence.intersects(becomes->certain))
      mayBe.erase(carriers.type);
    else if (evidence.intersects(carriers.likely) &&
             !(becomes && evidence.contains(becomes->type))) {
      unexplained.insert(carriers.type);
      continue;
    }
    certain.erase(carriers.type);
  }
  likely.insert(certain);
}

void ContentsState::promise(const NameTables &names,
                            ArrayRef<std::string> contents) {
  for (StringRef item : contents) {
    if (!names.isExpanded(item))
      continue;
    Promise added = {*names.items.lookup(item), 0, {}};
    names.items.getMembers(item).forEach([&](unsigned id) {
      if (id == added.dialect || !names.items.isKnown(id) ||
          names.items.getName(id).contains('(') || certain.contains(id))
        return;
      added.operations.insert(id);
      ++added.count;
    });
    mayBe.insert(added.operations);
    ItemMask probable = added.operations;
    probable.erase(names.unusual);
    likely.insert(probable);
    // What a dialect rarely has is worth a warning where nothing lowers it.
    presumed.insert(added.operations);
    promised.insert(added.operations);
    if (added.count)
      promises.push_back(std::move(added));
  }
}

/// Says what has become of the dialects of the input, of which some operations
/// may have been removed.
void ContentsState::keepPromises() {
  for (Promise &promise : promises) {
    if (!promise.count)
      continue;
    if (mayBe.contains(promise.dialect)) {
      unsigned left = 0;
      mayBe.forEachCommon(promise.operations, [&](unsigned) { ++left; });
      if (left == promise.count)
        continue;
      certain.erase(promise.dialect);
      if (2 * left > promise.count)
        continue;
      likely.erase(promise.dialect);
      mayBe.erase(promise.dialect);
    }
    promise.count = 0;
    promise.operations.forEach([&](unsigned id) {
      if (promised.contains(id))
        likely.erase(id);
    });
  }
}

bool ContentsState::evaluate(const CompiledContract::Lowering &lowering,
                             const ItemMask &from, Reach reach,
                             LoweringOutcome &outcome) const {
  uint64_t possible = 0, probable = 0, sure = 0, unlowered = 0;
  for (ItemMask::Word word : from.getWords()) {
    uint64_t there = mayBe.getWord(word.index) & word.bits;
    uint64_t surely = certain.getWord(word.index) & word.bits;
    possible |= there;
    probable |= likely.getWord(word.index) & word.bits;
    sure |= surely;
    unlowered |= there & (~lowered.getWord(word.index) | surely);
  }
  if (!possible)
    return false;
  Certainty given =
      lowering.given.empty() ? Certainty::Yes : contains(lowering.given);
  if (given == Certainty::No)
    return false;
  outcome.triggered = sure       ? Certainty::Yes
                      : probable ? Certainty::Likely
                                 : Certainty::Maybe;
  if (closed)
    outcome.triggered = std::min(outcome.triggered, given);
  if (certain.intersects(lowering.unless))
    outcome.blocked = Certainty::Yes;
  else if (closed && mayBe.intersects(lowering.unlessMaybe))
    outcome.blocked = Certainty::Maybe;
  outcome.isPresumed = !closed && unlowered && !lowering.entry->isSpeculative;
  // With an open input nothing is certain, and what is given is expected.
  outcome.applies = closed ? given : Certainty::Yes;
  outcome.isPartial = lowering.entry->isPartial || reach != Reach::Whole ||
                      outcome.applies != Certainty::Yes;
  outcome.leavesSome = outcome.applies >= Certainty::Likely &&
                       (lowering.entry->isPartial || reach == Reach::Part);
  return true;
}

void ContentsState::plan(ContentsChange &change, Reach reach,
                         const ItemMask *inside) const {
  const CompiledContract &contract = change.contract;
  if (mayBe.intersects(contract.touched))
    for (const CompiledContract::Lowering &lowering : contract.lowerings) {
      std::unique_ptr<ItemMask> remaining;
      Certainty taken = Certainty::No;
      if (!lowering.yieldsTo.empty()) {
        if (!mayBe.intersects(lowering.from))
          continue;
        remaining = std::make_unique<ItemMask>(lowering.from);
        for (const ContentsChange::Effect &earlier : change.effects) {
          if (!is_contained(lowering.yieldsTo,
                            earlier.lowering - contract.lowerings.begin()))
            continue;
          if (earlier.outcome.applies == Certainty::Yes)
            remaining->erase(earlier.lowering->from);
          else if (remaining->intersects(earlier.lowering->from))
            taken = std::max(taken, earlier.outcome.applies);
        }
      }
      ContentsChange::Effect &effect = change.effects.emplace_back();
      effect.lowering = &lowering;
      effect.remaining = std::move(remaining);
      const ItemMask &from = effect.getFrom();
      Reach seen = reach;
      if (reach == Reach::Part && inside && !inside->empty()) {
        ItemMask elsewhere = from;
        elsewhere.erase(*inside);
        if (!mayBe.intersects(elsewhere))
          seen = Reach::Whole;
      }
      LoweringOutcome &outcome = effect.outcome;
      if (!evaluate(lowering, from, seen, outcome)) {
        change.effects.pop_back();
        continue;
      }
      outcome.isPartial |= taken != Certainty::No;
      if (taken == Certainty::Likely)
        outcome.triggered = std::min(outcome.triggered, Certainty::Maybe);
    }
  for (const CompiledContract::Introduction &introduction :
       contract.introductions)
    change.given.push_back(introduction.given.empty()
                               ? Certainty::Yes
                               : contains(introduction.given));
}

const ContentsEntry *
ContentsState::findUnknownEffect(const CompiledContract &contract) const {
  for (const CompiledContract::UnknownEffect &unknown : contract.unknownEffects)
    if (applies(unknown))
      return unknown.entry;
  return nullptr;
}

/// Of what is only possible, three things are worth a warning. One was
/// probable, and a pass has taken a part of it, or has put it back. Another was
/// probable, and what was put back may keep a pass from lowering it: either it
/// stays, or what always comes of it is there. The last is what a pass must be
/// there for that has nothing to do but what is merely possible: what it would
/// lower if it came later, and what it always adds.
void ContentsState::presume(const ContentsChange &change, Reach reach) {
  if (change.kept)
    return presumed.retain(change.isUndescribed ? *change.kept
                                                : change.expected);
  bool isIdle = reach == Reach::Whole;
  for (Certainty given : change.given)
    isIdle &= given < Certainty::Likely;
  for (const ContentsChange::Effect &effect : change.effects) {
    const LoweringOutcome &outcome = effect.outcome;
    isIdle &=
        outcome.triggered < Certainty::Likely || effect.lowering->isInPassing;
    if (!outcome.happens() || reach == Reach::New)
      continue;
    const CompiledContract::Lowering &lowering = *effect.lowering;
    bool isPerhapsBlocked = outcome.blocked != Certainty::No &&
                            outcome.triggered >= Certainty::Likely &&
                            !lowering.lowersCasts &&
                            presumed.intersects(lowering.unless);
    if (isPerhapsBlocked ||
        (outcome.leavesSome && outcome.blocked == Certainty::No))
      presumed.insertCommon(effect.getFrom(), likely);
    else
      presumed.erase(effect.getFrom());
    if (isPerhapsBlocked)
      presumed.insert(lowering.to);
    // What an entry puts back.
    if (lowering.sometimes.intersects(effect.getFrom())) {
      ItemMask back = lowering.sometimes;
      back.retain(effect.getFrom());
      presumed.insertCommon(back, likely);
    }
  }
  if (!isIdle || hasUndescribed)
    return;
  auto isOnPurpose = [](const CompiledContract::Lowering &lowering) {
    return !lowering.isInPassing && !lowering.entry->isSpeculative &&
           !lowering.entry->isPartial;
  };
  for (const CompiledContract::Lowering &lowering : change.contract.lowerings)
    if (isOnPurpose(lowering) && lowering.given.empty())
      presumed.insertMissing(lowering.gone, mayBe);
  for (const ContentsChange::Effect &effect : change.effects)
    if (isOnPurpose(*effect.lowering) && effect.outcome.removes())
      presumed.insert(effect.lowering->to);
}

void ContentsState::apply(const CompiledContract &contract, Reach reach,
                          Observer observe, const ItemMask *expected,
                          const ItemMask *inside, const ItemMask *untouched) {
  ContentsChange change(contract);
  for (const CompiledContract::UnknownEffect &unknown :
       contract.unknownEffects) {
    if (!applies(unknown))
      continue;
    if (change.kept)
      change.kept->retain(unknown.kept);
    else
      change.kept = unknown.kept;
  }
  if (untouched) {
    change.kept = *untouched;
    change.isUndescribed = true;
  }
  if (change.kept) {
    change.expected = *expected;
    change.expected.insert(*change.kept);
  }
  plan(change, reach, inside);
  if (observe)
    observe(change);
  if (closed)
    presume(change, reach);
  if (closed && !change.kept && reach == Reach::Whole)
    for (const CompiledContract::Lowering &lowering : contract.lowerings)
      if (!lowering.isInPassing && !lowering.entry->isPartial &&
          lowering.given.empty())
        missed.insertMissing(lowering.gone, mayBe);

  // Casts compare what was there with what remains. Only conversions pay.
  bool addsCasts = false;
  for (const ContentsChange::Effect &effect : change.effects)
    if (effect.outcome.happens() && !effect.lowering->conversions.empty()) {
      before.mayBe = mayBe;
      before.likely = likely;
      before.certain = certain;
      addsCasts = true;
      break;
    }

  if (change.kept) {
    certain.retain(change.expected);
    likely.retain(change.expected);
    ItemSet back = lowered;
    if (untouched)
      back.erase(*untouched);
    mayBeBack.insert(back);
    hasUnknown = true;
  }
  if (untouched) {
    // What an earlier one has cast doubt on stays doubtful.
    ItemSet touched = mayBe;
    touched.erase(*untouched);
    doubted.insert(touched);
    hasUndescribed = true;
  }
  for (const ContentsChange::Effect &effect : change.effects) {
    if (!effect.outcome.happens() || reach == Reach::New)
      continue;
    const ItemMask &from = effect.getFrom();
    certain.erase(from);
    if (closed && effect.outcome.isPartial)
      partlyLowered.insert(from);
    else
      likely.erase(from);
    if (!effect.outcome.removes())
      continue;
    if (hasUnknown)
      mayBeBack.erase(from);
    if (effect.remaining) {
      ItemMask gone = from;
      gone.retain(effect.lowering->gone);
      lowered.insertCommon(gone, mayBe);
    } else {
      lowered.insertCommon(effect.lowering->gone, mayBe);
    }
    mayBe.erase(from);
    if (!promises.empty())
      promised.erase(from);
  }
  if (!promises.empty())
    keepPromises();
  bool hasSomethingToDo = false;
  for (const ContentsChange::Effect &effect : change.effects) {
    const LoweringOutcome &outcome = effect.outcome;
    const CompiledContract::Lowering &lowering = *effect.lowering;
    if (!outcome.happens())
      continue;
    mayBe.insert(lowering.sometimes);
    Certainty certainty = outcome.triggered;
    if (outcome.isPartial)
      certainty = std::min(certainty, Certainty::Likely);
    if (outcome.blocked != Certainty::No)
      certainty = Certainty::Maybe;
    add(lowering.to, certainty);
    hasSomethingToDo |= outcome.triggered != Certainty::Yes &&
                        outcome.isPresumed && outcome.removes() &&
                        !lowering.to.empty();
  }
  if (hasSomethingToDo)
    add(contract.commonTo, Certainty::Yes);
  for (size_t i = 0; i < change.given.size(); ++i) {
    if (change.given[i] == Certainty::No)
      continue;
    const CompiledContract::Introduction &introduction =
        contract.introductions[i];
    Certainty likely = std::min(change.given[i], Certainty::Likely);
    mayBe.insert(introduction.sometimes);
    add(introduction.to, reach == Reach::Whole ? change.given[i] : likely);
    // What is always added where something is there is about that: it is used.
    if (introduction.to.empty() || reach == Reach::New)
      continue;
    ItemMask used = introduction.given;
    used.retain(dead);
    used = mayBe.getCommon(used);
    dead.erase(used);
    add(used, reach == Reach::Whole ? Certainty::Yes : Certainty::Likely);
  }
  if (addsCasts)
    for (const ContentsChange::Effect &effect : change.effects)
      if (effect.outcome.happens())
        addCasts(effect);
  if (contract.isGreedy && reach == Reach::Whole)
    mayBe.erase(dead);
}

template <typename ItemsT>
void ContentsState::add(const ItemsT &items, Certainty certainty) {
  mayBe.insert(items);
  if (certainty < (closed ? Certainty::Likely : Certainty::Yes))
    return;
  likely.insert(items);
  doubted.erase(items);
  if (closed)
    partlyLowered.erase(items);
  if (!promises.empty())
    promised.erase(items);
  if (certainty == Certainty::Yes)
    certain.insert(items);
}

void ContentsState::addCasts(const ContentsChange::Effect &effect) {
  auto wasIn = [&](const ItemSet &set, const ItemMask &converted) {
    if (!effect.remaining)
      return set.intersects(converted);
    ItemMask rest = converted;
    rest.retain(*effect.remaining);
    return set.intersects(rest);
  };
  for (const CompiledContract::Conversion &conversion :
       effect.lowering->conversions) {
    const Carriers &carriers = *conversion.carriers;
    if (!wasIn(before.mayBe, conversion.any) || !mayBe.intersects(carriers.any))
      continue;
    // True if one side always has the type, and the other usually.
    bool isUsualEnough = unexplained.contains(carriers.type);
    auto meet = [&](const ItemSet &lowered, const ItemSet &remaining) {
      bool usually = remaining.intersects(carriers.likely);
      bool always =
          remaining.intersects(carriers.certain) || (usually && isUsualEnough);
      return wasIn(lowered, conversion.certain)
                 ? always || usually
                 : always && wasIn(lowered, conversion.likely);
    };
    // With an open input, an operation that may be there need not be.
    bool isLikely = effect.outcome.removes() && meet(before.likely, likely);
    add(carriers.cast, !isLikely                       ? Certainty::Maybe
                       : meet(before.certain, certain) ? Certainty::Yes
                                                       : Certainty::Likely);
  }
}
