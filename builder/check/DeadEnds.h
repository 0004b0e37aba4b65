//===- DeadEnds.h - What leads to something that must not remain ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the output is known and the input is not, nothing is certain to be
// there. But a pass that leads from what it lowers to something outside the
// output, which nothing behind it lowers, is wrong on every input that gives it
// work: a *dead end*.
//
// An item *dies* at a point if it certainly ends outside the output when it is
// there. The sweep notes what each pass may do; then one walk from the end to
// the start finds what dies before each pass, from what dies behind it: what an
// entry lowers dies if something dies that the entry always adds, and what it
// may leave dies only if that dies, too.
//
// A pass is a dead end if all of its entries that add something lead to what
// dies. One of which another entry leads to the output has its purpose:
// `lower-affine` behind `convert-scf-to-cf` may be there for `affine.apply`,
// not for `affine.for`. Where an entry only sometimes leads to what dies, and
// sometimes to the output, the pass is right on some inputs: a warning.
//
// Nor is it an error if contents that the catalog names have all of the output,
// and that as well: `llvm` may have been said for `llvm-ir`.
//
// What a pass only sometimes adds, or lowers only in part, is a warning, and a
// remark if every example has a mark or is rare (`on-possible-input`), unless
// all that the pass does leads there; not so for a greedy pass, nor for one of
// a registered pipeline or of a bundle of the catalog, which is a warning at
// most, and only of what programs usually have.
//
// It is *doubtful* where both are so, or the pass has its purpose, or keeps
// what it is about, or is there for what programs usually have and the example
// is rare. Then it is a remark, and only if the pipeline lowers before the pass
// what would be left behind it, and so counts on that being there; not so for
// what is of dialects that every program has. What certainly comes of an
// operation with a mark is a remark, whatever else the pass is for.
//
// A claim needs a *witness*: something that an input may have, that no pass
// changes or cannot accept before it gets there. Passes that all end in one
// dialect that nothing lowers are one finding.
//
// A pass is a dead end, too, if it cannot accept what a later pass is there to
// lower: every input that gives that one work fails before it.
//
// Casts are a dead end where two passes convert one kind of types, one after
// the other, and nothing behind the last one removes casts.
//
// Cost: linear in the list; the walk is on bit sets.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_DEADENDS_H
#define PMB_BUILDER_CHECK_DEADENDS_H

#include "builder/check/OutputItems.h"
#include "builder/check/Rules.h"
#include "llvm/ADT/MapVector.h"

namespace pmb {

class DeadEnds : RuleContext {
public:
  /// Collects what the passes of a trace with an open input may do. `possible`:
  /// all that can be a witness; null for anything.
  DeadEnds(const Trace &trace, RuleFindings &found,
           const ItemSet *possible = nullptr);

  /// Adds what was found. Leaves out what was reported already: one mistake is
  /// one finding.
  void report();
  /// The same where the input is known, after all: a warning of each that ends
  /// in what may be there in the end, without fixes but for casts. Nothing is
  /// concluded from speculative entries.
  void reportPossible(const ContentsState &end);

private:
  static constexpr unsigned none = ~0u;

  /// An entry that may have something to do.
  struct Way {
    const CompiledContract::Entry *entry;
    /// Null if it only adds: what it is for stays.
    const CompiledContract::Lowering *lowering;
    /// What it lowers that may be there; empty if the entry always adds
    /// something.
    ItemMask from;
    /// What of `from` comes from the input as it is.
    ItemMask fresh;
    /// What must be there as well, of what comes from the input; std::nullopt
    /// if nothing must.
    std::optional<ItemMask> given = std::nullopt;
    /// What it is for is gone behind it.
    bool removes = false;
    /// An earlier pass always makes some of what it lowers.
    bool isAdded = false;

    bool keeps() const { return !lowering; }
    /// It may leave what it is for, and which cannot be told.
    bool isPartial() const { return lowering && entry->entry->mayLeaveSome(); }
    bool isSpeculative() const {
      return lowering && entry->entry->isSpeculative;
    }
    bool adds() const {
      return !entry->to.empty() || !entry->sometimes.empty();
    }
  };
  struct Step {
    const Node *node;
    llvm::SmallVector<Way, 2> ways;
    /// What is left alone, if not all is known of the effect.
    std::optional<ItemMask> kept;
    /// What it removes of what earlier passes have left dead.
    ItemMask removed;
  };
  /// Where an item that dies ends, and the last step that it goes through; both
  /// `none` if it stays as it is.
  struct Fate {
    unsigned item = none, step = none;
  };
  /// What a pass does that does not die.
  struct Role {
    /// It lowers something: what it only adds is not what it is there for.
    bool lowers;
    /// An entry of what it is there for leads to the output.
    bool hasPurpose;
    /// One only sometimes leads to what dies, and sometimes to the output: the
    /// pass does its work on some inputs.
    bool maySucceed;
  };
  /// An entry that leads to what dies.
  struct Claim {
    unsigned step;
    /// What it lowers, and what must be there as well; `none` if it needs
    /// nothing.
    unsigned witness, given;
    Fate fate;
    bool isCertain, isSpeculative;
    /// Of inputs that give the pass work, only some show it.
    bool isDoubtful;
    /// All that the pass does leads there.
    bool isWholeWork = false;
  };
  /// Claims that come of one mistake.
  struct Group {
    std::vector<Claim> claims;
    std::vector<unsigned> items;
    unsigned lastStep = 0;
    Severity severity = Severity::Off;
  };
  /// The first pass that cannot accept an item of the input.
  struct Rejection {
    const Node *pass;
    /// It can, if something is there that need not be.
    bool isDoubtful;
  };
  /// A pass whose work all fails before it, the first pass that cannot accept
  /// some of it, and what that is.
  struct Refused {
    const Node *pass, *by;
    ItemMask items = {};
    bool isError = false;
  };
  /// The passes that convert a kind of types, as far as seen.
  struct Converters {
    /// A pass, and what it converts that has the type.
    struct Converter {
      const Node *pass = nullptr;
      ItemMask items;
    };
    /// The last one, and one before it.
    Converter last, other;
    /// Whether something removes casts behind the last one, and the last pass
    /// that is there for that.
    bool isRemoved = false;
    const Node *remover = nullptr;
  };

