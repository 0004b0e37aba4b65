//===- ContentsState.h - What the IR may contain at a point ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of contents, in one place; builder/README.md has them as a table.
//
// These sets are carried along the list. *mayBe*: what the IR may contain.
// *likely*: what it probably contains. *certain*: what it certainly contains.
// *lowered*: what an earlier pass has removed, and *partlyLowered*: of what
// (some of it). With a closed input the first three start as the given
// contents. With an open input anything may be there and nothing is certain; a
// pass is then taken to have something to do, but not to know what: what all
// its entries add becomes certain. Not so if an entry is speculative, or if all
// that it could lower was lowered before and is not certain to have come back:
// some passes stand in a pipeline just in case.
//
// A `lowers` entry is
//   triggered  if a `from` item may be there; surely so if one certainly is,
//              and likely if one probably is,
//   blocked    if an `unless` item is there,
//   partial    if it says so, if its `given` items are only possibly there, if
//              it is only possibly blocked, or if the pass sees only a part of
//              the IR.
// An entry that is triggered and not blocked removes `from` and adds `to`, for
// certain if it was surely triggered, and `sometimes`. A partial one leaves
// `from` possible and makes `to` possible, but what was likely stays so, for
// what comes after it, and what it adds is likely too. What is likely does what
// is certain would do, with a likely outcome; it is told as an error if it is
// there in the end, unless the last pass that lowers it may have taken it all.
// Not so with an open input, where nothing but presumptions is certain and they
// have to do. All entries look at the state before the pass; of several that
// name an item the first takes it, or, if whether it applies is not certain,
// shares it with the next; what one entry adds is not removed by another.
//
// Dialects: one in a closed input is a promise that all its operations may be
// there, those that the catalog knows and those that any contract of the
// pipeline names. Some of them certainly are, which the item of the dialect
// says; what is usual in it probably is; what is qualified with a type is not
// promised. While most of the operations are there that were promised, so is
// the dialect: certainly until some have been lowered, then probably. When half
// of them are gone, or an entry lowers the dialect, it is gone, and what is
// left of its operations is only possible: `scf.forall` after
// `convert-scf-to-cf`. What becomes of promised operations is told in one
// finding with their dialect.
//
// Unknown effects: what was there may have been changed, unless the entry says
// that the pass keeps it, and anything may have come. Who puts together a
// pipeline knows more of its scripts than the check: what a later pass of the
// pipeline lowers for good (neither speculatively nor partially) is taken to be
// there still, as certainly as it was there before. All else that was certain
// or likely is only possible from there on, whether something is known to be in
// its way or not, so that no finding is certain which would be none if the pass
// had dealt with it. What the pass adds, beyond what its other entries say, is
// not assumed to be there; but that something is *not* there can no longer be
// told, so passes that require it are believed, and a nest whose operation was
// lowered before is no longer taken to be empty.
//
// Dead: what is in a closed input only in operations that have no effect and
// whose results nobody uses is there like anything else until a greedy pass
// removes it.
//
// Casts: where a value of a type that the pass converts goes from an operation
// that was lowered to one that was not, a cast appears. It is certain if both
// sides certainly involve the type (one of them may also be only likely to),
// and possible if both sides can. It stays until something lowers it, which
// reconcile-unrealized-casts does `unless` something still involves the type.
// A greedy pass does so in passing, and is never told to be too early. With an
// open input a speculative entry is not taken to find values of the types that
// it converts; and casts that stay are told by
// the reconciliation that came too early (LeftOvers.h), not one by one. A cast
// in a closed input may be of any kind that is converted, and is of those whose
// type is there. An operation of a closed input that is only likely to involve
// a type does so if the type is there: `vector.print(!vector)` is there if
// `vector.print` and `!vector` are.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_CONTENTSSTATE_H
#define PMB_BUILDER_CHECK_CONTENTSSTATE_H

#include "builder/check/CompiledContract.h"

namespace pmb {

/// In the order of certainty.
enum class Truth : uint8_t { No, Maybe, Likely, Yes };

/// How much of the IR a pass reaches.
enum class Reach : uint8_t {
  /// All of it that matters.
  Whole,
  /// A part: what it lowers may remain elsewhere.
  Part,
  /// None of what was there before its anchor was lowered.
  New,
};

/// What became of one `lowers` entry at one pass.
struct LoweringOutcome {
  Truth triggered = Truth::No;
  Truth blocked = Truth::No;
  bool isPartial = false;
  /// Whether the entry applies, and so takes items from those after it.
  Truth applies = Truth::Yes;
  /// With an open input: the pass is taken to have something to do here.
  bool isPresumed = false;

