//===- ContractJson.cpp - The words of a contract as JSON -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables here are the format: a field that an entry gets is one more line.
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractJson.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Fields of every entry
//===----------------------------------------------------------------------===//

namespace {
/// The keys of `when`, before it is known what they say together.
struct ConditionKeys {
  std::string option, variant, value;
  bool isNegated = false;
};
} // namespace

static constexpr JsonField<ConditionKeys> conditionFields[] = {
    jsonField<ConditionKeys, &ConditionKeys::option>("option"),
    jsonField<ConditionKeys, &ConditionKeys::variant>("variant"),
    {"is",
     [](JsonReader &reader, const JsonValue &value, ConditionKeys &into) {
       reader.readScalar(value, into.value);
     },
     [](JsonOutput &os, StringRef key, const ConditionKeys &from) {
       if (!from.option.empty() && from.value != "true")
         os.attribute(key, from.value);
     }},
    jsonField<ConditionKeys, &ConditionKeys::isNegated>("not"),
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

void pmb::readCondition(JsonReader &reader, const JsonValue &value,
                        Condition &into) {
  if (value.isString()) {
    std::string text;
    if (readWhen(reader, value, text))
      into = variant(text);
    return;
  }
  if (!value.isObject())
    return reader.reportType(value, "a string or an object");
  ConditionKeys keys;
  if (!reader.readObject(value, "a condition", conditionFields, keys))
    return;
  if (keys.option.empty() == keys.variant.empty()) {
    if (keys.option.empty())
      reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                    "a condition needs 'option' or 'variant'");
    else
      reader.report(DiagnosticCode::BadValue, value.getPlace(),
                    "a condition is about an option or a variant, not both");
    return;
  }
  if (!keys.option.empty())
    into = option(keys.option);
  else
    into = variant(keys.variant);
  if (value.lookup("is")) {
    if (keys.option.empty())
      reader.report(DiagnosticCode::BadValue, value.getPlace(),
                    "a variant has no value for 'is'");
    else
      into = into.is(keys.value);
  }
  into.negated = keys.isNegated;
}

void pmb::writeCondition(JsonOutput &os, const Condition &condition) {
  if (condition.kind == Condition::Kind::Variant && !condition.negated)
    return os.value(condition.name);
  ConditionKeys keys;
  (condition.kind == Condition::Kind::Option ? keys.option : keys.variant) =
      condition.name;
  keys.value = condition.value;
  keys.isNegated = condition.negated;
  os.object([&] { writeFields(os, conditionFields, keys); });
}

template <typename T> static constexpr JsonField<T> weakField() {
  return {"weak",
          [](JsonReader &reader, const JsonValue &value, T &into) {
            bool isWeak = into.strength == Strength::Weak;
            reader.read(value, isWeak);
            into.strength = isWeak ? Strength::Weak : Strength::Strong;
          },
          [](JsonOutput &os, StringRef key, const T &from) {
            writeMember(os, key, from.strength == Strength::Weak);
          }};
}

template <typename T> static constexpr JsonField<T> whenField() {
  return {"when",
          [](JsonReader &reader, const JsonValue &value, T &into) {
            readCondition(reader, value, into.condition);
          },
          [](JsonOutput &os, StringRef key, const T &from) {
            if (from.condition.kind == Condition::Kind::Always)
              return;
            os.attributeBegin(key);
            writeCondition(os, from.condition);
            os.attributeEnd();
          }};
}

#define PMB_EFFECT_FIELDS(T)                                                   \
  whenField<T>(), jsonField<T, &T::reason>("reason"),                          \
      jsonField<T, &T::source>("source"),                                      \
      jsonField<T, &T::exceptions>("exceptions")
#define PMB_DEMAND_FIELDS(T) weakField<T>(), PMB_EFFECT_FIELDS(T)

//===----------------------------------------------------------------------===//
// Fields of order entries
//===----------------------------------------------------------------------===//

