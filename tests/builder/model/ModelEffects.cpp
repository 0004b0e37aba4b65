//===- ModelEffects.cpp - What passes do to contents ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSets.h"

using namespace pmb;
using namespace pmb::model;

using Word = ContentsEntry::Word;

using model::cast;

std::vector<Contents::Lowering>
Contents::plan(const std::vector<ContentsEntry> &entries, bool seesProgram,
               const Names &inside) const {
  std::vector<Lowering> result;
  Names taken, shared, probablyTaken, left;
  for (const ContentsEntry &entry : entries) {
    Lowering lowering;
    lowering.entry = entry;
    // Of several entries that name an item the first that applies takes it.
    lowering.from = subtract(select(entry), taken);
    Names except = cover(entry.except);
    for (const std::string &item : entry.unless) {
      auto type = carriers.find(item);
      // A type that is lowered to another kind of type is tracked by itself.
      if (type == carriers.end() || !type->second.isDescribed ||
          !type->second.becomes.empty()) {
        insert(lowering.unless, cover({item}));
        insert(lowering.unlessMaybe, cover({item}));
        continue;
      }
      // A type is in the way if an operation has it: usually, to be in the way
      // for certain, and at all, to be possibly in the way.
      insert(lowering.unless, type->second.certain);
      insert(lowering.unless, type->second.likely);
      insert(lowering.unlessMaybe, type->second.any);
    }
    lowering.unless = subtract(lowering.unless, except);
    lowering.unlessMaybe = subtract(lowering.unlessMaybe, except);

    bool seesAll = seesProgram ||
                   subtract(intersect(lowering.from, mayBe), inside).empty();
    Certainty given =
        entry.given.empty() ? Certainty::Yes : contains(entry.given);
    if (given != Certainty::No)
      lowering.triggered = contains(lowering.from);
    Names probable = intersect(lowering.from, likely);
    lowering.isOfRest = closed && !probable.empty() &&
                        subtract(probable, partlyLowered).empty();
    if (closed)
      lowering.triggered = std::min(lowering.triggered, given);
    if (intersects(certain, lowering.unless))
      lowering.blocked = Certainty::Yes;
    // With an open input anything may be there, and that says nothing.
    else if (closed && intersects(mayBe, lowering.unlessMaybe))
      lowering.blocked = Certainty::Maybe;
    lowering.mayLeave = entry.isPartial || !seesAll;
    lowering.takesAll = !closed || given == Certainty::Yes;
    lowering.isPartial = lowering.mayLeave || !lowering.takesAll;
    lowering.leavesSome =
        (entry.isPartial || !seesAll) && given >= Certainty::Likely;
    // What an entry takes that need not apply may also be for those after it.
    // Together they leave nothing, if neither does.
    if (intersects(lowering.from, shared) ||
        intersects(lowering.from, probablyTaken)) {
      lowering.isPartial = true;
      lowering.mayLeave |= intersects(lowering.from, left);
    }
    if (intersects(lowering.from, probablyTaken))
      lowering.triggered = std::min(lowering.triggered, Certainty::Maybe);
    // With an open input a pass is taken to have something to do, unless it
    // stands there just in case.
    if (lowering.triggered != Certainty::No && !closed && !entry.isSpeculative)
      for (const std::string &item : intersect(lowering.from, mayBe))
        lowering.isPresumed |= !lowered.count(item) || certain.count(item);
    if (closed && lowering.triggered != Certainty::No &&
        given != Certainty::Yes) {
      insert(given == Certainty::Likely ? probablyTaken : shared,
             lowering.from);
      if (lowering.mayLeave || lowering.blocked != Certainty::No)
        insert(left, lowering.from);
    } else if (entry.given.empty() || lowering.triggered != Certainty::No) {
      insert(taken, lowering.from);
    }
    result.push_back(lowering);
  }
  return result;
}

