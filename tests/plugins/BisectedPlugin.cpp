//===- BisectedPlugin.cpp - What pmb-opt --bisect looks for ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For MLIR's --load-pass-plugin:
//
//   test-stop{how=trap on=f}   does what `how` says to functions named `f`, or
//                              to all, and marks them if they survive
//   test-follow                patterns that only have work after those of
//                              `patterns-a-set`
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"
#include "passmanager/runtime/ContractVerifier.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace {
struct StopPass
    : mlir::PassWrapper<StopPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StopPass)
  StopPass() = default;
  StopPass(const StopPass &other) : PassWrapper(other) {}
  llvm::StringRef getArgument() const override { return "test-stop"; }
  llvm::StringRef getDescription() const override { return "Stops"; }

  void runOnOperation() override {
    static std::atomic<bool> isMarked = false;
    if (!on.empty() && on != getOperation().getName())
      return;
    if (how == "trap" || (how == "trap-if-marked" && isMarked))
      LLVM_BUILTIN_TRAP;
    if (how == "abort")
      llvm::report_fatal_error("it had to be");
    if (how == "exit")
      std::exit(3);
    if (how == "wait")
      std::this_thread::sleep_for(std::chrono::hours(1));
    if (how == "doze")
      std::this_thread::sleep_for(std::chrono::seconds(2));
    if (how == "complain")
      getOperation().emitError("it goes on");
    if (how == "fail") {
      getOperation().emitError("no");
      return signalPassFailure();
    }
    if (how == "mark")
      isMarked = true;
    if (how == "break")
      getOperation().front().getTerminator()->erase();
    getOperation()->setAttr("marked", mlir::UnitAttr::get(&getContext()));
  }

  Option<std::string> how{*this, "how", llvm::cl::init("")};
  Option<std::string> on{*this, "on", llvm::cl::init("")};
};

struct Follow : mlir::RewritePattern {
  explicit Follow(mlir::MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    if (!op->hasAttr("signed") || op->hasAttr("followed"))
      return mlir::failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("followed", rewriter.getUnitAttr()); });
    return mlir::success();
  }
};
} // namespace

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "bisected", "1", [] {
            mlir::PassRegistration<StopPass>();
            // No operation is marked.
            if (llvm::Error error = pmb::registerPropertyVerifier(
                    "unmarked", [](mlir::Operation *root) {
                      mlir::Operation *marked = nullptr;
                      root->walk([&](mlir::Operation *op) {
                        if (!marked && op->hasAttr("marked"))
                          marked = op;
                      });
                      return marked;
                    }))
              llvm::report_fatal_error(std::move(error));
            if (llvm::Error error = pmb::registerPatterns(
                    "test-follow", [](mlir::RewritePatternSet &patterns) {
                      patterns.add<Follow>(patterns.getContext());
                    }))
              llvm::report_fatal_error(std::move(error));
          }};
}
