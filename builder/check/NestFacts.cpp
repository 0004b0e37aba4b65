//===- NestFacts.cpp - What passes in nests see ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NestFacts.h"

using namespace pmb;
using namespace llvm;

/// True if passes on `path` see all of the IR that matters: the pipeline's own
/// operation, or the functions in it.
static bool seesWholeProgram(const AnchorPath &path, const Catalog &catalog) {
  if (path.getDepth() != 1)
    return path.getDepth() == 0;
  const OperationDescriptor *known = catalog.lookupOperation(path.getOp());
  return path.getOp() == "any" || (known && known->holdsProgram);
}

/// True if operations of that name stand nowhere but in the nests on `path`.
static bool standsOnlyIn(StringRef name, const AnchorPath &path,
                         const Catalog &catalog) {
  auto lookupOnly = [&](StringRef op) {
    const OperationDescriptor *known = catalog.lookupOperation(op);
    return known && known->isOnlyThere ? known : nullptr;
  };
  for (const AnchorPath *at = &path; at->getDepth() > 1; at = at->getParent()) {
    const OperationDescriptor *known = lookupOnly(at->getOp());
    if (!known || known->parent != at->getParent()->getOp())
      return false;
  }
  // What catalogs say may go in circles.
  for (unsigned left = 8; left; --left) {
    const OperationDescriptor *known = lookupOnly(name);
    if (!known)
      return false;
    name = known->parent;
    if (name == path.getOp())
      return true;
  }
  return false;
}

std::optional<unsigned>
NestFacts::Nest::findRenewed(const ContentsState &state) const {
  for (const Operation &op : operations)
    if (seesWholeProgram && state.getLowered().intersects(op.all) &&
        !state.getCertain().intersects(op.all))
      return op.item;
  return std::nullopt;
}

std::optional<unsigned>
NestFacts::Nest::findGone(const ContentsState &state) const {
  for (const Operation &op : operations)
    if (state.isGone(op.all))
      return op.item;
  return std::nullopt;
}

/// Lists of contents leave out the module. Only a list that names one operation
/// which holds the program says that there is no other.
ItemMask NestFacts::getSigns(StringRef op) const {
  const ItemTable &items = contracts.getNames().items;
  const OperationDescriptor *known = contracts.getCatalog().lookupOperation(op);
  ItemMask signs;
  if (op == "any" || (known && known->isTop))
    return signs;
  signs.insert(items.getMembers(op));
  if (std::optional<unsigned> dialect = items.lookup(Item(op).getDialect()))
    signs.insert(*dialect);
  return signs;
}

NestFacts::Nest NestFacts::make(const AnchorPath &path) const {
  const Catalog &catalog = contracts.getCatalog();
  const ItemTable &items = contracts.getNames().items;
  Nest nest;
  for (const AnchorPath *at = &path; at->getDepth(); at = at->getParent()) {
    const OperationDescriptor *known = catalog.lookupOperation(at->getOp());
    nest.part = known && known->isSymbol && !known->holdsProgram ? at : nullptr;
    if (std::optional<unsigned> op = items.lookup(at->getOp())) {
      ItemMask all;
      items.getMembers(at->getOp()).forEach([&](unsigned id) {
        if (!Item(items.getName(id)).getQualifier().starts_with("!"))
          all.insert(id);
      });
      nest.operations.push_back({*op, all, getSigns(at->getOp())});
      nest.own.insert(all);
    }
  }
  const OperationDescriptor *inner = catalog.lookupOperation(path.getOp());
  if (path.getDepth() && !(inner && inner->holdsProgram))
    nest.made = items.lookup(path.getOp());
  nest.seesWholeProgram = seesWholeProgram(path, catalog);
  const OperationDescriptor *outer =
      path.getDepth() ? catalog.lookupOperation(path.getOps().front())
                      : nullptr;
  if (outer && (outer->isPart() || outer->isFunction))
    nest.view = outer->isPart() ? View::Parts : View::Program;
  if (!nest.seesWholeProgram)
    for (const OperationDescriptor *op : catalog.getOperations())
      if (standsOnlyIn(op->name, path, catalog))
        if (std::optional<unsigned> id = items.lookup(op->name))
          nest.inside.insert(*id);
  return nest;
}

const NestFacts::Nest &NestFacts::get(const AnchorPath &path) {
  std::unique_ptr<Nest> &nest = nests[&path];
  if (!nest)
    nest = std::make_unique<Nest>(make(path));
  return *nest;
}

bool NestFacts::hasProgram(const ContentsState &state) {
  if (!programItems) {
    programItems.emplace();
    for (const OperationDescriptor *op : contracts.getCatalog().getOperations())
      if (op->holdsProgram)
        programItems->insert(contracts.getNames().items.getMembers(op->name));
  }
  return state.getMayBe().intersects(*programItems);
}

std::optional<unsigned> NestFacts::findAbsent(const Nest &nest,
                                              const ContentsState &state) {
  if (!state.isClosed() || state.mayHaveMore())
    return std::nullopt;
  for (const Operation &op : nest.operations) {
    if (op.signs.empty() || state.getMayBe().intersects(op.signs))
      continue;
    const OperationDescriptor *known = contracts.getCatalog().lookupOperation(
        contracts.getNames().items.getName(op.item));
    if (!known || !known->holdsProgram || hasProgram(state))
      return op.item;
  }
  return std::nullopt;
}
