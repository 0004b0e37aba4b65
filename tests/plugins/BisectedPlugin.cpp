//===- BisectedPlugin.cpp - What pmb-opt looks for in pipelines -----------===//
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
//   test-break{rule=state}     breaks one of MLIR's rules for passes
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
#include <algorithm>
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
    if (how == "warn")
      getOperation().emitWarning("careful");
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

struct BreakPass
    : mlir::PassWrapper<BreakPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakPass)
  BreakPass() = default;
  /// What is no option is not copied.
  BreakPass(const BreakPass &other) : PassWrapper(other), isOriginal(false) {}
  llvm::StringRef getArgument() const override { return "test-break"; }
  llvm::StringRef getDescription() const override { return "Breaks a rule"; }

  void mark(mlir::Operation *op, int64_t value) {
    op->setAttr("mark", mlir::IntegerAttr::get(
                            mlir::IntegerType::get(&getContext(), 64), value));
  }
  /// Waits until it is so, if there are threads, and not for ever.
  template <typename IsSo> void await(unsigned milliseconds, IsSo isSo) {
    for (; getContext().isMultithreadingEnabled() && milliseconds && !isSo();
         --milliseconds)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  /// Waits for another one. Returns how many have met.
  int64_t meet() {
    static std::atomic<int64_t> met = 0;
    int64_t now = ++waiting;
    met = now == 1 ? 1 : std::max<int64_t>(met, now);
    await(1000, [] { return met > 1; });
    --waiting;
    return met;
  }
  /// Leaves the function with the shortest name as soon as another one is here,
  /// and the others when that has been seen.
  void linger() {
    if (getOperation().getName().size() == 1)
      return await(2000, [] { return waiting > 0; });
    ++waiting;
    await(300, [] { return isSeen.load(); });
    if (--waiting == 0)
      isSeen = false;
  }

  void runOnOperation() override {
    mlir::func::FuncOp function = getOperation();
    mlir::Operation *parent = function->getParentOp();
    auto neighbours = parent->getRegion(0).getOps<mlir::func::FuncOp>();
    auto count = [&](auto isCounted) {
      return std::count_if(neighbours.begin(), neighbours.end(), isCounted);
    };
    static std::atomic<int64_t> global = 0;
    if (rule == "none")
      mark(function, 1);
    if (rule == "around")
      parent->setAttr("test.mark", mlir::UnitAttr::get(&getContext()));
    if (rule == "neighbours")
      for (mlir::func::FuncOp neighbour : neighbours)
        mark(neighbour, neighbour == function ? 1 : 2);
    if (rule == "global")
      mark(function, global++);
    if (rule == "state")
      mark(function, runs++);
    if (rule == "copy")
      mark(function, isOriginal);
    if (rule == "order") {
      mark(function,
           count([](mlir::Operation *op) { return op->hasAttr("mark"); }));
    }
    if (rule == "threads")
      mark(function, meet());
    if (rule == "inside")
      mark(function,
           count([](mlir::func::FuncOp op) { return !op.isExternal(); }));
    if (rule == "crash-copy" && !isOriginal)
      LLVM_BUILTIN_TRAP;
    if (rule == "crash-threads" && meet() > 1)
      LLVM_BUILTIN_TRAP;
    if (rule == "crash")
      LLVM_BUILTIN_TRAP;
    // Together they break one: the second sees whether the first is running.
    if (rule == "wait")
      linger();
    if (rule == "see") {
      mark(function, waiting);
      if (waiting > 0)
        isSeen = true;
    }
  }

  Option<std::string> rule{*this, "rule", llvm::cl::init("none")};
  int64_t runs = 0;
  bool isOriginal = true;
  static inline std::atomic<int64_t> waiting = 0;
  static inline std::atomic<bool> isSeen = false;
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
            mlir::PassRegistration<BreakPass>();
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
