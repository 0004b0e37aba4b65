//===- Catalog.h - What is known about passes -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A catalog holds what is known about passes without having them: names,
// anchors, options, kinds and contracts. A pipeline looks names up in one
// catalog; what a C++ pass says of itself comes on top, for that pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CATALOG_H
#define PMB_BUILDER_PASSES_CATALOG_H

#include "builder/passes/CatalogVersion.h"
#include "builder/passes/OperationDescriptor.h"
#include "builder/passes/OptionScope.h"
#include "builder/passes/PassBundle.h"
#include "builder/passes/PassDescriptor.h"
#include "builder/passes/PassHistory.h"
#include "builder/passes/PassManagerRules.h"
#include "builder/passes/TypeDescriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace pmb {

/// A property of the IR that passes provide and require.
struct PropertyDescriptor {
  std::string name;
  std::string summary;
  /// A fleeting property is ended by every pass that does not preserve it; a
  /// lasting one only by passes that invalidate it.
  bool isFleeting = false;
  /// The pass that provides the property where it is required and does not
  /// hold, if the pipeline lets the builder establish it. May be empty.
  std::string establishedBy = {};

  bool operator==(const PropertyDescriptor &other) const {
    return summary == other.summary && isFleeting == other.isFleeting &&
           establishedBy == other.establishedBy;
  }
};

/// A name for a list of items, which stands for them in what the input of a
/// pipeline contains, and what may remain at its end.
struct ContentsDescriptor {
  /// `llvm-ir`.
  std::string name;
  std::string summary;
  /// Dialects, operations, kinds of types.
  std::vector<std::string> items;

  bool operator==(const ContentsDescriptor &other) const {
    return summary == other.summary && items == other.items;
  }
};

/// Passes that a catalog can look up without holding them: a table that is
/// built into a library, of which only the passes that are asked for are ever
/// made.
class CatalogSource {
public:
  virtual ~CatalogSource();

  /// Null if there is no such pass. The pointer stays valid as long as the
  /// source. Called often and from several threads: expected to be as cheap as
  /// one look-up in a hash table from the second time on.
  virtual const PassDescriptor *lookupPass(llvm::StringRef name) const = 0;
  /// Adds all names, in any order. Must not make passes.
  virtual void getPassNames(std::vector<llvm::StringRef> &names) const = 0;
  /// The operations of a dialect, without its name and with spaces between
  /// them: those that a program that uses the dialect probably has, and the
  /// others.
  struct Operations {
    llvm::StringRef usual, others;
  };
  /// All operations of a dialect; none if they are not known, std::nullopt if
  /// the dialect is not.
  virtual std::optional<Operations> lookupDialect(llvm::StringRef) const {
    return std::nullopt;
  }
  /// Adds the names of all dialects, in any order.
  virtual void getDialectNames(std::vector<llvm::StringRef> &) const {}
  /// The items that the contracts of all passes name, with spaces between them.
  /// They can then be numbered without making the passes. The default knows
  /// none.
  virtual llvm::StringRef getItems() const { return ""; }
  /// A bundle; null if there is none. The pointer stays valid as long as the
  /// source. Called from several threads.
  virtual const PassBundle *lookupBundle(llvm::StringRef) const {
    return nullptr;
  }
  /// Adds the names of all bundles, in any order.
  virtual void getBundleNames(std::vector<llvm::StringRef> &) const {}
};

/// What is worked out from the types, the properties and the source of a
/// catalog, once for all that share them.
struct CatalogMemo {
  std::once_flag isMade;
  std::shared_ptr<const void> made;
};

/// A table of passes, kinds, properties and bundles. Filled once, then shared
/// by any number of pipelines; reading is safe from several threads, filling is
/// not.
class Catalog {
public:
  Catalog() = default;
  Catalog(Catalog &&) = default;
  Catalog &operator=(Catalog &&) = default;

  /// A copy that can be added to. Shares the source.
  Catalog clone() const { return *this; }

