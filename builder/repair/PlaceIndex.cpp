//===- PlaceIndex.cpp - Places that the index alone decides ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/PlaceIndex.h"
#include "builder/check/NodeContract.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// Whether it matters what stands between passes: to this one, or to others.
static bool asksAboutBetween(const PassList &pipeline, const Contract &own) {
  auto asks = [](const Contract &contract) {
    return any_of(contract.getOrder(), [](const OrderEntry &entry) {
      return entry.isAboutBetween();
    });
  };
  return asks(own) ||
         any_of(pipeline.getSymbolsWithBetween(),
                [](const Symbol *other) { return other->count; }) ||
         !pipeline.getNeighbors().empty() ||
         any_of(pipeline.getBundlesWithContract(),
                [&](const BundleInstance *bundle) {
                  return bundle->contract && asks(*bundle->contract);
                });
}

/// True if order and property entries alone can make a place a wrong one:
/// nothing is lowered, and list order is executed order. They are decided from
/// the index, where the nearest passes tell how a property is. They do not if
/// any pass ends it, a bundle brings back what it preserves, options decide
/// what a pass does, or a pass rejects contents for what a property says.
static bool isPlacedByIndex(const PassList &pipeline, const Node &probe) {
  const Contract &own = probe.getDescriptor().contract;
  if (!own.getContents().empty() || own.hasUnknownEffect() || own.isGreedy() ||
      probe.getAnchorPath().getDepth() || pipeline.getRoot().hasNested() ||
      !pipeline.getInterface().outputProperties.empty() ||
      asksAboutBetween(pipeline, own))
    return false;
  auto isFleeting = [&](StringRef property) {
    const PropertyDescriptor *known =
        pipeline.getCatalog().lookupProperty(property);
    return known && known->isFleeting;
  };
  if (any_of(pipeline.getPropertyNames(), isFleeting))
    return false;
  if (own.getProperties().empty())
    return true;
  return pipeline.getBundlesWithContract().empty() &&
         none_of(pipeline.getSymbols(), [&](const Symbol *other) {
           if (!other->count || !other->descriptor)
             return false;
           const Contract &contract = other->descriptor->contract;
           return any_of(contract.getProperties(),
                         [](const PropertyEntry &entry) {
                           return entry.isConditional();
                         }) ||
                  any_of(contract.getContents(),
                         [](const ContentsEntry &entry) {
                           return entry.word == ContentsEntry::Word::Rejects;
                         });
         });
}

namespace {
/// The nearest passes on each side of a place that need, provide or end a
/// lasting property; null if there is none.
struct Surroundings {
  struct Pair {
    const Node *before = nullptr, *after = nullptr;
  };
  Pair user, provider, ender;

  bool isEnded() const {
    return ender.before &&
           (!provider.before || provider.before->comesBefore(*ender.before));
  }
  /// A pass before the place has missed it, which is one mistake.
  bool isAssumed() const {
    const Node *change = isEnded() ? ender.before : provider.before;
    return user.before && (!change || change->comesBefore(*user.before));
  }
  /// The first pass behind the place to require the property as it is there;
  /// null if there is none.
  const Node *getAffected() const {
    auto isFirst = [&](const Node *change) {
      return !change || !change->comesBefore(*user.after);
    };
    return user.after && isFirst(provider.after) && isFirst(ender.after)
               ? user.after
               : nullptr;
  }
};
} // namespace

/// Whether it is an error if the property does not hold where the pass starts.
static bool needs(const PassDescriptor &pass, StringRef property) {
  return any_of(pass.contract.getProperties(PropertyEntry::Word::Requires),
                [&](const PropertyEntry &entry) {
                  return entry.strength == Strength::Strong &&
                         entry.property == property;
                });
}

