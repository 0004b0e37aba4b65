//===- ContractJson.cpp - The words of a contract as JSON -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format follows from the table in builder/passes/Words.def.
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractJson.h"
#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// What an order entry can name, with the key that says what it is.
static constexpr struct {
  StringLiteral key;
  Target::Kind kind;
} targetKeys[] = {
#define PMB_TARGET(FORM, KEY, KIND) {KEY, Target::Kind::KIND},
#define PMB_BETWEEN(KEY, KIND) {KEY, Target::Kind::KIND},
#include "builder/passes/Words.def"
};

/// A pass is named as it is in a pipeline, but without options and nest, as an
/// entry is about the pass whatever these are. False after a report.
static bool readTarget(const JsonInput &value, Target &into) {
  bool isPass = into.kind == Target::Kind::Pass;
  StringRef name = value.getText();
  if (!isPass || !value.isString() || isPassName(name))
    return value.readName(into.name);
  Diagnostic wrong = makeBadName("pass", name);
  Diagnostic &report = value.report(wrong.code, std::move(wrong.message));
  // Of a piece of a textual pipeline, what stands in the innermost nest.
  StringRef bare = name.take_until([](char c) { return c == '{'; });
  bare = bare.substr(bare.rfind('(') + 1).take_while(isPassNameCharacter);
  if (name.find_first_of("({") != StringRef::npos && isPassName(bare))
    report.help("an entry is about a pass with any options, wherever it runs: "
                "write " +
                quote(bare));
  else
    report.notes = std::move(wrong.notes);
  return false;
}

// By these the tables read and write what entries have.
namespace pmb {
static void readMember(const JsonInput &value, Strength &into) {
  bool isWeak = into == Strength::Weak;
  value.read(isWeak);
  into = isWeak ? Strength::Weak : Strength::Strong;
}
static void readMember(const JsonInput &value, Condition &into) {
  readCondition(value, into);
}
static void readMember(const JsonInput &value, std::vector<Target> &into) {
  value.forEach([&](const JsonInput &element) {
    Target target;
    if (element.isString()) {
      if (readTarget(element, target))
        into.push_back(std::move(target));
      return;
    }
    if (!element.isObject())
      return element.reportType("a string or an object");
    for (const auto &[key, kind] : targetKeys)
      if (std::optional<JsonInput> named = element.find(key)) {
        target.kind = kind;
        readTarget(*named, target);
      }
    std::vector<StringRef> keys;
    for (const auto &known : targetKeys)
      keys.push_back(known.key);
    element.checkKeys("what may not stand between", keys);
    size_t count = count_if(
        keys, [&](StringRef key) { return element.lookup(key) != nullptr; });
    if (count == 1)
      into.push_back(std::move(target));
    else if (count || element.lacks(keys))
      element.reject("what may not stand between is named by one of '" +
                     join(keys, "', '") + "'");
  });
}

static void writeMember(JsonOutput &os, StringRef key, Strength strength) {
  writeMember(os, key, strength == Strength::Weak);
}
static void writeMember(JsonOutput &os, StringRef key,
                        const Condition &condition) {
  if (!condition.isAlways())
    os.attribute(key, condition.getText());
}
static void writeMember(JsonOutput &os, StringRef key,
                        const std::vector<Target> &targets) {
  if (targets.empty())
    return;
  os.attributeArray(key, [&] {
    for (const Target &target : targets)
      os.object([&] {
        for (const auto &[key, kind] : targetKeys)
          if (kind == target.kind)
            os.attribute(key, target.name);
      });
  });
}
} // namespace pmb

using EntryField = JsonField<ContractEntry>;

/// The lists of an entry are items. Names are told apart by the table, as a
/// reason may be any text.
template <auto member>
static constexpr EntryField entryField(StringLiteral key) {
  if constexpr (std::is_same_v<JsonTypeOf<member>, std::vector<std::string>>)
    return jsonItemsField<member, ContractEntry>(key);
  else
    return jsonField<member, ContractEntry>(key);
}

template <Target::Kind kind>
static constexpr EntryField targetField(StringLiteral key) {
  return {key,
          [](const JsonInput &value, ContractEntry &into) {
            if (!into.target.name.empty()) {
              value.reject("an entry names one of 'pass', 'kind', 'provider' "
                           "and 'bundle', not several");
              return;
            }
            into.target.kind = kind;
            readTarget(value, into.target);
          },
          [](JsonOutput &os, StringRef key, const ContractEntry &from) {
            if (from.target.kind == kind)
              os.attribute(key, from.target.name);
          }};
}

namespace {
/// The keys of a form of entries.
struct FormKeys {
  std::vector<EntryField> fields;
  /// Those of which an entry needs one.
  std::vector<StringRef> needed;
};
} // namespace

