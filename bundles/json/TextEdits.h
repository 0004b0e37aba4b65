//===- TextEdits.h - Changes of some characters of a text -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists that are separated by commas, in JSON and in textual pipelines: an
// element is inserted or removed, and all other characters stay. What is
// inserted is laid out as its neighbours are.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_JSON_TEXTEDITS_H
#define PMB_BUNDLES_JSON_TEXTEDITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pmb {

/// Bytes of a text, `end` not among them.
struct TextRange {
  size_t begin = 0, end = 0;

  llvm::StringRef of(llvm::StringRef text) const {
    return text.slice(begin, end);
  }
};

/// `text` takes the place of a range, which may be empty.
struct TextChange {
  TextRange range;
  std::string text;
};

/// Those of one edit. Of two that insert at one place, the first comes first.
using TextChanges = std::vector<TextChange>;

/// The text with all changes made; std::nullopt if two of them overlap.
std::optional<std::string> applyChanges(llvm::StringRef text,
                                        llvm::ArrayRef<TextChange> changes);

/// What stands between two brackets.
struct TextList {
  TextRange inside;
  std::vector<TextRange> elements;
};

/// The blanks before `at`, from the last line end on.
llvm::StringRef getBlankBefore(llvm::StringRef text, size_t at);

/// The comment that ends the line of an element, with the blanks before it;
/// empty if there is none, or the element shares its line with others.
TextRange findCommentBehind(llvm::StringRef text, const TextList &list,
                            size_t index);

/// Inserts an element before that of the number `index`, or behind all.
/// `blank` stands before it where no neighbour shows what should, and `comment`
/// behind it. A comment at the end of a line stays with the element before it.
void insertElement(llvm::StringRef text, const TextList &list, size_t index,
                   llvm::StringRef element, llvm::StringRef blank,
                   TextChanges &changes, llvm::StringRef comment = "");

/// Removes an element, and the line that it had for itself. Comments stay, but
/// for the one behind it if it goes `withComment`.
void removeElement(llvm::StringRef text, const TextList &list, size_t index,
                   TextChanges &changes, bool withComment = false);

} // namespace pmb

#endif // PMB_BUNDLES_JSON_TEXTEDITS_H
