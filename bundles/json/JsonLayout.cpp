//===- JsonLayout.cpp - JSON as people lay it out -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonFields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Lays JSON out as people do: what fits into a line stands in one.
class Layout {
public:
  explicit Layout(raw_ostream &os) : os(os) {}

  /// `used` is how much of the line is used before and needed behind.
  void print(const JsonValue &value, unsigned indent, size_t used);
  static std::string inOneLine(const JsonValue &value);

private:
  static constexpr size_t lineLength = 80;

  void printLines(const JsonValue &value, unsigned indent);
  void fill(ArrayRef<JsonValue> strings, unsigned indent);

  raw_ostream &os;
};
} // namespace

std::string Layout::inOneLine(const JsonValue &value) {
  std::string text;
  raw_string_ostream line(text);
  switch (value.getKind()) {
  case JsonValue::Kind::String:
    line << json::Value(value.getText());
    break;
  case JsonValue::Kind::Array:
    line << '[';
    interleave(
        value.getElements(), line,
        [&](const JsonValue &element) { line << inOneLine(element); }, ", ");
    line << ']';
    break;
  case JsonValue::Kind::Object:
    line << '{';
    interleave(
        value.getMembers(), line,
        [&](const JsonMember &member) {
          line << json::Value(member.key) << ": " << inOneLine(member.value);
        },
        ", ");
    line << '}';
    break;
  default:
    line << value.getText();
  }
  return text;
}

void Layout::print(const JsonValue &value, unsigned indent, size_t used) {
  std::string line = inOneLine(value);
  bool isList = value.isArray() || value.isObject();
  if (!isList || used + line.size() <= lineLength)
    os << line;
  else
    printLines(value, indent);
}

void Layout::printLines(const JsonValue &value, unsigned indent) {
  unsigned inner = indent + 2;
  os << (value.isArray() ? '[' : '{');
  if (value.isArray() && all_of(value.getElements(), [](const JsonValue &e) {
        return e.isString();
      })) {
    fill(value.getElements(), inner);
  } else {
    StringRef separator = "\n";
    for (const JsonValue &element : value.getElements()) {
      os << separator;
      os.indent(inner);
      print(element, inner, inner + 1);
      separator = ",\n";
    }
    for (const JsonMember &member : value.getMembers()) {
      std::string key;
      raw_string_ostream(key) << json::Value(member.key) << ": ";
      os << separator;
      os.indent(inner) << key;
      print(member.value, inner, inner + key.size() + 1);
      separator = ",\n";
    }
  }
  os << '\n';
  os.indent(indent) << (value.isArray() ? ']' : '}');
}

void Layout::fill(ArrayRef<JsonValue> strings, unsigned indent) {
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

std::string pmb::writeCompactJson(function_ref<void(JsonOutput &)> write) {
  std::string text;
  raw_string_ostream plain(text);
  JsonOutput output(plain);
  write(output);
  return text;
}

/// Lays `text` out; as it is if it is too large for the parser.
static void layOut(StringRef text,
                   function_ref<void(const JsonValue &)> layOutRoot,
                   raw_ostream &os) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::refer(text, "<output>"));
  if (document)
    layOutRoot(document->getRoot());
  else
    os << text;
  consumeError(document.takeError());
}

void pmb::writeJson(raw_ostream &os, function_ref<void(JsonOutput &)> write) {
  layOut(
      writeCompactJson(write),
      [&](const JsonValue &root) { Layout(os).print(root, 0, /*used=*/80); },
      os);
  os << '\n';
}

std::string pmb::writeJsonLine(function_ref<void(JsonOutput &)> write) {
  std::string line;
  raw_string_ostream os(line);
  layOut(
      writeCompactJson(write),
      [&](const JsonValue &root) { os << Layout::inOneLine(root); }, os);
  return line;
}
