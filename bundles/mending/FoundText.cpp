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
#include "bundles/json/TextEdits.h"
#include "bundles/mending/PipelineText.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

static Error refuse(const Twine &why) {
  return createStringError(inconvertibleErrorCode(), why);
}

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

Expected<std::string> pmb::getFoundText(const FoundPipeline &pipeline,
                                        const Catalog &catalog) {
  const FoundPipeline::Part &first = pipeline.parts.front();
  if (pipeline.parts.size() == 1 && !first.choosesNests())
    return first.text.getText().str();
  Expected<std::unique_ptr<Pipeline>> composed = compose(pipeline, catalog);
  if (!composed)
    return composed.takeError();
  std::string text;
  raw_string_ostream os(text);
  (*composed)->print(os, PrintStyle::WithNames);
  return text;
}

namespace {
/// Writes a change of a part into the file that the part was found in.
class PartWriter {
public:
  PartWriter(StringRef file, const SourceText &part)
      : file(file), before(part.getText()), offsets(part.getOffsets()) {}

  /// The changes of the file that make another text of this one.
  TextChanges write(StringRef after) const;
  /// The changes that turn options that are passes into others.
  TextChanges writeOptions(ArrayRef<const TextualElement *> from,
                           ArrayRef<const TextualElement *> to) const;

private:
  bool standsInFile(size_t at) const { return file[offsets[at]] == before[at]; }
  size_t findInsertion(size_t at) const;
  void replace(TextRange range, StringRef text, TextChanges &changes) const;
  TextRange findOption(const TextualElement &element) const;

  StringRef file, before;
  ArrayRef<size_t> offsets;
};
} // namespace

/// Words, and each other character by itself.
static std::vector<StringRef> splitTokens(StringRef text) {
  std::vector<StringRef> tokens;
  while (!text.empty()) {
    size_t size = text.take_while([](char c) {
                        return isAlnum(c) || c == '-' || c == '_';
                      })
                      .size();
    tokens.push_back(text.take_front(std::max<size_t>(size, 1)));
    text = text.drop_front(tokens.back().size());
  }
  return tokens;
}

/// Calls `change` with each part of `from` that has no partner, and that of
/// `to` in its place; both as ranges of numbers.
static void
forEachDifference(ArrayRef<unsigned> from, ArrayRef<unsigned> to,
                  function_ref<void(size_t, size_t, size_t, size_t)> change) {
  std::vector<int> partners = alignLists(from, to);
  size_t begin = 0, toBegin = 0;
  for (size_t at = 0; at <= from.size(); ++at) {
    if (at < from.size() && partners[at] < 0)
      continue;
    size_t toEnd = at < from.size() ? partners[at] : to.size();
    if (begin != at || toBegin != toEnd)
      change(begin, at, toBegin, toEnd);
    begin = at + 1;
    toBegin = toEnd + 1;
  }
}

/// Where the file gets what is inserted before a byte of the part: behind the
/// byte before it, which may be on another line.
size_t PartWriter::findInsertion(size_t at) const {
  bool isBehind = at && (at == before.size() || standsInFile(at - 1));
  return isBehind ? offsets[at - 1] + 1 : offsets[at];
}

/// Leaves alone what stands between the bytes in the file: the end of a line,
/// and what the next one begins with.
void PartWriter::replace(TextRange range, StringRef text,
                         TextChanges &changes) const {
  // What is laid out over lines in the part is on one line here.
  std::string added;
  for (char c : text)
    if (c != ' ' || !StringRef(added).ends_with(" "))
      added += c;
  size_t place = findInsertion(range.begin);
  if (!added.empty())
    changes.push_back({{place, place}, added});
  for (size_t at = range.begin; at < range.end; ++at) {
    if (!standsInFile(at))
      continue;
    if (at > range.begin && !changes.empty() &&
        changes.back().range.end == offsets[at] && changes.back().text.empty())
      ++changes.back().range.end;
    else
      changes.push_back({{offsets[at], offsets[at] + 1}, ""});
  }
}

