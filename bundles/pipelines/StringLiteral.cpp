//===- StringLiteral.cpp - Strings in the text of a program ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/StringLiteral.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// Blanks, comments, and lines that are continued.
void LiteralReader::skipSpace() {
  while (pos < text.size()) {
    StringRef rest = text.drop_front(pos);
    if (isSpace(rest[0]) || rest[0] == '\\')
      ++pos;
    else if (rest[0] == '#')
      pos += std::min(rest.find('\n'), rest.size());
    else
      return;
  }
}

bool LiteralReader::readString() {
  StringRef rest = text.drop_front(pos);
  StringRef prefix = rest.take_while(isAlpha);
  StringRef body = rest.drop_front(prefix.size());
  if (body.empty() || (body[0] != '"' && body[0] != '\'') ||
      prefix.size() > 2 || prefix.find_first_not_of("rRuUbB") != prefix.npos)
    return false;
  bool isRaw = prefix.contains_insensitive("r");
  std::string mark(body.substr(0, 3) == std::string(3, body[0]) ? 3 : 1,
                   body[0]);
  for (pos += prefix.size() + mark.size(); pos < text.size(); ++pos) {
    StringRef left = text.drop_front(pos);
    if (left.consume_front(mark)) {
      pos = end = left.data() - text.data();
      return true;
    }
    bool isEscape = text[pos] == '\\' && !isRaw && left.size() > 1;
    pos += isEscape;
    // A line that is continued has no end, and of other escapes white space
    // is what pipelines have.
    bool isSpaceEscape = isEscape && StringRef("nt\n").contains(text[pos]);
    value.add(isSpaceEscape ? ' ' : text[pos], pos);
  }
  return false;
}

bool LiteralReader::read() {
  skipSpace();
  while (text.drop_front(pos).starts_with("(")) {
    ++pos;
    skipSpace();
  }
  if (!readString())
    return false;
  while (true) {
    skipSpace();
    char next = pos < text.size() ? text[pos] : '\0';
    // What a method or an operator makes of it is not known.
    if (next == '.' || next == '%')
      return false;
    if (next == '+') {
      ++pos;
      skipSpace();
      if (!readString())
        return false;
    } else if (!readString()) {
      return true;
    }
  }
}

/// Behind the string whose first quote is at `pos`.
static size_t findStringEnd(StringRef text, size_t pos) {
  std::string mark(text.substr(pos, 3) == std::string(3, text[pos]) ? 3 : 1,
                   text[pos]);
  for (size_t at = pos + mark.size(); at < text.size(); ++at) {
    if (text.drop_front(at).starts_with(mark))
      return at + mark.size();
    if (text[at] == '\n' && mark.size() == 1)
      return at;
    at += text[at] == '\\';
  }
  return text.size();
}

/// Reads an expression, up to what ends it in a list or a call.
ShellWord LiteralReader::readUnknown() {
  size_t begin = pos, depth = 0;
  for (; pos < text.size() && (depth || !isAt(",])")); ++pos) {
    if (isAt("'\""))
      pos = findStringEnd(text, pos) - 1;
    else if (isAt("#"))
      pos = std::min(text.find('\n', pos), text.size() - 1);
    else if (isAt("([{"))
      ++depth;
    else if (isAt(")]}"))
      depth -= depth != 0;
  }
  ShellWord word;
  StringRef written = text.slice(begin, pos).rtrim();
  word.add(written, begin);
  word.unknown = written.str();
  word.unknownSize = written.size();
  word.begin = begin;
  word.end = begin + written.size();
  return word;
}

bool LiteralReader::readList(std::vector<ShellWord> &words) {
  skipSpace();
  if (!isAt("["))
    return false;
  ++pos;
  for (skipSpace(); !isAt("]"); skipSpace()) {
    size_t begin = pos;
    value = PlacedText();
    if (read() && isAt(",]")) {
      ShellWord &word = words.emplace_back();
      static_cast<PlacedText &>(word) = value;
      word.begin = begin;
      word.end = end;
    } else {
      pos = begin;
      words.push_back(readUnknown());
      if (words.back().empty() || !isAt(",]"))
        return false;
    }
    pos += isAt(",");
  }
  ++pos;
  skipSpace();
  if (isAt(",)"))
    return true;
  words.push_back(readUnknown());
  return !words.back().empty();
}

std::vector<TextRange> pmb::findLiterals(StringRef text) {
  std::vector<TextRange> literals;
  for (size_t at = 0; at < text.size(); ++at) {
    size_t end;
    if (text[at] == '#')
      end = std::min(text.find('\n', at), text.size());
    else if (text[at] == '\'' || text[at] == '"')
      end = findStringEnd(text, at);
    else
      continue;
    literals.push_back({at, end});
    at = std::max(at, end - 1);
  }
  return literals;
}
