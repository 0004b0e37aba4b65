//===- CleanupBarriers.cpp - Cleanups that keep nests apart ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR merges neighbouring nests, and operations of the IR then decide which of
// two passes in different nests runs first. A pass between them, in a nest that
// is around both, keeps them in order, even if it has nothing to do itself. So
// one that could be left out stays where no other keeps that order.
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/CleanupPlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

static bool isAround(const AnchorPath &outer, const AnchorPath &inner) {
  return AnchorPath::getCommonPrefix(&outer, &inner) == &outer;
}

namespace {
/// The passes of one nest that run.
struct Stretch {
  const AnchorPath *path;
  const Node *last = nullptr;
  /// For each nest around it, from the outside: the first of them since a pass
  /// has run there or further outside; null if none has.
  SmallVector<const Node *, 2> first;
};

class BarrierFinder {
public:
  void addLeftOut(const Node &pass) {
    erase_if(leftOut, [&](const Node *other) {
      return &other->getAnchorPath() == &pass.getAnchorPath();
    });
    leftOut.push_back(&pass);
  }

  void addRunning(const Node &pass) {
    const AnchorPath &path = pass.getAnchorPath();
    // It keeps in order what these would have kept in order.
    erase_if(leftOut, [&](const Node *other) {
      return isAround(path, other->getAnchorPath());
    });
    for (Stretch &stretch : stretches)
      if (stretch.path != &path && isAround(path, *stretch.path))
        for (const Node *&first : getSince(stretch, path.getDepth()))
          first = nullptr;
    Stretch &own = getStretch(path);
    own.last = &pass;
    for (const Node *&first : own.first)
      if (!first)
        first = &pass;
  }

  /// The last pass that was left out without which some pass is in no order
  /// with `pass` any more; null if there is none.
  const Node *findMissing(const Node &pass) const {
    if (leftOut.empty())
      return nullptr;
    const Node *missing = nullptr;
    const AnchorPath &path = pass.getAnchorPath();
    for (const Stretch &stretch : stretches) {
      const AnchorPath *common =
          AnchorPath::getCommonPrefix(stretch.path, &path);
      if (common == stretch.path || common == &path)
        continue;
      const Node *first = stretch.first[common->getDepth()];
      for (const Node *barrier : leftOut)
        if (first && first->comesBefore(*barrier) &&
            isAround(barrier->getAnchorPath(), *common) &&
            (!missing || missing->comesBefore(*barrier)))
          missing = barrier;
    }
    return missing;
  }

  /// Lets `barrier`, which was left out, run after all.
  void restore(const Node &barrier) {
    const AnchorPath &path = barrier.getAnchorPath();
    erase_if(leftOut, [&](const Node *other) {
      return !barrier.comesBefore(*other) &&
             isAround(path, other->getAnchorPath());
    });
    for (Stretch &stretch : stretches)
      if (stretch.path != &path && isAround(path, *stretch.path))
        for (const Node *&first : getSince(stretch, path.getDepth()))
          if (first && first->comesBefore(barrier))
            first = barrier.comesBefore(*stretch.last) ? &barrier : nullptr;
    Stretch &own = getStretch(path);
    if (!own.last || own.last->comesBefore(barrier))
      own.last = &barrier;
    for (const Node *&first : own.first)
      if (!first || barrier.comesBefore(*first))
        first = &barrier;
  }

private:
  static MutableArrayRef<const Node *> getSince(Stretch &stretch,
                                                unsigned depth) {
    return MutableArrayRef<const Node *>(stretch.first).drop_front(depth);
  }
  Stretch &getStretch(const AnchorPath &path) {
    for (Stretch &stretch : stretches)
      if (stretch.path == &path)
        return stretch;
    Stretch &made = stretches.emplace_back();
    made.path = &path;
    made.first.assign(path.getDepth(), nullptr);
    return made;
  }

  /// One for each nest: few.
  SmallVector<Stretch, 4> stretches;
  /// The last of each nest, unless a pass that runs since does the same.
  SmallVector<const Node *, 4> leftOut;
};
} // namespace

void CleanupPlan::keepBarriers(CleanupAction::Kind kind) {
  if (leftOut.empty())
    return;
  DenseSet<const Node *> candidates;
  for (const CleanupAction &action : found)
    if (action.kind == kind)
      candidates.insert(action.pass);
  BarrierFinder finder;
  size_t kept = 0;
  for (const Node *node = begin; node && node != end; node = node->getNext()) {
    if (!node->isPass())
      continue;
    if (isLeftOut(*node)) {
      if (candidates.contains(node))
        finder.addLeftOut(*node);
      continue;
    }
    while (const Node *missing = finder.findMissing(*node)) {
      finder.restore(*missing);
      leftOut.erase(missing);
      ++kept;
    }
    finder.addRunning(*node);
  }
  if (kept)
    erase_if(found, [&](const CleanupAction &action) {
      return !isLeftOut(*action.pass);
    });
}
