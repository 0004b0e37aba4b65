//===- FixTrial.h - Trying fixes before they are offered ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ideas.h guesses what would cure a finding. Here the guesses are tried, on a
// copy of the pipeline that has no instances of passes: the edit is made, the
// check runs, and the edit is taken back.
//
// The number of trials goes down with the length of the pipeline, so the time
// stays linear.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_FIXTRIAL_H
#define PMB_BUILDER_REPAIR_FIXTRIAL_H

#include "builder/check/ContentsState.h"
#include "builder/check/ListContracts.h"
#include "builder/check/Trial.h"
#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace pmb {

/// True if `finding` is about an order that a contract states.
bool isStatedOrder(const Diagnostic &finding);

/// True if `fix` stands for all places.
bool isAnywhere(const Fix &fix);

class FixTrial {
public:
  /// `findings` are all that the check has to say about `original`.
  FixTrial(const PipelineImpl &original, llvm::ArrayRef<Diagnostic> findings);

  /// What is found about single passes, by the pass and the key.
  using Places = std::map<std::pair<const Node *, std::string>, Tally::Count>;

  /// What is found after a fix, and what of that is worse than before.
  struct Outcome {
    Tally after = Tally(llvm::ArrayRef<Diagnostic>());
    Places places;
    /// The reported left-over items that are still left over, be it folded into
    /// something else.
    llvm::StringSet<> stays;
    /// What it makes worse, and whether an error is among that.
    std::vector<std::string> worse;
    bool addsErrors = false;
    /// It makes something worse on inputs only that are not expected, and so
    /// that the opposite move would be the fix.
    bool addsPossible = false, isExchange = false;
    /// Some pass has nothing to run on any more: a fix that does that is none.
    bool idlesPass = false;
    /// Some pass has no work any more, as another does it.
    bool takesWork = false;
    /// Something may stay because of a place: a pass is moved past the one that
    /// lowers what it may leave, or one that is added stands on the wrong side
    /// of another.
    bool mayLeaveMore = false;
    /// Some input may fail because of a place: what a pass lowers now comes to
    /// one that cannot accept it.
    bool mayFail = false;
  };
  /// Null if `fix` cannot be made, if it takes away the work of what it moves,
  /// or has not been tried before and nothing more may be tried. The outcome
  /// lives as long as this.
  const Outcome *measure(const Fix &fix);
  const Tally &getBefore() const { return before; }
  /// True if `finding` is about one pass, and what `key` says of that is found
  /// as often after a fix: another of its name has been cured, at best.
  bool isFoundAgain(const Diagnostic &finding, const std::string &key,
                    const Outcome &outcome) const;

  /// True if `fix` moves the pass that `finding` is about, past one that no
  /// contract describes.
  bool movesSubjectBlindly(const Diagnostic &finding, const Fix &fix) const;
  /// True if `fix` inserts a pass that lowers what `finding` says that stays,
  /// in front of what introduces that.
  bool comesTooEarly(const Diagnostic &finding, const Fix &fix) const;

  /// Sets how many trials there may be for what comes now.
  void beginFinding(unsigned trials) { leftForOne = trials; }
  bool mayTry() const { return left && leftForOne; }

  /// Calls `visit` with each fix that `fix` stands for, until that returns
  /// true; true if it did. From the end to the start: what is lowered late is
  /// kept for the passes before. A pass that leaves casts comes before what
  /// removes them, if it may.
  bool visitPlaces(const Fix &fix,
                   llvm::function_ref<bool(const Fix &)> visit) const;
  /// What may help `finding` once `first` is made.
  std::vector<Fix> findSecondEdits(const Diagnostic &finding, const Fix &first);
  /// True if what is worse after a fix is only what a pass that comes to its
  /// work leads to, and the pipeline has no pass for that yet: a pipeline that
  /// lacks several is completed step by step.
  bool isOneStepOn(const Diagnostic &finding, const Fix &fix,
                   const Outcome &outcome);

private:
  using Nodes = llvm::DenseSet<const Node *>;

  bool isWorthMore(llvm::ArrayRef<Diagnostic> found, const ContentsState &end,
                   const ItemTable &items, llvm::StringSet<> &stays) const;
  bool takesWork(llvm::ArrayRef<const Node *> passed, const Nodes &nowWorking);
  bool isLoweredHere(llvm::StringRef item);
  bool isLowerable(llvm::StringRef item);
  bool isExchange(const Fix &fix, llvm::ArrayRef<Diagnostic> found) const;

  PipelineImpl copy;
  /// Those of the copy, which is as it was after each trial.
  const std::vector<const Node *> passes;
  const Tally before;
  const Places placesBefore;
  const size_t wrongAnchors;
  /// A fix is judged by the input that the pipeline as it is presumes.
  Assumptions assumed;
  /// The passes of the copy that have something to do as it stands.
  std::optional<Nodes> working;
  llvm::StringMap<bool> loweredHere, lowerable;
  /// The worst severity reported for each left-over item.
  llvm::StringMap<Severity> staying;
  /// The findings about other things.
  unsigned otherErrors = 0, others = 0;
  /// What was tried, by all that there is to say of a fix: several findings
  /// often suggest the same.
  std::map<std::string, std::optional<Outcome>> tried;
  /// How many more trials there may be, in all and for one finding.
  unsigned left, leftForOne = 0;
};

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_FIXTRIAL_H
