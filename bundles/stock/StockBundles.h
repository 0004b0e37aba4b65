//===- StockBundles.h - Bundles that a CPU pipeline needs -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All are transparent: others can insert among their passes, and each returns a
// new bundle that may be changed before it is added.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_STOCKBUNDLES_H
#define PMB_BUNDLES_STOCK_STOCKBUNDLES_H

#include "builder/passes/PassBundle.h"

namespace pmb::bundles {

/// `cleanup`: cse, canonicalize.
PassBundle createCleanup();

/// `bufferization`: one-shot-bufferize across function boundaries, then what
/// frees the buffers (`createBufferDeallocation`). `options` replace the stock
/// options of one-shot-bufferize.
PassBundle createBufferization(llvm::StringRef options = "");

/// `buffer-deallocation`: the passes of MLIR's buffer-deallocation-pipeline,
/// and convert-bufferization-to-memref for what they leave.
PassBundle createBufferDeallocation();

/// `linalg-to-loops`: convert-linalg-to-loops on functions, then lower-affine
/// for the index arithmetic of convolutions. For linalg on buffers.
PassBundle createLinalgToLoops();

/// `lower-to-llvm`: everything below loops and buffers on the host to the LLVM
/// dialect: scf, affine, memref, vector, math, arith, index, cf, func, ub. Ends
/// with reconcile-unrealized-casts.
PassBundle createLowerToLLVM();

/// Names of all stock bundles, sorted.
llvm::ArrayRef<llvm::StringLiteral> getStockBundleNames();
/// The stock bundle of that name, or std::nullopt.
std::optional<PassBundle> createStockBundle(llvm::StringRef name);

} // namespace pmb::bundles

#endif // PMB_BUNDLES_STOCK_STOCKBUNDLES_H
