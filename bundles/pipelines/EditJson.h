//===- EditJson.h - Edits of pipeline files -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the lists of Edits.def.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_EDITJSON_H
#define PMB_BUNDLES_PIPELINES_EDITJSON_H

#include "bundles/contracts/RecipeJson.h"
#include "bundles/pipelines/PipelineDescription.h"

namespace pmb {

/// Reads the list under the key of a kind of edits. What is wrong is reported,
/// and an insertion of nothing left out.
void readEdits(RecipeReader &recipes, const JsonInput &value,
               PipelineEdit::Kind kind, std::vector<PipelineEdit> &into);
void writeEdit(JsonOutput &os, const PipelineEdit &edit);
/// Writes those of a kind, if there are any.
void writeEdits(JsonOutput &os, llvm::StringRef key, PipelineEdit::Kind kind,
                llvm::ArrayRef<PipelineEdit> edits);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_EDITJSON_H
