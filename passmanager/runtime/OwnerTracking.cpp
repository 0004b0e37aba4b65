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
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    owners->enterPass(*pass, runsCopies);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    owners->leavePass(*pass, /*hasFailed=*/false);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    RunningPass running = owners->leavePass(*pass, /*hasFailed=*/true);
    if (!running.owner || isNest(*pass))
      return;
    // Where there are threads, MLIR puts it behind what the pass has reported
    // of the same operation.
    if (running.isInside)
      mlir::emitError(op->getLoc())
          << "'" << getPassName(*pass) << "' failed, in a pipeline that "
          << running.owner->str() << " runs";
    else
      mlir::emitError(op->getLoc()) << running.owner->str() << " failed";
  }

private:
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