template <Target::Kind kind>
static constexpr JsonField<OrderEntry> targetField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, OrderEntry &into) {
            if (!into.target.name.empty()) {
              reader.report(DiagnosticCode::BadValue, value.getPlace(),
                            "an entry names one of 'pass', 'kind' and "
                            "'provider', not several");
              return;
            }
            into.target.kind = kind;
            reader.readName(value, into.target.name);
          },
          [](JsonOutput &os, StringRef key, const OrderEntry &from) {
            if (from.target.kind == kind)
              os.attribute(key, from.target.name);
          }};
}

static constexpr JsonField<OrderEntry> orderFields[] = {
    targetField<Target::Kind::Pass>("pass"),
    targetField<Target::Kind::PassKind>("kind"),
    targetField<Target::Kind::Provider>("provider"),
    jsonField<OrderEntry, &OrderEntry::isPresent>("present"),
    jsonField<OrderEntry, &OrderEntry::isAdvice>("advice"),
    PMB_DEMAND_FIELDS(OrderEntry),
};

static void readEntry(JsonReader &reader, const JsonValue &value,
                      OrderEntry &into) {
  into.target.kind = Target::Kind::Pass;
  if (value.isString()) {
    reader.readName(value, into.target.name);
    return;
  }
  if (!reader.readObject(value, "an order entry", orderFields, into))
    return;
  if (!value.lookup("pass") && !value.lookup("kind") &&
      !value.lookup("provider"))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "an order entry needs 'pass', 'kind' or 'provider'");
  if (into.isAdvice)
    into.strength = Strength::Weak;
  if (into.isPresent && into.word != OrderEntry::Word::After &&
      into.word != OrderEntry::Word::Before)
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "only 'after' and 'before' can say 'present'");
}

static void writeEntry(JsonOutput &os, const OrderEntry &entry) {
  os.object([&] { writeFields(os, orderFields, entry); });
}

//===----------------------------------------------------------------------===//
// Fields of property entries
//===----------------------------------------------------------------------===//

static constexpr JsonField<PropertyEntry> propertyFields[] = {
    jsonField<PropertyEntry, &PropertyEntry::property>("property"),
    {"establishedBy",
     [](JsonReader &reader, const JsonValue &value, PropertyEntry &into) {
       reader.readName(value, into.establishedBy);
     },
     [](JsonOutput &os, StringRef key, const PropertyEntry &from) {
       writeMember(os, key, from.establishedBy);
     }},
    PMB_DEMAND_FIELDS(PropertyEntry),
};

static void readEntry(JsonReader &reader, const JsonValue &value,
                      PropertyEntry &into) {
  if (value.isString()) {
    reader.readName(value, into.property);
    return;
  }
  if (reader.readObject(value, "a property entry", propertyFields, into) &&
      !value.lookup("property"))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "a property entry needs 'property'" +
                      std::string(into.word == PropertyEntry::Word::Requires
                                      ? " or 'items'"
                                      : ""));
  if (!into.establishedBy.empty() && into.word != PropertyEntry::Word::Requires)
    reader.report(DiagnosticCode::BadValue,
                  value.lookup("establishedBy")->place,
                  "only what is required has 'establishedBy'");
}

static void writeEntry(JsonOutput &os, const PropertyEntry &entry) {
  os.object([&] { writeFields(os, propertyFields, entry); });
}

//===----------------------------------------------------------------------===//
// Fields of contents entries
//===----------------------------------------------------------------------===//

using Contents = ContentsEntry;

static constexpr JsonField<Contents> lowersFields[] = {
    jsonItemsField<Contents, &Contents::items>("from"),
    jsonItemsField<Contents, &Contents::except>("except"),
    jsonItemsField<Contents, &Contents::unless>("unless"),
    jsonItemsField<Contents, &Contents::given>("given"),
    jsonItemsField<Contents, &Contents::to>("to"),
    jsonItemsField<Contents, &Contents::sometimes>("sometimes"),
    jsonItemsField<Contents, &Contents::converts>("converts"),
    jsonField<Contents, &Contents::isPartial>("partial"),
    jsonField<Contents, &Contents::isSpeculative>("speculative"),
    PMB_EFFECT_FIELDS(Contents),
};

