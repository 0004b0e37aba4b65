//===- ContentsDemandsTest.cpp - What passes reject and require -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each word that says which contents a pass must or must not
// find.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ContentsSupport.h"

using namespace pmb;
using pmb::test::ContentsTest;

namespace {

TEST_F(ContentsTest, Rejects) {
  define("deallocate", [](Contract &contract) {
    contract.rejects({"memref.dealloc"}).because("does not read them");
  });
  define("free",
         [](Contract &contract) { contract.introduces({"memref.dealloc"}); });
  define("free-some", [](Contract &contract) {
    contract.introduces({}).sometimes({"memref.dealloc"});
  });
  EXPECT_EQ(checkClosed({}, {"deallocate", "free"}), "");
  EXPECT_EQ(
      checkClosed({}, {"free", "deallocate"}),
      R"(error: 'deallocate' cannot accept 'memref.dealloc', which is there [PMB030 rejected]
  at: 'deallocate' (pass 1, on builtin.module, added by framework)
  note: 'deallocate': does not read them
  fix: move 'deallocate' before 'free'
)");
  EXPECT_EQ(
      checkPossible(Items{}, {"free-some", "deallocate"}),
      R"(warning: 'deallocate' cannot accept 'memref.dealloc', which may be there [PMB030 rejected]
  at: 'deallocate' (pass 1, on builtin.module, added by framework)
  note: 'deallocate': does not read them
  fix: move 'deallocate' before 'free-some'
)");
  // With an open input a guess is not worth a word.
  EXPECT_EQ(check({"free-some", "deallocate"}), "");
  EXPECT_NE(check({"free", "deallocate"}), "");
}

/// What lowers a branch to one that is rejected, too, is no help in front.
TEST_F(ContentsTest, AFixMakesNothingThatIsRejectedAsWell) {
  define("make", [](Contract &contract) { contract.introduces({"cf.br"}); });
  for (const char *made : {"llvm", "emitc"}) {
    define("lower-branches", [&](Contract &contract) {
      contract.lowers({"cf.br"}).sometimes({made});
    });
    define("deallocate", [](Contract &contract) {
      contract.rejects({"llvm.br"});
      contract.rejects({"cf.br"});
    });
    EXPECT_NE(
        check({"make", "deallocate", "lower-branches"})
            .find(made == llvm::StringRef("llvm")
                      ? "fix: move 'deallocate' before 'make'\n"
                      : "fix: move 'deallocate' after 'lower-branches'\n"),
        std::string::npos)
        << check({"make", "deallocate", "lower-branches"});
  }
}

/// Of an unknown input it is not known what else is there; but programs stand
/// in functions.
TEST_F(ContentsTest, RejectsInFunctions) {
  define("free",
         [](Contract &contract) { contract.introduces({"memref.dealloc"}); });
  auto rejectIn = [&](const char *item) {
    define("deallocate", [&](Contract &contract) {
      contract.rejects({"memref.dealloc"}).given({item});
    });
    return check({"free", "deallocate"});
  };
  EXPECT_NE(rejectIn("func.func").find("cannot accept"), std::string::npos);
  EXPECT_EQ(rejectIn("gpu.func"), "");
  EXPECT_EQ(rejectIn("memref.alloc"), "");
  // Those that were lowered are no more.
  define("lower-functions",
         [](Contract &contract) { contract.lowers({"func.func"}); });
  rejectIn("func.func");
  EXPECT_EQ(check({"lower-functions", "free", "deallocate"}), "");
  // The dialect in an input has them, too, whatever else it stands for.
  EXPECT_NE(checkClosed({"func", "x.y"}, {"free", "deallocate"})
                .find("error: 'deallocate' cannot accept"),
            std::string::npos);
  EXPECT_EQ(checkClosed({"x.y"}, {"free", "deallocate"}), "");
}

/// What leaves all that has the type does nothing for what is rejected.
TEST_F(ContentsTest, WhatLeavesTheTypeThatARejectionAsksForIsNoCure) {
  define("bufferize", [](Contract &contract) {
    contract.rejects({"arith.addf"}).given({"!tensor"});
  });
  auto getFix = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkClosed({"arith.addf", "!tensor"}, passes);
    return llvm::StringRef(found).split("fix: ").second.split('\n').first.str();
  };
  define("lower-scalars", [](Contract &contract) {
    contract.lowers({"arith"}).except({"arith(!tensor)"});
  });
  EXPECT_EQ(getFix({"bufferize"}), "");
  EXPECT_EQ(getFix({"bufferize", "lower-scalars"}), "");
  define("lower-some", [](Contract &contract) {
    contract.lowers({"arith"}).except({"arith(!f8)"});
  });
  EXPECT_EQ(getFix({"bufferize"}), "insert 'lower-some' before 'bufferize'");
  EXPECT_EQ(getFix({"bufferize", "lower-scalars", "lower-some"}),
            "move 'bufferize' after 'lower-some'");
}

