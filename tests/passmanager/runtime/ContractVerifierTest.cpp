//===- ContractVerifierTest.cpp - Contracts held against IR in a run ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bad verifiers are in BadVerifiersTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "VerifierSupport.h"
#include "passmanager/runtime/PassOwners.h"
#include "passmanager/runtime/SuggestedContracts.h"

using namespace pmb;
using namespace pmb::test;
using mlir::Operation;
using Mode = ContractVerifier::Mode;

namespace {

Contract lowersAX() {
  Contract contract;
  contract.lowers({"a.x"}).because("that is what it is for");
  return contract;
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

TEST_F(ContractVerifierTest, AKeptContractSaysNothing) {
  add("test-lower", lowersAX());
  build();
  addPass("test-lower", erases("a.x"));
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier), "");
  EXPECT_TRUE(verifier.getFindings().empty());
}

/// PMB097: a pass that says that it lowers all of 'func' and leaves a call, run
/// with verified contracts
TEST_F(ContractVerifierTest, AFalseClaimFailsTheRunAtTheFirstOperation) {
  add("test-lower", lowersAX());
  build().setOrigin(Origin::thirdParty("acme"));
  addPass("test-lower");
  bool isReached = false;
  addPass("test-next", [&](Operation *) { isReached = true; });
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier),
            "*2: 'test-lower' (pass 0, on builtin.module, added by third party "
            "'acme') ran, and 'a.x' is still there, which its contract says "
            "that it lowers [PMB097 broken-contract]\n"
            "  'test-lower': that is what it is for\n");
  EXPECT_FALSE(isReached);
}

TEST_F(ContractVerifierTest, WarningsAreSaidOnceAndTheRunGoesOn) {
  add("test-lower", lowersAX());
  build();
  addPass("test-lower");
  bool isReached = false;
  addPass("test-next", [&](Operation *) { isReached = true; });
  ContractVerifier verifier(Mode::Warn);
  std::string said = run(verifier);
  EXPECT_FALSE(contains(said, "*"));
  EXPECT_TRUE(contains(said, "[PMB097 broken-contract]"));
  EXPECT_TRUE(isReached);
  EXPECT_EQ(runAgain(), "");
}

TEST_F(ContractVerifierTest, RecordsWhatItFindsWithCountsAndPlaces) {
  add("test-lower", lowersAX());
  build();
  addPass("test-lower");
  ContractVerifier verifier(Mode::Record);
  EXPECT_EQ(run(verifier), "");
  EXPECT_EQ(runAgain(), "");
  std::vector<ContractVerifier::Finding> findings = verifier.getFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 2u);
  EXPECT_EQ(findings[0].diagnostic.code, DiagnosticCode::BrokenContract);
  EXPECT_TRUE(contains(findings[0].location, ":2:"));
}

/// PMB098: a pass that rejects 'func.call', run with verified contracts on a
/// function that calls
TEST_F(ContractVerifierTest, APassIsNotRunOnWhatItRejects) {
  Contract contract;
  contract.rejects({"func.call"});
  add("test-reject", contract);
  build();
  bool isRun = false;
  addPass("test-reject", [&](Operation *) { isRun = true; });
  ContractVerifier verifier;
  std::string said = run(verifier, "func.func @f() {\n"
                                   "  func.call @f() : () -> ()\n"
                                   "  return\n"
                                   "}\n");
  EXPECT_TRUE(contains(said,
                       "added by framework) was about to run, and 'func.call' "
                       "is there, which it rejects [PMB098 missing-input]"));
  EXPECT_FALSE(isRun);
}

TEST_F(ContractVerifierTest, APassRunsOnWhatItDoesNotReject) {
  Contract contract;
  contract.rejects({"func.call"});
  add("test-reject", contract);
  build();
  bool isRun = false;
  addPass("test-reject", [&](Operation *) { isRun = true; });
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier, "func.func @f() { return }"), "");
  EXPECT_TRUE(isRun);
}

