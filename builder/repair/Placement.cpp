//===- Placement.cpp - Checking what was just inserted --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Placement.h"
#include "builder/check/NodeContract.h"
#include "builder/check/Rules.h"
#include "builder/repair/Refusal.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// Puts symbols into the order in which they came, each once.
static void sortByNumber(SmallVectorImpl<const Symbol *> &symbols) {
  llvm::sort(symbols, [](const Symbol *a, const Symbol *b) {
    return a->number < b->number;
  });
  symbols.erase(llvm::unique(symbols), symbols.end());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool Placement::isOrdered(const Node &a, const Node &b) const {
  auto names = [&](const Node &from, const Node &to) {
    return any_of(from.getDescriptor().contract.getOrder(),
                  [&](const OrderEntry &entry) {
                    return applies(list, from, entry) &&
                           matchesWithOptions(list, entry.target, to);
                  });
  };
  return a.isPass() && b.isPass() && (names(a, b) || names(b, a));
}

Extent Placement::findExtent(const Target &target) const {
  list.buildIndex();
  Extent extent;
  auto extendBy = [&](const Symbol &symbol) {
    if (symbol.nodes.empty())
      return;
    bool isSure = symbol.kind == Target::Kind::Pass &&
                  !(target.kind == Target::Kind::Provider &&
                    symbol.descriptor->contract.isConditional());
    if (isSure && matchesTarget(target, **symbol.nodes.begin())) {
      // Only the ends matter.
      extent.extend(getRange(**symbol.nodes.begin()), symbol.count);
      extent.extend(getRange(**symbol.nodes.rbegin()), 0);
    } else if (!isSure && symbol.kind != Target::Kind::Slot) {
      for (const Node *node : symbol.nodes)
        if (matchesWithOptions(list, target, *node))
          extent.extend(getRange(*node));
    }
  };
  if (target.kind == Target::Kind::Pass) {
    for (Target::Kind kind : {Target::Kind::Pass, Target::Kind::Bundle})
      if (const Symbol *symbol = list.lookupSymbol(kind, target.name))
        extendBy(*symbol);
  } else if (target.kind == Target::Kind::Bundle) {
    if (const Symbol *symbol = list.lookupSymbol(target.kind, target.name))
      extendBy(*symbol);
  } else if (target.kind == Target::Kind::PassKind) {
    for (const Symbol *symbol : list.getSymbolsOfKind(target.name))
      extendBy(*symbol);
  } else if (target.kind == Target::Kind::Provider) {
    for (const Symbol *symbol : list.getSymbolsWithProperty(target.name))
      extendBy(*symbol);
    for (const BundleInstance *bundle : list.getBundlesWithContract())
      if (matchesWithOptions(list, target, *bundle->begin))
        extent.extend({bundle->begin, bundle->end});
  }
  return extent;
}

/// The instance of a pass that decides whether its entry is kept: the first
/// to which the entry applies, or the last for what must come later. Null if
/// it applies to none.
const Node *Placement::findOwner(const Symbol &symbol, const OrderEntry &entry,
                                 const Node *except) const {
  auto find = [&](auto begin, const auto &end) -> const Node * {
    for (; begin != end; ++begin) {
      if (*begin != except && applies(list, **begin, entry))
        return *begin;
      // Other conditions hold for all instances or for none.
      if (*begin != except && !asksForOption(list, **begin, entry))
        break;
    }
    return nullptr;
  };
  return entry.word == OrderEntry::Word::Before ||
                 entry.word == OrderEntry::Word::FollowedBy
             ? find(symbol.nodes.rbegin(), symbol.nodes.rend())
             : find(symbol.nodes.begin(), symbol.nodes.end());
}

std::vector<Target> Placement::getTargets(const Node &node) const {
  std::vector<Target> targets;
  auto add = [&](Target::Kind kind, StringRef name) {
    Target target{kind, name.str()};
    if (matchesWithOptions(list, target, node))
      targets.push_back(std::move(target));
  };
  if (node.isPass())
    forEachTarget(node.getDescriptor(), add);
  else if (node.getKind() != Node::Kind::Slot)
    forEachTarget(*node.getBundle(), add);
  return targets;
}

void Placement::forEachOwner(
    ArrayRef<Target> targets, const Node *except,
    function_ref<void(const Node &, const OrderEntry &)> visit) const {
  SmallVector<const Symbol *> symbols;
  for (const Target &target : targets)
    append_range(symbols, list.getSymbolsWithOrder(target));
  // One may name several of them.
  sortByNumber(symbols);
  for (const Symbol *symbol : symbols)
    if (symbol->count)
      for (const OrderEntry &entry : symbol->descriptor->contract.getOrder())
        if (entry.strength == Strength::Strong &&
            is_contained(targets, entry.target))
          if (const Node *owner = findOwner(*symbol, entry, except))
            visit(*owner, entry);
  for (const BundleInstance *bundle : list.getBundlesWithContract())
    if (bundle->begin != except)
      for (const OrderEntry &entry : bundle->contract->getOrder())
        if (entry.strength == Strength::Strong &&
            is_contained(targets, entry.target) &&
            applies(list, *bundle->begin, entry))
          visit(*bundle->begin, entry);
}

void Placement::checkProperties(const Node &node, const Contract &contract,
                                std::vector<Diagnostic> &found) {
  for (const PropertyEntry &entry : contract.getProperties())
    if (entry.word == PropertyEntry::Word::Requires &&
        entry.strength == Strength::Strong && applies(list, node, entry)) {
      const PropertyTimeline &timeline = getTimeline(entry.property);
      if (isMissed(timeline, node))
        if (auto diagnostic =
                describeMissing(list, node, entry, timeline, ideas))
          found.push_back(std::move(*diagnostic));
    }
  for (const ContentsEntry &entry : contract.getContents()) {
    // What depends on contents is left to the check.
    if (entry.word != ContentsEntry::Word::Rejects ||
        entry.strength != Strength::Strong || !entry.given.empty() ||
        !entry.unless.empty() || !applies(list, node, entry))
      continue;
    for (const std::string &item : entry.items) {
      if (!list.getCatalog().lookupProperty(item))
        continue;
      const PropertyTimeline::Moment &moment = getTimeline(item).at(node);
      if (!moment.holds())
        continue;
      found.push_back(
          aboutEntry(Diagnostic(DiagnosticCode::Rejected,
                                "{0} cannot accept '{1}', which is there",
                                quote(node), item),
                     list, node, entry));
      explainRejected(found.back(), list, node, moment, ideas);
      break;
    }
  }
}

Error Placement::checkInserted(const Node &node) {
  const Contract *contract = lookupContract(node);
  std::vector<Diagnostic> found;
  auto check = [&](const Node &owner, const OrderEntry &entry) {
    Extent extent = findExtent(entry.target);
    // What stood in the wrong place before is not the fault of the new node.
    if (isAboutAll(entry) && &owner != &node) {
      extent = Extent();
      extent.extend(getRange(node));
    }
    // What is not there yet may still be added.
    if (!extent.first)
      return;
    Verdict verdict = judge(owner, entry, extent);
    if (verdict == Verdict::WrongOrder)
      found.push_back(describeWrongOrder(list, owner, entry, extent, ideas));
    else if (verdict == Verdict::Conflict)
      found.push_back(describeConflict(
          list, owner, entry,
          extent.isBefore(getRange(owner)) ? *extent.first : *extent.last));
  };
  if (contract)
    for (const OrderEntry &entry : contract->getOrder())
      if (entry.strength == Strength::Strong && applies(list, node, entry))
        check(node, entry);
  forEachOwner(getTargets(node), &node, check);
  if (contract)
    checkProperties(node, *contract, found);
  return makeRefusal(list, std::move(found), &node);
}

//===----------------------------------------------------------------------===//
// What stands between
//===----------------------------------------------------------------------===//

/// Calls `visit` with what was put next to something, where `range` or the pass
/// before or behind it is one of the two; with some of it twice.
static void forEachNeighbor(const PassList &list, const NodeRange &range,
                            function_ref<void(const Neighbor &)> visit) {
  auto visitNode = [&](const Node &node) {
    const Node &whole = node.getKind() == Node::Kind::BundleEnd
                            ? *node.getBundle()->begin
                            : node;
    if (const Neighbor *own = whole.getNeighbor(); own && own->isInForce())
      visit(*own);
    for (const Neighbor *neighbor : list.getNeighborsOf(whole))
      visit(*neighbor);
    return node.isPass() && !node.getDescriptor().contract.isInert();
  };
  for (const Node &at : range)
    visitNode(at);
  for (const Node *at = range.first->getPrevious(); at && !visitNode(*at);)
    at = at->getPrevious();
  for (const Node *at = range.last->getNext(); at && !visitNode(*at);)
    at = at->getNext();
}

std::vector<Interruption> Placement::findParted(const NodeRange *except,
                                                const NodeRange *around) const {
  std::vector<Interruption> found;
  auto visit = [&](const Node &owner, const Contract &contract) {
    for (const OrderEntry &entry : contract.getOrder())
      if (entry.isAboutBetween() && entry.strength == Strength::Strong)
        llvm::append_range(found,
                           findInterruptions(list, owner, entry, except));
  };
  for (const Symbol *symbol : list.getSymbolsWithBetween())
    if (symbol->count)
      visit(**symbol->nodes.begin(), symbol->descriptor->contract);
  for (const BundleInstance *bundle : list.getBundlesWithContract())
    visit(*bundle->begin, *bundle->contract);
  SmallPtrSet<const Neighbor *, 4> asked;
  auto ask = [&](const Neighbor &neighbor) {
    if (!asked.insert(&neighbor).second)
      return;
    if (std::optional<Interruption> parted = findInterruption(neighbor, except))
      found.push_back(*parted);
  };
  if (list.getNeighbors().empty())
    return found;
  if (around)
    forEachNeighbor(list, *around, ask);
  else
    for (const Neighbor &neighbor : list.getNeighbors())
      ask(neighbor);
  return found;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

PropertyTimeline Placement::makeTimeline(StringRef property,
                                         const NodeRange *except) const {
  PropertyTimeline timeline(
      is_contained(list.getInterface().inputProperties, property));
  for (const Node &node : list.getNodes())
    if (node.getKind() != Node::Kind::Slot &&
        !(except && except->contains(node)))
      timeline.add(node, getPropertyEffect(list, node, property));
  return timeline;
}

const PropertyTimeline &Placement::getTimeline(StringRef property) {
  auto it = timelines.find(property);
  if (it == timelines.end())
    it = timelines.try_emplace(property, makeTimeline(property)).first;
  return it->second;
}

/// What an open input may have is missed only where a later pass provides it.
bool Placement::isMissed(const PropertyTimeline &timeline,
                         const Node &node) const {
  PropertyTimeline::Moment moment = timeline.at(node);
  return moment.ender || (!moment.holds() && (timeline.findLater(node) ||
                                              list.getInterface().isClosed()));
}

Error Placement::checkKept(const Node &node) {
  std::vector<Diagnostic> found;
  NodeRange added = getRange(node);
  auto check = [&](const Node &user, const PropertyEntry &need) {
    const PropertyTimeline &timeline = getTimeline(need.property);
    if (!isMissed(timeline, user) ||
        isMissed(makeTimeline(need.property, &added), user))
      return;
    if (auto diagnostic = describeMissing(list, user, need, timeline, ideas))
      found.push_back(std::move(*diagnostic));
  };
  std::vector<Interruption> parted = findParted(nullptr, &added);
  if (!parted.empty()) {
    std::vector<Interruption> before = findParted(&added, &added);
    for (const Interruption &now : parted)
      if (none_of(before, [&](const Interruption &known) {
            return known.node == now.node && known.entry == now.entry;
          }))
        found.push_back(describeInterruption(list, now, ideas));
  }
  // Most insertions end nothing that a pass requires; ask for that first.
  SmallVector<const Symbol *> symbols;
  StringSet<> ended;
  for (StringRef property : list.getPropertyNames())
    if (any_of(added, [&](const Node &at) {
          return endsProperty(list, at, property);
        })) {
      ended.insert(property);
      append_range(symbols, list.getSymbolsWithProperty(property));
    }
  auto isNeed = [&](const PropertyEntry &entry) {
    return entry.word == PropertyEntry::Word::Requires &&
           entry.strength == Strength::Strong && ended.contains(entry.property);
  };
  sortByNumber(symbols);
  for (const Symbol *symbol : symbols) {
    if (!symbol->count)
      continue;
    for (const PropertyEntry &entry :
         symbol->descriptor->contract.getProperties()) {
      if (!isNeed(entry))
        continue;
      // Behind the first that has it, it has not been ended here.
      auto user = symbol->nodes.upper_bound(const_cast<Node *>(added.last));
      while (user != symbol->nodes.end() && !applies(list, **user, entry))
        ++user;
      if (user != symbol->nodes.end())
        check(**user, entry);
    }
  }
  for (const BundleInstance *bundle : list.getBundlesWithContract())
    if (added.last->comesBefore(*bundle->begin))
      for (const PropertyEntry &entry : bundle->contract->getProperties())
        if (isNeed(entry) && applies(list, *bundle->begin, entry))
          check(*bundle->begin, entry);
  return makeRefusal(list, std::move(found), &node);
}

std::vector<Placement::Unmet> Placement::findUnmet() {
  list.buildIndex();
  std::vector<Unmet> unmet;
  auto visit = [&](const Node &user, const Contract &contract) {
    for (const PropertyEntry &entry : contract.getProperties())
      if (entry.word == PropertyEntry::Word::Requires &&
          entry.strength == Strength::Strong && applies(list, user, entry) &&
          isMissed(getTimeline(entry.property), user))
        unmet.push_back({&user, &entry});
  };
  SmallVector<const Symbol *> symbols;
  for (StringRef property : list.getPropertyNames())
    append_range(symbols, list.getSymbolsWithProperty(property));
  sortByNumber(symbols);
  for (const Symbol *symbol : symbols)
    for (const Node *node : symbol->nodes)
      visit(*node, symbol->descriptor->contract);
  for (const BundleInstance *bundle : list.getBundlesWithContract())
    visit(*bundle->begin, *bundle->contract);
  for (const Interruption &parted : findParted())
    unmet.push_back({parted.node, parted.entry, parted});
  return unmet;
}

Error Placement::checkMet(ArrayRef<Unmet> known) {
  std::vector<Diagnostic> found;
  for (const Unmet &now : findUnmet()) {
    // The entries are others if the pass was described anew.
    if (any_of(known, [&](const Unmet &before) {
          return before.node == now.node &&
                 before.entry->word == now.entry->word &&
                 before.entry->property == now.entry->property &&
                 before.entry->target == now.entry->target;
        }))
      continue;
    if (now.parted)
      found.push_back(describeInterruption(list, *now.parted, ideas));
    else if (auto diagnostic =
                 describeMissing(list, *now.node, *now.entry,
                                 getTimeline(now.entry->property), ideas))
      found.push_back(std::move(*diagnostic));
  }
  return makeRefusal(list, std::move(found), nullptr);
}
