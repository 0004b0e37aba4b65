//===- Corrections.cpp - Correcting what cannot be composed ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/Corrections.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/Catalog.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Where `word` stands by itself in `text`, from `begin` on, not far from it.
static std::optional<TextRange> findWord(StringRef text, size_t begin,
                                         StringRef word) {
  constexpr size_t limit = 1000;
  auto isPart = [](char c) { return isAlnum(c) || c == '_' || c == '-'; };
  StringRef near = text.take_front(begin + limit);
  for (size_t at = near.find(word, begin); at != StringRef::npos;
       at = near.find(word, at + 1)) {
    size_t end = at + word.size();
    // Hyphens before an option of a command are none of its name.
    StringRef before = near.take_front(at).rtrim('-');
    bool isBegin = before.empty() || !isPart(before.back()) || at == begin;
    if (isBegin && (end == text.size() || !isPart(text[end])))
      return TextRange{at, end};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

namespace {
/// Puts a pass of a textual pipeline into another nest.
class NestCorrection {
public:
  NestCorrection(const SourceText &text, const TextualPipeline &pipeline)
      : text(text), nests({&pipeline.getRoot()}) {}

  /// Looks for the pass that is called from `place` of the whole text.
  bool find(const Origin &place);
  /// Sets the changes for it to run on `path`; false if there are none.
  bool moveTo(StringRef path);

  std::string message;
  TextChanges changes;

private:
  bool moveOut(const TextualElement &nest, const std::string &moved);
  /// The bytes of the whole text; std::nullopt if they do not follow each
  /// other.
  std::optional<TextRange> getRange(size_t begin, size_t end) const;
  bool change(size_t begin, size_t end, std::string inserted);

  const SourceText &text;
  /// Those around the pass, outermost first.
  SmallVector<const TextualElement *> nests;
  const TextualElement *pass = nullptr;
};
} // namespace

bool NestCorrection::find(const Origin &place) {
  for (const TextualElement &element : nests.back()->nested) {
    if (element.isNest()) {
      nests.push_back(&element);
      if (find(place))
        return true;
      nests.pop_back();
      continue;
    }
    Origin here = text.getOrigin(element.getPlace());
    if (here.line == place.line && here.column == place.column) {
      pass = &element;
      return true;
    }
  }
  return false;
}

std::optional<TextRange> NestCorrection::getRange(size_t begin,
                                                  size_t end) const {
  ArrayRef<size_t> offsets = text.getOffsets();
  if (offsets.empty())
    return TextRange{begin, end};
  // What is inserted stands behind the byte before it, in the same line.
  if (begin == end)
    return TextRange{offsets[begin - 1] + 1, offsets[begin - 1] + 1};
  if (offsets[end - 1] - offsets[begin] != end - 1 - begin)
    return std::nullopt;
  return TextRange{offsets[begin], offsets[end - 1] + 1};
}

bool NestCorrection::change(size_t begin, size_t end, std::string inserted) {
  std::optional<TextRange> range = getRange(begin, end);
  if (range)
    changes.push_back({*range, std::move(inserted)});
  return range.has_value();
}

/// Puts `moved` beside the nest that the pass is in: what stands before it, and
/// what stands behind it, become nests of their own.
bool NestCorrection::moveOut(const TextualElement &nest,
                             const std::string &moved) {
  bool isFirst = pass == &nest.nested.front();
  bool isLast = pass == &nest.nested.back();
  return (isFirst || change(pass[-1].end, pass[-1].end, ")")) &&
         change(isFirst ? nest.offset : pass->offset,
                isLast ? nest.end : pass->end, moved) &&
         (isLast ||
          change(pass[1].offset, pass[1].offset, nest.name.str() + "("));
}

bool NestCorrection::moveTo(StringRef path) {
  SmallVector<StringRef> wanted;
  path.split(wanted, '/');
  size_t same = 0;
  while (same < std::min(wanted.size(), nests.size()) &&
         wanted[same] == nests[same]->name)
    ++same;
  if (!same)
    return false;
  std::string moved = text.getText().slice(pass->offset, pass->end).str();
  // One nest at a time: what is moved then stands beside it.
  bool isBeside = same + 1 >= nests.size();
  for (StringRef nest : reverse(ArrayRef(wanted).drop_front(same)))
    if (isBeside)
      moved = nest.str() + "(" + moved + ")";
  if (same == nests.size()) {
    message = "write '" + moved + "'";
    return change(pass->offset, pass->end, moved);
  }
  message =
      "put '" + moved + "' beside '" + nests.back()->name.str() + "(...)'";
  return moveOut(*nests.back(), moved);
}

/// The changes that put the pass of a finding into the nest it can run in.
static std::optional<std::pair<std::string, TextChanges>>
correctNest(const SourceText &text, const Diagnostic &finding,
            const Catalog &catalog) {
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(text.clone(), catalog.getRules());
  if (!parsed) {
    consumeError(parsed.takeError());
    return std::nullopt;
  }
  NestCorrection correction(text, *parsed);
  if (!catalog.getRules().textNamesRoot ||
      !correction.find(finding.node->origin) ||
      !correction.moveTo(finding.betterNest))
    return std::nullopt;
  return std::pair(correction.message, correction.changes);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static std::optional<std::pair<std::string, TextChanges>>
findChanges(const SourceText &file, const Diagnostic &finding,
            const FoundPipelines *inside, const Catalog &catalog) {
  const auto &[written, meant] = finding.misspelling;
  if (!meant.empty()) {
    const Origin &origin = finding.node->origin;
    std::optional<size_t> begin = file.getOffset({origin.line, origin.column});
    std::optional<TextRange> word =
        begin ? findWord(file.getText(), *begin, written) : std::nullopt;
    if (!word)
      return std::nullopt;
    return std::pair("write '" + meant + "' for '" + written + "'",
                     TextChanges{{*word, meant}});
  }
  if (finding.betterNest.empty())
    return std::nullopt;
  if (!inside)
    return correctNest(file, finding, catalog);
  for (const FoundPipeline &pipeline : inside->pipelines)
    for (const FoundPipeline::Part &part : pipeline.parts)
      if (auto changes = correctNest(part.text, finding, catalog))
        return changes;
  return std::nullopt;
}

std::optional<Corrector::Correction>
Corrector::correct(const SourceText &file, const Diagnostic &finding,
                   ArrayRef<Diagnostic> mistakes) const {
  if (!finding.node || finding.node->origin.name != file.getName())
    return std::nullopt;
  std::optional<FoundPipelines> before;
  auto find = [&](const SourceText &text) -> std::optional<FoundPipelines> {
    Expected<FoundPipelines> found = findPipelines(text.clone(), catalog);
    if (found)
      return std::move(*found);
    consumeError(found.takeError());
    return std::nullopt;
  };
  bool isInside = hasPipelinesInside(file.getName(), file.getText());
  if (isInside)
    before = find(file);
  auto changes =
      findChanges(file, finding, before ? &*before : nullptr, catalog);
  std::optional<std::string> text =
      changes ? applyChanges(file.getText(), changes->second) : std::nullopt;
  if (!text)
    return std::nullopt;
  SourceText after = SourceText::copy(*text, file.getName(), file.getStore());
  if (isInside) {
    std::optional<FoundPipelines> now = find(after);
    if (!before || !now || now->words != before->words ||
        now->pipelines.size() != before->pipelines.size())
      return std::nullopt;
  }
  std::vector<Diagnostic> left = this->find(after);
  auto isSame = [&](const Diagnostic &other) {
    return other.code == finding.code && other.message == finding.message;
  };
  if (count_if(left, isSame) >= count_if(mistakes, isSame))
    return std::nullopt;
  // What is read as a whole now may have mistakes elsewhere.
  const Origin &place = finding.node->origin;
  if (left.size() > mistakes.size() && any_of(left, [&](const auto &other) {
        return other.node && other.node->origin.line == place.line &&
               other.node->origin.column == place.column;
      }))
    return std::nullopt;
  return Correction{std::move(changes->first), std::move(*text)};
}

std::string Corrector::correctAll(const SourceText &file,
                                  std::vector<std::string> &made) const {
  // A text with more mistakes is meant for something else; each trial reads all
  // of it.
  constexpr size_t limit = 100;
  SourceText text = file.clone();
  std::vector<Diagnostic> mistakes = find(text);
  auto correctOne = [&] {
    for (const Diagnostic &finding : mistakes)
      if (std::optional<Correction> correction =
              correct(text, finding, mistakes)) {
        made.push_back(std::move(correction->message));
        text =
            SourceText::copy(correction->text, file.getName(), file.getStore());
        mistakes = find(text);
        return true;
      }
    return false;
  };
  for (size_t i = 0; i < limit && !mistakes.empty(); ++i)
    if (mistakes.size() > limit || !correctOne())
      break;
  return text.getText().str();
}
