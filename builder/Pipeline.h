//===- Pipeline.h - A pipeline under construction -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Pipeline` is the list and its edits, by names and positions. The C++ types
// come with `PipelineBuilder`, the passes themselves with `PassManagerBuilder`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PIPELINE_H
#define PMB_BUILDER_EDIT_PIPELINE_H

#include "builder/cleanup/Cleanups.h"
#include "builder/edit/InsertResult.h"
#include "builder/edit/Variants.h"
#include "builder/list/PassList.h"
#include "builder/passes/NameChecker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

/// A party that adds to a pipeline: applied by `applyParties`, in the order of
/// rank, then name, whatever the order of registration was.
struct Party {
  Origin origin;
  /// Lower ranks come first. Default: 0.
  int rank = 0;
  /// Adds to the pipeline. An error or an exception takes back all that the
  /// party did. REQUIRES: not empty.
  std::function<llvm::Error()> registration;
};

/// Addresses one node that is in a pipeline: what an insertion has returned, or
/// what `Pipeline::getNodes` shows. An edit fails with `unknown-position` if it
/// has been removed since, or is in another pipeline.
Selector exactly(const Node &node);

/// A pipeline under construction: a mutable list of passes, slots and bundles.
///
/// Every edit happens as a whole, or leaves the pipeline as it was and returns
/// an error that carries diagnostics. Appending is the exception that makes
/// composing readable: `append` returns nothing, and what went wrong is kept
/// and returned by `check()`. If nobody calls that, it is printed to the error
/// stream when the pipeline is destroyed.
///
/// Several threads may call const functions at once. All others, `check` among
/// them, change the pipeline: nothing else may run at the same time.
class Pipeline {
public:
  /// The passes, slots and marks of bundles that a pipeline may have: small
  /// inputs can mean very many. An edit that would make it larger fails with
  /// `too-large`.
  static constexpr size_t maxNodes = size_t(1) << 20;
  /// How deep bundles and registered pipelines may be in each other. An edit
  /// that goes deeper fails with `too-large`.
  static constexpr unsigned maxDepth = 256;
  /// How deep nests may be; the same for `TextualPipeline`, so that what is
  /// printed can be read.
  static constexpr unsigned maxNestDepth = 64;

  /// An empty pipeline anchored on `op` (`builtin.module`). `catalog` says what
  /// is known about passes; it must outlive the pipeline.
  Pipeline(llvm::StringRef op, const Catalog &catalog);
  virtual ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;

  //===--------------------------------------------------------------------===//
  // Edits
  //===--------------------------------------------------------------------===//
  //
  // Arguments stand in the order in which the edit is said, in all spellings:
  // insert a pass at a position, add a pass before another, add a pass to a
  // slot, replace a pass by another, set options of a pass. Options that belong
  // to a pass come last. Nobody gives the `place` behind them: it is that of
  // the call, and messages say `added by toycc.cpp:88` of what a framework
  // without a name has added.

  /// Appends a pass. If the pass cannot be appended, the pipeline remembers why
  /// and `check` returns it: unknown name, bad options, no instance, or an
  /// anchor on which the pass cannot run.
  void append(PassSpec pass, SourceLocation place = SourceLocation::here());
  /// Appends a copy of `bundle` in the same way.
  void append(const PassBundle &bundle,
              SourceLocation place = SourceLocation::here());
  /// Appends a copy of the bundle that the catalog has under that name, with
  /// `options` as a textual pipeline would have them. What
  /// `Catalog::makeBundle` fails with is returned by `check`.
  void appendBundle(llvm::StringRef name, llvm::StringRef options = "",
                    SourceLocation place = SourceLocation::here());
  /// Appends a slot in the same way. Names of slots are unique.
  void appendSlot(llvm::StringRef name,
                  SourceLocation place = SourceLocation::here());

  /// Inserts a pass. Fails, and changes nothing, if the position does not match
  /// or matches more than once, the pass is unknown or cannot run there, the
  /// place is inside a contiguous bundle, or a strong order entry forbids it.
  InsertResult insert(PassSpec pass, const Position &position,
                      SourceLocation place = SourceLocation::here());
  /// Inserts a copy of `bundle`. Fails as for a pass.
  InsertResult insert(const PassBundle &bundle, const Position &position,
                      SourceLocation place = SourceLocation::here());
  /// The same for the bundle that the catalog has under that name. Fails as
  /// `Catalog::makeBundle` does, too.
  InsertResult insertBundle(llvm::StringRef name, const Position &position,
                            llvm::StringRef options = "",
                            SourceLocation place = SourceLocation::here());
  /// Inserts a slot. Fails as for a pass, or if the name is taken.
  InsertResult insertSlot(llvm::StringRef name, const Position &position,
                          SourceLocation place = SourceLocation::here());

