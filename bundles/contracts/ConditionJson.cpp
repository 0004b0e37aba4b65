//===- ConditionJson.cpp - When something applies, as JSON ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractJson.h"

using namespace pmb;
using namespace llvm;

namespace {
/// What conditions were until there was one text for all.
struct ConditionKeys {
  std::string option, variant, value = "true";
  bool isNegated = false;
};
} // namespace

static constexpr JsonField<ConditionKeys> conditionFields[] = {
    jsonField<&ConditionKeys::option>("option"),
    jsonField<&ConditionKeys::variant>("variant"),
    {"is",
     [](const JsonInput &value, ConditionKeys &into) {
       value.readScalar(into.value);
     },
     nullptr},
    jsonField<&ConditionKeys::isNegated>("not"),
};

bool pmb::readWhen(const JsonInput &value, std::string &into) {
  std::string text;
  if (!value.read(text))
    return false;
  // The names are looked at where it is known what there is.
  auto takeAny = [](const ConditionTerm &) { return Expected<bool>(true); };
  if (Error error =
          evaluateCondition(ConditionText(text, &value.getReader().getSource(),
                                          value.getPlace()),
                            takeAny)
              .takeError()) {
    value.report(value.getPlace(), std::move(error));
    return false;
  }
  into = std::move(text);
  return true;
}

/// `{"option": "file", "is": "", "not": true}` is what `file != ''` says.
static void readConditionObject(const JsonInput &value, Condition &into) {
  ConditionKeys keys;
  if (!value.readObject("a condition", conditionFields, keys))
    return;
  bool isOption = !keys.option.empty();
  if (isOption != keys.variant.empty()) {
    if (isOption)
      value.reject("a condition is about an option or a variant, not both");
    else
      value.reportMissing("a condition needs 'option' or 'variant'");
    return;
  }
  if (!isOption && !readWhen(*value.find("variant"), keys.variant))
    return;
  if (!isOption && value.lookup("is")) {
    value.reject("a variant has no value for 'is'");
    return;
  }
  into = isOption ? option(keys.option).is(keys.value) : variant(keys.variant);
  if (keys.isNegated)
    into = !into;
}

void pmb::readCondition(const JsonInput &value, Condition &into) {
  if (value.isObject())
    return readConditionObject(value, into);
  if (!value.isString())
    return value.reportType("a string or an object");
  std::string text;
  if (readWhen(value, text))
    into = Condition(text);
}