static const FormKeys &getKeys(EntryForm form) {
  static const std::map<EntryForm, FormKeys> forms = [] {
    std::map<EntryForm, FormKeys> forms;
    auto add = [&](EntryForm form, EntryField field, bool isNeeded = false) {
      forms[form].fields.push_back(field);
      if (isNeeded)
        forms[form].needed.push_back(field.key);
    };
#define PMB_TARGET(FORM, KEY, KIND)                                            \
  add(EntryForm::FORM, targetField<Target::Kind::KIND>(KEY), true);
#define PMB_NAME(FORM, KEY, MEMBER)                                            \
  add(EntryForm::FORM, jsonNameField<&ContractEntry::MEMBER>(KEY));
#define PMB_MAIN(FORM, KEY, MEMBER)                                            \
  add(EntryForm::FORM, entryField<&ContractEntry::MEMBER>(KEY), true);
#define PMB_MAIN_NAME(FORM, KEY, MEMBER)                                       \
  add(EntryForm::FORM, jsonNameField<&ContractEntry::MEMBER>(KEY), true);
#define PMB_KEY(FORM, KEY, MEMBER)                                             \
  add(EntryForm::FORM, entryField<&ContractEntry::MEMBER>(KEY));
#include "builder/passes/Words.def"
    return forms;
  }();
  return forms.at(form);
}

std::vector<StringRef> pmb::getEntryKeys(EntryForm form) {
  std::vector<StringRef> keys;
  for (const EntryField &field : getKeys(form).fields)
    keys.push_back(field.key);
  return keys;
}

/// `an order entry`, `a 'lowers' entry`.
static std::string getEntryName(EntryForm form, StringRef word) {
  if (form == EntryForm::Order)
    return "an order entry";
  if (form == EntryForm::Property)
    return "a property entry";
  bool isVowel = StringRef("aeiou").contains(word.front());
  return ((isVowel ? "an '" : "a '") + word + "' entry").str();
}

/// True for a word that is said of properties and of items.
static bool hasItems(ContractEntry::Word word) {
  return word == ContractEntry::Word::Requires ||
         word == ContractEntry::Word::Rejects;
}

/// What the keys of an entry say together.
static void checkEntry(const JsonInput &value, const ContractEntry &entry) {
  using Word = ContractEntry::Word;
  if (StringRef key = entry.getMisplacedKey(); !key.empty()) {
    Diagnostic &report = value.find(key)->rejectKey(
        "only 'after' and 'before' can say '" + key.str() + "'");
    if (entry.word == Word::FollowedBy)
      report.help(entry.isPresent
                      ? "'followedBy' implies it: leave it out"
                      : "say it of 'before', with 'present' if there must be "
                        "one");
  }
  if (!entry.establishedBy.empty() && entry.word != Word::Requires)
    value.find("establishedBy")
        ->rejectKey("only what is required has 'establishedBy'");
}

static void readEntry(const JsonInput &value, EntryForm form,
                      ContractEntry &into) {
  const FormKeys &keys = getKeys(form);
  // What an entry needs, and has only one word for.
  auto rejectEmpty = [&](const JsonInput &main) {
    bool isText = main.isString();
    bool isEmpty = isText ? main.getText().empty()
                          : main.isArray() && main.getElements().empty();
    if (!isEmpty || keys.needed.size() != 1)
      return false;
    main.reject(quote(keys.needed.front()) +
                (isText ? " says nothing" : " names nothing"));
    return true;
  };
  if (value.isString()) {
    if (!rejectEmpty(value))
      keys.fields.front().read(value, into);
    return;
  }
  std::string what = getEntryName(form, stringify(into.word));
  if (!value.readObject(what, keys.fields, into))
    return;
  std::optional<JsonInput> weak = value.find("weak");
  if (into.isAdvice && weak && !weak->getBool())
    weak->rejectKey("advice is weak: leave out 'weak'");
  if (into.isAdvice)
    into.strength = Strength::Weak;
  for (StringRef key : keys.needed)
    if (std::optional<JsonInput> main = value.find(key))
      rejectEmpty(*main);
  if (none_of(keys.needed, [&](StringRef key) { return value.lookup(key); })) {
    std::vector<StringRef> needed = keys.needed;
    if (form == EntryForm::Property && hasItems(into.word))
      needed.push_back("items");
    std::string list = join(ArrayRef(needed).drop_back(), "', '");
    value.reportMissing(what + " needs '" + list +
                        (list.empty() ? "" : "' or '") + needed.back().str() +
                        "'");
  }
  checkEntry(value, into);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
struct WordForm {
  ContractEntry::Word word;
  EntryForm form;
};
struct Flag {
  StringLiteral key;
  void (Contract::*set)(bool);
  bool (Contract::*get)() const;
};
} // namespace