static constexpr JsonField<Contents> introducesFields[] = {
    jsonItemsField<Contents, &Contents::to>("to"),
    jsonItemsField<Contents, &Contents::sometimes>("sometimes"),
    jsonItemsField<Contents, &Contents::given>("given"),
    PMB_EFFECT_FIELDS(Contents),
};

static constexpr JsonField<Contents> demandFields[] = {
    jsonItemsField<Contents, &Contents::items>("items"),
    jsonItemsField<Contents, &Contents::except>("except"),
    jsonItemsField<Contents, &Contents::given>("given"),
    jsonItemsField<Contents, &Contents::unless>("unless"),
    PMB_DEMAND_FIELDS(Contents),
};

static constexpr JsonField<Contents> unknownFields[] = {
    jsonField<Contents, &Contents::reason>("reason"),
    jsonField<Contents, &Contents::source>("source"),
    jsonItemsField<Contents, &Contents::given>("given"),
    jsonItemsField<Contents, &Contents::except>("except"),
    jsonItemsField<Contents, &Contents::items>("keeps"),
    whenField<Contents>(),
    jsonField<Contents, &Contents::exceptions>("exceptions"),
};

template <size_t N>
static void readContents(JsonReader &reader, const JsonValue &value,
                         StringRef what, const JsonField<Contents> (&fields)[N],
                         Contents &into) {
  // The first field is the main one.
  if (value.isString())
    return fields[0].read(reader, value, into);
  bool isAddition = into.word == Contents::Word::Introduces;
  if (reader.readObject(value, what, fields, into) &&
      !value.lookup(fields[0].key) &&
      !(isAddition && value.lookup("sometimes")))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  what.str() + " needs '" + fields[0].key.str() + "'" +
                      (isAddition ? " or 'sometimes'" : ""));
}

static void readEntry(JsonReader &reader, const JsonValue &value,
                      Contents &into) {
  switch (into.word) {
  case Contents::Word::Lowers:
    return readContents(reader, value, "a 'lowers' entry", lowersFields, into);
  case Contents::Word::Introduces:
    return readContents(reader, value, "an 'introduces' entry",
                        introducesFields, into);
  case Contents::Word::Rejects:
    return readContents(reader, value, "a 'rejects' entry", demandFields, into);
  case Contents::Word::Requires:
    return readContents(reader, value, "a 'requires' entry", demandFields,
                        into);
  case Contents::Word::UnknownEffect:
    return readContents(reader, value, "an 'unknownEffect' entry",
                        unknownFields, into);
  }
}

static void writeEntry(JsonOutput &os, const Contents &entry) {
  os.object([&] {
    switch (entry.word) {
    case Contents::Word::Lowers:
      return writeFields(os, lowersFields, entry);
    case Contents::Word::Introduces:
      return writeFields(os, introducesFields, entry);
    case Contents::Word::Rejects:
    case Contents::Word::Requires:
      return writeFields(os, demandFields, entry);
    case Contents::Word::UnknownEffect:
      return writeFields(os, unknownFields, entry);
    }
  });
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

template <typename T> static ArrayRef<T> getEntries(const Contract &contract) {
  if constexpr (std::is_same_v<T, OrderEntry>)
    return contract.getOrder();
  else if constexpr (std::is_same_v<T, PropertyEntry>)
    return contract.getProperties();
  else
    return contract.getContents();
}

template <typename T, typename T::Word word>
static void readWord(JsonReader &reader, const JsonValue &element,
                     Contract &into) {
  T entry;
  entry.word = word;
  readEntry(reader, element, entry);
  into.add(std::move(entry));
}

template <typename T, typename T::Word word>
static void writeWord(JsonOutput &os, const Contract &from) {
  for (const T &entry : getEntries<T>(from))
    if (entry.word == word)
      writeEntry(os, entry);
}

/// The field of a word: a list of entries.
template <typename T, typename T::Word word>
static constexpr JsonField<Contract> wordField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, Contract &into) {
            reader.forEach(value, [&](const JsonValue &element) {
              if (element.isString() || element.isObject())
                readWord<T, word>(reader, element, into);
              else
                reader.reportType(element, "strings or objects");
            });
          },
          [](JsonOutput &os, StringRef key, const Contract &from) {
            if (any_of(getEntries<T>(from),
                       [](const T &entry) { return entry.word == word; }))
              os.attributeArray(key, [&] { writeWord<T, word>(os, from); });
          }};
}

