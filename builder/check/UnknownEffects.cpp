//===- UnknownEffects.cpp - Passes of which the effect is not known -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an unknown effect leaves is decided in ContentsState.h. Here it is found
// out what the rest of the pipeline counts on, and said that the effect is not
// known.
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

void OrderCheck::collectExpected() {
  // All contracts in the order of the sweep.
  SmallVector<const CompiledContract *> contracts;
  for (const Node &node : pipeline.getNodes()) {
    if (node.isPass())
      contracts.push_back(&getContract(node));
    else if (node.getKind() == Node::Kind::BundleEnd)
      if (const CompiledContract *contract = getBundleContract(node))
        contracts.push_back(contract);
  }
  // From the end, so that each pass is looked at once.
  ItemMask later;
  for (const CompiledContract *contract : reverse(contracts)) {
    if (!contract->unknownEffects.empty())
      expected.push_back(later);
    for (const CompiledContract::Lowering &lowering : contract->lowerings)
      if (!lowering.entry->isSpeculative && !lowering.entry->isPartial)
        later.insert(lowering.from);
  }
  std::reverse(expected.begin(), expected.end());
}

void OrderCheck::noteUnknown(const Node &node, const ContentsEntry &entry) {
  unknownEffects[{node.getName(), entry.reason}].push_back(&node);
}

void OrderCheck::reportUnknown() {
  for (const auto &[text, nodes] : unknownEffects) {
    auto [name, reason] = text;
    std::string quoted = "'" + name.str() + "'";
    const Node &first = *nodes.front();
    Diagnostic diagnostic(
        DiagnosticCode::UnknownEffect,
        "what " + quoted + " does to the IR is not known" +
            (reason.empty() ? std::string() : ": " + reason.str()));
    diagnostic.at(pipeline.getRef(first));
    for (const Node *node : drop_begin(nodes))
      diagnostic.note("and once more", pipeline.getRef(*node));
    diagnostic.note("of what was there before it, only what later passes "
                    "lower is taken to be there still");
    // A contracts file describes passes and registered pipelines only.
    if (first.isPass() || first.getBundle()->isPipeline)
      diagnostic.help("if you know it, say what " + quoted +
                      " lowers and introduces in a contracts file, with "
                      "\"override\": true");
    findings->push_back(std::move(diagnostic));
  }
}
