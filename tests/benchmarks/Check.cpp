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
// measured.
//
//===----------------------------------------------------------------------===//

#include "builder/PipelineBuilder.h"
#include "bundles/stock/StockCatalog.h"
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

static void measureCheck(benchmark::State &state,
                         pmb::PipelineBuilder &pipeline, int64_t count) {
  size_t findings = 0;
  for (auto _ : state)
    findings = pipeline.check().size();
  state.counters["findings"] = benchmark::Counter(findings);
  state.counters["per_pass"] = benchmark::Counter(
      state.iterations() * count,
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

static void measureStock(benchmark::State &state, int64_t count) {
  pmb::PipelineBuilder pipeline("builtin.module", pmb::getStockCatalog());
  compose(pipeline, count);
  measureCheck(state, pipeline, count);
}

/// Whole lowerings, one after another: nothing is found.
static void check(benchmark::State &state) {
  int64_t size = std::size(passes);
  measureStock(state, (state.range(0) + size - 1) / size * size);
}
BENCHMARK(check)->RangeMultiplier(10)->Range(10, 1000000);

/// With a known input, of which nothing lowers one operation: that is found,
/// and a second sweep explains it.
static void checkAndExplain(benchmark::State &state) {
  int64_t size = std::size(passes);
  int64_t count = (state.range(0) + size - 1) / size * size;
  pmb::PipelineBuilder pipeline("builtin.module", pmb::getStockCatalog());
  compose(pipeline, count);
  pipeline.getInterface().inputContents = {{"func.func", "func.return",
                                            "arith.addi", "memref.load",
                                            "scf.for", "house.op"}};
  pipeline.getInterface().outputContents = {{"llvm"}};
  measureCheck(state, pipeline, count);
}
BENCHMARK(checkAndExplain)->RangeMultiplier(10)->Range(10, 1000000);

/// What a project writes of its own passes: an order, a property, something
/// lowered, a reason for each.
static llvm::Expected<pmb::Catalog> makeHouseCatalog() {
  pmb::Catalog catalog;
  llvm::Error errors = llvm::Error::success();
  auto note = [&](llvm::Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  pmb::PropertyDescriptor tiled;
  tiled.name = "tiled";
  note(catalog.addProperty(std::move(tiled)));
  auto add = [&](const char *name, pmb::Contract contract) {
    pmb::PassDescriptor descriptor(name);
    descriptor.hasContract = true;
    descriptor.contract = std::move(contract);
    note(catalog.addPass(std::move(descriptor)));
  };
  pmb::Contract import, tile, unroll, lower, clean;
  import.before(pmb::pass("house-lower")).because("works on house.op");
  import.lowers({"house.op"}).to({"scf.for", "house.tile"});
  tile.after(pmb::pass("house-import")).because("tiles loops");
  tile.providesProperty("tiled");
  unroll.requiresProperty("tiled").because("unrolls what is in one tile");
  lower.lowers({"scf.for"}).to({"cf.br", "cf.cond_br"});
  lower.lowers({"house.tile"}).to({"cf.br"});
  clean.after(pmb::pass("house-lower")).weak();
  add("house-import", std::move(import));
  add("house-tile", std::move(tile));
  add("house-unroll", std::move(unroll));
  add("house-lower", std::move(lower));
  add("house-clean", std::move(clean));
  if (errors)
    return errors;
  return catalog;
}

/// The typical contracts of passes of one's own, in a list of which every
/// second pass has none.
static void checkOwn(benchmark::State &state) {
  llvm::Expected<pmb::Catalog> catalog = makeHouseCatalog();
  if (!catalog)
    return state.SkipWithError(llvm::toString(catalog.takeError()).c_str());
  pmb::PipelineBuilder pipeline("builtin.module", *catalog);
  auto add = [&](const char *name, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      pipeline.addPass(name);
      pipeline.addPass("cse");
    }
  };
  int64_t share = state.range(0) / 10;
  for (const char *name : {"house-import", "house-tile", "house-unroll",
                           "house-lower", "house-clean"})
    add(name, share);
  measureCheck(state, pipeline, share * 10);
}
BENCHMARK(checkOwn)->RangeMultiplier(10)->Range(10, 1000000);

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
