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
//       .when("bufferize-function-boundaries & !gpu");
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

#include "builder/passes/ContractEntry.h"
#include "builder/passes/Item.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <vector>

namespace pmb {

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
    /// The same as a text: `when("file != '' & !gpu")`.
    DerivedT &when(llvm::StringRef text) { return when(Condition(text)); }
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
    /// The target must be in the pipeline (after and before only). An insertion
    /// is not refused without it, as it may still be added; `check` asks.
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
    /// Weak, and good to know rather than wrong: reported only on request
    /// (`Pipeline::findPossible`).
    OrderRef &advice() {
      entry.isAdvice = true;
      return weak();
    }
  };
  struct PropertyRef : DemandRef<PropertyRef> {
    /// Of what is required: the pass that provides it where it does not hold
    /// (`Cleanups::setEstablish`).
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
    /// For `lowers`: what stands in that part of the program only.
    EffectRef &nest(llvm::StringRef op) {
      entry.nest = op.str();
      return *this;
    }
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
  struct ItemsRef : ContentsRef<ItemsRef, DemandRef<ItemsRef>> {
    /// What stands in that part of the program only.
    ItemsRef &nest(llvm::StringRef op) {
      entry.nest = op.str();
      return *this;
    }
  };
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

  /// `lowers({})` alone says the same as `complete()`: the pass changes
  /// nothing. In other entries that lower, introduce, reject, require or leave
  /// dead, naming nothing is a `bad-value` where the contract is added.
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
  /// What the pass cannot accept: items, and properties by their names
  /// (`rejects({"canonical"})`).
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
  void idempotent(bool value = true) { set(Idempotent, value); }
  /// What rewrites greedily folds casts between converted and unconverted types
  /// in passing, once nothing has the type any more. It is never too early for
  /// that, as that is not its purpose.
  void greedy(bool value = true) { set(Greedy, value); }

  /// Removes operations that have no effect and whose results nothing uses, as
  /// `cse` does, casts among them. A `greedy` pass does so, too, and folds
  /// casts that still have a use.
  void removesDead(bool value = true) { set(RemovesDead, value); }

  /// The entries are all that is to be said: a pass of which they say only
  /// where it stands does nothing. Without it, what such a pass does is as
  /// unknown as without a contract (`isOrderOnly`). In JSON it is a word
  /// without entries, `"lowers": []`.
  void complete(bool value = true) { set(Complete, value); }

  /// The pass does nothing at all: what is in the IR stays as it is, and every
  /// declared property is preserved. Said of the pass that
  /// Catalog::setBarrier names.
  void inert() { flags |= Inert | Idempotent; }

  /// Takes over what `other` says of the pass as a whole.
  void copyFlags(const Contract &other) { flags = other.flags; }

  bool isInert() const { return flags & Inert; }
  bool isIdempotent() const { return flags & Idempotent; }
  bool isGreedy() const { return flags & Greedy; }
  bool isRemovingDead() const { return flags & RemovesDead; }
  /// Whether `complete()` was said, or `lowers({})`.
  bool isComplete() const;
  llvm::ArrayRef<OrderEntry> getOrder() const { return order; }
  llvm::ArrayRef<PropertyEntry> getProperties() const { return properties; }
  llvm::ArrayRef<ContentsEntry> getContents() const { return contents; }
  /// Of these, the entries with one word.
  auto getProperties(Word word) const {
    return llvm::make_filter_range(
        properties,
        [word](const PropertyEntry &entry) { return entry.word == word; });
  }
  auto getContents(Word word) const {
    return llvm::make_filter_range(
        contents,
        [word](const ContentsEntry &entry) { return entry.word == word; });
  }
  /// Sets where each entry comes from (`ContractEntry::saidBy`).
  void setSaidBy(llvm::StringRef who);
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
    return !hasEntries() && !(flags & (Greedy | RemovesDead));
  }
  /// True if all that it says is where the pass stands or may run, and nothing
  /// what the pass does: that is as unknown as without a contract.
  bool isOrderOnly() const;
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
  /// contents is looked at first: an addition is made in knowledge of the rest.
  void extend(const Contract &other);
  /// True if both say the same, in whatever order and from whatever source.
  bool isEquivalentTo(const Contract &other) const;

  /// Fails if two unconditional strong entries cannot both be kept: after and
  /// before the same target, required or lowered and rejected, provided and
  /// invalidated, or an order entry about `owner` itself; and if an entry says
  /// `present` that is neither `after` nor `before`. What is rejected only
  /// `given` or `unless` something contradicts nothing. Fails with `bad-value`
  /// if an entry about contents names nothing (see `lowers`). `owner` is the
  /// pass's name.
  llvm::Error verify(llvm::StringRef owner) const;
  /// Fails if an entry can never take effect, because entries before it take
  /// all that it lowers. To be asked of what is added, by itself: that it
  /// takes something from entries that were there is what it is for.
  llvm::Error verifyReach(llvm::StringRef owner) const;

private:
  /// What is true of the pass as a whole.
  enum Flag : unsigned {
    Idempotent = 1,
    Greedy = 2,
    RemovesDead = 4,
    Inert = 8,
    Complete = 16,
  };
  void set(Flag flag, bool value) {
    flags = value ? flags | flag : flags & ~flag;
  }

  OrderRef addOrder(Word word, const Target &target);
  PropertyRef addProperty(Word word, llvm::StringRef property);
  ContractEntry &addContents(Word word, llvm::ArrayRef<llvm::StringRef> items);

  std::vector<ContractEntry> order, properties, contents;
  unsigned flags = 0;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONTRACT_H
