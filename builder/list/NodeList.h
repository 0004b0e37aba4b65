//===- NodeList.h - The linked list under a pipeline ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_NODELIST_H
#define PMB_BUILDER_PIPELINE_NODELIST_H

#include "builder/diagnostics/Origin.h"
#include "builder/list/AnchorPath.h"
#include "builder/passes/PassInstance.h"
#include "builder/passes/Position.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/iterator.h"
#include <cassert>
#include <cstdint>
#include <optional>
#include <set>

namespace pmb {

class Node;
struct Neighbor;
struct Pin;

/// Orders nodes as they stand in their list.
struct ListOrder {
  bool operator()(const Node *a, const Node *b) const;
};

/// A name that nodes of one list share: all nodes of a pass have the same
/// symbol. Owned by the list.
struct Symbol {
  Symbol(Target::Kind kind, unsigned number) : kind(kind), number(number) {}

  /// Pass, Slot or Bundle.
  Target::Kind kind;
  llvm::StringRef name;
  /// Counts the symbols of the list, from 0: an index for tables of readers.
  unsigned number;
  /// What is known of the pass; never null for passes.
  const PassDescriptor *descriptor = nullptr;
  /// What a C++ type says of the pass; null if none has said anything.
  const PassDescriptor *described = nullptr;
  /// True once the pass has been described in this pipeline.
  bool isDescribedHere = false;
  /// The nodes in list order. Kept only once a position has been asked for
  /// (`PassList::buildIndex`), because most pipelines are only appended to.
  std::set<Node *, ListOrder> nodes;
  /// How many nodes there are, whether or not they are indexed.
  unsigned count = 0;
};

/// An instance of a bundle in a list. Its two marks stand in the list, so
/// that also an empty bundle has a place.
struct BundleInstance {
  Symbol *symbol;
  llvm::SmallVector<std::string, 1> kinds;
  bool isContiguous = false;
  /// Why the builder puts no cleanup into it; empty if it may.
  std::string noCleanup;
  /// What the name of a registered pipeline stands for, with these options.
  bool isPipeline = false;
  std::string pipelineOptions;
  /// Of a registered pipeline: all that its name stood for when it was opened,
  /// in list order.
  std::vector<const Node *> opened;
  /// Of a pattern slot: an instance of the pass that it becomes, with what only
  /// an instance has; null for the name and options alone.
  std::shared_ptr<const PassInstance> instance;
  /// The contract of the bundle as a whole; null if it has none.
  const Contract *contract = nullptr;
  Node *begin = nullptr;
  Node *end = nullptr;
  /// The bundle around this one, or null.
  BundleInstance *parent = nullptr;

  llvm::StringRef getName() const { return symbol->name; }
  bool hasKind(llvm::StringRef kind) const {
    return llvm::is_contained(kinds, kind);
  }
  /// How many bundles are around this one.
  unsigned getDepth() const { return parent ? parent->getDepth() + 1 : 0; }
};

/// The innermost of `bundle` and those around it of which `isOne`; null if
/// there is none.
template <typename BundleT, typename Fn>
BundleT *findInnermost(BundleT *bundle, Fn isOne) {
  while (bundle && !isOne(*bundle))
    bundle = bundle->parent;
  return bundle;
}
/// The outermost of them.
template <typename BundleT, typename Fn>
BundleT *findOutermost(BundleT *bundle, Fn isOne) {
  BundleT *found = nullptr;
  while ((bundle = findInnermost(bundle, isOne))) {
    found = bundle;
    bundle = bundle->parent;
  }
  return found;
}

/// How a node came to its place, as far as that matters for what comes later.
struct InsertionRecord {
  /// What the position named; null if nothing remembers it, and for a position
  /// that names nothing.
  const Node *reference = nullptr;
  bool isAfter = false;
  /// The rank of the party that was being applied, if one was.
  std::optional<int> rank;
  /// How the position was said if it names nothing.
  Position::Relation relation = Position::Relation::Before;

  bool isRemembered() const { return reference || rank; }
};

/// What stays known of an instance when the pass manager has it.
struct HandedOver {
  llvm::StringRef options;
  bool hasTextualName;
  /// Set if `options` are those that were given with the name, of which this
  /// makes what the instance printed; not set if they are what it printed.
  decltype(PassInstance::Operations::printNamed) print = nullptr;

  std::string getOptions(llvm::StringRef name) const {
    std::string text;
    if (!print)
      return options.str();
    llvm::raw_string_ostream os(text);
    print(name, options, os);
    return text;
  }
};

/// An element of a pipeline: a pass, a slot, or the begin or end of a bundle.
/// Nodes belong to a list, which alone changes them, are never moved in memory,
/// and stay valid under all edits of other nodes.
class Node {
public:
  enum class Kind : uint8_t { Pass, Slot, BundleBegin, BundleEnd };

