//===- Actions.cpp - Fixes, as changes of documents -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Actions.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/mending/Corrections.h"
#include "bundles/mending/FoundText.h"
#include "bundles/mending/PipelineText.h"
#include "tools/pmb-check/Checker.h"
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

/// What the pipeline of a finding was built for; std::nullopt if that cannot be
/// told.
static std::optional<VariantChoice> getChoice(const CheckOptions &options,
                                              const Finding &finding) {
  VariantChoice choice = options.variant;
  if (!choice.empty() || finding.variant.empty() ||
      finding.variant == "default")
    return choice;
  SmallVector<StringRef> words;
  StringRef(finding.variant).split(words, ',');
  for (StringRef word : words)
    if (errorToBool(choice.add(word)))
      return std::nullopt;
  return choice;
}

namespace {
/// Makes the fixes of one document.
class ActionMaker {
public:
  ActionMaker(Workspace &workspace, StringRef path)
      : workspace(workspace), path(path), sort(workspace.getSort(path)),
        source(SourceText::copy(workspace.getDocument(path)->getText(),
                                Workspace::getName(path),
                                workspace.getStore())) {}

  /// The text of the document with the fix of a finding; std::nullopt if it
  /// cannot have that.
  std::optional<std::string> mend(const Finding &finding) const;
  /// The same with the correction of one; std::nullopt if it cannot have that.
  std::optional<Corrector::Correction> correct(const Finding &finding);
  StringRef getText() const { return source.getText(); }

private:
  std::optional<std::string> mend(StringRef text, const Finding &finding,
                                  const FoundPipeline *found) const;

  Workspace &workspace;
  StringRef path;
  DocumentSort sort;
  SourceText source;
  /// Those of the document, once asked for.
  std::optional<std::vector<Diagnostic>> mistakes;
};
} // namespace

/// `found` is the pipeline that the text is of, if it stands in another text.
std::optional<std::string> ActionMaker::mend(StringRef text,
                                             const Finding &finding,
                                             const FoundPipeline *found) const {
  const CheckOptions &options = workspace.getOptions();
  std::optional<VariantChoice> choice = getChoice(options, finding);
  if (!choice)
    return std::nullopt;
  Checker checker(workspace.getCatalog(), options, nulls());
  auto prepare = [&](Pipeline &pipeline) {
    if (found)
      found->applyTo(pipeline.getInterface());
    checker.applyOptions(pipeline);
  };
  PipelineText mended(text, source.getName(),
                      sort == DocumentSort::PipelineFile,
                      workspace.getCatalog(), std::move(*choice), prepare,
                      workspace.getStore());
  if (errorToBool(mended.apply(*finding.fix)))
    return std::nullopt;
  return mended.getText().str();
}

std::optional<std::string> ActionMaker::mend(const Finding &finding) const {
  if (sort != DocumentSort::Inside)
    return mend(source.getText(), finding, nullptr);
  const Catalog &catalog = workspace.getCatalog();
  auto found = expectedToOptional(findPipelines(source.clone(), catalog));
  if (!found || finding.report >= found->pipelines.size() ||
      found->pipelines[finding.report].skipped)
    return std::nullopt;
  const FoundPipeline &pipeline = found->pipelines[finding.report];
  std::optional<std::string> text =
      expectedToOptional(getFoundText(pipeline, source.getText(), catalog));
  std::optional<std::string> after =
      text ? mend(*text, finding, &pipeline) : std::nullopt;
  return after ? expectedToOptional(
                     writeFoundText(source, finding.report, *after, catalog))
               : std::nullopt;
}

std::optional<Corrector::Correction>
ActionMaker::correct(const Finding &finding) {
  auto find = [&](const SourceText &text) {
    return workspace.findMistakes(path, text);
  };
  if (!mistakes)
    mistakes = find(source);
  return Corrector(workspace.getCatalog(), find)
      .correct(source, *finding.mistake, *mistakes);
}

std::vector<Action> pmb::language::findActions(Workspace &workspace,
                                               StringRef path,
                                               TextRange range) {
  std::vector<Action> actions;
  if (!workspace.isOpen(path))
    return actions;
  ActionMaker maker(workspace, path);
  size_t mark = getMarkSize(workspace.getDocument(path)->getText());
  for (const Finding &finding : workspace.check(path)) {
    if (finding.range.end < range.begin || range.end < finding.range.begin)
      continue;
    auto add = [&](std::string title, bool isUnsafe, StringRef text) {
      TextChange change = findDifference(maker.getText(), text);
      change.range = {change.range.begin + mark, change.range.end + mark};
      actions.push_back({std::move(title), isUnsafe, &finding, change});
    };
    auto mended = finding.fix ? maker.mend(finding) : std::nullopt;
    auto correction =
        !mended && finding.mistake ? maker.correct(finding) : std::nullopt;
    if (mended)
      add(escape(finding.fix->str()), finding.fix->isUnsafe, *mended);
    else if (correction)
      add(escape(correction->message), /*isUnsafe=*/false, correction->text);
  }
  return actions;
}
