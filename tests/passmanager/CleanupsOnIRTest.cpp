//===- CleanupsOnIRTest.cpp - What is left out changes nothing ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialects.h"
#include "Support.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include <random>

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// Two multiplications that are equal once one is canonical, an operation that
/// only a dead one uses, a loop with an invariant, and a private function that
/// nobody calls.
const char *const scalars = R"(
func.func private @unused(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%x: i32, %y: i32, %n: index, %m: memref<?xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x0 = arith.addi %x, %c0 : i32
  %a = arith.muli %x0, %y : i32
  %b = arith.muli %x, %y : i32
  %used = arith.subi %x, %y : i32
  %dead = arith.divsi %used, %a : i32
  %deader = arith.xori %used, %b : i32
  scf.for %i = %zero to %n step %one {
    %inv = arith.muli %x, %x : i32
    %again = arith.muli %x, %x : i32
    %s = arith.addi %inv, %again : i32
    memref.store %s, %m[%i] : memref<?xi32>
  }
  return %a, %b : i32, i32
})";

const char *const tensors = R"(
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>,
                  %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
                     outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.add ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>)
                  outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
})";

class CleanupsOnIR : public ::testing::Test {
protected:
  CleanupsOnIR() : context(registry()) { context.disableMultithreading(); }

  static const mlir::DialectRegistry &registry() {
    static const mlir::DialectRegistry all = [] {
      mlir::registerAllPasses();
      return test::getAllDialects();
    }();
    return all;
  }

  /// What a pipeline makes of a program; `error` if it fails.
  std::string run(StringRef program,
                  llvm::function_ref<void(PassManagerBuilder &)> compose,
                  unsigned *leftOut = nullptr) {
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder pmb(pm, getStockCatalog());
    compose(pmb);
    // Order is not what is tested here.
    for (const DiagnosticInfo &info : getDiagnosticTable())
      if (unsigned(info.code) >= 20 && unsigned(info.code) < 46)
        pmb.setSeverity(info.code, Severity::Off);
    EXPECT_EQ(text(pmb.build()), "");
    if (leftOut)
      *leftOut +=
          llvm::count_if(pmb.getWarnings(), [](const Diagnostic &diagnostic) {
            return diagnostic.code == DiagnosticCode::PassDropped;
          });
    mlir::ScopedDiagnosticHandler quiet(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    std::string result = runOn(program, pm, context);
    return result.empty() ? "error" : result;
  }

  std::string runPasses(StringRef program,
                        std::initializer_list<const char *> passes) {
    return run(program, [&](PassManagerBuilder &pmb) {
      for (const char *pass : passes)
        pmb.PipelineBuilder::addPass(pass);
    });
  }

  mlir::MLIRContext context;
};

TEST_F(CleanupsOnIR, RepeatingCseFindsMoreToDo) {
  // This is why the catalog does not call it idempotent.
  EXPECT_NE(runPasses(scalars, {"cse"}), runPasses(scalars, {"cse", "cse"}));
}

/// Branches on constants, each of which is one only once the one before it is
/// gone, which takes a round of canonicalization.
std::string makeBranches(unsigned count) {
  std::string text = "func.func private @use(i32)\n"
                     "func.func @f(%x: i32) {\n"
                     "  %true = arith.constant true\n"
                     "  %false = arith.constant false\n"
                     "  cf.br ^b0(%true : i1)\n";
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "^b" + n + "(%c" + n + ": i1):\n  cf.cond_br %c" + n + ", ^t" + n +
            ", ^e" + n + "\n^t" + n +
            ":\n  func.call @use(%x) : (i32) -> ()\n  cf.br ^b" + next +
            "(%true : i1)\n^e" + n +
            ":\n  func.call @use(%x) : (i32) -> ()\n"
            "  func.call @use(%x) : (i32) -> ()\n  cf.br ^b" +
            next + "(%false : i1)\n";
  }
  return text + "^b" + std::to_string(count) + "(%last: i1):\n  return\n}\n";
}

