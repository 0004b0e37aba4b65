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
#include "llvm/Support/Error.h"

namespace pmb {

struct CommandLine;

/// What --compare-timing and --idle ask for.
struct TimingOptions {
  /// Reports of runs, those of one side joined by `+`; empty for nothing to
  /// compare.
  std::string before, after;
  bool isIdle = false;
  /// For --idle, beside the input.
  std::vector<std::string> moreInputs;
  /// Print JSON, and not text.
  bool isJson = false;
  DiffFormat getFormat() const {
    return isJson ? DiffFormat::Json : DiffFormat::Text;
  }

  bool isUsed() const { return isIdle || !before.empty(); }
};

/// Adds the options to the command line. Called before that is read.
void registerTimingOptions();
/// What the command line says. Fails for what cannot be meant.
llvm::Expected<TimingOptions> getTimingOptions();

/// Prints what takes more time, or less. Fails after having said why.
mlir::LogicalResult compareTiming(const TimingOptions &options,
                                  llvm::raw_ostream &os);

/// Runs the pipeline on all inputs, each in a process of its own, and prints
/// the passes that change nothing on any. Fails after having said why.
mlir::LogicalResult printIdlePasses(const TimingOptions &options,
                                    const CommandLine &commandLine,
                                    llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_TIMING_H
