//===- Contract.h - What a pass needs and what it does --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contract is a list of entries in twelve words:
//
//   order       after, before, followedBy, conflictsWith
//   properties  requires, provides, invalidates, preserves
//   contents    lowers, introduces, rejects (and requires)
//   and         idempotent
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
//   "immediately before each X"        a contiguous bundle {this, X}
//   "one of several providers"         one property that all of them provide
//   "nothing breaks P between A and B" A provides P, B requires P
//   "not after X has run"              X provides P, this rejects P
//   "some cleanup later, by anyone"    followedBy(kind("cleanup")).weak()
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONTRACT_H
#define PMB_BUILDER_PASSES_CONTRACT_H

#include "builder/diagnostics/Diagnostic.h"
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
    /// A bundle, by its name. In positions only.
    Bundle,
  };
  Kind kind;
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
inline Target slot(llvm::StringRef name) {
  return {Target::Kind::Slot, name.str()};
}
inline Target bundle(llvm::StringRef name) {
  return {Target::Kind::Bundle, name.str()};
}

/// When an entry applies: always, if the pass has an option with a value, or
/// if the pipeline is built for a variant.
struct Condition {
  enum class Kind { Always, Option, Variant };
  Kind kind = Kind::Always;
  /// The option's or the variant's name.
  std::string name;
  /// The value that the option must have. An option that is not given has the
  /// default of its declaration; one given without a value has `true`.
  std::string value;
  /// Applies when the above does not hold.
  bool negated = false;

  Condition is(llvm::StringRef expected) const {
    Condition result = *this;
    result.value = expected.str();
    return result;
  }
  Condition operator!() const {
    Condition result = *this;
    result.negated = !result.negated;
    return result;
  }
  std::string str() const;
};

/// A condition on an option of the pass itself; `is("true")` unless said
/// otherwise.
inline Condition option(llvm::StringRef name) {
  return {Condition::Kind::Option, name.str(), "true", false};
}
/// A condition on what the pipeline is built for (`setVariant`).
inline Condition variant(llvm::StringRef name) {
  return {Condition::Kind::Variant, name.str(), "", false};
}

/// Fields that every entry has.
struct ContractEntry {
  Strength strength = Strength::Strong;
  /// Why the entry is there. Messages print it.
  std::string reason;
  /// Where the fact is from: a file, a measurement. May be empty. For those who
  /// ask why (`pmb-check --explain`); messages do not print it.
  std::string source;
  Condition condition;
};

/// An order entry.
struct OrderEntry : ContractEntry {
  enum class Word {
    /// An instance of the target, if there is one, stands earlier.
    After,
    /// An instance of the target, if there is one, stands later. A kind is a
    /// stretch of the pipeline: nothing of it stands earlier, but for what has
    /// the name of the entry's owner. (FollowedBy says "some of it later".)
    Before,
    /// An instance of the target stands later.
    FollowedBy,
    /// The target is nowhere in the pipeline.
    ConflictsWith,
  };
  Word word;
  Target target;
  /// For After and Before: the target must be in the pipeline.
  bool isPresent = false;
};

/// A property entry.
struct PropertyEntry : ContractEntry {
  enum class Word { Requires, Provides, Invalidates, Preserves };
  Word word;
  std::string property;
};

/// True if the entry says under a condition that a property is not there after
/// the pass: it says more than one that the pass provides it, as
/// `canonicalize{max-num-rewrites=0}` does not.
inline bool deniesProperty(const PropertyEntry &entry) {
  return entry.word == PropertyEntry::Word::Invalidates &&
         entry.condition.kind != Condition::Kind::Always;
}

