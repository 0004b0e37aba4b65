//===- ParityTest.cpp - What MLIR's pass infrastructure offers ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Row by row of MLIR's page "Pass Infrastructure": a pass manager that was
// built does, prints and fails as one that was written by hand.
// passmanager/README.md has the table.
//
//===----------------------------------------------------------------------===//

#include "ParitySupport.h"
#include "mlir/IR/Verifier.h"
#include "passmanager/Adopt.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// Runs a pipeline on what it runs on, which it makes anew each time.
struct NestedRunPass
    : mlir::PassWrapper<NestedRunPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NestedRunPass)
  llvm::StringRef getArgument() const override { return "test-dynamic"; }
  void runOnOperation() override {
    for (auto func : getOperation().getOps<FuncOp>()) {
      mlir::OpPassManager dynamic("func.func");
      PassManagerBuilder builder(dynamic, &getContext(), getTestCatalog());
      builder.addPass(mlir::createCSEPass());
      mlir::Location loc = func.getLoc();
      // docs: passmanager/PassManagerBuilder.h
      if (failed(pmb::emitErrors(loc, builder.build())))
        return signalPassFailure();
      // docs: end
      if (failed(runPipeline(dynamic, func)))
        return signalPassFailure();
    }
  }
};

//===----------------------------------------------------------------------===//
// Operation passes, and managing them
//===----------------------------------------------------------------------===//

TEST(Parity, OpAgnosticNests) {
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.nestAny().addPass("cse").nestAny().addPass("canonicalize");
        builder.nest<FuncOp>().nestAny().addPass("cse");
      },
      [](mlir::OpPassManager &pm) {
        mlir::OpPassManager &any = pm.nestAny();
        any.addPass(mlir::createCSEPass());
        any.nestAny().addPass(mlir::createCanonicalizerPass());
        pm.nest<FuncOp>().nestAny().addPass(mlir::createCSEPass());
      },
      [](mlir::PassManager &pm, llvm::raw_ostream &) {
        pm.getContext()->disableMultithreading();
      });
  EXPECT_TRUE(outcome.succeeded);
}

TEST(Parity, DependentDialectsAreLoaded) {
  for (bool isBuilt : {false, true}) {
    mlir::MLIRContext context;
    context.loadDialect<mlir::func::FuncDialect>();
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder builder(pm, getTestCatalog());
    if (isBuilt) {
      composeCount(builder);
      ASSERT_EQ(text(builder.build()), "");
    } else {
      builder.discard();
      writeCount(pm);
    }
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        "func.func private @f()", &context);
    EXPECT_FALSE(context.getLoadedDialect("arith"));
    EXPECT_TRUE(succeeded(pm.run(*module)));
    EXPECT_TRUE(context.getLoadedDialect("arith"));
  }
}

TEST(Parity, InitializationThatFails) {
  auto make = [] {
    auto pass = std::make_unique<CountPass>();
    pass->failsToInitialize = true;
    return pass;
  };
  Outcome outcome = expectSame(
      [&](PassManagerBuilder &builder) {
        builder.addNestedPass<FuncOp>(make());
      },
      [&](mlir::OpPassManager &pm) { pm.addNestedPass<FuncOp>(make()); });
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics, "not today\n");
}

TEST(Parity, AnalysesAreKeptIfTheyArePreserved) {
  for (bool preserves : {false, true}) {
    auto make = [&] {
      auto pass = std::make_unique<CountPass>();
      pass->preserves = preserves;
      return pass;
    };
    std::vector<unsigned> computed;
    auto compose = [&](auto add) {
      Count::computed = 0;
      add(make());
      add(make());
    };
    Outcome outcome = expectSame(
        [&](PassManagerBuilder &builder) {
          compose([&](auto pass) {
            builder.addNestedPass<FuncOp>(std::move(pass));
          });
        },
        [&](mlir::OpPassManager &pm) {
          computed.push_back(Count::computed);
          compose(
              [&](auto pass) { pm.addNestedPass<FuncOp>(std::move(pass)); });
        },
        [](mlir::PassManager &pm, llvm::raw_ostream &) {
          pm.getContext()->disableMultithreading();
        });
    computed.push_back(Count::computed);
    EXPECT_TRUE(outcome.succeeded);
    // Two functions, once or twice each.
    unsigned expected = preserves ? 2 : 4;
    EXPECT_EQ(computed, (std::vector<unsigned>{expected, expected}));
  }
}

TEST(Parity, FailureOfAPass) {
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.addNestedPass<FuncOp>(makeCount("second"));
        builder.addPass(mlir::createCanonicalizerPass());
      },
      [](mlir::OpPassManager &pm) {
        pm.addNestedPass<FuncOp>(makeCount("second"));
        pm.addPass(mlir::createCanonicalizerPass());
      });
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics, "cannot be counted\n");
}

