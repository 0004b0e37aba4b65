//===- JsonFields.cpp - Reading and writing structures as JSON ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonFields.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Catalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

Diagnostic &JsonReader::report(DiagnosticCode code, TextPlace place,
                               std::string message) {
  if (diagnostics.size() == maxReports) {
    ignored.emplace(code, std::move(message));
    return *ignored;
  }
  diagnostics.push_back(getSource().diagnose(code, place, std::move(message)));
  return diagnostics.back();
}

/// The place of the condition that says `text`. One that is written as an
/// object says it of the option that is the first word.
static std::optional<TextPlace> findCondition(const JsonValue &value,
                                              StringRef text) {
  if (value.isString() && value.getText() == text)
    return value.getPlace();
  if (value.isObject() && value.at("option").getText() == text.split(' ').first)
    return value.at("option").getPlace();
  for (const JsonValue &element : value.getElements())
    if (std::optional<TextPlace> place = findCondition(element, text))
      return place;
  for (const JsonMember &member : value.getMembers())
    if (std::optional<TextPlace> place = findCondition(member.value, text))
      return place;
  return std::nullopt;
}

void JsonInput::report(TextPlace place, Error error) const {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    StringRef subject = diagnostic.subject;
    std::optional<TextPlace> found;
    if (diagnostic.code == DiagnosticCode::UnknownCondition ||
        diagnostic.code == DiagnosticCode::BadCondition)
      found = findCondition(*this, subject);
    if (!found)
      found = findText(*this, subject);
    reader->getSource().locate(diagnostic, found.value_or(place));
    if (reader->diagnostics.size() < JsonReader::maxReports)
      reader->diagnostics.push_back(std::move(diagnostic));
  }
}

Error JsonReader::takeError() {
  llvm::stable_sort(diagnostics, [](const Diagnostic &a, const Diagnostic &b) {
    if (!a.node || !b.node)
      return bool(a.node) < bool(b.node);
    const Origin &first = a.node->origin, &second = b.node->origin;
    return std::tie(first.line, first.column) <
           std::tie(second.line, second.column);
  });
  return makeError(std::move(diagnostics));
}

void JsonInput::reportType(StringRef expected) const {
  std::string what = member ? quote(member->key) : "the file";
  report(DiagnosticCode::BadValue,
         what + " takes " + expected.str() + ", not " + getKindName().str());
}

bool JsonInput::failType(StringRef expected) const {
  reportType(expected);
  return false;
}

void JsonInput::reportUnknown(DiagnosticCode code, std::string message,
                              StringRef name, ArrayRef<StringRef> known) const {
  suggestOrList(report(code, std::move(message)), name, known);
}

void JsonInput::reportUnknownKey(std::string message,
                                 ArrayRef<StringRef> known) const {
  suggestOrList(reportKey(DiagnosticCode::UnknownKey, std::move(message)),
                getKey(), known);
}

/// What keys of other names are called where these are not known.
static constexpr std::pair<StringLiteral, StringLiteral> renamedKeys[] = {
    {"always", "to"},
    {"usually", "to"},
    {"weak", "speculative"},
    {"pass", "of"},
    // What people write for the words of contracts,
    {"needs", "requires"},
    {"dependsOn", "after"},
    {"produces", "provides"},
    {"consumes", "lowers"},
    {"runsAfter", "after"},
    {"precededBy", "after"},
    {"mustFollow", "after"},
    {"runsBefore", "before"},
    {"mustPrecede", "before"},
    // and for what a pipeline is made of.
    {"stages", "passes"},
    {"steps", "passes"},
    {"pipeline", "passes"},
    {"slots", "slot"}};

/// The one of `known` that is called `name` elsewhere; empty if there is none.
static StringRef findRenamed(StringRef name, ArrayRef<StringRef> known) {
  for (const auto &[other, key] : renamedKeys)
    if (name == other && is_contained(known, key))
      return key;
  return "";
}

void JsonInput::rejectKeyOf(StringRef what, ArrayRef<StringRef> known) const {
  std::string message = what.str() + " has no key " + quote(getKey());
  if (StringRef key = findRenamed(getKey(), known); !key.empty())
    reportKey(DiagnosticCode::UnknownKey, std::move(message))
        .misspells(key, getKey())
        .help(didYouMean(quote(key)));
  else
    reportUnknownKey(std::move(message), known);
}

StringRef JsonInput::findMisspelled(ArrayRef<StringRef> keys) const {
  for (const JsonMember &other : getMembers())
    if (!findIntended(other.key, keys).empty() ||
        !findRenamed(other.key, keys).empty())
      return other.key;
  return "";
}

