//===- FailureOwnersTest.cpp - Errors name the owner of a pass ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSupport.h"
#include "mlir/IR/Diagnostics.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class FailureOwners : public testing::TestWithParam<bool> {
protected:
  FailureOwners() {
    registerRuntimePasses();
    test.context.disableMultithreading(!GetParam());
  }

  /// Runs what was composed, which fails; the errors, without places.
  std::string run() {
    require(test.pmb.build());
    std::string errors;
    mlir::ScopedDiagnosticHandler handler(&test.context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            errors += diagnostic.str() + "\n";
                                          });
    EXPECT_EQ(runOn(makeNests(20), test.pm, test.context), "");
    return errors;
  }

  Build<> test;
};

TEST_P(FailureOwners, AreNamedBehindTheErrorOfAPass) {
  require(test.pmb.enableAttribution());
  test.pmb.addSlot("late");
  require(test.pmb.transaction(Origin::thirdParty("acme"), [&] {
    PassBundle bundle("buffers");
    bundle.addPass("test-fail", "on=f13");
    return test.pmb.insert(bundle, Position::before(slot("late")));
  }));
  EXPECT_EQ(run(), "no\n"
                   "'test-fail' (pass 0 of 1, on builtin.module/func.func, in "
                   "bundle 'buffers', in slot 'late', added by third party "
                   "'acme') failed\n");
}

TEST_P(FailureOwners, AreNamedWhereAPassFailsInSilence) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-fail", "on=f13 how=silent");
  EXPECT_EQ(run(), "'test-fail' (pass 0 of 1, on builtin.module/func.func, "
                   "added by framework) failed\n");
}

TEST_P(FailureOwners, AreNamedBehindWhatTheVerifierFinds) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-func");
  test.pmb.addPass("test-fail", "on=f13 how=verifier");
  EXPECT_EQ(run(), "'func.func' op requires attribute 'sym_name'\n"
                   "'test-fail' (pass 1 of 2, on builtin.module/func.func, "
                   "added by framework) failed\n");
}

/// Where in its source a framework without a name adds the pass.
TEST_P(FailureOwners, AreTheCallsOfAFrameworkWithoutAName) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-func", "", SourceLocation{"src/toycc.cpp", 7});
  test.pmb.addPass("test-fail", "on=f13 how=silent",
                   SourceLocation{"src/toycc.cpp", 8});
  EXPECT_EQ(run(), "'test-fail' (pass 1 of 2, on builtin.module/func.func, "
                   "added by toycc.cpp:8) failed\n");
  // All of them are one party.
  for (const PassOwner *owner : test.pmb.getOwners()->getAll())
    EXPECT_EQ(owner->party.str(), "framework");
}

TEST_P(FailureOwners, AreNamedBehindErrorsOfAPassThatGoesOn) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-fail", "on=f13 how=go-on");
  test.pmb.addPass("test-func");
  require(test.pmb.build());
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &test.context,
      [&](mlir::Diagnostic &diagnostic) { said += diagnostic.str() + "\n"; });
  for (unsigned i = 0; i < 2; ++i) {
    said.clear();
    EXPECT_NE(runOn(makeNests(20), test.pm, test.context), "");
    EXPECT_EQ(said, "first\nsecond\nthird\n"
                    "'test-fail' (pass 0 of 2, on builtin.module/func.func, "
                    "added by framework) has emitted 2 errors and a "
                    "warning, and not failed\n");
  }
}

/// Emits an error, and lets none through of a pass that it runs.
struct NoisyPass : mlir::PassWrapper<NoisyPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NoisyPass)
  llvm::StringRef getArgument() const override { return "test-noisy"; }
  void runOnOperation() override {
    if (!isInner) {
      mlir::ScopedDiagnosticHandler quiet(
          &getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
      mlir::OpPassManager dynamic("builtin.module");
      auto inner = std::make_unique<NoisyPass>();
      inner->isInner = true;
      dynamic.addPass(std::move(inner));
      if (failed(runPipeline(dynamic, getOperation())))
        signalPassFailure();
    }
    getOperation()->emitError(isInner ? "inner" : "outer");
  }
  bool isInner = false;
};

TEST_P(FailureOwners, AreNotNamedForErrorsThatAHandlerKeeps) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass(std::make_unique<NoisyPass>());
  require(test.pmb.build());
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &test.context,
      [&](mlir::Diagnostic &diagnostic) { said += diagnostic.str() + "\n"; });
  EXPECT_NE(runOn("", test.pm, test.context), "");
  EXPECT_EQ(said, "outer\n"
                  "'test-noisy' (pass 0 of 1, on builtin.module, added by "
                  "framework) has emitted an error and not failed\n");
}

TEST_P(FailureOwners, AreNamedInNestsOfNests) {
  require(test.pmb.enableAttribution());
  NestBuilder inner = test.pmb.nest("builtin.module");
  inner.nest("func.func").addPass("test-fail", "on=h how=silent");
  std::string errors = run();
  // MLIR ends what runs on other threads as it likes.
  EXPECT_TRUE(llvm::StringRef(errors).starts_with(
      "'test-fail' (pass 0 of 1, on builtin.module/builtin.module/func.func, "
      "added by framework) failed\n"))
      << errors;
}

TEST_P(FailureOwners, AreNamedForAPipelineThatAPassRuns) {
  require(test.pmb.enableAttribution());
  test.pmb.setOrigin(Origin::thirdParty("acme"));
  test.pmb.addPass(std::make_unique<RunPass>("func.func(test-fail{on=f13})"));
  EXPECT_EQ(run(),
            "no\n"
            "'test-fail' failed, in a pipeline that 'test-run' (pass 0 of 1, "
            "on builtin.module, added by third party 'acme') runs\n"
            "'test-run' (pass 0 of 1, on builtin.module, added by third party "
            "'acme') failed\n");
}

TEST_P(FailureOwners, AreNotNamedForPassesOfOthers) {
  test.pm.addNestedPass<mlir::func::FuncOp>([] {
    auto pass = std::make_unique<FailPass>();
    pass->on = "f13";
    return pass;
  }());
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-func");
  EXPECT_EQ(run(), "no\n");
}

TEST_P(FailureOwners, AreNotNamedUnlessAskedFor) {
  test.pmb.addPass("test-fail", "on=f13");
  EXPECT_EQ(run(), "no\n");
}

TEST_P(FailureOwners, AreNamedAgainInTheNextRun) {
  require(test.pmb.enableAttribution());
  test.pmb.addPass("test-fail", "on=f13");
  std::string first = run();
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      &test.context,
      [&](mlir::Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  EXPECT_EQ(runOn(makeNests(20), test.pm, test.context), "");
  EXPECT_EQ(errors, first);
}

INSTANTIATE_TEST_SUITE_P(Threads, FailureOwners, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

} // namespace
