//===- AnchorCheck.cpp - Passes on an operation that they replace ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `func.func(convert-to-llvm)`: the pass can run on any operation, so MLIR
// takes it; but it replaces the function that it runs on, and MLIR crashes.
// Conversions that lower functions run on what is around them. Others look for
// what they lower only in what they run on, as gpu-module-to-binary does, and
// find nothing.
//
//===----------------------------------------------------------------------===//

#include "builder/check/Findings.h"
#include "builder/check/OptionValues.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// True if `entry` lowers operations `op`, whatever else is there.
static bool isAbout(const ContentsEntry &entry, StringRef op) {
  return entry.word == ContentsEntry::Word::Lowers && entry.given.empty() &&
         (is_contained(entry.items, op) ||
          is_contained(entry.items, Item(op).getDialect())) &&
         !is_contained(entry.except, op);
}

/// True if `node` replaces all operations `op` wherever it has work.
static bool replaces(const PassList &pipeline, const Node &node, StringRef op) {
  OptionValues options(node);
  for (const ContentsEntry &entry : node.getDescriptor().contract.getContents())
    if (isAbout(entry, op) &&
        options.holds(entry.condition, &pipeline.getOptions()))
      return !entry.mayLeaveSome() && !is_contained(entry.getAdded(), op);
  return false;
}

void OrderCheck::checkAnchors(const PassList &pipeline,
                              std::vector<Diagnostic> &findings) {
  // A module is where conversions belong.
  const OperationDescriptor *root =
      pipeline.getCatalog().lookupOperation(pipeline.getRoot().getOp());
  bool isOnModule = root && root->isTop;
  // What some pass is about that runs on it: few pipelines have one.
  SmallVector<StringRef> anchors;
  SmallDenseSet<std::pair<const PassDescriptor *, const AnchorPath *>> asked;
  for (const Node &node : pipeline.getPasses()) {
    const AnchorPath &path = node.getAnchorPath();
    if ((!path.getDepth() && isOnModule) ||
        !asked.insert({&node.getDescriptor(), &path}).second)
      continue;
    if (!is_contained(anchors, path.getOp()) &&
        any_of(node.getDescriptor().contract.getContents(),
               [&](const ContentsEntry &entry) {
                 return isAbout(entry, path.getOp());
               }))
      anchors.push_back(path.getOp());
  }
  // What is lowered around a nest leaves it nothing to run on.
  SmallVector<StringRef> gone;
  for (const Node &node : pipeline.getPasses()) {
    const AnchorPath &path = node.getAnchorPath();
    for (StringRef op : anchors) {
      if (is_contained(gone, op) || !replaces(pipeline, node, op))
        continue;
      if (path.getOp() != op) {
        gone.push_back(op);
        continue;
      }
      Diagnostic diagnostic(DiagnosticCode::WrongAnchorOp,
                            "{0} cannot run on '{1}': it replaces what it runs "
                            "on, so that MLIR crashes or nothing happens",
                            quote(node), op);
      diagnostic.at(pipeline.getRef(node));
      // Nothing of the pipeline is around its own operation.
      if (const AnchorPath *around = path.getParent()) {
        diagnostic.help("run it on '{0}', outside of the nest",
                        around->getOp());
        diagnostic.betterNest = around->str();
      }
      findings.push_back(std::move(diagnostic));
    }
  }
}
