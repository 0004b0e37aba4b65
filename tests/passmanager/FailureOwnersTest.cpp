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
