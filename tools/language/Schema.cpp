//===- Schema.cpp - What a schema allows at a place -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Schema.h"
#include "bundles/json/JsonDocument.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static JsonDocument parseSchema(StringRef wanted) {
#define PMB_SCHEMA(NAME, TEXT)                                                 \
  if (wanted == NAME)                                                          \
    return cantFail(JsonDocument::parse(SourceText::refer(TEXT, NAME)));
#include "tools/Schemas.inc"
#undef PMB_SCHEMA
  llvm_unreachable("unknown schema");
}

const Schema &Schema::get(DocumentSort sort) {
  static const JsonDocument pipeline = parseSchema("pipeline"),
                            contracts = parseSchema("contracts");
  static const Schema ofPipelines(pipeline.getRoot()),
      ofContracts(contracts.getRoot());
  return sort == DocumentSort::Contracts ? ofContracts : ofPipelines;
}

/// What a node says of a member or of elements; null for nothing.
static const JsonValue *getMember(const JsonValue &node, StringRef key) {
  const JsonMember *member = node.lookup(key);
  return member ? &member->value : nullptr;
}

/// Adds a node, and all that it stands for or chooses from, once each.
void Schema::expand(const JsonValue &node, Nodes &into) const {
  if (is_contained(into, &node))
    return;
  into.push_back(&node);
  StringRef reference = node.at("$ref").getText();
  if (reference.consume_front("#/definitions/"))
    if (const JsonValue *target = getMember(root.at("definitions"), reference))
      expand(*target, into);
  for (StringRef key : {"anyOf", "oneOf", "allOf"})
    for (const JsonValue &choice : node.at(key).getElements())
      expand(choice, into);
}

/// What a node says of the member `key` of an object; null for nothing.
static const JsonValue *getProperty(const JsonValue &node, StringRef key) {
  if (const JsonValue *property = getMember(node.at("properties"), key))
    return property;
  const JsonValue &others = node.at("additionalProperties");
  return others.isObject() ? &others : nullptr;
}

/// Whether a node may be about an object with the keys that are there.
static bool mayBe(const JsonValue &node, const LooseValue &object,
                  const LooseValue *ignored) {
  const JsonValue *others = getMember(node, "additionalProperties");
  if (!others || others->isObject() || others->getBool())
    return true;
  return all_of(object.children, [&](const auto &child) {
    return child.get() == ignored || child->key.empty() ||
           node.at("properties").lookup(child->key);
  });
}

Schema::Nodes Schema::findNodes(const LooseValue &value,
                                const LooseValue *ignored) const {
  SmallVector<const LooseValue *> path;
  for (const LooseValue *at = &value; at; at = at->parent)
    path.push_back(at);
  Nodes nodes;
  expand(root, nodes);
  for (const LooseValue *at : reverse(path)) {
    const LooseValue *parent = at->parent;
    Nodes next;
    for (const JsonValue *node : nodes) {
      const JsonValue *step = node;
      if (parent && parent->isObject())
        step = getProperty(*node, at->key);
      else if (parent)
        step = getMember(*node, "items");
      if (step)
        expand(*step, next);
    }
    if (at->isObject())
      erase_if(next, [&](const JsonValue *node) {
        return !mayBe(*node, *at, ignored);
      });
    nodes = std::move(next);
  }
  return nodes;
}

/// What the first of some nodes that says anything says.
static StringRef readDescription(ArrayRef<const JsonValue *> nodes) {
  for (const JsonValue *node : nodes)
    if (StringRef text = node->at("description").getText(); !text.empty())
      return text;
  return "";
}

std::vector<SchemaWord> Schema::getKeys(const LooseValue &object,
                                        const LooseValue *ignored) const {
  std::vector<SchemaWord> keys;
  for (const JsonValue *node : findNodes(object, ignored))
    for (const JsonMember &member : node->at("properties").getMembers()) {
      if (any_of(keys, [&](const SchemaWord &known) {
            return known.word == member.key;
          }))
        continue;
      Nodes all;
      expand(member.value, all);
      keys.push_back({member.key.str(), readDescription(all).str()});
    }
  return keys;
}

std::vector<SchemaWord> Schema::getValues(const LooseValue &value) const {
  std::vector<SchemaWord> words;
  Nodes nodes = findNodes(value, nullptr);
  if (value.isArray()) {
    Nodes elements;
    for (const JsonValue *node : nodes)
      if (const JsonValue *items = getMember(*node, "items"))
        expand(*items, elements);
    nodes = std::move(elements);
  }
  for (const JsonValue *node : nodes) {
    for (const JsonValue &choice : node->at("enum").getElements())
      if (choice.isString())
        words.push_back({choice.getText().str(), ""});
    if (node->at("type").getText() == "boolean")
      for (StringRef word : {"true", "false"})
        words.push_back({word.str(), ""});
  }
  return words;
}

StringRef Schema::getSummary(const LooseValue &member) const {
  return readDescription(findNodes(member, nullptr));
}
