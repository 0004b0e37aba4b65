//===- InputContentsTest.cpp - Inputs as people write them ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the stock catalog makes of dialects, operations and types that somebody
// names as the contents of a pipeline's input or output.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

using Items = std::vector<std::string>;

void appendPasses(Pipeline &pipeline, llvm::StringRef passes) {
  std::string text = ("builtin.module(" + passes + ")").str();
  test::require(
      test::require(parseTextualPipeline(text, "test")).appendTo(pipeline));
}

/// All findings of at least this severity, one line for each.
std::string checkKnown(llvm::StringRef text, std::optional<Items> contents,
                       std::optional<Items> expect = {},
                       Severity least = Severity::Error,
                       bool isMeasured = false) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  appendPasses(pipeline, text);
  pipeline.getInterface().inputContents = std::move(contents);
  pipeline.getInterface().outputContents = std::move(expect);
  pipeline.getInterface().isInputMeasured = isMeasured;
  std::string result;
  for (const Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity >= least) {
      result += getDiagnosticInfo(diagnostic.code).name.str() + ": " +
                diagnostic.message + "\n";
      if (diagnostic.fix)
        result += "fix: " + diagnostic.fix->message + "\n";
    }
  return result;
}

const Items toLLVM = {"llvm"};

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

TEST(InputContents, ADialectIsLoweredWithItsOperations) {
  EXPECT_EQ(checkKnown("lower-affine", Items{"affine", "func"},
                       Items{"scf", "arith", "memref", "vector", "func"},
                       Severity::Warning),
            "");
}

TEST(InputContents, ADialectLeadsToWhatItsOperationsLeadTo) {
  EXPECT_EQ(
      checkKnown("convert-scf-to-cf,convert-arith-to-llvm,"
                 "convert-func-to-llvm,reconcile-unrealized-casts",
                 Items{"scf", "func", "arith"}, toLLVM),
      "predicted-left-over: 'cf.br' and 'cf.cond_br' probably stay in the IR: "
      "nothing in the pipeline lowers them\n"
      "fix: insert 'convert-cf-to-llvm' after 'convert-scf-to-cf'\n");
  EXPECT_EQ(
      checkKnown("convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,"
                 "convert-func-to-llvm,reconcile-unrealized-casts",
                 Items{"scf", "func", "arith"}, toLLVM),
      "");
}

TEST(InputContents, ADialectThatNothingLowersIsOneFinding) {
  EXPECT_EQ(checkKnown("cse", Items{"scf", "func"},
                       Items{"func", "cf", "arith"}, Severity::Warning),
            "predicted-left-over: 'scf' stays in the IR: nothing in the "
            "pipeline lowers "
            "it\nfix: insert 'convert-scf-to-cf' after 'cse'\n");
}

TEST(InputContents, PassesThatDoNotMatterChangeNothing) {
  std::string alone =
      checkKnown("convert-scf-to-cf", Items{"scf", "func"}, Items{"func"});
  EXPECT_NE(alone, "");
  // They name operations of scf, and have nothing to do.
  EXPECT_EQ(
      checkKnown("convert-scf-to-cf,scf-for-loop-peeling,scf-forall-to-for",
                 Items{"scf", "func"}, Items{"func"}),
      alone);
}

