//===- Mending.h - Making the fixes that are offered ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix cures one finding. What tools offer as `--fix` makes one after the
// other, and keeps those that the whole check likes better.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_MENDING_H
#define PMB_BUILDER_REPAIR_MENDING_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb {

class Pipeline;
class PipelineImpl;

/// Whether the fix of a finding, which has one, is wanted: that may depend on
/// severities that only the caller knows.
using IsWanted = llvm::function_ref<bool(const Diagnostic &)>;

/// Whether a fix may be made: the owner of a file may refuse some.
using IsAllowed = llvm::function_ref<bool(const Fix &)>;

/// Whether a fix is safe: with it, all that the pipeline was written to do is
/// still done. Safe is what inserts a pass, moves one, writes another name or
/// nest for one that MLIR does not know, replaces a pass that leads away from
/// the output by one that lowers the same, or sets an option that the pipeline
/// leaves open or at its default. Unsafe is what removes a pass, but for one of
/// an earlier release whose work another does, or gives an option another value
/// than the one that is written. A fix of several steps is safe if all are.
/// REQUIRES: `fix` is about `pipeline` as it is.
bool isSafe(const Fix &fix, const PipelineImpl &pipeline);

/// Makes a fix. One that replaces a name does so in all passes that are from
/// the same place of a file: a bundle that is used twice has its passes twice.
/// Fails as `Pipeline::apply`, and changes nothing then.
llvm::Error applyFix(Pipeline &pipeline, const Fix &fix);

/// Makes the fixes of `findings`, which are about names: those of passes, and
/// those of nests, each once. Takes what is mended out of `findings`, and adds
/// why a fix cannot be made. Returns those that were made.
std::vector<Fix> fixNames(Pipeline &pipeline, std::vector<Diagnostic> &findings,
                          IsWanted isWanted);

/// The fixes that lead to a pipeline that the check likes best: one after the
/// other that of the first error, and once there are none, down to the severity
/// `least`, that of the first warning. Fewer errors are better, then fewer
/// items that stay, then fewer warnings if these are mended. A step towards a
/// pipeline that lacks several passes may make it worse; so the fixes end where
/// it is best, and once they are made, there are no more. A pass that is
/// inserted and that later fixes make needless is left out again. Where
/// something was to be mended, the output is known and the input is not, the
/// presumed input (PresumedInput.h) must come out as well. Leaves the pipeline
/// as it is. Makes only what is allowed.
std::vector<Fix> findFixes(
    Pipeline &pipeline, Severity least,
    IsAllowed isAllowed = [](const Fix &) { return true; });

/// Lets the builder put in what it establishes, which counts for the positions
/// of the next fix.
void settle(Pipeline &pipeline);

/// Makes fixes one after the other. Fails with what keeps one from being made,
/// and changes nothing then.
llvm::Error applyFixes(Pipeline &pipeline, llvm::ArrayRef<Fix> fixes);

/// Calls `look` with the pipeline as it is after `edit`, and takes back what
/// both have done. `look` is not called if `edit` fails.
void tryEdit(Pipeline &pipeline, llvm::function_ref<llvm::Error()> edit,
             llvm::function_ref<void()> look);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_MENDING_H
