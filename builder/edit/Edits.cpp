//===- Edits.cpp - Inserting, removing, replacing -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/check/OrderCheck.h"
#include "builder/edit/Editor.h"
#include "builder/edit/Entry.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Appending and inserting
//===----------------------------------------------------------------------===//

Error InsertResult::getError() {
  if (error)
    failures = takeDiagnostics(std::move(error));
  return makeError(failures);
}

LogicalResult InsertResult::keepError() {
  // Who has the error already will report it.
  if (error) {
    failures = takeDiagnostics(std::move(error));
    pipeline->defer(makeError(failures));
  }
  return failure(!failures.empty());
}

void PipelineImpl::append(PassSpec pass, SourceLocation place) {
  PlaceScope here(*this, place);
  defer(atomically([&] {
    return link(open(std::move(pass)), &list.getRoot(), nullptr).takeError();
  }));
}

void PipelineImpl::append(PassInstance pass, StringRef name,
                          SourceLocation place) {
  PlaceScope here(*this, place);
  if (Error error = verifyEditable())
    return defer(std::move(error));
  Expected<const PassDescriptor *> described = pass.getDescription();
  if (!described)
    return defer(described.takeError());
  if (*described) {
    PassSpec spec(name);
    spec.isInstance = true;
    spec.described = *described;
    spec.instance = std::move(pass);
    return append(std::move(spec), place);
  }
  Entry entry(getPassSymbol(name, nullptr), std::move(pass));
  // It becomes one node or none, so there is nothing to take back.
  Error error = linkPass(entry, &list.getRoot(), nullptr).takeError();
  hasUncheckedEdits = !error;
  defer(std::move(error));
}

void PipelineImpl::append(const PassBundle &bundle, SourceLocation place) {
  PlaceScope here(*this, place);
  defer(atomically([&] {
    return link(open(bundle), &list.getRoot(), nullptr).takeError();
  }));
}

void Pipeline::appendSlot(StringRef name, SourceLocation place) {
  impl->defer(insertSlot(name, Position::atEnd(), place));
}

Error PipelineImpl::checkAdded(const Node *added) {
  OrderCheck check(list);
  Error error = Error::success();
  visitWhole(*added, [&](const Node &node) {
    if (!error && node.isPass())
      error = check.checkInserted(node);
  });
  return error ? std::move(error) : check.checkKept(*added);
}

Error PipelineImpl::checkAllAdded(ArrayRef<const Node *> added) {
  // Only now, as one of several may need another that comes later.
  if (Error error = cleanups.establish(added))
    return error;
  for (const Node *node : added)
    if (Error error = checkAdded(node))
      return error;
  return Error::success();
}

Error PipelineImpl::resolveFor(const Entry &entry, const Position &position,
                               SmallVectorImpl<ListPosition> &places) {
  if (position.getRelation() != Position::Relation::ByContract || !entry.symbol)
    return resolve(position, places);
  Expected<AnchorPath *> path = choosePath(entry, &list.getRoot());
  if (!path)
    return path.takeError();
  Expected<const Node *> before =
      OrderCheck::findPlace(list, *entry.symbol, entry.options, **path);
  if (!before)
    return before.takeError();
  places.push_back(
      {const_cast<Node *>(*before), &list.getRoot(), nullptr, false});
  return Error::success();
}

InsertResult PipelineImpl::addAtomically(function_ref<Error(Nodes &)> edit) {
  Nodes added;
  if (Error error = atomically([&] { return edit(added); }))
    return InsertResult(*this, std::move(error));
  return added;
}

Error PipelineImpl::insertEntry(Expected<Entry> entry, const Position &position,
                                Nodes &all) {
  if (!entry)
    return entry.takeError();
  SmallVector<ListPosition, 1> places;
  if (Error error = resolveFor(*entry, position, places))
    return error;
  if (Error error = checkRoom(places.size()))
    return error;
  SmallVector<Entry, 1> copies;
  if (Error error = copyFor(places.size(), std::move(*entry), copies))
    return error;
  for (auto &&[place, copy] : zip(places, copies)) {
    Expected<Node *> added = Editor(*this).insert(std::move(copy), place);
    if (!added)
      return added.takeError();
    all.push_back(*added);
  }
  return position.isRelative() ? checkAllAdded(all) : Error::success();
}

InsertResult PipelineImpl::insert(PassSpec pass, const Position &position,
                                  SourceLocation place) {
  PlaceScope here(*this, place);
  return addAtomically([&](Nodes &added) -> Error {
    const Selector &selector = position.getSelector();
    if (position.getRelation() == Position::Relation::Before &&
        selector.target.kind == Target::Kind::Slot) {
      Expected<const Node *> present = findPatternsFor(selector, pass);
      if (!present)
        return present.takeError();
      if (*present) {
        added.push_back(*present);
        return Error::success();
      }
    }
    return insertEntry(open(std::move(pass)), position, added);
  });
}

