//===- LeftOvers.h - What remains in the IR, and why ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_LEFTOVERS_H
#define PMB_BUILDER_CHECK_LEFTOVERS_H

#include "builder/check/EarlyLowerings.h"
#include "builder/check/Rules.h"
#include <deque>

namespace pmb {

/// Finds what may not remain in the IR and explains how it came to remain.
class LeftOvers : RuleContext {
public:
  LeftOvers(const Trace &trace, RuleFindings &found)
      : RuleContext(trace, found), end(trace.getEnd()) {}

  void report();

private:
  /// What happened to one item on its way through the pipeline.
  struct ItemHistory {
    /// The pass that introduced it last, certainly or not; null: the input.
    const Node *introducedBy = nullptr;
    /// What of the input it comes of, if a pass introduced it.
    std::optional<unsigned> source = std::nullopt;
    /// The last pass that would have lowered it after that, but was blocked,
    /// and by what.
    const Node *blockedPass = nullptr;
    llvm::SmallVector<unsigned, 4> blockers;
    /// The last pass that lowered it. Once more is introduced, the last before
    /// that which would have, or was blocked then.
    const Node *loweredBy = nullptr;
    /// The last pass that removed it for good.
    const Node *removedBy = nullptr;
    /// The last pass that leaves it dead.
    const Node *leftDeadBy = nullptr;
    /// For a cast: the last pass that converts its type, and whether the cast
    /// was there before the pass that the sweep is at.
    const Node *convertedBy = nullptr;
    bool wasThere = false;
    /// The last pass with an unknown effect that may have done something about
    /// it.
    const Node *unknown = nullptr;
    /// A pass that would have lowered it, but was nested in an operation that
    /// is gone, of which there are new ones only, or that the input does not
    /// have.
    const Node *ranOnNothing = nullptr;
    unsigned goneOperation = 0;
    enum class Nest { Gone, Renewed, Absent } nest = Nest::Gone;

    /// The last pass that lowered it did so only in part, while one of these
    /// is there; null if that is not why.
    const ItemMask *leftWith = nullptr;

    /// The last pass that would have lowered it, had it been there. With an
    /// open input only behind one that has.
    const Node *missedBy = nullptr;

    /// The pass that lowers it, but before something introduces it; null if
    /// there is none.
    const Node *getEarly() const {
      const Node *early = loweredBy ? loweredBy : missedBy;
      return early && introducedBy && early->comesBefore(*introducedBy)
                 ? early
                 : nullptr;
    }
  };

  /// What has one cause.
  struct Group {
    Certainty certainty = Certainty::No;
    /// The pass that is to blame, and what it is too early for; may be null.
    const Node *culprit = nullptr, *other = nullptr;
    /// What stays for certain, or as certainly as any of it, and what else.
    std::vector<unsigned> ids, folded;
    /// Passes that all are too early for what comes too late; in list order.
    llvm::SmallVector<const Node *> early, late;
  };

