//===- Edits.cpp - Inserting, removing, replacing -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/edit/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

Node *Pipeline::linkPass(PassSpec pass, AnchorPath *path, Node *before) {
  Node *node =
      createNode(Node::Kind::Pass, getPassSymbol(pass.name, pass.described));
  node->path = path;
  node->sharedDepth = pass.sharedDepth;
  node->madeFromName = !pass.isInstance;
  if (StringRef options = stripBraces(pass.options); !options.empty())
    node->options = options.copy(allocator);
  node->instance = std::move(pass.instance);
  link(node, before);
  return node;
}

void Pipeline::append(PassSpec pass) {
  defer(atomically([&]() -> Error {
    Expected<std::optional<PassBundle>> opened = openIfPipeline(pass, root);
    if (!opened)
      return opened.takeError();
    if (*opened)
      return linkBundle(**opened, &root, nullptr).takeError();
    if (Error error = prepare(pass))
      return error;
    if (Error error = checkRoom(1))
      return error;
    Symbol *symbol = getPassSymbol(pass.name, pass.described);
    Expected<AnchorPath *> path = choosePath(pass, *symbol->descriptor, &root);
    if (!path)
      return path.takeError();
    linkPass(std::move(pass), *path, nullptr);
    return Error::success();
  }));
}

void Pipeline::append(const PassBundle &bundle) {
  defer(atomically([&]() -> Error {
    if (Error error = checkBundleNames(bundle))
      return error;
    return linkBundle(bundle, &root, nullptr).takeError();
  }));
}

void Pipeline::appendSlot(StringRef name) {
  defer(insertSlot(name, Position::atEnd()));
}

static Error makeTooDeep() {
  return makeError(Diagnostic(DiagnosticCode::TooLarge,
                              "bundles and pipelines are more than " +
                                  std::to_string(Pipeline::maxDepth) +
                                  " deep in each other"));
}

Error Pipeline::checkBundleNames(const PassBundle &outermost) const {
  // In the order of the list; how deep it goes is not known yet.
  SmallVector<std::pair<const PassBundle *, unsigned>> waiting = {
      {&outermost, 1}};
  while (!waiting.empty()) {
    auto [bundle, depth] = waiting.pop_back_val();
    if (depth > maxDepth)
      return makeTooDeep();
    if (Error error = checkName("bundle", bundle->getName()))
      return error;
    for (const std::string &kind : bundle->getKinds())
      if (Error error = checkName("kind", kind))
        return error;
    PassDescriptor whole(bundle->getName());
    whole.kinds = bundle->getKinds().vec();
    whole.contract = bundle->contract;
    // A bundle has no options that a condition could ask for.
    whole.hasOptionList = true;
    if (Error error = catalog.verify(whole, /*kindsMayCome=*/true))
      return error;
    for (const PassBundle::Entry &entry : reverse(bundle->getEntries()))
      if (entry.bundle)
        waiting.push_back({entry.bundle.get(), depth + 1});
  }
  return Error::success();
}

Expected<Node *> Pipeline::linkSlot(StringRef name, AnchorPath *path,
                                    Node *before) {
  if (Error error = checkName("slot", name))
    return error;
  Symbol *symbol = getSymbol(Target::Kind::Slot, name);
  if (symbol->count)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the pipeline has a slot '" + name.str() + "' already"));
  if (Error error = checkRoom(1))
    return error;
  if (Error error = checkNestDepth(path->getDepth()))
    return error;
  Node *node = createNode(Node::Kind::Slot, symbol);
  node->path = path;
  link(node, before);
  return node;
}

