//===- DeadEndWitnesses.cpp - On which inputs a pass is a dead end --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/DeadEnds.h"
#include "builder/check/PresumedInput.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool DeadEnds::isRare(unsigned id) const {
  Item item(names.items.getName(id));
  return usual && none_of(usual->items, [&](StringRef one) {
           return item.covers(Item(one));
         });
}

/// `dying` comes only sometimes, and of what may stay as it is; or of what is
/// rare, where the pass is there for what programs usually have.
bool DeadEnds::isUnlikely(const Step &step, const Way &way,
                          const ItemMask &dying,
                          std::optional<unsigned> witness,
                          std::optional<unsigned> given) const {
  if ((way.isPartial() || way.keeps()) && !way.entry->to.intersects(dying))
    return true;
  if (!(witness && isRare(*witness)) && !(given && isRare(*given)))
    return false;
  // An earlier pass may have lowered that.
  return any_of(step.ways, [&](const Way &other) {
    bool hasUsual = false;
    other.entry->items.forEach([&](unsigned id) { hasUsual |= !isRare(id); });
    return hasUsual;
  });
}

/// A pass that is speculative is often there without a thought of what neither
/// an earlier pass makes nor the input is presumed to have. But what a pipeline
/// begins with is what its input has. Of an operation with a mark, which is
/// never presumed, the operation tells.
bool DeadEnds::isJustInCase(unsigned index, const Way &way,
                            unsigned witness) const {
  if (!way.isSpeculative())
    return false;
  bool isMarked = Item(names.items.getName(witness)).isQualified();
  auto lowers = [](const Step &step) {
    return any_of(step.ways, [](const Way &way) { return way.removes; });
  };
  if (!isMarked &&
      (any_of(steps[index].ways, [](const Way &way) { return way.isAdded; }) ||
       none_of(ArrayRef(steps).take_front(index), lowers)))
    return false;
  Item item(names.items.getName(witness));
  return usual && none_of(presumeInput(trace), [&](StringRef other) {
           return Item(other).getName() == item.getName();
         });
}

bool DeadEnds::isNeverInPart(unsigned id) const {
  StringRef name = Item(names.items.getName(id)).getName();
  return any_of(trace.getInterface().inputNever,
                [&](const InputExclusion &exclusion) {
                  return Item(exclusion.item).getName() == name;
                });
}

bool DeadEnds::isUnexpected(const Claim &claim) const {
  // Also what stands there just in case has to do its work when the case comes.
  return claim.isDoubtful ||
         (!claim.isWholeWork && claim.witness != none &&
          (isRare(claim.witness) ||
           Item(names.items.getName(claim.witness)).isQualified()));
}

/// An operation that programs usually have; else the one whose name says most:
/// of a list of contents that is an operation rather than its dialect, or one
/// that has a mark.
std::optional<unsigned> DeadEnds::chooseWitness(const ItemMask &fresh) const {
  SmallVector<unsigned> ids;
  fresh.forEach([&](unsigned id) {
    StringRef name = names.items.getName(id);
    if (!name.starts_with("!") && !name.starts_with(castItem))
      ids.push_back(id);
  });
  if (ids.empty())
    return std::nullopt;
  names.sortByFirst(ids);
  for (unsigned id : ids)
    if (usual && is_contained(usual->items, names.items.getName(id)))
      return id;
  for (unsigned id : ids)
    if (!Item(names.items.getName(id)).getDialect().empty())
      return id;
  return ids.front();
}

ItemMask DeadEnds::getMarked(const ItemMask &items) const {
  ItemMask marked;
  items.forEach([&](unsigned id) {
    if (Item(names.items.getName(id)).isQualified())
      marked.insert(id);
  });
  return marked;
}

bool DeadEnds::isSpecial(const Way &way) const {
  return !way.from.empty() && (way.from - getMarked(way.from)).empty();
}
