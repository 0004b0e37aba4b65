//===- Edits.cpp - Inserting, removing, replacing -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
#include "builder/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pmb;
using namespace llvm;

static Error makeBadName(StringRef what, StringRef name) {
  return makeError(
      Diagnostic(DiagnosticCode::BadName,
                 "'" + name.str() + "' cannot be the name of a " + what.str())
          .help("use letters, digits, '-', '_' and '.'"));
}

//===----------------------------------------------------------------------===//
// What is added
//===----------------------------------------------------------------------===//

Expected<PassInstance> Pipeline::instantiate(StringRef name,
                                             StringRef options) {
  // Without a pass manager the catalog is all there is to check options with.
  const PassDescriptor *descriptor = catalog.lookupPass(name);
  if (descriptor && descriptor->hasOptionList) {
    SmallVector<StringRef> known;
    for (const OptionDescriptor &option : descriptor->options)
      known.push_back(option.name);
    for (auto [option, value] : splitOptions(options)) {
      if (is_contained(known, option))
        continue;
      Diagnostic diagnostic(DiagnosticCode::BadOptions,
                            "'" + name.str() + "' has no option '" +
                                option.str() + "'");
      std::string near = suggestNames(option, known);
      if (!near.empty())
        diagnostic.help("did you mean " + near + "?");
      else if (known.empty())
        diagnostic.note("the pass has no options");
      else
        diagnostic.note("its options are '" + join(known, "', '") + "'");
      return makeError(std::move(diagnostic));
    }
  }
  return PassInstance();
}

Error Pipeline::applyOptions(PassInstance &, StringRef name, StringRef) {
  return makeError(Diagnostic(DiagnosticCode::BadOptions,
                              "the options of '" + name.str() +
                                  "' cannot be set: the pipeline has no pass "
                                  "manager"));
}

std::optional<bool> Pipeline::canRunOn(const PassInstance &,
                                       const AnchorPath &) {
  return std::nullopt;
}

void Pipeline::getKnownPassNames(std::vector<StringRef> &) const {}

