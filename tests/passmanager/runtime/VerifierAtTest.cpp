//===- VerifierAtTest.cpp - The verifier where it matters -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/VerifierAt.h"
#include "RuntimeSupport.h"
#include "VerifierSupport.h"
#include "mlir/IR/Diagnostics.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// `looked.at` on an operation counts how often that is verified.
struct LookedDialect : mlir::Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LookedDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "looked";
  }
  explicit LookedDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<LookedDialect>()) {}
  mlir::LogicalResult verifyOperationAttribute(mlir::Operation *,
                                               mlir::NamedAttribute) override {
    ++count;
    return mlir::success();
  }
  std::atomic<unsigned> count = 0;
};

class VerifierAt : public testing::TestWithParam<bool> {
protected:
  VerifierAt() { registerRuntimePasses(); }

  using Compose = llvm::function_ref<void(PassManagerBuilder &)>;
  /// What a run says, without places. Without `verification` MLIR verifies
  /// after each pass.
  std::string run(Compose compose, std::optional<Verification> verification,
                  llvm::StringRef program) {
    Build<> test;
    test.context.disableMultithreading(!GetParam());
    LookedDialect *dialect = test.context.getOrLoadDialect<LookedDialect>();
    require(test.pmb.enableAttribution());
    compose(test.pmb);
    require(test.pmb.build());
    if (verification)
      require(enableVerifierAt(test.pm, test.pmb.getOwners(), *verification));
    std::string said;
    mlir::ScopedDiagnosticHandler handler(
        &test.context,
        [&](mlir::Diagnostic &diagnostic) { said += diagnostic.str() + "\n"; });
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(program, &test.context);
    EXPECT_TRUE(module);
    dialect->count = 0;
    hasFailed = failed(test.pm.run(*module));
    looks = dialect->count;
    return said;
  }

  const std::vector<Verification> all = {Verification::atEnd(),
                                         Verification::atBundleEnds(),
                                         Verification::afterThirdParties(),
                                         Verification::whereRequired(),
                                         Verification::every(2),
                                         Verification::every(3) |
                                             Verification::atBundleEnds()};
  /// All say what a run with the verifier after each pass says.
  void expectSame(Compose compose, const std::string &said,
                  llvm::StringRef program = makeNests(20)) {
    EXPECT_EQ(run(compose, std::nullopt, program), said);
    EXPECT_TRUE(hasFailed);
    for (const auto &[i, verification] : llvm::enumerate(all)) {
      EXPECT_EQ(run(compose, verification, program), said) << i;
      EXPECT_TRUE(hasFailed);
    }
  }
  unsigned countLooks(Compose compose, Verification verification,
                      llvm::StringRef program =
                          "module attributes {looked.at} { func.func @f() "
                          "attributes {looked.at} { return } }") {
    EXPECT_EQ(run(compose, verification, program), "");
    EXPECT_FALSE(hasFailed);
    return looks;
  }

  bool hasFailed = false;
  unsigned looks = 0;
};

void breakModule(mlir::Operation *module) { eraseAll(module, "func.return"); }
void touch(PassManagerBuilder &builder, unsigned count = 1) {
  for (unsigned i = 0; i < count; ++i)
    builder.addPass(std::make_unique<ActPass>("test-touch", nothing));
}

TEST_P(VerifierAt, NamesAPassInANest) {
  expectSame(
      [](PassManagerBuilder &builder) {
        touch(builder);
        PassBundle bundle("buffers");
        bundle.addPass("test-func");
        bundle.addPass("test-fail", "on=f13 how=verifier");
        bundle.addPass("test-func");
        builder.addBundle(bundle);
        touch(builder, 2);
      },
      "'func.func' op requires attribute 'sym_name'\n"
      "'test-fail' (pass 2 of 6, on builtin.module/func.func, in bundle "
      "'buffers', added by framework) failed\n");
}

TEST_P(VerifierAt, NamesAPassInANestInANest) {
  expectSame(
      [](PassManagerBuilder &builder) {
        touch(builder);
        auto inner = builder.nest<mlir::ModuleOp>().nest<mlir::func::FuncOp>();
        inner.addPass("test-func");
        inner.addPass("test-fail", "on=g how=verifier");
        inner.addPass("test-func");
        touch(builder);
      },
      "'func.func' op requires attribute 'sym_name'\n"
      "'test-fail' (pass 2 of 5, on builtin.module/builtin.module/func.func, "
      "added by framework) failed\n",
      "module { module { func.func @g() { return } } }");
}

TEST_P(VerifierAt, NamesAPassOnTheModule) {
  expectSame(
      [](PassManagerBuilder &builder) {
        touch(builder);
        require(builder.transaction(Origin::thirdParty("acme"), [&] {
          builder.addPass(std::make_unique<ActPass>("test-break", breakModule));
          return llvm::Error::success();
        }));
        touch(builder, 3);
        builder.addPass("test-func");
      },
      "empty block: expect at least a terminator\n"
      "'test-break' (pass 1 of 6, on builtin.module, added by third party "
      "'acme') failed\n",
      "func.func @f() { return }");
}

