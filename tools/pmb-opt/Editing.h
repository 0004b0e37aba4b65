//===- Editing.h - Quick edits of a pipeline ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EDITING_H
#define PMB_TOOLS_PMB_OPT_EDITING_H

#include "tools/pmb-opt/Options.h"

namespace pmb {

class PassManagerBuilder;

/// Makes the edits, one after the other. Fails at the first that cannot be
/// made.
llvm::Error applyEdits(PassManagerBuilder &builder, llvm::ArrayRef<Edit> edits);

/// Lets the builder hand over what `--start-before` and the like leave of the
/// pipeline. Fails if it has no such pass, or would end before it begins.
llvm::Error cutPipeline(PassManagerBuilder &builder, const OptOptions &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EDITING_H