TEST_F(CleanupsOnIR, RepeatingCanonicalizeFindsMoreToDo) {
  // This is why the catalog calls it idempotent with `max-iterations=-1` only.
  std::string program = makeBranches(30);
  std::string once = runPasses(program, {"canonicalize"});
  std::string twice = runPasses(program, {"canonicalize", "canonicalize"});
  EXPECT_NE(once, twice);
  auto runTwice = [&](const char *options, unsigned &leftOut) {
    return run(
        program,
        [&](PassManagerBuilder &pmb) {
          pmb.getCleanups().setDedupe(true);
          for (int i = 0; i < 2; ++i)
            pmb.PipelineBuilder::addPass("canonicalize", options);
        },
        &leftOut);
  };
  unsigned leftOut = 0;
  EXPECT_EQ(runTwice("", leftOut), twice);
  EXPECT_EQ(leftOut, 0u);
  std::string converged = runTwice("max-iterations=-1", leftOut);
  EXPECT_EQ(leftOut, 1u);
  EXPECT_EQ(converged, run(program, [](PassManagerBuilder &pmb) {
              for (int i = 0; i < 2; ++i)
                pmb.PipelineBuilder::addPass("canonicalize",
                                             "max-iterations=-1");
            }));
  EXPECT_EQ(runTwice("test-convergence max-iterations=100", leftOut),
            converged);
  EXPECT_EQ(leftOut, 2u);
}

TEST_F(CleanupsOnIR, WhatIsAdoptedOrParsedRunsAsItIs) {
  const char *pipeline = "builtin.module(canonicalize{max-iterations=-1},"
                         "canonicalize{max-iterations=-1},symbol-dce,"
                         "symbol-dce,func.func(cse,cse))";
  auto flatten = [&](llvm::function_ref<void(PassManagerBuilder &)> compose) {
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder pmb(pm, getStockCatalog());
    compose(pmb);
    EXPECT_EQ(text(pmb.build()), "");
    std::string result;
    llvm::raw_string_ostream os(result);
    pm.printAsTextualPipeline(os);
    return result;
  };
  mlir::PassManager given = mlir::PassManager::on<mlir::ModuleOp>(&context);
  llvm::StringRef passes(pipeline);
  passes.consume_front("builtin.module(");
  passes.consume_back(")");
  ASSERT_TRUE(mlir::succeeded(mlir::parsePassPipeline(passes, given)));
  std::string expected;
  llvm::raw_string_ostream os(expected);
  given.printAsTextualPipeline(os);
  EXPECT_EQ(flatten([&](PassManagerBuilder &pmb) {
              EXPECT_EQ(text(pmb.adopt(given)), "");
            }),
            expected);
  EXPECT_EQ(flatten([&](PassManagerBuilder &pmb) {
              llvm::Expected<TextualPipeline> parsed =
                  parseTextualPipeline(pipeline, "test");
              EXPECT_EQ(text(parsed->appendTo(pmb)), "");
            }),
            expected);
}

TEST_F(CleanupsOnIR, RepeatingTheCleanupFindsMoreToDo) {
  // This is why dedupe keeps all of `cleanup, cleanup`; share does not.
  auto cleanup = [](PassManagerBuilder &pmb) {
    pmb.addBundle(bundles::createCleanup());
  };
  auto twice = [&](PassManagerBuilder &pmb) {
    cleanup(pmb);
    cleanup(pmb);
  };
  EXPECT_NE(run(scalars, cleanup), run(scalars, twice));
  EXPECT_EQ(run(scalars, cleanup), run(scalars, [&](PassManagerBuilder &pmb) {
              twice(pmb);
              pmb.getCleanups().setShare(true);
            }));
}

TEST_F(CleanupsOnIR, ABuiltPipelineLacksWhatIsLeftOut) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getStockCatalog());
  pmb.getCleanups().setDedupe(true);
  GreedyRewriteConfig config;
  config.setMaxIterations(GreedyRewriteConfig::kNoLimit)
      .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Normal);
  pmb.addPass(mlir::createCanonicalizerPass(config));
  pmb.PipelineBuilder::addPass("symbol-privatize");
  pmb.addPass(mlir::createCanonicalizerPass(config));
  mlir::OpPassManager copy("builtin.module");
  ASSERT_EQ(text(pmb.flattenInto(copy)), "");
  EXPECT_EQ(copy.size(), 2u);
  ASSERT_EQ(pmb.getWarnings().size(), 1u);
  EXPECT_EQ(pmb.getWarnings()[0].code, DiagnosticCode::PassDropped);
  ASSERT_EQ(text(pmb.flattenInto(copy)), "");
  EXPECT_EQ(pmb.getWarnings().size(), 1u);
  ASSERT_EQ(text(pmb.getCleanups().keep(last(pass("canonicalize")))), "");
  mlir::OpPassManager kept("builtin.module");
  ASSERT_EQ(text(pmb.flattenInto(kept)), "");
  EXPECT_EQ(kept.size(), 3u);
  pmb.getCleanups().setDedupe(false);
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(pm.size(), 3u);
}

