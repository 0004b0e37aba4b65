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
  // `arith(!f8)`, for `arith.addf(!f8)`.
  if (parts.isOperation() && parts.isQualified())
    getGroup((parts.getDialect() + "(" + parts.getQualifier() + ")").str())
        .members.insert(id);
  return id;
}

ItemMask ItemTable::cover(llvm::ArrayRef<std::string> list,
                          llvm::ArrayRef<std::string> except) const {
  ItemMask mask;
  for (const std::string &item : list)
    mask.insert(getMembers(item));
  for (const std::string &item : except)
    mask.erase(getMembers(item));
  return mask;
}

ItemMask ItemTable::collect(llvm::ArrayRef<std::string> list) const {
  ItemMask mask;
  for (const std::string &item : list)
    if (std::optional<unsigned> id = lookup(item))
      mask.insert(*id);
  return mask;
}

void ItemMask::insert(Word added) {
  auto *it = llvm::lower_bound(
      words, added.index,
      [](const Word &word, unsigned index) { return word.index < index; });
  if (it != words.end() && it->index == added.index)
    it->bits |= added.bits;
  else
    words.insert(it, added);
}

void ItemMask::insert(const ItemMask &other) {
  for (Word added : other.words)
    insert(added);
}

uint64_t ItemMask::getBits(unsigned index) const {
  for (Word word : words)
    if (word.index == index)
      return word.bits;
  return 0;
}

void ItemMask::retain(const ItemMask &other) {
  for (Word &word : words)
    word.bits &= other.getBits(word.index);
  llvm::erase_if(words, [](const Word &word) { return !word.bits; });
}

void ItemMask::erase(const ItemMask &other) {
  for (Word &word : words)
    word.bits &= ~other.getBits(word.index);
  llvm::erase_if(words, [](const Word &word) { return !word.bits; });
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
      at(next++) = 0;
    at(next++) &= word.bits;
  }
  while (next < words.size())
    at(next++) = 0;
}

std::optional<unsigned> ItemSet::findFirst(const ItemMask &mask) const {
  for (ItemMask::Word word : mask.getWords())
    if (uint64_t bits = words[word.index] & word.bits)
      return word.index * 64 + llvm::countr_zero(bits);
  return std::nullopt;
}
