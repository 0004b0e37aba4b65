//===- PassList.cpp - What is in a pipeline -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/PassList.h"
#include "llvm/Support/Path.h"
#include <memory>

using namespace pmb;
using namespace llvm;

StringRef
PipelineInterface::findDifference(const PipelineInterface &other) const {
  if (inputContents != other.inputContents ||
      isInputMeasured != other.isInputMeasured)
    return "what is in the input";
  if (!(inputNever == other.inputNever))
    return "what is never in the input";
  if (outputContents != other.outputContents)
    return "what may be in the output";
  if (inputProperties != other.inputProperties)
    return "which properties hold at the start";
  if (outputProperties != other.outputProperties)
    return "which properties hold at the end";
  return isThreaded != other.isThreaded ? "whether there are threads" : "";
}

PassInstance PassList::takeInstance(Node &node, bool isPrintable) {
  if (!node.instance || !isPrintable)
    return std::move(node.instance);
  // Printing costs more than half of making the pass: not before it is asked
  // for, where the name says the same.
  auto *print = node.isMadeFromName()
                    ? node.instance.getOperations()->printNamed
                    : nullptr;
  StringRef options =
      print ? node.options
            : StringRef(node.instance.getOptions()).copy(allocator);
  node.handedOver = new (allocator)
      HandedOver{options, node.instance.hasTextualName(), print};
  return std::move(node.instance);
}

