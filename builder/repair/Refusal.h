//===- Refusal.h - What is said of an edit that is refused ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check of an edit looks at the pipeline with the edit; once it is refused,
// the user has the pipeline without it. A fix must be possible there, so most
// become advice on the edit: where to put the pass instead.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_REFUSAL_H
#define PMB_BUILDER_REPAIR_REFUSAL_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/list/PassList.h"

namespace pmb {

/// An error with `found`, for which an edit of `list` is refused; success if
/// there is nothing. `put`, if not null, is the pass or the begin of the bundle
/// that the edit has put somewhere. Findings keep no fix but one that is about
/// other passes of the same party, does not put one where it stands already
/// without the edit, and counts as the pipeline without it. Where `put` has no
/// place at all, they say why. Names the parties that have moved or
/// removed passes of others that the findings are about.
llvm::Error makeRefusal(const PassList &list, std::vector<Diagnostic> found,
                        const Node *put);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_REFUSAL_H
