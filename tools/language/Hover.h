//===- Hover.h - What is known about what is at a place -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_HOVER_H
#define PMB_TOOLS_LANGUAGE_HOVER_H

#include "tools/language/Workspace.h"

namespace pmb::language {

struct HoverText {
  /// What it is about.
  TextRange range;
  /// What it is: a name.
  std::string title;
  /// A sentence about it; may be empty.
  std::string summary;
  /// One line each. All text of others is escaped.
  std::vector<std::string> lines;
};

/// What the catalog and the pipeline know of what is at a byte of a document:
/// of a pass, its party and the reason, what it does where it stands, and its
/// contract. std::nullopt for what has nothing to tell.
std::optional<HoverText> explainAt(Workspace &workspace, llvm::StringRef path,
                                   size_t offset);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_HOVER_H
