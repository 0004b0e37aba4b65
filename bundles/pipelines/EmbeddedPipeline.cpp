//===- EmbeddedPipeline.cpp - Pipeline files that are in a program --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/EmbeddedPipeline.h"
#include "bundles/pipelines/PipelineFile.h"

using namespace pmb;
using namespace llvm;

Error pmb::appendEmbeddedPipeline(Pipeline &pipeline,
                                  ArrayRef<EmbeddedFile> files,
                                  const VariantChoice &choice) {
  auto store = std::make_shared<TextStore>();
  store->read = [files](StringRef name) -> Expected<std::string> {
    for (const EmbeddedFile &file : files)
      if (file.name == name)
        return file.text.str();
    return makeError(Diagnostic(DiagnosticCode::UnreadableFile,
                                quotePath(name) + " is not in the program")
                         .help("make the C++ of the pipeline again"));
  };
  Expected<PipelineFile> file =
      PipelineFile::parse(SourceText::read(files.front().name, store));
  if (!file)
    return file.takeError();
  return pipeline.transaction(pipeline.getOrigin(),
                              [&] { return file->appendTo(pipeline, choice); });
}
