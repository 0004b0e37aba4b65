//===- AskItem.cpp - Why an operation is in the IR ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/check/Cures.h"
#include "builder/check/ListContracts.h"
#include "builder/passes/NameChecker.h"
#include "bundles/report/AskSupport.h"

using namespace pmb;
using namespace llvm;
using report::Inquiry;

/// Whether what happens to `other` happens to `item`, or some of it.
static bool isAbout(StringRef item, StringRef other) {
  return Item(item).covers(Item(other)) || Item(other).covers(Item(item));
}

/// Whether a step is about a pass.
static bool isAt(const ItemAnswer::Step &step, const NodeRef &pass) {
  return step.pass && step.pass->position == pass.position;
}

Expected<bool> Inquiry::isKnownItem(StringRef text) const {
  std::optional<Item> item = Item::parse(text);
  if (!item || item->isAll())
    return false;
  const Catalog &catalog = pipeline.getCatalog();
  auto isNamed = [&](const Contract &contract) {
    return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
      bool isIt = false;
      entry.forEachItem([&](StringRef other) { isIt |= isAbout(text, other); });
      return isIt;
    });
  };
  bool isHere = any_of(report.contents, [&](const Report::Timeline &line) {
    return isAbout(text, line.name);
  });
  for (const Node &node : pipeline.getPasses())
    isHere = isHere || isNamed(node.getDescriptor().contract);
  NameChecker names(catalog);
  for (const Node &node : pipeline.getPasses())
    names.addKnown(node.getDescriptor().contract);
  std::optional<Diagnostic> wrong =
      names.checkItem(text, NameChecker::ItemUse::Interface);
  if (wrong && !isHere)
    return makeError(std::move(*wrong));
  return isHere ||
         (item->isType() ? catalog.lookupType(item->getName()) != nullptr
                         : catalog.lookupDialect(item->getRoot()) !=
                               Catalog::Dialect::Unknown);
}

//===----------------------------------------------------------------------===//
// What happens to it
//===----------------------------------------------------------------------===//

void Inquiry::findEnd(ItemAnswer &answer) const {
  using End = ItemAnswer::End;
  Item item(answer.item);
  for (const Report::Timeline &line : report.contents) {
    const Report::Timeline::Span &last = line.spans.back();
    if (last.end <= report.passes.size() || !isAbout(answer.item, line.name))
      continue;
    answer.left.push_back(line.name + (last.isCertain ? "" : "?"));
    // Of a dialect that is there, this operation need not be.
    bool isIt = item.covers(Item(line.name));
    answer.end = std::max(answer.end, isIt && last.isCertain ? End::Certain
                                                             : End::Possible);
  }
  if (report.isInputKnown || answer.end == End::Certain)
    return;
  // Nothing is known of the input but what is gone.
  auto isGone = [&](StringRef name) {
    return llvm::binary_search(report.gone, name);
  };
  bool isLeft = any_of(report.survivors, [&](StringRef other) {
    return isAbout(answer.item, other);
  });
  bool isOut = isGone(answer.item) || isGone(item.getDialect());
  if (!isOut || isLeft)
    answer.end = End::Unknown;
}

ItemAnswer Inquiry::explainItem(StringRef text) {
  using Kind = ItemAnswer::Step::Kind;
  ItemAnswer answer;
  answer.item = text.str();
  // The item itself first.
  auto pick = [&](const std::vector<std::string> &items) {
    std::vector<std::string> picked;
    copy_if(items, std::back_inserter(picked),
            [&](StringRef item) { return isAbout(text, item); });
    std::stable_partition(picked.begin(), picked.end(),
                          [&](StringRef item) { return item == text; });
    return picked;
  };
  std::vector<std::string> given;
  for (const Report::Timeline &line : report.contents)
    if (line.spans.front().begin == 0)
      given.push_back(line.name);
  given = pick(given);
  if (!given.empty())
    answer.steps.push_back({Kind::Given, {}, std::move(given), {}});
  for (const Report::Pass &pass : report.passes) {
    auto add = [&](Kind kind, const std::vector<std::string> &items,
                   const std::vector<std::string> &blockers = {}) {
      std::vector<std::string> picked = pick(items);
      if (picked.empty())
        return;
      // Several entries of one contract are left alone for one reason.
      if (!answer.steps.empty() && answer.steps.back().kind == kind &&
          answer.steps.back().blockers == blockers &&
          isAt(answer.steps.back(), pass.node)) {
        append_range(answer.steps.back().items, picked);
        answer.steps.back().items = pick(answer.steps.back().items);
        return;
      }
      answer.steps.push_back({kind, pass.node, std::move(picked), blockers});
    };
    const Report::Work &work = pass.work;
    add(Kind::Lowers, work.goes);
    add(Kind::LowersInPart, work.goesInPart);
    for (const Report::Work::Left &left : work.leaves)
      add(Kind::Leaves, left.items, left.blockers);
    add(Kind::Brings, work.comes);
    add(Kind::MayBring, work.mayCome);
    add(Kind::AddsMore, work.addsMore);
  }
  findEnd(answer);
  if (answer.end != ItemAnswer::End::Absent)
    addRemovers(answer);
  return answer;
}

//===----------------------------------------------------------------------===//
// What would remove it
//===----------------------------------------------------------------------===//

std::optional<Stretch> Inquiry::findRemovingPlace(StringRef pass,
                                                  StringRef options) {
  EditTrial &trials = getTrial();
  std::optional<std::vector<const AnchorPath *>> nests =
      expectedToOptional(trials.findNests(pass, options));
  if (!nests)
    return std::nullopt;
  // From the end: what is lowered late is kept for the passes before.
  unsigned most = 12;
  const Node *before = nullptr;
  do {
    for (const AnchorPath *nest : *nests) {
      if (!most--)
        return std::nullopt;
      EditTrial::Outcome outcome = trials.insert(pass, options, *nest, before);
      if (!outcome.isTried)
        return std::nullopt;
      if (!outcome.isRefused && outcome.findings.empty() &&
          outcome.watched == Certainty::No)
        return makePlace(pipeline, before, *nest);
    }
    before = before ? before->getPrevious() : pipeline.getList().back();
  } while (before);
  return std::nullopt;
}

void Inquiry::addRemovers(ItemAnswer &answer) {
  ListContracts contracts(pipeline.getList());
  std::vector<std::string> left;
  for (StringRef item : answer.left) {
    item.consume_back("?");
    left.push_back(item.str());
  }
  if (left.empty())
    left.push_back(answer.item);
  constexpr size_t mostItems = 3, mostPasses = 4;
  std::vector<Cure> cures =
      CureFinder(pipeline.getList(), contracts.getNames().items)
          .findEach(ArrayRef(left).take_front(mostItems));
  if (cures.size() > mostPasses)
    cures.resize(mostPasses);
  getTrial().watch(left);
  for (Cure &cure : cures) {
    std::optional<Stretch> place = findRemovingPlace(cure.pass, cure.options);
    answer.removers.push_back(
        {std::move(cure.pass), std::move(cure.options), std::move(place)});
  }
  getTrial().watch({});
}
