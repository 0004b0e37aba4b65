//===- CompletionJson.cpp - What may stand at a place in JSON -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Completer.h"
#include "tools/language/Declarations.h"
#include "tools/language/LooseCondition.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What documents define and declare
//===----------------------------------------------------------------------===//

void Completer::forEachFile(
    function_ref<void(StringRef, const LooseJson &)> visit) const {
  visit(path, *json);
  for (const std::string &file : workspace.getIncluded(path))
    if (const Document *document = workspace.getDocument(file))
      visit(file, document->getJson());
}

/// The names that the document and what it includes define.
void Completer::addDefined(NameSort sort) {
  forEachFile([&](StringRef file, const LooseJson &other) {
    for (const NamedPlace &name : findNames(other)) {
      // What is being written, or put somewhere, is not there yet.
      const LooseValue *element = name.value->parent;
      bool isElement = name.value->isString() && element &&
                       element->isObject() && element->parent;
      TextRange whole = isElement ? element->range : name.range;
      bool isHere =
          whole.begin <= offset && offset <= whole.end && file == path;
      if (name.sort != sort || !name.isDefinition || name.name.empty() ||
          isHere)
        continue;
      const PassDescriptor *pass =
          sort == NameSort::Pass ? catalog.lookupPass(name.name) : nullptr;
      add(sort, name.name,
          pass ? pass->summary : "defined in " + Workspace::getName(file));
    }
  });
}

static StringRef getSummaryOf(const LooseValue &member) {
  return member.isString() ? member.text : member.at("summary").text;
}

/// The names that a section of the document declares.
void Completer::addDeclared(NameSort sort) {
  static constexpr std::pair<StringLiteral, NameSort> sections[] = {
      {"passes", NameSort::Pass},          {"contracts", NameSort::Pass},
      {"kinds", NameSort::Kind},           {"properties", NameSort::Property},
      {"operations", NameSort::Operation}, {"contents", NameSort::Contents}};
  for (auto [section, of] : sections)
    for (const auto &member : json->getRoot()->at(section).children)
      if (of == sort && !member->key.empty())
        add(sort, member->key, getSummaryOf(*member));
}

/// The operations of a dialect that the document declares; without one,
/// dialects and kinds of types.
void Completer::addDeclaredItems(StringRef dialect) {
  const LooseValue &root = *json->getRoot();
  if (!dialect.empty()) {
    for (const auto &operation : root.at("dialects").at(dialect).children)
      add(NameSort::Item, operation->text);
    return;
  }
  for (StringRef section : {"dialects", "types"})
    for (const auto &member : root.at(section).children)
      if (!member->key.empty())
        add(NameSort::Item, member->key,
            section == "types" ? "kind of type" : "dialect");
}

std::vector<OptionDescriptor> Completer::getOptions(StringRef name,
                                                    NameSort sort) const {
  std::vector<OptionDescriptor> options;
  auto addAll = [&](ArrayRef<OptionDescriptor> others) {
    for (const OptionDescriptor &option : others)
      if (!pmb::lookupOption(options, option.name))
        options.push_back(option);
  };
  if (sort == NameSort::Bundle)
    forEachFile([&](StringRef, const LooseJson &file) {
      if (file.getRoot())
        addAll(readDeclaredOptions(file.getRoot()->at("bundles").lookup(name)));
    });
  else
    for (StringRef section : {"passes", "contracts"})
      addAll(readDeclaredOptions(json->getRoot()->at(section).lookup(name)));
  const PassBundle *bundle =
      sort == NameSort::Bundle ? catalog.lookupBundle(name) : nullptr;
  if (bundle && options.empty())
    addAll(bundle->getOptions());
  const PassDescriptor *pass =
      sort == NameSort::Pass ? catalog.lookupPass(name) : nullptr;
  if (pass)
    addAll(pass->options);
  return options;
}

/// The options under `options` of something, or `optionsFrom`.
std::vector<OptionDescriptor>
Completer::getOptionsOf(const LooseValue &options) const {
  if (isVariant(options))
    return readDeclaredOptions(json->getRoot());
  auto [name, sort] = getOwnerOfOptions(options);
  return getOptions(name, sort);
}

std::vector<OptionDescriptor>
Completer::getOptionsOfScope(const LooseValue &scope) const {
  bool isPass = scope.parent && scope.parent->key != "bundles";
  return isPass ? getOptions(scope.key, NameSort::Pass)
                : readDeclaredOptions(&scope);
}

std::optional<OptionDescriptor> Completer::findOption(const LooseValue &place,
                                                      StringRef name) const {
  for (const LooseValue *scope : findScopes(place)) {
    std::vector<OptionDescriptor> options = getOptionsOfScope(*scope);
    if (const OptionDescriptor *option = pmb::lookupOption(options, name))
      return *option;
  }
  return std::nullopt;
}