/// `requires` is about properties, or about contents if it has `items`.
static constexpr JsonField<Contract> requiresField() {
  return {
      "requires",
      [](JsonReader &reader, const JsonValue &value, Contract &into) {
        reader.forEach(value, [&](const JsonValue &element) {
          if (element.lookup("items"))
            readWord<Contents, Contents::Word::Requires>(reader, element, into);
          else if (element.isString() || element.isObject())
            readWord<PropertyEntry, PropertyEntry::Word::Requires>(
                reader, element, into);
          else
            reader.reportType(element, "strings or objects");
        });
      },
      [](JsonOutput &os, StringRef key, const Contract &from) {
        auto isRequired = [](const auto &entry) {
          return entry.word == std::decay_t<decltype(entry)>::Word::Requires;
        };
        if (none_of(from.getProperties(), isRequired) &&
            none_of(from.getContents(), isRequired))
          return;
        os.attributeArray(key, [&] {
          writeWord<PropertyEntry, PropertyEntry::Word::Requires>(os, from);
          writeWord<Contents, Contents::Word::Requires>(os, from);
        });
      }};
}

/// The field of a truth value about the pass as a whole.
template <bool (Contract::*get)() const, void (Contract::*set)(bool)>
static constexpr JsonField<Contract> flagField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, Contract &into) {
            bool isTrue = (into.*get)();
            if (reader.read(value, isTrue))
              (into.*set)(isTrue);
          },
          [](JsonOutput &os, StringRef key, const Contract &from) {
            writeMember(os, key, (from.*get)());
          }};
}

static constexpr JsonField<Contract> contractFields[] = {
    flagField<&Contract::isIdempotent, &Contract::idempotent>("idempotent"),
    flagField<&Contract::isGreedy, &Contract::greedy>("greedy"),
    wordField<OrderEntry, OrderEntry::Word::After>("after"),
    wordField<OrderEntry, OrderEntry::Word::Before>("before"),
    wordField<OrderEntry, OrderEntry::Word::FollowedBy>("followedBy"),
    wordField<OrderEntry, OrderEntry::Word::ConflictsWith>("conflictsWith"),
    requiresField(),
    wordField<PropertyEntry, PropertyEntry::Word::Provides>("provides"),
    wordField<PropertyEntry, PropertyEntry::Word::Invalidates>("invalidates"),
    wordField<PropertyEntry, PropertyEntry::Word::Preserves>("preserves"),
    wordField<Contents, Contents::Word::Lowers>("lowers"),
    wordField<Contents, Contents::Word::Introduces>("introduces"),
    wordField<Contents, Contents::Word::Rejects>("rejects"),
    wordField<Contents, Contents::Word::UnknownEffect>("unknownEffect"),
};

ArrayRef<StringRef> pmb::getContractWords() {
  static const std::vector<StringRef> words = [] {
    std::vector<StringRef> names;
    for (const JsonField<Contract> &field : contractFields)
      names.push_back(field.key);
    return names;
  }();
  return words;
}

bool pmb::readContractWords(JsonReader &reader, const JsonValue &object,
                            Contract &into) {
  bool found = false;
  reader.forEachMember(object, [&](const JsonMember &member) {
    for (const JsonField<Contract> &field : contractFields)
      if (member.key == field.key) {
        field.read(reader, member.value, into);
        found = true;
      }
  });
  return found;
}

void pmb::writeContractWords(JsonOutput &os, const Contract &contract) {
  writeFields(os, contractFields, contract);
}
