//===- ContentsTest.cpp - What the IR contains, word by word --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each rule of ContentsState.h, and for the messages about what
// is left in the IR. Unknown contents are in UnknownContentsTest.cpp, demands
// in ContentsDemandsTest.cpp, casts in CastTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ContentsSupport.h"

using namespace pmb;
using pmb::test::ContentsTest;

namespace {

//===----------------------------------------------------------------------===//
// Known contents: what is left over
//===----------------------------------------------------------------------===//

TEST_F(ContentsTest, NothingIsLeft) {
  defineLowering();
  EXPECT_EQ(
      checkClosed({"linalg.matmul", "tensor.empty", "!tensor"},
                  {"bufferize", "linalg-to-loops", "scf-to-cf", "to-llvm"},
                  onlyLLVM),
      "");
}

/// What nobody lowers: the message names who would.
TEST_F(ContentsTest, LeftOver) {
  defineLowering();
  EXPECT_EQ(
      checkClosed(onlyLinalg, {"linalg-to-loops", "to-llvm"}, onlyLLVM),
      R"(error: 'scf.for' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'scf-to-cf'
  fix: insert 'scf-to-cf' after 'linalg-to-loops'
)");
  EXPECT_EQ(
      checkClosed({"x.y"}, {"to-llvm"}, onlyLLVM),
      R"(error: 'x.y' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
  // Without a word about the output anything may remain.
  EXPECT_EQ(checkClosed(onlyLinalg, {"to-llvm"}), "");
}

/// Who has introduced something does not help against it, also if nobody else
/// does.
TEST_F(ContentsTest, TheIntroducerIsNoCure) {
  define("bufferize", [](Contract &contract) {
    contract.lowers({"!tensor"}).to({"to_tensor"});
    contract.lowers({"to_tensor"}).to({"memref.cast"});
  });
  EXPECT_EQ(
      checkClosed({"!tensor"}, {"bufferize"}, onlyLLVM),
      R"(error: 'to_tensor' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'bufferize' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'bufferize' (pass 0, on builtin.module, added by framework)
)");
  define("other", Contract().lowers({"to_tensor"}));
  EXPECT_EQ(
      checkClosed({"!tensor"}, {"bufferize"}, onlyLLVM),
      R"(error: 'to_tensor' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'bufferize' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'bufferize' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'other'
  fix: insert 'other' after 'bufferize'
)");
}

TEST_F(ContentsTest, LoweredTooEarly) {
  defineLowering();
  EXPECT_EQ(
      checkClosed(onlyLinalg, {"scf-to-cf", "linalg-to-loops", "to-llvm"},
                  onlyLLVM),
      R"(error: 'scf.for' stays in the IR: 'scf-to-cf' runs too early, before 'linalg-to-loops' introduces it [PMB025 predicted-left-over]
  at: 'scf-to-cf' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'linalg-to-loops' (pass 1, on builtin.module, added by framework)
  help: or run 'scf-to-cf' once more after it
  fix: move 'scf-to-cf' after 'linalg-to-loops'
)");
}

/// `unless`: what is in the way, and goes only later.
TEST_F(ContentsTest, Blocked) {
  defineLowering();
  EXPECT_EQ(
      checkClosed({"linalg.matmul", "!tensor"},
                  {"linalg-to-loops", "bufferize", "scf-to-cf", "to-llvm"},
                  onlyLLVM),
      R"(error: 'linalg.matmul' stays in the IR: 'linalg-to-loops' runs too early, while '!tensor' is in its way [PMB025 predicted-left-over]
  at: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  note: '!tensor' is removed only later, by: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'linalg-to-loops' after 'bufferize'
)");
  // Or never. Types are not left over themselves.
  EXPECT_EQ(
      checkClosed({"linalg.matmul", "!tensor"},
                  {"linalg-to-loops", "scf-to-cf", "to-llvm"}, onlyLLVM),
      R"(error: 'linalg.matmul' stays in the IR: 'linalg-to-loops' leaves it alone while '!tensor' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  help: add a pass before it that removes '!tensor': 'bufferize'
  fix: insert 'bufferize' before 'linalg-to-loops'
)");
}

/// What appears only sometimes is not told unless somebody asks.
TEST_F(ContentsTest, Sometimes) {
  define("expand", Contract()
                       .lowers({"memref.subview"})
                       .to({"memref.load"})
                       .sometimes({"affine.apply"}));
  EXPECT_EQ(
      checkPossible(Items{"memref.subview"}, {"expand"}, Items{"memref"}),
      R"(warning: 'affine.apply' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  at: 'expand' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'expand' (pass 0, on builtin.module, added by framework)
)");
}

TEST_F(ContentsTest, Introduces) {
  define("count", Contract().introduces({"arith.addi"}).sometimes({"scf.if"}));
  define("trace", Contract().introduces({"func.call"}).given({"func.func"}));
  EXPECT_EQ(
      checkPossible(Items{}, {"count"}, Items{"arith"}),
      R"(warning: 'scf.if' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  at: 'count' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'count' (pass 0, on builtin.module, added by framework)
)");
  EXPECT_EQ(checkClosed({}, {"trace"}, Items{"arith"}), "");
  EXPECT_NE(checkClosed({"func.func"}, {"trace"}, Items{"func.func"}), "");
}

/// An operation is a part of its dialect, and so is what it is qualified with.
TEST_F(ContentsTest, Items) {
  define("to-cf",
         Contract().lowers({"scf"}).except({"scf.forall"}).to({"cf.br"}));
  define("index", Contract().lowers({"arith.addi(!index)"}));
  define("all", Contract().lowers({"*"}).to({"llvm.all"}));
  Items output = {"cf", "llvm"};
  EXPECT_EQ(checkClosed({"scf.for", "scf.if"}, {"to-cf"}, output), "");
  EXPECT_EQ(
      checkClosed({"scf.forall"}, {"to-cf"}, output),
      R"(error: 'scf.forall' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
  // What is qualified is not all there is.
  EXPECT_NE(checkClosed({"arith.addi"}, {"index"}, output), "");
  EXPECT_EQ(checkClosed({"arith.addi", "x.y"}, {"all"}, output), "");
}

/// Of several entries that name an operation the first takes it.
TEST_F(ContentsTest, SpecialEntriesFirst) {
  define("to-cf", [](Contract &contract) {
    contract.lowers({"scf.index_switch"}).to({"cf.switch"});
    contract.lowers({"scf"}).to({"cf.br"});
  });
  EXPECT_EQ(checkClosed({"scf.index_switch"}, {"to-cf"}, Items{"cf.switch"}),
            "");
  EXPECT_NE(checkClosed({"scf.if"}, {"to-cf"}, Items{"cf.switch"}), "");
}

/// `given`: an entry for some inputs only.
TEST_F(ContentsTest, Given) {
  define("lower", [](Contract &contract) {
    contract.lowers({"vector"}).given({"gpu.func"}).to({"gpu.op"});
    contract.lowers({"vector"}).to({"llvm.op"});
  });
  EXPECT_EQ(checkClosed({"vector.load"}, {"lower"}, onlyLLVM), "");
  EXPECT_EQ(checkClosed({"vector.load", "gpu.func"}, {"lower"}, Items{"gpu"}),
            "");
}

/// Of an entry for some inputs and one for the rest, each takes all that it
/// gets: nothing stays, also where it is not certain which of the two applies.
TEST_F(ContentsTest, EntriesThatTogetherTakeAllLeaveNothing) {
  define("perhaps", Contract().introduces({}).sometimes({"gpu.func"}));
  auto lower = [&](llvm::StringRef name, auto fill) {
    define(name, [&](Contract &contract) {
      fill(contract.lowers({"vector"}).given({"gpu.func"}).to({"gpu.op"}));
      contract.lowers({"vector"}).to({"llvm.op"});
    });
  };
  define("picky", Contract().rejects({"vector"}));
  auto run = [&](llvm::StringRef pass) {
    return checkClosed({"vector.load"}, {"perhaps", pass, "picky"},
                       Items{"gpu", "llvm"});
  };
  lower("lower", [](auto &&) {});
  EXPECT_EQ(run("lower"), "");
  // Some of what the first takes may stay.
  lower("lower-some", [](auto &&entry) { entry.partially(); });
  EXPECT_TRUE(
      test::contains(run("lower-some"), "'picky' cannot accept 'vector.load'"));
}

TEST_F(ContentsTest, Partially) {
  define("unroll", Contract().lowers({"vector"}).to({"llvm.op"}).partially());
  EXPECT_EQ(
      checkClosed({"vector.load"}, {"unroll"}, onlyLLVM),
      R"(warning: 'vector.load' may stay in the IR: 'unroll' does not lower all of it [PMB026 may-be-left-over]
  at: 'unroll' (pass 0, on builtin.module, added by framework)
  note: it is in the input
)");
}

/// What a pass lowers only in part still leads to what comes of it: that
/// nothing takes this is an error, although it is not certain.
TEST_F(ContentsTest, PartialLoweringsLeadOn) {
  define("unroll", Contract().lowers({"vector"}).to({"scf.for"}).partially());
  define("to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  EXPECT_EQ(
      checkClosed({"vector.load"}, {"unroll", "to-cf"}, Items{"vector"}),
      R"(error: 'cf.br' probably stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'to-cf' (pass 1, on builtin.module, added by framework)
  note: introduced by: 'to-cf' (pass 1, on builtin.module, added by framework)
)");
  // What is only possible at first leads to nothing probable.
  define("perhaps", Contract().introduces({}).sometimes({"scf.for"}));
  EXPECT_EQ(
      checkClosed(Items{}, {"perhaps", "to-cf"}, Items{}),
      R"(warning: 'cf.br' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  at: 'to-cf' (pass 1, on builtin.module, added by framework)
  note: introduced by: 'to-cf' (pass 1, on builtin.module, added by framework)
)");
}

/// Different options do different things, also without anything else to check.
TEST_F(ContentsTest, ConditionsOnOptions) {
  define("toggle", [](Contract &contract) {
    contract.lowers({"a.x"}).when(option("off"));
    contract.introduces({"a.x"}).when(option("on"));
  });
  EXPECT_EQ(
      check({"toggle{off=1}", "toggle{on=1}"}),
      R"(error: 'a.x' stays in the IR: 'toggle' runs too early, before 'toggle' introduces it [PMB027 reintroduced]
  at: 'toggle' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'toggle' (pass 1, on builtin.module, added by framework)
  help: or run 'toggle' once more after it
  fix: move 'toggle' (pass 0) after 'toggle' (pass 1)
)");
  EXPECT_EQ(check({"toggle{on=1}", "toggle{off=1}"}), "");
}

//===----------------------------------------------------------------------===//
// One mistake, one finding
//===----------------------------------------------------------------------===//

/// What is left alone because of something that is itself left over.
TEST_F(ContentsTest, ConsequencesAreNotRepeated) {
  define("reconcile", Contract().lowers({"x.cast"}).unless({"scf"}));
  define("to-cf", Contract().lowers({"scf.for"}));
  EXPECT_EQ(
      checkClosed({"scf.if", "x.cast"}, {"to-cf", "reconcile"}, Items{}),
      R"(error: 'scf.if' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
}

/// A left-over that is certain is not hidden by one that is not, and of two
/// that are in each other's way none is forgotten.
TEST_F(ContentsTest, ConsequencesAreNoExcuse) {
  define("lower-a", Contract().lowers({"a"}).unless({"b"}));
  define("lower-b", Contract().lowers({"b"}).unless({"a"}));
  EXPECT_EQ(
      checkClosed({"a.x", "b.x"}, {"lower-a", "lower-b"}, Items{}),
      R"(error: 'a.x' stays in the IR: 'lower-a' leaves it alone while 'b.x' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'lower-a' (pass 0, on builtin.module, added by framework)
  help: add a pass before it that removes 'b.x': 'lower-b'
error: 'b.x' stays in the IR: 'lower-b' leaves it alone while 'a.x' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'lower-b' (pass 1, on builtin.module, added by framework)
  help: add a pass before it that removes 'a.x': 'lower-a'
)");
  define("thin-out", Contract().lowers({"b"}).partially());
  // To lower b.x again is no cure: a.x would be in its way.
  EXPECT_EQ(
      checkClosed({"a.x", "b.x"}, {"lower-a", "thin-out"}, Items{}),
      R"(error: 'a.x' stays in the IR: 'lower-a' leaves it alone while 'b.x' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'lower-a' (pass 0, on builtin.module, added by framework)
  help: add a pass before it that removes 'b.x': 'lower-b'
warning: 'b.x' may stay in the IR: 'thin-out' does not lower all of it [PMB026 may-be-left-over]
  at: 'thin-out' (pass 1, on builtin.module, added by framework)
  note: it is in the input
  help: add a pass that lowers it: 'lower-b'
)");
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// Passes on an operation that is gone do nothing, whether or not anything is
/// known of them.
TEST_F(ContentsTest, NoEffect) {
  define("func-to-llvm", Contract().lowers({"func"}).to({"llvm.func"}));
  EXPECT_EQ(check({"func.func(unknown)", "func-to-llvm"}), "");
  EXPECT_EQ(
      check({"func-to-llvm", "func.func(unknown)"}),
      R"(warning: 'unknown' has nothing to run on: 'func.func' has been lowered before [PMB031 no-effect]
  at: 'unknown' (pass 1, on builtin.module/func.func, added by framework)
  help: move it before the pass that lowers 'func.func'
  fix: move 'unknown' before 'func-to-llvm'
)");
  define("scf-to-cf", Contract().lowers({"scf"}));
  EXPECT_EQ(
      checkClosed({"func.func", "scf.for"},
                  {"func-to-llvm", "func.func(scf-to-cf)"}, onlyLLVM),
      R"(error: 'scf.for' stays in the IR: 'scf-to-cf' has nothing to run on, because 'func.func' has been lowered before it [PMB025 predicted-left-over]
  at: 'scf-to-cf' (pass 1, on builtin.module/func.func, added by framework)
  note: lowered by: 'func-to-llvm' (pass 0, on builtin.module, added by framework)
  follows: 'scf-to-cf' has nothing to run on: 'func.func' has been lowered before
  fix: move 'scf-to-cf' before 'func-to-llvm'
)");
}

/// A pass on a part of the IR may leave the rest as it was.
TEST_F(ContentsTest, PartOfTheIR) {
  define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  Items input = {"scf.for", "gpu.module", "func.func"};
  Items output = {"cf", "gpu", "func"};
  EXPECT_EQ(checkClosed(input, {"func.func(scf-to-cf)"}, output), "");
  EXPECT_EQ(
      checkClosed(input, {"gpu.module(scf-to-cf)"}, output),
      R"(warning: 'scf.for' may stay in the IR: 'scf-to-cf' does not lower all of it [PMB026 may-be-left-over]
  at: 'scf-to-cf' (pass 0, on builtin.module/gpu.module, added by framework)
  note: it is in the input
  help: add a pass that lowers it: 'scf-to-cf'
  fix: insert 'scf-to-cf' on builtin.module after 'scf-to-cf'
)");
}

/// Functions that came back after all were lowered are new ones.
TEST_F(ContentsTest, NewFunctions) {
  define("func-to-llvm", Contract().lowers({"func"}).to({"llvm.func"}));
  define("outline", Contract().introduces({}).sometimes({"func.func"}));
  define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  EXPECT_EQ(
      checkClosed({"func.func", "scf.for"},
                  {"func-to-llvm", "outline", "func.func(scf-to-cf)"},
                  Items{"llvm", "func", "cf"}),
      R"(error: 'scf.for' stays in the IR: 'scf-to-cf' runs on new 'func.func' operations only, because all others have been lowered before it [PMB025 predicted-left-over]
  at: 'scf-to-cf' (pass 2, on builtin.module/func.func, added by framework)
  note: lowered by: 'func-to-llvm' (pass 0, on builtin.module, added by framework)
  fix: move 'scf-to-cf' before 'func-to-llvm'
)");
}

/// The contract of a bundle speaks for all its passes, wherever they run.
TEST_F(ContentsTest, Bundles) {
  PassBundle bundle("lower");
  bundle.nest("gpu.module").addPass("unknown");
  bundle.contract.lowers({"scf"}).to({"cf.br"});
  auto pipeline = compose({});
  pipeline->addBundle(bundle);
  pipeline->getInterface().inputContents = Items{"scf.for", "gpu.module"};
  pipeline->getInterface().outputContents = Items{"cf", "gpu"};
  EXPECT_EQ(check(*pipeline), "");
}

/// What an entry spares is not in its way either, certain or not.
TEST_F(ContentsTest, WhatIsSparedIsInNoWay) {
  define("maybe", Contract().introduces({}).sometimes({"tensor.empty"}));
  define("to-loops", Contract()
                         .lowers({"linalg"})
                         .unless({"tensor"})
                         .except({"tensor.empty"})
                         .to({"scf.for"}));
  EXPECT_EQ(
      checkPossible(onlyLinalg, {"maybe", "to-loops"}, Items{"scf", "tensor"}),
      "");
}

} // namespace
