//===- PositionJson.cpp - Positions as JSON -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PositionJson.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
/// A key that names a target.
struct TargetKey {
  StringLiteral key;
  Target (*make)(StringRef name);
};
/// A key that names what a position is relative to.
struct RelationKey {
  StringLiteral key;
  Position (*make)(Selector selector);
};
} // namespace

static constexpr TargetKey targetKeys[] = {
    {"pass", pass}, {"kind", kind}, {"slot", slot}, {"bundle", bundle}};
static constexpr RelationKey relationKeys[] = {
    {"before", Position::before},
    {"after", Position::after},
    {"immediatelyBefore", Position::immediatelyBefore},
    {"immediatelyAfter", Position::immediatelyAfter}};
static constexpr std::pair<StringLiteral, Instance> instanceWords[] = {
    {"unique", Instance::Unique},
    {"first", Instance::First},
    {"last", Instance::Last},
    {"every", Instance::Every}};

/// What `at` can say.
static ArrayRef<std::pair<StringRef, Position>> getPlaces() {
  static const std::pair<StringRef, Position> places[] = {
      {"start", Position::atStart()},
      {"end", Position::atEnd()},
      {"contract", Position::byContract()},
      {"contract-latest", Position::byContract(Position::Choice::Latest)}};
  return places;
}

std::optional<Position> pmb::parsePlace(StringRef word) {
  for (const auto &[known, place] : getPlaces())
    if (word == known)
      return place;
  return std::nullopt;
}

ArrayRef<StringRef> pmb::getPositionKeys() {
  static const StringRef keys[] = {
      "before",           "after", "immediatelyBefore",
      "immediatelyAfter", "at",    "orElse"};
  return keys;
}

ArrayRef<StringRef> pmb::getPlaceKeys() {
  return getPositionKeys().drop_back();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::optional<Instance>
readInstance(JsonReader &reader, const JsonValue &value, unsigned &number) {
  if (value.getKind() == JsonValue::Kind::Number)
    return reader.read(value, number) ? std::make_optional(Instance::Nth)
                                      : std::nullopt;
  std::vector<StringRef> words;
  for (const auto &[word, instance] : instanceWords) {
    if (value.getText() == word)
      return instance;
    words.push_back(word);
  }
  reader.reportUnknown(DiagnosticCode::BadValue, value.getPlace(),
                       "'instance' is 'unique', 'first', 'last', 'every' or a "
                       "number that counts from 0",
                       value.getText(), words);
  return std::nullopt;
}

std::optional<Selector> pmb::readSelector(JsonReader &reader,
                                          const JsonValue &value) {
  std::string name;
  if (value.isString())
    return reader.readName(value, name)
               ? std::make_optional(Selector(pass(name)))
               : std::nullopt;
  if (!value.isObject()) {
    reader.reportType(value, "a string or an object");
    return std::nullopt;
  }
  reader.checkKeys(value, "what a position names",
                   {"pass", "kind", "slot", "bundle", "instance", "nest"});
  std::optional<Selector> selector;
  std::optional<Instance> instance;
  unsigned number = 0;
  std::string op;
  bool good = true;
  auto readTarget = [&](const JsonMember &member, Target (*make)(StringRef)) {
    if (selector) {
      reader.report(DiagnosticCode::BadValue, member.place,
                    "a position names one of 'pass', 'kind', 'slot' and "
                    "'bundle', not several");
      good = false;
    } else if (reader.readName(member.value, name)) {
      selector.emplace(make(name));
    } else {
      good = false;
    }
  };
  reader.forEachMember(value, [&](const JsonMember &member) {
    for (const TargetKey &target : targetKeys)
      if (member.key == target.key)
        readTarget(member, target.make);
    if (member.key == "instance")
      good &= bool(instance = readInstance(reader, member.value, number));
    else if (member.key == "nest")
      good &= reader.readName(member.value, op);
  });
  if (!selector && good &&
      !hasMisspelled(value, {"pass", "kind", "slot", "bundle"}))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "a position needs 'pass', 'kind', 'slot' or 'bundle'");
  if (!selector || !good)
    return std::nullopt;
  selector->instance = instance;
  selector->index = number;
  selector->op = std::move(op);
  return selector;
}

static void readFallbacks(JsonReader &reader, const JsonValue &value,
                          Position &position);

