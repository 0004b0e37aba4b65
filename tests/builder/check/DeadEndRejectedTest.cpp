//===- DeadEndRejectedTest.cpp - What fails before its pass ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input that gives a pass work fails at an earlier pass, which cannot accept
// that work.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class DeadEndRejectedTest : public pmb::test::RulesTest {
protected:
  DeadEndRejectedTest() {
    define("deallocate",
           Contract().rejects({"memref.realloc"}).because("it frees"));
    define("expand-realloc",
           Contract().lowers({"memref.realloc"}).to({"memref.copy"}));
  }

  std::string checkOpen(std::initializer_list<llvm::StringRef> passes) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().outputContents = {"memref", "linalg"};
    return check(*pipeline);
  }
};

TEST_F(DeadEndRejectedTest, AllThatALaterPassIsForIsADeadEnd) {
  EXPECT_EQ(
      checkOpen({"deallocate", "expand-realloc"}),
      R"(error: 'deallocate' is a dead end: it cannot accept 'memref.realloc', which 'expand-realloc' lowers only behind it [PMB043 dead-end]
  at: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: it stands here: 'expand-realloc' (pass 1, on builtin.module, added by framework)
  fix: move 'expand-realloc' before 'deallocate'
)");
  EXPECT_EQ(checkOpen({"expand-realloc", "deallocate"}), "");
}

TEST_F(DeadEndRejectedTest, APassInAllFunctionsSeesWhatProgramsDo) {
  EXPECT_TRUE(
      test::contains(checkOpen({"func.func(deallocate)", "expand-realloc"}),
                     "'deallocate' is a dead end"));
  EXPECT_EQ(checkOpen({"gpu.module(deallocate)", "expand-realloc"}), "");
}

TEST_F(DeadEndRejectedTest, WhatWasLoweredBeforeItIsAccepted) {
  EXPECT_EQ(checkOpen({"expand-realloc", "deallocate", "expand-realloc"}), "");
}

TEST_F(DeadEndRejectedTest, WhatAPassAddsIsWorkAsWell) {
  define("hoist", Contract().lowers({"memref.alloc"}).to({"memref.realloc"}));
  EXPECT_EQ(checkOpen({"deallocate", "hoist", "expand-realloc"}), "");
  define("script", Contract().unknownEffect().because("a script"));
  EXPECT_FALSE(test::contains(
      checkOpen({"deallocate", "script", "expand-realloc"}), "dead-end"));
  define("grow",
         Contract().introduces({"memref.realloc"}).given({"memref.alloc"}));
  EXPECT_EQ(checkOpen({"deallocate", "grow", "expand-realloc"}), "");
  // The pass that cannot accept it may leave some.
  define("deallocate", [](Contract &contract) {
    contract.rejects({"memref.realloc"});
    contract.introduces({"memref.realloc"}).given({"memref.alloc"});
  });
  EXPECT_EQ(checkOpen({"deallocate", "expand-realloc"}), "");
}

TEST_F(DeadEndRejectedTest, APassMayBeThereForSomethingElse) {
  define(
      "expand-realloc",
      Contract().lowers({"memref.realloc", "memref.dim"}).to({"memref.copy"}));
  EXPECT_EQ(checkOpen({"deallocate", "expand-realloc"}), "");
  define("expand-realloc", [](Contract &contract) {
    contract.lowers({"memref.realloc"}).to({"memref.copy"});
    contract.providesProperty("deallocated");
  });
  EXPECT_EQ(checkOpen({"deallocate", "expand-realloc"}), "");
  define(
      "expand-realloc",
      Contract().lowers({"memref.realloc"}).to({"memref.copy"}).speculative());
  EXPECT_EQ(checkOpen({"deallocate", "expand-realloc"}), "");
}

