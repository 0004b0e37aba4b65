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
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// What conditions were until there was one text for all.
struct ConditionKeys {
  std::string option, variant, value = "true";
  bool isNegated = false;
};
} // namespace

static constexpr JsonField<ConditionKeys> conditionFields[] = {
    jsonField<&ConditionKeys::option>("option"),
    jsonField<&ConditionKeys::variant>("variant"),
    {"is",
     [](JsonReader &reader, const JsonValue &value, ConditionKeys &into) {
       reader.readScalar(value, into.value);
     },
     nullptr},
    jsonField<&ConditionKeys::isNegated>("not"),
};

bool pmb::readWhen(JsonReader &reader, const JsonValue &value,
                   std::string &into) {
  std::string text;
  if (!reader.read(value, text))
    return false;
  // The names are looked at where it is known what there is.
  auto takeAny = [](const ConditionTerm &) { return Expected<bool>(true); };
  if (Error error = evaluateCondition(ConditionText(text, &reader.getSource(),
                                                    value.getPlace()),
                                      takeAny)
                        .takeError()) {
    reader.report(value.getPlace(), value, std::move(error));
    return false;
  }
  into = std::move(text);
  return true;
}

/// `{"option": "file", "is": "", "not": true}` is what `file != ''` says.
static void readConditionObject(JsonReader &reader, const JsonValue &value,
                                Condition &into) {
  ConditionKeys keys;
  if (!reader.readObject(value, "a condition", conditionFields, keys))
    return;
  bool isOption = !keys.option.empty();
  if (isOption != keys.variant.empty()) {
    if (isOption)
      reader.report(DiagnosticCode::BadValue, value.getPlace(),
                    "a condition is about an option or a variant, not both");
    else
      reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                    "a condition needs 'option' or 'variant'");
    return;
  }
  if (!isOption && !readWhen(reader, value.at("variant"), keys.variant))
    return;
  if (!isOption && value.lookup("is")) {
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "a variant has no value for 'is'");
    return;
  }
  into = isOption ? option(keys.option).is(keys.value) : variant(keys.variant);
  if (keys.isNegated)
    into = !into;
}

void pmb::readCondition(JsonReader &reader, const JsonValue &value,
                        Condition &into) {
  if (value.isObject())
    return readConditionObject(reader, value, into);
  if (!value.isString())
    return reader.reportType(value, "a string or an object");
  std::string text;
  if (readWhen(reader, value, text))
    into = Condition(text);
}

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

static bool readField(JsonReader &reader, const JsonValue &value,
                      std::vector<Target> &into) {
  reader.forEach(value, [&](const JsonValue &element) {
    Target target;
    if (element.isString()) {
      if (reader.readName(element, target.name))
        into.push_back(std::move(target));
      return;
    }
    if (!element.isObject())
      return reader.reportType(element, "a string or an object");
    for (const auto &[key, kind] : targetKeys)
      if (const JsonMember *member = element.lookup(key)) {
        target.kind = kind;
        reader.readName(member->value, target.name);
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
            reader.readName(value, into.target.name);
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

/// What the keys of an entry say together.
static void checkEntry(JsonReader &reader, const JsonValue &value,
                       const ContractEntry &entry) {
  using Word = ContractEntry::Word;
  if (StringRef key = entry.getMisplacedKey(); !key.empty())
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "only 'after' and 'before' can say '" + key.str() + "'");
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
  if (into.isAdvice)
    into.strength = Strength::Weak;
  if (none_of(keys.needed, [&](StringRef key) { return value.lookup(key); })) {
    std::vector<StringRef> needed = keys.needed;
    if (form == EntryForm::Property &&
        into.word == ContractEntry::Word::Requires)
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
      readEntry(reader, element, known->form, entry);
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
}
