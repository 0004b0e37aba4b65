//===- FalseClaim.cpp - A claim of a contract that IR contradicts ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/FalseClaim.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pmb;
using namespace llvm;

static bool hasPlace(mlir::Operation *op) {
  return !!op->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
}

mlir::Location pmb::findPlace(mlir::Operation *op) {
  for (mlir::Operation *at = op; at; at = at->getParentOp())
    if (hasPlace(at))
      return at->getLoc();
  return op->getLoc();
}

FalseClaim::FalseClaim(Kind kind, const ContractEntry *entry, StringRef item,
                       mlir::Operation *op)
    : kind(kind), entry(entry), item(item), location(findPlace(op)),
      hasPlace(::hasPlace(op)) {}

std::vector<FalseClaim> pmb::sortByPlace(std::vector<FalseClaim> claims) {
  auto getKey = [](const FalseClaim &claim) {
    bool isWeak = claim.entry && claim.entry->strength == Strength::Weak;
    bool isAboutRoot = claim.kind == FalseClaim::Kind::Missing ||
                       claim.kind == FalseClaim::Kind::NotAdded;
    auto at = claim.location->findInstanceOf<mlir::FileLineColLoc>();
    return std::tuple(isWeak, isAboutRoot, !claim.hasPlace,
                      at ? at.getLine() : 0, at ? at.getColumn() : 0);
  };
  stable_sort(claims, [&](const FalseClaim &a, const FalseClaim &b) {
    return getKey(a) < getKey(b);
  });
  return claims;
}