TextChanges PartWriter::write(StringRef after) const {
  std::vector<StringRef> from = splitTokens(before), to = splitTokens(after);
  TextNumbers numbers;
  auto same = [](StringRef token) { return token; };
  auto getOffset = [](ArrayRef<StringRef> tokens, StringRef text, size_t at) {
    return at < tokens.size() ? tokens[at].data() - text.data() : text.size();
  };
  TextChanges changes;
  forEachDifference(
      numbers.getAll(from, same), numbers.getAll(to, same),
      [&](size_t begin, size_t end, size_t toBegin, size_t toEnd) {
        replace({size_t(getOffset(from, before, begin)),
                 size_t(getOffset(from, before, end))},
                after.slice(getOffset(to, after, toBegin),
                            getOffset(to, after, toEnd)),
                changes);
      });
  return changes;
}

/// An option in the file, with its hyphens and quotes.
TextRange PartWriter::findOption(const TextualElement &element) const {
  TextRange range{offsets[element.offset], offsets[element.end - 1] + 1};
  while (range.begin && file[range.begin - 1] == '-')
    --range.begin;
  auto isQuote = [&](size_t at) {
    return at < file.size() && (file[at] == '\'' || file[at] == '"');
  };
  if (isQuote(range.end) &&
      StringRef(file).slice(range.begin, range.end).contains(file[range.end]))
    ++range.end;
  else if (range.begin && isQuote(range.end) && isQuote(range.begin - 1))
    range = {range.begin - 1, range.end + 1};
  return range;
}

using Passes = std::vector<const TextualElement *>;

/// The passes of a text, in nests or not, in their order.
static void collectPasses(ArrayRef<TextualElement> elements, Passes &passes) {
  for (const TextualElement &element : elements) {
    if (element.isNest())
      collectPasses(element.nested, passes);
    else
      passes.push_back(&element);
  }
}

static std::vector<unsigned> numberPasses(ArrayRef<const TextualElement *> all,
                                          TextNumbers &numbers) {
  return numbers.getAll(all, [](const TextualElement *pass) {
    return (pass->name + "=" + pass->options).str();
  });
}

TextChanges
PartWriter::writeOptions(ArrayRef<const TextualElement *> from,
                         ArrayRef<const TextualElement *> to) const {
  TextNumbers numbers;
  TextRange first = findOption(*from.front());
  StringRef hyphens =
      first.of(file).ltrim("'\"").starts_with("--") ? "--" : "-";
  auto write = [&](const TextualElement *pass) {
    std::string text = (hyphens + pass->name).str();
    if (!pass->options.empty())
      text += ("=\"" + pass->options + "\"").str();
    return text;
  };
  TextChanges changes;
  forEachDifference(
      numberPasses(from, numbers), numberPasses(to, numbers),
      [&](size_t begin, size_t end, size_t toBegin, size_t toEnd) {
        std::string added;
        for (const TextualElement *pass : to.slice(toBegin, toEnd - toBegin))
          added += begin ? " " + write(pass) : write(pass) + " ";
        // What takes the place of the first option has the blank before it.
        bool takesFirst = !begin && end && !added.empty();
        if (takesFirst)
          added.pop_back();
        size_t at = begin ? findOption(*from[begin - 1]).end : first.begin;
        if (!added.empty())
          changes.push_back({{at, at}, added});
        for (size_t i = begin; i < end; ++i) {
          TextRange option = findOption(*from[i]);
          if (i || !takesFirst)
            option.begin -= getBlankBefore(file, option.begin).size();
          changes.push_back({option, ""});
        }
      });
  return changes;
}

