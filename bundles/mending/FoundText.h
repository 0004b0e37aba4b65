//===- FoundText.h - Mending pipelines where they are run ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline that stands in a test, a script or a string (`PipelineFinder.h`)
// is mended as a text of its own, and what changes is then written into the
// file: only the characters concerned, laid out as their neighbours are. Passes
// that are options of mlir-opt stay options.
//
// What quotes, substitutions and continuations do to the text is not undone by
// rules: the file is read again, and has to give the mended pipeline there, the
// same pipelines everywhere else, and the same other words in all commands.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_FOUNDTEXT_H
#define PMB_BUNDLES_MENDING_FOUNDTEXT_H

#include "bundles/pipelines/PipelineFinder.h"

namespace pmb {

/// The text of a pipeline that was found in `file`: of all its parts, with the
/// nests that mlir-opt chooses for options. Fails with what keeps it from being
/// read or composed. REQUIRES: the pipeline was not skipped.
llvm::Expected<std::string> getFoundText(const FoundPipeline &pipeline,
                                         llvm::StringRef file,
                                         const Catalog &catalog);

/// The text of `file` with `after` in the place of the pipeline of that number
/// in `findPipelines`. Fails with the reason, as a part of a sentence, if the
/// file cannot say that there, for example as another pipeline uses the same
/// characters. REQUIRES: `getFoundText` gives a text of that pipeline.
llvm::Expected<std::string> writeFoundText(const SourceText &file,
                                           size_t number, llvm::StringRef after,
                                           const Catalog &catalog);

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_FOUNDTEXT_H
