//===- PipelineFinder.h - Pipelines in files of other sorts ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most pipelines are not written in files of their own, but where they are run:
//
//   lines of lit    // RUN: mlir-opt %s -convert-scf-to-cf -cse | FileCheck %s
//   scripts         of shells and of make, with the same commands
//   Python          PassManager.parse("builtin.module(cse)"), and commands for
//                   os.system and subprocess, as strings and lists
//   reproducers     {-# external_resources: { mlir_reproducer: { pipeline: ...
//
// A command is one of a tool whose name ends in `-opt`, as `mlir-opt-22`,
// `%mlir-opt` and `$(MLIR_OPT)` do. Of its options those that the catalog knows
// are passes, and so are those that no tool of MLIR has. Such tools that are
// joined by a pipe run one pipeline. What a variable or a substitution stands
// for is not known, but for what `DEFINE:` says; where it may be passes, the
// pipeline is skipped. The first word that is no option is the input.
//
// Commands may stand in `$(...)`, `<(...)` and backquotes. Here documents,
// unless a shell runs them, and strings of Python are data.
//
// What the pipelines get and may leave can stand above them, for all that
// follow, up to the next such line:
//
//   // PMB: contents=linalg,func expect=llvm-ir
//
// All places are those in the file.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINEFINDER_H
#define PMB_BUNDLES_PIPELINES_PIPELINEFINDER_H

#include "bundles/json/TextEdits.h"
#include "bundles/pipelines/ContentsFile.h"
#include <vector>

namespace pmb {

class Catalog;
class TextualPipeline;

/// A pipeline that stands in a file of another sort, with what `PMB:` says.
struct FoundPipeline : GivenEnds {
  FoundPipeline() = default;
  FoundPipeline(FoundPipeline &&) = default;
  FoundPipeline &operator=(FoundPipeline &&) = default;

  /// A textual pipeline. The passes of several run one after the other.
  struct Part {
    SourceText text;
    /// Where the passes stand in the file if they are options of their own, for
    /// which mlir-opt chooses nests, with their hyphens and quotes; else none.
    std::vector<TextRange> options = {};

    bool choosesNests() const { return !options.empty(); }
  };
  /// Empty if it was skipped.
  std::vector<Part> parts;
  /// Where it begins.
  TextPlace place;
  /// A tool runs it that reads a module, whatever stands in that.
  bool isOnModule = false;
  /// The release of LLVM that the tool has in its name; 0 if it has none.
  unsigned release = 0;
  /// Why the tool does not run it, as it takes other options.
  std::optional<Diagnostic> refused;

  /// Says that the tool cannot run `text`, which is a part of it, if so.
  std::optional<Diagnostic> findWrongRoot(const TextualPipeline &text,
                                          const Catalog &catalog) const;
  /// A remark that says why it was skipped, as something is not known.
  std::optional<Diagnostic> skipped;
};

struct FoundPipelines {
  /// In the order in which they stand there.
  std::vector<FoundPipeline> pipelines;
  /// All words of commands but for the passes, and what stands between them.
  std::vector<std::string> words;
};

/// True if files of that name and text are searched for pipelines, by the
/// ending of the name (`.mlir`, `.test`, `.sh`, `.py`, `.mk`), `Makefile`, or
/// `#!` at the beginning.
bool hasPipelinesInside(llvm::StringRef name, llvm::StringRef text);
/// Which files these are, for messages.
llvm::StringRef describeSearchedFiles();

/// Finds all pipelines of a file. Fails with `syntax` and `bad-value` if what
/// `PMB:` says cannot be read, and with `empty-pipeline` if there is nothing in
/// the file that looks like a pipeline.
llvm::Expected<FoundPipelines> findPipelines(SourceText file,
                                             const Catalog &catalog);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINEFINDER_H
