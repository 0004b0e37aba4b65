//===- NodeContract.cpp - What a contract says of one node ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"

using namespace pmb;
using namespace llvm;

const Contract *pmb::lookupContract(const Node &node) {
  return node.isPass()                        ? &node.getDescriptor().contract
         : node.getKind() == Node::Kind::Slot ? nullptr
                                              : node.getBundle()->contract;
}

SmallVector<StringRef> pmb::getOperations(const PassDescriptor &pass,
                                          const PassInstance &instance) {
  StringRef anchor = instance.getAnchor();
  if (anchor.empty())
    anchor = pass.anchor;
  if (!anchor.empty())
    return {anchor};
  return {pass.anchorChoices.begin(), pass.anchorChoices.end()};
}

bool EntryFilter::operator()(const ContractEntry &entry) {
  if (!entry.isConditional())
    return true;
  if (!options && node.isPass())
    options.emplace(node);
  else if (!options)
    options.emplace();
  return options->holds(entry.condition, &list.getOptions());
}

bool pmb::applies(const PassList &list, const Node &node,
                  const ContractEntry &entry) {
  return EntryFilter(list, node)(entry);
}

bool pmb::asksForOption(const PassList &list, const Node &node,
                        const ContractEntry &entry) {
  if (!node.isPass() || !entry.isConditional())
    return false;
  OptionValues options(node);
  return any_of(entry.condition.getTerms(), [&](const ConditionTerm &term) {
    return options.isOwn(term, &list.getOptions());
  });
}

PropertyEffect pmb::getPropertyEffect(const PassList &list, const Node &node,
                                      StringRef property) {
  const Contract *contract = lookupContract(node);
  EntryFilter applies(list, node);
  PropertyEffect effect = contract
                              ? getPropertyEffect(*contract, property, applies)
                              : PropertyEffect::None;
  if (effect != PropertyEffect::None || !node.isPass())
    return effect;
  const PropertyDescriptor *known = list.getCatalog().lookupProperty(property);
  return known && known->isFleeting ? PropertyEffect::Ends : effect;
}