TEST_F(ContractVerifierTest, AWeakDemandIsAWarning) {
  Contract contract;
  contract.rejects({"a.x"}).weak();
  add("test-reject", contract);
  build();
  addPass("test-reject");
  ContractVerifier verifier;
  std::string said = run(verifier);
  EXPECT_FALSE(contains(said, "*"));
  EXPECT_TRUE(contains(said, "[PMB098 missing-input]"));
}

TEST_F(ContractVerifierTest, EntriesCountWhoseConditionsHold) {
  Contract contract;
  contract.lowers({"a.x"}).when("gpu");
  add("test-lower", contract);
  for (bool isGpu : {false, true}) {
    build();
    if (isGpu)
      builder->setVariant("gpu");
    addPass("test-lower");
    ContractVerifier verifier;
    EXPECT_EQ(run(verifier) == "", !isGpu);
  }
}

TEST_F(ContractVerifierTest, AFunctionIsHeldToWhatIsInIt) {
  add("test-lower", lowersAX());
  build().nest<mlir::func::FuncOp>().addPass(
      std::make_unique<ActPass>("test-lower", [](Operation *function) {
        if (mlir::cast<mlir::func::FuncOp>(function).getName() == "f")
          eraseAll(function, "a.x");
      }));
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier), "");
  std::string other = "func.func @g() {\n  \"a.x\"() : () -> ()\n  return\n}\n";
  EXPECT_TRUE(contains(runAgain(other + program),
                       "*2: 'test-lower' (pass 0, on "
                       "builtin.module/func.func, added by "
                       "framework) ran, and"));
}

TEST_F(ContractVerifierTest, WhatAnotherPassAddsIsNotHeldAgainstTheFirst) {
  add("test-lower", lowersAX());
  Contract adds;
  adds.introduces({"a.x"});
  add("test-add", adds);
  build();
  addPass("test-lower", erases("a.x"));
  // Between the two, functions change under the module that was looked at.
  builder->nest<mlir::func::FuncOp>().addPass(
      std::make_unique<ActPass>("test-add", [](Operation *function) {
        mlir::OpBuilder b(&function->getRegion(0).front().front());
        b.create(mlir::OperationState(function->getLoc(), "a.x"));
      }));
  addPass("test-lower", erases("a.x"));
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier), "");
}

TEST_F(ContractVerifierTest, HoldsContractsOfManyFunctionsOnManyThreads) {
  Contract contract;
  contract.lowers({"a.x"}).to({"a.y"});
  add("test-lower", contract);
  std::string many;
  for (int i = 0; i < 300; ++i)
    many += "func.func @f" + std::to_string(i) +
            "() {\n  \"a.x\"() : () -> ()\n  return\n}\n";
  for (bool isTrue : {true, false}) {
    build();
    ASSERT_TRUE(context.isMultithreadingEnabled());
    for (int pass = 0; pass < 3; ++pass)
      builder->nest<mlir::func::FuncOp>().addPass(std::make_unique<ActPass>(
          "test-lower", [isTrue](Operation *function) {
            auto name = mlir::cast<mlir::func::FuncOp>(function).getName();
            if (!isTrue && name == "f123")
              return;
            function->walk([](Operation *op) {
              if (op->getName().getStringRef() != "a.x")
                return;
              mlir::OpBuilder(op).create(
                  mlir::OperationState(op->getLoc(), "a.y"));
              op->erase();
            });
          }));
    ContractVerifier verifier(Mode::Record);
    EXPECT_EQ(run(verifier, many), "");
    std::vector<ContractVerifier::Finding> findings = verifier.getFindings();
    // Each of the three passes leaves it.
    EXPECT_EQ(findings.size(), isTrue ? 0u : 3u);
    for (const ContractVerifier::Finding &finding : findings)
      EXPECT_TRUE(contains(finding.location, ":494:"));
  }
}

