//===- Placement.cpp - Checking what was just inserted --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An insertion is checked from the index, without going over the list: what the
// new entries name, and what names the new pass.
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool OrderCheck::matches(const Target &target, const Node &node) const {
  if (target.kind == Target::Kind::Provider)
    return getPropertyEffect(pipeline, node, target.name) ==
           PropertyEffect::Provides;
  return node.isPass() ? matchesTarget(target, node.getDescriptor())
                       : matchesTarget(target, *node.getBundle());
}

OrderCheck::Extent OrderCheck::findExtent(const Target &target) const {
  pipeline.buildIndex();
  Extent extent;
  auto extendBy = [&](const Symbol &symbol) {
    if (symbol.nodes.empty())
      return;
    if (symbol.kind == Target::Kind::Pass &&
        target.kind == Target::Kind::Provider &&
        symbol.descriptor->contract.isConditional()) {
      for (const Node *node : symbol.nodes)
        if (matches(target, *node))
          extent.extend(getRange(*node));
    } else if (symbol.kind == Target::Kind::Pass) {
      // Only the ends matter.
      extent.extend({*symbol.nodes.begin(), *symbol.nodes.begin()},
                    symbol.count);
      extent.extend({*symbol.nodes.rbegin(), *symbol.nodes.rbegin()}, 0);
    } else if (symbol.kind == Target::Kind::Bundle) {
      for (const Node *node : symbol.nodes)
        if (matches(target, *node))
          extent.extend(getRange(*node));
    }
  };
  if (target.kind == Target::Kind::Pass) {
    for (Target::Kind kind : {Target::Kind::Pass, Target::Kind::Bundle})
      if (const Symbol *symbol = pipeline.lookupSymbol(kind, target.name))
        extendBy(*symbol);
  } else if (target.kind == Target::Kind::PassKind) {
    for (const Symbol *symbol : pipeline.getSymbolsOfKind(target.name))
      if (symbol->kind != Target::Kind::Pass ||
          symbol->descriptor->hasKind(target.name))
        extendBy(*symbol);
  } else if (target.kind == Target::Kind::Provider) {
    for (const Symbol *symbol : pipeline.getSymbolsWithProperty(target.name))
      if (matchesTarget(target, *symbol->descriptor))
        extendBy(*symbol);
    for (const BundleInstance *bundle : pipeline.getBundlesWithContract())
      if (bundle->begin->isLinked() && matches(target, *bundle->begin))
        extent.extend({bundle->begin, bundle->end});
  }
  return extent;
}

const Node *OrderCheck::findOwner(const Symbol &symbol, const OrderEntry &entry,
                                  const Node *except) const {
  auto find = [&](auto begin, auto end) -> const Node * {
    for (; begin != end; ++begin) {
      if (*begin != except && applies(pipeline, **begin, entry))
        return *begin;
      // Other conditions hold for all instances or for none.
      if (*begin != except && entry.condition.kind != Condition::Kind::Option)
        break;
    }
    return nullptr;
  };
  return entry.word == OrderEntry::Word::Before ||
                 entry.word == OrderEntry::Word::FollowedBy
             ? find(symbol.nodes.rbegin(), symbol.nodes.rend())
             : find(symbol.nodes.begin(), symbol.nodes.end());
}

std::vector<Target> OrderCheck::getTargets(const Node &node) const {
  bool isPass = node.isPass();
  if (!isPass && node.getKind() == Node::Kind::Slot)
    return {};
  StringRef name = isPass || node.getBundle()->isPipeline ? node.getName() : "";
  std::vector<Target> targets;
  if (!name.empty())
    targets.push_back(pass(name));
  ArrayRef<std::string> kinds =
      isPass ? node.getKinds() : ArrayRef<std::string>(node.getBundle()->kinds);
  for (const std::string &each : kinds)
    targets.push_back(kind(each));
  if (const Contract *contract = lookupContract(node))
    for (const PropertyEntry &entry : contract->getProperties())
      if (entry.word == PropertyEntry::Word::Provides &&
          matches(providerOf(entry.property), node))
        targets.push_back(providerOf(entry.property));
  return targets;
}

/// Puts symbols into the order in which they came, each once.
static void sortByNumber(SmallVectorImpl<const Symbol *> &symbols) {
  llvm::sort(symbols, [](const Symbol *a, const Symbol *b) {
    return a->number < b->number;
  });
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
}

