//===- FuzzDescriptor.cpp - Pipelines as JSON -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a `*.pipeline.json` file. What can be read is written, read and
// written again; what can be appended is checked and described.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/PipelineFile.h"

using namespace pmb;

static std::string print(const PipelineFile &file) {
  std::string text;
  llvm::raw_string_ostream os(text);
  file.print(os);
  return text;
}

static llvm::Expected<PipelineFile> parse(llvm::StringRef text) {
  // Includes are files of a folder that does not exist.
  return PipelineFile::parse(
      SourceText::refer(text, "no-such-folder/fuzz.pipeline.json"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<PipelineFile> file = parse(fuzz::getText(data, size));
  if (!fuzz::succeeds(file.takeError()))
    return 0;
  std::string printed = print(*file);
  llvm::Expected<PipelineFile> again = parse(printed);
  fuzz::require(fuzz::succeeds(again.takeError()), "cannot be read again",
                printed);
  fuzz::require(print(*again) == printed, "is written in two ways", printed);

  NameChecker checker(fuzz::getCatalog());
  Pipeline pipeline(file->getAnchor(), fuzz::getCatalog());
  if (!fuzz::succeeds(file->appendTo(pipeline))) {
    fuzz::text(file->checkNames(checker));
    fuzz::require(pipeline.empty(), "an error left passes behind",
                  pipeline.str());
    return 0;
  }
  fuzz::text(file->checkNames(checker, &pipeline));
  std::string findings = fuzz::text(pipeline.check());
  Pipeline other(file->getAnchor(), fuzz::getCatalog());
  fuzz::require(fuzz::succeeds(again->appendTo(other)),
                "can be appended only as it was", printed);
  fuzz::require(other.str() == pipeline.str(), "is another pipeline", printed);

  // What is described is the same pipeline; a nest too deep for JSON is not.
  std::string described = print(PipelineFile::describe(pipeline));
  llvm::Expected<PipelineFile> read = parse(described);
  if (!read) {
    for (const Diagnostic &failure : takeDiagnostics(read.takeError()))
      fuzz::require(failure.code == DiagnosticCode::TooLarge,
                    "what is described cannot be read",
                    described + failure.str());
    return 0;
  }
  Pipeline copy(file->getAnchor(), fuzz::getCatalog());
  fuzz::require(fuzz::succeeds(read->appendTo(copy)),
                "what is described cannot be appended", described);
  fuzz::require(copy.str() == pipeline.str(),
                "what is described is another pipeline",
                described + pipeline.str() + "\n" + copy.str() + "\n");
  return 0;
}
