//===- Linker.h - From recipes to nodes -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only way into the list. Here conditions are decided, names of bundles and
// registered pipelines opened, nests chosen, and contracts of bundles verified.
// For the sources of this project, not for users.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_LINKER_H
#define PMB_BUILDER_EDIT_LINKER_H

#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pmb {

class Linker;

/// What the names in recipes stand for, and where their elements stand.
class RecipeNames {
public:
  explicit RecipeNames(const Catalog &catalog) : catalog(catalog) {}
  virtual ~RecipeNames() = default;

  /// The bundle of that name; it lives as long as the linker. Fails with
  /// `unknown-bundle`. The default knows those of the catalog.
  virtual llvm::Expected<const Recipe *> lookupBundle(llvm::StringRef name);
  /// The elements that an include stands for. By default there are none.
  virtual llvm::ArrayRef<Recipe> getIncluded(const Recipe &) { return {}; }
  /// Adds them in a nest for `op` by a call of `add`. Fails if they cannot be
  /// there.
  virtual llvm::Error include(const Recipe &element, llvm::StringRef op,
                              llvm::function_ref<void()> add);
  /// Gives a diagnostic about an element the place of it, or of what is wrong
  /// in it. `isFirst`: it is the first that is reported. The element has a
  /// source.
  virtual void locate(Diagnostic &diagnostic, const Recipe &element,
                      bool isFirst);

  /// More elements with a source are too many.
  size_t maxElements = SIZE_MAX;

protected:
  const Catalog &catalog;
};

class Linker {
public:
  /// Where elements go: into which nest, and before which node (null: the end).
  struct Place {
    AnchorPath *path;
    Node *before = nullptr;
    /// In a nest of a text, which says exactly where a pass runs. Elsewhere a
    /// pass finds its own nest near the path.
    bool isNest = false;
    /// In a bundle that does not know where it is put: a nest that is around it
    /// already is not opened again.
    bool isShared = false;
    /// The nest that a pass does not leave, as it is added to that, or to a
    /// slot in it; null: it may go to any.
    AnchorPath *within = nullptr;
    /// That slot, or null.
    const Node *slot = nullptr;
  };
  using Opened = OpenedRecipe;

  /// Without `names`, those of the catalog.
  explicit Linker(PipelineImpl &pipeline, RecipeNames *names = nullptr);

  /// Calls `edits` with a linker for `pipeline`. If that returns an error, or
  /// something was reported, all is undone and that returned. The origin is
  /// then what it was before.
  static llvm::Error compose(Pipeline &pipeline, RecipeNames &names,
                             llvm::function_ref<llvm::Error(Linker &)> edits);

  /// The end of the pipeline.
  Place getEnd() const { return {&pipeline.list.getRoot()}; }

  /// Adds elements. Goes on after a failure, unless the pipeline is too large.
  void add(std::vector<Recipe> elements, const Place &place);
  void add(Recipe &element, const Place &place);
  /// Adds one. Returns its node, or the begin of a bundle; null for what makes
  /// no node of its own. What is in it is reported. If it fails, a part may
  /// have been added.
  llvm::Expected<Node *> addOne(Recipe &element, const Place &place);
  /// Puts an element at a position, and checks the order of what it has become.
  InsertResult insert(Recipe element, const Position &position);
  /// Puts an element in the place of what is selected, in the same way.
  InsertResult replace(const Selector &selector, Recipe element);

  /// Decides the condition of an element. Gives it its options from elsewhere
  /// if it is there, and else remembers that it is not.
  llvm::Expected<bool> decide(Recipe &element);
  /// Makes the instance of a pass, or opens the registered pipeline of that
  /// name: in `nest`, or else the nest that it asks for, or in `around`, or at
  /// the root.
  llvm::Expected<Opened> open(Recipe &element, AnchorPath *nest = nullptr,
                              const AnchorPath *around = nullptr);
  /// Links what was opened. A pass without a nest of its own finds one near
  /// that of the place.
  llvm::Expected<Node *> link(const Opened &opened, const Place &place);
  /// Chooses the nest for a pass at a place.
  llvm::Expected<AnchorPath *> choosePath(const Opened &pass,
                                          const Place &place);
  /// Fails if an operation of a known dialect cannot hold passes, unless it
  /// seems to be misspelled.
  llvm::Error verifyAnchor(llvm::StringRef op, llvm::StringRef pass);
  /// The same for all operations of a path. Those that are new, and of no file,
  /// are remembered, so that their names are checked.
  llvm::Error verifyPath(AnchorPath *path, llvm::StringRef pass);
  /// Fails as adding would if the passes in options of a pass cannot be, or not
  /// in their nests. `nest` is that of the pass, if it is known.
  llvm::Error verifyPassesInOptions(const Recipe &pass, const AnchorPath *nest);
  /// Fails with `include-cycle` if a registered pipeline is part of itself, or
  /// of another that is part of it: it would have no end.
  static llvm::Error checkNotInItself(llvm::StringRef pipeline,
                                      const BundleInstance *around);
  /// Remembers that an element, and all that is in it, is not there.
  void noteAbsent(const Recipe &element, llvm::StringRef condition);

