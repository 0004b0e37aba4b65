//===- StockBundles.cpp - Bundles that a CPU pipeline needs ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockBundles.h"

using namespace pmb;
using llvm::StringLiteral;
using llvm::StringRef;

PassBundle bundles::createCleanup() {
  PassBundle bundle("cleanup");
  // What is common is gone before the canonicalizer runs, so that the IR is
  // canonical behind the bundle: `x - y` may have become `x - x`.
  bundle.addKind("cleanup").addPass("cse").addPass("canonicalize");
  return bundle;
}

PassBundle bundles::createBufferization(StringRef options) {
  PassBundle bundle("bufferization");
  bundle.addKind("bufferization")
      .addPass("one-shot-bufferize", options.empty()
                                         ? "bufferize-function-boundaries=true "
                                           "function-boundary-type-conversion="
                                           "identity-layout-map"
                                         : options)
      .addBundle(createBufferDeallocation());
  return bundle;
}

PassBundle bundles::createBufferDeallocation() {
  // As mlir::bufferization::buildBufferDeallocationPipeline, which is a
  // function and therefore cannot be inserted into.
  PassBundle bundle("buffer-deallocation");
  bundle.addKind("buffer-deallocation")
      .addPass("expand-realloc", "emit-deallocs=false")
      .addPass("canonicalize")
      .addPass("ownership-based-buffer-deallocation")
      .addPass("canonicalize")
      .addPass("buffer-deallocation-simplification")
      .addPass("bufferization-lower-deallocations")
      .addPass("cse")
      .addPass("canonicalize")
      .addPass("convert-bufferization-to-memref");
  return bundle;
}

PassBundle bundles::createLinalgToLoops() {
  PassBundle bundle("linalg-to-loops");
  bundle.addKind("linalg-lowering");
  bundle.nest("func.func").addPass("convert-linalg-to-loops");
  bundle.addPass("lower-affine");
  return bundle;
}

PassBundle bundles::createLowerToLLVM() {
  PassBundle bundle("lower-to-llvm");
  bundle.addKind("llvm-lowering");
  bundle.nest("func.func").addPass("convert-vector-to-scf");
  bundle
      // Expanding metadata makes affine.apply; lowering that makes arith, and
      // loops where there are affine loops.
      .addPass("expand-strided-metadata")
      .addPass("lower-affine")
      .addPass("convert-scf-to-cf")
      .addPass("convert-vector-to-llvm")
      .addPass("convert-math-to-llvm")
      .addPass("finalize-memref-to-llvm")
      .addPass("convert-func-to-llvm")
      .addPass("convert-index-to-llvm")
      .addPass("convert-arith-to-llvm")
      .addPass("convert-cf-to-llvm")
      .addPass("convert-ub-to-llvm")
      .addPass("reconcile-unrealized-casts");
  return bundle;
}

static constexpr StringLiteral stockBundleNames[] = {
    "bufferization", "buffer-deallocation", "cleanup", "linalg-to-loops",
    "lower-to-llvm"};

llvm::ArrayRef<StringLiteral> bundles::getStockBundleNames() {
  return stockBundleNames;
}

std::optional<PassBundle> bundles::createStockBundle(StringRef name) {
  if (name == "bufferization")
    return createBufferization();
  if (name == "buffer-deallocation")
    return createBufferDeallocation();
  if (name == "cleanup")
    return createCleanup();
  if (name == "linalg-to-loops")
    return createLinalgToLoops();
  if (name == "lower-to-llvm")
    return createLowerToLLVM();
  return std::nullopt;
}
