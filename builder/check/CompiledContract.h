//===- CompiledContract.h - Contracts as bit sets -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_COMPILEDCONTRACT_H
#define PMB_BUILDER_CHECK_COMPILEDCONTRACT_H

#include "builder/check/NameTables.h"
#include "builder/check/OptionValues.h"

namespace pmb {

/// True if casts are among what an entry lowers.
bool lowersCasts(const ContentsEntry &entry);
/// True if the pass is there to remove casts, and does not in passing.
bool removesCasts(const Contract &contract);
/// True if casts appear where what it lowers meets what it does not.
bool leavesCasts(const Contract &contract);

/// What a pass or a bundle does to a property; of several entries the last of
/// these counts. What it does nothing to holds behind it as before it, but for
/// a fleeting property, which every pass ends. What a bundle preserves holds
/// behind it if it held before it, whatever the passes in it do one by one.
enum class PropertyEffect { None, Preserves, Ends, Provides };

/// What `contract` does to `property` by the entries that apply: the one place
/// that knows what the property words mean.
PropertyEffect
getPropertyEffect(const Contract &contract, llvm::StringRef property,
                  llvm::function_ref<bool(const PropertyEntry &)> applies);
/// `applies` where conditions do not count, or have been left out before.
inline bool appliesAlways(const PropertyEntry &) { return true; }

/// A contract of one pass with given options, ready for the sweep.
struct CompiledContract {
  /// A type that a lowering converts, and those of its items that involve it.
  struct Conversion {
    const Carriers *carriers;
    ItemMask certain, likely, any;
    /// Those that use values of the type, always or usually.
    ItemMask users;
  };
  /// An entry about contents as sets. `entry->word` tells what each list means.
  struct Entry {
    const ContentsEntry *entry;
    /// `items` without what is under `except`.
    ItemMask items;
    ItemMask given, unless, to, sometimes;

    Entry(const ContentsEntry &entry, const ItemTable &table);
  };
  struct Lowering : Entry {
    using Entry::Entry;
    /// Blocks the lowering if possibly there, and `unless` if certainly there.
    /// A type blocks for certain only if something surely involves it.
    ItemMask unlessMaybe;
    /// Types in `unless` of which marks tell whether what is lowered has them,
    /// and these marks, such as `func.func(!tensor)`: where marks are known,
    /// the types are in the way only while one of the marks is there.
    ItemMask toldTypes, involved;
    /// Those of `items` that the pass does not itself put back.
    ItemMask gone;
    llvm::SmallVector<Conversion, 0> conversions;
    /// Entries before this one that take items from it if they apply.
    llvm::SmallVector<unsigned, 0> yieldsTo;
    bool lowersCasts = false;
    /// What a greedy pass does to casts, and one that takes some of them just
    /// in case: that is not its purpose.
    bool isInPassing = false;
    /// All that it lowers has a mark or a type.
    bool isQualified = false;
    /// It lowers in part, while there are types, operations of which marks tell
    /// whether they have them: where marks are known, those that have none of
    /// these marks are not meant.
    bool isToldByMarks = false;
    /// It is about parts of the program only.
    bool isInPart = false;
    /// Of casts: only those that have no use.
    bool isOnlyDead = false;

