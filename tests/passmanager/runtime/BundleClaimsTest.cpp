//===- BundleClaimsTest.cpp - Bundles and inner pipelines, held to IR -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierSupport.h"

using namespace pmb;
using namespace pmb::test;
using mlir::Operation;

namespace {

/// Runs a pass on all functions, or on the module.
struct RunActPass
    : mlir::PassWrapper<RunActPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RunActPass)
  RunActPass(bool isInFunctions, llvm::StringRef name, Action act)
      : isInFunctions(isInFunctions), name(name.str()), act(std::move(act)) {}
  llvm::StringRef getArgument() const override { return "test-run"; }
  void runOnOperation() override {
    auto pass = std::make_unique<ActPass>(name, act);
    mlir::OpPassManager inner("builtin.module");
    if (isInFunctions)
      inner.addNestedPass<mlir::func::FuncOp>(std::move(pass));
    else
      inner.addPass(std::move(pass));
    // It has changed the IR since it began.
    eraseAll(getOperation(), "a.y");
    if (failed(runPipeline(inner, getOperation())))
      signalPassFailure();
  }
  bool isInFunctions;
  std::string name;
  Action act;
};

class BundleClaimsTest : public VerifierTest {
protected:
  /// Adds a bundle of passes that do this.
  void addBundle(Contract contract, std::vector<Action> acts) {
    PassBundle bundle("buffers");
    bundle.contract = std::move(contract);
    for (Action &act : acts)
      add(bundle, "builtin.module", std::move(act));
    builder->addBundle(std::move(bundle));
  }
  static void add(PassBundle &bundle, llvm::StringRef anchor, Action act) {
    if (anchor == "builtin.module")
      bundle.addPass<ActPass>("test-part", std::move(act));
    else
      bundle.nest(anchor).addPass<ActPass>("test-part", std::move(act));
  }
  ContractVerifier verifier;
};

Contract lowersX() {
  Contract contract;
  contract.lowers({"a.x"}).because("that is what it is for");
  return contract;
}

TEST_F(BundleClaimsTest, WhatABundleLowersIsGoneBehindItsLastPass) {
  build();
  addBundle(lowersX(), {nothing, erases("a.x"), nothing});
  EXPECT_EQ(run(verifier), "");
  build().setOrigin(Origin::thirdParty("acme"));
  addBundle(lowersX(), {nothing, nothing});
  bool isReached = false;
  addPass("test-next", [&](Operation *) { isReached = true; });
  ContractVerifier other;
  EXPECT_EQ(
      run(other),
      "*2: bundle 'buffers' (on builtin.module, added by third party 'acme') "
      "ran, and 'a.x' is still there, which its contract says that it lowers "
      "[PMB097 broken-contract]\n  'buffers': that is what it is for\n");
  EXPECT_FALSE(isReached);
}

TEST_F(BundleClaimsTest, WhatABundleRejectsIsNotThereBeforeItsFirstPass) {
  Contract contract;
  contract.rejects({"a.x"});
  build();
  bool isReached = false;
  addBundle(contract, {[&](Operation *) { isReached = true; }, nothing});
  EXPECT_EQ(
      run(verifier).find(
          "*2: bundle 'buffers' (on builtin.module, added by framework) was "
          "about to run, and 'a.x' is there, which it rejects [PMB098"),
      0u);
  EXPECT_FALSE(isReached);
  build();
  addPass("test-before", erases("a.x"));
  // What appears in it is of no interest.
  addBundle(contract, {addX, nothing});
  ContractVerifier other;
  EXPECT_EQ(run(other), "");
}

TEST_F(BundleClaimsTest, WhatItsPassesAddNeedNotBeInItsContract) {
  build();
  addBundle(lowersX(),
            {erases("a.x"), [](Operation *module) {
               mlir::OpBuilder b(module->getRegion(0));
               b.create(mlir::OperationState(module->getLoc(), "a.z"));
             }});
  EXPECT_EQ(run(verifier), "");
}

