//===- WordsTest.cpp - What is added to what is known ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class WordsTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  void defineLoops() {
    define(
        "loops",
        Contract().lowers({"linalg"}).to({"scf.for"}).because("becomes loops"));
  }
  static Contract makeCall() {
    Contract contract;
    contract.lowers({"linalg.matmul"}).to({"acme.mm"});
    return contract;
  }
  /// The items with which the one pass leaves the IR.
  std::string getLeft(Pipeline &pipeline, Items input) {
    pipeline.getInterface().inputContents = std::move(input);
    pipeline.getInterface().outputContents = Items();
    std::string left;
    for (const Diagnostic &finding : pipeline.check())
      left += finding.message.substr(0, finding.message.find(" stay")) + ";";
    return left;
  }
};

/// Who adds to a contract is looked at first.
TEST_F(WordsTest, WhatIsAddedToAPipelineIsLookedAtFirst) {
  defineLoops();
  auto pipeline = compose({"loops"});
  EXPECT_EQ(getLeft(*pipeline, {"linalg.matmul"}), "'scf.for';");
  EXPECT_EQ(text(pipeline->addContract("loops", makeCall())), "");
  EXPECT_EQ(getLeft(*pipeline, {"linalg.matmul"}), "'acme.mm';");
  EXPECT_EQ(getLeft(*pipeline, {"linalg.fill"}), "'scf.for';");
  // And what comes later before that.
  Contract again;
  again.lowers({"linalg.matmul"}).to({"acme.mm2"});
  EXPECT_EQ(text(pipeline->addContract("loops", again)), "");
  EXPECT_EQ(getLeft(*pipeline, {"linalg.matmul"}), "'acme.mm2';");
}

TEST_F(WordsTest, WhatIsAddedToACatalogIsLookedAtFirst) {
  defineLoops();
  PassDescriptor more("loops");
  more.contract = makeCall();
  EXPECT_EQ(text(catalog.extendPass(more)), "");
  EXPECT_EQ(getLeft(*compose({"loops"}), {"linalg.matmul"}), "'acme.mm';");
}

TEST_F(WordsTest, WhatNeverTakesEffectIsRefused) {
  defineLoops();
  Contract wrong;
  wrong.lowers({"linalg"}).to({"acme.all"});
  wrong.lowers({"linalg.matmul"}).to({"acme.mm"});
  const std::string message =
      "error: the contract of 'loops' has an entry that never takes effect: it "
      "lowers 'linalg.matmul', which an entry before it takes [PMB013 "
      "contradictory-contract]\n"
      "  help: put special entries before general ones\n";
  auto pipeline = compose({"loops"});
  EXPECT_EQ(text(pipeline->addContract("loops", wrong)), message);
  PassDescriptor more("loops");
  more.contract = wrong;
  EXPECT_EQ(text(catalog.extendPass(more)), message);
  // Nothing has changed.
  EXPECT_EQ(getLeft(*pipeline, {"linalg.matmul"}), "'scf.for';");
  EXPECT_EQ(getLeft(*compose({"loops"}), {"linalg.matmul"}), "'scf.for';");
}

/// A greedy pass folds casts once nothing has the type, and nobody needs it.
TEST_F(WordsTest, GreedyFoldsCastsOfEveryType) {
  for (const char *name : {"!t", "!u"}) {
    TypeDescriptor type;
    type.name = name;
    type.carriers = {llvm::StringRef(name) == "!t" ? "t" : "u"};
    catalog.addType(std::move(type));
  }
  define("simplify", [](Contract &contract) { contract.greedy(); });
  define("t-to-llvm", Contract().lowers({"t"}).to({"llvm"}).converts({"!t"}));
  const Items llvm = {"llvm"};
  EXPECT_EQ(checkClosed({"builtin.unrealized_conversion_cast", "!t", "t"},
                        {"t-to-llvm", "simplify"}, llvm),
            "");
  EXPECT_NE(checkClosed({"builtin.unrealized_conversion_cast", "!t", "t.x"},
                        {"simplify", "t-to-llvm"}, llvm),
            "");
  // A pass that says nothing else is known, and asks for nothing.
  EXPECT_TRUE(catalog.lookupPass("simplify")->hasContract);
  EXPECT_FALSE(catalog.lookupPass("simplify")->contract.empty());
  EXPECT_FALSE(catalog.lookupPass("simplify")->contract.isDemanding());
}

