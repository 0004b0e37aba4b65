//===- Symbols.cpp - The parts of a document ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Symbols.h"
#include "builder/diagnostics/Escaping.h"
#include "tools/language/Texts.h"
#include "llvm/ADT/STLExtras.h"

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
    symbols.push_back({element->isNest ? NameSort::Operation : NameSort::Pass,
                       getShown(element->name), placed.getRange(element->range),
                       placed.getRange(element->nameRange),
                       makeTextSymbols(placed, element->nested)});
  return symbols;
}

static void addListSymbols(const LooseJson &json, const LooseValue &list,
                           std::vector<OutlineNode> &symbols);

/// Adds a member or an element that has a name, with the passes in it.
static void addSymbol(const LooseJson &json, NameSort sort, StringRef name,
                      TextRange nameRange, const LooseValue &named,
                      std::vector<OutlineNode> &symbols) {
  OutlineNode symbol{
      sort, getShown(name), named.getWhole(), json.getInside(nameRange), {}};
  addListSymbols(json, named.at("passes"), symbol.children);
  symbols.push_back(std::move(symbol));
}

/// Adds the elements of a list: names, or objects that say what they are.
static void addListSymbols(const LooseJson &json, const LooseValue &list,
                           std::vector<OutlineNode> &symbols) {
  if (!list.isArray())
    return;
  for (const auto &element : list.children) {
    const LooseValue *name = element->isString() ? element.get() : nullptr;
    for (StringRef key : {"pass", "nest", "bundle", "slot", "include"})
      if (const LooseValue *named = element->lookup(key);
          !name && named && named->isString())
        name = named;
    if (name)
      addSymbol(json, element->isString() ? NameSort::Pass : getNameSort(*name),
                name->text, name->range, *element, symbols);
  }
}

static std::vector<OutlineNode> makeJsonSymbols(const LooseJson &json) {
  std::vector<OutlineNode> symbols;
  if (!json.getRoot())
    return symbols;
  for (const auto &section : json.getRoot()->children) {
    if (section->key == "passes" || section->key == "insert")
      addListSymbols(json, *section, symbols);
    if (section->isObject() &&
        is_contained({"bundles", "passes", "contracts"}, section->key))
      for (const auto &member : section->children)
        addSymbol(json, getKeySort(*section), member->key, member->keyRange,
                  *member, symbols);
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
    return makeJsonSymbols(document->getJson());
  std::vector<OutlineNode> symbols;
  for (const PlacedPipeline &placed :
       findTexts(workspace, path, document->getText())) {
    LooseText loose(placed.text);
    append_range(symbols, makeTextSymbols(placed, loose.getElements()));
  }
  return symbols;
}
