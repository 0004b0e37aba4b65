//===- TextEdits.cpp - Changes of some characters of a text ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/TextEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace pmb;
using namespace llvm;

std::optional<std::string> pmb::applyChanges(StringRef text,
                                             ArrayRef<TextChange> changes) {
  std::vector<const TextChange *> ordered;
  for (const TextChange &change : changes)
    ordered.push_back(&change);
  llvm::stable_sort(ordered, [](const TextChange *a, const TextChange *b) {
    return std::make_pair(a->range.begin, a->range.end) <
           std::make_pair(b->range.begin, b->range.end);
  });
  std::string result;
  size_t at = 0;
  for (const TextChange *change : ordered) {
    if (change->range.begin < at)
      return std::nullopt;
    result += text.slice(at, change->range.begin);
    result += change->text;
    at = change->range.end;
  }
  return result + text.drop_front(at).str();
}

//===----------------------------------------------------------------------===//
// Blanks and comments
//===----------------------------------------------------------------------===//

static constexpr StringLiteral blanksInLine = " \t";
static constexpr StringLiteral allBlanks = " \t\r\n";

/// The first place from `at` on, and not behind `end`, that is no blank.
static size_t skipBlanks(StringRef text, size_t at, size_t end,
                         StringRef blanks) {
  return std::min(text.find_first_not_of(blanks, at), end);
}

/// The end of the comment that begins at `at`; `at` if none does. A line end is
/// no part of a comment.
static size_t skipComment(StringRef text, size_t at, size_t end) {
  StringRef rest = text.slice(at, end);
  if (rest.starts_with("//"))
    return std::min(text.find_first_of("\r\n", at), end);
  if (!rest.starts_with("/*"))
    return at;
  size_t close = rest.find("*/", 2);
  return close == StringRef::npos ? end : at + close + 2;
}

/// The end of the last comment that begins in the line of `at`, with nothing
/// but blanks and comments before it; `at` if there is none.
static size_t skipCommentsInLine(StringRef text, size_t at, size_t end) {
  size_t last = at;
  while (true) {
    at = skipBlanks(text, at, end, blanksInLine);
    size_t next = skipComment(text, at, end);
    if (next == at)
      return last;
    last = at = next;
  }
}

/// The comma behind an element.
static size_t findComma(StringRef text, size_t at, size_t end) {
  while (at < end && text[at] != ',') {
    size_t next = skipComment(text, at, end);
    at = next == at ? at + 1 : next;
  }
  return at;
}

/// Where the blanks before `at` begin.
static size_t findBlanksBefore(StringRef text, size_t at, StringRef blanks) {
  size_t last = text.take_front(at).find_last_not_of(blanks);
  return last == StringRef::npos ? 0 : last + 1;
}

StringRef pmb::getBlankBefore(StringRef text, size_t at) {
  StringRef blank = text.slice(findBlanksBefore(text, at, allBlanks), at);
  size_t line = blank.rfind('\n');
  if (line == StringRef::npos)
    return blank;
  return blank.drop_front(line && blank[line - 1] == '\r' ? line - 1 : line);
}

static bool hasLineEnd(StringRef text) { return text.contains('\n'); }

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// What stands before an element that comes before that of the number `index`.
static StringRef getBlankAt(StringRef text, const TextList &list, size_t index,
                            StringRef byDefault) {
  size_t last = list.elements.size() - 1;
  // The first shows nothing if it stands beside the bracket.
  size_t shown = std::min(std::max<size_t>(index, 1), last);
  StringRef blank = getBlankBefore(text, list.elements[shown].begin);
  return shown || hasLineEnd(blank) ? blank : byDefault;
}

/// The comma behind the element of the number `index`; the element's end if
/// that is the last.
static size_t findCommaOf(StringRef text, const TextList &list, size_t index) {
  size_t behind = list.elements[index].end;
  return index + 1 < list.elements.size()
             ? findComma(text, behind, list.inside.end)
             : behind;
}

