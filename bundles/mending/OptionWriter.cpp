//===- OptionWriter.cpp - Passes that are options of a command ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/OptionWriter.h"
#include "builder/passes/PassDescriptor.h"
#include "bundles/mending/LaidOutText.h"
#include "bundles/pipelines/ShellWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

std::vector<std::string> pmb::writePasses(const TextualPasses &passes) {
  std::vector<std::string> texts;
  for (const TextualElement *pass : passes)
    texts.push_back(pass->name.str() + wrapOptions(pass->options));
  return texts;
}

static constexpr StringLiteral blanks = " \t";

/// The blanks before a word, and the backslash and the line end before them if
/// the word begins a line that continues another one.
static StringRef getSeparator(StringRef file, size_t word) {
  size_t begin = file.take_front(word).rtrim(blanks).size();
  while (true) {
    StringRef before = file.take_front(begin);
    auto [lines, line] = before.rsplit('\n');
    bool beginsLine = line.trim().empty() || line.rtrim().ends_with(":");
    if (lines.size() == before.size() || !beginsLine ||
        !lines.rtrim().ends_with("\\"))
      return file.slice(begin, word);
    begin = lines.rtrim().drop_back().rtrim(blanks).size();
  }
}

static bool hasLineEnd(StringRef text) { return text.contains('\n'); }

/// Whether nothing of the command stands behind `end` in its line.
static bool endsLine(StringRef file, size_t end) {
  StringRef rest =
      file.drop_front(end).take_until([](char c) { return c == '\n'; });
  return rest.trim().empty() || rest.trim() == "\\";
}

/// Inserts options before that of the number `index`, or behind all.
static void insertOptions(StringRef file, ArrayRef<TextRange> places,
                          size_t index, ArrayRef<std::string> options,
                          TextChanges &changes) {
  size_t size = places.size();
  auto separator = [&](size_t at) {
    return getSeparator(file, places[at].begin);
  };
  auto beginsLine = [&](size_t at) {
    return at < size && hasLineEnd(separator(at));
  };
  size_t shown = index == 0 ? size > 1 : std::min(index, size - 1);
  bool isBetween = index > 0 && index < size;
  StringRef between = " ";
  if (beginsLine(shown) &&
      (!isBetween || beginsLine(index - 1) || beginsLine(index + 1)))
    between = separator(shown);
  std::string text;
  for (const std::string &option : options)
    text += index ? between.str() + option : option + between.str();
  size_t at = index ? places[index - 1].end : places.front().begin;
  changes.push_back({{at, at}, text});
}

/// Removes options, and the lines that they had for themselves.
static void removeOptions(StringRef file, ArrayRef<TextRange> places,
                          size_t begin, size_t end, TextChanges &changes) {
  while (begin < end) {
    // Those that no other word parts.
    size_t last = begin;
    while (last + 1 < end &&
           getSeparator(file, places[last + 1].begin).data() ==
               file.data() + places[last].end)
      ++last;
    TextRange range{places[begin].begin, places[last].end};
    StringRef before = getSeparator(file, range.begin);
    if (hasLineEnd(before) && !endsLine(file, range.end))
      range.end = file.size() - file.drop_front(range.end).ltrim(blanks).size();
    else
      range.begin -= before.size();
    changes.push_back({range, ""});
    begin = last + 1;
  }
}

/// An option as others of the command are written.
static std::string writeOption(const TextualElement &pass, StringRef hyphens) {
  std::string text = (hyphens + pass.name).str();
  if (pass.options.empty())
    return text;
  bool isPlain = pass.options.find_first_of("\"\\$`") == StringRef::npos;
  return text + "=" +
         (isPlain ? "\"" + pass.options.str() + "\""
                  : quoteForShell(pass.options));
}

Expected<TextChanges> pmb::writeOptions(StringRef file,
                                        ArrayRef<TextRange> places,
                                        const TextualPasses &from,
                                        const TextualPasses &to) {
  if (places.size() != from.size())
    return createStringError(
        "an option is no pass that can be read; change it by hand");
  StringRef first = places.front().of(file).ltrim("'\"");
  StringRef hyphens = first.take_front(first.starts_with("--") ? 2 : 1);
  std::vector<std::string> old = writePasses(from), now = writePasses(to);
  // What only moves is written as it was.
  auto write = [&](size_t index) {
    auto known = find(old, now[index]);
    return known == old.end() ? writeOption(*to[index], hyphens)
                              : places[known - old.begin()].of(file).str();
  };
  TextChanges changes;
  StringRef torn;
  // In Python, commas part them.
  StringRef behind = file.drop_front(places.back().end).ltrim();
  bool isList = behind.starts_with(",") || behind.starts_with("]");
  bool isOrderKept = true;
  forEachDifference(old, now, [&](TextRange gone, TextRange come) {
    for (size_t at = gone.begin; at < gone.end; ++at)
      if (places[at].begin >= places[at].end || hasLineEnd(places[at].of(file)))
        torn = from[at]->name;
    if (!torn.empty())
      return;
    for (; gone.begin < gone.end && come.begin < come.end;
         ++gone.begin, ++come.begin) {
      const TextualElement &before = *from[gone.begin],
                           &after = *to[come.begin];
      TextRange place = places[gone.begin];
      // Of a pass that is renamed only the name changes, unless quotes or
      // escapes are in it.
      bool isRenamed = before.options == after.options &&
                       !is_contained(old, now[come.begin]);
      size_t at =
          isRenamed ? place.of(file).find(before.name) : StringRef::npos;
      if (at != StringRef::npos) {
        at += place.begin;
        changes.push_back({{at, at + before.name.size()}, after.name.str()});
      } else {
        changes.push_back({place, write(come.begin)});
      }
    }
    std::vector<std::string> added;
    for (; come.begin < come.end; ++come.begin)
      added.push_back(write(come.begin));
    isOrderKept &= added.empty() && gone.begin == gone.end;
    if (!added.empty())
      insertOptions(file, places, gone.begin, added, changes);
    removeOptions(file, places, gone.begin, gone.end, changes);
  });
  if (!torn.empty())
    return createStringError(
        "'" + torn +
        "' is put together of several places, such as a 'DEFINE:'; "
        "change it by hand");
  if (isList && !isOrderKept)
    return createStringError(
        "the options are elements of a list; change it by hand");
  return changes;
}
