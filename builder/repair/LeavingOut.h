//===- LeavingOut.h - Fixes without one of them ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_LEAVINGOUT_H
#define PMB_BUILDER_REPAIR_LEAVINGOUT_H

#include "builder/diagnostics/Diagnostic.h"
#include <optional>

namespace pmb {

class Pipeline;

/// `fixes`, which are made one after the other, without a step of the number
/// `index`: 0 for the fix itself, and from 1 on those that it has in `then`.
/// What was put beside the pass that the step inserts is put where that would
/// have been. std::nullopt if the step does not insert one pass, or others
/// are about that pass. Makes `fixes` in `pipeline`, to see where passes are.
std::optional<std::vector<Fix>> leaveOut(Pipeline &pipeline,
                                         llvm::ArrayRef<Fix> fixes,
                                         size_t index, size_t step);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_LEAVINGOUT_H
