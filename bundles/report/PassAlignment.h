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
#include "llvm/ADT/StringMap.h"
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

/// The same as rows: the places in both lists that stand beside each other, -1
/// for none. Where the lists differ, the places in `from` come first.
std::vector<std::pair<int, int>> alignSides(llvm::ArrayRef<unsigned> from,
                                            llvm::ArrayRef<unsigned> to,
                                            int maxDifferences = 1 << 15);

/// Gives equal texts equal numbers, so that lists of them can be aligned.
class TextNumbers {
public:
  unsigned get(llvm::StringRef text) {
    return numbers.try_emplace(text, numbers.size()).first->second;
  }
  /// The numbers of what `getText` makes of each element.
  template <typename RangeT, typename GetTextFn>
  std::vector<unsigned> getAll(const RangeT &range, GetTextFn getText) {
    std::vector<unsigned> all;
    for (const auto &element : range)
      all.push_back(get(getText(element)));
    return all;
  }

private:
  llvm::StringMap<unsigned> numbers;
};

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_PASSALIGNMENT_H
