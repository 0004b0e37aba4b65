//===- Completion.h - What may stand at a place ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_COMPLETION_H
#define PMB_TOOLS_LANGUAGE_COMPLETION_H

#include "tools/language/Names.h"
#include "tools/language/Workspace.h"

namespace pmb::language {

/// What an editor offers.
struct Completion {
  NameSort sort;
  std::string label;
  /// A sentence about it; may be empty.
  std::string summary;
  /// What is written, and in the place of what.
  std::string text;
  TextRange range;
  /// What is more likely to be meant stands before all others.
  bool isLikely = false;
};

struct Completions {
  std::vector<Completion> items;
  /// More are known once more is written.
  bool isIncomplete = false;
};

/// What may stand at a byte of a document: in textual pipelines passes, nests
/// and options with their values; in JSON also keys and all that names what is
/// known. Whether it fits what has been typed is up to the editor.
Completions complete(Workspace &workspace, llvm::StringRef path, size_t offset);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_COMPLETION_H
