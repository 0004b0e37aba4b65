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
  Demands(const Trace &trace, RuleFindings &found);
  /// What the pass of the step meets. Steps come in list order.
  void check(const Trace::Step &step, const ContentsState &state);

private:
  void checkNeeded(const Trace::Step &step, const ContentsState &state);
  void noteLowered(const Trace::Step &step);
  const Node *findLowering(const ItemMask &items) const;
  static ItemMask getSeen(const Trace::Step &step,
                          const ContentsRequirement &demand);
  bool isMissing(const Trace::Step &step, const ContentsRequirement &demand,
                 const ContentsState &state) const;
  void checkRejected(const Trace::Step &step, const ContentsRequirement &demand,
                     const ContentsState &state);
  void add(Diagnostic diagnostic, const Trace::Step &step,
           const ContentsRequirement &demand, ItemMask rejected,
           std::optional<unsigned> property = std::nullopt);

  /// Some earlier pass has no contract, and may have added anything.
  bool mayHaveMore = false;
  /// What passes need, and the last pass that has lowered it.
  ItemMask needed;
  llvm::SmallDenseMap<unsigned, const Node *> loweredBy;
};
} // namespace

static bool isNeed(const ContentsRequirement &demand) {
  return demand.entry->word == ContentsEntry::Word::Requires;
}

Demands::Demands(const Trace &trace, RuleFindings &found)
    : RuleContext(trace, found) {
  for (const Trace::Step &step : trace.getSteps())
    if (step.contract)
      for (const ContentsRequirement &demand : step.contract->demands)
        if (isNeed(demand))
          needed.insert(demand.items);
}

/// What of a demand counts where the pass stands.
ItemMask Demands::getSeen(const Trace::Step &step,
                          const ContentsRequirement &demand) {
  return demand.entry->nest.empty() ? demand.items - step.hidden
                                    : demand.items & step.inParts;
}

/// True if the pass needs what is not there.
bool Demands::isMissing(const Trace::Step &step,
                        const ContentsRequirement &demand,
                        const ContentsState &state) const {
  // What an input lacks that is only presumed may be there.
  if (trace.getContracts().getAssumptions().input)
    return false;
  bool isWeak = demand.entry->strength == Strength::Weak;
  // Nothing says what stands where.
  bool isUntold =
      !demand.entry->nest.empty() && !trace.getContracts().knowsNests();
  // A pass that has nothing to run on has a finding of its own.
  if ((isWeak && step.isIdle()) || state.mayHaveMore() || isUntold ||
      state.getMayBe().intersects(
          demand.entry->nest.empty() ? demand.items : getSeen(step, demand)))
    return false;
  // Without what it merely works on, a pass does no harm; that some was there
  // before says that it comes too late.
  return !isWeak ||
         (!mayHaveMore && state.getLowered().intersects(demand.items));
}

void Demands::checkRejected(const Trace::Step &step,
                            const ContentsRequirement &demand,
                            const ContentsState &state) {
  ItemMask seen = getSeen(step, demand);
  ItemMask items = state.getUndoubted(seen);
  Certainty certainty = state.contains(items);
  if (certainty < Certainty::Likely) {
    items = seen;
    certainty = std::min(state.contains(items), Certainty::Maybe);
  }
  // What is dead is there for a pass that does not look whether it is.
  ItemMask dead;
  if (certainty != Certainty::Yes &&
      any_of(demand.entry->items,
             [](StringRef item) { return Item(item).isDead(); }))
    dead = state.getDead(items);
  if (!dead.empty())
    certainty = Certainty::Yes;
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
    rejected =
        dead.empty() ? state.getAtLeast(certainty).getCommon(items) : dead;
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

/// The pass that has lowered most of `items`; of several, the last. Null for
/// none.
const Node *Demands::findLowering(const ItemMask &items) const {
  const Node *found = nullptr;
  unsigned most = 0;
  llvm::SmallDenseMap<const Node *, unsigned> counts;
  items.forEach([&](unsigned id) {
    const Node *node = loweredBy.lookup(id);
    if (!node)
      return;
    unsigned count = ++counts[node];
    if (count > most || (count == most && found->comesBefore(*node))) {
      found = node;
      most = count;
    }
  });
  return found;
}

/// What the pass needs and is not there. Without what it merely works on, it
/// has one finding.
void Demands::checkNeeded(const Trace::Step &step, const ContentsState &state) {
  bool isIdle = false;
  for (const ContentsRequirement &demand : step.contract->demands) {
    if (!isNeed(demand) || !state.asksFor(demand, step.hidden) ||
        !isMissing(step, demand, state))
      continue;
    std::string them = llvm::join(demand.entry->items, "' or '");
    if (demand.entry->strength != Strength::Weak) {
      add(Diagnostic(DiagnosticCode::Rejected,
                     "{0} needs '{1}', and there is none", quote(*step.node),
                     them),
          step, demand, {});
      continue;
    }
    if (std::exchange(isIdle, true))
      continue;
    const Node *lowering = findLowering(demand.items);
    add(Diagnostic(DiagnosticCode::NoEffect,
                   "{0} has nothing to work on: no '{1}' is left{2}",
                   quote(*step.node), them,
                   lowering ? " after " + quote(*lowering) : ""),
        step, demand, {});
  }
}

void Demands::noteLowered(const Trace::Step &step) {
  if (!step.change || needed.empty())
    return;
  for (const ContentsChange::Effect &effect : step.change->effects)
    if (effect.outcome.happens())
      (effect.lowering->gone & needed).forEach([&](unsigned id) {
        loweredBy[id] = step.node;
      });
}

void Demands::check(const Trace::Step &step, const ContentsState &state) {
  if (!step.contract)
    return;
  if (step.node->getKind() != Node::Kind::BundleEnd) {
    for (const ContentsRequirement &demand : step.contract->demands)
      if (!isNeed(demand) && state.asksFor(demand, step.hidden))
        checkRejected(step, demand, state);
    checkNeeded(step, state);
  }
  noteLowered(step);
  mayHaveMore |= step.node->isPass() && !step.node->getDescriptor().hasContract;
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
  bool isRequired = isNeed(demand);
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
    demands.check(step, state);
  });
}
