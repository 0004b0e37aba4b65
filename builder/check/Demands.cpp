//===- Demands.cpp - What a pass rejects, or needs to be there ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Rules.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

using ContentsRequirement = CompiledContract::ContentsRequirement;

namespace {
class Demands : RuleContext {
public:
  using RuleContext::RuleContext;
  void check(const Trace::Step &step, const ContentsRequirement &demand,
             const ContentsState &state);
  /// Some earlier pass has no contract, and may have added anything.
  bool mayHaveMore = false;

private:
  bool isMissing(const Trace::Step &step, const ContentsRequirement &demand,
                 const ContentsState &state) const;
  void checkRejected(const Trace::Step &step, const ContentsRequirement &demand,
                     const ContentsState &state);
  void add(Diagnostic diagnostic, const Trace::Step &step,
           const ContentsRequirement &demand, ItemMask rejected,
           std::optional<unsigned> property = std::nullopt);
};
} // namespace

/// True if the pass needs what is not there.
bool Demands::isMissing(const Trace::Step &step,
                        const ContentsRequirement &demand,
                        const ContentsState &state) const {
  // What an input lacks that is only presumed may be there.
  if (trace.getContracts().getAssumptions().input)
    return false;
  bool isWeak = demand.entry->strength == Strength::Weak;
  // A pass that has nothing to run on has a finding of its own.
  if ((isWeak && step.isIdle()) || state.mayHaveMore() ||
      state.getMayBe().intersects(demand.items))
    return false;
  // Without what it merely works on, a pass does no harm; that some was there
  // before says that it comes too late.
  return !isWeak ||
         (!mayHaveMore && state.getLowered().intersects(demand.items));
}

void Demands::checkRejected(const Trace::Step &step,
                            const ContentsRequirement &demand,
                            const ContentsState &state) {
  ItemMask items = state.getUndoubted(demand.items);
  Certainty certainty = state.contains(items);
  if (certainty < Certainty::Likely) {
    items = demand.items;
    certainty = std::min(state.contains(items), Certainty::Maybe);
  }
  std::optional<unsigned> property;
  if (certainty != Certainty::Yes)
    demand.properties.forEach([&](unsigned id) {
      if (!property && trace.getTimeline(id).at(*step.node).holds())
        property = id;
    });
  if (!property && (certainty == Certainty::No ||
                    (certainty == Certainty::Maybe &&
                     (!state.isClosed() || !found.tellsPossible))))
    return;
  ItemMask rejected;
  std::string what;
  if (property) {
    certainty = Certainty::Yes;
    what = "'" + names.properties.getName(*property).str() + "'";
  } else {
    rejected = state.getAtLeast(certainty).getCommon(items);
    what = quoteFirst(names, rejected);
  }
  Diagnostic diagnostic(
      DiagnosticCode::Rejected, "{0} cannot accept {1}, which {2} there",
      quote(*step.node), what, certainty == Certainty::Yes ? "is" : "may be");
  if (certainty != Certainty::Yes)
    diagnostic.severity =
        certainty == Certainty::Maybe ? Severity::Off : Severity::Warning;
  add(std::move(diagnostic), step, demand, std::move(rejected), property);
}

void Demands::check(const Trace::Step &step, const ContentsRequirement &demand,
                    const ContentsState &state) {
  if (!state.asksFor(demand))
    return;
  if (demand.entry->word != ContentsEntry::Word::Requires)
    checkRejected(step, demand, state);
  else if (isMissing(step, demand, state))
    add(Diagnostic(DiagnosticCode::Rejected,
                   "{0} needs '{1}', and there is none", quote(*step.node),
                   llvm::join(demand.entry->items, "' or '")),
        step, demand, {});
}

/// True if a pass that lowers some of `items` may make of it what `refusing`
/// rejects as well.
static bool mayMakeRefused(const CompiledContract &contract,
                           const ItemMask &items,
                           const CompiledContract &refusing,
                           const ItemTable &table) {
  auto isRefused = [&](const std::string &item) {
    return any_of(refusing.demands, [&](const auto &demand) {
      return demand.entry->word == ContentsEntry::Word::Rejects &&
             demand.items.intersects(table.getMembers(item));
    });
  };
  return any_of(contract.lowerings, [&](const auto &lowering) {
    return lowering.items.intersects(items) &&
           (any_of(lowering.entry->to, isRefused) ||
            any_of(lowering.entry->sometimes, isRefused));
  });
}

void Demands::add(Diagnostic diagnostic, const Trace::Step &step,
                  const ContentsRequirement &demand, ItemMask rejected,
                  std::optional<unsigned> property) {
  diagnostic.at(pipeline.getRef(*step.node));
  bool isRequired = demand.entry->word == ContentsEntry::Word::Requires;
  const ItemMask &items = isRequired ? demand.items : rejected;
  ideas.accept(
      diagnostic, *step.node, items, *demand.entry, [&](const Node &other) {
        const CompiledContract &contract = *trace.getContracts().lookup(other);
        bool isAdded = contract.adds(items);
        if (!isAdded &&
            (!contract.intended.intersects(items) ||
             (!isRequired &&
              mayMakeRefused(contract, items, *step.contract, names.items))))
          return Ideas::Influence::None;
        return isAdded == isRequired ? Ideas::Influence::Helps
                                     : Ideas::Influence::Harms;
      });
  RuleFindings::Facts facts;
  facts.node = step.node;
  facts.rejected = std::move(rejected);
  explainWith(diagnostic, *step.node, *demand.entry);
  if (property)
    explainRejected(diagnostic, pipeline, *step.node,
                    trace.getTimeline(*property).at(*step.node), ideas);
  found.add(weigh(std::move(diagnostic), *demand.entry), std::move(facts));
}

void pmb::checkDemands(const Trace &trace, RuleFindings &findings) {
  if (none_of(trace.getSteps(), [](const Trace::Step &step) {
        return step.contract && !step.contract->demands.empty();
      }))
    return;
  Demands demands(trace, findings);
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (!step.contract)
      return;
    if (step.node->getKind() != Node::Kind::BundleEnd)
      for (const ContentsRequirement &demand : step.contract->demands)
        demands.check(step, demand, state);
    demands.mayHaveMore |=
        step.node->isPass() && !step.node->getDescriptor().hasContract;
  });
}
