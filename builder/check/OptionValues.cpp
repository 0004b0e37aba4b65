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

OptionValues::OptionValues(const PassDescriptor &descriptor, StringRef given)
    : descriptor(&descriptor), given(splitOptions(given)) {}

OptionValues::OptionValues(const Node &node)
    : descriptor(&node.getDescriptor()), instance(&node.getInstance()) {
  // Of an instance that somebody else has made, the text does not tell all.
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

bool OptionValues::has(StringRef name, StringRef value) {
  const OptionDescriptor *option =
      descriptor ? descriptor->lookupOption(name) : nullptr;
  std::optional<StringRef> actual = findLast(given, name);
  if (!actual)
    actual = findLast(ofInstance, name);
  if (!actual && option && !option->defaultValue.empty())
    actual = option->defaultValue;
  // A text that is not given is empty.
  bool isText = option && option->type == OptionDescriptor::Type::Text &&
                option->values.empty();
  if (!actual && instance && !isText) {
    print();
    actual = findLast(ofInstance, name);
  }
  StringRef wanted = normalizeOptionValue(option, value);
  return actual ? normalizeOptionValue(option, *actual) == wanted
                : wanted.empty();
}