void JsonInput::checkKeys(StringRef what, ArrayRef<StringRef> known) const {
  for (const JsonMember &other : getMembers())
    if (!is_contained(known, other.key))
      JsonInput(*reader, other.value, &other).rejectKeyOf(what, known);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<JsonInput> JsonInput::find(StringRef key) const {
  const JsonMember *found = lookup(key);
  return found ? std::optional(JsonInput(*reader, found->value, found))
               : std::nullopt;
}

bool JsonInput::read(std::string &into) const {
  if (!isString())
    return failType("a string");
  into = getText().str();
  return true;
}

bool JsonInput::read(bool &into) const {
  if (getKind() != Kind::Bool)
    return failType("true or false");
  into = getBool();
  return true;
}

bool JsonInput::read(unsigned &into) const {
  unsigned number;
  if (getKind() != Kind::Number || getText().getAsInteger(10, number))
    return failType("a whole number that is not negative");
  into = number;
  return true;
}

bool JsonInput::readTexts(std::vector<std::string> &into, StringRef expected,
                          function_ref<bool(const JsonInput &)> accept) const {
  bool good = true;
  std::vector<std::string> list;
  forEach([&](const JsonInput &element) {
    good &= element.isString() ? accept(element) : element.failType(expected);
    list.push_back(element.getText().str());
  });
  if (good)
    append_range(into, list);
  return good;
}

bool JsonInput::read(std::vector<std::string> &into) const {
  return readTexts(into, "strings", [](const JsonInput &) { return true; });
}

bool JsonInput::read(std::optional<std::vector<std::string>> &into) const {
  std::vector<std::string> list;
  if (!read(list))
    return false;
  into = std::move(list);
  return true;
}

/// Which character of `name` is no sign of ASCII, as many look like one that
/// is, or like none; empty if there is none.
static std::string findStranger(StringRef name) {
  name = name.drop_while([](char c) { return (c & 0x80) == 0; });
  const auto *begin = reinterpret_cast<const UTF8 *>(name.begin());
  UTF32 codePoint = 0;
  if (name.empty() ||
      convertUTF8Sequence(&begin, reinterpret_cast<const UTF8 *>(name.end()),
                          &codePoint, strictConversion) != conversionOK)
    return "";
  return formatv("; U+{0:X-4} is none of these", unsigned(codePoint));
}

bool JsonInput::checkName(StringRef name, TextPlace place,
                          StringRef nest) const {
  if (isValidName(name))
    return true;
  Diagnostic &diagnostic = reader->report(DiagnosticCode::BadName, place,
                                          quote(name) + " cannot be a name");
  // A piece of a textual pipeline, most likely.
  if (name.contains('('))
    diagnostic.help("a nest is " + nest.str());
  else if (name.contains('{'))
    diagnostic.help("options stand beside the name, "
                    R"({"pass": "canonicalize", "options": "top-down=false"})");
  else
    diagnostic.help(nameRule.str() + findStranger(name));
  return false;
}

bool JsonInput::readName(std::string &into) const {
  return (!isString() || checkName(getText(), getPlace())) && read(into);
}

bool JsonInput::readNameBesideNest(std::string &into) const {
  return (!isString() ||
          checkName(getText(), getPlace(),
                    R"({"nest": "func.func", "pass": "cse"})")) &&
         read(into);
}

bool JsonInput::checkFileName(StringRef name) const {
  // The operating system would take a zero byte for the end of the name.
  if (!name.empty() && !name.contains('\0'))
    return true;
  report(DiagnosticCode::BadName,
         quotePath(name) + " cannot be the name of a file")
      .help("name a file, relative to the folder of this one");
  return false;
}

bool JsonInput::readFileName(std::string &into) const {
  return (!isString() || checkFileName(getText())) && read(into);
}

bool JsonInput::readItems(std::vector<std::string> &into,
                          StringMap<Origin> *origins) const {
  auto accept = [&](const JsonInput &element) {
    StringRef text = element.getText();
    // What stands in a nest is said of inputs only.
    if (!Item::parse(text) || (!origins && text.contains('/'))) {
      Diagnostic bad = makeBadItem(text);
      element.report(bad.code, bad.message).help(bad.notes.front().message);
      return false;
    }
    if (origins)
      origins->try_emplace(text,
                           reader->getSource().getOrigin(element.getPlace()));
    return true;
  };
  return readTexts(into, "names of dialects, operations and types", accept);
}

bool JsonInput::readScalar(std::string &into) const {
  if (isArray() || isObject() || getKind() == Kind::Null)
    return failType("a string, a number, true or false");
  into = getText().str();
  return true;
}

void JsonInput::forEach(EachFn each) const {
  if (!isArray())
    return each(*this);
  for (const JsonValue &element : getElements())
    each(getElement(element));
}

void JsonInput::forEachObject(EachFn each) const {
  if (!isArray())
    return reportType("a list");
  for (const JsonValue &element : getElements())
    if (element.isObject())
      each(getElement(element));
    else
      getElement(element).reportType("objects");
}

void JsonInput::forEachMember(EachFn each) const {
  if (!isObject())
    return reportType("an object");
  for (const JsonMember &inner : getMembers())
    each(JsonInput(*reader, inner.value, &inner));
}
