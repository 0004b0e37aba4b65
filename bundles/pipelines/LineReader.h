//===- LineReader.h - Lines of tests and scripts, as they are read --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a test or a script goes on in the next one behind a backslash, and
// in a script of a shell also within quotes. Its characters keep their places.
// Lines of here documents have none, unless a shell runs them.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_LINEREADER_H
#define PMB_BUNDLES_PIPELINES_LINEREADER_H

#include "builder/diagnostics/SourceText.h"
#include "bundles/pipelines/ShellWords.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace pmb {

/// What stands behind `keyword` in a line; null if that is not in it, or is the
/// end of another word.
llvm::StringRef findKeyword(llvm::StringRef line, llvm::StringRef keyword);

class LineReader {
public:
  /// In tests and Python, only what stands behind a keyword is a line: `RUN:`.
  enum class Sort { Test, Python, Shell, Make };
  struct Line {
    enum Kind { Run, Define, Settings, Other } kind = Other;
    PlacedText text;
  };

  LineReader(const SourceText &file, Sort sort)
      : file(file), text(file.getText()),
        lineCount(file.getPlace(text.size()).line), sort(sort) {}

  /// Reads the line of that number and those that continue it, and sets
  /// `number` to that of the last one. REQUIRES: lines are read in their order.
  Line read(unsigned &number);

private:
  bool isInDocument(llvm::StringRef line);
  void openDocuments(const QuoteScanner &quotes, const PlacedText &line,
                     unsigned number);
  unsigned findLast(llvm::StringRef delimiter);
  void readOn(llvm::StringRef first, llvm::StringRef keyword, unsigned &number,
              Line &line, bool isDocument);

  const SourceText &file;
  llvm::StringRef text;
  unsigned lineCount;
  Sort sort;
  /// What ends the here documents that the next lines are, the first one last.
  std::vector<std::string> delimiters;
  /// A shell runs them.
  bool areRun = false;
  /// The last lines of each text, once it has been asked for.
  llvm::StringMap<unsigned> lastLines;
  /// The quotes that no line below closes, and from which line on: an
  /// apostrophe, or another language.
  std::map<char, unsigned> neverClosed;
};

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_LINEREADER_H