Expected<BundleInstance *>
Pipeline::linkBundle(const PassBundle &bundle, AnchorPath *near, Node *before) {
  // Its two marks. The passes in it ask for themselves, as each may stand for
  // many.
  if (Error error = checkRoom(2))
    return error;
  Symbol *symbol = getSymbol(Target::Kind::Bundle, bundle.getName());
  auto made = std::make_unique<BundleInstance>();
  BundleInstance *instance = made.get();
  instance->symbol = symbol;
  instance->kinds.append(bundle.getKinds().begin(), bundle.getKinds().end());
  instance->isContiguous = bundle.isContiguous();
  instance->isPipeline = bundle.isPipeline();
  instance->pipelineOptions = bundle.getPipelineOptions().str();
  if (!bundle.contract.empty()) {
    bundleContracts.push_back(std::make_unique<Contract>(bundle.contract));
    instance->contract = bundleContracts.back().get();
  }
  if (before)
    instance->parent = before->kind == Node::Kind::BundleBegin
                           ? before->bundle->parent
                           : before->bundle;
  if (instance->isPipeline)
    if (Error error = checkNotInItself(*instance))
      return error;
  instance->depth = instance->parent ? instance->parent->depth + 1 : 0;
  if (instance->depth >= maxDepth)
    return makeTooDeep();
  // Only now, as all instances that are kept have their marks.
  bundleInstances.push_back(std::move(made));
  // The end mark first: what is linked before it is inside.
  instance->begin = createNode(Node::Kind::BundleBegin, symbol);
  instance->end = createNode(Node::Kind::BundleEnd, symbol);
  for (Node *mark : {instance->begin, instance->end}) {
    mark->bundle = instance;
    mark->path = near;
    link(mark, before);
  }
  for (const PassBundle::Entry &entry : bundle.getEntries()) {
    switch (entry.kind) {
    case PassBundle::Entry::Kind::Slot:
      if (Error error = linkSlot(entry.slot, near, instance->end).takeError())
        return error;
      break;
    case PassBundle::Entry::Kind::Bundle:
      if (Error error =
              linkBundle(*entry.bundle, near, instance->end).takeError())
        return error;
      break;
    case PassBundle::Entry::Kind::Pass: {
      PassSpec pass = entry.pass.clone();
      if (entry.pass.instance && !pass.instance)
        return makeError(
            Diagnostic(DiagnosticCode::NotCopyable,
                       "the instance of '" + pass.name + "' in the bundle '" +
                           bundle.getName().str() + "' cannot be copied")
                .help("give the bundle a type or a name instead of an "
                      "instance"));
      AnchorPath *nest = near;
      if (pass.nest) {
        if (Error error = checkNestDepth(pass.nest->size()))
          return error;
        nest = &root;
        for (const std::string &op : *pass.nest)
          nest = nest->getNested(op);
      }
      Expected<std::optional<PassBundle>> opened = openIfPipeline(pass, *nest);
      if (!opened)
        return opened.takeError();
      if (*opened) {
        if (Error error = linkBundle(**opened, nest, instance->end).takeError())
          return error;
        break;
      }
      if (Error error = prepare(pass))
        return error;
      if (Error error = checkRoom(1))
        return error;
      Symbol *passSymbol = getPassSymbol(pass.name, pass.described);
      Expected<AnchorPath *> path =
          choosePath(pass, *passSymbol->descriptor, near);
      if (!path)
        return path.takeError();
      linkPass(std::move(pass), *path, instance->end);
    }
    }
  }
  return instance;
}

//===----------------------------------------------------------------------===//
// Inserting
//===----------------------------------------------------------------------===//

/// Copies of one pass for several places; the last place gets the original.
static Error copyFor(size_t count, PassSpec pass,
                     SmallVectorImpl<PassSpec> &copies) {
  for (size_t i = 1; i < count; ++i) {
    PassSpec copy = pass.clone();
    if (pass.instance && !copy.instance)
      return makeError(
          Diagnostic(DiagnosticCode::NotCopyable,
                     "the instance of '" + pass.name +
                         "' cannot be copied to " + std::to_string(count) +
                         " places")
              .help("give a type or a name instead of an instance"));
    copies.push_back(std::move(copy));
  }
  copies.push_back(std::move(pass));
  return Error::success();
}

void Pipeline::rememberPlace(const Node *node, const PlaceInList &place) {
  // Whoever else edits says himself what comes first, by the order of edits.
  if (!place.reference || !currentParty)
    return;
  insertionPlaces[node] = {place.reference, place.isAfter, currentParty->rank};
  onRollback([this, node] { insertionPlaces.erase(node); });
}

