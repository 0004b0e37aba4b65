//===- Diff.cpp - What is different, for people ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/Diff.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

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

static std::vector<DiffPiece> comparePieces(ArrayRef<StringRef> old,
                                            ArrayRef<StringRef> now,
                                            int maxDifferences) {
  // A piece is a number, the same for the same text.
  StringMap<unsigned> numbers;
  auto number = [&](ArrayRef<StringRef> pieces) {
    return map_to_vector(pieces, [&](StringRef piece) {
      return numbers.try_emplace(piece, numbers.size()).first->second;
    });
  };
  std::vector<int> partners =
      alignLists(number(old), number(now), maxDifferences);
  std::vector<DiffPiece> pieces;
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

std::vector<DiffPiece> pmb::compareLines(StringRef before, StringRef after,
                                         int maxDifferences) {
  return comparePieces(splitLines(before), splitLines(after), maxDifferences);
}

std::vector<DiffPiece> pmb::compareWords(StringRef before, StringRef after,
                                         int maxDifferences) {
  return comparePieces(splitWords(before), splitWords(after), maxDifferences);
}

/// Prints the lines from `begin` to `end`, which are `first` and so on of each
/// text.
static void printHunk(raw_ostream &os, ArrayRef<DiffPiece> hunk,
                      size_t oldFirst, size_t newFirst) {
  size_t oldCount = 0, newCount = 0;
  for (const DiffPiece &line : hunk) {
    oldCount += line.sign != '+';
    newCount += line.sign != '-';
  }
  auto printRange = [&](size_t first, size_t count) {
    // Of no lines, the one before them.
    os << (count ? first : first - 1);
    if (count != 1)
      os << ',' << count;
  };
  os << "@@ -";
  printRange(oldFirst, oldCount);
  os << " +";
  printRange(newFirst, newCount);
  os << " @@\n";
  for (const DiffPiece &line : hunk) {
    os << line.sign << line.text;
    if (!line.text.ends_with("\n"))
      os << "\n\\ No newline at end of file\n";
  }
}

void pmb::printDiff(raw_ostream &os, StringRef name, StringRef before,
                    StringRef after) {
  constexpr size_t around = 3;
  std::vector<DiffPiece> lines = compareLines(before, after);
  bool hasNames = false;
  size_t oldLine = 1, newLine = 1, printed = 0;
  for (size_t at = 0; at < lines.size();) {
    if (lines[at].sign == ' ') {
      ++at;
      continue;
    }
    // To where the next change is far enough.
    size_t begin = std::max(printed, at < around ? 0 : at - around), end = at;
    for (size_t next = at; next < lines.size() && next <= end + 2 * around + 1;
         ++next)
      if (lines[next].sign != ' ')
        end = next;
    end = std::min(end + 1 + around, lines.size());
    for (size_t i = printed; i < begin; ++i) {
      ++oldLine;
      ++newLine;
    }
    if (!hasNames)
      os << "--- a/" << escape(name) << "\n+++ b/" << escape(name) << '\n';
    hasNames = true;
    ArrayRef<DiffPiece> hunk = ArrayRef(lines).slice(begin, end - begin);
    printHunk(os, hunk, oldLine, newLine);
    for (const DiffPiece &line : hunk) {
      oldLine += line.sign != '+';
      newLine += line.sign != '-';
    }
    printed = at = end;
  }
}
