//===- DeadEnds.cpp - What leads to something that must not remain --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/DeadEnds.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What passes may do
//===----------------------------------------------------------------------===//

DeadEnds::DeadEnds(const Trace &trace, RuleFindings &found,
                   const ItemSet *possible)
    : RuleContext(trace, found), possible(possible),
      usual(pipeline.getCatalog().lookupContents("usual-operations")),
      output(trace.getInterface(), pipeline.getCatalog(), names),
      touched(names.items.size()), added(touched),
      loweredAt(names.items.size(), none) {
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (step.node->isPass() && !step.isIdle()) {
      observeRefused(step);
      observeRejected(step, state);
      forgetAdded(step);
    }
    if (step.change)
      observe(*step.node, *step.change, state);
  });
}

void DeadEnds::observeRejected(const Trace::Step &step,
                               const ContentsState &state) {
  const Catalog &catalog = pipeline.getCatalog();
  const AnchorPath &path = step.node->getAnchorPath();
  bool isWhole = step.reach == Reach::Whole;
  // What programs do stands in functions.
  bool seesProgram =
      isWhole || (path.getDepth() && catalog.isFunction(path.getOp()));
  for (const CompiledContract::ContentsRequirement &demand :
       step.contract->demands) {
    if (demand.entry->word != ContentsEntry::Word::Rejects ||
        demand.entry->strength == Strength::Weak)
      continue;
    ItemMask rejected = demand.items;
    if (!demand.given.empty()) {
      // Only what has that with it, as an operation has its type.
      ItemMask certain;
      for (const Carriers *carriers : names.carriers)
        if (demand.given.contains(carriers->type))
          certain.insert(carriers->certain);
      rejected.retain(certain);
    }
    if (seesProgram)
      (state.getMayBe().getCommon(rejected) - touched)
          .forEach([&](unsigned id) {
            rejectedBy.try_emplace(
                id, Rejection{step.node, !demand.unless.empty()});
          });
    if (isWhole && demand.unless.empty())
      touched.insert(rejected);
  }
}

void DeadEnds::observeRefused(const Trace::Step &step) {
  if (rejectedBy.empty())
    return;
  const CompiledContract &contract = *step.contract;
  ItemMask work;
  for (const CompiledContract::Lowering &lowering : contract.lowerings)
    if (lowering.lowersAll() && !lowering.entry->isSpeculative &&
        lowering.given.empty())
      work.insert(lowering.items);
  bool isAll = !work.empty() && contract.provides.empty() &&
               none_of(contract.introductions, [](const auto &introduction) {
                 return introduction.given.empty();
               });
  // In front of the first pass that cannot accept any of it, all is accepted.
  Refused found{step.node, nullptr};
  bool isDoubtful = false, isUsual = false;
  work.forEach([&](unsigned id) {
    auto it = rejectedBy.find(id);
    isAll &= it != rejectedBy.end();
    if (!isAll)
      return;
    const Rejection &rejection = it->second;
    if (!found.by || rejection.pass->comesBefore(*found.by)) {
      found.by = rejection.pass;
      found.items = ItemMask();
    }
    if (found.by == rejection.pass)
      found.items.insert(id);
    isDoubtful |= rejection.isDoubtful;
    isUsual |= !isRare(id);
  });
  found.isError = isUsual && !isDoubtful;
  if (isAll && !cameAlong(*step.node))
    refused.push_back(std::move(found));
}

/// What a pass may add is not what the input brings.
void DeadEnds::forgetAdded(const Trace::Step &step) {
  if (rejectedBy.empty())
    return;
  step.contract->forEachAdded([&](const ItemMask &items) {
    items.forEach([&](unsigned id) { rejectedBy.erase(id); });
  });
  if (step.change && step.change->kept)
    rejectedBy.clear();
}

void DeadEnds::observe(const Node &node, const ContentsChange &change,
                       const ContentsState &state) {
  Step step{&node, {}, std::nullopt, {}};
  if (change.kept)
    step.kept = *change.kept;
  if (change.removed)
    step.removed = *change.removed;
  unsigned index = steps.size();
  ItemMask changed;
  // Those of `items` that come from the input as they are.
  auto getFresh = [&](const ItemMask &items) {
    return possible ? possible->getCommon(items - touched) : items - touched;
  };
  auto addWay = [&](const CompiledContract::Entry &entry, const ItemMask &from,
                    const CompiledContract::Lowering *lowering) -> Way & {
    Way way{&entry, lowering, state.getMayBe().getCommon(from), {}};
    way.fresh = getFresh(way.from);
    return step.ways.emplace_back(std::move(way));
  };
  for (const ContentsChange::Effect &effect : change.effects) {
    const CompiledContract::Lowering &lowering = *effect.lowering;
    if (lowering.isInPassing)
      continue;
    Way &way = addWay(lowering, effect.getFrom(), &lowering);
    way.isAdded = added.intersects(way.from);
    if (!lowering.given.empty())
      way.given = getFresh(state.getMayBe().getCommon(lowering.given));
    // What is in its own way is never lowered.
    for (ItemMask *items : {&way.fresh, way.given ? &*way.given : nullptr})
      if (items)
        items->erase(lowering.unlessMaybe);
    if (effect.outcome.isPartial)
      continue;
    way.removes = lowering.unlessMaybe.empty() && lowering.given.empty();
    ItemMask gone = way.from - lowering.unless;
    changed.insert(gone);
    gone.forEach([&](unsigned id) { loweredAt[id] = index; });
  }
  for (auto [introduction, given] :
       zip(change.contract.introductions, change.given))
    if (given != Certainty::No)
      addWay(introduction, introduction.given, nullptr);
  observeCasts(node, change, state);
  if (change.kept)
    for (auto &[key, found] : converters)
      if (!change.kept->contains(key.first->cast))
        found.isRemoved = true;
  touched.insert(changed);
  for (const Way &way : step.ways)
    added.insert(way.entry->to);
  if (!step.ways.empty() || step.kept || !step.removed.empty())
    steps.push_back(std::move(step));
}

