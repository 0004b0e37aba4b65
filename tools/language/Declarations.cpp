//===- Declarations.cpp - What a document itself declares -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Declarations.h"
#include "tools/language/LooseCondition.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static OptionDescriptor readDeclaredOption(const LooseValue &member) {
  OptionDescriptor option;
  option.name = member.key;
  option.type = parseOptionType(member.at("type").text)
                    .value_or(OptionDescriptor::Type::Text);
  if (const LooseValue *values = member.lookup("values")) {
    option.type = OptionDescriptor::Type::Enum;
    for (const auto &value : values->children)
      option.values.push_back(value->text);
  }
  option.summary = member.at("summary").text;
  return option;
}

std::vector<OptionDescriptor>
pmb::language::readDeclaredOptions(const LooseValue *owner) {
  std::vector<OptionDescriptor> options;
  if (owner)
    for (const auto &member : owner->at("options").children)
      if (!member->key.empty())
        options.push_back(readDeclaredOption(*member));
  return options;
}

/// The key of the section of the file that an object is a member of; empty if
/// it is none.
static StringRef getSection(const LooseValue &object) {
  const LooseValue *section = object.parent;
  bool isMember = object.isObject() && section && section->isObject() &&
                  section->parent && !section->parent->parent;
  return isMember ? StringRef(section->key) : StringRef();
}

SmallVector<const LooseValue *>
pmb::language::findScopes(const LooseValue &value) {
  SmallVector<const LooseValue *> scopes;
  for (const LooseValue *at = &value; at; at = at->parent)
    if (!at->parent || is_contained({StringRef("bundles"), StringRef("passes"),
                                     StringRef("contracts")},
                                    getSection(*at)))
      scopes.push_back(at);
  return scopes;
}

/// The name of an option or a variant that a string has at a byte; empty if it
/// has none.
static StringRef findAskedName(const LooseValue &value, TextRange inside,
                               StringRef text, size_t offset) {
  if (value.parent && value.parent->key == "optionsFrom")
    return inside.of(text);
  if (value.key != "when")
    return "";
  ConditionSpot spot = findInCondition(inside.of(text), offset - inside.begin);
  return spot.comparedWith.empty() ? spot.word.of(inside.of(text))
                                   : StringRef();
}

const LooseValue *pmb::language::findDeclaration(const LooseJson &json,
                                                 size_t offset) {
  JsonSpot spot = json.find(offset);
  if (!spot.child || !spot.isInString)
    return nullptr;
  if (spot.isKey)
    return isVariant(*spot.container)
               ? json.getRoot()->at("options").lookup(spot.child->key)
               : nullptr;
  StringRef name =
      findAskedName(*spot.child, spot.inside, json.getText(), offset);
  if (name.empty())
    return nullptr;
  for (const LooseValue *scope : findScopes(*spot.child))
    if (const LooseValue *option = scope->at("options").lookup(name))
      return option;
  return json.getRoot()->at("variants").lookup(name);
}

bool pmb::language::isVariant(const LooseValue &object) {
  return getSection(object) == "variants";
}

StringRef pmb::language::findNestAround(const LooseValue &value,
                                        StringRef root) {
  for (const LooseValue *at = &value; at; at = at->parent) {
    // Its users say where a bundle stands.
    if (getSection(*at) == "bundles")
      return "";
    const LooseValue *owner = at->parent;
    const LooseValue *nest =
        owner && at->key == "passes" ? owner->lookup("nest") : nullptr;
    if (nest)
      return nest->isString() ? StringRef(nest->text) : StringRef();
  }
  return root;
}
