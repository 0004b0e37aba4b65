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
void readVariants(JsonReader &reader, const JsonValue &value,
                  PipelineDescription &into);
/// Reads an end of the pipeline: an object, or a list of them, of which the
/// first counts whose condition holds. `what` is `the input`.
void readEnds(JsonReader &reader, const JsonValue &value, llvm::StringRef what,
              std::vector<PipelineEnd> &into);
/// Reads what the input never has: a list of items, or of objects with an
/// `item` and a `reason`.
void readExclusions(JsonReader &reader, const JsonValue &value,
                    PipelineDescription &into);

// Each writes a member of the current object, or nothing.
void writeVariants(JsonOutput &os, const PipelineDescription &file);
void writeEnds(JsonOutput &os, llvm::StringRef key,
               llvm::ArrayRef<PipelineEnd> ends);
void writeExclusions(JsonOutput &os, llvm::ArrayRef<InputExclusion> never);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_VARIANTSJSON_H
