//===- ShellWords.h - Command lines, with the places of their words -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As much of a shell as it takes to find the words of a command: quotes,
// escapes, pipes and redirections. LLVM's own splitting keeps no places.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_SHELLWORDS_H
#define PMB_BUNDLES_PIPELINES_SHELLWORDS_H

#include "llvm/ADT/StringRef.h"
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
  /// The first thing in it that is only known when it runs: a variable, or a
  /// substitution of lit. Empty if there is none.
  std::string unknown;
};

/// The words of a command. What it reads from files and writes to them is left
/// out.
struct ShellCommand {
  std::vector<ShellWord> words;
  /// It reads what the command before it prints.
  bool isPiped = false;
};

/// Splits a line. What is wrong with it, such as a quote that is not closed,
/// ends it.
std::vector<ShellCommand> splitCommands(const PlacedText &line);

/// `text` as the shell reads it as one word.
std::string quoteForShell(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_SHELLWORDS_H
