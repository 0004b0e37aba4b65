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

static std::optional<Instance> readInstance(const JsonInput &value,
                                            unsigned &number) {
  if (value.getKind() == JsonValue::Kind::Number)
    return value.read(number) ? std::make_optional(Instance::Nth)
                              : std::nullopt;
  std::vector<StringRef> words;
  for (const auto &[word, instance] : instanceWords) {
    if (value.getText() == word)
      return instance;
    words.push_back(word);
  }
  value.reportUnknown(DiagnosticCode::BadValue,
                      "'instance' is 'unique', 'first', 'last', 'every' or a "
                      "number that counts from 0",
                      value.getText(), words);
  return std::nullopt;
}

std::optional<Selector> pmb::readSelector(const JsonInput &value) {
  std::string name;
  if (value.isString())
    return value.readNameBesideNest(name)
               ? std::make_optional(Selector(pass(name)))
               : std::nullopt;
  if (!value.isObject()) {
    value.reportType("a string or an object");
    return std::nullopt;
  }
  value.checkKeys("what a position names",
                  {"pass", "kind", "slot", "bundle", "instance", "nest"});
  std::optional<Selector> selector;
  std::optional<Instance> instance;
  unsigned number = 0;
  std::string op;
  bool good = true;
  auto readTarget = [&](const JsonInput &member, Target (*make)(StringRef)) {
    if (selector) {
      member.rejectKey("a position names one of 'pass', 'kind', 'slot' and "
                       "'bundle', not several");
      good = false;
    } else if (member.readNameBesideNest(name)) {
      selector.emplace(make(name));
    } else {
      good = false;
    }
  };
  value.forEachMember([&](const JsonInput &member) {
    for (const TargetKey &target : targetKeys)
      if (member.getKey() == target.key)
        readTarget(member, target.make);
    if (member.getKey() == "instance")
      good &= bool(instance = readInstance(member, number));
    else if (member.getKey() == "nest")
      good &= member.readName(op);
  });
  if (!selector && good && value.lacks({"pass", "kind", "slot", "bundle"}))
    value.reportMissing("a position needs 'pass', 'kind', 'slot' or 'bundle'");
  if (!selector || !good)
    return std::nullopt;
  selector->instance = instance;
  selector->index = number;
  selector->op = std::move(op);
  return selector;
}

static void readFallbacks(const JsonInput &value, Position &position);

std::optional<Position> pmb::readPosition(const JsonInput &value) {
  std::optional<JsonInput> found;
  for (StringRef key : getPlaceKeys())
    if (std::optional<JsonInput> member = value.find(key)) {
      if (found) {
        member->rejectKey("there is one of '" + join(getPlaceKeys(), "', '") +
                          "', not several");
        return std::nullopt;
      }
      found.emplace(*member);
    }
  if (!found) {
    if (value.lacks(getPlaceKeys()))
      value.reportMissing("a position needs 'before', 'after' or 'at'");
    return std::nullopt;
  }
  std::optional<Position> position;
  if (found->getKey() == "at") {
    position = parsePlace(found->getText());
    if (!position)
      found->reportUnknown(
          DiagnosticCode::BadValue,
          "'at' is 'start', 'end', 'contract' or 'contract-latest'",
          found->getText(), {"start", "end", "contract", "contract-latest"});
  } else if (std::optional<Selector> selector = readSelector(*found)) {
    for (const RelationKey &relation : relationKeys)
      if (found->getKey() == relation.key)
        position = relation.make(*selector);
  }
  if (std::optional<JsonInput> fallback = value.find("orElse")) {
    if (position && !position->isRelative())
      fallback->rejectKey("'at' needs no 'orElse': the place is always there");
    else if (position)
      readFallbacks(*fallback, *position);
  }
  return position;
}

static void readFallbacks(const JsonInput &value, Position &position) {
  bool isSure = false;
  std::vector<Position> fallbacks;
  value.forEach([&](const JsonInput &element) {
    if (!element.isObject()) {
      element.reject("'orElse' takes an object with 'before', 'after' or 'at', "
                     "not " +
                     element.getKindName().str());
      return;
    }
    element.checkKeys("a position", getPositionKeys());
    if (isSure)
      element.reject("what comes after 'at' is never needed");
    else if (std::optional<Position> next = readPosition(element))
      fallbacks.push_back(std::move(*next));
    isSure = element.lookup("at");
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
