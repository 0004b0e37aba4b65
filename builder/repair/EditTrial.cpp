//===- EditTrial.cpp - What would be if a pass stood elsewhere ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/EditTrial.h"
#include "builder/check/OrderCheck.h"
#include "builder/edit/Editor.h"
#include "llvm/ADT/SetVector.h"

using namespace pmb;
using namespace llvm;

EditTrial::EditTrial(const Pipeline &pipeline)
    : original(pipeline.getList()),
      copy(pipeline.getImpl(), PipelineImpl::Trial()),
      left(Trial::countAffordable(copy.list, /*work=*/600000, /*fewest=*/16)) {}

std::vector<Diagnostic>
EditTrial::check(Outcome &outcome, DenseSet<const Node *> &working) const {
  std::vector<Diagnostic> found;
  OrderCheck check(copy.list);
  check.noteWorking(working);
  std::move(check).runForTrial(found, [&](ArrayRef<Diagnostic>,
                                          const ContentsState &end,
                                          const ItemTable &items) {
    for (const std::string &item : watched)
      if (std::optional<unsigned> id = items.lookup(item))
        outcome.watched = std::max(outcome.watched, end.remains(*id));
    return true;
  });
  copy.applySeverities(found);
  return found;
}

/// Casts stay because of what else stays.
static bool isAboutCasts(const Diagnostic &finding) {
  return !finding.items.empty() && all_of(finding.items, [](StringRef item) {
    return Item(item).isCast();
  });
}

/// Keeps what is worse than before, errors first.
static void keepWorse(std::vector<Diagnostic> &findings, const Tally &before) {
  std::vector<std::string> worse = Tally(findings).getWorse(before);
  auto isWorse = [&](const std::string &key) {
    return is_contained(worse, key);
  };
  erase_if(findings, [&](const Diagnostic &finding) {
    return finding.severity < Severity::Warning ||
           none_of(Tally::getKeys(finding), isWorse);
  });
  llvm::stable_sort(findings, [](const Diagnostic &a, const Diagnostic &b) {
    return std::make_pair(a.severity, isAboutCasts(b)) >
           std::make_pair(b.severity, isAboutCasts(a));
  });
}

EditTrial::Outcome
EditTrial::attempt(function_ref<Expected<const Node *>()> edit) {
  Outcome outcome;
  if (!left)
    return outcome;
  --left;
  DenseSet<const Node *> working;
  if (!before)
    before.emplace(check(outcome, working));
  working.clear();
  outcome = {/*isTried=*/true};
  PipelineImpl::OpenTransaction trial(copy);
  Expected<const Node *> edited = edit();
  if (!edited) {
    outcome.isRefused = true;
    outcome.findings = takeDiagnostics(edited.takeError());
    return outcome;
  }
  outcome.findings = check(outcome, working);
  outcome.hasWork =
      *edited && any_of(getRange(**edited), [&](const Node &node) {
        return working.contains(&node);
      });
  keepWorse(outcome.findings, *before);
  return outcome;
}

EditTrial::Outcome EditTrial::remove(const Node &node) {
  return attempt([&]() -> Expected<const Node *> {
    if (Error error = Editor(copy).remove(*copy.list.getTwin(&node)))
      return error;
    return nullptr;
  });
}

EditTrial::Outcome EditTrial::move(const Node &node, const Node *place) {
  return attempt([&]() -> Expected<const Node *> {
    Node *moved = copy.list.getTwin(&node), *next = copy.list.getTwin(place);
    if (Error error = Editor(copy).move(
            *moved, {next, &moved->getAnchorPath(), next, /*isAfter=*/false}))
      return error;
    return moved;
  });
}

EditTrial::Outcome EditTrial::insert(StringRef pass, StringRef options,
                                     const AnchorPath &nest,
                                     const Node *place) {
  return attempt([&]() -> Expected<const Node *> {
    const Node *next = copy.list.getTwin(place);
    Recipe recipe{PassSpec(pass, options)};
    recipe.nest = nest.getOps();
    Position position = Position::atEnd();
    if (next) {
      Selector selector = exactly(*next);
      // At the end of a bundle, not before all of it.
      selector.node = next;
      position = Position::before(std::move(selector));
    }
    InsertResult added = copy.insert(std::move(recipe), position);
    if (added.failed())
      return added;
    return added.getNode();
  });
}

Expected<std::vector<const AnchorPath *>>
EditTrial::findNests(StringRef pass, StringRef options) {
  SmallSetVector<AnchorPath *, 4> places;
  places.insert(&copy.list.getRoot());
  for (Node *node = copy.list.front(); node; node = node->getNext())
    places.insert(&node->getAnchorPath());
  Recipe recipe{PassSpec(pass, options)};
  Linker linker(copy);
  Expected<OpenedRecipe> opened = linker.open(recipe);
  if (!opened)
    return linker.finish(opened.takeError());
  // The passes of a registered pipeline find their nests themselves.
  if (!opened->symbol)
    return std::vector<const AnchorPath *>{&copy.list.getRoot()};
  SmallSetVector<const AnchorPath *, 4> nests;
  std::vector<Diagnostic> refusal;
  for (AnchorPath *near : places) {
    Expected<AnchorPath *> path = linker.choosePath(*opened, {near});
    if (path)
      nests.insert(*path);
    else if (auto why = takeDiagnostics(path.takeError()); refusal.empty())
      refusal = std::move(why);
  }
  if (nests.empty())
    return makeError(std::move(refusal));
  return std::vector<const AnchorPath *>(nests.begin(), nests.end());
}

std::optional<EditTrial::Place>
EditTrial::findByContract(StringRef pass, StringRef options,
                          Position::Choice choice) {
  PipelineImpl::OpenTransaction trial(copy);
  InsertResult added = copy.insert(Recipe(PassSpec(pass, options)),
                                   Position::byContract(choice));
  if (errorToBool(added))
    return std::nullopt;
  const Node *next = added.getNode()->getNext();
  auto nodes = original.getNodes();
  auto before = find_if(nodes, [&](const Node &node) {
    return copy.list.getTwin(&node) == next;
  });
  return Place{before == nodes.end() ? nullptr : &*before,
               &added.getNode()->getAnchorPath()};
}
