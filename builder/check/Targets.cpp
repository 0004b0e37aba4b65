//===- Targets.cpp - What order entries are about -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Targets.h"

using namespace pmb;
using namespace llvm;

static void forEachTarget(Target::Kind kind, StringRef name,
                          ArrayRef<std::string> kinds, const Contract *contract,
                          function_ref<void(Target::Kind, StringRef)> visit) {
  visit(kind, name);
  for (const std::string &kind : kinds)
    visit(Target::Kind::PassKind, kind);
  if (contract)
    for (const PropertyEntry &entry :
         contract->getProperties(PropertyEntry::Word::Provides))
      visit(Target::Kind::Provider, entry.property);
}

void pmb::forEachTarget(const PassDescriptor &descriptor,
                        function_ref<void(Target::Kind, StringRef)> visit) {
  ::forEachTarget(Target::Kind::Pass, descriptor.name, descriptor.kinds,
                  &descriptor.contract, visit);
}

void pmb::forEachTarget(const BundleInstance &bundle,
                        function_ref<void(Target::Kind, StringRef)> visit) {
  // For its users the name of a registered pipeline is that of a pass.
  if (bundle.isPipeline)
    visit(Target::Kind::Pass, bundle.getName());
  ::forEachTarget(Target::Kind::Bundle, bundle.getName(), bundle.kinds,
                  bundle.contract, visit);
}

template <typename NamedT>
static bool matchesAny(const Target &target, const NamedT &named) {
  bool found = false;
  forEachTarget(named, [&](Target::Kind kind, StringRef name) {
    found |= kind == target.kind && name == target.name;
  });
  return found;
}

bool pmb::matchesTarget(const Target &target,
                        const PassDescriptor &descriptor) {
  return matchesAny(target, descriptor);
}

bool pmb::matchesTarget(const Target &target, const Node &node) {
  return node.isPass() ? matchesAny(target, node.getDescriptor())
                       : node.getKind() != Node::Kind::Slot &&
                             matchesAny(target, *node.getBundle());
}

/// Keeps the outermost node, and the outermost that is called differently.
static void keepOuter(const Node *&kept, const Node *&other, const Node *node,
                      bool isFirst) {
  auto isOuter = [&](const Node *than) {
    return !than ||
           (isFirst ? node->comesBefore(*than) : than->comesBefore(*node));
  };
  bool isOther = kept && kept->getSymbol() != node->getSymbol();
  if (isOuter(kept)) {
    if (isOther)
      other = kept;
    kept = node;
  } else if (isOther && isOuter(other)) {
    other = node;
  }
}

void Extent::extend(NodeRange match, unsigned matches) {
  count += matches;
  keepOuter(first, firstOther, match.last, /*isFirst=*/true);
  keepOuter(last, lastOther, match.first, /*isFirst=*/false);
}

Verdict pmb::judge(const Node &owner, const OrderEntry &entry,
                   const Extent &extent) {
  NodeRange range = getRange(owner);
  bool isEarlier = extent.isBefore(range), isLater = extent.isAfter(range);
  bool isKept = wantsLater(entry) ? isEarlier : isLater;
  bool isWrong = wantsLater(entry) ? isLater : isEarlier;
  switch (entry.word) {
  case OrderEntry::Word::ConflictsWith:
    return isEarlier || isLater ? Verdict::Conflict : Verdict::Vacuous;
  case OrderEntry::Word::FollowedBy:
    return isKept ? Verdict::Kept : Verdict::NotFollowed;
  case OrderEntry::Word::AlternatesWith:
    return isEarlier || isLater ? Verdict::Kept : Verdict::Vacuous;
  default:
    break;
  }
  if (isAboutAll(entry)) {
    const Node *end = getEndBut(owner, entry, extent);
    if (end && (wantsLater(entry) ? range.last->comesBefore(*end)
                                  : end->comesBefore(*range.first)))
      return Verdict::WrongOrder;
    isWrong = false;
  }
  return isKept            ? Verdict::Kept
         : isWrong         ? Verdict::WrongOrder
         : entry.isPresent ? Verdict::Absent
                           : Verdict::Vacuous;
}

const Node *pmb::findDecisive(const Node &owner, const OrderEntry &entry,
                              const Extent &extent) {
  Verdict verdict = judge(owner, entry, extent);
  bool isConflictBefore =
      verdict == Verdict::Conflict && extent.isBefore(getRange(owner));
  const Node *other =
      verdict == Verdict::WrongOrder && isAboutAll(entry)
          ? getEndBut(owner, entry, extent)
      : verdict == Verdict::Vacuous || verdict == Verdict::Absent ? nullptr
      : wantsLater(entry) || isConflictBefore                     ? extent.first
                                                                  : extent.last;
  return other == &owner ? nullptr : other;
}
