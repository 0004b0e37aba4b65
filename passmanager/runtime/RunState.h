//===- RunState.h - What is known of runs while they last -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_RUNSTATE_H
#define PMB_PASSMANAGER_RUNTIME_RUNSTATE_H

#include "bundles/runs/RunFile.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "passmanager/runtime/PassOwners.h"
#include "passmanager/runtime/RunMeasure.h"
#include "passmanager/runtime/RunReport.h"
#include "passmanager/runtime/RunTrace.h"
#include <chrono>

namespace pmb {

class RunRecorder::State {
public:
  using Clock = std::chrono::steady_clock;

  /// A pipeline, which several pass managers may run.
  struct Pipeline {
    size_t number = 0;
    std::shared_ptr<PassOwners> owners;
    /// `run` is the report's.
    Report report;
    std::shared_ptr<PipelineRun> run;
    TraceGroups groups;
    /// The numbers of the passes that were handed over. Others run inside of
    /// these, or have no owner.
    llvm::DenseMap<const PassOwner *, size_t> passes;

    Pipeline(std::shared_ptr<PassOwners> owners, const Report &report);
  };

  /// A pass, a nest or a pipeline that runs.
  struct Frame {
    /// Null for a pipeline.
    const mlir::Pass *pass = nullptr;
    /// The pass of the report that it is, or is inside of; -1 for none.
    int number = -1;
    bool isNest = false;
    /// False for what is inside of the pass of that number.
    bool isMeasured = false;
    Clock::time_point start = {};
    /// What is not its own: that of passes in it, and of measuring. And that of
    /// passes that count for it.
    uint64_t others = 0, inside = 0;
    std::shared_ptr<const RunMeasure> before = nullptr;
    llvm::TimeTraceProfilerEntry *span = nullptr;
    /// Of a pipeline.
    TraceSpans spans = {};
  };
  /// One that runs passes.
  struct Thread {
    unsigned number;
    /// Of the passes that no pipeline is around, which MLIR does not tell.
    TraceSpans spans = {};
    bool hasOwnProfiler = false;
    /// The innermost last.
    std::vector<Frame> frames = {};
    /// What a pass has left, for the next one on the same operation.
    mlir::Operation *lastOp = nullptr;
    std::shared_ptr<const RunMeasure> last = nullptr;

    bool isInPipeline() const { return !frames.empty() && !frames.back().pass; }
    /// Ends the innermost, and its spans.
    void pop();
    /// Takes time from the innermost pass.
    void addToOthers(Clock::duration time);
  };

  State(std::unique_ptr<RunFile> file, RunOptions options)
      : file(std::move(file)), options(std::move(options)) {}
  ~State();

  /// The number of the pipeline.
  size_t add(std::shared_ptr<PassOwners> owners, const Report &report);
  llvm::Error finish();
  std::vector<Report> getReports() const;

  void beginPipeline(const mlir::PassInstrumentation::PipelineParentInfo &info);
  void endPipeline();
  void beginPass(size_t pipeline, mlir::Pass &pass, mlir::Operation *op);
  void endPass(size_t pipeline, mlir::Pass &pass, mlir::Operation *op,
               bool hasFailed);

private:
  bool isTrace() const { return file->getFormat() == RunFile::Format::Trace; }
  Thread &getThread();
  const Frame *findParent(uint64_t thread, const mlir::Pass *pass) const;
  std::shared_ptr<const RunMeasure> measure(Thread &thread,
                                            mlir::Operation *op);
  void endUnended(Thread &thread, const mlir::Pass *pass);
  void beginSpan(Thread &thread, Frame &frame, const Pipeline &pipeline,
                 llvm::StringRef name, llvm::StringRef on);
  void endSpan(Thread &thread, const Frame &frame, const Pipeline &pipeline,
               bool hasFailed);
  void leave(Thread &thread);
  void record(Pipeline &pipeline, Thread &thread, const Frame &frame,
              mlir::Pass &pass, mlir::Operation *op, uint64_t time,
              bool hasFailed);
  void keepIR(PipelineRun &run, const PassExecution &execution,
              const Report::Pass &pass, const RunMeasure &before,
              const RunMeasure &after, mlir::Operation *op);
  uint64_t getTime(Clock::time_point time) const {
    return std::chrono::nanoseconds(time - start).count();
  }

  std::unique_ptr<RunFile> file;
  RunOptions options;
  Clock::time_point start = Clock::now();
  uint64_t keptBytes = 0;
  bool isFinished = false;
  /// Guards all below, and the file. Measuring is done without it.
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Pipeline>> pipelines;
  llvm::DenseMap<uint64_t, std::unique_ptr<Thread>> threads;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_RUNSTATE_H
