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
#include "bundles/contracts/StepsJson.h"
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

static void readElementCondition(JsonReader &reader, const JsonValue &value,
                                 Recipe &into) {
  readWhen(reader, value, into.when);
  into.whenPlace = value.getPlace();
}

static void readPin(JsonReader &reader, const JsonValue &value, Recipe &into) {
  if (reader.read(value, into.pinned) && StringRef(into.pinned).trim().empty())
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "'pinned' is the reason, which others are told; it is not "
                  "empty");
}

static void readPinnedOptions(JsonReader &reader, const JsonValue &value,
                              Recipe &into) {
  StringRef text = value.getText();
  into.pinnedOptions =
      text == "open" ? PinnedOptions::Open : PinnedOptions::Fixed;
  if (text != "open" && text != "fixed")
    reader.reportUnknown(DiagnosticCode::BadValue, value.getPlace(),
                         "'pinnedOptions' is 'fixed' or 'open'", text,
                         {"fixed", "open"});
}

static void writePinnedOptions(JsonOutput &os, StringRef key,
                               const Recipe &from) {
  if (from.pinnedOptions == PinnedOptions::Open)
    os.attribute(key, "open");
}

/// Why the builder puts no cleanup into a bundle: without a reason it may.
static void readNoCleanup(JsonReader &reader, const JsonValue &value,
                          Recipe &into) {
  if (reader.read(value, into.noCleanup) && into.noCleanup.empty())
    reader
        .report(DiagnosticCode::BadValue, value.getPlace(),
                "'noCleanup' needs the reason")
        .help("say why, or leave it out");
}

static void readKinds(JsonReader &reader, const JsonValue &value,
                      Recipe &into) {
  reader.forEach(value, [&](const JsonValue &element) {
    std::string kind;
    if (reader.readName(element, kind))
      into.kinds.push_back(std::move(kind));
  });
}

/// The operations of which each has a nest with all that is in the bundle.
static void readNests(JsonReader &reader, const JsonValue &value,
                      Recipe &into) {
  if (value.isArray() && value.getElements().empty())
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "'nest' names no operation");
  reader.forEach(value, [&](const JsonValue &element) {
    std::string op;
    if (!reader.readName(element, op))
      return;
    if (is_contained(into.nests, op))
      reader.report(DiagnosticCode::BadValue, element.getPlace(),
                    "there is a nest for " + quote(op) + " already");
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

void RecipeReader::readList(const JsonValue &value, std::vector<Recipe> &into) {
  if (!value.isArray())
    return reader.reportType(value, "a list");
  for (const JsonValue &element : value.getElements())
    readElement(element, into.emplace_back());
}

void RecipeReader::readElement(const JsonValue &value, Recipe &into) {
  into.source = source;
  into.place = value.getPlace();
  if (value.isString()) {
    reader.readName(value, into.name);
    return;
  }
  if (!value.isObject())
    return reader.reportType(value, "strings and objects");
  if (const Sort *sort = findSort(value))
    read(value, *sort, std::nullopt, into);
}

bool RecipeReader::readInsertion(const JsonValue &object, Recipe &into,
                                 ArrayRef<StringRef> others) {
  into.source = source;
  into.place = object.getPlace();
  const Sort *sort = findInsertedSort(object);
  if (sort)
    read(object, *sort, others, into);
  return sort;
}

const RecipeReader::Sort *RecipeReader::findSort(const JsonValue &value) {
  const Sort *sort = nullptr;
  SmallVector<StringRef> keys;
  const JsonMember *nest = value.lookup("nest");
  for (const Sort &candidate : sorts) {
    keys.push_back(candidate.key);
    const JsonMember *member = value.lookup(candidate.key);
    // A bundle can have nests; several of them are a bundle anyway.
    bool isBundle = candidate.kind == Recipe::Kind::Bundle;
    if (isBundle && nest && (member || nest->value.isArray())) {
      sort = &candidate;
      continue;
    }
    if (member && sort) {
      reader.report(DiagnosticCode::BadValue, member->place,
                    "an element of the list is " + sort->what.str() + " or " +
                        candidate.what.str() + ", not both");
      return nullptr;
    }
    if (member)
      sort = &candidate;
  }
  if (sort)
    return sort;
  // Most likely that key is there with a typing error.
  StringRef wrong = findMisspelled(value, keys);
  if (wrong.empty() && !value.getMembers().empty())
    wrong = value.getMembers().front().key;
  std::string message = "an element of the list needs 'pass', 'nest', "
                        "'bundle', 'slot' or 'include'";
  // As C++ calls it, where a slot for patterns is no element of its own.
  if (value.lookup("conversionSlot"))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(), message)
        .help("a slot for conversion patterns is {\"pass\": "
              "\"pmb-convert\", \"options\": {\"slot\": ...}}");
  else if (value.lookup("patternSlot"))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(), message)
        .help("a slot for patterns is {\"pass\": \"pmb-rewrite\", "
              "\"options\": {\"slot\": ...}}");
  else
    reader.reportUnknown(DiagnosticCode::MissingKey, value.getPlace(),
                         std::move(message), wrong, keys);
  return nullptr;
}

const RecipeReader::Sort *
RecipeReader::findInsertedSort(const JsonValue &object) {
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
  Diagnostic &diagnostic = reader.report(
      found.empty() ? DiagnosticCode::MissingKey : DiagnosticCode::BadValue,
      object.getPlace(),
      "an insertion needs one of 'pass', 'bundle' and 'slot'");
  if (StringRef wrong = findMisspelled(object, keys);
      found.empty() && !wrong.empty())
    suggest(diagnostic, wrong, keys);
  return nullptr;
}

