//===- Contract.h - What a pass needs and what it does --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contract is a list of entries in seventeen words:
//
//   order       after, before, followedBy, alternatesWith, conflictsWith
//   properties  requires, provides, invalidates, preserves
//   contents    lowers, introduces, leavesDead, rejects (and requires)
//   threads     writesOutside
//   and         idempotent, greedy, removesDead
//
// and one for what cannot be said in them: unknownEffect.
//
// (The C++ spellings of the property words end in `Property`, because
// `requires` is a keyword of C++20.)
//
//   contract.lowers({"scf"}).except({"scf.forall"}).to({"cf"})
//       .because("rewrites structured control flow into branches");
//   contract.after(pass("async-to-async-runtime"))
//       .because("counts references of runtime values only");
//   contract.lowers({"bufferization.to_tensor"})
//       .when(option("bufferize-function-boundaries").is("true"));
//   contract.unknownEffect().because("runs the passes that 'pipeline' names");
//
// How wishes are said with these words:
//
//   "immediately before X"
//       before(pass("X")).immediately()
//   "no folding between A and this"
//       after(pass("A")).notBetween({kind("folding")})
//   "nothing that ends P between A and this"
//       after(pass("A")).notBetween({invalidatorOf("P")})
//   "after all of a kind"
//       after(kind("K")).all()
//   "X before it, and X again behind it"
//       after(pass("X")), followedBy(pass("X"))
//   "this one of several X"
//       a bundle around it, and before(bundle("name"))
//   "one of several providers"
//       one property that all of them provide
//   "nothing breaks P between A and B"
//       A provides P, B requires P
//   "not after X has run"
//       X provides P, this rejects P
//   "some cleanup later, by anyone"
//       followedBy(kind("cleanup")).weak()
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONTRACT_H
#define PMB_BUILDER_PASSES_CONTRACT_H

#include "builder/passes/Condition.h"
#include "builder/passes/Item.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <vector>

namespace pmb {

/// Whether a contract's entry must hold (error), or should (warning).
enum class Strength { Strong, Weak };

/// What a position or an order entry names.
struct Target {
  enum class Kind {
    /// A pass, by its argument.
    Pass,
    /// Passes and bundles of a kind.
    PassKind,
    /// Whoever provides a property. In order entries only.
    Provider,
    /// A slot, by its name. In positions only.
    Slot,
    /// A bundle, by its name.
    Bundle,
    /// Whatever ends a property: what invalidates it, and of a fleeting one
    /// each pass that does not preserve it. In `notBetween` only.
    Invalidator,
  };
  Kind kind = Kind::Pass;
  std::string name;

  /// `'cse'`, `kind 'cleanup'`, `slot 'pre-bufferize'`, ...
  std::string str() const;
  bool operator==(const Target &other) const {
    return kind == other.kind && name == other.name;
  }
};

inline Target pass(llvm::StringRef argument) {
  return {Target::Kind::Pass, argument.str()};
}
inline Target kind(llvm::StringRef name) {
  return {Target::Kind::PassKind, name.str()};
}
inline Target providerOf(llvm::StringRef property) {
  return {Target::Kind::Provider, property.str()};
}
/// Whatever ends a property; for `notBetween`.
inline Target invalidatorOf(llvm::StringRef property) {
  return {Target::Kind::Invalidator, property.str()};
}
inline Target slot(llvm::StringRef name) {
  return {Target::Kind::Slot, name.str()};
}
inline Target bundle(llvm::StringRef name) {
  return {Target::Kind::Bundle, name.str()};
}

/// One thing that a contract says. All words have one type of entry; which of
/// its members have a meaning for a word stands in Words.def.
struct ContractEntry {
  enum class Word {
    // Order.

    /// An instance of the target, if there is one, stands earlier.
    After,
    /// An instance of the target, if there is one, stands later. A kind is a
    /// stretch of the pipeline: nothing of it stands earlier, but for what has
    /// the name of the entry's owner. (FollowedBy says "some of it later".)
    Before,
    /// An instance of the target stands later.
    FollowedBy,
    /// If there is an instance of the target, one stands between any two of the
    /// entry's owner, and one of the owner between any two of the target.
    AlternatesWith,
    /// The target is nowhere in the pipeline.
    ConflictsWith,

    // Properties.

    /// The property holds where the pass starts. Of contents: the pass fails
    /// unless one of `items` is there; weak: it has nothing to work on then,
    /// and does no harm. A dialect in the contents may be any operation of it.
    Requires,
    Provides,
    Invalidates,
    Preserves,

