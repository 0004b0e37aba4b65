//===- RunComparing.h - What has changed from run to run ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_RUNCOMPARING_H
#define PMB_TOOLS_PMB_CHECK_RUNCOMPARING_H

#include "llvm/Support/Error.h"

namespace pmb {

struct CheckOptions;

/// Whether an input of `--diff` is a report of a run.
bool areRuns(const CheckOptions &options);

/// Writes to `text` what differs between two reports of runs, and adds them to
/// `files`. Fails if one of the inputs is none. REQUIRES: `areRuns`.
llvm::Error diffRuns(const CheckOptions &options, std::string &text,
                     std::vector<std::string> &files);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_RUNCOMPARING_H
