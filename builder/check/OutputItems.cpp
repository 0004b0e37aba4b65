//===- OutputItems.cpp - What may remain at the end of a pipeline ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OutputItems.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

OutputItems::OutputItems(const PipelineInterface &interface,
                         const Catalog &catalog, const NameTables &names)
    : names(names) {
  if (interface.outputContents)
    named = names.items.cover(*interface.outputContents);
  for (const OperationDescriptor *op : catalog.getOperations())
    if (op->isTop)
      tops.push_back(op->name);
  if (!interface.outputContents || interface.outputContents->empty())
    return;
  StringRef functions = catalog.getProgramDialect();
  for (const ContentsDescriptor *contents : catalog.getNamedContents()) {
    auto has = [&](StringRef item) {
      return any_of(contents->items, [&](StringRef one) {
        return one == item ||
               (item == functions && Item(one).getDialect() == item);
      });
    };
    // What programs usually have is no output.
    if (!StringRef(contents->name).starts_with("usual-") &&
        all_of(*interface.outputContents, has))
      wider.push_back(contents);
  }
}

const ContentsDescriptor *OutputItems::lookupWider(unsigned id) const {
  Item item(names.items.getName(id));
  for (const ContentsDescriptor *contents : wider)
    if (!named.contains(id) && any_of(contents->items, [&](StringRef one) {
          return Item(one).covers(item);
        }))
      return contents;
  return nullptr;
}

bool OutputItems::canBeLeft(unsigned id) const {
  StringRef name = names.items.getName(id);
  bool isTop = any_of(tops, [&](StringRef top) {
    return name == top || name == top.split('.').first;
  });
  Item item(name);
  return !isTop && !item.isType() && (!item.isQualified() || item.isCast());
}