  /// Removes what `selector` names: a pass, a slot, or a bundle with all that
  /// is in it. Fails if there is no match, more than one for a unique selector,
  /// the pass is in a contiguous bundle, or somebody else has pinned it.
  llvm::Error remove(const Selector &selector);
  /// Puts `pass`, or the registered pipeline of that name, in the place of what
  /// `selector` names: a pass, a registered pipeline, or a bundle with all that
  /// is in it. Fails as insert and remove do; slots cannot be replaced. Returns
  /// what is there now.
  InsertResult replace(const Selector &selector, PassSpec pass);
  /// Puts a copy of `bundle` there. It may have slots of the same names as what
  /// it replaces. Fails as for a pass.
  InsertResult replace(const Selector &selector, const PassBundle &bundle);

  /// Sets options of the passes that `selector` names (`top-down=false`), and
  /// lets them keep all others, also those that an instance has from its
  /// constructor. Fails, and changes nothing, if one of them is no pass, does
  /// not have such an option or value, or is pinned by somebody else; and with
  /// `not-copyable` if it is an instance that cannot be copied. If two parties
  /// set one option to different values, the last one counts, and `check` warns
  /// (`conflicting-options`) unless the owner of the pipeline has set it since.
  llvm::Error setOptions(const Selector &selector, llvm::StringRef options);

  /// Pins what `selector` names, with all that is in it now: nobody but the
  /// owner of the pipeline and whoever has pinned it can remove, replace or
  /// move it, or set its options unless these are `Open`. `reason` is what
  /// others are told. No cleanup of it is left out, and no fix changes it.
  /// Fails as `remove` does if there is no such thing, with `bad-value` without
  /// a reason, and with `inside-transaction` if a party pins what others have
  /// put there.
  llvm::Error pin(const Selector &selector, llvm::StringRef reason,
                  PinnedOptions options = PinnedOptions::Fixed);

  /// Makes the edit that a diagnostic of the last `check` offers. REQUIRES: the
  /// pipeline has not been edited since, as fixes count passes. Fails, and
  /// changes nothing, if there is no such pass at that place, the new one is
  /// unknown or cannot run there, or the place is inside a contiguous bundle.
  /// Of a fix of several steps all are made or none. What the contracts say of
  /// the result is left to `check`.
  llvm::Error apply(const Fix &fix);

  /// Adds entries to the contract of a pass of this pipeline, whoever owns it.
  /// Fails if an entry contradicts the contract or names an unknown property,
  /// kind, option or variant.
  llvm::Error addContract(llvm::StringRef pass, const Contract &contract);
  /// All that was added, one contract for each pass, sorted by its name. Valid
  /// until the next edit.
  std::vector<std::pair<llvm::StringRef, const Contract *>>
  getAddedContracts() const;

  //===--------------------------------------------------------------------===//
  // Parties and transactions
  //===--------------------------------------------------------------------===//

  /// Sets who makes the following edits. Returns the previous origin.
  Origin setOrigin(Origin origin);
  const Origin &getOrigin() const { return *currentOrigin; }

  /// Runs `edits` in the name of `origin`. If they return an error, everything
  /// that they did is undone, variants, severities and the interface included,
  /// and the error is returned with the origin added to each diagnostic. If
  /// they throw, everything is undone as well, and the exception goes on.
  /// Transactions nest. Fails with `no-instance` if `edits` is empty.
  llvm::Error transaction(const Origin &origin,
                          llvm::function_ref<llvm::Error()> edits);

  /// Remembers a party for `applyParties`. Fails with `duplicate-name` if there
  /// is one with the same origin that waits or has been applied, and with
  /// `no-instance` if its registration is empty.
  llvm::Error addParty(Party party);
  /// Applies the parties that were added since the last call, each as one
  /// transaction, ordered by rank and name. Returns the errors of all that
  /// failed; the others stay applied. `check` calls this first and remembers
  /// the errors: a pipeline that lacks a party is not built.
  llvm::Error applyParties();

  //===--------------------------------------------------------------------===//
  // What the pipeline is for
  //===--------------------------------------------------------------------===//

  PipelineInterface &getInterface() { return list.getInterface(); }
  const PipelineInterface &getInterface() const { return list.getInterface(); }

