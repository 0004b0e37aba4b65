//===- Verifying.cpp - What holding contracts against IR costs ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers generated programs from tensors to LLVM. `plain` and `verified` run
// the same passes, without and with a verifier; `cost` runs both in turn, and
// tells what the verifier takes as a part of what the passes do.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/runtime/ContractVerifier.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace mlir;
using namespace pmb::bench;

static const char lowering[] =
    "builtin.module("
    "linalg-generalize-named-ops,canonicalize,eliminate-empty-tensors,"
    "one-shot-bufferize{bufferize-function-boundaries=true},"
    "drop-equivalent-buffer-results,buffer-results-to-out-params,"
    "func.func(promote-buffers-to-stack,convert-linalg-to-loops,"
    "loop-invariant-code-motion,canonicalize,cse),"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "func.func(canonicalize),"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts,canonicalize,cse)";

namespace {
/// The passes, and what holds their contracts.
struct Run {
  explicit Run(bool isVerified) {
    if (isVerified)
      error = verifier.attachTo(builder);
    if (!error)
      error = builder.adopt(lowering);
    if (!error)
      error = builder.build();
  }
  ~Run() { llvm::consumeError(std::move(error)); }

  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder{pm};
  pmb::ContractVerifier verifier;
  llvm::Error error = llvm::Error::success();
};
} // namespace

static void runs(benchmark::State &state, bool isOneFunction, bool isVerified) {
  OwningOpRef<ModuleOp> program =
      makeProgram(/*isOnTensors=*/true, isOneFunction, state.range(0));
  Run run(isVerified);
  if (run.error)
    return state.SkipWithError(llvm::toString(std::move(run.error)).c_str());
  OwningOpRef<ModuleOp> result;
  for (auto _ : state) {
    state.PauseTiming();
    result = program->clone();
    state.ResumeTiming();
    if (failed(run.pm.run(*result)))
      return state.SkipWithError("it does not run");
  }
}

static void cost(benchmark::State &state, bool isOneFunction) {
  using Clock = std::chrono::steady_clock;
  OwningOpRef<ModuleOp> program =
      makeProgram(/*isOnTensors=*/true, isOneFunction, state.range(0));
  Run plain(/*isVerified=*/false), verified(/*isVerified=*/true);
  Clock::duration taken[2] = {};
  for (auto _ : state) {
    for (Run *run : {&plain, &verified}) {
      OwningOpRef<ModuleOp> result = program->clone();
      Clock::time_point begin = Clock::now();
      if (run->error || failed(run->pm.run(*result)))
        return state.SkipWithError("it does not run");
      taken[run == &verified] += Clock::now() - begin;
    }
  }
  state.counters["percent"] =
      100.0 * (taken[1] - taken[0]).count() / taken[0].count();
}

static int registerAll() {
  for (bool isOneFunction : {false, true}) {
    std::string name =
        isOneFunction ? "verify/oneFunction/" : "verify/functions/";
    for (bool isVerified : {false, true})
      benchmark::RegisterBenchmark(
          (name + (isVerified ? "verified" : "plain")).c_str(),
          [=](benchmark::State &state) {
            runs(state, isOneFunction, isVerified);
          })
          ->Arg(100)
          ->Arg(1000)
          ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        (name + "cost").c_str(),
        [=](benchmark::State &state) { cost(state, isOneFunction); })
        ->Arg(100)
        ->Arg(1000)
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}
static const int registered = registerAll();
