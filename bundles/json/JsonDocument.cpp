//===- JsonDocument.cpp - JSON that knows where it stands -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nlohmann/json does the parsing, and this file finds out where: the parser
// knows how far it has read, so the token that it reports stands between the
// end of the token before and there, behind blanks, comments and punctuation.
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonDocument.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <nlohmann/json.hpp>

using namespace pmb;
using namespace llvm;

namespace {
/// Reads characters and leaves word how many.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *at, const char *&furthest)
      : at(at), furthest(&furthest) {}
  reference operator*() const { return *at; }
  CountingIterator &operator++() {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const CountingIterator &other) const {
    return at == other.at;
  }
  bool operator!=(const CountingIterator &other) const {
    return at != other.at;
  }

private:
  const char *at;
  const char **furthest;
};
} // namespace

namespace pmb {

/// Makes values of what the parser reports. Its functions return false to stop.
class JsonBuilder {
public:
  using Json = nlohmann::json;

  JsonBuilder(const SourceText &source, BumpPtrAllocator &allocator)
      : source(source), allocator(allocator), begin(source.getText().data()),
        end(source.getText().end()), token(begin), lineBegin(begin),
        counted(begin), furthest(begin) {}

  /// Parses; `error` is set if that fails.
  bool run() {
    return Json::sax_parse(CountingIterator(begin, furthest),
                           CountingIterator(end, furthest), this,
                           Json::input_format_t::json, /*strict=*/true,
                           /*ignore_comments=*/true);
  }
  std::optional<Diagnostic> error;
  JsonValue root;

  // What the parser calls, by the names of nlohmann's SAX interface.
  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return addToken(JsonValue::Kind::Null); }
  bool boolean(bool) { return addToken(JsonValue::Kind::Bool); }
  bool number_integer(Json::number_integer_t) { return addNumber(); }
  bool number_unsigned(Json::number_unsigned_t) { return addNumber(); }
  bool number_float(Json::number_float_t, const Json::string_t &) {
    return addNumber();
  }
  bool string(Json::string_t &text) {
    return addScalar(JsonValue::Kind::String, text, furthest);
  }
  bool binary(Json::binary_t &) { return false; }
  bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
  bool key(Json::string_t &text) {
    JsonMember member;
    member.place = place(findToken());
    member.key = StringRef(text).copy(allocator);
    token = furthest;
    members.push_back(member);
    return true;
  }
  bool end_object() {
    return checkUnique(ArrayRef(members).drop_front(opened.back().first)) &&
           close(members);
  }
  bool start_array(std::size_t) { return open(JsonValue::Kind::Array); }
  bool end_array() { return close(elements); }
  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &exception) {
    // `[json.exception.parse_error.101] parse error at line 1, column 2: ...`
    StringRef message = exception.what();
    size_t prefix = message.find(": ");
    if (message.starts_with("[json.exception.parse_error") &&
        prefix != StringRef::npos)
      message = message.drop_front(prefix + 2);
    else
      message = message.split("] ").second;
    message = message.split("; last read: ").first;
    // A bad string ends where it is bad, other bad tokens begin there.
    const char *at = message.contains("invalid string") &&
                             !message.contains("missing closing quote")
                         ? furthest - (furthest != begin)
                         : findToken();
    const char *comma = skipBlank(token);
    bool isTrailing = at != end && (*at == ']' || *at == '}') && comma < at &&
                      *comma == ',' && skipBlank(comma + 1) == at;
    if (isTrailing) {
      message = *at == ']' ? "a comma stands before ']'"
                           : "a comma stands before '}'";
      at = comma;
    } else if (findToken() == end)
      message = opened.empty() && elements.empty()
                    ? "the text ends before there is a value"
                    : "the text ends in the middle of a value";
    error =
        source.diagnose(DiagnosticCode::JsonSyntax, place(at), message.str());
    if (!opened.empty())
      error->note(
          formatv("the {0} that it is in begins at {1}",
                  opened.back().value.isObject() ? "object" : "array",
                  source.getOrigin(opened.back().value.getPlace()).str()));
    // What other languages allow, and people write.
    if (isTrailing)
      error->help("take it out: in JSON the last element has none behind it");
    if (at != end && *at == '\'')
      error->help("write strings in double quotes");
    return false;
  }
  // NOLINTEND(readability-identifier-naming)

