//===- Texts.h - Textual pipelines in documents ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_TEXTS_H
#define PMB_TOOLS_LANGUAGE_TEXTS_H

#include "tools/language/LooseText.h"
#include "tools/language/Workspace.h"

namespace pmb::language {

/// A textual pipeline in a document: the whole document, or what a command or a
/// string of it says.
struct PlacedPipeline {
  std::string text;
  /// The bytes of the document that those of the text are, in order. Empty: all
  /// of them, from `begin` on.
  std::vector<size_t> offsets;
  size_t begin = 0;
  /// Its passes are options of a command, which chooses nests for them.
  bool choosesNests = false;

  /// The byte of the document for one of the text, or for its end.
  size_t getOffset(size_t at) const;
  TextRange getRange(TextRange range) const;
  /// The reverse, for a byte of `document` or the end of what is before it;
  /// std::nullopt if the text has no such byte.
  std::optional<size_t> find(llvm::StringRef document, size_t offset) const;
};

/// Those of a document that has this text, in its order; none of one that has
/// none.
std::vector<PlacedPipeline>
findTexts(Workspace &workspace, llvm::StringRef path, llvm::StringRef document);

/// What is at a byte of a document, in the textual pipeline that has it.
struct PlacedSpot {
  PlacedSpot(PlacedPipeline &&text, size_t at)
      : placed(std::move(text)), loose(placed.text), spot(loose.find(at)) {}

  /// The element whose name is there; null if there is none.
  const LooseElement *getNamed() const {
    return spot.kind == TextSpot::Kind::Name ? spot.element : nullptr;
  }

  PlacedPipeline placed;
  LooseText loose;
  TextSpot spot;
};

/// Null if no pipeline of the document has the byte.
std::unique_ptr<PlacedSpot> findSpot(Workspace &workspace, llvm::StringRef path,
                                     llvm::StringRef document, size_t offset);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_TEXTS_H
