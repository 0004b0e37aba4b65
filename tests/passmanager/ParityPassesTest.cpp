//===- ParityPassesTest.cpp - Kinds of passes, analyses, reports ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More rows of MLIR's page "Pass Infrastructure", as in ParityTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ParitySupport.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// Without threads what is printed has one order.
void disableThreads(mlir::PassManager &pm, llvm::raw_ostream &) {
  pm.getContext()->disableMultithreading();
}

/// On functions whose names it is told, by `canScheduleOn` only on functions.
struct FilteredPass : mlir::PassWrapper<FilteredPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FilteredPass)
  llvm::StringRef getArgument() const override { return "test-filtered"; }
  bool canScheduleOn(mlir::RegisteredOperationName op) const override {
    return op.hasInterface<mlir::FunctionOpInterface>();
  }
  void runOnOperation() override {
    getOperation()->setAttr("test.filtered",
                            mlir::UnitAttr::get(&getContext()));
  }
};

/// Asks for analyses of what is around and in it.
struct RelativesPass
    : mlir::PassWrapper<RelativesPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RelativesPass)
  llvm::StringRef getArgument() const override { return "test-relatives"; }
  void runOnOperation() override {
    unsigned cached = getCachedAnalysis<Count>().has_value(), children = 0;
    for (auto func : getOperation().getOps<FuncOp>()) {
      cached += getCachedChildAnalysis<Count>(func).has_value();
      children += getChildAnalysis<Count>(func).operations;
    }
    mlir::Builder builder(&getContext());
    getOperation()->setAttr("test.cached", builder.getI32IntegerAttr(cached));
    getOperation()->setAttr("test.children",
                            builder.getI32IntegerAttr(children));
    markAllAnalysesPreserved();
  }
};

/// Is registered with a function, as it has no default that would do.
struct ParametricPass
    : mlir::PassWrapper<ParametricPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ParametricPass)
  explicit ParametricPass(int number = 0) : number(number) {}
  ParametricPass(const ParametricPass &other)
      : PassWrapper(other), number(other.number) {}
  llvm::StringRef getArgument() const override { return "test-parametric"; }
  void runOnOperation() override {
    getOperation()->setAttr(
        "test.number", mlir::Builder(&getContext()).getI32IntegerAttr(number));
  }
  int number;
};

TEST(Parity, StaticallyFilteredPasses) {
  // A nest for any operation runs on those that all of its passes run on.
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.nestAny()
            .addPass("cse")
            .addPass(std::make_unique<FilteredPass>())
            .addPass(std::make_unique<InterfacePass>());
        builder.nest<FuncOp>().addPass(std::make_unique<FilteredPass>());
      },
      [](mlir::OpPassManager &pm) {
        mlir::OpPassManager &any = pm.nestAny();
        any.addPass(mlir::createCSEPass());
        any.addPass(std::make_unique<FilteredPass>());
        any.addPass(std::make_unique<InterfacePass>());
        pm.addNestedPass<FuncOp>(std::make_unique<FilteredPass>());
      },
      disableThreads);
  EXPECT_TRUE(outcome.succeeded);
  EXPECT_TRUE(contains(outcome.ir, "test.filtered"));
}

TEST(Parity, PassesThatAreDeclaredInTableGen) {
  // With the options struct that is generated for them.
  mlir::CompositeFixedPointPassOptions options;
  options.name = "CleanUp";
  options.pipelineStr = "cse,func.func(canonicalize)";
  options.maxIter = 3;
  Outcome outcome = expectSame(
      [&](PassManagerBuilder &builder) {
        builder.addPass(mlir::createCompositeFixedPointPass(options));
        builder.addPass(mlir::createSCCPPass());
      },
      [&](mlir::OpPassManager &pm) {
        pm.addPass(mlir::createCompositeFixedPointPass(options));
        pm.addPass(mlir::createSCCPPass());
      },
      disableThreads);
  EXPECT_TRUE(outcome.succeeded);
}

TEST(Parity, PassesThatAreRegisteredWithAFunction) {
  static bool isDone = [] {
    mlir::registerPass([]() -> std::unique_ptr<mlir::Pass> {
      return std::make_unique<ParametricPass>(7);
    });
    return true;
  }();
  EXPECT_TRUE(isDone);
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.nest<FuncOp>().addPass("test-parametric");
      },
      [](mlir::OpPassManager &pm) {
        EXPECT_TRUE(succeeded(
            mlir::parsePassPipeline("func.func(test-parametric)", pm)));
      });
  EXPECT_TRUE(contains(outcome.ir, "test.number = 7 : i32"));
}

