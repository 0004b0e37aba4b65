//===- RealPipelines.cpp - Pipelines as people have them ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One text goes both ways in one process: `plain` parses it into a pass
// manager; `open` and `closed` compose, check and flatten it into one. `open`
// knows nothing of the input, `closed` knows what it contains and where it must
// end. All passes are those of the stock catalog, with their contracts. The
// check has nothing to say, as in most builds; a row that gets a finding fails.
// What explaining one costs is in `withFindings`.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/PassManagerBuilder.h"
#include <benchmark/benchmark.h>

namespace mlir {
// InitAllPasses.h takes ten seconds to compile.
void registerAllPasses();
} // namespace mlir

using namespace mlir;

static MLIRContext &getContext() {
  static MLIRContext context;
  return context;
}

/// From linalg on tensors to LLVM: 26 different passes.
static const char lowering[] =
    "builtin.module("
    "inline,symbol-dce,"
    "func.func(linalg-generalize-named-ops,linalg-fuse-elementwise-ops),"
    "canonicalize,eliminate-empty-tensors,"
    "one-shot-bufferize{bufferize-function-boundaries=true},"
    "drop-equivalent-buffer-results,buffer-results-to-out-params,"
    "func.func(buffer-hoisting,promote-buffers-to-stack,"
    "convert-linalg-to-loops,loop-invariant-code-motion),cse,"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-vector-to-llvm,convert-math-to-llvm,finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts)";

/// What a matrix product on tensors contains.
static const std::vector<std::string> inputContents = {
    "func.func",   "func.return",  "func.call",      "linalg.matmul",
    "linalg.fill", "tensor.empty", "arith.constant", "arith.addf",
    "arith.mulf",  "!tensor"};

/// A compiler's pipeline of 200 passes: stages on functions, each with options
/// of its own, cleaned up behind, before the lowering.
static std::string makeMixed() {
  static const char *const stages[] = {"linalg-fuse-elementwise-ops",
                                       "linalg-fold-into-elementwise",
                                       "linalg-inline-scalar-operands",
                                       "linalg-specialize-generic-ops",
                                       "linalg-generalize-named-ops",
                                       "loop-invariant-code-motion",
                                       "loop-invariant-subset-hoisting",
                                       "control-flow-sink",
                                       "sccp",
                                       "eliminate-empty-tensors",
                                       "mem2reg",
                                       "sroa"};
  std::string text = "builtin.module(inline,symbol-dce,";
  // 2 + 4 * 43 + 26 = 200.
  for (unsigned i = 0; i < 43; ++i) {
    std::string stage = stages[i % std::size(stages)];
    bool isOnModule = stage == "eliminate-empty-tensors";
    text += isOnModule ? stage + ",func.func(" : "func.func(" + stage + ",";
    text += "canonicalize{max-iterations=" + std::to_string(5 + i % 4) +
            "},cse),remove-dead-values,";
  }
  return text +
         llvm::StringRef(lowering).drop_front(strlen("builtin.module(")).str();
}

/// `text` with `added` before the first `place` in it.
static std::string insertInto(std::string text, llvm::StringRef place,
                              llvm::StringRef added) {
  return text.insert(text.find(place.str()), added.str());
}

static std::string getText(llvm::StringRef name) {
  static const bool registered = (registerAllPasses(), true);
  (void)registered;
  if (name == "lowering")
    return lowering;
  if (name == "mixed200")
    return makeMixed();
  // What `insertThirdParty` makes of `lowering`.
  if (name == "thirdParty") {
    std::string text = insertInto(lowering, "one-shot-bufferize",
                                  "linalg-inline-scalar-operands,"
                                  "math-uplift-to-fma,");
    text = insertInto(text, ",loop-invariant", ",memref-expand");
    text = insertInto(text, "),cse", ",sccp");
    return insertInto(text, "convert-vector-to-llvm", "sroa,");
  }
  // The loops of `convert-linalg-to-loops` stay in the IR.
  if (name == "wrongOrder") {
    std::string text = lowering;
    text.erase(text.find("convert-scf-to-cf,"), strlen("convert-scf-to-cf,"));
    return insertInto(text, "func.func(buffer-hoisting", "convert-scf-to-cf,");
  }
  // A registered pipeline, opened into its passes.
  return "builtin.module(one-shot-bufferize{bufferize-function-boundaries="
         "true},buffer-deallocation-pipeline,convert-bufferization-to-memref)";
}

/// What a third party puts into the middle of `lowering`.
static llvm::Error insertThirdParty(pmb::PassManagerBuilder &builder) {
  return builder.transaction(
      pmb::Origin::thirdParty("acme"), [&]() -> llvm::Error {
        for (const char *pass :
             {"linalg-inline-scalar-operands", "math-uplift-to-fma"})
          if (auto error = builder.addPassBefore(pass, "one-shot-bufferize"))
            return error;
        if (auto error = builder.addPassAfter("memref-expand",
                                              "convert-linalg-to-loops"))
          return error;
        if (auto error =
                builder.addPassAfter("sccp", "loop-invariant-code-motion"))
          return error;
        return builder.addPassBeforeType("sroa", "llvm-lowering");
      });
}

