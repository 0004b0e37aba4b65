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
     [](JsonReader &reader, const JsonValue &value, ConditionKeys &into) {
       reader.readScalar(value, into.value);
     },
     nullptr},
    jsonField<&ConditionKeys::isNegated>("not"),
};

bool pmb::readWhen(JsonReader &reader, const JsonValue &value,
                   std::string &into) {
  std::string text;
  if (!reader.read(value, text))
    return false;
  // The names are looked at where it is known what there is.
  auto takeAny = [](const ConditionTerm &) { return Expected<bool>(true); };
  if (Error error = evaluateCondition(ConditionText(text, &reader.getSource(),
                                                    value.getPlace()),
                                      takeAny)
                        .takeError()) {
    reader.report(value.getPlace(), value, std::move(error));
    return false;
  }
  into = std::move(text);
  return true;
}

/// `{"option": "file", "is": "", "not": true}` is what `file != ''` says.
static void readConditionObject(JsonReader &reader, const JsonValue &value,
                                Condition &into) {
  ConditionKeys keys;
  if (!reader.readObject(value, "a condition", conditionFields, keys))
    return;
  bool isOption = !keys.option.empty();
  if (isOption != keys.variant.empty()) {
    if (isOption)
      reader.report(DiagnosticCode::BadValue, value.getPlace(),
                    "a condition is about an option or a variant, not both");
    else
      reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                    "a condition needs 'option' or 'variant'");
    return;
  }
  if (!isOption && !readWhen(reader, value.at("variant"), keys.variant))
    return;
  if (!isOption && value.lookup("is")) {
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "a variant has no value for 'is'");
    return;
  }
  into = isOption ? option(keys.option).is(keys.value) : variant(keys.variant);
  if (keys.isNegated)
    into = !into;
}

void pmb::readCondition(JsonReader &reader, const JsonValue &value,
                        Condition &into) {
  if (value.isObject())
    return readConditionObject(reader, value, into);
  if (!value.isString())
    return reader.reportType(value, "a string or an object");
  std::string text;
  if (readWhen(reader, value, text))
    into = Condition(text);
}
