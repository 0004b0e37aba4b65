//===- host.cpp - A program with plugins in it ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedPlugins.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/Support/raw_ostream.h"

static llvm::Error run() {
  mlir::registerTransformsPasses();
  if (llvm::Error error = pmb::loadLinkedPlugins())
    return error;
  mlir::DialectRegistry registry;
  for (const pmb::Plugin *plugin : pmb::Plugin::getLoaded())
    if (llvm::Error error = plugin->registerWith(registry))
      return error;
  mlir::MLIRContext context(registry);
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  builder.addPass("cse");
  for (const pmb::Plugin *plugin : pmb::Plugin::getLoaded())
    if (llvm::Error error = plugin->addTo(builder))
      return error;
  if (llvm::Error error = builder.build())
    return error;
  pm.printAsTextualPipeline(llvm::outs());
  llvm::outs() << "\n";
  return llvm::Error::success();
}

int main() {
  if (llvm::Error error = run()) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
