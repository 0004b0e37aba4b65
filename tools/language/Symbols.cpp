//===- Symbols.cpp - The parts of a document ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Symbols.h"
#include "builder/diagnostics/Escaping.h"
#include "tools/language/Names.h"
#include "tools/language/Texts.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static std::string getShown(StringRef name) {
  return name.empty() ? "(any)" : escape(shorten(name));
}

static std::vector<OutlineNode>
makeTextSymbols(const PlacedPipeline &placed,
                ArrayRef<std::unique_ptr<LooseElement>> elements) {
  std::vector<OutlineNode> symbols;
  for (const auto &element : elements)
    symbols.push_back(
        {element->isNest ? OutlineNode::Sort::Nest : OutlineNode::Sort::Pass,
         getShown(element->name), placed.getRange(element->range),
         placed.getRange(element->nameRange),
         makeTextSymbols(placed, element->nested)});
  return symbols;
}

static void addListSymbols(StringRef text, const LooseValue &list,
                           std::vector<OutlineNode> &symbols);

/// An element of a list: a name, or an object that says what it is.
static void addElementSymbol(StringRef text, const LooseValue &element,
                             std::vector<OutlineNode> &symbols) {
  if (element.isString()) {
    symbols.push_back({OutlineNode::Sort::Pass,
                       getShown(element.text),
                       element.range,
                       getInside(text, element.range),
                       {}});
    return;
  }
  static constexpr std::pair<StringLiteral, OutlineNode::Sort> keys[] = {
      {"pass", OutlineNode::Sort::Pass},
      {"nest", OutlineNode::Sort::Nest},
      {"bundle", OutlineNode::Sort::Bundle},
      {"slot", OutlineNode::Sort::Slot},
      {"include", OutlineNode::Sort::File}};
  for (auto [key, sort] : keys) {
    const LooseValue *name = element.lookup(key);
    if (!name || !name->isString())
      continue;
    OutlineNode symbol{sort,
                       getShown(name->text),
                       element.range,
                       getInside(text, name->range),
                       {}};
    if (const LooseValue *passes = element.lookup("passes"))
      addListSymbols(text, *passes, symbol.children);
    symbols.push_back(std::move(symbol));
    return;
  }
}

static void addListSymbols(StringRef text, const LooseValue &list,
                           std::vector<OutlineNode> &symbols) {
  if (list.isArray())
    for (const auto &element : list.children)
      addElementSymbol(text, *element, symbols);
}

/// A member of a section, by its key: a bundle or a pass.
static void addMemberSymbols(StringRef text, const LooseValue &section,
                             OutlineNode::Sort sort,
                             std::vector<OutlineNode> &symbols) {
  if (!section.isObject())
    return;
  for (const auto &member : section.children) {
    OutlineNode symbol{sort,
                       getShown(member->key),
                       {member->keyRange.begin,
                        std::max(member->range.end, member->keyRange.end)},
                       getInside(text, member->keyRange),
                       {}};
    if (const LooseValue *passes = member->lookup("passes"))
      addListSymbols(text, *passes, symbol.children);
    symbols.push_back(std::move(symbol));
  }
}

static std::vector<OutlineNode> makeJsonSymbols(StringRef text) {
  std::vector<OutlineNode> symbols;
  LooseJson json(text);
  if (!json.getRoot())
    return symbols;
  for (const auto &section : json.getRoot()->children) {
    if (section->key == "passes" || section->key == "insert")
      addListSymbols(text, *section, symbols);
    if (section->key == "bundles")
      addMemberSymbols(text, *section, OutlineNode::Sort::Bundle, symbols);
    if (section->key == "passes" || section->key == "contracts")
      addMemberSymbols(text, *section, OutlineNode::Sort::Pass, symbols);
  }
  return symbols;
}

std::vector<OutlineNode> pmb::language::findSymbols(Workspace &workspace,
                                                    StringRef path) {
  const Document *document = workspace.getDocument(path);
  DocumentSort sort = workspace.getSort(path);
  if (!document || sort == DocumentSort::Other)
    return {};
  if (sort == DocumentSort::PipelineFile || sort == DocumentSort::Contracts)
    return makeJsonSymbols(document->getText());
  std::vector<OutlineNode> symbols;
  for (const PlacedPipeline &placed : findTexts(workspace, path)) {
    LooseText loose(placed.text);
    append_range(symbols, makeTextSymbols(placed, loose.getElements()));
  }
  return symbols;
}
