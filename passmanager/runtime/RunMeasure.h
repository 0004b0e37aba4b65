//===- RunMeasure.h - What there is around a pass that runs ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_RUNMEASURE_H
#define PMB_PASSMANAGER_RUNTIME_RUNMEASURE_H

#include "bundles/report/Run.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace pmb {

/// What is in an operation at one point of a run.
struct RunMeasure {
  /// One walk. `withText`: also prints it, which takes much longer.
  RunMeasure(mlir::Operation *op, bool withText);

  mlir::OperationFingerPrint fingerprint;
  llvm::DenseMap<mlir::OperationName, uint64_t> operations;
  std::set<std::string> kinds;
  std::string text;
};

/// The number of operations before and after, by name.
PassExecution::Counts compare(const RunMeasure &before,
                              const RunMeasure &after);

/// `func.func @main`.
std::string describeOperation(mlir::Operation *op);

/// The command that runs a pass, `cse{max=1}`, on the text of an operation of
/// that name, which it reads from before.mlir. `tool` is a program with the
/// options of mlir-opt. REQUIRES: as for `SymbolTable::getSymbolUses`.
std::string makeCommand(llvm::StringRef tool, llvm::StringRef pass,
                        mlir::Operation *op);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_RUNMEASURE_H