TEST(InputContents, ALoweringInPartLeavesTheDialect) {
  EXPECT_TRUE(
      test::contains(checkKnown("fold-memref-alias-ops,convert-func-to-llvm",
                                Items{"memref", "func"}, toLLVM),
                     "predicted-left-over: 'memref'"));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(InputContents, NamesThatNobodyKnows) {
  EXPECT_EQ(checkKnown("cse", Items{"linlag.matmul"}),
            "unknown-item: 'linlag.matmul' in the input's contents: nothing is "
            "known of a dialect 'linlag'\n");
  EXPECT_EQ(checkKnown("cse", Items{"arith.adddi"}),
            "unknown-item: 'arith.adddi' in the input's contents: 'arith' has "
            "no operation 'adddi'\n");
  EXPECT_EQ(checkKnown("cse", Items{"!tenosr"}),
            "unknown-item: '!tenosr' in the input's contents: nothing is known "
            "of a type '!tenosr'\n");
  EXPECT_EQ(checkKnown("cse", std::nullopt, Items{"lvm"}),
            "unknown-item: 'lvm' in the output's contents: nothing is known of "
            "a dialect 'lvm'\n");
}

TEST(InputContents, DialectsOfOthersArePossible) {
  EXPECT_EQ(checkKnown("cse",
                       Items{"acme.matmul", "acme", "!acme", "stablehlo.add"},
                       std::nullopt, Severity::Warning),
            "");
  // Read off IR, it is what it is.
  EXPECT_EQ(checkKnown("cse", Items{"tpu.matmul", "arith.new"}, std::nullopt,
                       Severity::Warning, /*isMeasured=*/true),
            "");
  Catalog catalog = getStockCatalog().clone();
  PassDescriptor pass("lower-tpu");
  pass.contract.lowers({"tpu.matmul"}).to({"llvm"});
  pass.hasContract = true;
  test::require(catalog.addPass(std::move(pass)));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("lower-tpu");
  pipeline.getInterface().inputContents = {"tpu.matmul", "tpu.add"};
  EXPECT_TRUE(pipeline.check().empty());
}

TEST(InputContents, AllOperationsOfTheCatalogAreKnown) {
  Items items;
  for (llvm::StringRef dialect : getStockCatalog().getDialectNames())
    getStockCatalog().forEachOperation(dialect, [&](llvm::StringRef op, bool) {
      items.push_back((dialect + "." + op).str());
    });
  EXPECT_GT(items.size(), 2000u);
  EXPECT_EQ(checkKnown("cse", items), "");
}

//===----------------------------------------------------------------------===//
// What comes of it
//===----------------------------------------------------------------------===//

TEST(InputContents, ALoweringThatCertainlyDoesNothing) {
  EXPECT_EQ(checkKnown("convert-linalg-to-loops",
                       Items{"linalg.matmul", "!tensor", "func.func"},
                       std::nullopt, Severity::Warning),
            "no-effect: 'convert-linalg-to-loops' does nothing: it leaves "
            "'linalg.matmul' alone while '!tensor' is there, and nothing "
            "removes that\n"
            "fix: insert 'one-shot-bufferize{bufferize-function-boundaries="
            "true}' before 'convert-linalg-to-loops'\n");
}

TEST(InputContents, OneMistakeIsOneError) {
  EXPECT_EQ(
      checkKnown(
          "func.func(convert-linalg-to-loops),one-shot-bufferize{bufferize-"
          "function-boundaries},expand-strided-metadata,lower-affine,"
          "convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,"
          "convert-func-to-llvm,convert-cf-to-llvm,"
          "reconcile-unrealized-casts",
          Items{"linalg.matmul", "!tensor", "func.func", "func.return"},
          toLLVM),
      "predicted-left-over: 'linalg.matmul' stays in the IR: "
      "'convert-linalg-to-loops' "
      "runs too early, while '!tensor' is in its way\n"
      "fix: move 'convert-linalg-to-loops' after 'one-shot-bufferize'\n");
}

/// What a program with the dialect rarely has is worth a warning.
TEST(InputContents, ADialectPromisesItsRareOperations) {
  const char *toLoops =
      "convert-linalg-to-loops,convert-scf-to-cf,convert-to-llvm,"
      "reconcile-unrealized-casts";
  EXPECT_EQ(checkKnown(toLoops, Items{"linalg", "func"}, toLLVM), "");
  std::string text =
      checkKnown(toLoops, Items{"linalg", "func"}, toLLVM, Severity::Warning);
  EXPECT_TRUE(test::contains(text, "'linalg.softmax'"));
  EXPECT_EQ(checkKnown(toLoops, Items{"linalg.matmul", "func"}, toLLVM,
                       Severity::Warning),
            "");
}

TEST(InputContents, TooEarlyForWhatIsNotThereYet) {
  EXPECT_EQ(checkKnown("convert-scf-to-cf,convert-linalg-to-loops",
                       Items{"linalg.matmul", "func.func", "!memref"},
                       Items{"cf", "func", "memref", "arith"}),
            "predicted-left-over: 'scf.for' stays in the IR: "
            "'convert-scf-to-cf' runs "
            "too early, before 'convert-linalg-to-loops' introduces it\n"
            "fix: move 'convert-scf-to-cf' after 'convert-linalg-to-loops'\n");
}

TEST(InputContents, DeallocationTwice) {
  EXPECT_EQ(checkKnown("buffer-deallocation-pipeline",
                       Items{"memref.alloc", "memref.dealloc", "func.func"})
                .find("rejected: 'ownership-based-buffer-deallocation' of "
                      "pipeline 'buffer-deallocation-pipeline' cannot accept "
                      "'memref.dealloc', which is there"),
            0u);
  EXPECT_NE(
      checkKnown("buffer-deallocation-pipeline,buffer-deallocation-pipeline",
                 Items{"memref.alloc", "memref.load", "func.func"}),
      "");
  EXPECT_EQ(checkKnown("buffer-deallocation-pipeline",
                       Items{"memref.alloc", "memref.load", "func.func"}),
            "");
}

TEST(InputContents, NestsThatNoIRHas) {
  EXPECT_EQ(checkKnown("func.func(func.func(cse))", std::nullopt, std::nullopt,
                       Severity::Warning),
            "no-effect: 'cse' has nothing to run on: no 'func.func' stands "
            "directly in a 'func.func'\n");
  EXPECT_EQ(checkKnown("gpu.func(cse)", std::nullopt, std::nullopt,
                       Severity::Warning),
            "no-effect: 'cse' has nothing to run on: no 'gpu.func' stands "
            "directly in a 'builtin.module'\n");
  EXPECT_EQ(checkKnown("gpu.module(gpu.func(cse)),func.func(cse),"
                       "any(func.func(cse))",
                       std::nullopt, std::nullopt, Severity::Warning),
            "");
}

TEST(InputContents, TheBodyOfAnAtomicOperationMustBeLoweredBeforeIt) {
  Items atomic = {"memref.generic_atomic_rmw",
                  "memref.atomic_yield",
                  "arith.addf",
                  "func.func",
                  "func.return",
                  "!memref"};
  llvm::StringRef behind =
      "func.func(convert-arith-to-llvm),finalize-memref-to-llvm,"
      "convert-func-to-llvm,reconcile-unrealized-casts";
  EXPECT_EQ(checkKnown(behind, atomic, toLLVM, Severity::Warning), "");
  EXPECT_EQ(checkKnown("convert-to-llvm,reconcile-unrealized-casts", atomic,
                       toLLVM, Severity::Warning),
            "");
  EXPECT_EQ(checkKnown("finalize-memref-to-llvm,convert-arith-to-llvm,"
                       "convert-func-to-llvm,reconcile-unrealized-casts",
                       atomic, toLLVM, Severity::Warning)
                .find("may-be-left-over: 'memref.atomic_yield'"),
            0u);
}

TEST(InputContents, ATransposedVectorLeavesPoison) {
  Items vectors = {"vector.transpose", "!vector", "func.func", "func.return"};
  EXPECT_EQ(
      checkKnown("convert-vector-to-llvm,convert-func-to-llvm,"
                 "reconcile-unrealized-casts",
                 vectors, toLLVM),
      "predicted-left-over: 'ub.poison' stays in the IR: nothing in the "
      "pipeline "
      "lowers it\n"
      "fix: insert 'convert-ub-to-llvm' after 'convert-vector-to-llvm'\n");
  EXPECT_EQ(checkKnown("convert-vector-to-llvm,convert-ub-to-llvm,"
                       "convert-func-to-llvm,reconcile-unrealized-casts",
                       vectors, toLLVM),
            "");
}

TEST(InputContents, ATransferOfSeveralDimensionsBecomesLoops) {
  Items vectors = {"vector.transfer_read(nested)", "!vector", "!memref",
                   "func.func", "func.return"};
  auto check = [&](llvm::StringRef options) {
    return checkKnown(("convert-vector-to-scf" + options +
                       ",convert-vector-to-llvm,convert-ub-to-llvm,"
                       "convert-arith-to-llvm,finalize-memref-to-llvm,"
                       "convert-func-to-llvm,reconcile-unrealized-casts")
                          .str(),
                      vectors, toLLVM);
  };
  EXPECT_EQ(check("").find("predicted-left-over: 'scf.for' and 'scf.yield' "
                           "stay in the IR"),
            0u)
      << check("");
  EXPECT_EQ(check("{full-unroll=true}"), "");
}

/// Strides and dilations are tensors that nothing computes with.
TEST(InputContents, TensorsInAttributesAreInNobodysWay) {
  EXPECT_FALSE(test::contains(
      checkKnown("convert-linalg-to-loops,convert-scf-to-cf,"
                 "finalize-memref-to-llvm,convert-arith-to-llvm,"
                 "convert-cf-to-llvm,convert-func-to-llvm,"
                 "reconcile-unrealized-casts",
                 Items{"linalg.conv_2d_nhwc_hwcf", "linalg.yield", "arith.addf",
                       "arith.mulf", "func.func", "func.return", "!memref",
                       "!tensor"},
                 toLLVM),
      "!tensor"));
}

TEST(InputContents, WhatIsKnownIsBufferizedWhereTheUnknownIsAllowed) {
  EXPECT_EQ(checkKnown("one-shot-bufferize{bufferize-function-boundaries "
                       "allow-unknown-ops},convert-linalg-to-loops",
                       Items{"linalg.matmul", "linalg.yield", "arith.addf",
                             "arith.mulf", "func.func", "func.return",
                             "!tensor", "func.func(!tensor)"},
                       Items{"memref", "arith", "func"})
                .find("predicted-left-over: 'scf.for' stays in the IR"),
            0u);
}

//===----------------------------------------------------------------------===//
// Canonical IR
//===----------------------------------------------------------------------===//

class CanonicalTest : public testing::Test {
protected:
  CanonicalTest() : catalog(getStockCatalog().clone()) {
    PassDescriptor pass("match");
    pass.hasContract = true;
    pass.contract.requiresProperty("canonical");
    test::require(catalog.addPass(std::move(pass)));
  }
  bool isFine(llvm::StringRef text) const {
    PipelineBuilder pipeline("builtin.module", catalog);
    appendPasses(pipeline, text);
    return pipeline.check().empty();
  }
  Catalog catalog;
};

TEST_F(CanonicalTest, NotBehindACanonicalizerThatStopsEarly) {
  EXPECT_TRUE(isFine("match"));
  EXPECT_TRUE(isFine("canonicalize,match"));
  EXPECT_TRUE(isFine("canonicalize{max-num-rewrites=-1},match"));
  EXPECT_FALSE(isFine("canonicalize{max-num-rewrites=0},match"));
  EXPECT_FALSE(isFine("canonicalize{enable-patterns=Foo},match"));
  EXPECT_FALSE(isFine("canonicalize{disable-patterns=Foo},match"));
}

TEST_F(CanonicalTest, BehindTheCleanupBundle) {
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addBundle(bundles::createCleanup());
  pipeline.addPass("match");
  EXPECT_TRUE(pipeline.check().empty());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

const Items ofLoops = {"builtin.module",   "func.func",  "func.return",
                       "scf.parallel",     "scf.reduce", "memref.load",
                       "memref.store",     "arith.addf", "arith.constant",
                       "func.func(plain)", "!memref",    "!index"};
constexpr llvm::StringRef makesKernels =
    "func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu,"
    "lower-affine,gpu-kernel-outlining,gpu.module(convert-gpu-to-nvvm)";

/// What a kernel is made of has left the host, whose launch has values of its
/// own.
TEST(InputContents, CastsInKernelsHaveNothingToDoWithTheHost) {
  EXPECT_EQ(checkKnown((makesKernels + ",reconcile-unrealized-casts," +
                        "convert-scf-to-cf,gpu-to-llvm")
                           .str(),
                       ofLoops,
                       Items{"gpu", "llvm", "nvvm", "func", "arith", "cf"},
                       Severity::Error, /*isMeasured=*/true),
            "");
}

TEST(InputContents, AKernelAsksForItsThread) {
  const Items output = {"gpu", "llvm", "func", "arith", "cf"};
  auto check = [&](llvm::StringRef last) {
    return checkKnown(
        (makesKernels + ",convert-scf-to-cf,nvvm-attach-target" + last).str(),
        ofLoops, output, Severity::Error, /*isMeasured=*/true);
  };
  EXPECT_TRUE(test::contains(check(""), "'nvvm' stays in the IR"));
  EXPECT_EQ(check(",gpu-module-to-binary{format=isa}"), "");
}

TEST(InputContents, FloatsThatAreEmulatedAreNoCertainLeftOver) {
  auto check = [](llvm::StringRef pass) {
    return checkKnown(pass,
                      Items{"func.func", "func.return", "arith.addf(!f8)"},
                      Items{"func", "arith.extf", "arith.truncf"},
                      Severity::Error, /*isMeasured=*/true);
  };
  EXPECT_EQ(check("arith-emulate-unsupported-floats{source-types=f8E4M3FN}"),
            "");
  EXPECT_TRUE(test::contains(check("arith-emulate-unsupported-floats"),
                             "'arith.addf' stays in the IR"));
}

/// Only other scripts make structured operations of others.
TEST(InputContents, AScriptThatVectorizesMakesNoStructuredOperations) {
  auto check = [](llvm::StringRef step) {
    return checkKnown(
        "transform-interpreter,test-transform-dialect-erase-schedule",
        Items{"builtin.module", "func.func", "func.return", "linalg.matmul",
              "linalg.yield", "!memref", "!transform",
              "transform.named_sequence", "transform.structured.match",
              "transform.yield", step.str()},
        Items{"func", "vector", "linalg.matmul", "linalg.yield", "tensor",
              "arith"},
        Severity::Warning, /*isMeasured=*/true);
  };
  EXPECT_EQ(check("transform.structured.vectorize"), "");
  EXPECT_TRUE(test::contains(check("transform.structured.generalize"),
                             "'linalg.generic' may stay in the IR"));
}

} // namespace
