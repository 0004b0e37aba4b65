//===- FixOffers.cpp - Edits that may make a pipeline work ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/FixOffers.h"
#include "builder/check/Ideas.h"
#include "builder/check/ListContracts.h"
#include "builder/repair/Mending.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

FixOffers::Fixes FixOffers::findSafeFixes(Pipeline &of, Severity least) const {
  return findFixes(of, least, [this](const Fix &fix) {
    return withUnsafe || !fix.isUnsafe;
  });
}

/// The same fix in a list that has `count` more passes before its own.
static Fix shift(Fix fix, int count) {
  for (int *position : {&fix.passPosition, &fix.referencePosition})
    if (*position >= 0)
      *position += count;
  for (Fix &step : fix.then)
    step = shift(std::move(step), count);
  return fix;
}

/// Gives a pass that is inserted the options that it shares with those of the
/// pipeline, where it was found for a part of that.
static void addShared(Fix &fix, const SharedOptions &shared,
                      const Catalog &catalog) {
  const PassDescriptor *pass = catalog.lookupPass(fix.pass);
  if (fix.kind == Fix::Kind::Insert && pass) {
    std::string before = "insert '" + Cure{fix.pass, fix.options}.str();
    fix.options = shared.addTo(fix.options, *pass);
    if (StringRef rest = fix.message; rest.consume_front(before))
      fix.message = "insert '" + Cure{fix.pass, fix.options}.str() + rest.str();
  }
  for (Fix &step : fix.then)
    addShared(step, shared, catalog);
}

FixOffers::Fixes FixOffers::findTail(const RunOutcome &outcome) const {
  StringRef barrier = catalog.getBarrier();
  if (barrier.empty())
    return {};
  Pipeline tail(pipeline.getRoot().getOp(), catalog);
  tail.append(PassSpec(barrier));
  PipelineInterface &interface = tail.getInterface();
  interface.inputContents = outcome.contents;
  interface.isInputMeasured = true;
  interface.outputContents = pipeline.getInterface().outputContents;
  if (Error error = applyFixes(tail, findSafeFixes(tail, Severity::Error))) {
    consumeError(std::move(error));
    return {};
  }
  Fixes fixes;
  std::optional<NodeRef> behind;
  for (const Node &node : pipeline.getPasses())
    behind = pipeline.getRef(node);
  int position = int(pipeline.size());
  for (const Node &node : tail.getPasses()) {
    if (node.getName() == barrier)
      continue;
    Cure pass = copyOf(node);
    fixes.push_back(behind ? makeInsert(pass, /*before=*/false, *behind)
                           : makeInsertAnywhere(pass));
    fixes.back().anchor = node.getAnchorPath().str();
    addShared(fixes.back(), SharedOptions(pipeline.getList()), catalog);
    behind = NodeRef();
    behind->name = pass.pass;
    behind->position = position++;
  }
  return fixes;
}

/// What the check says of the passes from that which stopped the pipeline on,
/// of which it is known exactly what they begin with.
FixOffers::Fixes FixOffers::findFixesBehind(const RunOutcome &outcome) const {
  Fixes fixes;
  tryEdit(
      pipeline,
      [&] {
        pipeline.getInterface().inputContents = outcome.contents;
        return keepPasses(pipeline, outcome.passesRun, pipeline.size());
      },
      [&] { fixes = findSafeFixes(pipeline, Severity::Warning); });
  SharedOptions shared(pipeline.getList());
  for (Fix &fix : fixes) {
    fix = shift(std::move(fix), int(outcome.passesRun));
    addShared(fix, shared, catalog);
  }
  return fixes;
}

std::vector<FixOffers::Fixes> FixOffers::find(const RunOutcome &outcome) const {
  std::vector<Fixes> offers;
  auto add = [&](Fixes fixes) {
    if (!fixes.empty())
      offers.push_back(std::move(fixes));
  };
  add(findSafeFixes(pipeline, Severity::Error));
  add(findSafeFixes(pipeline, Severity::Warning));
  if (!outcome.why.empty())
    add(findFixesBehind(outcome));
  for (const Diagnostic &finding : pipeline.check())
    if (finding.fix && finding.severity >= Severity::Warning &&
        (withUnsafe || !finding.fix->isUnsafe))
      add({*finding.fix});
  // Nothing but what is added behind all others.
  if (outcome.why.empty())
    offers.emplace_back();
  return offers;
}

std::vector<FixOffers::Fixes>
FixOffers::findMoves(const RunOutcome &outcome) const {
  std::vector<NodeRef> passes;
  for (const Node &node : pipeline.getPasses())
    passes.push_back(pipeline.getRef(node));
  std::vector<Fixes> moves;
  auto add = [&](const NodeRef &pass, bool before, const NodeRef &reference) {
    bool isOfOne = !pass.pipeline.empty() &&
                   pass.pipelinePosition == reference.pipelinePosition;
    // A registered pipeline stays as it is.
    if (pass.position != reference.position && !isOfOne)
      moves.push_back({makeMove(pass, before, reference)});
  };
  if (outcome.why.empty()) {
    for (const NodeRef &pass : reverse(passes))
      for (const NodeRef &place : reverse(passes))
        if (place.position > pass.position)
          add(pass, /*before=*/false, place);
    return moves;
  }
  const NodeRef &stopped = passes[outcome.passesRun];
  // What was done before need not be done again.
  if (withUnsafe &&
      any_of(ArrayRef(passes).take_front(outcome.passesRun),
             [&](const NodeRef &pass) { return pass.name == stopped.name; }) &&
      stopped.pipeline.empty()) {
    Fix gone;
    gone.kind = Fix::Kind::Remove;
    gone.pass = stopped.name;
    gone.passPosition = stopped.position;
    gone.message = "remove '" + gone.pass + "' (pass " +
                   std::to_string(gone.passPosition) + ")";
    moves.push_back({std::move(gone)});
  }
  for (const NodeRef &pass : ArrayRef(passes).drop_front(stopped.position + 1))
    add(pass, /*before=*/true, stopped);
  for (const NodeRef &place :
       reverse(ArrayRef(passes).take_front(stopped.position)))
    add(stopped, /*before=*/true, place);
  for (const NodeRef &place : ArrayRef(passes).drop_front(stopped.position + 1))
    add(stopped, /*before=*/false, place);
  return moves;
}

std::vector<FixOffers::Fixes>
FixOffers::findInsertions(const RunOutcome &outcome) const {
  if (!outcome.why.empty())
    return {};
  ListContracts contracts(pipeline.getList());
  std::vector<std::string> left;
  for (StringRef item : outcome.left)
    if (!Item(item).isCast())
      left.push_back(Item(item).getName().str());
  std::vector<Fixes> insertions;
  for (const Cure &cure :
       CureFinder(pipeline.getList(), contracts.getNames().items)
           .findEach(left))
    for (const Node &node : pipeline.getPasses())
      insertions.push_back(
          {makeInsert(cure, /*before=*/true, pipeline.getRef(node))});
  return insertions;
}
