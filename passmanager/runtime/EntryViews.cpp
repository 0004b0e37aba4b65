//===- EntryViews.cpp - What entries about contents see in IR -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/EntryViews.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

void EntryViews::add(const ContentsEntry &entry) {
  Entry &made = entries.emplace_back();
  made.entry = &entry;
  made.items = collectKinds(entry.items) & ~collectKinds(entry.except);
  made.unless = collectKinds(entry.unless);
  made.given = collectKinds(entry.given);
  made.added = collectKinds(entry.to) | collectKinds(entry.sometimes);
  auto isSomeHidden = [&](ArrayRef<std::string> items) {
    return any_of(items, [&](StringRef item) { return isHidden(item); });
  };
  made.isUnlessHidden = isSomeHidden(entry.unless);
  made.isGivenHidden = isSomeHidden(entry.given);
  made.areItemsHidden = isSomeHidden(entry.items) || isSomeHidden(entry.except);
  made.isOfCastsOnly =
      !entry.items.empty() &&
      all_of(entry.items, [](StringRef item) { return Item(item).isCast(); });
}

KindSet EntryViews::collectKinds(ArrayRef<std::string> items) {
  KindSet kinds = 0;
  for (StringRef item : items)
    if (item.starts_with("!"))
      kinds |= table.getKind(item);
  return kinds;
}

bool EntryViews::isHidden(StringRef item) const {
  StringRef mark = Item(item).getQualifier();
  StringRef decides = item.starts_with("!") ? item : mark;
  // The table has room for so many kinds of types.
  if (decides.starts_with("!"))
    return !table.getKind(decides);
  return !mark.empty() && !table.getMark(mark);
}

EntryViews::Seen EntryViews::matches(StringRef item,
                                     const Signature &signature) const {
  if (item.starts_with("!"))
    return Seen::No;
  StringRef name = Item(item).getName(), mark = Item(item).getQualifier();
  StringRef operation = signature.name.getStringRef();
  bool isNamed = name == "*" || name == operation ||
                 (operation.starts_with(name) &&
                  operation.drop_front(name.size()).starts_with(".") &&
                  !name.contains('.'));
  if (!isNamed)
    return Seen::No;
  if (mark.empty())
    return Seen::Yes;
  // `memref(bufferized)` is a fact about the program, and names no operation.
  if (isHidden(item))
    return name.contains('.') ? Seen::Maybe : Seen::No;
  if (mark.starts_with("!"))
    return table.getKind(mark) & signature.kinds ? Seen::Yes : Seen::No;
  return table.getMark(mark) & signature.marks ? Seen::Yes : Seen::No;
}

EntryViews::Seen EntryViews::matches(ArrayRef<std::string> items,
                                     const Signature &signature) const {
  Seen result = Seen::No;
  for (StringRef item : items)
    result = std::max(result, matches(item, signature));
  return result;
}

const EntryViews::View *EntryViews::getViews(unsigned number) {
  if (views.size() <= number)
    views.resize(std::max<size_t>(table.size(), number + 1));
  std::vector<View> &made = views[number];
  if (!made.empty())
    return made.data();
  const Signature &signature = table.get(number);
  for (const Entry &entry : entries) {
    const ContentsEntry &said = *entry.entry;
    View &view = made.emplace_back();
    Seen item = matches(said.items, signature);
    Seen except = matches(said.except, signature);
    if (item == Seen::Yes && except == Seen::No)
      view.flags |= Item;
    else if (item != Seen::No && except != Seen::Yes)
      view.flags |= MaybeItem;
    if (matches(said.unless, signature) == Seen::Yes)
      view.flags |= Unless;
    if (matches(said.given, signature) == Seen::Yes)
      view.flags |= Given;
    if (matches(said.to, signature) != Seen::No ||
        matches(said.sometimes, signature) != Seen::No)
      view.flags |= Added;
    for (auto [i, to] : enumerate(said.to))
      if (matches(StringRef(to), signature) == Seen::Yes)
        view.to.push_back(i);
  }
  return made.data();
}

//===----------------------------------------------------------------------===//
// What applies
//===----------------------------------------------------------------------===//

EntryViews::Seen EntryViews::isAnyThere(uint8_t flag, unsigned index,
                                        const ContentsScan &scan, KindSet kinds,
                                        bool isSomeHidden) {
  KindSet there = scan.getKinds();
  // Of casts the other operations count that have the type.
  if (!entries[index].isOfCastsOnly)
    there |= scan.getKindsOfCasts();
  if (there & kinds)
    return Seen::Yes;
  for (const ContentsScan::Entry &entry : scan.getEntries())
    if (getViews(entry.signature)[index].flags & flag)
      return Seen::Yes;
  return isSomeHidden ? Seen::Maybe : Seen::No;
}

EntryViews::Seen EntryViews::isGiven(unsigned index,
                                     const ContentsScan &before) {
  const Entry &entry = entries[index];
  if (entry.entry->given.empty())
    return Seen::Yes;
  return isAnyThere(Given, index, before, entry.given, entry.isGivenHidden);
}

EntryViews::Seen EntryViews::isBlocked(unsigned index,
                                       const ContentsScan &before) {
  const Entry &entry = entries[index];
  if (entry.entry->unless.empty())
    return Seen::No;
  return isAnyThere(Unless, index, before, entry.unless, entry.isUnlessHidden);
}
