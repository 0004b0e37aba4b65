//===- ContentsState.h - What the IR may contain at a point ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of contents in code; builder/README.md has them in words, and as a
// table. They are kept by a few sets: *mayBe*, *likely* and *certain* are what
// is there, each with all of the next. *lowered* is what an earlier pass has
// removed. *promised* came with a dialect of the input, *partlyLowered* may be
// gone, *presumed* is worth a warning if it stays, though only possible.
//
// With an open input nothing is likely, and only what a pass is presumed to add
// is certain.
//
// Undescribed: a pass without a contract has an unknown effect, and more is
// left open than behind a script. It may have made work for each later pass, so
// that none is presumed to stand in vain, and what was there before it is
// rejected by none.
//
// Dead: what is in a closed input only in operations that have no effect and
// whose results have no uses is possible, until a greedy pass removes it. What
// a pass leaves dead stays as certain as it is, until a pass removes what is
// dead or makes more of it.
//
// Nests: what stands in a part of the program, such as a kernel, is known to if
// the input says so, and what comes of it stands there, too. Passes that do not
// come there leave it. Of an input without parts, all stands in the program,
// until a pass makes a part of some of it.
//
// Casts of a type are *used* to the end where an operation that uses values of
// it was lowered before one that makes some: the cast that stands in for the
// value becomes one half of a pair. Folding removes pairs, removing what is
// dead does not. In the other order the conversion uses the value itself, and
// the cast is dead. It is dead, too, behind a later pass that folds what it
// does not know: such a pass says that it leaves casts dead.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_CONTENTSSTATE_H
#define PMB_BUILDER_CHECK_CONTENTSSTATE_H

#include "builder/check/CompiledContract.h"
#include "builder/list/PassList.h"

namespace pmb {

/// In the order of certainty.
enum class Certainty : uint8_t {
  No,
  Maybe,
  /// Possible in the end, and something speaks for it: a warning.
  Presumed,
  Likely,
  Yes
};

/// The severity with which something that stays is reported; Off for what is
/// merely possible.
inline Severity getSeverity(Certainty certainty) {
  return certainty >= Certainty::Likely     ? Severity::Error
         : certainty == Certainty::Presumed ? Severity::Warning
                                            : Severity::Off;
}

/// How much of the IR a pass reaches.
enum class Reach : uint8_t {
  /// All of it that matters.
  Whole,
  /// A part: what it lowers may remain elsewhere.
  Part,
  /// None of what was there before its anchor was lowered.
  New,
};

/// Which of the IR a pass is there for.
enum class View : uint8_t {
  /// The program and its parts.
  All,
  /// Functions of the program.
  Program,
  /// Parts of it that have no values in common with it, such as kernels.
  Parts,
};

/// Where items stand, as far as that is known: in the program, in its parts, or
/// in both.
struct ItemNests {
  ItemMask inProgram, inParts;
  /// The input says where its items stand. What stands there may be unknown
  /// later on.
  bool isKnown = !inProgram.empty() || !inParts.empty();

  /// What stands only where a pass with this view does not come.
  ItemMask getHidden(View view) const {
    return view == View::All       ? ItemMask()
           : view == View::Program ? inParts - inProgram
                                   : inProgram - inParts;
  }
  /// What stands there as well as where it comes.
  ItemMask getShared(View view) const {
    return view == View::All ? ItemMask() : inProgram & inParts;
  }
  void erase(const ItemMask &items) {
    inProgram.erase(items);
    inParts.erase(items);
  }
};

/// What became of one `lowers` entry at one pass.
struct LoweringOutcome {
  Certainty triggered = Certainty::No;
  Certainty blocked = Certainty::No;
  /// It is about a part of what is there, so what comes of it is not certain.
  bool isPartial = false;
  /// Some of what it takes may stay, or of what entries before it take.
  bool mayLeave = false;
  /// Whether the entry applies, and so takes items from those after it.
  Certainty applies = Certainty::Yes;
  /// With an open input: the pass is taken to have something to do here.
  bool isPresumed = false;
  /// Some of it stays, and not only if something is there that need not be.
  bool leavesSome = false;
  /// With a closed input: what is probably there was lowered in part before.
  bool isOfRest = false;

