//===- EarlyLowerings.cpp - Lowerings that run before their way is clear --===//
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
        // Casts go once nothing converts their type any more; what is lowered
        // to something else still has it. A speculative one may find no such
        // type.
        if (candidate.node != &node &&
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
    candidate.isInVain =
        !lowering.lowersCasts && !change.kept &&
        none_of(change.effects, isDone) &&
        all_of(change.given, [](Truth given) { return given == Truth::No; });
  }
}
