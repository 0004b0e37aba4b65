//===- NameFixes.h - Trying the fixes of findings about names -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_NAMEFIXES_H
#define PMB_BUILDER_REPAIR_NAMEFIXES_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb {

class Pipeline;
class PipelineImpl;

/// `findings` are about names. Leaves of their fixes those that can be made. A
/// pass that takes the place of another goes to the outermost nest if it cannot
/// run in that of the other, or makes operations such as that of the nest. Of
/// neighbours that one pass does the work of, cleanups between them aside, the
/// first has the others in `follows`, and its fix removes them. What cannot be
/// replaced is an error, and says so in a help; what is in no place, as in
/// another variant, keeps its fix. A nest is renamed only if that makes nothing
/// worse; never where `pipeline` is null, as there is nothing to try.
void tryNameFixes(std::vector<Diagnostic> &findings, const Pipeline *pipeline);
void tryNameFixes(std::vector<Diagnostic> &findings,
                  const PipelineImpl &pipeline);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_NAMEFIXES_H