  /// True if `from` is gone for certain.
  bool removes() const {
    return triggered != Certainty::No && blocked == Certainty::No &&
           applies == Certainty::Yes && !mayLeave;
  }
  /// True if there certainly is something to lower that it certainly leaves.
  bool isSurelyBlocked() const {
    return triggered == Certainty::Yes && blocked == Certainty::Yes;
  }
  bool happens() const {
    return triggered != Certainty::No && blocked != Certainty::Yes;
  }
};

/// What a pass is about to do.
struct ContentsChange {
  /// A lowering that is triggered.
  struct Effect {
    const CompiledContract::Lowering *lowering;
    /// Of the pass, or of the entry if that is about parts of the program.
    View view;
    LoweringOutcome outcome;
    /// Those of its `from` items that no entry before it has taken; null where
    /// that is all of them, as it mostly is.
    std::unique_ptr<ItemMask> remaining;
    /// What does not count where the entry applies.
    ItemMask hidden;

    const ItemMask &getFrom() const {
      return remaining ? *remaining : lowering->items;
    }
  };

  const CompiledContract &contract;
  Reach reach;
  View view;
  llvm::SmallVector<Effect, 4> effects;
  /// For each introduction: whether its `given` items are there.
  llvm::SmallVector<Certainty, 4> given;
  /// If the effect of the pass is unknown: what it keeps, and what is taken to
  /// be there still, because it does or because later passes lower it.
  std::unique_ptr<ItemMask> kept, expected;
  /// What earlier passes have left dead, and this one removes; null for none.
  std::unique_ptr<ItemMask> removed;
  /// No contract describes the pass.
  bool isUndescribed = false;

  ContentsChange(const CompiledContract &contract, Reach reach, View view)
      : contract(contract), reach(reach), view(view) {}
  ContentsChange(ContentsChange &&) = default;
  /// The items of `lowering` without what entries before it certainly take.
  ItemMask getLeftTo(const CompiledContract::Lowering &lowering) const;
  /// Calls `visit(entry, of, blocked)` for each entry that may add something
  /// here, casts apart: of which items, and whether something is in the way.
  template <typename Fn> void forEachAdding(Fn visit) const {
    for (const Effect &effect : effects)
      if (effect.outcome.happens())
        visit(*effect.lowering, effect.getFrom(), effect.outcome.blocked);
    for (auto [introduction, certainty] :
         llvm::zip_equal(contract.introductions, given))
      if (certainty != Certainty::No)
        visit(introduction, introduction.given, Certainty::No);
  }
  /// True if the pass may have something to do, but for what it does in
  /// passing.
  bool isWork() const;
};

class ContentsState {
public:
  /// Starts a closed input with `contents`, or an open one if that is null,
  /// without what the input never has.
  ContentsState(const NameTables &names, const PipelineInterface &interface,
                const std::vector<std::string> *contents);

  /// Fills in what a pass is about to do. `expected` is what later passes
  /// lower, and the functions around that; it may be null if the
  /// contract has no unknown effect. `inside`: what a pass that reaches a part
  /// sees all of; may be null. `untouched`: for a pass that no contract
  /// describes, what it cannot change where it stands; null for all others.
  void plan(ContentsChange &change, const ItemMask *expected,
            const ItemMask *inside, const ItemMask *untouched) const;
  /// Changes the sets as planned. `before` is equal to this state.
  void apply(const ContentsChange &change, const ContentsState &before);

  /// A word in which two states differ.
  struct Difference {
    unsigned set, word;
    uint64_t bits;
  };
  /// Adds what makes this state out of `before`, which was the same when this
  /// was last asked.
  void takeDifferences(const ContentsState &before,
                       std::vector<Difference> &differences);
  void apply(const Difference &difference);

  /// The first entry that says that the effect of a pass is unknown, if one
  /// applies; null if not.
  const ContentsEntry *
  findUnknownEffect(const CompiledContract &contract) const;

