//===- PipelineImpl.h - What is behind a pipeline -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the sources of this project, not for users: `Pipeline` shows what they
// need.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PIPELINEIMPL_H
#define PMB_BUILDER_EDIT_PIPELINEIMPL_H

#include "builder/Pipeline.h"
#include "builder/edit/PassProvider.h"
#include "builder/edit/PipelinePart.h"
#include "builder/passes/NameChecker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace pmb {

class Editor;
struct ListPosition;

/// An element of which it is known what it stands for: a registered pipeline
/// has become a bundle, and a pass has its instance.
struct OpenedRecipe {
  Recipe *recipe;
  /// Of a pass; null for all else.
  Symbol *symbol = nullptr;
  /// The nest that was asked for; null if it follows from what is added and the
  /// place.
  AnchorPath *nest = nullptr;
};

class PipelineImpl {
public:
  PipelineImpl(llvm::StringRef op, const Catalog &catalog,
               PassProvider *provider);
  /// For trying fixes: a pipeline of copies of the nodes.
  struct Trial {};
  PipelineImpl(const PipelineImpl &original, Trial);
  PipelineImpl(const PipelineImpl &) = delete;
  ~PipelineImpl();

  //===--------------------------------------------------------------------===//
  // What `Pipeline` shows
  //===--------------------------------------------------------------------===//

  void append(llvm::Expected<Recipe> element,
              SourceLocation place = SourceLocation::here());
  InsertResult insert(llvm::Expected<Recipe> element, const Position &position,
                      SourceLocation place = SourceLocation::here());
  llvm::Error apply(const Fix &fix);

  Origin setOrigin(Origin origin);
  llvm::Error transaction(const Origin &origin,
                          llvm::function_ref<llvm::Error()> edits);
  /// `keepsThrown`: an exception of a party leaves an error for `check`.
  llvm::Error applyParties(bool keepsThrown = false);

  /// A transaction for callers that cannot give a function, such as those in
  /// other languages. What is done as long as it lives is undone with it,
  /// unless it was committed. What was begun last ends first.
  class OpenTransaction {
  public:
    /// Without a party it is that of a single edit. REQUIRES: the pipeline can
    /// be edited (`verifyEditable`).
    explicit OpenTransaction(PipelineImpl &pipeline,
                             const Origin *party = nullptr);
    OpenTransaction(PipelineImpl &pipeline, const Origin &party)
        : OpenTransaction(pipeline, &party) {}
    ~OpenTransaction();
    OpenTransaction(const OpenTransaction &) = delete;

    /// Ends it. Undoes everything if there are `failures`, or if something was
    /// appended in vain, and fails with all of them.
    llvm::Error commit(std::vector<Diagnostic> failures = {});
    /// Ends it, and undoes everything unless that is kept.
    void close(bool isKept);

  private:
    /// What was appended in vain in it, which is then forgotten.
    std::vector<Diagnostic> takeDeferred();

    PipelineImpl &pipeline;
    /// As they were before.
    const Origin *origin, *owner, *foreign;
    std::optional<PipelineInterface> interface;
    std::string party;
    size_t mark, deferredMark;
    bool isOpen = true;
  };

  /// All that `addContract` has added, one contract for each pass, sorted by
  /// its name. Valid until the next edit.
  std::vector<std::pair<llvm::StringRef, const Contract *>>
  getAddedContracts() const;

  Severity getSeverity(DiagnosticCode code) const;
  /// What was set, sorted.
  std::vector<std::pair<DiagnosticCode, Severity>> getSeverities() const;

  std::vector<Diagnostic> check();

  const PassList &getList() const { return list; }
  PipelineInterface &getInterface() { return list.getInterface(); }
  const OptionScope &getOptions() const { return list.getOptions(); }
  auto getNodes() const { return list.getNodes(); }
  auto getPasses() const { return list.getPasses(); }
  size_t size() const { return list.size(); }
  const AnchorPath &getRoot() const { return list.getRoot(); }
  const Catalog &getCatalog() const { return list.getCatalog(); }
  std::vector<const Node *> lookup(const Target &target) const;
  NodeRef getRef(const Node &node) const { return list.getRef(node); }

