//===- Cleanups.h - What the builder leaves out and adds ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list stays as it was written, and is checked as it was written: what is
// left out is left out where the pipeline is handed over. What is established
// is put into the list, with the builder as its origin, by edits with a
// position and by `Pipeline::check`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_CLEANUPS_H
#define PMB_BUILDER_EDIT_CLEANUPS_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/edit/InsertResult.h"
#include "builder/list/Cleanup.h"
#include "builder/passes/PassBundle.h"
#include "builder/passes/Position.h"

namespace pmb {

class PipelineImpl;

/// What the builder leaves out of a pipeline and adds to it. A pipeline has one
/// (`Pipeline::getCleanups`), which lives as long as it does.
///
/// The settings are up to the owner of the pipeline: in a transaction of
/// another party the setters set nothing, and the transaction fails with
/// `inside-transaction`.
class Cleanups {
public:
  Cleanups(const Cleanups &) = delete;
  Cleanups &operator=(const Cleanups &) = delete;

  /// Lets passes be left out that change nothing: a pass that the catalog calls
  /// idempotent, of which an equal one (nest, options) ran before, where
  /// everything in between preserves what it provides. Claims that have
  /// `exceptions` do not count. Default: false, what is written runs.
  void setDedupe(bool value);
  /// Lets the cleanup at the end of a bundle be left out if a later cleanup
  /// does the same, no pass in between requires what it provides, nothing in
  /// between is unknown, and the check finds nothing more without it. What the
  /// program computes stays the same; the IR need not. Default: false.
  void setShare(bool value);
  /// Lets the builder put in a pass that provides what another requires where
  /// it does not hold: the one that `establishedBy` names in the entry, or else
  /// in the property. It runs right before the pass that requires it, in the
  /// largest nest that it does not split. If the place is in a contiguous
  /// bundle, or one without cleanups (`PassBundle::setNoCleanup`), it is put
  /// before that if the property holds up to the pass; otherwise `check` fails
  /// with `cannot-establish`, and so does an edit that adds the pass, unless
  /// the entry is weak. The same if that takes more than `maxEstablished`
  /// passes for one, as what is put in may require more, and if the property
  /// does not hold behind the pass. What is put in in vain is taken out again.
  /// Default: false.
  void setEstablish(bool value);
  static constexpr unsigned maxEstablished = 64;
  const CleanupSettings &getSettings() const { return settings; }

  /// What is left out now, and what was established, in list order. What is
  /// left out is found anew by each call. With `begin` or `end` only that part
  /// of the pipeline is handed over: from `begin`, or the first, up to `end`,
  /// without it.
  std::vector<CleanupAction> find(const Node *begin = nullptr,
                                  const Node *end = nullptr) const;
  /// A remark that names the passes, their owners and the reason.
  Diagnostic describe(const CleanupAction &cleanup) const;
  /// The same in a few words, for listings: `left out: pass 3 has done it`.
  std::string summarize(const CleanupAction &cleanup) const;
  /// Lets passes run whatever ran before them: none of them is left out. Fails
  /// as `Pipeline::remove` does if `selector` matches nothing, or too much.
  llvm::Error keep(const Selector &selector);
  /// Takes back one thing that the builder does: what is left out is kept, and
  /// what was established is removed and not established again for that pass.
  /// Fails with `unknown-position` if the pass is not in the pipeline any more.
  llvm::Error undo(const CleanupAction &cleanup);

  /// Sets what `addPasses` adds. Default: the bundle `cleanup` of the catalog.
  void setBundle(PassBundle bundle);
  /// Appends the cleanup bundle, as `Pipeline::append` does.
  void addPasses();
  /// Inserts the cleanup bundle, as `Pipeline::insert` does.
  InsertResult addPasses(const Position &position);

private:
  friend class PipelineImpl;

  explicit Cleanups(PipelineImpl &pipeline) : pipeline(pipeline) {}

  void set(bool CleanupSettings::*setting, bool value, llvm::StringRef name);
  llvm::Expected<Recipe> getRecipe() const;
  /// If that is set, removes what was established for passes that are gone, or
  /// is of no use, and puts in what is missing. Fails with the reasons of all
  /// that cannot be established; with `added` only with what is strong, and
  /// about the passes and bundles that an edit has added.
  llvm::Error
  establish(std::optional<llvm::ArrayRef<const Node *>> added = std::nullopt);
  void removeNeedless();
  class Establisher;

  PipelineImpl &pipeline;
  CleanupSettings settings;
  std::unique_ptr<PassBundle> bundle;
  /// What was put in, for passes that may be gone meanwhile.
  std::vector<CleanupAction> established;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_CLEANUPS_H
