//===- Programs.h - Generated programs ------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BENCHMARKS_PROGRAMS_H
#define PMB_TESTS_BENCHMARKS_PROGRAMS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace pmb::bench {

/// One context with all dialects, and no threads. Registers all passes.
mlir::MLIRContext &getContext();

/// Products and sums of tensors, or loops over memrefs: many small functions,
/// or a single one that is as large as all of them.
mlir::OwningOpRef<mlir::ModuleOp>
makeProgram(bool isOnTensors, bool isOneFunction, unsigned pieces);

} // namespace pmb::bench

#endif // PMB_TESTS_BENCHMARKS_PROGRAMS_H
