//===- RecordedContractsTest.cpp - What a record says of contracts --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "VerifierSupport.h"
#include "bundles/contracts/ContractsFile.h"
#include "passmanager/runtime/PassClaims.h"
#include "passmanager/runtime/SuggestedContracts.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using mlir::Operation;
using Mode = ContractVerifier::Mode;

namespace {

class RecordedContractsTest : public VerifierTest {
protected:
  /// Adds what a pass does to `suggested`. Returns whether the run succeeds.
  bool record(llvm::StringRef name, Action act,
              llvm::StringRef text = program) {
    build();
    addPass(name, std::move(act));
    return runRecorded(text);
  }
  bool runRecorded(llvm::StringRef text = program) {
    ContractVerifier verifier(Mode::Record);
    if (catalog.lookupProperty("tidy"))
      require(verifier.addPropertyVerifier("tidy", findX));
    verifier.suggestTo(suggested);
    return !llvm::StringRef(run(verifier, text)).starts_with("*");
  }

  std::string print() const { return toText(suggested); }
  /// What was observed of a pass, under one key; empty if nothing was.
  std::string observed(llvm::StringRef pass, llvm::StringRef key) const {
    llvm::json::Value read = require(llvm::json::parse(print()));
    const llvm::json::Object *passes = read.getAsObject()->getObject("passes");
    const llvm::json::Object *found = passes->getObject(pass);
    const llvm::json::Value *value =
        found ? found->getObject("observed")->get(key) : nullptr;
    std::string text;
    if (value)
      llvm::raw_string_ostream(text) << *value;
    return text;
  }

