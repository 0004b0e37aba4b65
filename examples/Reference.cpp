//===- Reference.cpp - The right numbers ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/Reference.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

static constexpr int rows = 4, inner = 8, columns = 3;

std::vector<float> example::computeReference() {
  static constexpr float x[rows][inner] = {{1, 2, 3, 4, 5, 6, 7, 8},
                                           {-1, -2, -3, -4, -5, -6, -7, -8},
                                           {0.5, 0, -0.5, 1, 1.5, -1, 2, -2},
                                           {3, -1, 4, 1, -5, 9, -2, 6}};
  static constexpr float w[inner][columns] = {
      {1, -1, 0.5}, {0, 2, -0.5},     {1, 1, 0.5},    {-1, 0, -0.5},
      {2, -2, 0.5}, {0.5, 1.5, -0.5}, {-1, 0.5, 0.5}, {1, 1, -0.5}};
  static constexpr float b[columns] = {0.5, -1, 2};

  std::vector<float> result;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float sum = b[j];
      for (int k = 0; k < inner; ++k)
        sum += x[i][k] * w[k][j];
      result.push_back(std::max(sum, 0.0f));
    }
  return result;
}

bool example::printComparison(llvm::ArrayRef<Result> results,
                              llvm::raw_ostream &os) {
  // A cell is 8 characters wide, a matrix is 3 cells.
  for (const Result &result : results)
    os << llvm::formatv("  {0,24}", result.source);
  os << "\n";
  for (int row = 0; row < rows; ++row) {
    for (const Result &result : results) {
      os << "  ";
      for (size_t i = row * columns; i < size_t(row + 1) * columns; ++i)
        if (i < result.values.size())
          os << llvm::format("%8g", result.values[i]);
        else
          os << llvm::formatv("{0,8}", "-");
    }
    os << "\n";
  }

  bool areEqual = true;
  for (const Result &result : results)
    areEqual &= result.values == results.front().values;
  os << (areEqual ? "\nAll equal.\n" : "\nNOT EQUAL.\n");
  return areEqual;
}