bool model::isUndescribed(const Listing &listing, size_t index) {
  const Step &step = listing.steps[index];
  if (step.kind != Step::Kind::Pass || listing.passes.at(step.name).hasContract)
    return false;
  std::vector<int> around;
  for (size_t i = 0; i < index; ++i) {
    if (listing.steps[i].kind == Step::Kind::BundleBegin)
      around.push_back(listing.steps[i].bundle);
    if (listing.steps[i].kind == Step::Kind::BundleEnd)
      around.pop_back();
  }
  return llvm::all_of(around, [&](int bundle) {
    return listing.bundles[bundle].contract.getContents().empty();
  });
}

bool Contents::isBlocked(const Step &step) const {
  Contract contract = getContract(listing, step);
  std::vector<ContentsEntry> entries = model::select(contract, Word::Lowers);
  std::vector<Names> from = getLowered(contract, /*withPutBack=*/true);
  std::vector<Lowering> lowerings = plan(entries, /*seesProgram=*/true);
  for (size_t i = 0; i < entries.size(); ++i)
    // What must be there for the entry to hold is not in its way.
    if (!isInPassing(entries[i]) && intersects(from[i], mayBe) &&
        lowerings[i].blocked == Certainty::Yes &&
        intersects(subtract(lowerings[i].unless, cover(entries[i].given)),
                   certain))
      return true;
  return false;
}

Names Contents::getAdded(const Contract &contract) const {
  Names added;
  for (const ContentsEntry &entry : contract.getContents()) {
    insert(added, entry.to);
    insert(added, entry.sometimes);
    for (const std::string &type : entry.converts)
      if (carriers.count(type))
        added.insert(carriers.at(type).cast);
  }
  return added;
}

std::vector<Names> Contents::getLowered(const Contract &contract,
                                        bool withPutBack) const {
  std::vector<Names> result;
  Names taken, added = getAdded(contract);
  for (const ContentsEntry &entry : model::select(contract, Word::Lowers)) {
    Names from = subtract(select(entry), taken);
    if (entry.given.empty())
      insert(taken, from);
    result.push_back(withPutBack ? from : subtract(from, added));
  }
  return result;
}

std::optional<Names> Contents::getKept(const Contract &contract) const {
  std::optional<Names> kept;
  for (const ContentsEntry &entry :
       model::select(contract, Word::UnknownEffect)) {
    if (!entry.given.empty() &&
        contains(entry.given, entry.except) == Certainty::No)
      continue;
    Names items = cover(entry.items);
    kept = kept ? intersect(*kept, items) : items;
  }
  return kept;
}

Names Contents::getExpected(size_t index) const {
  Names result;
  for (size_t i = index + 1; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (i == candidate ||
        (step.kind != Step::Kind::Pass && step.kind != Step::Kind::BundleEnd))
      continue;
    Contract contract = getContract(listing, step);
    std::vector<ContentsEntry> entries = model::select(contract, Word::Lowers);
    std::vector<Names> from = getLowered(contract, /*withPutBack=*/true);
    for (size_t j = 0; j < entries.size(); ++j)
      if (!entries[j].isSpeculative && !entries[j].isPartial &&
          entries[j].given.empty())
        insert(result, from[j]);
  }
  return result;
}

Contents::View Contents::look(const Step &step) const {
  // A pass on other operations than functions sees a part of the IR. Functions
  // that may have come back after all were lowered are new ones: the pass sees
  // nothing of what was there before. A bundle speaks for all its passes.
  View view;
  if (step.kind == Step::Kind::Pass && !step.nest.empty()) {
    const std::string &op = step.nest[0];
    view.seesAll = step.nest.size() == 1 &&
                   (op == "func.func" || op == "llvm.func" || op == "any");
    if (view.seesAll && lowered.count(op) && !certain.count(op))
      view.seesAll = view.seesOld = false;
  }
  return view;
}