/// A contents entry. An item is
///
///   linalg                  a dialect: all its operations
///   memref.subview          an operation
///   !tensor                 a kind of type
///   memref.subview(!index)  those that involve a kind of type
///   *                       every operation of every dialect
///
/// A dialect covers its operations, and an operation covers what is qualified
/// with a type. What a contract adds is just what it names.
struct ContentsEntry : ContractEntry {
  enum class Word {
    /// Replaces `items` by `to`, and sometimes by `sometimes`. Of several
    /// entries of a contract the first that names an item takes it, so special
    /// entries come before general ones.
    Lowers,
    /// Adds `to` and sometimes `sometimes`.
    Introduces,
    /// Cannot accept `items`.
    Rejects,
    /// Has nothing to work on, or fails, unless one of `items` is there. A
    /// dialect in the contents may be any of its operations.
    Requires,
    /// Does what cannot be told from the pass's name and options: it depends on
    /// a script, on patterns, on a program that the pass calls. The check says
    /// so, and no longer takes for certain what the rest of the pipeline does
    /// not count on (see ContentsState.h). With `givenItems`, only while one of
    /// these that `exceptItems` does not name may be there. `items` are what
    /// the pass leaves alone whatever it does, and the other entries of the
    /// contract say what else is known nonetheless.
    UnknownEffect,
  };
  Word word;
  std::vector<std::string> items;
  /// Not lowered although `items` names them.
  std::vector<std::string> exceptItems;
  /// While one of these is in the IR, `items` are left as they are; for what is
  /// rejected or required: nothing is asked while one of these may be there.
  std::vector<std::string> unlessItems;
  /// The entry applies only while one of these is in the IR. Empty: always.
  std::vector<std::string> givenItems;
  /// What appears always, or in all but contrived cases.
  std::vector<std::string> to;
  std::vector<std::string> sometimes;
  /// Those of `sometimes` that appear in most cases. If the entry applies, they
  /// are likely to be there, and it is an error if nothing lowers them.
  std::vector<std::string> usually;
  /// Those of `sometimes` that are not in `usually`, for texts that name each
  /// item once.
  std::vector<std::string> getOnlySometimes() const;
  /// The kinds of types that the pass converts. Where a value of such a type
  /// goes from an operation that was lowered to one that was not, a cast
  /// (`builtin.unrealized_conversion_cast`) appears. Which operations have such
  /// values is told by the catalog (`TypeDescriptor`).
  std::vector<std::string> converts;
  /// Some of `items` may remain, and which cannot be told.
  bool isPartial = false;

  /// Calls `visit(item)` for all that the entry names, types that it converts
  /// and properties that it rejects among them.
  template <typename Fn> void forEachItem(Fn visit) const {
    for (const std::vector<std::string> *list :
         {&items, &exceptItems, &unlessItems, &givenItems, &to, &sometimes,
          &usually, &converts})
      for (const std::string &item : *list)
        visit(llvm::StringRef(item));
  }
};

llvm::StringRef stringify(OrderEntry::Word word);
llvm::StringRef stringify(PropertyEntry::Word word);
llvm::StringRef stringify(ContentsEntry::Word word);

/// What a pass or a bundle needs and does. A value; the order of the entries
/// has no meaning.
class Contract {
public:
  /// Sets the fields that all entries share; returned by every word. Refers to
  /// the entry that was added last: use it in the same expression.
  template <typename EntryT, typename DerivedT> struct EntryRef {
    EntryT &entry;
    DerivedT &self() { return static_cast<DerivedT &>(*this); }
    DerivedT &because(llvm::StringRef reason) {
      entry.reason = reason.str();
      return self();
    }
    DerivedT &weak() {
      entry.strength = Strength::Weak;
      return self();
    }
    DerivedT &when(Condition condition) {
      entry.condition = std::move(condition);
      return self();
    }
  };
  struct OrderRef : EntryRef<OrderEntry, OrderRef> {
    /// The target must be in the pipeline (after and before only).
    OrderRef &present() {
      entry.isPresent = true;
      return *this;
    }
  };
  struct PropertyRef : EntryRef<PropertyEntry, PropertyRef> {};
  struct ContentsRef : EntryRef<ContentsEntry, ContentsRef> {
    using Items = llvm::ArrayRef<llvm::StringRef>;
    ContentsRef &except(Items items) { return add(entry.exceptItems, items); }
    ContentsRef &unless(Items items) { return add(entry.unlessItems, items); }
    ContentsRef &given(Items items) { return add(entry.givenItems, items); }
    ContentsRef &to(Items items) { return add(entry.to, items); }
    /// For `unknownEffect`: what the pass leaves alone whatever it does.
    ContentsRef &keeps(Items items) { return add(entry.items, items); }
    ContentsRef &converts(Items items) { return add(entry.converts, items); }
    ContentsRef &partially() {
      entry.isPartial = true;
      return *this;
    }
    ContentsRef &sometimes(Items items) { return add(entry.sometimes, items); }
    /// Implies `sometimes`.
    ContentsRef &usually(Items items) {
      add(entry.usually, items);
      return sometimes(items);
    }

