//===- Running.cpp - What a pipeline costs while it runs ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same passes on the same program: in a pass manager that was filled by
// hand, in one that was built, and in one that is asked who owns what runs.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <benchmark/benchmark.h>

using namespace mlir;

namespace {
enum class How { Plain, Built, Attributed };
} // namespace

static std::unique_ptr<Pass> (*const createFns[])() = {
    createCSEPass, createSCCPPass, createCSEPass, createSCCPPass};

static void fill(PassManager &pm, How how) {
  if (how == How::Plain) {
    OpPassManager &functions = pm.nest<func::FuncOp>();
    for (auto create : createFns)
      functions.addPass(create());
    return;
  }
  pmb::PassManagerBuilder builder(pm);
  builder.getCleanups().setDedupe(false);
  for (auto create : createFns)
    builder.nest("func.func").addPass(create());
  if (how == How::Attributed)
    llvm::cantFail(builder.enableAttribution());
  llvm::cantFail(builder.build());
}

static void run(benchmark::State &state, How how) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<func::FuncDialect>();
  std::string program;
  for (int64_t i = 0; i < state.range(0); ++i)
    program += "func.func @f" + std::to_string(i) +
               "(%x: i32) -> i32 { return %x : i32 }\n";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  PassManager pm = PassManager::on<ModuleOp>(&context);
  fill(pm, how);
  for (auto _ : state)
    if (failed(pm.run(*module)))
      state.SkipWithError("a pass has failed");
}

BENCHMARK_CAPTURE(run, plain, How::Plain)->Arg(100);
BENCHMARK_CAPTURE(run, built, How::Built)->Arg(100);
BENCHMARK_CAPTURE(run, attributed, How::Attributed)->Arg(100);
