//===- Reference.h - The right numbers --------------------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_REFERENCE_H
#define PMB_EXAMPLES_REFERENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace example {

/// relu(x * w + b) for the constants of the programs, without MLIR: a matrix of
/// 4 x 3 numbers, row by row.
std::vector<float> computeReference();

/// A matrix of the reference's size, and where it is from.
struct Result {
  std::string source;
  std::vector<float> values;
};

/// Prints the results side by side and compares each with the first. Returns
/// true if all are equal.
bool printComparison(llvm::ArrayRef<Result> results, llvm::raw_ostream &os);

} // namespace example

#endif // PMB_EXAMPLES_REFERENCE_H
