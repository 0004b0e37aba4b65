//===- OrderCheck.h - Deciding order --------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward sweep over the list decides; there is no solver. The sweep
// carries two things: the properties that hold, and the contents that may be
// there (ContentsState.h). At each pass it asks what the contract needs, then
// does what the contract says the pass does. Order entries are answered from
// the first and last place of what they name, collected beforehand.
//
// The sweep only finds; why something happened, and what would cure it, is
// looked for afterwards, and only if there is something to explain.
//
// Cost: linear in the list, plus what the distinct contracts take to compile.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_ORDERCHECK_H
#define PMB_BUILDER_CHECK_ORDERCHECK_H

#include "builder/check/CompiledCatalog.h"
#include "builder/check/ContentsState.h"
#include "builder/list/PassList.h"
#include "builder/repair/Ideas.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace pmb {

class DeadEnds;
class EarlyWork;

/// A check of one list, which is used once: what decides takes the check with
/// it, `OrderCheck(list).run(findings)`.
class OrderCheck {
public:
  explicit OrderCheck(const PassList &pipeline);
  ~OrderCheck();

  /// True unless no contract and nothing in the interface demands anything:
  /// then there is nothing that `run` could find.
  static bool hasWork(const PassList &pipeline);

  /// Adds all findings about the pipeline to `findings`. Returns true.
  bool run(std::vector<Diagnostic> &findings) && {
    return run(findings, nullptr);
  }
  /// The same, but says nothing about passes that would help, and nothing at
  /// all about what stays unless `isWorthMore`, which is given the other
  /// findings and what is there in the end. Returns whether it was.
  using TrialFilter = llvm::function_ref<bool(
      llvm::ArrayRef<Diagnostic>, const ContentsState &, const ItemTable &)>;
  bool runForTrial(std::vector<Diagnostic> &result, TrialFilter isWorthMore) &&;
  /// Adds findings about what is merely possible, too, with the severity Off:
  /// they are told only to those who ask.
  void tellPossible() { tellsPossible = true; }
  /// Adds to `passes` those that may have something to lower or to add where
  /// they stand.
  void noteWorking(llvm::DenseSet<const Node *> &passes) { working = &passes; }
  /// Adds what nobody knows of that the interface names.
  static void checkItems(const PassList &pipeline,
                         std::vector<Diagnostic> &findings);
  /// Adds nests that no IR has: passes there run on nothing.
  static void checkNests(const PassList &pipeline,
                         std::vector<Diagnostic> &findings);
  /// Reports passes on an operation that they replace: MLIR lets no pass do
  /// that, and crashes.
  static void checkAnchors(const PassList &pipeline,
                           std::vector<Diagnostic> &findings);
  /// What is known of both ends, with items in the place of names for them.
  const PipelineInterface &getInterface() const {
    return expanded ? *expanded : pipeline.getInterface();
  }
  /// The same but for what remains in the IR, and cycles, whose parts are added
  /// one by one.
  void runWithoutLeftOvers(std::vector<Diagnostic> &findings) &&;

  /// Checks the strong order and property entries of a pass that was just put
  /// at a position, and the order entries of others that name it; for the begin
  /// of a bundle, the same with the contract of the bundle. Contents and nests
  /// are left to `run`. Takes time for the passes that the entries name, not
  /// for the length of the list.
  llvm::Error checkInserted(const Node &node);
  /// Checks that a pass or bundle that was just put at a position, given by its
  /// begin, ends no property that held where something behind it requires it.
  llvm::Error checkKept(const Node &node);

  /// A strong entry that requires a property, and the pass or bundle that has
  /// it.
  using Requirement = std::pair<const Node *, const PropertyEntry *>;
  /// The requirements of these properties that are not met.
  std::vector<Requirement> findUnmet(const llvm::StringSet<> &properties) const;
  /// Fails if others than `known` are not met.
  llvm::Error checkMet(const llvm::StringSet<> &properties,
                       llvm::ArrayRef<Requirement> known);

