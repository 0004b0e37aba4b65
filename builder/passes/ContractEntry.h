//===- ContractEntry.h - One thing that a contract says -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONTRACTENTRY_H
#define PMB_BUILDER_PASSES_CONTRACTENTRY_H

#include "builder/passes/Condition.h"
#include "llvm/ADT/StringRef.h"
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
    /// The providers of a property. In order entries only.
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

/// `pass`, `kind`, `slot`, as files have it.
llvm::StringRef stringify(Target::Kind kind);

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
  /// Where the fact is from: a file, a measurement. May be empty. Shown by
  /// `pmb-check --explain=full`; messages do not print it.
  std::string source;
  /// Of an entry that was added to the contract of a described pass, where it
  /// comes from: `plugin 'acme'`, or a place in a file. Messages print it.
  std::string saidBy;
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
  /// values stands in the catalog (`TypeDescriptor`).
  std::vector<std::string> converts;
  /// The part of the program that the entry is about, such as `gpu.module`:
  /// what is lowered elsewhere stays. What is rejected or required there counts
  /// only where it is known in which nests the input has what. Empty: all of
  /// it.
  std::string nest;
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

  /// What appears, always or for some inputs.
  auto getAdded() const {
    return llvm::concat<const std::string>(to, sometimes);
  }
  /// Calls `visit` for all that an order entry names.
  template <typename Fn> void forEachTarget(Fn visit) const {
    visit(target);
    for (const Target &other : notBetween)
      visit(other);
  }

  bool isConditional() const { return !condition.isAlways(); }
  /// True if some of what is lowered may remain, for what the entry tells.
  bool mayLeaveSome() const { return isPartial || !nest.empty(); }
  /// True if the entry says under a condition that a property is not there
  /// after the pass: it says more than one that the pass provides it, as
  /// `canonicalize{max-num-rewrites=0}` does not.
  bool deniesProperty() const {
    return word == Word::Invalidates && isConditional();
  }
  /// True if the entry says on which side of its target the owner stands.
  bool hasSide() const {
    return word != Word::AlternatesWith && word != Word::ConflictsWith;
  }
  /// True if the entry says what may stand between its owner and the target.
  bool isAboutBetween() const {
    return isImmediate || !notBetween.empty() || word == Word::AlternatesWith;
  }
  /// The key that only `after` and `before` have, if the entry has one and is
  /// neither; else empty.
  llvm::StringRef getMisplacedKey() const;
  /// True for `lowers({})`: that the contract is complete, and nothing else.
  bool saysNothing() const;
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

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONTRACTENTRY_H
