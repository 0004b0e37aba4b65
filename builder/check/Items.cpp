//===- Items.cpp - Sets of what the IR contains ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Items.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace pmb;

ItemTable::Group &ItemTable::getGroup(llvm::StringRef name) {
  auto [it, isNew] = groups.try_emplace(name);
  const Group *outer = isNew && base ? base->lookupGroup(name) : nullptr;
  if (outer) {
    it->second = *outer;
    if (outer->id)
      extended.insert(*outer->id);
  }
  return it->second;
}

unsigned ItemTable::intern(llvm::StringRef item) {
  if (const Group *group = lookupGroup(item); group && group->id) {
    known.insert(*group->id);
    return *group->id;
  }
  unsigned id = size();
  Group &group = getGroup(item);
  group.id = id;
  group.members.insert(id);
  names.push_back(groups.find(item)->first());
  known.grow(id + 1);
  known.insert(id);
  if (!item.starts_with("!")) {
    if (base && !extendsAll)
      allButTypes = base->allButTypes;
    extendsAll = true;
    allButTypes.insert(id);
  }
  Item parts(item);
  if (parts.isQualified())
    getGroup(parts.getName()).members.insert(id);
  if (parts.isOperation())
    getGroup(parts.getDialect()).members.insert(id);
  return id;
}

void ItemMask::insert(unsigned id) {
  uint64_t bit = uint64_t(1) << (id % 64);
  auto it =
      llvm::lower_bound(words, id / 64, [](const Word &w, unsigned index) {
        return w.index < index;
      });
  if (it != words.end() && it->index == id / 64)
    it->bits |= bit;
  else
    words.insert(it, Word{id / 64, bit});
}

void ItemMask::erase(unsigned id) {
  for (Word &word : words)
    if (word.index == id / 64)
      word.bits &= ~(uint64_t(1) << (id % 64));
  llvm::erase_if(words, [](const Word &word) { return !word.bits; });
}

void ItemMask::insert(const ItemMask &other) {
  for (const Word &added : other.words) {
    auto it = llvm::lower_bound(
        words, added.index,
        [](const Word &w, unsigned index) { return w.index < index; });
    if (it != words.end() && it->index == added.index)
      it->bits |= added.bits;
    else
      words.insert(it, added);
  }
}

void ItemMask::retain(const ItemMask &other) {
  for (Word &word : words) {
    uint64_t kept = 0;
    for (const Word &wanted : other.words)
      if (wanted.index == word.index)
        kept = wanted.bits;
    word.bits &= kept;
  }
  llvm::erase_if(words, [](const Word &word) { return !word.bits; });
}

void ItemMask::erase(const ItemMask &other) {
  for (const Word &gone : other.words)
    for (Word &word : words)
      if (word.index == gone.index)
        word.bits &= ~gone.bits;
  llvm::erase_if(words, [](const Word &word) { return !word.bits; });
}

bool ItemMask::contains(unsigned id) const {
  return llvm::any_of(words, [&](const Word &word) {
    return word.index == id / 64 && word.bits >> (id % 64) & 1;
  });
}

ItemMask ItemSet::getCommon(const ItemMask &mask) const {
  ItemMask result;
  for (ItemMask::Word word : mask.getWords())
    if (uint64_t bits = words[word.index] & word.bits)
      result.append({word.index, bits});
  return result;
}

void ItemSet::retain(const ItemMask &mask) {
  unsigned next = 0;
  for (ItemMask::Word word : mask.getWords()) {
    while (next < word.index)
      words[next++] = 0;
    words[next++] &= word.bits;
  }
  while (next < words.size())
    words[next++] = 0;
}

std::optional<unsigned> ItemSet::findFirst(const ItemMask &mask) const {
  for (ItemMask::Word word : mask.getWords())
    if (uint64_t bits = words[word.index] & word.bits)
      return word.index * 64 + llvm::countr_zero(bits);
  return std::nullopt;
}
