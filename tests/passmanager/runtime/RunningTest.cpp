//===- RunningTest.cpp - Pass managers that run are not edited ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <mutex>

using namespace pmb;
using namespace pmb::test;

namespace {

/// Calls a function where it runs.
template <typename OpT>
struct CallPass : mlir::PassWrapper<CallPass<OpT>, mlir::OperationPass<OpT>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallPass)
  explicit CallPass(std::function<void(CallPass &)> call)
      : call(std::move(call)) {}
  using mlir::OperationPass<OpT>::getOperation;
  using mlir::Pass::runPipeline;
  void runOnOperation() override { call(*this); }
  std::function<void(CallPass &)> call;
};
using ModuleCall = CallPass<mlir::ModuleOp>;
using FunctionCall = CallPass<mlir::func::FuncOp>;

constexpr llvm::StringLiteral fourFunctions =
    "func.func @f() { return }\nfunc.func @g() { return }\n"
    "func.func @h() { return }\nfunc.func @i() { return }\n";

constexpr llvm::StringLiteral refused =
    "error: the pass manager runs, and its passes cannot be replaced "
    "[PMB120 pass-manager-runs]\n"
    "  help: edit it before or after the run; for more passes inside of a "
    "pass, fill an OpPassManager and call runPipeline()\n";

/// A context, and a pass manager that is filled by hand.
struct ByHand {
  mlir::MLIRContext context;
  mlir::PassManager pm;
  ByHand() : pm(mlir::PassManager::on<mlir::ModuleOp>(load(context))) {
    registerTestPasses();
  }
  static mlir::MLIRContext *load(mlir::MLIRContext &context) {
    context.loadDialect<mlir::func::FuncDialect>();
    return &context;
  }
  bool run() { return !runOn(fourFunctions, pm, context).empty(); }
};

/// PMB120: a pass that builds into the pass manager that runs it
TEST(PassManagerThatRuns, IsNeitherAdoptedNorFilled) {
  ByHand hand;
  std::vector<std::string> said;
  auto edit = [&](ModuleCall &) {
    PassManagerBuilder builder(hand.pm, getTestCatalog());
    said.push_back(text(builder.adopt(hand.pm)));
    EXPECT_TRUE(builder.empty());
    builder.addPass("test-module");
    said.push_back(text(builder.build()));
    said.push_back(text(builder.flattenInto(hand.pm)));
    builder.discard();
  };
  hand.pm.addPass(std::make_unique<ModuleCall>(edit));
  hand.pm.addPass(std::make_unique<ModulePass>());
  EXPECT_TRUE(hand.run());
  for (const std::string &message : said)
    EXPECT_EQ(message, refused);
  EXPECT_EQ(said.size(), 3u);
  EXPECT_EQ(hand.pm.size(), 2u);
  // And again, with what the first run has left.
  EXPECT_TRUE(hand.run());
  EXPECT_EQ(said.size(), 6u);
  EXPECT_EQ(said.back(), refused);
}

TEST(PassManagerThatRuns, IsKnownInNestsAndOnThreads) {
  for (bool withThreads : {false, true}) {
    ByHand hand;
    hand.context.disableMultithreading(!withThreads);
    std::mutex mutex;
    std::vector<std::string> said;
    auto edit = [&](FunctionCall &) {
      std::lock_guard<std::mutex> lock(mutex);
      PassManagerBuilder builder(hand.pm, getTestCatalog());
      said.push_back(text(builder.adopt(hand.pm)));
      builder.discard();
    };
    hand.pm.addNestedPass<mlir::func::FuncOp>(
        std::make_unique<FunctionCall>(edit));
    hand.pm.addPass(std::make_unique<ModulePass>());
    EXPECT_TRUE(hand.run());
    EXPECT_EQ(said.size(), 4u);
    for (const std::string &message : said)
      EXPECT_EQ(message, refused);
  }
}

TEST(PassManagerThatRuns, IsKnownFromThePassOfAPipelineThatAPassRuns) {
  ByHand hand;
  std::string said;
  hand.pm.addPass(std::make_unique<ModuleCall>([&](ModuleCall &outer) {
    mlir::OpPassManager dynamic("builtin.module");
    dynamic.addPass(std::make_unique<ModuleCall>([&](ModuleCall &) {
      PassManagerBuilder builder(hand.pm, getTestCatalog());
      said += text(builder.adopt(hand.pm));
      // The inner one runs, too.
      PassManagerBuilder inner(dynamic, nullptr, getTestCatalog());
      inner.addPass("test-module");
      said += text(inner.build());
      builder.discard();
      inner.discard();
    }));
    EXPECT_TRUE(succeeded(outer.runPipeline(dynamic, outer.getOperation())));
  }));
  EXPECT_TRUE(hand.run());
  EXPECT_EQ(said, (refused + refused).str());
}

/// So that what a run leaves on the stack lies above what comes later.
LLVM_ATTRIBUTE_NOINLINE std::string adoptDeeper(mlir::PassManager &pm,
                                                unsigned depth) {
  volatile char room[512];
  room[depth] = 1;
  if (depth)
    return adoptDeeper(pm, depth - 1) + (room[depth] ? "" : "x");
  PassManagerBuilder builder(pm, getTestCatalog());
  std::string said = text(builder.adopt(pm));
  builder.addPass("test-module");
  return said + text(builder.build());
}

TEST(PassManagerThatHasRun, CanBeAdoptedAndRunAgain) {
  for (unsigned depth : {0, 1, 4, 16, 64}) {
    ByHand hand;
    hand.pm.addPass(std::make_unique<ModulePass>());
    hand.pm.addNestedPass<mlir::func::FuncOp>(std::make_unique<FuncPass>());
    EXPECT_TRUE(hand.run());
    EXPECT_EQ(adoptDeeper(hand.pm, depth), "");
    EXPECT_EQ(text(hand.pm),
              "builtin.module(test-module,func.func(test-func),test-module)");
    EXPECT_TRUE(hand.run());
  }
}

TEST(PassManagerThatHasRun, CanBeAdoptedInAPassOfAnother) {
  for (bool withThreads : {false, true}) {
    ByHand hand, other;
    hand.context.disableMultithreading(!withThreads);
    other.pm.addPass(std::make_unique<ModulePass>());
    EXPECT_TRUE(other.run());
    std::vector<std::string> said;
    auto edit = [&](ModuleCall &) {
      EXPECT_TRUE(other.run());
      said.push_back(adoptDeeper(other.pm, 3));
      EXPECT_TRUE(other.run());
      // What runs can be looked at.
      mlir::OpPassManager dynamic("builtin.module");
      PassManagerBuilder builder(dynamic, nullptr, getTestCatalog());
      said.push_back(text(builder.adopt(hand.pm)));
      said.push_back(text(builder.build()));
    };
    hand.pm.addPass(std::make_unique<ModuleCall>(edit));
    EXPECT_TRUE(hand.run());
    EXPECT_EQ(said, (std::vector<std::string>{"", "", ""}));
  }
}

} // namespace
