//===- EntryViews.cpp - What entries about contents see in IR -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/EntryViews.h"
#include "builder/passes/Item.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

EntryViews::Items EntryViews::read(ArrayRef<std::string> names) const {
  Items items{names};
  for (StringRef item : names) {
    if (item.starts_with("!"))
      items.kinds |= table.getKind(item);
    items.isSomeHidden |= isHidden(item);
  }
  return items;
}

void EntryViews::add(const ContentsEntry &said) {
  Entry entry{&said,
              read(said.items),
              read(said.except),
              read(said.unless),
              read(said.given),
              read(said.to),
              read(said.sometimes)};
  entry.kinds = entry.items.kinds & ~entry.except.kinds;
  entry.added = entry.to.kinds | entry.sometimes.kinds;
  entry.isOfCastsOnly =
      !said.items.empty() &&
      all_of(said.items, [](StringRef item) { return Item(item).isCast(); });
  entries.push_back(std::move(entry));
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
  if (!Item(name).covers(Item(signature.name.getStringRef())))
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

EntryViews::Seen EntryViews::matches(const Items &items,
                                     const Signature &signature) const {
  Seen result = Seen::No;
  for (StringRef item : items.names)
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
    View &view = made.emplace_back();
    Seen item = matches(entry.items, signature);
    Seen except = matches(entry.except, signature);
    if (item == Seen::Yes && except == Seen::No)
      view.flags |= Named;
    else if (item != Seen::No && except != Seen::Yes)
      view.flags |= MaybeNamed;
    if (matches(entry.unless, signature) == Seen::Yes)
      view.flags |= Unless;
    if (matches(entry.given, signature) == Seen::Yes)
      view.flags |= Given;
    if (std::max(matches(entry.to, signature),
                 matches(entry.sometimes, signature)) != Seen::No)
      view.flags |= Added;
    for (auto [i, to] : enumerate(entry.to.names))
      if (matches(StringRef(to), signature) == Seen::Yes)
        view.to.push_back(i);
  }
  return made.data();
}

//===----------------------------------------------------------------------===//
// What applies
//===----------------------------------------------------------------------===//

EntryViews::Seen EntryViews::isAnyThere(uint8_t flag, unsigned index,
                                        const ContentsScan &scan,
                                        const Items &items) {
  // Of casts the other operations count that have the type.
  KindSet there =
      entries[index].isOfCastsOnly ? scan.getKinds() : scan.getAllKinds();
  if (there & items.kinds)
    return Seen::Yes;
  for (const ContentsScan::Entry &entry : scan.getEntries())
    if (getViews(entry.signature)[index].flags & flag)
      return Seen::Yes;
  return items.isSomeHidden ? Seen::Maybe : Seen::No;
}

EntryViews::Seen EntryViews::isGiven(unsigned index,
                                     const ContentsScan &before) {
  const Items &given = entries[index].given;
  return given.names.empty() ? Seen::Yes
                             : isAnyThere(Given, index, before, given);
}

EntryViews::Seen EntryViews::isBlocked(unsigned index,
                                       const ContentsScan &before) {
  const Items &unless = entries[index].unless;
  return unless.names.empty() ? Seen::No
                              : isAnyThere(Unless, index, before, unless);
}
