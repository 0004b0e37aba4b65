//===- Expansion.cpp - Names of registered pipelines ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `buffer-deallocation-pipeline` is one name in a textual pipeline and eight
// passes when it runs. The node stays one, so that it prints, moves and runs
// under its name; only the check looks at the passes behind it.
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
#include "builder/TextualPipeline.h"

using namespace pmb;
using namespace llvm;

/// Passes that the catalog does not know are left out: nothing is known of what
/// they do. The same goes for names of further pipelines.
static void collect(ArrayRef<TextualElement> elements,
                    std::vector<std::string> &nest,
                    function_ref<void(const TextualElement &)> visit) {
  for (const TextualElement &element : elements) {
    if (!element.isNest()) {
      visit(element);
      continue;
    }
    nest.push_back(element.name.str());
    collect(element.nested, nest, visit);
    nest.pop_back();
  }
}

void OrderCheck::expand(SymbolInfo &info) {
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(info.descriptor->pipeline, info.descriptor->name);
  if (!parsed) {
    // A catalog refuses such a text.
    consumeError(parsed.takeError());
    return;
  }
  std::vector<std::string> nest;
  collect(parsed->getElements(), nest, [&](const TextualElement &element) {
    const PassDescriptor *pass = pipeline.getCatalog().lookupPass(element.name);
    if (!pass)
      return;
    info.steps.push_back({pass, element.options.str(), nest, {}});
    names.add(pass->contract);
    hasContents |= !pass->contract.getContents().empty();
    hasUnknownEffects |= pass->contract.hasUnknownEffect();
    for (const std::string &op : nest)
      names.items.intern(op);
  });
}

void OrderCheck::compileSteps(SymbolInfo &info) {
  for (Step &step : info.steps) {
    step.contract.compile(step.descriptor->contract, names,
                          [&](const Condition &condition) {
                            return holds(condition, *step.descriptor,
                                         step.options, [&](StringRef variant) {
                                           return pipeline.hasVariant(variant);
                                         });
                          });
    // Order within a registered pipeline is for those who registered it.
    step.contract.order.clear();
  }
}

void OrderCheck::forEachContract(
    const Node &node,
    function_ref<void(const CompiledContract &, const AnchorPath &)> visit) {
  SymbolInfo &info = symbols[node.symbol->checkIndex];
  if (info.steps.empty() || !info.descriptor->contract.empty())
    visit(getContract(node), *node.path);
  for (const Step &step : info.steps) {
    AnchorPath *path = node.path;
    for (const std::string &op : step.nest)
      path = path->getNested(op);
    visit(step.contract, *path);
  }
}
