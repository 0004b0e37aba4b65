//===- PipelineSources.cpp - A pipeline file with all of its texts --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineSources.h"

using namespace pmb;
using namespace llvm;

Expected<PipelineSources> PipelineSources::read(StringRef path) {
  PipelineSources sources;
  sources.texts = std::make_shared<std::vector<Text>>();
  auto store = std::make_shared<TextStore>();
  store->hasPaths = true;
  // Each file is read once, so that what is kept is what was parsed.
  store->read = [texts =
                     sources.texts](StringRef name) -> Expected<std::string> {
    Expected<SourceText> text = SourceText::read(name);
    if (!text)
      return text.takeError();
    texts->push_back({name.str(), text->getText().str()});
    return text->getText().str();
  };
  if (Error error = PipelineFile::parse(SourceText::read(path, store))
                        .moveInto(sources.file))
    return error;
  return sources;
}

Expected<OptionScope>
PipelineSources::getOptions(const Catalog &catalog) const {
  Pipeline declared(file->getAnchor(catalog), catalog);
  if (Error error = file->declareOptions(declared))
    return error;
  return declared.getOptions();
}

Expected<std::vector<PipelineSources::Variant>>
PipelineSources::composeVariants(const Catalog &catalog) const {
  Expected<OptionScope> options = getOptions(catalog);
  if (!options)
    return options.takeError();
  Expected<std::vector<VariantChoice>> choices = enumerateVariants(*options);
  if (!choices)
    return choices.takeError();
  std::vector<Variant> variants;
  bool isEmpty = true;
  for (VariantChoice &choice : *choices) {
    auto pipeline =
        std::make_unique<Pipeline>(file->getAnchor(catalog), catalog);
    if (Error error = file->appendTo(*pipeline, choice))
      return error;
    isEmpty &= pipeline->empty();
    variants.push_back({std::move(choice), std::move(pipeline)});
  }
  if (isEmpty)
    return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                                quotePath(file->getName()) + " has no passes")
                         .help("write \"passes\": [\"cse\"]"));
  return variants;
}

Error PipelineSources::verifyUnchanged() const {
  for (const Text &text : getTexts()) {
    Expected<SourceText> now = SourceText::read(text.name);
    if (!now)
      return now.takeError();
    if (now->getText() != text.text)
      return makeError(
          now->diagnose(DiagnosticCode::UnreadableFile, {1, 1},
                        quotePath(text.name) + " has changed while it was read")
              .help("run it again; nothing was written"));
  }
  return Error::success();
}

void pmb::printTextualPipelines(raw_ostream &os,
                                ArrayRef<PipelineSources::Variant> variants) {
  for (const PipelineSources::Variant &variant : variants)
    os << "# " << variant.choice.str() << '\n'
       << variant.pipeline->str() << '\n';
}
