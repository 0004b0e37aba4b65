//===- ShellWords.h - Command lines, with the places of their words -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As much of a shell as it takes to find the words of a command: quotes,
// escapes, pipes, redirections, and `%if` of lit. LLVM's own splitting keeps no
// places.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_SHELLWORDS_H
#define PMB_BUNDLES_PIPELINES_SHELLWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pmb {

/// Characters of a file, and where each of them stands in it.
struct PlacedText {
  std::string text;
  std::vector<size_t> offsets;

  bool empty() const { return text.empty(); }
  void add(char c, size_t offset) {
    text += c;
    offsets.push_back(offset);
  }
  /// Adds what stands at `offset` and behind it.
  void add(llvm::StringRef part, size_t offset) {
    for (char c : part)
      add(c, offset++);
  }
  void add(const PlacedText &part) {
    text += part.text;
    offsets.insert(offsets.end(), part.offsets.begin(), part.offsets.end());
  }
  /// Adds what stands nowhere, at the place of something that does.
  void addAt(llvm::StringRef part, size_t offset) {
    text += part;
    offsets.insert(offsets.end(), part.size(), offset);
  }
  PlacedText slice(size_t begin, size_t end = std::string::npos) const;
};

/// A word without its quotes and escapes.
struct ShellWord : PlacedText {
  /// Where it stands, with its quotes and escapes.
  size_t begin = 0, end = 0;
  /// The first thing in it that is only known when it runs: a variable, or a
  /// substitution of lit. Empty if there is none.
  std::string unknown;
  /// How many of its characters are of such things.
  size_t unknownSize = 0;

  /// Nothing of it is known.
  bool isUnknown() const { return !text.empty() && unknownSize == text.size(); }
};

/// The words of a command.
struct ShellCommand {
  std::vector<ShellWord> words;
  /// The names of files that it reads and writes: `< in > out`.
  std::vector<ShellWord> files;
  /// The lines of other commands in it: `$(...)`, `<(...)`, and between
  /// backquotes. Its words have `$()` in their place.
  std::vector<PlacedText> nested;
  /// It reads a file: `< in`.
  bool readsFile = false;
  /// It reads what the command before it prints.
  bool isPiped = false;
};

/// Splits a line. What is wrong with it ends it; of a quote that is not closed
/// `openQuote`, if given, is set to the place.
std::vector<ShellCommand>
splitCommands(const PlacedText &line,
              std::optional<size_t> *openQuote = nullptr);

/// Follows the quotes of a script from line to line, and finds its here
/// documents, whose lines have quotes of their own.
class QuoteScanner {
public:
  /// Takes in the next line, without its end.
  void read(llvm::StringRef line);
  /// The quote that goes on in the next line, `'` or `"`; 0 if there is none.
  char getQuote() const { return quote; }
  /// Whether it begins in the last line that was read.
  bool opensQuote() const { return isNew && quote; }
  /// Whether the line ends in a comment, which no backslash continues.
  bool isInComment() const { return inComment; }
  /// What ends each of the here documents that follow, in their order.
  llvm::ArrayRef<std::string> getDelimiters() const { return delimiters; }

private:
  size_t skipQuoted(llvm::StringRef line, size_t pos);
  size_t readDelimiter(llvm::StringRef line, size_t pos);

  char quote = 0;
  /// `$'...'`, where a backslash escapes.
  bool hasEscapes = false;
  bool isNew = false, inComment = false;
  std::vector<std::string> delimiters;
};

/// `text` as the shell reads it as one word.
std::string quoteForShell(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_SHELLWORDS_H
