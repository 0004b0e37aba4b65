//===- Pipeline.cpp - A pipeline under construction -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list, its symbols, and the check. Transactions are in Transactions.cpp,
// positions in Positions.cpp, edits in Edits.cpp, printing in Printing.cpp.
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Pipeline.h"
#include "builder/check/FixTrial.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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
  for (Diagnostic &failure : drop_begin(deferred, reportedDeferred))
    errs() << failure.note("nobody has checked the pipeline since").str();
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
  // Who adds a pass by its name asks twice: what is known of it, and to link it.
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

void Pipeline::describeAnew(Symbol *symbol) {
  ++revision;
  const PassDescriptor *known = catalog.lookupPass(symbol->name);
  const PassDescriptor *described = symbol->described;
  auto added = additions.find(symbol);
  bool isAdded = added != additions.end();
  // Most often one alone has something to say.
  bool isKnown = known && (known->hasContract || known->hasOptionList ||
                           !known->kinds.empty() || !known->anchor.empty() ||
                           !known->anchorChoices.empty());
  if (described && !isAdded && !isKnown) {
    symbol->descriptor = described;
    return;
  }
  ownDescriptors.push_back(std::make_unique<PassDescriptor>(
      known ? *known : PassDescriptor(symbol->name)));
  PassDescriptor &own = *ownDescriptors.back();
  if (described) {
    for (const std::string &kind : described->kinds)
      own.addKind(kind);
    if (!described->anchor.empty())
      own.anchor = described->anchor;
    if (!described->anchorChoices.empty())
      own.anchorChoices = described->anchorChoices;
    if (described->hasOptionList) {
      own.options = described->options;
      own.hasOptionList = true;
    }
    own.contract.appendNew(described->contract);
    own.hasContract |= described->hasContract;
  }
  if (isAdded) {
    own.contract.append(added->second.contract);
    own.hasContract = true;
  }
  symbol->descriptor = &own;
}

void Pipeline::setDescription(Symbol *symbol, const PassDescriptor *described) {
  // What a C++ type says of itself comes on top of what the catalog says, and
  // contracts that were added to this pipeline on top of both.
  if (described == symbol->described)
    return;
  const PassDescriptor *previous = symbol->descriptor;
  const PassDescriptor *other = std::exchange(symbol->described, described);
  describeAnew(symbol);
  if (!std::exchange(symbol->isDescribedHere, true))
    describedSymbols.push_back(symbol);
  onRollback([this, symbol, previous, other] {
    if (isIndexed)
      unindexKinds(symbol, symbol->descriptor->kinds);
    symbol->described = other;
    symbol->descriptor = previous;
    if (isIndexed)
      indexKinds(symbol);
  });
}

