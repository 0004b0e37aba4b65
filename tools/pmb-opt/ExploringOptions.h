//===- ExploringOptions.h - Pipelines run again and again ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H
#define PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H

#include "llvm/Support/CommandLine.h"
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

/// What --shuffle, --no-cleanups, --bisect, --threads-check and --pass-rules
/// ask for.
struct ExploringOptions {
  /// The first and the last seed of orders to be tried.
  std::optional<std::pair<uint64_t, uint64_t>> shuffle;
  bool noCleanups = false;
  /// A command of the shell that is given what came out. Empty: that itself is
  /// compared.
  std::string compareBy;
  std::optional<BisectQuestion> bisect;
  /// How long a part of the pipeline, or the command, may run for it; 0: as
  /// long as it likes.
  unsigned bisectTimeout = 0;
  /// How often to run with threads; 0: not asked for.
  unsigned threadsCheck = 0;
  bool passRules = false;
  /// Where a process that may crash says what it does; empty for one that is
  /// watched by nobody.
  std::string journal;
  /// Whether it goes on after one that has crashed, which has said what the
  /// check finds.
  bool goesOn = false;

  bool isRehearsed() const { return threadsCheck || passRules; }
  /// Whether parts or changes of the pipeline are run, again and again.
  bool isUsed() const {
    return shuffle || noCleanups || bisect || isRehearsed();
  }
};

/// Adds the options to the command line. Called before that is read.
void registerExploringOptions();
/// Whether any of them is given, also one that asks for nothing by itself.
bool areExploringOptionsGiven();
/// What the command line says, of which `pipelineFile` is the pipeline; empty
/// if it is in no file. Fails with all that cannot be meant, also of options
/// about one run of the whole pipeline. REQUIRES: the command line was read.
llvm::Expected<ExploringOptions>
getExploringOptions(llvm::StringRef pipelineFile);

/// Whether an option of this tool or of MLIR is about the run of the whole
/// pipeline: of a part it would say something else, or spoil what comes out.
bool isOfTheWhole(const llvm::cl::Option &option);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EXPLORINGOPTIONS_H