std::optional<Names>
Contents::applyUnknown(const Step &step, size_t index, const Contract &contract,
                       const std::vector<Lowering> &lowerings) {
  std::optional<Names> stays;
  // A pass that nobody has described may do anything, but it cannot replace
  // what it runs on.
  if (isUndescribed(listing, index)) {
    Names untouched(step.nest.begin(), step.nest.end());
    // Behind what clears its way, it does not make the order right.
    for (Early &other : early)
      other.isDoubtful |=
          !other.clearedBy && !subtract(other.from, untouched).empty();
    stays = untouched;
    insert(*stays, getExpected(index));
    presumed = intersect(presumed, untouched);
    insert(mayBeBack, subtract(lowered, untouched));
    insert(doubted, subtract(mayBe, untouched));
    hasUnknown = hasUndescribed = true;
  }
  // What a step with an unknown effect may have dealt with is certain no more,
  // unless it says that it keeps it, or a later step counts on it.
  if (std::optional<Names> kept = getKept(contract)) {
    unknown.insert({step.name, getPosition(step, index)});
    for (Early &other : early)
      other.isDoubtful |= !subtract(other.from, *kept).empty();
    observeEarly(lowerings, step, index);
    insert(*kept, getExpected(index));
    stays = kept;
    insert(mayBeBack, lowered);
    hasUnknown = true;
  } else {
    observeEarly(lowerings, step, index);
  }
  return stays;
}

Names Contents::getCommon(const Contract &contract) const {
  Names common;
  bool isFirst = true;
  for (const ContentsEntry &entry : model::select(contract, Word::Lowers)) {
    if (entry.to.empty() && entry.sometimes.empty())
      continue;
    Names to(entry.to.begin(), entry.to.end());
    common = isFirst ? to : intersect(common, to);
    isFirst = false;
  }
  return common;
}

void Contents::noteLeftAlone(const Lowering &lowering, const Sets &before,
                             size_t index) {
  bool isMaybe = lowering.blocked == Certainty::Maybe;
  for (const std::string &item : intersect(lowering.from, before.mayBe)) {
    if (lowering.blocked == Certainty::No)
      leftAlone.erase(item);
    else if (!isInPassing(lowering.entry))
      leftAlone[item] = {index,
                         isMaybe ? intersect(lowering.unlessMaybe, before.mayBe)
                                 : intersect(lowering.unless, before.certain)};
  }
}

void Contents::lower(const Lowering &lowering, const Sets &before,
                     const Names &added, size_t index) {
  certain = subtract(certain, lowering.from);
  // What has been lowered in part still probably leads to what it leads to,
  // but nobody can tell whether any of it is left.
  if (closed && lowering.isPartial && !lowering.removes())
    insert(partlyLowered, lowering.from);
  else
    likely = subtract(likely, lowering.from);
  if (!lowering.removes())
    return;
  mayBe = subtract(mayBe, lowering.from);
  promised = subtract(promised, lowering.from);
  mayBeBack = subtract(mayBeBack, lowering.from);
  for (const std::string &item : intersect(lowering.from, before.mayBe)) {
    removed[item] = index;
    if (!added.count(item))
      lowered.insert(item);
  }
}

void Contents::addLowered(const Lowering &lowering, const Names &common) {
  Certainty certainty = lowering.triggered;
  if (lowering.isPartial)
    certainty = std::min(certainty, Certainty::Likely);
  if (lowering.blocked == Certainty::Maybe)
    certainty = Certainty::Maybe;
  // What comes of what was lowered in part is no more sure to stay than that.
  Names rest;
  if (lowering.isOfRest)
    rest = subtract({lowering.entry.to.begin(), lowering.entry.to.end()},
                    subtract(likely, partlyLowered));
  add(lowering.entry.to, certainty);
  insert(partlyLowered, intersect(rest, likely));
  insert(mayBe, lowering.entry.sometimes);
  if (lowering.removes() && certainty != Certainty::Yes &&
      lowering.isPresumed && !lowering.entry.to.empty())
    add({common.begin(), common.end()}, Certainty::Yes);
}

