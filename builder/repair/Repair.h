//===- Repair.h - Choosing the fixes that are offered ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_REPAIR_H
#define PMB_BUILDER_REPAIR_REPAIR_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb {

class PipelineImpl;

/// `findings` are all that the check has to say about `pipeline`, with guesses
/// in `fix` and `alternatives`. Leaves the fix of each that helps, and no
/// others: its finding is cured, at least in part, and no other is added or
/// gets worse. What cures the finding for good comes before what cures a part
/// of it; of two that are equally good, the first is taken. Empties
/// `alternatives`. Findings that one fix cures come of one mistake: the first
/// of them has the others in `follows`.
///
/// Where no edit cures an error, two together may: one pass alone often leads
/// to what the pipeline does not lower, or waits for what another has to clear
/// away. The second edit is one that the check offers once the first is made.
void repair(const PipelineImpl &pipeline, std::vector<Diagnostic> &findings);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_REPAIR_H
