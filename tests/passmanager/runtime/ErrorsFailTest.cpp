//===- ErrorsFailTest.cpp - Errors fail the pass that emits them ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSupport.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"
#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// `test-loud`, which runs a function that may emit errors, and never fails.
struct LoudPass : mlir::PassWrapper<LoudPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoudPass)
  using Run = std::function<void(LoudPass &)>;
  using Pass::getContext, Pass::getOperation;
  explicit LoudPass(Run run) : run(std::move(run)) {}
  llvm::StringRef getArgument() const override { return "test-loud"; }
  void runOnOperation() override { run(*this); }
  /// Runs a pipeline, whatever becomes of it.
  void runText(llvm::StringRef pipeline) {
    mlir::OpPassManager dynamic("builtin.module");
    if (succeeded(mlir::parsePassPipeline(pipeline, dynamic)))
      (void)runPipeline(dynamic, getOperation());
  }
  Run run;
};

/// A pipeline that errors fail.
struct FailingRun {
  explicit FailingRun(bool hasThreads) {
    registerRuntimePasses();
    test.context.disableMultithreading(!hasThreads);
    require(test.pmb.enableAttribution());
  }

  void add(LoudPass::Run run) {
    test.pmb.addPass(std::make_unique<LoudPass>(std::move(run)));
  }
  /// Runs what was composed; what is said, without places, and `ran` behind it
  /// if that succeeds.
  std::string run() {
    if (!isBuilt)
      require(test.pmb.build());
    if (!isBuilt)
      require(enableErrorsFail(test.pm, test.pmb.getOwners()));
    isBuilt = true;
    std::string said;
    mlir::ScopedDiagnosticHandler handler(
        &test.context,
        [&](mlir::Diagnostic &diagnostic) { said += diagnostic.str() + "\n"; });
    bool hasRun = !runOn(makeNests(20), test.pm, test.context).empty();
    return said + (hasRun ? "ran\n" : "");
  }

  Build<> test;
  bool isBuilt = false;
};

struct ErrorsFail : FailingRun, testing::TestWithParam<bool> {
  ErrorsFail() : FailingRun(GetParam()) {}
};

constexpr const char *goOn = "on=f13 how=go-on";

TEST_P(ErrorsFail, NameTheOwnerAndEndTheRun) {
  require(test.pmb.transaction(Origin::thirdParty("acme"), [&] {
    PassBundle bundle("buffers");
    bundle.addPass("test-fail", goOn);
    test.pmb.addBundle(bundle);
    return llvm::Error::success();
  }));
  bool hasGoneOn = false;
  add([&](LoudPass &) { hasGoneOn = true; });
  std::string said = "first\nsecond\nthird\n"
                     "'test-fail' (pass 0 of 2, on builtin.module/func.func, "
                     "in bundle 'buffers', added by third party 'acme') has "
                     "emitted 2 errors, which fails the run\n";
  EXPECT_EQ(run(), said);
  EXPECT_FALSE(hasGoneOn);
  EXPECT_EQ(run(), said);
}

TEST_P(ErrorsFail, InNestsOfNests) {
  test.pmb.nest("builtin.module")
      .nest("func.func")
      .addPass("test-fail", "on=h how=go-on");
  EXPECT_TRUE(llvm::StringRef(run()).starts_with(
      "first\nsecond\nthird\n"
      "'test-fail' (pass 0 of 1, on builtin.module/builtin.module/func.func, "
      "added by framework) has emitted 2 errors, which fails the run\n"));
}

TEST_P(ErrorsFail, InAPipelineThatAPassRuns) {
  test.pmb.addPass(
      std::make_unique<RunPass>("func.func(test-fail{on=f13 how=go-on})"));
  EXPECT_EQ(run(), "first\nsecond\nthird\n"
                   "'test-fail' has emitted 2 errors, which fails the run, in "
                   "a pipeline that 'test-run' (pass 0 of 1, on "
                   "builtin.module, added by framework) runs\n"
                   "'test-run' (pass 0 of 1, on builtin.module, added by "
                   "framework) failed\n");
}

TEST_P(ErrorsFail, OfAPipelineThatHasAnOwner) {
  mlir::registerPass([] {
    return std::make_unique<LoudPass>(
        [](LoudPass &pass) { pass.getOperation()->emitError("no"); });
  });
  auto pass = std::make_unique<RunPass>("test-loud");
  pass->owners = test.pmb.getOwners();
  test.pmb.addPass(std::move(pass));
  EXPECT_EQ(run(),
            "no\n"
            "'test-loud' (pass 0 of 1, on builtin.module, added by third "
            "party 'inner') has emitted an error, which fails the run\n"
            "'test-run' (pass 0 of 1, on builtin.module, added by framework) "
            "failed\n");
}

