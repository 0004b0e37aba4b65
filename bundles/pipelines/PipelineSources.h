//===- PipelineSources.h - A pipeline file with all of its texts ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINESOURCES_H
#define PMB_BUNDLES_PIPELINES_PIPELINESOURCES_H

#include "builder/edit/VariantChoice.h"
#include "bundles/pipelines/PipelineFile.h"

namespace pmb {

/// A pipeline file, and the texts of all files that it consists of as they were
/// when they were read: what C++ is made of, and pages.
class PipelineSources {
public:
  struct Text {
    std::string name, text;
  };
  /// One variant, composed.
  struct Variant {
    VariantChoice choice;
    std::unique_ptr<Pipeline> pipeline;
  };

  /// Fails as `PipelineFile::read`.
  static llvm::Expected<PipelineSources> read(llvm::StringRef path);

  const PipelineFile &getFile() const { return *file; }
  /// The file itself comes first, then what it includes.
  llvm::ArrayRef<Text> getTexts() const { return *texts; }

  /// The options and variants that are declared. Fails as
  /// `PipelineFile::declareOptions`.
  llvm::Expected<OptionScope> getOptions(const Catalog &catalog) const;
  /// All variants that they allow, the default one first. `catalog` must
  /// outlive them. Fails as `enumerateVariants` and `PipelineFile::appendTo`,
  /// and with `empty-pipeline` if no variant has a pass.
  llvm::Expected<std::vector<Variant>>
  composeVariants(const Catalog &catalog) const;

  /// Fails with `unreadable-file` if one of the files has another text now, or
  /// is gone: what was made of them is of no use then.
  llvm::Error verifyUnchanged() const;

private:
  PipelineSources() = default;

  std::optional<PipelineFile> file;
  /// The store of the file refers to them.
  std::shared_ptr<std::vector<Text>> texts;
};

/// Prints the textual pipeline of each variant behind a line with its name:
///
///   # default
///   builtin.module(cse)
void printTextualPipelines(llvm::raw_ostream &os,
                           llvm::ArrayRef<PipelineSources::Variant> variants);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINESOURCES_H
