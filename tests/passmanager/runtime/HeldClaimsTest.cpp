//===- HeldClaimsTest.cpp - What passes promise to leave as it is ---------===//
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
using Mode = ContractVerifier::Mode;

namespace {

//===----------------------------------------------------------------------===//
// Second runs that change nothing
//===----------------------------------------------------------------------===//

/// A pipeline in which `test-again` stands twice, and is idempotent.
class RepetitionTest : public VerifierTest {
protected:
  RepetitionTest() {
    Contract again, keeps;
    again.idempotent();
    again.providesProperty("tidy");
    addTold("test-again", again);
    keeps.preservesProperty("tidy");
    addTold("test-keeps", keeps);
    addTold("test-ends", Contract());
  }
  /// A pass of which the options tell all.
  void addTold(llvm::StringRef name, Contract contract) {
    PassDescriptor pass = describe(name, std::move(contract));
    pass.hasOptionList = true;
    require(catalog.addPass(std::move(pass)));
  }
  ContractVerifier verifier;
};

TEST_F(RepetitionTest, AnIdempotentPassThatChangesTheIRAgainIsAnError) {
  build();
  addPass("test-again", addX);
  addPass("test-again", addX);
  std::string said = run(verifier);
  EXPECT_EQ(said, "*2: 'test-again' (pass 1, on builtin.module, added by "
                  "framework) ran again and has changed the IR, although its "
                  "contract says that it is idempotent [PMB097 "
                  "broken-contract]\n"
                  "  it ran before as 'test-again' (pass 0 of 2, on "
                  "builtin.module, added by framework)\n");
}

TEST_F(RepetitionTest, AClaimWithExceptionsIsNotHeld) {
  Contract again;
  again.idempotent();
  again.providesProperty("tidy").exceptions("it may stop early");
  again.providesProperty("tidy").when(option("to-the-end"));
  PassDescriptor pass = describe("test-early", std::move(again));
  pass.hasOptionList = true;
  pass.options = {{"to-the-end", "false"}};
  require(catalog.addPass(std::move(pass)));
  build();
  addPass("test-early", addX);
  addPass("test-early", addX);
  EXPECT_EQ(run(verifier), "");
}

TEST_F(RepetitionTest, TextThatIsMadeAnewIsNoChange) {
  build();
  for (int i = 0; i < 2; ++i)
    addPass("test-again", [](Operation *module) {
      Operation *x = findX(module);
      x->getBlock()->getParentOp()->setLoc(module->getLoc());
      mlir::OpBuilder(x).clone(*x);
      x->erase();
    });
  EXPECT_EQ(run(verifier), "");
}

TEST_F(RepetitionTest, WhatRanSinceIsNamedIfItDidNotPreserveWhatItSays) {
  build();
  addPass("test-again", erases("a.x"));
  addPass("test-keeps", addX);
  addPass("test-again", erases("a.x"));
  std::string said = run(verifier);
  EXPECT_TRUE(contains(said, ") ran again and has changed the IR, although "
                             "all that ran since preserve 'tidy' [PMB097"));
  EXPECT_TRUE(contains(said, "  since then: 'test-keeps' (pass 1 of 3"));
  EXPECT_TRUE(contains(said, "or 'test-again' is not idempotent"));
}

TEST_F(RepetitionTest, WhatRanSinceInSeveralFunctionsIsNamedOnce) {
  build();
  addPass("test-again", erases("a.x"));
  builder->nest<mlir::func::FuncOp>().addPass(
      std::make_unique<ActPass>("test-keeps", addX));
  addPass("test-again", erases("a.x"));
  std::string two = "func.func @g() {\n  return\n}\n";
  std::string said = run(verifier, two + program);
  EXPECT_EQ(llvm::StringRef(said).count("since then:"), 1u) << said;
}

TEST_F(RepetitionTest, APassThatRenamesWhatItRunsOnChangesIt) {
  build();
  int count = 0;
  for (int i = 0; i < 2; ++i)
    addPass("test-again", [&](Operation *module) {
      module->setAttr(mlir::SymbolTable::getSymbolAttrName(),
                      mlir::StringAttr::get(module->getContext(),
                                            "m" + std::to_string(++count)));
    });
  std::string said = run(verifier);
  EXPECT_TRUE(
      contains(said, "ran again and has changed the IR, although its contract "
                     "says that it is idempotent"));
}

TEST_F(RepetitionTest, WhatRanSinceAndChangedNothingIsNotBlamed) {
  build();
  addPass("test-again", addX);
  addPass("test-keeps");
  addPass("test-again", addX);
  EXPECT_TRUE(contains(run(verifier), "although its contract says that it is "
                                      "idempotent"));
}

TEST_F(RepetitionTest, NothingIsClaimedOnceSomethingElseMayHaveChangedIt) {
  // A pass that nobody knows, and one that does not say that it preserves.
  for (const char *between : {"test-nobody", "test-ends"}) {
    build();
    addPass("test-again", addX);
    addPass(between);
    addPass("test-again", addX);
    EXPECT_EQ(run(verifier), "");
  }
}

TEST_F(RepetitionTest, NothingIsClaimedOfAPassThatItsOptionsDoNotTell) {
  Contract again;
  again.idempotent();
  add("test-made", again);
  build();
  addPass("test-made", addX);
  addPass("test-made", addX);
  EXPECT_EQ(run(verifier), "");
}

TEST_F(RepetitionTest, PassesInFunctionsAndAroundThemAreToldApart) {
  std::string two = "func.func @g() {\n  return\n}\n";
  // Adds to one of two functions only.
  auto addToG = [](Operation *op) {
    if (mlir::cast<mlir::func::FuncOp>(op).getName() == "g")
      addX(op);
  };
  for (bool isKept : {true, false}) {
    build();
    auto addNested = [&](Action act) {
      builder->nest<mlir::func::FuncOp>().addPass(
          std::make_unique<ActPass>("test-again", std::move(act)));
    };
    addNested(nothing);
    addPass(isKept ? "test-keeps" : "test-ends");
    addNested(addToG);
    std::string said = run(verifier, two + program);
    EXPECT_EQ(said.find("*2: 'test-again' (pass 2, on "
                        "builtin.module/func.func, added by framework) ran "
                        "again") == 0,
              isKept)
        << said;
  }
}

TEST_F(RepetitionTest, AFunctionThatHasTakenThePlaceOfAnotherIsAnother) {
  build();
  auto addNested = [&] {
    builder->nest<mlir::func::FuncOp>().addPass(
        std::make_unique<ActPass>("test-again", addX));
  };
  addNested();
  addPass("test-keeps", [](Operation *module) {
    for (auto function : llvm::to_vector(
             mlir::cast<mlir::ModuleOp>(module).getOps<mlir::func::FuncOp>()))
      function.setName("other");
  });
  addNested();
  EXPECT_EQ(run(verifier), "");
}

TEST_F(RepetitionTest, TheFirstClaimThatIsFalseIsRecordedWithEachRun) {
  build();
  addPass("test-again", addX);
  addPass("test-again", addX);
  ContractVerifier recorder(Mode::Record);
  EXPECT_EQ(run(recorder), "");
  EXPECT_EQ(runAgain(), "");
  std::vector<ContractVerifier::Finding> findings = recorder.getFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 2u);
}

