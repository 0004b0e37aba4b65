//===- EarlyLowerings.cpp - Passes that run before their time -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/EarlyLowerings.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// True if a pass with this contract does what `candidate` did not. Before the
/// way is clear, only if nothing that is in the way of one is in that of the
/// other; of what is in both, `candidate` keeps that.
static bool repeats(const CompiledContract &contract,
                    EarlyLowerings::Candidate &candidate) {
  if (!candidate.from.intersects(candidate.clearedBy ? contract.touched
                                                     : contract.intended))
    return false;
  ItemMask inBoth;
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    if (!candidate.from.intersects(lowering.from) ||
        (lowering.isInPassing && !candidate.clearedBy))
      continue;
    ItemMask common = candidate.blockers;
    common.retain(lowering.unless);
    if (candidate.clearedBy || common.empty())
      return true;
    inBoth.insert(common);
  }
  candidate.blockers = std::move(inBoth);
  return false;
}

void EarlyLowerings::observe(const Node &node, const ContentsChange &change,
                             const ContentsState &state) {
  // Several contracts may speak for one pass; it does not replace itself.
  if (!candidates.empty())
    erase_if(candidates, [&](Candidate &candidate) {
      return candidate.node != &node && repeats(change.contract, candidate);
    });
  if (change.kept)
    for (Candidate &candidate : candidates) {
      ItemMask touched = candidate.from;
      touched.erase(*change.kept);
      if (!touched.empty())
        candidate.unknown = &node;
    }
  for (const ContentsChange::Effect &effect : change.effects) {
    const CompiledContract::Lowering &lowering = *effect.lowering;
    const ItemMask &from = effect.getFrom();
    if (effect.outcome.removes())
      for (Candidate &candidate : candidates)
        // A pass does not clear its own way. Casts go once nothing converts
        // their type any more; what is lowered to something else still has it.
        // A speculative one may find no such type.
        if (candidate.node->getSymbol() != node.getSymbol() &&
            (!candidate.isCast || (!lowering.conversions.empty() &&
                                   !lowering.entry->isSpeculative)) &&
            state.getMayBe().intersects(candidate.blockers, from))
          candidate.clearedBy = &node;
    if (lowering.unless.empty() || lowering.isInPassing ||
        (state.isClosed() && !effect.outcome.isSurelyBlocked()))
      continue;
    // An open input need not have what is marked, if a pass is only there in
    // case of it.
    auto isMarked = [](StringRef item) { return item.contains('('); };
    if (!state.isClosed() && lowering.entry->isSpeculative &&
        all_of(lowering.entry->items, isMarked))
      continue;
    ItemMask blockers = state.getMayBe().getCommon(lowering.unless);
    if (blockers.empty())
      continue;
    Candidate &candidate = candidates.emplace_back();
    candidate.node = &node;
    candidate.lowering = &lowering;
    candidate.from = from;
    candidate.blockers = std::move(blockers);
    candidate.isCast = lowering.lowersCasts;
    if (!state.isClosed())
      continue;
    candidate.left = state.getCertain().getCommon(from);
    auto isDone = [](const ContentsChange::Effect &other) {
      return other.outcome.happens() && !other.lowering->isInPassing;
    };
    candidate.isInVain = !lowering.lowersCasts && !change.kept &&
                         none_of(change.effects, isDone) &&
                         all_of(change.given, [](Certainty given) {
                           return given == Certainty::No;
                         });
  }
}

//===----------------------------------------------------------------------===//
// Passes before what they work on is made
//===----------------------------------------------------------------------===//

void EarlyWork::await(Candidate candidate, const ContentsState &state) {
  auto known = find_if(candidates, [&](const Candidate &other) {
    return other.entry == candidate.entry &&
           (candidate.entry ||
            (other.node->getSymbol() == candidate.node->getSymbol() &&
             &other.node->getAnchorPath() == &candidate.node->getAnchorPath()));
  });
  // Repeated behind what makes some, it does its work there. Before that, it is
  // one mistake with the first.
  if (known != candidates.end()) {
    if (known->madeBy)
      candidates.erase(known);
    return;
  }
  // Of what is gone, it is said that the pass comes too late. A registered
  // pipeline has passes just in case.
  bool isThere = state.getMayBe().intersects(candidate.items);
  if (hasUnknown || state.mayHaveMore() || candidate.node->getPipeline() ||
      added.intersects(candidate.items) ||
      (!isThere && state.getLowered().intersects(candidate.items)) ||
      (isThere && state.isClosed()))
    return;
  candidate.same = candidate.items;
  for (const Carriers *carriers : names.carriers)
    if (candidate.items.contains(carriers->type))
      candidate.same.insert(carriers->any);
  candidates.push_back(std::move(candidate));
}

void EarlyWork::await(const Node &node,
                      const CompiledContract::ContentsRequirement &demand,
                      const ContentsState &state) {
  // That a closed input does not have what the pass needs is reported already.
  if (!state.isClosed() || demand.entry->strength == Strength::Weak)
    await(Candidate{&node, demand.entry, demand.items}, state);
}

void EarlyWork::awaitNest(const Node &node, unsigned operation,
                          const ContentsState &state) {
  if (state.isClosed())
    return;
  Candidate candidate{&node, nullptr, {}};
  candidate.items.insert(operation);
  await(std::move(candidate), state);
}

void EarlyWork::observe(const Node &node, const ContentsChange &change) {
  auto add = [&](const ItemMask &to, const ItemMask &sometimes) {
    added.insert(to);
    added.insert(sometimes);
  };
  unsigned count = 0;
  for (const ContentsChange::Effect &effect : change.effects)
    if (effect.outcome.happens()) {
      add(effect.lowering->to, effect.lowering->sometimes);
      count += !effect.lowering->to.empty();
    }
  for (auto [introduction, given] :
       zip(change.contract.introductions, change.given))
    if (given != Certainty::No)
      add(introduction.to, introduction.sometimes);
  for (Candidate &candidate : candidates) {
    if (candidate.madeBy)
      continue;
    unsigned makes = count_if(change.effects, [&](const auto &effect) {
      return effect.outcome.happens() &&
             !candidate.same.intersects(effect.getFrom()) &&
             effect.lowering->to.intersects(candidate.items);
    });
    if (makes && 2 * makes >= count)
      candidate.madeBy = &node;
  }
}
