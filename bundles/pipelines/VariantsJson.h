//===- VariantsJson.h - What a pipeline is built for, as JSON -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The keys `options`, `variants`, `input` and `output` of a pipeline file.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_VARIANTSJSON_H
#define PMB_BUNDLES_PIPELINES_VARIANTSJSON_H

#include "bundles/json/JsonFields.h"
#include "bundles/pipelines/PipelineDescription.h"

namespace pmb {

/// Reads what is or can be built for: a list of names, or an object of
/// variants, each with the values that it sets, or a summary.
void readVariants(const JsonInput &value, PipelineDescription &into);
/// Reads an end of the pipeline: an object, or a list of them, of which the
/// first counts whose condition holds.
void readEnds(const JsonInput &value, std::vector<PipelineEnd> &into);
template <auto member>
void readEnds(const JsonInput &value, PipelineDescription &into) {
  readEnds(value, into.*member);
}
/// Reads what the input never has: a list of items, or of objects with an
/// `item` and a `reason`.
void readExclusions(const JsonInput &value, PipelineDescription &into);

// Each writes a member of the current object, or nothing.
void writeVariants(JsonOutput &os, const PipelineDescription &file);
void writeEnds(JsonOutput &os, llvm::StringRef key,
               llvm::ArrayRef<PipelineEnd> ends);
void writeExclusions(JsonOutput &os, llvm::ArrayRef<InputExclusion> never);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_VARIANTSJSON_H