TEST(Parity, TheVerifierRunsBehindEachPass) {
  auto make = [] {
    auto pass = std::make_unique<CountPass>();
    pass->breaks = true;
    return pass;
  };
  for (bool isVerified : {true, false}) {
    Outcome outcome = expectSame(
        [&](PassManagerBuilder &builder) {
          builder.addNestedPass<FuncOp>(make());
        },
        [&](mlir::OpPassManager &pm) { pm.addNestedPass<FuncOp>(make()); },
        [&](mlir::PassManager &pm, llvm::raw_ostream &) {
          pm.enableVerifier(isVerified);
        });
    EXPECT_EQ(outcome.succeeded, !isVerified);
  }
}

TEST(Parity, DynamicPipelines) {
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.addPass(std::make_unique<NestedRunPass>());
      },
      [](mlir::OpPassManager &pm) {
        pm.addNestedPass<FuncOp>(mlir::createCSEPass());
      });
  EXPECT_TRUE(outcome.succeeded);
}

TEST(Parity, WithAndWithoutThreads) {
  for (bool hasThreads : {false, true})
    EXPECT_TRUE(expectSame(composeCount, writeCount,
                           [&](mlir::PassManager &pm, llvm::raw_ostream &) {
                             pm.getContext()->enableMultithreading(hasThreads);
                           })
                    .succeeded);
}

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

TEST(Parity, InstrumentationsAreTold) {
  std::vector<std::unique_ptr<std::string>> calls;
  Outcome outcome = expectSame(
      composeCount, writeCount,
      [&](mlir::PassManager &pm, llvm::raw_ostream &) {
        pm.getContext()->disableMultithreading();
        calls.push_back(std::make_unique<std::string>());
        pm.addInstrumentation(std::make_unique<Recorder>(*calls.back()));
      });
  EXPECT_TRUE(outcome.succeeded);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(*calls[0], *calls[1]);
  EXPECT_TRUE(contains(*calls[0], "analysis"));
}

TEST(Parity, Statistics) {
  Outcome outcome = expectSame(
      composeCount, writeCount, [](mlir::PassManager &pm, llvm::raw_ostream &) {
        pm.enableStatistics(mlir::PassDisplayMode::Pipeline);
      });
  EXPECT_TRUE(contains(outcome.errors, "Pass statistics report"));
}

TEST(Parity, PrintingOfTheIR) {
  Outcome outcome =
      expectSame(composeCount, writeCount,
                 [](mlir::PassManager &pm, llvm::raw_ostream &os) {
                   pm.getContext()->disableMultithreading();
                   pm.enableIRPrinting(
                       [](mlir::Pass *, mlir::Operation *) { return true; },
                       [](mlir::Pass *, mlir::Operation *) { return true; },
                       /*printModuleScope=*/true,
                       /*printAfterOnlyOnChange=*/true,
                       /*printAfterOnlyOnFailure=*/false, os);
                 });
  EXPECT_TRUE(contains(outcome.printed, "IR Dump After"));
}

TEST(Parity, TimingNamesTheSamePasses) {
  // Times differ from run to run.
  auto getNames = [](llvm::StringRef report) {
    std::string names;
    llvm::SmallVector<llvm::StringRef> lines;
    report.split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.contains("%)"))
        names += line.substr(line.rfind(")  ") + 1).trim().str() + "\n";
    return names;
  };
  std::vector<std::string> names;
  for (bool isBuilt : {false, true})
    names.push_back(getNames(run(
                                 [&](mlir::PassManager &pm) {
                                   pm.enableTiming();
                                   if (!isBuilt)
                                     return writeCount(pm);
                                   PassManagerBuilder builder(pm,
                                                              getTestCatalog());
                                   composeCount(builder);
                                   EXPECT_EQ(text(builder.build()), "");
                                 },
                                 {})
                                 .errors));
  EXPECT_EQ(names[0], names[1]);
  EXPECT_TRUE(contains(names[0], "CountPass"));
}

TEST(Parity, ReproducersOfFailures) {
  auto setUp = [](mlir::PassManager &pm, llvm::raw_ostream &os) {
    pm.enableCrashReproducerGeneration(makeReproducers(os));
  };
  Outcome outcome = expectSame(
      [](PassManagerBuilder &builder) {
        builder.addNestedPass<FuncOp>(makeCount("second"));
      },
      [](mlir::OpPassManager &pm) {
        pm.addNestedPass<FuncOp>(makeCount("second"));
      },
      setUp);
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_TRUE(contains(outcome.printed, "mlir_reproducer"));
}

//===----------------------------------------------------------------------===//
// Registration, and what MLIR code expects beside
//===----------------------------------------------------------------------===//

#undef ETC
#define ETC                                                                    \
  builder.addPass("canonicalize",                                              \
                  "max-iterations=" + std::to_string(options.tileSize));       \
  return llvm::Error::success();

