//===- InputSort.h - What an input is taken for ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_INPUTSORT_H
#define PMB_TOOLS_PMB_CHECK_INPUTSORT_H

#include "builder/diagnostics/SourceText.h"
#include <optional>

namespace pmb {

/// What a file is that was given for a pipeline, and what to do;
/// std::nullopt for one that may be a pipeline.
std::optional<Diagnostic> findOtherSort(llvm::StringRef name,
                                        llvm::StringRef text);

/// What is to be said of a text that is no pipeline, but runs tools like
/// mlir-opt in a file that is not searched for that.
std::optional<Diagnostic> findUnsearched(const SourceText &text);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_INPUTSORT_H