  Kind getKind() const { return kind; }
  bool isPass() const { return kind == Kind::Pass; }
  /// The pass's argument, or the slot's or bundle's name.
  llvm::StringRef getName() const { return symbol->name; }
  const Symbol *getSymbol() const { return symbol; }
  Symbol *getSymbol() { return symbol; }
  /// What is known of the pass, where it stands. REQUIRES: isPass().
  const PassDescriptor &getDescriptor() const {
    return own ? *own : *symbol->descriptor;
  }
  /// True for a pass that is described by itself: a set of patterns does
  /// something else in another slot. Its symbol may say the same.
  bool isDescribedByItself() const { return own; }
  llvm::ArrayRef<std::string> getKinds() const {
    return isPass() ? llvm::ArrayRef<std::string>(getDescriptor().kinds)
                    : llvm::ArrayRef<std::string>();
  }
  /// The options as in a textual pipeline, without outer braces.
  std::string getOptions() const {
    return instance     ? instance.getOptions()
           : handedOver ? handedOver->getOptions(getName())
                        : options.str();
  }
  /// True if the name of the pass stands for it in textual pipelines.
  bool hasTextualName() const {
    return handedOver ? handedOver->hasTextualName : instance.hasTextualName();
  }
  /// The options as they were given with the pass; empty if it was given as an
  /// instance. `getOptions` also has the defaults.
  llvm::StringRef getGivenOptions() const { return options; }
  /// True if the pass was made from its name: then the options given with it
  /// are all that it has beside defaults.
  bool isMadeFromName() const { return madeFromName; }
  /// True if the pass runs even if it does what was done before.
  bool isKept() const { return kept; }
  /// True if the builder may establish what the pass requires.
  bool canBeEstablished() const { return establishable; }
  /// Where the pass runs.
  const AnchorPath &getAnchorPath() const { return *path; }
  AnchorPath &getAnchorPath() { return *path; }
  /// The innermost bundle around the node, or null; for the marks of a bundle,
  /// that bundle.
  const BundleInstance *getBundle() const { return bundle; }
  BundleInstance *getBundle() { return bundle; }
  /// The bundle that a node is in which stands right before this one, and does
  /// not end a bundle: of a bundle, the one around it. Null if there is none.
  BundleInstance *getBundleAround() const {
    assert((kind != Kind::BundleBegin || bundle) && "a mark has its bundle");
    return kind == Kind::BundleBegin ? bundle->parent : bundle;
  }
  /// The innermost contiguous bundle that a place right before the node is
  /// inside of; null if there is none.
  const BundleInstance *getContiguousAround() const {
    return findInnermost<const BundleInstance>(
        getBundleAround(),
        [](const BundleInstance &around) { return around.isContiguous; });
  }
  /// The node itself, or the end of the bundle that it begins.
  const Node *getEnd() const {
    return kind == Kind::BundleBegin ? bundle->end : this;
  }
  Node *getEnd() { return kind == Kind::BundleBegin ? bundle->end : this; }
  /// What the name of a registered pipeline has become, if the node is in it;
  /// the outermost, if one names another. Null for what is in none.
  const BundleInstance *getPipeline() const {
    return findOutermost<const BundleInstance>(
        bundle, [](const BundleInstance &around) { return around.isPipeline; });
  }
  /// The party that put the node there.
  const Origin &getOrigin() const { return *origin; }
  /// The place of the call in C++ that did, if that is known.
  SourceLocation getPlace() const { return place; }
  /// Empty when the pipeline is only checked, and after it was built.
  const PassInstance &getInstance() const { return instance; }

  /// The neighbours in the list; null at the ends. Of a node that was removed,
  /// the previous one is what stood before it then.
  const Node *getNext() const { return next; }
  const Node *getPrevious() const { return previous; }
  Node *getNext() { return next; }
  Node *getPrevious() { return previous; }
  /// How many steps of the anchor path the node can share with the nest of the
  /// pass before it. Only an adopted pipeline has nodes that limit it, where
  /// two neighbouring nests for one operation shall stay two.
  unsigned getSharedDepth() const { return sharedDepth; }
  bool sharesNest() const { return sharedDepth >= path->getDepth(); }
  /// How a pass came to its place. Remembered of those that parties have
  /// inserted, and of those that were put into slots.
  const InsertionRecord &getInsertion() const { return insertion; }
  /// The slot that a pass was put into; null if it was put into none.
  const Node *getSlot() const {
    const Node *slot = insertion.isAfter ? nullptr : insertion.reference;
    return slot && slot->kind == Kind::Slot ? slot : nullptr;
  }
  /// The last that was put right after the node, which the next that is put
  /// there follows; null if there is none. It may have been removed.
  Node *getFollower() const { return follower; }
  /// What the node was put next to, for good; null if it was not.
  const Neighbor *getNeighbor() const { return neighbor; }
  /// What keeps others from editing the node; null if nothing does.
  const Pin *getPin() const { return pin; }
  /// True while the node stands in its pipeline.
  bool isLinked() const { return linked; }
  /// True if the node stands before `other`. REQUIRES: both are linked in one
  /// pipeline. Takes constant time.
  bool comesBefore(const Node &other) const { return order < other.order; }

private:
  friend class NodeList;
  friend class PassList;
  friend struct ListOrder;
  Node(Kind kind, Symbol *symbol, AnchorPath *path, const Origin *origin,
       SourceLocation place)
      : symbol(symbol), path(path), origin(origin), place(place), kind(kind) {}

