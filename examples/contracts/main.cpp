//===- main.cpp - Contracts that come with the passes ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A framework that uses the passes of acme and has never heard of contracts.
//
//===----------------------------------------------------------------------===//

#include "AcmePasses.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::registerLinalgPasses();
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  builder.addPass(acme::createAcmeTile());
  builder.addPass<pmb::LinalgGeneralizeNamedOps>();
  if (llvm::Error error = builder.build()) {
    llvm::errs() << llvm::toString(std::move(error));
    return 1;
  }
  return 0;
}