  /// All that was reported, and `error`.
  llvm::Error finish(llvm::Error error = llvm::Error::success());
  /// Keeps an error about the innermost element that has a place.
  void report(llvm::Error error);
  /// All that was reported, so far.
  std::vector<Diagnostic> failures;
  /// The pipeline is too large: what comes next would fail as well, and could
  /// take long to do so.
  bool isFull = false;

  /// As long as it lives, what is added, and what is wrong, has the place of an
  /// element, if that has one.
  class SourceScope {
  public:
    SourceScope(Linker &linker, const Recipe &element);
    ~SourceScope();
    SourceScope(const SourceScope &) = delete;

  private:
    Linker &linker;
    const Origin *origin;
    const Recipe *located;
  };

private:
  llvm::Expected<Node *> linkPass(const Opened &opened, const Place &place);
  llvm::Expected<Node *> linkSlot(llvm::StringRef name, const Place &place);
  llvm::Expected<Node *> linkBundle(Recipe &bundle, Place place);
  /// A bundle whose elements are known.
  llvm::Expected<Node *> linkDefinition(Recipe &bundle, Place place);
  llvm::Error addBody(Recipe &bundle, const Place &place);
  llvm::Error linkNest(Recipe &nest, const Place &place);
  /// Lets the first pass that came to `place` behind `last` share no nests
  /// below `place.path` with the pass before it; without `always` only if it
  /// would share some now.
  void keepApart(const Node *last, const Place &place, bool always);
  llvm::Error verifyBundle(Recipe &bundle);
  /// Declares the options of a bundle, and gives them their values.
  llvm::Error declareOptions(const Recipe &bundle, OptionScope &scope) const;
  void reportUnused(const OptionScope &scope, const llvm::StringSet<> &used,
                    llvm::StringRef bundle, llvm::ArrayRef<Diagnostic> found);
  /// Lets diagnostics of something in bundles say in which.
  llvm::Error addContext(llvm::Error error) const;
  const OptionScope &getScope() const {
    return scope ? *scope : pipeline.getOptions();
  }

  /// Turns the name of a registered pipeline into the bundle that it stands
  /// for. Returns false for a pass.
  llvm::Expected<bool> openPipeline(Recipe &pass, const AnchorPath &path);
  llvm::Error prepare(Recipe &pass, const AnchorPath *nest);
  /// Separates the parameters of a pass from its name, or makes parameters of
  /// its options. Of pass managers that have them.
  llvm::Error readParameters(Recipe &pass);
  /// Finds out what is known of the pass beside what the catalog says, and
  /// verifies that.
  llvm::Error verifyPassName(llvm::StringRef name) const;
  llvm::Error verifyDescription(PassSpec &pass);

  /// Where positions lead, also by the contract of a pass.
  llvm::Error resolve(const Opened &opened, const Position &position,
                      llvm::SmallVectorImpl<ListPosition> &into);
  /// Puts what was opened, or copies of it, at `count` places, and adds the
  /// nodes to `added`. False if something that is wrong in one of
  /// them was reported.
  llvm::Expected<bool> putCopies(
      const Opened &opened, size_t count, PipelineImpl::Nodes &added,
      llvm::function_ref<llvm::Expected<Node *>(const Opened &, size_t)> put);
  llvm::Error insertOpened(const Opened &opened, const Position &position,
                           PipelineImpl::Nodes &added);
  llvm::Error replaceOpened(const Opened &opened, const Selector &selector,
                            PipelineImpl::Nodes &added);

  PipelineImpl &pipeline;
  RecipeNames catalogNames;
  RecipeNames &names;
  /// That of the bundle whose elements are added; null outside of bundles.
  const OptionScope *scope = nullptr;
  /// The bundles around what is added now that are in no text.
  llvm::SmallVector<llvm::StringRef, 4> around;
  /// The definitions that are being added by their names.
  llvm::SmallVector<const Recipe *, 4> used;
  /// The innermost element around what is added that is in a text.
  const Recipe *located = nullptr;
  /// Includes that were noted as absent: each once, as files can include each
  /// other very often.
  llvm::SmallPtrSet<const Recipe *, 4> absentIncludes;
  size_t elementCount = 0;
  /// How deep bundles, nests and includes are in each other now.
  unsigned depth = 0;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_LINKER_H
