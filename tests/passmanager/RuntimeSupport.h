//===- RuntimeSupport.h - Passes to be watched while they run -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_RUNTIMESUPPORT_H
#define PMB_TESTS_PASSMANAGER_RUNTIMESUPPORT_H

#include "Support.h"
#include "passmanager/runtime/PassOwners.h"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace pmb::test {

/// Says whether anything was installed in the pass manager that runs it.
struct AskPass : mlir::PassWrapper<AskPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AskPass)
  llvm::StringRef getArgument() const override { return "test-ask"; }
  void runOnOperation() override {
    *hasInstrumentor = getAnalysisManager().getPassInstrumentor() != nullptr;
  }
  bool *hasInstrumentor = nullptr;
};

/// `test-run`, which runs a pipeline on the module that it runs on: one that it
/// parses, or with owners one of a single pass, by third party `inner`.
struct RunPass
    : mlir::PassWrapper<RunPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RunPass)
  explicit RunPass(llvm::StringRef pipeline = "") : pipeline(pipeline.str()) {}
  llvm::StringRef getArgument() const override { return "test-run"; }
  void runOnOperation() override {
    mlir::OpPassManager dynamic("builtin.module");
    if (!owners) {
      if (failed(mlir::parsePassPipeline(pipeline, dynamic)) ||
          failed(runPipeline(dynamic, getOperation())))
        signalPassFailure();
      return;
    }
    PassManagerBuilder builder(dynamic, &getContext(), getTestCatalog());
    require(builder.enableAttribution(owners));
    builder.setOrigin(Origin::thirdParty("inner"));
    builder.addPass(pipeline);
    require(builder.build());
    if (failed(runPipeline(dynamic, getOperation())))
      signalPassFailure();
  }
  std::string pipeline;
  std::shared_ptr<PassOwners> owners;
};

/// `test-run-copy`, which runs a copy of a pipeline that is gone.
struct RunCopyPass
    : mlir::PassWrapper<RunCopyPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RunCopyPass)
  RunCopyPass() {
    const mlir::OpPassManager original = [] {
      mlir::OpPassManager pm("builtin.module");
      pm.addPass(std::make_unique<OptionsPass>(100));
      return pm;
    }();
    pipeline = original;
  }
  llvm::StringRef getArgument() const override { return "test-run-copy"; }
  void runOnOperation() override {
    if (failed(runPipeline(pipeline, getOperation())))
      signalPassFailure();
  }
  mlir::OpPassManager pipeline;
};

#if LLVM_ENABLE_STATS
/// A statistic of a pass. Where MLIR was built without statistics it leaves one
/// of a program that has them as it found it, so that is made up for.
struct TestStatistic : mlir::Pass::Statistic {
  TestStatistic(mlir::Pass *owner, const char *name, const char *description)
      : Statistic(owner, name, description) {
    new (static_cast<llvm::TrackingStatistic *>(this))
        llvm::TrackingStatistic("", name, description);
    // Not one of those that LLVM prints.
    Initialized = true;
  }
  using Statistic::operator++;
};
#else
using TestStatistic = mlir::Pass::Statistic;
#endif

/// `test-fail`, which counts the functions that it has run on, and fails where
/// it is told to: in silence, with an error of its own, by what the verifier
/// finds, with a crash, or by ending the process. It may also emit two errors,
/// or a warning, and go on.
struct FailPass
    : mlir::PassWrapper<FailPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailPass)
  FailPass() = default;
  FailPass(const FailPass &other) : PassWrapper(other) {}
  llvm::StringRef getArgument() const override { return "test-fail"; }
  void runOnOperation() override {
    ++functions;
    if (getOperation().getName() != on.getValue())
      return;
    if (how == "error")
      getOperation().emitError("no");
    if (how == "crash")
      LLVM_BUILTIN_TRAP;
    if (how == "exit") {
      // Only one thread may call it.
      static std::atomic_flag isEnding = ATOMIC_FLAG_INIT;
      while (isEnding.test_and_set())
        std::this_thread::sleep_for(std::chrono::hours(1));
      std::exit(3);
    }
    if (how == "go-on") {
      getOperation().emitError("first");
      getOperation().emitError("second");
      getOperation().emitWarning("third");
      return;
    }
    if (how == "warn") {
      getOperation().emitWarning("careful");
      getOperation().emitRemark("by the way");
      return;
    }
    if (how == "verifier")
      getOperation()->removeAttr("sym_name");
    else
      signalPassFailure();
  }
  Option<std::string> on{*this, "on", llvm::cl::init("")};
  Option<std::string> how{*this, "how", llvm::cl::init("error")};
  TestStatistic functions{this, "functions", "Functions that it has run on"};
};

/// Makes the passes above known by their names.
inline void registerRuntimePasses() {
  static bool isDone = [] {
    mlir::PassRegistration<RunPass>();
    mlir::PassRegistration<FailPass>();
    return true;
  }();
  (void)isDone;
}

/// A module with `count` functions and `count` modules with two functions each.
inline std::string makeNests(int count) {
  std::string program;
  auto addFunction = [&](const std::string &name) {
    program += "func.func @" + name + "(%x: i32) -> i32 { return %x : i32 }\n";
  };
  for (int i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    addFunction("f" + number);
    program += "module @m" + number + " {\n";
    addFunction("g");
    addFunction("h");
    program += "}\n";
  }
  return program;
}

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_RUNTIMESUPPORT_H
