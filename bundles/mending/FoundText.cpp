//===- FoundText.cpp - Mending pipelines where they are run ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/FoundText.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/mending/LaidOutText.h"
#include "bundles/mending/OptionWriter.h"
#include "bundles/mending/PipelineText.h"
#include "bundles/mending/PipelineTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// Appends what a part runs, and creates the pipeline for the first one.
static Error appendPart(const SourceText &text, bool choosesNests,
                        const Catalog &catalog,
                        std::unique_ptr<Pipeline> &pipeline) {
  Expected<TextualPipeline> parsed = parseTextualPipeline(text.clone());
  if (!parsed)
    return parsed.takeError();
  if (!pipeline)
    pipeline = std::make_unique<Pipeline>(parsed->getRootOp(), catalog);
  return choosesNests ? parsed->appendTo(*pipeline, parsed->getElements(),
                                         /*choosesNests=*/true)
                      : parsed->appendTo(*pipeline);
}

static Expected<std::unique_ptr<Pipeline>> compose(const FoundPipeline &found,
                                                   const Catalog &catalog) {
  std::unique_ptr<Pipeline> pipeline;
  for (const FoundPipeline::Part &part : found.parts)
    if (Error error =
            appendPart(part.text, part.choosesNests(), catalog, pipeline))
      return error;
  return pipeline;
}

/// Whether a pipeline is one text, which is mended as it is.
static bool isOneText(const FoundPipeline &pipeline) {
  return pipeline.parts.size() == 1 && !pipeline.parts.front().choosesNests();
}

Expected<std::string> pmb::getFoundText(const FoundPipeline &pipeline,
                                        StringRef file,
                                        const Catalog &catalog) {
  if (isOneText(pipeline))
    return LaidOutText(pipeline.parts.front().text, file).getText().str();
  Expected<std::unique_ptr<Pipeline>> composed = compose(pipeline, catalog);
  if (!composed)
    return composed.takeError();
  std::string text;
  raw_string_ostream os(text);
  (*composed)->print(os, PrintStyle::WithNames);
  return text;
}

/// The passes of a text, in nests or not, in their order.
static TextualPasses collectPasses(const PipelineTree &text) {
  TextualPasses passes;
  for (const TreeElement &element : text.getElements())
    if (!element.isNest())
      passes.push_back(element.textual);
  return passes;
}

/// Gives each pass of `to` to the part that has it in `from`, or what it takes
/// the place of, or the one before it.
static std::vector<TextualPasses> distribute(ArrayRef<TextualPasses> parts,
                                             const TextualPasses &to) {
  TextualPasses from;
  std::vector<size_t> partOf;
  for (auto [index, part] : enumerate(parts)) {
    append_range(from, part);
    partOf.resize(from.size(), index);
  }
  std::vector<size_t> target(to.size(), 0);
  size_t at = 0, toAt = 0;
  auto pair = [&](size_t end, size_t toEnd) {
    while (at < end && toAt < toEnd)
      target[toAt++] = partOf[at++];
    at = end;
    toAt = toEnd;
  };
  forEachDifference(writePasses(from), writePasses(to),
                    [&](TextRange gone, TextRange come) {
                      pair(gone.begin, come.begin);
                      pair(gone.end, come.end);
                    });
  pair(from.size(), to.size());
  // Parts follow each other, so each is at least where the one before is.
  for (size_t i = 1; i < target.size(); ++i)
    target[i] = std::max(target[i], target[i - 1]);
  std::vector<TextualPasses> result(parts.size());
  for (auto [pass, part] : zip_equal(to, target))
    result[part].push_back(pass);
  return result;
}

/// The text of a list of passes with those of `to` in it. REQUIRES: there is
/// one in both.
static std::string writeList(StringRef text, const TextualPasses &from,
                             const TextualPasses &to) {
  TextList list;
  for (const TextualElement *pass : from)
    list.elements.push_back({pass->offset, pass->end});
  list.inside = {list.elements.front().begin, list.elements.back().end};
  TextChanges changes;
  std::vector<std::string> written = writePasses(to);
  forEachDifference(
      writePasses(from), written, [&](TextRange gone, TextRange come) {
        for (; gone.begin < gone.end && come.begin < come.end;
             ++gone.begin, ++come.begin)
          changes.push_back({list.elements[gone.begin], written[come.begin]});
        for (; come.begin < come.end; ++come.begin)
          insertElement(text, list, gone.begin, written[come.begin], "",
                        changes);
        for (; gone.begin < gone.end; ++gone.begin)
          removeElement(text, list, gone.begin, changes);
      });
  return applyChanges(text, changes).value_or("");
}