    // Contents.

    /// Replaces `items` by `to`, and sometimes by `sometimes`. Of several
    /// entries of a contract the first that names an item takes it, so special
    /// entries come before general ones, and what is added to a contract later
    /// before what was there.
    Lowers,
    /// Adds `to` and sometimes `sometimes`: just what is named.
    Introduces,
    /// What there is of `items` behind the pass has no effect, and nothing uses
    /// its results: a pass that folds or removes what is dead takes it away. It
    /// stays until then. `given`: only if one of these was there before the
    /// pass; `unless`: not while one of these may be there behind it.
    LeavesDead,
    /// Cannot accept `items`.
    Rejects,
    /// Does what cannot be told from the pass's name and options: it depends on
    /// a script, on patterns, on a program that the pass calls. The check says
    /// so, and no longer takes for certain what the rest of the pipeline does
    /// not count on (see ContentsState.h). With `given`, only while one of
    /// these that `except` does not name may be there. `items` are what the
    /// pass leaves alone whatever it does, and the other entries of the
    /// contract say what else is known nonetheless.
    UnknownEffect,

    /// Changes what stands outside of the operation that the pass runs on, as
    /// one does that adds declarations to the module around a function. MLIR
    /// runs the passes of a nest on several operations at once, so in a nest,
    /// and with threads, that is a race. Weak: only for some inputs. With
    /// `given`, only where one of these is there, or probably is.
    WritesOutside,
  };
  Word word = Word::After;
  /// Of what a pipeline can violate: order, and what is required or rejected.
  Strength strength = Strength::Strong;
  /// Why the entry is there. Messages print it.
  std::string reason;
  /// Where the fact is from: a file, a measurement. May be empty. For those who
  /// ask why (`pmb-check --explain=full`); messages do not print it.
  std::string source;
  /// When the entry does not hold after all, in contrived cases. The check
  /// before the run does not ask; what is held against real IR makes no claim
  /// of such an entry that these cases would break. Empty if there are none.
  std::string exceptions;
  /// The version of the catalog with which the entry is new (CatalogVersion.h).
  /// Empty: it was always there. Readers of files take it into account
  /// (`PassDescriptor::newest`); what C++ adds counts at once.
  std::string since;
  /// The last release of LLVM of which the entry is true, 0 if that is not
  /// over. Readers of files leave out what is about other releases than the
  /// catalog.
  unsigned until = 0;
  Condition condition;

  /// Of an order entry.
  Target target;
  /// For After and Before: the target must be in the pipeline.
  bool isPresent = false;
  /// For After and Before: all instances of the target stand there, but for
  /// what has the name of the entry's owner; not just one. Before a kind says
  /// that anyway.
  bool isEvery = false;
  /// For After and Before: no pass stands between the entry's owner and the
  /// nearest instance of the target on that side, but for passes that do
  /// nothing (`inert`).
  bool isImmediate = false;
  /// For After and Before: nothing of this stands there between them.
  std::vector<Target> notBetween;
  /// Told on request only. Then it is weak, too.
  bool isAdvice = false;

  /// Of a property entry.
  std::string property;
  /// Of a property that is required: the pass that provides it, where it does
  /// not hold and the pipeline lets the builder establish it. Empty: whatever
  /// pass the property names (`PropertyDescriptor`).
  std::string establishedBy;

  /// Of a contents entry; Item.h says how items are written.
  std::vector<std::string> items;
  /// Not lowered although `items` names them.
  std::vector<std::string> except;
  /// While one of these is in the IR, `items` are left as they are; for what is
  /// rejected or required: nothing is asked while one of these may be there;
  /// for what is left dead: one of these may use it.
  std::vector<std::string> unless;
  /// The entry applies only while one of these is in the IR. Empty: always.
  std::vector<std::string> given;
  /// What appears always, or in all but contrived cases.
  std::vector<std::string> to;
  /// What appears for some inputs.
  std::vector<std::string> sometimes;
  /// The kinds of types that the pass converts. Where a value of such a type
  /// goes from an operation that was lowered to one that was not, a cast
  /// (`builtin.unrealized_conversion_cast`) appears. Which operations have such
  /// values is told by the catalog (`TypeDescriptor`).
  std::vector<std::string> converts;
  /// Some of `items` may remain, and which cannot be told.
  bool isPartial = false;
  /// Of what is lowered: the pass stands in pipelines just in case, so nothing
  /// is concluded from its being there. With an open input it is not taken to
  /// have something to do, nor is `items` taken to have survived a pass with an
  /// unknown effect because this one lowers it.
  bool isSpeculative = false;

