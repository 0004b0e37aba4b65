//===- RunState.cpp - What is known of runs while they last ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times are those between the callbacks of MLIR, by thread. A pass that another
// one runs on the same thread is subtracted from that; what a pass waits for on
// other threads stands in the nest that it waits for, and counts for no pass.
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunState.h"
#include "mlir/Pass/Pass.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

RunRecorder::State::Pipeline::Pipeline(std::shared_ptr<PassOwners> owners,
                                       const Report &given)
    : owners(std::move(owners)), report(given),
      run(std::make_shared<PipelineRun>()), groups(given) {
  report.run = run;
  run->passes.resize(report.passes.size());
  for (const PassOwner *owner : this->owners->getAll()) {
    int position = owner->node.position;
    if (position >= 0 && size_t(position) < report.passes.size())
      passes[owner] = position;
  }
}

RunRecorder::State::~State() {
  if (isTrace() && !isFinished && timeTraceProfilerEnabled())
    timeTraceProfilerCleanup();
}

size_t RunRecorder::State::add(std::shared_ptr<PassOwners> owners,
                               const Report &report) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = find_if(pipelines, [&](const auto &pipeline) {
    return pipeline->owners == owners;
  });
  if (known != pipelines.end()) {
    (*known)->run->isPredicted = false;
    return known - pipelines.begin();
  }
  pipelines.push_back(std::make_unique<Pipeline>(std::move(owners), report));
  pipelines.back()->number = pipelines.size() - 1;
  pipelines.back()->run->keepsIR = options.keepsIR;
  pipelines.back()->run->maxIRBytes = options.maxIRBytes;
  std::vector<Report> reports;
  for (const auto &pipeline : pipelines)
    reports.push_back(pipeline->report);
  file->begin(reports);
  return pipelines.size() - 1;
}

std::vector<Report> RunRecorder::State::getReports() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Report> reports;
  for (const auto &pipeline : pipelines) {
    auto run = std::make_shared<PipelineRun>(*pipeline->run);
    run->hasEnded = true;
    run->threads = threads.size();
    reports.push_back(pipeline->report);
    reports.back().run = std::move(run);
  }
  return reports;
}

Error RunRecorder::State::finish() {
  if (std::exchange(isFinished, true))
    return Error::success();
  if (!isTrace())
    return file->finish(getReports());
  SmallString<0> text;
  raw_svector_ostream os(text);
  timeTraceProfilerWrite(os);
  timeTraceProfilerCleanup();
  return file->finish(text.str());
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

RunRecorder::State::Thread &RunRecorder::State::getThread() {
  std::unique_ptr<Thread> &thread = threads[get_threadid()];
  if (!thread)
    thread.reset(new Thread{unsigned(threads.size() - 1)});
  return *thread;
}

void RunRecorder::State::Thread::addToOthers(Clock::duration time) {
  auto around =
      find_if(reverse(frames), [](const Frame &frame) { return frame.pass; });
  if (around != frames.rend())
    around->others += std::chrono::nanoseconds(time).count();
}

void RunRecorder::State::Thread::pop() {
  Frame &frame = frames.back();
  frame.spans.endGroups();
  if (frame.span)
    timeTraceProfilerEnd(frame.span);
  frames.pop_back();
}

const RunRecorder::State::Frame *
RunRecorder::State::findParent(uint64_t thread, const mlir::Pass *pass) const {
  auto it = threads.find(thread);
  if (it == threads.end())
    return nullptr;
  for (const Frame &frame : reverse(it->second->frames))
    if (frame.pass == pass)
      return &frame;
  return nullptr;
}

/// Takes away what has crashed, or failed without a word, inside of `pass`; of
/// a pipeline, null, what has ended before it.
void RunRecorder::State::endUnended(Thread &thread, const mlir::Pass *pass) {
  auto isLast = [&] {
    return thread.frames.empty() ||
           (pass ? thread.frames.back().pass == pass
                 : thread.frames.back().pass != nullptr);
  };
  while (!isLast())
    thread.pop();
}

/// A thread of a pool does not say when it ends, so what it has measured is
/// handed over as soon as nothing runs on it.
void RunRecorder::State::leave(Thread &thread) {
  if (!thread.hasOwnProfiler || !thread.frames.empty() || !thread.spans.empty())
    return;
  timeTraceProfilerFinishThread();
  thread.hasOwnProfiler = false;
}

//===----------------------------------------------------------------------===//
// Spans
//===----------------------------------------------------------------------===//

void RunRecorder::State::beginSpan(Thread &thread, Frame &frame,
                                   const Pipeline &pipeline, StringRef name,
                                   StringRef on) {
  if (!timeTraceProfilerEnabled()) {
    timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "passes");
    thread.hasOwnProfiler = true;
  }
  TraceSpans &spans =
      thread.isInPipeline() ? thread.frames.back().spans : thread.spans;
  if (frame.isMeasured)
    frame.span = spans.begin(pipeline.groups, frame.number, name, on);
  else
    frame.span = timeTraceProfilerBegin(frame.isNest ? "nests" : name, on);
}

