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

#include "builder/passes/Contract.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <mutex>
#include <optional>

namespace pmb {

class PassBundle;

/// An option that a pass or a registered pipeline declares.
struct OptionDescriptor {
  /// What values it takes. Reaches JSON by name: append only.
  enum class Type {
    /// Any text.
    Text,
    /// As MLIR reads truth values: true, false, 1, 0; alone it means true.
    Bool,
    Int32,
    Int64,
    UInt32,
    UInt64,
    /// One of `values`.
    Enum,
  };

  std::string name;
  /// Empty when the pass gives none.
  std::string defaultValue;
  Type type = Type::Text;
  /// The values of an Enum.
  std::vector<std::string> values = {};

  /// True if the option can have `value`, as it stands in a textual pipeline.
  bool accepts(llvm::StringRef value) const;
  /// What the option takes, for messages: `an integer of 32 bits`, `'none' or
  /// 'all'`.
  std::string describeValues() const;
};

/// `bool`, `int32`, `enum`.
llvm::StringRef stringify(OptionDescriptor::Type type);

/// One of the passes that the name of a registered pipeline stands for.
struct PipelineStep {
  /// The pass's argument, or the name of another registered pipeline.
  std::string pass;
  /// Options that it always has, as in a textual pipeline without outer braces.
  std::string options;
  /// Options that get the value of an option of the pipeline: the option of the
  /// pass, and that of the pipeline. Where that is not given and has no
  /// default, what `options` says counts, if it says something.
  std::vector<std::pair<std::string, std::string>> optionsFrom;
  /// The nest in which it stands, below the operation that the pipeline runs
  /// on.
  std::vector<std::string> nest;
  /// Conditions on options of the pipeline. The step is there if all hold.
  std::vector<Condition> conditions;
};

/// What is known about one pass.
struct PassDescriptor {
  PassDescriptor() = default;
  explicit PassDescriptor(llvm::StringRef name) : name(name.str()) {}

  /// The pass's argument, `one-shot-bufferize`; for a C++ pass that has none,
  /// its class name.
  std::string name;
  std::string summary;
  /// The part of the project that the pass belongs to: `Linalg`. May be empty.
  std::string group;
  /// The operation that the pass is restricted to; empty if it runs on any.
  std::string anchor;
  /// For a pass that runs on any operation with an interface, or with a symbol
  /// table: the operations it can run on, most usual first (`func.func`).
  /// Empty: no restriction.
  std::vector<std::string> anchorChoices;
  std::vector<std::string> kinds;
  std::vector<OptionDescriptor> options;
  /// True once `options` is complete, so that other names are errors.
  bool hasOptionList = false;
  /// The dialects that the pass may add operations of.
  std::vector<std::string> dependentDialects;
  Contract contract;
  /// For a name that stands for a registered pipeline: what it expands to, as
  /// its options say. A pipeline to which the name is added gets these passes,
  /// in a bundle of that name. Empty for a pass.
  std::vector<PipelineStep> pipeline;
  /// Where the description is from, if somebody else than the catalog's owner
  /// has given it; messages name it: `plugin 'acme'`,
  /// `acme.contracts.json:3:5`.
  std::string describedIn;
  /// True if the description replaces what others say, whoever comes first.
  bool isOverride = false;
  /// What `describe` wrote over the name, which is not its own. An error.
  std::string otherName;
  /// False for a pass about which there is a name and nothing else. An unknown
  /// pass ends fleeting properties and leaves everything else as it is.
  bool hasContract = false;

