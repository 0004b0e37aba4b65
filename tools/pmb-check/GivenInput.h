//===- GivenInput.h - Inputs as the command line names them ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_GIVENINPUT_H
#define PMB_TOOLS_PMB_CHECK_GIVENINPUT_H

#include "bundles/pipelines/PipelineFile.h"

namespace pmb {

/// A text, or the name of a file, perhaps of a revision, with plugins and a
/// variant: `cpu.pipeline.json+acme.json[lanes=8]`; the two may be in any
/// order. A name that is that of a file stands for the file. Refers to the text
/// that it is made from.
struct GivenInput {
  explicit GivenInput(llvm::StringRef text);

  /// True if it is a text, and not the name of a file: it begins as one does,
  /// with `builtin.module(` or the name of a pass.
  bool isText(const Catalog &catalog) const;
  /// Reads the plugins, and adds the names of the files that were read to
  /// `files`. Fails if one cannot be read, or is no pipeline file.
  llvm::Expected<std::vector<PipelineFile>>
  readPlugins(std::vector<std::string> &files) const;

  llvm::StringRef name;
  llvm::SmallVector<llvm::StringRef> plugins;
  llvm::StringRef variant;
};

/// Reads a file, or one of a revision.
llvm::Expected<SourceText> readInput(llvm::StringRef name);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_GIVENINPUT_H