  /// What is known to stand in a part of the program.
  const ItemMask &getInParts() const { return nests.inParts; }
  /// What is known to stand only where a pass with this view does not come.
  ItemMask getHidden(View view) const {
    return !nests.isKnown ? ItemMask() : nests.getHidden(view);
  }
  const ItemSet &getMayBe() const { return mayBe; }
  const ItemSet &getCertain() const { return certain; }
  /// What is there at least as surely as that.
  const ItemSet &getAtLeast(Certainty certainty) const {
    return certainty == Certainty::Yes      ? certain
           : certainty >= Certainty::Likely ? likely
                                            : mayBe;
  }
  const ItemSet &getLowered() const { return lowered; }
  /// With a closed input: what a pass would have lowered for good, had it been
  /// there.
  const ItemSet &getMissed() const { return missed; }
  bool isClosed() const { return closed; }
  /// True if a pass has left it without a use, and it is there still.
  bool isLeftDead(unsigned id) const { return leftDead.contains(id); }
  /// True if a pass with an unknown effect may have added anything.
  bool mayHaveMore() const { return hasUnknown; }

  /// True if one of `items` was there, or may have been, and all are lowered.
  bool isGone(const ItemMask &items) const {
    return lowered.intersects(items) && !mayBe.intersects(items) &&
           !mayBeBack.intersects(items);
  }
  /// How likely one of `items` is there.
  Certainty contains(const ItemMask &items) const {
    return certain.intersects(items)  ? Certainty::Yes
           : likely.intersects(items) ? Certainty::Likely
           : mayBe.intersects(items)  ? Certainty::Maybe
                                      : Certainty::No;
  }
  /// What of `items` the input has only dead, and no pass has removed yet.
  ItemMask getDead(const ItemMask &items) const {
    return mayBe.getCommon(items & dead);
  }
  /// What is in the way of a lowering that is planned here.
  ItemMask getBlockers(const ContentsChange::Effect &effect) const {
    const CompiledContract::Lowering &lowering = *effect.lowering;
    return effect.outcome.blocked == Certainty::Yes
               ? certain.getCommon(lowering.unless - effect.hidden)
               : mayBe.getCommon(lowering.unlessMaybe - effect.hidden);
  }
  /// Those of `items` that no undescribed pass may have lowered.
  ItemMask getUndoubted(const ItemMask &items) const {
    return hasUndescribed ? items - doubted : items;
  }
  /// Whether something is rejected or required here. What applies only while
  /// something is there is not worth a guess; but programs stand in functions.
  /// `hidden`: what does not count where the pass is.
  bool asksFor(const CompiledContract::ContentsRequirement &demand,
               const ItemMask &hidden) const {
    auto isGiven = [&](const ItemMask &given) {
      return contains(given) == Certainty::Yes ||
             mayBe.intersects(given, *programs);
    };
    return (demand.given.empty() ||
            (hasUndescribed ? isGiven(getUndoubted(demand.given - hidden))
                            : isGiven(demand.given - hidden))) &&
           !mayBe.intersects(demand.unless - hidden);
  }
  /// The dialect of the input that `id` is part of, while that may still be
  /// there, as surely as the operation: what is to be said of the operation is
  /// said of the dialect.
  std::optional<unsigned> getPromise(unsigned id) const {
    for (const Promise &promise : promises)
      if (promising.contains(promise.dialect) &&
          mayBe.contains(promise.dialect) && promised.contains(id) &&
          promise.operations.contains(id) &&
          remains(promise.dialect) >= remains(id))
        return promise.dialect;
    return std::nullopt;
  }
  /// How likely `id` is there in the end. Less than Likely if a pass that was
  /// to lower it may have taken all of it.
  Certainty remains(unsigned id) const {
    return certain.contains(id) ? Certainty::Yes
           : likely.contains(id) && !partlyLowered.contains(id)
               ? Certainty::Likely
           : !mayBe.contains(id)   ? Certainty::No
           : presumed.contains(id) ? Certainty::Presumed
                                   : Certainty::Maybe;
  }

private:
  bool applies(const CompiledContract::Entry &unknown) const {
    return unknown.entry->given.empty() || mayBe.intersects(unknown.given);
  }
  /// A dialect of a closed input, and its operations.
  struct Promise {
    unsigned dialect, count;
    ItemMask operations;
  };
  void fill(const NameTables &names, llvm::ArrayRef<std::string> contents);
  /// Takes out what the input never has.
  void exclude(const NameTables &names, const PipelineInterface &interface);
  void promise(const NameTables &names, llvm::ArrayRef<std::string> contents);
  void keepPromises();
  void keepTypes();
  /// Fills `outcome`; returns false, and leaves it, if nothing is triggered.
  /// `hidden`: what does not count where the pass is.
  bool evaluate(const CompiledContract::Lowering &lowering,
                const ItemMask &from, Reach reach, const ItemMask &hidden,
                LoweringOutcome &outcome) const;
  /// Whether something is in the way of `lowering`.
  Certainty getBlocked(const CompiledContract::Lowering &lowering,
                       const ItemMask &hidden) const;
  /// How much a pass reaches of `items`, of which it reaches all `inside`.
  Reach getReach(Reach reach, View view, const ItemMask &items,
                 const ItemMask *inside) const;
  void planLowerings(ContentsChange &change, const ItemMask *inside) const;
  void presume(const ContentsChange &change);
  void lower(const ContentsChange &change);
  void introduce(const ContentsChange &change, const ContentsState &before);
  void leaveDead(const ContentsChange &change, const ContentsState &before);
  bool isSomeLeft(const ItemMask &items) const;
  void removeDead(const ContentsChange &change);
  /// Of what was left dead, what a pass removes.
  ItemMask getRemoved(const CompiledContract &contract) const;
  /// Where something stands, if that is known.
  using Where = std::optional<View>;
  /// Where it is that a pass lowers some of `items`.
  Where find(const ItemMask &items, View view) const;
  void addResults(const ContentsChange::Effect &effect, Certainty certainty,
                  Where where);
  void remove(const ItemMask &items, const ItemMask &gone);
  void lowerSome(const ItemMask &items, bool isPartial);
  void lowerInNest(const ContentsChange::Effect &effect);
  void addCasts(const ContentsChange::Effect &effect, Where where,
                const ContentsState &before);
  /// Adds items, which are there with this certainty, or perhaps.
  void add(const ItemMask &items, Certainty certainty, Where where);
  void addSome(const ItemMask &items, Where where);
  /// Notes where items are that are about to be added.
  void place(const ItemMask &items, Where where, bool isPossible);
  /// Parts that are moved out of the program.
  void moveParts(const ContentsChange &change);

