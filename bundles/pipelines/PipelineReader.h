//===- PipelineReader.h - Reading the files of a pipeline -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINEREADER_H
#define PMB_BUNDLES_PIPELINES_PIPELINEREADER_H

#include "bundles/json/JsonDocument.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "llvm/Support/FileSystem/UniqueID.h"

namespace pmb {

/// Reads the files of one pipeline.
class FilesReader {
public:
  PipelineDescriptions files;
  std::vector<Diagnostic> failures;

  /// Reads a text; `place` is where it is included, if it is. Returns the index
  /// of its description.
  unsigned read(SourceText text, std::optional<llvm::sys::fs::UniqueID> id);
  /// Reads a file that `includer` includes at `place`.
  std::optional<unsigned> include(llvm::StringRef name, unsigned includer,
                                  TextPlace place);

private:
  /// A file that is being read.
  struct Open {
    unsigned index;
    std::optional<llvm::sys::fs::UniqueID> id;
    /// Where it includes the next one.
    TextPlace place;
  };
  Diagnostic &fail(unsigned file, TextPlace place, Diagnostic diagnostic);
  std::string getPath(const Open &open) const;

  std::vector<Open> open;
  /// A file that is included twice is read once.
  std::vector<std::pair<llvm::sys::fs::UniqueID, unsigned>> known;
};

/// Reads one document into the description at `index`. Returns what is wrong
/// with this document; failures of those that it includes go to `files`.
std::vector<Diagnostic> readDescription(const JsonDocument &document,
                                        FilesReader &files, unsigned index);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINEREADER_H
