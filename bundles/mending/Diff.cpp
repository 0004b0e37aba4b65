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
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace pmb;
using namespace llvm;

namespace {
/// A line of one of the texts, or of both.
struct DiffLine {
  char sign;
  StringRef text;
};
} // namespace

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

/// The lines of both, those that they share once. Where they differ, those of
/// `before` come first.
static std::vector<DiffLine> compareTexts(StringRef before, StringRef after) {
  std::vector<StringRef> old = splitLines(before), now = splitLines(after);
  // A line is a number, the same for the same text.
  StringMap<unsigned> numbers;
  auto number = [&](ArrayRef<StringRef> lines) {
    return map_to_vector(lines, [&](StringRef line) {
      return numbers.try_emplace(line, numbers.size()).first->second;
    });
  };
  std::vector<int> partners = alignLists(number(old), number(now));
  std::vector<DiffLine> lines;
  size_t next = 0;
  auto addUpTo = [&](size_t end) {
    for (; next < end; ++next)
      lines.push_back({'+', now[next]});
  };
  for (auto [line, partner] : zip(old, partners)) {
    if (partner >= 0)
      addUpTo(partner);
    lines.push_back({partner < 0 ? '-' : ' ', line});
    next += partner >= 0;
  }
  addUpTo(now.size());
  return lines;
}

/// Prints the lines from `begin` to `end`, which are `first` and so on of each
/// text.
static void printHunk(raw_ostream &os, ArrayRef<DiffLine> hunk, size_t oldFirst,
                      size_t newFirst) {
  size_t oldCount = 0, newCount = 0;
  for (const DiffLine &line : hunk) {
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
  for (const DiffLine &line : hunk) {
    os << line.sign << line.text;
    if (!line.text.ends_with("\n"))
      os << "\n\\ No newline at end of file\n";
  }
}

void pmb::printDiff(raw_ostream &os, StringRef name, StringRef before,
                    StringRef after) {
  constexpr size_t around = 3;
  std::vector<DiffLine> lines = compareTexts(before, after);
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
    ArrayRef<DiffLine> hunk = ArrayRef(lines).slice(begin, end - begin);
    printHunk(os, hunk, oldLine, newLine);
    for (const DiffLine &line : hunk) {
      oldLine += line.sign != '+';
      newLine += line.sign != '-';
    }
    printed = at = end;
  }
}
