//===- passmanager.cpp - A consumer of the layer above MLIR ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/Plugin.h"
#include "passmanager/plugins/PluginInfo.h"
#include "llvm/Support/raw_ostream.h"

// A plugin that is no library.
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPassBefore("sccp", "cse");
}

static const pmbPipelinePluginInfo *getAcmePluginInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "acme",
                                             "1.0",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             pmb::extendWith<extend>};
  return &info;
}

static llvm::Error compose(pmb::PassManagerBuilder &builder) {
  builder.addPass(mlir::createCanonicalizerPass());
  builder.addPass<pmb::SymbolDCE>();
  if (llvm::Error error = builder.addPassBefore<pmb::CSE, pmb::SymbolDCE>())
    return error;
  auto acme = pmb::Plugin::loadCompiledIn(getAcmePluginInfo);
  if (!acme)
    return acme.takeError();
  if (llvm::Error error = (*acme)->addTo(builder))
    return error;
  return builder.build();
}

int main() {
  mlir::registerTransformsPasses();
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  if (llvm::Error error = compose(builder)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }

  std::string names;
  for (mlir::Pass &pass : pm)
    names += " " + pass.getArgument().str();
  llvm::outs() << "the pass manager has:" << names << "\n";
  if (names != " canonicalize sccp cse symbol-dce")
    return 1;

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  return mlir::failed(pm.run(*module));
}