/// The changes of the file for a pipeline of several parts, or of options.
static Expected<TextChanges>
writeParts(StringRef file, const FoundPipeline &found, StringRef after) {
  Expected<PipelineTree> mended = PipelineTree::read(after, /*isJson=*/false);
  if (!mended)
    return mended.takeError();
  std::vector<LaidOutText> layouts;
  std::vector<PipelineTree> texts;
  std::vector<TextualPasses> from;
  for (const FoundPipeline::Part &part : found.parts) {
    layouts.emplace_back(part.text, file);
    Expected<PipelineTree> text = PipelineTree::read(
        part.choosesNests() ? part.text.getText() : layouts.back().getText(),
        /*isJson=*/false);
    if (!text)
      return text.takeError();
    texts.push_back(std::move(*text));
    from.push_back(collectPasses(texts.back()));
  }
  TextChanges changes;
  for (auto [part, layout, text, old, to] :
       zip_equal(found.parts, layouts, texts, from,
                 distribute(from, collectPasses(*mended)))) {
    if (writePasses(old) == writePasses(to))
      continue;
    if (to.empty())
      return createStringError("a tool would have no passes to run");
    if (part.choosesNests()) {
      Expected<TextChanges> written = writeOptions(file, part.options, old, to);
      if (!written)
        return written.takeError();
      append_range(changes, *written);
      continue;
    }
    if (any_of(text.getElements(), [](const auto &e) { return e.isNest(); }))
      return createStringError("one of several tools has nests");
    append_range(changes, layout.write(writeList(layout.getText(), old, to)));
  }
  return changes;
}

/// Whether all pipelines but that of one number are the same.
static bool areOthersSame(const FoundPipelines &before,
                          const FoundPipelines &after, size_t number) {
  if (before.pipelines.size() != after.pipelines.size())
    return false;
  for (auto [index, pair] :
       enumerate(zip_equal(before.pipelines, after.pipelines))) {
    const auto &[old, now] = pair;
    if (index != number &&
        !llvm::equal(old.parts, now.parts, [](const auto &a, const auto &b) {
          return a.text.getText() == b.text.getText() &&
                 a.choosesNests() == b.choosesNests();
        }))
      return false;
  }
  return true;
}

/// Whether a part of a pipeline is put into its command by a `DEFINE:`.
static bool hasDefined(const FoundPipeline &pipeline) {
  return any_of(pipeline.parts, [](const FoundPipeline::Part &part) {
    return !is_sorted(part.text.getOffsets());
  });
}

/// Reads the mended text again. Returns why it may not be written; empty if it
/// may.
static StringRef findChanged(const SourceText &text,
                             const FoundPipelines &before, size_t number,
                             StringRef wanted, const Catalog &catalog) {
  auto found = expectedToOptional(findPipelines(text.clone(), catalog));
  if (found && !areOthersSame(before, *found, number))
    return "other pipelines of the file would change with it";
  if (found && found->words == before.words) {
    auto gives = expectedToOptional(compose(found->pipelines[number], catalog));
    if (gives && *gives && getStructure(**gives) == wanted)
      return "";
  }
  return hasDefined(before.pipelines[number])
             ? "a part of it stands in a 'DEFINE:'; change it by hand"
             : "the command would be read otherwise then; change it by hand";
}

Expected<std::string> pmb::writeFoundText(const SourceText &file, size_t number,
                                          StringRef after,
                                          const Catalog &catalog) {
  Expected<FoundPipelines> found = findPipelines(file.clone(), catalog);
  if (!found)
    return found.takeError();
  const FoundPipeline &pipeline = found->pipelines[number];
  std::unique_ptr<Pipeline> wanted;
  if (Error error = appendPart(SourceText::copy(after, ""),
                               /*choosesNests=*/false, catalog, wanted))
    return error;
  Expected<TextChanges> changes =
      isOneText(pipeline)
          ? LaidOutText(pipeline.parts.front().text, file.getText())
                .write(after)
          : writeParts(file.getText(), pipeline, after);
  if (!changes)
    return changes.takeError();
  std::optional<std::string> text = applyChanges(file.getText(), *changes);
  if (!text)
    return createStringError("two changes would be made in one place");
  if (StringRef why =
          findChanged(SourceText::copy(*text, file.getName()), *found, number,
                      getStructure(*wanted), catalog);
      !why.empty())
    return createStringError(why);
  return *text;
}