InsertResult PipelineImpl::insert(const PassBundle &bundle,
                                  const Position &position,
                                  SourceLocation place) {
  PlaceScope here(*this, place);
  return addAtomically(
      [&](Nodes &added) { return insertEntry(open(bundle), position, added); });
}

InsertResult Pipeline::insertSlot(StringRef name, const Position &position,
                                  SourceLocation place) {
  PipelineImpl::PlaceScope here(*impl, place);
  return impl->addAtomically([&](PipelineImpl::Nodes &added) {
    return impl->insertEntry(PipelineImpl::Entry::makeSlot(name), position,
                             added);
  });
}

//===----------------------------------------------------------------------===//
// Removing and replacing
//===----------------------------------------------------------------------===//

/// Drops the nodes that go with a bundle of the same name around them.
static void dropNested(SmallVectorImpl<Node *> &nodes) {
  const Node *last = nullptr;
  erase_if(nodes, [&](const Node *node) {
    if (last && node->comesBefore(*last))
      return true;
    if (node->getKind() == Node::Kind::BundleBegin)
      last = node->getBundle()->end;
    return false;
  });
}

namespace {
/// What an edit must not take away: strong requirements that are met before it,
/// of the properties that the edited nodes speak of.
class MetRequirements {
public:
  MetRequirements(const PassList &list, ArrayRef<Node *> edited) : list(list) {
    for (StringRef name : list.getPropertyNames())
      if (const auto *known = list.getCatalog().lookupProperty(name);
          known && known->isFleeting)
        properties.insert(name);
    for (const Node *node : edited)
      visitWhole(*node, [&](const Node &at) {
        if (const Contract *contract = lookupContract(at))
          for (const PropertyEntry &entry : contract->getProperties())
            properties.insert(entry.property);
      });
    unmet = OrderCheck(list).findUnmet(properties);
  }
  /// Fails if the edit took one away.
  Error verify() const { return OrderCheck(list).checkMet(properties, unmet); }

private:
  const PassList &list;
  StringSet<> properties;
  std::vector<OrderCheck::Requirement> unmet;
};
} // namespace

Error Pipeline::remove(const Selector &selector) {
  return impl->atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    dropNested(nodes);
    MetRequirements met(impl->list, nodes);
    for (Node *node : nodes)
      if (Error error = Editor(*impl).remove(*node))
        return error;
    return met.verify();
  });
}

/// Moves several nodes to one place in the order in which they stand.
Error Pipeline::move(const Selector &selector, const Position &position) {
  return impl->atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    dropNested(nodes);
    SmallVector<ListPosition, 1> places;
    if (Error error = impl->resolve(position, places))
      return error;
    if (places.size() > 1)
      return makeError(Diagnostic(DiagnosticCode::AmbiguousPosition,
                                  selector.str() + " cannot be moved to " +
                                      std::to_string(places.size()) + " places")
                           .about(position.getSelector().target.name)
                           .help("say which: first(), last() or nth()"));
    MetRequirements met(impl->list, nodes);
    ListPosition &place = places.front();
    for (Node *node : nodes) {
      if (Error error = Editor(*impl).move(*node, place))
        return error;
      place.before = node->getEnd()->getNext();
    }
    for (const Node *node : nodes)
      if (Error error = impl->checkAdded(node))
        return error;
    return met.verify();
  });
}

Error PipelineImpl::replaceBy(const Selector &selector, Expected<Entry> entry,
                              Nodes &all) {
  if (!entry)
    return entry.takeError();
  SmallVector<Node *> nodes;
  if (Error error = select(selector, nodes))
    return error;
  dropNested(nodes);
  SmallVector<Entry, 1> copies;
  if (Error error = copyFor(nodes.size(), std::move(*entry), copies))
    return error;
  MetRequirements met(list, nodes);
  for (auto &&[node, copy] : zip(nodes, copies)) {
    Expected<Node *> added = Editor(*this).replace(*node, std::move(copy));
    if (!added)
      return added.takeError();
    all.push_back(*added);
  }
  if (Error error = checkAllAdded(all))
    return error;
  return met.verify();
}

Error PipelineImpl::replaceByPresent(const Selector &selector,
                                     const Node *set) {
  SmallVector<Node *> nodes;
  if (Error error = select(selector, nodes))
    return error;
  const BundleInstance *slot = getPatternSlot(*set);
  for (Node *node : nodes) {
    if (node == set)
      continue;
    if (getPatternSlot(*node) != slot)
      return makeTwice(*set);
    if (Error error = Editor(*this).replace(*node, *set))
      return error;
  }
  return Error::success();
}

