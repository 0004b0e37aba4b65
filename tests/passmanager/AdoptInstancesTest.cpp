//===- AdoptInstancesTest.cpp - Adopted passes are the same passes --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass has more than its text tells. Whatever takes it over or copies it
// keeps all of that, in nests as outside of them.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "bundles/pipelines/PipelineFile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/Adopt.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// `test-state`, which leaves what its constructor was given on what it runs
/// on. The registry makes one that was given nothing.
struct StatePass : mlir::PassWrapper<StatePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StatePass)
  explicit StatePass(int x = 0) : x(x) {}
  llvm::StringRef getArgument() const override { return "test-state"; }
  mlir::LogicalResult initialize(mlir::MLIRContext *) override {
    ++initialised;
    return mlir::success();
  }
  void runOnOperation() override {
    getOperation()->setAttr(
        "test.x",
        mlir::IntegerAttr::get(mlir::IntegerType::get(&getContext(), 32), x));
  }
  int x;
  static int initialised;
};
int StatePass::initialised = 0;

/// `test-text`, with an option that can be any text.
struct TextPass : mlir::PassWrapper<TextPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TextPass)
  TextPass() = default;
  explicit TextPass(llvm::StringRef value) { text = value.str(); }
  TextPass(const TextPass &other) : PassWrapper(other) {}
  llvm::StringRef getArgument() const override { return "test-text"; }
  void runOnOperation() override {
    getOperation()->setAttr("test.text",
                            mlir::StringAttr::get(&getContext(), text));
  }
  Option<std::string> text{*this, "text"};
};

/// `test-counted`, which counts its copies.
struct CountedPass : mlir::PassWrapper<CountedPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountedPass)
  CountedPass() = default;
  CountedPass(const CountedPass &other) : PassWrapper(other) { ++copies; }
  llvm::StringRef getArgument() const override { return "test-counted"; }
  void runOnOperation() override {}
  static int copies;
};
int CountedPass::copies = 0;

/// A class that nothing has registered, and that cannot be copied.
struct HiddenUncopyable
    : mlir::PassWrapper<HiddenUncopyable, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HiddenUncopyable)
  std::unique_ptr<mlir::Pass> clonePass() const override { return nullptr; }
  void runOnOperation() override {}
};

/// A class whose copies are of another one: it inherits `clonePass`.
struct SlicedPass : StatePass {
  llvm::StringRef getArgument() const override { return "test-sliced"; }
};

void registerPasses() {
  static bool isDone = [] {
    mlir::PassRegistration<StatePass>();
    mlir::PassRegistration<TextPass>();
    mlir::PassRegistration<CountedPass>();
    return true;
  }();
  (void)isDone;
}

struct AdoptInstances : testing::Test {
  AdoptInstances() {
    registerPasses();
    context.loadDialect<mlir::func::FuncDialect, mlir::arith::ArithDialect>();
  }

  /// `program` after an adopted copy of `source` has run on it.
  std::string runAdopted(mlir::OpPassManager &source, llvm::StringRef program) {
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm);
    std::string error = text(builder.adopt(source));
    if (error.empty())
      error = text(builder.build());
    return error.empty() ? runOn(program, pm, context) : error;
  }
  static std::string text(llvm::Error error) {
    return test::text(std::move(error));
  }

  mlir::MLIRContext context;
  mlir::OpPassManager source{"builtin.module"};
};

// What the pass manager has, the builder remembers, or makes again of the name.
TEST(Instances, ReadTheSameAfterBuild) {
  mlir::MLIRContext context;
  std::vector<std::string> fingerprints;
  for (llvm::StringRef value : {"x", "y"}) {
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm);
    builder.addPass(std::make_unique<TextPass>(value));
    builder.addPass("canonicalize", "max-iterations=5");
    builder.addPass("symbol-dce");
    auto read = [&] {
      std::string file = toText(PipelineFile::describe(builder));
      return builder.getFingerprint() + builder.str() + file;
    };
    std::string before = read();
    EXPECT_EQ(test::text(builder.build()), "");
    EXPECT_EQ(read(), before);
    fingerprints.push_back(builder.getFingerprint());
  }
  EXPECT_NE(fingerprints[0], fingerprints[1]);
}