  /// All lists of items, one for each of their roles.
  static constexpr std::vector<std::string> ContractEntry::*lists[] = {
      &ContractEntry::items,   &ContractEntry::except,
      &ContractEntry::unless,  &ContractEntry::given,
      &ContractEntry::to,      &ContractEntry::sometimes,
      &ContractEntry::converts};
  /// Calls `visit(item)` for all that the entry names, types that it converts
  /// and properties that it rejects among them.
  template <typename Fn> void forEachItem(Fn visit) const {
    for (auto list : lists)
      for (const std::string &item : this->*list)
        visit(llvm::StringRef(item));
  }

  /// Calls `visit` for all that an order entry names.
  template <typename Fn> void forEachTarget(Fn visit) const {
    visit(target);
    for (const Target &other : notBetween)
      visit(other);
  }

  bool isConditional() const {
    return condition.kind != Condition::Kind::Always;
  }
  /// True if the entry says under a condition that a property is not there
  /// after the pass: it says more than one that the pass provides it, as
  /// `canonicalize{max-num-rewrites=0}` does not.
  bool deniesProperty() const {
    return word == Word::Invalidates && isConditional();
  }
  /// True if the entry says what may stand between its owner and the target.
  bool isAboutBetween() const {
    return isImmediate || !notBetween.empty() || word == Word::AlternatesWith;
  }
  /// The key that only `after` and `before` have, if the entry has one and is
  /// neither; else empty.
  llvm::StringRef getMisplacedKey() const;
  /// What an order entry is about: `'cse'`, `all of kind 'cleanup'`, `'a'
  /// immediately`, `'a' with nothing of kind 'cleanup' between`.
  std::string describeTarget() const;
  /// True if both say the same; from which source does not matter.
  bool isEquivalentTo(const ContractEntry &other) const;
  /// The word as a phrase: `must come after`, `should come after` of a weak
  /// one.
  llvm::StringRef getPhrase() const;
};

/// What entries are about, in signatures.
using OrderEntry = ContractEntry;
using PropertyEntry = ContractEntry;
using ContentsEntry = ContractEntry;

/// `after`, `followedBy`, `lowers`.
llvm::StringRef stringify(ContractEntry::Word word);

/// What a pass or a bundle needs and does. A value. The order of the entries
/// has no meaning but among those that say what is lowered.
class Contract {
public:
  using Word = ContractEntry::Word;

