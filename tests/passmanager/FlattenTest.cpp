//===- FlattenTest.cpp - Flattened as if written by hand ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// Has something to do for canonicalize, cse, inline, symbol-dce and
/// convert-scf-to-cf.
const char *const squares = R"(
  func.func private @square(%x: i32) -> i32 {
    %a = arith.muli %x, %x : i32
    %b = arith.muli %x, %x : i32
    %c = arith.subi %a, %b : i32
    %d = arith.addi %c, %a : i32
    return %d : i32
  }
  func.func @loop(%n: index, %x: i32) -> i32 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> i32 {
      %q = func.call @square(%s) : (i32) -> i32
      scf.yield %q : i32
    }
    return %r : i32
  }
)";

struct Program {
  mlir::MLIRContext context;
  Program() {
    context.loadDialect<FuncDialect, mlir::arith::ArithDialect,
                        mlir::scf::SCFDialect>();
  }
  using FuncDialect = mlir::func::FuncDialect;

  std::string run(mlir::PassManager &pm) { return runOn(squares, pm, context); }
};

/// The builder and a human compose the same: text and effect are equal.
void expectAsWritten(llvm::function_ref<void(PassManagerBuilder &)> compose,
                     llvm::function_ref<void(mlir::OpPassManager &)> write) {
  Program program;
  mlir::PassManager built =
      mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  mlir::PassManager written =
      mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  mlir::PassManager nothing =
      mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  {
    PassManagerBuilder pmb(built, getTestCatalog());
    compose(pmb);
    std::string preview = pmb.str();
    ASSERT_EQ(text(pmb.build()), "");
    EXPECT_EQ(preview, text(built));
  }
  write(written);
  EXPECT_EQ(text(built), text(written));
  std::string result = program.run(built);
  EXPECT_EQ(result, program.run(written));
  EXPECT_NE(result, "");
  EXPECT_NE(result, program.run(nothing));
  // And again: running leaves the pass manager as it is.
  EXPECT_EQ(result, program.run(built));
  EXPECT_EQ(text(built), text(written));
}

TEST(Flatten, Flat) {
  expectAsWritten(
      [](PassManagerBuilder &pmb) {
        pmb.addPass(mlir::createInlinerPass());
        pmb.addPass<Canonicalizer>("top-down=false");
        pmb.addPass("cse");
        pmb.addPass<SymbolDCE>();
      },
      [](mlir::OpPassManager &pm) {
        pm.addPass(mlir::createInlinerPass());
        GreedyRewriteConfig config;
        config.setUseTopDownTraversal(false);
        config.setRegionSimplificationLevel(
            mlir::GreedySimplifyRegionLevel::Normal);
        pm.addPass(mlir::createCanonicalizerPass(config));
        pm.addPass(mlir::createCSEPass());
        pm.addPass(mlir::createSymbolDCEPass());
      });
}

/// Its function has another name in MLIR 19.
std::unique_ptr<mlir::Pass> createSCFToCF() {
  std::string messages;
  return createPass(*lookupPassInfo("convert-scf-to-cf"), "", messages);
}

TEST(Flatten, Nests) {
  expectAsWritten(
      [](PassManagerBuilder &pmb) {
        pmb.nest<FuncOp>().addPass("canonicalize").addPass<upstream::CSE>();
        pmb.addPass("inline");
        pmb.addPass<SymbolDCE>();
        pmb.nest<FuncOp>().addPass("cse");
        pmb.addNestedPass<FuncOp>(createSCFToCF());
        pmb.addPass("canonicalize");
      },
      [](mlir::OpPassManager &pm) {
        mlir::OpPassManager &first = pm.nest<FuncOp>();
        first.addPass(mlir::createCanonicalizerPass());
        first.addPass(mlir::createCSEPass());
        pm.addPass(mlir::createInlinerPass());
        pm.addPass(mlir::createSymbolDCEPass());
        mlir::OpPassManager &second = pm.nest<FuncOp>();
        second.addPass(mlir::createCSEPass());
        second.addPass(createSCFToCF());
        pm.addPass(mlir::createCanonicalizerPass());
      });
}

