//===- Demands.cpp - What a pass rejects, or needs to be there ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/EarlyLowerings.h"
#include "builder/check/LeftOvers.h"
#include "builder/check/Cures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// True if a pass with this contract adds one of `items`.
static bool adds(const CompiledContract &contract, const ItemMask &items) {
  auto isAdded = [&](const auto &entry) {
    return entry.to.intersects(items) || entry.sometimes.intersects(items);
  };
  return any_of(contract.lowerings, isAdded) ||
         any_of(contract.introductions, isAdded);
}

/// Guesses, for `check` to try: `node` cannot accept `items`, or needs one of
/// them, so it goes behind the pass that takes them away, or adds them, or
/// before the one that does the contrary.
void OrderCheck::fixDemand(Diagnostic &diagnostic, const Node &node,
                           const ItemMask &items, bool isRequired) {
  if (isTrial || items.empty() || !demandsToFix)
    return;
  --demandsToFix;
  const Node *firstHelp = nullptr, *lastHelp = nullptr;
  const Node *firstHarm = nullptr, *lastHarm = nullptr;
  for (const Node &other : pipeline.getPasses()) {
    if (&other == &node ||
        (node.getPipeline() && other.getPipeline() == node.getPipeline()))
      continue;
    const CompiledContract &contract = getContract(other);
    bool isAdded = adds(contract, items);
    bool isTaken = !isAdded && contract.intended.intersects(items);
    bool helps = isRequired ? isAdded : isTaken;
    bool harms = isRequired ? isTaken : isAdded;
    if (helps && node.comesBefore(other)) {
      firstHelp = firstHelp ? firstHelp : &other;
      lastHelp = &other;
    }
    if (harms && other.comesBefore(node)) {
      firstHarm = firstHarm ? firstHarm : &other;
      lastHarm = &other;
    }
  }
  NodeRef here = pipeline.getRef(node);
  // What was done before need not be done again.
  if (lastHarm) {
    NodeRef harm = pipeline.getRef(*lastHarm);
    if (here.pipeline.empty() ? here.name == harm.name
                              : here.pipeline == harm.pipeline)
      diagnostic.orBy(makeRemove(here));
  }
  auto tryMoves = [&](const Node *first, const Node *last, bool isBefore) {
    if (!first)
      return;
    for (const Node *other : {last, first}) {
      NodeRef reference = pipeline.getRef(*other);
      diagnostic.orBy(makeMove(here, isBefore, reference))
          .orBy(makeMove(reference, !isBefore, here));
      if (first == last)
        break;
    }
  };
  tryMoves(firstHelp, lastHelp, /*isBefore=*/false);
  tryMoves(lastHarm, firstHarm, /*isBefore=*/true);
  if (!isRequired) {
    std::optional<unsigned> item;
    items.forEach([&](unsigned id) { item = item ? item : id; });
    for (const Cure &cure :
         findCures(pipeline, names.items, *item, node.getName(),
                   /*isForOthers=*/true)) {
      diagnostic.orBy(
          makeInsert(cure.pass, cure.options, /*before=*/true, here));
      if (node.getAnchorPath().getDepth())
        diagnostic.orBy(makeInsert(cure.pass, cure.options, /*before=*/true,
                                   here, &pipeline.getRoot()));
    }
  }
  if (firstHelp || firstHarm)
    diagnostic.orBy(makeMoveAnywhere(here));
}

void OrderCheck::checkDemand(
    const Node &node, const CompiledContract::ContentsRequirement &demand,
    const ContentsState &state, const ItemSet &properties) {
  const ContentsEntry &entry = *demand.entry;
  // What applies only while something is there is not worth a guess.
  if ((!demand.given.empty() &&
       state.contains(state.getUndoubted(demand.given)) != Certainty::Yes) ||
      state.getMayBe().intersects(demand.unless))
    return;
  std::string message;
  ItemMask rejected;
  Certainty certainty = Certainty::Yes;
  if (entry.word == ContentsEntry::Word::Requires) {
    // A pass that has nothing to run on has a finding of its own.
    const AnchorPath &path = node.getAnchorPath();
    if (entry.strength == Strength::Weak && node.isPass() &&
        (findGone(path, state) || findAbsent(path, state)))
      return;
    earlyWork->await(node, demand, state);
    // Without what it merely works on, a pass does no harm; that some was there
    // before says that it comes too late.
    if (state.mayHaveMore() || state.getMayBe().intersects(demand.items) ||
        (entry.strength == Strength::Weak &&
         (earlyWork->mayHaveMore() ||
          !state.getLowered().intersects(demand.items))))
      return;
    message = quote(node) + " needs '" + llvm::join(entry.items, "' or '") +
              "', and there is none";
  } else {
    std::string what;
    ItemMask items = state.getUndoubted(demand.items);
    certainty = state.contains(items);
    if (certainty < Certainty::Likely) {
      items = demand.items;
      certainty = std::min(state.contains(items), Certainty::Maybe);
    }
    auto property = properties.findFirst(demand.properties);
    if (property && certainty != Certainty::Yes) {
      certainty = Certainty::Yes;
      what = names.getPropertyName(*property).str();
    } else if (certainty == Certainty::No ||
               (certainty == Certainty::Maybe &&
                (!state.isClosed() || !tellsPossible))) {
      return;
    } else {
      rejected = state.getAtLeast(certainty).getCommon(items);
      what = names.items.getName(names.getFirst(rejected)).str();
    }
    message = quote(node) + " cannot accept '" + what + "', which " +
              (certainty == Certainty::Yes ? "is" : "may be") + " there";
  }
  Diagnostic diagnostic(DiagnosticCode::Rejected, std::move(message));
  if (certainty != Certainty::Yes || entry.strength == Strength::Weak)
    diagnostic.severity =
        certainty == Certainty::Maybe ? Severity::Off : Severity::Warning;
  diagnostic.at(pipeline.getRef(node));
  bool isRequired = entry.word == ContentsEntry::Word::Requires;
  fixDemand(diagnostic, node, isRequired ? demand.items : rejected, isRequired);
  if (!rejected.empty())
    rejections.push_back({std::move(rejected), diagnostic.severity,
                          diagnostic.message, diagnostic.node->position});
  findings->push_back(std::move(explainWith(diagnostic, node, entry)));
}
