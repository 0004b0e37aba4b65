//===- FoundIn.h - What is found in a file, as text ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_PIPELINES_FOUNDIN_H
#define PMB_TESTS_BUNDLES_PIPELINES_FOUNDIN_H

#include "../Require.h"
#include "ErrorText.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace pmb::test {

/// The pipelines of a file as mlir-opt would run them, and what was skipped,
/// each in a line, with the line where it stands.
inline std::string findIn(llvm::StringRef name, llvm::StringRef text) {
  auto found = findPipelines(SourceText::copy(text, name), getStockCatalog());
  if (!found)
    return test::errors(found.takeError());
  std::string result;
  llvm::raw_string_ostream os(result);
  for (FoundPipeline &pipeline : found->pipelines) {
    os << pipeline.place.line << ": ";
    if (pipeline.skipped) {
      os << pipeline.skipped->message << '\n';
      continue;
    }
    PipelineBuilder builder("builtin.module", getStockCatalog());
    for (FoundPipeline::Part &part : pipeline.parts) {
      TextualPipeline parsed =
          test::require(parseTextualPipeline(std::move(part.text)));
      test::require(
          parsed.appendTo(builder, parsed.getElements(), part.choosesNests()));
    }
    builder.print(os);
    if (pipeline.contents)
      os << " contents=" << llvm::join(*pipeline.contents, ",");
    if (pipeline.expect)
      os << " expect=" << llvm::join(*pipeline.expect, ",");
    os << '\n';
  }
  return result;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_PIPELINES_FOUNDIN_H
