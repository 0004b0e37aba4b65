//===- VerifierRerun.cpp - Which pass has left what does not verify -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/VerifierPoints.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Keeps to itself what passes say, and lets the verifier speak. MLIR calls it
/// before it tells the owners, which then name the pass.
class Rerun : public mlir::PassInstrumentation {
public:
  Rerun(mlir::DiagnosticEngine &engine, bool &isNamed)
      : engine(engine), isNamed(isNamed) {
    speaks = false;
  }
  ~Rerun() override {
    for (mlir::DiagnosticEngine::HandlerID handler : kept)
      engine.eraseHandler(handler);
    for (auto &[key, handler] : running)
      engine.eraseHandler(handler);
  }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (isNest(*pass))
      return;
    speaks = false;
    // What other threads say is theirs to keep.
    running[pass] =
        engine.registerHandler([thread = get_threadid()](mlir::Diagnostic &) {
          return mlir::success(get_threadid() == thread && !speaks);
        });
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    if (!isNest(*pass))
      engine.eraseHandler(take(pass));
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    bool isOfVerifier = !getExecutionState(*pass).irAndPassFailed.getInt();
    if (isNest(*pass)) {
      // MLIR has told what it found of the operation itself.
      isNamed |= isOfVerifier;
    } else if (isOfVerifier) {
      engine.eraseHandler(take(pass));
      // Also what the owners say next.
      speaks = isNamed = true;
      (void)mlir::verify(op);
    } else {
      // The first run has told that it fails by itself. What runs it may say
      // what it has to say of a pass that was named.
      kept.push_back(take(pass));
    }
  }

private:
  mlir::DiagnosticEngine::HandlerID take(mlir::Pass *pass) {
    auto it = running.find(pass);
    mlir::DiagnosticEngine::HandlerID handler = it->second;
    running.erase(it);
    return handler;
  }

  /// Of the thread.
  static thread_local bool speaks;
  mlir::DiagnosticEngine &engine;
  bool &isNamed;
  DenseMap<mlir::Pass *, mlir::DiagnosticEngine::HandlerID> running;
  /// Of passes that have failed by themselves.
  std::vector<mlir::DiagnosticEngine::HandlerID> kept;
};
thread_local bool Rerun::speaks = false;
} // namespace

namespace {
/// Copies of passes, which have the owners of these. A copy of a whole pass
/// manager that has run would have its copies for threads, too, and these have
/// no owners.
class OwnedCopies {
public:
  explicit OwnedCopies(PassOwners &owners) : owners(owners) {}
  ~OwnedCopies() {
    for (const mlir::Pass *copy : copies)
      owners.forget(*copy);
  }

  /// Returns false if a pass cannot be copied.
  bool add(mlir::OpPassManager &from, mlir::OpPassManager &to) {
    return all_of(from, [&](mlir::Pass &pass) {
      if (!isNest(pass))
        return add(pass, to);
      return all_of(getNestedManagers(pass), [&](mlir::OpPassManager &nest) {
        StringRef anchor = nest.getOpAnchorName();
        bool isAny = anchor == mlir::OpPassManager::getAnyOpAnchorName();
        return add(nest, isAny ? to.nestAny() : to.nest(anchor));
      });
    });
  }

private:
  bool add(const mlir::Pass &pass, mlir::OpPassManager &to) {
    std::unique_ptr<mlir::Pass> copy = clonePass(pass);
    if (!copy)
      return false;
    if (const PassOwner *owner = owners.lookupOriginal(pass)) {
      owners.add(*copy, owner);
      copies.push_back(copy.get());
    }
    to.addPass(std::move(copy));
    return true;
  }

  PassOwners &owners;
  std::vector<const mlir::Pass *> copies;
};
} // namespace

bool pmb::nameUnverified(mlir::PassManager &pm, PassOwners &owners,
                         mlir::Operation *root) {
  mlir::MLIRContext *context = pm.getContext();
  bool isNamed = false;
  OwnedCopies copies(owners);
  mlir::PassManager again(context, pm.getOpAnchorName(), pm.getNesting());
  if (!copies.add(pm, again))
    return false;
  if (Error error = owners.attachTo(again)) {
    consumeError(std::move(error));
    return false;
  }
  again.addInstrumentation(
      std::make_unique<Rerun>(context->getDiagEngine(), isNamed));
  (void)again.run(root);
  return isNamed;
}