/// `frame` is not among those of the thread any more.
void RunRecorder::State::endSpan(Thread &thread, const Frame &frame,
                                 const Pipeline &pipeline, bool hasFailed) {
  TraceSpans &spans =
      thread.isInPipeline() ? thread.frames.back().spans : thread.spans;
  if (frame.isMeasured && !hasFailed) {
    spans.end(frame.span, pipeline.groups, frame.number);
    return;
  }
  timeTraceProfilerEnd(frame.span);
  // Nothing comes behind it.
  if (hasFailed)
    spans.endGroups();
}

//===----------------------------------------------------------------------===//
// Pipelines and passes
//===----------------------------------------------------------------------===//

void RunRecorder::State::beginPipeline(
    const mlir::PassInstrumentation::PipelineParentInfo &info) {
  std::lock_guard<std::mutex> lock(mutex);
  if (isFinished)
    return;
  Thread &thread = getThread();
  thread.last = nullptr;
  // One that failed has not said that it has ended.
  endUnended(thread, nullptr);
  Frame frame;
  if (const Frame *parent = findParent(info.parentThreadID, info.parentPass))
    frame.number = parent->number;
  thread.frames.push_back(std::move(frame));
}

void RunRecorder::State::endPipeline() {
  std::lock_guard<std::mutex> lock(mutex);
  Thread &thread = getThread();
  thread.last = nullptr;
  if (isFinished || !thread.isInPipeline())
    return;
  thread.pop();
  leave(thread);
}

std::shared_ptr<const RunMeasure>
RunRecorder::State::measure(Thread &thread, mlir::Operation *op) {
  // What the pass before has left is what this one gets: nothing has come
  // between them on this thread.
  if (thread.last && thread.lastOp == op)
    return std::move(thread.last);
  return std::make_shared<RunMeasure>(op, options.keepsIR);
}

void RunRecorder::State::beginPass(size_t number, mlir::Pass &pass,
                                   mlir::Operation *op) {
  Clock::time_point begin = Clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  if (isFinished)
    return;
  Pipeline &pipeline = *pipelines[number];
  Thread &thread = getThread();
  lock.unlock();
  Frame frame;
  frame.pass = &pass;
  frame.isNest = isNest(pass);
  int around = thread.frames.empty() ? -1 : thread.frames.back().number;
  auto known = pipeline.passes.end();
  if (!frame.isNest)
    known = pipeline.passes.find(pipeline.owners->find(pass).owner);
  frame.number = known == pipeline.passes.end() ? around : known->second;
  frame.isMeasured = frame.number >= 0 && frame.number != around;
  std::string name = getPassName(pass).str(), on = describeOperation(op);
  if (frame.isMeasured && !isTrace())
    frame.before = measure(thread, op);
  thread.last = nullptr;
  lock.lock();
  if (isTrace())
    beginSpan(thread, frame, pipeline, name, on);
  if (frame.isMeasured)
    file->addBegin(number, frame.number, name, on, thread.number);
  frame.start = Clock::now();
  thread.addToOthers(frame.start - begin);
  thread.frames.push_back(std::move(frame));
}

