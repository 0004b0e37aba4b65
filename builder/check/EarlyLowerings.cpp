//===- EarlyLowerings.cpp - Passes that run before their time -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/EarlyLowerings.h"

using namespace pmb;
using namespace llvm;

static bool isAboutCasts(const EarlyLowering &candidate) {
  return candidate.lowering->lowersCasts;
}

/// True if a pass with this contract does what `candidate` did not. Before the
/// way is clear, only if nothing that is in the way of one is in that of the
/// other; of what is in both, `candidate` keeps that.
static bool repeats(const ContentsChange &change, EarlyLowering &candidate) {
  const CompiledContract &contract = change.contract;
  if (!candidate.from.intersects(candidate.clearedBy ? contract.touched
                                                     : contract.intended))
    return false;
  ItemMask inBoth;
  bool isTried = false;
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    // What removes dead casts alone leaves those that are in use.
    if (!candidate.from.intersects(lowering.items) || lowering.isOnlyDead ||
        (lowering.isInPassing && !candidate.clearedBy) ||
        !candidate.from.intersects(change.getLeftTo(lowering)))
      continue;
    isTried = true;
    ItemMask common = candidate.blockers & lowering.unless;
    if (candidate.clearedBy || common.empty())
      return true;
    inBoth.insert(common);
  }
  if (isTried)
    candidate.blockers = std::move(inBoth);
  return false;
}

/// The pass takes away what is in the way of candidates.
static void clearWay(const ContentsChange::Effect &effect, const Node &node,
                     const ContentsState &state,
                     SmallVector<EarlyLowering, 0> &candidates) {
  const CompiledContract::Lowering &lowering = *effect.lowering;
  if (!effect.outcome.removes())
    return;
  // What is in its own way is never lowered.
  auto isCleared = [&, &from = effect.getFrom()](const ItemMask &blockers) {
    return state.getMayBe().intersects(blockers, from) &&
           state.getMayBe().intersects(blockers, from - lowering.unless);
  };
  for (EarlyLowering &candidate : candidates)
    // A pass does not clear its own way. Casts go once nothing converts their
    // type any more; what is lowered to something else still has it. A
    // speculative one may find no such type.
    if (candidate.node->getSymbol() != node.getSymbol() &&
        (!isAboutCasts(candidate) ||
         (!lowering.conversions.empty() && !lowering.entry->isSpeculative)) &&
        isCleared(candidate.blockers))
      candidate.clearedBy = &node;
}

/// A lowering that something may be in the way of, if it is one.
static std::optional<EarlyLowering>
findCandidate(const Trace::Step &step, const ContentsChange::Effect &effect,
              const ContentsState &state) {
  const Node &node = *step.node;
  const ContentsChange &change = *step.change;
  const CompiledContract::Lowering &lowering = *effect.lowering;
  // In a part of the program, casts of the rest are not its work.
  if (lowering.lowersCasts && step.reach == Reach::Part)
    return std::nullopt;
  if (lowering.unless.empty() || lowering.isInPassing ||
      (state.isClosed() && !effect.outcome.isSurelyBlocked()))
    return std::nullopt;
  if (!state.isClosed() && isCleanupPass(node))
    return std::nullopt;
  // An open input need not have what is marked, if a pass is only there in
  // case of it.
  auto isMarked = [](StringRef item) { return item.contains('('); };
  if (!state.isClosed() && lowering.entry->isSpeculative &&
      all_of(lowering.entry->items, isMarked))
    return std::nullopt;
  ItemMask blockers =
      state.getMayBe().getCommon(lowering.unless - effect.hidden);
  if (blockers.empty())
    return std::nullopt;
  EarlyLowering candidate{&node, &lowering, effect.getFrom(),
                          std::move(blockers)};
  if (state.isClosed()) {
    candidate.left = state.getCertain().getCommon(candidate.from);
    candidate.isInVain =
        !lowering.lowersCasts && !change.kept && !change.isWork();
  }
  return candidate;
}

/// Casts of types that several passes convert in the program itself. One alone,
/// however often it stands there, leaves casts only where something else has
/// the type; what stands in an operation like `gpu.module` is a program of its
/// own.
static ItemMask findCastsOfSeveral(const Trace &trace) {
  ItemMask casts;
  for (const auto &[key, nodes] : trace.getConverters())
    if (const Symbol *first = nodes.front()->getSymbol();
        !key.second && any_of(nodes, [&](const Node *node) {
          return node->getSymbol() != first;
        }))
      casts.insert(key.first->cast);
  return casts;
}

