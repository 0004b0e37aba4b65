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

/// The lines of a text, each with its end.
static std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t size = end == StringRef::npos ? text.size() : end + 1;
    lines.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return lines;
}

/// Words, and the other characters one by one.
static std::vector<StringRef> splitWords(StringRef text) {
  std::vector<StringRef> words;
  while (!text.empty()) {
    size_t size =
        text.take_while([](char c) { return isAlnum(c) || c == '_'; }).size();
    words.push_back(text.take_front(std::max<size_t>(size, 1)));
    text = text.drop_front(words.back().size());
  }
  return words;
}

static std::vector<TextPiece> alignPieces(ArrayRef<StringRef> old,
                                          ArrayRef<StringRef> now,
                                          int maxDifferences) {
  TextNumbers numbers;
  auto same = [](StringRef piece) { return piece; };
  std::vector<int> partners = alignLists(
      numbers.getAll(old, same), numbers.getAll(now, same), maxDifferences);
  std::vector<TextPiece> pieces;
  size_t next = 0;
  auto addUpTo = [&](size_t end) {
    for (; next < end; ++next)
      pieces.push_back({'+', now[next]});
  };
  for (auto [piece, partner] : zip(old, partners)) {
    if (partner >= 0)
      addUpTo(partner);
    pieces.push_back({partner < 0 ? '-' : ' ', piece});
    next += partner >= 0;
  }
  addUpTo(now.size());
  return pieces;
}

std::vector<TextPiece> pmb::alignLines(StringRef before, StringRef after,
                                       int maxDifferences) {
  return alignPieces(splitLines(before), splitLines(after), maxDifferences);
}

std::vector<TextPiece> pmb::alignWords(StringRef before, StringRef after,
                                       int maxDifferences) {
  return alignPieces(splitWords(before), splitWords(after), maxDifferences);
}
