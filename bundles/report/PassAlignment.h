//===- PassAlignment.h - What two lists have in common --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_PASSALIGNMENT_H
#define PMB_BUNDLES_REPORT_PASSALIGNMENT_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace pmb {

/// A longest common subsequence of two lists: for each element of `from` its
/// partner in `to`, or -1. Partners stand in the same order. Takes time
/// proportional to the length times the number of differences, and space
/// proportional to the length (E. Myers, "An O(ND) Difference Algorithm and Its
/// Variations"). Where more than `maxDifferences` elements of a part differ,
/// none of that part have partners but those at its ends.
std::vector<int> alignLists(llvm::ArrayRef<unsigned> from,
                            llvm::ArrayRef<unsigned> to,
                            int maxDifferences = 1 << 15);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_PASSALIGNMENT_H