TEST_F(AdoptInstances, StateFromConstructorIsKeptInNests) {
  source.addPass(std::make_unique<StatePass>(41));
  source.nest("func.func").addPass(std::make_unique<StatePass>(42));
  std::string result = runAdopted(source, "func.func private @f()");
  EXPECT_TRUE(contains(result, "test.x = 41"));
  EXPECT_TRUE(contains(result, "test.x = 42"));
}

TEST_F(AdoptInstances, StateIsKeptInNestsForAnyOperation) {
  source.nestAny().addPass(std::make_unique<StatePass>(43));
  EXPECT_TRUE(
      contains(runAdopted(source, "func.func private @f()"), "test.x = 43"));
}

TEST_F(AdoptInstances, NothingIsInitialisedForBeingAdopted) {
  source.nest("func.func").addPass(std::make_unique<StatePass>(1));
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  int before = StatePass::initialised;
  ASSERT_EQ(text(builder.adopt(source)), "");
  EXPECT_EQ(StatePass::initialised, before);
}

TEST_F(AdoptInstances, CanonicalizerThatMustNotFoldDoesNotFold) {
  GreedyRewriteConfig config;
  config.enableFolding(false);
  constexpr llvm::StringLiteral program = R"mlir(
    func.func @f() -> i32 {
      %0 = arith.constant 1 : i32
      %1 = arith.addi %0, %0 : i32
      return %1 : i32
    })mlir";
  source.nest("func.func").addPass(mlir::createCanonicalizerPass(config));
  EXPECT_TRUE(contains(runAdopted(source, program), "arith.addi"));
  mlir::OpPassManager folding("builtin.module");
  folding.nest("func.func").addPass(mlir::createCanonicalizerPass());
  EXPECT_FALSE(contains(runAdopted(folding, program), "arith.addi"));
}

TEST_F(AdoptInstances, OptionsMayHaveBracesThatAreNotBalanced) {
  for (llvm::StringRef value :
       {R"({"k": "a}"})", "}", "}),", "{", "a}),func.func(cse", "x}"}) {
    SCOPED_TRACE(value.str());
    mlir::OpPassManager nested("builtin.module");
    nested.nest("func.func").addPass(std::make_unique<TextPass>(value));
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm);
    ASSERT_EQ(text(builder.adopt(nested)), "");
    EXPECT_EQ(builder.size(), 1u);
    ASSERT_EQ(text(builder.build()), "");
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        "func.func private @f()", &context);
    ASSERT_TRUE(module && succeeded(pm.run(*module)));
    auto attribute =
        module->getBody()->front().getAttrOfType<mlir::StringAttr>("test.text");
    ASSERT_TRUE(attribute);
    EXPECT_EQ(attribute.getValue(), value);
  }
}

TEST_F(AdoptInstances, PassInANestThatCannotBeCopiedIsRefused) {
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPass("cse");
  source.nest("func.func").addPass(std::make_unique<HiddenUncopyable>());
  std::string message = text(builder.adopt(source));
  EXPECT_TRUE(contains(message, "HiddenUncopyable"));
  EXPECT_TRUE(contains(message, "in a nest for 'func.func' cannot be copied"));
  EXPECT_TRUE(contains(message, "not-copyable"));
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
}

TEST_F(AdoptInstances, PassWhoseCopiesAreOfAnotherClassIsRefused) {
  for (bool isNested : {false, true}) {
    mlir::OpPassManager sliced("builtin.module");
    (isNested ? sliced.nest("func.func") : sliced)
        .addPass(std::make_unique<SlicedPass>());
    mlir::OpPassManager target("builtin.module");
    PassManagerBuilder builder(target);
    EXPECT_TRUE(contains(text(builder.adopt(sliced)), "not-copyable"));
    EXPECT_TRUE(builder.empty());
  }
}

/// A pass with the name of MLIR's own for nests.
struct PretendedNest : mlir::PassWrapper<PretendedNest, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PretendedNest)
  llvm::StringRef getName() const override {
    return "mlir::detail::OpToOpPassAdaptor";
  }
  void runOnOperation() override {}
};

TEST_F(AdoptInstances, PassWithTheNameOfANestIsAPass) {
  source.addPass(std::make_unique<PretendedNest>());
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  ASSERT_EQ(text(builder.adopt(source)), "");
  EXPECT_EQ(builder.size(), 1u);
}