  private:
    ContentsRef &add(std::vector<std::string> &list, Items items) {
      for (llvm::StringRef item : items)
        list.push_back(item.str());
      return *this;
    }
  };

  OrderRef after(Target target) {
    return addOrder(OrderEntry::Word::After, std::move(target));
  }
  OrderRef before(Target target) {
    return addOrder(OrderEntry::Word::Before, std::move(target));
  }
  OrderRef followedBy(Target target) {
    return addOrder(OrderEntry::Word::FollowedBy, std::move(target));
  }
  OrderRef conflictsWith(Target target) {
    return addOrder(OrderEntry::Word::ConflictsWith, std::move(target));
  }

  PropertyRef requiresProperty(llvm::StringRef property) {
    return addProperty(PropertyEntry::Word::Requires, property);
  }
  PropertyRef providesProperty(llvm::StringRef property) {
    return addProperty(PropertyEntry::Word::Provides, property);
  }
  PropertyRef invalidatesProperty(llvm::StringRef property) {
    return addProperty(PropertyEntry::Word::Invalidates, property);
  }
  PropertyRef preservesProperty(llvm::StringRef property) {
    return addProperty(PropertyEntry::Word::Preserves, property);
  }

  ContentsRef lowers(llvm::ArrayRef<llvm::StringRef> items) {
    return addContents(ContentsEntry::Word::Lowers, items);
  }
  /// What appears always; `sometimes(...)` adds what appears only sometimes.
  ContentsRef introduces(llvm::ArrayRef<llvm::StringRef> items) {
    ContentsRef ref = addContents(ContentsEntry::Word::Introduces, {});
    ref.to(items);
    return ref;
  }
  ContentsRef rejects(llvm::ArrayRef<llvm::StringRef> items) {
    return addContents(ContentsEntry::Word::Rejects, items);
  }
  ContentsRef requiresContents(llvm::ArrayRef<llvm::StringRef> items) {
    return addContents(ContentsEntry::Word::Requires, items);
  }
  /// What the pass does is not known. Messages print `because(...)`: say what
  /// it depends on.
  ContentsRef unknownEffect() {
    return addContents(ContentsEntry::Word::UnknownEffect, {});
  }

  /// Running the pass twice in a row does the same as running it once.
  void idempotent(bool value = true) { isIdempotentPass = value; }

  bool isIdempotent() const { return isIdempotentPass; }
  llvm::ArrayRef<OrderEntry> getOrder() const { return order; }
  llvm::ArrayRef<PropertyEntry> getProperties() const { return properties; }
  llvm::ArrayRef<ContentsEntry> getContents() const { return contents; }
  bool empty() const {
    return order.empty() && properties.empty() && contents.empty();
  }
  /// True if there is an entry that a pipeline can violate. A contract that
  /// only provides, invalidates or preserves properties asks for nothing.
  bool isDemanding() const;
  /// True if some entry has a condition.
  bool isConditional() const;
  /// True if some entry says `unknownEffect`, be it under conditions.
  bool hasUnknownEffect() const;

  void add(OrderEntry entry) { order.push_back(std::move(entry)); }
  void add(PropertyEntry entry) { properties.push_back(std::move(entry)); }
  void add(ContentsEntry entry) { contents.push_back(std::move(entry)); }
  /// Adds all entries of `other`.
  void append(const Contract &other);
  /// Adds the entries of `other` that are not there yet.
  void appendNew(const Contract &other);
  /// True if both say the same, in whatever order and from whatever source.
  bool isEquivalentTo(const Contract &other) const;

  /// Fails if two unconditional strong entries cannot both be kept: after and
  /// before the same target, required or lowered and rejected, provided and
  /// invalidated, or an order entry about `owner` itself; and if an entry says
  /// `present` that is neither `after` nor `before`. What is rejected only
  /// `given` or `unless` something contradicts nothing. `owner` is the pass's
  /// name.
  llvm::Error verify(llvm::StringRef owner) const;

private:
  OrderRef addOrder(OrderEntry::Word word, Target target);
  PropertyRef addProperty(PropertyEntry::Word word, llvm::StringRef property);
  ContentsRef addContents(ContentsEntry::Word word,
                          llvm::ArrayRef<llvm::StringRef> items);

  std::vector<OrderEntry> order;
  std::vector<PropertyEntry> properties;
  std::vector<ContentsEntry> contents;
  bool isIdempotentPass = false;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONTRACT_H