Error Pipeline::insert(PassSpec pass, const Position &position) {
  return atomically([&]() -> Error {
    Expected<std::optional<PassBundle>> opened = openIfPipeline(pass, root);
    if (!opened)
      return opened.takeError();
    if (*opened)
      return insert(**opened, position);
    if (Error error = prepare(pass))
      return error;
    Symbol *symbol = getPassSymbol(pass.name, pass.described);
    SmallVector<PlaceInList, 1> places;
    if (position.getPlace() == Position::Place::ByContract) {
      Expected<AnchorPath *> path =
          choosePath(pass, *symbol->descriptor, &root);
      if (!path)
        return path.takeError();
      Expected<Node *> before = OrderCheck(*this).findPlace(
          *symbol->descriptor, pass.options, **path);
      if (!before)
        return before.takeError();
      places.push_back({*before, &root, nullptr, false});
    } else if (Error error = resolve(position, places)) {
      return error;
    }
    if (Error error = checkRoom(places.size()))
      return error;
    SmallVector<PassSpec, 1> copies;
    std::string name = pass.name;
    if (Error error = copyFor(places.size(), std::move(pass), copies))
      return error;
    for (auto [place, copy] : zip(places, copies)) {
      if (Error error = leaveContiguous(place, name))
        return error;
      Expected<AnchorPath *> path =
          choosePath(copy, *symbol->descriptor, place.near);
      if (!path)
        return path.takeError();
      Node *node = linkPass(std::move(copy), *path, place.before);
      rememberPlace(node, place);
      if (place.follows)
        setFollower(place.follows, node);
      if (position.isRelative())
        if (Error error = OrderCheck(*this).checkInserted(*node))
          return error;
    }
    return Error::success();
  });
}

Error Pipeline::insert(const PassBundle &bundle, const Position &position) {
  return atomically([&]() -> Error {
    if (Error error = checkBundleNames(bundle))
      return error;
    SmallVector<PlaceInList, 1> places;
    if (Error error = resolve(position, places))
      return error;
    for (PlaceInList &place : places) {
      if (Error error = leaveContiguous(place, bundle.getName()))
        return error;
      Expected<BundleInstance *> added =
          linkBundle(bundle, place.near, place.before);
      if (!added)
        return added.takeError();
      if (place.follows)
        setFollower(place.follows, (*added)->end);
      for (Node *node = (*added)->begin; node != (*added)->end;
           node = node->next)
        if (node->isPass()) {
          rememberPlace(node, place);
          if (position.isRelative())
            if (Error error = OrderCheck(*this).checkInserted(*node))
              return error;
        }
    }
    return Error::success();
  });
}

