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
/// Looks at a library before the loader does: it is whole, and brings no second
/// copy of LLVM or MLIR. Fails with `bad-plugin`.
llvm::Error checkPluginLibrary(llvm::StringRef path);
/// The build id of a library, as hexadecimal digits; empty if it has none.
std::string readBuildID(llvm::StringRef path);
/// What to do about a library that the loader does not load, for what it says.
std::string adviseOnLoading(llvm::StringRef path, llvm::StringRef message);
/// A plugin of the program itself. Fails with `bad-plugin`.
llvm::Expected<std::unique_ptr<Plugin>>
loadPluginCompiledIn(const PluginEntryPoints &entry);
/// Reads a `*.json` file. Fails with the errors of the file, or with
/// `bad-plugin` if it says things that a plugin has no say in.
llvm::Expected<std::unique_ptr<Plugin>> loadPluginFile(llvm::StringRef path);

} // namespace pmb

#endif // PMB_PASSMANAGER_PLUGINS_PLUGINLOAD_H
