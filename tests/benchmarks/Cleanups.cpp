//===- Cleanups.cpp - What running fewer cleanups saves -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers generated programs with pipelines that are composed of bundles whose
// authors do not know of each other: `tidy` ones clean up behind their work,
// `careful` ones also canonicalize before it. Timed is the execution of passes,
// without composing and without copying the program; `plan` is what it takes to
// find out what to leave out, `composed` composing, checking and flattening
// with it.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "bundles/stock/StockBundles.h"
#include "passmanager/PassManagerBuilder.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace pmb::bench;

namespace {
enum class Mode { All, Dedupe, Share };
/// Optimization on one level; the same, and lowering to LLVM; from tensors to
/// LLVM by stock bundles.
enum class Level { Optimize, Lower, Stock };
} // namespace

/// A bundle that does its own work and leaves a tidy program behind it. If it
/// is `careful`, it does not rely on finding one either.
static pmb::PassBundle makeStage(llvm::StringRef name, bool isCareful,
                                 pmb::PassBundle work) {
  pmb::PassBundle stage(name);
  if (isCareful)
    stage.addPass("canonicalize");
  stage.addBundle(std::move(work));
  stage.addBundle(pmb::bundles::createCleanup());
  return stage;
}

/// From tensors to LLVM, one stage for each stock bundle.
static void composeStock(pmb::PassManagerBuilder &builder, bool isCareful) {
  for (const char *name : {"tensor-preparation", "bufferization",
                           "linalg-to-loops", "lower-to-llvm"}) {
    llvm::Expected<pmb::PassBundle> work =
        builder.getCatalog().makeBundle(name);
    if (!work)
      llvm::report_fatal_error(work.takeError());
    builder.addBundle(makeStage("stage", isCareful, std::move(*work)));
  }
}

/// Stage by stage.
static void compose(pmb::PassManagerBuilder &builder, Level level, Mode mode,
                    bool isCareful) {
  builder.getCleanups().setDedupe(mode != Mode::All);
  builder.getCleanups().setShare(mode == Mode::Share);
  if (level == Level::Stock)
    return composeStock(builder, isCareful);
  static const char *const passes[] = {"inline",
                                       "loop-invariant-code-motion",
                                       "sccp",
                                       "fold-memref-alias-ops",
                                       "arith-unsigned-when-equivalent",
                                       "control-flow-sink",
                                       "loop-invariant-subset-hoisting",
                                       "convert-scf-to-cf"};
  for (const char *pass : passes)
    builder.addBundle(makeStage(
        "stage", isCareful, std::move(pmb::PassBundle("work").addPass(pass))));
  if (level == Level::Lower)
    builder.addBundle(
        makeStage("lowering", isCareful, pmb::bundles::createLowerToLLVM()));
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

static LogicalResult runAll(ModuleOp module, Level level, bool isCareful) {
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder(pm);
  compose(builder, level, Mode::All, isCareful);
  if (llvm::Error error = builder.build()) {
    llvm::errs() << llvm::toString(std::move(error));
    return failure();
  }
  return pm.run(module);
}

static void runs(benchmark::State &state, Level level, bool isOneFunction,
                 bool isCareful, Mode mode) {
  OwningOpRef<ModuleOp> program =
      makeProgram(level == Level::Stock, isOneFunction, state.range(0));
  OwningOpRef<ModuleOp> expected = program->clone();
  if (failed(runAll(*expected, level, isCareful)))
    return state.SkipWithError("it does not run");
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder(pm);
  compose(builder, level, mode, isCareful);
  size_t passes = builder.size() - builder.getCleanups().find().size();
  if (llvm::Error error = builder.build())
    return state.SkipWithError(llvm::toString(std::move(error)).c_str());
  OwningOpRef<ModuleOp> result;
  for (auto _ : state) {
    state.PauseTiming();
    result = program->clone();
    state.ResumeTiming();
    if (failed(pm.run(*result)))
      return state.SkipWithError("it does not run");
  }
  if (mode == Mode::Dedupe && print(*result) != print(*expected))
    return state.SkipWithError("the IR is not the same");
  state.counters["same"] = print(*result) == print(*expected);
  state.counters["passes"] = passes;
}

/// Only finding out what to leave out, again and again.
static void plan(benchmark::State &state, Mode mode) {
  getContext();
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder(pm);
  compose(builder, Level::Optimize, mode, /*isCareful=*/true);
  for (auto _ : state)
    benchmark::DoNotOptimize(builder.getCleanups().find());
  builder.discard();
}

static void composed(benchmark::State &state, Mode mode) {
  getContext();
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    pmb::PassManagerBuilder builder(pm);
    compose(builder, Level::Optimize, mode, /*isCareful=*/true);
    if (llvm::Error error = builder.build())
      return state.SkipWithError(llvm::toString(std::move(error)).c_str());
  }
}

static int registerAll() {
  struct {
    const char *name;
    Mode mode;
  } modes[] = {
      {"all", Mode::All}, {"dedupe", Mode::Dedupe}, {"share", Mode::Share}};
  for (auto [name, mode] : modes) {
    for (unsigned bits = 0; bits < 12; ++bits) {
      bool isCareful = bits & 1, isOneFunction = bits & 2;
      Level level = Level(bits / 4);
      std::string full = std::string(level == Level::Optimize ? "optimize/"
                                     : level == Level::Lower  ? "lower/"
                                                              : "stock/") +
                         (isCareful ? "careful/" : "tidy/") +
                         (isOneFunction ? "oneFunction/" : "functions/") + name;
      benchmark::RegisterBenchmark(full.c_str(),
                                   [=, mode = mode](benchmark::State &state) {
                                     runs(state, level, isOneFunction,
                                          isCareful, mode);
                                   })
          ->Arg(100)
          ->Arg(1000)
          ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark(
        (std::string("plan/") + name).c_str(),
        [mode = mode](benchmark::State &state) { plan(state, mode); });
    benchmark::RegisterBenchmark(
        (std::string("composed/") + name).c_str(),
        [mode = mode](benchmark::State &state) { composed(state, mode); });
  }
  return 0;
}
static const int registered = registerAll();
