//===- NameChecker.h - Names that are likely to be misspelled -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that no catalog knows is no mistake: third parties have passes, too.
// But one that a catalog would know if a letter or two were different most
// likely is one.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_NAMECHECKER_H
#define PMB_BUILDER_PASSES_NAMECHECKER_H

#include "builder/passes/Catalog.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

/// Remembers what it has found out, so that many pipelines can be checked with
/// one. Not safe for use from several threads at once.
class NameChecker {
public:
  /// `catalog` must outlive the checker and stay as it is.
  explicit NameChecker(const Catalog &catalog) : catalog(catalog) {}
  explicit NameChecker(const Catalog &&catalog) = delete;
  const Catalog &getCatalog() const { return catalog; }
  /// Says that pipelines are of an earlier release: a name that it had for a
  /// pass is no project's own.
  void setPorting(bool value) { isPorting = value; }

  /// A warning (`unknown-pass`) with the name that was meant, if the catalog
  /// does not know the pass `ref` but one that is almost called so. `options`
  /// are those of the pass, for the fix.
  std::optional<Diagnostic> checkPass(NodeRef ref, llvm::StringRef options);

  /// Looks at what `checkPass` and `checkAnchor` have found in one pipeline
  /// once more. `passes` are the names of all passes there. Where some are a
  /// project's own, one with a name like a known one, or as one of an earlier
  /// release, may be, too: the first becomes a remark, and both lose their fix.
  /// An operation like a known one becomes a remark as well. One that is almost
  /// called as a pass that the pipeline has, too, which is no cleanup, or that
  /// a contract of the project names, loses its fix, and is a remark if the
  /// project has that other pass or names it.
  void excuseOwnPasses(std::vector<Diagnostic> &findings,
                       const llvm::StringSet<> &passes);

  /// The same for the operation of a nest, which MLIR does not look up: a nest
  /// for a misspelled operation runs on nothing, without a word. An error
  /// (`wrong-anchor-op`) if the dialect is known and has no such operation,
  /// otherwise a warning (`no-effect`).
  std::optional<Diagnostic> checkAnchor(NodeRef ref);

  /// Where an item stands. What a contract names may be new; of a pipeline's
  /// input and output also that is known what contracts name.
  enum class ItemUse { Contract, Interface };
  /// An error (`unknown-item`) for an item of the IR's contents that cannot be
  /// meant: its mark is not declared, its dialect has no such operation,
  /// or its dialect or kind of type looks like a known one misspelled. One that
  /// looks like no other is taken for one without a description.
  std::optional<Diagnostic> checkItem(llvm::StringRef item, ItemUse use);
  /// Makes what a contract names known for the items of an interface.
  void addKnown(const Contract &contract);
  void addKnownDialect(llvm::StringRef name) { dialects.insert(name); }

  /// Calls `found` with the warnings for the passes that the order entries of a
  /// contract name, and for the items of its contents; each name once. A pass
  /// for which `isPresent`, if given, returns true is not misspelled. A bundle
  /// is if it is nearly called as one of `bundles`, which may be empty.
  void checkTargets(const Contract &contract,
                    llvm::function_ref<void(Diagnostic)> found,
                    llvm::function_ref<bool(llvm::StringRef)> isPresent = {},
                    llvm::ArrayRef<llvm::StringRef> bundles = {});

  /// True if the pass `name`, though almost called as another, is likely to be
  /// a project's own: among `others`, names of its passes and dialects, is one
  /// that has a word in common with it which that other pass does not have.
  bool mayBeOwnPass(llvm::StringRef name, const llvm::StringSet<> &others);

private:
  llvm::StringRef findIntendedPass(llvm::StringRef name);
  /// True for passes beside those of the catalog's source, if it has one, and
  /// for what their order entries name.
  bool isOfProject(llvm::StringRef name) const;
  bool isNamedByProject(llvm::StringRef name);
  void excuseSibling(Diagnostic &finding, const llvm::StringSet<> &passes);
  bool isOwnPass(llvm::StringRef name);
  bool isDialect(llvm::StringRef name, ItemUse use) const;
  bool isNamedByCatalog(llvm::StringRef item);
  std::optional<Diagnostic> checkBase(llvm::StringRef base, ItemUse use);
  std::optional<Diagnostic> checkType(llvm::StringRef type, ItemUse use);
  std::optional<Diagnostic> checkDialect(llvm::StringRef name, ItemUse use);
  std::optional<Diagnostic> checkOperation(llvm::StringRef name, ItemUse use);
  std::vector<llvm::StringRef> getDialects(ItemUse use) const;

  const Catalog &catalog;
  bool isPorting = false;
  /// All names of passes; filled when the first is unknown.
  std::vector<llvm::StringRef> passNames;
  /// Whether a contract of the project names a pass.
  llvm::StringMap<bool> namedByProject;
  /// What contracts of the catalog's source name; filled on first use.
  llvm::StringSet<> sourceItems;
  /// What was made known.
  llvm::StringSet<> items, dialects;
  llvm::StringMap<llvm::StringRef> intendedPasses, intendedAnchors;
  /// By their use. Empty for what may be right.
  llvm::StringMap<std::string> intendedItems[2];
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_NAMECHECKER_H
