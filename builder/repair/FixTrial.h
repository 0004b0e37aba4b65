//===- FixTrial.h - Trying fixes before they are offered ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever reports a finding guesses what would cure it. Here the guesses are
// tried, on a copy of the pipeline that has no instances of passes: `apply`
// makes the edit, the check runs, and the edit is taken back. A fix is offered
// if its finding is cured, at least in part, and no other is added or gets
// worse.
//
// Where no edit cures an error, two together may: one pass alone often leads to
// what the pipeline does not lower, or waits for what another has to clear
// away. The second edit is one that the check offers once the first is made.
//
// Nothing is done where there are no findings. The number of trials goes down
// with the length of the pipeline, so the time stays linear.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_FIXTRIAL_H
#define PMB_BUILDER_EDIT_FIXTRIAL_H

#include "builder/check/ContentsState.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/repair/Trial.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace pmb {

class FixTrial {
public:
  /// `findings` are all that the check has to say about `original`, with
  /// guesses in `fix` and `alternatives`.
  FixTrial(const PipelineImpl &original, std::vector<Diagnostic> &findings);

  /// Leaves the fix of each finding that helps, and no others. What cures the
  /// finding for good comes before what cures a part of it; of two that are
  /// equally good, the first is taken. Empties `alternatives`. Findings that
  /// one fix cures come of one mistake: the first of them has the others in
  /// `follows`.
  void run();

private:
  struct Result {
    /// Nothing is left of the finding; warnings were added; errors were.
    bool isComplete, addsWarnings, addsErrors;
    unsigned errors, warnings;
  };
  /// True if something may be better than before where the check finds this,
  /// and in the end there is that: if not, no finding need be explained. Adds
  /// to `stays` what still does.
  bool isWorthMore(llvm::ArrayRef<Diagnostic> others, const ContentsState &end,
                   const ItemTable &items, llvm::StringSet<> &stays) const;

  /// What is found after a fix, and what of that is worse than before.
  struct Outcome {
    Tally after;
    /// Of what was told to stay, what still does, be it folded into something
    /// else.
    llvm::StringSet<> stays;
    /// What it makes worse, and whether no error is among that.
    std::vector<std::string> worse;
    bool addsNoErrors;
    /// Some pass has no work any more: a fix that does that is none.
    bool idlesPass;
  };
  /// The passes of the copy that have something to do as it stands.
  const llvm::DenseSet<const Node *> &getWorking();
  /// Makes `fix`, and adds to `passed` what it moves, and what it moves that
  /// past.
  llvm::Error make(const Fix &fix, llvm::SmallVectorImpl<const Node *> &passed);
  /// True if one of these had something to do, and is not among those that
  /// have now.
  bool takesWork(llvm::ArrayRef<const Node *> passed,
                 const llvm::DenseSet<const Node *> &nowWorking);
  /// Null if `fix` cannot be made, if it takes away the work of what it moves,
  /// or has not been tried before and nothing more may be tried.
  const Outcome *measure(const Fix &fix);
  /// True if what is worse after a fix is only what a pass that comes to its
  /// work leads to, and the pipeline has no pass for that yet: a pipeline that
  /// lacks several is completed step by step.
  bool isOneStepOn(const Diagnostic &finding, const Fix &fix,
                   const Outcome &trial) const;
  /// True if a pass of the pipeline lowers `item`, wherever it stands.
  bool isLoweredHere(const std::string &item) const;
  std::optional<Result> tryFix(const Diagnostic &finding, const Fix &fix);
  /// Tries `fix`, or what it stands for; true if no other needs to be tried.
  bool consider(const Diagnostic &finding, const Fix &fix);
  /// Calls `visit` with each fix that `fix` stands for, until that returns
  /// true; true if it did.
  bool visitPlaces(const Fix &fix,
                   llvm::function_ref<bool(const Fix &)> visit) const;
  /// Keeps an edit that came to nothing: with another it may be a fix.
  void keepFirstEdit(const Fix &fix, const Outcome *trial);
  /// Tries the first edits that came to nothing with a second one.
  void considerPairs(const Diagnostic &finding);
  /// What may help `finding` once `first` is made.
  std::vector<Fix> findSecondEdits(const Diagnostic &finding, const Fix &first);
  void choose(Diagnostic &finding);
  /// Folds what `cure` cures, unless that was folded before. `roots` are the
  /// findings that it is the fix of.
  void fold(const Outcome &cure, llvm::ArrayRef<size_t> roots,
            std::vector<bool> &isFolded);

  std::vector<Diagnostic> &findings;
  std::unique_ptr<PipelineImpl> copy;
  std::optional<llvm::DenseSet<const Node *>> working;
  mutable llvm::StringMap<bool> loweredHere;
  Tally before;
  /// Each item that is told to stay, as badly as it is told.
  llvm::StringMap<Severity> staying;
  /// The findings about other things.
  unsigned otherErrors = 0, others = 0;
  /// What was tried, by all that there is to say of a fix: several findings
  /// often suggest the same.
  std::map<std::string, std::optional<Outcome>> tried;
  /// How many more trials there may be, in all and for one finding.
  unsigned left, leftForOne = 0;
  /// The first few fixes that were found.
  std::vector<Fix> chosen;
  /// An edit that does not cure the finding, and how many errors and warnings
  /// there are with it.
  struct FirstEdit {
    unsigned errors, warnings;
    Fix fix;
  };
  std::vector<FirstEdit> firstEdits;
  static constexpr unsigned mostOfOnePass = 2;
  std::optional<Fix> best;
  const Outcome *bestTrial = nullptr;
  std::optional<Result> bestResult;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_FIXTRIAL_H
