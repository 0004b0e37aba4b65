//===- ContentsNests.cpp - Where the contents stand -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/ContentsState.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

Reach ContentsState::getReach(Reach reach, View view, const ItemMask &items,
                              const ItemMask *inside) const {
  if (reach == Reach::Part || (inside && reach == Reach::Whole)) {
    ItemMask outside = items;
    if (inside)
      outside.erase(*inside);
    if (nests.isKnown && view == View::Parts)
      outside.erase(nests.inParts - nests.inProgram);
    return mayBe.intersects(outside) ? Reach::Part : Reach::Whole;
  }
  return reach == Reach::Whole && nests.isKnown &&
                 mayBe.intersects(items & nests.getShared(view))
             ? Reach::Part
             : reach;
}

/// What a pass lowers that does not come everywhere: what stands in another
/// nest as well stays there.
void ContentsState::lowerInNest(const ContentsChange::Effect &effect) {
  const LoweringOutcome &outcome = effect.outcome;
  bool isInParts = effect.view == View::Parts;
  ItemMask elsewhere = effect.getFrom() & nests.getShared(effect.view);
  ItemMask left = effect.getFrom() - elsewhere, taken;
  if (!effect.lowering->entry->isPartial && outcome.blocked == Certainty::No &&
      outcome.applies == Certainty::Yes) {
    (isInParts ? nests.inParts : nests.inProgram).erase(elsewhere);
    // What may stand in any nest is taken by a pass that sees all that matters.
    taken = outcome.removes() || !isInParts
                ? left
                : left & (nests.inParts - nests.inProgram);
    left.erase(taken);
  }
  remove(taken, taken & effect.lowering->gone);
  lowerSome(left, outcome.isPartial);
}

ContentsState::Where ContentsState::find(const ItemMask &items,
                                         View view) const {
  if (!nests.isKnown)
    return std::nullopt;
  if (view != View::All)
    return view;
  ItemMask there = mayBe.getCommon(items);
  bool isInProgram = there.intersects(nests.inProgram),
       isInParts = there.intersects(nests.inParts);
  there.erase(nests.inProgram);
  there.erase(nests.inParts);
  if (!there.empty())
    return std::nullopt;
  return isInProgram && isInParts ? View::All
         : isInParts              ? View::Parts
                                  : View::Program;
}

/// What always comes of a lowering. Of what becomes a part of the program, the
/// part itself and what asks for it are there, and the rest is in the part.
void ContentsState::addResults(const ContentsChange::Effect &effect,
                               Certainty certainty, Where where) {
  const ItemMask &to = effect.lowering->to;
  if (!nests.isKnown || !(to.intersects(*parts) || to.intersects(*openParts)))
    return add(to, certainty, where);
  add(to & *onlyInParts, certainty, View::Parts);
  add(to - *onlyInParts, certainty, View::Program);
}

void ContentsState::place(const ItemMask &items, Where where, bool isPossible) {
  ItemMask known = mayBe.getCommon(items), added = items - known;
  nests.erase(added);
  // What is only possible says nothing of where the rest is.
  if (!isPossible && where)
    added.insert(known & (nests.inProgram | nests.inParts));
  else if (!isPossible)
    nests.erase(known);
  if (where && *where != View::Parts)
    nests.inProgram.insert(added);
  if (where && *where != View::Program)
    nests.inParts.insert(added);
}

/// A part that is made of what stood in the program takes that along; which of
/// it cannot be told.
void ContentsState::moveParts(const ContentsChange &change) {
  bool isMoved = any_of(change.effects, [&](const ContentsChange::Effect &one) {
    const CompiledContract::Lowering &lowering = *one.lowering;
    return one.outcome.happens() && lowering.to.intersects(*openParts);
  });
  if (isMoved)
    nests.inProgram = ItemMask();
}
