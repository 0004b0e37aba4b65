//===- JsonLayout.cpp - JSON as people lay it out -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonFields.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static constexpr size_t lineLength = 80;

static bool isList(const JsonValue &value) {
  return value.isArray() || value.isObject();
}

/// Calls `visit` for each value in a list or an object. `key` is what stands
/// before the value; nothing in a list.
static void
forEachInside(const JsonValue &value,
              function_ref<void(StringRef key, const JsonValue &)> visit) {
  for (const JsonValue &element : value.getElements())
    visit("", element);
  for (const JsonMember &member : value.getMembers())
    visit(formatv("{0}: ", json::Value(member.key)).str(), member.value);
}

static std::string inOneLine(const JsonValue &value) {
  if (value.isString())
    return formatv("{0}", json::Value(value.getText()));
  if (!isList(value))
    return value.getText().str();
  std::string text;
  forEachInside(value, [&](StringRef key, const JsonValue &inside) {
    text += (text.empty() ? "" : ", ") + key.str() + inOneLine(inside);
  });
  return value.isArray() ? "[" + text + "]" : "{" + text + "}";
}

/// Prints strings, as many in a line as fit.
static void fill(raw_ostream &os, ArrayRef<JsonValue> strings,
                 unsigned indent) {
  size_t used = lineLength;
  for (const JsonValue &string : strings) {
    std::string text = inOneLine(string);
    if (&string != &strings.back())
      text += ',';
    if (used + 1 + text.size() > lineLength) {
      os << '\n';
      os.indent(indent);
      used = indent;
    } else {
      os << ' ';
      ++used;
    }
    os << text;
    used += text.size();
  }
}

/// Lays JSON out as people do: what fits into a line stands in one. `used` is
/// how much of the line is used before and needed behind.
static void layOut(raw_ostream &os, const JsonValue &value, unsigned indent,
                   size_t used) {
  std::string line = inOneLine(value);
  if (!isList(value) || used + line.size() <= lineLength) {
    os << line;
    return;
  }
  unsigned inner = indent + 2;
  os << (value.isArray() ? '[' : '{');
  if (value.isArray() && all_of(value.getElements(), [](const JsonValue &e) {
        return e.isString();
      })) {
    fill(os, value.getElements(), inner);
  } else {
    StringRef separator = "\n";
    forEachInside(value, [&](StringRef key, const JsonValue &inside) {
      os << separator;
      os.indent(inner) << key;
      layOut(os, inside, inner, inner + key.size() + 1);
      separator = ",\n";
    });
  }
  os << '\n';
  os.indent(indent) << (value.isArray() ? ']' : '}');
}

std::string pmb::writeCompactJson(function_ref<void(JsonOutput &)> write) {
  std::string text;
  raw_string_ostream plain(text);
  JsonOutput output(plain);
  write(output);
  return text;
}

/// What was written, to be laid out; std::nullopt if it is too large for the
/// parser.
static std::optional<JsonDocument> parseWritten(StringRef text) {
  return expectedToOptional(
      JsonDocument::parse(SourceText::refer(text, "<output>")));
}

void pmb::writeJson(raw_ostream &os, function_ref<void(JsonOutput &)> write) {
  std::string text = writeCompactJson(write);
  if (std::optional<JsonDocument> document = parseWritten(text))
    layOut(os, document->getRoot(), /*indent=*/0, /*used=*/lineLength);
  else
    os << text;
  os << '\n';
}

std::string pmb::writeJsonLine(function_ref<void(JsonOutput &)> write) {
  std::string text = writeCompactJson(write);
  std::optional<JsonDocument> document = parseWritten(text);
  return document ? inOneLine(document->getRoot()) : text;
}