/// `place` is null for the end.
static Surroundings look(const PassList &pipeline, StringRef property,
                         const Node *place) {
  Surroundings result;
  for (const Symbol *symbol : pipeline.getSymbolsWithProperty(property)) {
    if (symbol->nodes.empty())
      continue;
    const auto &nodes = symbol->nodes;
    auto next =
        place ? nodes.lower_bound(const_cast<Node *>(place)) : nodes.end();
    auto extend = [&](Surroundings::Pair &pair) {
      if (next != nodes.begin() &&
          (!pair.before || pair.before->comesBefore(**std::prev(next))))
        pair.before = *std::prev(next);
      if (next != nodes.end() &&
          (!pair.after || (*next)->comesBefore(*pair.after)))
        pair.after = *next;
    };
    if (needs(*symbol->descriptor, property))
      extend(result.user);
    PropertyEffect effect =
        getPropertyEffect(pipeline, **nodes.begin(), property);
    if (effect == PropertyEffect::Provides)
      extend(result.provider);
    else if (effect == PropertyEffect::Ends)
      extend(result.ender);
  }
  return result;
}

/// Whether the pass may stand before `place`, as far as one property decides.
/// If not, `next` is the place to try next. std::nullopt if the check of the
/// whole list has to decide.
static std::optional<bool> fits(const PassList &pipeline, const Node &probe,
                                StringRef property, const Node *place,
                                const Node *&next) {
  const Contract &own = probe.getDescriptor().contract;
  const PipelineInterface &interface = pipeline.getInterface();
  Surroundings around = look(pipeline, property, place);
  bool isGiven = is_contained(interface.inputProperties, property);
  bool isReal = !around.isEnded() && (around.provider.before || isGiven);
  // What an open input may have is missed only where something takes care of
  // it.
  bool isOpen = !interface.isClosed() && !isGiven;
  bool isProvided = around.provider.before || around.provider.after;

  for (const PropertyEntry &need : own.getProperties()) {
    if (need.word != PropertyEntry::Word::Requires || isReal ||
        need.property != property || need.strength == Strength::Weak ||
        !applies(pipeline, probe, need))
      continue;
    if (isOpen && !isProvided && !around.isEnded())
      continue;
    if (!around.provider.after)
      return std::nullopt;
    next = around.provider.after->getNext();
    return false;
  }

  PropertyEffect effect = getPropertyEffect(pipeline, probe, property);
  if (effect == PropertyEffect::Provides) {
    // A pass before it may have relied on the input until now.
    if (isOpen && !isProvided && around.user.before)
      return std::nullopt;
  } else if (effect == PropertyEffect::Ends) {
    const Node *user = around.getAffected();
    if (!user)
      return true;
    // What it misses already it cannot lose.
    if (!isReal && !around.isAssumed() &&
        (around.isEnded() || !isOpen ||
         look(pipeline, property, user->getNext()).provider.after))
      return true;
    // The check lets a mistake that is mended make up for a new one of the
    // same pass.
    if (any_of(own.getProperties(), [&](const PropertyEntry &entry) {
          return entry.property != property &&
                 needs(user->getDescriptor(), entry.property);
        }))
      return std::nullopt;
    next = user->getNext();
    return false;
  }
  return true;
}

/// The same for all properties.
static std::optional<bool> fitsAll(const PassList &pipeline, const Node &probe,
                                   const Node *place, const Node *&next) {
  if (place && place->getContiguousAround())
    return false;
  for (const PropertyEntry &entry :
       probe.getDescriptor().contract.getProperties()) {
    std::optional<bool> fit =
        fits(pipeline, probe, entry.property, place, next);
    if (!fit || !*fit)
      return fit;
  }
  return true;
}

std::optional<const Node *>
pmb::findIndexedPlace(const PassList &pipeline, const Node &probe,
                      const Node *follow, const Node *precede, bool isLatest) {
  if ((follow && precede && !follow->comesBefore(*precede)) ||
      !isPlacedByIndex(pipeline, probe))
    return std::nullopt;
  const Node *place = isLatest ? precede
                      : follow ? follow->getNext()
                               : pipeline.front();
  while (true) {
    const Node *next = place ? place->getNext() : nullptr;
    std::optional<bool> fit = fitsAll(pipeline, probe, place, next);
    if (!fit)
      return std::nullopt;
    if (*fit)
      return place;
    if (isLatest) {
      place = place ? place->getPrevious() : pipeline.back();
      if (!place || place == follow)
        return std::nullopt;
      continue;
    }
    bool isLast = !place || place == precede;
    place = next;
    if (isLast || (precede && (!place || precede->comesBefore(*place))))
      return std::nullopt;
  }
}
