//===- Witnessing.h - Programs on which the pipeline leaves something -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check says that something stays of some inputs. `--witness` runs the
// pipeline on small programs that have what these inputs have, each in a
// process of its own, until one shows it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_WITNESSING_H
#define PMB_TOOLS_PMB_OPT_WITNESSING_H

#include "tools/pmb-opt/Trials.h"

namespace pmb {

/// Writes to `os`, as MLIR with `// -----` in between, a program for each
/// finding that depends on the input and is shown; says of the others, to the
/// standard error, that no program shows them. Returns whether a finding is
/// shown. Fails, after having said why, if the pipeline cannot be read or run.
mlir::FailureOr<bool> showWitnesses(const mlir::DialectRegistry &registry,
                                    const mlir::MlirOptMainConfig &config,
                                    const OptOptions &options,
                                    const CommandLine &commandLine,
                                    llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_WITNESSING_H