TEST_F(ContentsTest, RequiresContents) {
  define("simplify", [](Contract &contract) {
    contract.requiresContents({"bufferization.dealloc", "memref.dealloc"})
        .because("has nothing else to do");
  });
  EXPECT_EQ(check({"simplify"}), "");
  EXPECT_EQ(checkClosed({"memref.dealloc"}, {"simplify"}), "");
  EXPECT_EQ(
      checkClosed({"x.y"}, {"simplify"}),
      R"(error: 'simplify' needs 'bufferization.dealloc' or 'memref.dealloc', and there is none [PMB030 rejected]
  at: 'simplify' (pass 0, on builtin.module, added by framework)
  note: 'simplify': has nothing else to do
)");
  // A dialect may be any of its operations, until it is lowered.
  EXPECT_EQ(checkClosed({"memref"}, {"simplify"}), "");
  define("lower-memref", [](Contract &c) { c.lowers({"memref"}); });
  EXPECT_NE(checkClosed({"memref"}, {"lower-memref", "simplify"}), "");
}

/// What a pass works on is made only behind it, out of other things.
TEST_F(ContentsTest, TooEarlyForWhatItWorksOn) {
  TypeDescriptor memref;
  memref.name = "!memref";
  memref.carriers = {"memref"};
  memref.possibleCarriers = {"linalg"};
  catalog.addType(memref);
  defineLowering();
  define("hoist", [](Contract &contract) {
    contract.requiresContents({"!memref", "memref"})
        .weak()
        .because("moves allocations");
  });
  EXPECT_EQ(
      check({"hoist", "bufferize"}),
      R"(warning: 'hoist' runs too early: it works on '!memref', which 'bufferize' makes only later [PMB029 too-early]
  at: 'hoist' (pass 0, on builtin.module, added by framework)
  note: 'hoist': moves allocations
  note: what makes it: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'hoist' after 'bufferize'
)");
  // The same if the input is known to have none; one mistake is one finding.
  EXPECT_EQ(checkClosed({"tensor.empty", "!tensor"}, {"hoist", "bufferize"}),
            check({"hoist", "bufferize"}));
  EXPECT_EQ(check({"hoist", "hoist", "bufferize"}).find("warning: 'hoist'"),
            0u);
  // There are some before it, from the input or from a pass, or it is repeated
  // where there are some.
  EXPECT_EQ(
      checkClosed({"tensor.empty", "memref.load"}, {"hoist", "bufferize"}), "");
  EXPECT_EQ(check({"bufferize", "hoist", "bufferize"}), "");
  EXPECT_EQ(check({"hoist", "bufferize", "hoist"}), "");
  // What linalg becomes is made of buffers.
  EXPECT_EQ(check({"hoist", "linalg-to-loops"}), "");
  // Without any, it does no harm; behind their lowering, it comes too late.
  EXPECT_EQ(checkClosed({"tensor.empty"}, {"hoist"}), "");
  EXPECT_EQ(
      checkClosed({"memref.load"}, {"to-llvm", "hoist"}),
      R"(warning: 'hoist' has nothing to work on: no '!memref' or 'memref' is left after 'to-llvm' [PMB031 no-effect]
  at: 'hoist' (pass 1, on builtin.module, added by framework)
  note: 'hoist': moves allocations
  fix: move 'hoist' before 'to-llvm'
)");
}

