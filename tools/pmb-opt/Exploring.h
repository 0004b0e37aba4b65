//===- Exploring.h - What a pipeline depends on ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EXPLORING_H
#define PMB_TOOLS_PMB_OPT_EXPLORING_H

#include "tools/pmb-opt/Preflight.h"

namespace pmb {

/// Runs the pipeline in other orders that the contracts allow (--shuffle), and
/// without cleanups (--no-cleanups), and compares what comes out. Where that
/// differs, says which two passes it takes. Writes to `os`, as a contracts
/// file, the entries that say what was found. Returns whether something was
/// found. Fails if nothing could be. REQUIRES: the preflight has been finished,
/// and has an input.
llvm::Expected<bool> explore(const Preflight &preflight,
                             const OptOptions &options, llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EXPLORING_H