  //===--------------------------------------------------------------------===//
  // For builders
  //===--------------------------------------------------------------------===//

  /// Appends an instance without a description: with a name that is looked up,
  /// and nothing copied. REQUIRES: `pass` is not empty.
  void append(PassInstance pass, llvm::StringRef name, SourceLocation place);

  /// As long as it lives, nodes get the place of the call that makes them.
  class PlaceScope {
  public:
    PlaceScope(PipelineImpl &pipeline, SourceLocation place)
        : list(pipeline.list), previous(list.setPlace(place)) {}
    ~PlaceScope() { list.setPlace(previous); }
    PlaceScope(const PlaceScope &) = delete;

  private:
    PassList &list;
    SourceLocation previous;
  };

  /// Adds to a nest after `tail`, or where `tail` was if it has been removed;
  /// null means the start. Returns null, and keeps the error for `check`, if
  /// that fails.
  Node *addToNest(Recipe element, AnchorPath *path, Node *tail);

  /// `tail`, or what was before it when it was removed; null at the start.
  static Node *findLinked(Node *tail);

  /// Keeps an error for `check`.
  void defer(llvm::Error error);
  /// Takes back some of the errors that are kept, by their indices.
  void forgetDeferred(size_t begin, size_t end);
  /// False in a transaction of another party than the owner, which then fails,
  /// as it cannot set `what`.
  bool isOwnerSetting(const std::string &what);
  /// Takes what was composed in vain as reported. Inside of a transaction or
  /// party it keeps an error instead.
  void discard();

  /// Calls `change` if the transaction that is open fails.
  void onRollback(std::function<void()> change) {
    list.onUndo(std::move(change));
  }

  /// Fails with `already-built` once the pipeline was handed over.
  llvm::Error verifyEditable() const {
    return isBuilt ? makeAlreadyBuilt() : llvm::Error::success();
  }

  /// Fails with `inside-transaction` while a transaction or a party is open: it
  /// cannot do this (`build the pipeline`), as that could not be undone.
  llvm::Error verifyOutsideTransaction(const std::string &action,
                                       std::string help) const;

  uint64_t getRevision() const { return revision + list.getRevision(); }

  //===--------------------------------------------------------------------===//
  // Inside
  //===--------------------------------------------------------------------===//

  /// A fix and the further ones that it has.
  static llvm::SmallVector<const Fix *, 1> getSteps(const Fix &fix);
  /// Makes one step. Returns what is new in the list, of a bundle its begin;
  /// null if nothing is.
  llvm::Expected<Node *> applyStep(const Fix &fix);

  Symbol *getPassSymbol(llvm::StringRef name, const PassDescriptor *described);
  /// What the catalog, a C++ type and `addContract` say of a pass together.
  void describeAnew(Symbol *symbol);
  /// The same for one pass that its slot describes.
  void describeNode(Node &node, const PassDescriptor *described);
  const PassDescriptor *combine(const Symbol *symbol,
                                const PassDescriptor *described);

  static llvm::Error makeAlreadyBuilt();

