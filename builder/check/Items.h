//===- Items.h - Sets of what the IR contains -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_ITEMS_H
#define PMB_BUILDER_CHECK_ITEMS_H

#include "builder/passes/Item.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pmb {

/// A set of items that is mostly empty: the words of a bit set that are not
/// zero. Operations of one dialect have neighbouring numbers, so a contract's
/// sets have few words.
class ItemMask {
public:
  struct Word {
    unsigned index;
    uint64_t bits;
    bool operator==(const Word &other) const {
      return index == other.index && bits == other.bits;
    }
  };
  ItemMask() = default;
  /// Just one item.
  explicit ItemMask(unsigned id) { append({id / 64, getBit(id)}); }
  void insert(unsigned id) { insert(Word{id / 64, getBit(id)}); }
  void erase(unsigned id) { erase(ItemMask(id)); }
  void insert(const ItemMask &other);
  void erase(const ItemMask &other);
  /// Keeps what is also in `other`.
  void retain(const ItemMask &other);
  friend ItemMask operator&(ItemMask a, const ItemMask &b) {
    a.retain(b);
    return a;
  }
  friend ItemMask operator|(ItemMask a, const ItemMask &b) {
    a.insert(b);
    return a;
  }
  friend ItemMask operator-(ItemMask a, const ItemMask &b) {
    a.erase(b);
    return a;
  }
  bool intersects(const ItemMask &other) const {
    return findCommon(other, [](Word a, Word b) { return a.bits & b.bits; });
  }
  bool contains(unsigned id) const { return getBits(id / 64) & getBit(id); }
  bool empty() const { return words.empty(); }
  /// The item with the lowest number. REQUIRES: there is one.
  unsigned getFirst() const {
    return words.front().index * 64 + llvm::countr_zero(words.front().bits);
  }
  bool operator==(const ItemMask &other) const { return words == other.words; }
  llvm::ArrayRef<Word> getWords() const { return words; }
  /// Calls `fn(word, its)` for each two words that stand for the same items,
  /// until one call returns true. Returns whether one did.
  template <typename Fn> bool findCommon(const ItemMask &other, Fn fn) const {
    const Word *a = words.begin(), *b = other.words.begin();
    while (a != words.end() && b != other.words.end())
      if (a->index < b->index)
        ++a;
      else if (b->index < a->index)
        ++b;
      else if (fn(*a++, *b++))
        return true;
    return false;
  }
  /// REQUIRES: `word` is not zero and comes after all words of this mask.
  void append(Word word) { words.push_back(word); }
  /// Calls `fn(id)` for each member, in the order of their numbers.
  template <typename Fn> void forEach(Fn fn) const {
    for (Word word : words)
      forEachBit(word, fn);
  }

  template <typename Fn> static void forEachBit(Word word, Fn &fn) {
    for (; word.bits; word.bits &= word.bits - 1)
      fn(word.index * 64 + llvm::countr_zero(word.bits));
  }

private:
  static uint64_t getBit(unsigned id) { return uint64_t(1) << (id % 64); }
  void insert(Word added);
  uint64_t getBits(unsigned index) const;

  /// In the order of their indices.
  llvm::SmallVector<Word, 2> words;
};

/// A set of items over a whole table.
class ItemSet {
public:
  explicit ItemSet(unsigned size = 0) : words((size + 63) / 64) {}

  /// Makes room for the items of a table that has grown.
  void grow(unsigned size) {
    if (words.size() * 64 < size)
      words.resize((size + 63) / 64);
  }

