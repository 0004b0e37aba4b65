//===- PassHistory.cpp - What became of passes and options ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassHistory.h"
#include "builder/passes/Catalog.h"
#include "builder/passes/OptionScope.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

std::string ChangeRecord::describe(StringRef what) const {
  std::string text =
      until ? ("MLIR " + Twine(until) + " is the last release " + what).str()
            : "it is from an early release";
  return source.empty() ? text : text + ": " + source;
}

/// How most people write a truth value.
static StringRef getUsualSpelling(StringRef value) {
  if (value == "1" || value == "True" || value == "TRUE")
    return "true";
  if (value == "0" || value == "False" || value == "FALSE")
    return "false";
  return value;
}

std::optional<std::string> OptionSuccessor::port(StringRef name,
                                                 StringRef value) const {
  for (StringRef key : {value, getUsualSpelling(value), StringRef("*")})
    if (const std::string *now = values.lookup(key))
      return *now;
  if (!option.empty())
    return option + "=" + value.str();
  if (isDefaultOnly())
    return (name + "=" + value).str();
  return std::nullopt;
}

PortedOptions pmb::portOptions(const PassHistory &history, StringRef options) {
  PortedOptions ported;
  for (auto [name, value] : splitOptions(options)) {
    std::string given = (name + "=" + value).str();
    const OptionSuccessor *now = history.options.lookup(name);
    std::optional<std::string> text =
        now ? now->port(name, value) : std::optional(given);
    if (text != given)
      ported.changed.push_back({name.str(), value.str(), text});
    ported.options = addOptions(ported.options, text.value_or(given));
  }
  return ported;
}

Error pmb::addFormerOptions(Catalog &catalog) {
  for (StringRef name : catalog.getHistories().getNames()) {
    const PassDescriptor *known = catalog.lookupPass(name);
    if (!known)
      continue;
    PassDescriptor pass = *known;
    const PassHistory &history = *catalog.getHistories().lookup(name);
    for (StringRef option : history.options.getNames()) {
      if (history.options.get(option).isDefaultOnly())
        continue;
      auto it = find_if(pass.options, [&](const OptionDescriptor &other) {
        return other.name == option;
      });
      OptionDescriptor &former =
          it == pass.options.end() ? pass.options.emplace_back() : *it;
      former.name = option.str();
      former.type = OptionDescriptor::Type::Text;
      former.values.clear();
    }
    if (Error error = catalog.overridePass(std::move(pass)))
      return error;
  }
  return Error::success();
}
