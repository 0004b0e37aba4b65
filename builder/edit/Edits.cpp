//===- Edits.cpp - Inserting, removing, replacing -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/edit/Editor.h"
#include "builder/list/PatternSlot.h"
#include "builder/repair/Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Appending and inserting
//===----------------------------------------------------------------------===//

void PipelineImpl::append(Expected<Recipe> element, SourceLocation place) {
  PlaceScope here(*this, place);
  if (!element)
    return defer(element.takeError());
  defer(atomically([&] {
    Linker linker(*this);
    return linker.finish(linker.addOne(*element, linker.getEnd()).takeError());
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
  Recipe element{PassSpec(name)};
  element.isInstance = true;
  element.described = *described;
  element.instance = std::move(pass);
  if (*described)
    return append(std::move(element), place);
  // It becomes one node or none, so there is nothing to take back.
  Linker linker(*this);
  Error error =
      linker.link({&element, getPassSymbol(name, nullptr)}, linker.getEnd())
          .takeError();
  hasUncheckedEdits = !error;
  defer(std::move(error));
}

Node *PipelineImpl::addToNest(Recipe element, AnchorPath *path, Node *tail) {
  Node *added = nullptr;
  Error error = atomically([&]() -> Error {
    if (Error error = checkNestDepth(path->getDepth()))
      return error;
    Linker linker(*this);
    Node *last = findLinked(tail);
    Linker::Place place{path, last ? last->getNext() : list.front()};
    place.within = path;
    return linker.finish(linker.addOne(element, place).moveInto(added));
  });
  bool isAdded = !error && added;
  defer(std::move(error));
  return isAdded ? added->getEnd() : nullptr;
}

Node *PipelineImpl::findLinked(Node *tail) {
  // What stood before a node when it was removed was removed later, if at all,
  // so this comes to an end.
  while (tail && !tail->isLinked())
    tail = tail->getPrevious();
  return tail;
}

static Error checkAddedTo(Placement &check, const Node &added) {
  for (const Node &node : getRange(added).getPasses())
    if (Error error = check.checkInserted(node))
      return error;
  return check.checkKept(added);
}

Error PipelineImpl::checkAdded(const Node *added) {
  Placement check(list);
  return checkAddedTo(check, *added);
}

Error PipelineImpl::checkAllAdded(ArrayRef<const Node *> added) {
  // Only now, as one of several may need another that comes later.
  if (Error error = cleanups.establish(added))
    return error;
  Placement check(list);
  for (const Node *node : added)
    if (Error error = checkAddedTo(check, *node))
      return error;
  return Error::success();
}

Error Linker::resolve(const Opened &opened, const Position &position,
                      SmallVectorImpl<ListPosition> &into) {
  AnchorPath *root = &pipeline.list.getRoot();
  return pipeline.resolve(position, into, [&](const Position &place) -> Error {
    if (!opened.symbol)
      return Diagnostic(DiagnosticCode::UnknownPosition,
                        "only a pass has a contract that says where to put it");
    Expected<AnchorPath *> path = choosePath(opened, {root});
    if (!path)
      return path.takeError();
    Expected<const Node *> before = findPlace(
        pipeline.list, *opened.symbol, stripBraces(opened.recipe->options),
        **path, place.getChoice());
    if (!before)
      return before.takeError();
    into.push_back({const_cast<Node *>(*before), root, nullptr, false, nullptr,
                    false, place.getRelation()});
    return Error::success();
  });
}

InsertResult PipelineImpl::addAtomically(function_ref<Error(Nodes &)> edit) {
  Nodes added;
  if (Error error = atomically([&] { return edit(added); }))
    return InsertResult(*this, std::move(error), list.getPlace());
  return added;
}

Expected<bool>
Linker::putCopies(const Opened &opened, size_t count,
                  PipelineImpl::Nodes &added,
                  function_ref<Expected<Node *>(const Opened &, size_t)> put) {
  Recipe &original = *opened.recipe;
  std::vector<Recipe> copies;
  for (size_t i = 1; i < count; ++i) {
    Expected<Recipe> copy = original.copy();
    if (!copy)
      return copy.takeError();
    if (original.instance && !copy->instance)
      return Diagnostic(DiagnosticCode::NotCopyable,
                        "the instance of '{0}' cannot be copied to {1} places",
                        original.name, count)
          .help("give a type or a name instead of an instance");
    copies.push_back(std::move(*copy));
  }
  copies.push_back(std::move(original));
  size_t reported = failures.size();
  for (size_t i = 0; i < count; ++i) {
    Opened own = opened;
    own.recipe = &copies[i];
    Expected<Node *> node = put(own, i);
    if (!node)
      return node.takeError();
    if (failures.size() > reported)
      return false;
    added.push_back(*node);
  }
  return true;
}

Error Linker::insertOpened(const Opened &opened, const Position &position,
                           PipelineImpl::Nodes &all) {
  SmallVector<ListPosition, 1> places;
  if (Error error = resolve(opened, position, places))
    return error;
  if (Error error = pipeline.checkRoom(places.size()))
    return error;
  Expected<bool> isGood =
      putCopies(opened, places.size(), all, [&](const Opened &own, size_t i) {
        return Editor(pipeline).insert(*this, own, places[i]);
      });
  if (!isGood)
    return isGood.takeError();
  // The contract has found its place by itself.
  bool isPlaced = position.getRelation() == Position::Relation::ByContract;
  return *isGood && !isPlaced ? pipeline.checkAllAdded(all) : Error::success();
}

InsertResult Linker::insert(Recipe element, const Position &position) {
  SourceScope here(*this, element);
  auto insertIt = [&](PipelineImpl::Nodes &added) -> Error {
    Expected<bool> isThere = decide(element);
    if (!isThere || !*isThere)
      return isThere.takeError();
    const Selector &selector = position.getSelector();
    bool isIntoSlot = position.getRelation() == Position::Relation::Before &&
                      selector.target.kind == Target::Kind::Slot;
    const Node *present = nullptr;
    if (Error error =
            isIntoSlot
                ? pipeline.findPatternsFor(selector, element).moveInto(present)
                : Error::success())
      return error;
    if (present) {
      added.push_back(present);
      return Error::success();
    }
    Expected<Opened> opened =
        open(element, /*nest=*/nullptr, pipeline.findSlotNest(position));
    return opened ? insertOpened(*opened, position, added) : opened.takeError();
  };
  return pipeline.addAtomically([&](PipelineImpl::Nodes &added) {
    Error error = insertIt(added);
    // What has a place was reported with it.
    return located ? std::move(error) : finish(std::move(error));
  });
}

InsertResult PipelineImpl::insert(Expected<Recipe> element,
                                  const Position &position,
                                  SourceLocation place) {
  if (!element)
    return InsertResult(*this, element.takeError(), place);
  PlaceScope here(*this, place);
  return Linker(*this).insert(std::move(*element), position);
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

Error PipelineImpl::editEach(const Selector &selector,
                             function_ref<Error(Editor &, Node &)> edit) {
  return atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = select(selector, nodes))
      return error;
    dropNested(nodes);
    auto unmet = Placement(list).findUnmet();
    Editor editor(*this);
    for (Node *node : nodes)
      if (Error error = edit(editor, *node))
        return error;
    return Placement(list).checkMet(unmet);
  });
}

Error Pipeline::remove(const Selector &selector) {
  return impl->editEach(
      selector, [](Editor &editor, Node &node) { return editor.remove(node); });
}

static Error makeNoMove(const Position &) {
  return Diagnostic(DiagnosticCode::UnknownPosition,
                    "a move goes to the 'start', the 'end' or what is there");
}

/// What is in a slot runs in its nest, and what is moved keeps its own.
static Error verifyStaysInSlot(const Node &moved, const ListPosition &place) {
  auto passes = getRange(moved).getPasses();
  auto outside = find_if(passes, [&](const Node &node) {
    return !node.getAnchorPath().isIn(*place.near);
  });
  if (!place.isInSlot() || outside == passes.end())
    return Error::success();
  return Diagnostic(DiagnosticCode::WrongAnchorOp,
                    "'{0}' runs on '{1}', and the slot '{2}' is in '{3}'",
                    outside->getName(), outside->getAnchorPath().str(),
                    place.reference->getName(), place.near->str())
      .about(outside->getName())
      .help("move it before or after a pass or a bundle; what is moved "
            "stays in its nest");
}

/// Moves several nodes to one place in the order in which they stand.
Error Pipeline::move(const Selector &selector, const Position &position) {
  return impl->atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    dropNested(nodes);
    SmallVector<ListPosition, 1> places;
    if (Error error = impl->resolve(position, places, makeNoMove))
      return error;
    if (places.size() > 1)
      return Diagnostic(DiagnosticCode::AmbiguousPosition,
                        "{0} cannot be moved to {1} places", selector.str(),
                        places.size())
          .about(position.getSelector().target.name)
          .help("say which: first(), last() or nth()");
    auto unmet = Placement(impl->list).findUnmet();
    ListPosition &place = places.front();
    for (const Node *node : nodes)
      if (Error error = verifyStaysInSlot(*node, place))
        return error;
    for (Node *node : nodes) {
      if (Error error = Editor(*impl).move(*node, place))
        return error;
      place.before = node->getEnd()->getNext();
    }
    for (const Node *node : nodes)
      if (Error error = impl->checkAdded(node))
        return error;
    return Placement(impl->list).checkMet(unmet);
  });
}