static void plain(benchmark::State &state, const char *name) {
  std::string text = getText(name);
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    llvm::StringRef inner = text;
    inner.consume_front("builtin.module(");
    inner.consume_back(")");
    if (failed(parsePassPipeline(inner, pm)))
      state.SkipWithError("the text does not parse");
    benchmark::DoNotOptimize(pm.size());
  }
}

static void build(benchmark::State &state, const std::string &text,
                  bool isClosed, bool isExtended) {
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder(pm);
  if (isClosed) {
    builder.getInterface().inputContents = inputContents;
    builder.getInterface().outputContents = {{"llvm"}};
  }
  llvm::Error error = builder.adopt(text);
  if (!error && isExtended)
    error = insertThirdParty(builder);
  if (!error)
    error = builder.build();
  if (error)
    state.SkipWithError(llvm::toString(std::move(error)).c_str());
  for (const pmb::Diagnostic &warning : builder.getWarnings())
    state.SkipWithError(warning.str().c_str());
  benchmark::DoNotOptimize(pm.size());
}

static void open(benchmark::State &state, const char *name) {
  std::string text = getText(name);
  for (auto _ : state)
    build(state, text, /*isClosed=*/false, /*isExtended=*/false);
}

static void closed(benchmark::State &state, const char *name) {
  std::string text = getText(name);
  for (auto _ : state)
    build(state, text, /*isClosed=*/true, /*isExtended=*/false);
}

static void thirdParty(benchmark::State &state, const char *name) {
  std::string text = getText(name);
  for (auto _ : state)
    build(state, text, /*isClosed=*/true, /*isExtended=*/true);
}

/// A mistake, explained, with fixes that were tried; nothing is flattened.
static void withFindings(benchmark::State &state, const char *name) {
  std::string text = getText(name);
  for (auto _ : state) {
    PassManager pm = PassManager::on<ModuleOp>(&getContext());
    pmb::PassManagerBuilder builder(pm);
    builder.getInterface().inputContents = inputContents;
    builder.getInterface().outputContents = {{"llvm"}};
    if (llvm::Error error = builder.adopt(text))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
    if (builder.check().empty())
      state.SkipWithError("there is no finding to be explained");
    builder.discard();
  }
}

#define PMB_REAL(name)                                                         \
  BENCHMARK_CAPTURE(plain, name, #name);                                       \
  BENCHMARK_CAPTURE(open, name, #name);                                        \
  BENCHMARK_CAPTURE(closed, name, #name)
PMB_REAL(lowering);
PMB_REAL(mixed200);
BENCHMARK_CAPTURE(plain, deallocation, "deallocation");
BENCHMARK_CAPTURE(open, deallocation, "deallocation");
BENCHMARK_CAPTURE(plain, thirdParty, "thirdParty");
BENCHMARK_CAPTURE(thirdParty, lowering, "lowering");
BENCHMARK_CAPTURE(withFindings, lowering, "wrongOrder");

/// The first build of a process, which reads what the catalog says: meant to
/// run alone (--benchmark_filter=^first), and no faster for what ran before.
BENCHMARK_CAPTURE(plain, first, "lowering")->Name("firstPlain")->Iterations(1);
BENCHMARK_CAPTURE(closed, first, "lowering")
    ->Name("firstClosed")
    ->Iterations(1);

/// What a pass pays that runs a dynamic pipeline on each function: a copy.
static void copyPlain(benchmark::State &state) {
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  std::string text = getText("lowering");
  llvm::StringRef inner = text;
  inner.consume_front("builtin.module(");
  inner.consume_back(")");
  if (failed(parsePassPipeline(inner, pm)))
    state.SkipWithError("the text does not parse");
  for (auto _ : state) {
    OpPassManager copy(pm);
    benchmark::DoNotOptimize(copy.size());
  }
}
BENCHMARK(copyPlain);

static void flattenAgain(benchmark::State &state) {
  PassManager pm = PassManager::on<ModuleOp>(&getContext());
  pmb::PassManagerBuilder builder(pm);
  builder.getInterface().inputContents = inputContents;
  builder.getInterface().outputContents = {{"llvm"}};
  if (llvm::Error error = builder.adopt(getText("lowering")))
    state.SkipWithError(llvm::toString(std::move(error)).c_str());
  for (auto _ : state) {
    OpPassManager target(ModuleOp::getOperationName());
    if (llvm::Error error = builder.flattenInto(target))
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
    benchmark::DoNotOptimize(target.size());
  }
}
BENCHMARK(flattenAgain);