void OrderCheck::forEachOwner(
    ArrayRef<Target> targets, const Node *except,
    function_ref<void(const Node &, const OrderEntry &)> visit) {
  SmallVector<const Symbol *> symbols;
  for (const Target &target : targets)
    append_range(symbols, pipeline.getSymbolsWithOrder(target));
  // One may name several of them.
  sortByNumber(symbols);
  for (const Symbol *symbol : symbols)
    if (symbol->count)
      for (const OrderEntry &entry : symbol->descriptor->contract.getOrder())
        if (entry.strength == Strength::Strong &&
            is_contained(targets, entry.target))
          if (const Node *owner = findOwner(*symbol, entry, except))
            visit(*owner, entry);
  for (const BundleInstance *bundle : pipeline.getBundlesWithContract())
    if (bundle->contract && bundle->begin->isLinked() &&
        bundle->begin != except)
      for (const OrderEntry &entry : bundle->contract->getOrder())
        if (entry.strength == Strength::Strong &&
            is_contained(targets, entry.target) &&
            applies(pipeline, *bundle->begin, entry))
          visit(*bundle->begin, entry);
}

Error OrderCheck::checkInserted(const Node &node) {
  const Contract *contract = lookupContract(node);
  std::vector<Diagnostic> found;
  findings = &found;
  auto check = [&](const Node &owner, const OrderEntry &entry) {
    Extent extent = findExtent(entry.target);
    // What stood in the wrong place before is not the fault of the new node.
    if (isAboutAll(entry) && &owner != &node) {
      extent = Extent();
      extent.extend(getRange(node));
    }
    // What is not there yet may still be added.
    Verdict verdict = judge(owner, entry, extent);
    if (verdict == Verdict::WrongOrder)
      reportWrongOrder(owner, entry, extent);
    else if (verdict == Verdict::Conflict)
      reportConflict(owner, entry,
                     extent.isBefore(getRange(owner)) ? *extent.first
                                                      : *extent.last);
  };
  if (contract)
    for (const OrderEntry &entry : contract->getOrder())
      if (entry.strength == Strength::Strong && applies(pipeline, node, entry))
        check(node, entry);
  forEachOwner(getTargets(node), &node, check);
  if (contract)
    for (const PropertyEntry &entry : contract->getProperties())
      if (entry.word == PropertyEntry::Word::Requires &&
          entry.strength == Strength::Strong && applies(pipeline, node, entry))
        checkRequired(node, entry);
  return takeRefusal(std::move(found));
}

