//===- CompiledContract.h - Contracts as bit sets -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_COMPILEDCONTRACT_H
#define PMB_BUILDER_CHECK_COMPILEDCONTRACT_H

#include "builder/check/Items.h"
#include "builder/passes/Catalog.h"

namespace pmb {

/// Which items of a pipeline involve a kind of type.
struct Carriers {
  /// The item of the type itself, and that of the casts between it and what it
  /// is converted to.
  unsigned type, cast;
  /// Those that always do.
  ItemMask certain;
  /// Those that usually do.
  ItemMask likely;
  /// All that can.
  ItemMask any;
  /// Of those that usually do: the operation, and the item for those of its
  /// kind that do, `vector.print` and `vector.print(!vector)`.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> implied;
  const TypeDescriptor *descriptor;
};

/// The names that the contracts of one pipeline use, numbered.
class NameTables {
public:
  explicit NameTables(const Catalog &catalog) : catalog(catalog) {}

  ItemTable items;
  llvm::StringMap<unsigned> properties;
  /// The properties that a pass ends unless it preserves them.
  ItemMask fleeting;
  /// Targets of order entries, by their text.
  llvm::StringMap<unsigned> targets;
  /// Of what dialects in a closed input stand for: what is not usually there.
  ItemMask unusual;
  /// The kinds of types that some pass converts. Filled by `finish`.
  std::vector<Carriers> carriers;

  /// Numbers all names of `contract`. Done for all contracts before the first
  /// is compiled, because a dialect stands for all operations that are known.
  void add(const Contract &contract);
  void addItems(llvm::ArrayRef<std::string> names);
  /// Numbers what a closed input contains: of a dialect all operations that the
  /// catalog knows, whether a contract of this pipeline names them or not.
  void addContents(llvm::ArrayRef<std::string> contents);
  unsigned addProperty(llvm::StringRef name);
  /// Ends numbering: works out carriers.
  void finish();

  std::optional<unsigned> lookupProperty(llvm::StringRef name) const {
    auto it = properties.find(name);
    return it == properties.end() ? std::nullopt
                                  : std::make_optional(it->second);
  }
  /// Null if no pass converts the type, or nothing is known of it.
  const Carriers *lookupCarriers(llvm::StringRef type) const;

private:
  const Catalog &catalog;
  /// True if a pass folds casts, of whatever types.
  bool hasGreedy = false;
};

/// True if casts are among what an entry lowers.
bool lowersCasts(const ContentsEntry &entry);

/// A contract of one pass with given options, ready for the sweep.
struct CompiledContract {
  /// A type that a lowering converts, and those of its items that involve it.
  struct Conversion {
    const Carriers *carriers;
    ItemMask certain, likely, any;
  };
  struct Lowering {
    ItemMask from, given, to, sometimes;
    /// In the way if certainly there, and if possibly there. Two masks, as a
    /// type is in the way for certain only if something surely involves it.
    ItemMask unless, unlessMaybe;
    /// Those of `from` that the pass does not itself put back.
    ItemMask gone;
    llvm::SmallVector<Conversion, 0> conversions;
    /// Entries before this one that take items from it if they apply.
    llvm::SmallVector<unsigned, 0> yieldsTo;
    const ContentsEntry *entry;
    bool lowersCasts = false;
    /// What a greedy pass does to casts: nobody runs it for that.
    bool isInPassing = false;
  };
  struct Introduction {
    ItemMask given, to, sometimes;
  };
  /// What the pass does is not known, always or while one of `given` may be
  /// there, but for what is kept.
  struct UnknownEffect {
    ItemMask given, kept;
    bool isAlways;
    const ContentsEntry *entry;
  };
  struct Need {
    unsigned property;
    const PropertyEntry *entry;
  };
  /// What is rejected, or required to be there: then `items` has the dialects
  /// of its operations, too.
  struct Demand {
    ItemMask items, given, unless;
    /// The properties among them.
    ItemMask properties;
    const ContentsEntry *entry;
  };
  struct Order {
    unsigned target;
    const OrderEntry *entry;
  };

  llvm::SmallVector<Lowering, 1> lowerings;
  /// All `from` items.
  ItemMask touched;
  /// Those that are not lowered in passing only.
  ItemMask intended;
  /// What all lowerings add that add anything: appears if the pass has anything
  /// to do.
  ItemMask commonTo;
  llvm::SmallVector<Introduction, 0> introductions;
  llvm::SmallVector<UnknownEffect, 0> unknownEffects;
  llvm::SmallVector<Demand, 0> demands;
  llvm::SmallVector<Need, 0> needs;
  ItemMask provides, invalidates, preserves;
  /// What a pass ends: what it invalidates, and the fleeting properties that it
  /// does not preserve.
  ItemMask ends;
  llvm::SmallVector<Order, 0> order;

  bool changesContents() const {
    return !lowerings.empty() || !introductions.empty() ||
           !unknownEffects.empty();
  }
  /// True if a sweep has nothing to do for the pass beyond ending fleeting
  /// properties.
  bool empty() const {
    return !changesContents() && demands.empty() && needs.empty() &&
           provides.empty() && invalidates.empty() && preserves.empty() &&
           order.empty();
  }

  /// Compiles the entries whose conditions hold. REQUIRES: all names are in
  /// `names`, which is finished.
  void compile(const Contract &contract, const NameTables &names,
               llvm::function_ref<bool(const Condition &)> holds);

private:
  void addLowering(const ContentsEntry &entry, const NameTables &names);
  void addFolding(const NameTables &names);
  void finishLowerings();
};

/// Whether `condition` holds for a pass with these options.
bool holds(const Condition &condition, const PassDescriptor &descriptor,
           llvm::StringRef options,
           llvm::function_ref<bool(llvm::StringRef)> hasVariant);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_COMPILEDCONTRACT_H
