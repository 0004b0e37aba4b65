//===- Targets.h - One description for three targets ------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_TARGETS_H
#define PMB_EXAMPLES_TARGETS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace example {

/// Reads the pipeline in `folder`, lowers `program` for each of its targets,
/// in which the plugin beside it takes part where it wants to, and executes
/// what is for the CPU. Returns true if the numbers are right, and there are
/// kernels where there should be.
llvm::Expected<bool> showTargets(mlir::MLIRContext &context,
                                 llvm::StringRef folder,
                                 llvm::StringRef program,
                                 llvm::raw_ostream &os);

} // namespace example

#endif // PMB_EXAMPLES_TARGETS_H
