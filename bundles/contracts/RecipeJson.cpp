//===- RecipeJson.cpp - Lists of passes as JSON ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/RecipeJson.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/OptionsJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// A key that an element has beside the one that says what it is.
namespace {
struct ElementField {
  /// Has a bit for each kind of elements that has the key.
  unsigned kinds;
  JsonField<Recipe> field;
  /// Of a bundle, only its definition has the key.
  bool isOfDefinition = false;

  bool isOf(Recipe::Kind kind) const { return kinds >> unsigned(kind) & 1; }
};
} // namespace

static constexpr unsigned ofPass = 1u << unsigned(Recipe::Kind::Pass),
                          ofNest = 1u << unsigned(Recipe::Kind::Nest),
                          ofBundle = 1u << unsigned(Recipe::Kind::Bundle),
                          ofSlot = 1u << unsigned(Recipe::Kind::Slot),
                          ofAll = ~0u;

static void readElementCondition(const JsonInput &value, Recipe &into) {
  readWhen(value, into.when);
  into.whenPlace = value.getPlace();
}

static void readPin(const JsonInput &value, Recipe &into) {
  if (value.read(into.pinned) && StringRef(into.pinned).trim().empty())
    value.reject("'pinned' is the reason, which others are told; it is not "
                 "empty");
}

static void readPinnedOptions(const JsonInput &value, Recipe &into) {
  StringRef text = value.getText();
  into.pinnedOptions =
      text == "open" ? PinnedOptions::Open : PinnedOptions::Fixed;
  if (text != "open" && text != "fixed")
    value.reportUnknown(DiagnosticCode::BadValue,
                        "'pinnedOptions' is 'fixed' or 'open'", text,
                        {"fixed", "open"});
}

static void writePinnedOptions(JsonOutput &os, StringRef key,
                               const Recipe &from) {
  if (from.pinnedOptions == PinnedOptions::Open)
    os.attribute(key, "open");
}

/// Why the builder puts no cleanup into a bundle: without a reason it may.
static void readNoCleanup(const JsonInput &value, Recipe &into) {
  if (value.read(into.noCleanup) && into.noCleanup.empty())
    value.reject("'noCleanup' needs the reason")
        .help("say why, or leave it out");
}

static void readKinds(const JsonInput &value, Recipe &into) {
  value.forEach([&](const JsonInput &element) {
    std::string kind;
    if (element.readName(kind))
      into.kinds.push_back(std::move(kind));
  });
}

/// The operations of which each has a nest with all that is in the bundle.
static void readNests(const JsonInput &value, Recipe &into) {
  if (value.isArray() && value.getElements().empty())
    value.reject("'nest' names no operation");
  value.forEach([&](const JsonInput &element) {
    std::string op;
    if (!element.readName(op))
      return;
    if (is_contained(into.nests, op))
      element.reject("there is a nest for " + quote(op) + " already");
    else
      into.nests.push_back(std::move(op));
  });
}

/// In the order in which they are written.
static constexpr ElementField elementKeys[] = {
    {ofPass | ofBundle, optionsField<&Recipe::options, Recipe>},
    {ofPass | ofBundle, optionsFromField<&Recipe::optionsFrom, Recipe>},
    {ofAll,
     {"when", readElementCondition,
      jsonField<&Recipe::when, Recipe>("when").write}},
    {ofPass, jsonField<&Recipe::isKept, Recipe>("keep")},
    {ofPass,
     {"establish", jsonField<&Recipe::canBeEstablished, Recipe>("").read,
      [](JsonOutput &os, StringRef key, const Recipe &from) {
        if (!from.canBeEstablished)
          os.attribute(key, false);
      }}},
    {ofPass | ofBundle | ofSlot,
     {"pinned", readPin, jsonField<&Recipe::pinned, Recipe>("").write}},
    {ofPass | ofBundle,
     {"pinnedOptions", readPinnedOptions, writePinnedOptions}},
    {ofNest, jsonField<&Recipe::isSeparate, Recipe>("separate")},
    {ofAll, jsonField<&Recipe::reason, Recipe>("reason")},
    {ofBundle, {"kinds", readKinds, nullptr}, true},
    {ofBundle,
     {"contiguous", jsonField<&Recipe::isContiguous, Recipe>("").read, nullptr},
     true},
    {ofBundle, {"noCleanup", readNoCleanup, nullptr}, true},
    {ofBundle, {"nest", readNests, nullptr}, true},
};

