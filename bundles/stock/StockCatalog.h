//===- StockCatalog.h - What is known about the passes of MLIR ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_STOCKCATALOG_H
#define PMB_BUNDLES_STOCK_STOCKCATALOG_H

#include "builder/passes/Catalog.h"

namespace pmb {

/// The catalog of the passes of MLIR: anchors, options, kinds and contracts. It
/// is about the release of LLVM that the library was built with, 22 or 19,
/// unless it was configured with another one (PMB_CATALOG_RELEASE). Made on
/// first use, from the files in `bundles/catalog/` that are built into the
/// library; a pass is only read once it is looked up. Safe from several
/// threads. To add to it, copy it:
///
///   pmb::Catalog catalog = pmb::getStockCatalog().clone();
const Catalog &getStockCatalog();

/// The same in another version, such as `22.1`, of any release of LLVM that
/// there is a catalog about: what is newer leads to remarks only
/// (bundles/STABILITY.md). Fails with `bad-value`, and
/// names those that there are, if there is no such version. Made on first use;
/// lives as long as the process; safe from several threads.
llvm::Expected<const Catalog &> getStockCatalog(llvm::StringRef version);

/// How many passes of the stock catalog have been looked up so far in the
/// process.
size_t countParsedStockPasses();

} // namespace pmb

#endif // PMB_BUNDLES_STOCK_STOCKCATALOG_H