  ItemSet mayBe, likely, certain, lowered, missed, partlyLowered, presumed;
  /// Of the input, and what a pass has left.
  ItemMask dead, leftDead;
  /// Casts that have a use, whatever is lowered behind them.
  ItemMask used;
  ItemNests nests;
  /// Types of the input that nothing in it certainly has: what usually does,
  /// does here.
  ItemMask unexplained;
  /// Types that the input does not name, and has operations of.
  llvm::SmallVector<const Carriers *, 0> implied;
  /// What programs usually have, and what they stand in if nothing is known of
  /// the input.
  const ItemMask *usual, *programs;
  /// The operations that are parts of programs, that become one, and that stand
  /// in parts only.
  const ItemMask *parts, *openParts, *onlyInParts;
  llvm::SmallVector<Promise, 0> promises;
  /// What is there because its dialect was in the input, and no pass has added
  /// it since.
  ItemSet promised;
  /// The dialects whose promises are still kept.
  ItemSet promising;
  /// What was lowered before a pass with an unknown effect.
  ItemSet mayBeBack;
  /// What was there before an undescribed pass, and has not been added since.
  ItemSet doubted;
  bool closed, exact = false, hasUnknown = false, hasUndescribed = false;
  struct Tracked;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CONTENTSSTATE_H
