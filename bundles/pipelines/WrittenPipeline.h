//===- WrittenPipeline.h - A pipeline as it is written --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For callers that are given a pipeline in either of its forms, and treat both
// the same.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_WRITTENPIPELINE_H
#define PMB_BUNDLES_PIPELINES_WRITTENPIPELINE_H

#include "builder/edit/TextualPipeline.h"
#include "bundles/pipelines/PipelineFile.h"

namespace pmb {

/// What stands behind the comments that a text of JSON begins with.
llvm::StringRef skipJsonComments(llvm::StringRef text);

/// Whether a text is a pipeline file: by the name of the file, or by how
/// the text begins if the name does not say.
bool isPipelineJson(llvm::StringRef name, llvm::StringRef text);

/// The text of a textual pipeline, or a pipeline file.
struct WrittenPipeline {
  /// One of the two.
  std::optional<PipelineFile> file;
  std::optional<TextualPipeline> text;

  /// Fails as reading the one that it is does.
  static llvm::Expected<WrittenPipeline>
  parse(SourceText source, bool isJson, const PassManagerRules &rules = {});

  llvm::StringRef getRoot(const Catalog &catalog) const {
    return file ? file->getAnchor(catalog) : text->getRootOp();
  }
  llvm::StringRef getText() const {
    return file ? file->getText() : text->getText();
  }
  std::vector<Diagnostic> checkNames(NameChecker &names,
                                     const Pipeline *of) const {
    return file ? file->checkNames(names, of) : text->checkNames(names, of);
  }
  /// Appends it to a pipeline on its root, built for `choice`. Fails with all
  /// that is wrong with it.
  llvm::Error appendTo(Pipeline &pipeline, const VariantChoice &choice) const;
};

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_WRITTENPIPELINE_H