  bool hasKind(llvm::StringRef kind) const;
  /// Adds the kind unless the pass has it.
  PassDescriptor &addKind(llvm::StringRef kind);
  const OptionDescriptor *lookupOption(llvm::StringRef option) const;
  bool isPipeline() const { return !pipeline.empty(); }
};

/// Fails with `bad-options` if `options` name an option that the pass does not
/// have, once all of its options are known, or give one a value that it cannot
/// have.
llvm::Error verifyOptions(const PassDescriptor &pass, llvm::StringRef options);

/// One spelling for each value, to compare two of them: without the quotes or
/// braces around it, and `true` or `false` for a truth value. `option` is
/// nullptr if nothing is known of the option. The result is part of `value` or
/// a literal.
llvm::StringRef normalizeOptionValue(const OptionDescriptor *option,
                                     llvm::StringRef value);

/// The value that an option has when `options` are given: the last one given,
/// or else its default; std::nullopt if there is neither. The values of a truth
/// value are `true` and `false`.
std::optional<std::string> getOptionValue(const PassDescriptor &pass,
                                          llvm::StringRef options,
                                          llvm::StringRef option);

/// A property of the IR that passes provide and require.
struct PropertyDescriptor {
  std::string name;
  std::string summary;
  /// A fleeting property is ended by every pass that does not preserve it; a
  /// lasting one only by passes that invalidate it.
  bool isFleeting = false;
};

/// A kind of type, and the operations whose operands or results have it. Says
/// where casts appear when a pass converts the type, and until when they stay.
struct TypeDescriptor {
  /// `!memref`.
  std::string name;
  /// Items that always involve the type: `memref.load`.
  std::vector<std::string> carriers;
  /// Items that usually do, in programs that have the type at all:
  /// `func.call`, `arith.addi` for `!index`.
  std::vector<std::string> likelyCarriers;
  /// Items that can.
  std::vector<std::string> possibleCarriers;
  /// Items that never do, although a list above covers them.
  std::vector<std::string> exceptItems;
  /// The kind of type that it is lowered to, `!memref` for `!tensor`. Empty if
  /// it is lowered to types of the target.
  std::string becomes;

  bool hasCarriers() const {
    return !carriers.empty() || !likelyCarriers.empty() ||
           !possibleCarriers.empty();
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
  virtual std::optional<Operations> lookupDialect(llvm::StringRef name) const;
  /// Adds the names of all dialects, in any order.
  virtual void getDialectNames(std::vector<llvm::StringRef> &names) const;
  /// The items that the contracts of all passes name, with spaces between them.
  /// They can then be numbered without making the passes. The default knows
  /// none.
  virtual llvm::StringRef getItems() const;
};

/// What somebody has worked out from the types, the properties and the source
/// of a catalog, once for all that share them.
struct CatalogMemo {
  std::once_flag isMade;
  std::shared_ptr<const void> made;
};

/// A table of passes, kinds, properties and bundles. Filled once, then shared
/// by any number of pipelines; reading is safe from several threads, filling is
/// not.
class Catalog {
public:
  Catalog();
  Catalog(Catalog &&);
  Catalog &operator=(Catalog &&);
  ~Catalog();

  /// A copy that can be added to. Shares the source.
  Catalog clone() const;

  /// Sets where passes are looked up that were not added here. What is added
  /// under the name of such a pass takes its place. `source` must outlive the
  /// catalog and its clones.
  void setSource(const CatalogSource *passSource) {
    source = passSource;
    memo = std::make_shared<CatalogMemo>();
  }
  /// Null if there is none.
  const CatalogSource *getSource() const { return source; }
  /// Shared by clones, until a type, a property or the source is changed.
  std::shared_ptr<CatalogMemo> getMemo() const { return memo; }

  /// Adds a pass. One that some party has described already (`setDescribedIn`,
  /// or a contracts file) must be described in the same way: the two are then
  /// one. Fails with `duplicate-name` if they differ, naming where both are
  /// from, or if the catalog has the pass from its owner, and with
  /// `contradictory-contract` if its contract cannot be kept.
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

  /// Says who describes the passes that are added from now on, for messages;
  /// empty for nobody else than the owner. Returns the previous one.
  std::string setDescribedIn(llvm::StringRef place) {
    return std::exchange(describedIn, place.str());
  }
  llvm::StringRef getDescribedIn() const { return describedIn; }

  /// Replaces what is known of a pass, or adds it.
  llvm::Error overridePass(PassDescriptor descriptor);

  /// Declares a kind; one that is there already stays as it is. A name that
  /// cannot be one is not declared, and pipelines report it (`bad-name`).
  void addKind(llvm::StringRef name, llvm::StringRef summary = "");

  /// Declares a property. Fails with `duplicate-name` if it is there as the
  /// other sort (lasting or fleeting).
  llvm::Error addProperty(PropertyDescriptor property);

  /// Declares something that pipelines are built for (`setVariant`). As soon as
  /// one is declared, conditions on others are errors.
  void addVariant(llvm::StringRef name, llvm::StringRef summary = "");
  /// Fails with `unknown-condition` if there are declared variants and `name`
  /// is none of them.
  llvm::Error verifyVariant(llvm::StringRef name) const;
  /// The summary of a variant; empty if it has none.
  llvm::StringRef getVariantSummary(llvm::StringRef name) const {
    auto it = variants.find(name);
    return it == variants.end() ? "" : llvm::StringRef(it->second);
  }

