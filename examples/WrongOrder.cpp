//===- WrongOrder.cpp - What happens to a wrong order ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/WrongOrder.h"
#include "examples/Execution.h"

#include "passmanager/PassManagerBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;

/// An order that looks reasonable, but linalg on tensors is not lowered to
/// loops: the first pass leaves it alone, and no later one touches it.
static void composeWrong(pmb::PassManagerBuilder &builder) {
  builder.nest<func::FuncOp>().addPass<pmb::ConvertLinalgToLoops>();
  builder.addPass<pmb::OneShotBufferize>("bufferize-function-boundaries=true");
  builder.addPass<pmb::SCFToControlFlow>();
  builder.addPass<pmb::ExpandStridedMetadata>();
  builder.addPass<pmb::LowerAffine>();
  builder.addPass<pmb::FinalizeMemRefToLLVMConversion>();
  builder.addPass<pmb::ConvertFuncToLLVM>();
  builder.addPass<pmb::ConvertControlFlowToLLVM>();
  builder.addPass<pmb::ReconcileUnrealizedCasts>();
}

/// Builds, and prints what the builder has to say. True if it accepts.
static bool tryToBuild(pmb::PassManagerBuilder &builder,
                       llvm::raw_ostream &os) {
  std::vector<pmb::Diagnostic> errors = pmb::takeDiagnostics(builder.build());
  for (const pmb::Diagnostic &error : errors)
    error.print(os);
  return errors.empty();
}

/// Runs the real mlir-opt. True if it accepts the pipeline and leaves linalg
/// behind.
static llvm::Expected<bool> tryMlirOpt(StringRef mlirOpt, StringRef pipeline,
                                       StringRef program,
                                       llvm::raw_ostream &os) {
  os << "mlir-opt " << llvm::sys::path::filename(program)
     << " --pass-pipeline='" << pipeline << "'\n";
  llvm::Expected<example::CommandResult> result = example::runCommand(
      mlirOpt, {program.str(), ("--pass-pipeline=" + pipeline).str()});
  if (!result)
    return result.takeError();

  os << result->standardError << "exit status: " << result->status << "\n"
     << "left in its output:\n";
  bool hasLeftOver = false;
  for (StringRef line : llvm::split(result->standardOutput, '\n'))
    if (line.contains("linalg.matmul")) {
      os << "  " << line.trim() << "\n";
      hasLeftOver = true;
    }
  return result->status == 0 && hasLeftOver;
}

/// Builds and runs the pipeline. True if it is accepted and leaves nothing of
/// linalg behind.
static llvm::Expected<bool> tryToLower(pmb::PassManagerBuilder &builder,
                                       PassManager &pm, StringRef program,
                                       llvm::raw_ostream &os) {
  if (!tryToBuild(builder, os))
    return false;
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(program, pm.getContext());
  if (!module || failed(pm.run(*module)))
    return llvm::createStringError("cannot lower " + program);

  size_t leftOvers = 0;
  module->walk([&](Operation *op) {
    leftOvers += op->getName().getDialectNamespace() == "linalg";
  });
  os << "built and run; operations of linalg left: " << leftOvers << "\n";
  return leftOvers == 0;
}

llvm::Expected<bool> example::showWrongOrder(MLIRContext &context,
                                             StringRef program,
                                             StringRef mlirOpt,
                                             llvm::raw_ostream &os) {
  PassManager pm = PassManager::on<ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  composeWrong(builder);

  os << "\n-- Composed\n\n";
  builder.print(os, pmb::PrintStyle::Listing);

  os << "\n-- The builder refuses it\n\n";
  if (tryToBuild(builder, os))
    return false;

  os << "\n-- mlir-opt takes the same order\n\n";
  llvm::Expected<bool> isTaken =
      tryMlirOpt(mlirOpt, builder.str(), program, os);
  if (!isTaken)
    return isTaken.takeError();

  // A builder that has refused can be edited and asked again.
  os << "\n-- With the pass moved as the message says\n\n";
  if (llvm::Error error = builder.removePass<pmb::ConvertLinalgToLoops>())
    return error;
  if (llvm::Error error =
          builder
              .addPassAfter<pmb::ConvertLinalgToLoops, pmb::OneShotBufferize>())
    return error;
  builder.print(os, pmb::PrintStyle::Listing);
  os << "\n";
  llvm::Expected<bool> isLowered = tryToLower(builder, pm, program, os);
  if (!isLowered)
    return isLowered.takeError();
  return *isTaken && *isLowered;
}
