//===- OwnerTracking.cpp - Tells owners what runs -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/EmissionWatch.h"
#include "passmanager/runtime/ReportSupport.h"

using namespace pmb;
using namespace llvm;

/// Whether another instrumentation has made a pass fail that is through.
static bool isMadeToFail(mlir::Pass &pass) {
  return getExecutionState(pass).irAndPassFailed.getInt();
}

/// `an error`, `2 errors`.
static std::string count(unsigned number, const std::string &article,
                         const std::string &what) {
  return number == 1 ? article + " " + what
                     : std::to_string(number) + " " + what + "s";
}

/// `has emitted 2 errors and a warning, and not failed`.
static std::string describe(const EmissionCounts &counts, bool fails) {
  std::string warnings = count(counts.warnings, "a", "warning");
  if (!counts.errors)
    return "has emitted " + warnings;
  std::string errors = count(counts.errors, "an", "error");
  if (fails)
    return "has emitted " + errors + ", which fails the run";
  return "has emitted " + errors +
         (counts.warnings ? " and " + warnings + ", and not failed"
                          : " and not failed");
}

/// MLIR calls instrumentations before a pass in the order in which they were
/// added, and after it in the reverse order: what others ask for is there as
/// long as they can ask.
class PassOwners::Tracking : public mlir::PassInstrumentation {
public:
  Tracking(std::shared_ptr<PassOwners> owners, const mlir::PassManager &pm,
           Reported reported, bool runsCopies)
      : owners(std::move(owners)), pm(pm), reported(reported),
        runsCopies(runsCopies) {}
  ~Tracking() override {
    std::lock_guard<std::mutex> lock(owners->mutex);
    owners->attached.erase(&pm);
    owners->watched.erase(&pm);
  }
  void letErrorsFail() { doErrorsFail = true; }

  void runBeforePipeline(std::optional<mlir::OperationName>,
                         const PipelineParentInfo &info) override {
    owners->enterPipeline(info);
  }
  void runAfterPipeline(std::optional<mlir::OperationName>,
                        const PipelineParentInfo &) override {
    owners->leavePipeline();
  }
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->enterPass(*pass, runsCopies);
    if (isWatched(*pass, running))
      EmissionWatch::begin(emitters, *pass, running, *op->getContext());
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->leavePass(*pass, /*hasFailed=*/false);
    bool isBad = false;
    if (isNest(*pass)) {
      isBad = report(EmissionWatch::takeNested(), *op);
    } else {
      EmissionWatch::Result result = EmissionWatch::end(emitters, *pass);
      isBad = report(result.nested, *op);
      if (!isMadeToFail(*pass))
        isBad |= report(result, *pass, running, *op);
    }
    if (isBad && doErrorsFail) {
      owners->noteMadeToFail(running);
      signalPassFailure(pass);
    }
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->leavePass(*pass, /*hasFailed=*/true);
    if (isNest(*pass)) {
      report(EmissionWatch::takeNested(), *op);
      return;
    }
    report(EmissionWatch::end(emitters, *pass).nested, *op);
    if (!running.owner)
      return;
    Emitter &emitter = emitters.get(*pass, running);
    emitter.hasFailed = running.isDynamic;
    EmissionWatch::report(op->getLoc(), mlir::DiagnosticSeverity::Error,
                          emitter.subject + " failed" + emitter.where);
  }

private:
  /// Whether it counts what a pass emits.
  bool isWatched(const mlir::Pass &pass, const RunningPass &running) const {
    return !isNest(pass) &&
           (doErrorsFail || (running.owner && reported == Reported::Emissions));
  }

  /// Where there are threads, MLIR puts it behind what the pass has reported of
  /// the same operation. Returns whether there were errors.
  bool report(EmissionCounts counts, const Emitter &emitter,
              mlir::Operation &op) {
    if (reported == Reported::Failures)
      counts.warnings = 0;
    if (counts)
      EmissionWatch::report(op.getLoc(),
                            counts.errors ? mlir::DiagnosticSeverity::Error
                                          : mlir::DiagnosticSeverity::Warning,
                            emitter.subject + " " +
                                describe(counts, doErrorsFail) + emitter.where);
    return counts.errors;
  }
  /// The same for those of passes on other threads, unless they have failed.
  bool report(const EmissionWatch::Nested &nested, mlir::Operation &op) {
    bool areErrors = false;
    for (auto &[emitter, counts] : nested)
      if (!emitter->hasFailed.exchange(false))
        areErrors |= report(counts, *emitter, op);
    return areErrors;
  }
  bool report(const EmissionWatch::Result &result, const mlir::Pass &pass,
              const RunningPass &running, mlir::Operation &op) {
    bool hasGoneOn =
        doErrorsFail && result.hasErrorInside && !result.own.errors;
    if (!result.own && !hasGoneOn)
      return false;
    const Emitter &emitter = emitters.get(pass, running);
    bool areErrors = report(result.own, emitter, op);
    if (hasGoneOn)
      EmissionWatch::report(op.getLoc(), mlir::DiagnosticSeverity::Error,
                            emitter.subject +
                                " has gone on after an error in a pipeline "
                                "that it runs, which fails the run" +
                                emitter.where);
    return areErrors || hasGoneOn;
  }

  std::shared_ptr<PassOwners> owners;
  const mlir::PassManager &pm;
  Reported reported;
  bool runsCopies;
  bool doErrorsFail = false;
  Emitters emitters;
};

Error PassOwners::attachTo(mlir::PassManager &pm, Reported reported,
                           bool runsCopies) {
  std::unique_ptr<Tracking> tracking;
  {
    std::lock_guard<std::mutex> lock(mutex);
    Tracking *&known = attached[&pm];
    if (known)
      return Diagnostic(DiagnosticCode::AlreadyAttributed,
                        "the pass manager tells these owners already what runs")
          .help("attach them once");
    tracking = std::make_unique<Tracking>(shared_from_this(), pm, reported,
                                          runsCopies);
    known = tracking.get();
  }
  pm.addInstrumentation(std::move(tracking));
  return Error::success();
}

void PassOwners::letErrorsFail(const mlir::PassManager &pm) const {
  std::lock_guard<std::mutex> lock(mutex);
  attached.lookup(&pm)->letErrorsFail();
}

Error pmb::enableErrorsFail(mlir::PassManager &pm,
                            std::shared_ptr<const PassOwners> owners) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  if (!isMLIR22)
    return needsMLIR22(DiagnosticCode::CannotReport,
                       "letting an error fail the pass that has emitted it",
                       "leave it out: the error names the owner of the pass "
                       "all the same");
  owners->letErrorsFail(pm);
  return Error::success();
}
