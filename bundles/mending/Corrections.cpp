//===- Corrections.cpp - Correcting what cannot be composed ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/Corrections.h"
#include "builder/passes/Catalog.h"
#include "bundles/mending/PipelineTree.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// Whether both are the same place of one text.
static bool isSamePlace(const Origin &a, const Origin &b) {
  return a.line == b.line && a.column == b.column;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Where `word` stands in `text`, and is no part of a longer one, from `begin`
/// on, not far from it.
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
    bool isEnd =
        end == text.size() || !isPart(text[end]) || !isPart(word.back());
    if (isBegin && isEnd)
      return TextRange{at, end};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

namespace {
/// What a correction says, and changes in the whole text.
struct Changes {
  std::string message;
  TextChanges changes;
};
} // namespace

/// Adds a change of a text, of which `offsets` has the bytes in the whole one.
/// False if these do not follow each other there.
static bool addChange(ArrayRef<size_t> offsets, TextRange range,
                      std::string inserted, TextChanges &changes) {
  auto [begin, end] = range;
  if (!offsets.empty()) {
    // What is inserted stands behind the byte before it, in the same line.
    bool isNew = begin == end;
    range = {isNew ? offsets[begin - 1] + 1 : offsets[begin],
             offsets[end - 1] + 1};
    if (range.end - range.begin != end - begin)
      return false;
  }
  changes.push_back({range, std::move(inserted)});
  return true;
}

/// The changes for a pass of `tree`, which is that of `text`, to run on `path`;
/// std::nullopt if there are none.
static std::optional<Changes> moveToNest(const SourceText &text,
                                         const PipelineTree &tree,
                                         const TreeElement &pass,
                                         StringRef path) {
  SmallVector<StringRef> wanted;
  path.split(wanted, '/');
  const TreeList &list = *pass.list;
  std::vector<std::string> nests = *tree.getNests(list);
  nests.insert(nests.begin(), tree.getRootOp().str());
  size_t same = 0;
  while (same < std::min(wanted.size(), nests.size()) &&
         wanted[same] == nests[same])
    ++same;
  if (!same)
    return std::nullopt;
  std::string moved = pass.range.of(tree.getText()).str();
  // One nest at a time: what is moved then stands beside it.
  bool isBeside = same + 1 >= nests.size();
  for (StringRef nest : reverse(ArrayRef(wanted).drop_front(same)))
    if (isBeside)
      moved = (nest + "(" + moved + ")").str();
  Changes result;
  auto change = [&](size_t begin, size_t end, const std::string &inserted) {
    return addChange(text.getOffsets(), {begin, end}, inserted, result.changes);
  };
  if (same == nests.size()) {
    result.message = "write '" + moved + "'";
    if (!change(pass.range.begin, pass.range.end, moved))
      return std::nullopt;
    return result;
  }
  result.message = "put '" + moved + "' beside '" + nests.back() + "(...)'";
  // What stands before it, and what stands behind it, become nests of their
  // own.
  ArrayRef<TextRange> row = list.ranges.elements;
  size_t index = pass.index;
  bool isFirst = index == 0, isLast = index + 1 == row.size();
  if (!isFirst && !change(row[index - 1].end, row[index - 1].end, ")"))
    return std::nullopt;
  if (!change((isFirst ? *list.owner : pass).range.begin,
              (isLast ? *list.owner : pass).range.end, moved))
    return std::nullopt;
  if (!isLast &&
      !change(row[index + 1].begin, row[index + 1].begin, nests.back() + "("))
    return std::nullopt;
  return result;
}

/// The changes that put the pass of a finding into the nest it can run in.
static std::optional<Changes> correctNest(const SourceText &text,
                                          const Diagnostic &finding,
                                          const Catalog &catalog) {
  std::optional<PipelineTree> tree = expectedToOptional(
      PipelineTree::read(text.getText(), /*isJson=*/false, catalog.getRules()));
  if (tree && catalog.getRules().textNamesRoot)
    for (const TreeElement &pass : tree->getElements())
      if (!pass.isNest() &&
          isSamePlace(text.getOrigin(pass.textual->getPlace()),
                      finding.node->origin))
        return moveToNest(text, *tree, pass, finding.betterNest);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static std::optional<Changes> findChanges(const SourceText &file,
                                          const Diagnostic &finding,
                                          const FoundPipelines *inside,
                                          const Catalog &catalog) {
  if (finding.misspelling) {
    const auto &[written, meant] = finding.misspelling;
    const Origin &origin = finding.node->origin;
    std::optional<size_t> begin = file.getOffset({origin.line, origin.column});
    std::optional<TextRange> word =
        begin ? findWord(file.getText(), *begin, written) : std::nullopt;
    if (!word)
      return std::nullopt;
    return Changes{meant.empty()
                       ? "leave '" + written + "' out"
                       : "write '" + meant + "' for '" + written + "'",
                   {{*word, meant}}};
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
  auto find = [&](const SourceText &text) {
    return expectedToOptional(findPipelines(text.clone(), catalog));
  };
  bool isInside = hasPipelinesInside(file.getName(), file.getText());
  if (isInside)
    before = find(file);
  auto changes =
      findChanges(file, finding, before ? &*before : nullptr, catalog);
  std::optional<std::string> text =
      changes ? applyChanges(file.getText(), changes->changes) : std::nullopt;
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
  if (left.size() > mistakes.size() && any_of(left, [&](const auto &other) {
        return other.node &&
               isSamePlace(other.node->origin, finding.node->origin);
      }))
    return std::nullopt;
  return Correction{std::move(changes->message), std::move(*text)};
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
