//===- OptionValues.cpp - The options of one pass, parsed once ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OptionValues.h"

using namespace pmb;
using namespace llvm;

OptionValues::OptionValues(const PassDescriptor &descriptor, StringRef given,
                           bool isPrinted)
    : descriptor(&descriptor), hasInstance(isPrinted),
      given(splitOptions(given)) {}

OptionValues::OptionValues(const Node &node)
    : descriptor(&node.getDescriptor()), instance(&node.getInstance()),
      hasInstance(bool(node.getInstance())) {
  // The text does not say all of an instance that was made elsewhere.
  if (node.isMadeFromName() || !*instance)
    given = splitOptions(node.getGivenOptions());
  else
    print();
}

void OptionValues::print() {
  const PassInstance *printer = std::exchange(instance, nullptr);
  if (!printer || !*printer)
    return;
  printed = printer->getOptions();
  ofInstance = splitOptions(printed);
}

/// As in MLIR, the last mention counts.
static std::optional<StringRef>
findLast(ArrayRef<std::pair<StringRef, StringRef>> options, StringRef name) {
  for (auto [option, value] : reverse(options))
    if (option == name)
      return value;
  return std::nullopt;
}

std::optional<StringRef>
OptionValues::getValue(StringRef name, const OptionDescriptor *option) {
  std::optional<StringRef> value;
  // Of an option that is not described, the instance knows how its value is
  // written: `fast=1` is `fast=true`.
  if (!option && hasInstance) {
    print();
    value = findLast(ofInstance, name);
  }
  if (!value)
    value = findLast(given, name);
  if (!value)
    value = findLast(ofInstance, name);
  if (!value && option && !option->defaultValue.empty())
    value = option->defaultValue;
  // A text that is not given is empty.
  bool isText = option && option->type == OptionDescriptor::Type::Text &&
                option->values.empty();
  if (!value && instance && !isText) {
    print();
    value = findLast(ofInstance, name);
  }
  return value;
}

bool OptionValues::holds(const ConditionTerm &term) {
  const OptionDescriptor *option = descriptor->lookupOption(term.name);
  return holdsOf(option, getValue(term.name, option), term);
}

bool OptionValues::isOwn(const ConditionTerm &term, const OptionScope *around) {
  if (!descriptor)
    return false;
  if (isOwnOption(*descriptor, term, around))
    return true;
  if (descriptor->hasOptionList || !hasInstance)
    return false;
  print();
  return findLast(given, term.name) || findLast(ofInstance, term.name);
}

bool OptionValues::holds(const Condition &condition,
                         const OptionScope *around) {
  auto isOwn = [&](const ConditionTerm &term) {
    return this->isOwn(term, around);
  };
  if (!around && !all_of(condition.getTerms(), isOwn))
    return false;
  return condition.evaluate([&](const ConditionTerm &term) {
    return isOwn(term) ? holds(term) : around->holds(term);
  });
}
