//===- PipelineFile.cpp - Pipelines as JSON -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineFile.h"
#include "builder/edit/VariantChoice.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

PipelineFile::PipelineFile() = default;
PipelineFile::PipelineFile(PipelineFile &&) = default;
PipelineFile &PipelineFile::operator=(PipelineFile &&) = default;
PipelineFile::~PipelineFile() = default;

Expected<PipelineFile> PipelineFile::parse(Expected<SourceText> text) {
  PipelineFile result;
  if (Error error =
          readPipelineDescriptions(std::move(text)).moveInto(result.files))
    return error;
  return result;
}

PipelineFile PipelineFile::describeEdited(const Pipeline &pipeline) const {
  PipelineFile result = describe(pipeline);
  PipelineDescription &edited = *result.files.front();
  const PipelineDescription &written = *files.front();
  edited.schema = written.schema;
  edited.description = written.description;
  edited.severities = written.severities;
  // What was decided has no conditions.
  auto choose = [&](ArrayRef<PipelineEnd> from) {
    std::vector<PipelineEnd> chosen;
    const auto *end = find_if(from, [&](const PipelineEnd &end) {
      return end.when.empty() || pipeline.getList().hasVariant(end.when);
    });
    if (end != from.end())
      chosen.emplace_back(*end).when.clear();
    return chosen;
  };
  edited.inputs = choose(written.inputs);
  edited.inputNever = written.inputNever;
  edited.isThreaded = written.isThreaded;
  edited.outputs = choose(written.outputs);
  return result;
}

StringRef PipelineFile::getName() const {
  const std::optional<SourceText> &source = files.front()->source;
  return source ? source->getName() : StringRef();
}

StringRef PipelineFile::getText() const {
  const std::optional<SourceText> &source = files.front()->source;
  return source ? source->getText() : StringRef();
}

std::vector<std::string> PipelineFile::getIncludedFiles() const {
  std::vector<std::string> names;
  for (const auto &file : files) {
    if (file != files.front() && file->source)
      names.push_back(file->source->getName().str());
    for (const PipelineEnd &end : file->getEnds())
      append_range(names, end.files);
  }
  return names;
}

StringRef PipelineFile::getAnchor() const {
  StringRef anchor = files.front()->anchor;
  return anchor.empty() ? "builtin.module" : anchor;
}

StringRef PipelineFile::getDescription() const {
  return files.front()->description;
}

void PipelineFile::locateOption(Diagnostic &diagnostic,
                                StringRef option) const {
  for (const auto &file : files)
    if (lookupOption(file->options, option))
      return file->locate(diagnostic, file->optionsPlace, {option});
}

std::optional<Severity> PipelineFile::getSeverity(DiagnosticCode code) const {
  for (auto [other, severity] : files.front()->severities)
    if (other == code)
      return severity;
  return std::nullopt;
}

StringRef PipelineFile::getAnchor(const Catalog &catalog) const {
  StringRef anchor = files.front()->anchor;
  return anchor.empty() ? StringRef(catalog.getRules().root) : anchor;
}

Error PipelineFile::appendTo(Pipeline &pipeline) const {
  return appendDescriptions(files, getAnchor(pipeline.getCatalog()), pipeline);
}

Error PipelineFile::appendTo(Pipeline &pipeline,
                             const VariantChoice &choice) const {
  if (Error error = declareOptions(pipeline))
    return error;
  if (Error error = choice.applyTo(pipeline))
    return error;
  return appendTo(pipeline);
}