TEST_F(AdoptInstances, PassManagerThatHasRunIsAdoptedWhole) {
  // MLIR merges the two nests when it runs.
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.nest("func.func").addPass(std::make_unique<StatePass>(1));
  pm.nest("builtin.module").addPass(std::make_unique<StatePass>(2));
  pm.nest("func.func").addPass(std::make_unique<TextPass>("three"));
  constexpr llvm::StringLiteral program =
      "module { func.func private @f() module {} }";
  std::string expected = runOn(program, pm, context);
  EXPECT_EQ(runAdopted(pm, program), expected);
}

TEST_F(AdoptInstances, SourceStaysAsItIs) {
  source.nest("func.func").addPass(std::make_unique<StatePass>(1));
  source.nest("func.func").addPass(std::make_unique<StatePass>(2));
  std::string before = test::text(source);
  const mlir::Pass *first = &*source.begin();
  EXPECT_TRUE(
      contains(runAdopted(source, "func.func private @f()"), "test.x = 2"));
  EXPECT_EQ(test::text(source), before);
  EXPECT_EQ(&*source.begin(), first);
}

TEST_F(AdoptInstances, DeepNestsKeepTheirSharing) {
  // One nest for each level, and at the bottom two that must stay two.
  for (unsigned depth : {2u, 63u, 64u, 65u, 300u}) {
    mlir::OpPassManager deep("builtin.module");
    mlir::OpPassManager *nest = &deep;
    for (unsigned i = 0; i + 1 < depth; ++i)
      nest = &nest->nest("builtin.module");
    for (int x : {1, 2})
      nest->nest("func.func").addPass(std::make_unique<StatePass>(x));
    nest->addPass(std::make_unique<StatePass>(3));
    mlir::OpPassManager target("builtin.module");
    PassManagerBuilder builder(target);
    std::string refused = text(builder.adopt(deep));
    if (depth > Pipeline::maxNestDepth) {
      EXPECT_TRUE(contains(refused, "nests are more than 64 deep"));
      EXPECT_TRUE(builder.empty());
      continue;
    }
    ASSERT_EQ(refused, "");
    ASSERT_EQ(text(builder.flattenInto(target)), "");
    EXPECT_TRUE(test::text(target) == test::text(deep)) << depth;
  }
}

//===----------------------------------------------------------------------===//
// Between adopt and build
//===----------------------------------------------------------------------===//

TEST_F(AdoptInstances, PassesAddedSinceComeLast) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.addPass(mlir::createCSEPass());
  PassManagerBuilder builder(pm);
  ASSERT_EQ(text(builder.adopt(pm)), "");
  pm.addPass(mlir::createSymbolDCEPass());
  pm.nest("func.func").addPass(std::make_unique<StatePass>(44));
  ASSERT_EQ(text(builder.addPassAfter("sccp", "cse")), "");
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(test::text(pm),
            "builtin.module(cse,sccp,symbol-dce,func.func(test-state))");
  EXPECT_TRUE(contains(
      runOn("func.func private @f() func.func @g() { return }", pm, context),
      "test.x = 44"));
}

TEST_F(AdoptInstances, PassesAddedToAnEmptyPassManagerSinceAreBuilt) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  ASSERT_EQ(text(builder.adopt(pm)), "");
  pm.addPass(mlir::createCSEPass());
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(test::text(pm), "builtin.module(cse)");
}

/// PMB042: builder.adopt(pm); nest.addPass(...); builder.build() with a nest of
/// pm
TEST_F(AdoptInstances, PassAddedToAnAdoptedNestSinceIsAnError) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  mlir::OpPassManager &nest = pm.nest("func.func");
  nest.addPass(mlir::createCSEPass());
  PassManagerBuilder builder(pm);
  ASSERT_EQ(text(builder.adopt(pm)), "");
  nest.addPass(mlir::createSCCPPass());
  EXPECT_EQ(text(builder.build()),
            "error: 'sccp' in a nest for 'func.func' was added to the pass "
            "manager after that nest had been adopted [PMB042 not-adoptable]\n"
            "  help: add it to the builder instead\n");
  EXPECT_EQ(test::text(pm), "builtin.module(func.func(cse,sccp))");
  EXPECT_EQ(builder.str(), "builtin.module(func.func(cse))");
}