  /// Sets the fields that all entries share; returned by every word. Refers to
  /// the entry that was added last: use it in the same expression.
  template <typename DerivedT> struct EntryRef {
    ContractEntry &entry;
    DerivedT &self() { return static_cast<DerivedT &>(*this); }
    DerivedT &because(llvm::StringRef reason) {
      entry.reason = reason.str();
      return self();
    }
    /// Says when the entry does not hold after all, in contrived cases.
    DerivedT &exceptions(llvm::StringRef text) {
      entry.exceptions = text.str();
      return self();
    }
    DerivedT &when(Condition condition) {
      entry.condition = std::move(condition);
      return self();
    }
    /// The same for what the pipeline is built for: `when("gpu & !debug")`.
    DerivedT &when(llvm::StringRef text) { return when(variant(text)); }
  };
  /// Of entries that a pipeline can violate.
  template <typename DerivedT> struct DemandRef : EntryRef<DerivedT> {
    /// Should hold: a warning if it does not, and not an error.
    DerivedT &weak() {
      this->entry.strength = Strength::Weak;
      return this->self();
    }
  };
  struct OrderRef : DemandRef<OrderRef> {
    /// The target must be in the pipeline (after and before only).
    OrderRef &present() {
      entry.isPresent = true;
      return *this;
    }
    /// Not one instance of the target, but all (after and before only).
    OrderRef &all() {
      entry.isEvery = true;
      return *this;
    }
    /// No pass stands between the two (after and before only).
    OrderRef &immediately() {
      entry.isImmediate = true;
      return *this;
    }
    /// Nothing of this stands between the two (after and before only).
    OrderRef &notBetween(llvm::ArrayRef<Target> targets) {
      entry.notBetween.insert(entry.notBetween.end(), targets.begin(),
                              targets.end());
      return *this;
    }
    /// Weak, and good to know rather than wrong: no finding, unless somebody
    /// asks (`Pipeline::findPossible`).
    OrderRef &advice() {
      entry.isAdvice = true;
      return weak();
    }
  };
  struct PropertyRef : DemandRef<PropertyRef> {
    /// Of what is required: the pass that provides it where it does not hold
    /// (`Pipeline::setEstablish`).
    PropertyRef &establishedBy(llvm::StringRef pass) {
      entry.establishedBy = pass.str();
      return *this;
    }
  };
  /// The lists of items, of which each word has some.
  template <typename DerivedT, typename BaseT> struct ContentsRef : BaseT {
    using Items = llvm::ArrayRef<llvm::StringRef>;
    DerivedT &except(Items items) { return add(this->entry.except, items); }
    DerivedT &unless(Items items) { return add(this->entry.unless, items); }
    DerivedT &given(Items items) { return add(this->entry.given, items); }

  protected:
    DerivedT &add(std::vector<std::string> &list, Items items) {
      for (llvm::StringRef item : items)
        list.push_back(item.str());
      return this->self();
    }
  };
  /// Of what a pass does: neither strong nor weak.
  struct EffectRef : ContentsRef<EffectRef, EntryRef<EffectRef>> {
    EffectRef &to(Items items) { return add(entry.to, items); }
    EffectRef &sometimes(Items items) { return add(entry.sometimes, items); }
    EffectRef &converts(Items items) { return add(entry.converts, items); }
    /// For `unknownEffect`: what the pass leaves alone whatever it does.
    EffectRef &keeps(Items items) { return add(entry.items, items); }
    EffectRef &partially() {
      entry.isPartial = true;
      return *this;
    }
    /// For `lowers`: the pass stands in pipelines just in case.
    EffectRef &speculative() {
      entry.isSpeculative = true;
      return *this;
    }
  };
  /// Of what is rejected, or required to be there.
  struct ItemsRef : ContentsRef<ItemsRef, DemandRef<ItemsRef>> {};
  struct OutsideRef : DemandRef<OutsideRef> {
    OutsideRef &given(llvm::ArrayRef<llvm::StringRef> items) {
      for (llvm::StringRef item : items)
        entry.given.push_back(item.str());
      return *this;
    }
  };

  OrderRef after(Target target) { return addOrder(Word::After, target); }
  OrderRef before(Target target) { return addOrder(Word::Before, target); }
  OrderRef followedBy(Target target) {
    return addOrder(Word::FollowedBy, target);
  }
  OrderRef alternatesWith(Target target) {
    return addOrder(Word::AlternatesWith, target);
  }
  OrderRef conflictsWith(Target target) {
    return addOrder(Word::ConflictsWith, target);
  }

  PropertyRef requiresProperty(llvm::StringRef property) {
    return addProperty(Word::Requires, property);
  }
  PropertyRef providesProperty(llvm::StringRef property) {
    return addProperty(Word::Provides, property);
  }
  PropertyRef invalidatesProperty(llvm::StringRef property) {
    return addProperty(Word::Invalidates, property);
  }
  PropertyRef preservesProperty(llvm::StringRef property) {
    return addProperty(Word::Preserves, property);
  }

  EffectRef lowers(llvm::ArrayRef<llvm::StringRef> items) {
    return EffectRef{addContents(Word::Lowers, items)};
  }
  /// What appears always; `sometimes(...)` adds what appears only sometimes.
  EffectRef introduces(llvm::ArrayRef<llvm::StringRef> items) {
    return EffectRef{addContents(Word::Introduces, {})}.to(items);
  }
  /// `unless({...})` names what may use them.
  EffectRef leavesDead(llvm::ArrayRef<llvm::StringRef> items) {
    return EffectRef{addContents(Word::LeavesDead, items)};
  }
  ItemsRef rejects(llvm::ArrayRef<llvm::StringRef> items) {
    return ItemsRef{addContents(Word::Rejects, items)};
  }
  ItemsRef requiresContents(llvm::ArrayRef<llvm::StringRef> items) {
    return ItemsRef{addContents(Word::Requires, items)};
  }
  /// What the pass does is not known. Messages print `because(...)`: say what
  /// it depends on.
  EffectRef unknownEffect() {
    return EffectRef{addContents(Word::UnknownEffect, {})};
  }

