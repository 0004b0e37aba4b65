//===- Findings.cpp - What findings say and offer -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Findings.h"

using namespace pmb;
using namespace llvm;

std::string pmb::quote(const Node &node, const Node *named) {
  const BundleInstance *around = node.isPass() ? node.getPipeline() : nullptr;
  bool isSaid = named && named->getPipeline() == around;
  return "'" + node.getName().str() + "'" +
         (around && !isSaid ? " of pipeline '" + around->getName().str() + "'"
                            : "");
}

std::string pmb::enumerateSome(ArrayRef<std::string> quoted, size_t limit,
                               StringRef last) {
  std::string text;
  for (auto [index, name] : enumerate(quoted.take_front(limit)))
    text += (index == 0                   ? StringRef()
             : index + 1 == quoted.size() ? last
                                          : StringRef(", "))
                .str() +
            name;
  if (quoted.size() > limit)
    text += last.str() + std::to_string(quoted.size() - limit) + " more";
  return text;
}

std::string pmb::enumerateSome(ArrayRef<const Node *> passes, StringRef last) {
  return enumerateSome(
      map_to_vector(passes, [](const Node *pass) { return quote(*pass); }),
      /*limit=*/3, last);
}

std::string pmb::getModal(const ContractEntry &entry) {
  return entry.strength == Strength::Strong ? "must" : "should";
}

Diagnostic &pmb::explainWith(Diagnostic &diagnostic, const Node &node,
                             const ContractEntry &entry) {
  if (!entry.reason.empty())
    diagnostic.note("{0}: {1}", quote(node), entry.reason);
  if (!entry.saidBy.empty())
    diagnostic.note("{0} says so of {1}", entry.saidBy, quote(node));
  return diagnostic;
}

Diagnostic pmb::weigh(Diagnostic diagnostic, const ContractEntry &entry) {
  if (entry.strength == Strength::Weak)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  return diagnostic;
}

Diagnostic pmb::aboutEntry(Diagnostic diagnostic, const PassList &list,
                           const Node &node, const ContractEntry &entry) {
  diagnostic.at(list.getRef(node));
  return weigh(std::move(explainWith(diagnostic, node, entry)), entry);
}
