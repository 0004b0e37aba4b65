//===- Input.h - What the input contains ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_INPUT_H
#define PMB_TOOLS_PMB_OPT_INPUT_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/LLVM.h"
#include <memory>

namespace llvm {
class MemoryBuffer;
} // namespace llvm
namespace mlir {
class DialectRegistry;
class MlirOptMainConfig;
} // namespace mlir

namespace pmb {

/// One part of the input, of which there are several with --split-input-file.
struct InputPart {
  /// The line in which it begins, from 1.
  unsigned line;
  /// The context that it was read with.
  std::unique_ptr<mlir::MLIRContext> context;
  /// The operation that the pipeline is for, and its name.
  mlir::OwningOpRef<mlir::Operation *> op;
  std::string rootOp;
  std::vector<std::string> contents;
  /// What --run-reproducer found.
  mlir::PassReproducerOptions reproducer;
};

/// Reads the input as mlir-opt will, and calls `visit` for each part that can
/// be parsed, until that fails. What cannot be parsed is left for mlir-opt to
/// report, unless `showErrors`. Fails if `visit` does, or after showing errors.
mlir::LogicalResult
forEachPart(const llvm::MemoryBuffer &input,
            const mlir::DialectRegistry &registry,
            const mlir::MlirOptMainConfig &config, bool showErrors,
            llvm::function_ref<mlir::LogicalResult(InputPart)> visit);

/// Prints what each part of the input contains, as contents files say it
/// (`printContentsFile`). Fails, after having said why, if a part cannot be
/// read or `config` has passes: none would run.
mlir::LogicalResult printContents(const llvm::MemoryBuffer &input,
                                  const mlir::DialectRegistry &registry,
                                  const mlir::MlirOptMainConfig &config,
                                  llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_INPUT_H
