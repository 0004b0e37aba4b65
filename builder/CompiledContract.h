//===- CompiledContract.h - Contracts as bit sets -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_COMPILEDCONTRACT_H
#define PMB_BUILDER_COMPILEDCONTRACT_H

#include "builder/Catalog.h"
#include "builder/Items.h"

namespace pmb {

/// The names that the contracts of one pipeline use, numbered.
struct NameTables {
  ItemTable items;
  llvm::StringMap<unsigned> properties;
  /// The properties that a pass ends unless it preserves them.
  ItemMask fleeting;
  /// Targets of order entries, by `getKey`.
  llvm::StringMap<unsigned> targets;

  unsigned getProperty(llvm::StringRef name, const Catalog &catalog);
  unsigned getTarget(const Target &target);
  std::optional<unsigned> lookupProperty(llvm::StringRef name) const {
    auto it = properties.find(name);
    return it == properties.end() ? std::nullopt
                                  : std::make_optional(it->second);
  }

  /// Numbers all names of `contract`. Done for all contracts before the first
  /// is compiled, because a dialect stands for all operations that are known.
  void add(const Contract &contract, const Catalog &catalog);
};

/// A contract of one pass with given options, ready for the sweep.
struct CompiledContract {
  struct Lowering {
    ItemMask from, unless, to, sometimes;
    /// Those of `from` that the pass does not itself put back.
    ItemMask gone;
    const ContentsEntry *entry;
  };
  struct Need {
    unsigned property;
    const PropertyEntry *entry;
  };
  struct Reject {
    ItemMask items;
    /// The properties among them.
    ItemMask properties;
    const ContentsEntry *entry;
  };
  struct Order {
    unsigned target;
    const OrderEntry *entry;
  };

  llvm::SmallVector<Lowering, 1> lowerings;
  ItemMask introduces, introducesSometimes;
  llvm::SmallVector<Reject, 0> rejects;
  llvm::SmallVector<Need, 0> needs;
  ItemMask provides, invalidates, preserves;
  llvm::SmallVector<Order, 0> order;

  bool hasContents() const {
    return !lowerings.empty() || !introduces.empty() ||
           !introducesSometimes.empty() || !rejects.empty();
  }
  /// True if a sweep has nothing to do for the pass beyond ending fleeting
  /// properties.
  bool empty() const {
    return !hasContents() && needs.empty() && provides.empty() &&
           invalidates.empty() && preserves.empty() && order.empty();
  }

  /// Compiles the entries whose conditions hold. REQUIRES: all names are in
  /// `names`.
  void compile(const Contract &contract, const NameTables &names,
               llvm::function_ref<bool(const Condition &)> holds);
};

/// Whether `condition` holds for a pass with these options.
bool holds(const Condition &condition, const PassDescriptor &descriptor,
           llvm::StringRef options,
           llvm::function_ref<bool(llvm::StringRef)> hasVariant);

} // namespace pmb

#endif // PMB_BUILDER_COMPILEDCONTRACT_H
