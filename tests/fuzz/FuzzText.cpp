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
#include "bundles/stock/LLVMCatalog.h"

using namespace pmb;

/// What is said above, of the pass manager that `catalog` is about.
static void check(llvm::StringRef input, const Catalog &catalog) {
  const PassManagerRules &rules = catalog.getRules();
  llvm::Expected<TextualPipeline> parsed =
      parseTextualPipeline(input, "<fuzz>", rules);
  if (!fuzz::succeeds(parsed.takeError()))
    return;
  std::string printed = parsed->str();
  llvm::Expected<TextualPipeline> again =
      parseTextualPipeline(printed, "<fuzz>", rules);
  fuzz::require(fuzz::succeeds(again.takeError()), "cannot be read again",
                printed);
  fuzz::require(again->str() == printed, "is printed in two ways", printed);
  fuzz::require(again->size() == parsed->size(), "other passes", printed);

  NameChecker checker(catalog);
  fuzz::text(parsed->checkNames(checker));
  Pipeline pipeline(parsed->getRootOp(), catalog);
  if (!fuzz::succeeds(parsed->appendTo(pipeline))) {
    fuzz::require(pipeline.empty(), "an error left passes behind",
                  pipeline.str());
    return;
  }
  std::string findings = fuzz::text(pipeline.check());
  fuzz::require(fuzz::text(pipeline.check()) == findings, "two checks differ",
                findings);
  if (pipeline.empty())
    return;
  std::string text = pipeline.str();
  llvm::Expected<TextualPipeline> flat =
      parseTextualPipeline(text, "<fuzz>", rules);
  fuzz::require(fuzz::succeeds(flat.takeError()), "cannot be read back", text);
  Pipeline copy(parsed->getRootOp(), catalog);
  fuzz::require(fuzz::succeeds(flat->appendTo(copy)), "cannot be appended",
                text);
  fuzz::require(copy.str() == text, "is another pipeline", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto text = fuzz::getText(data, size);
  check(text, fuzz::getCatalog());
  check(text, getLLVMCatalog());
  return 0;
}