  /// The pass changes what stands outside of the operation that it runs on:
  /// it may not run in a nest while there are threads. Messages print
  /// `because(...)`: say what it changes. `weak()`: only for some inputs.
  ///
  ///   contract.writesOutside().because("adds declarations to the module");
  OutsideRef writesOutside() {
    return OutsideRef{{{addContents(Word::WritesOutside, {})}}};
  }

  /// Running the pass twice in a row does the same as running it once, with
  /// whatever options let it provide what it provides without `exceptions`:
  /// `canonicalize` is with `max-iterations=-1`, and not with the ten rounds
  /// that it has by default. To be proved, not presumed: `cse` is not, as what
  /// only dead operations use is dead only when it is done.
  void idempotent(bool value = true) { isIdempotentPass = value; }
  /// What rewrites greedily folds casts between converted and unconverted types
  /// in passing, once nothing has the type any more. It is never too early for
  /// that, and nobody runs it for that.
  void greedy(bool value = true) { isGreedyPass = value; }

  /// Removes operations that have no effect and whose results nothing uses, as
  /// `cse` does, casts among them. A `greedy` pass does so, too, and folds
  /// casts that still have a use.
  void removesDead(bool value = true) { isRemovingDeadPass = value; }

  /// The pass does nothing at all: what is in the IR stays as it is, and every
  /// property is preserved, whoever has declared it. Said of the pass that
  /// Catalog::setBarrier names.
  void inert() { isInertPass = isIdempotentPass = true; }

  bool isInert() const { return isInertPass; }
  bool isIdempotent() const { return isIdempotentPass; }
  bool isGreedy() const { return isGreedyPass; }
  bool isRemovingDead() const { return isRemovingDeadPass; }
  llvm::ArrayRef<OrderEntry> getOrder() const { return order; }
  llvm::ArrayRef<PropertyEntry> getProperties() const { return properties; }
  llvm::ArrayRef<ContentsEntry> getContents() const { return contents; }
  /// All of them, in this order.
  auto getEntries() const {
    return llvm::concat<const ContractEntry>(order, properties, contents);
  }
  bool hasEntries() const {
    return !order.empty() || !properties.empty() || !contents.empty();
  }
  /// True if the contract says that the pass does nothing. That it does so
  /// `idempotent`ly says no more.
  bool empty() const {
    return !hasEntries() && !isGreedyPass && !isRemovingDeadPass;
  }
  /// True if all that it says is where the pass stands or may run, and nothing
  /// what the pass does: that is as unknown as without a contract.
  bool isOrderOnly() const;
  /// True if some entry says `writesOutside`, be it under conditions.
  bool hasWritesOutside() const;
  /// True if there is an entry that a pipeline can violate. A contract that
  /// only provides, invalidates or preserves properties asks for nothing.
  bool isDemanding() const;
  /// True if some entry has a condition.
  bool isConditional() const;
  /// True if some entry says `unknownEffect`, be it under conditions.
  bool hasUnknownEffect() const;

  void add(ContractEntry entry);
  /// The contract with only those entries for which `keep` is true.
  Contract filter(llvm::function_ref<bool(const ContractEntry &)> keep) const;
  /// Adds what `other` says; what both say counts once. What `other` says of
  /// contents is looked at first: who adds to a contract knows what is there.
  void extend(const Contract &other);
  /// True if both say the same, in whatever order and from whatever source.
  bool isEquivalentTo(const Contract &other) const;

  /// Fails if two unconditional strong entries cannot both be kept: after and
  /// before the same target, required or lowered and rejected, provided and
  /// invalidated, or an order entry about `owner` itself; and if an entry says
  /// `present` that is neither `after` nor `before`. What is rejected only
  /// `given` or `unless` something contradicts nothing. `owner` is the pass's
  /// name.
  llvm::Error verify(llvm::StringRef owner) const;
  /// Fails if an entry can never take effect, because entries before it take
  /// all that it lowers. To be asked of what somebody adds, by itself: that it
  /// takes something from entries that were there is what it is for.
  llvm::Error verifyReach(llvm::StringRef owner) const;

private:
  OrderRef addOrder(Word word, const Target &target);
  PropertyRef addProperty(Word word, llvm::StringRef property);
  ContractEntry &addContents(Word word, llvm::ArrayRef<llvm::StringRef> items);

  std::vector<ContractEntry> order, properties, contents;
  bool isIdempotentPass = false, isGreedyPass = false,
       isRemovingDeadPass = false, isInertPass = false;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONTRACT_H
