//===- ToolCall.h - What one call of a tool like mlir-opt runs ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_TOOLCALL_H
#define PMB_BUNDLES_PIPELINES_TOOLCALL_H

#include "bundles/json/TextEdits.h"
#include "bundles/pipelines/ShellWords.h"

namespace pmb {

class Catalog;

/// The options of a call, as mlir-opt takes them: of several `--pass-pipeline`
/// the last counts.
struct ToolCall {
  struct Part {
    /// A textual pipeline.
    PlacedText text;
    /// Where its passes stand if they are options of their own.
    std::vector<TextRange> options = {};
  };
  std::vector<Part> parts;
  /// A `--pass-pipeline` that stands beside passes that are options.
  std::optional<size_t> mixedAt;
  /// The first thing that is not known and may stand for passes; empty if there
  /// is none.
  std::string unknown;
  /// All words but for the passes.
  std::vector<std::string> words;
  bool readsModule = true;
};

/// `options` are the words of a call but for the name of the tool. `hasInput`:
/// it reads a pipe or a file that is redirected.
ToolCall readToolCall(llvm::ArrayRef<ShellWord> options, bool hasInput,
                      const Catalog &catalog);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_TOOLCALL_H
