//===- PipelineCode.h - C++ that registers a pipeline ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINECODE_H
#define PMB_BUNDLES_PIPELINES_PIPELINECODE_H

#include "bundles/pipelines/PipelineSources.h"

namespace pmb {

/// A C++ header with the texts of a pipeline file, which needs no file any
/// more. Of `gpu-late.pipeline.json` it has
///
///   GpuLatePipelineOptions   a struct for MLIR with a member of its type for
///                            each option (`vector-size` is `vectorSize`), and
///                            `variant`, which takes what --variant does
///   appendGpuLatePipeline    appends the pipeline to a builder
///   registerGpuLatePipeline  registers it with MLIR as `gpu-late`
///
/// in the namespace `space` (`acme::pipelines`), which may be empty. All is
/// inline. A member that would be called as a keyword or a macro has `_` behind
/// it.
///
/// Fails with `bad-name` if the name of the file, of an option or of the
/// namespace gives no name of C++, or two options the same one, at the place of
/// the option; and as `getOptions`. It is not checked here whether the pipeline
/// works.
llvm::Expected<std::string> makePipelineCode(const PipelineSources &sources,
                                             const Catalog &catalog,
                                             llvm::StringRef space);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINECODE_H
