//===- SameClassPlugin.cpp - A class that another plugin has, too ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two plugins that are built without pmb_add_plugin share what their classes
// are called, and so MLIR's TypeID. The passes of `same-class-a` and
// `same-class-b` each must come before the other.
//
//===----------------------------------------------------------------------===//

#include "FileName.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"

struct SameClassPass : mlir::PassWrapper<SameClassPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SameClassPass)
  llvm::StringRef getArgument() const override { return ::getName(); }
  static void describe(pmb::PassDescriptor &pass);
  void runOnOperation() override {}
};
void SameClassPass::describe(pmb::PassDescriptor &pass) {
  pass.contract
      .before(pmb::pass(::getName() == "same-class-a" ? "same-class-b"
                                                      : "same-class-a"))
      .because("it is first");
}

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, getName().c_str(), "1",
          [] { mlir::PassRegistration<SameClassPass>(); }};
}

static llvm::Error describe(pmb::Catalog &catalog) {
  return pmb::describePasses<SameClassPass>(catalog);
}
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPassBefore(std::make_unique<SameClassPass>(), "cse");
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             getName().c_str(),
                                             "1",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             pmb::extendCatalogWith<describe>,
                                             pmb::extendWith<extend>};
  return &info;
}