TEST_F(BundleClaimsTest, ABundleOfFunctionPassesIsHeldInEachFunction) {
  PassBundle bundle("buffers");
  bundle.contract = lowersX();
  add(bundle, "func.func", nothing);
  add(bundle, "func.func", [](Operation *function) {
    if (mlir::cast<mlir::func::FuncOp>(function).getName() == "f")
      eraseAll(function, "a.x");
  });
  build();
  // In the same nest, and not part of it.
  builder->nest<mlir::func::FuncOp>().addPass(
      std::make_unique<ActPass>("test-before", nothing));
  builder->addBundle(std::move(bundle));
  builder->nest<mlir::func::FuncOp>().addPass(
      std::make_unique<ActPass>("test-after", nothing));
  EXPECT_EQ(run(verifier), "");
  std::string other = "func.func @g() {\n  \"a.x\"() : () -> ()\n  return\n}\n";
  EXPECT_EQ(runAgain(other + program)
                .find("*2: bundle 'buffers' (on builtin.module/func.func, "
                      "added by framework) ran"),
            0u);
}

/// PMB113: func.func(bundle 'buffers', test-other), run with verified contracts
TEST_F(BundleClaimsTest, ABundleOfSeveralNestsIsHeldAroundThem) {
  auto makeBundle = [] {
    PassBundle bundle("buffers");
    bundle.contract = lowersX();
    add(bundle, "func.func", nothing);
    add(bundle, "builtin.module", nothing);
    add(bundle, "func.func", nothing);
    return bundle;
  };
  build();
  builder->addBundle(makeBundle());
  EXPECT_EQ(
      run(verifier).find(
          "*2: bundle 'buffers' (on builtin.module, added by framework) ran"),
      0u);
  // MLIR merges the nests: between the two there is no place to look at.
  for (bool isBefore : {true, false}) {
    build();
    if (!isBefore)
      builder->addBundle(makeBundle());
    builder->nest<mlir::func::FuncOp>().addPass(
        std::make_unique<ActPass>("test-other", nothing));
    if (isBefore)
      builder->addBundle(makeBundle());
    ContractVerifier other;
    EXPECT_EQ(run(other),
              "0: the contract of bundle 'buffers' is not held: MLIR runs "
              "passes of it in one nest with 'test-other' [PMB113 "
              "not-held]\n"
              "  at: 'buffers' (on builtin.module, added by framework)\n"
              "  help: pmb-barrier between the two keeps their nests "
              "apart\n");
  }
}

TEST_F(BundleClaimsTest, WhatABundlePreservesHoldsBehindItIfItDidBefore) {
  Contract provides, ends, keeps;
  provides.providesProperty("tidy");
  ends.invalidatesProperty("tidy");
  keeps.preservesProperty("tidy");
  VerifierTest::add("test-provide", provides);
  VerifierTest::add("test-part", ends);
  for (bool isKept : {true, false}) {
    build();
    addPass("test-provide", erases("a.x"));
    addBundle(keeps, {addX, isKept ? erases("a.x") : Action(nothing)});
    ContractVerifier other;
    require(other.addPropertyVerifier("tidy", findX));
    std::string said = run(other);
    EXPECT_EQ(said.find("*3: bundle 'buffers' (on builtin.module, added by "
                        "framework) ran, and 'tidy' does not hold any more, "
                        "which its contract says that it preserves") == 0,
              !isKept)
        << said;
  }
}

TEST_F(BundleClaimsTest, ABundleIsHeldInEachRun) {
  build();
  addBundle(lowersX(), {erases("a.y"), erases("a.y")});
  std::string first = run(verifier);
  EXPECT_EQ(first.find("*2: bundle 'buffers'"), 0u) << first;
  EXPECT_EQ(runAgain(), first);
  EXPECT_EQ(runAgain("func.func @f() { return }"), "");
}

//===----------------------------------------------------------------------===//
// Pipelines that passes run
//===----------------------------------------------------------------------===//

class InnerClaimsTest : public VerifierTest {
protected:
  std::string runInner(bool isInFunctions, Action act,
                       llvm::StringRef text = program) {
    build();
    builder->addPass(
        std::make_unique<RunActPass>(isInFunctions, "test-lower", act));
    ContractVerifier verifier;
    return run(verifier, text);
  }
};