  /// Sets where passes are looked up that were not added here. What is added
  /// under the name of such a pass takes its place. `source` must outlive the
  /// catalog and its clones.
  void setSource(const CatalogSource *passSource) {
    source = passSource;
    forgetMemo();
  }
  /// Null if there is none.
  const CatalogSource *getSource() const { return source; }
  /// Shared by clones, until a type, a property or the source is changed.
  std::shared_ptr<CatalogMemo> getMemo() const { return memo; }

  /// Adds a pass. One that some party has described already (`setDescribedIn`,
  /// or a contracts file) must be described in the same way: the two are then
  /// one. Fails with `duplicate-name` if they differ, naming where both are
  /// from, or if the catalog has the pass from its owner, with `bad-name` if no
  /// text could name it, and with `contradictory-contract` if its contract
  /// cannot be kept.
  llvm::Error addPass(PassDescriptor descriptor);

  /// Adds entries to the contract and the kinds of a pass that is there, or
  /// adds the pass. Fails as `addPass` does; the pass is then as before.
  llvm::Error extendPass(const PassDescriptor &extension);

  /// Fails with `duplicate-name` if two descriptions of one pass, by parties
  /// that do not know of each other, say different things. What only one of
  /// them says of anchors, options, kinds and the contract as a whole is no
  /// difference.
  static llvm::Error verifySame(const PassDescriptor &known,
                                const PassDescriptor &other);

  /// Sets where later passes are described, for messages. Empty means the
  /// catalog's owner. Returns the previous one.
  std::string setDescribedIn(llvm::StringRef place) {
    return std::exchange(describedIn, place.str());
  }
  llvm::StringRef getDescribedIn() const { return describedIn; }

  /// Replaces what is known of a pass, or adds it.
  llvm::Error overridePass(PassDescriptor descriptor);

  /// Declares a kind; one that is there already stays as it is. A name that
  /// cannot be one is not declared, and pipelines report it (`bad-name`).
  void addKind(llvm::StringRef name, llvm::StringRef summary = "");

  /// Declares a property. Of one that is there already the summary stays, and
  /// another `establishedBy` takes the place of what was known. Fails with
  /// `duplicate-name` if it is there as the other sort (lasting or fleeting).
  llvm::Error addProperty(PropertyDescriptor property);

  /// Declares something that pipelines are built for (`setVariant`). As soon as
  /// one is declared, conditions on others are errors.
  void addVariant(llvm::StringRef name, llvm::StringRef summary = "");
  /// Fails with `unknown-condition` if there are declared variants and `name`
  /// is none of them.
  llvm::Error verifyVariant(llvm::StringRef name) const;
  bool hasDeclaredVariant(llvm::StringRef name) const {
    return variants.contains(name);
  }
  /// The declared variants, each with its summary.
  const Registry<std::string> &getVariants() const { return variants; }
  /// Empty if it has none.
  llvm::StringRef getVariantSummary(llvm::StringRef name) const {
    return variants.get(name);
  }
  std::vector<llvm::StringRef> getVariantNames() const {
    return variants.getNames();
  }

  /// Declares a dialect and all of its operations that passes can run on: those
  /// that are isolated from above. Others of the dialect cannot hold passes. Of
  /// a dialect that is not declared nothing is known.
  void addDialect(llvm::StringRef name, std::vector<std::string> anchors) {
    dialectAnchors[name] = std::move(anchors);
  }
  bool hasDialect(llvm::StringRef name) const {
    return dialectAnchors.contains(name);
  }
  /// True if a pass can be called so: as it stands in pipeline texts, which
  /// with parameters leave more to names.
  bool canNamePass(llvm::StringRef name) const {
    return rules.hasParameters ? isValidName(name) : isPassName(name);
  }
  /// False if passes certainly cannot run on `op`.
  bool canBeAnchor(llvm::StringRef op) const;
  /// The declared dialects, each with the operations that passes can run on.
  const Registry<std::vector<std::string>> &getDialects() const {
    return dialectAnchors;
  }
  std::vector<llvm::StringRef> getDeclaredDialects() const {
    return dialectAnchors.getNames();
  }
  /// The operations of a declared dialect that passes can run on.
  llvm::ArrayRef<std::string> getAnchors(llvm::StringRef dialect) const {
    return dialectAnchors.get(dialect);
  }