Error OrderCheck::takeRefusal(std::vector<Diagnostic> found) {
  findings = nullptr;
  // What is refused is not in the pipeline, so there is nothing to try.
  for (Diagnostic &diagnostic : found)
    diagnostic.alternatives.clear();
  return makeError(std::move(found));
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

OrderCheck::PropertyHistory OrderCheck::findHistory(const Node &node,
                                                    const PropertyEntry &need,
                                                    const Range *except) const {
  const PropertyDescriptor *property =
      pipeline.getCatalog().lookupProperty(need.property);
  bool isFleeting = property && property->isFleeting;
  Range owner = getRange(node);
  using Effect = PropertyEffect;
  auto isLeftOut = [&](const Node &other) {
    return except && !other.comesBefore(*except->begin) &&
           !except->end->comesBefore(other);
  };
  auto getEffectOf = [&](const Node &other) {
    return getPropertyEffect(pipeline, other, need.property);
  };
  auto mentions = [&](const Contract &contract) {
    return getPropertyEffect(contract, need.property, appliesAlways) !=
           Effect::None;
  };

  // The last that provides it before, the last that ends it, and the first that
  // provides it after.
  PropertyHistory history;
  auto &[provider, ender, later, isMissed] = history;
  auto lookBefore = [&](const Node &other, Effect effect) {
    const Node *&best =
        effect == Effect::Provides ? history.provider : history.ender;
    if (effect >= Effect::Ends && (!best || best->comesBefore(other)))
      best = &other;
  };
  auto lookAfter = [&](const Node &other, Effect effect) {
    const Node *&best = history.later;
    if (effect == Effect::Provides && owner.end->comesBefore(other) &&
        (!best || other.comesBefore(*best)))
      best = &other;
  };
  for (const Symbol *symbol : pipeline.getSymbolsWithProperty(need.property)) {
    if (!symbol->count || !mentions(symbol->descriptor->contract))
      continue;
    // All instances do the same unless options decide.
    bool isConditional = symbol->descriptor->contract.isConditional();
    auto at = symbol->nodes.lower_bound(const_cast<Node *>(owner.begin));
    for (auto it = at; it != symbol->nodes.begin();) {
      if (isLeftOut(**--it))
        continue;
      Effect effect = getEffectOf(**it);
      lookBefore(**it, effect);
      if (!isConditional || effect == Effect::Provides)
        break;
    }
    while (at != symbol->nodes.end() && !owner.end->comesBefore(**at))
      ++at;
    for (auto it = at; it != symbol->nodes.end(); ++it) {
      if (isLeftOut(**it))
        continue;
      Effect effect = getEffectOf(**it);
      lookAfter(**it, effect);
      if (!isConditional || effect == Effect::Provides)
        break;
    }
  }
  bool isRestored = false;
  for (const BundleInstance *bundle : pipeline.getBundlesWithContract()) {
    if (!bundle->contract || !bundle->begin->isLinked() ||
        isLeftOut(*bundle->begin) || !mentions(*bundle->contract))
      continue;
    Effect effect = getEffectOf(*bundle->end);
    if (bundle->end->comesBefore(*owner.begin)) {
      isRestored |= effect == Effect::Preserves;
      lookBefore(*bundle->end, effect);
    } else {
      lookAfter(*bundle->end, effect);
    }
  }

  if (provider && ender && ender->comesBefore(*provider))
    ender = nullptr;
  if (isRestored) {
    // What a bundle around passes preserves as a whole takes a closer look.
    PropertyTimeline story;
    for (const Node *step = pipeline.front(); step != owner.begin;
         step = step->getNext())
      if (!isLeftOut(*step))
        story.add(*step, getEffectOf(*step), isFleeting);
    provider = story.provider;
    ender = story.ender;
  } else if (isFleeting && !ender) {
    // A fleeting property holds as far back as passes preserve it.
    for (const Node *step = owner.begin->getPrevious();
         step && step != provider && !ender; step = step->getPrevious())
      if (step->isPass() && !isLeftOut(*step) &&
          getEffectOf(*step) != Effect::Preserves)
        ender = step;
  }
  bool heldBefore =
      provider ||
      is_contained(pipeline.getInterface().inputProperties, need.property);
  // What an open input may have is missed only where somebody takes care of it.
  isMissed =
      ender || (!heldBefore && (later || pipeline.getInterface().isClosed()));
  return history;
}

void OrderCheck::checkRequired(const Node &node, const PropertyEntry &need) {
  PropertyHistory history = findHistory(node, need, nullptr);
  if (history.isMissed)
    reportMissing(node, need, history.provider, history.ender, history.later);
}

Error OrderCheck::checkKept(const Node &node) {
  std::vector<Diagnostic> found;
  findings = &found;
  Range added = getRange(node);
  auto mayEnd = [&](StringRef property) {
    for (const Node *at = added.begin;; at = at->getNext()) {
      if (endsProperty(pipeline, *at, property))
        return true;
      if (at == added.end)
        return false;
    }
  };
  auto check = [&](const Node &user, const PropertyEntry &need) {
    PropertyHistory history = findHistory(user, need, nullptr);
    if (history.isMissed && !findHistory(user, need, &added).isMissed)
      reportMissing(user, need, history.provider, history.ender, history.later);
  };
  // Most insertions end nothing that somebody requires; ask for that first.
  SmallVector<const Symbol *> symbols;
  StringSet<> ended;
  for (StringRef property : pipeline.getPropertyNames())
    if (mayEnd(property)) {
      ended.insert(property);
      append_range(symbols, pipeline.getSymbolsWithProperty(property));
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
      auto user = symbol->nodes.upper_bound(const_cast<Node *>(added.end));
      while (user != symbol->nodes.end() && !applies(pipeline, **user, entry))
        ++user;
      if (user != symbol->nodes.end())
        check(**user, entry);
    }
  }
  for (const BundleInstance *bundle : pipeline.getBundlesWithContract())
    if (bundle->contract && bundle->begin->isLinked() &&
        added.end->comesBefore(*bundle->begin))
      for (const PropertyEntry &entry : bundle->contract->getProperties())
        if (isNeed(entry) && applies(pipeline, *bundle->begin, entry))
          check(*bundle->begin, entry);
  return takeRefusal(std::move(found));
}

std::vector<OrderCheck::Requirement>
OrderCheck::findUnmet(const StringSet<> &properties) const {
  pipeline.buildIndex();
  std::vector<Requirement> unmet;
  auto visit = [&](const Node &user, const Contract &contract) {
    for (const PropertyEntry &entry : contract.getProperties())
      if (entry.word == PropertyEntry::Word::Requires &&
          entry.strength == Strength::Strong &&
          properties.contains(entry.property) &&
          applies(pipeline, user, entry) &&
          findHistory(user, entry, nullptr).isMissed)
        unmet.push_back({&user, &entry});
  };
  SmallVector<const Symbol *> symbols;
  for (StringRef property : properties.keys())
    append_range(symbols, pipeline.getSymbolsWithProperty(property));
  sortByNumber(symbols);
  for (const Symbol *symbol : symbols)
    for (const Node *node : symbol->nodes)
      visit(*node, symbol->descriptor->contract);
  for (const BundleInstance *bundle : pipeline.getBundlesWithContract())
    if (bundle->contract && bundle->begin->isLinked())
      visit(*bundle->begin, *bundle->contract);
  return unmet;
}

Error OrderCheck::checkMet(const StringSet<> &properties,
                           ArrayRef<Requirement> known) {
  std::vector<Diagnostic> found;
  findings = &found;
  for (const auto &[user, need] : findUnmet(properties))
    // The entries are others if the pass was described anew.
    if (none_of(known, [user = user, need = need](const Requirement &before) {
          return before.first == user &&
                 before.second->property == need->property;
        }))
      checkRequired(*user, *need);
  return takeRefusal(std::move(found));
}
