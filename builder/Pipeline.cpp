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
  // What a C++ type says of itself is better known than what a table says, but
  // contracts that were added to this pipeline stay.
  if (described && described != symbol->descriptor &&
      none_of(ownDescriptors, [&](const auto &own) {
        return own.get() == symbol->descriptor;
      })) {
    const PassDescriptor *previous = symbol->descriptor;
    symbol->descriptor = described;
    onRollback([symbol, previous] { symbol->descriptor = previous; });
  }
  if (!symbol->descriptor) {
    ownDescriptors.push_back(std::make_unique<PassDescriptor>(name));
    symbol->descriptor = ownDescriptors.back().get();
  }
  if (isIndexed)
    indexKinds(symbol);
  return symbol;
}

void Pipeline::indexKinds(Symbol *symbol) const {
  auto add = [&](StringRef kind) {
    SmallVector<Symbol *, 2> &members = kindSymbols[kind];
    if (!is_contained(members, symbol))
      members.push_back(symbol);
  };
  if (symbol->kind == Target::Kind::Pass)
    for_each(symbol->descriptor->kinds, add);
  else if (symbol->kind == Target::Kind::Bundle)
    for (Node *node : symbol->nodes)
      for_each(node->bundle->kinds, add);
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
        indexKinds(node->symbol);
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
  origins.push_back(std::make_unique<Origin>(std::move(origin)));
  currentOrigin = origins.back().get();
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
      removedNodes.erase(find(removedNodes, undo.node));
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
  size_t partyMark = parties.size();
  ++openTransactions;
  std::vector<Diagnostic> failures = takeDiagnostics(edits());
  // What was appended in vain is a failure of the transaction, too.
  failures.insert(failures.end(),
                  std::make_move_iterator(deferred.begin() + deferredMark),
                  std::make_move_iterator(deferred.end()));
  deferred.erase(deferred.begin() + deferredMark, deferred.end());
  if (!failures.empty()) {
    rollbackTo(mark);
    for (const Party &party : ArrayRef<Party>(parties).drop_front(partyMark))
      partyNames.erase(party.origin.str());
    parties.erase(parties.begin() + partyMark, parties.end());
    for (Diagnostic &failure : failures)
      failure.note("nothing of what " + origin.str() + " did was kept");
  }
  if (--openTransactions == 0)
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
  return Error::success();
}

Error Pipeline::applyParties() {
  std::vector<Diagnostic> failures;
  // A party may add parties; they form the next round.
  while (!parties.empty()) {
    std::vector<Party> round = std::exchange(parties, {});
    llvm::sort(round, [](const Party &a, const Party &b) {
      return std::make_pair(a.rank, a.origin.str()) <
             std::make_pair(b.rank, b.origin.str());
    });
    for (const Party &party : round)
      append_range(failures, takeDiagnostics(transaction(party.origin,
                                                         party.registration)));
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
  std::vector<Diagnostic> findings;
  if (!parties.empty())
    findings = takeDiagnostics(applyParties());
  append_range(findings, deferred);
  OrderCheck(*this).run(findings);
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
  for (const Node *node = list.front(); node && node->next; node = node->next) {
    const Node *next = node->next;
    auto here = insertionPlaces.find(node), there = insertionPlaces.find(next);
    if (here == insertionPlaces.end() || there == insertionPlaces.end() ||
        here->second != there->second ||
        node->origin->isSameParty(*next->origin) ||
        OrderCheck::isOrdered(*node, *next))
      continue;
    diagnostics.push_back(
        Diagnostic(DiagnosticCode::AmbiguousOrder,
                   "nothing but the tie-break decides that '" +
                       node->getName().str() + "' comes before '" +
                       next->getName().str() + "'")
            .at(getRef(*node))
            .note(
                "both were put " +
                    std::string(here->second.second ? "after '" : "before '") +
                    here->second.first->getName().str() + "'",
                getRef(*here->second.first))
            .note("the other pass", getRef(*next))
            .help("give one of them an 'after' or 'before' entry, or the "
                  "parties different ranks"));
  }
}
