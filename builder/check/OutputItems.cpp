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
}

bool OutputItems::canBeLeft(unsigned id) const {
  StringRef name = names.items.getName(id);
  bool isTop = any_of(tops, [&](StringRef top) {
    return name == top || name == top.split('.').first;
  });
  Item item(name);
  return !isTop && !item.isType() && (!item.isQualified() || item.isCast());
}
