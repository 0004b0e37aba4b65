//===- VerifierAt.cpp - The verifier where it matters ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is copied once, and not the IR at each point: a copy takes about as
// long as verifying, and a run that fails may take longer.
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/VerifierAt.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/VerifierPoints.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

namespace {
/// MLIR calls the instrumentations of a pass manager one at a time, so nothing
/// is locked.
class VerifyingAt : public mlir::PassInstrumentation {
public:
  VerifyingAt(mlir::PassManager &pm, std::shared_ptr<PassOwners> owners,
              Verification verification)
      : pm(pm), owners(std::move(owners)), points(verification) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    if (&*pm.begin() == pass)
      begin(op);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    if (!outermost.contains(pass))
      return;
    owners->endFailedIn(*pass);
    end(/*hasFailed=*/true);
  }

private:
  void begin(mlir::Operation *op);
  void verify(mlir::Pass *pass, mlir::Operation *op);
  void end(bool hasFailed);
  void name();
  void publish(PassOwners::Unverified value) {
    unverified = value;
    owners->setUnverified(value);
  }

  mlir::PassManager &pm;
  std::shared_ptr<PassOwners> owners;
  VerifierPoints points;
  /// How many owners earlier runs have looked at.
  size_t knownOwners = 0;
  /// The passes and nests of the pass manager itself.
  SmallPtrSet<const mlir::Pass *, 16> outermost;

  mlir::Operation *root = nullptr;
  mlir::OwningOpRef<mlir::Operation *> input;
  /// What nests run on that have come to a point.
  SmallPtrSet<mlir::Operation *, 4> pending;
  /// Whether passes have run since all was verified.
  bool isUnverified = false;
  /// The pass that has ended last, and the same for reports while the process
  /// ends.
  const PassOwner *last = nullptr;
  PassOwners::Unverified unverified;
  /// The pass after which something did not verify.
  std::string failedAt;
};
} // namespace

void VerifyingAt::begin(mlir::Operation *op) {
  root = op;
  input = op->clone();
  pending.clear();
  isUnverified = false;
  failedAt.clear();
  last = nullptr;
  publish({});
  outermost.clear();
  for (mlir::Pass &pass : pm)
    outermost.insert(&pass);
  std::vector<const PassOwner *> added = owners->getAll(knownOwners);
  knownOwners += added.size();
  points.add(added);
}

/// Whether it verifies. Says nothing.
static bool verifies(mlir::Operation *op) {
  mlir::ScopedDiagnosticHandler quiet(
      op->getContext(), [thread = get_threadid()](mlir::Diagnostic &) {
        return mlir::success(get_threadid() == thread);
      });
  return mlir::succeeded(mlir::verify(op));
}

void VerifyingAt::verify(mlir::Pass *pass, mlir::Operation *op) {
  if (!isUnverified)
    return;
  bool isRight = verifies(op);
  if (isRight && op == root) {
    isUnverified = false;
    publish({last, nullptr});
  }
  if (isRight)
    return;
  RunningPass running = owners->find(*pass);
  failedAt = running.owner ? running.owner->str() : "a nest of passes";
  signalPassFailure(pass);
}

void VerifyingAt::runAfterPass(mlir::Pass *pass, mlir::Operation *op) {
  bool isLast = outermost.contains(pass) && &*std::prev(pm.end()) == pass;
  if (isNest(*pass)) {
    if (pending.erase(op) || isLast)
      verify(pass, op);
  } else {
    // MLIR, too, counts on it that such a pass has changed nothing.
    isUnverified |= !getExecutionState(*pass).preservedAnalyses.isAll();
    RunningPass running = owners->find(*pass);
    last = running.owner;
    if (isUnverified && !unverified.first)
      publish({unverified.since, last});
    auto place = VerifierPoints::Place::None;
    if (running.owner && !running.isInside && !running.isDynamic)
      place = points.lookup(*running.owner);
    if (place == VerifierPoints::Place::AtNest)
      pending.insert(op->getParentOp());
    if (place == VerifierPoints::Place::AtPass || isLast)
      verify(pass, op);
  }
  if (outermost.contains(pass) && (isLast || !failedAt.empty()))
    end(!failedAt.empty());
}

void VerifyingAt::end(bool hasFailed) {
  publish({});
  if (hasFailed && (isUnverified || !failedAt.empty()))
    name();
  input = nullptr;
}

/// Lets the copy stand where what was run stands: it may have symbols of what
/// is around it.
void VerifyingAt::name() {
  mlir::Operation *copy = input.get();
  mlir::Block *block = root->getBlock();
  if (block) {
    input.release();
    block->getOperations().insert(root->getIterator(), copy);
    root->remove();
  }
  bool isNamed = nameUnverified(pm, *owners, copy);
  if (block) {
    block->getOperations().insert(copy->getIterator(), root);
    copy->remove();
    input = copy;
  }
  if (isNamed || failedAt.empty())
    return;
  (void)mlir::verify(root);
  mlir::emitError(root->getLoc())
      << "this does not verify after " << failedAt
      << "; the passes before it, run again, do not show which has done it";
}

Error pmb::enableVerifierAt(mlir::PassManager &pm,
                            std::shared_ptr<const PassOwners> owners,
                            Verification verification) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  if (!isMLIR22)
    return needsMLIR22(DiagnosticCode::BadVerifier,
                       "verifying at some points only",
                       "leave it out: MLIR verifies after each pass");
  if (verification.getDistance() == 0u)
    return Diagnostic(DiagnosticCode::BadVerifier,
                      "the verifier cannot run after each 0th pass")
        .help("Verification::every(1) is after each");
  if (!owners->setWatched(pm, PassOwners::Watcher::VerifierAt))
    return Diagnostic(DiagnosticCode::BadVerifier,
                      "where this pass manager verifies was said already")
        .help("give all points at once: atBundleEnds() | afterThirdParties()");
  if (verification.isWhereRequired())
    owners->setWatched(pm, PassOwners::Watcher::VerifierWhereRequired);
  pm.enableVerifier(false);
  // What runs again is attached to them.
  auto attached = std::const_pointer_cast<PassOwners>(owners);
  pm.addInstrumentation(
      std::make_unique<VerifyingAt>(pm, std::move(attached), verification));
  return Error::success();
}