TEST_F(AdoptInstances, AddedPassesAreCheckedAndAddedOnce) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.addPass(mlir::createCSEPass());
  PassManagerBuilder builder(pm);
  ASSERT_EQ(text(builder.adopt(pm)), "");
  pm.addPass(mlir::createSymbolDCEPass());
  builder.addPass("no-such-pass");
  EXPECT_TRUE(contains(text(builder.build()), "no-such-pass"));
  EXPECT_TRUE(contains(text(builder.build()), "no-such-pass"));
  EXPECT_EQ(builder.str(), "builtin.module(cse,symbol-dce)");
  EXPECT_EQ(test::text(pm), "builtin.module(cse,symbol-dce)");
}

//===----------------------------------------------------------------------===//
// Handing over
//===----------------------------------------------------------------------===//

TEST_F(AdoptInstances, BuildingHandsOverTheInstancesThatWereGiven) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  auto outer = std::make_unique<StatePass>(1);
  auto inner = std::make_unique<StatePass>(2);
  const mlir::Pass *given[] = {outer.get(), inner.get()};
  builder.addPass(std::move(outer));
  builder.nest("func.func").addPass(std::move(inner));
  EXPECT_EQ(getPass((*builder.getPasses().begin()).getInstance()), given[0]);
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(&*pm.begin(), given[0]);
  std::string result = runOn("func.func private @f()", pm, context);
  EXPECT_TRUE(contains(result, "test.x = 1"));
  EXPECT_TRUE(contains(result, "test.x = 2"));
}

/// Runs a builder's pipeline on each function, as a dynamic pipeline.
struct DynamicPass
    : mlir::PassWrapper<DynamicPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DynamicPass)
  explicit DynamicPass(PassManagerBuilder *builder) : builder(builder) {}
  void runOnOperation() override {
    for (mlir::Operation &op : *getOperation().getBody()) {
      mlir::OpPassManager dynamic("func.func");
      if (llvm::Error error = builder->flattenInto(dynamic)) {
        llvm::consumeError(std::move(error));
        return signalPassFailure();
      }
      if (failed(runPipeline(dynamic, &op)))
        return signalPassFailure();
    }
  }
  PassManagerBuilder *builder;
};

TEST_F(AdoptInstances, DynamicPipelinesGetPassesWithTheirState) {
  mlir::OpPassManager unused("func.func");
  PassManagerBuilder builder(unused, &context);
  builder.addPass(std::make_unique<StatePass>(45));
  builder.addPass(std::make_unique<TextPass>("a}b"));
  builder.nest("builtin.module").addPass(std::make_unique<StatePass>(46));
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.addPass(std::make_unique<DynamicPass>(&builder));
  std::string result = runOn(
      "func.func @f() { return } func.func @g() { builtin.module {} return }",
      pm, context);
  llvm::StringRef rest = result;
  EXPECT_EQ(rest.count("test.x = 45"), 2u) << result;
  EXPECT_EQ(rest.count("test.x = 46"), 1u) << result;
  EXPECT_EQ(rest.count("test.text = \"a}b\""), 2u) << result;
}

TEST_F(AdoptInstances, FlatteningRefusesCopiesOfAnotherClass) {
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.nest("func.func").addPass(std::make_unique<SlicedPass>());
  EXPECT_TRUE(contains(text(builder.flattenInto(target)), "not-copyable"));
  EXPECT_TRUE(target.empty());
}

// What a registered pipeline makes is made for the one who names it.
TEST_F(AdoptInstances, PassesOfARegisteredPipelineAreNotCopied) {
  static mlir::PassPipelineRegistration<> registration(
      "test-counted-pipeline", "Two passes", [](mlir::OpPassManager &pm) {
        pm.addPass(std::make_unique<CountedPass>());
        pm.nest("func.func").addPass(std::make_unique<CountedPass>());
      });
  auto buildOnce = [&] {
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm);
    builder.addPipeline("test-counted-pipeline");
    EXPECT_EQ(text(builder.build()), "");
    EXPECT_EQ(pm.size(), 2u);
  };
  // The first time it is found out that the class can be copied.
  buildOnce();
  int copies = CountedPass::copies;
  buildOnce();
  EXPECT_EQ(CountedPass::copies, copies);
}

} // namespace