TEST_F(CleanupsOnIR, APartDoesNotRelyOnWhatIsNotInIt) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getStockCatalog());
  pmb.getCleanups().setDedupe(true);
  for (int i = 0; i < 3; ++i)
    pmb.PipelineBuilder::addPass("canonicalize", "max-iterations=-1");
  pmb.setPart(pmb.getNodes().begin()->getNext(), nullptr);
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(pm.size(), 1u);
}

TEST_F(CleanupsOnIR, WhatConstructorsWereGivenIsSeen) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getStockCatalog());
  pmb.getCleanups().setDedupe(true);
  GreedyRewriteConfig config;
  config.setMaxIterations(GreedyRewriteConfig::kNoLimit)
      .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Normal);
  pmb.addPass(mlir::createCanonicalizerPass(config));
  config.setMaxNumRewrites(1);
  pmb.addPass(mlir::createCanonicalizerPass(config));
  pmb.addPass(mlir::createCanonicalizerPass(config));
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(pm.size(), 3u);
}

/// Composes a pipeline at random: of stock bundles, each of which its author
/// may have put a canonicalization in front of or behind, and of single passes.
void composeAtRandom(PassManagerBuilder &pmb, std::mt19937 &random) {
  static const char *const passes[] = {"canonicalize",
                                       "canonicalize{max-iterations=-1}",
                                       "canonicalize{max-iterations=-1}",
                                       ("canonicalize{top-down=false "
                                        "max-iterations=-1}"),
                                       "canonicalize{max-num-rewrites=2}",
                                       "cse",
                                       "symbol-dce",
                                       "symbol-privatize",
                                       "strip-debuginfo",
                                       "control-flow-sink",
                                       "loop-invariant-code-motion",
                                       "sccp",
                                       "reconcile-unrealized-casts",
                                       "lower-affine",
                                       "convert-scf-to-cf"};
  std::vector<StringRef> bundles = getStockCatalog().getBundleNames();
  auto pick = [&](size_t count) { return random() % count; };
  for (size_t i = 0, size = 3 + pick(8); i < size; ++i) {
    if (pick(3) == 0) {
      pmb.addBundle(bundles[pick(bundles.size())]);
      continue;
    }
    auto [pass, options] =
        StringRef(passes[pick(std::size(passes))]).split('{');
    options.consume_back("}");
    if (pick(4) == 0 && pass != "symbol-dce" && pass != "symbol-privatize")
      pmb.nest("func.func").addPass(pass, options);
    else
      pmb.PipelineBuilder::addPass(pass, options);
    if (pick(5) == 0)
      pmb.nest("func.func").addPass("llvm-request-c-wrappers");
  }
}

TEST_F(CleanupsOnIR, DedupeChangesNothingOfPipelinesComposedAtRandom) {
  unsigned leftOut = 0, done = 0, tries = getTries(600, 150);
  for (unsigned seed = 0; seed < tries; ++seed)
    for (StringRef program : {scalars, tensors}) {
      std::string composed;
      auto compose = [&](PassManagerBuilder &pmb) {
        std::mt19937 random(seed);
        composeAtRandom(pmb, random);
        pmb.getCleanups().setDedupe(true);
        composed = pmb.str();
      };
      std::string with = run(program, compose, &leftOut);
      std::string without = run(program, [&](PassManagerBuilder &pmb) {
        compose(pmb);
        pmb.getCleanups().setDedupe(false);
      });
      done += with != "error";
      ASSERT_EQ(with, without) << "seed " << seed << ": " << composed;
    }
  // Otherwise nothing was tested.
  EXPECT_GT(leftOut, tries / 12);
  EXPECT_GT(done, tries / 6);
}

} // namespace