//===----------------------------------------------------------------------===//
// Properties that are kept
//===----------------------------------------------------------------------===//

class KeptPropertyTest : public VerifierTest {
protected:
  KeptPropertyTest() {
    PropertyDescriptor fleeting;
    fleeting.name = "fresh";
    fleeting.isFleeting = true;
    require(catalog.addProperty(fleeting));
    Contract provides, keeps, ends;
    provides.providesProperty("tidy");
    provides.providesProperty("fresh");
    add("test-provide", provides);
    keeps.preservesProperty("tidy").because("it looks only");
    keeps.preservesProperty("fresh");
    add("test-keep", keeps);
    Contract silent;
    silent.introduces({}).sometimes({"a.x"});
    add("test-silent", silent);
    ends.invalidatesProperty("tidy");
    add("test-end", ends);
    Contract complete;
    complete.before(pass("test-end"));
    complete.complete();
    add("test-complete", complete);
  }
  /// Runs these with a function for a property that `a.x` contradicts.
  std::string runHeld(llvm::StringRef property,
                      llvm::StringRef text = program) {
    ContractVerifier verifier;
    require(verifier.addPropertyVerifier(property, findX));
    return run(verifier, text);
  }
};

TEST_F(KeptPropertyTest, AContractThatSaysThatItIsAllClaimsThatNothingAppears) {
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-complete", addX);
  EXPECT_TRUE(contains(runHeld("tidy"), "'a.x' has appeared, which no entry"));
}

