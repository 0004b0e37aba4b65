//===- Trace.h - A dialect and three passes ---------------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_PLUGIN_TRACE_H
#define PMB_EXAMPLES_PLUGIN_TRACE_H

#include "builder/passes/PassInstance.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "TraceDialect.h.inc"
#define GET_OP_CLASSES
#include "TraceOps.h.inc"

namespace trace {

/// Puts `trace.event @trace_enter_f` at the entry of each function `f`.
struct MarkFunctions
    : mlir::PassWrapper<MarkFunctions,
                        mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkFunctions)
  llvm::StringRef getArgument() const override { return "trace-mark"; }
  llvm::StringRef getDescription() const override {
    return "Report an event at the entry of each function";
  }
  static void describe(pmb::PassDescriptor &pass);
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  void runOnOperation() override;
};

/// Removes the events of functions that do nothing else.
struct DropTrivial
    : mlir::PassWrapper<DropTrivial, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropTrivial)
  llvm::StringRef getArgument() const override { return "trace-drop-trivial"; }
  llvm::StringRef getDescription() const override {
    return "Remove the events of functions that do nothing";
  }
  static void describe(pmb::PassDescriptor &pass);
  void runOnOperation() override;
};

/// Makes each event a call of its handler, which the host has to define.
struct LowerEvents
    : mlir::PassWrapper<LowerEvents, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerEvents)
  llvm::StringRef getArgument() const override { return "trace-lower"; }
  llvm::StringRef getDescription() const override {
    return "Lower events to calls";
  }
  static void describe(pmb::PassDescriptor &pass);
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  void runOnOperation() override;
};

} // namespace trace

#endif // PMB_EXAMPLES_PLUGIN_TRACE_H
