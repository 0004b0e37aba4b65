//===- PatternSlot.cpp - Patterns of several parties in one pass ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/PatternSlot.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

/// A pass with the options of all pattern slots, and its own.
static PassDescriptor makeDescriptor(StringRef name,
                                     std::vector<OptionDescriptor> own) {
  PassDescriptor pass(name);
  pass.options = {
      {"slot", ""},
      {"patterns", ""},
      {"enable-patterns", ""},
      {"disable-patterns", ""},
      {"prefer-patterns", ""},
      {"count-patterns", "false", OptionDescriptor::Type::Bool},
  };
  append_range(pass.options, std::move(own));
  pass.hasOptionList = true;
  return pass;
}

/// The options of `pmb-convert`, or of `pmb-rewrite`, which are those of
/// `canonicalize` where that has the same.
const PassDescriptor &pmb::getSlotPass(StringRef name) {
  using Type = OptionDescriptor::Type;
  static const PassDescriptor rewrite = makeDescriptor(
      rewritePass, {
                       {"top-down", "true", Type::Bool},
                       {"strictness",
                        "any-op",
                        Type::Enum,
                        {"any-op", "existing-and-new-ops", "existing-ops"}},
                       {"region-simplify",
                        "normal",
                        Type::Enum,
                        {"disabled", "normal", "aggressive"}},
                       {"max-iterations", "10", Type::Int64},
                       {"max-num-rewrites", "-1", Type::Int64},
                       {"fold", "true", Type::Bool},
                       {"cse-constants", "true", Type::Bool},
                       {"test-convergence", "true", Type::Bool},
                   });
  static const PassDescriptor convert = makeDescriptor(
      convertPass, {
                       {"target", ""},
                       {"legal", "", Type::Items},
                       {"illegal", "", Type::Items},
                       {"full", "false", Type::Bool},
                       {"folding",
                        "before-patterns",
                        Type::Enum,
                        {"never", "before-patterns", "after-patterns"}},
                       {"build-materializations", "true", Type::Bool},
                   });
  return name == convertPass ? convert : rewrite;
}

/// True if `name` can be part of the option `patterns`.
static bool isLabel(StringRef name) {
  return isValidName(name) && name.find_first_of(":=") == StringRef::npos;
}

namespace {
/// A set as the option `patterns` names it.
struct NamedSet {
  StringRef text, party, name;
  bool isValid() const {
    return isLabel(name) && (!text.contains(':') || isLabel(party));
  }
};
} // namespace

/// The sets that the value of the option `patterns` names.
static SmallVector<NamedSet> splitPatterns(StringRef value) {
  // MLIR prints lists in braces, and takes them in quotes.
  value = stripBraces(value.trim("'\""));
  SmallVector<NamedSet> sets;
  if (value.empty())
    return sets;
  for (StringRef element : split(value, ',')) {
    element = element.trim();
    auto [party, name] = element.split(':');
    sets.push_back(element.contains(':') ? NamedSet{element, party, name}
                                         : NamedSet{element, "", element});
  }
  return sets;
}

/// The last value of an option, which is the one that counts.
static StringRef getLastValue(StringRef options, StringRef option) {
  StringRef last;
  for (auto [name, value] : splitOptions(options))
    if (name == option)
      last = value;
  return last;
}

Error pmb::makeNoPatterns(StringRef pass) {
  std::string name = pass.str();
  return Diagnostic(DiagnosticCode::BadOptions,
                    "'{0}' names neither a slot nor sets of patterns, so there "
                    "is nothing for it to do",
                    name)
      .about(name)
      .help("name a slot that others can add to, as in {0}{{slot=early}, or "
            "sets, as in {0}{{patterns=acme-fold}",
            name);
}

Error pmb::makeNotConverting(StringRef name, const Twine &patterns,
                             const Twine &user) {
  return Diagnostic(DiagnosticCode::WrongSlot,
                    ("the patterns " + patterns + " are for conversions, and " +
                     user + " applies patterns greedily")
                        .str())
      .about(name)
      .help("put them into a slot that is declared with addConversionSlot(), "
            "in a text {0}{{slot=...}",
            convertPass.str());
}

/// Fails if `slot` or `patterns` is given twice: what counts is the last, and
/// the other would be lost.
static Error checkGivenOnce(StringRef pass, StringRef options) {
  for (StringRef option : {"slot", "patterns"}) {
    std::optional<StringRef> first;
    for (auto [name, value] : splitOptions(options)) {
      if (name != option)
        continue;
      if (first)
        return Diagnostic(DiagnosticCode::BadOptions,
                          "'{0}' is given twice: '{1}' and '{2}'", option,
                          first->str(), value)
            .about(option)
            .help(option == "slot"
                      ? "give each slot a " + pass.str() + " of its own"
                      : std::string("write one list: patterns=a,b"));
      first = value;
    }
  }
  return Error::success();
}

/// Fails for limits that are none: the pass would do nothing.
static Error checkLimits(StringRef options) {
  for (StringRef limit : {"max-iterations", "max-num-rewrites"}) {
    StringRef value = getLastValue(options, limit);
    int64_t number = 1;
    if (!value.empty() && !value.getAsInteger(0, number) && number < 1 &&
        number != -1)
      return Diagnostic(DiagnosticCode::BadOptions,
                        "'{0}' is not a value of '{1}' of '{2}'", value, limit,
                        rewritePass.str())
          .about(rewritePass)
          .help("give a number from 1, or -1 for no limit");
  }
  return Error::success();
}

Expected<PassBundle> pmb::openPatternSlot(StringRef name, StringRef options) {
  if (Error error = verifyOptions(getSlotPass(name), options))
    return error;
  if (Error error = checkGivenOnce(name, options))
    return error;
  if (Error error = checkLimits(options))
    return error;
  StringRef slot = getLastValue(options, "slot");
  SmallVector<NamedSet> sets = splitPatterns(getLastValue(options, "patterns"));
  if (slot.empty() && sets.empty())
    return makeNoPatterns(name);
  PassBundle bundle(name);
  bundle.setContiguous();
  for (const NamedSet &set : sets) {
    if (!set.isValid())
      return makeBadName("set of patterns", set.text);
    bundle.addPass(set.name);
  }
  if (!slot.empty())
    bundle.addSlot(slot);
  return bundle;
}

StringRef pmb::getSlotName(const BundleInstance &slot) {
  for (const Node &node : getRange(*slot.begin))
    if (node.getKind() == Node::Kind::Slot)
      return node.getName();
  return "";
}

std::string pmb::getParty(const Node &patterns) {
  // What was put there with the slot is called as the slot says.
  const BundleInstance *slot = getPatternSlot(patterns);
  if (slot && patterns.getOrigin().isSameParty(slot->begin->getOrigin()))
    for (const NamedSet &set :
         splitPatterns(getLastValue(slot->pipelineOptions, "patterns")))
      if (set.name == patterns.getName() && !set.party.empty())
        return set.party.str();
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
  for (const Node &node : getRange(*slot.begin).getPasses())
    sets.push_back(&node);
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
  const PassDescriptor &descriptor = getSlotPass(slot.getName());
  for (auto [name, value] : splitOptions(slot.pipelineOptions))
    if (const OptionDescriptor *option = descriptor.lookupOption(name);
        name != "slot" && name != "patterns" &&
        normalizeOptionValue(option, value) != option->defaultValue)
      add(name, value);
  return text;
}
