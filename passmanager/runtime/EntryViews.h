//===- EntryViews.h - What entries about contents see in IR -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_ENTRYVIEWS_H
#define PMB_PASSMANAGER_RUNTIME_ENTRYVIEWS_H

#include "builder/passes/Contract.h"
#include "passmanager/runtime/ContentsScan.h"

namespace pmb {

/// The entries about contents of a contract, and which operations they name:
/// found out once for all operations that look the same to contracts.
class EntryViews {
public:
  /// How an entry sees operations of a signature.
  enum Flag : uint8_t {
    Named = 1,      // among `items`, and not among `except`
    MaybeNamed = 2, // if a mark that cannot be seen says so
    Unless = 4,
    Given = 8,
    Added = 16, // `to` or `sometimes` name it
  };
  struct View {
    uint8_t flags = 0;
    /// The items of `to` that name it, by number.
    llvm::SmallVector<unsigned, 2> to;
  };
  /// Items of an entry.
  struct Items {
    llvm::ArrayRef<std::string> names;
    /// The types among them.
    KindSet kinds = 0;
    /// Whether a mark that cannot be seen decides about one of them.
    bool isSomeHidden = false;
  };
  struct Entry {
    const ContentsEntry *entry;
    Items items, except, unless, given, to, sometimes;
    /// The kinds of types that it names, and those that it adds.
    KindSet kinds = 0, added = 0;
    bool isOfCastsOnly = false;
  };
  /// Whether something holds, as far as it can be seen.
  enum class Seen { No, Maybe, Yes };

  /// `table` must outlive this.
  explicit EntryViews(SignatureTable &table) : table(table) {}
  /// `entry` must outlive this. REQUIRES: nothing was asked before.
  void add(const ContentsEntry &entry);

  bool empty() const { return entries.empty(); }
  size_t size() const { return entries.size(); }
  const Entry &operator[](size_t index) const { return entries[index]; }
  llvm::ArrayRef<Entry> getAll() const { return entries; }

  /// How each entry sees a signature.
  const View *getViews(unsigned signature);
  /// Whether the entry is triggered: it has no `given`, or something of it is
  /// there.
  Seen isGiven(unsigned index, const ContentsScan &before);
  /// Whether something of its `unless` is there.
  Seen isBlocked(unsigned index, const ContentsScan &before);
  /// Whether `item` has a mark or is a kind of types that cannot be seen.
  bool isHidden(llvm::StringRef item) const;

private:
  Items read(llvm::ArrayRef<std::string> names) const;
  /// Whether `item`, or one of `items`, names operations of a signature.
  Seen matches(llvm::StringRef item, const Signature &signature) const;
  Seen matches(const Items &items, const Signature &signature) const;
  Seen isAnyThere(uint8_t flag, unsigned index, const ContentsScan &scan,
                  const Items &items);

  SignatureTable &table;
  std::vector<Entry> entries;
  /// For each signature; made when first asked for.
  std::vector<std::vector<View>> views;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_ENTRYVIEWS_H
