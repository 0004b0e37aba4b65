//===- ContentsFile.h - What an input contains, in a file -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the input of a pipeline contains can be kept in a file, which `pmb-opt
// --print-contents` writes for a piece of IR:
//
//   {
//     "contents": [
//       "!tensor",
//       "linalg.matmul"
//     ]
//   }
//
// That is also what `input` of a `*.pipeline.json` takes. Wherever contents are
// given, `@<file>` among the items stands for those of a file:
//
//   pmb-check cpu.pipeline --contents=@matmul.contents.json --expect=llvm
//   "input": {"contents": ["@matmul.contents.json"]}
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_CONTENTSFILE_H
#define PMB_BUNDLES_PIPELINES_CONTENTSFILE_H

#include "builder/diagnostics/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pmb {

class Pipeline;
struct PipelineInterface;

/// The items of a file, if its text could be read. Fails with all that is wrong
/// with it: it is no JSON, has other keys or no `contents`, or what is no item.
/// Adds the places of the items to `origins`.
llvm::Expected<std::vector<std::string>>
readContentsFile(llvm::Expected<SourceText> text,
                 llvm::StringMap<Origin> &origins);

/// Writes a file. What it writes reads back as the same.
void printContentsFile(llvm::raw_ostream &os,
                       llvm::ArrayRef<std::string> items);

/// What is said of an end of pipelines, by their files, a command line or an
/// editor: items, among them `@<file>` until `expand` is called.
struct GivenContents : std::optional<std::vector<std::string>> {
  using optional::operator=;

  /// The places of those that come from files.
  llvm::StringMap<Origin> origins;

  /// Puts the items of files in the place of their names, which are added to
  /// `files`. Fails with the errors of all that cannot be read; the items are
  /// then as they were.
  llvm::Error expand(std::vector<std::string> &files);
};

/// The same of both ends.
struct GivenEnds {
  GivenContents contents, expect;

  /// Says it of a pipeline.
  void applyTo(PipelineInterface &interface) const;
};

/// A warning if `contents`, which are about to replace the input that
/// `pipeline` declares, have something that it does not list. Operations that
/// programs stand in, and what is dead, need not be listed. `origins` has the
/// places of items that are from files; `where` says where the others are from:
/// `--contents`. As severe as `pipeline` has it.
std::optional<Diagnostic> findUndeclared(const Pipeline &pipeline,
                                         llvm::ArrayRef<std::string> contents,
                                         const llvm::StringMap<Origin> &origins,
                                         llvm::StringRef where);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_CONTENTSFILE_H