  /// The first place at which a pass with this contract, these options and this
  /// path satisfies its strong entries and breaks no other's: the node before
  /// which to put it, null for the end. There it comes after what introduces
  /// items that it lowers, and before what lowers items that it introduces.
  /// Fails with `unplaceable` and the reasons when there is none. REQUIRES:
  /// `pass` is a symbol of the pipeline,
  /// which is changed for a moment.
  static llvm::Expected<const Node *> findPlace(PassList &pipeline,
                                                const Symbol &pass,
                                                llvm::StringRef options,
                                                const AnchorPath &path);

  /// Calls `visit(node, state, properties)` before each node, and once with a
  /// null node at the end. For explanations of what holds where.
  using Visitor = llvm::function_ref<void(const Node *, const ContentsState &,
                                          const ItemSet &)>;
  void explain(Visitor visit) &&;
  /// Calls `visit` for each order entry of a pass or bundle that applies: with
  /// whether it is kept (std::nullopt if it names nothing that is there, and
  /// need not), and what keeps or breaks it, which may be null. REQUIRES:
  /// `explain` was called.
  using OrderVisitor =
      llvm::function_ref<void(const Node &owner, const OrderEntry &entry,
                              std::optional<bool> isKept, const Node *other)>;
  void explainOrder(OrderVisitor visit);
  const NameTables &getNames() const { return names; }

private:
  friend class LeftOvers;

  /// What the check knows of one symbol of the pipeline.
  struct SymbolInfo {
    SymbolInfo() = default;
    SymbolInfo(SymbolInfo &&) = default;

    const PassDescriptor *descriptor = nullptr;
    /// No contract says what the pass does.
    bool isUndescribed = false;
    /// What the catalog has compiled; null if it has not, or if that means
    /// something else in this pipeline.
    const CompiledCatalog::Pass *shared = nullptr;
    /// Null if some entry has a condition.
    const CompiledContract *contract = nullptr;
    /// One contract for each text of options then.
    llvm::StringMap<const CompiledContract *> byOptions;
    /// The targets of order entries that the symbol matches with some options.
    llvm::SmallVector<unsigned, 2> matches;
  };
  /// A pass, or a bundle from its begin to its end.
  struct Range {
    const Node *begin, *end;
  };
  /// Of what matches the target of an order entry: where the first one ends and
  /// the last one begins. Null if nothing matches.
  struct Extent {
    const Node *first = nullptr;
    const Node *last = nullptr;
    /// Where the first one ends that has another name than `first`.
    const Node *firstOther = nullptr;
    unsigned count = 0;

    /// `matches`: how many `match` stands for.
    void extend(Range match, unsigned matches = 1);
    /// True if something that matches stands wholly before `owner`.
    bool isBefore(Range owner) const {
      return first && first->comesBefore(*owner.begin);
    }
    bool isAfter(Range owner) const {
      return last && owner.end->comesBefore(*last);
    }
    /// Where the first one ends that is not called as `owner` is. Null if there
    /// is none.
    const Node *getFirstBut(const Node &owner) const {
      return first && first->getSymbol() == owner.getSymbol() ? firstOther
                                                              : first;
    }
    /// The pass that matches, if nothing else does.
    const Node *getOnlyPass() const {
      return count == 1 && first->isPass() ? first : nullptr;
    }
  };
  /// What decides whether list order is executed order. Made when a pair of
  /// neighbouring nests asks for it.
  struct Nests {
    /// The passes on each path, in list order.
    llvm::DenseMap<const AnchorPath *, std::vector<const Node *>> passes;
    /// For each target, the passes that it matches on each path, in list order.
    std::vector<llvm::DenseMap<const AnchorPath *, std::vector<const Node *>>>
        matches;
    /// For each target, the bundles that it matches and that have something on
    /// a path: the begin, and the first pass there. In the order of the begins.
    std::vector<llvm::DenseMap<
        const AnchorPath *, std::vector<std::pair<const Node *, const Node *>>>>
        bundles;
  };

  /// What the check knows of a path: the operations of its nests, as items.
  struct PathItems {
    const AnchorPath *path;
    llvm::SmallVector<unsigned, 4> operations;
    /// For each of them: what in the contents says that it may be there. Empty
    /// if the contents need not name it.
    llvm::SmallVector<ItemMask, 1> signs;
    bool seesWholeProgram;
    /// The innermost operation, unless it holds the program: other passes make
    /// it, or the pass has nothing to do.
    std::optional<unsigned> made;
    /// What stands nowhere but in these nests.
    ItemMask inside;
    /// The operations of the nests, which no pass in them can replace.
    ItemMask own;
  };

