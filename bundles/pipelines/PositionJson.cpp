//===- PositionJson.cpp - Positions as JSON -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PositionJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pmb;
using namespace llvm;

/// What `at` says for the last place that a contract allows.
static constexpr StringLiteral latestPlace = "contract-latest";

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
  auto instance = StringSwitch<std::optional<Instance>>(value.getText())
                      .Case("unique", Instance::Unique)
                      .Case("first", Instance::First)
                      .Case("last", Instance::Last)
                      .Case("every", Instance::Every)
                      .Default(std::nullopt);
  if (!instance)
    reader.reportUnknown(DiagnosticCode::BadValue, value.getPlace(),
                         "'instance' is 'unique', 'first', 'last', 'every' or "
                         "a number that counts from 0",
                         value.getText(), {"unique", "first", "last", "every"});
  return instance;
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
    if (member.key == "pass")
      readTarget(member, pass);
    else if (member.key == "kind")
      readTarget(member, kind);
    else if (member.key == "slot")
      readTarget(member, slot);
    else if (member.key == "bundle")
      readTarget(member, bundle);
    else if (member.key == "instance")
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

static Position makePosition(StringRef key, Selector selector) {
  if (key == "before")
    return Position::before(std::move(selector));
  if (key == "after")
    return Position::after(std::move(selector));
  return key == "immediatelyBefore"
             ? Position::immediatelyBefore(std::move(selector))
             : Position::immediatelyAfter(std::move(selector));
}

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
    StringRef place = found->value.getText();
    if (place == "start")
      position = Position::atStart();
    else if (place == "end")
      position = Position::atEnd();
    else if (place == "contract")
      position = Position::byContract();
    else if (place == latestPlace)
      position = Position::byContract(Position::Choice::Latest);
    else
      reader.reportUnknown(
          DiagnosticCode::BadValue, found->value.getPlace(),
          "'at' is 'start', 'end', 'contract' or 'contract-latest'", place,
          {"start", "end", "contract", latestPlace});
  } else {
    reader.forEachMember(value, [&](const JsonMember &member) {
      if (&member != found)
        return;
      if (std::optional<Selector> selector = readSelector(reader, member.value))
        position = makePosition(member.key, std::move(*selector));
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

static StringRef getKey(Target::Kind kind) {
  switch (kind) {
  case Target::Kind::Pass:
    return "pass";
  case Target::Kind::PassKind:
    return "kind";
  case Target::Kind::Slot:
    return "slot";
  case Target::Kind::Bundle:
    return "bundle";
  case Target::Kind::Provider:
  case Target::Kind::Invalidator:
    break;
  }
  llvm_unreachable("not in a position");
}

/// Whether the instance is what it would be if the file did not say.
static bool isImplied(const Position &position) {
  const Selector &selector = position.getSelector();
  if (selector.target.kind != Target::Kind::PassKind)
    return !selector.instance;
  bool isBefore = position.getRelation() == Position::Relation::Before;
  return selector.getInstance() ==
         (isBefore ? Instance::First : Instance::Last);
}

static void writeInstance(JsonOutput &os, const Selector &selector) {
  switch (selector.getInstance()) {
  case Instance::Unique:
    return os.attribute("instance", "unique");
  case Instance::First:
    return os.attribute("instance", "first");
  case Instance::Last:
    return os.attribute("instance", "last");
  case Instance::Every:
    return os.attribute("instance", "every");
  case Instance::Nth:
    return os.attribute("instance", selector.index);
  }
  llvm_unreachable("unknown instance");
}

static void writeSelector(JsonOutput &os, StringRef key,
                          const Selector &selector, bool hasInstance) {
  os.attributeBegin(key);
  if (selector.target.kind == Target::Kind::Pass && !hasInstance &&
      selector.op.empty())
    os.value(selector.target.name);
  else
    os.object([&] {
      os.attribute(getKey(selector.target.kind), selector.target.name);
      if (hasInstance)
        writeInstance(os, selector);
      writeMember(os, "nest", selector.op);
    });
  os.attributeEnd();
}

void pmb::writeSelector(JsonOutput &os, StringRef key,
                        const Selector &selector) {
  ::writeSelector(os, key, selector, selector.instance.has_value());
}

/// A position without its fallbacks.
static void writePlace(JsonOutput &os, const Position &position) {
  switch (position.getRelation()) {
  case Position::Relation::Start:
    return os.attribute("at", "start");
  case Position::Relation::End:
    return os.attribute("at", "end");
  case Position::Relation::ByContract:
    return os.attribute("at", position.getChoice() == Position::Choice::Latest
                                  ? StringRef(latestPlace)
                                  : StringRef("contract"));
  case Position::Relation::Before:
  case Position::Relation::After:
    break;
  }
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
