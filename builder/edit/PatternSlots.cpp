//===- PatternSlots.cpp - What goes into pattern slots --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/PipelineBuilder.h"
#include "builder/edit/Editor.h"
#include "builder/list/PatternSlot.h"

using namespace pmb;
using namespace llvm;

/// Fails if the options say themselves what the slot is called, or what is in
/// it.
Expected<Recipe> pmb::detail::makePatternSlot(StringRef name,
                                              StringRef options) {
  if (Error error = checkName("slot", name))
    return error;
  for (auto [option, value] : splitOptions(options))
    if (option == "slot" || option == "patterns")
      return Diagnostic(DiagnosticCode::BadOptions,
                        "the option '{0}' is not for who declares the pattern "
                        "slot '{1}'",
                        option, name)
          .help("give the name as an argument, and add "
                "patterns once the slot is there");
  options = stripBraces(options);
  return PassSpec(
      rewritePass,
      ("slot=" + name + (options.empty() ? "" : " ") + options).str());
}

std::optional<bool> PipelineImpl::isPatterns(const OpenedRecipe &entry) const {
  if (!entry.symbol)
    return false;
  if (entry.symbol->descriptor->hasKind(patternsKind))
    return true;
  if (entry.recipe->instance)
    return provider.isPatterns(entry.recipe->instance);
  // What a name alone stands for, only the catalog knows.
  return getCatalog().lookupPass(entry.symbol->name) ? std::optional(false)
                                                     : std::nullopt;
}

Expected<const Node *> PipelineImpl::findPatternsFor(const Selector &selector,
                                                     Recipe &pass) {
  if (!pass.isPass())
    return nullptr;
  const Node *node = selector.node;
  if (!node)
    if (auto found = lookup(selector.target); !found.empty())
      node = found.front();
  const BundleInstance *slot = node ? getPatternSlot(*node) : nullptr;
  if (!slot || !(node->isPass() || node->getKind() == Node::Kind::Slot))
    return nullptr;
  // A text that was printed has what parties add whenever they take part.
  const Symbol *symbol = list.lookupSymbol(Target::Kind::Pass, pass.name);
  std::string party = getParty(*currentOrigin);
  if (symbol && symbol->count && !party.empty())
    for (const Node &set : getRange(*slot->begin).getPasses())
      if (set.getSymbol() == symbol &&
          !set.getOrigin().isSameParty(*currentOrigin) &&
          getParty(set) == party)
        return &set;
  const PassInstance none;
  if (!pass.isInstance)
    if (Error error = provider.findPatterns(
            pass, slot->instance ? *slot->instance : none))
      return error;
  return nullptr;
}

Error PipelineImpl::makeWrongSlot(StringRef what, const BundleInstance &slot) {
  StringRef name = getSlotName(slot);
  return Diagnostic(
             DiagnosticCode::WrongSlot,
             "'{0}' is not a set of patterns, and {1} takes nothing else", what,
             name.empty() ? "'" + slot.getName().str() + "'"
                          : "the slot '" + name.str() + "'")
      .about(what)
      .help("insert it before or after pass(\"{0}\")", slot.getName());
}

/// Fails with `wrong-slot` for conversion patterns in a slot that applies
/// patterns greedily.
static Error checkConversion(const OpenedRecipe &entry,
                             const BundleInstance &slot) {
  if (isConversionSlot(slot) ||
      !entry.symbol->descriptor->hasKind(conversionKind))
    return Error::success();
  StringRef name = entry.recipe->name, slotName = getSlotName(slot);
  return makeNotConverting(name, "'" + name + "'",
                           slotName.empty() ? "'" + slot.getName() + "'"
                                            : "the slot '" + slotName + "'");
}

Error PipelineImpl::fitPlace(ListPosition &place,
                             const OpenedRecipe &entry) const {
  const Node *reference = place.reference;
  if (reference && getPatternSlot(*reference) &&
      (reference->isPass() || reference->getKind() == Node::Kind::Slot)) {
    // A position at the slot is in it; a position at a set of patterns means,
    // for anything but a set, the pass that the set becomes part of.
    bool isForSlot = !reference->isPass() && !place.isAfter;
    std::optional<bool> known = isPatterns(entry);
    if (isForSlot && !known.value_or(true))
      return makeWrongSlot(entry.recipe->name, *getPatternSlot(*reference));
    if (known.value_or(isForSlot))
      return Error::success();
  }
  return leaveContiguous(place, entry.recipe->name);
}

Error PipelineImpl::makeTwice(const Node &set) {
  return Diagnostic(
             DiagnosticCode::DuplicateName,
             "the patterns '{0}' are in the slot already, put there by {1}",
             set.getName(), set.getOrigin().str())
      .about(set.getName())
      .help("add a set of patterns to a slot once");
}

Error PipelineImpl::checkPatterns(const OpenedRecipe &entry,
                                  const AnchorPath &path,
                                  const Node *before) const {
  const BundleInstance *slot = before ? before->getBundleAround() : nullptr;
  if (!isPatternSlot(slot))
    return Error::success();
  StringRef name = entry.recipe->name;
  if (!isPatterns(entry).value_or(true))
    return makeWrongSlot(name, *slot);
  if (Error error = checkConversion(entry, *slot))
    return error;
  const AnchorPath &own = slot->begin->getAnchorPath();
  if (&path != &own)
    return Diagnostic(
               DiagnosticCode::WrongAnchorOp,
               "the patterns '{0}' cannot run on '{1}': their slot is on '{2}'",
               name, path.str(), own.str())
        .about(name)
        .help("leave out the nest");
  // As a rule no other has the name, and there is nothing to look for.
  if (entry.symbol->count)
    for (const Node &node : getRange(*slot->begin).getPasses())
      if (node.getSymbol() == entry.symbol)
        return makeTwice(node);
  return Error::success();
}
