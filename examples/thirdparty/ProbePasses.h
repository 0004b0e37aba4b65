//===- ProbePasses.h - Passes that place and lower probes -------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `describe` functions say what a pass needs and does, so that a builder
// can check its place in pipelines that neither side has seen before.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_THIRDPARTY_PROBEPASSES_H
#define PMB_EXAMPLES_THIRDPARTY_PROBEPASSES_H

#include "builder/passes/PassInstance.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace acme {

/// Puts `probe.count "flops"` before each linalg contraction of static shape.
/// Loops hide what a contraction is, so this runs before linalg is lowered;
/// and bufferization may turn one tensor operation into several on buffers, so
/// what the program asks for is counted best before it.
struct MarkContractions
    : mlir::PassWrapper<MarkContractions,
                        mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkContractions)

  llvm::StringRef getArgument() const override {
    return "probe-mark-contractions";
  }
  llvm::StringRef getDescription() const override {
    return "Count the floating point operations of linalg contractions";
  }
  static void describe(pmb::PassDescriptor &pass);
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  void runOnOperation() override;
};

/// Raises the alignment of each memref.alloc and counts its bytes in "bytes".
/// Nothing is allocated before bufferization, and nothing is a memref after
/// the lowering to LLVM.
struct AlignBuffers
    : mlir::PassWrapper<AlignBuffers, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AlignBuffers)

  AlignBuffers() = default;
  // An option cannot be copied with its pass; this keeps the default, and
  // clonePass() copies the value.
  AlignBuffers(const AlignBuffers &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const override { return "probe-align-buffers"; }
  llvm::StringRef getDescription() const override {
    return "Align allocated buffers and count their bytes";
  }
  static void describe(pmb::PassDescriptor &pass);
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  void runOnOperation() override;

  Option<uint64_t> alignment{
      *this, "alignment", llvm::cl::init(64),
      llvm::cl::desc("Least alignment in bytes; a power of two")};
};

/// Lowers every `probe.count "x"` of a module to a load, an addition and a
/// store on a global counter, and adds a function that reads the counter for
/// the host (`counterReaderPrefix`). The result is made of memref and arith
/// operations, which the rest of the pipeline must still lower.
struct LowerProbes
    : mlir::PassWrapper<LowerProbes, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerProbes)

  llvm::StringRef getArgument() const override { return "probe-lower"; }
  llvm::StringRef getDescription() const override {
    return "Lower probes to global counters";
  }
  static void describe(pmb::PassDescriptor &pass);
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  void runOnOperation() override;
};

} // namespace acme

#endif // PMB_EXAMPLES_THIRDPARTY_PROBEPASSES_H
