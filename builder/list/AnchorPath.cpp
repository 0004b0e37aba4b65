//===- AnchorPath.cpp - Where a pass runs ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/AnchorPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;

AnchorPath::~AnchorPath() {
  // One after the other: nests can be deeper than the stack.
  while (!nested.empty()) {
    std::unique_ptr<AnchorPath> last = nested.pop_back_val();
    for (std::unique_ptr<AnchorPath> &inner : last->nested)
      nested.push_back(std::move(inner));
    last->nested.clear();
  }
}

AnchorPath *AnchorPath::getNested(llvm::StringRef nestedOp) {
  for (const std::unique_ptr<AnchorPath> &path : nested)
    if (path->op == nestedOp)
      return path.get();
  nested.push_back(std::make_unique<AnchorPath>(nestedOp, this));
  return nested.back().get();
}

AnchorPath *AnchorPath::findUpwards(llvm::StringRef wanted,
                                    const AnchorPath *top) {
  AnchorPath *path = this;
  while (path && path->op != wanted)
    path = path == top ? nullptr : path->parent;
  return path;
}

bool AnchorPath::isIn(const AnchorPath &other) const {
  return getCommonPrefix(this, &other) == &other;
}

const AnchorPath *AnchorPath::getCommonPrefix(const AnchorPath *a,
                                              const AnchorPath *b) {
  while (a != b) {
    if (a->depth >= b->depth)
      a = a->parent;
    else
      b = b->parent;
  }
  return a;
}

std::string AnchorPath::str() const {
  llvm::SmallVector<llvm::StringRef> ops;
  for (const AnchorPath *path = this; path; path = path->parent)
    ops.push_back(path->op);
  return llvm::join(llvm::reverse(ops), "/");
}

std::vector<std::string> AnchorPath::getOps() const {
  std::vector<std::string> ops(depth);
  for (const AnchorPath *path = this; path->depth; path = path->parent)
    ops[path->depth - 1] = path->op;
  return ops;
}
