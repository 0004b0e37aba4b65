//===- Contract.cpp - What a pass needs and what it does ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Contract.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::string Target::str() const {
  switch (kind) {
  case Kind::Pass:
    return "'" + name + "'";
  case Kind::PassKind:
    return "kind '" + name + "'";
  case Kind::Provider:
    return "provider of '" + name + "'";
  case Kind::Slot:
    return "slot '" + name + "'";
  case Kind::Bundle:
    return "bundle '" + name + "'";
  }
  llvm_unreachable("unknown kind of target");
}

StringRef pmb::stringify(OrderEntry::Word word) {
  switch (word) {
  case OrderEntry::Word::After:
    return "after";
  case OrderEntry::Word::Before:
    return "before";
  case OrderEntry::Word::FollowedBy:
    return "followedBy";
  case OrderEntry::Word::ConflictsWith:
    return "conflictsWith";
  }
  llvm_unreachable("unknown word");
}

StringRef pmb::stringify(PropertyEntry::Word word) {
  switch (word) {
  case PropertyEntry::Word::Requires:
    return "requires";
  case PropertyEntry::Word::Provides:
    return "provides";
  case PropertyEntry::Word::Invalidates:
    return "invalidates";
  case PropertyEntry::Word::Preserves:
    return "preserves";
  }
  llvm_unreachable("unknown word");
}

StringRef pmb::stringify(ContentsEntry::Word word) {
  switch (word) {
  case ContentsEntry::Word::Lowers:
    return "lowers";
  case ContentsEntry::Word::Introduces:
    return "introduces";
  case ContentsEntry::Word::Rejects:
    return "rejects";
  case ContentsEntry::Word::Requires:
    return "requires";
  case ContentsEntry::Word::UnknownEffect:
    return "unknownEffect";
  }
  llvm_unreachable("unknown word");
}

Contract::OrderRef Contract::addOrder(OrderEntry::Word word, Target target) {
  OrderEntry entry;
  entry.word = word;
  entry.target = std::move(target);
  order.push_back(std::move(entry));
  return OrderRef{{{order.back()}}};
}

Contract::PropertyRef Contract::addProperty(PropertyEntry::Word word,
                                            StringRef property) {
  PropertyEntry entry;
  entry.word = word;
  entry.property = property.str();
  properties.push_back(std::move(entry));
  return PropertyRef{{{properties.back()}}};
}

ContentsEntry &Contract::addContents(ContentsEntry::Word word,
                                     ArrayRef<StringRef> items) {
  ContentsEntry entry;
  entry.word = word;
  for (StringRef item : items)
    entry.items.push_back(item.str());
  contents.push_back(std::move(entry));
  return contents.back();
}

bool Contract::isConditional() const {
  auto hasCondition = [](const ContractEntry &entry) {
    return entry.condition.kind != Condition::Kind::Always;
  };
  return any_of(order, hasCondition) || any_of(properties, hasCondition) ||
         any_of(contents, hasCondition);
}

bool Contract::hasUnknownEffect() const {
  return any_of(contents, [](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::UnknownEffect;
  });
}

bool Contract::isDemanding() const {
  return any_of(order,
                [](const OrderEntry &entry) { return !entry.isAdvice; }) ||
         any_of(properties,
                [](const PropertyEntry &entry) {
                  return entry.word == PropertyEntry::Word::Requires;
                }) ||
         any_of(contents, [](const ContentsEntry &entry) {
           return entry.word == ContentsEntry::Word::Rejects ||
                  entry.word == ContentsEntry::Word::Requires;
         });
}

/// Whether two entries say the same; where it is from does not matter.
static bool isSameEntry(const ContractEntry &a, const ContractEntry &b) {
  return a.strength == b.strength && a.reason == b.reason &&
         a.exceptions == b.exceptions && a.condition == b.condition;
}
static bool isSame(const OrderEntry &a, const OrderEntry &b) {
  return a.word == b.word && a.target == b.target &&
         a.isPresent == b.isPresent && a.isAdvice == b.isAdvice &&
         isSameEntry(a, b);
}
static bool isSame(const PropertyEntry &a, const PropertyEntry &b) {
  return a.word == b.word && a.property == b.property &&
         a.establishedBy == b.establishedBy && isSameEntry(a, b);
}
static bool isSame(const ContentsEntry &a, const ContentsEntry &b) {
  return a.word == b.word && a.items == b.items && a.except == b.except &&
         a.unless == b.unless && a.given == b.given && a.to == b.to &&
         a.sometimes == b.sometimes && a.converts == b.converts &&
         a.isPartial == b.isPartial && a.isSpeculative == b.isSpeculative &&
         isSameEntry(a, b);
}

