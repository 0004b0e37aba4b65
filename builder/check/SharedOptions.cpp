//===- SharedOptions.cpp - What a pass that is inserted has to agree on ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/SharedOptions.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// What `pass` is given for an option; empty for its default, and for what is
/// about this pass alone: lists, and what only tests set.
static std::string getGivenValue(const PassDescriptor &pass,
                                 const OptionDescriptor &option,
                                 StringRef given) {
  std::string value = getOptionValue(pass, given, option.name).value_or("");
  if (!option.testOnly.empty() ||
      StringRef(value).find_first_of(" {,") != StringRef::npos ||
      normalizeOptionValue(&option, value) ==
          normalizeOptionValue(&option, option.defaultValue))
    return "";
  return value;
}

static std::string getKey(const PassDescriptor &pass,
                          const OptionDescriptor &option) {
  return pass.name + " " + option.name;
}

SharedOptions::SharedOptions(const PassList &pipeline) {
  for (const Node &node : pipeline.getPasses()) {
    const PassDescriptor &pass = node.getDescriptor();
    if (node.getPipeline())
      continue;
    for (const OptionDescriptor &option : pass.options) {
      std::string value = getGivenValue(pass, option, node.getGivenOptions());
      for (const std::string &key : {option.name, getKey(pass, option)})
        if (auto [known, isNew] = values.try_emplace(key, value);
            known->second != value)
          known->second.clear();
    }
  }
  for (auto it = values.begin(), end = values.end(); it != end;)
    if (auto at = it++; at->second.empty())
      values.erase(at);
}

std::string SharedOptions::addTo(StringRef options,
                                 const PassDescriptor &pass) const {
  std::string all = options.str();
  if (values.empty())
    return all;
  auto given = splitOptions(options);
  for (const OptionDescriptor &option : pass.options) {
    std::string value = values.lookup(getKey(pass, option));
    if (value.empty())
      value = values.lookup(option.name);
    bool isGiven = any_of(
        given, [&](const auto &other) { return other.first == option.name; });
    if (!value.empty() && !isGiven)
      all += (all.empty() ? "" : " ") + option.name + "=" + value;
  }
  return all;
}
