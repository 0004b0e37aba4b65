//===- SourceText.cpp - The text of a file, and places in it --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/SourceText.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace llvm;

static Error makeUnreadable(StringRef name, std::error_code error) {
  return makeError(
      Diagnostic(DiagnosticCode::UnreadableFile,
                 "cannot read " + quotePath(name) + ": " + error.message()));
}

Expected<SourceText> SourceText::read(StringRef path) {
  bool isStdin = path == "-";
  StringRef name = isStdin ? "<stdin>" : path;
  sys::fs::file_t file = sys::fs::getStdinHandle();
  if (!isStdin) {
    Expected<sys::fs::file_t> opened = sys::fs::openNativeFileForRead(path);
    if (!opened)
      return makeUnreadable(name, errorToErrorCode(opened.takeError()));
    file = *opened;
  }
  scope_exit close([&] {
    if (!isStdin)
      sys::fs::closeFile(file);
  });
  // In pieces, so that a device that never ends is refused as well.
  constexpr size_t pieceSize = 1 << 14;
  SmallString<pieceSize> text;
  while (true) {
    size_t size = text.size();
    text.resize_for_overwrite(size + pieceSize);
    Expected<size_t> count = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(text.data() + size, pieceSize));
    if (!count)
      return makeUnreadable(name, errorToErrorCode(count.takeError()));
    text.truncate(size + *count);
    if (*count == 0)
      return copy(text, name);
    if (text.size() > maxSize)
      return makeError(Diagnostic(DiagnosticCode::TooLarge,
                                  formatv("{0} is larger than {1} MiB",
                                          quotePath(name), maxSize >> 20)));
  }
}

/// Some editors begin a file with a mark that stands for no character.
static StringRef dropMark(StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  return text;
}

SourceText SourceText::copy(StringRef text, StringRef name) {
  return SourceText(MemoryBuffer::getMemBufferCopy(dropMark(text), name));
}

SourceText SourceText::refer(StringRef text, StringRef name) {
  return SourceText(MemoryBuffer::getMemBuffer(
      dropMark(text), name, /*RequiresNullTerminator=*/false));
}

/// At most `size` bytes, and no part of a character.
static StringRef takeCharacters(StringRef text, size_t size) {
  if (size < text.size())
    while (size > 0 && (text[size] & 0xC0) == 0x80)
      --size;
  return text.take_front(size);
}

TextPlace SourceText::getPlace(size_t offset) const {
  StringRef before = getText().take_front(offset);
  size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
  return {unsigned(before.count('\n') + 1), unsigned(offset - lineBegin + 1)};
}

std::string SourceText::getSnippet(TextPlace place) const {
  StringRef line = getText();
  for (unsigned i = 1; i < place.line; ++i)
    line = line.split('\n').second;
  line = line.split('\n').first.rtrim('\r');
  size_t caret = std::min<size_t>(place.column - 1, line.size());

  // A whole program may stand in one line.
  constexpr size_t before = 60, after = 40;
  bool fits = line.size() <= before + after;
  size_t begin = fits || caret < before ? 0 : caret - before;
  // Not in the middle of a character.
  while (begin < caret && (line[begin] & 0xC0) == 0x80)
    ++begin;
  StringRef shown = takeCharacters(line.drop_front(begin),
                                   fits ? line.size() : caret - begin + after);
  std::string text = begin ? "..." : "", marks(text.size(), ' ');
  for (auto [index, c] : enumerate(shown)) {
    // Tabs become one blank, so that the caret is right whatever they mean.
    bool isControl = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    text += isControl ? ' ' : c;
    // One mark for each character, not for each of its bytes.
    if (index < caret - begin && (c & 0xC0) != 0x80)
      marks += ' ';
  }
  if (begin + shown.size() < line.size())
    text += "...";
  return formatv("\n{0,6} | {1}\n       | {2}^", place.line,
                 json::isUTF8(text) ? text : json::fixUTF8(text), marks);
}

Diagnostic SourceText::diagnose(DiagnosticCode code, TextPlace place,
                                std::string message) const {
  Diagnostic diagnostic(code, std::move(message));
  locate(diagnostic, place);
  return diagnostic;
}

void SourceText::locate(Diagnostic &diagnostic, TextPlace place) const {
  if (diagnostic.node)
    return;
  NodeRef ref;
  ref.origin = getOrigin(place);
  diagnostic.at(std::move(ref));
  diagnostic.notes.insert(
      diagnostic.notes.begin(),
      Note{(snippetTitle + getSnippet(place)).str(), std::nullopt});
}

std::string pmb::quote(StringRef text, size_t limit) {
  std::string result = "'";
  for (char c : takeCharacters(text, limit))
    result += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  if (text.size() > limit)
    result += "...";
  return result + "'";
}