//===----------------------------------------------------------------------===//
// The end of the pipeline
//===----------------------------------------------------------------------===//

/// PMB099: a pipeline that may leave only 'llvm' and leaves a call, run with
/// verified contracts
TEST_F(ContractVerifierTest, WhatIsLeftAtTheEndNamesThePassThatLowersIt) {
  Contract partial;
  partial.lowers({"a.x"}).partially();
  add("test-lower", partial);
  build().getInterface().outputContents = {"func"};
  builder->setSeverity(DiagnosticCode::DeadEnd, Severity::Off);
  addPass("test-lower");
  addPass("test-last");
  ContractVerifier verifier;
  std::string said = run(verifier);
  EXPECT_TRUE(contains(said,
                       "*2: the pipeline is through, and 'a.x' is left, which "
                       "may not remain [PMB099 observed-left-over]\n"
                       "  at: 'test-lower' (pass 0"));
  EXPECT_TRUE(contains(said, "'test-lower' lowers it, and left it"));
}

TEST_F(ContractVerifierTest, ItIsSaidIfWhatIsLeftCameAfterThePassThatLowersIt) {
  add("test-lower", lowersAX());
  Contract adds;
  adds.introduces({}).sometimes({"a.x"});
  add("test-add", adds);
  build().getInterface().outputContents = {"func"};
  addPass("test-lower", erases("a.x"));
  addPass("test-add", [](Operation *module) {
    mlir::OpBuilder b =
        mlir::OpBuilder::atBlockBegin(&module->getRegion(0).front());
    b.create(mlir::OperationState(module->getLoc(), "a.x"));
  });
  ContractVerifier verifier;
  std::string said = run(verifier);
  EXPECT_TRUE(contains(said, "it appeared with 'test-add' (pass 1 of 2"));
  EXPECT_TRUE(contains(said, "'test-lower' lowers it, and ran before"));
}

TEST_F(ContractVerifierTest, WhatNoPassLowersIsNamedBeforeWhatOneLeft) {
  Contract casts;
  casts.lowers({"builtin.unrealized_conversion_cast"}).partially();
  add("test-casts", casts);
  Contract partial;
  partial.lowers({"a.x"}).partially();
  add("test-lower", partial);
  build().getInterface().outputContents = {"func"};
  builder->setSeverity(DiagnosticCode::DeadEnd, Severity::Off);
  addPass("test-lower");
  addPass("test-casts");
  ContractVerifier verifier;
  std::string said = run(verifier, "func.func @f(%i: i32) {\n"
                                   "  %c = builtin.unrealized_conversion_cast "
                                   "%i : i32 to i64\n"
                                   "  \"a.x\"() : () -> ()\n"
                                   "  \"a.z\"(%c) : (i64) -> ()\n"
                                   "  return\n"
                                   "}\n");
  EXPECT_EQ(said.find("*4: the pipeline is through, and 'a.z' is left"), 0u)
      << said;
  EXPECT_TRUE(contains(said,
                       "no pass of the pipeline lowers it\n  so are 'a.x', "
                       "'builtin.unrealized_conversion_cast'"));
}

TEST_F(ContractVerifierTest, WhatHasNoPlaceIsReportedAtWhatIsAroundIt) {
  add("test-lower", lowersAX());
  build();
  addPass("test-lower", [](Operation *module) {
    Operation *x = findX(module);
    if (x)
      x->setLoc(mlir::UnknownLoc::get(x->getContext()));
  });
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier).find("*1: 'test-lower'"), 0u);
}

TEST_F(ContractVerifierTest, WhatMayRemainIsNoFinding) {
  build().getInterface().outputContents = {"func", "a"};
  addPass("test-any");
  ContractVerifier verifier;
  EXPECT_EQ(run(verifier), "");
}

//===----------------------------------------------------------------------===//
// Properties and marks
//===----------------------------------------------------------------------===//

