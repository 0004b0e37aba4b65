//===- Run.h - What a run of a pipeline did -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report says what a pipeline is predicted to do. `Report::run` is what it
// did: how long each pass took, and what it changed. The formats of pictures
// (Graph.h) show both side by side. `passmanager/runtime/RunReport.h` measures.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_RUN_H
#define PMB_BUNDLES_REPORT_RUN_H

#include "bundles/report/Report.h"
#include <map>
#include <set>

namespace pmb {

/// One execution of a pass, on one operation.
struct PassExecution {
  struct Count {
    uint64_t before = 0, after = 0;
  };
  /// Operations by name, those that are nested in what the pass ran on and that
  /// itself.
  using Counts = std::map<std::string, Count>;

  /// The number of the pass in the report.
  size_t pass = 0;
  /// What it ran on: `func.func @main`.
  std::string on;
  /// Numbered from 0, in the order in which they came.
  unsigned thread = 0;
  /// In nanoseconds: since the run began, and what the pass has taken, without
  /// what measuring has.
  uint64_t begin = 0, time = 0;
  bool hasFailed = false, hasChanged = false;
  Counts operations = {};
  /// The kinds of types that values have after it (`!memref`).
  std::set<std::string> kinds = {};
};

/// What was measured of one pass, summed over all of its executions. A pass in
/// a nest is executed for each operation that the nest is for.
struct PassRun {
  /// In nanoseconds. The times of several threads are added.
  uint64_t time = 0;
  unsigned executions = 0, changed = 0, failed = 0;
  PassExecution::Counts operations;
  std::set<std::string> kinds;
  /// The passes of pipelines that this one runs, by name. Their time is part of
  /// its time.
  struct Inside {
    unsigned executions = 0;
    uint64_t time = 0;
  };
  std::map<std::string, Inside> inside;
  /// The IR around an execution that has changed it.
  struct Text {
    std::string on, before, after;
    /// The command that runs the pass on `before`, which it reads from
    /// before.mlir.
    std::string command;
  };
  std::vector<Text> texts;

  void add(const PassExecution &execution);
  /// True if it ran, and changed nothing.
  bool isIdle() const { return executions && !changed && !failed; }
};

/// What was measured of one pipeline, in all of its runs.
struct PipelineRun {
  /// False while it runs, and for ever if the process was killed meanwhile.
  bool hasEnded = false;
  /// True if the contents that the report predicts are for the input of the
  /// run, so that what differs is worth saying.
  bool isPredicted = true;
  /// What passes took that are not in the report.
  uint64_t otherTime = 0;
  unsigned threads = 0;
  /// One for each pass of the report.
  std::vector<PassRun> passes;
  /// Whether the IR was to be kept, how much of it at most, in bytes, and how
  /// many executions had no room any more.
  bool keepsIR = false;
  uint64_t maxIRBytes = 0;
  unsigned withoutRoom = 0;

  uint64_t getTime() const;
};

namespace report {

/// Where the prediction and the run differ, behind a pass.
struct Difference {
  /// Operations and kinds of types that are there and were not predicted.
  std::vector<std::string> unpredicted;
  /// What was certain to be there, and is not. Only of passes that ran on all
  /// of the IR.
  std::vector<std::string> missing;

  bool empty() const { return unpredicted.empty() && missing.empty(); }
};
/// One for each pass. REQUIRES: the report has a run, and explains.
std::vector<Difference> findDifferences(const Report &report);

/// Time by part of the pipeline, the most first. Each pass is in one part, so
/// the sum is that of the passes.
struct TimePart {
  std::string name;
  uint64_t time = 0;
  size_t passes = 0;
};
/// By bundle, `outer/inner`; `<none>` for passes in no bundle.
std::vector<TimePart> sumByBundle(const Report &report);
/// By the party that put the passes there.
std::vector<TimePart> sumByOwner(const Report &report);

/// `12.3 ms`.
std::string formatTime(uint64_t nanoseconds);
/// `linalg -5, scf +5`; empty if the number of no dialect has changed.
std::string describeChange(const PassExecution::Counts &counts);

} // namespace report
} // namespace pmb

#endif // PMB_BUNDLES_REPORT_RUN_H
