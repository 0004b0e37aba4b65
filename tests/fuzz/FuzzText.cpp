//===- FuzzText.cpp - Textual pipelines -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a textual pipeline. What can be read is printed, read again and
// the same; what can be appended is checked, printed and appended again.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"

using namespace pmb;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<TextualPipeline> parsed =
      parseTextualPipeline(fuzz::getText(data, size), "<fuzz>");
  if (!fuzz::succeeds(parsed.takeError()))
    return 0;
  std::string printed = parsed->str();
  llvm::Expected<TextualPipeline> again =
      parseTextualPipeline(printed, "<fuzz>");
  fuzz::require(fuzz::succeeds(again.takeError()), "cannot be read again",
                printed);
  fuzz::require(again->str() == printed, "is printed in two ways", printed);
  fuzz::require(again->size() == parsed->size(), "other passes", printed);

  NameChecker checker(fuzz::getCatalog());
  fuzz::text(parsed->checkNames(checker));
  Pipeline pipeline(parsed->getRootOp(), fuzz::getCatalog());
  if (!fuzz::succeeds(parsed->appendTo(pipeline))) {
    fuzz::require(pipeline.empty(), "an error left passes behind",
                  pipeline.str());
    return 0;
  }
  std::string findings = fuzz::text(pipeline.check());
  fuzz::require(fuzz::text(pipeline.check()) == findings, "two checks differ",
                findings);
  if (pipeline.empty())
    return 0;
  std::string text = pipeline.str();
  llvm::Expected<TextualPipeline> flat = parseTextualPipeline(text, "<fuzz>");
  fuzz::require(fuzz::succeeds(flat.takeError()), "cannot be read back", text);
  Pipeline copy(parsed->getRootOp(), fuzz::getCatalog());
  fuzz::require(fuzz::succeeds(flat->appendTo(copy)), "cannot be appended",
                text);
  fuzz::require(copy.str() == text, "is another pipeline", text);
  return 0;
}
