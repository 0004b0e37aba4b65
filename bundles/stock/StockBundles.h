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
//   builder.addBundle("bufferization", "buffer-alignment=16");
//
// A copy may be changed before it is added:
//
//   builder.addBundle(createBufferization().setOption("deallocate", "false"));
//
// All are transparent: others can insert among their passes.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_STOCKBUNDLES_H
#define PMB_BUNDLES_STOCK_STOCKBUNDLES_H

#include "builder/passes/PassBundle.h"

namespace pmb::bundles {

/// Names of all stock bundles of passes of a release of LLVM, sorted. 0: of the
/// one that the stock catalog is about.
std::vector<llvm::StringRef> getStockBundleNames(unsigned release = 0);
/// The stock bundle of that name, with its options. Null if there is none: a
/// release has those of which it has all passes, with the options of these.
/// Lives as long as the process; safe from several threads.
const PassBundle *lookupStockBundle(llvm::StringRef name, unsigned release = 0);

/// Copies of those that pipelines for the CPU need.
PassBundle createCleanup();
PassBundle createBufferization();
PassBundle createBufferDeallocation();
PassBundle createLinalgToLoops();
PassBundle createLowerToLLVM();

} // namespace pmb::bundles

#endif // PMB_BUNDLES_STOCK_STOCKBUNDLES_H
