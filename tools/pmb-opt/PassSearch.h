//===- PassSearch.h - Halving a pipeline ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_PASSSEARCH_H
#define PMB_TOOLS_PMB_OPT_PASSSEARCH_H

#include "tools/pmb-opt/Trials.h"

namespace pmb {

/// Finds the pass that stops a pipeline, or breaks what `--bisect` asks about.
class PassSearch : public Trials {
public:
  using Trials::Trials;

  /// Fails if there is no such operation or dialect.
  llvm::Error checkSubject() const;
  /// Fails if it is wrong before any pass has run.
  llvm::Error checkInput();
  /// Whether what is asked about is broken; `why` then says what of it there is
  /// to say.
  llvm::Expected<bool> isBroken(mlir::Operation *op) {
    return isBroken(op, why);
  }
  /// The first operation that is asked about; null if there is none.
  mlir::Operation *findSubject(mlir::Operation *op) const;

  /// What there is to be found.
  enum class Goal { Stop, Break };
  /// Runs all passes. Returns whether that stops; if not, `after` is what came
  /// out.
  llvm::Expected<bool> runAll(Trials::IR &after);
  /// Finds the pass in a pipeline that is wrong after `count` passes.
  llvm::Error find(Goal goal, size_t count);

  /// What was found: the passes from `begin` up to `end`, which is one pass, or
  /// sets of patterns that run as one, and the IR before it.
  size_t begin = 0, end = 0;
  Trials::IR before;
  /// Whether it is known to go wrong on that IR, and not only after the passes
  /// before it.
  bool isAlone = false;
  /// How the last trial has ended that stopped, and why what was found is
  /// wrong.
  TrialResult::End stop = TrialResult::End::Succeeds;
  std::string why;
  /// After how many passes it was tried, and how often.
  std::string tried;
  size_t trialCount = 0;

  const BisectQuestion &question = *options.exploring.bisect;
  const unsigned timeout = options.exploring.bisectTimeout;

protected:
  bool isAboutOperations() const {
    return question.kind == BisectQuestion::Kind::Appears ||
           question.kind == BisectQuestion::Kind::Gone ||
           question.kind == BisectQuestion::Kind::Stays;
  }

private:
  /// What came of a trial: `result.after` is null if it stopped.
  struct Verdict {
    TrialResult result;
    bool isWrong;
  };
  /// Runs the passes from `begin` up to `end` on `before`.
  llvm::Expected<Verdict> judge(Goal goal, size_t begin, size_t end) const;
  /// Remembers how something is wrong.
  void take(Verdict verdict);
  llvm::Expected<bool> isBroken(mlir::Operation *op, std::string &text) const;
  /// Runs what was found by itself.
  llvm::Error runAlone(Goal goal);
  /// Fails if it is not the passes that fail.
  llvm::Error runNothing();
  /// Finds the sets of patterns that it takes, if it is a slot that was found.
  llvm::Error findPatterns(Goal goal);
  /// Where the pass ends that begins there: sets of patterns may be one.
  size_t getPassEnd(size_t begin) const;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_PASSSEARCH_H
