//===- Diff.cpp - What is different, for people ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/Diff.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/ArrayRef.h"
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

/// Adds the lines of which neither the first nor the last are the same: those
/// of a longest common sequence once. Of more than a fix changes, all of one
/// and then all of the other.
static void compare(ArrayRef<StringRef> before, ArrayRef<StringRef> after,
                    std::vector<DiffLine> &lines) {
  constexpr size_t most = 1 << 22;
  size_t rows = before.size(), columns = after.size();
  std::vector<unsigned> common;
  bool isCompared = rows <= most / (columns + 1);
  auto at = [&](size_t row, size_t column) -> unsigned & {
    return common[row * (columns + 1) + column];
  };
  if (isCompared) {
    common.resize((rows + 1) * (columns + 1));
    for (size_t i = rows; i-- > 0;)
      for (size_t j = columns; j-- > 0;)
        at(i, j) = before[i] == after[j] ? at(i + 1, j + 1) + 1
                                         : std::max(at(i + 1, j), at(i, j + 1));
  }
  size_t i = 0, j = 0;
  while (i < rows || j < columns) {
    if (isCompared && i < rows && j < columns && before[i] == after[j]) {
      lines.push_back({' ', before[i++]});
      ++j;
    } else if (j == columns ||
               (i < rows && (!isCompared || at(i + 1, j) >= at(i, j + 1)))) {
      lines.push_back({'-', before[i++]});
    } else {
      lines.push_back({'+', after[j++]});
    }
  }
}

static std::vector<DiffLine> compareTexts(StringRef before, StringRef after) {
  std::vector<StringRef> oldLines = splitLines(before),
                         newLines = splitLines(after);
  ArrayRef<StringRef> old(oldLines), now(newLines);
  std::vector<DiffLine> lines;
  while (!old.empty() && !now.empty() && old.front() == now.front()) {
    lines.push_back({' ', old.front()});
    old = old.drop_front();
    now = now.drop_front();
  }
  size_t same = 0;
  while (same < old.size() && same < now.size() &&
         old[old.size() - 1 - same] == now[now.size() - 1 - same])
    ++same;
  compare(old.drop_back(same), now.drop_back(same), lines);
  for (StringRef line : old.take_back(same))
    lines.push_back({' ', line});
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
