//===- VariantChoice.cpp - What a pipeline shall be built for -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/VariantChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

Error VariantChoice::add(StringRef text) {
  auto [left, right] = text.split('=');
  StringRef name = left.trim();
  std::optional<std::string> value;
  if (text.contains('='))
    value = right.str();
  if (name.empty())
    return Diagnostic(DiagnosticCode::Syntax, "--variant needs a name")
        .help("write --variant=gpu or --variant=vector-size=8");
  for (const auto &[known, other] : choices) {
    if (known != name)
      continue;
    if (other == value)
      return Error::success();
    return Diagnostic(DiagnosticCode::Syntax,
                      "--variant: '{0}' is chosen twice, and not in the same "
                      "way: '{1}' and '{2}'",
                      name, other ? known + "=" + *other : known,
                      text.trim().str())
        .help("choose one of the two");
  }
  add(name, std::move(value));
  return Error::success();
}

std::string VariantChoice::str() const {
  std::vector<std::string> parts;
  parts.reserve(choices.size());
  for (const auto &[name, value] : choices)
    parts.push_back(value ? name + "=" + *value : name);
  return parts.empty() ? "default" : join(parts, ",");
}

Error VariantChoice::applyTo(Pipeline &pipeline) const {
  for (const auto &[name, value] : choices)
    if (value)
      pipeline.setOption(name, *value);
    else
      pipeline.setVariant(name);
  return empty() ? Error::success() : pipeline.getVariants().verify();
}

std::string VariantChoice::str(const OptionScope &declared) const {
  auto find = [&](StringRef name) {
    return find_if(choices, [&](const auto &one) { return one.first == name; });
  };
  VariantChoice variants;
  OptionScope without = declared.withoutChoices();
  for (const VariantDescriptor &variant : declared.getDeclaredVariants())
    if (find(variant.name) != choices.end()) {
      variants.add(variant.name, std::nullopt);
      without.setVariant(variant.name);
    }
  VariantChoice others;
  for (const auto &[name, value] : choices)
    if (!declared.lookupOption(name) && !declared.lookupVariant(name))
      others.add(name, value);
  llvm::sort(others.choices);
  append_range(variants.choices, others.choices);
  for (const OptionDescriptor &option : declared.getOptions()) {
    auto it = find(option.name);
    if (it == choices.end())
      continue;
    std::string given = it->second.value_or("true");
    StringRef value = normalizeOptionValue(&option, given);
    std::optional<std::string> anyway = without.getValue(option.name);
    if (anyway && normalizeOptionValue(&option, *anyway) == value)
      continue;
    bool isFlag =
        option.type == OptionDescriptor::Type::Bool && value == "true";
    variants.add(option.name,
                 isFlag ? std::nullopt : std::make_optional(value.str()));
  }
  return variants.str();
}

/// The values of an option of which all are tried, the default first; empty if
/// there are too many to try.
static std::vector<std::string> getValues(const OptionDescriptor &option) {
  std::vector<std::string> values = option.values;
  if (option.type == OptionDescriptor::Type::Bool)
    values = {"false", "true"};
  std::string usual = normalizeOptionValue(&option, option.defaultValue).str();
  if (option.type == OptionDescriptor::Type::Bool &&
      option.defaultValue.empty())
    usual = "false";
  if (usual.empty())
    return values;
  llvm::stable_sort(values, [&](const std::string &a, const std::string &b) {
    return (a == usual) > (b == usual);
  });
  return values;
}

static bool sets(const VariantDescriptor *variant, StringRef option) {
  return variant && any_of(variant->values, [&](const auto &value) {
           return value.first == option;
         });
}

Expected<std::vector<VariantChoice>>
pmb::enumerateVariants(const OptionScope &options) {
  constexpr size_t limit = 256;
  std::vector<const VariantDescriptor *> variants = {nullptr};
  for (const VariantDescriptor &variant : options.getDeclaredVariants())
    variants.push_back(&variant);
  std::vector<VariantChoice> all;
  for (const VariantDescriptor *variant : variants) {
    std::vector<VariantChoice> choices(1);
    if (variant)
      choices.front().add(variant->name, std::nullopt);
    for (const OptionDescriptor &option : options.getOptions()) {
      std::vector<std::string> values = getValues(option);
      if (values.empty() || sets(variant, option.name))
        continue;
      if (all.size() + choices.size() * values.size() > limit)
        return Diagnostic(DiagnosticCode::TooLarge,
                          "the options allow more than {0} variants", limit)
            .help("check those that matter with --variant, or declare "
                  "options that go together as variants");
      std::vector<VariantChoice> longer;
      for (const VariantChoice &choice : choices)
        for (const std::string &value : values) {
          VariantChoice next = choice;
          // What is so anyway needs no mention. An enum without a default is
          // not given then, which is another case.
          if (value != values.front() ||
              (option.defaultValue.empty() && !option.values.empty())) {
            bool isFlag =
                option.type == OptionDescriptor::Type::Bool && value == "true";
            next.add(option.name,
                     isFlag ? std::nullopt : std::make_optional(value));
          }
          longer.push_back(std::move(next));
        }
      choices = std::move(longer);
    }
    append_range(all, std::move(choices));
  }
  return all;
}
