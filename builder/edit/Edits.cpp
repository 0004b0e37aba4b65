//===- Edits.cpp - Inserting, removing, replacing -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Linker.h"
#include "builder/list/PatternSlot.h"
#include "builder/repair/Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

void PipelineImpl::append(Recipe element, SourceLocation place) {
  PlaceScope here(*this, place);
  defer(atomically([&] {
    Linker linker(*this);
    return linker.finish(linker.addOne(element, linker.getEnd()).takeError());
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

void PipelineImpl::append(const PassBundle &bundle, SourceLocation place) {
  if (Expected<Recipe> copy = bundle.getRecipe().copy())
    append(std::move(*copy), place);
  else
    defer(copy.takeError());
}

Node *PipelineImpl::addToNest(Recipe element, AnchorPath *path, Node *tail) {
  Node *added = nullptr;
  Error error = atomically([&]() -> Error {
    if (Error error = checkNestDepth(path->getDepth()))
      return error;
    Linker linker(*this);
    Linker::Place place{path, getNodeAfter(findLinked(tail)), /*isNest=*/true};
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

Node *PipelineImpl::getNodeAfter(Node *tail) {
  return tail ? tail->getNext() : list.front();
}

void PipelineImpl::rememberPlace(const Node *node, const ListPosition &place) {
  // Whoever else edits says himself what comes first, by the order of edits.
  bool isInSlot = place.reference && !place.isAfter &&
                  place.reference->getKind() == Node::Kind::Slot;
  if (!place.reference || !(currentParty || isInSlot))
    return;
  InsertionPlace &inserted = insertionPlaces[node];
  inserted = {place.reference, place.isAfter, std::nullopt};
  if (currentParty)
    inserted.rank = currentParty->rank;
  onRollback([this, node] { insertionPlaces.erase(node); });
}

const Node *PipelineImpl::getSlot(const Node &pass) const {
  auto it = insertionPlaces.find(&pass);
  bool isInSlot = it != insertionPlaces.end() && !it->second.isAfter &&
                  it->second.reference->getKind() == Node::Kind::Slot;
  return isInSlot ? it->second.reference : nullptr;
}

static Error checkAddedTo(Placement &check, const Node &added) {
  for (const Node *node = &added, *end = added.getEnd();;
       node = node->getNext()) {
    if (node->isPass())
      if (Error error = check.checkInserted(*node))
        return error;
    if (node == end)
      return check.checkKept(added);
  }
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
                      SmallVectorImpl<PipelineImpl::ListPosition> &into) {
  AnchorPath *root = &pipeline.list.getRoot();
  if (position.getPlace() != Position::Place::ByContract || !opened.symbol)
    return pipeline.resolve(position, into);
  Expected<AnchorPath *> path = choosePath(opened, root);
  if (!path)
    return path.takeError();
  Expected<const Node *> before =
      findPlace(pipeline.list, *opened.symbol,
                stripBraces(opened.recipe->options), **path);
  if (!before)
    return before.takeError();
  into.push_back({const_cast<Node *>(*before), root, nullptr, false});
  return Error::success();
}

InsertResult PipelineImpl::addAtomically(function_ref<Error(Nodes &)> edit) {
  Nodes added;
  if (Error error = atomically([&] { return edit(added); }))
    return InsertResult(*this, std::move(error));
  return added;
}

/// Copies of an element for several places; the last place gets the original.
static Expected<std::vector<Recipe>> copyFor(size_t count, Recipe &original) {
  std::vector<Recipe> copies;
  for (size_t i = 1; i < count; ++i) {
    Expected<Recipe> copy = original.copy();
    if (!copy)
      return copy.takeError();
    if (original.instance && !copy->instance)
      return makeError(
          Diagnostic(DiagnosticCode::NotCopyable,
                     "the instance of '" + original.name +
                         "' cannot be copied to " + std::to_string(count) +
                         " places")
              .help("give a type or a name instead of an instance"));
    copies.push_back(std::move(*copy));
  }
  copies.push_back(std::move(original));
  return copies;
}

Error Linker::insertOpened(const Opened &opened, const Position &position,
                           PipelineImpl::Nodes &all) {
  SmallVector<PipelineImpl::ListPosition, 1> places;
  if (Error error = resolve(opened, position, places))
    return error;
  if (Error error = pipeline.checkRoom(places.size()))
    return error;
  Expected<std::vector<Recipe>> copies = copyFor(places.size(), *opened.recipe);
  if (!copies)
    return copies.takeError();
  size_t reported = failures.size();
  for (auto &&[place, copy] : zip(places, *copies)) {
    Opened own = opened;
    own.recipe = &copy;
    if (Error error = pipeline.fitPlace(place, own))
      return error;
    Expected<Node *> added = link(own, {place.near, place.before});
    if (!added)
      return added.takeError();
    if (failures.size() > reported)
      return Error::success();
    all.push_back(*added);
    if (place.follows)
      pipeline.setFollower(place.follows, (*added)->getEnd());
    for (const Node *node = *added, *end = (*added)->getEnd();;
         node = node->getNext()) {
      if (node->isPass())
        pipeline.rememberPlace(node, place);
      if (node == end)
        break;
    }
  }
  return position.isRelative() ? pipeline.checkAllAdded(all) : Error::success();
}

InsertResult Linker::insert(Recipe element, const Position &position) {
  SourceScope here(*this, element);
  auto insertIt = [&](PipelineImpl::Nodes &added) -> Error {
    Expected<bool> isThere = decide(element);
    if (!isThere)
      return isThere.takeError();
    if (!*isThere) {
      noteAbsent(element, element.when);
      return Error::success();
    }
    const Selector &selector = position.getSelector();
    if (element.isPass() && position.getPlace() == Position::Place::Before &&
        selector.target.kind == Target::Kind::Slot) {
      Expected<const Node *> present =
          pipeline.findPatternsFor(selector, element);
      if (!present)
        return present.takeError();
      if (*present) {
        added.push_back(*present);
        return Error::success();
      }
    }
    Expected<Opened> opened = open(element);
    return opened ? insertOpened(*opened, position, added) : opened.takeError();
  };
  return pipeline.addAtomically([&](PipelineImpl::Nodes &added) {
    Error error = insertIt(added);
    // What has a place was reported with it.
    return located ? std::move(error) : finish(std::move(error));
  });
}

InsertResult PipelineImpl::insert(Recipe element, const Position &position,
                                  SourceLocation place) {
  PlaceScope here(*this, place);
  return Linker(*this).insert(std::move(element), position);
}

InsertResult PipelineImpl::insert(const PassBundle &bundle,
                                  const Position &position,
                                  SourceLocation place) {
  Expected<Recipe> copy = bundle.getRecipe().copy();
  return copy ? insert(std::move(*copy), position, place)
              : InsertResult(*this, copy.takeError());
}

//===----------------------------------------------------------------------===//
// Removing and replacing
//===----------------------------------------------------------------------===//

static Error makeInsideContiguous(StringRef what,
                                  const BundleInstance *bundle) {
  return makeError(
      Diagnostic(DiagnosticCode::InsideContiguous,
                 what.str() + " inside the contiguous bundle '" +
                     bundle->getName().str() + "'")
          .about(bundle->getName())
          .help("insert before or after the bundle, with bundle(\"" +
                bundle->getName().str() +
                "\"), or edit the bundle before it "
                "is added"));
}

Error PipelineImpl::leaveContiguous(ListPosition &place, StringRef what) const {
  while (place.before) {
    Node *next = place.before;
    const BundleInstance *contiguous = next->getContiguousAround();
    if (!contiguous)
      break;
    // Its sets run together, so before or after one is before or after all.
    if (isPatternSlot(contiguous) && place.reference) {
      next = place.isAfter ? contiguous->end : contiguous->begin->getNext();
      place.before = next;
    }
    // At its inner edges, with at most the marks of other bundles between, the
    // place may as well be outside.
    const Node *last = next, *first = next->getPrevious();
    while (last != contiguous->end && last->getKind() == Node::Kind::BundleEnd)
      last = last->getNext();
    while (first != contiguous->begin &&
           first->getKind() == Node::Kind::BundleBegin)
      first = first->getPrevious();
    if (last == contiguous->end) {
      // Then it is the bundle that it follows.
      place.follows = place.isAfter ? contiguous->end : nullptr;
      place.before = place.isAfter ? findLastAfter(contiguous->end)->getNext()
                                   : contiguous->end->getNext();
    } else if (first == contiguous->begin) {
      place.follows = nullptr;
      place.before = contiguous->begin;
    } else {
      return makeInsideContiguous("'" + what.str() + "' would be put",
                                  contiguous);
    }
  }
  return Error::success();
}

static StringRef getVerb(EditTrace::Kind kind) {
  switch (kind) {
  case EditTrace::Kind::Removed:
    return "remove";
  case EditTrace::Kind::Replaced:
    return "replace";
  case EditTrace::Kind::Moved:
    return "move";
  case EditTrace::Kind::OptionsSet:
    return "set options of";
  }
  llvm_unreachable("unknown kind of edit");
}

Error PipelineImpl::checkEditable(const Node *node,
                                  EditTrace::Kind kind) const {
  bool isAboutOptions = kind == EditTrace::Kind::OptionsSet;
  const BundleInstance *contiguous = node->getContiguousAround();
  if (contiguous && !isAboutOptions && !isPatternSlot(contiguous))
    return makeInsideContiguous("'" + node->getName().str() + "' stands",
                                contiguous);
  // What is up to the owner of the pipeline is not limited for him.
  for (const Node *at = foreignOrigin ? node : nullptr; at;
       at = at == node->getEnd() ? nullptr : at->getNext()) {
    const Pin *pin = list.getPin(*at);
    if (!pin || pin->origin->isSameParty(*currentOrigin) ||
        (isAboutOptions && pin->options == PinnedOptions::Open))
      continue;
    Diagnostic diagnostic(
        DiagnosticCode::Pinned,
        currentOrigin->str() + " cannot " + getVerb(kind).str() + " '" +
            node->getName().str() + "'" +
            (at == node ? ": it"
                        : ": '" + at->getName().str() + "', which is in it,") +
            " is pinned");
    diagnostic.at(list.getRef(*at)).about(node->getName());
    diagnostic.note(pin->origin->str() + ": " + pin->reason);
    return makeError(std::move(
        diagnostic.help(isAboutOptions ? "leave its options as they are"
                                       : "insert before or after it instead")));
  }
  return Error::success();
}

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

Error PipelineImpl::remove(const Selector &selector) {
  return atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = select(selector, nodes))
      return error;
    dropNested(nodes);
    for (Node *node : nodes) {
      if (Error error = checkEditable(node, EditTrace::Kind::Removed))
        return error;
      rememberOthersIn(node);
      list.remember(makeTrace(EditTrace::Kind::Removed, node));
      list.unlinkWhole(node);
    }
    return Error::success();
  });
}

Error Linker::replaceOpened(const Opened &opened, const Selector &selector,
                            PipelineImpl::Nodes &all) {
  SmallVector<Node *> nodes;
  if (Error error = pipeline.select(selector, nodes))
    return error;
  dropNested(nodes);
  Expected<std::vector<Recipe>> copies = copyFor(nodes.size(), *opened.recipe);
  if (!copies)
    return copies.takeError();
  PassList &list = pipeline.list;
  for (auto &&[node, copy] : zip(nodes, *copies)) {
    if (Error error = pipeline.checkEditable(node, EditTrace::Kind::Replaced))
      return error;
    EditTrace trace = pipeline.makeTrace(EditTrace::Kind::Replaced, node);
    // What comes may have slots of the same names.
    for (Node *at = node, *next = nullptr; at != node->getEnd(); at = next) {
      next = at->getNext();
      if (at->getKind() == Node::Kind::Slot)
        list.unlink(at);
    }
    Opened own = opened;
    own.recipe = &copy;
    Expected<Node *> added = link(own, {&node->getAnchorPath(), node});
    if (!added)
      return added.takeError();
    if (!failures.empty())
      return Error::success();
    pipeline.takePlaceOf(node, *added);
    pipeline.rememberOthersIn(node);
    list.unlinkWhole(node);
    trace.successor = *added;
    list.remember(std::move(trace));
    all.push_back(*added);
  }
  return pipeline.checkAllAdded(all);
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
    if (Error error = checkEditable(node, EditTrace::Kind::Replaced))
      return error;
    EditTrace trace = makeTrace(EditTrace::Kind::Replaced, node);
    list.unlinkWhole(node);
    trace.successor = set;
    list.remember(std::move(trace));
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

InsertResult Linker::replace(const Selector &selector, Recipe element) {
  auto replaceIt = [&](PipelineImpl::Nodes &added) -> Error {
    if (Error error = verifyReplaceable(selector))
      return error;
    if (element.isPass()) {
      Expected<const Node *> present =
          pipeline.findPatternsFor(selector, element);
      if (!present)
        return present.takeError();
      if (*present) {
        added.push_back(*present);
        return pipeline.replaceByPresent(selector, *present);
      }
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

InsertResult PipelineImpl::replace(const Selector &selector, Recipe element) {
  return Linker(*this).replace(selector, std::move(element));
}

InsertResult PipelineImpl::replace(const Selector &selector,
                                   const PassBundle &bundle) {
  Expected<Recipe> copy = bundle.getRecipe().copy();
  return copy ? replace(selector, std::move(*copy))
              : InsertResult(*this, copy.takeError());
}

Error PipelineImpl::addContract(StringRef name, const Contract &contract) {
  if (Error error = verifyEditable())
    return error;
  const Symbol *present = list.lookupSymbol(Target::Kind::Pass, name);
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
  hasUncheckedEdits = true;
  Symbol *symbol = getPassSymbol(name, nullptr);
  auto [it, isNew] = additions.try_emplace(symbol);
  onRollback([this, symbol, isNew = isNew, before = it->second] {
    if (isNew)
      additions.erase(symbol);
    else
      additions.find(symbol)->second = before;
  });
  it->second.contract.extend(contract);
  if (currentOrigin->kind != Origin::Kind::File) {
    it->second.fromCode.extend(contract);
    it->second.coder = currentOrigin;
  }
  describeAnew(symbol);
  if (!std::exchange(symbol->isDescribedHere, true))
    describedSymbols.push_back(symbol);
  addToOpened(name, contract);
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
