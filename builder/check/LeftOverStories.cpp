//===- LeftOverStories.cpp - What happened to what remains ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"

using namespace pmb;
using namespace llvm;

std::optional<unsigned>
LeftOvers::findSource(const ItemMask &items, const ContentsState &state) const {
  for (Certainty certainty :
       {Certainty::Yes, Certainty::Likely, Certainty::Maybe}) {
    ItemMask there = state.getAtLeast(certainty).getCommon(items);
    if (there.empty())
      continue;
    unsigned first = names.getFirst(there);
    const ItemHistory &story = getStory(first);
    return story.introducedBy ? story.source : first;
  }
  return std::nullopt;
}

void LeftOvers::introduce(const ItemMask &items, const Node &node,
                          std::optional<unsigned> source) {
  items.forEach([&](unsigned id) {
    ItemHistory &story = tell(id);
    // Whatever was in its way, for this it ran too early.
    if (!story.loweredBy)
      story.loweredBy = story.blockedPass;
    if (story.loweredBy && story.missedBy)
      story.loweredBy = getLater(story.loweredBy, story.missedBy);
    story.introducedBy = &node;
    story.source = source;
    story.blockedPass = story.unknown = nullptr;
  });
}

void LeftOvers::tellLowered(const ContentsChange::Effect &effect,
                            const Node &node, const ContentsState &state) {
  const CompiledContract::Lowering &lowering = *effect.lowering;
  state.getMayBe().getCommon(effect.getFrom()).forEach([&](unsigned id) {
    ItemHistory &story = tell(id);
    if (effect.outcome.blocked == Certainty::No) {
      // Of a cleanup that is not there for all of it, nothing more is asked.
      if (!lowering.entry->mayLeaveSome() || !isCleanupPass(node))
        story.loweredBy = &node;
      story.blockedPass = nullptr;
      story.leftWith = lowering.entry->mayLeaveSome() && !lowering.given.empty()
                           ? &lowering.given
                           : nullptr;
      if (effect.outcome.removes())
        story.removedBy = &node;
    } else if (!lowering.isInPassing) {
      story.blockedPass = &node;
      story.blockers.clear();
      state.getBlockers(effect).forEach(
          [&](unsigned blocker) { story.blockers.push_back(blocker); });
    }
  });
}

void LeftOvers::tellChange(const Node &node, const ContentsChange &change,
                           const ContentsState &state) {
  for (const CompiledContract::Dead &left : change.contract.leftDead)
    left.items.forEach([&](unsigned id) { tell(id).leftDeadBy = &node; });
  if (change.kept)
    for (unsigned id = 0; id < names.items.size(); ++id)
      if (!change.expected->contains(id))
        tell(id).unknown = &node;
  for (const ContentsChange::Effect &effect : change.effects)
    tellLowered(effect, node, state);
  for (const ContentsChange::Effect &effect : change.effects)
    if (effect.outcome.happens())
      for (const auto &conversion : effect.lowering->conversions)
        tell(conversion.carriers->cast).convertedBy = &node;
  // What one entry adds is not lowered by another: it comes last.
  change.forEachAdding([&](const CompiledContract::Entry &entry,
                           const ItemMask &of, Certainty blocked) {
    // What is there anyway, and left by this pass, is not there because of what
    // it may add.
    ItemMask more;
    entry.sometimes.forEach([&](unsigned id) {
      if (getStory(id).removedBy == &node ||
          !state.getAtLeast(Certainty::Likely).contains(id))
        more.insert(id);
    });
    // What a pass puts back, always or sometimes, it has not removed.
    if (blocked == Certainty::No)
      for (const ItemMask *added : {&entry.to, &entry.sometimes})
        added->forEach([&](unsigned id) {
          if (getStory(id).removedBy == &node)
            tell(id).removedBy = nullptr;
        });
    std::optional<unsigned> source = findSource(of, state);
    introduce(entry.to, node, source);
    introduce(more, node, source);
  });
}

/// A cast is introduced where it was not there before.
void LeftOvers::tellCasts(const ContentsState &state) {
  for (const Carriers *carriers : names.carriers) {
    bool isThere = state.getMayBe().contains(carriers->cast);
    ItemHistory &story = tell(carriers->cast);
    if (isThere && !story.wasThere && story.convertedBy) {
      story.introducedBy = story.convertedBy;
      story.blockedPass = story.unknown = nullptr;
    }
    story.wasThere = isThere;
  }
}

/// What the pass would lower, and does not find.
void LeftOvers::tellMissed(const Trace::Step &step,
                           const ContentsState &state) {
  using Nest = ItemHistory::Nest;
  auto [gone, nest] = step.gone     ? std::pair(step.gone, Nest::Gone)
                      : step.absent ? std::pair(step.absent, Nest::Absent)
                                    : std::pair(step.renewed, Nest::Renewed);
  // A nest for functions of another dialect is meant for these; what is in
  // other nests may be there for what comes of the input.
  const AnchorPath &path = step.node->getAnchorPath();
  bool isMeant = path.getDepth() == 1 && !step.node->getPipeline() &&
                 pipeline.getCatalog().isFunction(path.getOp());
  if (step.absent && !isMeant)
    return;
  for (const CompiledContract::Lowering &lowering : step.contract->lowerings)
    lowering.items.forEach([&, gone = gone, nest = nest](unsigned id) {
      ItemHistory &story = tell(id);
      if (gone) {
        story.ranOnNothing = step.node;
        story.goneOperation = *gone;
        story.nest = nest;
      } else if (lowering.lowersAll() && !state.getMayBe().contains(id) &&
                 (state.isClosed() || story.loweredBy)) {
        // It is not there yet, or not any more.
        story.missedBy = step.node;
      }
    });
}

void LeftOvers::tellStories(ArrayRef<unsigned> leftOvers) {
  stories.resize(names.items.size());
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    tellCasts(state);
    if (step.node->isPass())
      tellMissed(step, state);
    if (step.change)
      tellChange(*step.node, *step.change, state);
  });
  tellCasts(end);
  for (unsigned id : leftOvers)
    names.sortByFirst(tell(id).blockers);
}