Error Pipeline::prepare(PassSpec &pass) {
  if (pass.isInstance) {
    if (!pass.instance)
      return makeError(
          Diagnostic(DiagnosticCode::NoInstance,
                     pass.name.empty()
                         ? "the pass to be added is null"
                         : "the instance of '" + pass.name + "' is null")
              .help("an instance can be added once; create a new one for each "
                    "place"));
    if (pass.options.empty())
      return Error::success();
    return applyOptions(pass.instance, pass.name, pass.options);
  }
  if (!isValidName(pass.name))
    return makeBadName("pass", pass.name);
  Expected<PassInstance> instance = instantiate(pass.name, pass.options);
  if (!instance)
    return instance.takeError();
  pass.instance = std::move(*instance);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// The operation in which MLIR's own container operations usually stand; empty
/// for others.
static StringRef getUsualParent(StringRef op) {
  return StringSwitch<StringRef>(op)
      .Cases({"func.func", "llvm.func", "gpu.module", "spirv.module",
              "emitc.func", "ml_program.func"},
             "builtin.module")
      .Cases({"gpu.func", "gpu.binary"}, "gpu.module")
      .Case("spirv.func", "spirv.module")
      .Default("");
}

static bool isFunctionLike(StringRef op) { return op.ends_with(".func"); }

/// The nest for `op` at a place in the nest `near`, or null if there is none.
static AnchorPath *findNest(AnchorPath *near, StringRef op) {
  if (AnchorPath *path = near->findUpwards(op))
    return path;
  AnchorPath *root = near;
  while (root->getParent())
    root = root->getParent();
  // On any operation there is no telling what is inside; and no module stands
  // in a function.
  if (root->getOp() == "any" || op == "builtin.module")
    return nullptr;
  StringRef parent = getUsualParent(op);
  if (!parent.empty()) {
    AnchorPath *path = findNest(near, parent);
    return path ? path->getNested(op) : nullptr;
  }
  if (isFunctionLike(near->getOp()) && near->getParent())
    near = near->getParent();
  return near->getNested(op);
}

Expected<AnchorPath *> Pipeline::choosePath(const PassSpec &pass,
                                            const PassDescriptor &descriptor,
                                            AnchorPath *near) {
  StringRef anchor = pass.instance.getAnchor();
  if (anchor.empty())
    anchor = descriptor.anchor;
  ArrayRef<std::string> choices = descriptor.anchorChoices;
  auto fits = [&](AnchorPath *path) {
    if (!anchor.empty() && path->getOp() != anchor)
      return false;
    if (anchor.empty() && !choices.empty() && path->getOp() != "any" &&
        !is_contained(choices, path->getOp()))
      return false;
    return !pass.instance || canRunOn(pass.instance, *path).value_or(true);
  };
  auto fail = [&](AnchorPath *path) -> Error {
    std::string needs;
    if (!anchor.empty())
      needs = "it runs on '" + anchor.str() + "' only";
    else if (!choices.empty())
      needs = "it runs on '" + join(choices, "', '") + "' only";
    else
      needs = "the pass says that it cannot be scheduled there";
    Diagnostic diagnostic(DiagnosticCode::WrongAnchorOp,
                          "'" + pass.name + "' cannot run on '" +
                              path->getOp().str() + "': " + needs);
    if (root.getOp() == "any")
      diagnostic.help("the pipeline is anchored on any operation; create the "
                      "pass manager with PassManager::on<ModuleOp>(&context)");
    else if (path == &root)
      diagnostic.help(
          "add it to a pipeline that is anchored on '" +
          (anchor.empty() ? std::string("its operation") : anchor.str()) + "'");
    else
      diagnostic.help("add it to another nest");
    return makeError(std::move(diagnostic));
  };

  if (pass.nest) {
    AnchorPath *path = &root;
    for (const std::string &op : *pass.nest)
      path = path->getNested(op);
    return fits(path) ? Expected<AnchorPath *>(path) : fail(path);
  }
  if (!anchor.empty()) {
    AnchorPath *path = findNest(near, anchor);
    return path && fits(path) ? Expected<AnchorPath *>(path)
                              : fail(path ? path : near);
  }
  for (AnchorPath *path = near; path; path = path->getParent())
    if (fits(path))
      return path;
  // A pass on an interface: try the operations that usually have it.
  SmallVector<StringRef> usual(choices.begin(), choices.end());
  if (usual.empty())
    usual = {"func.func", "gpu.module"};
  for (StringRef op : usual)
    if (AnchorPath *path = findNest(near, op))
      if (fits(path))
        return path;
  return fail(near);
}

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

Node *Pipeline::linkPass(PassSpec pass, AnchorPath *path, Node *before) {
  Node *node =
      createNode(Node::Kind::Pass, getPassSymbol(pass.name, pass.described));
  node->path = path;
  if (!pass.instance && !pass.options.empty())
    node->options = StringRef(pass.options).copy(allocator);
  node->instance = std::move(pass.instance);
  link(node, before);
  return node;
}

void Pipeline::append(PassSpec pass) {
  defer(atomically([&]() -> Error {
    if (Error error = prepare(pass))
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
    return linkBundle(bundle, &root, nullptr);
  }));
}

void Pipeline::appendSlot(StringRef name) {
  defer(insertSlot(name, Position::atEnd()));
}

Error Pipeline::atomically(function_ref<Error()> edit) {
  if (Error error = verifyEditable())
    return error;
  size_t mark = undoLog.size();
  ++openTransactions;
  Error error = edit();
  if (error)
    rollbackTo(mark);
  if (--openTransactions == 0)
    undoLog.clear();
  return error;
}

Error Pipeline::checkBundleNames(const PassBundle &bundle) const {
  if (!isValidName(bundle.getName()))
    return makeBadName("bundle", bundle.getName());
  if (Error error = bundle.contract.verify(bundle.getName()))
    return error;
  for (const PassBundle::Entry &entry : bundle.getEntries())
    if (entry.bundle)
      if (Error error = checkBundleNames(*entry.bundle))
        return error;
  return Error::success();
}

Expected<Node *> Pipeline::linkSlot(StringRef name, AnchorPath *path,
                                    Node *before) {
  if (!isValidName(name))
    return makeBadName("slot", name);
  Symbol *symbol = getSymbol(Target::Kind::Slot, name);
  if (symbol->count)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the pipeline has a slot '" + name.str() + "' already"));
  Node *node = createNode(Node::Kind::Slot, symbol);
  node->path = path;
  link(node, before);
  return node;
}

Node *Pipeline::getNestPlace(Node *tail) const {
  if (!tail)
    return list.front();
  return tail->linked ? tail->next : nullptr;
}

Node *Pipeline::addToNest(PassSpec pass, AnchorPath *path, Node *tail) {
  Node *added = nullptr;
  std::vector<std::string> nest;
  for (const AnchorPath *step = path; step->getDepth();
       step = step->getParent())
    nest.insert(nest.begin(), step->getOp().str());
  pass.nest = std::move(nest);
  defer(atomically([&]() -> Error {
    if (Error error = prepare(pass))
      return error;
    Symbol *symbol = getPassSymbol(pass.name, pass.described);
    Expected<AnchorPath *> chosen = choosePath(pass, *symbol->descriptor, path);
    if (!chosen)
      return chosen.takeError();
    added = linkPass(std::move(pass), *chosen, getNestPlace(tail));
    return Error::success();
  }));
  return added;
}

Node *Pipeline::addSlotToNest(StringRef name, AnchorPath *path, Node *tail) {
  Node *added = nullptr;
  defer(atomically([&]() -> Error {
    Expected<Node *> slot = linkSlot(name, path, getNestPlace(tail));
    if (!slot)
      return slot.takeError();
    added = *slot;
    return Error::success();
  }));
  return added;
}

Error Pipeline::linkBundle(const PassBundle &bundle, AnchorPath *near,
                           Node *before) {
  Symbol *symbol = getSymbol(Target::Kind::Bundle, bundle.getName());
  bundleInstances.push_back(std::make_unique<BundleInstance>());
  BundleInstance *instance = bundleInstances.back().get();
  instance->symbol = symbol;
  instance->kinds.append(bundle.getKinds().begin(), bundle.getKinds().end());
  instance->isContiguous = bundle.isContiguous();
  if (!bundle.contract.empty()) {
    bundleContracts.push_back(std::make_unique<Contract>(bundle.contract));
    instance->contract = bundleContracts.back().get();
  }
  if (before)
    instance->parent = before->kind == Node::Kind::BundleBegin
                           ? before->bundle->parent
                           : before->bundle;
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
      if (Error error = linkBundle(*entry.bundle, near, instance->end))
        return error;
      break;
    case PassBundle::Entry::Kind::Pass: {
      PassSpec pass = entry.pass.clone();
      if (Error error = prepare(pass))
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
  return Error::success();
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
  if (!place.reference || node->origin->kind == Origin::Kind::Framework)
    return;
  insertionPlaces[node] = {place.reference, place.isAfter};
  onRollback([this, node] { insertionPlaces.erase(node); });
}

Error Pipeline::insert(PassSpec pass, const Position &position) {
  return atomically([&]() -> Error {
    if (Error error = prepare(pass))
      return error;
    Symbol *symbol = getPassSymbol(pass.name, pass.described);
    SmallVector<PlaceInList, 1> places;
    if (position.getPlace() == Position::Place::ByContract) {
      Expected<Node *> before =
          OrderCheck(*this).findPlace(*symbol->descriptor);
      if (!before)
        return before.takeError();
      places.push_back({*before, &root, nullptr, false});
    } else if (Error error = resolve(position, places)) {
      return error;
    }
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
      if (Error error = linkBundle(bundle, place.near, place.before))
        return error;
      const BundleInstance *added = bundleInstances.back().get();
      // Nested bundles come after the outer one; find the one at the place.
      for (const auto &instance : reverse(bundleInstances))
        if (instance->end->next == place.before && instance->end->linked) {
          added = instance.get();
          break;
        }
      for (Node *node = added->begin; node != added->end; node = node->next)
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
      if (Error error = linkSlot(name, place.near, place.before).takeError())
        return error;
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

Error Pipeline::leaveContiguous(PlaceInList &place, StringRef what) const {
  while (place.before) {
    Node *next = place.before;
    const BundleInstance *around = next->kind == Node::Kind::BundleBegin
                                       ? next->bundle->parent
                                       : next->bundle;
    const BundleInstance *contiguous = findContiguous(around);
    if (!contiguous)
      break;
    // At its inner edges the place may as well be outside.
    if (next == contiguous->end)
      place.before = next->next;
    else if (next->previous == contiguous->begin)
      place.before = contiguous->begin;
    else
      return makeInsideContiguous("'" + what.str() + "' would be put",
                                  contiguous);
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
    SmallVector<PassSpec, 1> copies;
    if (Error error = copyFor(nodes.size(), std::move(pass), copies))
      return error;
    for (auto [node, copy] : zip(nodes, copies)) {
      if (Error error = checkRemovable(node))
        return error;
      Expected<AnchorPath *> path =
          choosePath(copy, *symbol->descriptor, node->path);
      if (!path)
        return path.takeError();
      linkPass(std::move(copy), *path, node);
      unlinkWhole(node);
    }
    return Error::success();
  });
}

Error Pipeline::addContract(StringRef name, const Contract &contract) {
  if (Error error = verifyEditable())
    return error;
  Symbol *symbol = lookupSymbol(Target::Kind::Pass, name);
  const PassDescriptor *known =
      symbol ? symbol->descriptor : catalog.lookupPass(name);
  auto own =
      std::make_unique<PassDescriptor>(known ? *known : PassDescriptor(name));
  own->contract.append(contract);
  own->hasContract = true;
  if (Error error = own->contract.verify(name))
    return error;
  if (Error error = catalog.verify(*own))
    return error;
  if (!symbol)
    symbol = getPassSymbol(name, nullptr);
  const PassDescriptor *previous = symbol->descriptor;
  symbol->descriptor = own.get();
  ownDescriptors.push_back(std::move(own));
  onRollback([symbol, previous] { symbol->descriptor = previous; });
  return Error::success();
}