void Contents::addIntroduced(const ContentsEntry &entry, const Sets &before,
                             View view, Names &introduced, Names &always) {
  Certainty given = Certainty::Yes;
  if (!entry.given.empty())
    given = contains(cover(entry.given), before);
  if (given == Certainty::No)
    return;
  insert(introduced, entry.to);
  insert(introduced, entry.sometimes);
  insert(always, entry.to);
  // What is dead is there all the same, and stays dead.
  if ((view.seesAll || view.seesOld) &&
      intersects(intersect(cover(entry.given), dead), before.mayBe))
    given = Certainty::Yes;
  Certainty most = view.seesAll ? Certainty::Yes : Certainty::Likely;
  add(entry.to, std::min(given, most));
  insert(mayBe, entry.sometimes);
}

void Contents::apply(const Step &step, size_t index) {
  Contract contract = getContract(listing, step);
  const View view = look(step);
  // Kernels stand nowhere but in modules for the GPU.
  Names inside;
  if (view.seesOld && step.nest == std::vector<std::string>{"gpu.module"})
    inside = cover({"gpu.func"});
  std::vector<Lowering> lowerings =
      plan(model::select(contract, Word::Lowers), view.seesAll, inside);
  std::optional<Names> stays = applyUnknown(step, index, contract, lowerings);
  // What comes only behind its lowering has as good as come back.
  if (!stays && closed && view.seesAll) {
    std::vector<Names> gone = getLowered(contract, /*withPutBack=*/false);
    for (size_t i = 0; i < lowerings.size(); ++i)
      if (const ContentsEntry &entry = lowerings[i].entry;
          !isInPassing(entry) && !entry.isPartial && entry.given.empty())
        insert(missed, subtract(gone[i], mayBe));
  }
  const Sets before{mayBe, likely, certain};
  if (stays) {
    presumed = intersect(presumed, *stays);
    certain = intersect(certain, *stays);
    likely = intersect(likely, *stays);
  } else if (closed) {
    presume(lowerings, contract, view.seesAll, view.seesOld);
  }

  const Names added = getAdded(contract);
  for (const Lowering &lowering : lowerings) {
    if (lowering.triggered == Certainty::No)
      continue;
    noteLeftAlone(lowering, before, index);
    if (lowering.happens() && view.seesOld)
      lower(lowering, before, added, index);
  }
  keepPromises();
  Names gone;
  for (const auto &[item, at] : removed)
    if (at == index)
      gone.insert(item);

  // What one entry adds is not removed by another. What is there anyway, and
  // left, is not there because of what may be added.
  Names introduced, always;
  const Names common = getCommon(contract);
  for (const Lowering &lowering : lowerings) {
    if (!lowering.happens())
      continue;
    insert(introduced, lowering.entry.to);
    insert(introduced, lowering.entry.sometimes);
    insert(always, lowering.entry.to);
    addLowered(lowering, common);
  }
  Names putBack;
  for (const ContentsEntry &entry : model::select(contract, Word::Introduces))
    addIntroduced(entry, before, view, putBack, always);
  insert(introduced, putBack);
  for (const Lowering &lowering : lowerings)
    if (lowering.happens() && lowering.blocked == Certainty::No) {
      insert(putBack, lowering.entry.to);
      insert(putBack, lowering.entry.sometimes);
    }
  // What the pass puts back itself is not gone.
  for (const std::string &item : putBack)
    if (auto it = removed.find(item);
        it != removed.end() && it->second == index)
      removed.erase(it);
  observeMade(lowerings, introduced, index);
  for (const Lowering &lowering : lowerings)
    if (lowering.happens())
      addCasts(lowering, before, introduced);
  // A type that is not named goes with all that has it.
  for (const std::string &type : implied)
    if (!intersects(carriers.at(type).certain, mayBe) &&
        !intersects(carriers.at(type).likely, mayBe))
      for (Names *items : {&mayBe, &likely, &certain})
        items->erase(type);
  for (const std::string &item : introduced)
    if (always.count(item) || gone.count(item) || !before.likely.count(item))
      leftAlone.erase(item);
  if (contract.isGreedy() && view.seesAll)
    mayBe = subtract(mayBe, dead);
}

