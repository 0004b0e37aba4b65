//===- PatternSlot.cpp - Patterns of several parties in one pass ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/pipeline/PatternSlot.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

/// The options of `pmb-rewrite`, which are those of `canonicalize` where that
/// has the same.
static const PassDescriptor &getDescriptor() {
  static const PassDescriptor descriptor = [] {
    using Type = OptionDescriptor::Type;
    PassDescriptor pass(rewritePass);
    pass.options = {
        {"slot", ""},
        {"patterns", ""},
        {"enable-patterns", ""},
        {"disable-patterns", ""},
        {"top-down", "true", Type::Bool},
        {"region-simplify",
         "normal",
         Type::Enum,
         {"disabled", "normal", "aggressive"}},
        {"max-iterations", "10", Type::Int64},
        {"max-num-rewrites", "-1", Type::Int64},
        {"fold", "true", Type::Bool},
        {"cse-constants", "true", Type::Bool},
        {"test-convergence", "true", Type::Bool},
        {"count-patterns", "false", Type::Bool},
    };
    pass.hasOptionList = true;
    return pass;
  }();
  return descriptor;
}

/// True if `name` can be part of the option `patterns`.
static bool isLabel(StringRef name) {
  return isValidName(name) && name.find_first_of(":=") == StringRef::npos;
}

Expected<std::optional<PassBundle>> pmb::openPatternSlot(StringRef options) {
  if (Error error = verifyOptions(getDescriptor(), options))
    return error;
  std::string slot, patterns;
  for (auto [name, value] : splitOptions(options)) {
    if (name == "slot")
      slot = value.str();
    else if (name == "patterns")
      // MLIR prints lists in braces, and takes them in quotes.
      patterns = stripBraces(value.trim("'\"")).str();
  }
  if (slot.empty() && patterns.empty())
    return std::nullopt;
  PassBundle bundle(rewritePass);
  bundle.setContiguous();
  for (StringRef element : split(patterns, ',')) {
    if (patterns.empty())
      break;
    bool hasParty = element.contains(':');
    auto [party, name] =
        hasParty ? element.trim().split(':') : std::pair("", element.trim());
    if (!isLabel(name) || (hasParty && !isLabel(party)))
      return makeError(makeBadName("set of patterns", element.trim()));
    bundle.addPass(name, party.empty() ? "" : ("party=" + party).str());
  }
  if (!slot.empty())
    bundle.addSlot(slot);
  return std::optional<PassBundle>(std::move(bundle));
}

StringRef pmb::getSlotName(const BundleInstance &slot) {
  for (const Node *node = slot.begin; node != slot.end; node = node->getNext())
    if (node->getKind() == Node::Kind::Slot)
      return node->getName();
  return "";
}

std::string pmb::getParty(const Node &patterns) {
  for (auto [name, value] : splitOptions(patterns.getGivenOptions()))
    if (name == "party")
      return value.str();
  return getParty(patterns.getOrigin());
}

std::string pmb::getParty(const Origin &origin) {
  StringRef name = origin.name;
  switch (origin.kind) {
  case Origin::Kind::Framework:
  case Origin::Kind::Builder:
    return "";
  case Origin::Kind::File:
    // As plugins that are files are called.
    name = sys::path::filename(name);
    name = name.take_front(name.find('.'));
    break;
  case Origin::Kind::ThirdParty:
  case Origin::Kind::Plugin:
    break;
  }
  // A text that is no file has a name that is none, such as `<pipeline>`.
  return isLabel(name) && isAlnum(name.front()) ? name.str() : "";
}

std::string pmb::getRewriteOptions(const BundleInstance &slot) {
  SmallVector<const Node *> sets;
  for (const Node *node = slot.begin; node != slot.end; node = node->getNext())
    if (node->isPass())
      sets.push_back(node);
  return getRewriteOptions(slot, sets);
}

std::string pmb::getRewriteOptions(const BundleInstance &slot,
                                   ArrayRef<const Node *> sets) {
  std::string text;
  auto add = [&](StringRef name, StringRef value) {
    text += ((text.empty() ? "" : " ") + name + "=" + value).str();
  };
  if (StringRef name = getSlotName(slot); !name.empty())
    add("slot", name);
  std::string patterns;
  for (const Node *set : sets) {
    std::string party = getParty(*set);
    patterns += (patterns.empty() ? "" : ",") + party +
                (party.empty() ? "" : ":") + set->getName().str();
  }
  if (!patterns.empty())
    add("patterns", patterns);
  for (auto [name, value] : splitOptions(slot.pipelineOptions))
    if (const OptionDescriptor *option = getDescriptor().lookupOption(name);
        name != "slot" && name != "patterns" &&
        normalizeOptionValue(option, value) != option->defaultValue)
      add(name, value);
  return text;
}
