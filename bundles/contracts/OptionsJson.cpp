//===- OptionsJson.cpp - The options of a pass as JSON --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/OptionsJson.h"
#include "builder/passes/Catalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// True if every brace has its counterpart.
static bool isBalanced(StringRef text) { return countOpenBraces(text) == 0; }

/// True if one pair of braces or quotes is around all of `text`.
static bool isWrapped(StringRef text) {
  if (text.size() < 2)
    return false;
  char first = text.front(), last = text.back();
  if (first == '"' || first == '\'')
    return last == first && !text.drop_front().drop_back().contains(first);
  return first == '{' && last == '}' &&
         isBalanced(text.drop_front().drop_back());
}

/// A value such that the spaces in it do not end it; std::nullopt if there is
/// no way to write it.
static std::optional<std::string> protect(StringRef value) {
  if (isWrapped(value) || value.find_first_of(" \t\n{}\"'") == StringRef::npos)
    return value.str();
  bool hasQuotes = value.contains('"') || value.contains('\'');
  if (isBalanced(value) && !hasQuotes)
    return "{" + value.str() + "}";
  for (StringRef quote : {"\"", "'"})
    if (!value.contains(quote) && isBalanced(value))
      return (quote + value + quote).str();
  return std::nullopt;
}

/// True if a comma would part `text` in a list: none does in brackets, which
/// must be balanced for that. std::nullopt if they are not.
static std::optional<bool> isParted(StringRef text) {
  bool hasComma = false;
  std::string open;
  for (char c : text) {
    if (c == '(' || c == '[')
      open += c == '(' ? ')' : ']';
    else if (!open.empty() && c == open.back())
      open.pop_back();
    else if (c == ')' || c == ']')
      return std::nullopt;
    hasComma |= c == ',' && open.empty();
  }
  return open.empty() ? std::make_optional(hasComma) : std::nullopt;
}

/// An element of a list as MLIR reads it back, alone or among others;
/// std::nullopt if there is no way to write it.
static std::optional<std::string> protectElement(StringRef text, bool isAlone) {
  std::optional<bool> parted = isParted(text);
  if (text.empty() || !parted)
    return std::nullopt;
  std::optional<std::string> safe = protect(text);
  if (!safe || !*parted)
    return safe;
  if (*safe == text && !isWrapped(text))
    safe = "{" + text.str() + "}";
  // The outermost braces are those of the whole value.
  return isAlone ? "{" + *safe + "}" : *safe;
}

static bool isOptionName(StringRef name) {
  return isValidName(name) && !name.contains('=');
}

static bool readValue(const JsonInput &value, std::string &into);

static bool readMembers(const JsonInput &object, std::string &into) {
  bool good = true;
  object.forEachMember([&](const JsonInput &member) {
    std::string value;
    if (!isOptionName(member.getKey())) {
      member.reportKey(DiagnosticCode::BadName,
                       quote(member.getKey()) +
                           " cannot be the name of an option");
      good = false;
    } else if (readValue(member, value)) {
      if (!into.empty())
        into += ' ';
      into += member.getKey().str() + "=" + value;
    } else {
      good = false;
    }
  });
  return good;
}

static bool readList(const JsonInput &list, std::string &into) {
  bool good = !list.getElements().empty();
  if (!good)
    list.reject("an empty list cannot be written as an option's value")
        .help("leave the option out");
  list.forEach([&](const JsonInput &element) {
    std::string text;
    std::optional<std::string> safe;
    if (element.readScalar(text)) {
      safe = protectElement(text, list.getElements().size() == 1);
      if (!safe)
        element
            .reject(quote(text) + " cannot be an element of an option's value")
            .help("it cannot be empty, brackets and braces must be balanced, "
                  "and not both sorts of quotes be used");
    }
    good &= safe.has_value();
    if (!into.empty())
      into += ',';
    into += safe.value_or("");
  });
  return good;
}

static bool readValue(const JsonInput &value, std::string &into) {
  if (value.isArray())
    return readList(value, into);
  if (value.isObject()) {
    std::string inner;
    bool good = readMembers(value, inner);
    into = "{" + inner + "}";
    return good;
  }
  std::string text;
  if (!value.readScalar(text))
    return false;
  std::optional<std::string> safe = protect(text);
  if (!safe) {
    value.reject(quote(text) + " cannot be written as an option's value")
        .help("braces must be balanced, and not both sorts of quotes be used");
    return false;
  }
  into = std::move(*safe);
  return true;
}

