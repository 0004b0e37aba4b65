//===- UnknownContentsTest.cpp - What comes back, what comes too early ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said although nobody knows what the IR contains.
//
//===----------------------------------------------------------------------===//

#include "ContentsSupport.h"

using namespace pmb;
using pmb::test::ContentsTest;

namespace {

TEST_F(ContentsTest, Reintroduced) {
  defineLowering();
  EXPECT_EQ(check({"linalg-to-loops", "scf-to-cf"}), "");
  EXPECT_EQ(
      check({"scf-to-cf", "linalg-to-loops"}),
      R"(error: 'scf.for' stays in the IR: 'scf-to-cf' runs too early, before 'linalg-to-loops' introduces it [PMB027 reintroduced]
  at: 'scf-to-cf' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'linalg-to-loops' (pass 1, on builtin.module, added by framework)
  help: or run 'scf-to-cf' once more after it
  fix: move 'scf-to-cf' after 'linalg-to-loops'
)");
  EXPECT_EQ(check({"scf-to-cf", "linalg-to-loops", "scf-to-cf"}), "");
  // What a pass puts back itself has never been gone.
  define("rewrite", [](Contract &contract) {
    contract.lowers({"arith"}).to({"arith.addi"});
    contract.introduces({"arith.muli"});
  });
  EXPECT_EQ(check({"rewrite", "scf-to-cf"}), "");
}

TEST_F(ContentsTest, MayBeReintroduced) {
  define("lower-affine", Contract().lowers({"affine"}).to({"arith.addi"}));
  define("expand",
         Contract().lowers({"memref.subview"}).sometimes({"affine.apply"}));
  EXPECT_EQ(
      checkPossible({}, {"lower-affine", "expand"}),
      R"(warning: 'affine.apply' may stay in the IR: 'lower-affine' runs too early, before 'expand' introduces it [PMB028 may-be-reintroduced]
  at: 'lower-affine' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'expand' (pass 1, on builtin.module, added by framework)
  help: or run 'lower-affine' once more after it
  fix: move 'lower-affine' after 'expand'
)");
}

/// The same if the input has nothing of it yet: an input that is known says no
/// less than one that is not.
TEST_F(ContentsTest, WhatComesOnlyBehindItsLowering) {
  defineLowering();
  std::string text = check({"scf-to-cf", "linalg-to-loops"});
  EXPECT_EQ(text.find("error: 'scf.for' stays in the IR: 'scf-to-cf' runs too "
                      "early, before 'linalg-to-loops' introduces it "
                      "[PMB027 reintroduced]"),
            0u)
      << text;
  EXPECT_EQ(checkClosed(onlyLinalg, {"scf-to-cf", "linalg-to-loops"}), text);
  // It never comes, or is lowered where it does.
  EXPECT_EQ(checkClosed({"x.y"}, {"scf-to-cf", "linalg-to-loops"}), "");
  EXPECT_EQ(
      checkClosed(onlyLinalg, {"scf-to-cf", "linalg-to-loops", "scf-to-cf"}),
      "");
}

/// Nobody knows whether there are tensors; but somebody removes them later.
/// With a known input it is certain, and wrong whatever may remain.
TEST_F(ContentsTest, TooEarlyForTheInput) {
  defineLowering();
  EXPECT_EQ(
      checkClosed({"linalg.matmul", "!tensor"},
                  {"linalg-to-loops", "bufferize"}),
      R"(error: 'linalg-to-loops' runs too early: it leaves 'linalg.matmul' alone while '!tensor' is there, which 'bufferize' removes only later [PMB029 too-early]
  at: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  note: 'linalg-to-loops': works on buffers only
  note: what clears its way: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'linalg-to-loops' after 'bufferize'
)");
  // Nothing is in its way, or nothing there to lower, or it comes again.
  EXPECT_EQ(checkClosed({"linalg.matmul"}, {"linalg-to-loops", "bufferize"}),
            "");
  EXPECT_EQ(checkClosed({"!tensor"}, {"linalg-to-loops", "bufferize"}), "");
  EXPECT_EQ(checkClosed({"linalg.matmul", "!tensor"},
                        {"linalg-to-loops", "bufferize", "linalg-to-loops"}),
            "");
}

TEST_F(ContentsTest, TooEarly) {
  defineLowering();
  EXPECT_EQ(check({"bufferize", "linalg-to-loops"}), "");
  EXPECT_EQ(check({"linalg-to-loops"}), "");
  EXPECT_EQ(
      check({"linalg-to-loops", "bufferize"}),
      R"(error: 'linalg-to-loops' runs too early: it leaves 'linalg' alone while '!tensor' is there, which 'bufferize' removes only later [PMB029 too-early]
  at: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  note: 'linalg-to-loops': works on buffers only
  note: what clears its way: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'linalg-to-loops' after 'bufferize'
)");
  // Repeated, it does no harm.
  EXPECT_EQ(check({"linalg-to-loops", "bufferize", "linalg-to-loops"}), "");
}

TEST_F(ContentsTest, WhatIsInItsOwnWayClearsNone) {
  define("gpu-to-llvm",
         Contract().lowers({"vector.print"}).unless({"vector.mask"}));
  define("vector-to-llvm", Contract()
                               .lowers({"vector.load", "vector.mask"})
                               .unless({"vector.mask"}));
  EXPECT_EQ(check({"gpu-to-llvm", "vector-to-llvm"}), "");
  define("lower-masks", Contract().lowers({"vector.mask"}));
  EXPECT_TRUE(test::contains(check({"gpu-to-llvm", "lower-masks"}),
                             "error: 'gpu-to-llvm' runs too early"));
}

/// It is one mistake: where the last of them is right, the others do no harm.
TEST_F(ContentsTest, TheSameTooEarlySeveralTimesIsToldOnce) {
  define("fold", [](Contract &contract) {
    contract.lowers({"a.x"}).unless({"!a"}).because("folds what is free");
    contract.introduces({"a.x"});
  });
  define("free", Contract().lowers({"!a"}));
  EXPECT_EQ(
      check({"fold", "fold", "fold", "free"}),
      R"(error: 'fold' runs too early: it leaves 'a.x' alone while '!a' is there, which 'free' removes only later [PMB029 too-early]
  at: 'fold' (pass 2, on builtin.module, added by framework)
  note: 'fold': folds what is free
  note: what clears its way: 'free' (pass 3, on builtin.module, added by framework)
  fix: move 'fold' (pass 2) after 'free'
)");
}

/// What a cleanup finds it takes, and it is there for nothing else; unless it
/// is known that it leaves something.
TEST_F(ContentsTest, ACleanupIsNotTooEarlyForWhatMayBeThere) {
  define("fold", Contract().lowers({"a.x"}).unless({"a.y"}), {"cleanup"});
  define("free", Contract().lowers({"a.y"}));
  EXPECT_EQ(check({"fold", "free"}), "");
  EXPECT_NE(checkClosed({"a.x", "a.y"}, {"fold", "free"}), "");
}

/// What is repeated before its way is clear is as early as the first time.
TEST_F(ContentsTest, TooEarlyTwice) {
  defineLowering();
  define("linalg-to-affine",
         Contract().lowers({"linalg"}).unless({"!tensor"}).to({"affine.for"}));
  define("linalg-to-calls", Contract().lowers({"linalg"}));
  std::string once = check({"linalg-to-loops", "bufferize"});
  for (llvm::StringRef again : {"linalg-to-loops", "linalg-to-affine"}) {
    std::string text = check({"linalg-to-loops", again, "bufferize"});
    EXPECT_EQ(text.substr(0, text.find("\n")), once.substr(0, once.find("\n")));
    EXPECT_EQ(checkClosed({"linalg.matmul", "!tensor"},
                          {"linalg-to-loops", again, "bufferize"})
                  .find("error: 'linalg-to-loops' runs too early"),
              0u);
    EXPECT_EQ(
        check({"linalg-to-loops", again, "bufferize", "linalg-to-affine"}), "");
  }
  // Nothing is in the way of this one.
  EXPECT_EQ(check({"linalg-to-loops", "linalg-to-calls", "bufferize"}), "");
}

/// An entry for everything else does not repeat what one before it takes.
TEST_F(ContentsTest, TooEarlyThoughTheRestIsLoweredAgain) {
  define("keep", Contract().lowers({"scf.for"}).to({"scf.for"}));
  define("lower", [](Contract &contract) {
    contract.lowers({"scf.if"})
        .unless({"scf"})
        .given({"scf.if"})
        .to({"scf.for"});
    contract.lowers({"*"});
  });
  EXPECT_TRUE(test::contains(check({"keep", "lower", "lower", "keep"}),
                             "error: 'lower' runs too early"));
}

/// What all that a pass does has in common appears for certain.
TEST_F(ContentsTest, WhatAllEntriesAdd) {
  define("to-llvm", [](Contract &contract) {
    contract.lowers({"a.x"}).to({"llvm.one", "llvm.both"});
    contract.lowers({"a.y"}).to({"llvm.two", "llvm.both"});
    contract.lowers({"a"});
  });
  define("refuse-both", Contract().rejects({"llvm.both"}));
  define("refuse-one", Contract().rejects({"llvm.one"}));
  EXPECT_EQ(check({"to-llvm", "refuse-one"}), "");
  EXPECT_EQ(
      check({"to-llvm", "refuse-both"}),
      R"(error: 'refuse-both' cannot accept 'llvm.both', which is there [PMB030 rejected]
  at: 'refuse-both' (pass 1, on builtin.module, added by framework)
  fix: move 'refuse-both' before 'to-llvm'
)");
  EXPECT_EQ(check({"refuse-both", "to-llvm"}), "");
}

} // namespace
