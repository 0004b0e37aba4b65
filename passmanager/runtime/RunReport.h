//===- RunReport.h - Reports of runs --------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pipeline did, pass by pass, beside what it was predicted to do:
//
//   if (llvm::Error err = builder.enableAttribution()) ...
//   pmb::Report report = pmb::makeReport(builder, "cpu", /*explains=*/true);
//   if (llvm::Error err = builder.build()) ...
//   auto recorder = pmb::RunRecorder::open("run.html");
//   if (!recorder) ...
//   if (llvm::Error err =
//           (*recorder)->attachTo(pm, builder.getOwners(), report)) ...
//   if (failed(pm.run(module))) ...
//   if (llvm::Error err = (*recorder)->finish()) ...
//
// The name of the file says what it is: a page (.html), data (.json) or a trace
// for Chrome and Perfetto (.trace.json). A line is added to it as each pass
// begins and ends, so that a process that crashes or is killed leaves a report
// of what it has done (bundles/runs/RunFile.h).
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_RUNREPORT_H
#define PMB_PASSMANAGER_RUNTIME_RUNREPORT_H

#include "bundles/report/Report.h"
#include "llvm/Support/Error.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace pmb {

class ContractVerifier;
class PassOwners;

/// Adds to the passes of `report` what `verifier` has seen while they ran: each
/// claim of a contract that was false, how often, and where first
/// (`Report::Pass::observed`). What is about no pass of the report, as the end
/// of the pipeline, becomes one of its findings. REQUIRES: the report is about
/// the pipeline that has run.
void addRun(Report &report, const ContractVerifier &verifier);

/// How a run is recorded.
struct RunOptions {
  /// Keep the IR before and after each execution of a pass that changes it.
  /// Takes the time of printing it after each such pass.
  bool keepsIR = false;
  /// How many bytes of IR are kept, before and after counted. Executions for
  /// which there is no room left have their IR left out; the report says how
  /// many. Default: 8 MiB.
  uint64_t maxIRBytes = 8 << 20;
  /// What runs one pass on the IR that was kept, as the shell takes it: a
  /// program with the options of mlir-opt, and options of its own.
  std::string command = "mlir-opt";
};

/// Measures what passes do: their time, how many operations there are before
/// and after, by name, and whether the IR has changed (its fingerprint, as of
/// --mlir-print-ir-after-change). That takes a walk over the IR that a pass
/// runs on, before and after it, unless the file is a trace.
///
/// Times are those of passes alone: what measuring takes is not in them, nor
/// what a pass waits for pipelines that it runs with owners of their own. With
/// threads the times of all are added. As in MLIR's timing, the verifier's time
/// is part of that of the pass before it.
class RunRecorder {
public:
  /// Makes the file. Fails if it cannot be written, if its name ends in nothing
  /// that is known, and for a trace if LLVM's profiler of time (TimeProfiler.h)
  /// is in use on this thread.
  static llvm::Expected<std::unique_ptr<RunRecorder>>
  open(llvm::StringRef path, RunOptions options = {});
  RunRecorder(const RunRecorder &) = delete;
  ~RunRecorder();

  /// Records the runs of `pm`, whose passes are those of `owners`: what a
  /// builder has handed over, or copies of it. Attaches the owners if need be.
  /// `report` is about that pipeline; one that explains says what is predicted.
  /// Several pass managers with the same owners are runs of one pipeline, and
  /// their measurements are summed; what differs from the prediction is then
  /// not told, as inputs differ. Call it after `build`, before `pm` runs, and
  /// after other instrumentations were added, which would be in the times.
  /// Fails with `not-attributed` if there are no owners.
  llvm::Error attachTo(mlir::PassManager &pm,
                       std::shared_ptr<PassOwners> owners,
                       const Report &report);

  /// Writes the report of all runs up to now. Nothing is recorded any more.
  /// Fails if something could not be written, also meanwhile. REQUIRES: no pass
  /// runs; for a trace, that is the thread of `open`.
  llvm::Error finish();

  /// The reports with what was recorded up to now (`Report::run`), in the order
  /// in which their pipelines were attached first. REQUIRES: no pass runs.
  std::vector<Report> getReports() const;

private:
  class State;
  class Recording;
  explicit RunRecorder(std::shared_ptr<State> state);

  std::shared_ptr<State> state;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_RUNREPORT_H
