//===- Texts.cpp - Textual pipelines in documents -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Texts.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

size_t PlacedPipeline::getOffset(size_t at) const {
  if (offsets.empty())
    return begin + at;
  return at < offsets.size() ? offsets[at] : offsets.back() + 1;
}

TextRange PlacedPipeline::getRange(TextRange range) const {
  size_t first = getOffset(range.begin);
  return {first, range.begin == range.end
                     ? first
                     : std::max(first, getOffset(range.end - 1) + 1)};
}

std::optional<size_t> PlacedPipeline::find(StringRef document,
                                           size_t offset) const {
  if (offsets.empty())
    return offset < begin || offset - begin > text.size()
               ? std::nullopt
               : std::optional(offset - begin);
  // What was made up stands where a neighbour does.
  auto findByte = [&](size_t wanted) -> std::optional<size_t> {
    size_t at = llvm::lower_bound(offsets, wanted) - offsets.begin();
    for (; at < offsets.size() && offsets[at] == wanted; ++at)
      if (text[at] == document[wanted])
        return at;
    return std::nullopt;
  };
  if (offset > 0 && offset <= document.size())
    if (std::optional<size_t> before = findByte(offset - 1))
      return *before + 1;
  return offset < document.size() ? findByte(offset) : std::nullopt;
}

std::vector<PlacedPipeline> pmb::language::findTexts(Workspace &workspace,
                                                     StringRef path,
                                                     StringRef document) {
  std::vector<PlacedPipeline> texts;
  DocumentSort sort = workspace.getSort(path);
  if (sort == DocumentSort::Text) {
    PlacedPipeline &whole = texts.emplace_back();
    whole.begin = getMarkSize(document);
    whole.text = document.drop_front(whole.begin).str();
  }
  if (sort != DocumentSort::Inside)
    return texts;
  std::optional<FoundPipelines> found = expectedToOptional(
      findPipelines(SourceText::copy(document, Workspace::getName(path)),
                    workspace.getCatalog()));
  if (!found)
    return texts;
  size_t mark = getMarkSize(document);
  for (const FoundPipeline &pipeline : found->pipelines)
    for (const FoundPipeline::Part &part : pipeline.parts) {
      PlacedPipeline &text = texts.emplace_back();
      text.text = part.text.getText().str();
      text.choosesNests = part.choosesNests();
      for (size_t offset : part.text.getOffsets())
        text.offsets.push_back(offset + mark);
    }
  return texts;
}

std::unique_ptr<PlacedSpot> pmb::language::findSpot(Workspace &workspace,
                                                    StringRef path,
                                                    StringRef document,
                                                    size_t offset) {
  for (PlacedPipeline &text : findTexts(workspace, path, document))
    if (std::optional<size_t> at = text.find(document, offset))
      return std::make_unique<PlacedSpot>(std::move(text), *at);
  return nullptr;
}
