//===- Diff.h - What is different, for people -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_DIFF_H
#define PMB_BUNDLES_MENDING_DIFF_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace pmb {

/// Prints what is different, as `diff -u` does, with three lines around each
/// change. The files are called a/`name` and b/`name`. Prints nothing if the
/// texts are the same.
void printDiff(llvm::raw_ostream &os, llvm::StringRef name,
               llvm::StringRef before, llvm::StringRef after);

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_DIFF_H
