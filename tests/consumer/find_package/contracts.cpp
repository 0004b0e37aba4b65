//===- contracts.cpp - Contracts that come with a library -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  builder.addPass(createAcmePad());
  builder.addPass(mlir::createCSEPass());
  llvm::Error error = builder.build();
  if (!error)
    return 1;
  llvm::outs() << llvm::toString(std::move(error)) << "\n";
  return 0;
}
