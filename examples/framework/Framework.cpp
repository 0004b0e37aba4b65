//===- Framework.cpp - Pipelines that others may add to -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/framework/Framework.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

// Buffers of functions have no layout, so that no copy needs a runtime library.
static constexpr llvm::StringLiteral bufferizationOptions =
    "bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map "
    "buffer-alignment=16";

/// Says what goes in and what may come out, so that build() can tell whether a
/// pipeline lowers everything, whatever was added to it. Without this only the
/// order among the passes is checked. An item is an operation, a dialect, or a
/// kind of type.
static void declareInterface(pmb::PassManagerBuilder &builder,
                             std::vector<std::string> values) {
  std::vector<std::string> input = {"builtin.module", "func.func", "func.call",
                                    "func.return",    "arith",     "linalg"};
  input.insert(input.end(), values.begin(), values.end());
  builder.getInterface().inputContents = std::move(input);
  builder.getInterface().outputContents = {"builtin.module", "llvm"};
}

void framework::composeCpu(pmb::PassManagerBuilder &builder) {
  declareInterface(builder, {"tensor", "!tensor"});
  builder.addBundle(pmb::bundles::createCleanup());
  builder.addSlot("pre-bufferize");
  builder.addBundle("bufferization", bufferizationOptions);
  builder.addSlot("post-bufferize");
  builder.addBundle(pmb::bundles::createLinalgToLoops());
  builder.addBundle(pmb::bundles::createLowerToLLVM());
}

void framework::composeAffine(pmb::PassManagerBuilder &builder) {
  declareInterface(builder, {"tensor", "!tensor"});
  builder.nest<func::FuncOp>().addPass<pmb::LinalgElementwiseOpFusion>();
  builder.addPass<pmb::OneShotBufferize>(bufferizationOptions);
  builder.addBundle(pmb::bundles::createBufferDeallocation());
  builder.nest<func::FuncOp>()
      .addPass<pmb::ConvertLinalgToAffineLoops>()
      .addPass<pmb::AffineLoopFusion>()
      .addPass<pmb::AffineScalarReplacement>()
      .addPass<pmb::ExpandStridedMetadata>()
      .addPass<pmb::LowerAffine>()
      .addPass<pmb::SCFToControlFlow>();
  builder.addPass<pmb::ConvertToLLVM>();
  builder.addPass<pmb::ReconcileUnrealizedCasts>();
}

void framework::composeMemref(pmb::PassManagerBuilder &builder) {
  declareInterface(builder, {"memref", "!memref"});
  builder.addNestedPass<func::FuncOp>(createCSEPass());
  builder.nest("func.func").addPass("convert-linalg-to-parallel-loops");
  builder.addBundle(pmb::bundles::createLowerToLLVM());
}

llvm::ArrayRef<framework::Variant> framework::getVariants() {
  static const Variant variants[] = {
      {"cpu", "tensors to plain loops, made of stock bundles", "mlp.mlir",
       composeCpu},
      {"affine", "tensors to fused affine loops, made of single passes",
       "mlp.mlir", composeAffine},
      {"memref", "a program on memrefs, so nothing is bufferized",
       "mlp_memref.mlir", composeMemref},
  };
  return variants;
}