  class PlaceFinder;

  /// Numbers names and compiles contracts. Returns false, and does nothing, if
  /// no contract demands anything, unless it is forced. `added`: the contract
  /// of a pass that is not in the list yet, or null.
  bool setUp(bool isForced = false, const Contract *added = nullptr);
  void expandInterface();
  void numberNames();
  /// Compiles a contract for this pipeline only.
  const CompiledContract *compile(const Contract &contract,
                                  OptionValues &options);
  void explainPrepared(Visitor visit);
  /// `isWorthMore` may be null: then all is told.
  bool run(std::vector<Diagnostic> &result, TrialFilter isWorthMore);
  /// Whether an order entry that names `target` is about this pass with its
  /// options, or this bundle.
  bool matches(const Target &target, const Node &node) const;
  /// The same where all that a contract says of providing matches already.
  bool isProvided(const Node &node, unsigned target);
  /// What matches `target`, from the index.
  Extent findExtent(const Target &target) const;
  /// The instance of a pass that decides whether its entry is kept: the first
  /// to which the entry applies, or the last for what must come later. Null if
  /// it applies to none.
  const Node *findOwner(const Symbol &symbol, const OrderEntry &entry,
                        const Node *except) const;
  /// What order entries can call a pass, or for the begin of a bundle the
  /// bundle; nothing for a slot.
  std::vector<Target> getTargets(const Node &node) const;
  /// Visits the strong order entries for `targets`, each with its owner,
  /// the begin for a bundle. Leaves out those of `except`, which may be null.
  void forEachOwner(
      llvm::ArrayRef<Target> targets, const Node *except,
      llvm::function_ref<void(const Node &, const OrderEntry &)> visit);
  /// What has become of a property that is required, from the index.
  struct PropertyHistory {
    /// The last that provides it before, the last that ends it since, and the
    /// first that provides it after; null if there is none.
    const Node *provider = nullptr, *ender = nullptr, *later = nullptr;
    /// Whether it is worth a word that it does not hold.
    bool isMissed = false;
  };
  /// The same without the nodes of `except`, if that is not null.
  PropertyHistory findHistory(const Node &node, const PropertyEntry &need,
                              const Range *except) const;
  void checkRequired(const Node &node, const PropertyEntry &need);
  llvm::Error takeRefusal(std::vector<Diagnostic> found);
  void addSymbol(const Symbol &symbol);
  SymbolInfo &getInfo(const Node &node) {
    return symbols[symbolIndex[node.getSymbol()->number]];
  }
  void collectExtents();
  void numberTargets(const Contract &contract);
  using TargetList = llvm::SmallVector<unsigned, 2>;
  void addTarget(Target::Kind kind, llvm::StringRef name,
                 TargetList &list) const;
  TargetList matchTargets(const PassDescriptor &descriptor) const;
  TargetList matchTargets(const BundleInstance &bundle) const;
  const CompiledContract &getContract(const Node &node);
  const CompiledContract *getBundleContract(const Node &node);

