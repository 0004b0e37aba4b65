//===- ToolOptions.h - Tools like mlir-opt, and their options -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_TOOLOPTIONS_H
#define PMB_BUNDLES_PIPELINES_TOOLOPTIONS_H

#include "bundles/pipelines/ShellWords.h"

namespace pmb {

/// A command without what runs it: `env A=b timeout 5 mlir-opt`.
struct CalledTool {
  /// The name of the tool comes first; empty if there is none.
  llvm::ArrayRef<ShellWord> words;
  bool isExpectedToFail = false;
};
CalledTool findTool(llvm::ArrayRef<ShellWord> words);

/// Whether a word calls a tool like mlir-opt: by its name, or by a variable of
/// that name.
bool isOptTool(llvm::StringRef word);
/// The release of LLVM in the name of mlir-opt; 0 if it has none.
unsigned getToolRelease(llvm::StringRef word);
/// Whether the option, without its hyphens, is one of all such tools, and no
/// pass; a pass that the catalog knows is one all the same.
bool isToolOption(llvm::StringRef name);
/// Whether its value may be the next word.
bool mayTakeWord(llvm::StringRef name);
/// Whether a variable that is a word is likely to stand for options, and not
/// for a file.
bool mayHoldOptions(llvm::StringRef variable);
/// Whether a substitution of lit, or a variable of make, stands for a file.
bool isFileOfTest(llvm::StringRef variable);
/// Whether a word calls a shell, which runs what it reads.
bool isShell(llvm::StringRef word);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_TOOLOPTIONS_H