TextRange pmb::findCommentBehind(StringRef text, const TextList &list,
                                 size_t index) {
  TextRange element = list.elements[index];
  size_t begin = findCommaOf(text, list, index);
  if (!hasLineEnd(getBlankBefore(text, element.begin)) ||
      skipBlanks(text, element.end, begin, allBlanks) != begin)
    return {};
  begin += index + 1 < list.elements.size();
  size_t end = skipCommentsInLine(text, begin, list.inside.end);
  bool endsLine =
      text.drop_front(end).ltrim(blanksInLine).find_first_of("\r\n") == 0;
  return endsLine && end > begin ? TextRange{begin, end} : TextRange();
}

void pmb::insertElement(StringRef text, const TextList &list, size_t index,
                        StringRef element, StringRef blank,
                        TextChanges &changes, StringRef comment) {
  auto insert = [&](size_t at, const Twine &inserted) {
    changes.push_back({{at, at}, inserted.str()});
  };
  size_t end = list.inside.end, count = list.elements.size();
  if (!count)
    return insert(list.inside.begin, element);
  blank = getBlankAt(text, list, index, blank);
  if (index == 0) {
    size_t first = list.elements.front().begin;
    if (StringRef line = getBlankBefore(text, first); hasLineEnd(line))
      return insert(skipCommentsInLine(text, list.inside.begin, end),
                    line + element + "," + comment);
    return insert(first, element + "," + comment + blank);
  }
  size_t behind = list.elements[index - 1].end;
  // What stands in the same line does so before a comment that ends it.
  auto skipComments = [&](size_t at) {
    return hasLineEnd(blank) ? skipCommentsInLine(text, at, end) : at;
  };
  if (index < count)
    return insert(skipComments(findComma(text, behind, end) + 1),
                  blank + element + "," + comment);
  size_t comments = skipComments(behind);
  if (comments == behind)
    return insert(behind, "," + blank + element + comment);
  insert(behind, ",");
  insert(comments, blank + element + comment);
}

/// Removes `range`, and the blanks that are not needed without it.
static void removeWithBlanks(StringRef text, TextRange range, size_t end,
                             TextChanges &changes) {
  size_t before = findBlanksBefore(text, range.begin, blanksInLine);
  size_t after = skipBlanks(text, range.end, end, blanksInLine);
  bool endsLine =
      after < text.size() && (text[after] == '\n' || text[after] == '\r');
  bool beginsLine = before > 0 && text[before - 1] == '\n';
  if (beginsLine && endsLine) {
    // The line end before it goes with the line.
    --before;
    if (before > 0 && text[before - 1] == '\r')
      --before;
    range = {before, after};
  } else if (endsLine) {
    range.begin = before;
  } else {
    range.end = after;
  }
  changes.push_back({range, ""});
}

void pmb::removeElement(StringRef text, const TextList &list, size_t index,
                        TextChanges &changes, bool withComment) {
  TextRange range = list.elements[index];
  size_t commentEnd =
      withComment ? findCommentBehind(text, list, index).end : 0;
  size_t end = list.inside.end, count = list.elements.size();
  if (index + 1 < count) {
    size_t comma = findComma(text, range.end, end);
    if (skipBlanks(text, range.end, comma, allBlanks) != comma) {
      changes.push_back({range, ""});
      return changes.push_back({{comma, comma + 1}, ""});
    }
    range.end = std::max(comma + 1, commentEnd);
    return removeWithBlanks(text, range, end, changes);
  }
  range.end = std::max(range.end, commentEnd);
  if (count == 1)
    return changes.push_back({range, ""});
  size_t behind = list.elements[index - 1].end;
  size_t comma = findComma(text, behind, end);
  if (findBlanksBefore(text, range.begin, allBlanks) == comma + 1)
    return changes.push_back({{comma, range.end}, ""});
  changes.push_back({{comma, comma + 1}, ""});
  removeWithBlanks(text, range, end, changes);
}