void Pipeline::unindexKinds(Symbol *symbol, ArrayRef<std::string> kinds) const {
  for (StringRef kind : kinds) {
    auto it = kindSymbols.find(kind);
    if (it == kindSymbols.end())
      continue;
    erase(it->second, symbol);
    if (it->second.empty())
      kindSymbols.erase(it);
  }
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
  hasUncheckedEdits = true;
  ++revision;
  list.insertBefore(node, before);
  isCounted = false;
  if (before)
    // Inside the bundle of the successor, unless that is where it begins.
    if (node->kind == Node::Kind::Pass || node->kind == Node::Kind::Slot)
      node->bundle = before->kind == Node::Kind::BundleBegin
                         ? before->bundle->parent
                         : before->bundle;
  passCount += node->isPass();
  ++nodeCount;
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
  hasUncheckedEdits = true;
  ++revision;
  if (openTransactions)
    undoLog.push_back({Undo::Kind::Unlink, node, node->next, {}});
  if (node->kind != Node::Kind::BundleEnd) {
    --node->symbol->count;
    if (isIndexed)
      node->symbol->nodes.erase(node);
  }
  passCount -= node->isPass();
  --nodeCount;
  list.remove(node);
  isCounted = false;
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
// Checking
//===----------------------------------------------------------------------===//

void Pipeline::checkNames(std::vector<Diagnostic> &findings) {
  if (describedSymbols.empty() && namedNests.empty())
    return;
  if (!nameChecker)
    nameChecker = std::make_unique<NameChecker>(catalog);
  // Names are right as a rule, so looking for a node is rare.
  auto findNode = [&](auto matches) -> const Node * {
    for (const Node &node : getPasses())
      if (matches(node))
        return &node;
    return nullptr;
  };
  // What is there is not misspelled, whatever the catalog knows.
  auto isPresent = [&](StringRef name) {
    const Symbol *symbol = lookupSymbol(Target::Kind::Pass, name);
    return symbol && symbol->count;
  };
  for (const Symbol *symbol : describedSymbols) {
    auto report = [&](Diagnostic finding) {
      if (const Node *owner =
              findNode([&](const Node &node) { return node.symbol == symbol; }))
        finding.at(getRef(*owner));
      // Before the help, which comes last.
      finding.notes.insert(
          finding.notes.begin(),
          Note{"the contract of '" + symbol->name.str() + "' names it", {}});
      findings.push_back(std::move(finding));
    };
    if (symbol->described && symbol->count &&
        symbol->described != catalog.lookupPass(symbol->name))
      nameChecker->checkTargets(symbol->described->contract, report, isPresent);
    auto added = additions.find(symbol);
    if (added == additions.end() || !added->second.coder)
      continue;
    nameChecker->checkTargets(added->second.fromCode, report, isPresent);
    NodeRef ref;
    ref.name = symbol->name.str();
    if (symbol->count)
      continue;
    if (auto finding = nameChecker->checkPass(std::move(ref), "")) {
      finding->fix.reset();
      finding->node.reset();
      finding->notes.insert(finding->notes.begin(),
                            Note{"a contract was added to it by " +
                                     added->second.coder->str() +
                                     ", and the pipeline has no such pass",
                                 {}});
      findings.push_back(std::move(*finding));
    }
  }
  for (const AnchorPath *path : namedNests) {
    NodeRef ref;
    ref.name = path->getOp().str();
    std::optional<Diagnostic> finding = nameChecker->checkAnchor(ref);
    const Node *inside = finding ? findNode([&](const Node &node) {
      return AnchorPath::getCommonPrefix(&node.getAnchorPath(), path) == path;
    })
                                 : nullptr;
    if (inside)
      findings.push_back(std::move(finding->at(getRef(*inside))));
  }
}

/// The operations that a pass can run on; empty for any.
static SmallVector<StringRef> getOperations(const Node &node) {
  const PassDescriptor &pass = node.getDescriptor();
  StringRef anchor = node.getInstance().getAnchor();
  if (anchor.empty())
    anchor = pass.anchor;
  if (!anchor.empty())
    return {anchor};
  return {pass.anchorChoices.begin(), pass.anchorChoices.end()};
}

/// A pass manager on any operation runs on those that all of its passes can run
/// on. If there are none, nothing runs, without a word.
static void checkAnyNests(const Pipeline &pipeline,
                          std::vector<Diagnostic> &findings) {
  const Node *restricted = nullptr;
  const AnchorPath *path = nullptr;
  for (const Node &node : pipeline.getPasses()) {
    const AnchorPath *here = &node.getAnchorPath();
    if (path &&
        (!node.sharesNest() ||
         (here != path && AnchorPath::getCommonPrefix(path, here) != path)))
      path = nullptr;
    if (here->getOp() != "any" || (path && path != here))
      continue;
    if (!std::exchange(path, here))
      restricted = nullptr;
    SmallVector<StringRef> operations = getOperations(node);
    if (operations.empty())
      continue;
    if (restricted) {
      SmallVector<StringRef> others = getOperations(*restricted);
      if (none_of(operations,
                  [&](StringRef op) { return is_contained(others, op); }))
        findings.push_back(
            Diagnostic(DiagnosticCode::NoEffect,
                       "no operation is one for '" + node.getName().str() +
                           "' and for '" + restricted->getName().str() +
                           "', so nothing of their nest on any operation runs")
                .at(pipeline.getRef(node))
                .note("'" + restricted->getName().str() + "' runs on '" +
                      join(others, "', '") + "', '" + node.getName().str() +
                      "' on '" + join(operations, "', '") + "'")
                .help("give each of them a nest of its own"));
    }
    // The narrower one decides.
    if (!restricted || operations.size() == 1)
      restricted = &node;
  }
}

std::vector<Diagnostic> Pipeline::check() {
  if (!parties.empty())
    defer(applyParties());
  hasUncheckedEdits = false;
  reportedDeferred = deferred.size();
  std::vector<Diagnostic> findings = deferred;
  append_range(findings, catalog.getMistakes());
  SmallVector<StringRef> unchecked(variants.keys());
  llvm::sort(unchecked);
  for (StringRef variant : unchecked)
    append_range(findings, takeDiagnostics(catalog.verifyVariant(variant)));
  // What keeps the pipeline from being composed has no severity.
  auto add = [&](std::vector<Diagnostic> found) {
    applySeverities(found);
    append_range(findings, std::move(found));
  };
  OrderCheck check(*this);
  std::vector<Diagnostic> names, order, ambiguities;
  checkNames(names);
  check.checkItems(names);
  check.checkNests(names);
  checkAnyNests(*this, names);
  add(std::move(names));
  check.run(order);
  applySeverities(order);
  if (!order.empty())
    FixTrial(*this, order).run();
  append_range(findings, std::move(order));
  if (!insertionPlaces.empty())
    reportAmbiguities(ambiguities);
  add(std::move(ambiguities));
  return findings;
}

void Pipeline::applySeverities(std::vector<Diagnostic> &findings) const {
  if (severities.empty())
    return;
  for (Diagnostic &finding : findings) {
    auto it = severities.find(unsigned(finding.code));
    if (it != severities.end())
      finding.severity = it->second;
  }
  erase_if(findings, [](const Diagnostic &finding) {
    return finding.severity == Severity::Off;
  });
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