static constexpr WordForm wordForms[] = {
#define PMB_WORD(WORD, SPELLING, FORM, MUST, SHOULD)                           \
  {ContractEntry::Word::WORD, EntryForm::FORM},
#include "builder/passes/Words.def"
};

static constexpr Flag flags[] = {
#define PMB_FLAG(KEY, SET, GET) {KEY, &Contract::SET, &Contract::GET},
#include "builder/passes/Words.def"
};

ArrayRef<StringRef> pmb::getContractWords() {
  static const std::vector<StringRef> words = [] {
    std::vector<StringRef> names;
    for (const Flag &flag : flags)
      names.push_back(flag.key);
    for (const WordForm &known : wordForms)
      if (!is_contained(names, stringify(known.word)))
        names.push_back(stringify(known.word));
    return names;
  }();
  return words;
}

/// Of a word with two forms of entries the second is for those that have a key
/// that it needs.
static const WordForm *findForm(StringRef word, const JsonValue &entry) {
  const WordForm *found = nullptr;
  for (const WordForm &known : wordForms)
    if (stringify(known.word) == word &&
        (!found || any_of(getKeys(known.form).needed,
                          [&](StringRef key) { return entry.lookup(key); })))
      found = &known;
  return found;
}

static EntryForm getForm(const ContractEntry &entry) {
  for (const WordForm &known : wordForms)
    if (known.word == entry.word &&
        (known.form != EntryForm::Property || !entry.property.empty()))
      return known.form;
  llvm_unreachable("every word has a form");
}

/// Order says where a pass stands, and not what it does; so does what keeps it
/// out of nests.
static bool isOrderWord(StringRef word) {
  return any_of(wordForms, [&](const WordForm &known) {
    return (known.form == EntryForm::Order ||
            known.form == EntryForm::Outside) &&
           stringify(known.word) == word;
  });
}

bool pmb::readContractWords(
    const JsonInput &object, Contract &into,
    function_ref<std::optional<bool>(const JsonInput &, ContractEntry &)>
        counts) {
  bool found = false;
  auto isCounted = [&](const JsonInput &value,
                       ContractEntry &entry) -> std::optional<bool> {
    if (counts)
      return counts(value, entry);
    for (StringRef key : {"since", "until"})
      if (std::optional<JsonInput> member = value.find(key))
        member->rejectKey("only contracts of passes have " + quote(key));
    return true;
  };
  object.forEachMember([&](const JsonInput &member) {
    if (!is_contained(getContractWords(), member.getKey()))
      return;
    for (const Flag &flag : flags)
      if (member.getKey() == flag.key) {
        found = true;
        bool isTrue = (into.*flag.get)();
        if (member.read(isTrue))
          (into.*flag.set)(isTrue);
        return;
      }
    bool isAny = false, isAnyCounted = false;
    member.forEach([&](const JsonInput &element) {
      if (!element.isString() && !element.isObject())
        return element.reportType("strings or objects");
      const WordForm *known = findForm(member.getKey(), element);
      ContractEntry entry;
      entry.word = known->word;
      // A property that is rejected is one of the items.
      bool isRejected = entry.word == ContractEntry::Word::Rejects &&
                        element.lookup("property");
      readEntry(element, isRejected ? EntryForm::Property : known->form, entry);
      if (isRejected)
        entry.items = {std::exchange(entry.property, "")};
      isAny = true;
      std::optional<bool> isCountedHere = isCounted(element, entry);
      isAnyCounted |= isCountedHere.value_or(false);
      if (isCountedHere)
        into.add(std::move(entry));
    });
    found |= !isOrderWord(member.getKey()) && (isAnyCounted || !isAny);
  });
  return found;
}

void pmb::writeContractWords(JsonOutput &os, const Contract &contract) {
  for (const Flag &flag : flags)
    writeMember(os, flag.key, (contract.*flag.get)());
  for (StringRef word : getContractWords()) {
    auto isOfWord = [&](const ContractEntry &entry) {
      return stringify(entry.word) == word && !entry.saysNothing();
    };
    if (none_of(contract.getEntries(), isOfWord))
      continue;
    os.attributeArray(word, [&] {
      for (const ContractEntry &entry : contract.getEntries())
        if (isOfWord(entry))
          os.object(
              [&] { writeFields(os, getKeys(getForm(entry)).fields, entry); });
    });
  }
  if (contract.isComplete())
    writeEmptyWord(os, contract);
}

void pmb::writeEmptyWord(JsonOutput &os, const Contract &contract) {
  using Word = ContractEntry::Word;
  for (Word word : {Word::Lowers, Word::Introduces, Word::Rejects})
    if (none_of(contract.getEntries(), [&](const ContractEntry &entry) {
          return entry.word == word && !entry.saysNothing();
        }))
      return os.attributeArray(stringify(word), [] {});
}