PassList::PassList(const PassList &other)
    : root(other.root.getOp()), catalog(other.catalog),
      interface(other.interface), options(other.options) {
  for (const Symbol *symbol : other.symbols) {
    Symbol *copy = getSymbol(symbol->kind, symbol->name);
    copy->descriptor = symbol->descriptor;
    // Of a pass that is not there, too, what was added to its contract counts.
    copy->isDescribedHere = symbol->isDescribedHere;
  }
  DenseMap<const AnchorPath *, AnchorPath *> paths;
  BundleInstance *around = nullptr;
  for (const Node *node = other.front(); node; node = node->next) {
    AnchorPath *&path = paths[node->path];
    if (!path)
      path = &getPath(*node->path);
    Node *copy = createNode(node->kind, symbols[node->symbol->number], path,
                            node->origin);
    copy->options = node->options;
    copy->place = node->place;
    copy->sharedDepth = node->sharedDepth;
    copy->kept = node->kept;
    copy->establishable = node->establishable;
    copy->own = node->own;
    hasOwnDescriptions |= node->own != nullptr;
    // Conditions ask for the options that the instance would print.
    if (node->instance && node->getDescriptor().contract.isConditional())
      setOptions(*copy, node->getOptions());
    if (node->kind == Node::Kind::BundleBegin) {
      BundleInstance *bundle = &bundles.emplace_back(*node->bundle);
      if (bundle->contract)
        bundlesWithContract.insert(bundle);
      bundle->opened.clear();
      bundle->symbol = copy->symbol;
      bundle->parent = around;
      bundle->begin = copy;
      around = bundle;
    }
    copy->bundle = around;
    copy->pin = node->pin;
    if (node->kind == Node::Kind::BundleEnd) {
      around->end = copy;
      around = around->parent;
    }
    linkNode(copy, nullptr);
    twins[node] = copy;
  }
  for (const Neighbor &kept : other.getNeighbors())
    setNeighbor(*getTwin(kept.node), getTwin(kept.other), kept.entry,
                kept.origin);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

Symbol *PassList::getSymbol(Target::Kind kind, StringRef name) {
  auto [it, isNew] =
      getTable(kind).try_emplace(name, kind, unsigned(symbols.size()));
  Symbol *symbol = &it->second;
  if (isNew) {
    symbol->name = it->first();
    symbols.push_back(symbol);
  }
  return symbol;
}

Symbol *PassList::getPassSymbol(StringRef name) {
  Symbol *symbol = getSymbol(Target::Kind::Pass, name);
  if (symbol->descriptor)
    return symbol;
  symbol->descriptor = catalog.lookupPass(name);
  if (!symbol->descriptor)
    symbol->descriptor = &descriptors.emplace_back(name);
  if (isIndexed)
    indexSymbol(symbol);
  return symbol;
}

void PassList::changeOptions(Node &node, PassInstance instance,
                             StringRef options) {
  // What can be undone must be copyable.
  auto previous = std::make_shared<PassInstance>(std::move(node.instance));
  onUndo([&node, previous, before = node.options] {
    node.instance = std::move(*previous);
    node.options = before;
  });
  setInstance(node, std::move(instance));
  setOptions(node, options);
  ++revision;
}

void PassList::setNeighbor(Node &node, const Node *other, ContractEntry entry,
                           const Origin *origin) {
  if (other) {
    neighbors.push_back({&node, other, std::move(entry), origin});
    neighborsOf[other].push_back(&neighbors.back());
  }
  set(node.neighbor, other ? &neighbors.back() : nullptr);
}

void PassList::pinWhole(Node &node, Pin pin) {
  keptPins.push_back(std::move(pin));
  visitWhole(node, [&](Node &at) { set(at.pin, &keptPins.back()); });
}

void PassList::remember(EditTrace edit) {
  onUndo([this] { edits.pop_back(); });
  edits.push_back(std::move(edit));
}

void PassList::setDescriptor(Symbol *symbol, const PassDescriptor *descriptor) {
  auto set = [this, symbol](const PassDescriptor *now) {
    if (isIndexed)
      unindexPass(symbol);
    symbol->descriptor = now;
    if (isIndexed)
      indexSymbol(symbol);
  };
  if (undoDepth)
    onUndo([set, previous = symbol->descriptor] { set(previous); });
  set(descriptor);
}

PassDescriptor &PassList::keep(PassDescriptor descriptor) {
  return descriptors.emplace_back(std::move(descriptor));
}

const Contract *PassList::keep(Contract contract) {
  return &contracts.emplace_back(std::move(contract));
}

void PassList::setContract(BundleInstance &bundle, const Contract *contract) {
  set(bundle.contract, contract);
  if (contract)
    bundlesWithContract.insert(&bundle);
}

OptionScope &PassList::changeOptions() {
  ++revision;
  if (undoDepth)
    onUndo([this, before = options] { options = before; });
  return options;
}

AnchorPath &PassList::getPath(const AnchorPath &path) {
  return path.getDepth() ? *getPath(*path.getParent()).getNested(path.getOp())
                         : root;
}

//===----------------------------------------------------------------------===//
// How messages refer to nodes
//===----------------------------------------------------------------------===//

int PassList::countPassesBefore(const Node &node) const {
  if (!isCounted.load(std::memory_order_acquire)) {
    std::lock_guard<std::mutex> lock(filling);
    unsigned count = 0;
    // Another reader may have counted meanwhile.
    for (const Node *at = isCounted ? nullptr : front(); at; at = at->next) {
      at->passesBefore = count;
      count += at->isPass();
    }
    isCounted.store(true, std::memory_order_release);
  }
  return int(node.passesBefore);
}

const Node *PassList::getPass(int position) const {
  for (const Node &node : getPasses())
    if (position-- == 0)
      return &node;
  return nullptr;
}

std::optional<Origin> PassList::locate(const Origin &origin,
                                       SourceLocation place) {
  if (origin.kind != Origin::Kind::Framework || !origin.name.empty() ||
      !place.file)
    return std::nullopt;
  // Messages do not depend on where the source is.
  Origin call = origin;
  call.name = sys::path::filename(place.file).str();
  call.line = place.line;
  return call;
}

NodeRef PassList::getRef(const Node &node) const {
  NodeRef ref(node.getName());
  ref.anchor = node.getAnchorPath().str();
  ref.origin = node.getOrigin();
  if (std::optional<Origin> call = locate(ref.origin, node.getPlace()))
    ref.origin = std::move(*call);
  bool isMark = node.getKind() == Node::Kind::BundleBegin ||
                node.getKind() == Node::Kind::BundleEnd;
  ref.isPipeline = isMark && node.getBundle()->isPipeline;
  auto isTwin = [](const Symbol &symbol) { return symbol.count > 1; };
  if ((node.isPass() || ref.isPipeline) && node.isLinked()) {
    ref.hasTwin = isTwin(*node.getSymbol());
    // A pipeline stands where its first pass does.
    if (const Node *first = getRange(node).findPass())
      ref.position = countPassesBefore(*first);
    const BundleInstance *around = node.getPipeline();
    if (around && !(ref.isPipeline && around == node.getBundle())) {
      ref.pipeline = around->getName().str();
      ref.pipelinePosition = countPassesBefore(*around->begin);
      ref.pipelineHasTwin = isTwin(*around->symbol);
    }
  }
  return ref;
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

Node *PassList::createNode(Node::Kind kind, Symbol *symbol, AnchorPath *path,
                           const Origin *origin) {
  return new (nodeAllocator.Allocate()) Node(kind, symbol, path, origin, place);
}

void PassList::linkNode(Node *node, Node *before) {
  ++revision;
  nodes.insertBefore(node, before);
  isCounted.store(false, std::memory_order_relaxed);
  passCount += node->isPass();
  ++nodeCount;
  if (node->kind != Node::Kind::BundleEnd) {
    ++node->symbol->count;
    if (isIndexed) {
      node->symbol->nodes.insert(node);
      if (node->kind == Node::Kind::BundleBegin)
        indexKinds(*node);
    }
  }
  onUndo([this, node] {
    unlink(node);
    if (isIndexed && node->kind == Node::Kind::BundleBegin &&
        !node->symbol->count)
      unindexKinds(*node);
  });
}

void PassList::link(Node *node, Node *before) {
  node->bundle = before ? before->getBundleAround() : nullptr;
  linkNode(node, before);
}

BundleInstance *PassList::linkBundle(BundleInstance bundle, AnchorPath *path,
                                     const Origin *origin, Node *before) {
  BundleInstance *instance = &bundles.emplace_back(std::move(bundle));
  if (instance->contract)
    bundlesWithContract.insert(instance);
  instance->parent = before ? before->getBundleAround() : nullptr;
  instance->begin =
      createNode(Node::Kind::BundleBegin, instance->symbol, path, origin);
  instance->end =
      createNode(Node::Kind::BundleEnd, instance->symbol, path, origin);
  for (Node *mark : {instance->begin, instance->end}) {
    mark->bundle = instance;
    linkNode(mark, before);
  }
  return instance;
}

void PassList::unlink(Node *node) {
  ++revision;
  onUndo([this, node, before = node->next] { linkNode(node, before); });
  if (node->kind != Node::Kind::BundleEnd) {
    --node->symbol->count;
    if (isIndexed)
      node->symbol->nodes.erase(node);
  }
  passCount -= node->isPass();
  --nodeCount;
  nodes.remove(node);
  isCounted.store(false, std::memory_order_relaxed);
}

void PassList::unlinkWhole(Node *node) {
  visitWhole(*node, [&](Node &at) { unlink(&at); });
}

void PassList::dissolve(BundleInstance &bundle) {
  for (Node *at = bundle.begin->next; at != bundle.end; at = at->next) {
    if (at->kind == Node::Kind::BundleBegin) {
      BundleInstance *inner = at->bundle;
      if (inner->parent == &bundle)
        set(inner->parent, bundle.parent);
    } else if (at->bundle == &bundle) {
      set(at->bundle, bundle.parent);
    }
  }
  unlink(bundle.begin);
  unlink(bundle.end);
}

void PassList::moveWhole(Node *node, Node *before) {
  BundleInstance *outer = before ? before->getBundleAround() : nullptr;
  bool isBundle = node->kind == Node::Kind::BundleBegin;
  visitWhole(*node, [&](Node &at) {
    unlink(&at);
    // What is in a bundle stays in it.
    if (!isBundle)
      set(at.bundle, outer);
    linkNode(&at, before);
  });
  if (isBundle)
    set(node->bundle->parent, outer);
}

//===----------------------------------------------------------------------===//
// Undoing
//===----------------------------------------------------------------------===//

void PassList::endUndoable(size_t mark, bool isKept) {
  // Undoing must not be logged itself.
  unsigned depth = std::exchange(undoDepth, 0);
  while (!isKept && undoLog.size() > mark) {
    std::function<void()> undo = std::move(undoLog.back());
    undoLog.pop_back();
    undo();
    ++revision;
  }
  undoDepth = depth - 1;
  if (!undoDepth)
    undoLog.clear();
}