  /// One of `items` that is a function.
  std::optional<unsigned> findFunction(const ItemMask &items) const;
  /// Notes what a pass may do, before anything changes.
  void observe(const Node &node, const ContentsChange &change,
               const ContentsState &state);
  /// The same with casts.
  void observeCasts(const Node &node, const ContentsChange &change,
                    const ContentsState &state);
  /// Notes what a pass cannot accept: an input with it fails there, and shows
  /// nothing about what comes behind. To be called before `observe`.
  void observeRejected(const Trace::Step &step, const ContentsState &state);
  /// Notes whether all that a pass is there for fails before it.
  void observeRefused(const Trace::Step &step);
  /// Of what a pass may add, later passes may have work after all.
  void forgetAdded(const Trace::Step &step);
  /// Calls `visit(index, dies)` for each step from the last to the first, with
  /// what dies behind it.
  void walk(llvm::function_ref<void(unsigned, const ItemSet &)> visit) const;
  ItemSet getDyingAtEnd() const;
  std::vector<Claim> findClaims() const;
  bool comesTooLate(const Claim &claim) const;
  Role getRole(const Step &step, const ItemSet &dies) const;
  /// True if all that the pass of `step` does leads to the item, or may.
  bool alwaysLeadsTo(const Step &step, unsigned id) const;
  /// `fates`: of what dies behind the step, where it ends, by the item.
  void addClaims(unsigned index, const ItemSet &dies,
                 llvm::ArrayRef<Fate> fates, std::vector<Claim> &claims) const;
  /// True for a part of a registered pipeline or of a bundle of the catalog,
  /// which the pipeline does not name by itself.
  bool cameAlong(const Node &node) const;
  /// Those with a mark, or a type.
  ItemMask getMarked(const ItemMask &items) const;
  /// True if it is about operations with a mark only.
  bool isSpecial(const Way &way) const;
  /// True for what the catalog does not list any of as usual, if it lists that.
  bool isRare(unsigned id) const;
  /// True for what is not worth a guess where the input is not known.
  bool isUnlikely(const Step &step, const Way &way, const ItemMask &dying,
                  std::optional<unsigned> witness,
                  std::optional<unsigned> given) const;
  /// `index`: of the step.
  bool isJustInCase(unsigned index, const Way &way, unsigned witness) const;
  /// True if some of it is excluded: on the rest, what only sometimes happens
  /// is not to be expected.
  bool isNeverInPart(unsigned id) const;
  /// True if its example is nothing that an input is presumed to have.
  bool isUnexpected(const Claim &claim) const;
  std::optional<unsigned> chooseWitness(const ItemMask &fresh) const;
  std::vector<Group> group(llvm::ArrayRef<Claim> claims) const;
  /// The last pass that lowers what `group` leads to, but too early; null if
  /// there is none.
  const Node *findEarly(const Group &group) const;
  /// The first pass that lowers, too early, what the pass of the step `last`
  /// always makes of something; null if there is none.
  const Node *findFirstEarly(unsigned last) const;
  /// Whether a pass between `early` and the step `last` lowers what `early`
  /// always makes: it is needed where it stands.
  bool isNeededBefore(const Node &early, unsigned last) const;
  void describe(const Group &group, llvm::ArrayRef<Group> all) const;
  void reportIdle() const;
  void reportRefused() const;
  void reportFunctions() const;
  /// `end`: where the input is known, after all; null if not.
  void reportCasts(const ContentsState *end = nullptr) const;

  const ItemSet *possible;
  /// What programs usually have; null if the catalog does not say.
  const ContentsDescriptor *usual;
  OutputItems output;
  std::vector<Step> steps;
  /// What some pass so far changes, or cannot accept: of that no input brings
  /// anything as it is to what comes behind.
  ItemSet touched;
  /// What some pass so far always adds to what it lowers.
  ItemSet added;
  /// The last step that lowers an item for good.
  std::vector<unsigned> loweredAt;
  llvm::DenseMap<unsigned, Rejection> rejectedBy;
  std::vector<Refused> refused;
  /// Of the program, and of each part that has no values in common with it: the
  /// nest for that, or null.
  llvm::MapVector<std::pair<const Carriers *, const AnchorPath *>, Converters>
      converters;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_DEADENDS_H
