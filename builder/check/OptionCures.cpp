//===- OptionCures.cpp - Options with which a pass does -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OptionCures.h"
#include "builder/check/OptionValues.h"
#include "builder/list/PassList.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// True if a fix may give `value` to an option of `pass`.
static bool canBeSet(const PassDescriptor &pass, StringRef name,
                     StringRef value) {
  const OptionDescriptor *option = pass.lookupOption(name);
  return !option || option->testOnly.empty() ||
         normalizeOptionValue(option, option->defaultValue) ==
             normalizeOptionValue(option, value);
}

/// An option of `pass`, given `options`, and the value that makes `condition`
/// hold, or not, as `wanted` says; std::nullopt if none does alone, or only
/// tests set it.
static std::optional<std::pair<StringRef, StringRef>>
findDecidingOption(const PassDescriptor &pass, StringRef options,
                   const Condition &condition, bool wanted) {
  for (const ConditionTerm &term : condition.getTerms()) {
    StringRef named =
        normalizeOptionValue(pass.lookupOption(term.name), term.value);
    SmallVector<StringRef, 2> values = {"true", "false"};
    // A list is given as a whole.
    if (term.comparison == ConditionTerm::Comparison::Contains)
      continue;
    if (term.isCompared() && !is_contained(values, named))
      values = {term.value};
    for (StringRef value : values) {
      if (value.empty() || !canBeSet(pass, term.name, value))
        continue;
      std::string with = addOptions(options, {{term.name, value.str()}});
      if (OptionValues(pass, with).holds(condition, nullptr) == wanted)
        return std::pair(term.name, value);
    }
  }
  return std::nullopt;
}

std::optional<std::string> pmb::getNeededOptions(const PassDescriptor &pass,
                                                 StringRef given,
                                                 const Condition &condition) {
  if (OptionValues(pass, given).holds(condition, nullptr))
    return "";
  auto option = findDecidingOption(pass, given, condition, /*wanted=*/true);
  if (!option || any_of(splitOptions(given), [&](const auto &one) {
        return one.first == option->first;
      }))
    return std::nullopt;
  return addOptions("", {{option->first, option->second.str()}});
}

std::string pmb::replaceOption(StringRef options, StringRef option,
                               StringRef value) {
  std::string others;
  for (const auto &[name, given] : splitOptions(options))
    if (name != option)
      others += (name + (given.empty() ? "" : "=" + given.str()) + " ").str();
  return others + addOptions("", {{option, value.str()}});
}

/// True if `pass` may add `item` with these options.
static bool mayAdd(const PassDescriptor &pass, StringRef options,
                   StringRef item) {
  OptionValues values(pass, options);
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return values.holds(entry.condition, nullptr) &&
           is_contained(entry.getAdded(), item);
  });
}

std::vector<std::string> pmb::findBetterOptions(const Node &node,
                                                StringRef item) {
  const PassDescriptor &pass = node.getDescriptor();
  std::string given = node.getGivenOptions().str();
  std::vector<std::string> result;
  OptionValues values(pass, given);
  for (const ContentsEntry &entry : pass.contract.getContents()) {
    if (!entry.isConditional() || !values.holds(entry.condition, nullptr))
      continue;
    bool isLeft = entry.mayLeaveSome() && is_contained(entry.items, item);
    if (!isLeft && !is_contained(entry.getAdded(), item))
      continue;
    auto option =
        findDecidingOption(pass, given, entry.condition, /*wanted=*/false);
    if (!option)
      continue;
    std::string better = replaceOption(given, option->first, option->second);
    if (!isLeft && mayAdd(pass, better, item))
      continue;
    if (!is_contained(result, better))
      result.push_back(std::move(better));
  }
  return result;
}
