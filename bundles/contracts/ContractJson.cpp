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

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

// How a member of an entry is read and written follows from its type. Names are
// told apart by the table, as a reason may be any text.

static bool readField(JsonReader &reader, const JsonValue &value,
                      std::vector<std::string> &into) {
  return reader.readItems(value, into);
}
static bool readField(JsonReader &reader, const JsonValue &value,
                      unsigned &into) {
  return reader.read(value, into);
}
static bool readField(JsonReader &reader, const JsonValue &value,
                      Strength &into) {
  bool isWeak = into == Strength::Weak;
  bool isRead = reader.read(value, isWeak);
  into = isWeak ? Strength::Weak : Strength::Strong;
  return isRead;
}
static bool readField(JsonReader &reader, const JsonValue &value,
                      Condition &into) {
  readCondition(reader, value, into);
  return true;
}
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
static bool readTarget(JsonReader &reader, const JsonValue &value,
                       Target &into) {
  bool isPass = into.kind == Target::Kind::Pass;
  StringRef name = value.getText();
  if (!isPass || !value.isString() || isPassName(name))
    return reader.readName(value, into.name);
  Diagnostic wrong = makeBadName("pass", name);
  Diagnostic &report =
      reader.report(wrong.code, value.getPlace(), std::move(wrong.message));
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

static bool readField(JsonReader &reader, const JsonValue &value,
                      std::vector<Target> &into) {
  reader.forEach(value, [&](const JsonValue &element) {
    Target target;
    if (element.isString()) {
      if (readTarget(reader, element, target))
        into.push_back(std::move(target));
      return;
    }
    if (!element.isObject())
      return reader.reportType(element, "a string or an object");
    for (const auto &[key, kind] : targetKeys)
      if (const JsonMember *member = element.lookup(key)) {
        target.kind = kind;
        readTarget(reader, member->value, target);
      }
    std::vector<StringRef> keys;
    for (const auto &known : targetKeys)
      keys.push_back(known.key);
    reader.checkKeys(element, "what may not stand between", keys);
    size_t count = count_if(
        keys, [&](StringRef key) { return element.lookup(key) != nullptr; });
    if (count == 1)
      into.push_back(std::move(target));
    else if (count || !hasMisspelled(element, keys))
      reader.report(DiagnosticCode::BadValue, element.getPlace(),
                    "what may not stand between is named by one of '" +
                        join(keys, "', '") + "'");
  });
  return true;
}
template <typename T>
static bool readField(JsonReader &reader, const JsonValue &value, T &into) {
  return reader.read(value, into);
}

static void writeField(JsonOutput &os, StringRef key, unsigned value) {
  if (value)
    os.attribute(key, value);
}
static void writeField(JsonOutput &os, StringRef key, Strength strength) {
  writeMember(os, key, strength == Strength::Weak);
}
static void writeField(JsonOutput &os, StringRef key,
                       const Condition &condition) {
  if (!condition.isAlways())
    os.attribute(key, condition.getText());
}
static void writeField(JsonOutput &os, StringRef key,
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
template <typename T>
static void writeField(JsonOutput &os, StringRef key, const T &value) {
  writeMember(os, key, value);
}

using EntryField = JsonField<ContractEntry>;

template <auto member>
static constexpr EntryField entryField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, ContractEntry &into) {
            readField(reader, value, into.*member);
          },
          [](JsonOutput &os, StringRef key, const ContractEntry &from) {
            writeField(os, key, from.*member);
          }};
}

template <Target::Kind kind>
static constexpr EntryField targetField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, ContractEntry &into) {
            if (!into.target.name.empty()) {
              reader.report(DiagnosticCode::BadValue, value.getPlace(),
                            "an entry names one of 'pass', 'kind', 'provider' "
                            "and 'bundle', not several");
              return;
            }
            into.target.kind = kind;
            readTarget(reader, value, into.target);
          },
          [](JsonOutput &os, StringRef key, const ContractEntry &from) {
            if (from.target.kind == kind)
              os.attribute(key, from.target.name);
          }};
}

/// The keys of a form of entries.
struct FormKeys {
  std::vector<EntryField> fields;
  /// Those of which an entry needs one.
  std::vector<StringRef> needed;
};