Error Linker::replaceOpened(const Opened &opened, const Selector &selector,
                            PipelineImpl::Nodes &all) {
  SmallVector<Node *> nodes;
  if (Error error = pipeline.select(selector, nodes))
    return error;
  dropNested(nodes);
  auto unmet = Placement(pipeline.list).findUnmet();
  Expected<bool> isGood =
      putCopies(opened, nodes.size(), all, [&](const Opened &own, size_t i) {
        return Editor(pipeline).replace(*this, own, *nodes[i]);
      });
  if (!isGood || !*isGood)
    return isGood.takeError();
  if (Error error = pipeline.checkAllAdded(all))
    return error;
  return Placement(pipeline.list).checkMet(unmet);
}

Error PipelineImpl::replaceByPresent(const Selector &selector,
                                     const Node *set) {
  return editEach(selector, [&](Editor &editor, Node &node) -> Error {
    if (&node == set)
      return Error::success();
    if (getPatternSlot(node) != getPatternSlot(*set))
      return makeTwice(*set);
    return editor.replace(node, *set);
  });
}

/// A slot is a place, and what is in it cannot be told.
static Error verifyReplaceable(const Selector &selector) {
  if (selector.target.kind != Target::Kind::Slot)
    return Error::success();
  return Diagnostic(DiagnosticCode::UnknownPosition,
                    "{0} cannot be replaced: a slot is a place, not a pass",
                    selector.str())
      .help("insert the pass before or after the slot");
}

