//===- FixPlaces.cpp - Where fixes that name no place may be made ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledContract.h"
#include "builder/check/Ideas.h"
#include "builder/check/OrderCheck.h"
#include "builder/repair/FixTrial.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// The last pass that removes the casts which `fix` puts in; null if none does.
static const Node *findCastRemover(const PassList &list, const Fix &fix) {
  const PassDescriptor *pass = list.getCatalog().lookupPass(fix.pass);
  if (!pass || !leavesCasts(pass->contract))
    return nullptr;
  for (const Node *node = list.back(); node; node = node->getPrevious())
    if (node->isPass() && !node->getPipeline() &&
        removesCasts(node->getDescriptor().contract))
      return node;
  return nullptr;
}

bool FixTrial::visitPlaces(const Fix &fix,
                           function_ref<bool(const Fix &)> visit) const {
  const Symbol *symbol = copy.list.lookupSymbol(Target::Kind::Pass, fix.pass);
  auto visitAt = [&](const Node &node, bool isBefore) {
    NodeRef reference = copy.getRef(node);
    if (fix.kind == Fix::Kind::Move) {
      NodeRef moved;
      moved.name = fix.pass;
      moved.position = fix.passPosition;
      moved.hasTwin = symbol && symbol->count > 1;
      reference = getWhole(reference);
      return (reference.name != moved.name ||
              reference.position != moved.position) &&
             visit(makeMove(moved, isBefore, reference));
    }
    if (visit(makeInsert({fix.pass, fix.options}, isBefore, reference)))
      return true;
    // In a nest it may see too little, or nothing at all.
    if (node.getAnchorPath().getDepth() == 0)
      return false;
    return visit(makeInsert({fix.pass, fix.options}, isBefore, reference,
                            &copy.getRoot()));
  };
  // From `last` to the start, or to `first`.
  auto visitFrom = [&](const Node *last, const Node *first) {
    const Node *outermost = nullptr;
    for (const Node *node = last; node; node = node->getPrevious()) {
      // Nothing is put into what a registered pipeline has become.
      if (node->isPass() && !(outermost && outermost->comesBefore(*node))) {
        const BundleInstance *pipeline = node->getPipeline();
        outermost = pipeline ? pipeline->begin : nullptr;
        if (visitAt(*node, /*isBefore=*/false))
          return true;
      }
      if (node == first)
        break;
    }
    return false;
  };
  // Casts should go with those of others.
  const Node *remover = findCastRemover(copy.list, fix);
  if (remover && visitFrom(remover->getPrevious(), nullptr))
    return true;
  if (visitFrom(copy.list.back(), remover))
    return true;
  for (const Node &node : copy.getPasses())
    return visitAt(node, /*isBefore=*/true);
  return false;
}

std::vector<Fix> FixTrial::findSecondEdits(const Diagnostic &finding,
                                           const Fix &first) {
  constexpr size_t most = 32;
  std::vector<Fix> seconds;
  if (!left)
    return seconds;
  --left;
  PipelineImpl::OpenTransaction trial(copy);
  if (errorToBool(copy.apply(first)))
    return seconds;
  std::vector<Diagnostic> found;
  OrderCheck(copy.list).run(found);
  copy.applySeverities(found);
  std::vector<Fix> anywhere;
  std::vector<std::string> goal = Tally::getKeys(finding);
  std::vector<std::string> worse =
      Tally(found).getWorse(before, Severity::Error);
  for (Diagnostic &one : found) {
    if (one.severity != Severity::Error ||
        none_of(Tally::getKeys(one), [&](const std::string &key) {
          return is_contained(goal, key) || is_contained(worse, key);
        }))
      continue;
    if (one.fix)
      one.alternatives.insert(one.alternatives.begin(), *one.fix);
    for (Fix &guess : one.alternatives)
      (isAnywhere(guess) ? anywhere : seconds).push_back(std::move(guess));
  }
  for (const Fix &fix : anywhere)
    if (visitPlaces(fix, [&](const Fix &there) {
          seconds.push_back(there);
          return seconds.size() >= most;
        }))
      break;
  if (seconds.size() > most)
    seconds.resize(most);
  return seconds;
}
