//===- LaidOutText.cpp - Texts that stand on several lines of a file ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/LaidOutText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

void pmb::forEachDifference(ArrayRef<unsigned> from, ArrayRef<unsigned> to,
                            NoteChange change) {
  std::vector<int> partners = alignLists(from, to);
  size_t begin = 0, toBegin = 0;
  for (size_t at = 0; at <= from.size(); ++at) {
    if (at < from.size() && partners[at] < 0)
      continue;
    size_t toEnd = at < from.size() ? partners[at] : to.size();
    if (begin != at || toBegin != toEnd)
      change({begin, at}, {toBegin, toEnd});
    begin = at + 1;
    toBegin = toEnd + 1;
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Whether what a file has between two bytes of a text leads from one literal
/// to the next one, or behind a backslash to the next line.
static bool isBetweenLines(StringRef between) {
  if (!between.contains('\n'))
    return false;
  if (between.find_first_not_of("'\" \t\r\n\\+") == StringRef::npos)
    return true;
  auto [line, rest] = between.split('\n');
  if (line.trim() != "\\")
    return false;
  for (std::tie(line, rest) = rest.split('\n'); !rest.empty();
       std::tie(line, rest) = rest.split('\n'))
    if (!line.rtrim().ends_with(": \\"))
      return false;
  return line.rtrim(" \t").ends_with(":");
}

LaidOutText::LaidOutText(const SourceText &part, StringRef file) : file(file) {
  StringRef before = part.getText();
  ArrayRef<size_t> offsets = part.getOffsets();
  unsigned depth = 0;
  size_t behind = 0;
  auto isList = [](char c) { return StringRef("(),").contains(c); };
  for (size_t at = 0; at < before.size();) {
    size_t next =
        std::min(before.find_first_not_of(" \t\r\n", at), before.size());
    // White space in options may be a part of a value.
    bool isFree = at && next < before.size() && depth == 0 &&
                  (next > at || isList(before[at - 1]) || isList(before[next]));
    if (isFree && offsets[next] > behind) {
      TextRange between{behind, offsets[next]};
      if (between.of(file) != before.slice(at, next) &&
          isBetweenLines(between.of(file))) {
        add('\n', between);
        at = next;
      }
    }
    for (next = std::max(next, at + 1), next = std::min(next, before.size());
         at < next; ++at) {
      size_t offset = offsets[at];
      bool standsThere = file[offset] == before[at];
      behind = standsThere || !at ? offset + standsThere : behind;
      add(before[at], {standsThere ? offset : behind, behind});
      depth += before[at] == '{';
      depth -= before[at] == '}' && depth;
    }
  }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Words, white space, and each other character by itself.
static std::vector<StringRef> splitTokens(StringRef text) {
  std::vector<StringRef> tokens;
  while (!text.empty()) {
    size_t word = text.take_while([](char c) {
                        return isAlnum(c) || c == '-' || c == '_';
                      })
                      .size();
    size_t blank = text.take_while([](char c) { return isSpace(c); }).size();
    tokens.push_back(text.take_front(std::max<size_t>({word, blank, 1})));
    text = text.drop_front(tokens.back().size());
  }
  return tokens;
}

/// What leads from line to line around a byte; empty if it is a line end.
StringRef LaidOutText::findGap(size_t at) const {
  size_t line = StringRef(text).rfind('\n', at);
  if (line == StringRef::npos)
    line = text.find('\n');
  return line == StringRef::npos || !isGap(line) ? "" : ranges[line].of(file);
}

void LaidOutText::replace(TextRange range, StringRef inserted,
                          TextChanges &changes) const {
  StringRef gap = findGap(range.begin);
  SmallVector<StringRef> lines;
  inserted.split(lines, '\n');
  std::string added = join(lines, gap.empty() ? "\n" : gap);
  // What takes the place of something stays in the same literal.
  bool isInPlace = range.begin < range.end &&
                   ranges[range.begin].begin < ranges[range.begin].end;
  size_t place = isInPlace     ? ranges[range.begin].begin
                 : range.begin ? ranges[range.begin - 1].end
                               : ranges.front().begin;
  if (!added.empty())
    changes.push_back({{place, place}, added});
  for (const TextRange &removed :
       ArrayRef(ranges).slice(range.begin, range.end - range.begin))
    if (removed.begin < removed.end)
      changes.push_back({removed, ""});
}

TextChanges LaidOutText::write(StringRef after) const {
  std::vector<StringRef> from = splitTokens(text), to = splitTokens(after);
  auto getRange = [](ArrayRef<StringRef> tokens, StringRef whole,
                     TextRange range) {
    auto getOffset = [&](size_t at) -> size_t {
      return at < tokens.size() ? tokens[at].data() - whole.data()
                                : whole.size();
    };
    return TextRange{getOffset(range.begin), getOffset(range.end)};
  };
  TextChanges changes;
  forEachDifference(from, to, [&](TextRange old, TextRange now) {
    replace(getRange(from, text, old), getRange(to, after, now).of(after),
            changes);
  });
  return changes;
}
