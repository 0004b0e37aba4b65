//===- Races.cpp - Passes in nests that write outside of them -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR runs the passes of a nest on all of its operations, with threads on
// several at once. A pass must not change what stands outside of its own; one
// whose contract says that it does (`writesOutside`) belongs on the operation
// around the nest, where nothing runs beside it.
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/check/Rules.h"

using namespace pmb;
using namespace llvm;

/// Whether a pass may run on `op`; std::nullopt if that is not known.
static std::optional<bool> canRunOn(const Node &node, StringRef op) {
  const PassDescriptor &pass = node.getDescriptor();
  SmallVector<StringRef> operations = getOperations(pass, node.getInstance());
  if (!operations.empty())
    return is_contained(operations, op);
  return pass.hasOptionList || node.getInstance() ? std::optional(true)
                                                  : std::nullopt;
}

static Diagnostic describeRace(const PassList &list, const Node &node,
                               const ContentsEntry &entry, const Ideas &ideas) {
  const AnchorPath &path = node.getAnchorPath();
  Diagnostic diagnostic = aboutEntry(
      Diagnostic(DiagnosticCode::RaceInNest,
                 "{0}{1} outside of the '{2}' that it runs on, and others run "
                 "at the same time",
                 quote(node),
                 entry.strength == Strength::Weak ? " may write" : " writes",
                 path.getOp()),
      list, node, entry);
  const AnchorPath &around = *path.getParent();
  std::optional<bool> canRun = canRunOn(node, around.getOp());
  // By itself a pass on the outermost operation runs alone.
  bool mayRun = canRun.value_or(true) && !around.getDepth();
  if (mayRun)
    diagnostic.help("run it on '{0}', outside of the nest{1}", around.getOp(),
                    canRun ? "" : ", if it can run there");
  diagnostic.help("{0}run without threads, and say so: \"threads\": false in a "
                  "pipeline file, getInterface().isThreaded = false in C++",
                  mayRun ? "or " : "");
  if (canRun && mayRun)
    ideas.runOutside(diagnostic, node);
  return diagnostic;
}

/// The entry that says that the pass writes outside, the strongest of those
/// that apply; null if none does.
static const ContentsEntry *findWrite(const CompiledContract &contract,
                                      const ContentsState &state) {
  const ContentsEntry *found = nullptr;
  for (const CompiledContract::Entry &write : contract.outside)
    if ((write.entry->given.empty() ||
         state.contains(write.given) >= Certainty::Likely) &&
        (!found || found->strength == Strength::Weak))
      found = write.entry;
  return found;
}

void pmb::checkRaces(const Trace &trace, RuleFindings &findings) {
  const PassList &list = trace.getList();
  if (!list.getRoot().hasNested() || !list.getInterface().isThreaded ||
      !trace.getContracts().getAssumptions().isThreaded)
    return;
  auto mayRace = [](const Trace::Step &step) {
    return step.node->isPass() && step.contract &&
           !step.contract->outside.empty() && !step.isIdle() &&
           step.node->getAnchorPath().getDepth();
  };
  if (none_of(trace.getSteps(), mayRace))
    return;
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    const ContentsEntry *entry =
        mayRace(step) ? findWrite(*step.contract, state) : nullptr;
    if (entry)
      findings.add(describeRace(list, *step.node, *entry, findings.ideas),
                   {step.node});
  });
}
