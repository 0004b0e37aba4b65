//===- PassList.h - What is in a pipeline ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `PassList` holds the passes, slots and bundles of a pipeline, their names,
// and what the pipeline is for. It is readable as const; `Pipeline` makes
// the edits, and decides which of them are allowed.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_PASSLIST_H
#define PMB_BUILDER_PIPELINE_PASSLIST_H

#include "builder/list/EditTrace.h"
#include "builder/list/NodeList.h"
#include "builder/passes/Catalog.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/iterator.h"
#include "llvm/Support/Allocator.h"
#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <utility>

namespace pmb {

/// An item that no input of a pipeline has, and why; the reason may be empty.
struct InputExclusion {
  std::string item, reason;

  /// True for `item` itself and all that it covers; a kind of types covers what
  /// is qualified with it.
  bool covers(llvm::StringRef other) const {
    return Item(item).covers(Item(other)) ||
           (Item(item).isType() && Item(other).getQualifier() == item);
  }
  bool operator==(const InputExclusion &other) const {
    return item == other.item && reason == other.reason;
  }
};

/// What the IR contains where a pipeline starts, and may contain at its end.
struct PipelineInterface {
  /// The items in the input. Not set: unknown, the input is *open*. Names do
  /// not tell marks and signatures, which are presumed then; a list that names
  /// the root operation counts as read off IR, and tells all.
  std::optional<std::vector<std::string>> inputContents;
  /// Items that the input never has, whatever else is in it. Passes may add
  /// them. `check` reports an error (`excluded-input`) if `inputContents` lists
  /// one of them.
  ///
  ///   builder.getInterface().inputNever.push_back(
  ///       {"memref.subview(dynamic)", "all our shapes are static"});
  std::vector<InputExclusion> inputNever;
  /// The items that may remain at the end. Not set: anything. Where none of
  /// them is a function of some dialect, what programs usually stand in may
  /// remain, too: `func`.
  std::optional<std::vector<std::string>> outputContents;
  /// Where the items of these lists stand that were read from files, for
  /// messages. May lack any of them, and is no part of what is compared.
  llvm::StringMap<Origin> inputOrigins, neverOrigins, outputOrigins;
  /// Properties that hold at the start.
  std::vector<std::string> inputProperties;
  /// Properties that must hold at the end.
  std::vector<std::string> outputProperties;

  /// True if `inputContents` were read off IR: then all names are right, also
  /// of dialects without a description, and none is looked for; and what is not
  /// marked is not so.
  bool isInputMeasured = false;

  /// Whether the pass manager may run a nest on several operations at once, as
  /// it does unless the context disables multithreading. Default: true.
  bool isThreaded = true;

  /// True when everything that holds at the start is known.
  bool isClosed() const { return inputContents.has_value(); }

  /// The first entry of `inputNever` that covers an item; null if none does.
  const InputExclusion *lookupExclusion(llvm::StringRef item) const {
    auto it = llvm::find_if(inputNever, [&](const InputExclusion &exclusion) {
      return exclusion.covers(item);
    });
    return it == inputNever.end() ? nullptr : &*it;
  }

  /// What of it `other` has otherwise, for messages: `what is in the input`.
  /// Empty if they are equal.
  llvm::StringRef findDifference(const PipelineInterface &other) const;
  bool operator==(const PipelineInterface &other) const {
    return findDifference(other).empty();
  }
};

/// The nodes of a pipeline in their order, with all that they refer to. Several
/// threads may read a list at once as long as none changes it.
class PassList {
public:
  /// An empty list for a pipeline on `op`. `catalog` must outlive it.
  PassList(llvm::StringRef op, const Catalog &catalog)
      : root(op), catalog(catalog) {}
  PassList(llvm::StringRef op, const Catalog &&catalog) = delete;
  /// The same nodes without their instances: for trying what would be if the
  /// list were another. Descriptors, contracts and origins are those of
  /// `other`, which must outlive the copy and not be edited meanwhile.
  explicit PassList(const PassList &other);
  /// What stands in this copy for a node of the list that it is a copy of; null
  /// for null, the end.
  Node *getTwin(const Node *original) const { return twins.lookup(original); }
  PassList &operator=(const PassList &) = delete;

  //===--------------------------------------------------------------------===//
  // Reading
  //===--------------------------------------------------------------------===//

