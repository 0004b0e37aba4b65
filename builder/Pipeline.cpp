//===- Pipeline.cpp - A pipeline under construction -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list, its symbols, and transactions. Positions are in Positions.cpp,
// edits in Edits.cpp, printing in Printing.cpp.
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static const Origin &getDefaultOrigin() {
  static const Origin origin = Origin::framework();
  return origin;
}

Pipeline::Pipeline(StringRef op, const Catalog &catalog)
    : root(op), catalog(catalog), currentOrigin(&getDefaultOrigin()) {}

Pipeline::~Pipeline() {
  // Nodes live in the allocator, which runs no destructors.
  for (Node *node = list.front(); node;) {
    Node *next = node->next;
    node->~Node();
    node = next;
  }
  for (Node *node : removedNodes)
    node->~Node();
}

Severity Pipeline::getSeverity(DiagnosticCode code) const {
  auto it = severities.find(unsigned(code));
  return it == severities.end() ? getDiagnosticInfo(code).defaultSeverity
                                : it->second;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

Symbol *Pipeline::getSymbol(Target::Kind kind, StringRef name) {
  StringMap<Symbol *> &table = kind == Target::Kind::Pass   ? passSymbols
                               : kind == Target::Kind::Slot ? slotSymbols
                                                            : bundleSymbols;
  auto [it, isNew] = table.try_emplace(name, nullptr);
  if (isNew) {
    symbols.push_back(std::make_unique<Symbol>(kind, it->first()));
    it->second = symbols.back().get();
  }
  return it->second;
}

Symbol *Pipeline::lookupSymbol(Target::Kind kind, StringRef name) const {
  const StringMap<Symbol *> &table = kind == Target::Kind::Pass ? passSymbols
                                     : kind == Target::Kind::Slot
                                         ? slotSymbols
                                         : bundleSymbols;
  return table.lookup(name);
}

Symbol *Pipeline::getPassSymbol(StringRef name,
                                const PassDescriptor *described) {
  // Runs of one pass are common in what is measured and harmless elsewhere.
  if (lastSymbol && lastSymbol->name == name && !described)
    return lastSymbol;
  Symbol *symbol = getSymbol(Target::Kind::Pass, name);
  lastSymbol = symbol;
  if (symbol->descriptor && !described)
    return symbol;
  if (!symbol->descriptor)
    symbol->descriptor = catalog.lookupPass(name);
  if (!symbol->descriptor) {
    ownDescriptors.push_back(std::make_unique<PassDescriptor>(name));
    symbol->descriptor = ownDescriptors.back().get();
  }
  if (described)
    setDescription(symbol, described);
  if (isIndexed)
    indexKinds(symbol);
  return symbol;
}

void Pipeline::setDescription(Symbol *symbol, const PassDescriptor *described) {
  // What a C++ type says of itself is better known than what a table says, but
  // contracts that were added to this pipeline stay.
  const PassDescriptor *previous = symbol->descriptor;
  auto it = additions.find(symbol);
  if (it == additions.end()) {
    if (described == previous)
      return;
    symbol->descriptor = described;
    onRollback([symbol, previous] { symbol->descriptor = previous; });
    return;
  }
  const PassDescriptor *base = it->second.base;
  if (described == base)
    return;
  ownDescriptors.push_back(std::make_unique<PassDescriptor>(*described));
  ownDescriptors.back()->contract.append(it->second.contract);
  symbol->descriptor = ownDescriptors.back().get();
  it->second.base = described;
  onRollback([this, symbol, previous, base] {
    symbol->descriptor = previous;
    additions.find(symbol)->second.base = base;
  });
}

void Pipeline::indexKinds(Symbol *symbol, ArrayRef<std::string> kinds) const {
  for (StringRef kind : kinds) {
    SmallVector<Symbol *, 2> &members = kindSymbols[kind];
    if (!is_contained(members, symbol))
      members.push_back(symbol);
  }
}

void Pipeline::indexKinds(Symbol *symbol) const {
  if (symbol->kind == Target::Kind::Pass)
    indexKinds(symbol, symbol->descriptor->kinds);
  else if (symbol->kind == Target::Kind::Bundle)
    for (Node *node : symbol->nodes)
      indexKinds(symbol, node->bundle->kinds);
}

void Pipeline::buildIndex() const {
  if (isIndexed)
    return;
  isIndexed = true;
  for (Node *node = list.front(); node; node = node->next)
    if (node->kind != Node::Kind::BundleEnd)
      node->symbol->nodes.insert(node->symbol->nodes.end(), node);
  for (const std::unique_ptr<Symbol> &symbol : symbols)
    indexKinds(symbol.get());
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Node *Pipeline::createNode(Node::Kind kind, Symbol *symbol) {
  void *memory = createdNodes < inlineNodes
                     ? inlineStorage + createdNodes * sizeof(Node)
                     : allocator.Allocate(sizeof(Node), alignof(Node));
  ++createdNodes;
  Node *node = new (memory) Node();
  node->kind = kind;
  node->symbol = symbol;
  node->origin = currentOrigin;
  return node;
}

void Pipeline::link(Node *node, Node *before) {
  list.insertBefore(node, before);
  if (before)
    // Inside the bundle of the successor, unless that is where it begins.
    if (node->kind == Node::Kind::Pass || node->kind == Node::Kind::Slot)
      node->bundle = before->kind == Node::Kind::BundleBegin
                         ? before->bundle->parent
                         : before->bundle;
  passCount += node->isPass();
  if (node->kind != Node::Kind::BundleEnd) {
    ++node->symbol->count;
    if (isIndexed) {
      node->symbol->nodes.insert(node);
      if (node->kind == Node::Kind::BundleBegin)
        indexKinds(node->symbol, node->bundle->kinds);
    }
  }
  if (openTransactions)
    undoLog.push_back({Undo::Kind::Link, node, nullptr, {}});
}

void Pipeline::unlink(Node *node) {
  if (openTransactions)
    undoLog.push_back({Undo::Kind::Unlink, node, node->next, {}});
  if (node->kind != Node::Kind::BundleEnd) {
    --node->symbol->count;
    if (isIndexed)
      node->symbol->nodes.erase(node);
  }
  passCount -= node->isPass();
  list.remove(node);
  removedNodes.push_back(node);
}

Node *Pipeline::appendInstance(PassInstance pass, StringRef name,
                               const PassDescriptor *described,
                               AnchorPath *path) {
  Node *node = createNode(Node::Kind::Pass, getPassSymbol(name, described));
  node->instance = std::move(pass);
  node->path = path;
  link(node, nullptr);
  return node;
}

//===----------------------------------------------------------------------===//
// Parties and transactions
//===----------------------------------------------------------------------===//

Origin Pipeline::setOrigin(Origin origin) {
  Origin previous = *currentOrigin;
  // Parties come again and again, by every transaction; one copy will do.
  std::string key;
  raw_string_ostream(key) << unsigned(origin.kind) << '\0' << origin.name
                          << '\0' << origin.line << '\0' << origin.column
                          << '\0' << origin.why;
  currentOrigin =
      &origins.try_emplace(key, std::move(origin)).first->getValue();
  return previous;
}

void Pipeline::onRollback(std::function<void()> change) {
  if (openTransactions)
    undoLog.push_back({Undo::Kind::Call, nullptr, nullptr, std::move(change)});
}

void Pipeline::rollbackTo(size_t mark) {
  // Undoing must not be logged itself.
  unsigned open = std::exchange(openTransactions, 0);
  while (undoLog.size() > mark) {
    Undo undo = std::move(undoLog.back());
    undoLog.pop_back();
    switch (undo.kind) {
    case Undo::Kind::Link:
      unlink(undo.node);
      break;
    case Undo::Kind::Unlink: {
      BundleInstance *bundle = undo.node->bundle;
      link(undo.node, undo.before);
      undo.node->bundle = bundle;
      // It was removed lately, so it stands near the end.
      removedNodes.erase(
          std::prev(find(reverse(removedNodes), undo.node).base()));
      break;
    }
    case Undo::Kind::Call:
      undo.call();
      break;
    }
  }
  openTransactions = open;
}

Error Pipeline::transaction(const Origin &origin, function_ref<Error()> edits) {
  if (Error error = verifyEditable())
    return error;
  const Origin *outer = currentOrigin;
  setOrigin(origin);
  size_t mark = undoLog.size();
  size_t deferredMark = deferred.size();
  // Restored instead of counted down: an exception of a plugin, which whoever
  // calls plugins has caught, leaves inner transactions without closing them.
  unsigned depth = openTransactions++;
  std::vector<Diagnostic> failures = takeDiagnostics(edits());
  // What was appended in vain is a failure of the transaction, too.
  failures.insert(failures.end(),
                  std::make_move_iterator(deferred.begin() + deferredMark),
                  std::make_move_iterator(deferred.end()));
  deferred.erase(deferred.begin() + deferredMark, deferred.end());
  if (!failures.empty()) {
    rollbackTo(mark);
    for (Diagnostic &failure : failures)
      failure.note("nothing of what " + origin.str() + " did was kept");
  }
  openTransactions = depth;
  if (depth == 0)
    undoLog.clear();
  currentOrigin = outer;
  return makeError(std::move(failures));
}

Error Pipeline::addParty(Party party) {
  if (Error error = verifyEditable())
    return error;
  std::string name = party.origin.str();
  if (!partyNames.insert(name).second)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   name + " has been added to the pipeline already"));
  parties.push_back(std::move(party));
  onRollback([this, name] {
    partyNames.erase(name);
    erase_if(parties, [&](const Party &waiting) {
      return waiting.origin.str() == name;
    });
  });
  return Error::success();
}