/// What is worth a warning in the end although it is only possible: what was
/// probable until a part of it was lowered or put back, or something that was
/// may have kept it from being lowered; what a pass must be there for that has
/// nothing else to do; and what always comes of any of that.
void Contents::presume(const std::vector<Lowering> &lowerings,
                       const Contract &contract, bool seesAll, bool seesOld) {
  // What would be lowered if it came later is presumed, and not there.
  auto isPresumed = [&](const Names &items) {
    return intersects(intersect(items, mayBe), presumed);
  };
  bool isIdle = seesAll;
  for (const Lowering &lowering : lowerings) {
    if (lowering.triggered >= Certainty::Likely && !isInPassing(lowering.entry))
      isIdle = false;
    if (!lowering.happens() || !seesOld)
      continue;
    bool isCast =
        llvm::any_of(lowering.entry.items, [](const std::string &item) {
          return item.find(cast) == 0;
        });
    if (!isInPassing(lowering.entry) && lowering.blocked == Certainty::No &&
        isPresumed(lowering.from))
      insert(presumed, lowering.entry.to);
    bool isPerhapsBlocked = lowering.blocked != Certainty::No &&
                            lowering.triggered >= Certainty::Likely &&
                            !isCast && intersects(lowering.unless, presumed);
    if (isPerhapsBlocked ||
        (lowering.leavesSome && lowering.blocked == Certainty::No))
      insert(presumed, intersect(lowering.from, likely));
    else
      presumed = subtract(presumed, lowering.from);
    if (isPerhapsBlocked)
      insert(presumed, lowering.entry.to);
    Names back(lowering.entry.sometimes.begin(),
               lowering.entry.sometimes.end());
    insert(presumed, intersect(intersect(back, lowering.from), likely));
  }
  for (const ContentsEntry &entry : model::select(contract, Word::Introduces)) {
    if (entry.given.empty() || contains(entry.given) >= Certainty::Likely)
      isIdle = false;
    // What always comes of what is presumed is, too.
    if (isPresumed(cover(entry.given)))
      insert(presumed, entry.to);
  }
  std::vector<Names> gone = getLowered(contract, /*withPutBack=*/false);
  // One that nobody has described may have made work for it.
  isIdle &= !hasUndescribed;
  for (size_t i = 0; i < lowerings.size() && isIdle; ++i) {
    const ContentsEntry &entry = lowerings[i].entry;
    if (isInPassing(entry) || entry.isSpeculative || entry.isPartial)
      continue;
    // It is too early for what it would lower if that were there.
    if (entry.given.empty())
      insert(presumed, subtract(gone[i], mayBe));
    // If it does anything, this comes of it.
    if (lowerings[i].removes())
      insert(presumed, entry.to);
  }
}

void Contents::addCasts(const Lowering &lowering, const Sets &before,
                        Names &introduced) {
  for (const std::string &type : lowering.entry.converts) {
    auto it = carriers.find(type);
    if (it == carriers.end())
      continue;
    const Carriers &known = it->second;
    // From what was lowered, to what was not.
    Names from = intersect(lowering.from, before.mayBe);
    if (!intersects(from, known.any) || !intersects(mayBe, known.any))
      continue;
    if (mayBe.insert(known.cast).second && !before.mayBe.count(known.cast))
      introduced.insert(known.cast);
    auto meet = [&](const Names &lowered, const Names &remaining) {
      Names gone = intersect(lowering.from, lowered);
      bool loweredSurely = intersects(gone, known.certain);
      bool loweredLikely = intersects(gone, known.likely);
      bool remainsSurely = intersects(remaining, known.certain);
      bool remainsLikely = intersects(remaining, known.likely);
      // What usually has the type does, where nothing else would explain it.
      remainsSurely |= remainsLikely && unexplained.count(type);
      return (loweredSurely && (remainsSurely || remainsLikely)) ||
             (loweredLikely && remainsSurely);
    };
    if (!lowering.removes())
      continue;
    // What a pass may have lowered all of is no longer probable.
    Names stay = subtract(likely, partlyLowered);
    insert(stay, certain);
    if (meet(before.certain, certain))
      add({known.cast}, Certainty::Yes);
    else if (meet(before.likely, stay))
      add({known.cast}, Certainty::Likely);
  }
}