  /// True if `from` is gone for certain.
  bool removes() const {
    return triggered != Truth::No && blocked == Truth::No && !isPartial;
  }
  /// True if there certainly is something to lower that it certainly leaves.
  bool isSurelyBlocked() const {
    return triggered == Truth::Yes && blocked == Truth::Yes;
  }
  bool happens() const {
    return triggered != Truth::No && blocked != Truth::Yes;
  }
};

/// What a pass is about to do.
struct ContentsChange {
  /// A lowering that is triggered.
  struct Effect {
    const CompiledContract::Lowering *lowering;
    LoweringOutcome outcome;
    /// Those of its `from` items that no entry before it has taken, where that
    /// is not all of them.
    std::optional<ItemMask> remaining;

    const ItemMask &getFrom() const {
      return remaining ? *remaining : lowering->from;
    }
  };

  const CompiledContract &contract;
  llvm::SmallVector<Effect, 4> effects;
  /// For each introduction: whether its `given` items are there.
  llvm::SmallVector<Truth, 4> given;
  /// If the effect of the pass is unknown: what it keeps, and what is taken to
  /// be there still, because it does or because later passes lower it.
  std::optional<ItemMask> kept;
  ItemMask expected;

  explicit ContentsChange(const CompiledContract &contract)
      : contract(contract) {}
};

class ContentsState {
public:
  using Observer = llvm::function_ref<void(const ContentsChange &)>;

  /// Starts a closed input with `contents`, or an open one without.
  ContentsState(const NameTables &names,
                const std::optional<std::vector<std::string>> &contents);

  /// Changes the sets as a pass with this contract does. Calls `observe`,
  /// unless it is null, before anything changes. `expected` is what later
  /// passes lower; it may be null if the contract has no unknown effect.
  void apply(const CompiledContract &contract, Reach reach, Observer observe,
             const ItemMask *expected);

  /// The first entry that says that the effect of a pass is unknown, if one
  /// applies; null if not.
  const ContentsEntry *
  findUnknownEffect(const CompiledContract &contract) const;

  const ItemSet &getMayBe() const { return mayBe; }
  const ItemSet &getCertain() const { return certain; }
  /// Includes what is certain.
  const ItemSet &getLikely() const { return likely; }
  const ItemSet &getLowered() const { return lowered; }
  bool isClosed() const { return closed; }
  /// True if a pass with an unknown effect may have added anything.
  bool mayHaveMore() const { return hasUnknown; }

  /// True if `id` was there, or may have been, and has been lowered.
  bool isGone(unsigned id) const {
    return lowered.contains(id) && !mayBe.contains(id) &&
           !mayBeBack.contains(id);
  }
  /// How likely one of `items` is there.
  Truth contains(const ItemMask &items) const {
    return certain.intersects(items)  ? Truth::Yes
           : likely.intersects(items) ? Truth::Likely
           : mayBe.intersects(items)  ? Truth::Maybe
                                      : Truth::No;
  }
  /// The dialect of the input that `id` is part of, while that may still be
  /// there: what is to be said of the operation is said of the dialect.
  std::optional<unsigned> getPromise(unsigned id) const {
    for (const Promise &promise : promises)
      if (promise.count && mayBe.contains(promise.dialect) &&
          promised.contains(id) && promise.operations.contains(id))
        return promise.dialect;
    return std::nullopt;
  }
  /// How likely `id` is there in the end. No more than Maybe if a pass that was
  /// to lower it may have taken all of it.
  Truth remains(unsigned id) const {
    return certain.contains(id)                                 ? Truth::Yes
           : likely.contains(id) && !partlyLowered.contains(id) ? Truth::Likely
           : mayBe.contains(id)                                 ? Truth::Maybe
                                                                : Truth::No;
  }

private:
  bool applies(const CompiledContract::UnknownEffect &unknown) const {
    return unknown.isAlways || mayBe.intersects(unknown.given);
  }
  /// A dialect of a closed input, and its operations.
  struct Promise {
    unsigned dialect, count;
    ItemMask operations;
  };
  void promise(const NameTables &names, llvm::ArrayRef<std::string> contents);
  void keepPromises();
  LoweringOutcome evaluate(const CompiledContract::Lowering &lowering,
                           const ItemMask &from, Reach reach) const;
  void plan(ContentsChange &change, Reach reach) const;
  struct Sets {
    ItemSet mayBe, likely, certain;
  };
  void addCasts(const ContentsChange::Effect &effect);
  /// Adds an item or some, which are there with this certainty.
  template <typename ItemsT> void add(const ItemsT &items, Truth certainty);

  ItemSet mayBe, likely, certain, lowered, partlyLowered;
  ItemMask dead;
  llvm::SmallVector<Promise, 0> promises;
  /// What is there because its dialect was in the input, and no pass has added
  /// it since.
  ItemSet promised;
  /// Before the pass that is applied, if it may add casts. A member because its
  /// memory is used again.
  Sets before;
  /// What was lowered before a pass with an unknown effect.
  ItemSet mayBeBack;
  bool closed, hasUnknown = false;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CONTENTSSTATE_H