void pmb::readOptions(const JsonInput &value, std::string &into) {
  if (!value.isString() && !value.isObject())
    return value.reportType("an object or a string");
  std::string text;
  if (value.isObject()) {
    if (!readMembers(value, text))
      return;
  } else {
    text = stripBraces(value.getText()).str();
    if (!isBalanced(text)) {
      value.report(DiagnosticCode::BadOptions,
                   "the braces in the options do not match");
      return;
    }
  }
  into = std::move(text);
}

/// Writes a value such that it reads back as `text`.
static void writeValue(JsonOutput &os, StringRef name, StringRef text) {
  int64_t number;
  if (text == "true" || text == "false")
    os.attribute(name, text == "true");
  else if (!text.getAsInteger(10, number) && itostr(number) == text)
    os.attribute(name, number);
  else
    os.attribute(name, text);
}

void pmb::writeOptions(JsonOutput &os, StringRef options) {
  auto pairs = splitOptions(options);
  std::string again;
  StringSet<> names;
  bool isObject = true;
  for (auto [name, value] : pairs) {
    if (!again.empty())
      again += ' ';
    again += (name + "=" + value).str();
    std::optional<std::string> safe = protect(value);
    isObject &= isOptionName(name) && names.insert(name).second && safe &&
                *safe == value;
  }
  if (!isObject || again != options)
    return os.value(options);
  os.object([&] {
    for (auto [name, value] : pairs)
      writeValue(os, name, value);
  });
}

void pmb::readOptionsFrom(
    const JsonInput &value,
    std::vector<std::pair<std::string, std::string>> &into) {
  value.forEachMember([&](const JsonInput &member) {
    std::string from;
    if (member.checkKeyName() && member.readName(from))
      into.push_back({member.getKey().str(), std::move(from)});
  });
}

void pmb::writeOptionsFrom(
    JsonOutput &os, StringRef key,
    ArrayRef<std::pair<std::string, std::string>> optionsFrom) {
  if (optionsFrom.empty())
    return;
  os.attributeObject(key, [&] {
    for (const auto &[name, from] : optionsFrom)
      os.attribute(name, from);
  });
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void readType(const JsonInput &value, OptionDescriptor &into) {
  std::string name;
  if (!value.read(name))
    return;
  if (std::optional<OptionDescriptor::Type> type = parseOptionType(name))
    into.type = *type;
  else
    value.reportUnknown(DiagnosticCode::BadValue,
                        "there is no type '" + name + "' of options", name,
                        getOptionTypeNames());
}

static void readDefault(const JsonInput &value, OptionDescriptor &into) {
  if (value.getKind() != JsonValue::Kind::Null)
    value.readScalar(into.defaultValue);
}

static constexpr JsonField<OptionDescriptor> optionFields[] = {
    {"type", readType,
     [](JsonOutput &os, StringRef key, const OptionDescriptor &from) {
       if (from.type != OptionDescriptor::Type::Enum && from.values.empty())
         writeMember(os, key, stringify(from.type));
     }},
    jsonField<&OptionDescriptor::values>("values"),
    {"default", readDefault,
     [](JsonOutput &os, StringRef key, const OptionDescriptor &from) {
       writeMember(os, key, from.defaultValue);
     }},
    jsonField<&OptionDescriptor::summary>("summary"),
    jsonField<&OptionDescriptor::testOnly>("testOnly"),
};

bool pmb::readOption(const JsonInput &value, OptionDescriptor &into) {
  if (!value.isObject()) {
    if (value.getKind() == JsonValue::Kind::Null)
      return true;
    return value.readScalar(into.defaultValue);
  }
  if (!value.readObject("an option", optionFields, into))
    return false;
  std::optional<JsonInput> type = value.find("type");
  std::optional<JsonInput> values = value.find("values");
  bool isEnum =
      type ? into.type == OptionDescriptor::Type::Enum : values.has_value();
  if (isEnum && into.values.empty()) {
    value.reportMissing("an option of type 'enum' needs 'values'");
    return false;
  }
  if (!isEnum && values) {
    values->reject("only an option of type 'enum' has 'values'");
    return false;
  }
  if (isEnum)
    into.type = OptionDescriptor::Type::Enum;
  return true;
}

void pmb::writeOptionFields(JsonOutput &os, const OptionDescriptor &option) {
  writeFields(os, optionFields, option);
}
