//===- Between.cpp - What stands between two passes -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Between.h"
#include "builder/check/NodeContract.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool pmb::matchesWithOptions(const PassList &list, const Target &target,
                             const Node &node) {
  if (target.kind == Target::Kind::Invalidator)
    return node.getKind() != Node::Kind::Slot &&
           endsProperty(list, node, target.name);
  return matchesTarget(target, node) &&
         (target.kind != Target::Kind::Provider ||
          getPropertyEffect(list, node, target.name) ==
              PropertyEffect::Provides);
}

namespace {
/// A walk over the list for one entry, away from the side that it names.
class BetweenWalk {
public:
  BetweenWalk(const PassList &list, const Node &owner, const OrderEntry &entry,
              const NodeRange *except)
      : list(list), owner(owner), entry(entry), except(except),
        isForward(entry.word != OrderEntry::Word::Before) {}

  std::vector<Interruption> findIntruders();
  std::vector<Interruption> findRepeated();

private:
  void walk(function_ref<void(const Node &)> visit) const;
  /// The marks of a bundle where the walk comes to it, and where it leaves it.
  /// A pass is both.
  bool isEntered(const Node &node) const {
    return node.isPass() ||
           node.getKind() ==
               (isForward ? Node::Kind::BundleBegin : Node::Kind::BundleEnd);
  }
  bool isLeft(const Node &node) const {
    return node.isPass() ||
           (node.getKind() != Node::Kind::Slot && !isEntered(node));
  }
  bool isOwner(const Node &node) const;
  bool isIntruder(const Node &node, const Node &other) const;
  bool isRestored(const Node &intruder, const Node &bundle) const;

  const PassList &list;
  const Node &owner;
  const OrderEntry &entry;
  const NodeRange *except;
  const bool isForward;
};
} // namespace

void BetweenWalk::walk(function_ref<void(const Node &)> visit) const {
  const Node *node = isForward ? list.front() : list.back();
  while (node) {
    if (except && node == (isForward ? except->first : except->last))
      node = isForward ? except->last : except->first;
    else
      visit(*node);
    node = isForward ? node->getNext() : node->getPrevious();
  }
}

bool BetweenWalk::isOwner(const Node &node) const {
  bool isSame = owner.isPass()
                    ? node.isPass() && node.getSymbol() == owner.getSymbol()
                    : !node.isPass() && node.getKind() != Node::Kind::Slot &&
                          node.getBundle() == owner.getBundle();
  return isSame && isEntered(node) && applies(list, node, entry);
}

/// Whether a pass, or a bundle that the walk leaves here, may not stand behind
/// `other`. A bundle that has `other` in it does not stand behind it.
bool BetweenWalk::isIntruder(const Node &node, const Node &other) const {
  if (!isLeft(node))
    return false;
  if (!node.isPass()) {
    const Node &far =
        isForward ? *node.getBundle()->begin : *node.getBundle()->end;
    if (isForward ? far.comesBefore(other) : other.comesBefore(far))
      return false;
  } else if (node.getDescriptor().contract.isInert()) {
    return false;
  } else if (entry.isImmediate) {
    return true;
  }
  return any_of(entry.notBetween, [&](const Target &target) {
    return matchesWithOptions(list, target, node);
  });
}

/// Whether the bundle that the walk leaves here holds what a pass in it ends,
/// as its contract says of all of it, and the pass is an intruder for nothing
/// else.
bool BetweenWalk::isRestored(const Node &intruder, const Node &bundle) const {
  NodeRange range = getRange(bundle);
  return !entry.isImmediate && range.contains(intruder) &&
         all_of(entry.notBetween, [&](const Target &target) {
           if (!matchesWithOptions(list, target, intruder))
             return true;
           if (target.kind != Target::Kind::Invalidator)
             return false;
           PropertyEffect effect =
               getPropertyEffect(list, *range.last, target.name);
           return effect == PropertyEffect::Preserves ||
                  effect == PropertyEffect::Provides;
         });
}

std::vector<Interruption> BetweenWalk::findIntruders() {
  std::vector<Interruption> found;
  const Node *other = nullptr;
  SmallVector<const Node *, 2> intruders;
  walk([&](const Node &node) {
    if (!intruders.empty() && isOwner(node))
      found.push_back({&entry, &node, other, intruders.front()});
    if (isLeft(node) && matchesWithOptions(list, entry.target, node)) {
      other = &node;
      intruders.clear();
      return;
    }
    // What a bundle holds, it holds from its begin to its end.
    if (other && !node.isPass() && !getRange(node).contains(*other))
      erase_if(intruders, [&](const Node *intruder) {
        return isRestored(*intruder, node);
      });
    if (other && (intruders.empty() || !entry.isImmediate) &&
        isIntruder(node, *other))
      intruders.push_back(&node);
  });
  if (!isForward)
    std::reverse(found.begin(), found.end());
  return found;
}

std::vector<Interruption> BetweenWalk::findRepeated() {
  std::vector<Interruption> found;
  const Node *last = nullptr, *anyOwner = nullptr, *anyTarget = nullptr;
  bool isLastOwner = false;
  walk([&](const Node &node) {
    bool isHere = isOwner(node);
    if (!isHere &&
        !(isEntered(node) && matchesWithOptions(list, entry.target, node)))
      return;
    if (last && isLastOwner == isHere)
      found.push_back({&entry, &node, last});
    (isHere ? anyOwner : anyTarget) = &node;
    last = &node;
    isLastOwner = isHere;
  });
  if (!anyTarget || !anyOwner)
    return {};
  for (Interruption &interruption : found)
    interruption.missing = isOwner(*interruption.node) ? anyTarget : anyOwner;
  return found;
}

std::vector<Interruption> pmb::findInterruptions(const PassList &list,
                                                 const Node &owner,
                                                 const OrderEntry &entry,
                                                 const NodeRange *except) {
  BetweenWalk walk(list, owner, entry, except);
  return entry.word == OrderEntry::Word::AlternatesWith ? walk.findRepeated()
                                                        : walk.findIntruders();
}

std::optional<Interruption> pmb::findInterruption(const Neighbor &neighbor,
                                                  const NodeRange *except) {
  bool isAfter = neighbor.isAfter();
  auto step = [&](const Node *node) {
    return isAfter ? node->getPrevious() : node->getNext();
  };
  auto isLeftOut = [&](const Node &node) {
    return except && except->contains(node);
  };
  if (isLeftOut(*neighbor.node) || isLeftOut(*neighbor.other))
    return std::nullopt;
  const Node *at = isAfter ? neighbor.node : neighbor.node->getEnd();
  for (at = step(at); at; at = step(at)) {
    if (isLeftOut(*at))
      continue;
    if (getRange(*neighbor.other).contains(*at))
      return std::nullopt;
    if (at->isPass() && !at->getDescriptor().contract.isInert())
      break;
  }
  bool isThatSide = isAfter ? neighbor.other->comesBefore(*neighbor.node)
                            : neighbor.node->comesBefore(*neighbor.other);
  return Interruption{&neighbor.entry, neighbor.node, neighbor.other,
                      isThatSide ? at : nullptr};
}
