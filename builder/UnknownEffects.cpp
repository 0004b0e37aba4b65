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

#include "builder/OrderCheck.h"
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
      if (lowering.entry->strength == Strength::Strong &&
          !lowering.entry->isPartial)
        later.insert(lowering.from);
  }
  std::reverse(expected.begin(), expected.end());
}

void OrderCheck::noteUnknown(const Node &node, const ContentsEntry &entry) {
  unknownPasses.insert({node.getName(), {&entry, {}}})
      .first->second.nodes.push_back(&node);
}

void OrderCheck::reportUnknown() {
  for (const auto &[name, unknown] : unknownPasses) {
    std::string quoted = "'" + name.str() + "'";
    Diagnostic diagnostic(DiagnosticCode::UnknownEffect,
                          "what " + quoted + " does to the IR is not known" +
                              (unknown.entry->reason.empty()
                                   ? std::string()
                                   : ": " + unknown.entry->reason));
    diagnostic.at(pipeline.getRef(*unknown.nodes.front()));
    for (const Node *node : drop_begin(unknown.nodes))
      diagnostic.note("and once more", pipeline.getRef(*node));
    if (hasContents)
      diagnostic.note("of what was there before it, only what later passes "
                      "lower is taken to be there still");
    diagnostic.help("if you know it, say what " + quoted +
                    " lowers and introduces in a contracts file, with "
                    "\"override\": true");
    findings->push_back(std::move(diagnostic));
  }
}
