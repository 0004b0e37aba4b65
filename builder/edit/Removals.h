//===- Removals.h - Findings that come of what others have removed --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a party has removed a pass of another, or replaced it, what is
// wrong without it is that party's mistake, and no pass that is still there is
// to blame. So it is if putting the pass in again is the fix, or if the pass
// lowers what stays.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_REMOVALS_H
#define PMB_BUILDER_EDIT_REMOVALS_H

#include "builder/list/PassList.h"

namespace pmb {

/// Offers each error to be fixed by putting in what others have removed; to be
/// called before fixes are tried.
void offerRemoved(const PassList &list, std::vector<Diagnostic> &findings);

/// Puts a `removed-by-other` error in the place of each that comes of that, in
/// front of all others; what was found goes along in `follows`. To be called
/// after fixes were tried.
void blameRemovals(const PassList &list, std::vector<Diagnostic> &findings);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_REMOVALS_H