std::optional<OptionDescriptor>
Completer::findOption(const LooseValue &place) const {
  const LooseValue *member = &place;
  while (member->parent && member->parent->isArray())
    member = member->parent;
  const LooseValue *owner = member->parent;
  if (!owner || !owner->isObject())
    return std::nullopt;
  // What an option is by default is one of its values.
  bool isDeclared = owner->parent && owner->parent->key == "options" &&
                    getValueSort(place) == NameSort::None;
  if (isDeclared && member->key == "default")
    return findOption(place, owner->key);
  bool isGiven =
      isVariant(*owner) || getValueSort(place) == NameSort::OptionValue;
  if (!isGiven)
    return std::nullopt;
  std::vector<OptionDescriptor> options = getOptionsOf(*owner);
  const OptionDescriptor *option = pmb::lookupOption(options, member->key);
  return option ? std::make_optional(*option) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// What may stand where
//===----------------------------------------------------------------------===//

void Completer::addNames(NameSort sort, const LooseValue &place) {
  addDeclared(sort);
  switch (sort) {
  case NameSort::Pass: {
    const LooseValue *owner = place.getOwner();
    bool isNamed = isReference(place) || (owner && isReference(*owner));
    if (isNamed) {
      isLikely = true;
      addDefined(sort);
      isLikely = false;
    }
    const LooseValue *anchor = json->getRoot()->lookup("anchor");
    bool isPut = !isNamed && workspace.getSort(path) != DocumentSort::Contracts;
    StringRef root =
        anchor ? StringRef(anchor->text) : StringRef(catalog.getRules().root);
    return addPasses(isPut ? findNestAround(place, root) : StringRef(),
                     /*choosesNests=*/true);
  }
  case NameSort::Bundle:
    addDefined(sort);
    for (StringRef name : catalog.getBundleNames())
      add(NameSort::Bundle, name);
    return;
  case NameSort::Slot:
    return addDefined(sort);
  case NameSort::Kind:
    for (StringRef name : catalog.getKindNames())
      add(NameSort::Kind, name, catalog.getKindSummary(name));
    return;
  case NameSort::Property:
    for (StringRef name : catalog.getPropertyNames())
      add(NameSort::Property, name, catalog.lookupProperty(name)->summary);
    return;
  case NameSort::Operation:
    return addAnchors();
  case NameSort::Item:
  case NameSort::Contents:
    return addItems(sort == NameSort::Contents);
  case NameSort::File:
    return addFiles(".json");
  case NameSort::Diagnostic:
    for (const DiagnosticInfo &info : getDiagnosticTable())
      add(NameSort::OptionValue, info.name, info.summary);
    return;
  case NameSort::None:
  case NameSort::Option:
  case NameSort::OptionValue:
  case NameSort::Key:
    return;
  }
}

void Completer::addKeys(const JsonSpot &spot) {
  isQuoted = true;
  if (!spot.isInString) {
    bool hasColon = text.drop_front(range.end).ltrim().starts_with(":");
    before = "\"";
    after = hasColon ? "\"" : "\": ";
  }
  NameSort sort = getKeySort(*spot.container);
  if (sort == NameSort::Option || isVariant(*spot.container))
    addOptions(getOptionsOf(*spot.container));
  else if (sort != NameSort::None)
    addNames(sort, *spot.container);
  for (const SchemaWord &key : schema->getKeys(*spot.container, spot.child))
    add(NameSort::Key, key.word, key.summary);
  // A key stands once.
  erase_if(result.items, [&](const Completion &item) {
    const LooseValue *there = spot.container->lookup(item.label);
    return there && there != spot.child;
  });
}

/// The options that may be asked for at a place, and the variants.
void Completer::addScopes(const LooseValue &place, bool hasVariants) {
  for (const LooseValue *scope : findScopes(place))
    addOptions(getOptionsOfScope(*scope));
  if (!hasVariants)
    return;
  for (const auto &member : json->getRoot()->at("variants").children)
    if (!member->key.empty())
      add(NameSort::Option, member->key);
  for (StringRef name : catalog.getVariantNames())
    add(NameSort::Option, name, catalog.getVariantSummary(name));
}

/// The word of a condition that is at the place.
void Completer::addCondition(const JsonSpot &spot, const LooseValue &place) {
  ConditionSpot at =
      findInCondition(spot.inside.of(text), offset - spot.inside.begin);
  range = {spot.inside.begin + at.word.begin, spot.inside.begin + at.word.end};
  if (at.comparedWith.empty())
    return addScopes(place, /*hasVariants=*/true);
  if (std::optional<OptionDescriptor> option =
          findOption(place, at.comparedWith))
    addValues(&*option);
}

void Completer::addJsonValue(const JsonSpot &spot) {
  const LooseValue &place =
      spot.child && spot.container->isObject() ? *spot.child : *spot.container;
  // Words have no quotes, and all else has.
  std::vector<SchemaWord> words = schema->getValues(place);
  if (!spot.isInString)
    for (const SchemaWord &word : words)
      if (word.word == "true" || word.word == "false")
        add(NameSort::OptionValue, word.word);
  std::optional<OptionDescriptor> option = findOption(place);
  if (option && option->type == OptionDescriptor::Type::Bool)
    return addValues(&*option);
  isQuoted = true;
  if (!spot.isInString)
    before = after = "\"";
  if (place.key == "when")
    return addCondition(spot, place);
  addValues(option ? &*option : nullptr);
  addNames(getValueSort(place), place);
  if (place.parent && place.parent->key == "optionsFrom")
    addScopes(place, /*hasVariants=*/false);
  for (const SchemaWord &word : words)
    if (word.word != "true" && word.word != "false")
      add(NameSort::OptionValue, word.word, word.summary);
}

void Completer::completeJson(const LooseJson &document) {
  JsonSpot spot = document.find(offset);
  if (!spot.container)
    return;
  json = &document;
  schema = &Schema::get(workspace.getSort(path));
  range = spot.inside;
  if (spot.isKey)
    addKeys(spot);
  else
    addJsonValue(spot);
}