static const ElementField *lookupKey(StringRef key) {
  const auto *it = find_if(elementKeys, [&](const ElementField &candidate) {
    return candidate.field.key == key;
  });
  return it == std::end(elementKeys) ? nullptr : it;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// What an element is, and the key that says so.
struct RecipeReader::Sort {
  StringLiteral key;
  Recipe::Kind kind;
  StringLiteral what;
};

const RecipeReader::Sort RecipeReader::sorts[] = {
    {"pass", Recipe::Kind::Pass, "a pass"},
    {"nest", Recipe::Kind::Nest, "a nest"},
    {"bundle", Recipe::Kind::Bundle, "a bundle"},
    {"slot", Recipe::Kind::Slot, "a slot"},
    {"include", Recipe::Kind::Include, "an include"},
};

void RecipeReader::readList(const JsonInput &value, std::vector<Recipe> &into) {
  if (!value.isArray())
    return value.reportType("a list");
  value.forEach([&](const JsonInput &element) {
    readElement(element, into.emplace_back());
  });
}

void RecipeReader::readElement(const JsonInput &value, Recipe &into) {
  into.source = source;
  into.place = value.getPlace();
  if (value.isString()) {
    value.readName(into.name);
    return;
  }
  if (!value.isObject())
    return value.reportType("strings and objects");
  if (const Sort *sort = findSort(value))
    read(value, *sort, std::nullopt, into);
}

bool RecipeReader::readInsertion(const JsonInput &object, Recipe &into,
                                 ArrayRef<StringRef> others) {
  into.source = source;
  into.place = object.getPlace();
  const Sort *sort = findInsertedSort(object);
  if (sort)
    read(object, *sort, others, into);
  return sort;
}

const RecipeReader::Sort *RecipeReader::findSort(const JsonInput &value) {
  const Sort *sort = nullptr;
  SmallVector<StringRef> keys;
  std::optional<JsonInput> nest = value.find("nest");
  for (const Sort &candidate : sorts) {
    keys.push_back(candidate.key);
    std::optional<JsonInput> member = value.find(candidate.key);
    // A bundle can have nests; several of them are a bundle anyway.
    bool isBundle = candidate.kind == Recipe::Kind::Bundle;
    if (isBundle && nest && (member || nest->isArray())) {
      sort = &candidate;
      continue;
    }
    if (member && sort) {
      member->rejectKey("an element of the list is " + sort->what.str() +
                        " or " + candidate.what.str() + ", not both");
      return nullptr;
    }
    if (member)
      sort = &candidate;
  }
  if (sort)
    return sort;
  // Most likely that key is there with a typing error.
  StringRef wrong = value.findMisspelled(keys);
  if (wrong.empty() && !value.getMembers().empty())
    wrong = value.getMembers().front().key;
  std::string message = "an element of the list needs 'pass', 'nest', "
                        "'bundle', 'slot' or 'include'";
  // As C++ calls it, where a slot for patterns is no element of its own.
  if (value.lookup("conversionSlot"))
    value.reportMissing(message).help(
        "a slot for conversion patterns is {\"pass\": "
        "\"pmb-convert\", \"options\": {\"slot\": ...}}");
  else if (value.lookup("patternSlot"))
    value.reportMissing(message).help(
        "a slot for patterns is {\"pass\": \"pmb-rewrite\", "
        "\"options\": {\"slot\": ...}}");
  else
    value.reportUnknown(DiagnosticCode::MissingKey, std::move(message), wrong,
                        keys);
  return nullptr;
}

const RecipeReader::Sort *
RecipeReader::findInsertedSort(const JsonInput &object) {
  SmallVector<const Sort *> found;
  SmallVector<StringRef> keys;
  for (const Sort &sort : sorts)
    if (sort.kind != Recipe::Kind::Nest && sort.kind != Recipe::Kind::Include) {
      keys.push_back(sort.key);
      if (object.lookup(sort.key))
        found.push_back(&sort);
    }
  if (found.size() == 1)
    return found.front();
  Diagnostic &diagnostic = object.report(
      found.empty() ? DiagnosticCode::MissingKey : DiagnosticCode::BadValue,
      "an insertion needs one of 'pass', 'bundle' and 'slot'");
  if (StringRef wrong = object.findMisspelled(keys);
      found.empty() && !wrong.empty())
    suggest(diagnostic, wrong, keys);
  return nullptr;
}

/// Whether an insertion of it says with `nest` where it goes. A definition says
/// with that which nests are in it.
static bool isPlaced(const Recipe &inserted) { return !inserted.isDefinition; }

/// `others` are set for an insertion.
void RecipeReader::read(const JsonInput &object, const Sort &sort,
                        std::optional<ArrayRef<StringRef>> others,
                        Recipe &into) {
  into.kind = sort.kind;
  bool isBundle = into.isBundle();
  // Without a name of its own it is called as its nests are.
  bool isNest =
      sort.kind == Recipe::Kind::Nest || (isBundle && !object.lookup(sort.key));
  into.isDefinition = isBundle && (isNest || object.lookup("passes"));
  SmallVector<StringRef, 32> known = {sort.key};
  if (isBundle || isNest)
    known.push_back("passes");
  for (const ElementField &key : elementKeys)
    if (key.isOf(sort.kind))
      known.push_back(key.field.key);
  // `before` and `after` are positions in an insertion, so there are no
  // contracts.
  if (isBundle && !others)
    append_range(known, getContractWords());
  if (others) {
    append_range(known, *others);
    if (isPlaced(into))
      known.push_back("nest");
  }
  for (StringRef key : {"keep", "establish"})
    if (std::optional<JsonInput> member = object.find(key);
        isBundle && member) {
      member
          ->reportKey(DiagnosticCode::UnknownKey,
                      "a bundle has no key " + quote(key))
          .help("give it to the passes in the bundle");
      known.push_back(key);
    }
  object.checkKeys(others ? "an insertion" : sort.what.data(), known);
  object.forEachMember([&](const JsonInput &member) {
    const ElementField *key = lookupKey(member.getKey());
    bool isContract = !others && isBundle &&
                      is_contained(getContractWords(), member.getKey());
    if (member.getKey() == sort.key && sort.kind == Recipe::Kind::Include)
      member.readFileName(into.name);
    else if (member.getKey() == sort.key && others && into.isPass())
      member.readNameBesideNest(into.name);
    else if (member.getKey() == sort.key)
      member.readName(into.name);
    else if (member.getKey() == "nest" && others && isPlaced(into))
      member.read(into.nest);
    else if (isBundle && !into.isDefinition &&
             (isContract || (key && key->isOfDefinition)))
      member
          .rejectKey(quote(member.getKey()) +
                     " belongs to the definition of the bundle")
          .help("put it under 'bundles', or give the bundle 'passes' here");
    else if (member.getKey() == "passes" && (isBundle || isNest))
      readList(member, into.body);
    else
      readMember(member, into);
  });
  if (isBundle && isNest)
    into.name = join(into.nests, "+");
  std::optional<JsonInput> options = object.find("pinnedOptions");
  if (options && !object.lookup("pinned"))
    options->reportKey(
        DiagnosticCode::MissingKey,
        "'pinnedOptions' goes with 'pinned', which has the reason");
  if (into.isDefinition && !others)
    readContractWords(object, into.contract);
  if (isNest && object.lacks({"passes"}))
    object.reportMissing("a nest needs 'passes'");
  if (sort.kind == Recipe::Kind::Include && !into.name.empty())
    if (std::optional<unsigned> file = include(*object.find(sort.key)))
      into.file = *file;
}

void RecipeReader::readMember(const JsonInput &member, Recipe &into) {
  const ElementField *key = lookupKey(member.getKey());
  bool isGiven =
      member.getKey() == "options" || member.getKey() == "optionsFrom";
  if (isGiven && into.isDefinition)
    member
        .rejectKey("a bundle that is defined in its place is given no options")
        .help("define it under 'bundles', where 'options' declares them");
  else if (key && key->isOf(into.kind))
    key->field.read(member, into);
}

void RecipeReader::readMembers(const JsonInput &object, Recipe &into) {
  into.source = source;
  into.place = object.getPlace();
  object.forEachMember(
      [&](const JsonInput &member) { readMember(member, into); });
}

void RecipeReader::readDefinition(const JsonInput &member, Recipe &into) {
  into.kind = Recipe::Kind::Bundle;
  into.isDefinition = true;
  into.source = source;
  into.place = member.getKeyPlace();
  into.name = member.getKey().str();
  if (!member.checkKeyName())
    return;
  if (!member.isObject())
    return member.reportType("an object");
  SmallVector<StringRef, 32> known = {"passes", "options"};
  for (const ElementField &key : elementKeys)
    if (key.isOfDefinition)
      known.push_back(key.field.key);
  append_range(known, getContractWords());
  member.checkKeys("a bundle", known);
  if (member.lacks({"passes"}))
    member.reportMissing("a bundle needs 'passes'");
  member.forEachMember([&](const JsonInput &inner) {
    const ElementField *key = lookupKey(inner.getKey());
    if (inner.getKey() == "passes")
      readList(inner, into.body);
    else if (inner.getKey() == "options")
      readOptionDeclarations(inner, into.declaredOptions);
    else if (key && key->isOfDefinition)
      key->field.read(inner, into);
  });
  readContractWords(member, into.contract);
}

void pmb::readOptionDeclarations(const JsonInput &value,
                                 std::vector<OptionDescriptor> &into) {
  value.forEachMember([&](const JsonInput &member) {
    OptionDescriptor option;
    option.name = member.getKey().str();
    if (!member.isObject())
      return member.reportType("an object");
    if (member.lacks({"type", "values"})) {
      member.reportMissing("an option needs 'type' or 'values'");
      return;
    }
    if (readOption(member, option))
      into.push_back(std::move(option));
  });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void pmb::writeOptionDeclarations(JsonOutput &os,
                                  ArrayRef<OptionDescriptor> options) {
  if (options.empty())
    return;
  os.attributeObject("options", [&] {
    for (const OptionDescriptor &option : options)
      os.attributeObject(option.name, [&] { writeOptionFields(os, option); });
  });
}

void pmb::writeDefinition(JsonOutput &os, const Recipe &bundle) {
  writeMember(os, "nest", bundle.nests);
  writeMember(os, "kinds", bundle.kinds);
  writeMember(os, "contiguous", bundle.isContiguous);
  writeOptionDeclarations(os, bundle.declaredOptions);
  writeMember(os, "noCleanup", bundle.noCleanup);
  writeContractWords(os, bundle.contract);
  writePasses(os, bundle.body);
}

void pmb::writeGivenOptions(JsonOutput &os, const Recipe &element) {
  for (StringRef key : {"options", "optionsFrom"})
    lookupKey(key)->field.write(os, key, element);
}

void pmb::writeElement(JsonOutput &os, const Recipe &element) {
  static constexpr StringLiteral keys[] = {"pass", "nest", "bundle", "slot",
                                           "include"};
  os.attribute(keys[unsigned(element.kind)], element.name);
  for (const ElementField &key : elementKeys)
    if (key.field.write)
      key.field.write(os, key.field.key, element);
  if (element.isDefinition)
    writeDefinition(os, element);
  else if (element.kind == Recipe::Kind::Nest)
    writePasses(os, element.body);
}

/// Whether there is nothing to write but the name of a pass.
static bool isPlain(const Recipe &element) {
  return element.isPass() && element.options.empty() &&
         element.reason.empty() && element.when.empty() &&
         element.optionsFrom.empty() && !element.isKept &&
         element.canBeEstablished && element.pinned.empty();
}

void pmb::writePasses(JsonOutput &os, ArrayRef<Recipe> elements) {
  os.attributeArray("passes", [&] {
    for (const Recipe &element : elements)
      if (isPlain(element))
        os.value(element.name);
      else
        os.object([&] { writeElement(os, element); });
  });
}