/// A slot is a place, and what is in it cannot be told.
static Error verifyReplaceable(const Selector &selector) {
  if (selector.target.kind != Target::Kind::Slot)
    return Error::success();
  return makeError(Diagnostic(DiagnosticCode::UnknownPosition,
                              selector.str() + " cannot be replaced: a slot "
                                               "is a place, not a pass")
                       .help("insert the pass before or after the slot"));
}

InsertResult Pipeline::replace(const Selector &selector, PassSpec pass) {
  return impl->addAtomically([&](PipelineImpl::Nodes &added) -> Error {
    if (Error error = verifyReplaceable(selector))
      return error;
    Expected<const Node *> present = impl->findPatternsFor(selector, pass);
    if (!present)
      return present.takeError();
    if (*present) {
      added.push_back(*present);
      return impl->replaceByPresent(selector, *present);
    }
    return impl->replaceBy(selector, impl->open(std::move(pass)), added);
  });
}

InsertResult Pipeline::replace(const Selector &selector,
                               const PassBundle &bundle) {
  return impl->addAtomically([&](PipelineImpl::Nodes &added) -> Error {
    if (Error error = verifyReplaceable(selector))
      return error;
    return impl->replaceBy(selector, impl->open(bundle), added);
  });
}

Error Pipeline::setOptions(const Selector &selector, StringRef options) {
  return impl->atomically([&]() -> Error {
    if (Error error = PipelineImpl::checkBraces(selector.target.name, options))
      return error;
    if (splitOptions(options).empty())
      return makeError(
          Diagnostic(DiagnosticCode::BadOptions,
                     "there is no option to be set of " + selector.str())
              .about(selector.target.name));
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    MetRequirements met(impl->list, nodes);
    for (Node *node : nodes)
      if (Error error = Editor(*impl).setOptions(*node, options))
        return error;
    return met.verify();
  });
}

Error Pipeline::pin(const Selector &selector, StringRef reason,
                    PinnedOptions options) {
  return impl->atomically([&]() -> Error {
    if (reason.trim().empty())
      return makeError(
          Diagnostic(DiagnosticCode::BadValue,
                     "there is no reason for pinning " + selector.str())
              .about(selector.target.name)
              .help("say what others need to know who want to "
                    "edit it"));
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    for (Node *node : nodes)
      if (Error error = Editor(*impl).pin(*node, reason, options))
        return error;
    return Error::success();
  });
}

Error Pipeline::addContract(StringRef name, const Contract &contract) {
  if (Error error = impl->verifyEditable())
    return error;
  const Symbol *present = impl->list.lookupSymbol(Target::Kind::Pass, name);
  const PassDescriptor *known =
      present ? present->descriptor : getCatalog().lookupPass(name);
  if (!known)
    if (Error error = checkName("pass", name))
      return error;
  PassDescriptor own = known ? *known : PassDescriptor(name);
  // What others said before is theirs to answer for, but both must go together.
  own.contract = contract;
  own.hasContract = true;
  if (Error error =
          getCatalog().verify(own, /*kindsMayCome=*/false, &getOptions()))
    return error;
  if (Error error = contract.verifyReach(name))
    return error;
  if (known) {
    own.contract = known->contract;
    own.contract.extend(contract);
  }
  if (Error error = own.contract.verify(name))
    return error;
  impl->hasUncheckedEdits = true;
  Symbol *symbol = impl->getPassSymbol(name, nullptr);
  auto [it, isNew] = impl->additions.try_emplace(symbol);
  impl->onRollback([this, symbol, isNew = isNew, before = it->second] {
    if (isNew)
      impl->additions.erase(symbol);
    else
      impl->additions.find(symbol)->second = before;
  });
  it->second.contract.extend(contract);
  if (impl->currentOrigin->kind != Origin::Kind::File) {
    it->second.fromCode.extend(contract);
    it->second.coder = impl->currentOrigin;
  }
  impl->describeAnew(symbol);
  if (!std::exchange(symbol->isDescribedHere, true))
    impl->describedSymbols.push_back(symbol);
  impl->addToOpened(name, contract);
  return Error::success();
}

std::vector<std::pair<StringRef, const Contract *>>
Pipeline::getAddedContracts() const {
  std::vector<std::pair<StringRef, const Contract *>> result;
  for (const auto &[symbol, addition] : impl->additions)
    result.push_back({symbol->name, &addition.contract});
  llvm::sort(result, less_first());
  return result;
}
