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
  for (const Carriers &carriers : names.carriers) {
    // A cast in the input is of one of the kinds that are converted.
    if (is_contained(*contents, castItem))
      mayBe.insert(carriers.cast);
    // A kind of type is there if an operation has it. A list of contents may
    // also count types that only attributes have, such as the value of a
    // memref.global: those are in nobody's way.
    if (!certain.contains(carriers.type) || certain.intersects(carriers.certain))
      continue;
    const Carriers *becomes =
        names.lookupCarriers(carriers.descriptor->becomes);
    if (becomes && certain.intersects(becomes->certain))
      mayBe.erase(carriers.type);
    else if (certain.intersects(carriers.likely))
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
  outcome.triggered =
      certain.intersects(from) ? Truth::Yes : Truth::Maybe;
  if (certain.intersects(lowering.unless))
    outcome.blocked = Truth::Yes;
  else if (closed && mayBe.intersects(lowering.unlessMaybe))
    outcome.blocked = Truth::Maybe;
  // With an open input nothing is certain, and what is given is expected.
  outcome.isPartial = lowering.entry->isPartial || reach != Reach::Whole ||
                      (closed && given == Truth::Maybe);
  return outcome;
}

void ContentsState::apply(const CompiledContract &contract, Reach reach,
                          Observer observe) {
  ArrayRef<CompiledContract::Lowering> lowerings = contract.lowerings;
  SmallVector<LoweringOutcome, 8> outcomes;
  /// What is left to an entry after those before it that applied.
  SmallVector<ItemMask, 0> remaining;
  auto getFrom = [&](size_t i) -> const ItemMask & {
    return lowerings[i].yieldsTo.empty() ? lowerings[i].from : remaining[i];
  };
  bool converts = false;
  for (const CompiledContract::Lowering &lowering : lowerings) {
    const ItemMask *from = &lowering.from;
    if (!lowering.yieldsTo.empty()) {
      ItemMask rest = lowering.from;
      for (unsigned earlier : lowering.yieldsTo)
        if (outcomes[earlier].triggered != Truth::No)
          rest.erase(lowerings[earlier].from);
      remaining.resize(lowerings.size());
      remaining[outcomes.size()] = std::move(rest);
      from = &remaining[outcomes.size()];
    }
    outcomes.push_back(evaluate(lowering, *from, reach));
    converts |= outcomes.back().happens() && !lowering.conversions.empty();
    observe(lowering, *from, outcomes.back());
  }
  SmallVector<std::pair<Truth, unsigned>, 4> given;
  for (const CompiledContract::Introduction &introduction :
       contract.introductions)
    given.push_back({introduction.given.empty() ? Truth::Yes
                                                : contains(introduction.given),
                     0});

  // Casts compare what was there with what remains. Only conversions pay.
  std::optional<std::pair<ItemSet, ItemSet>> before;
  if (converts)
    before.emplace(certain, mayBe);

  for (size_t i = 0; i < lowerings.size(); ++i) {
    LoweringOutcome outcome = outcomes[i];
    if (!outcome.happens() || reach == Reach::New)
      continue;
    const ItemMask &from = getFrom(i);
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
    LoweringOutcome outcome = outcomes[i];
    if (!outcome.happens())
      continue;
    mayBe.insert(lowerings[i].to);
    mayBe.insert(lowerings[i].sometimes);
    if (outcome.triggered == Truth::Yes && outcome.removes())
      certain.insert(lowerings[i].to);
    else if (outcome.triggered == Truth::Maybe && !closed &&
             outcome.removes() && !lowerings[i].to.empty())
      certain.insert(contract.commonTo);
  }
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i].first == Truth::No)
      continue;
    mayBe.insert(contract.introductions[i].to);
    mayBe.insert(contract.introductions[i].sometimes);
    if (reach == Reach::Whole && given[i].first == Truth::Yes)
      certain.insert(contract.introductions[i].to);
  }
  if (before)
    for (size_t i = 0; i < lowerings.size(); ++i)
      if (outcomes[i].happens())
        addCasts(lowerings[i], getFrom(i), outcomes[i], before->first,
                 before->second);
}

void ContentsState::addCasts(const CompiledContract::Lowering &lowering,
                             const ItemMask &from, LoweringOutcome outcome,
                             const ItemSet &certainBefore,
                             const ItemSet &mayBeBefore) {
  auto wasThere = [&](const ItemSet &before, const ItemMask &converted) {
    if (lowering.yieldsTo.empty())
      return before.intersects(converted);
    ItemMask rest = converted;
    rest.retain(from);
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