  /// Iterates over all nodes in list order.
  using node_iterator = NodeIterator;
  llvm::iterator_range<node_iterator> getNodes() const {
    return {node_iterator(front()), node_iterator()};
  }
  /// Iterates over the passes only.
  auto getPasses() const {
    return llvm::make_filter_range(
        getNodes(), [](const Node &node) { return node.isPass(); });
  }
  /// The ends of the list; null if it is empty.
  const Node *front() const { return nodes.front(); }
  const Node *back() const { return nodes.back(); }
  /// The number of passes.
  size_t size() const { return passCount; }
  /// The number of nodes.
  size_t getNodeCount() const { return nodeCount; }

  const AnchorPath &getRoot() const { return root; }
  const Catalog &getCatalog() const { return catalog; }
  const PipelineInterface &getInterface() const { return interface; }
  /// Grows with every change that goes through the list.
  uint64_t getRevision() const { return revision; }
  /// What the pipeline can be built for, and what it is built for.
  const OptionScope &getOptions() const { return options; }
  /// Whether a condition on what the pipeline is built for holds: a name, or a
  /// text as in Condition.h.
  bool hasVariant(llvm::StringRef condition) const {
    return options.holds(condition);
  }

  /// All symbols by their numbers, also those of which no node is left.
  llvm::ArrayRef<const Symbol *> getSymbols() const { return symbols; }
  /// Null if there has never been a node of that name.
  const Symbol *lookupSymbol(Target::Kind kind, llvm::StringRef name) const {
    auto it = getTable(kind).find(name);
    return it == getTable(kind).end() ? nullptr : &it->second;
  }
  /// The passes that have the kind, or had it once, and the bundles of which an
  /// instance has it.
  llvm::ArrayRef<Symbol *> getSymbolsOfKind(llvm::StringRef kind) const;
  /// The passes whose contract has an order entry for `target`, or an entry for
  /// the property. Also passes of which no node is left.
  llvm::ArrayRef<Symbol *> getSymbolsWithOrder(const Target &target) const;
  /// Those whose contract says what may stand between two passes.
  llvm::ArrayRef<Symbol *> getSymbolsWithBetween() const;
  llvm::ArrayRef<Symbol *>
  getSymbolsWithProperty(llvm::StringRef property) const;
  /// The properties that contracts of passes and bundles speak of, sorted. May
  /// have more, of passes and bundles that were removed.
  std::vector<llvm::StringRef> getPropertyNames() const;
  /// The kinds of all that is in the list, in no order.
  std::vector<llvm::StringRef> getKinds() const;
  /// All instances of bundles, also those that were removed.
  auto getBundles() const {
    return llvm::map_range(
        bundles, [](const BundleInstance &bundle) { return &bundle; });
  }

  /// Those in the list that have a contract.
  auto getBundlesWithContract() const {
    return llvm::make_filter_range(
        bundlesWithContract, [](const BundleInstance *bundle) {
          return bundle->contract && bundle->begin->isLinked();
        });
  }
  /// What was put next to something for good, as long as both are there.
  auto getNeighbors() const {
    return llvm::make_filter_range(
        neighbors, [](const Neighbor &kept) { return kept.isInForce(); });
  }
  /// The same of what was put next to `node`, of a bundle its begin.
  auto getNeighborsOf(const Node &node) const {
    auto it = neighborsOf.find(&node);
    llvm::ArrayRef<const Neighbor *> known;
    if (it != neighborsOf.end())
      known = it->second;
    return llvm::make_filter_range(
        known, [](const Neighbor *kept) { return kept->isInForce(); });
  }
  /// True if `bundle` is a registered pipeline, and what is in it is as it was
  /// when the name was opened.
  bool isAsOpened(const BundleInstance &bundle) const;

  /// Lets symbols know their nodes, from now on.
  void buildIndex() const;
  /// The nodes that `target` matches, in list order. For a bundle, and for a
  /// kind that a bundle has, the mark at its begin; for a property all passes
  /// that provide it with some options.
  void collect(const Target &target,
               llvm::SmallVectorImpl<Node *> &matches) const;
  std::vector<const Node *> lookup(const Target &target) const;

  /// How many passes stand before `node`. Counted once for all nodes, until the
  /// list changes. REQUIRES: `node` is linked.
  int countPassesBefore(const Node &node) const;
  /// The pass before which so many stand; null if there are not so many.
  const Node *getPass(int position) const;
  /// How diagnostics refer to `node`.
  NodeRef getRef(const Node &node) const;

  /// What was done to what was in the list, in the order in which it was done.
  llvm::ArrayRef<EditTrace> getEdits() const { return edits; }