template <typename EntryT>
static bool hasEntry(ArrayRef<EntryT> entries, const EntryT &wanted) {
  return any_of(entries,
                [&](const EntryT &entry) { return isSame(entry, wanted); });
}

/// The entries of `first`, and those of `second` that are not among them.
template <typename EntryT>
static std::vector<EntryT> merge(std::vector<EntryT> first,
                                 ArrayRef<EntryT> second) {
  size_t known = first.size();
  for (const EntryT &entry : second)
    if (!hasEntry(ArrayRef(first).take_front(known), entry))
      first.push_back(entry);
  return first;
}

void Contract::extend(const Contract &other) {
  order = merge(std::move(order), other.getOrder());
  properties = merge(std::move(properties), other.getProperties());
  contents = merge(other.contents, getContents());
  isIdempotentPass |= other.isIdempotentPass;
  isGreedyPass |= other.isGreedyPass;
  isInertPass |= other.isInertPass;
}

bool Contract::isEquivalentTo(const Contract &other) const {
  auto covers = [](auto entries, auto others) {
    return all_of(others,
                  [&](const auto &entry) { return hasEntry(entries, entry); });
  };
  auto same = [&](auto a, auto b) { return covers(a, b) && covers(b, a); };
  return isIdempotentPass == other.isIdempotentPass &&
         isGreedyPass == other.isGreedyPass &&
         isInertPass == other.isInertPass &&
         same(getOrder(), other.getOrder()) &&
         same(getProperties(), other.getProperties()) &&
         same(getContents(), other.getContents());
}

/// Entries that apply only sometimes, or need not hold, contradict nothing.
static bool isBinding(const ContractEntry &entry) {
  return entry.strength == Strength::Strong &&
         entry.condition.kind == Condition::Kind::Always;
}

static Error makeContradiction(StringRef owner, StringRef subject,
                               const std::string &first, const ContractEntry &a,
                               const std::string &second,
                               const ContractEntry &b) {
  Diagnostic diagnostic(DiagnosticCode::ContradictoryContract,
                        "the contract of '" + owner.str() + "' says both " +
                            first + " and " + second);
  diagnostic.about(subject);
  for (const auto &[text, entry] :
       {std::make_pair(first, &a), std::make_pair(second, &b)})
    if (!entry->reason.empty())
      diagnostic.note(text + ": " + entry->reason);
  diagnostic.help("remove one of the entries, or make them conditional");
  return makeError(std::move(diagnostic));
}

