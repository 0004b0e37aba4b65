//===- ExecutedOrderTest.cpp - Listed order and executed order ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR merges neighbouring nests and visits operations in the order of the IR.
// So what is listed first need not run first, unless something stands between.
// What runs here is MLIR's pass manager.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// What ran, in this order.
std::vector<std::string> &getLog() {
  static std::vector<std::string> log;
  return log;
}

template <typename ConcreteT, typename OpT>
struct LoggingPass : mlir::PassWrapper<ConcreteT, mlir::OperationPass<OpT>> {
  void runOnOperation() override {
    auto name = this->getOperation()->template getAttrOfType<mlir::StringAttr>(
        "sym_name");
    getLog().push_back((this->getArgument() + " " + name.getValue()).str());
  }
};

/// Says that it has to run before `log-gpu`.
struct LogFunc : LoggingPass<LogFunc, mlir::func::FuncOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LogFunc)
  llvm::StringRef getArgument() const override { return "log-func"; }
  static void describe(PassDescriptor &pass) {
    pass.contract.before(pmb::pass("log-gpu")).because("kernels use functions");
  }
};
struct LogGPU : LoggingPass<LogGPU, mlir::gpu::GPUModuleOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LogGPU)
  llvm::StringRef getArgument() const override { return "log-gpu"; }
};

struct ExecutedOrder : testing::Test {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  void SetUp() override {
    static bool isRegistered = [] {
      mlir::PassRegistration<LogFunc>();
      mlir::PassRegistration<LogGPU>();
      registerBarrierPass();
      return true;
    }();
    (void)isRegistered;
    // One thread, so that there is one order.
    context.disableMultithreading();
    context.loadDialect<mlir::func::FuncDialect, mlir::gpu::GPUDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(
        "gpu.module @kernels {}\nfunc.func private @f()",
        mlir::ParserConfig(&context));
    ASSERT_TRUE(module);
  }

  std::vector<std::string> run(mlir::PassManager &pm) {
    getLog().clear();
    EXPECT_TRUE(succeeded(pm.run(*module)));
    return std::exchange(getLog(), {});
  }
  mlir::PassManager makePassManager() {
    return mlir::PassManager::on<mlir::ModuleOp>(&context);
  }
};

using Log = std::vector<std::string>;
const Log asListed = {"log-func f", "log-gpu kernels"};
const Log asInIR = {"log-gpu kernels", "log-func f"};

TEST_F(ExecutedOrder, IsThatOfTheIRInNeighbouringNests) {
  mlir::PassManager pm = makePassManager();
  PassManagerBuilder builder(pm);
  builder.setSeverity(DiagnosticCode::UnorderedNests, Severity::Off);
  builder.addPass<LogFunc>();
  builder.addPass<LogGPU>();
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(text(pm),
            "builtin.module(func.func(log-func),gpu.module(log-gpu))");
  EXPECT_EQ(run(pm), asInIR);
}

TEST_F(ExecutedOrder, IsThatOfTheListWithABarrier) {
  mlir::PassManager pm = makePassManager();
  PassManagerBuilder builder(pm);
  builder.addPass<LogFunc>();
  builder.addPass("pmb-barrier");
  builder.addPass<LogGPU>();
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(text(pm), "builtin.module(func.func(log-func),pmb-barrier,"
                      "gpu.module(log-gpu))");
  EXPECT_EQ(run(pm), asListed);
}

// The check knows: it refuses the first, offers the barrier, and takes it.
TEST_F(ExecutedOrder, CheckOffersTheBarrierThatHelps) {
  mlir::PassManager pm = makePassManager();
  PassManagerBuilder builder(pm);
  builder.addPass<LogFunc>();
  builder.addPass<LogGPU>();
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::UnorderedNests);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  ASSERT_TRUE(findings[0].fix);
  const Fix &fix = *findings[0].fix;
  EXPECT_EQ(fix.kind, Fix::Kind::Insert);
  EXPECT_EQ(fix.pass, "pmb-barrier");
  EXPECT_EQ(fix.reference, "log-gpu");
  EXPECT_TRUE(fix.before);

  PassSpec barrier(fix.pass);
  barrier.nest.emplace();
  ASSERT_EQ(text(builder.insert(std::move(barrier),
                                Position::before(pass(fix.reference)))),
            "");
  EXPECT_EQ(builder.check().size(), 0u);
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(run(pm), asListed);
}

// Adopting and flattening changes neither.
TEST_F(ExecutedOrder, StaysWhatItIsWhenAdopted) {
  for (bool hasBarrier : {false, true}) {
    mlir::PassManager source = makePassManager();
    source.nest("func.func").addPass(std::make_unique<LogFunc>());
    if (hasBarrier)
      source.addPass(createBarrierPass());
    source.nest("gpu.module").addPass(std::make_unique<LogGPU>());
    std::string before = text(source);

    mlir::PassManager pm = makePassManager();
    PassManagerBuilder builder(pm);
    // The instances have the contracts of their classes.
    builder.setSeverity(DiagnosticCode::UnorderedNests, Severity::Off);
    ASSERT_EQ(text(builder.adopt(source)), "");
    ASSERT_EQ(text(builder.build()), "");
    EXPECT_EQ(text(pm), before);
    EXPECT_EQ(run(pm), hasBarrier ? asListed : asInIR);
    EXPECT_EQ(run(source), hasBarrier ? asListed : asInIR);
  }
}

// From text, as the tools do.
TEST_F(ExecutedOrder, StaysWhatItIsFromText) {
  for (llvm::StringRef pipeline :
       {"builtin.module(func.func(log-func),gpu.module(log-gpu))",
        "builtin.module(func.func(log-func),pmb-barrier,gpu.module(log-gpu)"
        ")"}) {
    mlir::PassManager pm = makePassManager();
    PassManagerBuilder builder(pm);
    // So have those that are made from names.
    builder.setSeverity(DiagnosticCode::UnorderedNests, Severity::Off);
    ASSERT_EQ(text(builder.adopt(pipeline)), "");
    ASSERT_EQ(text(builder.build()), "");
    EXPECT_EQ(text(pm), pipeline);
    EXPECT_EQ(run(pm), pipeline.contains("barrier") ? asListed : asInIR);
  }
}

} // namespace