  SuggestedContracts suggested;
};

Action replaces(llvm::StringRef from, llvm::StringRef to) {
  return [from = from.str(), to = to.str()](Operation *root) {
    root->walk([&](Operation *op) {
      if (op->getName().getStringRef() == from)
        mlir::OpBuilder(op).create(mlir::OperationState(op->getLoc(), to));
    });
    eraseAll(root, from);
  };
}

constexpr const char *withoutX = "func.func @f() {\n  return\n}\n";

TEST_F(RecordedContractsTest, WhatIsRejectedIsKeptIfThePassFailsOnIt) {
  Contract contract;
  contract.rejects({"a.x"});
  add("test-picky", contract);
  EXPECT_TRUE(record("test-picky", nothing, withoutX));
  EXPECT_EQ(observed("test-picky", "kept"), "");
  EXPECT_EQ(observed("test-picky", "neverExercised"), R"j(["rejects (a.x)"])j");
  build();
  struct FailPass : ActPass {
    FailPass() : ActPass("test-picky", nothing) {}
    void runOnOperation() override { signalPassFailure(); }
  };
  builder->addPass(std::make_unique<FailPass>());
  EXPECT_FALSE(runRecorded());
  EXPECT_EQ(observed("test-picky", "kept"), R"j({"rejects (a.x)":1})j");
  EXPECT_EQ(observed("test-picky", "contradicted"), "");
  EXPECT_TRUE(record("test-picky", nothing));
  EXPECT_EQ(observed("test-picky", "contradicted"), R"j({"rejects (a.x)":1})j");
}

TEST_F(RecordedContractsTest, AWeakDemandIsNotContradicted) {
  Contract contract;
  contract.rejects({"a.x"}).weak();
  add("test-picky", contract);
  EXPECT_TRUE(record("test-picky", nothing));
  EXPECT_EQ(observed("test-picky", "contradicted"), "");
}

TEST_F(RecordedContractsTest, WhatIsInvalidatedAndHoldsAllTheSame) {
  Contract contract;
  contract.invalidatesProperty("tidy");
  add("test-harmless", contract);
  // What did not hold before is not ended.
  EXPECT_TRUE(record("test-harmless", nothing));
  EXPECT_EQ(observed("test-harmless", "leftInPlace"), "");
  EXPECT_TRUE(record("test-harmless", nothing, withoutX));
  EXPECT_EQ(observed("test-harmless", "leftInPlace"), R"j({"tidy":1})j");
  EXPECT_EQ(observed("test-harmless", "neverInvalidated"), R"j(["tidy"])j");
  SuggestedContracts again;
  require(again.read(print(), "seen.json"));
  EXPECT_TRUE(record("test-harmless", addX, withoutX));
  EXPECT_EQ(observed("test-harmless", "leftInPlace"), R"j({"tidy":1})j");
  EXPECT_EQ(observed("test-harmless", "invalidated"), R"j({"tidy":1})j");
  EXPECT_EQ(observed("test-harmless", "neverInvalidated"), "");
}

TEST_F(RecordedContractsTest, WhatIsRequiredIsMissedIfThePassWorksWithoutIt) {
  Contract contract;
  contract.requiresContents({"a.y"});
  add("test-needy", contract);
  EXPECT_TRUE(record("test-needy", nothing));
  EXPECT_EQ(observed("test-needy", "kept"), R"j({"requires (a.y)":1})j");
  EXPECT_TRUE(record("test-needy", erases("a.x")));
  EXPECT_EQ(observed("test-needy", "contradicted"),
            R"j({"requires (a.y)":1})j");
}

TEST_F(RecordedContractsTest, WhatNoEntryNamesIsCountedByOperation) {
  Contract contract;
  contract.lowers({"a.y"}).to({"b.y"});
  add("test-silent", contract);
  EXPECT_TRUE(record("test-silent", replaces("a.x", "b.z")));
  EXPECT_TRUE(record("test-silent", erases("a.x")));
  EXPECT_TRUE(record("test-silent", nothing));
  EXPECT_EQ(observed("test-silent", "unnamedGone"), R"j({"a.x":2})j");
  EXPECT_EQ(observed("test-silent", "unnamedAdded"), R"j({"b.z":1})j");
  // A pass without a contract gets one in which they are named.
  EXPECT_TRUE(record("test-new", replaces("a.x", "b.z")));
  EXPECT_EQ(observed("test-new", "unnamedGone"), "");
  EXPECT_EQ(observed("test-new", "unnamedAdded"), "");
}

TEST_F(RecordedContractsTest, WhatAnUnknownEffectMayDoIsNotUnnamed) {
  Contract contract;
  contract.unknownEffect().because("runs a script").keeps({"a.y"});
  add("test-script", contract);
  constexpr const char *text = "\"a.x\"() : () -> ()\n\"a.y\"() : () -> ()\n";
  EXPECT_TRUE(record(
      "test-script",
      [](Operation *root) {
        eraseAll(root, "a.x");
        eraseAll(root, "a.y");
      },
      text));
  EXPECT_EQ(observed("test-script", "unnamedGone"), R"j({"a.y":1})j");
}

TEST_F(RecordedContractsTest, AnEntryIsKeptOnlyWhereThereIsSomethingForIt) {
  Contract contract;
  contract.introduces({}).sometimes({"b.z"});
  contract.lowers({"a.x"}).partially();
  contract.lowers({"a.y"}).to({"b.y"}).exceptions("what folds");
  add("test-pass", contract);
  constexpr const char *both =
      "\"a.x\"() : () -> ()\n\"a.x\"() : () -> ()\n\"a.y\"() : () -> ()\n";
  EXPECT_TRUE(record("test-pass", erases("a.y"), both));
  EXPECT_EQ(observed("test-pass", "kept"), "");
  EXPECT_TRUE(record(
      "test-pass",
      [](Operation *root) {
        replaces("a.y", "b.y")(root);
        mlir::Block &block = root->getRegion(0).front();
        mlir::OpBuilder::atBlockBegin(&block).create(
            mlir::OperationState(root->getLoc(), "b.z"));
        // One of two.
        for (Operation &op : block)
          if (op.getName().getStringRef() == "a.x")
            return op.erase();
      },
      both));
  EXPECT_EQ(observed("test-pass", "kept"),
            R"j({"introduces (b.z)":1,"lowers (a.x)":1,)j"
            R"j("lowers (a.y)":1})j");
}

/// A file of contracts is edited between the runs of a suite.
TEST_F(RecordedContractsTest, CountsStayWithTheirEntryWhereOthersComeBeforeIt) {
  Contract before, after;
  before.lowers({"a.x"}).to({"b.x"});
  after.lowers({"a.y"}).to({"b.y"});
  after.lowers({"a.x"}).to({"b.x"});
  add("test-pass", before);
  EXPECT_TRUE(record("test-pass", replaces("a.x", "b.x")));
  builder.reset();
  catalog = Catalog();
  add("test-pass", after);
  EXPECT_TRUE(record("test-pass", replaces("a.x", "b.x")));
  EXPECT_EQ(observed("test-pass", "kept"), R"j({"lowers (a.x)":2})j");
  EXPECT_EQ(observed("test-pass", "neverExercised"), R"j(["lowers (a.y)"])j");
}

TEST(RecordedContracts, EntriesAboutTheSameItemsAreToldApart) {
  Contract contract;
  contract.lowers({"a.x"}).to({"b.x"}).unless({"!tensor"});
  contract.lowers({"a.x"}).to({"b.y"}).when(option("fast"));
  contract.lowers({"a.y"}).to({"b.x"});
  contract.lowers({"a.y"}).to({"b.y"});
  contract.lowers({"a", "b", "c", "d"}).to({"e"});
  contract.rejects({"a.x"});
  contract.rejects({"a.x"});
  EXPECT_EQ(PassClaims::getEntryNames(contract),
            (std::vector<std::string>{
                "lowers (a.x, unless there is !tensor)",
                "lowers (a.x, if fast == true)", "lowers (a.y to b.x)",
                "lowers (a.y to b.y)", "lowers (a, b, c, ...)",
                "rejects (a.x) #1", "rejects (a.x) #2"}));
}

//===----------------------------------------------------------------------===//
// Sets of patterns
//===----------------------------------------------------------------------===//

/// Erases all operations of a name.
struct Erase : mlir::RewritePattern {
  Erase(mlir::MLIRContext *context, llvm::StringRef name)
      : RewritePattern(name, 1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return mlir::success();
  }
};

PatternSet erasing(llvm::StringRef name, llvm::StringRef operation) {
  return {name.str(),
          [operation = operation.str()](mlir::RewritePatternSet &patterns) {
            patterns.add<Erase>(patterns.getContext(), operation);
          }};
}

TEST_F(RecordedContractsTest, PatternsAreKnownByTheNameOfTheirSet) {
  build().addPatternSlot("early");
  require(builder->addPatterns("early", erasing("erase-x", "a.x")));
  EXPECT_TRUE(runRecorded());
  EXPECT_EQ(observed("pmb-rewrite", "executions"), "");
  EXPECT_EQ(observed("erase-x", "executions"), "1");
  // Which is a contract of the set.
  Catalog read;
  require(
      readContracts(SourceText::copy(print(), "seen.contracts.json"), read));
  const PassDescriptor *erase = read.lookupPass("erase-x");
  ASSERT_TRUE(erase);
  ASSERT_EQ(erase->contract.getContents().size(), 1u);
  EXPECT_EQ(erase->contract.getContents()[0].items,
            std::vector<std::string>{"a.x"});
}

TEST_F(RecordedContractsTest, OfSeveralSetsInOnePassNothingIsSuggested) {
  build().addPatternSlot("early");
  require(builder->addPatterns("early", erasing("erase-x", "a.x")));
  require(builder->addPatterns("early", erasing("erase-y", "a.y")));
  addPass("test-last");
  EXPECT_TRUE(runRecorded());
  for (const char *name : {"pmb-rewrite", "erase-x", "erase-y", "early"})
    EXPECT_EQ(observed(name, "executions"), "") << name;
  EXPECT_EQ(observed("test-last", "executions"), "1");
}

} // namespace