std::optional<Position> pmb::readPosition(JsonReader &reader,
                                          const JsonValue &value) {
  const JsonMember *found = nullptr;
  for (StringRef key : getPlaceKeys())
    if (const JsonMember *member = value.lookup(key)) {
      if (found) {
        reader.report(DiagnosticCode::BadValue, member->place,
                      "there is one of '" + join(getPlaceKeys(), "', '") +
                          "', not several");
        return std::nullopt;
      }
      found = member;
    }
  if (!found) {
    if (!hasMisspelled(value, getPlaceKeys()))
      reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                    "a position needs 'before', 'after' or 'at'");
    return std::nullopt;
  }
  std::optional<Position> position;
  if (found->key == "at") {
    position = parsePlace(found->value.getText());
    if (!position)
      reader.reportUnknown(
          DiagnosticCode::BadValue, found->value.getPlace(),
          "'at' is 'start', 'end', 'contract' or 'contract-latest'",
          found->value.getText(),
          {"start", "end", "contract", "contract-latest"});
  } else {
    reader.forEachMember(value, [&](const JsonMember &member) {
      if (&member != found)
        return;
      std::optional<Selector> selector = readSelector(reader, member.value);
      for (const RelationKey &relation : relationKeys)
        if (selector && member.key == relation.key)
          position = relation.make(*selector);
    });
  }
  if (const JsonMember *fallback = value.lookup("orElse")) {
    if (position && !position->isRelative())
      reader.report(DiagnosticCode::BadValue, fallback->place,
                    "'at' needs no 'orElse': the place is always there");
    else if (position)
      readFallbacks(reader, fallback->value, *position);
  }
  return position;
}

static void readFallbacks(JsonReader &reader, const JsonValue &value,
                          Position &position) {
  const JsonValue *previous = nullptr;
  std::vector<Position> fallbacks;
  reader.forEach(value, [&](const JsonValue &element) {
    if (!element.isObject()) {
      reader.report(DiagnosticCode::BadValue, element.getPlace(),
                    "'orElse' takes an object with 'before', 'after' or 'at', "
                    "not " +
                        element.getKindName().str());
      return;
    }
    reader.checkKeys(element, "a position", getPositionKeys());
    if (previous && previous->lookup("at"))
      reader.report(DiagnosticCode::BadValue, element.getPlace(),
                    "what comes after 'at' is never needed");
    else if (std::optional<Position> next = readPosition(reader, element))
      fallbacks.push_back(std::move(*next));
    previous = &element;
  });
  // From the last, as each appends to the end of its own chain.
  while (fallbacks.size() > 1) {
    Position last = std::move(fallbacks.back());
    fallbacks.pop_back();
    fallbacks.back().orElse(std::move(last));
  }
  if (!fallbacks.empty())
    position.orElse(std::move(fallbacks.front()));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Whether the instance is what it would be if the file did not say.
static bool isImplied(const Position &position) {
  const Selector &selector = position.getSelector();
  if (selector.target.kind != Target::Kind::PassKind)
    return !selector.instance;
  bool isBefore = position.getRelation() == Position::Relation::Before;
  return selector.getInstance() ==
         (isBefore ? Instance::First : Instance::Last);
}

static void writeSelector(JsonOutput &os, StringRef key,
                          const Selector &selector, bool hasInstance) {
  if (selector.target.kind == Target::Kind::Pass && !hasInstance &&
      selector.op.empty())
    return os.attribute(key, selector.target.name);
  os.attributeObject(key, [&] {
    for (const TargetKey &target : targetKeys)
      if (target.make("").kind == selector.target.kind)
        os.attribute(target.key, selector.target.name);
    for (const auto &[word, instance] : instanceWords)
      if (hasInstance && instance == selector.getInstance())
        os.attribute("instance", word);
    if (hasInstance && selector.getInstance() == Instance::Nth)
      os.attribute("instance", selector.index);
    writeMember(os, "nest", selector.op);
  });
}

void pmb::writeSelector(JsonOutput &os, StringRef key,
                        const Selector &selector) {
  ::writeSelector(os, key, selector, selector.instance.has_value());
}

/// A position without its fallbacks.
static void writePlace(JsonOutput &os, const Position &position) {
  for (const auto &[word, place] : getPlaces())
    if (place.getRelation() == position.getRelation() &&
        place.getChoice() == position.getChoice())
      return os.attribute("at", word);
  bool isBefore = position.getRelation() == Position::Relation::Before;
  StringRef key = position.isImmediate()
                      ? (isBefore ? "immediatelyBefore" : "immediatelyAfter")
                      : (isBefore ? "before" : "after");
  ::writeSelector(os, key, position.getSelector(), !isImplied(position));
}

void pmb::writePosition(JsonOutput &os, const Position &position) {
  writePlace(os, position);
  const Position *fallback = position.getFallback();
  if (!fallback)
    return;
  if (!fallback->getFallback())
    return os.attributeObject("orElse", [&] { writePlace(os, *fallback); });
  // A list, as there is a limit to how deep values may be in each other.
  os.attributeArray("orElse", [&] {
    for (; fallback; fallback = fallback->getFallback())
      os.object([&] { writePlace(os, *fallback); });
  });
}
