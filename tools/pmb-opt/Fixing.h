//===- Fixing.h - A pipeline that is mended until it works ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check predicts; a run knows. `--fix` runs the pipeline, mends what the
// check says of it, runs the result, and looks at what is left, until nothing
// is left or nothing makes it better.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_FIXING_H
#define PMB_TOOLS_PMB_OPT_FIXING_H

#include "tools/pmb-opt/Trials.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace pmb {

/// Mends the pipeline until it runs on the input, and nothing is left that may
/// not remain. A pipeline file is mended in place, unless the command line
/// names an output; what has no file is printed to `os`. Says to the standard
/// error which fixes that took, and fails after having said what could not be
/// mended. Returns whether the file would change, if that is all that was asked
/// for. Each run is a process of its own.
mlir::FailureOr<bool> fixPipeline(const llvm::MemoryBuffer &input,
                                  const mlir::DialectRegistry &registry,
                                  const mlir::MlirOptMainConfig &config,
                                  const OptOptions &options,
                                  const CommandLine &commandLine,
                                  llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_FIXING_H
