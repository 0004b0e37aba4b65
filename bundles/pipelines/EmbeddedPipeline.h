//===- EmbeddedPipeline.h - Pipeline files that are in a program ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `pmb-check --print-registration` makes C++ of a pipeline file, which has the
// texts of the file, and of all that it includes, in it. A program that was
// built of it needs no file.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_EMBEDDEDPIPELINE_H
#define PMB_BUNDLES_PIPELINES_EMBEDDEDPIPELINE_H

#include "builder/edit/VariantChoice.h"

namespace pmb {

/// A file, under the name by which messages call it and others include it.
struct EmbeddedFile {
  llvm::StringLiteral name, text;
};

/// Appends the pipeline that the first of `files` describes, built for
/// `choice`; the others are those that it includes. Fails, and appends nothing,
/// as `PipelineFile::appendTo` and `VariantChoice::applyTo` do. REQUIRES: there
/// is a file.
llvm::Error appendEmbeddedPipeline(Pipeline &pipeline,
                                   llvm::ArrayRef<EmbeddedFile> files,
                                   const VariantChoice &choice);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_EMBEDDEDPIPELINE_H
