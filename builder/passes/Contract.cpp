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
#include "llvm/ADT/StringMap.h"

using namespace pmb;
using namespace llvm;

StringRef pmb::stringify(Target::Kind kind) {
  static constexpr StringLiteral words[] = {"pass", "kind",   "provider",
                                            "slot", "bundle", "invalidator"};
  static_assert(std::size(words) == unsigned(Target::Kind::Invalidator) + 1);
  return words[unsigned(kind)];
}

std::string Target::str() const {
  std::string quoted = "'" + name + "'";
  if (kind == Kind::Pass)
    return quoted;
  if (kind == Kind::Provider)
    return "provider of " + quoted;
  if (kind == Kind::Invalidator)
    return "what ends " + quoted;
  return (stringify(kind) + " " + quoted).str();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

using Word = ContractEntry::Word;

namespace {
struct WordInfo {
  Word word;
  StringLiteral spelling, must, should;
};
} // namespace

static constexpr WordInfo words[] = {
#define PMB_WORD(WORD, SPELLING, FORM, MUST, SHOULD)                           \
  {Word::WORD, SPELLING, MUST, SHOULD},
#include "builder/passes/Words.def"
};

static const WordInfo &getInfo(Word word) {
  return *find_if(words,
                  [&](const WordInfo &info) { return info.word == word; });
}

StringRef pmb::stringify(Word word) { return getInfo(word).spelling; }

StringRef ContractEntry::getPhrase() const {
  const WordInfo &info = getInfo(word);
  return strength == Strength::Weak && !info.should.empty() ? info.should
                                                            : info.must;
}

StringRef ContractEntry::getMisplacedKey() const {
  if (word == Word::After || word == Word::Before)
    return "";
  return isPresent             ? "present"
         : isEvery             ? "all"
         : isImmediate         ? "immediately"
         : !notBetween.empty() ? "notBetween"
                               : "";
}

std::string ContractEntry::describeTarget() const {
  std::string text = (isEvery ? "all of " : "") + target.str();
  if (isImmediate)
    text += " immediately";
  for (const Target &kept : notBetween)
    text += (&kept == &notBetween.front() ? " with nothing of " : " or ") +
            kept.str();
  return notBetween.empty() ? text : text + " between";
}

bool ContractEntry::saysNothing() const {
  return word == Word::Lowers && nest.empty() && condition.isAlways() &&
         all_of(lists, [&](auto list) { return (this->*list).empty(); });
}

bool ContractEntry::isEquivalentTo(const ContractEntry &other) const {
  auto getFlags = [](const ContractEntry &entry) {
    return std::make_tuple(entry.word, entry.strength, entry.isPresent,
                           entry.isEvery, entry.isImmediate, entry.isAdvice,
                           entry.isPartial, entry.isSpeculative);
  };
  return getFlags(*this) == getFlags(other) && reason == other.reason &&
         exceptions == other.exceptions && condition == other.condition &&
         target == other.target && notBetween == other.notBetween &&
         property == other.property && nest == other.nest &&
         establishedBy == other.establishedBy &&
         all_of(lists, [&](auto list) { return this->*list == other.*list; });
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

void Contract::add(ContractEntry entry) {
  bool isOrder = entry.word <= Word::ConflictsWith;
  bool isProperty = entry.word <= Word::Preserves &&
                    (entry.word != Word::Requires || !entry.property.empty());
  (isOrder      ? order
   : isProperty ? properties
                : contents)
      .push_back(std::move(entry));
}

static ContractEntry &addEntry(std::vector<ContractEntry> &entries, Word word) {
  entries.emplace_back().word = word;
  return entries.back();
}

Contract::OrderRef Contract::addOrder(Word word, const Target &target) {
  ContractEntry &entry = addEntry(order, word);
  entry.target = target;
  return OrderRef{{{entry}}};
}

Contract::PropertyRef Contract::addProperty(Word word, StringRef property) {
  ContractEntry &entry = addEntry(properties, word);
  entry.property = property.str();
  return PropertyRef{{{entry}}};
}

ContractEntry &Contract::addContents(Word word, ArrayRef<StringRef> items) {
  ContractEntry &entry = addEntry(contents, word);
  entry.items.assign(items.begin(), items.end());
  return entry;
}

bool Contract::isComplete() const {
  return flags & Complete || any_of(contents, [](const ContractEntry &entry) {
           return entry.saysNothing();
         });
}

bool Contract::isConditional() const {
  return any_of(getEntries(), [](const ContractEntry &entry) {
    return entry.isConditional();
  });
}

bool Contract::hasUnknownEffect() const {
  return any_of(contents, [](const ContractEntry &entry) {
    return entry.word == Word::UnknownEffect;
  });
}

bool Contract::isOrderOnly() const {
  return hasEntries() && properties.empty() &&
         all_of(contents,
                [](const ContractEntry &entry) {
                  return entry.word == Word::WritesOutside;
                }) &&
         !flags;
}

bool Contract::isDemanding() const {
  return any_of(getEntries(), [](const ContractEntry &entry) {
    return !getInfo(entry.word).should.empty() && !entry.isAdvice;
  });
}

Contract
Contract::filter(function_ref<bool(const ContractEntry &)> keep) const {
  Contract result = *this;
  for (auto *entries : {&result.order, &result.properties, &result.contents})
    llvm::erase_if(*entries, std::not_fn(keep));
  return result;
}

static bool hasEntry(ArrayRef<ContractEntry> entries,
                     const ContractEntry &wanted) {
  return any_of(entries, [&](const ContractEntry &entry) {
    return entry.isEquivalentTo(wanted);
  });
}

/// The entries of `first`, and those of `second` that are not among them.
static std::vector<ContractEntry> merge(std::vector<ContractEntry> first,
                                        ArrayRef<ContractEntry> second) {
  size_t known = first.size();
  for (const ContractEntry &entry : second)
    if (!hasEntry(ArrayRef(first).take_front(known), entry))
      first.push_back(entry);
  return first;
}

void Contract::setSaidBy(StringRef who) {
  for (std::vector<ContractEntry> *entries : {&order, &properties, &contents})
    for (ContractEntry &entry : *entries)
      entry.saidBy = who.str();
}

void Contract::extend(const Contract &other) {
  order = merge(std::move(order), other.order);
  properties = merge(std::move(properties), other.properties);
  contents = merge(other.contents, contents);
  flags |= other.flags;
}

bool Contract::isEquivalentTo(const Contract &other) const {
  auto same = [](ArrayRef<ContractEntry> a, ArrayRef<ContractEntry> b) {
    auto isIn = [](ArrayRef<ContractEntry> all) {
      return [=](const ContractEntry &entry) { return hasEntry(all, entry); };
    };
    return all_of(a, isIn(b)) && all_of(b, isIn(a));
  };
  auto getFlags = [](const Contract &contract) {
    return contract.isComplete() ? contract.flags | Complete : contract.flags;
  };
  auto getItems = [](const Contract &contract) {
    std::vector<ContractEntry> entries = contract.contents;
    llvm::erase_if(entries, [](const ContractEntry &entry) {
      return entry.saysNothing();
    });
    return entries;
  };
  return getFlags(*this) == getFlags(other) && same(order, other.order) &&
         same(properties, other.properties) &&
         same(getItems(*this), getItems(other));
}

//===----------------------------------------------------------------------===//
// Contradictions
//===----------------------------------------------------------------------===//

/// Entries that apply only sometimes, or need not hold, contradict nothing.
static bool isBinding(const ContractEntry &entry) {
  return entry.strength == Strength::Strong && !entry.isConditional();
}

static bool isAbout(const ContractEntry &entry, Word first, Word second) {
  return entry.word == first || entry.word == second;
}

/// Why an order entry makes no sense by itself; empty if it does.
static std::string findMistake(const ContractEntry &entry, StringRef owner) {
  auto isSlot = [](const Target &target) {
    return target.kind == Target::Kind::Slot;
  };
  if (isSlot(entry.target) || any_of(entry.notBetween, isSlot))
    return ": contracts name passes, kinds, providers and bundles, not slots";
  if (entry.target.kind == Target::Kind::Invalidator)
    return ": only 'notBetween' can name that";
  if (StringRef key = entry.getMisplacedKey(); !key.empty())
    return (" with '" + key + "': only 'after' and 'before' can say that")
        .str();
  return isBinding(entry) && entry.target == pass(owner) &&
                 (isAbout(entry, Word::After, Word::Before) ||
                  entry.word == Word::AlternatesWith)
             ? ", which is the pass itself"
             : "";
}

/// What two binding entries cannot say of one thing.
static constexpr std::pair<Word, Word> contradictions[] = {
    {Word::After, Word::Before},
    {Word::ConflictsWith, Word::FollowedBy},
    {Word::ConflictsWith, Word::After},
    {Word::ConflictsWith, Word::Before},
    {Word::Provides, Word::Invalidates},
    {Word::Preserves, Word::Invalidates},
    {Word::Requires, Word::Rejects},
    {Word::Lowers, Word::Rejects},
};

/// What the first entry of a contradiction and the second are both about; empty
/// if there is nothing, or one of them need not hold.
static StringRef findContradiction(const ContractEntry &a,
                                   const ContractEntry &b) {
  if (!isBinding(a) || !isBinding(b) || a.isSpeculative)
    return "";
  if (b.word <= Word::ConflictsWith) {
    bool isVacuous = a.word == Word::ConflictsWith &&
                     b.word != Word::FollowedBy && !b.isPresent;
    return a.target == b.target && !isVacuous ? b.target.name : StringRef();
  }
  // What is refused only sometimes is lowered at other times.
  if (b.word == Word::Rejects && (!b.given.empty() || !b.unless.empty()))
    return "";
  if (b.word == Word::Invalidates)
    return a.property == b.property ? b.property : StringRef();
  for (StringRef item : b.items)
    if (item == a.property ||
        (a.word == Word::Lowers && is_contained(a.items, item)))
      return item;
  return "";
}

/// `after 'cse'`, `rejects '!tensor'`.
static std::string describe(const ContractEntry &entry, StringRef subject) {
  return stringify(entry.word).str() + " " +
         (entry.word <= Word::ConflictsWith ? entry.target.str()
                                            : ("'" + subject + "'").str());
}

static Diagnostic makeContradiction(const Twine &message, StringRef subject) {
  return Diagnostic(DiagnosticCode::ContradictoryContract,
                    "the contract of {0}", message)
      .about(subject);
}

/// What an entry may contradict others about.
static void forEachSubject(const ContractEntry &entry,
                           function_ref<void(StringRef)> visit) {
  StringRef name =
      entry.word <= Word::ConflictsWith ? entry.target.name : entry.property;
  if (!name.empty())
    visit(name);
  for (StringRef item : entry.items)
    visit(item);
}

/// Fails if an entry with the word `first` contradicts one with `second`. A
/// file may have many of both.
static Error verifyPair(const Contract &contract, StringRef owner, Word first,
                        Word second) {
  StringMap<SmallVector<const ContractEntry *, 1>> others;
  for (const ContractEntry &b : contract.getEntries())
    if (b.word == second)
      forEachSubject(b, [&](StringRef name) { others[name].push_back(&b); });
  for (const ContractEntry &a : contract.getEntries()) {
    if (a.word != first)
      continue;
    const ContractEntry *contradicted = nullptr;
    forEachSubject(a, [&](StringRef name) {
      auto about = others.find(name);
      if (contradicted || about == others.end())
        return;
      for (const ContractEntry *b : about->second)
        if (!contradicted && !findContradiction(a, *b).empty())
          contradicted = b;
    });
    if (!contradicted)
      continue;
    const ContractEntry &b = *contradicted;
    StringRef subject = findContradiction(a, b);
    Diagnostic diagnostic =
        makeContradiction("'" + owner + "' says both " + describe(a, subject) +
                              " and " + describe(b, subject),
                          subject);
    for (const ContractEntry *entry : {&a, &b})
      if (!entry->reason.empty())
        diagnostic.note("{0}: {1}", describe(*entry, subject), entry->reason);
    bool isOrder = first == Word::After && second == Word::Before;
    diagnostic.help("remove one of the entries, or make them conditional{0}",
                    isOrder ? "; to run before it and again after, say "
                              "'after' and 'followedBy'"
                            : "");
    return diagnostic;
  }
  return Error::success();
}

/// Whether an entry about contents names what it is about.
static bool namesAnything(const ContractEntry &entry) {
  switch (entry.word) {
  case Word::Introduces:
    return !entry.to.empty() || !entry.sometimes.empty();
  case Word::Lowers:
  case Word::LeavesDead:
  case Word::Rejects:
  case Word::Requires:
    return !entry.items.empty() || entry.saysNothing();
  default:
    return true;
  }
}

static Error verifyNamed(const ContractEntry &entry, StringRef owner) {
  if (namesAnything(entry))
    return Error::success();
  return Diagnostic(DiagnosticCode::BadValue,
                    "the contract of '{0}' has a '{1}' entry that names "
                    "nothing",
                    owner, stringify(entry.word))
      .help(entry.word == Word::Lowers
                ? "say what it lowers, or 'introduces'; alone, lowers({}) says "
                  "that the pass changes nothing"
                : "name what it is about, or leave the entry out");
}

Error Contract::verify(StringRef owner) const {
  for (const ContractEntry &entry : contents)
    if (Error error = verifyNamed(entry, owner))
      return error;
  for (const ContractEntry &entry : order) {
    std::string mistake = findMistake(entry, owner);
    if (mistake.empty())
      continue;
    Diagnostic diagnostic = makeContradiction("'" + owner + "' says " +
                                                  describe(entry, "") + mistake,
                                              entry.target.name);
    if (entry.isPresent && entry.word == Word::FollowedBy)
      diagnostic.help("leave it out; 'followedBy' asks for the pass anyway");
    return diagnostic;
  }
  for (auto [first, second] : contradictions)
    if (Error error = verifyPair(*this, owner, first, second))
      return error;
  return Error::success();
}

/// True if `entry` takes all that `item` names wherever it applies.
static bool takes(const ContractEntry &entry, Item item) {
  return entry.word == Word::Lowers && entry.given.empty() &&
         any_of(entry.items,
                [&](StringRef named) { return Item(named).covers(item); }) &&
         none_of(entry.except, [&](StringRef spared) {
           return Item(spared).covers(item) || item.covers(Item(spared));
         });
}

Error Contract::verifyReach(StringRef owner) const {
  for (size_t i = 0; i < contents.size(); ++i) {
    const ContractEntry &entry = contents[i];
    if (entry.word != Word::Lowers || entry.items.empty())
      continue;
    const ContractEntry *taker = nullptr;
    bool isTaken = all_of(entry.items, [&](StringRef item) {
      for (const ContractEntry &earlier : ArrayRef(contents).take_front(i))
        if ((!earlier.isConditional() ||
             earlier.condition == entry.condition) &&
            takes(earlier, Item(item))) {
          taker = &earlier;
          return true;
        }
      return any_of(entry.except, [&](StringRef spared) {
        return Item(spared).covers(Item(item));
      });
    });
    if (!isTaken)
      continue;
    Diagnostic diagnostic = makeContradiction(
        "'" + owner + "' has an entry that never takes effect: it lowers '" +
            join(entry.items, "', '") + "', " +
            (taker ? "which an entry before it takes"
                   : "and excepts just that"),
        entry.items.front());
    if (!entry.reason.empty())
      diagnostic.note("the entry: {0}", entry.reason);
    if (taker && !taker->reason.empty())
      diagnostic.note("the one before it: {0}", taker->reason);
    diagnostic.help(taker ? "put special entries before general ones"
                          : "leave the entry out");
    return diagnostic;
  }
  return Error::success();
}
