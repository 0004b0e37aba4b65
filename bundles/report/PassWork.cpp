//===- PassWork.cpp - What a pass does where it stands --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PassWork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace pmb;
using namespace llvm;

/// What `step` lowers of what is there, adds, and leaves alone.
report::PassEffects report::collectEffects(const Trace::Step &step,
                                           const ContentsState &state,
                                           const ItemTable &items) {
  PassEffects result;
  if (!step.change)
    return result;
  auto addTo = [&](Names &names) {
    return [&](unsigned id) { names.insert(items.getName(id).str()); };
  };
  auto introduce = [&](const ItemMask &mask) {
    mask.forEach(addTo(result.added));
  };
  for (const ContentsChange::Effect &effect : step.change->effects) {
    const CompiledContract::Lowering &lowering = *effect.lowering;
    if (effect.outcome.happens()) {
      if (!lowering.isInPassing)
        state.getMayBe()
            .getCommon(effect.getFrom())
            .forEach(addTo(result.lowered));
      introduce(lowering.to);
      introduce(lowering.sometimes);
    }
    if (effect.outcome.blocked == Certainty::No || lowering.isInPassing)
      continue;
    bool isSure = effect.outcome.isSurelyBlocked();
    Names left, blockers;
    state.getMayBe().getCommon(effect.getFrom()).forEach(addTo(left));
    state.getBlockers(effect).forEach(addTo(blockers));
    result.leaves.push_back({{left.begin(), left.end()},
                             {blockers.begin(), blockers.end()},
                             isSure});
  }
  for (auto [introduction, given] :
       zip_equal(step.change->contract.introductions, step.change->given))
    if (given != Certainty::No) {
      introduce(introduction.to);
      introduce(introduction.sometimes);
    }
  return result;
}

/// Keeps of `items` those that no other of them covers.
static void keepOutermost(std::vector<std::string> &items) {
  StringSet<> dialects;
  for (StringRef item : items)
    if (Item(item).isDialect())
      dialects.insert(item);
  erase_if(items, [&](const std::string &text) {
    Item item(text);
    StringRef around = item.isQualified() && !item.isOperation()
                           ? item.getName()
                           : item.getDialect();
    return dialects.contains(around);
  });
}

/// Whether a pass removes an item that was there, or may have been.
static bool isLost(const std::string &item, const report::Point &before,
                   const report::Point &after, bool isClosed) {
  // With an open input it may just not be certain any more.
  return isClosed ? !after.has(item)
                  : after.gone.count(item) && !before.gone.count(item);
}

Report::Work report::findChanges(const Point &before, const Point &after,
                                 bool isClosed) {
  Report::Work work;
  auto isGone = [&](const std::string &item) {
    return isLost(item, before, after, isClosed);
  };
  auto isNew = [&](const std::string &item) { return !before.has(item); };
  copy_if(before.certain, std::back_inserter(work.goes), isGone);
  copy_if(before.possible, std::back_inserter(work.goes), isGone);
  copy_if(after.certain, std::back_inserter(work.comes), isNew);
  copy_if(after.possible, std::back_inserter(work.mayCome), isNew);
  std::set_difference(after.properties.begin(), after.properties.end(),
                      before.properties.begin(), before.properties.end(),
                      std::back_inserter(work.begins));
  std::set_difference(before.properties.begin(), before.properties.end(),
                      after.properties.begin(), after.properties.end(),
                      std::back_inserter(work.ends));
  return work;
}

void report::addEffects(Report::Work &work, const PassEffects &known,
                        const Point &before, const Point &after,
                        bool isClosed) {
  // What is left of a dialect that was there is not new.
  auto isLeft = [&](const std::string &item) {
    return !known.added.count(item) &&
           before.has(Item(item).getDialect().str());
  };
  erase_if(work.comes, isLeft);
  erase_if(work.mayCome, isLeft);
  for (const std::string &item : known.lowered)
    // What an open input may have is not there, and can go.
    if (!isLost(item, before, after, isClosed))
      work.goesInPart.push_back(item);
    else if (!before.has(item))
      work.goes.push_back(item);
  for (const std::string &item : known.added)
    if (before.has(item))
      work.addsMore.push_back(item);
    else if (!isClosed && !is_contained(work.comes, item))
      work.mayCome.push_back(item);
  work.leaves = known.leaves;
  if (!isClosed)
    for (auto *list : {&work.goes, &work.goesInPart, &work.mayCome})
      keepOutermost(*list);
  llvm::sort(work.goes);
  llvm::sort(work.mayCome);
}

std::vector<Report::Pass::Value> report::findValues(const Node &node) {
  const PassDescriptor &descriptor = node.getDescriptor();
  std::map<std::string, Report::Pass::Value> values;
  auto set = [&](StringRef name, StringRef value, bool isDefault) {
    // Of a text, 1 stays 1.
    const OptionDescriptor *option = descriptor.lookupOption(name);
    if (option && (option->type != OptionDescriptor::Type::Text ||
                   !option->values.empty()))
      value = normalizeOptionValue(option, value);
    // MLIR prints texts that are not given.
    if (option && option->defaultValue.empty() && value.empty())
      values.erase(name.str());
    else
      values[name.str()] = {name.str(), value.str(), isDefault};
  };
  for (const OptionDescriptor &option : descriptor.options)
    if (!option.defaultValue.empty())
      set(option.name, option.defaultValue, /*isDefault=*/true);
  // As in MLIR, the last mention counts.
  std::string options = node.getOptions();
  for (auto [name, value] : splitOptions(options))
    set(name, value, /*isDefault=*/false);
  std::vector<Report::Pass::Value> sorted;
  sorted.reserve(values.size());
  for (auto &value : values)
    sorted.push_back(std::move(value.second));
  return sorted;
}