  /// Fails with `too-large` if there is no room for that many nodes more.
  llvm::Error checkRoom(size_t count) const {
    return checkLimit(
        list.getNodeCount() + count, Pipeline::maxNodes,
        "the pipeline would have more than {0} passes, slots and bundles");
  }
  /// Fails with `too-large` if a nest is deeper than allowed.
  static llvm::Error checkNestDepth(size_t depth) {
    return checkLimit(depth, Pipeline::maxNestDepth,
                      "nests are more than {0} deep");
  }
  /// Fails with `too-large` if that many bundles would be around one.
  static llvm::Error checkDepth(size_t depth) {
    return checkLimit(
        depth + 1, Pipeline::maxDepth,
        "bundles and pipelines are more than {0} deep in each other");
  }
  /// Fails with `too-large` if there are more than `limit`, which `message`
  /// names as {0}.
  static llvm::Error checkLimit(size_t count, size_t limit,
                                const char *message);
  NameChecker &getNameChecker();
  void checkNames(std::vector<Diagnostic> &findings);
  /// What is wrong with the order, with fixes. `failures`: of what could not be
  /// established.
  void checkOrder(std::vector<Diagnostic> &order,
                  llvm::ArrayRef<Diagnostic> failures);
  /// Checks the order of passes in options: each option is a pipeline of its
  /// own.
  void checkPassesInOptions(std::vector<Diagnostic> &findings) const;
  /// What options name of the IR and is misspelled.
  void checkItemsInOptions(std::vector<Diagnostic> &findings);
  /// Adds entries to the contract of what a registered pipeline has become.
  void addToOpened(llvm::StringRef name, const Contract &contract);
  using Nodes = llvm::SmallVector<const Node *, 1>;
  /// Replaces sets of patterns by one that is in their slot already: takes
  /// them away. Fails if something else is selected as well.
  llvm::Error replaceByPresent(const Selector &selector, const Node *set);
  /// As `atomically`, for edits that add nodes.
  InsertResult addAtomically(llvm::function_ref<llvm::Error(Nodes &)> edit);
  /// Checks the order of the passes that were just put somewhere.
  llvm::Error checkAdded(const Node *added);
  /// Establishes what they require, and checks the order of all.
  llvm::Error checkAllAdded(llvm::ArrayRef<const Node *> added);
  /// Adds the party that removed what a selector names, if it is another one.
  bool explainRemoval(Diagnostic &diagnostic, const Selector &selector) const;
  /// Fails if a text with these options could not be read back.
  static llvm::Error checkBraces(llvm::StringRef name, llvm::StringRef options);
  void reportConflictingOptions(std::vector<Diagnostic> &diagnostics) const;
  void reportConflictingMoves(std::vector<Diagnostic> &diagnostics) const;
  /// What a fix calls so; null if there is nothing.
  Node *lookupNode(llvm::StringRef name, int position);
  llvm::Expected<Node *> findNode(llvm::StringRef name, int position);
  /// Lets all that is in nests for an operation run on another.
  llvm::Error renameNests(llvm::StringRef from, llvm::StringRef to);
  /// Makes an edit of each node that is selected, all or none. Fails, too, if
  /// that takes away what was required and there.
  llvm::Error editEach(const Selector &selector,
                       llvm::function_ref<llvm::Error(Editor &, Node &)> edit);
  /// Runs `edit` and takes back what it did if it fails.
  llvm::Error atomically(llvm::function_ref<llvm::Error()> edit);

