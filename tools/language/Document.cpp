//===- Document.cpp - A text that an editor has open ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Document.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

Document::Document(std::string contents, int64_t version)
    : text(std::move(contents)), version(version) {
  findLines();
}

const LooseJson &Document::getJson() const {
  if (!json)
    json.emplace(text);
  return *json;
}

void Document::findLines() {
  json.reset();
  lines = {0};
  textLines = {0};
  isPlain = all_of(text, [](char c) { return (c & 0x80) == 0; });
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n')
      textLines.push_back(at + 1);
    bool endsWithNext =
        text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (text[at] == '\n' || (text[at] == '\r' && !endsWithNext))
      lines.push_back(at + 1);
  }
}

/// The bytes of the character that begins at `at`, and its code units. A byte
/// that begins no character counts as one.
static std::pair<size_t, unsigned> measureCharacter(StringRef text, size_t at) {
  auto byte = static_cast<unsigned char>(text[at]);
  size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
  if (at + size > text.size())
    return {1, 1};
  for (char next : text.substr(at + 1, size - 1))
    if ((next & 0xC0) != 0x80)
      return {1, 1};
  return {size, size == 4 ? 2 : 1};
}

size_t Document::getOffset(EditorPosition position) const {
  if (position.line >= lines.size())
    return text.size();
  size_t at = lines[position.line], end = text.size();
  if (position.line + 1 < lines.size())
    end = StringRef(text)
              .slice(at, lines[position.line + 1])
              .rtrim("\r\n")
              .size() +
          at;
  if (isPlain)
    return at + std::min<size_t>(position.character, end - at);
  for (unsigned left = position.character; at < end;) {
    auto [size, units] = measureCharacter(text, at);
    if (units > left)
      break;
    left -= units;
    at += size;
  }
  return at;
}

EditorPosition Document::getPosition(size_t offset) const {
  offset = std::min(offset, text.size());
  unsigned line = llvm::upper_bound(lines, offset) - lines.begin() - 1;
  EditorPosition position{line, 0};
  if (isPlain) {
    position.character = offset - lines[line];
    return position;
  }
  for (size_t at = lines[line]; at < offset;) {
    auto [size, units] = measureCharacter(text, at);
    at += size;
    if (at <= offset)
      position.character += units;
  }
  return position;
}

size_t Document::getOffset(TextPlace place) const {
  if (place.line == 0 || place.line > textLines.size())
    return text.size();
  size_t offset = textLines[place.line - 1] + std::max(place.column, 1u) - 1;
  if (place.line == 1)
    offset += getMarkSize();
  return std::min(offset, text.size());
}

TextPlace Document::getPlace(size_t offset) const {
  offset = std::min(offset, text.size());
  unsigned line = llvm::upper_bound(textLines, offset) - textLines.begin();
  size_t mark = line == 1 ? std::min(getMarkSize(), offset) : 0;
  return {line, unsigned(offset - mark - textLines[line - 1] + 1)};
}

void Document::replace(TextRange range, StringRef replacement) {
  size_t end = std::min(range.end, text.size());
  size_t begin = std::min(range.begin, end);
  text.replace(begin, end - begin, replacement.str());
  findLines();
}