TEST_P(VerifierAt, NamesAPassOfAPipelineThatAPassRuns) {
  expectSame(
      [](PassManagerBuilder &builder) {
        builder.addPass(std::make_unique<RunPass>(
            "func.func(test-fail{on=f how=verifier})"));
        touch(builder);
      },
      "'func.func' op requires attribute 'sym_name'\n"
      "'test-fail' failed, in a pipeline that 'test-run' (pass 0 of 2, on "
      "builtin.module, added by framework) runs\n"
      "'test-run' (pass 0 of 2, on builtin.module, added by framework) "
      "failed\n",
      "func.func @f() { return }");
}

TEST_P(VerifierAt, AlsoNamesWhatMadeAnotherPassFail) {
  auto compose = [](PassManagerBuilder &builder) {
    builder.addPass(std::make_unique<ActPass>("test-break", breakModule));
    builder.addPass("test-fail", "on=f");
  };
  const char *program = "func.func @f() { return }";
  std::string cause = "empty block: expect at least a terminator\n"
                      "'test-break' (pass 0 of 2, on builtin.module, added by "
                      "framework) failed\n";
  EXPECT_EQ(run(compose, std::nullopt, program), cause);
  EXPECT_EQ(run(compose, Verification::atEnd(), program),
            "no\n'test-fail' (pass 1 of 2, on builtin.module/func.func, added "
            "by framework) failed\n" +
                cause);
}

TEST_P(VerifierAt, SaysOnceThatAPassFailsByItself) {
  expectSame(
      [](PassManagerBuilder &builder) {
        touch(builder);
        builder.addPass("test-fail", "on=f");
      },
      "no\n'test-fail' (pass 1 of 2, on builtin.module/func.func, added by "
      "framework) failed\n",
      "func.func @f() { return }");
}

TEST_P(VerifierAt, LooksAtThePointsOnly) {
  auto compose = [](PassManagerBuilder &builder) {
    PassBundle bundle("a");
    bundle.addPass("canonicalize");
    bundle.addPass("test-options");
    builder.addBundle(bundle);
    touch(builder, 4);
  };
  run(compose, std::nullopt, "module attributes {looked.at} {}");
  EXPECT_EQ(looks, 6u);
  llvm::StringRef module = "module attributes {looked.at} {}";
  EXPECT_EQ(countLooks(compose, Verification::atEnd(), module), 1u);
  EXPECT_EQ(countLooks(compose, Verification::atBundleEnds(), module), 2u);
  EXPECT_EQ(countLooks(compose, Verification::every(1), module), 6u);
  EXPECT_EQ(countLooks(compose, Verification::every(4), module), 2u);
  EXPECT_EQ(countLooks(compose, Verification::every(3), module), 2u);
  EXPECT_EQ(countLooks(compose, Verification::every(4) | Verification::every(2),
                       module),
            3u);
}

TEST_P(VerifierAt, LooksAtANestWhenItEnds) {
  auto compose = [](PassManagerBuilder &builder) {
    PassBundle bundle("a");
    bundle.addPass("test-func");
    bundle.addPass("test-func");
    builder.addBundle(bundle);
    touch(builder);
  };
  // The module and its function, when the nest ends and at the end.
  EXPECT_EQ(countLooks(compose, Verification::atBundleEnds()), 4u);
  // The function alone, after the first pass in the nest.
  EXPECT_EQ(countLooks(compose, Verification::every(1)), 5u);
}

TEST_P(VerifierAt, DoesNotLookAtWhatNoPassHasTouched) {
  auto compose = [](PassManagerBuilder &builder) {
    builder.addPass("pmb-barrier");
    builder.addPass("pmb-barrier");
  };
  EXPECT_EQ(countLooks(compose, Verification::every(1)), 0u);
}

TEST_P(VerifierAt, NamesThePointWhereAPassCannotBeCopied) {
  auto compose = [](PassManagerBuilder &builder) {
    builder.addPass(std::make_unique<ActPass>("test-break", breakModule));
    builder.addPass(std::make_unique<UncopyablePass>());
  };
  EXPECT_EQ(run(compose, Verification::every(2), "func.func @f() { return }"),
            "empty block: expect at least a terminator\n"
            "this does not verify after 'test-uncopyable' (pass 1 of 2, on "
            "builtin.module, added by framework); the passes before it, run "
            "again, do not show which has done it\n");
  EXPECT_TRUE(hasFailed);
}

/// Fails unless there is a symbol `there` around the function.
struct LookAroundPass
    : mlir::PassWrapper<LookAroundPass,
                        mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LookAroundPass)
  llvm::StringRef getArgument() const override { return "test-look-around"; }
  void runOnOperation() override {
    mlir::Operation *module = getOperation()->getParentOp();
    if (!module || !mlir::SymbolTable::lookupSymbolIn(module, "there"))
      signalPassFailure();
  }
};