SmallVector<EarlyLowering, 0> pmb::findEarlyLowerings(const Trace &trace) {
  // A pass that lowers the same again replaces those before it, if nothing of
  // the same is in its way, or just the same: that is one mistake. So the list
  // stays short.
  SmallVector<EarlyLowering, 0> candidates;
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (!step.change)
      return;
    const Node &node = *step.node;
    const ContentsChange &change = *step.change;
    // Several contracts may speak for one pass; it does not replace itself.
    erase_if(candidates, [&](EarlyLowering &candidate) {
      return candidate.node != &node && repeats(change, candidate);
    });
    if (change.kept)
      for (EarlyLowering &candidate : candidates) {
        // What is only not described may do the work all the same, but does
        // not make the order right.
        if (change.isUndescribed && candidate.clearedBy)
          continue;
        if (!(candidate.from - *change.kept).empty())
          candidate.unknown = &node;
      }
    for (const ContentsChange::Effect &effect : change.effects) {
      clearWay(effect, node, state, candidates);
      std::optional<EarlyLowering> candidate =
          findCandidate(step, effect, state);
      if (!candidate)
        continue;
      erase_if(candidates, [&](const EarlyLowering &other) {
        return !other.clearedBy && other.node != &node &&
               other.node->getSymbol() == node.getSymbol() &&
               other.from == candidate->from &&
               other.blockers == candidate->blockers;
      });
      candidates.push_back(std::move(*candidate));
    }
  });
  if (!trace.getEnd().isClosed() && any_of(candidates, isAboutCasts)) {
    ItemMask casts = findCastsOfSeveral(trace);
    erase_if(candidates, [&](const EarlyLowering &candidate) {
      return isAboutCasts(candidate) && !casts.intersects(candidate.from);
    });
  }
  return candidates;
}

//===----------------------------------------------------------------------===//
// Passes before what they work on is made
//===----------------------------------------------------------------------===//

namespace {
class EarlyWorkFinder {
public:
  explicit EarlyWorkFinder(const Trace &trace)
      : trace(trace), names(trace.getNames()), added(names.items.size()),
        awaited(added) {}
  SmallVector<EarlyWork, 0> find();

private:
  bool hasWork() const;
  void awaitAll(const Trace::Step &step, const ContentsState &state);
  void await(EarlyWork candidate, const ContentsState &state);
  void observe(const Node &node, const ContentsChange &change);

  const Trace &trace;
  const NameTables &names;
  /// What some pass may have added so far, and whether one of which nothing is
  /// known may have added anything.
  ItemSet added;
  bool hasUnknown = false;
  SmallVector<EarlyWork, 0> candidates;
  /// What any of them works on.
  ItemSet awaited;
};
} // namespace

void EarlyWorkFinder::await(EarlyWork candidate, const ContentsState &state) {
  auto *known = find_if(candidates, [&](const EarlyWork &other) {
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
  awaited.insert(candidate.items);
  candidate.same = candidate.items;
  for (const Carriers *carriers : names.carriers)
    if (candidate.items.contains(carriers->type))
      candidate.same.insert(carriers->any);
  candidates.push_back(std::move(candidate));
}

/// What the pass works on. That a closed input does not have what it needs is
/// reported elsewhere, and so is what it has no nests for.
void EarlyWorkFinder::awaitAll(const Trace::Step &step,
                               const ContentsState &state) {
  const Node &node = *step.node;
  for (const CompiledContract::ContentsRequirement &demand :
       step.contract->demands) {
    bool isWeak = demand.entry->strength == Strength::Weak;
    if (demand.entry->word == ContentsEntry::Word::Requires &&
        !(isWeak && step.isIdle()) && (!state.isClosed() || isWeak) &&
        state.asksFor(demand, step.hidden))
      await({&node, demand.entry, demand.items}, state);
  }
  if (!node.isPass())
    return;
  hasUnknown |= !node.getDescriptor().hasContract;
  if (step.isIdle() || state.isClosed())
    return;
  if (std::optional<unsigned> made = trace.getNest(node).made) {
    EarlyWork candidate{&node, nullptr, {}};
    candidate.items.insert(*made);
    await(std::move(candidate), state);
  }
}

void EarlyWorkFinder::observe(const Node &node, const ContentsChange &change) {
  change.forEachAdding([&](const CompiledContract::Entry &entry, auto &&...) {
    added.insert(entry.to);
    added.insert(entry.sometimes);
  });
  unsigned count = 0;
  bool makesAny = false;
  for (const ContentsChange::Effect &effect : change.effects)
    if (effect.outcome.happens()) {
      count += !effect.lowering->to.empty();
      makesAny |= awaited.intersects(effect.lowering->to);
    }
  if (!makesAny)
    return;
  for (EarlyWork &candidate : candidates) {
    if (candidate.madeBy)
      continue;
    unsigned makes = count_if(change.effects, [&](const auto &effect) {
      return effect.outcome.happens() &&
             effect.lowering->to.intersects(candidate.items) &&
             !candidate.same.intersects(effect.getFrom());
    });
    if (makes && 2 * makes >= count)
      candidate.madeBy = &node;
  }
}

/// True if there is anything that may be awaited.
bool EarlyWorkFinder::hasWork() const {
  bool isClosed = trace.getEnd().isClosed();
  if (!isClosed && trace.getList().getRoot().hasNested())
    return true;
  return any_of(trace.getSteps(), [&](const Trace::Step &step) {
    return step.contract && any_of(step.contract->demands, [&](auto &demand) {
             return demand.entry->word == ContentsEntry::Word::Requires &&
                    (!isClosed || demand.entry->strength == Strength::Weak);
           });
  });
}

SmallVector<EarlyWork, 0> EarlyWorkFinder::find() {
  if (!hasWork())
    return {};
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (step.contract && step.node->getKind() != Node::Kind::BundleEnd)
      awaitAll(step, state);
    if (step.change)
      observe(*step.node, *step.change);
  });
  return std::move(candidates);
}

SmallVector<EarlyWork, 0> pmb::findEarlyWork(const Trace &trace) {
  return EarlyWorkFinder(trace).find();
}