  /// `byContract` adds the place that a contract says, or fails.
  using PlaceFn = llvm::function_ref<llvm::Error(const Position &)>;
  llvm::Error resolve(const Position &first,
                      llvm::SmallVectorImpl<ListPosition> &places,
                      PlaceFn byContract);
  void noteMisspelled(const Position &first, llvm::ArrayRef<Diagnostic> unused);
  /// `node`, or the first of what was put immediately before it.
  Node *findFirstBefore(Node *node);
  /// The nest of the slot to which a position leads; null if it leads
  /// elsewhere.
  const AnchorPath *findSlotNest(const Position &position) const;
  /// The places right beside `nodes`.
  llvm::Error resolveBeside(const Position &position,
                            llvm::ArrayRef<Node *> nodes,
                            llvm::SmallVectorImpl<ListPosition> &places);
  /// The same without fallbacks.
  llvm::Error resolveAlone(const Position &position,
                           llvm::SmallVectorImpl<ListPosition> &places,
                           PlaceFn byContract);
  /// Fails unless the node of an exact selector is in this pipeline.
  llvm::Error verifyIsHere(const Selector &selector) const;
  llvm::Error select(const Selector &selector,
                     llvm::SmallVectorImpl<Node *> &nodes) const;
  /// As `lookup`.
  void collect(const Target &target,
               llvm::SmallVectorImpl<Node *> &nodes) const;
  Diagnostic describeUnknown(const Target &target) const;
  /// Adds what else has the name of `target`: a slot, where a pass was named.
  /// Returns false, and adds nothing, if nothing has.
  bool explainOtherSort(Diagnostic &diagnostic, const Target &target) const;
  /// Whether what is to be added is a set of patterns, as far as that is known.
  std::optional<bool> isPatterns(const OpenedRecipe &entry) const;
  /// Stays in the pattern slot that `place` is in, if `entry` goes there, and
  /// else leaves contiguous bundles. Fails if the slot does not take it.
  llvm::Error fitPlace(ListPosition &place, const OpenedRecipe &entry) const;
  /// As `findPatterns` for what is added to a slot, or replaces what is in one,
  /// if that is a slot for patterns. Returns the set if the owner of the
  /// slot has put it there in the name of the current party; else null.
  llvm::Expected<const Node *> findPatternsFor(const Selector &selector,
                                               Recipe &pass);
  /// Fails with `wrong-slot`: `what` is no set of patterns.
  static llvm::Error makeWrongSlot(llvm::StringRef what,
                                   const BundleInstance &slot);
  /// Fails with `duplicate-name`: there is a slot of that name.
  llvm::Error makeSlotTwice(const Symbol &slot) const;
  /// Fails with `duplicate-name`: `set` is in its slot already.
  static llvm::Error makeTwice(const Node &set);
  /// Fails if the pass cannot be in the pattern slot around `before`.
  llvm::Error checkPatterns(const OpenedRecipe &entry, const AnchorPath &path,
                            const Node *before) const;
  llvm::Error leaveContiguous(ListPosition &place, llvm::StringRef what) const;
  void applySeverities(std::vector<Diagnostic> &findings) const;
  /// True if a severity was set for a code of what is merely possible.
  bool asksForPossible() const;
  void reportAmbiguities(std::vector<Diagnostic> &diagnostics) const;

  //===--------------------------------------------------------------------===//
  // State
  //===--------------------------------------------------------------------===//

  PassProvider catalogOnly;
  PassProvider &provider;
  PassList list;
  bool isBuilt = false;
  /// Something has been edited, and since then no error was returned and no
  /// check was made.
  bool hasUncheckedEdits = false;
  /// Grows with every change that may change what `check` says, and that the
  /// list and the interface do not count.
  uint64_t revision = 0;
  std::map<unsigned, Severity> severities;
  Cleanups cleanups{*this};
  Variants variants{*this};
  PipelinePart part{*this};
  /// One for each party and place, by all that it says.
  llvm::StringMap<Origin> origins;
  /// Those of elements of texts.
  llvm::SpecificBumpPtrAllocator<Origin> placedOrigins;
  const Origin *currentOrigin;
  /// What `addContract` added.
  struct Addition {
    Contract contract;
    /// The part of it that comes from code, and the last party that added to
    /// it: the names in files are checked where the places are known.
    Contract fromCode;
    const Origin *coder = nullptr;
  };
  llvm::DenseMap<const Symbol *, Addition> additions;
  std::vector<Diagnostic> deferred;
  /// What names of positions are likely to be misspelled, though there was a
  /// fallback.
  std::vector<Diagnostic> misspelledPositions;
  /// How many of them `check` has returned.
  size_t reportedDeferred = 0;
  /// How deep options with passes are in each other now.
  unsigned optionDepth = 0;
  /// Passes that were described here, and nests that were asked for in C++:
  /// their names are checked. Each is there once.
  std::vector<Symbol *> describedSymbols;
  /// Passes that are described by themselves, with what their slots say.
  std::vector<std::pair<Node *, const PassDescriptor *>> describedNodes;
  std::vector<const AnchorPath *> namedNests;
  std::unique_ptr<NameChecker> nameChecker;
  class PartyScope;
  /// The party that began the outermost transaction, and, if it is for another,
  /// the origin of that; null outside of transactions.
  const Origin *ownerOrigin = nullptr;
  const Origin *foreignOrigin = nullptr;
  std::vector<Party> parties;
  llvm::StringSet<> partyNames;
  /// The texts of plugins that are files and have edited the pipeline, by id.
  llvm::StringMap<std::string> filePlugins;
  /// The party that `applyParties` applies now, or null.
  const Party *currentParty = nullptr;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINEIMPL_H