TEST_P(ErrorsFail, OfWhatAPassRunsAndIgnores) {
  add([](LoudPass &pass) { pass.runText("func.func(test-fail{on=f13})"); });
  EXPECT_EQ(run(),
            "no\n"
            "'test-fail' failed, in a pipeline that 'test-loud' (pass 0 of 1, "
            "on builtin.module, added by framework) runs\n"
            "'test-loud' (pass 0 of 1, on builtin.module, added by framework) "
            "has gone on after an error in a pipeline that it runs, which "
            "fails the run\n");
}

TEST_P(ErrorsFail, OfThreadsThatAPassStarts) {
  add([](LoudPass &pass) {
    mlir::parallelFor(&pass.getContext(), 0, 20, [&](size_t i) {
      if (i == 13)
        pass.getOperation()->emitError("no");
    });
  });
  EXPECT_EQ(run(), "no\n"
                   "'test-loud' (pass 0 of 1, on builtin.module, added by "
                   "framework) has emitted an error, which fails the run\n");
}

TEST_P(ErrorsFail, OfPassesOfOthers) {
  test.pm.addPass(std::make_unique<LoudPass>(
      [](LoudPass &pass) { pass.getOperation()->emitError("no"); }));
  test.pmb.addPass("test-func");
  EXPECT_EQ(run(), "no\n"
                   "'test-loud' has emitted an error, which fails the run\n");
}

TEST_P(ErrorsFail, NotIfAHandlerKeepsThem) {
  add([](LoudPass &pass) {
    mlir::ScopedDiagnosticHandler quiet(
        &pass.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
    pass.getOperation()->emitError("no");
    pass.runText("func.func(test-fail{on=f13 how=go-on})");
  });
  EXPECT_EQ(run(), "ran\n");
}

TEST_P(ErrorsFail, IfAHandlerLetsThemThrough) {
  add([](LoudPass &pass) {
    mlir::ScopedDiagnosticHandler open(
        &pass.getContext(), [](mlir::Diagnostic &) { return mlir::failure(); });
    pass.getOperation()->emitError("no");
  });
  EXPECT_EQ(run(), "no\n"
                   "'test-loud' (pass 0 of 1, on builtin.module, added by "
                   "framework) has emitted an error, which fails the run\n");
}

TEST_P(ErrorsFail, NotForWarningsAndRemarks) {
  test.pmb.addPass("test-fail", "on=f13 how=warn");
  EXPECT_EQ(run(), "careful\nby the way\n"
                   "'test-fail' (pass 0 of 1, on builtin.module/func.func, "
                   "added by framework) has emitted a warning\n"
                   "ran\n");
}

/// What is said of a pass is nothing that the pass has emitted.
TEST_P(ErrorsFail, NotForWhatAVerifierSays) {
  Contract contract;
  contract.lowers({"func.func"});
  EXPECT_EQ(text(test.pmb.addContract("test-loud", std::move(contract))), "");
  add([](LoudPass &) {});
  ContractVerifier verifier(ContractVerifier::Mode::Warn);
  require(verifier.attachTo(test.pmb));
  require(test.pmb.build());
  require(enableErrorsFail(test.pm, test.pmb.getOwners()));
  isBuilt = true;
  std::string said = run();
  EXPECT_TRUE(contains(said, "[PMB097 broken-contract]"));
  EXPECT_FALSE(contains(said, "has emitted"));
}

TEST(ErrorsFailWithoutOwners, IsAnError) {
  Build<> test;
  EXPECT_TRUE(
      contains(text(enableErrorsFail(test.pm, nullptr)), "not-attributed"));
}

TEST(ErrorsFailAgain, AfterAPassThatHasCrashed) {
  // Never deleted: nobody knows what state it is in.
  static auto *crashed = new FailingRun(/*hasThreads=*/false);
  crashed->test.pmb.addPass("test-fail", "on=f13 how=crash");
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  EXPECT_FALSE(recovery.RunSafely([&] { crashed->run(); }));
  llvm::CrashRecoveryContext::Disable();
  FailingRun next(/*hasThreads=*/false);
  next.test.pmb.addPass("test-fail", goOn);
  EXPECT_TRUE(
      contains(next.run(), "has emitted 2 errors, which fails the run"));
}

INSTANTIATE_TEST_SUITE_P(Threads, ErrorsFail, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

} // namespace