  //===--------------------------------------------------------------------===//
  // Changing: for `Pipeline`, and for copies
  //===--------------------------------------------------------------------===//

  Node *front() { return nodes.front(); }
  Node *back() { return nodes.back(); }
  AnchorPath &getRoot() { return root; }
  /// The path here that has the operations of `path`, which may be another
  /// list's.
  AnchorPath &getPath(const AnchorPath &path);
  PipelineInterface &getInterface() { return interface; }
  auto getBundles() {
    return llvm::map_range(bundles,
                           [](BundleInstance &bundle) { return &bundle; });
  }
  /// The options, to be changed.
  OptionScope &changeOptions();

  /// The symbol of that name, made if there is none.
  Symbol *getSymbol(Target::Kind kind, llvm::StringRef name);
  /// The same for a pass, which gets the descriptor of the catalog, or an empty
  /// one.
  Symbol *getPassSymbol(llvm::StringRef name);
  /// Lets a symbol of a pass have another descriptor.
  void setDescriptor(Symbol *symbol, const PassDescriptor *descriptor);
  /// Lets one pass have another descriptor than its symbol.
  void setDescriptor(Node &node, const PassDescriptor *descriptor) {
    set(node.own, descriptor);
    hasOwnDescriptions = true;
  }
  /// False if every pass is described as its symbol.
  bool mayDescribeNodes() const { return hasOwnDescriptions; }
  /// Keeps a descriptor or a contract as long as the list lives.
  PassDescriptor &keep(PassDescriptor descriptor);
  const Contract *keep(Contract contract);
  /// Gives a bundle another contract, which may be null.
  void setContract(BundleInstance &bundle, const Contract *contract);

  /// A framework without a name as messages have it: by the call that has made
  /// something. std::nullopt for others, and if the call is not known.
  static std::optional<Origin> locate(const Origin &origin,
                                      SourceLocation place);
  SourceLocation getPlace() const { return place; }
  /// The place of the call that makes nodes now. Returns the previous one.
  SourceLocation setPlace(SourceLocation now) {
    return std::exchange(place, now);
  }
  /// A node that is not linked yet, and stays in memory even if it never is.
  Node *createNode(Node::Kind kind, Symbol *symbol, AnchorPath *path,
                   const Origin *origin);
  void setMadeFromName(Node &node, bool value) { node.madeFromName = value; }
  void setInstance(Node &node, PassInstance &&instance) {
    node.instance = std::move(instance);
  }
  /// Copies the text.
  void setOptions(Node &node, llvm::StringRef options) {
    node.options = options.empty() ? options : options.copy(allocator);
  }
  /// Lets `node` share at most `depth` nests with the pass before it, so that
  /// what was written as two nests stays two.
  void limitSharedDepth(Node &node, uint32_t depth) {
    node.sharedDepth = depth;
  }
  /// Lets a node run in another nest of this list.
  void setPath(Node &node, AnchorPath &path) { set(node.path, &path); }
  /// Lets a pass run whatever was done before, or not any more.
  void setKept(Node &node, bool value) { set(node.kept, value); }
  /// Lets the builder establish what a pass requires, or not any more.
  void setEstablishable(Node &node, bool value) {
    set(node.establishable, value);
  }
  /// Remembers how a pass came to its place.
  void setInsertion(Node &node, const InsertionRecord &insertion) {
    set(node.insertion, insertion);
  }
  /// Remembers what was put right after a node; null forgets it.
  void setFollower(Node &node, Node *follower) { set(node.follower, follower); }
  /// Gives a pass other options, and an instance that has them.
  void changeOptions(Node &node, PassInstance instance,
                     llvm::StringRef options);
  /// Remembers that a node was put next to `other`, as `entry` says; with null
  /// that it no longer is.
  void setNeighbor(Node &node, const Node *other,
                   ContractEntry entry = ContractEntry(),
                   const Origin *origin = nullptr);
  /// Pins a node, and for a bundle all that is in it now.
  void pinWhole(Node &node, Pin pin);
  void remember(EditTrace edit);
  /// Takes the pass out of a node, which still prints as before if the pass
  /// can be printed. The pipeline must not be edited any more.
  PassInstance takeInstance(Node &node, bool isPrintable);

