//===- Names.cpp - What the names in a JSON document are of ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Names.h"
#include "builder/list/PatternSlot.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/pipelines/PositionJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

/// What the entries of a word name.
static NameSort getSort(EntryForm form) {
  switch (form) {
  case EntryForm::Order:
    return NameSort::Pass;
  case EntryForm::Property:
    return NameSort::Property;
  case EntryForm::Lowering:
  case EntryForm::Addition:
  case EntryForm::Dead:
  case EntryForm::Contains:
    return NameSort::Item;
  case EntryForm::Unknown:
  case EntryForm::Outside:
    return NameSort::None;
  }
  llvm_unreachable("unknown form of entries");
}

/// Whether a key is a word that says where other passes stand.
static bool isOrderWord(StringRef key) {
  return
#define PMB_WORD(WORD, SPELLING, FORM, MUST, SHOULD)                           \
  (EntryForm::FORM == EntryForm::Order && key == SPELLING) ||
#include "builder/passes/Words.def"
      false;
}

/// What a string below a word of contracts is, or below a list of an entry.
static NameSort getSortInContract(StringRef key) {
  using List = std::vector<std::string> ContractEntry::*;
#define PMB_WORD(WORD, SPELLING, FORM, MUST, SHOULD)                           \
  if (key == SPELLING)                                                         \
    return getSort(EntryForm::FORM);
#define PMB_KEY(FORM, KEY, MEMBER)                                             \
  if (std::is_same_v<decltype(&ContractEntry::MEMBER), List> && key == KEY)    \
    return NameSort::Item;
#include "builder/passes/Words.def"
  return NameSort::None;
}

/// What a string below a key is, in lists as well.
static NameSort getSortBelow(StringRef key) {
  auto isOneOf = [&](std::initializer_list<StringRef> names) {
    return is_contained(names, key);
  };
  if (isOneOf({"pass", "passes", "immediatelyBefore", "immediatelyAfter", "of",
               "establishedBy", "like", "barrier", "notBetween", "renamed"}))
    return NameSort::Pass;
  if (key == "bundle")
    return NameSort::Bundle;
  if (key == "slot")
    return NameSort::Slot;
  if (isOneOf({"kind", "kinds"}))
    return NameSort::Kind;
  if (isOneOf({"property", "properties", "provider", "invalidator"}))
    return NameSort::Property;
  if (isOneOf({"nest", "anchor", "anchors", "parent"}))
    return NameSort::Operation;
  if (isOneOf({"item", "carriers", "likely", "possible", "onlyUsers",
               "onlySources", "inAttributes", "becomes", "inputNever"}))
    return NameSort::Item;
  if (key == "contents")
    return NameSort::Contents;
  if (key == "include")
    return NameSort::File;
  return getSortInContract(key);
}

/// Whether a value is below `options` or `optionsFrom` of a pass or a bundle.
static bool isOptions(const LooseValue &object) {
  return object.isObject() && !object.key.empty() && object.parent &&
         (object.key == "options" || object.key == "optionsFrom") &&
         !getOwnerOfOptions(object).first.empty();
}

std::pair<StringRef, NameSort>
pmb::language::getOwnerOfOptions(const LooseValue &options) {
  const LooseValue *owner = options.parent;
  if (!owner)
    return {"", NameSort::None};
  for (auto [key, sort] :
       {std::pair(StringLiteral("pass"), NameSort::Pass),
        std::pair(StringLiteral("bundle"), NameSort::Bundle)})
    if (const LooseValue *named = owner->lookup(key))
      return {named->text, sort};
  // What `setOptions` is about.
  const LooseValue *of = owner->lookup("of");
  if (of && of->isObject())
    of = of->lookup("pass");
  return {of ? StringRef(of->text) : StringRef(), NameSort::Pass};
}

static NameSort getSortOfMember(const LooseValue &member) {
  const LooseValue *owner = member.parent;
  if (!owner || !owner->isObject())
    return NameSort::None;
  if (isOptions(*owner)) {
    bool isSlot = member.key == "slot" && owner->key == "options" &&
                  isPatternSlotName(getOwnerOfOptions(*owner).first);
    return isSlot                        ? NameSort::Slot
           : owner->key == "optionsFrom" ? NameSort::None
                                         : NameSort::OptionValue;
  }
  // Under names of their own stand words.
  StringRef around = owner->parent ? StringRef(owner->key) : StringRef();
  if (owner->parent && !owner->parent->parent &&
      is_contained({"options", "severity", "variants", "marks", "kinds"},
                   around))
    return NameSort::None;
  return getSortBelow(member.key);
}

NameSort pmb::language::getValueSort(const LooseValue &memberOrArray) {
  const LooseValue *at = &memberOrArray;
  while (at->parent && at->parent->isArray())
    at = at->parent;
  return getSortOfMember(*at);
}

NameSort pmb::language::getNameSort(const LooseValue &value) {
  return value.isString() ? getValueSort(value) : NameSort::None;
}

NameSort pmb::language::getKeySort(const LooseValue &object) {
  if (isOptions(object))
    return NameSort::Option;
  // Sections of the file.
  if (!object.parent || object.parent->parent || !object.isObject())
    return NameSort::None;
  auto isOneOf = [&](std::initializer_list<StringRef> names) {
    return is_contained(names, object.key);
  };
  if (isOneOf({"contracts", "passes", "renamed"}))
    return NameSort::Pass;
  if (object.key == "bundles")
    return NameSort::Bundle;
  if (object.key == "kinds")
    return NameSort::Kind;
  if (object.key == "properties")
    return NameSort::Property;
  if (object.key == "operations")
    return NameSort::Operation;
  if (isOneOf({"types", "dialects"}))
    return NameSort::Item;
  if (object.key == "severity")
    return NameSort::Diagnostic;
  return NameSort::None;
}

bool pmb::language::isReference(const LooseValue &value) {
  StringRef key = value.getNearestKey();
  return isOrderWord(key) || key == "of" || key == "notBetween" ||
         is_contained(getPlaceKeys(), key);
}

static bool isDefinition(NameSort sort, const LooseValue &value) {
  const LooseValue &owner = *value.getOwner();
  if (sort == NameSort::Slot)
    return owner.key == "options" || !isReference(owner);
  if (sort == NameSort::Pass)
    return !isReference(value) && !isReference(owner);
  return sort == NameSort::Bundle && owner.lookup("passes");
}

std::vector<NamedPlace> pmb::language::findNames(const LooseJson &json,
                                                 StringRef text) {
  std::vector<NamedPlace> names;
  if (!json.getRoot())
    return names;
  forEachValue(*json.getRoot(), [&](const LooseValue &value) {
    const LooseValue *parent = value.parent;
    if (parent && parent->isObject())
      if (NameSort sort = getKeySort(*parent); sort != NameSort::None)
        names.push_back({sort, value.key, getInside(text, value.keyRange),
                         sort == NameSort::Bundle, &value});
    NameSort sort = getNameSort(value);
    if (sort == NameSort::None)
      return;
    names.push_back({sort, value.text, getInside(text, value.range),
                     isDefinition(sort, value), &value});
  });
  return names;
}

std::optional<NamedPlace>
pmb::language::findName(const LooseJson &json, StringRef text, size_t offset) {
  for (NamedPlace &name : findNames(json, text))
    if (name.range.begin <= offset && offset <= name.range.end)
      return std::move(name);
  return std::nullopt;
}
