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
    const ItemTable &items,
    const std::optional<std::vector<std::string>> &contents)
    : mayBe(items.size(), /*full=*/!contents), certain(items.size()),
      lowered(items.size()), closed(contents.has_value()) {
  if (!contents)
    return;
  for (const std::string &item : *contents)
    if (std::optional<unsigned> id = items.lookup(item)) {
      mayBe.insert(*id);
      certain.insert(*id);
    }
}

LoweringOutcome
ContentsState::evaluate(const CompiledContract::Lowering &lowering) const {
  LoweringOutcome outcome;
  if (!mayBe.intersects(lowering.from))
    return outcome;
  outcome.triggered =
      !closed || certain.intersects(lowering.from) ? Truth::Yes : Truth::Maybe;
  if (certain.intersects(lowering.unless))
    outcome.blocked = Truth::Yes;
  else if (closed && mayBe.intersects(lowering.unless))
    outcome.blocked = Truth::Maybe;
  return outcome;
}

void ContentsState::change(const CompiledContract &contract, bool isPartial,
                           ArrayRef<LoweringOutcome> outcomes) {
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const CompiledContract::Lowering &lowering = contract.lowerings[i];
    LoweringOutcome outcome = outcomes[i];
    if (outcome.triggered == Truth::No || outcome.blocked == Truth::Yes)
      continue;
    certain.erase(lowering.from);
    if (isPartial || outcome.blocked == Truth::Maybe)
      continue;
    lowered.insertCommon(lowering.gone, mayBe);
    mayBe.erase(lowering.from);
  }
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const CompiledContract::Lowering &lowering = contract.lowerings[i];
    LoweringOutcome outcome = outcomes[i];
    if (outcome.triggered == Truth::No || outcome.blocked == Truth::Yes)
      continue;
    mayBe.insert(lowering.to);
    mayBe.insert(lowering.sometimes);
    if (outcome.triggered == Truth::Yes && outcome.blocked == Truth::No &&
        !isPartial)
      certain.insert(lowering.to);
  }
  mayBe.insert(contract.introduces);
  mayBe.insert(contract.introducesSometimes);
  if (!isPartial)
    certain.insert(contract.introduces);
}