InsertResult Linker::replace(const Selector &selector, Recipe element) {
  auto replaceIt = [&](PipelineImpl::Nodes &added) -> Error {
    if (Error error = verifyReplaceable(selector))
      return error;
    const Node *present = nullptr;
    if (Error error =
            pipeline.findPatternsFor(selector, element).moveInto(present))
      return error;
    if (present) {
      added.push_back(present);
      return pipeline.replaceByPresent(selector, present);
    }
    Expected<Opened> opened = open(element);
    return opened ? replaceOpened(*opened, selector, added)
                  : opened.takeError();
  };
  return pipeline.addAtomically([&](PipelineImpl::Nodes &added) {
    Error error = replaceIt(added);
    return finish(std::move(error));
  });
}

InsertResult Pipeline::replace(const Selector &selector, PassSpec pass) {
  return Linker(*impl).replace(selector, std::move(pass));
}

InsertResult Pipeline::replace(const Selector &selector,
                               const PassBundle &bundle) {
  Expected<Recipe> copy = bundle.getRecipe().copy();
  return copy ? Linker(*impl).replace(selector, std::move(*copy))
              : InsertResult(*impl, copy.takeError());
}

Error Pipeline::setOptions(const Selector &selector, StringRef options) {
  return impl->atomically([&]() -> Error {
    if (Error error = PipelineImpl::checkBraces(selector.target.name, options))
      return error;
    if (splitOptions(options).empty())
      return Diagnostic(DiagnosticCode::BadOptions,
                        "there is no option to be set of {0}", selector.str())
          .about(selector.target.name);
    return impl->editEach(selector, [&](Editor &editor, Node &node) {
      return editor.setOptions(node, options);
    });
  });
}

Error Pipeline::pin(const Selector &selector, StringRef reason,
                    PinnedOptions options) {
  return impl->atomically([&]() -> Error {
    if (reason.trim().empty())
      return Diagnostic(DiagnosticCode::BadValue,
                        "there is no reason for pinning {0}", selector.str())
          .about(selector.target.name)
          .help("say what others need to know who want to "
                "edit it");
    // A pin takes nothing away, so no requirement is looked at.
    SmallVector<Node *> nodes;
    if (Error error = impl->select(selector, nodes))
      return error;
    Editor editor(*impl);
    for (Node *node : nodes)
      if (Error error = editor.pin(*node, reason, options))
        return error;
    return Error::success();
  });
}

Error Pipeline::addContract(StringRef name, const Contract &added) {
  if (Error error = impl->verifyEditable())
    return error;
  Contract contract = added;
  if (impl->foreignOrigin)
    contract.setSaidBy(impl->currentOrigin->str());
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
  impl->addToOpened(name, contract);
  return Error::success();
}

std::vector<std::pair<StringRef, const Contract *>>
PipelineImpl::getAddedContracts() const {
  std::vector<std::pair<StringRef, const Contract *>> result;
  for (const auto &[symbol, addition] : additions)
    result.push_back({symbol->name, &addition.contract});
  llvm::sort(result, less_first());
  return result;
}
