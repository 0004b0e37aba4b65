//===- PluginLoad.h - What plugins can be made of ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PLUGINS_PLUGINLOAD_H
#define PMB_PASSMANAGER_PLUGINS_PLUGINLOAD_H

#include "bundles/pipelines/PluginRules.h"
#include "passmanager/plugins/Plugin.h"

namespace pmb {

/// Loads a shared library. Fails with `bad-plugin`.
llvm::Expected<std::unique_ptr<Plugin>> loadPluginLibrary(llvm::StringRef path);
/// A plugin of the program itself. Fails with `bad-plugin`.
llvm::Expected<std::unique_ptr<Plugin>>
loadPluginCompiledIn(const PluginEntryPoints &entry);
/// Reads a `*.json` file. Fails with the errors of the file, or with
/// `bad-plugin` if it says things that a plugin has no say in.
llvm::Expected<std::unique_ptr<Plugin>> loadPluginFile(llvm::StringRef path);

} // namespace pmb

#endif // PMB_PASSMANAGER_PLUGINS_PLUGINLOAD_H
