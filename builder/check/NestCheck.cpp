//===- NestCheck.cpp - Nests that no IR has -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass manager visits the operations of a nest where they stand directly in
// those of the nest around it. Where the verifier of MLIR lets none stand, the
// passes run on nothing, in any input. So they do where the input is known to
// have none of the operations, and no pass makes any.
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/check/Rules.h"

using namespace pmb;
using namespace llvm;

static bool canStandIn(const Catalog &catalog, StringRef op, StringRef parent) {
  const OperationDescriptor *known = catalog.lookupOperation(op);
  // `any` says nothing about the operation.
  if (!known || parent == "any")
    return true;
  if (known->isOnlyThere && !known->parent.empty() && parent != known->parent)
    return false;
  const OperationDescriptor *around = catalog.lookupOperation(parent);
  return !(known->isSymbol && around && around->isFunction);
}

void OrderCheck::checkNests(const PassList &pipeline,
                            std::vector<Diagnostic> &result) {
  if (!pipeline.getRoot().hasNested())
    return;
  const AnchorPath *last = nullptr;
  for (const Node &node : pipeline.getPasses()) {
    // One mistake is one nest, however many passes it has.
    if (&node.getAnchorPath() == last)
      continue;
    last = &node.getAnchorPath();
    for (const AnchorPath *at = last; at->getDepth(); at = at->getParent()) {
      StringRef parent = at->getParent()->getOp();
      if (canStandIn(pipeline.getCatalog(), at->getOp(), parent))
        continue;
      StringRef usual =
          pipeline.getCatalog().lookupOperation(at->getOp())->parent;
      for (const OperationDescriptor *op :
           pipeline.getCatalog().getOperations())
        if (usual.empty() && op->isTop)
          usual = op->name;
      Diagnostic diagnostic(
          DiagnosticCode::NoEffect,
          "{0} has nothing to run on: no '{1}' stands directly in a '{2}'",
          quote(node), at->getOp(), parent);
      diagnostic.at(pipeline.getRef(node));
      if (at->getOp() == parent)
        diagnostic.help("nest it in one '{0}' only", parent);
      else if (!usual.empty())
        diagnostic.help("nest it in '{0}' instead", usual);
      result.push_back(std::move(diagnostic));
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Nests that one input does not have, or that are gone
//===----------------------------------------------------------------------===//

/// Where `node` had something to run on: in front of the pass that lowers
/// `gone`, and of the few conversions before that.
static SmallVector<const Node *> findPlaces(const Trace &trace,
                                            const Node &node, unsigned gone) {
  constexpr size_t most = 12;
  SmallVector<const Node *> places;
  const Node *first = nullptr;
  for (const Node *at = node.getPrevious(); at; at = at->getPrevious()) {
    if (!at->isPass() || at->getPipeline())
      continue;
    // Nothing moves past what may count on it.
    if (trace.getContracts().isUndescribed(*at))
      break;
    first = at;
    const ItemMask &intended = trace.getContracts().lookup(*at)->intended;
    if (places.size() < most &&
        (places.empty() ? intended.contains(gone) : !intended.empty()))
      places.push_back(at);
  }
  if (!places.empty() && places.back() != first)
    places.push_back(first);
  return places;
}

static Diagnostic describeGone(const Trace &trace, const Node &node,
                               unsigned gone) {
  std::string op = quoteItem(trace.getNames(), gone);
  return Diagnostic(DiagnosticCode::NoEffect,
                    "{0} has nothing to run on: {1} has been lowered before",
                    quote(node), op)
      .at(trace.getList().getRef(node))
      .help("move it before the pass that lowers {0}", op);
}

static Diagnostic describeAbsent(const Trace &trace, const Node &node,
                                 unsigned operation, const Ideas &ideas) {
  Diagnostic diagnostic(DiagnosticCode::NoEffect,
                        "{0} has nothing to run on: the input has no {1}, and "
                        "nothing before makes one",
                        quote(node), quoteItem(trace.getNames(), operation));
  diagnostic.at(trace.getList().getRef(node));
  for (const Trace::Step &step : trace.getSteps()) {
    const Node &other = *step.node;
    if (!other.isPass() || !node.comesBefore(other) ||
        !step.contract->adds(ItemMask(operation)))
      continue;
    diagnostic.help("move it after {0}, which makes them", quote(other));
    diagnostic.orBy(ideas.move(node, /*before=*/false, other));
    break;
  }
  return diagnostic;
}

void pmb::proposeForNest(Diagnostic &diagnostic, const Trace &trace,
                         ArrayRef<const Node *> row, unsigned gone,
                         const Ideas &ideas) {
  SmallVector<const Node *> places = findPlaces(trace, *row.front(), gone);
  const Node *last = row.back();
  for (const Trace::Step &step : trace.getSteps())
    if (step.gone == gone || step.renewed == gone)
      last = step.node;
  bool isOneNest = last == row.back();
  if (isOneNest)
    ideas.runEarlier(diagnostic, row, places);
  if (!places.empty())
    diagnostic.orBy(ideas.move(*places.front(), /*before=*/false, *last));
  if (!isOneNest)
    ideas.runEarlier(diagnostic, row, places);
}

void pmb::checkIdlePasses(const Trace &trace, RuleFindings &findings) {
  DenseSet<const AnchorPath *> absentNests;
  // Of how many nests the places are looked for, each of which walks the list.
  unsigned rowsLeft = findings.ideas.areWanted() ? 16 : 0;
  for (const Trace::Step &step : trace.getSteps()) {
    const Node &node = *step.node;
    if (step.gone) {
      Diagnostic diagnostic = describeGone(trace, node, *step.gone);
      SmallVector<const Node *> row;
      if (rowsLeft)
        row = getRowOfNest(node);
      if (!row.empty() && row.front() == &node) {
        --rowsLeft;
        proposeForNest(diagnostic, trace, row, *step.gone, findings.ideas);
      }
      findings.add(std::move(diagnostic), {&node});
    }
    // One mistake is one nest, and a registered pipeline has nests for all that
    // may come.
    else if (step.absent && !node.getPipeline() &&
             absentNests.insert(&node.getAnchorPath()).second)
      findings.add(describeAbsent(trace, node, *step.absent, findings.ideas),
                   {&node});
  }
}
