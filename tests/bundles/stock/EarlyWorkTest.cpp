//===- EarlyWorkTest.cpp - MLIR's passes before what they work on ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the stock catalog says of passes that work on buffers, vectors, kernels
// or structured operations, and of the passes that make those.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

using Items = std::vector<std::string>;

/// The worst finding about `pass` that says something about order, or
/// Severity::Off.
Severity judge(StringRef passes, StringRef pass,
               std::optional<Items> contents = {}) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  test::require(
      test::require(
          parseTextualPipeline(("builtin.module(" + passes + ")").str(), "p"))
          .appendTo(pipeline));
  pipeline.getInterface().inputContents = std::move(contents);
  Severity worst = Severity::Off;
  for (const Diagnostic &finding : pipeline.check())
    if (finding.node && finding.node->name == pass)
      worst = std::max(worst, finding.severity);
  return worst;
}

const StringRef ofBuffers[] = {"buffer-hoisting",
                               "buffer-loop-hoisting",
                               "promote-buffers-to-stack",
                               "optimize-allocation-liveness",
                               "normalize-memrefs",
                               "fold-memref-alias-ops",
                               "memref-expand",
                               "expand-realloc",
                               "drop-equivalent-buffer-results",
                               "buffer-results-to-out-params",
                               "buffer-deallocation-simplification",
                               "flatten-memref",
                               "memref-emulate-wide-int"};

std::string inNest(StringRef pass) {
  for (StringRef nested :
       {"buffer-hoisting", "buffer-loop-hoisting", "promote-buffers-to-stack",
        "optimize-allocation-liveness", "buffer-deallocation-simplification"})
    if (pass == nested)
      return ("func.func(" + pass + ")").str();
  return pass.str();
}

const Items tensors = {"linalg.matmul", "tensor.empty",       "!tensor",
                       "func.func",     "func.func(!tensor)", "func.return"};
const Items both = {"linalg.matmul", "tensor.empty", "!tensor",
                    "memref.load",   "!memref",      "func.func",
                    "func.return"};

TEST(EarlyWork, PassesOnBuffersComeBehindABufferization) {
  for (StringRef bufferize :
       {"one-shot-bufferize",
        "one-shot-bufferize{bufferize-function-boundaries}",
        "sparsification-and-bufferization"})
    for (StringRef pass : ofBuffers) {
      SCOPED_TRACE((pass + " before " + bufferize).str());
      std::string early = inNest(pass) + "," + bufferize.str();
      EXPECT_EQ(judge(early, pass), Severity::Warning);
      EXPECT_EQ(judge(early, pass, tensors), Severity::Warning);
      EXPECT_EQ(judge(early, pass, both), Severity::Off);
      EXPECT_EQ(judge(early + "," + inNest(pass), pass), Severity::Off);
      EXPECT_EQ(judge(bufferize.str() + "," + inNest(pass), pass),
                Severity::Off);
      EXPECT_EQ(judge("acme-bufferize," + early, pass), Severity::Off);
    }
}

/// What bufferization allocates would never be freed.
TEST(EarlyWork, DeallocationBeforeBufferizationIsAnError) {
  for (StringRef bufferize :
       {"one-shot-bufferize", "sparsification-and-bufferization"})
    for (StringRef deallocate : {"ownership-based-buffer-deallocation",
                                 "buffer-deallocation-pipeline"})
      for (const std::optional<Items> &contents :
           {std::optional<Items>(), std::optional<Items>(tensors)}) {
        SCOPED_TRACE((deallocate + " and " + bufferize).str());
        StringRef pass = "ownership-based-buffer-deallocation";
        EXPECT_EQ(judge((deallocate + "," + bufferize).str(), pass, contents),
                  Severity::Error);
        EXPECT_NE(judge((bufferize + "," + deallocate).str(), pass, contents),
                  Severity::Error);
      }
}

TEST(EarlyWork, OtherFamilies) {
  struct Case {
    StringRef pass, nest, maker;
  };
  for (auto [pass, nest, maker] : {
           Case{"lower-vector-mask", "func.func",
                "func.func(affine-super-vectorize)"},
           Case{"convert-vector-to-scf", "",
                "func.func(affine-super-vectorize)"},
           Case{"convert-vector-to-llvm", "",
                "func.func(affine-super-vectorize)"},
           Case{"nvvm-attach-target", "", "gpu-kernel-outlining"},
           Case{"gpu-module-to-binary", "", "gpu-kernel-outlining"},
           Case{"canonicalize", "gpu.module", "gpu-kernel-outlining"},
           Case{"convert-gpu-to-nvvm", "gpu.module", "gpu-kernel-outlining"},
           Case{"gpu-kernel-outlining", "", "convert-parallel-loops-to-gpu"},
           Case{"gpu-map-parallel-loops", "func.func",
                "convert-linalg-to-parallel-loops"},
           Case{"affine-loop-tile", "func.func",
                "convert-linalg-to-affine-loops"},
           Case{"linalg-fuse-elementwise-ops", "", "func.func(tosa-to-linalg)"},
           Case{"linalg-generalize-named-ops", "", "func.func(tosa-to-linalg)"},
       }) {
    SCOPED_TRACE((pass + " and " + maker).str());
    std::string whole =
        nest.empty() ? pass.str() : (nest + "(" + pass + ")").str();
    EXPECT_GE(judge(whole + "," + maker.str(), pass), Severity::Warning);
    EXPECT_EQ(judge(maker.str() + "," + whole, pass), Severity::Off);
  }
  // Bufferization leaves some linalg, but is not there for it.
  EXPECT_EQ(judge("linalg-fuse-elementwise-ops,one-shot-bufferize",
                  "linalg-fuse-elementwise-ops"),
            Severity::Off);
}

TEST(EarlyWork, BehindTheLoweringIsTooLate) {
  for (StringRef pass :
       {"linalg-fuse-elementwise-ops", "linalg-generalize-named-ops",
        "linalg-specialize-generic-ops", "linalg-block-pack-matmul"})
    for (StringRef lower :
         {"convert-linalg-to-loops", "convert-linalg-to-affine-loops",
          "convert-linalg-to-parallel-loops"}) {
      SCOPED_TRACE((pass + " behind " + lower).str());
      EXPECT_EQ(judge((lower + "," + pass).str(), pass), Severity::Warning);
      EXPECT_EQ(judge((lower + "," + pass).str(), pass,
                      Items{"linalg.matmul", "memref.load", "!memref"}),
                Severity::Warning);
      EXPECT_EQ(judge((lower + ",acme-structure," + pass).str(), pass),
                Severity::Off);
    }
}

} // namespace