  /// What the pipeline is built for, which conditions ask: declared first, then
  /// chosen, before anything is added that depends on it. Variants.h says what
  /// each does.
  Variants &getVariants() { return variants; }
  const Variants &getVariants() const { return variants; }
  llvm::Error addOption(OptionDescriptor option) {
    return variants.addOption(std::move(option));
  }
  llvm::Error addVariant(VariantDescriptor variant) {
    return variants.addVariant(std::move(variant));
  }
  void setVariant(llvm::StringRef variant) { variants.setVariant(variant); }
  void setOption(llvm::StringRef option, llvm::StringRef value) {
    variants.setOption(option, value);
  }
  /// Whether a condition on what the pipeline is built for holds: a name, or a
  /// text as in Condition.h.
  bool hasVariant(llvm::StringRef condition) const {
    return list.hasVariant(condition);
  }
  /// The options and variants, with their values.
  const OptionScope &getOptions() const { return list.getOptions(); }

  /// Changes the severity of what the check finds under one code. What keeps
  /// the pipeline from being composed, as `check` also reports, is an error
  /// whatever is set here. Severities are up to the owner of the pipeline: in a
  /// transaction of another party this sets nothing, and the transaction fails
  /// with `inside-transaction`.
  void setSeverity(DiagnosticCode code, Severity severity);
  Severity getSeverity(DiagnosticCode code) const;
  /// What was set, sorted.
  std::vector<std::pair<DiagnosticCode, Severity>> getSeverities() const;

  //===--------------------------------------------------------------------===//
  // Cleanups
  //===--------------------------------------------------------------------===//

  /// What the builder leaves out and adds: passes that change nothing, cleanups
  /// that the next one serves, providers of what is required. Cleanups.h says
  /// what each does.
  Cleanups &getCleanups() { return cleanups; }
  const Cleanups &getCleanups() const { return cleanups; }
  void setDedupe(bool value) { cleanups.setDedupe(value); }
  void setShare(bool value) { cleanups.setShare(value); }
  void setEstablish(bool value) { cleanups.setEstablish(value); }
  std::vector<CleanupAction> findCleanups() const { return cleanups.find(); }
  llvm::Error keep(const Selector &selector) { return cleanups.keep(selector); }
  llvm::Error undo(const CleanupAction &cleanup) {
    return cleanups.undo(cleanup);
  }
  void addCleanupPasses() { cleanups.addPasses(); }
  InsertResult addCleanupPasses(const Position &position) {
    return cleanups.addPasses(position);
  }

  //===--------------------------------------------------------------------===//
  // Checking
  //===--------------------------------------------------------------------===//

  /// Applies parties, then decides order with one sweep over the list. Returns
  /// all findings, errors and warnings, in list order; empty when all is well.
  /// Names that C++ types and `addContract` bring and that are likely to be
  /// misspelled are findings, too, as `checkNames` of texts and files has them.
  std::vector<Diagnostic> check();

  /// What is merely possible for all that is known of the input, and therefore
  /// no finding, unless `setSeverity` names its code: the same in form, with
  /// the severity Off. Something may stay in the IR, or be where a pass cannot
  /// accept it.
  std::vector<Diagnostic> findPossible() const;

  //===--------------------------------------------------------------------===//
  // Looking
  //===--------------------------------------------------------------------===//

  /// All that is in the pipeline, to be read.
  const PassList &getList() const { return list; }

  /// All nodes, and the passes only, in list order.
  using node_iterator = PassList::node_iterator;
  llvm::iterator_range<node_iterator> getNodes() const {
    return list.getNodes();
  }
  auto getPasses() const { return list.getPasses(); }
  /// The number of passes.
  size_t size() const { return list.size(); }
  bool empty() const { return list.size() == 0; }
  const AnchorPath &getRoot() const { return list.getRoot(); }
  const Catalog &getCatalog() const { return list.getCatalog(); }

  /// The nodes that `target` matches, in list order. For a bundle, and for a
  /// kind that a bundle has, the mark at its begin; for a property the passes
  /// that provide it with the options that they have.
  std::vector<const Node *> lookup(const Target &target) const;
  /// How diagnostics refer to `node`.
  NodeRef getRef(const Node &node) const { return list.getRef(node); }
  /// The slot that a pass was put into; null if it was put into none.
  const Node *getSlot(const Node &pass) const;

  /// The nodes that `selector` means, in list order. Fails, as an edit would,
  /// if there are none, or more than one for a unique selector.
  llvm::Expected<std::vector<const Node *>>
  findNodes(const Selector &selector) const;

