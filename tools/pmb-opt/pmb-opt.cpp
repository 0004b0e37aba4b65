//===- pmb-opt.cpp - mlir-opt with pipelines that can be edited -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes what mlir-opt takes, with all of upstream MLIR. Whatever pipeline its
// options make is adopted, edited and checked before it runs. Without an option
// of its own it does what mlir-opt does.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/MLIRPass.h"
#include "tools/pmb-opt/Editing.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static LogicalResult run(StringRef inputName, StringRef outputName,
                         DialectRegistry &registry) {
  MlirOptMainConfig given = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    if (failed(given.setupPassPipeline(pm)))
      return failure();
    return pmb::editPipeline(pm);
  });
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  if (!input) {
    llvm::errs() << message << '\n';
    return failure();
  }
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << message << '\n';
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllPasses();
  pmb::registerBarrierPass();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  // Passes that serialise GPU modules need these; mlir-opt has them, too.
  registerAllGPUToLLVMIRTranslations(registry);

  pmb::registerEditingOptions();
  if (!pmb::loadPlugins(argc, argv, registry))
    return EXIT_FAILURE;
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "MLIR modular optimizer driver\n", registry);
  if (pmb::isListing()) {
    pmb::listPlugins(llvm::outs());
    return EXIT_SUCCESS;
  }
  if (!pmb::isEditing())
    return asMainReturnCode(
        MlirOptMain(argc, argv, inputName, outputName, registry));
  return asMainReturnCode(run(inputName, outputName, registry));
}
