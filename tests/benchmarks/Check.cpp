//===- Check.cpp - What checking costs ------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order check alone, with the contracts of the stock catalog: the passes of
// a CPU lowering, again and again, without instances, so that nothing else is
// measured. Lists of this kind have findings; the open input keeps them few.
//
//===----------------------------------------------------------------------===//

#include "builder/PipelineBuilder.h"
#include "bundles/StockCatalog.h"
#include <benchmark/benchmark.h>

static const char *const passes[] = {
    "canonicalize",
    "cse",
    "expand-strided-metadata",
    "lower-affine",
    "convert-scf-to-cf",
    "convert-vector-to-llvm",
    "convert-math-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-index-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
};

static void compose(pmb::PipelineBuilder &pipeline, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    pipeline.addPass(passes[i % std::size(passes)]);
}

static void check(benchmark::State &state) {
  pmb::PipelineBuilder pipeline("builtin.module", pmb::getStockCatalog());
  compose(pipeline, state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(pipeline.check());
  state.counters["per_pass"] = benchmark::Counter(
      state.iterations() * state.range(0),
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(check)->RangeMultiplier(10)->Range(100, 1000000);

/// An insertion with a strong entry to be checked, in lists of any length.
static void insertChecked(benchmark::State &state) {
  pmb::PipelineBuilder pipeline("builtin.module", pmb::getStockCatalog());
  compose(pipeline, state.range(0));
  pipeline.addPass("symbol-dce");
  pmb::Contract contract;
  contract.after(pmb::pass("canonicalize")).because("wants folded constants");
  if (llvm::Error error = pipeline.addContract("sccp", contract))
    state.SkipWithError(llvm::toString(std::move(error)).c_str());
  for (auto _ : state) {
    if (llvm::Error error = pipeline.addPassBefore("sccp", "symbol-dce"))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
    if (llvm::Error error = pipeline.removePass("sccp"))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
  }
}
BENCHMARK(insertChecked)->RangeMultiplier(10)->Range(100, 100000);
