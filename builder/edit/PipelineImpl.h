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
#include "builder/passes/NameChecker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {

struct ListPosition;

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

  void append(PassSpec pass, SourceLocation place = SourceLocation::here());
  void append(const PassBundle &bundle,
              SourceLocation place = SourceLocation::here());
  InsertResult insert(PassSpec pass, const Position &position,
                      SourceLocation place = SourceLocation::here());
  InsertResult insert(const PassBundle &bundle, const Position &position,
                      SourceLocation place = SourceLocation::here());
  llvm::Error apply(const Fix &fix);

  Origin setOrigin(Origin origin);
  llvm::Error transaction(const Origin &origin,
                          llvm::function_ref<llvm::Error()> edits);
  llvm::Error applyParties();

  Severity getSeverity(DiagnosticCode code) const;

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

  /// Appends an instance of which nobody says anything: with a name that is
  /// looked up, and nothing copied. REQUIRES: `pass` is not empty.
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
  Node *addToNest(PassSpec pass, AnchorPath *path, Node *tail);
  Node *addToNest(const PassBundle &bundle, AnchorPath *path, Node *tail);
  Node *addSlotToNest(llvm::StringRef name, AnchorPath *path, Node *tail);

  /// `tail`, or what was before it when it was removed; null at the start.
  static Node *findLinked(Node *tail);

  /// Keeps an error for `check`.
  void defer(llvm::Error error);

  /// Takes what was kept as reported.
  void forgetDeferred() { reportedDeferred = deferred.size(); }

  /// Calls `change` if the transaction that is open fails.
  void onRollback(std::function<void()> change) {
    list.onUndo(std::move(change));
  }

  /// Fails with `already-built` once the pipeline was handed over.
  llvm::Error verifyEditable() const {
    return isBuilt ? makeAlreadyBuilt() : llvm::Error::success();
  }

  /// Fails with `inside-transaction` while a transaction or a party is open:
  /// what was handed over could not be undone.
  llvm::Error verifyOutsideTransaction() const;

  uint64_t getRevision() const { return revision + list.getRevision(); }

  //===--------------------------------------------------------------------===//
  // Inside
  //===--------------------------------------------------------------------===//

  llvm::Error applyStep(const Fix &fix);

  struct Entry;

  Symbol *getPassSymbol(llvm::StringRef name, const PassDescriptor *described);
  void setDescription(Symbol *symbol, const PassDescriptor *described);
  /// What the catalog, a C++ type and `addContract` say of a pass together.
  void describeAnew(Symbol *symbol);

  static llvm::Error makeAlreadyBuilt();

  /// Fails with `too-large` if there is no room for that many nodes more.
  llvm::Error checkRoom(size_t count) const {
    return list.getNodeCount() + count <= Pipeline::maxNodes
               ? llvm::Error::success()
               : makeTooManyNodes();
  }
  static llvm::Error makeTooManyNodes();
  /// Fails with `too-large` if a nest is deeper than allowed.
  static llvm::Error checkNestDepth(size_t depth);
  /// Fails with `too-large` if that many bundles would be around one.
  static llvm::Error checkDepth(unsigned depth);
  /// Fails if an operation of a known dialect cannot hold passes, unless it
  /// seems to be misspelled.
  llvm::Error verifyAnchor(llvm::StringRef op, llvm::StringRef pass);
  /// The same for all operations of a path. Those that are new, and of no file,
  /// are remembered for `checkNames`.
  llvm::Error verifyPath(AnchorPath *path, llvm::StringRef pass);
  class OptionCheck;
  /// Fails as adding would if the passes in an option cannot be, or not in
  /// their nests. `nest` is that of the pass, if it is known. `source`, if
  /// given, is the text that `options` is a part of, and has the places.
  llvm::Error verifyPassesInOptions(llvm::StringRef pass,
                                    llvm::StringRef options,
                                    const AnchorPath *nest,
                                    const SourceText *source = nullptr);
  llvm::Error verifyConditions(const PassSpec &pass) const;
  /// Finds out what is known of the pass beside what the catalog says, and
  /// verifies that.
  llvm::Error verifyDescription(PassSpec &pass);
  void checkNames(std::vector<Diagnostic> &findings);
  llvm::Error prepare(PassSpec &pass, const AnchorPath *nest);
  llvm::Expected<std::optional<PassBundle>>
  openIfPipeline(const PassSpec &pass, const AnchorPath &path);
  /// Fails with `include-cycle` if a registered pipeline is part of itself, or
  /// of another that is part of it: it would have no end.
  static llvm::Error checkNotInItself(llvm::StringRef pipeline,
                                      const BundleInstance *around);
  /// Adds entries to the contract of what a registered pipeline has become.
  void addToOpened(llvm::StringRef name, const Contract &contract);
  llvm::Error checkBundleNames(const PassBundle &bundle) const;
  /// Makes the instance of a pass, or opens the registered pipeline of that
  /// name: in `nest`, or else the nest that `pass` asks for, or at the root.
  /// `pass` must outlive the entry.
  llvm::Expected<Entry> open(PassSpec &&pass, AnchorPath *nest = nullptr);
  llvm::Expected<Entry> open(const PassBundle &bundle);
  /// Links what was opened before `before`, or at the end if that is null: the
  /// way by which all nodes come into the list. A pass without a nest of its
  /// own finds one near `near`. Returns the node, or the begin of the bundle.
  /// If it fails, a part may have been linked.
  llvm::Expected<Node *> link(llvm::Expected<Entry> entry, AnchorPath *near,
                              Node *before);
  llvm::Expected<Node *> linkPass(Entry &entry, AnchorPath *near, Node *before);
  /// The passes of `opened`, which is `bundle` or null, are not copied.
  llvm::Expected<Node *> linkBundle(const PassBundle &bundle, AnchorPath *near,
                                    Node *before, PassBundle *opened = nullptr);
  llvm::Expected<Node *> linkSlot(llvm::StringRef name, AnchorPath *path,
                                  Node *before);
  /// Links an entry of a bundle, and its pass, if it is one.
  llvm::Expected<Node *> linkPart(const PassBundle::Entry &entry, PassSpec pass,
                                  llvm::StringRef bundle, AnchorPath *near,
                                  Node *before);
  /// Chooses the nest for a pass at a place: `near` is the path of what the
  /// position named.
  llvm::Expected<AnchorPath *> choosePath(const Entry &pass, AnchorPath *near);
  /// The same where the pass asks for a nest, or does not fit `near` itself.
  llvm::Expected<AnchorPath *>
  chooseOtherPath(const Entry &pass, AnchorPath *near, llvm::StringRef anchor);
  /// Copies for several places; the last place gets the original.
  static llvm::Error copyFor(size_t count, Entry entry,
                             llvm::SmallVectorImpl<Entry> &copies);
  using Nodes = llvm::SmallVector<const Node *, 1>;
  llvm::Error insertEntry(llvm::Expected<Entry> entry, const Position &position,
                          Nodes &added);
  llvm::Error replaceBy(const Selector &selector, llvm::Expected<Entry> entry,
                        Nodes &added);
  /// Replaces sets of patterns by one that is in their slot already: takes
  /// them away. Fails if something else is selected as well.
  llvm::Error replaceByPresent(const Selector &selector, const Node *set);
  /// As `atomically`, for edits that add nodes.
  InsertResult addAtomically(llvm::function_ref<llvm::Error(Nodes &)> edit);
  /// Checks the order of the passes that were just put somewhere.
  llvm::Error checkAdded(const Node *added);
  /// Establishes what they require, and checks the order of all.
  llvm::Error checkAllAdded(llvm::ArrayRef<const Node *> added);
  Node *getNodeAfter(Node *tail);
  /// Adds who has removed what a selector names, if somebody else has.
  bool explainRemoval(Diagnostic &diagnostic, const Selector &selector) const;
  /// Fails if a text with these options could not be read back.
  static llvm::Error checkBraces(llvm::StringRef name, llvm::StringRef options);
  void reportConflictingOptions(std::vector<Diagnostic> &diagnostics) const;
  llvm::Expected<Node *> findNode(llvm::StringRef name, int position);
  /// Lets all that is in nests for an operation run on another.
  llvm::Error renameNests(llvm::StringRef from, llvm::StringRef to);
  /// Runs `edit` and takes back what it did if it fails.
  llvm::Error atomically(llvm::function_ref<llvm::Error()> edit);

  llvm::Error resolve(const Position &first,
                      llvm::SmallVectorImpl<ListPosition> &places);
  /// The same, also by the contract of a pass.
  llvm::Error resolveFor(const Entry &entry, const Position &position,
                         llvm::SmallVectorImpl<ListPosition> &places);
  /// The same without fallbacks.
  llvm::Error resolveAlone(const Position &position,
                           llvm::SmallVectorImpl<ListPosition> &places);
  llvm::Error select(const Selector &selector,
                     llvm::SmallVectorImpl<Node *> &nodes) const;
  /// As `lookup`.
  void collect(const Target &target,
               llvm::SmallVectorImpl<Node *> &nodes) const;
  Diagnostic describeUnknown(const Target &target) const;
  /// Whether what is to be added is a set of patterns, as far as that is known.
  std::optional<bool> isPatterns(const Entry &entry) const;
  /// Stays in the pattern slot that `place` is in, if `entry` goes there, and
  /// else leaves contiguous bundles. Fails if the slot does not take it.
  llvm::Error fitPlace(ListPosition &place, const Entry &entry) const;
  /// What `pmb-rewrite` stands for, with the sets that there are. Fails as
  /// `openPatternSlot` and `findPatterns` do.
  llvm::Expected<std::optional<PassBundle>> openRewrite(const PassSpec &pass);
  /// As `findPatterns` for what is added to a slot, or replaces what is in one,
  /// if that is a slot for patterns. Returns the set if who has declared the
  /// slot has put it there in the name of the current party; else null.
  llvm::Expected<const Node *> findPatternsFor(const Selector &selector,
                                               PassSpec &pass);
  /// Fails with `wrong-slot`: `what` is no set of patterns.
  static llvm::Error makeWrongSlot(llvm::StringRef what,
                                   const BundleInstance &slot);
  /// Fails with `duplicate-name`: `set` is in its slot already.
  static llvm::Error makeTwice(const Node &set);
  /// Fails if the pass cannot be in the pattern slot around `before`.
  llvm::Error checkPatterns(const Entry &entry, const AnchorPath &path,
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
  /// Something has been edited, and since then nobody was told of an error or
  /// has asked for a check.
  bool hasUncheckedEdits = false;
  /// Grows with every change that may change what `check` says, but for those
  /// of the interface.
  uint64_t revision = 0;
  llvm::SmallDenseMap<unsigned, Severity, 1> severities;
  Cleanups cleanups{*this};
  Variants variants{*this};
  /// One for each party and place, by all that it says.
  llvm::StringMap<Origin> origins;
  /// Those of elements of texts.
  llvm::SpecificBumpPtrAllocator<Origin> placedOrigins;
  const Origin *currentOrigin;
  /// What `addContract` added.
  struct Addition {
    Contract contract;
    /// What of it comes from code, and who added that last: the names in files
    /// are checked where the places are known.
    Contract fromCode;
    const Origin *coder = nullptr;
  };
  llvm::DenseMap<const Symbol *, Addition> additions;
  std::vector<Diagnostic> deferred;
  /// How many of them `check` has returned.
  size_t reportedDeferred = 0;
  /// How deep options with passes are in each other now.
  unsigned optionDepth = 0;
  /// Passes that somebody has described here, and nests that somebody has
  /// asked for in C++: their names are checked. Each is there once.
  std::vector<Symbol *> describedSymbols;
  std::vector<const AnchorPath *> namedNests;
  std::unique_ptr<NameChecker> nameChecker;
  class TransactionScope;
  class PartyScope;
  /// Who began the outermost transaction, and, if it is for somebody else, the
  /// origin of that; null outside of transactions.
  const Origin *ownerOrigin = nullptr;
  const Origin *foreignOrigin = nullptr;
  std::vector<Party> parties;
  llvm::StringSet<> partyNames;
  /// The party that `applyParties` applies now, or null.
  const Party *currentParty = nullptr;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINEIMPL_H
