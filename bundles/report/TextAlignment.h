//===- TextAlignment.h - What two texts have in common --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_TEXTALIGNMENT_H
#define PMB_BUNDLES_REPORT_TEXTALIGNMENT_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace pmb {

/// A piece of one of two texts, or of both.
struct TextPiece {
  /// `-` of what only the first has, `+` of what only the second has, else a
  /// space.
  char sign;
  llvm::StringRef text;
};

/// The lines of both, each with its end, those that they share once. Where they
/// differ, those of `before` come first. Refers to the texts. Where more than
/// `maxDifferences` lines differ, some that are the same may count as
/// different.
std::vector<TextPiece> alignLines(llvm::StringRef before, llvm::StringRef after,
                                  int maxDifferences = 1 << 15);
/// The same for words, and the characters between them.
std::vector<TextPiece> alignWords(llvm::StringRef before,
                                  llvm::StringRef after);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_TEXTALIGNMENT_H
