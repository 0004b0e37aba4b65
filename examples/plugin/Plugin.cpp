//===- Plugin.cpp - The entry points of the plugin ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"

//===----------------------------------------------------------------------===//
// For MLIR: what there is. mlir-opt calls these, too.
//===----------------------------------------------------------------------===//

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "trace", "0.1", [] {
            mlir::PassRegistration<trace::MarkFunctions>();
            mlir::PassRegistration<trace::DropTrivial>();
            mlir::PassRegistration<trace::LowerEvents>();
          }};
}

extern "C" PMB_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "trace", "0.1",
          [](mlir::DialectRegistry *registry) {
            registry->insert<trace::TraceDialect>();
          }};
}

//===----------------------------------------------------------------------===//
// For catalogs: what the passes need and do, for pipelines that name them.
//===----------------------------------------------------------------------===//

static llvm::Error describe(pmb::Catalog &catalog) {
  return pmb::describePasses<trace::MarkFunctions, trace::DropTrivial,
                             trace::LowerEvents>(catalog);
}

//===----------------------------------------------------------------------===//
// For pipelines: where it goes.
//===----------------------------------------------------------------------===//

static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  builder.registerDialect<trace::TraceDialect>();
  // Inlined functions are entered no more, so they should not be marked before.
  // Without a lowering there is nothing to call.
  if (llvm::Error error =
          builder.addPassBeforeType<trace::MarkFunctions, pmb::LLVMLowering>())
    return error;
  if (llvm::Error error =
          builder.addPassAfter<trace::DropTrivial, trace::MarkFunctions>())
    return error;
  return builder.addPassAfter<trace::LowerEvents, trace::DropTrivial>();
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const char *const extends[] = {"llvm-lowering", nullptr};
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "trace",
                                             "0.1",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             extends,
                                             /*variants=*/nullptr,
                                             pmb::extendCatalogWith<describe>,
                                             pmb::extendWith<extend>};
  return &info;
}