/// Entries that are only for some inputs say nothing of the purpose.
TEST_F(DeadEndRejectedTest, WhatAPassDoesOnTheSideIsNotItsPurpose) {
  define("expand-realloc", [](Contract &contract) {
    contract.lowers({"memref.realloc"}).to({"memref.copy"});
    contract.lowers({"memref.cast"}).given({"memref.realloc"});
    contract.lowers({"memref.dim"}).to({"memref.dim"}).partially();
  });
  EXPECT_TRUE(
      test::contains(checkOpen({"deallocate", "expand-realloc"}), "dead end"));
}

TEST_F(DeadEndRejectedTest, WhatIsRareIsAWarning) {
  ContentsDescriptor usual;
  usual.name = "usual-operations";
  usual.items = {"memref.load"};
  ASSERT_FALSE(bool(catalog.addContents(usual)));
  EXPECT_TRUE(test::contains(checkOpen({"deallocate", "expand-realloc"}),
                             "warning: 'deallocate' is a dead end"));
}

TEST_F(DeadEndRejectedTest, WhatIsAcceptedWithSomethingElseIsAWarning) {
  define("deallocate",
         Contract().rejects({"memref.realloc"}).unless({"memref.owner"}));
  EXPECT_TRUE(test::contains(checkOpen({"deallocate", "expand-realloc"}),
                             "warning: 'deallocate' is a dead end"));
  define("deallocate", Contract().rejects({"memref.realloc"}).weak());
  EXPECT_EQ(checkOpen({"deallocate", "expand-realloc"}), "");
}

/// An operation has its type with it. Of other operations it is not known
/// whether they are on tensors.
TEST_F(DeadEndRejectedTest, WhatIsRejectedOnTensorsMustBeOnTensors) {
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  tensor.carriers = {"tosa"};
  tensor.becomes = "!memref";
  catalog.addType(tensor);
  define("bufferize", [](Contract &contract) {
    contract.rejects({"tosa", "math"}).given({"!tensor"}).because("on tensors");
  });
  define("tosa-to-linalg", Contract().lowers({"tosa.add"}).to({"linalg.add"}));
  define("math-to-linalg", Contract().lowers({"math.exp"}).to({"linalg.exp"}));
  EXPECT_TRUE(
      test::contains(checkOpen({"bufferize", "tosa-to-linalg"}), "'tosa.add'"));
  EXPECT_EQ(checkOpen({"bufferize", "math-to-linalg"}), "");
  // What is accepted without tensors may get there.
  define("math-to-calls", Contract().lowers({"math.exp"}).to({"libm.exp"}));
  EXPECT_TRUE(
      test::contains(checkOpen({"bufferize", "math-to-calls"}), "'math.exp'"));
}

/// It shows nothing about the passes behind the one where it fails.
TEST_F(DeadEndRejectedTest, WhatIsRejectedIsNoWitness) {
  define("expand-realloc",
         Contract().lowers({"memref.realloc", "memref.dim"}).to({"scf.if"}));
  EXPECT_FALSE(test::contains(checkOpen({"deallocate", "expand-realloc"}),
                              "memref.realloc"));
  EXPECT_TRUE(test::contains(checkOpen({"expand-realloc", "deallocate"}),
                             "memref.realloc"));
  // Not everything stands in what it runs on.
  EXPECT_TRUE(
      test::contains(checkOpen({"gpu.module(deallocate)", "expand-realloc"}),
                     "memref.realloc"));
}

/// In front of it all of the work is accepted.
TEST_F(DeadEndRejectedTest, TheFirstPassThatCannotAcceptItIsNamed) {
  define("free", Contract().rejects({"memref.dim"}).because("it frees"));
  define(
      "expand-realloc",
      Contract().lowers({"memref.dim", "memref.realloc"}).to({"memref.copy"}));
  std::string text = checkOpen({"deallocate", "free", "expand-realloc"});
  EXPECT_TRUE(
      test::contains(text, "'deallocate' is a dead end: it cannot accept "
                           "'memref.realloc', which 'expand-realloc' lowers"));
  EXPECT_TRUE(
      test::contains(text, "fix: move 'expand-realloc' before 'deallocate'"));
}

} // namespace