TEST_F(ContractVerifierTest, APropertyHoldsWhereItIsProvidedAndRequired) {
  Contract provides, requires_;
  provides.providesProperty("tidy");
  requires_.requiresProperty("tidy");
  add("test-tidy", provides);
  add("test-needs", requires_);
  for (bool isProvided : {true, false}) {
    build();
    addPass(isProvided ? "test-tidy" : "test-needs");
    ContractVerifier verifier;
    require(verifier.addPropertyVerifier("tidy", findX));
    EXPECT_TRUE(contains(
        run(verifier),
        isProvided ? "added by framework) ran, and 'tidy' does not hold, which "
                     "its contract says that it provides [PMB097"
                   : "added by framework) was about to run, and 'tidy' does "
                     "not hold, which it requires [PMB098"));
    EXPECT_EQ(runAgain("func.func @f() { return }"), "");
  }
}

TEST_F(ContractVerifierTest, AMarkOfOnesOwnTellsOperationsApart) {
  Contract contract;
  contract.lowers({"a.x(small)"});
  add("test-lower", contract);
  build();
  addPass("test-lower");
  ContractVerifier verifier;
  require(verifier.addMarkReader(
      "small", [](Operation *op) { return op->hasAttr("small"); }));
  EXPECT_EQ(run(verifier), "");
  std::string said = runAgain("\"a.x\"() {small} : () -> ()");
  EXPECT_TRUE(contains(said, "'a.x(small)' is still there"));
}

//===----------------------------------------------------------------------===//
// What the pages show
//===----------------------------------------------------------------------===//

/// What an example leaves open.
#define ETC (void)0

Operation *findLeak(Operation *) { return nullptr; }
bool isSparse(Operation *) { return false; }

TEST_F(ContractVerifierTest, DoesWhatTheExamplesOfThePagesShow) {
  build();
  addPass("test-any");
  PassManagerBuilder &builder = *this->builder;
  mlir::PassManager &pm = *this->pm;
  auto parsed = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  mlir::ModuleOp module = *parsed;
  // docs: passmanager/README.md
  pmb::ContractVerifier verifier;
  if (llvm::Error err = verifier.attachTo(builder))
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  if (failed(pm.run(module)))
    ETC;
  // docs: end
  // docs: passmanager/README.md
  pmb::SuggestedContracts suggested;
  verifier.suggestTo(suggested);
  ETC; // many runs
  suggested.print(llvm::outs());
  // docs: end
  {
    pmb::ContractVerifier verifier;
    // docs: passmanager/README.md
    if (llvm::Error err = verifier.addPropertyVerifier(
            "deallocated",
            [](mlir::Operation *root) { return findLeak(root); }))
      ETC;
    if (llvm::Error err = verifier.addMarkReader(
            "sparse", [](mlir::Operation *op) { return isSparse(op); }))
      ETC;
    // docs: end
  }
}
#undef ETC

//===----------------------------------------------------------------------===//
// Suggesting
//===----------------------------------------------------------------------===//

TEST_F(ContractVerifierTest, SuggestsAContractForAPassThatHasNone) {
  add("test-known", lowersAX());
  SuggestedContracts suggested;
  for (bool isKnown : {false, true}) {
    build();
    addPass(isKnown ? "test-known" : "test-new", [](Operation *module) {
      Operation *x = findX(module);
      mlir::OpBuilder(x).create(mlir::OperationState(x->getLoc(), "b.z"));
      x->erase();
    });
    ContractVerifier verifier(Mode::Record);
    verifier.suggestTo(suggested);
    EXPECT_EQ(run(verifier), "");
  }
  std::string printed = toText(suggested);
  EXPECT_TRUE(contains(printed, R"json("test-new": {
      "lowers": [
        {
          "from": [
            "a.x"
          ],
          "to": [
            "b.z"
          ],
          "source": "recorded: gone in 1 of 1 executions")json"));
  EXPECT_TRUE(contains(printed, R"json("kept": {
          "lowers (a.x)": 1
        })json"));
}

} // namespace
