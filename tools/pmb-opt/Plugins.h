//===- Plugins.h - Plugins that the command line names --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_PLUGINS_H
#define PMB_TOOLS_PMB_OPT_PLUGINS_H

#include "builder/passes/Catalog.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pmb {

class PassManagerBuilder;
struct OptOptions;

/// Loads what `--load-pipeline-plugin` names, so that the passes of plugins
/// have options of their own on the command line. Called before that is read,
/// which is why it looks for the option itself.
llvm::Error loadPlugins(int argc, char **argv, mlir::DialectRegistry &registry);

void listPlugins(llvm::raw_ostream &os);

/// Writes a contracts file of what plugins, and registrations in them, say of
/// passes. Fails with what is wrong with that.
llvm::Error printContracts(llvm::raw_ostream &os);

/// What is known of MLIR's passes, what plugins know, and what the contracts
/// files of the command line say. Prints warnings; fails if these do not fit
/// together or cannot be read.
llvm::Expected<Catalog> makeCatalog(const OptOptions &options);

/// Lets the plugins whose ids are given, and with `withDefaults` those that are
/// activated by default, edit the pipeline. Adds to `nameFindings` the names in
/// JSON files that look misspelled.
llvm::Error addPlugins(PassManagerBuilder &builder,
                       llvm::ArrayRef<std::string> activated, bool withDefaults,
                       std::vector<Diagnostic> &nameFindings);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_PLUGINS_H