TEST(Parity, AnalysesOfChildrenAndCachedOnes) {
  auto makePreserving = [] {
    auto pass = makeCount();
    pass->preserves = true;
    return pass;
  };
  Outcome outcome = expectSame(
      [&](PassManagerBuilder &builder) {
        builder.addNestedPass<FuncOp>(makePreserving());
        builder.addPass(std::make_unique<RelativesPass>());
        builder.addPass(std::make_unique<RelativesPass>());
      },
      [&](mlir::OpPassManager &pm) {
        pm.addNestedPass<FuncOp>(makePreserving());
        pm.addPass(std::make_unique<RelativesPass>());
        pm.addPass(std::make_unique<RelativesPass>());
      },
      disableThreads);
  EXPECT_TRUE(outcome.succeeded);
  EXPECT_TRUE(contains(outcome.ir, "test.children"));
}

TEST(Parity, StatisticsAsAList) {
  Outcome outcome = expectSame(
      composeCount, writeCount, [](mlir::PassManager &pm, llvm::raw_ostream &) {
        pm.enableStatistics(mlir::PassDisplayMode::List);
      });
  EXPECT_TRUE(contains(outcome.errors, "Pass statistics report"));
}

TEST(Parity, LocalReproducers) {
  auto setUp = [](mlir::PassManager &pm, llvm::raw_ostream &os) {
    pm.getContext()->disableMultithreading();
    pm.enableCrashReproducerGeneration(makeReproducers(os),
                                       /*genLocalReproducer=*/true);
  };
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.addPass("cse");
        builder.addNestedPass<FuncOp>(makeCount("second"));
      },
      [](mlir::OpPassManager &pm) {
        pm.addPass(mlir::createCSEPass());
        pm.addNestedPass<FuncOp>(makeCount("second"));
      },
      setUp);
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_TRUE(contains(outcome.printed, "mlir_reproducer"));
}

/// The files of a tree with what is in them, by their names.
std::string readTree(llvm::StringRef folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (it->type() == llvm::sys::fs::file_type::regular_file)
      paths.push_back(it->path());
  llvm::sort(paths);
  std::string text;
  for (const std::string &path : paths) {
    text += path.substr(folder.size()) + "\n";
    if (auto buffer = llvm::MemoryBuffer::getFile(path))
      text += (*buffer)->getBuffer();
  }
  return text;
}

TEST(Parity, PrintingOfTheIRToATree) {
  std::vector<std::string> trees;
  Outcome outcome = expectSame(
      composeCount, writeCount,
      [&](mlir::PassManager &pm, llvm::raw_ostream &) {
        pm.getContext()->disableMultithreading();
        llvm::SmallString<64> folder;
        ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-tree", folder));
        trees.push_back(folder.str().str());
        pm.enableIRPrintingToFileTree(
            [](mlir::Pass *, mlir::Operation *) { return true; },
            [](mlir::Pass *, mlir::Operation *) { return true; },
            /*printModuleScope=*/false, /*printAfterOnlyOnChange=*/false,
            /*printAfterOnlyOnFailure=*/false, folder);
      });
  EXPECT_TRUE(outcome.succeeded);
  ASSERT_EQ(trees.size(), 2u);
  EXPECT_EQ(readTree(trees[0]), readTree(trees[1]));
  EXPECT_TRUE(contains(readTree(trees[0]), "test-count"));
  for (const std::string &tree : trees)
    llvm::sys::fs::remove_directories(tree);
}

/// What a framework hears of that composes with names, positions and bundles.
TEST(Unasked, ABuilderThatDeclaresNothingSeesNoFinding) {
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  builder.addPass("transform-interpreter");
  builder.addPass<OneShotBufferize>("bufferize-function-boundaries=true");
  builder.nest("func.func").addPass<ConvertLinalgToLoops>();
  builder.addSlot("late");
  builder.addBundle(bundles::createLowerToLLVM());
  ASSERT_EQ(text(builder.addPassBefore("cse", "one-shot-bufferize")), "");
  ASSERT_EQ(
      text(builder.addPassToSlot(std::make_unique<NamelessPass>(), "late")),
      "");
  ASSERT_EQ(text(builder.build()), "");
  std::string warnings;
  for (const Diagnostic &warning : builder.getWarnings())
    if (warning.code != DiagnosticCode::PassDropped)
      warnings += warning.str();
  EXPECT_EQ(warnings, "");
}

TEST(Unasked, WhoAsksHearsOfUnknownEffects) {
  for (bool bySeverity : {false, true}) {
    mlir::MLIRContext context;
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm);
    builder.addPass("transform-interpreter");
    if (bySeverity)
      builder.setSeverity(DiagnosticCode::UnknownEffect, Severity::Remark);
    else
      builder.getInterface().outputContents = {"llvm", "func", "arith",
                                               "transform"};
    ASSERT_EQ(text(builder.build()), "");
    ASSERT_EQ(builder.getWarnings().size(), 1u);
    EXPECT_EQ(builder.getWarnings()[0].code, DiagnosticCode::UnknownEffect);
  }
}

} // namespace
