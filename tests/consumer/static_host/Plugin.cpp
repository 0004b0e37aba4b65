//===- Plugin.cpp - A plugin, as a library or in a program ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"

#ifdef PLUGIN_HAS_PASS
namespace {
struct Mark : mlir::PassWrapper<Mark, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Mark)
  llvm::StringRef getArgument() const override { return "host-mark"; }
  void runOnOperation() override {}
};
} // namespace

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, PLUGIN_ID, "1.0",
          [] { mlir::PassRegistration<Mark>(); }};
}

static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPassBefore("host-mark", "cse");
}
#else
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPassAfter("sccp", "cse");
}
#endif

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             PLUGIN_ID,
                                             "1.0",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             pmb::extendWith<extend>};
  return &info;
}
