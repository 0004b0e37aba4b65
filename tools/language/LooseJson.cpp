//===- LooseJson.cpp - JSON that is being written -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/LooseJson.h"
#include "tools/language/Document.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

const LooseValue *LooseValue::lookup(StringRef name) const {
  if (isObject())
    for (const auto &child : children)
      if (child->key == name)
        return child.get();
  return nullptr;
}

const LooseValue &LooseValue::at(StringRef name) const {
  static const LooseValue none;
  const LooseValue *member = lookup(name);
  return member ? *member : none;
}

static const LooseValue *findMember(const LooseValue *value) {
  while (value && !(value->parent && value->parent->isObject()))
    value = value->parent;
  return value;
}

StringRef LooseValue::getNearestKey() const {
  const LooseValue *member = findMember(this);
  return member ? StringRef(member->key) : StringRef();
}

const LooseValue *LooseValue::getOwner() const {
  const LooseValue *member = findMember(this);
  return member ? member->parent : nullptr;
}

TextRange LooseValue::getWhole() const {
  return keyRange.end
             ? TextRange{keyRange.begin, std::max(range.end, keyRange.end)}
             : range;
}

TextRange LooseJson::getInside(TextRange quoted) const {
  StringRef all = quoted.of(text);
  bool isClosed = all.size() > 1 && all.ends_with("\"");
  return {quoted.begin + 1, quoted.end - isClosed};
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

class LooseJson::Reader {
public:
  Reader(StringRef text, LooseJson &into) : text(text), into(into) {}
  void run();

private:
  void readString();
  void readWord();
  void readColon();
  void open(LooseValue::Kind kind);
  void close(LooseValue::Kind kind);
  bool skipComment();
  LooseValue &addValue(LooseValue::Kind kind);

  StringRef text;
  LooseJson &into;
  size_t at = 0;
  unsigned depth = 0;
  /// The object or array that is being read.
  LooseValue *container = nullptr;
  /// A member of it whose value is still to come, and whether the colon was.
  LooseValue *pending = nullptr;
  bool hasColon = false;
};

void LooseJson::Reader::readColon() {
  ++at;
  hasColon = true;
  if (pending)
    pending->range.end = at;
}

bool LooseJson::Reader::skipComment() {
  StringRef rest = text.drop_front(at), mark;
  if (rest.starts_with("//"))
    mark = "\n";
  else if (rest.starts_with("/*"))
    mark = "*/";
  else
    return false;
  size_t begin = at, end = rest.find(mark, 2);
  bool isOpen = end == StringRef::npos;
  at = isOpen ? text.size() : begin + end + mark.size();
  // One that has no end yet goes on with what is typed.
  into.comments.push_back({begin, isOpen ? at + 1 : at});
  return true;
}

/// The place for a value that begins here.
LooseValue &LooseJson::Reader::addValue(LooseValue::Kind kind) {
  LooseValue *value = pending;
  if (!value) {
    auto added = std::make_unique<LooseValue>();
    value = added.get();
    value->parent = container;
    if (container)
      container->children.push_back(std::move(added));
    else
      into.root = std::move(added);
  }
  pending = nullptr;
  value->kind = kind;
  value->range = {at, at};
  return *value;
}

/// What a string with its quotes means; as it is written if it means nothing.
static std::string decodeString(StringRef quoted) {
  StringRef inside = quoted.drop_front();
  if (inside.ends_with("\""))
    inside = inside.drop_back();
  if (!inside.contains('\\'))
    return inside.str();
  if (auto value = expectedToOptional(json::parse("\"" + inside.str() + "\"")))
    return value->getAsString().value_or(inside).str();
  return inside.str();
}

void LooseJson::Reader::readString() {
  size_t begin = at++;
  while (at < text.size() && text[at] != '"' && text[at] != '\n')
    at += text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n' ? 2
                                                                           : 1;
  bool isClosed = at < text.size() && text[at] == '"';
  at += isClosed;
  TextRange range = {begin, at};
  std::string string = decodeString(range.of(text));
  bool isKey = container && container->isObject() && !(pending && hasColon);
  if (isKey) {
    pending = nullptr;
    LooseValue &member = addValue(LooseValue::Kind::Missing);
    member.key = std::move(string);
    member.keyRange = member.range = range;
    member.isKeyClosed = isClosed;
    pending = &member;
    hasColon = false;
    return;
  }
  LooseValue &value = addValue(LooseValue::Kind::String);
  value.range = range;
  value.text = std::move(string);
  value.isClosed = isClosed;
}

void LooseJson::Reader::readWord() {
  size_t begin = at;
  at = std::min(text.find_first_of(" \t\r\n,:{}[]\"/", at), text.size());
  if (at == begin)
    ++at;
  // An object has no values without a key.
  if (container && container->isObject() && !(pending && hasColon))
    return;
  LooseValue &value = addValue(LooseValue::Kind::Word);
  value.range = {begin, at};
  value.text = value.range.of(text).str();
}

void LooseJson::Reader::open(LooseValue::Kind kind) {
  if (!hasColon)
    pending = nullptr;
  LooseValue &value = addValue(kind);
  container = &value;
  ++depth;
  ++at;
}

void LooseJson::Reader::close(LooseValue::Kind kind) {
  ++at;
  pending = nullptr;
  // One that closes nothing is a mistake, and one that closes what is further
  // out also closes what is within.
  LooseValue *closed = container;
  while (closed && closed->kind != kind)
    closed = closed->parent;
  if (!closed)
    return;
  for (bool isLast = false; !isLast; container = container->parent) {
    isLast = container == closed;
    container->range.end = isLast ? at : at - 1;
    container->isClosed = true;
    --depth;
  }
}

void LooseJson::Reader::run() {
  at = getMarkSize(text);
  while (at < text.size() && depth <= maxDepth) {
    // One value, and all else is a mistake.
    if (into.root && !container)
      break;
    char c = text[at];
    if (isSpace(c))
      ++at;
    else if (c == '/' && skipComment())
      continue;
    else if (c == '"')
      readString();
    else if (c == '{' || c == '[')
      open(c == '{' ? LooseValue::Kind::Object : LooseValue::Kind::Array);
    else if (c == '}' || c == ']')
      close(c == '}' ? LooseValue::Kind::Object : LooseValue::Kind::Array);
    else if (c == ',')
      ++at, pending = nullptr;
    else if (c == ':')
      readColon();
    else
      readWord();
  }
  for (; container; container = container->parent)
    container->range.end = text.size();
}

LooseJson::LooseJson(StringRef text) : text(text) { Reader(text, *this).run(); }

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static bool touches(TextRange range, size_t offset) {
  return range.begin <= offset && offset <= range.end;
}

/// The last of the children that begin before the byte; null if none does.
static const LooseValue *findBefore(const LooseValue &container,
                                    size_t offset) {
  const LooseValue *last = nullptr;
  for (const auto &child : container.children)
    if (child->getWhole().begin <= offset)
      last = child.get();
  return last;
}

/// Whether the byte is behind the colon of a member without a value.
static bool awaitsValue(const LooseValue &member, StringRef text,
                        size_t offset) {
  return member.kind == LooseValue::Kind::Missing &&
         member.range.end > member.keyRange.end && member.range.end <= offset &&
         text.slice(member.range.end, offset).trim().empty();
}

void LooseJson::setString(JsonSpot &spot, TextRange range, bool isClosed,
                          size_t offset) const {
  spot.isInString = range.begin < offset && offset < range.end + !isClosed;
  if (spot.isInString)
    spot.inside = getInside(range);
}

bool LooseJson::isInComment(size_t offset) const {
  return any_of(comments, [&](TextRange comment) {
    return comment.begin < offset && offset < comment.end;
  });
}

/// The letters around a byte where a key may begin.
TextRange LooseJson::findBareKey(size_t offset) const {
  auto isLetter = [](char c) { return isAlnum(c) || c == '_' || c == '-'; };
  TextRange key = {offset, offset};
  while (key.begin > 0 && isLetter(text[key.begin - 1]))
    --key.begin;
  while (key.end < text.size() && isLetter(text[key.end]))
    ++key.end;
  return key;
}

JsonSpot LooseJson::find(size_t offset) const {
  JsonSpot spot;
  spot.inside = {offset, offset};
  if (isInComment(offset))
    return spot;
  const LooseValue *value = root.get();
  while (value && (value->isObject() || value->isArray()) &&
         value->range.begin < offset &&
         (offset < value->range.end || !value->isClosed)) {
    spot.container = value;
    const LooseValue *child = findBefore(*value, offset);
    bool isMember = value->isObject();
    spot.isKey = isMember;
    spot.child = nullptr;
    value = nullptr;
    if (!child)
      break;
    if (isMember && touches(child->keyRange, offset)) {
      spot.child = child;
      setString(spot, child->keyRange, child->isKeyClosed, offset);
    } else if (awaitsValue(*child, text, offset)) {
      spot.child = child;
      spot.isKey = false;
    } else if (touches(child->range, offset) &&
               child->kind != LooseValue::Kind::Missing) {
      spot.child = value = child;
      spot.isKey = false;
      if (child->isString())
        setString(spot, child->range, child->isClosed, offset);
      else if (child->kind == LooseValue::Kind::Word)
        spot.inside = child->range;
    }
  }
  if (spot.isKey && !spot.isInString)
    spot.inside = findBareKey(offset);
  return spot;
}