/// Speculative: that the pass is there says nothing of what is there.
TEST_F(WordsTest, SpeculativeEntriesPresumeNothing) {
  define("to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  define("surely", Contract().lowers({"linalg"}).to({"scf.for"}));
  define("perhaps",
         Contract().lowers({"linalg"}).to({"scf.for"}).speculative());
  auto startsWith = [](const std::string &text, llvm::StringRef start) {
    return llvm::StringRef(text).starts_with(start);
  };
  EXPECT_TRUE(startsWith(check({"to-cf", "surely"}), "error: 'scf.for' stays"));
  EXPECT_TRUE(startsWith(checkPossible({}, {"to-cf", "perhaps"}),
                         "warning: 'scf.for' may stay"));
  // Known to be there, it is lowered like by any other.
  EXPECT_NE(checkClosed({"linalg.fill"}, {"to-cf", "perhaps"}, Items{"cf"}),
            "");
}

TEST_F(WordsTest, MarksAreDeclared) {
  PassDescriptor pass("mark");
  pass.contract.introduces({"func.return(alocated)"});
  EXPECT_EQ(
      text(catalog.addPass(pass)),
      "error: the contract of 'mark' names 'func.return(alocated)': there "
      "is no mark 'alocated' "
      "[PMB038 unknown-item]\n");
  catalog.addMark("allocated", "Returns what was allocated in the function");
  EXPECT_EQ(
      text(catalog.addPass(pass)),
      "error: the contract of 'mark' names 'func.return(alocated)': there "
      "is no mark 'alocated' "
      "[PMB038 unknown-item]\n"
      "  help: did you mean 'allocated'?\n");
  pass.contract = Contract();
  pass.contract.introduces({"func.return(!allocated)"});
  EXPECT_EQ(text(catalog.addPass(pass)),
            "error: the contract of 'mark' names 'func.return(!allocated)': "
            "'allocated' is a mark and no "
            "type [PMB038 unknown-item]\n"
            "  help: did you mean 'func.return(allocated)'?\n");
  EXPECT_FALSE(catalog.lookupPass("mark"));
  // A third party declares its own, and a type needs no declaration.
  catalog.addMark("scalable", "Of a length that the machine knows");
  pass.contract = Contract();
  pass.contract.introduces({"vector.load(scalable)", "arith.addi(!acme)"});
  EXPECT_EQ(text(catalog.addPass(pass)), "");
  EXPECT_EQ(catalog.getMarkNames(),
            (std::vector<llvm::StringRef>{"allocated", "scalable"}));
  EXPECT_EQ(catalog.clone().getMarkSummary("scalable"),
            "Of a length that the machine knows");
  catalog.addMark("!t", "");
  ASSERT_EQ(catalog.getMistakes().size(), 1u);
  EXPECT_EQ(catalog.getMistakes()[0].message,
            "'!t' cannot be the name of a mark");
}

/// What is marked is an operation like any other, and can be told from others.
TEST_F(WordsTest, MarksAreAddedAndRemoved) {
  catalog.addMark("allocated", "Returns what was allocated in the function");
  define(
      "bufferize",
      Contract().introduces({"func.return(allocated)"}).given({"func.return"}));
  define("own",
         Contract().lowers({"func.return(allocated)"}).to({"func.return"}));
  define("free",
         Contract().rejects({"func.return(allocated)"}).because("frees it"));
  const Items input = {"func.return"};
  EXPECT_NE(checkClosed(input, {"bufferize", "free"}), "");
  EXPECT_EQ(checkClosed(input, {"bufferize", "own", "free"}), "");
  EXPECT_EQ(checkClosed(input, {"free"}), "");
}

/// In an interface, too.
TEST_F(WordsTest, AMarkOfTheInputThatNobodyDeclares) {
  catalog.addMark("allocated", "");
  define("clean");
  EXPECT_EQ(checkClosed({"func.return(allocatd)"}, {"clean"}),
            "error: 'func.return(allocatd)' in the input's contents: there is "
            "no mark 'allocatd' [PMB038 unknown-item]\n"
            "  help: did you mean 'allocated'?\n");
  EXPECT_EQ(checkClosed({"func.return(allocated)"}, {"clean"}), "");
}

TEST_F(WordsTest, TypesAreExtended) {
  TypeDescriptor type;
  type.name = "!memref";
  type.carriers = {"memref"};
  type.becomes = "!ptr";
  catalog.addType(type);
  TypeDescriptor more;
  more.name = "!memref";
  more.carriers = {"acme.load", "memref"};
  more.possibleCarriers = {"acme.any"};
  more.onlyUsers = {"acme.load"};
  more.onlySources = {"acme.alloc"};
  more.inAttributes = {"acme.global"};
  more.agreeOn = "width=64";
  catalog.extendType(more);
  const TypeDescriptor *known = catalog.lookupType("!memref");
  ASSERT_TRUE(known);
  EXPECT_EQ(known->carriers, (Items{"memref", "acme.load"}));
  EXPECT_EQ(known->possibleCarriers, Items{"acme.any"});
  EXPECT_EQ(known->onlyUsers, Items{"acme.load"});
  EXPECT_EQ(known->onlySources, Items{"acme.alloc"});
  EXPECT_EQ(known->inAttributes, Items{"acme.global"});
  EXPECT_EQ(known->becomes, "!ptr");
  EXPECT_EQ(known->agreeOn, "width=64");
  more.name = "!new";
  catalog.extendType(more);
  EXPECT_EQ(catalog.lookupType("!new")->name, "!new");
}

} // namespace
