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
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

class PassProvider;
class PipelineImpl;

/// A party that adds to a pipeline: applied by `applyParties`, in the order of
/// rank, then name, whatever the order of registration was.
struct Party {
  Origin origin;
  /// Lower ranks come first. Default: 0.
  int rank = 0;
  /// Adds to the pipeline. An error or an exception takes back all that the
  /// party did. REQUIRES: not empty.
  std::function<llvm::Error()> registration;
  /// Whether the pipeline is one for the party; empty: any is. A party for
  /// which it is not waits, and is asked again when parties are applied next.
  std::function<bool()> fits = nullptr;
};

/// Addresses one node that is in a pipeline: what an insertion has returned, or
/// what `Pipeline::getNodes` shows. An edit fails with `unknown-position` if it
/// has been removed since, or is in another pipeline.
Selector exactly(const Node &node);

/// How `Pipeline::print` prints.
enum class PrintStyle {
  /// MLIR's text: `builtin.module(func.func(cse))`. In the place of a
  /// registered pipeline are the passes that it stands for.
  Text,
  /// The same, but a registered pipeline is printed by its name if what is in
  /// it is as it was when the name was opened.
  WithNames,
  /// One line for each node, with nests, bundles, slots and origins.
  Listing,
};

/// A pipeline under construction: a mutable list of passes, slots and bundles.
///
/// Every edit happens as a whole, or leaves the pipeline as it was and returns
/// an error that carries diagnostics. Appending is the exception that makes
/// composing readable: `append` returns nothing, and what went wrong is kept
/// and returned by `check()`. If that is never called, it is printed to the
/// error stream when the pipeline is destroyed.
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
  Pipeline(llvm::StringRef op, const Catalog &&catalog) = delete;
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
  // to a pass come last. Never give the `place` behind them: it is that of
  // the call, and messages say `added by toycc.cpp:88` of what a framework
  // without a name has added.

  /// Appends a pass. If the pass cannot be appended, the pipeline remembers why
  /// and `check` returns it: unknown name, bad options, no instance, or an
  /// anchor on which the pass cannot run.
  void append(PassSpec pass, SourceLocation place = SourceLocation::here());
  /// Appends a copy of `bundle` in the same way.
  void append(const PassBundle &bundle,
              SourceLocation place = SourceLocation::here());

  /// Inserts a pass: into the nest of what the position names, or a nest in
  /// that for the operation that the pass runs on. If that has none, a pass
  /// that is put beside another goes to the nearest nest around it; the nest of
  /// a slot is not left. Fails, and changes nothing, if the position does not
  /// match or matches more than once, the pass is unknown or cannot run there,
  /// the place is inside a contiguous bundle, or strong entries about order and
  /// properties forbid it, also at the start and the end (builder/README.md).
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
  /// is in it. A pattern slot goes with its sets. Fails if there is no match,
  /// more than one for a unique selector, the pass is in a contiguous bundle,
  /// or another party has pinned it.
  llvm::Error remove(const Selector &selector);
  /// Moves what `selector` names to a position, with all that is in it; several
  /// in the order in which they stand. The position is the start, the end, or
  /// beside what is there, not one by contract. A pass stays in its nest, and
  /// what was put into a slot stays where it is. Fails, and changes nothing, as
  /// insert and remove do, with `unknown-position` for a place inside of what
  /// is moved, and with `ambiguous-position` for several places.
  llvm::Error move(const Selector &selector, const Position &position);
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
  /// not have such an option or value, or is pinned by another party; and with
  /// `not-copyable` if it is an instance that cannot be copied. If two parties
  /// set one option to different values, the last one counts, and `check` warns
  /// (`conflicting-options`) unless the owner of the pipeline has set it since.
  llvm::Error setOptions(const Selector &selector, llvm::StringRef options);

  /// Pins what `selector` names, with all that is in it now: only the owner of
  /// the pipeline and the party that pinned it can remove, replace or move it,
  /// or set its options unless these are `Open`. `reason` is what others are
  /// told. No cleanup of it is left out, and no fix changes it. Fails as
  /// `remove` does if there is no such thing, with `bad-value` without a
  /// reason, and with `inside-transaction` if a party pins what others have put
  /// there.
  llvm::Error pin(const Selector &selector, llvm::StringRef reason,
                  PinnedOptions options = PinnedOptions::Fixed);

  /// Makes the edit that a diagnostic of the last `check` offers. REQUIRES: the
  /// pipeline has not been edited since, as fixes count passes. Fails, and
  /// changes nothing, if there is no such pass at that place, the new one is
  /// unknown or cannot run there, or the place is inside a contiguous bundle.
  /// Of a fix of several steps all are made or none. What the contracts say of
  /// the result is left to `check`.
  llvm::Error apply(const Fix &fix);

  /// Adds entries to the contract of a pass of this pipeline, of any party.
  /// Fails if an entry contradicts the contract or names an unknown property,
  /// kind, option or variant.
  llvm::Error addContract(llvm::StringRef pass, const Contract &contract);

  //===--------------------------------------------------------------------===//
  // Parties and transactions
  //===--------------------------------------------------------------------===//

  /// Sets the origin of the following edits. Returns the previous one.
  Origin setOrigin(Origin origin);
  const Origin &getOrigin() const;

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
  /// Applies the parties that were added since the last call, and those that
  /// wait, each as one transaction, ordered by rank and name. Returns the
  /// errors of all that failed; the others stay applied. `check` calls this
  /// first and remembers the errors, and which party threw an exception: a
  /// pipeline that lacks a party is not built.
  llvm::Error applyParties();

  //===--------------------------------------------------------------------===//
  // What the pipeline is for
  //===--------------------------------------------------------------------===//

  PipelineInterface &getInterface();
  const PipelineInterface &getInterface() const {
    return getList().getInterface();
  }

  /// What the pipeline is built for, which conditions ask: declared first, then
  /// chosen by the owner of the pipeline, before anything is added that depends
  /// on it. Variants.h says what each does.
  Variants &getVariants();
  const Variants &getVariants() const;
  void setVariant(llvm::StringRef variant,
                  SourceLocation place = SourceLocation::here()) {
    getVariants().setVariant(variant, place);
  }
  void setOption(llvm::StringRef option, llvm::StringRef value,
                 SourceLocation place = SourceLocation::here()) {
    getVariants().setOption(option, value, place);
  }
  /// The options and variants, with their values.
  const OptionScope &getOptions() const { return getList().getOptions(); }

  /// Changes the severity of what the check finds under one code. What keeps
  /// the pipeline from being composed, as `check` also reports, is an error
  /// whatever is set here. Severities are up to the owner of the pipeline: in a
  /// transaction of another party this sets nothing, and the transaction fails
  /// with `inside-transaction`.
  void setSeverity(DiagnosticCode code, Severity severity);
  Severity getSeverity(DiagnosticCode code) const;

  //===--------------------------------------------------------------------===//
  // Cleanups
  //===--------------------------------------------------------------------===//

  /// What the builder leaves out and adds: passes that change nothing, cleanups
  /// that the next one serves, providers of what is required. Cleanups.h says
  /// what each does.
  Cleanups &getCleanups();
  const Cleanups &getCleanups() const;
  /// Appends the cleanup bundle (`Cleanups::setBundle`), or inserts it.
  void addCleanupPasses() { getCleanups().addPasses(); }
  InsertResult addCleanupPasses(const Position &position) {
    return getCleanups().addPasses(position);
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
  const PassList &getList() const;

  /// All nodes, and the passes only, in list order.
  using node_iterator = PassList::node_iterator;
  llvm::iterator_range<node_iterator> getNodes() const {
    return getList().getNodes();
  }
  auto getPasses() const { return getList().getPasses(); }
  /// The number of passes.
  size_t size() const { return getList().size(); }
  bool empty() const { return getList().size() == 0; }
  const AnchorPath &getRoot() const { return getList().getRoot(); }
  const Catalog &getCatalog() const { return getList().getCatalog(); }

  /// The nodes that `target` matches, in list order. For a bundle, and for a
  /// kind that a bundle has, the mark at its begin; for a property the passes
  /// that provide it with the options that they have.
  std::vector<const Node *> lookup(const Target &target) const;
  /// How diagnostics refer to `node`.
  NodeRef getRef(const Node &node) const { return getList().getRef(node); }

  /// The nodes that `selector` means, in list order. Fails, as an edit would,
  /// if there are none, or more than one for a unique selector.
  llvm::Expected<std::vector<const Node *>>
  findNodes(const Selector &selector) const;

  /// Prints the pipeline as MLIR's text, or as `style` says. `str` is that
  /// text.
  void print(llvm::raw_ostream &os, PrintStyle style = PrintStyle::Text) const;
  std::string str() const;

  /// For the sources of this project.
  PipelineImpl &getImpl() const { return *impl; }

protected:
  /// The same with passes of `provider`, which must outlive the pipeline.
  Pipeline(llvm::StringRef op, const Catalog &catalog, PassProvider *provider);

private:
  std::unique_ptr<PipelineImpl> impl;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINE_H