/// It moves to where its work still is, not to where another pass may make some
/// of it; and what lacks two things to work on comes too late once. The pass
/// that is named has lowered most of it.
TEST_F(ContentsTest, TooLateForWhatItWorksOn) {
  define("loops", [](Contract &contract) {
    contract.requiresContents({"scf.for", "scf.parallel", "scf.forall"}).weak();
    contract.requiresContents({"func.func"}).weak();
  });
  define("to-cf", [](Contract &contract) {
    contract.lowers({"scf.for", "scf.parallel", "func.func"});
  });
  define("forall-to-cf", [](Contract &c) { c.lowers({"scf.forall"}); });
  define("raise", [](Contract &contract) {
    contract.lowers({"affine.parallel"}).sometimes({"scf.parallel"});
  });
  EXPECT_EQ(
      check({"to-cf", "forall-to-cf", "loops", "raise"}),
      R"(warning: 'loops' has nothing to work on: no 'scf.for' or 'scf.parallel' or 'scf.forall' is left after 'to-cf' [PMB031 no-effect]
  at: 'loops' (pass 2, on builtin.module, added by framework)
  fix: move 'loops' before 'to-cf'
)");
}

/// What nobody has described may make anything.
TEST_F(ContentsTest, APassWithoutAContractMayMakeWhatOthersWorkOn) {
  defineLowering();
  define("hoist", [](Contract &contract) {
    contract.requiresContents({"memref"}).weak();
  });
  PassDescriptor unknown("project-bufferize");
  test::require(catalog.addPass(unknown));
  EXPECT_NE(check({"hoist", "project-bufferize", "bufferize"}), "");
  EXPECT_EQ(check({"project-bufferize", "hoist", "bufferize"}), "");
}

/// What was made before is there, whatever makes more of it.
TEST_F(ContentsTest, WhatIsMadeBeforeAPassIsNotMadeTooLate) {
  define("make",
         [](Contract &contract) { contract.lowers({"a"}).to({"b.x"}); });
  define("make-more",
         [](Contract &contract) { contract.lowers({"c"}).to({"b.x"}); });
  define("work",
         [](Contract &contract) { contract.requiresContents({"b.x"}).weak(); });
  EXPECT_EQ(check({"make", "work", "make-more"}), "");
  // The first that makes it is named, as one behind it is enough.
  std::string text = check({"work", "make", "make-more"});
  EXPECT_NE(text.find("which 'make' makes only later"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("'make-more'"), std::string::npos) << text;
}

/// A pass that is there for many things makes some of them only by the way.
TEST_F(ContentsTest, WhatIsMadeAmongManyThingsIsNotAwaited) {
  define("work",
         [](Contract &contract) { contract.requiresContents({"b.x"}).weak(); });
  define("make", [](Contract &contract) {
    contract.lowers({"a"}).to({"b.x"});
    contract.lowers({"c"}).to({"d.x"});
    contract.lowers({"e"}).to({"f.x"});
  });
  EXPECT_EQ(check({"work", "make"}), "");
  // What it only removes does not count.
  define("make", [](Contract &contract) {
    contract.lowers({"a"}).to({"b.x"});
    contract.lowers({"c"});
    contract.lowers({"e"});
  });
  EXPECT_EQ(check({"work", "make"}).find("warning: 'work' runs too early"), 0u);
}

/// Where a lowering is tried again and something is still in its way, only that
/// must go first.
TEST_F(ContentsTest, ALoweringThatIsTriedAgainWaitsForWhatIsInBothWays) {
  define("lower-a", [](Contract &contract) {
    contract.lowers({"a"}).unless({"b", "c"});
  });
  define("lower-a-again",
         [](Contract &contract) { contract.lowers({"a"}).unless({"c"}); });
  define("lower-b", [](Contract &contract) { contract.lowers({"b"}); });
  define("lower-c", [](Contract &contract) { contract.lowers({"c"}); });
  EXPECT_NE(check({"lower-a", "lower-b"}), "");
  EXPECT_EQ(check({"lower-a", "lower-a-again", "lower-b"}), "");
  EXPECT_NE(check({"lower-a", "lower-a-again", "lower-c"}), "");
}

} // namespace
