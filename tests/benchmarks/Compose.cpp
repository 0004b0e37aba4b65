//===- Compose.cpp - What composing, checking and flattening costs --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder against the plain pass manager, in one process, with the same
// passes: `Plain` appends them to a pass manager, `Builder` composes, checks
// and flattens them into one. `Insert` puts a pass next to a named one in lists
// of different lengths.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include <benchmark/benchmark.h>

using namespace mlir;

static MLIRContext &getContext() {
  static MLIRContext context;
  return context;
}

using CreateFn = std::unique_ptr<Pass> (*)();

static void plain(benchmark::State &state, CreateFn create) {
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    for (int64_t i = 0; i < state.range(0); ++i)
      pm.addPass(create());
    benchmark::DoNotOptimize(pm.size());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

static void builder(benchmark::State &state, CreateFn create) {
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    pmb::PassManagerBuilder pmb(pm);
    for (int64_t i = 0; i < state.range(0); ++i)
      pmb.addPass(create());
    if (llvm::Error error = pmb.build())
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
    benchmark::DoNotOptimize(pm.size());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

static std::unique_ptr<Pass> createCanonicalizer() {
  return createCanonicalizerPass();
}

/// A list of `n` CSE passes with a symbol-dce in the middle, then an insertion
/// next to it and its removal, which is as cheap.
static void insertNextToNamed(benchmark::State &state) {
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder pmb(pm);
  for (int64_t i = 0; i < state.range(0); ++i)
    pmb.addPass(i == state.range(0) / 2 ? createSymbolDCEPass()
                                        : createCSEPass());
  for (auto _ : state) {
    if (llvm::Error error = pmb.insert(
            createSCCPPass(), pmb::Position::before(pmb::pass("symbol-dce"))))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
    if (llvm::Error error = pmb.removePass("sccp"))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
  }
  pmb.discard();
}

/// Insertions that stay, all at one place: the worst case for a list that
/// numbers its nodes.
static void insertAndKeep(benchmark::State &state) {
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    pmb::PassManagerBuilder pmb(pm);
    pmb.addPass(createSymbolDCEPass());
    for (int64_t i = 0; i < state.range(0); ++i)
      if (llvm::Error error = pmb.insert(
              createCSEPass(), pmb::Position::before(pmb::pass("symbol-dce"))))
        state.SkipWithError(llvm::toString(std::move(error)).c_str());
    pmb.discard();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define PMB_SIZES RangeMultiplier(10)->Range(10, 100000)
BENCHMARK_CAPTURE(plain, cse, createCSEPass)->PMB_SIZES;
BENCHMARK_CAPTURE(builder, cse, createCSEPass)->PMB_SIZES;
BENCHMARK_CAPTURE(plain, canonicalizer, createCanonicalizer)->PMB_SIZES;
BENCHMARK_CAPTURE(builder, canonicalizer, createCanonicalizer)->PMB_SIZES;
BENCHMARK(insertNextToNamed)->PMB_SIZES;
BENCHMARK(insertAndKeep)->RangeMultiplier(10)->Range(10, 10000);