Error Pipeline::applyParties() {
  std::vector<Diagnostic> failures;
  // A party may add parties; they form the next round.
  while (!parties.empty()) {
    std::vector<Party> round = std::exchange(parties, {});
    if (openTransactions)
      onRollback([this, round] {
        parties = round;
        for (const Party &party : round)
          partyNames.insert(party.origin.str());
      });
    llvm::sort(round, [](const Party &a, const Party &b) {
      return std::make_pair(a.rank, a.origin.str()) <
             std::make_pair(b.rank, b.origin.str());
    });
    for (const Party &party : round) {
      const Party *outer = std::exchange(currentParty, &party);
      std::vector<Diagnostic> failure =
          takeDiagnostics(transaction(party.origin, party.registration));
      currentParty = outer;
      if (failure.empty())
        continue;
      // Nothing of it was kept, so it may come again.
      partyNames.erase(party.origin.str());
      append_range(failures, std::move(failure));
    }
  }
  return makeError(std::move(failures));
}

void Pipeline::defer(Error error) {
  append_range(deferred, takeDiagnostics(std::move(error)));
}

Error Pipeline::verifyEditable() const {
  if (!isBuilt)
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::AlreadyBuilt,
                 "the pipeline has been built; its passes belong to the pass "
                 "manager now")
          .help("make all edits before build(), or use a new builder"));
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