    /// True if the entry is there to lower all of its items.
    bool lowersAll() const { return !isInPassing && !entry->mayLeaveSome(); }
    void addMarks(const Carriers &carriers, const NameTables &names);
    /// Adds what has the type to what blocks the lowering.
    void addBlockers(const Carriers &carriers);
  };
  /// What has no use behind the pass. Of casts, which have entries of their
  /// own, `unless` is what has the type.
  struct Dead : Entry {
    using Entry::Entry;
    bool isCast = false;
  };
  struct PropertyRequirement {
    unsigned property;
    const PropertyEntry *entry;
  };
  /// What is rejected, or required to be there: then `items` has the dialects
  /// of its operations, too.
  struct ContentsRequirement : Entry {
    using Entry::Entry;
    /// The properties among them.
    ItemMask properties;
  };
  llvm::SmallVector<Lowering, 1> lowerings;
  /// All that is lowered.
  ItemMask touched;
  /// Those that are not lowered in passing only.
  ItemMask intended;
  /// What all lowerings add that add anything: appears if the pass has anything
  /// to do.
  ItemMask commonTo;
  llvm::SmallVector<Entry, 0> introductions;
  llvm::SmallVector<Dead, 0> leftDead;
  /// Of each, `items` is what it keeps; `except` was left out of `given`. What
  /// it does is not known, or not while one of `given` may be there.
  llvm::SmallVector<Entry, 0> unknownEffects;
  llvm::SmallVector<ContentsRequirement, 0> demands;
  llvm::SmallVector<PropertyRequirement, 0> needs;
  /// The properties that it is about. To others it is indifferent.
  ItemMask properties;
  ItemMask provides, invalidates, preserves;
  /// What a pass ends: what it invalidates, and the fleeting properties that it
  /// does not preserve.
  ItemMask ends;
  llvm::SmallVector<const OrderEntry *, 0> order;
  /// That the pass writes outside of its operation: always, or where one of
  /// `given` is there.
  llvm::SmallVector<Entry, 0> outside;
  /// Folds and removes, or only removes, what is dead.
  bool isGreedy = false, isRemovingDead = false;

  /// The first strong entry that requires `property`, or the first if none is
  /// strong; null if it is not required.
  const PropertyRequirement *findNeed(unsigned property) const {
    const PropertyRequirement *found = nullptr;
    for (const PropertyRequirement &need : needs)
      if (need.property == property &&
          (!found || (found->entry->strength == Strength::Weak &&
                      need.entry->strength == Strength::Strong)))
        found = &need;
    return found;
  }
  /// Calls `visit` with what each entry adds, always and sometimes; casts
  /// apart.
  template <typename Fn> void forEachAdded(Fn visit) const {
    auto visitEntry = [&](const auto &entry) {
      visit(entry.to);
      visit(entry.sometimes);
    };
    llvm::for_each(lowerings, visitEntry);
    llvm::for_each(introductions, visitEntry);
  }
  /// True if it adds one of `items`, always or sometimes.
  bool adds(const ItemMask &items) const {
    bool isAny = false;
    forEachAdded(
        [&](const ItemMask &added) { isAny |= added.intersects(items); });
    return isAny;
  }
  /// True if `earlier` takes items from `lowering` where it applies.
  bool yields(const Lowering &lowering, const Lowering &earlier) const {
    return llvm::is_contained(lowering.yieldsTo, &earlier - lowerings.begin());
  }
  bool changesContents() const {
    return !lowerings.empty() || !introductions.empty() || !leftDead.empty() ||
           !unknownEffects.empty() || isGreedy || isRemovingDead;
  }
  /// True if a sweep has nothing to do for the pass beyond ending fleeting
  /// properties.
  bool empty() const {
    return !changesContents() && demands.empty() && needs.empty() &&
           provides.empty() && invalidates.empty() && preserves.empty() &&
           order.empty() && outside.empty();
  }

  /// Compiles the entries whose conditions hold. REQUIRES: all names are in
  /// `names`, which is finished.
  void compile(const Contract &contract, const NameTables &names,
               llvm::function_ref<bool(const Condition &)> holds);

private:
  void addLowering(const ContentsEntry &entry, const NameTables &names);
  void addFolding(const NameTables &names);
  void addRemoval(const NameTables &names);
  void addDead(const ContentsEntry &entry, const NameTables &names);
  void finishLowerings();
  void
  compileProperties(const Contract &contract, const NameTables &names,
                    llvm::function_ref<bool(const PropertyEntry &)> applies);
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_COMPILEDCONTRACT_H
