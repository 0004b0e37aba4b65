//===- Options.cpp - Options of passes as text ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassDescriptor.h"
#include "builder/passes/PassManagerRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

StringRef pmb::stripBraces(StringRef options) {
  // Asked about every pass, of which most have nothing to strip.
  if (options.empty() || (!isSpace(options.front()) && options.front() != '{' &&
                          !isSpace(options.back())))
    return options;
  options = options.trim();
  if (options.consume_front("{"))
    options.consume_back("}");
  return options.trim();
}

int pmb::countOpenBraces(StringRef text) {
  int depth = 0;
  for (char c : text) {
    depth += (c == '{') - (c == '}');
    if (depth < 0)
      break;
  }
  return depth;
}

std::pair<StringRef, StringRef> pmb::splitParameters(StringRef text) {
  size_t begin = text.find('<');
  if (is_contained({"require", "invalidate", "print", "verify"},
                   text.take_front(begin)))
    begin = text.find('<', text.find('>', begin));
  begin = std::min(begin, text.size());
  return {text.take_front(begin), text.drop_front(begin)};
}

std::string pmb::wrapOptions(StringRef options) {
  return options.empty() || areParameters(options) ? options.str()
                                                   : "{" + options.str() + "}";
}

/// How far `text` goes until a character for which `isEnd`, outside of braces
/// and quotes.
template <typename Fn> static size_t findEnd(StringRef text, Fn isEnd) {
  int depth = 0;
  char quote = 0;
  for (auto [index, c] : enumerate(text)) {
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '{' || c == '}')
      depth += c == '{' ? 1 : -1;
    else if (depth <= 0 && isEnd(c))
      return index;
  }
  return text.size();
}

/// One option, with the value `true` if it has none.
static std::pair<StringRef, StringRef> splitOption(StringRef option) {
  auto [name, value] = option.split('=');
  return {name, option.contains('=') ? value : StringRef("true")};
}

