//===- Printing.h - What is printed of a pipeline that is not run ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_PRINTING_H
#define PMB_TOOLS_PMB_OPT_PRINTING_H

#include "mlir/Support/LLVM.h"
#include "tools/pmb-opt/Options.h"

namespace mlir {
class DialectRegistry;
class MlirOptMainConfig;
} // namespace mlir

namespace pmb {

/// `--fingerprint`: prints that of the pipeline, as it is with plugins and
/// edits. Fails after having said why.
mlir::LogicalResult printFingerprint(const OptOptions &options,
                                     const mlir::MlirOptMainConfig &config,
                                     const mlir::DialectRegistry &registry,
                                     llvm::raw_ostream &os);

/// `--export-pipeline`: writes a pipeline file for what it names: a text, or a
/// registered pipeline with its options. Fails as that, and if the file would
/// not read back as the same pipeline.
llvm::Error exportPipeline(const OptOptions &options,
                           const mlir::DialectRegistry &registry,
                           llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_PRINTING_H
