//===- Needs.cpp - What a pass requires and does not find -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happened to a property is looked for only where one is missing.
//
//===----------------------------------------------------------------------===//

#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

void OrderCheck::checkNeeds(const Node &node, const CompiledContract &contract,
                            const ContentsState &state, ItemSet &properties) {
  for (const CompiledContract::Need &need : contract.needs)
    if (!properties.contains(need.property)) {
      findMissing(node, need);
      // Later passes that miss it, too, are a consequence.
      properties.insert(need.property);
    }
  for (const CompiledContract::Demand &demand : contract.demands)
    checkDemand(node, demand, state, properties);
}

const Node *OrderCheck::findLaterProvider(const Node *from, unsigned property) {
  for (; from; from = from->getNext()) {
    const CompiledContract *contract =
        from->isPass()                             ? &getContract(*from)
        : from->getKind() == Node::Kind::BundleEnd ? getBundleContract(*from)
                                                   : nullptr;
    if (contract && contract->provides.contains(property))
      return from;
  }
  return nullptr;
}

void OrderCheck::findMissing(const Node &node,
                             const CompiledContract::Need &need) {
  Range owner = getRange(node);
  auto [it, isNew] = propertyStories.try_emplace(need.property);
  PropertyStory &story = it->second;
  if (isNew)
    story.next = pipeline.front();
  auto look = [&](const Node &other, const CompiledContract &contract) {
    bool provides = contract.provides.contains(need.property);
    bool preserves = contract.preserves.contains(need.property);
    bool ends = contract.invalidates.contains(need.property) ||
                (other.isPass() && names.fleeting.contains(need.property) &&
                 !preserves);
    if (idle.contains(&other)) {
      // It has done nothing.
    } else if (provides) {
      story.provider = &other;
      story.ender = nullptr;
    } else {
      if (!other.isPass() && preserves)
        for (const Node **ended : {&story.ender, &story.invalidator})
          if (*ended && getRange(other).begin->comesBefore(**ended))
            *ended = nullptr;
      if (ends && !story.ender)
        story.ender = &other;
      if (contract.invalidates.contains(need.property) && !story.invalidator)
        story.invalidator = &other;
    }
  };
  // The sweep asks in list order.
  for (; story.next != owner.begin; story.next = story.next->getNext()) {
    if (story.next->isPass())
      look(*story.next, getContract(*story.next));
    else if (story.next->getKind() == Node::Kind::BundleEnd)
      if (const CompiledContract *contract = getBundleContract(*story.next))
        look(*story.next, *contract);
  }
  const Node *later = nullptr;
  if (!node.isPass()) {
    later = findLaterProvider(owner.end->getNext(), need.property);
  } else {
    if (!story.isLast && (!story.later || !node.comesBefore(*story.later))) {
      story.later = findLaterProvider(node.getNext(), need.property);
      story.isLast = !story.later;
    }
    later = story.later;
  }
  const Node *ender = story.ender;
  if (!story.provider && !is_contained(pipeline.getInterface().inputProperties,
                                       need.entry->property))
    ender = story.invalidator;
  reportMissing(node, *need.entry, story.provider, ender, later);
}

ArrayRef<std::string> OrderCheck::getProviders(StringRef property) {
  auto [it, isNew] = providers.try_emplace(property);
  if (isNew && !isTrial)
    for (StringRef name : pipeline.getCatalog().getPassNames())
      if (matchesTarget(providerOf(property),
                        *pipeline.getCatalog().lookupPass(name)))
        it->second.push_back(name.str());
  return it->second;
}

void OrderCheck::reportMissing(const Node &node, const PropertyEntry &need,
                               const Node *provider, const Node *ender,
                               const Node *later) {
  const std::string &property = need.property;
  bool isEnded =
      provider ||
      is_contained(pipeline.getInterface().inputProperties, property);
  // With an open input the property may hold from the start; there is nothing
  // to say unless somebody in the pipeline takes care of it, or ends it.
  if (!isEnded && !later && !ender && !pipeline.getInterface().isClosed())
    return;
  NodeRef here = pipeline.getRef(node);
  auto fix = [&](Diagnostic &diagnostic, Fix move, const Node *again) {
    if (!again || !again->isPass()) {
      diagnostic.fixedBy(std::move(move));
      return;
    }
    Fix insert = makeInsert(again->getName(), again->getGivenOptions(),
                            /*before=*/true, here);
    // What can be run again does that, rather than to move what was put there
    // for reasons of its own.
    if (again->getDescriptor().contract.isIdempotent())
      diagnostic.fixedBy(std::move(insert)).orBy(std::move(move));
    else
      diagnostic.fixedBy(std::move(move)).orBy(std::move(insert));
  };
  // What others have put somewhere is theirs to move.
  auto orByMoving = [&](Diagnostic &diagnostic, const Node &other, bool before) {
    if (other.getOrigin().isSameParty(node.getOrigin()))
      diagnostic.orBy(makeMove(pipeline.getRef(other), before, here));
  };
  Diagnostic diagnostic(DiagnosticCode::MissingProperty,
                        quote(node) + " requires '" + property +
                            "', which does not hold where it starts");
  diagnostic.at(here);
  explainWith(diagnostic, node, need);
  if (isEnded) {
    if (provider)
      diagnostic.note("provided by", pipeline.getRef(*provider));
    else
      diagnostic.note("it holds in the input");
    if (ender) {
      NodeRef end = pipeline.getRef(*ender);
      diagnostic.note("ended by", end);
      fix(diagnostic, makeMove(here, /*before=*/true, end), provider);
      orByMoving(diagnostic, *ender, /*before=*/false);
    }
  } else if (later) {
    NodeRef next = pipeline.getRef(*later);
    diagnostic.note("provided only later, by", next);
    fix(diagnostic, makeMove(here, /*before=*/false, next), later);
    orByMoving(diagnostic, *later, /*before=*/true);
  } else {
    if (ender)
      diagnostic.note("ended by", pipeline.getRef(*ender));
    ArrayRef<std::string> known = getProviders(property);
    if (!known.empty())
      diagnostic.help("add a pass that provides it before: '" +
                      join(known, "', '") + "'");
    else
      diagnostic.note("no pass that is known provides it");
  }
  report(std::move(diagnostic), need);
}

void OrderCheck::checkOutput(const ItemSet &properties) {
  for (const std::string &property : pipeline.getInterface().outputProperties)
    if (!properties.contains(*names.lookupProperty(property)))
      findings->push_back(Diagnostic(DiagnosticCode::MissingOutput,
                                     "the output must be '" + property +
                                         "', which does not hold at the "
                                         "end of the pipeline"));
}
