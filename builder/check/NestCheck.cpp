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

#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"

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
      Diagnostic diagnostic(DiagnosticCode::NoEffect,
                            quote(node) + " has nothing to run on: no '" +
                                at->getOp().str() + "' stands directly in a '" +
                                parent.str() + "'");
      diagnostic.at(pipeline.getRef(node));
      if (at->getOp() == parent)
        diagnostic.help("nest it in one '" + parent.str() + "' only");
      else if (!usual.empty())
        diagnostic.help("nest it in '" + usual.str() + "' instead");
      result.push_back(std::move(diagnostic));
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Nests that one input does not have
//===----------------------------------------------------------------------===//

/// Nobody lists the module of an input, and only who lists one operation that
/// holds the program says that there is no other.
ItemMask OrderCheck::getSigns(StringRef op) {
  const OperationDescriptor *known = pipeline.getCatalog().lookupOperation(op);
  ItemMask signs;
  if (op == "any" || (known && known->isTop))
    return signs;
  signs.insert(names.items.getMembers(op));
  if (std::optional<unsigned> dialect =
          names.items.lookup(Item(op).getDialect()))
    signs.insert(*dialect);
  return signs;
}

std::optional<unsigned> OrderCheck::findAbsent(const AnchorPath &path,
                                               const ContentsState &state) {
  if (!hasContents || path.getDepth() == 0 || !state.isClosed() ||
      state.mayHaveMore())
    return std::nullopt;
  const PathItems &items = getPathItems(path);
  for (auto [op, signs] : zip_equal(items.operations, items.signs)) {
    if (signs.empty() || state.getMayBe().intersects(signs))
      continue;
    const OperationDescriptor *known =
        pipeline.getCatalog().lookupOperation(names.items.getName(op));
    if (!known || !known->holdsProgram || hasProgram(state))
      return op;
  }
  return std::nullopt;
}

bool OrderCheck::hasProgram(const ContentsState &state) {
  if (!programItems) {
    programItems.emplace();
    for (const OperationDescriptor *op : pipeline.getCatalog().getOperations())
      if (op->holdsProgram)
        programItems->insert(names.items.getMembers(op->name));
  }
  return state.getMayBe().intersects(*programItems);
}

void OrderCheck::reportAbsentNest(const Node &node, unsigned operation) {
  // One mistake is one nest, and a registered pipeline has nests for all that
  // may come.
  if (node.getPipeline() || !absentNests.insert(&node.getAnchorPath()).second)
    return;
  std::string op = "'" + names.items.getName(operation).str() + "'";
  Diagnostic diagnostic(DiagnosticCode::NoEffect,
                        quote(node) + " has nothing to run on: the input has " +
                            "no " + op + ", and nothing before makes one");
  diagnostic.at(pipeline.getRef(node));
  auto makes = [&](const Node &other) {
    const CompiledContract &contract = getContract(other);
    auto has = [&](const auto &change) {
      return change.to.contains(operation) ||
             change.sometimes.contains(operation);
    };
    return any_of(contract.lowerings, has) ||
           any_of(contract.introductions, has);
  };
  for (const Node &other : pipeline.getPasses())
    if (node.comesBefore(other) && makes(other)) {
      diagnostic.help("move it after " + quote(other) + ", which makes them");
      diagnostic.orBy(makeMove(pipeline.getRef(node), /*before=*/false,
                               pipeline.getRef(other)));
      break;
    }
  findings->push_back(std::move(diagnostic));
}
