//===- StringLiteral.h - Strings in the text of a program -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_STRINGLITERAL_H
#define PMB_BUNDLES_PIPELINES_STRINGLITERAL_H

#include "bundles/json/TextEdits.h"
#include "bundles/pipelines/ShellWords.h"

namespace pmb {

/// Reads a value as Python writes it: one string, or several that stand side by
/// side or are added.
class LiteralReader {
public:
  LiteralReader(llvm::StringRef text, size_t pos) : text(text), pos(pos) {}

  /// False if it is something else, or a part of it is.
  bool read();
  PlacedText value;

  /// Reads a list of such values as the words of a command. What is something
  /// else, and what is added to the list, is a word that is not known, as it is
  /// written. False if it is no list.
  bool readList(std::vector<ShellWord> &words);
  /// Behind all that was read.
  size_t getEnd() const { return pos; }

private:
  void skipSpace();
  bool readString();
  bool isAt(llvm::StringRef characters) const {
    return pos < text.size() && characters.contains(text[pos]);
  }
  ShellWord readUnknown();

  llvm::StringRef text;
  size_t pos;
  /// Where the last string ends.
  size_t end = 0;
};

/// The strings and the comments of a program in Python, in their order. A
/// string in one line that is not closed ends with that.
std::vector<TextRange> findLiterals(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_STRINGLITERAL_H