std::vector<std::pair<StringRef, StringRef>>
pmb::splitOptions(StringRef options) {
  options = stripBraces(options);
  std::vector<std::pair<StringRef, StringRef>> result;
  if (options.consume_front("<")) {
    options.consume_back(">");
    for (StringRef parameter : split(options, ';'))
      if (!parameter.empty())
        result.push_back(splitOption(parameter));
    return result;
  }
  while (!(options = options.ltrim()).empty()) {
    size_t end = findEnd(options, isSpace);
    result.push_back(splitOption(options.take_front(end)));
    options = options.drop_front(end);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

StringRef pmb::unwrapOptionValue(StringRef value) {
  for (StringRef pair : {"''", "\"\"", "{}"})
    if (value.size() >= 2 && value.front() == pair[0] &&
        value.back() == pair[1])
      return value.drop_front().drop_back().trim();
  return value;
}

/// As llvm::cl reads a truth value. Nothing at all is true.
static std::optional<bool> parseBool(StringRef value) {
  value = unwrapOptionValue(value);
  if (is_contained({"", "true", "TRUE", "True", "1"}, value))
    return true;
  if (is_contained({"false", "FALSE", "False", "0"}, value))
    return false;
  return std::nullopt;
}

/// As llvm::cl reads a number: also `0x10`.
template <typename T> static bool isNumber(StringRef value) {
  T number;
  return !unwrapOptionValue(value).getAsInteger(0, number);
}

SmallVector<StringRef> pmb::splitList(StringRef value) {
  SmallVector<StringRef> elements;
  while (true) {
    size_t end = findEnd(value, [](char c) { return c == ','; });
    elements.push_back(value.take_front(end).trim());
    if (end == value.size())
      return elements;
    value = value.drop_front(end + 1);
  }
}

/// Braces around the first and the last element are not around the list.
template <typename T> static bool isNumberList(StringRef value) {
  if (splitList(value).size() == 1)
    value = unwrapOptionValue(value);
  return value.empty() || all_of(splitList(value), isNumber<T>);
}

namespace {
struct TypeInfo {
  StringLiteral name, values;
  bool (*accepts)(StringRef);
};
} // namespace

/// In the order of the types.
static constexpr TypeInfo types[] = {
    {"text", "any text", [](StringRef) { return true; }},
    {"bool", "'true' or 'false'",
     [](StringRef value) { return parseBool(value).has_value(); }},
    {"int32", "an integer of 32 bits", isNumber<int32_t>},
    {"int64", "an integer of 64 bits", isNumber<int64_t>},
    {"uint32", "an integer of 32 bits that is not negative",
     isNumber<uint32_t>},
    {"uint64", "an integer of 64 bits that is not negative",
     isNumber<uint64_t>},
    {"enum", "nothing", [](StringRef) { return false; }},
    {"passes", "passes as in a textual pipeline",
     [](StringRef) { return true; }},
    {"function-passes", "passes as in a textual pipeline",
     [](StringRef) { return true; }},
    {"pipelines", "textual pipelines", [](StringRef) { return true; }},
    {"int32-list", "integers of 32 bits with ',' between them",
     isNumberList<int32_t>},
    {"int64-list", "integers of 64 bits with ',' between them",
     isNumberList<int64_t>},
    {"uint32-list",
     "integers of 32 bits that are not negative, with ',' between them",
     isNumberList<uint32_t>},
    {"uint64-list",
     "integers of 64 bits that are not negative, with ',' between them",
     isNumberList<uint64_t>},
    {"items", "dialects and operations with ',' between them",
     [](StringRef) { return true; }},
};

static const TypeInfo &getInfo(OptionDescriptor::Type type) {
  static_assert(std::size(types) ==
                unsigned(OptionDescriptor::Type::Items) + 1);
  return types[unsigned(type)];
}

StringRef pmb::stringify(OptionDescriptor::Type type) {
  return getInfo(type).name;
}

std::optional<OptionDescriptor::Type> pmb::parseOptionType(StringRef name) {
  for (const TypeInfo &info : types)
    if (info.name == name)
      return OptionDescriptor::Type(&info - types);
  return std::nullopt;
}

std::vector<StringRef> pmb::getOptionTypeNames() {
  std::vector<StringRef> names;
  for (const TypeInfo &info : types)
    names.push_back(info.name);
  return names;
}

bool OptionDescriptor::accepts(StringRef value) const {
  return values.empty() ? getInfo(type).accepts(value)
                        : is_contained(values, unwrapOptionValue(value));
}

std::string OptionDescriptor::describeValues() const {
  if (values.empty())
    return getInfo(type).values.str();
  std::string text = join(ArrayRef(values).drop_back(), "', '");
  return (text.empty() ? "'" : "'" + text + "' or '") + values.back() + "'";
}

StringRef pmb::normalizeOptionValue(const OptionDescriptor *option,
                                    StringRef value) {
  if (option && option->type == OptionDescriptor::Type::Bool)
    if (std::optional<bool> truth = parseBool(value))
      return *truth ? "true" : "false";
  value = unwrapOptionValue(value);
  // It may be a truth value, as its type is not known.
  if (!option ||
      (option->type == OptionDescriptor::Type::Text && option->values.empty()))
    return value == "1" ? "true" : value == "0" ? "false" : value;
  return value;
}

std::optional<std::string> pmb::getOptionValue(const PassDescriptor &pass,
                                               StringRef options,
                                               StringRef name) {
  const OptionDescriptor *option = pass.lookupOption(name);
  std::optional<std::string> value;
  if (option && !option->defaultValue.empty())
    value = option->defaultValue;
  // As in MLIR, the last mention counts.
  for (auto [given, text] : splitOptions(options))
    if (given == name)
      value = text.str();
  // What is not a truth value is passed on as it is written: in its quotes.
  if (value && option && option->type == OptionDescriptor::Type::Bool)
    return normalizeOptionValue(option, *value).str();
  return value;
}
