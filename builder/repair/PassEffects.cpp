//===- PassEffects.cpp - What contracts say of a pass by itself -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/PassEffects.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// Whether one of `named` is `item`, marks apart, or its dialect.
template <typename RangeT>
static bool isNamed(StringRef item, const RangeT &named) {
  return any_of(named, [&](StringRef one) {
    return Item(one).getName() == item || one == Item(item).getDialect();
  });
}

bool pmb::adds(const PassDescriptor &pass, StringRef item) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return isNamed(item, entry.getAdded());
  });
}

/// Whether an entry lowers what it names wherever that is.
static bool lowersAlways(const ContentsEntry &entry) {
  return entry.word == ContentsEntry::Word::Lowers && !entry.mayLeaveSome() &&
         entry.given.empty();
}

bool pmb::lowers(const PassDescriptor &pass, StringRef item) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return lowersAlways(entry) && isNamed(item, entry.items);
  });
}

bool pmb::lowersSome(const PassDescriptor &pass, StringRef item) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           isNamed(item, entry.items) && !isNamed(item, entry.except);
  });
}

bool pmb::lowersAll(const PassDescriptor &pass, Item item) {
  auto isIn = [&](const auto &list) {
    return is_contained(list, item.getName());
  };
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return lowersAlways(entry) && !isIn(entry.except) &&
           !isIn(entry.getAdded()) &&
           (isIn(entry.items) || is_contained(entry.items, item.getDialect()));
  });
}

bool pmb::lowersRejected(const PassDescriptor &pass,
                         const PassDescriptor &other,
                         function_ref<bool(StringRef)> mayBe) {
  return any_of(other.contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Rejects &&
           entry.strength == Strength::Strong && entry.given.empty() &&
           entry.unless.empty() && !entry.isConditional() &&
           any_of(entry.items, [&](StringRef item) {
             return lowersAll(pass, Item(item)) && mayBe(item);
           });
  });
}

bool pmb::isMisplaced(const PassList &list, const Node &node,
                      const ItemMask &output, const ItemTable &items) {
  const PassDescriptor &pass = node.getDescriptor();
  auto findLowering = [&](const Node *at, const Node *end, Item item) {
    for (; at != end; at = at->getNext())
      if (at->isPass() && lowersAll(at->getDescriptor(), item))
        return true;
    return false;
  };
  auto anyAdded = [&](const Node &by, function_ref<bool(Item)> isWrong) {
    auto isLeft = [&](StringRef text) {
      Item item(text);
      std::optional<unsigned> id = items.lookup(text);
      return !item.isType() && !item.isQualified() && !item.isCast() &&
             !(id && output.contains(*id)) && isWrong(item) &&
             !findLowering(&by, nullptr, item);
    };
    return any_of(by.getDescriptor().contract.getContents(),
                  [&](const ContentsEntry &entry) {
                    return any_of(entry.getAdded(), isLeft);
                  });
  };
  if (anyAdded(node, [&](Item item) {
        return findLowering(list.front(), &node, item);
      }))
    return true;
  for (const Node *at = node.getNext(); at; at = at->getNext())
    if (at->isPass() &&
        anyAdded(*at, [&](Item item) { return lowersAll(pass, item); }))
      return true;
  return false;
}
