//===- TextAlignment.cpp - What two texts have in common ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/TextAlignment.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// The pieces of a text; `getSize` tells the size of the first of a rest.
static std::vector<StringRef> divide(StringRef text,
                                     function_ref<size_t(StringRef)> getSize) {
  std::vector<StringRef> pieces;
  while (!text.empty()) {
    pieces.push_back(text.take_front(getSize(text)));
    text = text.drop_front(pieces.back().size());
  }
  return pieces;
}

static std::vector<TextPiece> alignPieces(ArrayRef<StringRef> old,
                                          ArrayRef<StringRef> now,
                                          int maxDifferences) {
  TextNumbers numbers;
  auto same = [](StringRef piece) { return piece; };
  std::vector<TextPiece> aligned;
  for (auto [from, to] : alignSides(numbers.getAll(old, same),
                                    numbers.getAll(now, same), maxDifferences))
    aligned.push_back({to < 0     ? '-'
                       : from < 0 ? '+'
                                  : ' ',
                       from < 0 ? now[to] : old[from]});
  return aligned;
}

std::vector<TextPiece> pmb::alignLines(StringRef before, StringRef after,
                                       int maxDifferences) {
  auto getSize = [](StringRef text) {
    return text.split('\n').first.size() + 1;
  };
  return alignPieces(divide(before, getSize), divide(after, getSize),
                     maxDifferences);
}

std::vector<TextPiece> pmb::alignWords(StringRef before, StringRef after) {
  // Words, and the other characters one by one.
  auto getSize = [](StringRef text) {
    auto isInWord = [](char c) { return isAlnum(c) || c == '_'; };
    return std::max<size_t>(text.take_while(isInWord).size(), 1);
  };
  return alignPieces(divide(before, getSize), divide(after, getSize),
                     /*maxDifferences=*/1 << 10);
}