std::optional<unsigned> DeadEnds::findFunction(const ItemMask &items) const {
  std::optional<unsigned> found;
  items.forEach([&](unsigned id) {
    if (!found && pipeline.getCatalog().isFunction(names.items.getName(id)))
      found = id;
  });
  return found;
}

void DeadEnds::observeCasts(const Node &node, const ContentsChange &change,
                            const ContentsState &state) {
  const AnchorPath *part = trace.getNest(node).part;
  for (const ContentsChange::Effect &effect : change.effects) {
    if (effect.lowering->lowersCasts)
      for (auto &[key, found] : converters)
        if (effect.getFrom().contains(key.first->cast) &&
            (!part || part == key.second)) {
          found.isRemoved = true;
          if (!effect.lowering->isInPassing)
            found.remover = &node;
        }
    for (const auto &conversion : effect.lowering->conversions) {
      ItemMask items = conversion.certain;
      items.insert(conversion.likely);
      if (effect.remaining)
        items.retain(*effect.remaining);
      // Also what no contract names by itself may be there.
      items.erase(state.getLowered().getCommon(items) - state.getMayBe());
      if (possible)
        items = possible->getCommon(items);
      if (items.empty())
        continue;
      Converters &found = converters[{conversion.carriers, part}];
      if (found.last.pass == &node) {
        found.last.items.insert(items);
        continue;
      }
      // Values of functions are everywhere.
      if (!findFunction(found.other.items))
        found.other = std::move(found.last);
      found.last = {&node, std::move(items)};
      found.isRemoved = false;
    }
  }
}

//===----------------------------------------------------------------------===//
// What dies
//===----------------------------------------------------------------------===//

ItemSet DeadEnds::getDyingAtEnd() const {
  ItemSet dies(names.items.size());
  for (unsigned id = 0; id < names.items.size(); ++id)
    // Casts are looked at by themselves.
    if (names.items.isKnown(id) && !output.isNamed(id) &&
        output.canBeLeft(id) && !names.items.getName(id).starts_with(castItem))
      dies.insert(id);
  return dies;
}

void DeadEnds::walk(function_ref<void(unsigned, const ItemSet &)> visit) const {
  ItemSet dies = getDyingAtEnd();
  for (unsigned index = steps.size(); index--;) {
    const Step &step = steps[index];
    visit(index, dies);
    // All entries look at what dies behind the pass.
    ItemMask added, lives = step.removed;
    for (const Way &way : step.ways) {
      bool isDead = dies.intersects(way.entry->to);
      if (isDead && (way.removes || way.keeps()))
        added.insert(way.from);
      // Without what must be there as well, it goes another way.
      else if (!way.keeps() && (!isDead || way.given))
        lives.insert(way.from);
    }
    dies.erase(lives);
    dies.insert(added);
    if (step.kept)
      dies.retain(*step.kept);
  }
}

bool DeadEnds::cameAlong(const Node &node) const {
  return findInnermost(node.getBundle(), [&](const BundleInstance &around) {
    return around.isPipeline ||
           pipeline.getCatalog().lookupBundle(around.getName());
  });
}

DeadEnds::Role DeadEnds::getRole(const Step &step, const ItemSet &dies) const {
  // What a pass is there for is what it lowers, if it lowers anything.
  Role role;
  role.lowers = any_of(step.ways, [](const Way &way) { return !way.keeps(); });
  auto isPurpose = [&](const Way &way) {
    return !(way.keeps() && role.lowers) && !isSpecial(way);
  };
  role.hasPurpose = any_of(step.ways, [&](const Way &way) {
    return isPurpose(way) && way.adds() && !dies.intersects(way.entry->to) &&
           (!way.entry->to.empty() || !dies.intersects(way.entry->sometimes));
  });
  role.maySucceed = any_of(step.ways, [&](const Way &way) {
    return isPurpose(way) && way.entry->to.empty() && !way.isPartial() &&
           !(way.entry->sometimes - dies).empty();
  });
  return role;
}