private:
  struct OpenValue {
    JsonValue value;
    /// Where its elements or members begin.
    size_t first;
  };

  /// Where the token that the parser has just read begins.
  const char *findToken() const {
    const char *at = skipBlank(token);
    while (at != end && StringRef(",:{}[]").contains(*at)) {
      // Punctuation is a token itself if the parser has read nothing behind it.
      const char *next = skipBlank(at + 1);
      if (next >= furthest)
        break;
      at = next;
    }
    return at;
  }

  const char *skipBlank(const char *at) const {
    while (at != end) {
      if (isSpace(*at)) {
        ++at;
      } else if (*at == '/' && at + 1 != end &&
                 (at[1] == '/' || at[1] == '*')) {
        StringRef rest(at, end - at);
        bool isLine = at[1] == '/';
        size_t close = isLine ? rest.find('\n') : rest.find("*/", 2);
        // A comment that is not closed is a token, and a bad one.
        if (close == StringRef::npos)
          return isLine ? end : at;
        at += close + (isLine ? 1 : 2);
      } else {
        break;
      }
    }
    return at;
  }

  /// Places are asked for in the order of the text, but for a few steps back.
  TextPlace place(const char *at) {
    if (at < lineBegin)
      return source.getPlace(at - begin);
    for (; counted < at; ++counted)
      if (*counted == '\n') {
        ++line;
        lineBegin = counted + 1;
      }
    return {line, unsigned(at - lineBegin + 1)};
  }

  JsonValue start(JsonValue::Kind kind) {
    JsonValue value;
    value.kind = kind;
    const char *token = findToken();
    TextPlace at = place(token);
    value.line = at.line;
    value.column = at.column;
    value.begin = token - begin;
    return value;
  }
  /// The next token stands behind the value.
  void endAt(JsonValue &value, const char *at) {
    value.end = at - begin;
    token = at;
  }
  bool addScalar(JsonValue::Kind kind, StringRef text, const char *end) {
    JsonValue value = start(kind);
    value.data = text.copy(allocator).data();
    value.size = text.size();
    endAt(value, end);
    return add(value);
  }
  bool addToken(JsonValue::Kind kind) {
    const char *at = findToken();
    return addScalar(kind, StringRef(at, furthest - at), furthest);
  }
  bool addNumber() {
    // The parser has read one character beyond the number.
    const char *at = findToken();
    StringRef text(at, end - at);
    text = text.take_while(
        [](char c) { return isDigit(c) || StringRef("+-.eE").contains(c); });
    return addScalar(JsonValue::Kind::Number, text, text.end());
  }

  bool open(JsonValue::Kind kind) {
    JsonValue value = start(kind);
    if (opened.size() == JsonDocument::maxDepth) {
      error = source.diagnose(DiagnosticCode::TooLarge, value.getPlace(),
                              formatv("values are nested more than {0} deep",
                                      JsonDocument::maxDepth));
      return false;
    }
    opened.push_back({value, kind == JsonValue::Kind::Object
                                 ? members.size()
                                 : elements.size()});
    token = furthest;
    return true;
  }
  /// Ends the innermost value, whose elements or members are the last of `all`.
  template <typename T> bool close(std::vector<T> &all) {
    OpenValue top = opened.pop_back_val();
    ArrayRef<T> own = ArrayRef(all).drop_front(top.first);
    top.value.data = own.copy(allocator).data();
    top.value.size = own.size();
    all.resize(top.first);
    endAt(top.value, furthest);
    return add(top.value);
  }
  bool add(const JsonValue &value) {
    if (opened.empty())
      root = value;
    else if (opened.back().value.isObject())
      members.back().value = value;
    else
      elements.push_back(value);
    return true;
  }
  bool checkUnique(ArrayRef<JsonMember> own) {
    DenseMap<StringRef, const JsonMember *> known;
    for (const JsonMember &member : own) {
      auto [it, isNew] = known.try_emplace(member.key, &member);
      if (isNew)
        continue;
      error = source.diagnose(DiagnosticCode::DuplicateKey, member.place,
                              "the object has the key " + quote(member.key) +
                                  " twice");
      error->note("the first is at " +
                  source.getOrigin(it->second->place).str());
      return false;
    }
    return true;
  }

  const SourceText &source;
  BumpPtrAllocator &allocator;
  const char *begin, *end;
  /// Where the token before has ended.
  const char *token;
  const char *lineBegin;
  const char *counted;
  unsigned line = 1;
  const char *furthest;
  SmallVector<OpenValue, 16> opened;
  std::vector<JsonValue> elements;
  std::vector<JsonMember> members;
};

} // namespace pmb