  /// Declares an operation, or replaces its declaration. Without any, passes on
  /// functions are taken to see a part of the program. `*.func` stands for what
  /// is called so in dialects that are not declared. Fails with `bad-value` if
  /// it would stand in itself, or in more than 64 others.
  llvm::Error addOperation(OperationDescriptor operation);
  /// Null if nothing is known of it. Of a nest, also with its parameters.
  const OperationDescriptor *lookupOperation(llvm::StringRef name) const {
    return operations.lookup(rules.hasParameters ? splitParameters(name).first
                                                 : name);
  }
  /// Whether an operation holds code, as far as its name tells.
  bool isFunction(llvm::StringRef name) const;
  /// All declared operations.
  const Registry<OperationDescriptor> &getOperations() const {
    return operations;
  }

  /// Declares a pass on any operation that does nothing: between two nests it
  /// keeps a pass manager from merging them. Fixes insert it. What was known of
  /// the pass stays known.
  void setBarrier(llvm::StringRef pass);
  /// Empty if there is none.
  llvm::StringRef getBarrier() const { return barrier; }

  /// The release of LLVM that the catalog is about: `22`. Empty if it is not
  /// set.
  void setRelease(llvm::StringRef name) { release = name.str(); }
  llvm::StringRef getRelease() const { return release; }

  /// Says which versions the catalog has, and which of them counts: what
  /// contracts files say is `since` a later one leads to remarks only. It takes
  /// effect for files that are read from now on. A source looks after itself.
  void setVersions(CatalogVersion chosen, std::vector<CatalogVersion> known);
  /// The version that counts; std::nullopt if none is set, and everything does.
  std::optional<CatalogVersion> getVersion() const { return version; }
  /// Those that `setVersions` can choose, oldest first.
  llvm::ArrayRef<CatalogVersion> getVersions() const { return versions; }
  bool hasVersion(CatalogVersion wanted) const {
    return llvm::is_contained(versions, wanted);
  }

  /// Sets how the pass manager that the catalog is about writes pipelines, and
  /// what it makes of nests. Default: MLIR's.
  void setRules(PassManagerRules passManager) {
    rules = std::move(passManager);
  }
  const PassManagerRules &getRules() const { return rules; }

  /// Remembers that earlier releases had a pass `old`, whose work `pass` does
  /// now, with `options`. Messages about `old` say so, unless a pass is called
  /// so after all.
  void addRenamed(llvm::StringRef old, llvm::StringRef pass,
                  llvm::StringRef options = "") {
    PassSuccessor now;
    now.pass = pass.str();
    now.options = options.str();
    addRenamed(old, std::move(now));
  }
  /// The same, with all that is known of it. `now.pass` may be empty: nothing
  /// does the work of `old`, which only a port to this release reports.
  void addRenamed(llvm::StringRef old, PassSuccessor now) {
    renamed[old] = std::move(now);
  }
  /// What does the work of a pass of earlier releases; empty if nothing does,
  /// or nothing is known of one of that name.
  llvm::StringRef lookupRenamed(llvm::StringRef old) const {
    return renamed.get(old).pass;
  }
  /// The passes of earlier releases, each with what does its work.
  const Registry<PassSuccessor> &getRenamed() const { return renamed; }
  std::vector<llvm::StringRef> getRenamedNames() const {
    return renamed.getNames();
  }

  /// Remembers what has changed for users of a pass since earlier releases: of
  /// one that is there, or of the options of one that is gone.
  void addHistory(llvm::StringRef pass, PassHistory history) {
    histories[pass] = std::move(history);
  }
  const Registry<PassHistory> &getHistories() const { return histories; }