bool DeadEnds::alwaysLeadsTo(const Step &step, unsigned id) const {
  ItemSet only(names.items.size());
  only.insert(id);
  Role role = getRole(step, only);
  return !role.hasPurpose && !role.maySucceed;
}

void DeadEnds::addClaims(unsigned index, const ItemSet &dies,
                         ArrayRef<Fate> fates,
                         std::vector<Claim> &claims) const {
  const Step &step = steps[index];
  // What else it does is not known; that it does what is guessed, is.
  bool isGuess = step.node->isPass() && step.node->getDescriptor().isGuessed();
  if (step.kept && !isGuess)
    return;
  const Role role = getRole(step, dies);
  // What a greedy pass does in passing, or others have put there, is not worth
  // a guess.
  bool isGreedy =
      step.node->isPass() && step.node->getDescriptor().contract.isGreedy();
  bool isAlong = cameAlong(*step.node);
  // What it adds for an operation with a mark, it sometimes adds for others.
  auto isToldByOthers = [&](const Way &way) {
    bool isUsual = false;
    way.from.forEach([&](unsigned id) { isUsual |= !isRare(id); });
    return role.lowers && way.keeps() && isSpecial(way) && !isUsual;
  };
  for (const Way &way : step.ways) {
    if (isToldByOthers(way))
      continue;
    bool isCertain = !way.isPartial() && dies.intersects(way.entry->to);
    ItemMask dying = dies.getCommon(way.entry->to);
    if (!isCertain) {
      // Of what is only sometimes there, only some has a mark.
      dying.insert(dies.getCommon(way.entry->sometimes));
      dying.erase(getMarked(dying));
    }
    // What stays as it was is not led there.
    dying.erase(way.from);
    bool isExcused = isAlong || (isGreedy && (way.isPartial() || way.keeps()));
    if (dying.empty() || (!isCertain && isExcused))
      continue;
    std::optional<unsigned> witness = chooseWitness(way.fresh), given;
    if (way.given)
      given = chooseWitness(*way.given);
    if ((!witness && !(way.keeps() && way.from.empty())) ||
        (way.given && !given))
      continue;
    bool isError = isCertain && !role.maySucceed && !role.hasPurpose;
    bool isDeadEnd = isError && !isAlong;
    // Whether there are operations with a type is presumed, or not.
    bool isOfType =
        witness &&
        Item(names.items.getName(*witness)).getQualifier().starts_with("!");
    bool isDoubtful =
        !isError &&
        ((role.hasPurpose && (!isCertain || isOfType)) ||
         (!possible && isUnlikely(step, way, dying, witness, given)));
    if (isDoubtful) {
      if (possible || (witness && isNeverInPart(*witness)))
        continue;
      dying.erase(names.everywhere);
    }
    isError &= !witness || !isJustInCase(index, way, *witness);
    // What others have put there may be there for what is rare.
    if (witness && isAlong && isRare(*witness))
      continue;
    // An operation with a mark is what the pass is for as well, where the
    // pipeline goes on with what comes of it.
    if (isCertain && role.hasPurpose && !isSpecial(way))
      continue;
    // Of an operation with a mark not every input has one.
    Claim claim{index,
                witness.value_or(none),
                given == witness ? none : given.value_or(none),
                {},
                isError,
                way.isSpeculative(),
                isDoubtful};
    bool isFirst = true;
    dying.forEach([&](unsigned id) {
      claim.fate = fates[id].step == none ? Fate{id, index} : fates[id];
      claim.isWholeWork = isDeadEnd && alwaysLeadsTo(step, id);
      if (isFirst || role.hasPurpose || isDoubtful)
        claims.push_back(claim);
      isFirst = false;
    });
  }
}

/// What a pass does aside from its purpose counts where the pipeline lowers
/// what comes of it, but before, and has no other need to do so: then that
/// stands in the wrong place.
bool DeadEnds::comesTooLate(const Claim &claim) const {
  unsigned index = loweredAt[claim.fate.item];
  return index != none && index < claim.fate.step &&
         none_of(steps[index].ways, [&](const Way &way) {
           return way.isAdded && !way.isPartial() &&
                  !way.from.contains(claim.fate.item);
         });
}

std::vector<DeadEnds::Claim> DeadEnds::findClaims() const {
  std::vector<Claim> claims;
  std::vector<Fate> fates(names.items.size());
  walk([&](unsigned index, const ItemSet &dies) {
    addClaims(index, dies, fates, claims);
    SmallVector<std::pair<unsigned, Fate>> changed;
    for (const Way &way : steps[index].ways)
      if (std::optional<unsigned> to = dies.findFirst(way.entry->to)) {
        Fate fate = fates[*to].step == none ? Fate{*to, index} : fates[*to];
        way.from.forEach([&](unsigned id) { changed.push_back({id, fate}); });
      }
    for (auto [id, fate] : changed)
      fates[id] = fate;
  });
  erase_if(claims, [&](const Claim &claim) {
    return claim.isDoubtful && !comesTooLate(claim);
  });
  return claims;
}
