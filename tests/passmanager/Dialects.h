//===- Dialects.h - Dialects of MLIR by their names -------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_DIALECTS_H
#define PMB_TESTS_PASSMANAGER_DIALECTS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pmb::test {

/// All dialects of MLIR, with what extends them.
mlir::DialectRegistry getAllDialects();

/// Loads some of them. The headers of some are a megabyte, which a test that
/// only has to parse their operations need not read.
void loadDialects(mlir::MLIRContext &context,
                  llvm::ArrayRef<llvm::StringRef> names);

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_DIALECTS_H
