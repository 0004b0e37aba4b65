//===- Actions.h - Fixes, as changes of documents -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_ACTIONS_H
#define PMB_TOOLS_LANGUAGE_ACTIONS_H

#include "tools/language/Workspace.h"

namespace pmb::language {

/// A fix that the document can have.
struct Action {
  /// What it does: `move 'a' after 'b'`. Says so if it is unsafe.
  std::string title;
  bool isUnsafe = false;
  /// What it is the fix of; valid until the next change of a document.
  const Finding *finding;
  TextChange change;
};

/// The fixes of the findings that touch a range, as far as they can be written
/// into the document.
std::vector<Action> findActions(Workspace &workspace, llvm::StringRef path,
                                TextRange range);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_ACTIONS_H