TEST(Flatten, InsertedIntoTheMiddle) {
  expectAsWritten(
      [](PassManagerBuilder &pmb) {
        pmb.nest<FuncOp>().addPass("cse").addPass("canonicalize");
        pmb.addSlot("late");
        pmb.addPass("convert-scf-to-cf");
        // A module pass between two function passes splits their nest.
        EXPECT_EQ(text(pmb.addPassAfter<upstream::Inliner, upstream::CSE>()),
                  "");
        EXPECT_EQ(text(pmb.addPassToSlot("symbol-dce", "late")), "");
        EXPECT_EQ(
            text(pmb.insert(mlir::createCSEPass(),
                            Position::after(every(pass<Canonicalizer>())))),
            "");
      },
      [](mlir::OpPassManager &pm) {
        pm.addNestedPass<FuncOp>(mlir::createCSEPass());
        pm.addPass(mlir::createInlinerPass());
        mlir::OpPassManager &second = pm.nest<FuncOp>();
        second.addPass(mlir::createCanonicalizerPass());
        second.addPass(mlir::createCSEPass());
        pm.addPass(mlir::createSymbolDCEPass());
        pm.addPass(createSCFToCF());
      });
}

TEST(Flatten, OwnPassesInDeepNests) {
  expectAsWritten(
      [](PassManagerBuilder &pmb) {
        pmb.addPass<OptionsPass>(4);
        pmb.nest<FuncOp>()
            .addPass<FuncPass>()
            .addPass<NamelessPass>()
            .addPass<OptionsPass>(PassOptions("count=2 names=a,b"));
        pmb.addPass<InterfacePass>();
        pmb.addPass<ModulePass>();
      },
      [](mlir::OpPassManager &pm) {
        pm.addPass(std::make_unique<OptionsPass>(4));
        mlir::OpPassManager &nest = pm.nest<FuncOp>();
        nest.addPass(std::make_unique<FuncPass>());
        nest.addPass(std::make_unique<NamelessPass>());
        auto pass = std::make_unique<OptionsPass>(2);
        pass->names = {"a", "b"};
        nest.addPass(std::move(pass));
        nest.addPass(std::make_unique<InterfacePass>());
        pm.addPass(std::make_unique<ModulePass>());
      });
}

// Nests that are made first and filled later, as references to an
// OpPassManager are.
TEST(Flatten, KeptNests) {
  expectAsWritten(
      [](PassManagerBuilder &pmb) {
        NestBuilder first = pmb.nest<FuncOp>();
        pmb.addPass("inline");
        NestBuilder second = pmb.nest<FuncOp>();
        pmb.addPass("symbol-dce");
        second.addPass<FuncPass>();
        first.addPass("cse");
        second.addPass("canonicalize");
        first.addPass("canonicalize");
      },
      [](mlir::OpPassManager &pm) {
        mlir::OpPassManager &first = pm.nest<FuncOp>();
        pm.addPass(mlir::createInlinerPass());
        mlir::OpPassManager &second = pm.nest<FuncOp>();
        pm.addPass(mlir::createSymbolDCEPass());
        second.addPass(std::make_unique<FuncPass>());
        first.addPass(mlir::createCSEPass());
        second.addPass(mlir::createCanonicalizerPass());
        first.addPass(mlir::createCanonicalizerPass());
      });
}

TEST(Flatten, AddsToWhatThePassManagerHolds) {
  Build<> b;
  b.pm.addNestedPass<FuncOp>(mlir::createCSEPass());
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass<ModulePass>();
  EXPECT_EQ(b.pmb.str(), "builtin.module(func.func(test-func),test-module)");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(func.func(cse),func.func(test-func),"
                        "test-module)");
}

TEST(Flatten, RunsInListOrder) {
  Build<> b;
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass<ModulePass>();
  EXPECT_EQ(text((b.pmb.addPassBefore<OptionsPass, FuncPass>(3))), "");
  EXPECT_EQ(text((b.pmb.addPassAfter<OptionsPass, ModulePass>(5))), "");
  EXPECT_EQ(text((b.pmb.addPassAfter<NamelessPass, FuncPass>())), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @f()", &b.context);
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(b.pm.run(*module)));
  auto marks = [](mlir::Operation *op) {
    return op->getAttrOfType<mlir::StringAttr>("test.marks").getValue().str();
  };
  EXPECT_EQ(marks(*module), "test-module test-options{count=5 }");
  EXPECT_EQ(
      marks(&module->getBody()->front()),
      "test-options{count=3 } test-func unknown<pmb::test::NamelessPass>");
}

//===----------------------------------------------------------------------===//
// flattenInto
//===----------------------------------------------------------------------===//

