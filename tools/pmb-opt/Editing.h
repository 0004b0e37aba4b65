//===- Editing.h - Quick edits of a pipeline ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EDITING_H
#define PMB_TOOLS_PMB_OPT_EDITING_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pmb {

/// Adds the options of this tool to the command line. Called before it is read.
void registerEditingOptions();

/// Loads what `--load-pipeline-plugin` names, so that the passes of plugins
/// have options of their own on the command line. Called before that is read,
/// which is why it looks for the option itself. Returns false after having
/// reported what is wrong.
bool loadPlugins(int argc, char **argv, mlir::DialectRegistry &registry);

/// True if any option of this tool was given; without, it is mlir-opt.
bool isEditing();
/// True if plugins are to be listed and nothing else.
bool isListing();
void listPlugins(llvm::raw_ostream &os);

/// Applies the options to a pipeline that is ready to run. Reports what is
/// wrong to the standard error; fails if that is an error.
mlir::LogicalResult editPipeline(mlir::PassManager &pm);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EDITING_H