Error Pipeline::insertSlot(StringRef name, const Position &position) {
  return atomically([&]() -> Error {
    SmallVector<PlaceInList, 1> places;
    if (Error error = resolve(position, places))
      return error;
    for (PlaceInList &place : places) {
      if (Error error = leaveContiguous(place, name))
        return error;
      Expected<Node *> slot = linkSlot(name, place.near, place.before);
      if (!slot)
        return slot.takeError();
      if (place.follows)
        setFollower(place.follows, *slot);
    }
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Removing and replacing
//===----------------------------------------------------------------------===//

/// The contiguous bundle around `bundle` itself, or null.
static const BundleInstance *findContiguous(const BundleInstance *bundle) {
  while (bundle && !bundle->isContiguous)
    bundle = bundle->parent;
  return bundle;
}

static Error makeInsideContiguous(StringRef what,
                                  const BundleInstance *bundle) {
  return makeError(
      Diagnostic(DiagnosticCode::InsideContiguous,
                 what.str() + " inside the contiguous bundle '" +
                     bundle->getName().str() + "'")
          .help("insert before or after the bundle, with bundle(\"" +
                bundle->getName().str() +
                "\"), or edit the bundle before it "
                "is added"));
}

bool Pipeline::isInsideContiguous(const Node *next) {
  return next && findContiguous(next->kind == Node::Kind::BundleBegin
                                    ? next->bundle->parent
                                    : next->bundle);
}

Error Pipeline::leaveContiguous(PlaceInList &place, StringRef what) const {
  while (place.before) {
    Node *next = place.before;
    const BundleInstance *around = next->kind == Node::Kind::BundleBegin
                                       ? next->bundle->parent
                                       : next->bundle;
    const BundleInstance *contiguous = findContiguous(around);
    if (!contiguous)
      break;
    // At its inner edges, with at most the marks of other bundles between, the
    // place may as well be outside.
    const Node *last = next, *first = next->previous;
    while (last != contiguous->end && last->kind == Node::Kind::BundleEnd)
      last = last->next;
    while (first != contiguous->begin && first->kind == Node::Kind::BundleBegin)
      first = first->previous;
    if (last == contiguous->end) {
      // Then it is the bundle that it follows.
      place.follows = place.isAfter ? contiguous->end : nullptr;
      place.before = place.isAfter ? findLastAfter(contiguous->end)->next
                                   : contiguous->end->next;
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

Error Pipeline::checkRemovable(const Node *node) const {
  const BundleInstance *around = node->kind == Node::Kind::BundleBegin
                                     ? node->bundle->parent
                                     : node->bundle;
  if (const BundleInstance *contiguous = findContiguous(around))
    return makeInsideContiguous("'" + node->getName().str() + "' stands",
                                contiguous);
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

void Pipeline::unlinkWhole(Node *node) {
  Node *last = node->kind == Node::Kind::BundleBegin ? node->bundle->end : node;
  while (true) {
    Node *next = node->next;
    unlink(node);
    if (node == last)
      return;
    node = next;
  }
}

Error Pipeline::remove(const Selector &selector) {
  return atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = select(selector, nodes))
      return error;
    dropNested(nodes);
    for (Node *node : nodes) {
      if (Error error = checkRemovable(node))
        return error;
      unlinkWhole(node);
    }
    return Error::success();
  });
}

Error Pipeline::replace(const Selector &selector, PassSpec pass) {
  return atomically([&]() -> Error {
    if (selector.target.kind == Target::Kind::Slot)
      return makeError(Diagnostic(DiagnosticCode::UnknownAnchor,
                                  selector.str() +
                                      " cannot be replaced: a "
                                      "slot is a place, not a pass")
                           .help("insert the pass before or after the slot"));
    if (Error error = prepare(pass))
      return error;
    Symbol *symbol = getPassSymbol(pass.name, pass.described);
    SmallVector<Node *> nodes;
    if (Error error = select(selector, nodes))
      return error;
    dropNested(nodes);
    SmallVector<PassSpec, 1> copies;
    if (Error error = copyFor(nodes.size(), std::move(pass), copies))
      return error;
    for (auto &&[node, copy] : zip(nodes, copies)) {
      if (Error error = checkRemovable(node))
        return error;
      Expected<AnchorPath *> path =
          choosePath(copy, *symbol->descriptor, node->path);
      if (!path)
        return path.takeError();
      Node *added = linkPass(std::move(copy), *path, node);
      Node *end =
          node->kind == Node::Kind::BundleBegin ? node->bundle->end : node;
      if (Node *last = followers.lookup(end))
        setFollower(added, last);
      unlinkWhole(node);
      node = added;
    }
    // Only now, as one of several may need another that comes later.
    for (const Node *node : nodes)
      if (Error error = OrderCheck(*this).checkInserted(*node))
        return error;
    return Error::success();
  });
}

Error Pipeline::addContract(StringRef name, const Contract &contract) {
  if (Error error = verifyEditable())
    return error;
  Symbol *symbol = lookupSymbol(Target::Kind::Pass, name);
  const PassDescriptor *known =
      symbol ? symbol->descriptor : catalog.lookupPass(name);
  if (!known)
    if (Error error = checkName("pass", name))
      return error;
  PassDescriptor own = known ? *known : PassDescriptor(name);
  // What others said before is theirs to answer for, but both must go together.
  own.contract = contract;
  own.hasContract = true;
  if (Error error = catalog.verify(own))
    return error;
  if (known) {
    own.contract = known->contract;
    own.contract.append(contract);
  }
  if (Error error = own.contract.verify(name))
    return error;
  hasUncheckedEdits = true;
  if (!symbol)
    symbol = getPassSymbol(name, nullptr);
  const PassDescriptor *previous = symbol->descriptor;
  auto [it, isNew] = additions.try_emplace(symbol);
  onRollback([this, symbol, previous, isNew = isNew, before = it->second] {
    symbol->descriptor = previous;
    if (isNew)
      additions.erase(symbol);
    else
      additions.find(symbol)->second = before;
  });
  it->second.contract.append(contract);
  if (currentOrigin->kind != Origin::Kind::File) {
    it->second.fromCode.append(contract);
    it->second.coder = currentOrigin;
  }
  describeAnew(symbol);
  if (!std::exchange(symbol->isDescribedHere, true))
    describedSymbols.push_back(symbol);
  addToOpened(name, contract);
  return Error::success();
}