  /// Declares a dialect and all of its operations that passes can run on: those
  /// that are isolated from above. Others of the dialect cannot hold passes. Of
  /// a dialect that is not declared nothing is known.
  void addDialect(llvm::StringRef name, std::vector<std::string> anchors) {
    dialectAnchors[name] = std::move(anchors);
  }
  bool hasDialect(llvm::StringRef name) const {
    return dialectAnchors.count(name);
  }
  /// False if passes certainly cannot run on `op`.
  bool canBeAnchor(llvm::StringRef op) const;
  /// The names of declared dialects, sorted.
  std::vector<llvm::StringRef> getDeclaredDialects() const;
  /// The operations of a declared dialect that passes can run on.
  llvm::ArrayRef<std::string> getAnchors(llvm::StringRef dialect) const;

  /// What was declared in vain, for functions that return nothing.
  llvm::ArrayRef<Diagnostic> getMistakes() const { return mistakes; }

  /// Declares a kind of type, or replaces its declaration.
  void addType(TypeDescriptor type);
  const TypeDescriptor *lookupType(llvm::StringRef name) const {
    auto it = types.find(name);
    return it == types.end() ? nullptr : &it->second;
  }
  /// All kinds of types, sorted by name.
  std::vector<const TypeDescriptor *> getTypes() const;

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
  /// All names of bundles, sorted.
  std::vector<llvm::StringRef> getBundleNames() const;

  /// Null if there is none. The pointer stays valid as long as the catalog.
  const PassDescriptor *lookupPass(llvm::StringRef name) const {
    auto it = passes.find(name);
    if (it != passes.end())
      return it->second.get();
    return source ? source->lookupPass(name) : nullptr;
  }
  const PropertyDescriptor *lookupProperty(llvm::StringRef name) const {
    auto it = properties.find(name);
    return it == properties.end() ? nullptr : &it->second;
  }
  bool hasKind(llvm::StringRef name) const { return kinds.count(name) != 0; }

  /// All names, sorted.
  std::vector<llvm::StringRef> getPassNames() const;
  std::vector<llvm::StringRef> getKindNames() const;
  std::vector<llvm::StringRef> getPropertyNames() const;
  std::vector<llvm::StringRef> getVariantNames() const;

  /// The summary of a kind; empty if it has none.
  llvm::StringRef getKindSummary(llvm::StringRef name) const {
    auto it = kinds.find(name);
    return it == kinds.end() ? llvm::StringRef() : llvm::StringRef(it->second);
  }

  /// Fails if a contract names a property that is not declared, a kind that
  /// nothing declares, or conditions on options that the pass does not have, or
  /// on variants that are not declared where others are. Fails with
  /// `bad-options` if a default is none of an option's values, or the steps of
  /// a registered pipeline ask for options that it does not have or give a pass
  /// options that this one does not have. With `kindsMayCome`, the C++ types of
  /// a pipeline may still bring kinds, and an unknown one is an error only if
  /// it looks like a known one misspelled.
  llvm::Error verify(const PassDescriptor &descriptor,
                     bool kindsMayCome = false) const;

private:
  llvm::Error verifyPipeline(const PassDescriptor &descriptor) const;
  void noteDialects(const PassDescriptor &descriptor);

  llvm::StringMap<std::unique_ptr<PassDescriptor>> passes;
  llvm::StringMap<std::string> kinds;
  llvm::StringMap<std::string> variants;
  llvm::StringMap<PropertyDescriptor> properties;
  llvm::StringMap<TypeDescriptor> types;
  llvm::StringMap<std::vector<std::string>> dialectAnchors;
  llvm::StringMap<std::unique_ptr<PassBundle>> bundles;
  std::vector<Diagnostic> mistakes;
  std::string describedIn;
  /// The operations that the contracts of added passes name, by dialect.
  llvm::StringMap<llvm::StringSet<>> namedOperations;
  const CatalogSource *source = nullptr;
  std::shared_ptr<CatalogMemo> memo = std::make_shared<CatalogMemo>();
};

/// Splits pass options as MLIR does: `a=1 b={x y} c` gives pairs of name and
/// value; an option without a value has the value `true`. Outer braces are
/// ignored. Malformed text (unbalanced braces) ends the list early.
std::vector<std::pair<llvm::StringRef, llvm::StringRef>>
splitOptions(llvm::StringRef options);

/// Options without the outer braces, if they have any, and without white space
/// around.
llvm::StringRef stripBraces(llvm::StringRef options);

/// True if `name` can be a name: not empty, and without white space, braces,
/// brackets, parentheses and commas, which textual pipelines use.
bool isValidName(llvm::StringRef name);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CATALOG_H
