//===- Escaping.cpp - Text of others in messages --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace llvm;

static std::string escapeControl(char c) {
  size_t named = StringRef("\n\r\t").find(c);
  return named == StringRef::npos
             ? "\\x" + toHex(StringRef(&c, 1), /*LowerCase=*/true)
             : std::string("\\") + "nrt"[named];
}

/// Whether a character beyond ASCII does more than show itself, or not even
/// that.
static bool isActive(unsigned codePoint) {
  struct Range {
    unsigned first, last;
  };
  static constexpr Range ranges[] = {
      {0x80, 0x9F},     // control characters
      {0xAD, 0xAD},     // what has no width
      {0x200B, 0x200B}, //
      {0x2060, 0x2064}, //
      {0xFEFF, 0xFEFF}, //
      {0x61C, 0x61C},   // marks of direction
      {0x200E, 0x200F}, //
      {0x2028, 0x202E}, // ends of lines, and more marks of direction
      {0x2066, 0x2069}, //
      {0xFFFE, 0xFFFF}, // no characters, and XML does not have them
  };
  return any_of(ranges, [&](Range range) {
    return codePoint >= range.first && codePoint <= range.last;
  });
}

/// The code point of `length` bytes of UTF-8.
static unsigned decode(StringRef bytes) {
  unsigned codePoint = bytes[0] & (0xFF >> (bytes.size() + 1));
  for (char c : bytes.drop_front())
    codePoint = codePoint << 6 | (c & 0x3F);
  return codePoint;
}

std::string pmb::escape(StringRef text) {
  std::string valid;
  if (!json::isUTF8(text)) {
    valid = json::fixUTF8(text);
    text = valid;
  }
  std::string result;
  result.reserve(text.size());
  // GitHub reads commands behind blanks as well.
  size_t command = text.find_first_not_of(" \t");
  if (!text.drop_front(std::min(command, text.size())).starts_with("::"))
    command = StringRef::npos;
  for (size_t i = 0, length; i < text.size(); i += length) {
    unsigned char c = text[i];
    length = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    bool isCommand = i == command || (c == '#' && i && text[i - 1] == '#');
    if (c < ' ' || c == 0x7F || isCommand) {
      result += escapeControl(c);
      continue;
    }
    StringRef bytes = text.substr(i, length);
    if (length > 1 && isActive(decode(bytes)))
      result += formatv("\\u{0:x-4}", decode(bytes)).str();
    else
      result += bytes;
  }
  return result;
}

StringRef pmb::takeCharacters(StringRef text, size_t size) {
  if (size < text.size())
    while (size > 0 && (text[size] & 0xC0) == 0x80)
      --size;
  return text.take_front(size);
}

std::string pmb::quote(StringRef text, size_t limit) {
  std::string shown = escape(takeCharacters(text, limit));
  return "'" + shown + (text.size() > limit ? "...'" : "'");
}

/// Leaves out the middle of `text` if it is longer than `limit`, but no part of
/// a character.
static std::string cutMiddle(StringRef text, size_t limit, size_t begin,
                             size_t end) {
  if (text.size() <= limit)
    return text.str();
  end = text.size() - end;
  while (end < text.size() && (text[end] & 0xC0) == 0x80)
    ++end;
  return (takeCharacters(text, begin) + "..." + text.drop_front(end)).str();
}

std::string pmb::shorten(StringRef text) {
  constexpr size_t maxWord = 1000, maxLine = 16000;
  if (text.size() <= maxWord)
    return text.str();
  ListSeparator lineEnd("\n");
  std::string result;
  for (StringRef whole : split(text, '\n')) {
    ListSeparator blank(" ");
    std::string line;
    for (StringRef word : split(whole, ' '))
      line += StringRef(blank).str() + cutMiddle(word, maxWord, 200, 100);
    result += StringRef(lineEnd).str() + cutMiddle(line, maxLine, 12000, 2000);
  }
  return result;
}