  /// Prints the pipeline as MLIR's text: `builtin.module(func.func(cse))`. In
  /// the place of a registered pipeline are the passes that it stands for.
  void print(llvm::raw_ostream &os) const;
  /// The same, but a registered pipeline is printed by its name if what is in
  /// it is as it was when the name was opened.
  void printWithNames(llvm::raw_ostream &os) const;
  std::string str() const;
  /// Prints one line for each node, with nests, bundles, slots and origins.
  void printListing(llvm::raw_ostream &os) const;

protected:
  /// Makes an instance of a pass by name. The default makes none: the pipeline
  /// is then only checked. Fails with `unknown-pass` or `bad-options`.
  virtual llvm::Expected<PassInstance> instantiate(llvm::StringRef name,
                                                   llvm::StringRef options);
  /// The bundle that a name stands for if it is not that of a pass but of a
  /// registered pipeline; std::nullopt if it is not. `path` is where the
  /// pipeline would run. The default knows those of the catalog; a pass manager
  /// has its own. Fails with `bad-options`, and as adding its passes does.
  virtual llvm::Expected<std::optional<PassBundle>>
  openPipeline(llvm::StringRef name, llvm::StringRef options,
               const AnchorPath &path);
  /// Sets options of an instance that was made from a C++ type. The default
  /// fails with `bad-options`.
  virtual llvm::Error applyOptions(PassInstance &instance, llvm::StringRef name,
                                   llvm::StringRef options);
  /// A copy of an instance that has other values for some of its options, and
  /// is as it was in all else. The default fails with `bad-options`.
  virtual llvm::Expected<PassInstance>
  copyWithOptions(const PassInstance &instance, llvm::StringRef name,
                  llvm::StringRef options);
  /// Whether an instance can run on `path`; std::nullopt if that is not known.
  /// The default knows nothing beyond the catalog.
  virtual std::optional<bool> canRunOn(const PassInstance &instance,
                                       const AnchorPath &path);
  /// Whether an instance is a set of patterns, which pattern slots take;
  /// std::nullopt if that is not known. The default knows nothing beyond the
  /// catalog.
  virtual std::optional<bool> isPatterns(const PassInstance &instance) const;
  /// Makes sure that there is a set of patterns of that name, for a pattern
  /// slot which has or gets it, and gives `set` an instance if one is at hand.
  /// `rewrite` is the pass that was adopted with the set in it, or empty. Fails
  /// with `unknown-patterns`; what is known as something else is left to others
  /// to refuse. The default knows of no sets, and succeeds.
  virtual llvm::Error findPatterns(PassSpec &set, const PassInstance &rewrite);
  /// Says of what the pipeline does not have that it is somewhere else. Returns
  /// false, and says nothing, if it is not. The default knows of no such place.
  virtual bool explainElsewhere(Diagnostic &diagnostic,
                                const Target &target) const;
  /// Further names of passes, for suggestions. The default adds none.
  virtual void getKnownPassNames(std::vector<llvm::StringRef> &names) const;

  /// Appends an instance of which nobody says anything: with a name that is
  /// looked up, and nothing copied. REQUIRES: `pass` is not empty.
  void append(PassInstance pass, llvm::StringRef name, SourceLocation place);

  /// As long as it lives, nodes get the place of the call that makes them.
  class PlaceScope {
  public:
    PlaceScope(Pipeline &pipeline, SourceLocation place)
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

  PassList list;
  bool isBuilt = false;
  /// Something has been edited, and since then nobody was told of an error or
  /// has asked for a check.
  bool hasUncheckedEdits = false;
  /// Grows with every change that may change what `check` says, but for those
  /// of the interface.
  uint64_t revision = 0;
  uint64_t getRevision() const { return revision + list.getRevision(); }

private:
  friend class Cleanups;
  friend class Composer;
  friend class FixTrial;
  friend class InsertResult;
  friend class Variants;

  llvm::Error applyStep(const Fix &fix);
  class TextPrinter;
  void print(llvm::raw_ostream &os, bool keepsNames) const;

  struct Entry;
  struct ListPosition;
  struct Trial {};
  /// For trying fixes: a pipeline of copies of the nodes.
  Pipeline(const Pipeline &original, Trial);

  Symbol *getPassSymbol(llvm::StringRef name, const PassDescriptor *described);
  void setDescription(Symbol *symbol, const PassDescriptor *described);
  /// What the catalog, a C++ type and `addContract` say of a pass together.
  void describeAnew(Symbol *symbol);

  static llvm::Error makeAlreadyBuilt();

