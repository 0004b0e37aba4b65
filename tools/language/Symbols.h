//===- Symbols.h - The parts of a document --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_SYMBOLS_H
#define PMB_TOOLS_LANGUAGE_SYMBOLS_H

#include "tools/language/Names.h"
#include "tools/language/Workspace.h"

namespace pmb::language {

/// A pass, or what has passes, for an outline.
struct OutlineNode {
  /// Of a nest that of its name: an operation.
  NameSort sort;
  /// Escaped, and not empty.
  std::string name;
  TextRange range, nameRange;
  std::vector<OutlineNode> children;
};

/// Bundles, slots, nests, includes and passes, in the order of the document.
std::vector<OutlineNode> findSymbols(Workspace &workspace,
                                     llvm::StringRef path);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_SYMBOLS_H