static const FormKeys &getKeys(EntryForm form) {
  static const std::vector<FormKeys> forms = [] {
    std::vector<FormKeys> forms(size_t(EntryForm::Outside) + 1);
    auto add = [&](EntryForm form, EntryField field, bool isNeeded = false) {
      forms[size_t(form)].fields.push_back(field);
      if (isNeeded)
        forms[size_t(form)].needed.push_back(field.key);
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
  return forms[size_t(form)];
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
static void checkEntry(JsonReader &reader, const JsonValue &value,
                       const ContractEntry &entry) {
  using Word = ContractEntry::Word;
  if (StringRef key = entry.getMisplacedKey(); !key.empty()) {
    Diagnostic &report =
        reader.report(DiagnosticCode::BadValue, value.lookup(key)->place,
                      "only 'after' and 'before' can say '" + key.str() + "'");
    if (entry.word == Word::FollowedBy)
      report.help(entry.isPresent
                      ? "'followedBy' implies it: leave it out"
                      : "say it of 'before', with 'present' if there must be "
                        "one");
  }
  if (!entry.establishedBy.empty() && entry.word != Word::Requires)
    reader.report(DiagnosticCode::BadValue,
                  value.lookup("establishedBy")->place,
                  "only what is required has 'establishedBy'");
}

static void readEntry(JsonReader &reader, const JsonValue &value,
                      EntryForm form, ContractEntry &into) {
  const FormKeys &keys = getKeys(form);
  if (value.isString())
    return keys.fields.front().read(reader, value, into);
  std::string what = getEntryName(form, stringify(into.word));
  if (!reader.readObject(value, what, keys.fields, into))
    return;
  const JsonMember *weak = value.lookup("weak");
  if (into.isAdvice && weak && !weak->value.getBool())
    reader.report(DiagnosticCode::BadValue, weak->place,
                  "advice is weak: leave out 'weak'");
  if (into.isAdvice)
    into.strength = Strength::Weak;
  for (StringRef key : keys.needed)
    if (const JsonMember *main = value.lookup(key);
        main && main->value.isArray() && main->value.getElements().empty() &&
        keys.needed.size() == 1)
      reader.report(DiagnosticCode::BadValue, main->value.getPlace(),
                    quote(key) + " names nothing");
  if (none_of(keys.needed, [&](StringRef key) { return value.lookup(key); })) {
    std::vector<StringRef> needed = keys.needed;
    if (form == EntryForm::Property && hasItems(into.word))
      needed.push_back("items");
    std::string list = join(ArrayRef(needed).drop_back(), "', '");
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  what + " needs '" + list + (list.empty() ? "" : "' or '") +
                      needed.back().str() + "'");
  }
  checkEntry(reader, value, into);
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
    JsonReader &reader, const JsonValue &object, Contract &into,
    function_ref<std::optional<bool>(const JsonValue &, ContractEntry &)>
        counts) {
  bool found = false;
  auto isCounted = [&](const JsonValue &value,
                       ContractEntry &entry) -> std::optional<bool> {
    if (counts)
      return counts(value, entry);
    for (StringRef key : {"since", "until"})
      if (const JsonMember *member = value.lookup(key))
        reader.report(DiagnosticCode::BadValue, member->place,
                      "only contracts of passes have " + quote(key));
    return true;
  };
  reader.forEachMember(object, [&](const JsonMember &member) {
    if (!is_contained(getContractWords(), member.key))
      return;
    for (const Flag &flag : flags)
      if (member.key == flag.key) {
        found = true;
        bool isTrue = (into.*flag.get)();
        if (reader.read(member.value, isTrue))
          (into.*flag.set)(isTrue);
        return;
      }
    bool isAny = false, isAnyCounted = false;
    reader.forEach(member.value, [&](const JsonValue &element) {
      if (!element.isString() && !element.isObject())
        return reader.reportType(element, "strings or objects");
      const WordForm *known = findForm(member.key, element);
      ContractEntry entry;
      entry.word = known->word;
      // A property that is rejected is one of the items.
      bool isRejected = entry.word == ContractEntry::Word::Rejects &&
                        element.lookup("property");
      readEntry(reader, element, isRejected ? EntryForm::Property : known->form,
                entry);
      if (isRejected)
        entry.items = {std::exchange(entry.property, "")};
      isAny = true;
      std::optional<bool> isCountedHere = isCounted(element, entry);
      isAnyCounted |= isCountedHere.value_or(false);
      if (isCountedHere)
        into.add(std::move(entry));
    });
    found |= !isOrderWord(member.key) && (isAnyCounted || !isAny);
  });
  return found;
}

void pmb::writeContractWords(JsonOutput &os, const Contract &contract) {
  for (const Flag &flag : flags)
    writeMember(os, flag.key, (contract.*flag.get)());
  for (StringRef word : getContractWords()) {
    auto isOfWord = [&](const ContractEntry &entry) {
      return stringify(entry.word) == word;
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
    if (none_of(contract.getEntries(),
                [&](const ContractEntry &entry) { return entry.word == word; }))
      return os.attributeArray(stringify(word), [] {});
}
