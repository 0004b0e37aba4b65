//===- UndefinedPlugin.cpp - A plugin that needs what nobody has ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/plugins/PluginInfo.h"

extern "C" bool pmbTestFunctionThatNobodyHas(pmb::PassManagerBuilder *pmb);

static bool extend(pmb::PassManagerBuilder *pmb) {
  return pmbTestFunctionThatNobodyHas(pmb);
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "undefined",
                                             "1",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             extend};
  return &info;
}
