//===- PipelineFileTest.cpp - Pipelines from files run --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineFile.h"
#include "../Require.h"
#include "Dialects.h"
#include "Support.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"

using namespace pmb;
using namespace pmb::test;

namespace {

const char *const program = R"(
  func.func private @unused() { return }
  func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> tensor<4x3xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4x3xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3xf32>)
        -> tensor<4x3xf32>
    %c = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x3xf32>)
        outs(%init : tensor<4x3xf32>) -> tensor<4x3xf32>
    %d = linalg.add ins(%c, %c : tensor<4x3xf32>, tensor<4x3xf32>)
        outs(%init : tensor<4x3xf32>) -> tensor<4x3xf32>
    return %d : tensor<4x3xf32>
  }
)";

/// What somebody would write who has no files.
const char *const written =
    "builtin.module("
    "func.func(linalg-generalize-named-ops,linalg-fuse-elementwise-ops),"
    "one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map},"
    "expand-realloc{emit-deallocs=false},canonicalize,"
    "ownership-based-buffer-deallocation,canonicalize,"
    "buffer-deallocation-simplification,bufferization-lower-deallocations,"
    "cse,canonicalize,convert-bufferization-to-memref,"
    "func.func(convert-linalg-to-loops,loop-invariant-code-motion),"
    "canonicalize{top-down=false max-iterations=3},cse,"
    "convert-scf-to-cf,"
    "func.func(canonicalize{top-down=false max-iterations=3},cse,"
    "lower-vector-multi-reduction,convert-vector-to-scf),"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-vector-to-llvm,convert-math-to-llvm,convert-math-to-libm,"
    "convert-vector-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-index-to-llvm,"
    "convert-arith-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "reconcile-unrealized-casts,symbol-dce,"
    "canonicalize{top-down=false max-iterations=3},cse)";

class PipelineFiles : public testing::Test {
protected:
  PipelineFiles() : context(makeRegistry()) {}

  static mlir::DialectRegistry makeRegistry() {
    mlir::registerAllPasses();
    return test::getAllDialects();
  }

  static PipelineFile read(llvm::StringRef name) {
    return test::require(
        PipelineFile::read((PMB_TEST_INPUTS "/" + name).str()));
  }

  /// Builds the file into a pass manager; the text of the errors.
  std::string build(const PipelineFile &file, mlir::PassManager &pm) {
    PassManagerBuilder pmb(pm);
    if (llvm::Error error = file.appendTo(pmb))
      return text(std::move(error));
    return text(pmb.build());
  }

  std::string run(mlir::PassManager &pm) { return runOn(program, pm, context); }

  mlir::MLIRContext context;
};

TEST_F(PipelineFiles, RunsAsIfWrittenByHand) {
  mlir::PassManager built = mlir::PassManager::on<mlir::ModuleOp>(&context);
  ASSERT_EQ(build(read("main.pipeline.json"), built), "");

  mlir::PassManager byHand = mlir::PassManager::on<mlir::ModuleOp>(&context);
  llvm::StringRef passes = written;
  passes.consume_front("builtin.module(");
  passes.consume_back(")");
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline(passes, byHand)));

  EXPECT_EQ(text(built), text(byHand));
  std::string result = run(built);
  EXPECT_EQ(result, run(byHand));
  // It did what it is for.
  EXPECT_TRUE(contains(result, "llvm.func @main"));
  for (llvm::StringRef gone :
       {"linalg.", "tensor", "memref.", "scf.", "unrealized", "@unused"})
    EXPECT_FALSE(contains(result, gone));
}

TEST_F(PipelineFiles, WrittenAndReadAgainItRunsTheSame) {
  mlir::PassManager built = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(built);
  ASSERT_EQ(text(read("main.pipeline.json").appendTo(pmb)), "");
  std::string json = toText(PipelineFile::describe(pmb));
  ASSERT_EQ(text(pmb.build()), "");

  mlir::PassManager again = mlir::PassManager::on<mlir::ModuleOp>(&context);
  ASSERT_EQ(build(test::require(PipelineFile::parse(
                      SourceText::copy(json, "written.pipeline.json"))),
                  again),
            "");
  EXPECT_EQ(text(again), text(built));
  EXPECT_EQ(run(again), run(built));
}

TEST_F(PipelineFiles, EveryPassKnowsItsPlaceInAFile) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm);
  ASSERT_EQ(text(read("main.pipeline.json").appendTo(pmb)), "");
  unsigned included = 0;
  for (const Node &node : pmb.getPasses()) {
    const Origin &origin = node.getOrigin();
    EXPECT_EQ(origin.kind, Origin::Kind::File) << node.getName().str();
    EXPECT_GT(origin.line, 0u) << node.getName().str();
    included += llvm::StringRef(origin.name).ends_with("buffers.pipeline.json");
    if (node.getName() == "linalg-fuse-elementwise-ops") {
      EXPECT_EQ(origin.why, "fewer loops");
    }
  }
  // Ten of the bundle, and convert-linalg-to-loops.
  EXPECT_EQ(included, 11u);
}

TEST_F(PipelineFiles, OtherEntriesApplyToAnotherVariant) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm);
  pmb.setVariant("large");
  std::string errors = text(read("main.pipeline.json").appendTo(pmb));
  EXPECT_TRUE(contains(errors, "'cse' conflicts with 'symbol-dce'"));
  EXPECT_TRUE(pmb.getPasses().begin() == pmb.getPasses().end())
      << "as a whole or not at all";
}

TEST_F(PipelineFiles, OptionsAreCheckedByTheirPass) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PipelineFile file = test::require(PipelineFile::parse(SourceText::copy(
      "{\"passes\": [\n  {\"pass\": \"canonicalize\", \"options\": "
      "{\"max-iterations\": \"many\"}}]}",
      "x.pipeline.json")));
  std::string errors = build(file, pm);
  EXPECT_TRUE(contains(errors, "max-iterations"));
  EXPECT_TRUE(contains(errors, "x.pipeline.json:2:12"));
  EXPECT_EQ(pm.size(), 0u);
}

} // namespace