TEST(FlattenInto, CopiesAndCanBeRepeated) {
  mlir::OpPassManager composed("builtin.module");
  PassManagerBuilder pmb(composed, nullptr, getTestCatalog());
  pmb.addPass<OptionsPass>(3);
  pmb.nest<FuncOp>().addPass("cse");
  mlir::OpPassManager first("builtin.module"), second("builtin.module");
  EXPECT_EQ(text(pmb.flattenInto(first)), "");
  // It can still be edited.
  EXPECT_EQ(text((pmb.addPassAfter<ModulePass, OptionsPass>())), "");
  EXPECT_EQ(text(pmb.flattenInto(second)), "");
  EXPECT_EQ(text(pmb.flattenInto(second)), "");
  EXPECT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(first),
            "builtin.module(test-options{count=3 },func.func(cse))");
  EXPECT_EQ(text(composed), "builtin.module(test-options{count=3 },"
                            "test-module,func.func(cse))");
  EXPECT_EQ(text(second),
            "builtin.module(test-options{count=3 },test-module,func.func(cse),"
            "test-options{count=3 },test-module,func.func(cse))");
}

/// Builds a pipeline for functions once and runs it on each, twice.
struct ComposingPass
    : mlir::PassWrapper<ComposingPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ComposingPass)
  void runOnOperation() override {
    mlir::OpPassManager composed("func.func");
    PassManagerBuilder pmb(composed, &getContext(), getTestCatalog());
    pmb.addPass("canonicalize");
    pmb.addPass<FuncPass>();
    if (text(pmb.addPassAfter("cse", "canonicalize")) != "")
      return signalPassFailure();
    for (int i = 0; i < 2; ++i) {
      for (FuncOp function : getOperation().getOps<FuncOp>()) {
        mlir::OpPassManager dynamic("func.func");
        if (text(pmb.flattenInto(dynamic)) != "" ||
            failed(runPipeline(dynamic, function)))
          return signalPassFailure();
      }
    }
  }
};

TEST(FlattenInto, InsideAPass) {
  Program program;
  mlir::PassManager dynamic =
      mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  dynamic.addPass(std::make_unique<ComposingPass>());
  mlir::PassManager written =
      mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  for (int i = 0; i < 2; ++i) {
    written.addNestedPass<FuncOp>(mlir::createCanonicalizerPass());
    written.addNestedPass<FuncOp>(mlir::createCSEPass());
    written.addNestedPass<FuncOp>(std::make_unique<FuncPass>());
  }
  std::string result = program.run(dynamic);
  EXPECT_EQ(result, program.run(written));
  EXPECT_TRUE(contains(result, "test.marks = \"test-func test-func\""));
}

//===----------------------------------------------------------------------===//
// Other pass managers
//===----------------------------------------------------------------------===//

TEST(Flatten, PassManagerOnFunctions) {
  Build<FuncOp> b;
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass("cse");
  b.pmb.addPass(std::make_unique<InterfacePass>());
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "func.func(test-func,cse,test-interface)");
}

TEST(Flatten, PassManagerOnAnyOperation) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  mlir::PassManager pm(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  pmb.addPass(mlir::createCSEPass());
  pmb.nest<FuncOp>().addPass<FuncPass>().addPass<InterfacePass>();
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(pm), "any(cse,func.func(test-func,test-interface))");
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @f()", &context);
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(module->getBody()
                ->front()
                .getAttrOfType<mlir::StringAttr>("test.marks")
                .getValue(),
            "test-func test-interface");
}

// The dialect of an anchor need not be loaded when the pipeline is composed.
TEST(Flatten, DialectThatIsLoadedLater) {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  pmb.nest("func.func").addPass<InterfacePass>().addPass<FuncPass>();
  ASSERT_EQ(text(pmb.build()), "");
  context.loadDialect<mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @f()", &context);
  EXPECT_TRUE(succeeded(pm.run(*module)));
}

TEST(Flatten, PassesThatAreNotBuiltAreDestroyed) {
  struct Counted : MarkPass<Counted, mlir::OperationPass<>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Counted)
    explicit Counted(int &alive) : alive(alive) { ++alive; }
    Counted(const Counted &other) : MarkPass(other), alive(other.alive) {
      ++alive;
    }
    ~Counted() override { --alive; }
    int &alive;
  };
  int alive = 0;
  {
    Build<> b;
    for (int i = 0; i < 3; ++i)
      b.pmb.addPass(std::make_unique<Counted>(alive));
    mlir::OpPassManager target("builtin.module");
    EXPECT_EQ(text(b.pmb.flattenInto(target)), "");
    EXPECT_EQ(alive, 6);
  }
  EXPECT_EQ(alive, 0);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