  const ItemHistory &getStory(unsigned id) const {
    static const ItemHistory none = {};
    return stories[id] ? *stories[id] : none;
  }
  /// The same, to be changed.
  ItemHistory &tell(unsigned id) {
    if (!stories[id])
      stories[id] = &told.emplace_back();
    return *stories[id];
  }
  void tellStories(llvm::ArrayRef<unsigned> leftOvers);
  void tellMissed(const Trace::Step &step, const ContentsState &state);
  void tellCasts(const ContentsState &state);
  void tellChange(const Node &node, const ContentsChange &change,
                  const ContentsState &state);
  void tellLowered(const ContentsChange::Effect &effect, const Node &node,
                   const ContentsState &state);
  void introduce(const ItemMask &items, const Node &node,
                 std::optional<unsigned> source);
  /// What of the input the first of `items` that is there comes of.
  std::optional<unsigned> findSource(const ItemMask &items,
                                     const ContentsState &state) const;
  std::vector<unsigned> findLeftOvers() const;
  bool isAlone(unsigned id) const;
  void reportEarly(llvm::ArrayRef<EarlyLowering> candidates);
  std::vector<Group> groupByCause(llvm::ArrayRef<unsigned> all) const;
  /// Takes those of `groups` that are one mistake, where many passes come too
  /// early.
  std::vector<Group> takeLate(std::vector<Group> &groups) const;
  void foldRejections(llvm::ArrayRef<unsigned> all,
                      llvm::ArrayRef<Group> late) const;
  std::vector<bool> findConsequences(llvm::ArrayRef<unsigned> all) const;
  /// The kind of types that keeps `id` from being lowered, and that nothing
  /// removes.
  std::optional<unsigned> findTypeInTheWay(unsigned id) const;
  /// True if `id` is there because values of `type` are.
  bool comesWith(unsigned id, unsigned type) const;
  /// Reports passes that run before what they work on is made, but for those of
  /// which `early` says more.
  void reportEarlyWork(llvm::ArrayRef<EarlyWork> candidates,
                       llvm::ArrayRef<EarlyLowering> early) const;
  ItemMask getCleared(const EarlyLowering &candidate) const;
  void describeEarly(const EarlyLowering &candidate);
  /// Returns false, and adds nothing, if what was in the way may be gone.
  bool describeInVain(const EarlyLowering &candidate);
  /// The names in a group, quoted, each once.
  llvm::SmallVector<std::string> getShown(const Group &group) const;
  bool isPlural(const Group &group) const { return getShown(group).size() > 1; }
  std::string getPronoun(const Group &group) const {
    return isPlural(group) ? "them" : "it";
  }
  /// `'a', 'b' and 2 more stay in the IR`, and why; at `node`, if that is not
  /// null.
  Diagnostic makeFinding(const Group &group, const Node *node,
                         const std::string &why) const;
  DiagnosticCode getCode(const Group &group) const;
  void report(const Group &group) const;
  /// The item of a group of which the finding tells what happened.
  unsigned chooseLead(const Group &group) const;
  Diagnostic describe(const Group &group, unsigned lead) const;
  Diagnostic describeBlocked(const Group &group, const ItemHistory &story,
                             unsigned lead) const;
  Diagnostic describeTooEarly(const Group &group, const Node &early,
                              const Node &introducer) const;
  /// The last pass that has removed the operation, or those of it with a mark,
  /// of a nest of `pass`; null if there is none.
  const Node *findRemover(const Node &pass, unsigned operation) const;
  Diagnostic describeRunOnNothing(const Group &group,
                                  const ItemHistory &story) const;
  Diagnostic describeDead(const Group &group, const Node &leftDeadBy) const;
  /// What is there for certain, or as good as that, of what `node` lowers.
  std::vector<unsigned> collectLowered(const Node &node) const;
  Diagnostic describeUnlowered(const Group &group, const ItemHistory &story,
                               unsigned lead) const;
  Diagnostic describeLate(const Group &group) const;
  bool isWithinPipeline(const ItemHistory &story) const;
  /// The pass that left `id` dead, if no later pass lowers some of it; else
  /// null.
  const Node *findLeftDeadBy(unsigned id) const {
    const ItemHistory &story = getStory(id);
    bool isLowered = story.leftDeadBy && story.loweredBy &&
                     story.leftDeadBy->comesBefore(*story.loweredBy);
    return end.isLeftDead(id) && !isLowered ? story.leftDeadBy : nullptr;
  }
  /// True if no pass lowers all of it, wherever it stands.
  bool lacksPass(const Group &group) const;
  void findCommonCure(llvm::ArrayRef<Group> groups);
  const Node *findClearing(const ItemHistory &story) const;
  void noteUnknown(Diagnostic &diagnostic, const Node *unknown) const;

  const ContentsState &end;
  /// How many more findings ask what a pass lowers, each of which goes over the
  /// list.
  mutable unsigned looksLeft = 16;
  /// By the item; null if nothing has happened to it, as to most of all that
  /// the catalog names.
  std::vector<ItemHistory *> stories;
  /// Never moved in memory.
  std::deque<ItemHistory> told;
  /// A pass, missing from the pipeline, that lowers what several findings are
  /// about.
  std::optional<Cure> commonCure;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_LEFTOVERS_H