  /// What was declared in vain, for functions that return nothing. Pipelines
  /// report it.
  llvm::ArrayRef<Diagnostic> getMistakes() const { return mistakes; }
  void addMistake(Diagnostic mistake) {
    mistakes.push_back(std::move(mistake));
  }

  /// Declares a mark: a fact about operations that their names do not tell,
  /// `allocated` in `func.return(allocated)`. Contracts add, lower and ask for
  /// items with marks like any others; an item with a mark that is not declared
  /// is an error (`unknown-item`). One that is there already stays as it is.
  void addMark(llvm::StringRef name, llvm::StringRef summary);
  bool hasMark(llvm::StringRef name) const { return marks.contains(name); }
  /// All marks, each with its summary.
  const Registry<std::string> &getMarks() const { return marks; }
  /// Empty if it has none.
  llvm::StringRef getMarkSummary(llvm::StringRef name) const {
    return marks.get(name);
  }
  std::vector<llvm::StringRef> getMarkNames() const { return marks.getNames(); }
  /// Fails if `item` has a mark that is not declared.
  llvm::Error verifyMark(llvm::StringRef item) const;

  /// Declares a name for a list of items, or replaces the list. Fails with
  /// `bad-name`, with `duplicate-name` if a dialect is called so, and with
  /// `bad-value` if an item is itself such a name, or none are given.
  llvm::Error addContents(ContentsDescriptor contents);
  /// Null if there is none.
  const ContentsDescriptor *lookupContents(llvm::StringRef name) const {
    return namedContents.lookup(name);
  }
  /// All named contents.
  const Registry<ContentsDescriptor> &getNamedContents() const {
    return namedContents;
  }
  std::vector<llvm::StringRef> getContentsNames() const {
    return namedContents.getNames();
  }
  /// The items of `contents`, with those that names stand for in their place,
  /// and nests beside what stands in them.
  std::vector<std::string>
  expandContents(llvm::ArrayRef<std::string> contents) const;
  /// The dialect of the functions that programs usually stand in: `func`. Empty
  /// if no operation is declared as such.
  llvm::StringRef getProgramDialect() const;
  /// The items that may remain where `output` may: those that its names stand
  /// for. If none of them is a function of some dialect, programs stand in what
  /// they usually do, so that may remain, too: `linalg` gives `linalg` and
  /// `func`. An empty `output` stays empty, and so do functions where the
  /// catalog knows no others that they could become.
  std::vector<std::string>
  expandOutput(llvm::ArrayRef<std::string> output) const;

  /// Declares a kind of type, or replaces its declaration.
  void addType(TypeDescriptor type);
  /// Adds operations to those that involve a kind of type, or declares it.
  void extendType(TypeDescriptor extension);
  const TypeDescriptor *lookupType(llvm::StringRef name) const {
    return types.lookup(name);
  }
  /// All kinds of types.
  const Registry<TypeDescriptor> &getTypes() const { return types; }

  /// What is known of the operations of a dialect.
  enum class Dialect {
    /// Nothing: no pass of the catalog has to do with it.
    Unknown,
    /// Contracts name it, or some of its operations.
    Named,
    /// All of its operations are known.
    Listed,
  };
  Dialect lookupDialect(llvm::StringRef name) const;
  /// Calls `visit(operation, isUsual)` for each operation that is known of a
  /// dialect, without the name of the dialect; for some more than once. Where
  /// not all are known, contracts name what is usual.
  void
  forEachOperation(llvm::StringRef dialect,
                   llvm::function_ref<void(llvm::StringRef, bool)> visit) const;
  /// All names of dialects, sorted.
  std::vector<llvm::StringRef> getDialectNames() const;

