//===- Actions.cpp - Fixes, as changes of documents --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Actions.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/mending/PipelineText.h"
#include "tools/language/Texts.h"
#include "tools/pmb-check/Checker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

/// What differs, as one change.
static TextChange findDifference(StringRef before, StringRef after) {
  size_t begin = 0, most = std::min(before.size(), after.size());
  while (begin < most && before[begin] == after[begin])
    ++begin;
  // No part of a character.
  while (begin && begin < before.size() && (before[begin] & 0xC0) == 0x80)
    --begin;
  size_t same = 0;
  while (same < most - begin &&
         before[before.size() - same - 1] == after[after.size() - same - 1])
    ++same;
  while (same && (before[before.size() - same] & 0xC0) == 0x80)
    --same;
  return {{begin, before.size() - same},
          after.slice(begin, after.size() - same).str()};
}

/// The same change in the document; std::nullopt if the text is not written
/// there as it is.
static std::optional<TextChange> place(const PlacedPipeline &placed,
                                       StringRef document, TextChange change) {
  if (placed.offsets.empty()) {
    change.range = placed.getRange(change.range);
    return change;
  }
  // What a shell or a string would take otherwise.
  // Of passes that are options of their own, the names are written there.
  auto isPlain = [&](char c) {
    return isAlnum(c) ||
           StringRef(placed.choosesNests ? "-_." : "-_.,(){}=").contains(c);
  };
  char before =
      placed.offsets.front() ? document[placed.offsets.front() - 1] : ' ';
  bool isQuoted = before == '"' || before == '\'';
  if (!all_of(change.text, [&](char c) {
        return isPlain(c) || (c == ' ' && isQuoted && !placed.choosesNests);
      }))
    return std::nullopt;
  TextRange range = placed.getRange(change.range);
  if (range.of(document) != change.range.of(placed.text))
    return std::nullopt;
  change.range = range;
  return change;
}

/// The texts of a document that fixes can be written into.
static std::vector<PlacedPipeline> findFixed(Workspace &workspace,
                                             StringRef path) {
  std::vector<PlacedPipeline> texts = findTexts(workspace, path);
  if (workspace.getSort(path) == DocumentSort::PipelineFile) {
    StringRef document = workspace.getDocument(path)->getText();
    PlacedPipeline &whole = texts.emplace_back();
    whole.begin = getMarkSize(document);
    whole.text = document.drop_front(whole.begin).str();
  }
  return texts;
}

static std::optional<TextChange> makeChange(Workspace &workspace,
                                            StringRef path,
                                            const PlacedPipeline &placed,
                                            const Finding &finding) {
  const CheckOptions &options = workspace.getOptions();
  VariantChoice choice = options.variant;
  if (choice.empty() && !finding.variant.empty() &&
      finding.variant != "default") {
    SmallVector<StringRef> words;
    StringRef(finding.variant).split(words, ',');
    for (StringRef word : words)
      if (Error error = choice.add(word)) {
        consumeError(std::move(error));
        return std::nullopt;
      }
  }
  Checker checker(workspace.getCatalog(), options, nulls());
  bool isJson = workspace.getSort(path) == DocumentSort::PipelineFile;
  auto prepare = [&](Pipeline &pipeline) {
    placed.interface.applyTo(pipeline.getInterface());
    checker.applyOptions(pipeline);
  };
  PipelineText text(placed.text, Workspace::getName(path), isJson,
                    workspace.getCatalog(), choice, prepare,
                    workspace.getStore());
  if (Error error = text.apply(*finding.fix)) {
    consumeError(std::move(error));
    return std::nullopt;
  }
  return place(placed, workspace.getDocument(path)->getText(),
               findDifference(placed.text, text.getText()));
}

std::vector<Action> pmb::language::findActions(Workspace &workspace,
                                               StringRef path,
                                               TextRange range) {
  std::vector<Action> actions;
  if (!workspace.isOpen(path))
    return actions;
  std::vector<PlacedPipeline> texts = findFixed(workspace, path);
  for (const Finding &finding : workspace.check(path)) {
    if (!finding.fix || finding.range.end < range.begin ||
        range.end < finding.range.begin)
      continue;
    bool isFile = workspace.getSort(path) == DocumentSort::PipelineFile;
    for (const PlacedPipeline &placed : texts) {
      // Of a file all variants have one text.
      if (!isFile && (placed.number != finding.report || !placed.isWhole))
        continue;
      if (std::optional<TextChange> change =
              makeChange(workspace, path, placed, finding))
        actions.push_back({escape(finding.fix->str()), finding.fix->isUnsafe,
                           &finding, std::move(*change)});
    }
  }
  return actions;
}
