//===- Definitions.h - Where names are defined, and renaming them ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_DEFINITIONS_H
#define PMB_TOOLS_LANGUAGE_DEFINITIONS_H

#include "tools/language/Workspace.h"
#include <map>

namespace pmb::language {

/// Where what is named at a byte of a document is defined: a bundle, a slot, an
/// included file, a pass that a contracts file describes; what a position
/// names. Empty if it is nowhere, or has no file, as stock bundles.
std::vector<FilePlace> findDefinitions(Workspace &workspace,
                                       llvm::StringRef path, size_t offset);

/// Changes of several files, by their paths.
using FileChanges = std::map<std::string, TextChanges>;

/// The name of a bundle or a slot at a byte that can be renamed. Fails, with
/// the reason, if there is none.
llvm::Expected<TextRange> findRenamed(Workspace &workspace,
                                      llvm::StringRef path, size_t offset);
/// Gives the bundle or the slot at a byte another name, wherever the document,
/// the files that it includes and open documents that include it name it.
/// Fails, with the reason, if it is defined in none of these, if the new name
/// is taken or cannot be one, or if a file cannot be written.
llvm::Expected<FileChanges> rename(Workspace &workspace, llvm::StringRef path,
                                   size_t offset, llvm::StringRef name);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_DEFINITIONS_H
