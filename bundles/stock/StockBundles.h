//===- StockBundles.h - Bundles that many pipelines are made of -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data: each is a file beside this header, and README.md lists them with their
// options. A pipeline whose catalog is the stock catalog has them by name:
//
//   pmb.addBundle("bufferization", "buffer-alignment=16");
//
// The functions here return a new bundle that may be changed before it is
// added. All are transparent: others can insert among their passes.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_STOCKBUNDLES_H
#define PMB_BUNDLES_STOCK_STOCKBUNDLES_H

#include "builder/passes/Catalog.h"

namespace pmb::bundles {

/// Names of all stock bundles, sorted.
llvm::ArrayRef<llvm::StringLiteral> getStockBundleNames();
/// What is known of a stock bundle: its summary, kinds, options, contract and
/// steps. Null if there is none. Lives as long as the process. Safe from
/// several threads.
const PassDescriptor *lookupStockBundle(llvm::StringRef name);
/// The stock bundle of that name with its options at their defaults. Null if
/// there is none. Lives as long as the process.
const PassBundle *lookupDefaultStockBundle(llvm::StringRef name);
/// The stock bundle of that name with these options, as a textual pipeline
/// would have them. Fails with `unknown-bundle`, and with `bad-options`.
llvm::Expected<PassBundle> createStockBundle(llvm::StringRef name,
                                             llvm::StringRef options = "");

/// Those that pipelines for the CPU need, with their options at their defaults.
PassBundle createCleanup();
PassBundle createBufferization();
PassBundle createBufferDeallocation();
PassBundle createLinalgToLoops();
PassBundle createLowerToLLVM();

} // namespace pmb::bundles

#endif // PMB_BUNDLES_STOCK_STOCKBUNDLES_H
