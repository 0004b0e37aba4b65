//===- MakeReport.cpp - What a report says of a pipeline ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/edit/PassesInOptions.h"
#include "builder/list/PatternSlot.h"
#include "bundles/report/PassWork.h"
#include "bundles/report/Report.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;
using pmb::report::BundleNumbers;

static Report::Pass makePass(const Pipeline &pipeline, const Node &node,
                             int bundle) {
  Report::Pass pass{pipeline.getRef(node),
                    node.getOptions(),
                    {},
                    bundle,
                    node.getDescriptor().hasContract};
  pass.nests = node.getAnchorPath().getOps();
  return pass;
}

/// What an edit did, and where.
static Report::Change makeChange(const Pipeline &pipeline,
                                 const EditTrace &edit,
                                 const BundleNumbers &numbers) {
  Report::Change change{edit.kind, pipeline.getRef(*edit.node), *edit.origin,
                        edit.successor ? edit.successor->getName().str()
                                       : edit.options};
  // What was removed still knows what it stood behind.
  const Node *place = edit.successor ? edit.successor : edit.node;
  bool isGone = !place->isLinked();
  while (place && !place->isLinked())
    place = place->getPrevious();
  if (!place)
    return change;
  bool isOutside = place->getKind() == Node::Kind::BundleEnd ||
                   (place->getKind() == Node::Kind::BundleBegin && !isGone);
  const BundleInstance *around =
      isOutside ? place->getBundle()->parent : place->getBundle();
  change.bundle = around ? numbers.lookup(around) : -1;
  change.position = pipeline.getList().countPassesBefore(*place) +
                    (isGone && place->isPass());
  return change;
}

StringRef pmb::stringify(Report::NotChecked what) {
  static constexpr StringLiteral words[] = {"input", "dialects", "output"};
  return words[size_t(what)];
}

/// What nothing says about where a pipeline begins and ends.
static std::vector<Report::NotChecked>
findNotChecked(const Pipeline &pipeline) {
  const PipelineInterface &interface = pipeline.getInterface();
  std::vector<Report::NotChecked> left;
  // Contents are of MLIR.
  if (!pipeline.getCatalog().getRules().textNamesRoot)
    return left;
  if (!interface.isClosed())
    left.push_back(Report::NotChecked::Input);
  else if (any_of(*interface.inputContents,
                  [](StringRef item) { return Item(item).isDialect(); }))
    left.push_back(Report::NotChecked::Dialects);
  if (!interface.outputContents)
    left.push_back(Report::NotChecked::Output);
  return left;
}

/// What is known of a pass in this pipeline, which may have none of that name.
static const PassDescriptor *lookupPass(const Pipeline &pipeline,
                                        StringRef name) {
  const Symbol *symbol =
      pipeline.getList().lookupSymbol(Target::Kind::Pass, name);
  return symbol ? symbol->descriptor : pipeline.getCatalog().lookupPass(name);
}

void Report::add(const Pipeline &pipeline, bool explains) {
  root = pipeline.getRoot().getOp().str();
  release = pipeline.getCatalog().getRelease().str();
  notChecked = findNotChecked(pipeline);
  BundleNumbers numbers;
  StringSet<> unknown;
  auto addUnknown = [&](StringRef name, const PassDescriptor *known) {
    if (!(known && (known->hasContract || known->isGuessed())) &&
        unknown.insert(name).second)
      unknownPasses.push_back(name.str());
  };
  for (const Node &node : pipeline.getNodes()) {
    const BundleInstance *around = node.getBundleAround();
    int bundle = around ? numbers.lookup(around) : -1;
    if (const Pin *pin = node.getPin();
        pin && node.getKind() != Node::Kind::BundleEnd)
      pins.push_back(
          {pipeline.getRef(node), *pin->origin, pin->reason, pin->options});
    switch (node.getKind()) {
    case Node::Kind::BundleBegin:
      numbers[node.getBundle()] = bundles.size();
      bundles.push_back(
          {pipeline.getRef(node),
           bundle,
           node.getBundle()->isContiguous,
           passes.size(),
           passes.size(),
           {node.getBundle()->kinds.begin(), node.getBundle()->kinds.end()}});
      break;
    case Node::Kind::BundleEnd:
      bundles[bundle].end = passes.size();
      break;
    case Node::Kind::Slot:
      slots.push_back({pipeline.getRef(node), bundle, passes.size(),
                       getPatternSlot(node) != nullptr});
      break;
    case Node::Kind::Pass:
      passes.push_back(makePass(pipeline, node, bundle));
      addUnknown(node.getName(), &node.getDescriptor());
      forEachPassInOptions(pipeline.getCatalog(), node.getDescriptor(),
                           node.getGivenOptions(), [&](StringRef name) {
                             addUnknown(name, lookupPass(pipeline, name));
                           });
    }
  }
  for (const EditTrace &edit : pipeline.getList().getEdits())
    if (edit.isOfAnother())
      changes.push_back(makeChange(pipeline, edit, numbers));
  if (explains)
    report::explain(pipeline, numbers, *this);
}

Report pmb::makeReport(const Pipeline &pipeline, StringRef input,
                       bool explains) {
  Report report;
  report.input = input.str();
  report.add(pipeline, explains);
  return report;
}
