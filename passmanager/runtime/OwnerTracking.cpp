//===- OwnerTracking.cpp - Tells owners what runs -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/PassOwners.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Counts the errors that a pass emits on its thread while no other pass runs
/// inside of it. What a handler of the pass keeps does not count.
///
/// A pass that crashes under a crash recovery context never ends: what counts
/// its errors then stays, and is not deleted, as the context may be gone.
struct ErrorCount {
  const void *owner;
  const mlir::Pass *pass;
  mlir::DiagnosticEngine &engine;
  mlir::DiagnosticEngine::HandlerID handler = 0;
  unsigned count = 0;

  /// Of this thread, innermost last.
  static thread_local SmallVector<ErrorCount *, 4> all;

  static void begin(const void *owner, const mlir::Pass &pass,
                    mlir::MLIRContext &context) {
    auto *made = new ErrorCount{owner, &pass, context.getDiagEngine()};
    all.push_back(made);
    made->handler =
        made->engine.registerHandler([made](mlir::Diagnostic &diagnostic) {
          if (!all.empty() && all.back() == made &&
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
            ++made->count;
          return mlir::failure();
        });
  }
  /// How many there were; 0 for a pass that has not begun.
  static unsigned end(const void *owner, const mlir::Pass &pass) {
    auto isFound = [&](const ErrorCount *it) {
      return it->owner == owner && it->pass == &pass;
    };
    if (none_of(all, isFound))
      return 0;
    while (!isFound(all.back()))
      all.pop_back();
    std::unique_ptr<ErrorCount> found(all.pop_back_val());
    found->engine.eraseHandler(found->handler);
    return found->count;
  }
};
thread_local SmallVector<ErrorCount *, 4> ErrorCount::all;

/// Opens a member that MLIR protects.
struct OpenPass : mlir::Pass {
  using Pass::getPassState;
};
} // namespace

/// Whether another instrumentation has made a pass fail that is through.
static bool isMadeToFail(mlir::Pass &pass) {
  mlir::detail::PassExecutionState &(mlir::Pass::*getState)() =
      &OpenPass::getPassState;
  return (pass.*getState)().irAndPassFailed.getInt();
}

/// MLIR calls instrumentations before a pass in the order in which they were
/// added, and after it in the reverse order: what others ask for is there as
/// long as they can ask.
class PassOwners::Tracking : public mlir::PassInstrumentation {
public:
  Tracking(std::shared_ptr<PassOwners> owners, const mlir::PassManager &pm,
           bool runsCopies)
      : owners(std::move(owners)), pm(pm), runsCopies(runsCopies) {}
  ~Tracking() override {
    std::lock_guard<std::mutex> lock(owners->mutex);
    owners->attached.erase(&pm);
  }

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
    if (running.owner && !isNest(*pass))
      ErrorCount::begin(this, *pass, *op->getContext());
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->leavePass(*pass, /*hasFailed=*/false);
    unsigned errors = ErrorCount::end(this, *pass);
    if (errors && !isMadeToFail(*pass))
      report(
          *pass, *op, running,
          "has emitted " +
              (errors == 1 ? "an error" : std::to_string(errors) + " errors") +
              " and not failed");
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->leavePass(*pass, /*hasFailed=*/true);
    ErrorCount::end(this, *pass);
    if (running.owner && !isNest(*pass))
      report(*pass, *op, running, "failed");
  }

private:
  /// Where there are threads, MLIR puts it behind what the pass has reported of
  /// the same operation.
  static void report(const mlir::Pass &pass, mlir::Operation &op,
                     const RunningPass &running, const std::string &what) {
    if (running.isInside)
      mlir::emitError(op.getLoc())
          << "'" << getPassName(pass) << "' " << what << ", in a pipeline that "
          << running.owner->str() << " runs";
    else
      mlir::emitError(op.getLoc()) << running.owner->str() << " " << what;
  }

  std::shared_ptr<PassOwners> owners;
  const mlir::PassManager &pm;
  bool runsCopies;
};

Error PassOwners::attachTo(mlir::PassManager &pm, bool runsCopies) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!attached.insert(&pm).second)
      return makeError(Diagnostic(DiagnosticCode::AlreadyAttributed,
                                  "the pass manager tells these owners "
                                  "already what runs")
                           .help("attach them once"));
  }
  pm.addInstrumentation(
      std::make_unique<Tracking>(shared_from_this(), pm, runsCopies));
  return Error::success();
}
