//===- Mod.h - Arithmetic modulo a number -----------------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MOD_MOD_H
#define MOD_MOD_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ModDialect.h.inc"
#define GET_OP_CLASSES
#include "ModOps.h.inc"

namespace mlir {
class ConversionTarget;
class LLVMTypeConverter;
} // namespace mlir

namespace mod {

/// Replaces operations by cheaper ones; see ModPatterns.td.
void populateStrengthReduction(mlir::RewritePatternSet &patterns);
/// Takes factors out of sums; see ModPatterns.pdll. REQUIRES: the dialect `pdl`
/// is loaded, as these patterns are a program that is compiled when they are
/// used.
void populateFactoring(mlir::RewritePatternSet &patterns);
/// Lowers the dialect in a conversion to the LLVM dialect.
void populateToLLVM(mlir::ConversionTarget &target,
                    mlir::LLVMTypeConverter &converter,
                    mlir::RewritePatternSet &patterns);

} // namespace mod

#endif // MOD_MOD_H