  bool contains(unsigned id) const { return words[id / 64] >> (id % 64) & 1; }
  void insert(unsigned id) { add(id / 64, uint64_t(1) << (id % 64)); }
  void erase(unsigned id) { remove(id / 64, uint64_t(1) << (id % 64)); }
  bool intersects(const ItemMask &mask) const {
    for (ItemMask::Word word : mask.getWords())
      if (words[word.index] & word.bits)
        return true;
    return false;
  }
  /// True if some member of `mask` is in this set, and not in `others`.
  bool intersectsBeyond(const ItemMask &mask, const ItemSet &others) const {
    for (ItemMask::Word word : mask.getWords())
      if (words[word.index] & word.bits & ~others.words[word.index])
        return true;
    return false;
  }
  void insert(const ItemMask &mask) {
    for (ItemMask::Word word : mask.getWords())
      add(word.index, word.bits);
  }
  void erase(const ItemMask &mask) {
    for (ItemMask::Word word : mask.getWords())
      remove(word.index, word.bits);
  }
  /// Adds those members of `mask` that are not in `other`.
  void insertMissing(const ItemMask &mask, const ItemSet &other) {
    for (ItemMask::Word word : mask.getWords())
      add(word.index, word.bits & ~other.words[word.index]);
  }
  /// Keeps what is also in `mask`.
  void retain(const ItemMask &mask);
  /// Adds all members of `other`. REQUIRES: both are over one table.
  void insert(const ItemSet &other) {
    for (unsigned i = 0; i < words.size(); ++i)
      add(i, other.words[i]);
  }
  /// The 64 members from `64 * index` on.
  uint64_t getWord(unsigned index) const { return words[index]; }
  /// Calls `fn(id)` for each member.
  template <typename Fn> void forEach(Fn fn) const {
    for (unsigned index = 0; index < words.size(); ++index)
      ItemMask::forEachBit({index, words[index]}, fn);
  }
  /// How many members of `mask` are in this set.
  unsigned count(const ItemMask &mask) const {
    unsigned members = 0;
    for (ItemMask::Word word : mask.getWords())
      members += llvm::popcount(words[word.index] & word.bits);
    return members;
  }
  /// Takes those of 64 members out that are in, and the other way round.
  void flip(unsigned index, uint64_t bits) { words[index] ^= bits; }
  /// Calls `fn(index)` for each word that may be another than at the last call,
  /// but for what `flip` did.
  template <typename Fn> void takeChanged(Fn fn) {
    for (uint64_t bits = std::exchange(changed, 0); bits; bits &= bits - 1)
      for (unsigned index = llvm::countr_zero(bits); index < words.size();
           index += 64)
        fn(index);
  }
  /// True if some member is in both masks.
  bool intersects(const ItemMask &a, const ItemMask &b) const {
    return a.findCommon(b, [&](ItemMask::Word word, ItemMask::Word other) {
      return words[word.index] & word.bits & other.bits;
    });
  }
  /// Those members of `mask` that are also in this set.
  ItemMask getCommon(const ItemMask &mask) const;
  /// Those that are not.
  friend ItemMask operator-(const ItemMask &mask, const ItemSet &set) {
    return mask - set.getCommon(mask);
  }
  /// The first member of `mask` in this set, or std::nullopt.
  std::optional<unsigned> findFirst(const ItemMask &mask) const;

private:
  void add(unsigned index, uint64_t bits) { at(index) |= bits; }
  void remove(unsigned index, uint64_t bits) { at(index) &= ~bits; }
  uint64_t &at(unsigned index) {
    changed |= uint64_t(1) << (index % 64);
    return words[index];
  }

  llvm::SmallVector<uint64_t, 16> words;
  /// A bit for every 64th word.
  uint64_t changed = 0;
};

/// Numbers items: operations (`memref.subview`), dialects (`memref`), kinds of
/// types (`!tensor`), operations that involve a kind of type
/// (`memref.subview(!index)`). A dialect as a member of a set of contents
/// stands for those of its operations that are not named one by one.
///
/// The items of the catalog have the same numbers in all pipelines: they are in
/// a table of their own, on which that of a pipeline is based. Of those a
/// pipeline knows only what its contracts and its interface name.
class ItemTable {
public:
  ItemTable() = default;

  /// Goes on where the numbers of `table` end. REQUIRES: nothing was numbered
  /// yet; `table` outlives this one and does not change any more.
  void setBase(const ItemTable &table) {
    base = &table;
    baseSize = table.size();
    known.grow(baseSize);
  }

  /// The number of `item`, which is known from now on; given on first use, in
  /// order.
  unsigned intern(llvm::StringRef item);
  /// Makes an item of the base known, or some.
  void addKnown(unsigned id) { known.insert(id); }
  void addKnown(const ItemMask &items) { known.insert(items); }
  const ItemSet &getKnown() const { return known; }
  bool isKnown(unsigned id) const { return known.contains(id); }
  /// Not set for what is not known.
  std::optional<unsigned> lookup(llvm::StringRef item) const {
    const Group *group = lookupGroup(item);
    return group && group->id && known.contains(*group->id) ? group->id
                                                            : std::nullopt;
  }
  llvm::StringRef getName(unsigned id) const {
    return id < baseSize ? base->getName(id) : names[id - baseSize];
  }
  unsigned size() const { return baseSize + names.size(); }
  unsigned getBaseSize() const { return baseSize; }

  /// What `item` covers: itself, a dialect's operations known so far, what is
  /// qualified with a type; all but types for `*`. May have some of the base
  /// that are not known, and so are in no set of contents.
  const ItemMask &getMembers(llvm::StringRef item) const {
    if (item == "*")
      return base && !extendsAll ? base->allButTypes : allButTypes;
    const Group *group = lookupGroup(item);
    return group ? group->members : nothing;
  }

  /// What the items of a list cover, but for what those of `except` do.
  ItemMask cover(llvm::ArrayRef<std::string> list,
                 llvm::ArrayRef<std::string> except = {}) const;
  /// Just the items of a list, as far as they are known.
  ItemMask collect(llvm::ArrayRef<std::string> list) const;

  /// The items of the base that cover more here than they do there.
  const ItemMask &getExtended() const { return extended; }
  /// The same for `*`.
  bool extendsAllButTypes() const { return extendsAll; }

private:
  /// A name, and what it covers. One that only covers others has no number.
  struct Group {
    std::optional<unsigned> id;
    ItemMask members;
  };
  const Group *lookupGroup(llvm::StringRef name) const {
    auto it = groups.find(name);
    if (it != groups.end())
      return &it->second;
    return base ? base->lookupGroup(name) : nullptr;
  }
  /// A group of this table, which begins as what the base has.
  Group &getGroup(llvm::StringRef name);

  const ItemTable *base = nullptr;
  unsigned baseSize = 0;
  llvm::StringMap<Group> groups;
  std::vector<llvm::StringRef> names;
  ItemMask allButTypes, nothing, extended;
  bool extendsAll = false;
  ItemSet known;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_ITEMS_H
