//===- WrittenPipeline.cpp - A pipeline as it is written ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/WrittenPipeline.h"
#include "builder/edit/VariantChoice.h"

using namespace pmb;
using namespace llvm;

StringRef pmb::skipJsonComments(StringRef text) {
  while (true) {
    text = text.ltrim();
    StringRef end = text.starts_with("//")   ? "\n"
                    : text.starts_with("/*") ? "*/"
                                             : "";
    if (end.empty())
      return text;
    text = text.drop_front(std::min(text.find(end, 2), text.size()));
    text.consume_front(end);
  }
}

bool pmb::isPipelineJson(StringRef name, StringRef text) {
  if (name.ends_with(".json"))
    return true;
  StringRef behind = skipJsonComments(text);
  return !name.ends_with(".pipeline") &&
         (behind.starts_with("{") || behind.starts_with("[") ||
          (behind.empty() && !text.trim().empty()));
}

Expected<WrittenPipeline>
WrittenPipeline::parse(SourceText source, bool isJson,
                       const PassManagerRules &rules) {
  WrittenPipeline result;
  if (Error error =
          isJson ? PipelineFile::parse(std::move(source)).moveInto(result.file)
                 : parseTextualPipeline(std::move(source), rules)
                       .moveInto(result.text))
    return error;
  return result;
}

Error WrittenPipeline::appendTo(Pipeline &pipeline,
                                const VariantChoice &choice) const {
  if (file)
    return file->appendTo(pipeline, choice);
  if (Error error = choice.applyTo(pipeline))
    return error;
  return text->appendTo(pipeline);
}
