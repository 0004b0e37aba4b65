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
#include <tuple>

using namespace pmb;
using namespace llvm;

void OrderCheck::checkNeeds(const Node &node, const CompiledContract &contract,
                            const ContentsState &state, ItemSet &properties) {
  for (const CompiledContract::PropertyRequirement &need : contract.needs)
    if (!properties.contains(need.property)) {
      findMissing(node, need);
      // Later passes that miss it, too, are a consequence.
      properties.insert(need.property);
    }
  for (const CompiledContract::ContentsRequirement &demand : contract.demands)
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

void OrderCheck::PropertyTimeline::add(const Node &node, PropertyEffect effect,
                                       bool isFleeting) {
  if (node.getKind() == Node::Kind::BundleBegin) {
    atBegin.push_back({provider, ender});
    return;
  }
  if (node.getKind() == Node::Kind::BundleEnd) {
    // What held where it began, or may have, does so again.
    auto before = atBegin.pop_back_val();
    if (effect == PropertyEffect::Preserves && ender && !before.second)
      std::tie(provider, ender) = before;
  }
  if (effect == PropertyEffect::Provides) {
    provider = &node;
    ender = nullptr;
  } else if (effect == PropertyEffect::Ends ||
             (node.isPass() && isFleeting &&
              effect != PropertyEffect::Preserves)) {
    if (!ender)
      ender = &node;
  }
}

void OrderCheck::findMissing(
    const Node &node, const CompiledContract::PropertyRequirement &need) {
  Range owner = getRange(node);
  auto [it, isNew] = propertyTimelines.try_emplace(need.property);
  PropertyTimeline &story = it->second;
  if (isNew)
    story.next = pipeline.front();
  bool isFleeting = names.fleeting.contains(need.property);
  auto getEffect = [&](const Node &other) {
    const CompiledContract *contract =
        other.isPass()                             ? &getContract(other)
        : other.getKind() == Node::Kind::BundleEnd ? getBundleContract(other)
                                                   : nullptr;
    return !contract ? PropertyEffect::None
           : contract->provides.contains(need.property)
               ? PropertyEffect::Provides
           : contract->invalidates.contains(need.property)
               ? PropertyEffect::Ends
           : contract->preserves.contains(need.property)
               ? PropertyEffect::Preserves
               : PropertyEffect::None;
  };
  // The sweep asks in list order. Who is idle has done nothing.
  for (; story.next != owner.begin; story.next = story.next->getNext())
    if (!idle.contains(story.next))
      story.add(*story.next, getEffect(*story.next), isFleeting);
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
  reportMissing(node, *need.entry, story.provider, story.ender, later);
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
  // What others have put somewhere is theirs to move.
  auto orByMoving = [&](Diagnostic &diagnostic, const Node &other,
                        bool before) {
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
      ideas.provide(diagnostic, node, need, provider,
                    makeMove(here, /*before=*/true, end));
      orByMoving(diagnostic, *ender, /*before=*/false);
    }
  } else if (later) {
    NodeRef next = pipeline.getRef(*later);
    diagnostic.note("provided only later, by", next);
    ideas.provide(diagnostic, node, need, later,
                  makeMove(here, /*before=*/false, next));
    orByMoving(diagnostic, *later, /*before=*/true);
  } else {
    std::optional<Fix> move;
    if (ender) {
      NodeRef end = pipeline.getRef(*ender);
      diagnostic.note("ended by", end);
      // The input may have it.
      if (!pipeline.getInterface().isClosed())
        move = makeMove(here, /*before=*/true, end);
    }
    ideas.provide(diagnostic, node, need, nullptr, std::move(move));
    ArrayRef<std::string> known = ideas.getProviders(property);
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
