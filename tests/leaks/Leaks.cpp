//===- Leaks.cpp - A program that ends leaves nothing that is lost --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked with LeakSanitizer, which makes the exit code: what the stock catalog
// keeps for good must be reachable when it has destroyed what is static.
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockCatalog.h"

int main() {
  llvm::Expected<const pmb::Catalog &> pinned = pmb::getStockCatalog("19.1");
  if (!pinned)
    return 2;
  return !pmb::getStockCatalog().lookupPass("canonicalize") ||
         !pinned->lookupPass("canonicalize");
}
