//===- Demands.cpp - What a pass rejects, or needs to be there ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Cures.h"
#include "builder/check/Rules.h"

using namespace pmb;
using namespace llvm;

using ContentsRequirement = CompiledContract::ContentsRequirement;

/// True if a pass with this contract adds one of `items`.
static bool adds(const CompiledContract &contract, const ItemMask &items) {
  auto isAdded = [&](const auto &entry) {
    return entry.to.intersects(items) || entry.sometimes.intersects(items);
  };
  return any_of(contract.lowerings, isAdded) ||
         any_of(contract.introductions, isAdded);
}

namespace {
class Demands {
public:
  Demands(const Trace &trace, RuleFindings &findings)
      : trace(trace), list(trace.getList()), names(trace.getNames()),
        findings(findings) {}
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
           const ContentsRequirement &demand, ItemMask rejected);
  void offerFixes(Diagnostic &diagnostic, const Node &node,
                  const ItemMask &items, bool isRequired);

  const Trace &trace;
  const PassList &list;
  const NameTables &names;
  RuleFindings &findings;
  /// How many more demands get guesses, each of which looks at all passes.
  unsigned demandsToFix = 16;
};
} // namespace

/// Guesses, for `check` to try: `node` cannot accept `items`, or needs one of
/// them, so it goes behind the pass that takes them away, or adds them, or
/// before the one that does the contrary.
void Demands::offerFixes(Diagnostic &diagnostic, const Node &node,
                         const ItemMask &items, bool isRequired) {
  if (findings.isTrial || items.empty() || !demandsToFix)
    return;
  --demandsToFix;
  const Node *firstHelp = nullptr, *lastHelp = nullptr;
  const Node *firstHarm = nullptr, *lastHarm = nullptr;
  for (const Node &other : list.getPasses()) {
    if (&other == &node ||
        (node.getPipeline() && other.getPipeline() == node.getPipeline()))
      continue;
    const CompiledContract &contract = *trace.getContracts().lookup(other);
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
  NodeRef here = list.getRef(node);
  // What was done before need not be done again.
  if (lastHarm) {
    NodeRef harm = list.getRef(*lastHarm);
    if (here.pipeline.empty() ? here.name == harm.name
                              : here.pipeline == harm.pipeline)
      diagnostic.orBy(makeRemove(here));
  }
  auto tryMoves = [&](const Node *first, const Node *last, bool isBefore) {
    if (!first)
      return;
    for (const Node *other : {last, first}) {
      NodeRef reference = list.getRef(*other);
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
    for (const Cure &cure : findCures(list, names.items, *item, node.getName(),
                                      /*isForOthers=*/true)) {
      diagnostic.orBy(
          makeInsert(cure.pass, cure.options, /*before=*/true, here));
      if (node.getAnchorPath().getDepth())
        diagnostic.orBy(makeInsert(cure.pass, cure.options, /*before=*/true,
                                   here, &list.getRoot()));
    }
  }
  if (firstHelp || firstHarm)
    diagnostic.orBy(makeMoveAnywhere(here));
}

/// True if the pass needs what is not there.
bool Demands::isMissing(const Trace::Step &step,
                        const ContentsRequirement &demand,
                        const ContentsState &state) const {
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
                     (!state.isClosed() || !findings.tellsPossible))))
    return;
  ItemMask rejected;
  std::string what;
  if (property) {
    certainty = Certainty::Yes;
    what = "'" + names.getPropertyName(*property).str() + "'";
  } else {
    rejected = state.getAtLeast(certainty).getCommon(items);
    what = quoteFirst(names, rejected);
  }
  Diagnostic diagnostic(
      DiagnosticCode::Rejected,
      quote(*step.node) + " cannot accept " + what + ", which " +
          (certainty == Certainty::Yes ? "is" : "may be") + " there");
  if (certainty != Certainty::Yes)
    diagnostic.severity =
        certainty == Certainty::Maybe ? Severity::Off : Severity::Warning;
  add(std::move(diagnostic), step, demand, std::move(rejected));
}

void Demands::check(const Trace::Step &step, const ContentsRequirement &demand,
                    const ContentsState &state) {
  if (!state.asksFor(demand))
    return;
  if (demand.entry->word != ContentsEntry::Word::Requires)
    checkRejected(step, demand, state);
  else if (isMissing(step, demand, state))
    add(Diagnostic(DiagnosticCode::Rejected,
                   quote(*step.node) + " needs '" +
                       llvm::join(demand.entry->items, "' or '") +
                       "', and there is none"),
        step, demand, {});
}

void Demands::add(Diagnostic diagnostic, const Trace::Step &step,
                  const ContentsRequirement &demand, ItemMask rejected) {
  diagnostic.at(list.getRef(*step.node));
  bool isRequired = demand.entry->word == ContentsEntry::Word::Requires;
  offerFixes(diagnostic, *step.node, isRequired ? demand.items : rejected,
             isRequired);
  RuleFindings::Facts facts;
  facts.node = step.node;
  facts.rejected = std::move(rejected);
  findings.add(
      weigh(std::move(explainWith(diagnostic, *step.node, *demand.entry)),
            *demand.entry),
      std::move(facts));
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