  Node *previous = nullptr;
  Node *next = nullptr;
  uint64_t order = 0;
  Symbol *symbol;
  /// Null for what the symbol says.
  const PassDescriptor *own = nullptr;
  PassInstance instance;
  /// Null as long as the instance is here, or if there was none.
  const HandedOver *handedOver = nullptr;
  AnchorPath *path;
  BundleInstance *bundle = nullptr;
  const Origin *origin;
  SourceLocation place;
  /// As given; the text lives in the list.
  llvm::StringRef options;
  InsertionRecord insertion;
  Node *follower = nullptr;
  const Neighbor *neighbor = nullptr;
  const Pin *pin = nullptr;
  Kind kind;
  bool linked = false;
  bool madeFromName = false;
  bool kept = false;
  bool establishable = true;
  uint32_t sharedDepth = PassSpec::unlimitedDepth;
  /// How many passes stand before the node, as far as the list has counted
  /// (`PassList::countPassesBefore`).
  mutable unsigned passesBefore = 0;
};

/// That a node was put immediately before or after another: no pass comes
/// between the two. Each is a pass, or the begin of a bundle.
struct Neighbor {
  const Node *node, *other;
  /// As if the contract of `node` said so.
  ContractEntry entry;
  /// The party that put it there.
  const Origin *origin;

  /// True while both are in the list, and it has not been taken back.
  bool isInForce() const {
    return node->isLinked() && other->isLinked() && node->getNeighbor() == this;
  }
  bool isAfter() const { return entry.word == ContractEntry::Word::After; }
};

/// Calls `visit` with a node and, for the begin of a bundle, with all that is
/// in it, to its end. `visit` may take what it is given out of the list.
template <typename NodeT, typename VisitFn>
void visitWhole(NodeT &node, VisitFn visit) {
  NodeT *last = node.getEnd();
  for (NodeT *at = &node, *next = nullptr;; at = next) {
    next = at->getNext();
    visit(*at);
    if (at == last)
      return;
  }
}

inline bool ListOrder::operator()(const Node *a, const Node *b) const {
  return a->order < b->order;
}

/// The later of two nodes, either of which may be null.
inline const Node *getLater(const Node *a, const Node *b) {
  return !a || (b && a->comesBefore(*b)) ? b : a;
}

/// Iterates over nodes in list order.
class NodeIterator
    : public llvm::iterator_facade_base<NodeIterator, std::forward_iterator_tag,
                                        const Node> {
public:
  NodeIterator(const Node *node = nullptr) : node(node) {}
  bool operator==(const NodeIterator &o) const { return node == o.node; }
  const Node &operator*() const { return *node; }
  NodeIterator &operator++() {
    node = node->getNext();
    return *this;
  }

private:
  const Node *node;
};

/// A pass or a slot, or a bundle with all that is in it, from its begin to its
/// end.
struct NodeRange {
  const Node *first, *last;

  NodeIterator begin() const { return first; }
  NodeIterator end() const { return last->getNext(); }
  auto getPasses() const {
    return llvm::make_filter_range(
        llvm::make_range(begin(), end()),
        [](const Node &node) { return node.isPass(); });
  }
  /// The first pass; null if there is none.
  const Node *findPass() const {
    auto passes = getPasses();
    return passes.begin() == passes.end() ? nullptr : &*passes.begin();
  }
  /// REQUIRES: `node` is linked in the same list.
  bool contains(const Node &node) const {
    return !node.comesBefore(*first) && !last->comesBefore(node);
  }
};
/// What `node` stands for: either mark of a bundle for the whole bundle.
inline NodeRange getRange(const Node &node) {
  if (node.isPass() || node.getKind() == Node::Kind::Slot)
    return {&node, &node};
  return {node.getBundle()->begin, node.getBundle()->end};
}

/// A doubly linked list that also answers "which of two nodes comes first" in
/// constant time. Nodes carry labels that grow along the list; when there is no
/// label left between two neighbours, the smallest sparse enough range of
/// labels around them is spread out again. (Bender, Cole, Demaine,
/// Farach-Colton and Zito: Two simplified algorithms for maintaining order in a
/// list, ESA 2002.) Appending takes constant time, inserting amortised O(log
/// n).
class NodeList {
public:
  Node *front() const { return head; }
  Node *back() const { return tail; }
  bool empty() const { return !head; }

  /// Links `node` before `where`, or at the end if `where` is null.
  /// REQUIRES: `node` is not linked, `where` is.
  void insertBefore(Node *node, Node *where);
  /// Takes `node` out. It keeps pointing to what was before it, so that its
  /// place can still be found. REQUIRES: it is linked.
  void remove(Node *node);

private:
  void spreadOut(Node *around);

  Node *head = nullptr;
  Node *tail = nullptr;
};

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_NODELIST_H