llvm::Error registerCPU() {
  // docs: passmanager/Adopt.h
  struct CPUOptions : mlir::PassPipelineOptions<CPUOptions> {
    Option<int> tileSize{*this, "tile-size", llvm::cl::init(8)};
  };
  auto compose = [](pmb::PassManagerBuilder &builder,
                    const CPUOptions &options) { ETC };
  if (auto err = pmb::registerPipeline<CPUOptions>("cpu-pipeline", "For CPUs",
                                                   compose))
    return err;
  // docs: end
  return llvm::Error::success();
}

TEST(TypedPipeline, GetsItsOptionsAndShowsThem) {
  ASSERT_EQ(text(registerCPU()), "");
  auto parse = [](llvm::StringRef pipeline, std::string &messages) {
    mlir::MLIRContext context;
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    llvm::raw_string_ostream os(messages);
    return succeeded(mlir::parsePassPipeline(pipeline, pm, os)) ? text(pm) : "";
  };
  std::string messages;
  std::string parsed = parse("cpu-pipeline{tile-size=5}", messages);
  EXPECT_TRUE(contains(parsed, "max-iterations=5 "));
  EXPECT_EQ(messages, "");
  EXPECT_EQ(parse("cpu-pipeline{repeat=5}", messages), "");
  EXPECT_TRUE(contains(
      messages, "the pipeline 'cpu-pipeline' does not accept the options "
                "'repeat=5'"));

  // As --help shows them.
  mlir::PassPipelineInfo info = *lookupPipelineInfo("cpu-pipeline");
  testing::internal::CaptureStdout();
  info.printHelpStr(0, 80);
  llvm::outs().flush();
  std::string help = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(contains(help, "--tile-size"));

  EXPECT_TRUE(contains(text(registerCPU()),
                       "MLIR knows a pipeline 'cpu-pipeline' already"));
}

void populateBufferPasses(mlir::OpPassManager &pm) {
  pm.addNestedPass<FuncOp>(makeCount());
}

TEST(PopulateFunction, BecomesABundle) {
  Build<> build;
  PassManagerBuilder &builder = build.pmb;
  // docs: passmanager/PassManagerBuilder.h
  builder.addBundle("buffers", populateBufferPasses);
  // docs: end
  build.pmb.addPass("cse");
  ASSERT_EQ(text(build.pmb.insert(PassSpec("symbol-dce"),
                                  Position::after(bundle("buffers")))),
            "");
  ASSERT_EQ(text(build.pmb.build()), "");
  EXPECT_TRUE(llvm::StringRef(text(build.pm))
                  .starts_with("builtin.module(func.func(test-count{"));
  EXPECT_TRUE(llvm::StringRef(text(build.pm)).ends_with("}),symbol-dce,cse)"));
}

TEST(PopulateFunction, ThatCannotBeCopiedIsRefused) {
  Build<> build;
  build.pmb.addBundle("broken", [](mlir::OpPassManager &pm) {
    pm.addPass(std::make_unique<UncopyablePass>());
  });
  std::string found = text(build.pmb.build());
  EXPECT_TRUE(contains(found, "'test-uncopyable'"));
  EXPECT_TRUE(contains(found, "in the bundle 'broken'"));
}

TEST(PopulateFunction, ThatIsNullIsRefused) {
  Build<> build;
  void (*none)(mlir::OpPassManager &) = nullptr;
  build.pmb.addBundle("pointer", none);
  build.pmb.addBundle("reference",
                      llvm::function_ref<void(mlir::OpPassManager &)>());
  EXPECT_EQ(
      text(build.pmb.build()),
      "error: the bundle 'pointer' has no function to be called [PMB009 "
      "no-instance]\n"
      "error: the bundle 'reference' has no function to be called [PMB009 "
      "no-instance]\n");
}

TEST(RegisterDialects, SeveralAndARegistry) {
  Build<> build;
  build.pmb
      .registerDialects<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  mlir::DialectRegistry registry, result;
  registry.insert<mlir::arith::ArithDialect>();
  build.pmb.registerDialects(registry);
  build.pmb.appendDialectsTo(result);
  EXPECT_TRUE(llvm::is_contained(result.getDialectNames(), "arith"));
  EXPECT_TRUE(llvm::is_contained(result.getDialectNames(), "func"));
  EXPECT_TRUE(build.context.getOrLoadDialect("arith"));
  build.pmb.discard();
}

TEST(EmitErrors, ReachTheHandlersOfTheContext) {
  Build<> build;
  std::string seen;
  mlir::ScopedDiagnosticHandler handler(
      &build.context, [&](mlir::Diagnostic &diagnostic) {
        seen += diagnostic.str() + "\n";
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          seen += "  " + note.str() + "\n";
      });
  mlir::Location loc = mlir::UnknownLoc::get(&build.context);
  EXPECT_TRUE(succeeded(emitErrors(loc, llvm::Error::success())));
  EXPECT_TRUE(failed(emitErrors(loc, build.pmb.addPassBefore("cse", "licm"))));
  EXPECT_EQ(seen, "the pipeline has no pass 'licm' [PMB002 unknown-position]\n"
                  "  it has no passes at all\n");
  build.pmb.discard();
}

} // namespace
