//===- Bisecting.h - Which pass it is -------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_BISECTING_H
#define PMB_TOOLS_PMB_OPT_BISECTING_H

#include "tools/pmb-opt/Trials.h"

namespace pmb {

/// Runs parts of the pipeline, each half as long as the one before, until it is
/// known which pass breaks what `--bisect` asks about. Says which, and how it
/// can be seen again, to the standard error; writes the IR before that pass to
/// the output, or to a temporary file if that is the standard output or a
/// device. Returns whether anything is broken. REQUIRES: the preflight has been
/// finished, and has an input.
llvm::Expected<bool> bisect(const Preflight &preflight,
                            const OptOptions &options,
                            const CommandLine &commandLine);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_BISECTING_H