TEST(Part, IsHandedOverAndNothingElse) {
  auto composed = [](const char *begin, const char *end) {
    Build<> b;
    b.pmb.addPass("test-module");
    b.pmb.nest<FuncOp>().addPass("test-func").addPass("test-interface");
    b.pmb.addPass("test-options");
    auto find = [&](const char *name) -> const Node * {
      return name ? b.pmb.lookup(pass(name)).front() : nullptr;
    };
    b.pmb.setPart(find(begin), find(end));
    mlir::OpPassManager copy("builtin.module");
    EXPECT_EQ(text(b.pmb.flattenInto(copy)), "");
    EXPECT_EQ(text(b.pmb.build()), "");
    EXPECT_EQ(text(copy), text(b.pm));
    return text(b.pm);
  };
  EXPECT_EQ(composed(nullptr, "test-func"), "builtin.module(test-module)");
  EXPECT_EQ(composed("test-interface", nullptr),
            "builtin.module(func.func(test-interface),test-options{count=1 })");
  EXPECT_EQ(composed("test-func", "test-options"),
            "builtin.module(func.func(test-func,test-interface))");
  EXPECT_EQ(composed("test-func", "test-func"), "builtin.module()");
}

TEST(Part, IsNotHandedOverWithoutItsEnds) {
  Build<> b;
  b.pmb.addPass("test-module");
  b.pmb.addPass("test-options");
  b.pmb.setPart(b.pmb.lookup(pass("test-module")).front(), nullptr);
  EXPECT_EQ(text(b.pmb.removePass("test-module")), "");
  mlir::OpPassManager copy("builtin.module");
  EXPECT_TRUE(
      contains(text(b.pmb.flattenInto(copy)), "not in the pipeline any more"));
  EXPECT_TRUE(contains(text(b.pmb.build()), "not in the pipeline any more"));
  EXPECT_EQ(text(copy), "builtin.module()");
  b.pmb.setPart(nullptr, nullptr);
  EXPECT_EQ(text(b.pmb.build()), "");
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// One bundle, and what a human would write as one nest after the other.
TEST(NestEach, OneBundleANestForEach) {
  expectAsWritten(
      [](PassManagerBuilder &builder) {
        builder.nestEach(
            {"func.func", "gpu.module"},
            PassBundle("tidy").addPass("canonicalize").addPass("cse"));
      },
      [](mlir::OpPassManager &pm) {
        for (llvm::StringRef op : {"func.func", "gpu.module"}) {
          mlir::OpPassManager &nested = pm.nest(op);
          nested.addPass(mlir::createCanonicalizerPass());
          nested.addPass(mlir::createCSEPass());
        }
      });
}

TEST(NestEach, InstancesAreCopied) {
  mlir::OpPassManager pm("builtin.module");
  PassManagerBuilder builder(pm);
  builder.nestEach<FuncOp, mlir::ModuleOp>(
      PassBundle("tidy").addPass(mlir::createCanonicalizerPass(
          GreedyRewriteConfig().setMaxIterations(3))));
  require(builder.build());
  std::string text;
  llvm::raw_string_ostream os(text);
  pm.printAsTextualPipeline(os);
  EXPECT_EQ(llvm::StringRef(text).count("max-iterations=3"), 2u) << text;
}

/// A context without threads runs a nest on one operation after the other.
TEST(RaceInNest, NotWithoutThreads) {
  auto check = [](bool hasThreads) {
    Program program;
    program.context.disableMultithreading(!hasThreads);
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&program.context);
    PassManagerBuilder builder(pm);
    builder.nest<FuncOp>().addPass("cse");
    Contract contract;
    contract.writesOutside().because("pretends to");
    require(builder.addContract("cse", contract));
    std::vector<Diagnostic> found = builder.check();
    llvm::consumeError(builder.build());
    return found.size();
  };
  EXPECT_EQ(check(true), 1u);
  EXPECT_EQ(check(false), 0u);
}

/// What threads would get in the way of is wrong with none of the fixes.
TEST(RaceInNest, NotInATrialOfFixesWithoutThreads) {
  Program program;
  program.context.disableMultithreading();
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&program.context);
  PassManagerBuilder builder(pm, getStockCatalog());
  Contract contract;
  contract.writesOutside().because("pretends to");
  require(builder.addContract("cse", contract));
  builder.nest<FuncOp>().addPass("cse");
  builder.nest<FuncOp>().addPass("convert-linalg-to-loops");
  builder.addPass("one-shot-bufferize", "bufferize-function-boundaries=true");
  std::vector<Diagnostic> found = builder.check();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_TRUE(found[0].fix);
  EXPECT_EQ(found[0].fix->message,
            "move 'convert-linalg-to-loops' after 'one-shot-bufferize'");
  builder.discard();
}

} // namespace
