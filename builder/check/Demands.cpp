//===- Demands.cpp - What a pass rejects, or needs to be there ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/EarlyLowerings.h"
#include "builder/check/LeftOvers.h"
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
  const ItemMask &items = isRequired ? demand.items : rejected;
  ideas.accept(diagnostic, node, items, isRequired, [&](const Node &other) {
    const CompiledContract &contract = getContract(other);
    bool isAdded = adds(contract, items);
    return !isAdded && !contract.intended.intersects(items)
               ? Ideas::Influence::None
           : isAdded == isRequired ? Ideas::Influence::Helps
                                   : Ideas::Influence::Harms;
  });
  if (!rejected.empty())
    rejections.push_back({std::move(rejected), diagnostic.severity,
                          diagnostic.message, diagnostic.node->position});
  findings->push_back(std::move(explainWith(diagnostic, node, entry)));
}
