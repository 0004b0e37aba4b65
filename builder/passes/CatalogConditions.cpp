//===- CatalogConditions.cpp - What conditions of contracts name ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Catalog.h"

using namespace pmb;
using namespace llvm;

/// A name of a contract that does not exist.
static Error makeUnknownIn(const PassDescriptor &descriptor,
                           DiagnosticCode code, const std::string &what,
                           StringRef name, ArrayRef<StringRef> candidates) {
  return makeUnknown(code,
                     "the contract of '" + descriptor.name + "' names the " +
                         what + " '" + name.str() + "', which does not exist",
                     name, candidates);
}

Error Catalog::verifyCondition(const PassDescriptor &descriptor,
                               const Condition &condition,
                               const OptionScope *scope) const {
  if (condition.kind == Condition::Kind::Option) {
    const OptionDescriptor *option = descriptor.lookupOption(condition.name);
    // An entry that asks for a value that the option never has never holds.
    if (option && !condition.value.empty() && !option->accepts(condition.value))
      return makeUnknown(
          DiagnosticCode::UnknownCondition,
          "the contract of '" + descriptor.name + "' asks whether '" +
              condition.name + "' is '" + condition.value +
              "', which it never is: it takes " + option->describeValues(),
          condition.value,
          SmallVector<StringRef>(option->values.begin(), option->values.end()));
    if (!descriptor.hasOptionList || option)
      return Error::success();
    SmallVector<StringRef> names;
    for (const OptionDescriptor &option : descriptor.options)
      names.push_back(option.name);
    return makeUnknownIn(descriptor, DiagnosticCode::UnknownCondition, "option",
                         condition.name, names);
  }
  if (condition.kind != Condition::Kind::Variant ||
      variants.count(condition.name))
    return Error::success();
  std::vector<StringRef> names = getVariantNames();
  bool areDeclared = scope && !scope->empty();
  if (!areDeclared && !names.empty() && isConditionName(condition.name))
    return makeUnknownIn(descriptor, DiagnosticCode::UnknownCondition,
                         "variant", condition.name, names);
  ConditionText text(condition.name);
  // Without declarations any name may be that of a variant.
  auto takeAny = [](const ConditionTerm &) { return Expected<bool>(true); };
  Expected<bool> result = areDeclared      ? scope->evaluate(text, names)
                          : !names.empty() ? OptionScope().evaluate(text, names)
                                           : evaluateCondition(text, takeAny);
  if (result)
    return Error::success();
  std::vector<Diagnostic> failures = takeDiagnostics(result.takeError());
  for (Diagnostic &failure : failures) {
    failure.message =
        "a condition of '" + descriptor.name + "': " + failure.message;
    // Where it stands knows who has read it.
    failure.node.reset();
    failure.about(condition.name);
  }
  return makeError(std::move(failures));
}

Error pmb::verifyStepCondition(const PassDescriptor &descriptor,
                               StringRef condition) {
  Expected<bool> result =
      OptionScope(descriptor, "").evaluate(ConditionText(condition));
  if (result)
    return Error::success();
  std::vector<Diagnostic> failures = takeDiagnostics(result.takeError());
  for (Diagnostic &failure : failures) {
    failure.node.reset();
    failure.about(condition);
  }
  return makeError(std::move(failures));
}
