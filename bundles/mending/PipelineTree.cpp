//===- PipelineTree.cpp - The elements of a pipeline in a text ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/PipelineTree.h"
#include "builder/passes/PassDescriptor.h"
#include "builder/passes/PassManagerRules.h"
#include "bundles/contracts/OptionsJson.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TreeList &PipelineTree::addList(TreeList::Sort sort, TextRange inside,
                                TreeElement *owner) {
  TreeList &list = *lists.emplace_back(std::make_unique<TreeList>());
  list.sort = sort;
  list.ranges.inside = inside;
  list.owner = owner;
  return list;
}

TreeElement &PipelineTree::addElement(TreeList &list, TextRange range) {
  TreeElement &element =
      *elements.emplace_back(std::make_unique<TreeElement>());
  element.range = range;
  element.list = &list;
  element.index = list.elements.size();
  list.elements.push_back(&element);
  list.ranges.elements.push_back(range);
  byOffset.try_emplace(range.begin, &element);
  return element;
}

void PipelineTree::addTextual(TreeList &list,
                              ArrayRef<TextualElement> elements) {
  for (const TextualElement &from : elements) {
    TreeElement &element = addElement(list, {from.offset, from.end});
    element.kind =
        from.isNest() ? TreeElement::Kind::Nest : TreeElement::Kind::Pass;
    element.name = from.name;
    // A nest for any operation may have none.
    if (getText().substr(from.offset).starts_with(from.name))
      element.nameRange = {from.offset, from.offset + from.name.size()};
    element.textual = &from;
    if (!from.isNest())
      continue;
    element.nested =
        &addList(list.sort, {from.bodyBegin, from.bodyEnd}, &element);
    addTextual(*element.nested, from.nested);
  }
}

/// The characters of a string, if they stand there as they are meant.
static TextRange getCharacters(StringRef text, const JsonValue &value) {
  TextRange range = {value.getBegin() + 1, value.getEnd() - 1};
  return value.isString() && range.of(text) == value.getText() ? range
                                                               : TextRange();
}

void PipelineTree::addJsonElement(TreeList &list, const JsonValue &value) {
  TreeElement &element = addElement(list, getRange(value));
  element.json = &value;
  auto setName = [&](TreeElement::Kind kind, const JsonValue &name) {
    element.kind = kind;
    element.name = name.getText();
    element.nameRange = getCharacters(getText(), name);
  };
  if (value.isString())
    setName(TreeElement::Kind::Pass, value);
  if (const JsonMember *pass = value.lookup("pass"))
    setName(TreeElement::Kind::Pass, pass->value);
  if (const JsonMember *nest = value.lookup("nest")) {
    if (list.isEdits())
      insertedNests.push_back(&nest->value);
    else
      setName(TreeElement::Kind::Nest, nest->value);
  }
  if (const JsonValue &passes = value.at("passes"); passes.isArray())
    element.nested = &addJson(list.sort, passes, &element);
}

TreeList &PipelineTree::addJson(TreeList::Sort sort, const JsonValue &array,
                                TreeElement *owner) {
  TreeList &list =
      addList(sort, {array.getBegin() + 1, array.getEnd() - 1}, owner);
  for (const JsonValue &element : array.getElements())
    addJsonElement(list, element);
  return list;
}

void PipelineTree::addFile(const JsonValue &root) {
  auto add = [&](TreeList::Sort sort, const JsonValue &array) {
    return array.isArray() ? &addJson(sort, array, nullptr) : nullptr;
  };
  main = add(TreeList::Sort::Passes, root.at("passes"));
  for (const JsonMember &bundle : root.at("bundles").getMembers())
    add(TreeList::Sort::Definition, bundle.value.at("passes"));
  for (auto [kind, key] : editKeys)
    add(TreeList::Sort::Edits, root.at(key));
}

Expected<PipelineTree> PipelineTree::read(StringRef text, bool isJson,
                                          const PassManagerRules &rules) {
  PipelineTree tree(SourceText::copy(text, "<text>"));
  if (isJson) {
    Expected<JsonDocument> document =
        JsonDocument::parse(SourceText::refer(tree.getText(), "<text>"));
    if (!document)
      return document.takeError();
    tree.document = std::move(*document);
    tree.addFile(tree.getJson());
    return tree;
  }
  Expected<TextualPipeline> textual =
      parseTextualPipeline(SourceText::refer(tree.getText(), "<text>"), rules);
  if (!textual)
    return textual.takeError();
  tree.textual = std::move(*textual);
  const TextualElement &root = tree.textual->getRoot();
  tree.main = &tree.addList(TreeList::Sort::Passes,
                            {root.bodyBegin, root.bodyEnd}, nullptr);
  tree.addTextual(*tree.main, root.nested);
  return tree;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

const TreeElement *PipelineTree::lookup(TextPlace place) const {
  std::optional<size_t> offset = source.getOffset(place);
  return offset ? byOffset.lookup(*offset) : nullptr;
}

std::optional<std::vector<std::string>>
PipelineTree::getNests(const TreeList &list) const {
  if (list.sort != TreeList::Sort::Passes)
    return std::nullopt;
  std::vector<std::string> nests;
  for (const TreeElement *owner = list.owner; owner; owner = owner->list->owner)
    if (owner->isNest())
      nests.push_back(owner->name.str());
  std::reverse(nests.begin(), nests.end());
  return nests;
}

std::vector<TextRange> PipelineTree::findNests(StringRef name) const {
  std::vector<TextRange> found;
  for (const TreeElement &element : getElements())
    if (element.isNest() && element.name == name)
      found.push_back(element.nameRange);
  for (const JsonValue *nests : insertedNests) {
    if (nests->getText() == name)
      found.push_back(getCharacters(getText(), *nests));
    for (const JsonValue &nest : nests->getElements())
      if (nest.getText() == name)
        found.push_back(getCharacters(getText(), nest));
  }
  return found;
}

std::string PipelineTree::getOptions(const TreeElement &element) const {
  if (element.textual)
    return element.textual->options.str();
  std::string options;
  if (const JsonMember *member = element.json->lookup("options")) {
    JsonReader reader(*document);
    readOptions(JsonInput(reader, member->value, member), options);
    consumeError(reader.takeError());
  }
  return options;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string PipelineTree::writePass(StringRef name, StringRef options) const {
  if (!isJson())
    return name.str() + wrapOptions(options);
  return writeJsonLine([&](JsonOutput &os) {
    if (options.empty())
      return os.value(name);
    os.object([&] {
      os.attribute("pass", name);
      writeOptionsMember(os, options);
    });
  });
}

std::string PipelineTree::openNest(StringRef op) const {
  return (isJson() ? "{\"nest\": \"" + op + "\", \"passes\": [" : op + "(")
      .str();
}

std::string PipelineTree::writeNests(ArrayRef<std::string> nests,
                                     StringRef element) const {
  std::string open, close;
  for (const std::string &nest : nests) {
    open += openNest(nest);
    close += closeNest();
  }
  return open + element.str() + close;
}
