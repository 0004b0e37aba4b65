//===- Rehearsal.h - Passes run in circumstances that MLIR may choose -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_REHEARSAL_H
#define PMB_TOOLS_PMB_OPT_REHEARSAL_H

#include "tools/pmb-opt/Preflight.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/Support/ThreadPool.h"

namespace pmb {

/// Where the first difference is, in words: the first line of the IR that is
/// another one, or the error.
std::string describeDifference(const Outcome &usual, const Outcome &other);

/// Makes and runs parts of the pipeline. A step is a pass, or the sets of
/// patterns that run as one.
class Rehearsal {
public:
  /// REQUIRES: the preflight has been finished, has an input, and outlives
  /// this. Fails as the pipeline that cannot be made.
  static llvm::Expected<std::unique_ptr<Rehearsal>>
  create(const Preflight &preflight, const OptOptions &options);

  size_t size() const { return steps.size(); }
  mlir::Operation *getInput() const { return input; }
  const Node &getPass(size_t step) const { return *passes[steps[step].first]; }
  /// Names the pass, and adds where it stands and which party added it.
  Diagnostic describe(size_t step, const llvm::Twine &what) const;

  /// The steps from `begin` up to `end`, without `end`, of new instances as the
  /// registry makes them.
  llvm::Expected<std::unique_ptr<mlir::PassManager>> make(size_t begin,
                                                          size_t end);
  /// The pass of a step, to be run on each operation that it runs on by itself.
  llvm::Expected<std::unique_ptr<mlir::PassManager>> makeAlone(size_t step);
  /// Copies of the passes of `pm`, as MLIR makes them for threads.
  std::unique_ptr<mlir::PassManager> copy(const mlir::PassManager &pm) const;
  /// The operations in `op` that a step runs on.
  std::vector<mlir::Operation *> findAnchors(size_t step,
                                             mlir::Operation *op) const;
  /// Runs `pm` on `op`. With threads these are several, whatever the machine
  /// has.
  Outcome run(mlir::PassManager &pm, mlir::Operation *op,
              bool hasThreads = false);
  /// Runs `pm` on one operation after the other, all of them in `op`.
  Outcome runOnEach(mlir::PassManager &pm,
                    llvm::ArrayRef<mlir::Operation *> each,
                    mlir::Operation *op);

private:
  llvm::Expected<std::unique_ptr<mlir::PassManager>>
  makeAgain(const mlir::OpPassManager &passes);
  llvm::Expected<mlir::OpPassManager> flatten(size_t begin, size_t end);

  Rehearsal(mlir::Operation *input, Preflight::Copy copy)
      : input(input), pipeline(std::move(copy)) {}

  mlir::Operation *input;
  Preflight::Copy pipeline;
  std::vector<const Node *> passes;
  /// The first pass of each, and behind its last.
  std::vector<std::pair<size_t, size_t>> steps;
  std::unique_ptr<llvm::DefaultThreadPool> pool;
};

/// What a process that may crash says of what it does, and what one that goes
/// on after it reads.
class RehearsalJournal {
public:
  /// `preflight` prints findings, and must outlive this.
  RehearsalJournal(const Preflight &preflight, llvm::StringRef path);

  /// The last entry before a crash, and how the process ended; nothing for the
  /// first process.
  struct Crash {
    std::string entry, message;
  };
  const std::optional<Crash> &getCrash() const { return crash; }
  /// Whether anything was found, in all processes.
  bool hasFound() const { return found; }

  void begin(const llvm::Twine &entry) { write(entry); }
  /// Prints a finding, once for all processes.
  void report(const Diagnostic &finding);
  /// All is done.
  void end() { write("end"); }

private:
  void write(const llvm::Twine &line);

  const Preflight &preflight;
  std::string path;
  std::optional<Crash> crash;
  bool found = false;
};

/// Runs this program again for `--threads-check` and `--pass-rules`, and once
/// more after each crash, until all is done. Returns the exit code.
int runRehearsals(llvm::ArrayRef<char *> arguments, llvm::StringRef inputName);

/// Lets `check` run passes, and report what it finds. Says `describeNothing` if
/// that is nothing. Returns whether something was found. Fails if that is not
/// known.
llvm::Expected<bool>
rehearse(const Preflight &preflight, const OptOptions &options,
         llvm::function_ref<llvm::Error(Rehearsal &, RehearsalJournal &)> check,
         llvm::function_ref<std::string(const Rehearsal &)> describeNothing);

/// Runs each pass in all circumstances that MLIR's rules for passes allow, and
/// says which pass does something else in one of them. Returns as `rehearse`.
llvm::Expected<bool> checkPassRules(const Preflight &preflight,
                                    const OptOptions &options);
/// Runs the pipeline with threads and without, and says after which pass the IR
/// differs. Returns as `rehearse`.
llvm::Expected<bool> checkThreads(const Preflight &preflight,
                                  const OptOptions &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_REHEARSAL_H