  /// Keeps a bundle, which pipelines can then add by its name. Fails with
  /// `duplicate-name` if there is one of that name, and with `bad-name`.
  llvm::Error addBundle(PassBundle bundle);
  /// Null if there is none. The pointer stays valid as long as the catalog.
  const PassBundle *lookupBundle(llvm::StringRef name) const;
  /// A copy of the bundle of that name with options, as a textual pipeline
  /// would have them: `buffer-alignment=16`. Fails with `unknown-bundle`. What
  /// is wrong with the options comes out where the bundle is added.
  llvm::Expected<PassBundle> makeBundle(llvm::StringRef name,
                                        llvm::StringRef options = "") const;
  /// All names of bundles, sorted.
  std::vector<llvm::StringRef> getBundleNames() const;

  /// Null if there is none. The pointer stays valid as long as the catalog.
  const PassDescriptor *lookupPass(llvm::StringRef name) const {
    const PassDescriptor *own = passes.lookup(name);
    return own || !source ? own : source->lookupPass(name);
  }
  /// All names of passes, sorted.
  std::vector<llvm::StringRef> getPassNames() const;

  const PropertyDescriptor *lookupProperty(llvm::StringRef name) const {
    return properties.lookup(name);
  }
  const Registry<PropertyDescriptor> &getProperties() const {
    return properties;
  }
  std::vector<llvm::StringRef> getPropertyNames() const {
    return properties.getNames();
  }

  bool hasKind(llvm::StringRef name) const { return kinds.contains(name); }
  /// All kinds, each with its summary.
  const Registry<std::string> &getKinds() const { return kinds; }
  /// Empty if it has none.
  llvm::StringRef getKindSummary(llvm::StringRef name) const {
    return kinds.get(name);
  }
  std::vector<llvm::StringRef> getKindNames() const { return kinds.getNames(); }

  /// Fails if a contract names a property or a mark that is not declared, a
  /// kind that nothing declares, or conditions on options that the pass does
  /// not have, or on variants that are not declared where others are, here or
  /// in `scope`, the pipeline's own. Fails with `bad-condition` if a condition
  /// cannot be read. Fails
  /// with `bad-options` if a default is none of an option's values, or the
  /// steps of a registered pipeline ask for options that it does not have or
  /// give a pass options that this one does not have. With `kindsMayCome`, the
  /// C++ types of a pipeline may still bring kinds, and an unknown one is an
  /// error only if it looks like a known one misspelled.
  llvm::Error verify(const PassDescriptor &descriptor,
                     bool kindsMayCome = false,
                     const OptionScope *scope = nullptr) const;

private:
  Catalog(const Catalog &) = default;

  llvm::Error verifyPipeline(const PassDescriptor &descriptor) const;
  llvm::Error verifyCondition(const PassDescriptor &descriptor,
                              const Condition &condition,
                              const OptionScope *scope) const;
  void noteDialects(const PassDescriptor &descriptor);
  void declare(Registry<std::string> &names, llvm::StringRef what,
               llvm::StringRef name, llvm::StringRef summary);
  void forgetMemo() { memo = std::make_shared<CatalogMemo>(); }

  Registry<PassDescriptor> passes;
  Registry<std::string> kinds, variants, marks;
  Registry<PassSuccessor> renamed;
  Registry<PassHistory> histories;
  Registry<PropertyDescriptor> properties;
  Registry<TypeDescriptor> types;
  Registry<OperationDescriptor> operations;
  Registry<ContentsDescriptor> namedContents;
  Registry<std::vector<std::string>> dialectAnchors;
  /// Shared by clones, as they do not change.
  Registry<std::shared_ptr<const PassBundle>> bundles;
  /// The operations that the contracts of added passes name, by dialect.
  Registry<std::set<std::string>> namedOperations;
  std::vector<Diagnostic> mistakes;
  std::string describedIn, barrier, release;
  std::optional<CatalogVersion> version;
  std::vector<CatalogVersion> versions;
  PassManagerRules rules;
  const CatalogSource *source = nullptr;
  std::shared_ptr<CatalogMemo> memo = std::make_shared<CatalogMemo>();
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CATALOG_H
