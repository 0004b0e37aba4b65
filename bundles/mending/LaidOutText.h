//===- LaidOutText.h - Texts that stand on several lines of a file --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline in a command or a string goes on in the next line behind a
// backslash, or in another literal. Its text has neither, so an edit could not
// lay out anything as its neighbours are. Here such a text has a line end where
// the file goes on in another line; the edit treats it like any other, and what
// it has changed is written into the file:
//
//   'builtin.module('        "builtin.module(
//   'cse,'                    cse,
//   'sccp)'                   sccp)"
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_LAIDOUTTEXT_H
#define PMB_BUNDLES_MENDING_LAIDOUTTEXT_H

#include "builder/diagnostics/SourceText.h"
#include "bundles/json/TextEdits.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

class LaidOutText {
public:
  /// `part` was derived of `file`, which must outlive the text.
  LaidOutText(const SourceText &part, llvm::StringRef file);

  llvm::StringRef getText() const { return text; }
  /// The changes of the file that make another text of this one.
  TextChanges write(llvm::StringRef after) const;

private:
  void add(char c, TextRange range) {
    text += c;
    ranges.push_back(range);
  }
  bool isGap(size_t at) const {
    return text[at] == '\n' && ranges[at].of(file) != "\n";
  }
  llvm::StringRef findGap(size_t at) const;
  void replace(TextRange range, llvm::StringRef inserted,
               TextChanges &changes) const;

  llvm::StringRef file;
  std::string text;
  /// What each byte is in the file. Empty: nothing, as it was put in.
  std::vector<TextRange> ranges;
};

using NoteChange = llvm::function_ref<void(TextRange from, TextRange to)>;
/// Calls `change` with each part of `from` that is not in `to`, and what is in
/// its place there; both as ranges of numbers.
void forEachDifference(llvm::ArrayRef<unsigned> from,
                       llvm::ArrayRef<unsigned> to, NoteChange change);
/// The same for lists of texts.
template <typename ListT>
void forEachDifference(const ListT &from, const ListT &to, NoteChange change) {
  TextNumbers numbers;
  auto getText = [](llvm::StringRef text) { return text; };
  std::vector<unsigned> old = numbers.getAll(from, getText);
  forEachDifference(llvm::ArrayRef(old),
                    llvm::ArrayRef(numbers.getAll(to, getText)), change);
}

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_LAIDOUTTEXT_H