Error Contract::verify(StringRef owner) const {
  auto text = [](const OrderEntry &entry) {
    return stringify(entry.word).str() + " " + entry.target.str();
  };
  for (const OrderEntry &entry : order) {
    if (entry.target.kind == Target::Kind::Slot ||
        entry.target.kind == Target::Kind::Bundle)
      return makeError(
          Diagnostic(
              DiagnosticCode::ContradictoryContract,
              "the contract of '" + owner.str() + "' says " + text(entry) +
                  ": contracts name passes, kinds and providers, not slots or "
                  "bundles")
              .about(entry.target.name));
    if (entry.isPresent && entry.word != OrderEntry::Word::After &&
        entry.word != OrderEntry::Word::Before) {
      Diagnostic diagnostic(
          DiagnosticCode::ContradictoryContract,
          "the contract of '" + owner.str() + "' says " + text(entry) +
              " present: only 'after' and 'before' can say 'present'");
      diagnostic.about(entry.target.name);
      if (entry.word == OrderEntry::Word::FollowedBy)
        diagnostic.help("leave it out; 'followedBy' asks for the pass anyway");
      return makeError(std::move(diagnostic));
    }
    if (isBinding(entry) && entry.target == pass(owner) &&
        (entry.word == OrderEntry::Word::After ||
         entry.word == OrderEntry::Word::Before))
      return makeError(Diagnostic(DiagnosticCode::ContradictoryContract,
                                  "the contract of '" + owner.str() +
                                      "' says " + text(entry) +
                                      ", which is the pass itself")
                           .about(entry.target.name));
  }
  auto isWord = [](const auto &entry, auto a, auto b) {
    return entry.word == a || entry.word == b;
  };
  using Order = OrderEntry::Word;
  for (const OrderEntry &a : order)
    for (const OrderEntry &b : order) {
      if (!isBinding(a) || !isBinding(b) || !(a.target == b.target))
        continue;
      bool orders = a.word == Order::After && b.word == Order::Before;
      bool conflicts =
          a.word == Order::ConflictsWith &&
          (b.word == Order::FollowedBy ||
           (isWord(b, Order::After, Order::Before) && b.isPresent));
      if (orders || conflicts)
        return makeContradiction(owner, b.target.name, text(a), a, text(b), b);
    }
  using Prop = PropertyEntry::Word;
  for (const PropertyEntry &a : properties)
    for (const PropertyEntry &b : properties) {
      if (!isBinding(a) || !isBinding(b) || a.property != b.property ||
          !isWord(a, Prop::Provides, Prop::Preserves) ||
          b.word != Prop::Invalidates)
        continue;
      return makeContradiction(
          owner, b.property, stringify(a.word).str() + " '" + a.property + "'",
          a, stringify(b.word).str() + " '" + b.property + "'", b);
    }
  for (const ContentsEntry &reject : contents) {
    // What is refused only sometimes is lowered at other times.
    if (reject.word != ContentsEntry::Word::Rejects || !isBinding(reject) ||
        !reject.given.empty() || !reject.unless.empty())
      continue;
    for (const std::string &item : reject.items) {
      for (const PropertyEntry &need : properties)
        if (need.word == Prop::Requires && need.property == item &&
            isBinding(need))
          return makeContradiction(owner, item, "requires '" + item + "'", need,
                                   "rejects '" + item + "'", reject);
      for (const ContentsEntry &lower : contents)
        if (lower.word == ContentsEntry::Word::Lowers && isBinding(lower) &&
            !lower.isSpeculative && is_contained(lower.items, item))
          return makeContradiction(owner, item, "lowers '" + item + "'", lower,
                                   "rejects '" + item + "'", reject);
    }
  }
  return Error::success();
}

/// True if `item` names all that `other` does.
static bool covers(StringRef item, StringRef other) {
  return item == other || (item == "*" && !other.starts_with("!")) ||
         (other.consume_front(item) &&
          (other.starts_with(".") || other.starts_with("(")));
}

/// True if `entry` takes all that `item` names wherever it applies.
static bool takes(const ContentsEntry &entry, StringRef item) {
  auto coversItem = [&](StringRef named) { return covers(named, item); };
  return entry.word == ContentsEntry::Word::Lowers && entry.given.empty() &&
         any_of(entry.items, coversItem) &&
         none_of(entry.except, [&](StringRef spared) {
           return covers(spared, item) || covers(item, spared);
         });
}

Error Contract::verifyReach(StringRef owner) const {
  for (size_t i = 0; i < contents.size(); ++i) {
    const ContentsEntry &entry = contents[i];
    if (entry.word != ContentsEntry::Word::Lowers || entry.items.empty())
      continue;
    const ContentsEntry *taker = nullptr;
    bool isTaken = all_of(entry.items, [&](StringRef item) {
      for (const ContentsEntry &earlier : ArrayRef(contents).take_front(i))
        if ((earlier.condition.kind == Condition::Kind::Always ||
             earlier.condition == entry.condition) &&
            takes(earlier, item)) {
          taker = &earlier;
          return true;
        }
      return any_of(entry.except,
                    [&](StringRef spared) { return covers(spared, item); });
    });
    if (!isTaken)
      continue;
    Diagnostic diagnostic(DiagnosticCode::ContradictoryContract,
                          "the contract of '" + owner.str() +
                              "' has an entry that never takes effect: it "
                              "lowers '" +
                              join(entry.items, "', '") + "', " +
                              (taker ? "which an entry before it takes"
                                     : "and excepts just that"));
    if (!entry.reason.empty())
      diagnostic.note("the entry: " + entry.reason);
    if (taker && !taker->reason.empty())
      diagnostic.note("the one before it: " + taker->reason);
    diagnostic.help(taker ? "put special entries before general ones"
                          : "leave the entry out");
    diagnostic.subject = entry.items.front();
    return makeError(std::move(diagnostic));
  }
  return Error::success();
}