  using Observer =
      llvm::function_ref<void(const Node &, const ContentsChange &)>;
  /// Goes over the list and changes the two states as the passes do. Calls
  /// `visit` before each node and once with null at the end, and `observe`
  /// before a pass changes contents; both may be null. Reports to `findings`
  /// unless that is null.
  void sweep(ContentsState &state, ItemSet &properties, Observer observe,
             llvm::function_ref<void(const Node *)> visit);
  /// Collects, for each contract with an unknown effect, what the passes behind
  /// it lower. In UnknownEffects.cpp, as is all about them.
  void collectExpected();
  void noteUnknown(const Node &node, const ContentsEntry &entry);
  void reportUnknown();
  /// True for a pass that may do anything to the contents: it has no contract,
  /// and neither has a bundle around it that says something of contents.
  bool isUndescribed(const Node &node);
  /// Names in one remark what only such passes may lower: what would be
  /// reported if they did nothing, and is not among `found`.
  void reportUndescribed(std::vector<Diagnostic> &found);
  /// Those of them behind a position, each once, the likeliest to lower what is
  /// left first.
  std::vector<const Node *> findUndescribed(int position);
  void checkNeeds(const Node &node, const CompiledContract &contract,
                  const ContentsState &state, ItemSet &properties);
  void checkOutput(const ItemSet &properties);
  /// Where input and output are known and nothing is found to stay: warns of
  /// what would be an error if the input were not known, unless that excludes
  /// it.
  /// `possible`: all that may have been there at some point.
  void checkAsOpen(const ContentsState &end, const ItemSet &possible,
                   std::vector<Diagnostic> &result);
  void reportNoEffect(const Node &node, unsigned gone);
  void checkDemand(const Node &node,
                   const CompiledContract::ContentsRequirement &demand,
                   const ContentsState &state, const ItemSet &properties);
  const PathItems &getPathItems(const AnchorPath &path);
  /// The operation of a nest on `path` that has been lowered away, so that
  /// passes there run on nothing; std::nullopt if there is none.
  std::optional<unsigned> findGone(const AnchorPath &path,
                                   const ContentsState &state);
  /// The operation of a nest on `path` that a closed input does not have, and
  /// no pass has made; std::nullopt if there is none.
  std::optional<unsigned> findAbsent(const AnchorPath &path,
                                     const ContentsState &state);
  ItemMask getSigns(llvm::StringRef op);
  /// Whether an operation that holds the program may be there.
  bool hasProgram(const ContentsState &state);
  void reportAbsentNest(const Node &node, unsigned operation);
  Reach getReach(const AnchorPath &path, const ContentsState &state);
  ItemSet getInputProperties() const;
  void report(Diagnostic diagnostic, const ContractEntry &entry);
  static Range getRange(const Node &node);
  /// What has become of an order entry.
  enum class Verdict {
    Kept,
    /// What it names is not there.
    Vacuous,
    WrongOrder,
    Conflict,
    NotFollowed,
    /// What it names is not there, and must be.
    Absent,
  };
  /// Decides an entry of `owner` by list order; the one place that knows what
  /// the order words mean. `extent`: what the entry names.
  static Verdict judge(const Node &owner, const OrderEntry &entry,
                       const Extent &extent);
  /// True if the entry is kept by standing behind what it names, false if by
  /// standing before that.
  static bool wantsLater(const OrderEntry &entry) {
    return entry.word == OrderEntry::Word::After;
  }
  /// True for an entry that is about all that matches: `before` a kind. All
  /// others are satisfied by one that is in the right place.
  static bool isAboutAll(const OrderEntry &entry);
  /// Reports that executed order need not be list order, for an entry that is
  /// kept in the list.
  void checkExecuted(const Node &node, const OrderEntry &entry,
                     unsigned target);
  void checkOrder(const Node &node, const CompiledContract &contract);
  void collectNests();
  bool isOrderedByNests(Range owner, unsigned target, bool isAfter);
  const Node *findUnorderedByNests(Range owner, unsigned target);
  bool isExecutedBefore(Range a, Range b);
  /// True if the executed order of two passes is their order in the list.
  /// REQUIRES: `a` comes before `b`.
  bool isExecutedBefore(const Node &a, const Node &b);
  void reportNests(const Node &node, const OrderEntry &entry,
                   const Node &other);
  void reportWrongOrder(const Node &node, const OrderEntry &entry,
                        const Extent &extent);
  void reportConflict(const Node &node, const OrderEntry &entry,
                      const Node &other);
  void reportAbsent(const Node &node, const OrderEntry &entry);
  void reportMissingFollowUp(const Node &node, const OrderEntry &entry,
                             const Node *earlier);
  /// What has happened to a property up to a node, for messages; the one place
  /// that knows when one has been ended. Goes on with the next node that asks.
  struct PropertyTimeline {
    /// The first node that has not been looked at yet.
    const Node *next = nullptr;
    /// The last to provide it, and the first to end it since then, or since the
    /// start if nobody provides it.
    const Node *provider = nullptr, *ender = nullptr;
    /// Both, where the bundles around `next` begin.
    llvm::SmallVector<std::pair<const Node *, const Node *>, 2> atBegin;
    /// Who provides it next, as far as somebody has asked; the place to look
    /// from if nobody does, and whether there is nobody.
    const Node *later = nullptr;
    bool isLast = false;