TEST_F(InnerClaimsTest, APassInsideIsHeldToWhatTheCatalogSaysOfIt) {
  add("test-lower", lowersX());
  for (bool isInFunctions : {true, false}) {
    EXPECT_EQ(runInner(isInFunctions, erases("a.x")), "");
    std::string said = runInner(isInFunctions, nothing);
    EXPECT_EQ(
        said.find(
            "*2: 'test-lower' (on " +
            std::string(isInFunctions ? "func.func" : "builtin.module") +
            ", added by framework) ran, and 'a.x' is still there, which its "
            "contract says that it lowers [PMB097 broken-contract]\n  in a "
            "pipeline that 'test-run' (pass 0 of 1, on builtin.module, added "
            "by framework) runs\n  'test-lower': that is what it is for\n"),
        0u)
        << said;
  }
}

TEST_F(InnerClaimsTest, WhatNobodyKnowsClaimsNothing) {
  EXPECT_EQ(runInner(false, nothing), "");
}

TEST_F(InnerClaimsTest, WhatTheOuterPassHasDoneIsNotHeldAgainstTheInner) {
  // The outer pass has been looked at, before it erased `a.y`.
  Contract outer, inner;
  outer.lowers({"a.y"});
  inner.rejects({"a.y"});
  add("test-run", outer);
  add("test-lower", inner);
  EXPECT_EQ(runInner(false, nothing,
                     "func.func @f() {\n  \"a.y\"() : () -> ()\n  return\n}\n"),
            "");
}

/// Runs pipelines, one after the other.
struct RunAllPass
    : mlir::PassWrapper<RunAllPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RunAllPass)
  RunAllPass(std::vector<std::pair<bool, std::string>> passes)
      : passes(std::move(passes)) {}
  llvm::StringRef getArgument() const override { return "test-run"; }
  void runOnOperation() override {
    mlir::OpPassManager inner("builtin.module");
    for (const auto &[isInFunctions, name] : passes) {
      auto pass = std::make_unique<ActPass>(name, nothing);
      if (isInFunctions)
        inner.addNestedPass<mlir::func::FuncOp>(std::move(pass));
      else
        inner.addPass(std::move(pass));
    }
    if (failed(runPipeline(inner, getOperation())))
      signalPassFailure();
  }
  std::vector<std::pair<bool, std::string>> passes;
};

TEST_F(InnerClaimsTest, WhatASecondPassInsideTellsApartIsSeen) {
  Contract second;
  second.rejects({"a.y"}).except({"a.y(!tensor)"});
  add("test-first", lowersX());
  add("test-second", second);
  build();
  // The first one has been looked at by then.
  builder->addPass(
      std::make_unique<RunAllPass>(std::vector<std::pair<bool, std::string>>{
          {false, "test-first"}, {false, "test-second"}}));
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier, "func.func @f(%t: tensor<4xi32>) {\n"
                          "  \"a.y\"(%t) : (tensor<4xi32>) -> ()\n"
                          "  return\n"
                          "}\n"),
            "");
  EXPECT_TRUE(contains(runAgain("func.func @f(%t: i32) {\n"
                                "  \"a.y\"(%t) : (i32) -> ()\n"
                                "  return\n"
                                "}\n"),
                       "*2: 'test-second'"));
}

TEST_F(InnerClaimsTest, APassInsideIsNamedWithWhatItRanOn) {
  add("test-lower", lowersX());
  build();
  builder->addPass(
      std::make_unique<RunAllPass>(std::vector<std::pair<bool, std::string>>{
          {false, "test-lower"}, {true, "test-lower"}}));
  ContractVerifier verifier(ContractVerifier::Mode::Warn);
  std::string said = run(verifier);
  for (const char *anchor : {"builtin.module", "func.func"})
    EXPECT_TRUE(contains(
        said, "2: 'test-lower' (on " + std::string(anchor) +
                  ", added by framework) ran, and 'a.x' is still there"));
}

} // namespace
