//===- NameTables.h - The names of contracts, numbered --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_NAMETABLES_H
#define PMB_BUILDER_CHECK_NAMETABLES_H

#include "builder/check/Items.h"
#include "builder/passes/Catalog.h"

namespace pmb {

struct PipelineInterface;

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
  /// Those of which an attribute alone may have it.
  ItemMask inAttributes;
  /// Those that use values of the type always or usually, and that always make
  /// some.
  ItemMask users, sources;
  /// Of those that usually do: the operation, and the item for those of its
  /// kind that do, `vector.print` and `vector.print(!vector)`.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> implied;
  /// Operations of which a usual mark tells whether they have the type, and the
  /// items that are these marks.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> marked;
  const TypeDescriptor *descriptor;
};

/// The items of contents that a catalog names; none if it has no such.
inline llvm::ArrayRef<std::string> getNamedItems(const Catalog &catalog,
                                                 llvm::StringRef name) {
  const ContentsDescriptor *contents = catalog.lookupContents(name);
  return contents ? llvm::ArrayRef(contents->items)
                  : llvm::ArrayRef<std::string>();
}

/// The names that the contracts of one pipeline use, numbered. Those of the
/// catalog are numbered once, in tables that all pipelines are based on.
class NameTables {
public:
  ItemTable items;
  /// Their numbers are their own.
  ItemTable properties;
  /// The properties that a pass ends unless it preserves them.
  ItemMask fleeting;
  /// Of what dialects in a closed input stand for: what is not usually there.
  ItemMask unusual;
  /// What programs usually have, by the catalog.
  ItemMask usual;
  /// What programs usually stand in; of a closed input, where it names only the
  /// dialect.
  ItemMask programs;
  /// The same of what is of a dialect that every program has something of.
  ItemMask everywhere;
  /// What the names of operations in a closed input do not tell: marks and
  /// types that they may have.
  ItemMask unsaid;
  /// Of what a closed input contains: what is only there in operations that
  /// have no effect and whose results have no uses.
  ItemMask dead;
  /// What is known to stand in the program, and in its parts, such as kernels;
  /// both for what stands in both. Empty if nothing says where the input has
  /// what.
  ItemMask inProgram, inParts;
  /// The operations that are parts, those that become one, and those that stand
  /// in parts only.
  ItemMask parts, openParts, onlyInParts;
  /// The known kinds of types that operations have. Filled by `finish`; for the
  /// tables of a catalog, all that it has.
  std::vector<const Carriers *> carriers;

  /// Numbers what is in a catalog: `catalogItems`, with spaces between them,
  /// all types and properties. `types` must outlive the tables.
  void addCatalog(const Catalog &catalog, llvm::StringRef catalogItems,
                  llvm::ArrayRef<TypeDescriptor> types);
  /// Goes on where `tables` end. REQUIRES: nothing was added yet; `tables` are
  /// finished and outlive these, as `catalog` does.
  void setBase(const NameTables &tables, const Catalog &catalog);

  /// Makes room for so many contracts.
  void reserve(size_t count) { contracts.reserve(count); }
  /// Numbers all names of `contract`. Done for all contracts before the first
  /// is compiled, because a dialect stands for all operations that are known.
  /// What is added must outlive the tables.
  void add(const Contract &contract);
  /// The same for one of which the base has all items.
  void add(const Contract &contract, const ItemMask &named) {
    items.addKnown(named);
    contracts.push_back(&contract);
  }
  /// Numbers only operations that `contract` names, whatever types and marks it
  /// names with them, and of these only the ones of dialects in `contents`, a
  /// closed input.
  void addOperations(const Contract &contract,
                     llvm::ArrayRef<std::string> contents);
  void addItems(llvm::ArrayRef<std::string> names);
  /// Numbers what a closed input contains: of a dialect all operations that the
  /// catalog knows, whether a contract of this pipeline names them or not.
  void addContents(llvm::ArrayRef<std::string> contents);
  /// Notes which operations are parts of the program, and stand in such.
  void addParts();
  /// Notes in which nests the items of a closed input stand, which some of
  /// `placed` says: as it was given, with names of contents. REQUIRES: all
  /// items are numbered.
  void addNests(llvm::ArrayRef<std::string> placed);
  /// The same for `contents` that say nothing of nests: where they have no part
  /// of a program, and nothing that becomes one, all stands in the program.
  void addNestsWithoutParts(llvm::ArrayRef<std::string> contents);
  /// Notes which of the items programs usually have.
  void addUsual();
  /// Notes which of the items programs usually stand in; of an open input also
  /// which are of dialects that every program has, for which there must be a
  /// base. REQUIRES: all items are numbered.
  void addPrograms(const PipelineInterface &interface);
  /// True for contents that are read off IR: they name the operation that holds
  /// the program, say all marks, and have the types of values only.
  bool isExact(llvm::ArrayRef<std::string> contents) const {
    return llvm::is_contained(contents, catalog->getRules().root);
  }
  /// Notes what the names of a closed input do not tell. REQUIRES: all items
  /// are numbered.
  void addUnsaid(llvm::ArrayRef<std::string> contents);
  /// True if `item`, in what the input contains, stands for all operations of a
  /// dialect. Not so that of the operation that holds a program: every input
  /// has that, and what else it has is named when it is there.
  bool isExpanded(llvm::StringRef item) const;
  /// Ends numbering: works out carriers.
  void finish();

  /// Null if no pass converts the type, or nothing is known of it.
  const Carriers *lookupCarriers(llvm::StringRef type) const;

  /// The items that `contract` names, and whether it names `*`. Returns false
  /// if one of them has no number.
  bool findItems(const Contract &contract, ItemMask &named,
                 bool &namesAll) const;
  /// True if what a contract names means more here than in the base.
  bool extends(const ItemMask &named, bool namesAll) const {
    return named.intersects(extended) ||
           (namesAll && items.extendsAllButTypes());
  }

  /// Sorts items for messages: in the order in which contracts and the
  /// interface name them, which does not depend on what else the catalog has.
  void sortByFirst(llvm::SmallVectorImpl<unsigned> &ids) const;
  /// Skips sorting; use when no message will be printed.
  void forgetOrder() { isOrderRead = false; }
  /// The first of them. REQUIRES: `mask` is not empty.
  unsigned getFirst(const ItemMask &mask) const;

private:
  /// Notes which of the items from `first` on are of dialects that every
  /// program has.
  void addEverywhere(const Catalog &of, unsigned first);
  /// Calls `visit(item)` for each item that `contract` names, but `*`, in the
  /// order in which they are numbered.
  template <typename VisitT>
  void forEachItem(const Contract &contract, VisitT visit) const;
  std::unique_ptr<Carriers> makeCarriers(const TypeDescriptor &type,
                                         unsigned id) const;

  const NameTables *base = nullptr;
  const Catalog *catalog = nullptr;
  std::vector<std::unique_ptr<Carriers>> ownCarriers;
  /// In the tables of a catalog: the types of which some list names an item.
  llvm::StringMap<llvm::SmallVector<unsigned, 2>> typesOfItem;
  /// Items of the base, and types, that mean more here than there.
  ItemMask extended;
  /// What names items, in order: contracts, then lists.
  std::vector<const Contract *> contracts;
  std::vector<llvm::ArrayRef<std::string>> lists;
  /// Where items stand in that order. Worked out for messages only.
  mutable std::vector<unsigned> ranks;
  bool isOrderRead = true;

  friend class CompiledCatalog;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_NAMETABLES_H
