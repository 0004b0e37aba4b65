//===- ContentsState.cpp - What the IR may contain at a point -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/ContentsState.h"

using namespace pmb;
using namespace llvm;

ContentsState::ContentsState(
    const NameTables &names,
    const std::optional<std::vector<std::string>> &contents)
    : mayBe(names.items.size(), /*full=*/!contents),
      certain(names.items.size()), lowered(names.items.size()),
      closed(contents.has_value()) {
  if (!contents)
    return;
  for (const std::string &item : *contents)
    if (std::optional<unsigned> id = names.items.lookup(item)) {
      mayBe.insert(*id);
      certain.insert(*id);
    }
  std::optional<unsigned> cast = names.items.lookup(castItem);
  bool hasCast = cast && certain.contains(*cast) && !names.carriers.empty();
  if (hasCast) {
    mayBe.erase(*cast);
    certain.erase(*cast);
  }
  // A dialect in the contents may be any of its operations.
  ItemSet evidence = certain;
  for (const std::string &item : *contents)
    names.items.forEachMember(item, [&](unsigned id) { evidence.insert(id); });
  for (const Carriers &carriers : names.carriers) {
    // A cast in the input is of one of the kinds that are converted.
    if (hasCast) {
      mayBe.insert(carriers.cast);
      if (certain.contains(carriers.type) &&
          carriers.descriptor->becomes.empty())
        certain.insert(carriers.cast);
    }
    // A kind of type is there if an operation has it. A list of contents may
    // also count types that only attributes have, such as the value of a
    // memref.global: those are in nobody's way.
    if (!certain.contains(carriers.type) ||
        evidence.intersects(carriers.certain))
      continue;
    const Carriers *becomes =
        names.lookupCarriers(carriers.descriptor->becomes);
    if (becomes && evidence.intersects(becomes->certain))
      mayBe.erase(carriers.type);
    else if (evidence.intersects(carriers.likely))
      continue;
    certain.erase(carriers.type);
  }
}

LoweringOutcome
ContentsState::evaluate(const CompiledContract::Lowering &lowering,
                        const ItemMask &from, Reach reach) const {
  LoweringOutcome outcome;
  if (!mayBe.intersects(from))
    return outcome;
  Truth given = lowering.given.empty() ? Truth::Yes : contains(lowering.given);
  if (given == Truth::No)
    return outcome;
  outcome.triggered = certain.intersects(from) ? Truth::Yes : Truth::Maybe;
  if (certain.intersects(lowering.unless))
    outcome.blocked = Truth::Yes;
  else if (closed && mayBe.intersects(lowering.unlessMaybe))
    outcome.blocked = Truth::Maybe;
  if (!closed && lowering.entry->strength == Strength::Strong)
    mayBe.getCommon(from).forEach([&](unsigned id) {
      outcome.isPresumed |= !lowered.contains(id) || certain.contains(id);
    });
  // With an open input nothing is certain, and what is given is expected.
  outcome.isPartial = lowering.entry->isPartial || reach != Reach::Whole ||
                      (closed && given == Truth::Maybe);
  return outcome;
}

ContentsChange ContentsState::plan(const CompiledContract &contract,
                                   Reach reach) const {
  ContentsChange change(contract);
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    size_t index = change.outcomes.size();
    if (!lowering.yieldsTo.empty()) {
      ItemMask rest = lowering.from;
      for (unsigned earlier : lowering.yieldsTo)
        if (change.outcomes[earlier].triggered != Truth::No)
          rest.erase(contract.lowerings[earlier].from);
      change.remaining.resize(contract.lowerings.size());
      change.remaining[index] = std::move(rest);
    }
    change.outcomes.push_back(evaluate(lowering, change.getFrom(index), reach));
  }
  for (const CompiledContract::Introduction &introduction :
       contract.introductions)
    change.given.push_back(
        introduction.given.empty() ? Truth::Yes : contains(introduction.given));
  return change;
}

void ContentsState::apply(const CompiledContract &contract, Reach reach,
                          Observer observe) {
  ContentsChange change = plan(contract, reach);
  if (observe)
    observe(change);
  ArrayRef<CompiledContract::Lowering> lowerings = contract.lowerings;

  // Casts compare what was there with what remains. Only conversions pay.
  std::optional<std::pair<ItemSet, ItemSet>> before;
  for (size_t i = 0; i < lowerings.size() && !before; ++i)
    if (change.outcomes[i].happens() && !lowerings[i].conversions.empty())
      before.emplace(certain, mayBe);

  for (size_t i = 0; i < lowerings.size(); ++i) {
    LoweringOutcome outcome = change.outcomes[i];
    if (!outcome.happens() || reach == Reach::New)
      continue;
    const ItemMask &from = change.getFrom(i);
    certain.erase(from);
    if (!outcome.removes())
      continue;
    if (lowerings[i].yieldsTo.empty()) {
      lowered.insertCommon(lowerings[i].gone, mayBe);
    } else {
      ItemMask gone = from;
      gone.retain(lowerings[i].gone);
      lowered.insertCommon(gone, mayBe);
    }
    mayBe.erase(from);
  }
  for (size_t i = 0; i < lowerings.size(); ++i) {
    LoweringOutcome outcome = change.outcomes[i];
    if (!outcome.happens())
      continue;
    mayBe.insert(lowerings[i].to);
    mayBe.insert(lowerings[i].sometimes);
    if (outcome.triggered == Truth::Yes && outcome.removes())
      certain.insert(lowerings[i].to);
    else if (outcome.isPresumed && outcome.removes() &&
             !lowerings[i].to.empty())
      certain.insert(contract.commonTo);
  }
  for (size_t i = 0; i < change.given.size(); ++i) {
    if (change.given[i] == Truth::No)
      continue;
    mayBe.insert(contract.introductions[i].to);
    mayBe.insert(contract.introductions[i].sometimes);
    if (reach == Reach::Whole && change.given[i] == Truth::Yes)
      certain.insert(contract.introductions[i].to);
  }
  if (before)
    for (size_t i = 0; i < lowerings.size(); ++i)
      if (change.outcomes[i].happens())
        addCasts(change, i, before->first, before->second);
}

void ContentsState::addCasts(const ContentsChange &change, size_t index,
                             const ItemSet &certainBefore,
                             const ItemSet &mayBeBefore) {
  const CompiledContract::Lowering &lowering = change.contract.lowerings[index];
  LoweringOutcome outcome = change.outcomes[index];
  auto wasThere = [&](const ItemSet &before, const ItemMask &converted) {
    if (lowering.yieldsTo.empty())
      return before.intersects(converted);
    ItemMask rest = converted;
    rest.retain(change.getFrom(index));
    return before.intersects(rest);
  };
  for (const CompiledContract::Conversion &conversion : lowering.conversions) {
    const Carriers &carriers = *conversion.carriers;
    if (!wasThere(mayBeBefore, conversion.any) ||
        !mayBe.intersects(carriers.any))
      continue;
    // With an open input, an operation that may be there need not be.
    mayBe.insert(carriers.cast);
    if (!outcome.removes())
      continue;
    bool loweredSurely = wasThere(certainBefore, conversion.certain);
    bool loweredLikely = wasThere(certainBefore, conversion.likely);
    bool remainsSurely = certain.intersects(carriers.certain);
    bool remainsLikely = certain.intersects(carriers.likely);
    if ((loweredSurely && (remainsSurely || remainsLikely)) ||
        (loweredLikely && remainsSurely))
      certain.insert(carriers.cast);
  }
}
