//===- Document.h - A text that an editor has open ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_DOCUMENT_H
#define PMB_TOOLS_LANGUAGE_DOCUMENT_H

#include "builder/diagnostics/SourceText.h"
#include "tools/language/LooseJson.h"

namespace pmb::language {

/// A position as editors count it: both from 0, and columns in the code units
/// of UTF-16. Lines end with "\n", "\r\n" or "\r".
struct EditorPosition {
  unsigned line = 0;
  unsigned character = 0;

  bool operator==(const EditorPosition &other) const {
    return line == other.line && character == other.character;
  }
};

/// The size of the mark before the first character of a text, which no
/// `SourceText` has; 0 if there is none.
inline size_t getMarkSize(llvm::StringRef text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

/// The text of a file as it stands in an editor, or on disk. All offsets are
/// bytes of the text.
class Document {
public:
  explicit Document(std::string text, int64_t version = 0);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef getText() const { return text; }
  int64_t getVersion() const { return version; }

  /// The text as JSON. Valid until the text changes.
  const LooseJson &getJson() const;

  /// The byte at a position. What is behind the end of a line, or in the middle
  /// of a character, is that end, or the begin of the character; what is behind
  /// the last line is the end of the text.
  size_t getOffset(EditorPosition position) const;
  /// The reverse; an offset behind the end is the end.
  EditorPosition getPosition(size_t offset) const;

  /// The byte at a place of a `SourceText` that was made of this text; the end
  /// of the text if there is none.
  size_t getOffset(TextPlace place) const;
  /// The reverse.
  TextPlace getPlace(size_t offset) const;

  /// Puts `replacement` in the place of some bytes; `range` may be empty.
  void replace(TextRange range, llvm::StringRef replacement);
  void setVersion(int64_t number) { version = number; }

private:
  void findLines();
  size_t getMarkSize() const { return language::getMarkSize(text); }

  std::string text;
  int64_t version;
  /// Made once it is asked for.
  mutable std::optional<LooseJson> json;
  /// Where lines begin: for editors, and for messages, where only "\n" ends
  /// one.
  std::vector<size_t> lines, textLines;
  /// Every byte is a character, and every character one code unit.
  bool isPlain = true;
};

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_DOCUMENT_H
