//===- WrongOrder.h - What happens to a wrong order -------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_WRONGORDER_H
#define PMB_EXAMPLES_WRONGORDER_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace example {

/// Composes a pipeline that lowers linalg before it is bufferized. Shows that
/// the builder refuses it; that `mlirOpt` takes it for `program`, and leaves
/// linalg behind; and that it lowers everything once the pass stands where the
/// builder's message wants it. Returns true if all of that is so.
llvm::Expected<bool> showWrongOrder(mlir::MLIRContext &context,
                                    llvm::StringRef program,
                                    llvm::StringRef mlirOpt,
                                    llvm::raw_ostream &os);

} // namespace example

#endif // PMB_EXAMPLES_WRONGORDER_H