  /// Links a pass or slot before `before`, or at the end if that is null. It is
  /// then in the bundle around the place.
  void link(Node *node, Node *before);
  /// Links the two marks of a bundle in the same way; what is linked before the
  /// end of it is inside.
  BundleInstance *linkBundle(BundleInstance bundle, AnchorPath *path,
                             const Origin *origin, Node *before);
  void unlink(Node *node);
  /// Takes out a node, and for a bundle all that is in it.
  void unlinkWhole(Node *node);
  /// Takes the marks of a bundle away; what is in it stays where it is.
  void dissolve(BundleInstance &bundle);
  /// Links a node, and for a bundle all that is in it, somewhere else.
  /// REQUIRES: `before` is not in it.
  void moveWhole(Node *node, Node *before);

  /// Begins something that can be undone; returns what to end it with. Such may
  /// be in each other.
  size_t beginUndoable() {
    ++undoDepth;
    return undoLog.size();
  }
  /// Ends it, and undoes what was done since unless that is kept.
  void endUndoable(size_t mark, bool isKept);
  bool isUndoable() const { return undoDepth; }
  bool hasChangedSince(size_t mark) const { return undoLog.size() > mark; }
  /// Changes something that lives as long as the list, until that is undone.
  template <typename T, typename ValueT> void set(T &member, ValueT value) {
    onUndo([&member, previous = member] { member = previous; });
    member = std::move(value);
    ++revision;
  }
  /// Calls `change` when what is done now is undone.
  template <typename Fn> void onUndo(Fn change) {
    if (undoDepth)
      undoLog.emplace_back(std::move(change));
  }

private:
  using SymbolTable = llvm::StringMap<Symbol, llvm::BumpPtrAllocator>;

  SymbolTable &getTable(Target::Kind kind) {
    return kind == Target::Kind::Pass   ? passSymbols
           : kind == Target::Kind::Slot ? slotSymbols
                                        : bundleSymbols;
  }
  const SymbolTable &getTable(Target::Kind kind) const {
    return const_cast<PassList *>(this)->getTable(kind);
  }
  void linkNode(Node *node, Node *before);
  /// What has something in common, in the order in which it came.
  using SymbolSet = llvm::SmallSetVector<Symbol *, 2>;
  using SymbolIndex = llvm::StringMap<SymbolSet>;
  static llvm::ArrayRef<Symbol *> find(const SymbolIndex &index,
                                       llvm::StringRef name);
  /// Calls `visit(index, name)` for all under which a pass is in an index.
  template <typename VisitFn>
  void forEachName(const PassDescriptor &pass, VisitFn visit) const;
  void indexSymbol(Symbol *symbol) const;
  void unindexPass(Symbol *symbol) const;
  void indexKinds(const Node &bundleBegin) const;
  void unindexKinds(const Node &bundleBegin) const;

  /// Of a copy: its nodes by those of the original.
  llvm::DenseMap<const Node *, Node *> twins;
  AnchorPath root;
  const Catalog &catalog;
  PipelineInterface interface;
  OptionScope options;

  NodeList nodes;
  uint64_t revision = 0;
  size_t passCount = 0, nodeCount = 0;
  llvm::SpecificBumpPtrAllocator<Node> nodeAllocator;
  /// Texts.
  llvm::BumpPtrAllocator allocator;

  SymbolTable passSymbols, slotSymbols, bundleSymbols;
  /// All of them by their numbers.
  llvm::SmallVector<Symbol *, 32> symbols;
  /// Symbols of passes and bundle instances by kind, and of passes by the
  /// targets and properties that their contracts name; filled with the index.
  mutable SymbolIndex kindSymbols, orderSymbols, propertySymbols;
  mutable std::atomic<bool> isIndexed = false;
  SourceLocation place;
  bool hasOwnDescriptions = false;
  /// Whether all nodes know how many passes stand before them.
  mutable std::atomic<bool> isCounted = false;
  /// Held by the reader that fills one of the two.
  mutable std::mutex filling;

  /// What nodes and symbols point to. Lists cost nothing while they are empty,
  /// as most of them are.
  std::list<BundleInstance> bundles;
  llvm::SmallSetVector<BundleInstance *, 2> bundlesWithContract;
  std::list<PassDescriptor> descriptors;
  std::list<Contract> contracts;
  std::list<Pin> keptPins;
  std::list<Neighbor> neighbors;
  llvm::DenseMap<const Node *, llvm::SmallVector<const Neighbor *, 1>>
      neighborsOf;

  std::vector<EditTrace> edits;
  std::vector<std::function<void()>> undoLog;
  unsigned undoDepth = 0;
};

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_PASSLIST_H