/// Gives each pass of `to` to the part that has it in `from`, or has the one
/// before it.
static std::vector<Passes> distribute(ArrayRef<Passes> parts,
                                      const Passes &to) {
  Passes from;
  std::vector<size_t> partOf;
  for (auto [index, part] : enumerate(parts)) {
    append_range(from, part);
    partOf.resize(from.size(), index);
  }
  TextNumbers numbers;
  std::vector<int> partners =
      alignLists(numberPasses(from, numbers), numberPasses(to, numbers));
  std::vector<size_t> target(to.size(), 0);
  for (auto [index, partner] : enumerate(partners))
    if (partner >= 0)
      target[partner] = partOf[index];
  // Parts follow each other, so each is at least where the one before is.
  for (size_t i = 1; i < target.size(); ++i)
    target[i] = std::max(target[i], target[i - 1]);
  std::vector<Passes> result(parts.size());
  for (auto [pass, part] : zip_equal(to, target))
    result[part].push_back(pass);
  return result;
}

/// The changes of the file for a pipeline of several parts, or of options.
static Expected<TextChanges>
writeParts(StringRef file, const FoundPipeline &found, StringRef after) {
  Expected<TextualPipeline> mended =
      parseTextualPipeline(SourceText::refer(after, ""));
  if (!mended)
    return mended.takeError();
  std::vector<TextualPipeline> texts;
  std::vector<Passes> from;
  for (const FoundPipeline::Part &part : found.parts) {
    Expected<TextualPipeline> text = parseTextualPipeline(part.text.clone());
    if (!text)
      return text.takeError();
    texts.push_back(std::move(*text));
    collectPasses(texts.back().getElements(), from.emplace_back());
  }
  Passes all;
  collectPasses(mended->getElements(), all);
  TextChanges changes;
  for (auto [part, text, old, to] :
       zip_equal(found.parts, texts, from, distribute(from, all))) {
    TextNumbers numbers;
    if (numberPasses(old, numbers) == numberPasses(to, numbers))
      continue;
    if (to.empty())
      return refuse("a tool would have no passes to run");
    PartWriter writer(file, part.text);
    if (part.choosesNests()) {
      append_range(changes, writer.writeOptions(old, to));
      continue;
    }
    if (any_of(text.getElements(), [](const auto &e) { return e.isNest(); }))
      return refuse("one of several tools has nests");
    std::string list = (text.getRootOp() + "(").str();
    for (const TextualElement *pass : to) {
      list += (pass == to.front() ? "" : ",") + pass->name.str() +
              wrapOptions(pass->options);
    }
    append_range(changes, writer.write(list + ")"));
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

Expected<std::string> pmb::writeFoundText(const SourceText &file, size_t number,
                                          StringRef after,
                                          const Catalog &catalog) {
  Expected<FoundPipelines> found = findPipelines(file.clone(), catalog);
  if (!found)
    return found.takeError();
  const FoundPipeline &pipeline = found->pipelines[number];
  const FoundPipeline::Part &first = pipeline.parts.front();
  std::unique_ptr<Pipeline> wanted;
  if (Error error = appendPart(SourceText::copy(after, ""),
                               /*choosesNests=*/false, catalog, wanted))
    return error;
  bool isText = pipeline.parts.size() == 1 && !first.choosesNests();
  Expected<TextChanges> changes =
      isText ? PartWriter(file.getText(), first.text).write(after)
             : writeParts(file.getText(), pipeline, after);
  if (!changes)
    return changes.takeError();
  std::optional<std::string> text = applyChanges(file.getText(), *changes);
  if (!text)
    return refuse("two changes would be made in one place");
  Expected<FoundPipelines> again =
      findPipelines(SourceText::copy(*text, file.getName()), catalog);
  if (!again)
    return again.takeError();
  if (!areOthersSame(*found, *again, number))
    return refuse("other pipelines of the file would change with it");
  Expected<std::unique_ptr<Pipeline>> gives =
      compose(again->pipelines[number], catalog);
  if (!gives)
    return gives.takeError();
  if (getStructure(**gives) != getStructure(*wanted))
    return refuse("it cannot be written there as it would have to be");
  return *text;
}
