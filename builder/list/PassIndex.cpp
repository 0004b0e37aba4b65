//===- PassIndex.cpp - What a list finds by name --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/PassList.h"

using namespace pmb;
using namespace llvm;

/// The name of a target in the index.
static std::string getOrderName(const Target &target) {
  return char('0' + unsigned(target.kind)) + target.name;
}

/// Under this name are those that say what may stand between. No target has it.
static constexpr StringLiteral betweenName = "between";

ArrayRef<Symbol *> PassList::find(const SymbolIndex &index, StringRef name) {
  auto it = index.find(name);
  return it == index.end() ? ArrayRef<Symbol *>() : it->second.getArrayRef();
}

template <typename VisitFn>
void PassList::forEachName(const PassDescriptor &pass, VisitFn visit) const {
  for (const std::string &kind : pass.kinds)
    visit(kindSymbols, kind);
  for (const OrderEntry &entry : pass.contract.getOrder()) {
    visit(orderSymbols, getOrderName(entry.target));
    if (entry.isAboutBetween())
      visit(orderSymbols, betweenName);
  }
  for (const PropertyEntry &entry : pass.contract.getProperties())
    visit(propertySymbols, entry.property);
}

static void removeFrom(StringMap<SmallSetVector<Symbol *, 2>> &index,
                       StringRef name, Symbol *symbol) {
  auto it = index.find(name);
  if (it == index.end())
    return;
  it->second.remove(symbol);
  if (it->second.empty())
    index.erase(it);
}

void PassList::unindexPass(Symbol *symbol) const {
  forEachName(*symbol->descriptor, [&](SymbolIndex &index, StringRef name) {
    removeFrom(index, name, symbol);
  });
}

void PassList::unindexKinds(const Node &bundleBegin) const {
  for (StringRef kind : bundleBegin.bundle->kinds)
    removeFrom(kindSymbols, kind, bundleBegin.symbol);
}

void PassList::indexKinds(const Node &bundleBegin) const {
  for (StringRef kind : bundleBegin.bundle->kinds)
    kindSymbols[kind].insert(bundleBegin.symbol);
}

void PassList::indexSymbol(Symbol *symbol) const {
  if (symbol->kind == Target::Kind::Pass)
    forEachName(*symbol->descriptor, [&](SymbolIndex &index, StringRef name) {
      index[name].insert(symbol);
    });
  else if (symbol->kind == Target::Kind::Bundle)
    for (Node *node : symbol->nodes)
      indexKinds(*node);
}

void PassList::buildIndex() const {
  if (isIndexed.load(std::memory_order_acquire))
    return;
  std::lock_guard<std::mutex> lock(filling);
  if (isIndexed.load(std::memory_order_relaxed))
    return;
  for (Node *node = nodes.front(); node; node = node->next)
    if (node->kind != Node::Kind::BundleEnd)
      node->symbol->nodes.insert(node->symbol->nodes.end(), node);
  for (Symbol *symbol : symbols)
    indexSymbol(symbol);
  isIndexed.store(true, std::memory_order_release);
}

ArrayRef<Symbol *> PassList::getSymbolsOfKind(StringRef kind) const {
  buildIndex();
  return find(kindSymbols, kind);
}

ArrayRef<Symbol *> PassList::getSymbolsWithOrder(const Target &target) const {
  buildIndex();
  return find(orderSymbols, getOrderName(target));
}

ArrayRef<Symbol *> PassList::getSymbolsWithBetween() const {
  buildIndex();
  return find(orderSymbols, betweenName);
}

std::vector<StringRef> PassList::getPropertyNames() const {
  buildIndex();
  std::vector<StringRef> names(propertySymbols.keys().begin(),
                               propertySymbols.keys().end());
  for (const BundleInstance *bundle : bundlesWithContract)
    if (bundle->contract)
      for (const PropertyEntry &entry : bundle->contract->getProperties())
        names.push_back(entry.property);
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}

ArrayRef<Symbol *> PassList::getSymbolsWithProperty(StringRef property) const {
  buildIndex();
  return find(propertySymbols, property);
}

/// True if `node`, a pass or the begin of a bundle, has the kind.
static bool hasKind(const Node *node, StringRef kind) {
  return node->isPass() ? node->getDescriptor().hasKind(kind)
                        : node->getBundle()->hasKind(kind);
}

std::vector<StringRef> PassList::getKinds() const {
  buildIndex();
  std::vector<StringRef> kinds;
  for (const auto &[kind, members] : kindSymbols)
    if (any_of(members, [kind = kind](const Symbol *symbol) {
          return any_of(symbol->nodes,
                        [&](const Node *node) { return hasKind(node, kind); });
        }))
      kinds.push_back(kind);
  return kinds;
}

/// True if `node` stands inside a bundle of that kind (not counting its own
/// marks): the bundle is what matches then.
static bool isInsideOfKind(const Node *node, StringRef kind) {
  return findInnermost(node->getBundleAround(), [&](BundleInstance &around) {
    return around.hasKind(kind);
  });
}

void PassList::collect(const Target &target,
                       SmallVectorImpl<Node *> &matches) const {
  buildIndex();
  switch (target.kind) {
  case Target::Kind::Pass:
    if (const Symbol *symbol =
            lookupSymbol(Target::Kind::Bundle, target.name)) {
      // What the name of a registered pipeline stands for.
      for (Node *node : symbol->nodes)
        if (node->getBundle()->isPipeline)
          matches.push_back(node);
      if (!matches.empty())
        return;
    }
    [[fallthrough]];
  case Target::Kind::Slot:
  case Target::Kind::Bundle:
    if (const Symbol *symbol = lookupSymbol(target.kind, target.name))
      append_range(matches, symbol->nodes);
    return;
  case Target::Kind::PassKind:
    for (const Symbol *symbol : getSymbolsOfKind(target.name))
      for (Node *node : symbol->nodes)
        if (hasKind(node, target.name) && !isInsideOfKind(node, target.name))
          matches.push_back(node);
    llvm::sort(matches, ListOrder());
    return;
  case Target::Kind::Invalidator:
    return;
  case Target::Kind::Provider:
    for (Node *node = nodes.front(); node; node = node->next)
      if (node->isPass() && any_of(node->getDescriptor().contract.getProperties(
                                       PropertyEntry::Word::Provides),
                                   [&](const PropertyEntry &entry) {
                                     return entry.property == target.name;
                                   }))
        matches.push_back(node);
    return;
  }
}

std::vector<const Node *> PassList::lookup(const Target &target) const {
  SmallVector<Node *> matches;
  collect(target, matches);
  return std::vector<const Node *>(matches.begin(), matches.end());
}

bool PassList::isAsOpened(const BundleInstance &bundle) const {
  if (!bundle.isPipeline)
    return false;
  const Node *at = bundle.begin->next;
  const AnchorPath *path = bundle.begin->path;
  for (const Node *opened : bundle.opened) {
    // A name that was put beside a nest may have opened outside of it.
    if (at != opened || AnchorPath::getCommonPrefix(path, at->path) != path ||
        at->pin != bundle.begin->pin || at->isKept() || !at->canBeEstablished())
      return false;
    at = at->next;
  }
  // Options of a pass may have been set where it stands.
  return at == bundle.end && none_of(edits, [&](const EditTrace &edit) {
           return edit.kind == EditTrace::Kind::OptionsSet &&
                  is_contained(bundle.opened, edit.node);
         });
}
