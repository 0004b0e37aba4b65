//===- Dialects.cpp - Dialects of MLIR by their names ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialects.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "gtest/gtest.h"

mlir::DialectRegistry pmb::test::getAllDialects() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  return registry;
}

void pmb::test::loadDialects(mlir::MLIRContext &context,
                             llvm::ArrayRef<llvm::StringRef> names) {
  context.appendDialectRegistry(getAllDialects());
  for (llvm::StringRef name : names)
    EXPECT_TRUE(context.getOrLoadDialect(name)) << name.str();
}