StringRef JsonValue::getKindName() const {
  static constexpr StringLiteral names[] = {
      "null", "a truth value", "a number", "a string", "a list", "an object"};
  return names[size_t(kind)];
}

const JsonMember *JsonValue::lookup(StringRef key) const {
  for (const JsonMember &member : getMembers())
    if (member.key == key)
      return &member;
  return nullptr;
}

const JsonValue &JsonValue::at(StringRef key) const {
  static const JsonValue none;
  const JsonMember *member = lookup(key);
  return member ? member->value : none;
}

Expected<JsonDocument> JsonDocument::parse(Expected<SourceText> given) {
  if (!given)
    return given.takeError();
  SourceText source = std::move(*given);
  StringRef text = source.getText();
  if (text.size() > SourceText::maxSize)
    return makeError(Diagnostic(DiagnosticCode::TooLarge,
                                formatv("{0} is larger than {1} MiB",
                                        quotePath(source.getName()),
                                        SourceText::maxSize >> 20)));
  // The parser would report the first and take the second for the end.
  size_t bad = 0;
  if (!json::isUTF8(text, &bad))
    return makeError(source.diagnose(
        DiagnosticCode::JsonSyntax, source.getPlace(bad),
        formatv("the text is not UTF-8: byte 0x{0:X-2}",
                unsigned(static_cast<unsigned char>(text[bad])))));
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return makeError(source.diagnose(DiagnosticCode::JsonSyntax,
                                     source.getPlace(zero),
                                     "the text has a zero byte"));
  JsonDocument document(std::move(source));
  document.allocator = std::make_unique<BumpPtrAllocator>();
  JsonBuilder builder(document.source, *document.allocator);
  if (!builder.run()) {
    assert(builder.error && "every failure has a diagnostic");
    return makeError(std::move(*builder.error));
  }
  document.root = builder.root;
  return document;
}

static bool isBehind(TextPlace a, TextPlace b) {
  return std::tie(a.line, a.column) > std::tie(b.line, b.column);
}

/// Values stand in the order of the text, so one of each list can have it.
static const JsonValue *findValue(const JsonValue &value, TextPlace place) {
  if (!isBehind(place, value.getPlace()))
    return isBehind(value.getPlace(), place) ? nullptr : &value;
  if (ArrayRef<JsonValue> elements = value.getElements(); !elements.empty()) {
    const JsonValue *next =
        partition_point(elements, [&](const JsonValue &element) {
          return !isBehind(element.getPlace(), place);
        });
    return next == elements.begin() ? nullptr : findValue(next[-1], place);
  }
  ArrayRef<JsonMember> members = value.getMembers();
  const JsonMember *next =
      partition_point(members, [&](const JsonMember &member) {
        return !isBehind(member.place, place);
      });
  if (next == members.begin())
    return nullptr;
  const JsonMember &member = next[-1];
  return isBehind(place, member.place) ? findValue(member.value, place)
                                       : &member.value;
}

const JsonValue *JsonDocument::lookup(TextPlace place) const {
  return findValue(root, place);
}

std::optional<TextPlace> pmb::findText(const JsonValue &value, StringRef text) {
  if (text.empty())
    return std::nullopt;
  if (value.isString() && value.getText() == text)
    return value.getPlace();
  for (const JsonValue &element : value.getElements())
    if (std::optional<TextPlace> place = findText(element, text))
      return place;
  for (const JsonMember &member : value.getMembers()) {
    if (member.key == text)
      return member.place;
    if (std::optional<TextPlace> place = findText(member.value, text))
      return place;
  }
  return std::nullopt;
}
