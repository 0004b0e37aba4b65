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
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

/// What the entries of a word name.
static NameSort getSort(EntryForm form) {
  switch (form) {
#define PMB_FORM(FORM, NAMES, DEFINITION)                                      \
  case EntryForm::FORM:                                                        \
    return NameSort::NAMES;
#include "builder/passes/Words.def"
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

/// A sort, and the keys that it stands under.
using KeysOfSort = std::pair<NameSort, StringLiteral>;

static NameSort lookupSort(ArrayRef<KeysOfSort> table, StringRef key) {
  for (auto [sort, keys] : table)
    if (is_contained(split(keys, ' '), key))
      return sort;
  return NameSort::None;
}

/// What a string below a key is, in lists as well.
static NameSort getSortBelow(StringRef key) {
  static constexpr KeysOfSort table[] = {
      {NameSort::Pass, "pass passes immediatelyBefore immediatelyAfter of "
                       "establishedBy like barrier notBetween renamed"},
      {NameSort::Bundle, "bundle"},
      {NameSort::Slot, "slot"},
      {NameSort::Kind, "kind kinds"},
      {NameSort::Property, "property properties provider invalidator"},
      {NameSort::Operation, "nest anchor anchors parent"},
      {NameSort::Item, "item carriers likely possible onlyUsers onlySources "
                       "inAttributes becomes inputNever"},
      {NameSort::Contents, "contents"},
      {NameSort::File, "include"}};
  NameSort sort = lookupSort(table, key);
  return sort == NameSort::None ? getSortInContract(key) : sort;
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
  const LooseValue &of = owner->at("of");
  return {of.isObject() ? of.at("pass").text : of.text, NameSort::Pass};
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
  static constexpr KeysOfSort sections[] = {
      {NameSort::Pass, "contracts passes renamed"},
      {NameSort::Bundle, "bundles"},
      {NameSort::Kind, "kinds"},
      {NameSort::Property, "properties"},
      {NameSort::Operation, "operations"},
      {NameSort::Item, "types dialects"},
      {NameSort::Diagnostic, "severity"}};
  bool isSection = object.isObject() && object.parent && !object.parent->parent;
  return isSection ? lookupSort(sections, object.key) : NameSort::None;
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

std::vector<NamedPlace> pmb::language::findNames(const LooseJson &json) {
  std::vector<NamedPlace> names;
  if (!json.getRoot())
    return names;
  forEachValue(*json.getRoot(), [&](const LooseValue &value) {
    const LooseValue *parent = value.parent;
    if (parent && parent->isObject())
      if (NameSort sort = getKeySort(*parent); sort != NameSort::None)
        names.push_back({sort, value.key, json.getInside(value.keyRange),
                         sort == NameSort::Bundle, &value});
    NameSort sort = getNameSort(value);
    if (sort == NameSort::None)
      return;
    names.push_back({sort, value.text, json.getInside(value.range),
                     isDefinition(sort, value), &value});
  });
  return names;
}

std::optional<NamedPlace> pmb::language::findName(const LooseJson &json,
                                                  size_t offset) {
  for (NamedPlace &name : findNames(json))
    if (name.range.begin <= offset && offset <= name.range.end)
      return std::move(name);
  return std::nullopt;
}
