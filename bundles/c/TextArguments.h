//===- TextArguments.h - What callers of other languages write ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments are texts, in the words of command lines and of pipeline files:
//
//   what to add   a pass with options, `acme-tile{size=32}`, or an element of a
//                 pipeline file, `{"bundle": "lower-to-llvm"}`; a list of both
//                 where several may be added
//   a position    `start`, `end`, `contract`, `contract-latest`, `before cse`,
//                 `after cse,last`, `immediately-before cse`, or
//                 `{"before": {"kind": "bufferization"}, "orElse": ...}`
//   what is there `cse`, `cse,1`, `cse,last`, or `{"slot": "early"}`
//   options       `size=32`, or `{"size": 32}`
//
// A text that begins with a bracket is JSON.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_TEXTARGUMENTS_H
#define PMB_BUNDLES_C_TEXTARGUMENTS_H

#include "builder/edit/VariantChoice.h"
#include "builder/passes/Position.h"
#include "builder/passes/Recipe.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/report/Ask.h"

namespace pmb {

/// Fails with `bad-value` if a text has a NUL character or is not UTF-8; the
/// message names the argument and the byte.
llvm::Error verifyText(llvm::StringRef argument, llvm::StringRef text);

/// True for a text that is meant as JSON: it begins with a bracket.
bool isJsonText(llvm::StringRef text);

// Each fails with all that is wrong in the text, with its place in `<what>`,
// `<position>` and the like.

/// Elements to be appended.
llvm::Expected<std::vector<Recipe>> readElements(llvm::StringRef text);
/// A pass, bundle or slot to be inserted.
llvm::Expected<Recipe> readInsertion(llvm::StringRef text);
llvm::Expected<Position> readPositionText(llvm::StringRef text);
llvm::Expected<Selector> readSelectorText(llvm::StringRef text);
/// Options as in a textual pipeline, without outer braces.
llvm::Expected<std::string> readOptionsText(llvm::StringRef text);
/// Any text.
inline llvm::Expected<std::string> readPlainText(llvm::StringRef text) {
  return text.str();
}
/// What a pipeline is built for: `avx,lanes=16`; may be empty.
llvm::Expected<VariantChoice> readVariantsText(llvm::StringRef text);
/// How options of what is pinned can be set: `fixed` or `open`, as under
/// `pinnedOptions` in a file; empty is `fixed`.
llvm::Expected<PinnedOptions> readPinMode(llvm::StringRef text);
llvm::Expected<int64_t> readNumber(llvm::StringRef argument,
                                   llvm::StringRef text);

/// What a check is to presume of both ends: `{"contents": items, "expect":
/// items}`. An empty text says nothing. Contents files are read.
llvm::Expected<GivenEnds> readCheckQuestion(llvm::StringRef text);
/// `{"explain": "overview" or "full", "why": names, "where": names, "places":
/// true}`.
llvm::Expected<Questions> readQuestions(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_C_TEXTARGUMENTS_H