    /// Looks at one node, which does this to the property.
    void add(const Node &node, PropertyEffect effect, bool isFleeting);
  };
  void findMissing(const Node &node,
                   const CompiledContract::PropertyRequirement &need);
  const Node *findLaterProvider(const Node *from, unsigned property);
  /// `provider` and `ender`, which stand before the node, and `later`, which
  /// provides after it, may be null.
  void reportMissing(const Node &node, const PropertyEntry &need,
                     const Node *provider, const Node *ender,
                     const Node *later);
  void mergeCycles(std::vector<Diagnostic> &all);

  const PassList &pipeline;
  /// Set if the interface has names for items.
  std::optional<PipelineInterface> expanded;
  /// What the names and many of the contracts are based on.
  std::shared_ptr<const CompiledCatalog> compiledCatalog;
  NameTables names;
  std::vector<SymbolInfo> symbols;
  /// Where the symbols of the pipeline are in `symbols`, by their numbers.
  std::vector<unsigned> symbolIndex;
  std::vector<Extent> extents;
  std::optional<Nests> nests;
  llvm::DenseMap<const AnchorPath *, std::unique_ptr<PathItems>> pathItems;
  const PathItems *lastPath = nullptr;
  /// The operations that hold the program, as items.
  std::optional<ItemMask> programItems;
  /// Nests that were said to run on nothing from the start.
  llvm::DenseSet<const AnchorPath *> absentNests;
  /// Passes that the sweep has found to run on nothing.
  llvm::DenseSet<const Node *> idle;
  /// The targets of order entries, and their numbers: by name for a pass, a
  /// kind, a property; and by entry.
  std::vector<const Target *> targetList;
  llvm::StringMap<unsigned> passTargets, kindTargets, providerTargets;
  llvm::DenseMap<const OrderEntry *, unsigned> targetsOfEntries;
  llvm::DenseMap<const BundleInstance *, const CompiledContract *>
      bundleContracts;
  /// Those that were compiled for this pipeline only.
  std::vector<std::unique_ptr<CompiledContract>> ownContracts;
  /// Findings about order between two passes, with what must come first.
  struct Disorder {
    size_t finding;
    const PassDescriptor *first, *second;
  };
  std::vector<Disorder> disorders;
  llvm::DenseMap<unsigned, PropertyTimeline> propertyTimelines;
  /// What may help against what is found.
  Ideas ideas{pipeline, names.items};
  /// Whether findings need no fixes, as nobody will see them.
  bool isTrial = false;
  void beTrial() {
    isTrial = true;
    ideas.setWanted(false);
  }
  bool tellsPossible = false;
  llvm::DenseSet<const Node *> *working = nullptr;
  /// Findings about an item that a pass cannot accept.
  struct Rejection {
    ItemMask items;
    Severity severity;
    std::string message;
    int position;
  };
  std::vector<Rejection> rejections;
  /// For each contract with an unknown effect, in the order of the sweep.
  std::vector<ItemMask> expected;
  /// The places of each pass or bundle with an unknown effect, by its name and
  /// the reason that holds there. Not by the entry: two instances of a bundle
  /// have each their own.
  llvm::MapVector<std::pair<llvm::StringRef, llvm::StringRef>,
                  llvm::SmallVector<const Node *, 1>>
      unknownEffects;
  bool hasContents = false, hasUnknownEffects = false;
  /// Whether some pass has no contract, and whether such passes are taken to do
  /// nothing.
  bool hasUndescribed = false, ignoresUndescribed = false;
  /// Whether the sweep is the one that dead ends are told by.
  bool findsDeadEnds = false;
  /// Where the output is known and the input is not.
  std::unique_ptr<DeadEnds> deadEnds;
  std::unique_ptr<EarlyWork> earlyWork;
  std::vector<Diagnostic> *findings = nullptr;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_ORDERCHECK_H
