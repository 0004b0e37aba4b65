//===- Timing.h - Which passes are slow, or of no use ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_TIMING_H
#define PMB_TOOLS_PMB_OPT_TIMING_H

#include "bundles/report/Diff.h"
#include "mlir/Support/LLVM.h"
#include "tools/pmb-opt/Flag.h"
#include "llvm/Support/Error.h"

namespace pmb {

struct CommandLine;

/// The options --compare-timing and --idle.
struct TimingOptions {
  cl::OptionCategory category{"Passes that are slow, or of no use"};

  /// Reports of runs, those of one side joined by `+`.
  ListFlag compared{category, "compare-timing",
                    "Compare reports of runs (--report=run.json): which "
                    "owners, bundles and passes take more time, or less. "
                    "Several runs of a side, joined by +, tell what is noise. "
                    "Runs nothing",
                    cl::CommaSeparated, cl::value_desc("old.json,new.json")};
  /// Beside the input.
  Flag<std::string> idle{
      category, "idle",
      "List the passes that change nothing, on the input nor on "
      "any of these, with their time",
      cl::ValueOptional, cl::value_desc("more.mlir,...")};

  /// Fails for what cannot be meant. REQUIRES: the command line was read.
  llvm::Error verify() const;

  bool isIdle() const { return idle.getNumOccurrences(); }
  bool isUsed() const { return isIdle() || !compared.empty(); }
};

/// Prints what takes more time, or less. Fails if the reports cannot be read.
llvm::Error compareTiming(const TimingOptions &options, DiffFormat format,
                          llvm::raw_ostream &os);

/// Runs the pipeline on all inputs, each in a process of its own, and prints
/// the passes that change nothing on any. Fails if it does not run through.
llvm::Error printIdlePasses(const TimingOptions &options, DiffFormat format,
                            const CommandLine &commandLine,
                            llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_TIMING_H
