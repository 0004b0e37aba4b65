//===- Observer.cpp - What passes are seen to do ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Observer.h"
#include "builder/list/PatternSlot.h"

using namespace pmb;
using namespace llvm;

SuggestedContracts::Counts Observer::count(const ContentsScan &scan) const {
  SuggestedContracts::Counts counts;
  for (const ContentsScan::Entry &entry : scan.getEntries()) {
    const Signature &signature = table.get(entry.signature);
    counts[signature.name.getStringRef().str()] += entry.count;
    for (KindSet kinds = signature.kinds; kinds; kinds &= kinds - 1)
      counts[table.getKindName(kinds & -kinds).str()] = 1;
  }
  return counts;
}

static void addEntries(PassClaims &claims, SuggestedContracts &seen) {
  StringRef name = claims.owner.node.name;
  if (claims.owner.descriptor->hasContract)
    seen.setHasContract(name);
  for (const auto &[item, counts] : claims.contents.getUnnamed())
    seen.addUnnamed(name, item, counts.gone, counts.added);
  claims.takeTallies(
      [&](StringRef entry, unsigned kept, unsigned contradicted) {
        seen.addEntry(name, entry, kept, contradicted);
      });
}

void Observer::publish(const SuggestedContracts &seen) {
  // Pass managers with one verifier may run at the same time.
  std::lock_guard<std::mutex> lock(state.mutex);
  state.suggested->add(seen);
  if (!state.journal)
    return;
  seen.print(*state.journal, /*isLine=*/true);
  state.journal->flush();
}

void Observer::observe(StringRef name, mlir::Operation *op,
                       const ObservedExecution &execution,
                       const ContentsScan &after) {
  // What a set of patterns does is known by its own name; of several in one
  // pass nobody can tell which has done what.
  if (name == rewritePass)
    return;
  SuggestedContracts seen;
  seen.addExecution(name, count(execution.before), count(after));
  if (PassClaims *claims = execution.claims) {
    claims->contents.checkDemands(execution.unmet, execution.before, &after);
    if (claims->owner.descriptor->hasContract)
      claims->contents.noteUnnamed(execution.before, after, op);
    addEntries(*claims, seen);
  }
  publish(seen);
}

void Observer::observeFailure(const ObservedExecution &execution) {
  if (!execution.claims || state.mode == ContractVerifier::Mode::Error)
    return;
  execution.claims->contents.checkDemands(execution.unmet, execution.before,
                                          /*after=*/nullptr);
  SuggestedContracts seen;
  addEntries(*execution.claims, seen);
  publish(seen);
}
