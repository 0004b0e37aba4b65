//===- PropertyTimeline.cpp - What happens to one property ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/PropertyTimeline.h"

using namespace pmb;
using namespace llvm;

void PropertyTimeline::require(const Node &node, Strength strength) {
  bool isWish = strength == Strength::Weak;
  if (now.holds() || (isWish && now.isWarned))
    return;
  missing.push_back(&node);
  (isWish ? now.isWarned : now.isAssumed) = true;
  changes.push_back({&node, /*isRequired=*/true, now});
}

void PropertyTimeline::add(const Node &node, PropertyEffect effect,
                           bool isIdle) {
  if (effect == PropertyEffect::Provides)
    providers.push_back(&node);
  if (isIdle)
    return;
  if (node.getKind() == Node::Kind::BundleBegin) {
    atBegin.push_back(now);
    return;
  }
  Moment before = now;
  if (node.getKind() == Node::Kind::BundleEnd) {
    // What held where it began, or may have, does so again.
    Moment begin = atBegin.pop_back_val();
    if (effect == PropertyEffect::Preserves) {
      now.isAssumed |= begin.isAssumed;
      now.isWarned |= begin.isWarned;
      if (now.ender && !begin.ender)
        std::tie(now.provider, now.ender) =
            std::make_pair(begin.provider, begin.ender);
    }
  }
  if (effect == PropertyEffect::Provides) {
    now.provider = &node;
    now.ender = nullptr;
  } else if (effect == PropertyEffect::Ends) {
    now.isAssumed = now.isWarned = false;
    if (!now.ender)
      now.ender = &node;
  }
  if (now.provider != before.provider || now.ender != before.ender ||
      now.isAssumed != before.isAssumed || now.isWarned != before.isWarned)
    changes.push_back({&node, /*isRequired=*/false, now});
}

const PropertyTimeline::Moment &PropertyTimeline::at(const Node &node) const {
  static const Moment given{nullptr, nullptr, true}, unknown;
  auto it = llvm::partition_point(changes, [&](const Change &change) {
    return change.node->comesBefore(node) ||
           (change.isRequired && change.node == &node);
  });
  return it != changes.begin() ? std::prev(it)->moment
         : now.isGiven         ? given
                               : unknown;
}

const Node *PropertyTimeline::findLater(const Node &node) const {
  auto it = llvm::upper_bound(providers, node.getEnd(), ListOrder());
  return it == providers.end() ? nullptr : *it;
}
