//===- Placement.cpp - Checking a pass that was just inserted -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
#include "builder/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool OrderCheck::applies(const ContractEntry &entry, const Node &node) const {
  if (entry.condition.kind == Condition::Kind::Always)
    return true;
  return holds(entry.condition, node.getDescriptor(), node.getOptions(),
               [&](StringRef name) { return pipeline.hasVariant(name); });
}

OrderCheck::Extent OrderCheck::findExtent(const Target &target,
                                          const Node *except) const {
  pipeline.buildIndex();
  Extent extent;
  auto extend = [&](const Node *node) {
    if (!extent.first || node->comesBefore(*extent.first))
      extent.first = node;
    if (!extent.last || extent.last->comesBefore(*node))
      extent.last = node;
  };
  auto extendBy = [&](const Symbol &symbol) {
    // Only the ends matter, and the pass itself may be at either.
    auto first = symbol.nodes.begin(), end = symbol.nodes.end();
    if (first != end && *first == except)
      ++first;
    if (first == end)
      return;
    auto last = std::prev(end);
    if (*last == except)
      --last;
    extend(*first);
    extend(*last);
  };
  if (target.kind == Target::Kind::Pass) {
    if (const Symbol *symbol = pipeline.lookupSymbol(target.kind, target.name))
      extendBy(*symbol);
    return extent;
  }
  if (target.kind == Target::Kind::PassKind) {
    auto it = pipeline.kindSymbols.find(target.name);
    if (it != pipeline.kindSymbols.end())
      for (const Symbol *symbol : it->second) {
        if (symbol->kind == Target::Kind::Pass)
          extendBy(*symbol);
        else
          for (const Node *node : symbol->nodes)
            if (node->getBundle()->hasKind(target.name)) {
              extend(node);
              extend(node->getBundle()->end);
            }
      }
    return extent;
  }
  for (const auto &symbol : pipeline.symbols)
    if (symbol->count && symbol->descriptor &&
        matchesTarget(target, *symbol->descriptor))
      extendBy(*symbol);
  return extent;
}

Error OrderCheck::checkInserted(const Node &node) {
  std::vector<Diagnostic> found;
  findings = &found;
  auto isBinding = [&](const ContractEntry &entry, const Node &owner) {
    return entry.strength == Strength::Strong && applies(entry, owner);
  };
  auto check = [&](const Node &owner, const OrderEntry &entry,
                   const Extent &extent) {
    if (entry.word == OrderEntry::Word::After && extent.last &&
        !extent.first->comesBefore(owner))
      reportWrongOrder(owner, entry, *extent.last);
    else if (entry.word == OrderEntry::Word::Before && extent.first &&
             extent.last->comesBefore(owner))
      reportWrongOrder(owner, entry, *extent.first);
    else if (entry.word == OrderEntry::Word::ConflictsWith && extent.first)
      reportConflict(owner, entry, *extent.first);
  };

  const PassDescriptor &descriptor = node.getDescriptor();
  for (const OrderEntry &entry : descriptor.contract.getOrder())
    if (isBinding(entry, node))
      check(node, entry, findExtent(entry.target, &node));

  // What others say of this pass. It can only be wrong if it is the first, or
  // the last, of what they name; so one instance of each of them decides.
  for (const auto &symbol : pipeline.symbols) {
    if (!symbol->count || !symbol->descriptor ||
        symbol->descriptor == &descriptor)
      continue;
    for (const OrderEntry &entry : symbol->descriptor->contract.getOrder()) {
      if (!matchesTarget(entry.target, descriptor))
        continue;
      const Node *owner = entry.word == OrderEntry::Word::Before
                              ? *symbol->nodes.rbegin()
                              : *symbol->nodes.begin();
      if (isBinding(entry, *owner))
        check(*owner, entry, findExtent(entry.target, owner));
    }
  }

  for (const PropertyEntry &entry : descriptor.contract.getProperties())
    if (entry.word == PropertyEntry::Word::Requires && isBinding(entry, node))
      checkRequired(node, entry);
  findings = nullptr;
  return makeError(std::move(found));
}

/// What the contract of a pass does to a property; std::nullopt if nothing.
static std::optional<PropertyEntry::Word>
getEffect(const PassDescriptor &descriptor, StringRef property) {
  std::optional<PropertyEntry::Word> effect;
  for (const PropertyEntry &entry : descriptor.contract.getProperties())
    if (entry.property == property &&
        entry.word != PropertyEntry::Word::Requires)
      if (!effect || entry.word == PropertyEntry::Word::Provides)
        effect = entry.word;
  return effect;
}

void OrderCheck::checkRequired(const Node &node, const PropertyEntry &need) {
  const PropertyDescriptor *property =
      pipeline.catalog.lookupProperty(need.property);
  bool isFleeting = property && property->isFleeting;
  const Node *provider = nullptr, *ender = nullptr, *later = nullptr;
  auto isNearer = [](const Node *candidate, const Node *best) {
    return !best || best->comesBefore(*candidate);
  };
  for (const auto &symbol : pipeline.symbols) {
    if (!symbol->count || !symbol->descriptor)
      continue;
    auto effect = getEffect(*symbol->descriptor, need.property);
    if (!effect || *effect == PropertyEntry::Word::Preserves)
      continue;
    bool provides = *effect == PropertyEntry::Word::Provides;
    auto after = symbol->nodes.lower_bound(const_cast<Node *>(&node));
    if (after != symbol->nodes.begin()) {
      const Node *before = *std::prev(after);
      const Node *&best = provides ? provider : ender;
      if (isNearer(before, best))
        best = before;
    }
    if (provides && after != symbol->nodes.end() && *after != &node)
      later = *after;
    else if (provides && after != symbol->nodes.end() &&
             std::next(after) != symbol->nodes.end())
      later = *std::next(after);
  }
  if (provider && ender && ender->comesBefore(*provider))
    ender = nullptr;
  // A fleeting property holds as far back as passes preserve it.
  if (isFleeting && provider && !ender)
    for (const Node *step = node.getPrevious(); step && step != provider;
         step = step->getPrevious())
      if (step->isPass() &&
          getEffect(step->getDescriptor(), need.property) !=
              PropertyEntry::Word::Preserves) {
        ender = step;
        break;
      }
  bool holdsHere = provider ? !ender
                            : is_contained(pipeline.interface.inputProperties,
                                           need.property) &&
                                  !ender;
  if (!holdsHere)
    reportMissing(node, need, provider, ender, later);
}
