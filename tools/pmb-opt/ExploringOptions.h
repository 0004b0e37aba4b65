//===- ExploringOptions.h - Pipelines run again and again ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H
#define PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H

#include "tools/pmb-opt/Flag.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace pmb {

/// What `--bisect` looks for: the first pass after which it is so.
struct BisectQuestion {
  enum class Kind {
    /// The IR does not verify, or the pass stops the pipeline.
    Verifier,
    /// The pass crashes, or takes too long.
    Crash,
    /// There is an operation.
    Appears,
    /// There is an operation no more.
    Gone,
    /// There is an operation, up to the end of the pipeline.
    Stays,
    /// A command of the shell fails.
    Command
  };
  Kind kind;
  /// The operation, the dialect or the command.
  std::string subject;
};

/// The options --shuffle, --no-cleanups, --bisect, --threads-check and
/// --pass-rules.
struct ExploringOptions {
  cl::OptionCategory category{"Exploring: the pipeline run in parts, and "
                              "in other orders"};

  Flag<std::string> seeds{
      category, "shuffle",
      "Run the pipeline in other orders that the contracts "
      "allow, one for each seed, and say which passes it takes "
      "to make something else come out",
      cl::value_desc("seed[..seed]")};
  Flag<bool> noCleanups{category, "no-cleanups",
                        "Run the pipeline without cleanups, and say which pass "
                        "misses which"};
  /// A command of the shell that is given what came out. Empty: that itself is
  /// compared.
  Flag<std::string> compareBy{
      category, "compare-by",
      "For --shuffle and --no-cleanups: compare what this "
      "command prints that is given what comes out, and not "
      "that itself",
      cl::value_desc("command")};
  Flag<std::string> question{
      category, "bisect",
      "Find the first pass that leaves what does not verify, fails or "
      "crashes (verifier), or that crashes (crash); after which there "
      "is an operation (appears:llvm.call), or is none any more "
      "(gone:llvm.call); whose operation is still there in the end "
      "(stays:llvm.call); or after which a command of the shell fails "
      "(command:./check.sh %s)",
      cl::value_desc("what")};
  /// How long a part of the pipeline, or the command, may run for it; 0: as
  /// long as it likes.
  Flag<unsigned> bisectTimeout{
      category, "bisect-timeout",
      "For --bisect: passes that take longer count as passes "
      "that crash, and a command that does as one that fails",
      cl::value_desc("seconds"), cl::init(0)};
  /// How often to run with threads; 0: not asked for.
  Flag<unsigned> threadsCheck{
      category, "threads-check",
      "Run the pipeline n times with threads, and without, and "
      "say after which pass the IR differs",
      cl::value_desc("n"), cl::init(0)};
  Flag<bool> passRules{
      category, "pass-rules",
      "Run each pass in all circumstances that MLIR's rules for "
      "passes allow, and say which pass breaks which rule"};
  /// Where a process that may crash says what it does; empty for one that is
  /// watched by no other.
  Flag<std::string> journal{category, "rehearsal-journal", "For pmb-opt itself",
                            cl::ReallyHidden};

  /// Reads the rest. `pipelineFile` is the pipeline; empty if it is in no file.
  /// Fails with all that cannot be meant, also of options about one run of the
  /// whole pipeline. REQUIRES: the command line was read.
  llvm::Error read(llvm::StringRef pipelineFile);

  /// The first and the last seed of orders to be tried.
  std::optional<std::pair<uint64_t, uint64_t>> shuffle;
  std::optional<BisectQuestion> bisect;
  /// Whether it goes on after one that has crashed, which has said what the
  /// check finds.
  bool goesOn = false;

  /// Whether the whole pipeline is run in other orders.
  bool hasOrders() const { return shuffle || noCleanups; }
  bool isRehearsed() const { return threadsCheck || passRules; }
  /// Whether parts or changes of the pipeline are run, again and again.
  bool isUsed() const { return hasOrders() || bisect || isRehearsed(); }
  /// What asks for that, to be followed by a verb: `--bisect` is one, and
  /// `--shuffle and --no-cleanups` are two.
  llvm::StringRef getFlags() const {
    return bisect         ? "--bisect"
           : threadsCheck ? "--threads-check"
           : passRules    ? "--pass-rules"
                          : "--shuffle and --no-cleanups";
  }

private:
  llvm::Error readSeeds();
  llvm::Error verify(llvm::StringRef pipelineFile) const;
};

/// Whether an option of this tool or of MLIR is about the run of the whole
/// pipeline: of a part it would say something else, or spoil what comes out.
bool isOfTheWhole(const cl::Option &option);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H
