//===- FixRuns.h - What comes of running a pipeline that is mended --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_FIXRUNS_H
#define PMB_TOOLS_PMB_OPT_FIXRUNS_H

#include "builder/Pipeline.h"
#include "tools/pmb-opt/Input.h"
#include "tools/pmb-opt/Trials.h"
#include "llvm/ADT/StringMap.h"

namespace pmb {

/// What came of a run.
struct RunOutcome {
  /// Why it stopped; empty if it ran to its end.
  std::string why;
  /// The number of passes that ran, up to the one that stopped it.
  size_t passesRun = 0, passes = 0;
  /// What the IR then contains, by name.
  std::vector<std::string> contents;
  /// What may not remain, and how often it is there.
  std::vector<std::string> left;
  size_t leftCount = 0;

  bool isGood() const { return why.empty() && left.empty(); }
  bool isBetterThan(const RunOutcome &other) const {
    auto get = [](const RunOutcome &outcome) {
      return std::make_tuple(outcome.passes - outcome.passesRun,
                             outcome.left.size(), outcome.leftCount);
    };
    return get(*this) < get(other);
  }
};

/// Removes all passes but those from number `begin` up to `end`, without `end`.
llvm::Error keepPasses(Pipeline &pipeline, size_t begin, size_t end);

/// What a pipeline, which runs in a process of its own, makes of `op`; null,
/// with a reason, if it does not run to its end. Fails if no process can be
/// started.
llvm::Expected<mlir::OwningOpRef<mlir::Operation *>>
runText(const CommandLine &commandLine, mlir::Operation *op,
        llvm::StringRef text, std::string &why);

/// Runs pipelines on one input, each in a process of its own. What was run
/// once is known.
class FixRuns {
public:
  /// So many runs may be made, and none may take longer than so many seconds.
  static constexpr unsigned mostRuns = 200, mostSeconds = 300;

  FixRuns(const CommandLine &commandLine, InputPart part)
      : commandLine(commandLine), part(std::move(part)) {}

  /// What comes of `pipeline`. Looks for the pass that stops it, if one does.
  /// Fails if no process can be started. Leaves the pipeline as it is.
  llvm::Expected<RunOutcome> run(Pipeline &pipeline);
  /// False once all runs were made.
  bool mayGoOn() const { return runsLeft; }

  const InputPart &getInput() const { return part; }

private:
  llvm::Expected<mlir::OwningOpRef<mlir::Operation *>>
  runText(llvm::StringRef text, std::string &why) {
    if (runsLeft)
      --runsLeft;
    return pmb::runText(commandLine, part.op.get(), text, why);
  }
  llvm::Error bisect(Pipeline &pipeline, RunOutcome &outcome);
  std::vector<std::string> findLeft(const Pipeline &pipeline,
                                    llvm::ArrayRef<std::string> contents) const;

  const CommandLine &commandLine;
  InputPart part;
  /// By the text of the pipeline.
  llvm::StringMap<RunOutcome> known;
  unsigned runsLeft = mostRuns;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_FIXRUNS_H