TEST(VerifierAtRoots, RunsAgainWhereTheInputStood) {
  Build<mlir::func::FuncOp> test;
  require(test.pmb.enableAttribution());
  test.pmb.addPass(std::make_unique<LookAroundPass>());
  test.pmb.addPass(std::make_unique<ActPass>("test-break", breakModule));
  test.pmb.addPass(std::make_unique<ActPass>("test-touch", nothing));
  require(test.pmb.build());
  require(
      enableVerifierAt(test.pm, test.pmb.getOwners(), Verification::atEnd()));
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f() { return }\nfunc.func private @there()", &test.context);
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &test.context,
      [&](mlir::Diagnostic &diagnostic) { said += diagnostic.str() + "\n"; });
  mlir::Operation *function = module->lookupSymbol("f");
  EXPECT_TRUE(failed(test.pm.run(function)));
  EXPECT_EQ(said, "empty block: expect at least a terminator\n"
                  "'test-break' (pass 1 of 3, on func.func, added by "
                  "framework) failed\n");
  EXPECT_EQ(&module->getBody()->front(), function);
  EXPECT_EQ(module->getBody()->getOperations().size(), 2u);
}

TEST(VerifierAtErrors, AreToldAndChangeNothing) {
  Build<> test;
  EXPECT_EQ(text(enableVerifierAt(test.pm, nullptr, Verification::atEnd())),
            text(enableVerifierAt(test.pm, std::make_shared<PassOwners>(),
                                  Verification::atEnd())));
  require(test.pmb.enableAttribution());
  touch(test.pmb);
  require(test.pmb.build());
  auto owners = test.pmb.getOwners();
  EXPECT_EQ(text(enableVerifierAt(test.pm, owners, Verification::every(0))),
            "error: the verifier cannot run after each 0th pass [PMB100 "
            "bad-verifier]\n  help: Verification::every(1) is after each\n");
  require(enableVerifierAt(test.pm, owners, Verification::atEnd()));
  EXPECT_EQ(text(enableVerifierAt(test.pm, owners, Verification::atEnd())),
            "error: where this pass manager verifies was said already [PMB100 "
            "bad-verifier]\n  help: give all points at once: atBundleEnds() | "
            "afterThirdParties()\n");
}

#define ETC return
void verifyAsDocumented(PassManagerBuilder &builder, mlir::PassManager &pm,
                        mlir::ModuleOp module) {
  // docs: passmanager/runtime/VerifierAt.h
  // docs: passmanager/README.md
  if (llvm::Error err = builder.enableAttribution())
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  if (llvm::Error err =
          pmb::enableVerifierAt(pm, builder.getOwners(),
                                pmb::Verification::atBundleEnds() |
                                    pmb::Verification::afterThirdParties()))
    ETC;
  if (failed(pm.run(module)))
    ETC;
  // docs: end
}
#undef ETC

TEST(VerifierAtErrors, AreNoneInTheExample) {
  Build<> test;
  touch(test.pmb);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>("module {}", &test.context);
  verifyAsDocumented(test.pmb, test.pm, *module);
  EXPECT_TRUE(test.pmb.getOwners()->isAttachedTo(test.pm));
}

INSTANTIATE_TEST_SUITE_P(Threads, VerifierAt, testing::Bool());

/// `make-tidy` provides `tidy`, `keep` leaves it alone, `need` requires it.
class SparingProperties : public VerifierTest {
protected:
  std::string runWith(Action keep) {
    ContractVerifier verifier;
    require(verifier.addPropertyVerifier("tidy", [&](mlir::Operation *root) {
      ++asked;
      return findX(root);
    }));
    Contract provides, requires_, keeps;
    provides.providesProperty("tidy");
    requires_.requiresProperty("tidy");
    keeps.preservesProperty("tidy");
    add("make-tidy", provides);
    add("keep", keeps);
    add("need", requires_);
    build();
    addPass("make-tidy", erases("a.x"));
    addPass("keep");
    addPass("keep", keep);
    addPass("need");
    require(verifier.attachTo(*builder));
    require(builder->build());
    require(enableVerifierAt(*pm, builder->getOwners(),
                             Verification::whereRequired()));
    return runAgain();
  }
  unsigned asked = 0;
};

TEST_F(SparingProperties, AreAskedOnceForProviderAndRequirer) {
  EXPECT_EQ(runWith(nothing), "");
  EXPECT_EQ(asked, 2u);
}

TEST_F(SparingProperties, NameWhatHasRunSince) {
  EXPECT_EQ(
      runWith(addX),
      "*3: 'need' (pass 3, on builtin.module, added by framework) was about to "
      "run, and 'tidy' does not hold, which it requires [PMB098 "
      "missing-input]\n"
      "  it held before, since 'make-tidy' (pass 0 of 4, on builtin.module, "
      "added by framework)\n"
      "  this ran since, and is to keep it: 'keep' (pass 1, on builtin.module, "
      "added by framework)\n"
      "  this ran since, and is to keep it: 'keep' (pass 2, on builtin.module, "
      "added by framework)\n"
      "0: 'need' (pass 3 of 4, on builtin.module, added by framework) "
      "failed\n");
}

} // namespace