void RunRecorder::State::endPass(size_t number, mlir::Pass &pass,
                                 mlir::Operation *op, bool hasFailed) {
  Clock::time_point end = Clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  if (isFinished)
    return;
  Pipeline &pipeline = *pipelines[number];
  Thread &thread = getThread();
  endUnended(thread, &pass);
  if (thread.frames.empty())
    return;
  Frame frame = std::move(thread.frames.back());
  thread.frames.pop_back();
  thread.last = nullptr;
  if (isTrace())
    endSpan(thread, frame, pipeline, hasFailed);
  lock.unlock();
  if (frame.isMeasured && !isTrace()) {
    thread.last = std::make_shared<RunMeasure>(op, options.keepsIR);
    thread.lastOp = op;
  }
  lock.lock();
  uint64_t time = getTime(end) - getTime(frame.start);
  time -= std::min(time, frame.others);
  if (!frame.isNest)
    record(pipeline, thread, frame, pass, op, time, hasFailed);
  // Nor does MLIR say that the pipeline has ended that a failure ends.
  if (hasFailed && thread.isInPipeline())
    thread.pop();
  leave(thread);
  thread.addToOthers(Clock::now() - frame.start);
}

void RunRecorder::State::record(Pipeline &pipeline, Thread &thread,
                                const Frame &frame, mlir::Pass &pass,
                                mlir::Operation *op, uint64_t time,
                                bool hasFailed) {
  PipelineRun &run = *pipeline.run;
  if (frame.number < 0) {
    run.otherTime += time;
    return;
  }
  PassRun &sum = run.passes[frame.number];
  if (!frame.isMeasured) {
    PassRun::Inside &inside = sum.inside[getPassName(pass).str()];
    ++inside.executions;
    inside.time += time;
    auto around = find_if(reverse(thread.frames), [&](const Frame &other) {
      return other.isMeasured && other.number == frame.number;
    });
    (around == thread.frames.rend() ? sum.time : around->inside) += time;
    return;
  }
  PassExecution execution;
  execution.pass = frame.number;
  execution.on = describeOperation(op);
  execution.thread = thread.number;
  execution.begin = getTime(frame.start);
  execution.time = time + frame.inside;
  execution.hasFailed = hasFailed;
  if (frame.before && thread.last) {
    const RunMeasure &before = *frame.before, &after = *thread.last;
    execution.hasChanged = before.fingerprint != after.fingerprint;
    execution.operations = compare(before, after);
    execution.kinds = after.kinds;
    if (options.keepsIR && execution.hasChanged && before.text != after.text)
      keepIR(run, execution, pipeline.report.passes[frame.number], before,
             after, op);
  }
  sum.add(execution);
  file->addEnd(pipeline.number, getPassName(pass), execution);
}

void RunRecorder::State::keepIR(PipelineRun &run,
                                const PassExecution &execution,
                                const Report::Pass &pass,
                                const RunMeasure &before,
                                const RunMeasure &after, mlir::Operation *op) {
  uint64_t bytes = before.text.size() + after.text.size();
  if (bytes > options.maxIRBytes - keptBytes) {
    ++run.withoutRoom;
    return;
  }
  keptBytes += bytes;
  std::string text = pass.node.name;
  if (StringRef given = StringRef(pass.options).trim(); !given.empty())
    text += "{" + given.str() + "}";
  run.passes[execution.pass].texts.push_back(
      {execution.on, before.text, after.text,
       makeCommand(options.command, text, op)});
}
