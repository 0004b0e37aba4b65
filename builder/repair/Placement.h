//===- Placement.h - Checking what was just inserted ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An insertion is checked from the index: what the new entries name, and what
// names the new pass. The list is walked only for properties that a pass
// requires, once for each.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_PLACEMENT_H
#define PMB_BUILDER_REPAIR_PLACEMENT_H

#include "builder/check/Ideas.h"
#include "builder/check/PropertyTimeline.h"
#include "builder/check/Targets.h"
#include "builder/passes/Position.h"

namespace pmb {

/// A list as an insertion sees it. The list must not change meanwhile.
class Placement {
public:
  explicit Placement(const PassList &list) : list(list), ideas(list, noItems) {}

  /// Checks the strong order and property entries of a pass that was just put
  /// at a position, also the properties that it rejects, and the order entries
  /// of others that name it; for the begin of a bundle, the same with the
  /// contract of the bundle. What is not there yet may still be added, so that,
  /// contents and nests are left to the check of the whole list.
  llvm::Error checkInserted(const Node &node);
  /// Checks that a pass or bundle that was just put at a position, given by its
  /// begin, ends no property that held where something behind it requires it,
  /// and does not stand between what must not be parted.
  llvm::Error checkKept(const Node &node);

  /// A strong entry that is not met: one that requires a property, or says what
  /// may stand between.
  struct Unmet {
    /// The pass or bundle that has it.
    const Node *node;
    const ContractEntry *entry;
    /// Of what stands between.
    std::optional<Interruption> parted = std::nullopt;
  };
  /// Those that are not met, to be asked for before an edit: it must not take
  /// away others. What replaces a pass may take away what neither of them
  /// provides, as when it provides too late what the input may have. Contents
  /// are not looked at: a pass that has nothing to run on ends what others end.
  std::vector<Unmet> findUnmet();
  /// Fails if others than `known` are not met.
  llvm::Error checkMet(llvm::ArrayRef<Unmet> known);

  /// What matches `target`, from the index.
  Extent findExtent(const Target &target) const;
  /// What order entries can call a pass, or for the begin of a bundle the
  /// bundle; nothing for a slot.
  std::vector<Target> getTargets(const Node &node) const;
  /// Visits the strong order entries for `targets`, each with its owner,
  /// the begin for a bundle. Leaves out those of `except`, which may be null.
  void forEachOwner(
      llvm::ArrayRef<Target> targets, const Node *except,
      llvm::function_ref<void(const Node &, const OrderEntry &)> visit) const;
  /// True if an order entry of one of two passes that applies is about the
  /// other.
  bool isOrdered(const Node &a, const Node &b) const;
  /// Whether it is worth a word if the property does not hold where a node
  /// starts that requires it.
  bool isMissed(const PropertyTimeline &timeline, const Node &node) const;
  const PropertyTimeline &getTimeline(llvm::StringRef property);
  /// Where a property holds; without the nodes of `except`, if that is not
  /// null.
  PropertyTimeline makeTimeline(llvm::StringRef property,
                                const NodeRange *except = nullptr) const;
  /// Where a strong entry about what stands between is violated; `except` as
  /// for a timeline. With `around`, of what was put next to something only what
  /// that range may part.
  std::vector<Interruption> findParted(const NodeRange *except = nullptr,
                                       const NodeRange *around = nullptr) const;

private:
  const Node *findOwner(const Symbol &symbol, const OrderEntry &entry,
                        const Node *except) const;
  /// Adds what is wrong with the properties where a node stands.
  void checkProperties(const Node &node, const Contract &contract,
                       std::vector<Diagnostic> &found);

  const PassList &list;
  llvm::StringMap<PropertyTimeline> timelines;
  /// What is refused is not about items.
  ItemTable noItems;
  Ideas ideas;
};

/// The first place at which a pass with this contract, these options and this
/// path satisfies its strong entries and breaks no other's: the node before
/// which to put it, null for the end. There it comes after what introduces
/// items that it lowers, and before what lowers items that it introduces. With
/// `Latest` the last such place where it has something to work on; if there is
/// none, the last one.
/// Fails with `unplaceable` and the reasons when there is none. REQUIRES:
/// `pass` is a symbol of the list.
llvm::Expected<const Node *> findPlace(const PassList &list, const Symbol &pass,
                                       llvm::StringRef options,
                                       const AnchorPath &path,
                                       Position::Choice choice);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_PLACEMENT_H