TEST_F(KeptPropertyTest, APassThatEndsWhatItPreservesIsAnError) {
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-keep");
  addPass("test-keep", addX);
  EXPECT_EQ(runHeld("tidy"),
            "*3: 'test-keep' (pass 2, on builtin.module, added by framework) "
            "ran, and 'tidy' does not hold any more, which its contract says "
            "that it preserves [PMB097 broken-contract]\n"
            "  'test-keep': it looks only\n"
            "  it held before, since 'test-provide' (pass 0 of 3, on "
            "builtin.module, added by framework)\n");
}

TEST_F(KeptPropertyTest, AWeakEntryThatIsNotKeptIsAWarning) {
  Contract weakly;
  weakly.preservesProperty("tidy").weak();
  add("test-keep-weakly", weakly);
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-keep-weakly", addX);
  ContractVerifier verifier;
  require(verifier.addPropertyVerifier("tidy", findX));
  run(verifier, program);
  std::vector<ContractVerifier::Finding> findings = verifier.getFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].diagnostic.severity, Severity::Warning);
}

TEST_F(KeptPropertyTest, ALastingPropertyIsEndedOnlyByWhatSaysSo) {
  for (bool isSaid : {true, false}) {
    build();
    addPass("test-provide", erases("a.x"));
    addPass(isSaid ? "test-end" : "test-silent", addX);
    std::string said = runHeld("tidy");
    EXPECT_EQ(said.empty(), isSaid);
    EXPECT_EQ(said.find("*3: 'test-silent' (pass 1, on builtin.module, added "
                        "by framework) ran, and 'tidy' does not hold any more, "
                        "which its contract does not say that it invalidates "
                        "[PMB097 broken-contract]") == 0,
              !isSaid)
        << said;
  }
}

TEST_F(KeptPropertyTest, AFleetingPropertyIsEndedByAllThatDoNotPreserveIt) {
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-silent", addX);
  EXPECT_EQ(runHeld("fresh"), "");
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-keep", addX);
  EXPECT_TRUE(contains(runHeld("fresh"), "'fresh' does not hold any more"));
}

TEST_F(KeptPropertyTest, WhatHoldsByChanceNobodyNeedsToKeep) {
  build();
  addPass("test-keep", addX);
  EXPECT_EQ(runHeld("tidy", "func.func @f() {\n  return\n}\n"), "");
}

TEST_F(KeptPropertyTest, WhatHasAlreadyEndedIsNotHeldAgainstTheNext) {
  build();
  addPass("test-provide", erases("a.x"));
  addPass("test-nobody", addX);
  addPass("test-keep");
  EXPECT_EQ(runHeld("tidy"), "");
}

TEST_F(KeptPropertyTest, WhatWasProvidedInFunctionsIsKeptAroundThem) {
  for (bool isTidy : {true, false}) {
    build();
    builder->nest<mlir::func::FuncOp>().addPass(
        std::make_unique<ActPass>("test-provide", erases("a.x")));
    addPass("test-keep", isTidy ? Action(nothing) : Action(addX));
    EXPECT_EQ(runHeld("tidy").empty(), isTidy);
    build();
    addPass("test-provide", erases("a.x"));
    builder->nest<mlir::func::FuncOp>().addPass(std::make_unique<ActPass>(
        "test-keep", isTidy ? Action(nothing) : Action(addX)));
    EXPECT_EQ(runHeld("tidy").empty(), isTidy);
  }
}

} // namespace