/// `others` are set for an insertion.
void RecipeReader::read(const JsonValue &object, const Sort &sort,
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
    if (into.isPass())
      known.push_back("nest");
  }
  for (StringRef key : {"keep", "establish"})
    if (const JsonMember *member = isBundle ? object.lookup(key) : nullptr) {
      reader
          .report(DiagnosticCode::UnknownKey, member->place,
                  "a bundle has no key " + quote(key))
          .help("give it to the passes in the bundle");
      known.push_back(key);
    }
  reader.checkKeys(object, others ? "an insertion" : sort.what.data(), known);
  reader.forEachMember(object, [&](const JsonMember &member) {
    const ElementField *key = lookupKey(member.key);
    bool isContract =
        !others && isBundle && is_contained(getContractWords(), member.key);
    if (member.key == sort.key && sort.kind == Recipe::Kind::Include)
      readFileName(member.value, into);
    else if (member.key == sort.key)
      reader.readName(member.value, into.name);
    else if (isBundle && !into.isDefinition &&
             (isContract || (key && key->isOfDefinition)))
      reader
          .report(DiagnosticCode::BadValue, member.place,
                  quote(member.key) +
                      " belongs to the definition of the bundle")
          .help("put it under 'bundles', or give the bundle 'passes' here");
    else if (member.key == "passes" && (isBundle || isNest))
      readList(member.value, into.body);
    else if (member.key == "nest" && others && into.isPass())
      reader.read(member.value, into.nest);
    else
      readMember(member, into);
  });
  if (isBundle && isNest)
    into.name = join(into.nests, "+");
  const JsonMember *options = object.lookup("pinnedOptions");
  if (options && !object.lookup("pinned"))
    reader.report(DiagnosticCode::MissingKey, options->place,
                  "'pinnedOptions' goes with 'pinned', which has the reason");
  if (into.isDefinition && !others)
    readContractWords(reader, object, into.contract);
  if (isNest && !object.lookup("passes") && !hasMisspelled(object, {"passes"}))
    reader.report(DiagnosticCode::MissingKey, object.getPlace(),
                  "a nest needs 'passes'");
  if (sort.kind == Recipe::Kind::Include && !into.name.empty())
    if (std::optional<unsigned> file =
            include(into.name, object.lookup(sort.key)->value.getPlace()))
      into.file = *file;
}

void RecipeReader::readMember(const JsonMember &member, Recipe &into) {
  const ElementField *key = lookupKey(member.key);
  bool isGiven = member.key == "options" || member.key == "optionsFrom";
  if (isGiven && into.isDefinition)
    reader
        .report(DiagnosticCode::BadValue, member.place,
                "a bundle that is defined in its place is given no options")
        .help("define it under 'bundles', where 'options' declares them");
  else if (key && key->isOf(into.kind))
    key->field.read(reader, member.value, into);
}

void RecipeReader::readMembers(const JsonValue &object, Recipe &into) {
  into.source = source;
  into.place = object.getPlace();
  reader.forEachMember(
      object, [&](const JsonMember &member) { readMember(member, into); });
}

void RecipeReader::readFileName(const JsonValue &value, Recipe &into) {
  std::string name;
  if (!reader.read(value, name))
    return;
  // The operating system would take a zero byte for the end of the name.
  if (name.empty() || StringRef(name).contains('\0'))
    reader
        .report(DiagnosticCode::BadName, value.getPlace(),
                quotePath(name) + " cannot be the name of a file")
        .help("name a file, relative to the folder of this one");
  else
    into.name = std::move(name);
}

void RecipeReader::readDefinition(const JsonMember &member, Recipe &into) {
  into.kind = Recipe::Kind::Bundle;
  into.isDefinition = true;
  into.source = source;
  into.place = member.place;
  into.name = member.key.str();
  const JsonValue &value = member.value;
  if (!reader.checkName(member.key, member.place))
    return;
  if (!value.isObject())
    return reader.reportType(value, "an object");
  SmallVector<StringRef, 32> known = {"passes", "options"};
  for (const ElementField &key : elementKeys)
    if (key.isOfDefinition)
      known.push_back(key.field.key);
  append_range(known, getContractWords());
  reader.checkKeys(value, "a bundle", known);
  if (!value.lookup("passes") && !hasMisspelled(value, {"passes"}))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "a bundle needs 'passes'");
  reader.forEachMember(value, [&](const JsonMember &inner) {
    const ElementField *key = lookupKey(inner.key);
    if (inner.key == "passes")
      readList(inner.value, into.body);
    else if (inner.key == "options")
      readOptionDeclarations(reader, inner.value, into.declaredOptions);
    else if (key && key->isOfDefinition)
      key->field.read(reader, inner.value, into);
  });
  readContractWords(reader, value, into.contract);
}

void pmb::readOptionDeclarations(JsonReader &reader, const JsonValue &value,
                                 std::vector<OptionDescriptor> &into) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    OptionDescriptor option;
    option.name = member.key.str();
    if (!member.value.isObject())
      return reader.reportType(member.value, "an object");
    if (!member.value.lookup("type") && !member.value.lookup("values") &&
        !hasMisspelled(member.value, {"type", "values"})) {
      reader.report(DiagnosticCode::MissingKey, member.value.getPlace(),
                    "an option needs 'type' or 'values'");
      return;
    }
    if (readOption(reader, member.value, option))
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
