//===- Diff.cpp - What is different, for people ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/Diff.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/TextAlignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace pmb;
using namespace llvm;

/// Prints the lines from `begin` to `end`, which are `first` and so on of each
/// text.
static void printHunk(raw_ostream &os, ArrayRef<TextPiece> hunk,
                      size_t oldFirst, size_t newFirst) {
  size_t oldCount = 0, newCount = 0;
  for (const TextPiece &line : hunk) {
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
  for (const TextPiece &line : hunk) {
    os << line.sign << line.text;
    if (!line.text.ends_with("\n"))
      os << "\n\\ No newline at end of file\n";
  }
}

void pmb::printDiff(raw_ostream &os, StringRef name, StringRef before,
                    StringRef after) {
  constexpr size_t around = 3;
  std::vector<TextPiece> lines = alignLines(before, after);
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
    oldLine += begin - printed;
    newLine += begin - printed;
    if (!hasNames)
      os << "--- a/" << escape(name) << "\n+++ b/" << escape(name) << '\n';
    hasNames = true;
    ArrayRef<TextPiece> hunk = ArrayRef(lines).slice(begin, end - begin);
    printHunk(os, hunk, oldLine, newLine);
    for (const TextPiece &line : hunk) {
      oldLine += line.sign != '+';
      newLine += line.sign != '-';
    }
    printed = at = end;
  }
}
