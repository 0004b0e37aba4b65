//===- RunReport.cpp - What a run adds to a report ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunReport.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/RunState.h"

using namespace pmb;
using namespace llvm;

void pmb::addRun(Report &report, const ContractVerifier &verifier) {
  for (ContractVerifier::Finding &finding : verifier.getFindings()) {
    Diagnostic &diagnostic = finding.diagnostic;
    int position = diagnostic.node ? diagnostic.node->position : -1;
    if (position < 0 || size_t(position) >= report.passes.size()) {
      report.findings.push_back(std::move(diagnostic));
      continue;
    }
    std::string text = diagnostic.message;
    if (finding.count > 1)
      text += ", " + std::to_string(finding.count) + " times";
    bool hasPlace = finding.location != "loc(unknown)";
    report.passes[position].observed.push_back(
        {"seen", std::move(text), "", hasPlace ? finding.location : ""});
  }
}

/// Tells the state what a pass manager runs.
class RunRecorder::Recording : public mlir::PassInstrumentation {
public:
  Recording(std::shared_ptr<State> state, size_t pipeline)
      : state(std::move(state)), pipeline(pipeline) {}

  void runBeforePipeline(std::optional<mlir::OperationName>,
                         const PipelineParentInfo &info) override {
    state->beginPipeline(info);
  }
  void runAfterPipeline(std::optional<mlir::OperationName>,
                        const PipelineParentInfo &) override {
    state->endPipeline();
  }
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    state->beginPass(pipeline, *pass, op);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    state->endPass(pipeline, *pass, op, /*hasFailed=*/false);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    state->endPass(pipeline, *pass, op, /*hasFailed=*/true);
  }

private:
  std::shared_ptr<State> state;
  size_t pipeline;
};

RunRecorder::RunRecorder(std::shared_ptr<State> state)
    : state(std::move(state)) {}
RunRecorder::~RunRecorder() = default;

Expected<std::unique_ptr<RunRecorder>> RunRecorder::open(StringRef path,
                                                         RunOptions options) {
  Expected<RunFile::Format> format = RunFile::parseFormat(path);
  if (!format)
    return format.takeError();
  bool isTrace = *format == RunFile::Format::Trace;
  if (isTrace && timeTraceProfilerEnabled())
    return Diagnostic(DiagnosticCode::CannotReport,
                      "LLVM's profiler of time is in use, and a trace needs "
                      "one of its own")
        .help("write a report that ends in .html or .json");
  Expected<std::unique_ptr<RunFile>> file = RunFile::open(path);
  if (!file)
    return file.takeError();
  if (isTrace)
    timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "passes");
  return std::unique_ptr<RunRecorder>(new RunRecorder(
      std::make_shared<State>(std::move(*file), std::move(options))));
}

Error RunRecorder::attachTo(mlir::PassManager &pm,
                            std::shared_ptr<PassOwners> owners,
                            const Report &report) {
  if (!owners)
    return Diagnostic(DiagnosticCode::NotAttributed,
                      "the owners of the passes that the pass manager runs are "
                      "not known")
        .help("call enableAttribution() of its builder");
  if (!owners->isAttachedTo(pm))
    if (Error error = owners->attachTo(pm))
      return error;
  size_t number = state->add(std::move(owners), report);
  pm.addInstrumentation(std::make_unique<Recording>(state, number));
  return Error::success();
}

Error RunRecorder::finish() { return state->finish(); }

std::vector<Report> RunRecorder::getReports() const {
  return state->getReports();
}
