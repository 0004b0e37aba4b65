//===- Rules.cpp - What the check looks for -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Rules.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/Sequence.h"

using namespace pmb;
using namespace llvm;

namespace {
enum class Stage {
  /// Findings about single nodes, which are put into list order.
  Node,
  /// About the list as a whole.
  List,
  /// About what remains in the IR; not asked for where nothing changes it.
  Contents,
};
} // namespace

static constexpr struct {
  Rule *find;
  Stage stage;
  /// Also asked about a place that is only tried.
  bool isAboutOrder;
} rules[] = {
    {checkOrderEntries, Stage::Node, true},
    {checkBetween, Stage::Node, true},
    {checkProperties, Stage::Node, true},
    {checkDemands, Stage::Node, true},
    {checkIdlePasses, Stage::Node, true},
    {checkRaces, Stage::Node, false},
    {checkAgreement, Stage::Node, false},
    {checkOutputProperties, Stage::List, true},
    {reportUnknownEffects, Stage::List, false},
    {mergeCycles, Stage::List, false},
    {checkLeftOvers, Stage::Contents, false},
    {checkDeadEnds, Stage::Contents, false},
    {checkPresumedInput, Stage::Contents, false},
    {reportUndescribed, Stage::Contents, false},
};

void RuleFindings::sortByNode() {
  std::vector<Diagnostic> findings = std::exchange(all, {});
  std::vector<Facts> facts = std::exchange(known, {});
  auto order = to_vector(seq<size_t>(0, facts.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return facts[a].node->comesBefore(*facts[b].node);
  });
  for (size_t index : order)
    add(std::move(findings[index]), std::move(facts[index]));
}

void RuleFindings::eraseKnown(
    function_ref<bool(const Diagnostic &, const Facts &)> isGone) {
  std::vector<Diagnostic> findings = std::exchange(all, {});
  std::vector<Facts> facts = std::exchange(known, {});
  for (size_t index = 0; index < findings.size(); ++index)
    if (index >= facts.size())
      add(std::move(findings[index]));
    else if (!isGone(findings[index], facts[index]))
      add(std::move(findings[index]), std::move(facts[index]));
}

static void ask(Stage stage, bool isAboutOrder, const Trace &trace,
                RuleFindings &findings) {
  for (const auto &rule : rules)
    if (rule.stage == stage && (rule.isAboutOrder || !isAboutOrder))
      rule.find(trace, findings);
  if (stage == Stage::Node)
    findings.sortByNode();
}

bool OrderCheck::hasWork(const PassList &list) {
  const PipelineInterface &interface = list.getInterface();
  bool hasNests = list.getRoot().hasNested();
  if (interface.outputContents || !interface.outputProperties.empty() ||
      (interface.isClosed() && hasNests) || !list.getNeighbors().empty() ||
      list.mayDescribeNodes())
    return true;
  // One pass alone puts nothing back that another has lowered, unless it does
  // different things with different options, or has nests to run on in vain.
  bool isAnyChanging = false, canChangeWithPlace = hasNests;
  for (const Symbol *symbol : list.getSymbols())
    if (symbol->count && symbol->descriptor) {
      const Contract &contract = symbol->descriptor->contract;
      if (contract.isDemanding() || contract.hasUnknownEffect())
        return true;
      if (contract.getContents().empty())
        continue;
      if (std::exchange(isAnyChanging, true))
        return true;
      canChangeWithPlace |=
          any_of(contract.getContents(), [](const ContentsEntry &entry) {
            return entry.isConditional();
          });
    }
  return any_of(list.getBundles(),
                [](const auto &bundle) { return bundle->contract; }) ||
         (isAnyChanging && (canChangeWithPlace || interface.isClosed()));
}

bool OrderCheck::run(std::vector<Diagnostic> &result, TrialFilter isWorthMore,
                     bool isTrial) && {
  if (!tellsPossible && !assumed.believesGuesses && !assumed.believesNewest &&
      !hasWork(list))
    return true;
  ListContracts contracts(list, assumed);
  if (isTrial)
    contracts.forgetOrder();
  Trace trace(contracts);
  if (working)
    for (const Trace::Step &step : trace.getSteps())
      if (step.change && step.change->isWork())
        working->insert(step.node);
  RuleFindings findings(contracts, isTrial, tellsPossible);
  ask(Stage::Node, /*isAboutOrder=*/false, trace, findings);
  ask(Stage::List, /*isAboutOrder=*/false, trace, findings);
  bool isWorth = !isWorthMore || isWorthMore(findings.all, trace.getEnd(),
                                             contracts.getNames().items);
  if (isWorth && contracts.hasContents())
    ask(Stage::Contents, /*isAboutOrder=*/false, trace, findings);
  llvm::append_range(result, std::move(findings.all));
  return isWorth;
}

void OrderCheck::runWithoutLeftOvers(std::vector<Diagnostic> &result) && {
  if (!hasWork(list))
    return;
  ListContracts contracts(list);
  Trace trace(contracts);
  RuleFindings findings(contracts, /*isTrial=*/true,
                        /*tellsPossible=*/false);
  ask(Stage::Node, /*isAboutOrder=*/true, trace, findings);
  ask(Stage::List, /*isAboutOrder=*/true, trace, findings);
  llvm::append_range(result, std::move(findings.all));
}