std::vector<Diagnostic> Pipeline::check() {
  if (!parties.empty())
    defer(applyParties());
  std::vector<Diagnostic> findings = deferred;
  SmallVector<StringRef> unchecked(variants.keys());
  llvm::sort(unchecked);
  for (StringRef variant : unchecked)
    append_range(findings, takeDiagnostics(catalog.verifyVariant(variant)));
  OrderCheck check(*this);
  check.checkItems(findings);
  check.checkNests(findings);
  check.run(findings);
  if (!insertionPlaces.empty())
    reportAmbiguities(findings);
  if (!severities.empty()) {
    for (Diagnostic &finding : findings) {
      auto it = severities.find(unsigned(finding.code));
      if (it != severities.end())
        finding.severity = it->second;
    }
    erase_if(findings, [](const Diagnostic &finding) {
      return finding.severity == Severity::Off;
    });
  }
  return findings;
}

void Pipeline::reportAmbiguities(std::vector<Diagnostic> &diagnostics) const {
  if (getSeverity(DiagnosticCode::AmbiguousOrder) == Severity::Off)
    return;
  const Node *previous = nullptr;
  for (const Node &node : getPasses()) {
    const Node *pass = std::exchange(previous, &node);
    if (!pass)
      continue;
    auto here = insertionPlaces.find(pass), there = insertionPlaces.find(&node);
    if (here == insertionPlaces.end() || there == insertionPlaces.end())
      continue;
    const InsertionPlace &place = here->second;
    if (place.reference != there->second.reference ||
        place.isAfter != there->second.isAfter ||
        place.rank != there->second.rank ||
        pass->origin->isSameParty(*node.origin) ||
        OrderCheck::isOrdered(*pass, node))
      continue;
    diagnostics.push_back(
        Diagnostic(DiagnosticCode::AmbiguousOrder,
                   "nothing but the tie-break decides that '" +
                       pass->getName().str() + "' comes before '" +
                       node.getName().str() + "'")
            .at(getRef(*pass))
            .note("both were put " +
                      std::string(place.isAfter ? "after '" : "before '") +
                      place.reference->getName().str() + "'",
                  getRef(*place.reference))
            .note("the other pass", getRef(node))
            .help("give one of them an 'after' or 'before' entry, or the "
                  "parties different ranks"));
  }
}