  /// Fails with `too-large` if there is no room for that many nodes more.
  llvm::Error checkRoom(size_t count) const {
    return list.getNodeCount() + count <= maxNodes ? llvm::Error::success()
                                                   : makeTooManyNodes();
  }
  static llvm::Error makeTooManyNodes();
  /// Fails with `too-large` if a nest is deeper than allowed.
  static llvm::Error checkNestDepth(size_t depth);
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
  llvm::Expected<std::optional<Recipe>>
  openIfPipeline(const PassSpec &pass, const AnchorPath &path);
  /// Fails with `include-cycle` if a registered pipeline is part of itself, or
  /// of another that is part of it: it would have no end.
  static llvm::Error checkNotInItself(llvm::StringRef pipeline,
                                      const BundleInstance *around);
  /// Adds entries to the contract of what a registered pipeline has become.
  void addToOpened(llvm::StringRef name, const Contract &contract);
  llvm::Error checkBundleNames(const Recipe &bundle) const;
  /// Makes the instance of a pass, or opens the registered pipeline of that
  /// name: in `nest`, or else the nest that `pass` asks for, or at the root.
  /// `pass` must outlive the entry.
  llvm::Expected<Entry> open(PassSpec &&pass, AnchorPath *nest = nullptr);
  llvm::Expected<Entry> open(const Recipe &bundle);
  /// Links what was opened before `before`, or at the end if that is null: the
  /// way by which all nodes come into the list. A pass without a nest of its
  /// own finds one near `near`. Returns the node, or the begin of the bundle.
  /// If it fails, a part may have been linked.
  llvm::Expected<Node *> link(llvm::Expected<Entry> entry, AnchorPath *near,
                              Node *before);
  llvm::Expected<Node *> linkPass(Entry &entry, AnchorPath *near, Node *before);
  /// The passes of `opened`, which is `bundle` or null, are not copied.
  llvm::Expected<Node *> linkBundle(const Recipe &bundle, AnchorPath *near,
                                    Node *before, Recipe *opened = nullptr);
  llvm::Error linkBody(const Recipe &whole, Recipe *opened,
                       llvm::StringRef bundle, AnchorPath *near, Node *before);
  llvm::Expected<Node *> linkSlot(llvm::StringRef name, AnchorPath *path,
                                  Node *before);
  /// Links an element of a bundle.
  llvm::Error linkPart(const Recipe &element, Recipe *opened,
                       llvm::StringRef bundle, AnchorPath *near, Node *before);
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
  /// Fails if the current party may not make that edit of a node.
  llvm::Error checkEditable(const Node *node, EditTrace::Kind kind) const;
  /// What is to be remembered of an edit that is made next.
  EditTrace makeTrace(EditTrace::Kind kind, const Node *node) const;
  /// Remembers what goes with a bundle and is not of the party that has put it
  /// there.
  void rememberOthersIn(const Node *node);
  llvm::Error setOptionsOf(Node &node, llvm::StringRef options);
  llvm::Error pinNode(Node &node, llvm::StringRef reason,
                      PinnedOptions options);
  /// Adds who has removed what a selector names, if somebody else has.
  bool explainRemoval(Diagnostic &diagnostic, const Selector &selector) const;
  /// Fails if a text with these options could not be read back.
  static llvm::Error checkBraces(llvm::StringRef name, llvm::StringRef options);
  void reportConflictingOptions(std::vector<Diagnostic> &diagnostics) const;
  void rememberPlace(const Node *node, const ListPosition &place);
  void setFollower(Node *node, Node *last);
  /// To be called before a node is moved: what is recorded of the place that it
  /// leaves no longer counts for it, and stays for all others.
  void leavePlace(Node *node);
  /// To be called before `added`, which replaces `node`, does so: it stands
  /// where `node` was put, and what was put behind `node` follows it.
  void takePlaceOf(Node *node, Node *added);
  /// `node`, or the last of what was put after it.
  Node *findLastAfter(Node *node) const;
  llvm::Expected<Node *> findNode(llvm::StringRef name, int position);
  llvm::Error move(Node *node, ListPosition place);
  llvm::Expected<Node *> insertFix(const Fix &fix, const ListPosition &place);
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
  /// Where parties have put passes, and all others what they have put into
  /// slots: before or after which node.
  struct InsertionPlace {
    const Node *reference;
    bool isAfter;
    /// Of the party.
    std::optional<int> rank;
  };
  llvm::DenseMap<const Node *, InsertionPlace> insertionPlaces;
  /// The last that was put after a node, for the next.
  llvm::DenseMap<const Node *, Node *> followers;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINE_H
