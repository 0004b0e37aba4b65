//===- ContentsTest.cpp - What the IR contains, word by word --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each rule of ContentsState.h, and for the messages about what
// is left in the IR.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class ContentsTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;
  /// Input and output that are usual here.
  const Items onlyLinalg = {"linalg.matmul"};
  const Items onlyLLVM = {"llvm"};

  /// Passes of a short lowering.
  void defineLowering() {
    define("bufferize", [](Contract &contract) {
      contract.lowers({"tensor", "!tensor"})
          .to({"memref.alloc"})
          .because("tensors become buffers");
    });
    define("linalg-to-loops", [](Contract &contract) {
      contract.lowers({"linalg"})
          .unless({"!tensor"})
          .to({"scf.for", "memref.load"})
          .because("works on buffers only");
    });
    define("scf-to-cf",
           [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
    define("to-llvm", [](Contract &contract) {
      contract.lowers({"cf", "memref"}).to({"llvm.br"});
    });
  }
};

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
  define("other", [](Contract &contract) { contract.lowers({"to_tensor"}); });
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
  define("expand", [](Contract &contract) {
    contract.lowers({"memref.subview"})
        .to({"memref.load"})
        .sometimes({"affine.apply"});
  });
  EXPECT_EQ(
      checkPossible(Items{"memref.subview"}, {"expand"}, Items{"memref"}),
      R"(warning: 'affine.apply' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  at: 'expand' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'expand' (pass 0, on builtin.module, added by framework)
)");
}

TEST_F(ContentsTest, Introduces) {
  define("count", [](Contract &contract) {
    contract.introduces({"arith.addi"}).sometimes({"scf.if"});
  });
  define("trace", [](Contract &contract) {
    contract.introduces({"func.call"}).given({"func.func"});
  });
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
  define("to-cf", [](Contract &contract) {
    contract.lowers({"scf"}).except({"scf.forall"}).to({"cf.br"});
  });
  define("index",
         [](Contract &contract) { contract.lowers({"arith.addi(!index)"}); });
  define("all",
         [](Contract &contract) { contract.lowers({"*"}).to({"llvm.all"}); });
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

TEST_F(ContentsTest, Partially) {
  define("unroll", [](Contract &contract) {
    contract.lowers({"vector"}).to({"llvm.op"}).partially();
  });
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
  define("unroll", [](Contract &contract) {
    contract.lowers({"vector"}).to({"scf.for"}).partially();
  });
  define("to-cf",
         [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
  EXPECT_EQ(
      checkClosed({"vector.load"}, {"unroll", "to-cf"}, Items{"vector"}),
      R"(error: 'cf.br' probably stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'to-cf' (pass 1, on builtin.module, added by framework)
  note: introduced by: 'to-cf' (pass 1, on builtin.module, added by framework)
)");
  // What is only possible at first leads to nothing probable.
  define("perhaps", [](Contract &contract) {
    contract.introduces({}).sometimes({"scf.for"});
  });
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
  define("reconcile", [](Contract &contract) {
    contract.lowers({"x.cast"}).unless({"scf"});
  });
  define("to-cf", [](Contract &contract) { contract.lowers({"scf.for"}); });
  EXPECT_EQ(
      checkClosed({"scf.if", "x.cast"}, {"to-cf", "reconcile"}, Items{}),
      R"(error: 'scf.if' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
}

/// A left-over that is certain is not hidden by one that is not, and of two
/// that are in each other's way none is forgotten.
TEST_F(ContentsTest, ConsequencesAreNoExcuse) {
  define("lower-a",
         [](Contract &contract) { contract.lowers({"a"}).unless({"b"}); });
  define("lower-b",
         [](Contract &contract) { contract.lowers({"b"}).unless({"a"}); });
  EXPECT_EQ(
      checkClosed({"a.x", "b.x"}, {"lower-a", "lower-b"}, Items{}),
      R"(error: 'a.x' stays in the IR: 'lower-a' leaves it alone while 'b.x' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'lower-a' (pass 0, on builtin.module, added by framework)
  help: add a pass before it that removes 'b.x': 'lower-b'
error: 'b.x' stays in the IR: 'lower-b' leaves it alone while 'a.x' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'lower-b' (pass 1, on builtin.module, added by framework)
  help: add a pass before it that removes 'a.x': 'lower-a'
)");
  define("thin-out",
         [](Contract &contract) { contract.lowers({"b"}).partially(); });
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
// Unknown contents: what comes back, what comes too early
//===----------------------------------------------------------------------===//

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
  define("lower-affine", [](Contract &contract) {
    contract.lowers({"affine"}).to({"arith.addi"});
  });
  define("expand", [](Contract &contract) {
    contract.lowers({"memref.subview"}).sometimes({"affine.apply"});
  });
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
  define("gpu-to-llvm", [](Contract &contract) {
    contract.lowers({"vector.print"}).unless({"vector.mask"});
  });
  define("vector-to-llvm", [](Contract &contract) {
    contract.lowers({"vector.load", "vector.mask"}).unless({"vector.mask"});
  });
  EXPECT_EQ(check({"gpu-to-llvm", "vector-to-llvm"}), "");
  define("lower-masks",
         [](Contract &contract) { contract.lowers({"vector.mask"}); });
  EXPECT_NE(check({"gpu-to-llvm", "lower-masks"})
                .find("error: 'gpu-to-llvm' runs too early"),
            std::string::npos);
}

/// What is repeated before its way is clear is as early as the first time.
TEST_F(ContentsTest, TooEarlyTwice) {
  defineLowering();
  define("linalg-to-affine", [](Contract &contract) {
    contract.lowers({"linalg"}).unless({"!tensor"}).to({"affine.for"});
  });
  define("linalg-to-calls",
         [](Contract &contract) { contract.lowers({"linalg"}); });
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

/// What all that a pass does has in common appears for certain.
TEST_F(ContentsTest, WhatAllEntriesAdd) {
  define("to-llvm", [](Contract &contract) {
    contract.lowers({"a.x"}).to({"llvm.one", "llvm.both"});
    contract.lowers({"a.y"}).to({"llvm.two", "llvm.both"});
    contract.lowers({"a"});
  });
  define("refuse-both",
         [](Contract &contract) { contract.rejects({"llvm.both"}); });
  define("refuse-one",
         [](Contract &contract) { contract.rejects({"llvm.one"}); });
  EXPECT_EQ(check({"to-llvm", "refuse-one"}), "");
  EXPECT_EQ(
      check({"to-llvm", "refuse-both"}),
      R"(error: 'refuse-both' cannot accept 'llvm.both', which is there [PMB030 rejected]
  at: 'refuse-both' (pass 1, on builtin.module, added by framework)
  fix: move 'refuse-both' before 'to-llvm'
)");
  EXPECT_EQ(check({"refuse-both", "to-llvm"}), "");
}

//===----------------------------------------------------------------------===//
// rejects, requires
//===----------------------------------------------------------------------===//

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
      R"(warning: 'hoist' needs '!memref' or 'memref', and there is none [PMB030 rejected]
  at: 'hoist' (pass 1, on builtin.module, added by framework)
  note: 'hoist': moves allocations
  fix: move 'hoist' before 'to-llvm'
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

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

class CastTest : public ContentsTest {
protected:
  CastTest() {
    TypeDescriptor memref;
    memref.name = "!memref";
    memref.carriers = {"memref"};
    memref.likelyCarriers = {"func.call"};
    memref.possibleCarriers = {"func.func"};
    catalog.addType(memref);
    define("memref-to-llvm", [](Contract &contract) {
      contract.lowers({"memref"}).to({"llvm.load"}).converts({"!memref"});
    });
    define("func-to-llvm", [](Contract &contract) {
      contract.lowers({"func"}).to({"llvm.call"}).converts({"!memref"});
    });
    define("reconcile", [](Contract &contract) {
      contract.lowers({"builtin.unrealized_conversion_cast"})
          .unless({"!memref"})
          .because("removes a cast only when both sides agree");
    });
  }
};

/// Where nothing certainly has a type that is there, what usually has it does.
TEST_F(CastTest, OfATypeThatNothingElseExplains) {
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"memref.dim"};
  index.likelyCarriers = {"arith.addi", "func.func"};
  catalog.addType(index);
  define("arith-to-llvm", [](Contract &contract) {
    contract.lowers({"arith"}).converts({"!index"});
  });
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func"}).converts({"!index"});
  });
  define("reconcile", [](Contract &contract) {
    contract.lowers({"builtin.unrealized_conversion_cast"}).unless({"!index"});
  });
  Items input = {"arith.addi", "func.func", "!index"};
  EXPECT_NE(checkClosed(input, {"func-to-llvm", "arith-to-llvm"}, onlyLLVM)
                .find("error: 'builtin.unrealized_conversion_cast' stays"),
            std::string::npos);
  EXPECT_EQ(checkClosed(input, {"func-to-llvm", "arith-to-llvm", "reconcile"},
                        onlyLLVM),
            "");
  // Without the type there are no casts, and memref.dim would explain it.
  EXPECT_EQ(checkClosed({"arith.addi", "func.func"},
                        {"func-to-llvm", "arith-to-llvm"}, onlyLLVM),
            "");
  input.push_back("memref.dim");
  EXPECT_EQ(checkClosed(input, {"func-to-llvm", "arith-to-llvm"},
                        {{"llvm", "memref"}})
                .find("error: 'builtin.unrealized_conversion_cast'"),
            0u)
      << "what it is cast for stays";
}

TEST_F(CastTest, StayUntilNothingNeedsThem) {
  Items input = {"memref.load", "func.call"};
  EXPECT_EQ(checkClosed(input, {"memref-to-llvm", "func-to-llvm", "reconcile"},
                        onlyLLVM),
            "");
  EXPECT_EQ(
      checkClosed(input, {"memref-to-llvm", "func-to-llvm"}, onlyLLVM),
      R"(error: 'builtin.unrealized_conversion_cast' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  at: 'memref-to-llvm' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'memref-to-llvm' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'reconcile'
  fix: insert 'reconcile' after 'func-to-llvm'
)");
  EXPECT_EQ(
      checkClosed(input, {"memref-to-llvm", "reconcile", "func-to-llvm"},
                  onlyLLVM),
      R"(error: 'builtin.unrealized_conversion_cast' stays in the IR: 'reconcile' runs too early, while 'func.call' is in its way [PMB025 predicted-left-over]
  at: 'reconcile' (pass 1, on builtin.module, added by framework)
  note: 'func.call' is removed only later, by: 'func-to-llvm' (pass 2, on builtin.module, added by framework)
  fix: move 'reconcile' after 'func-to-llvm'
)");
}

/// Between what surely has the type and what merely can, a cast may appear.
TEST_F(CastTest, MayAppear) {
  EXPECT_EQ(
      checkPossible(Items{"memref.load", "func.func"}, {"memref-to-llvm"},
                    Items{"llvm", "func"}),
      R"(warning: 'builtin.unrealized_conversion_cast' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  at: 'memref-to-llvm' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'memref-to-llvm' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'reconcile'
)");
}

/// If one pass lowers both sides, or nothing has the type, there is no cast.
TEST_F(CastTest, DoNotAppear) {
  define("all-to-llvm", [](Contract &contract) {
    contract.lowers({"memref", "func"}).to({"llvm.x"}).converts({"!memref"});
  });
  EXPECT_EQ(
      checkClosed({"memref.load", "func.call"}, {"all-to-llvm"}, onlyLLVM), "");
  EXPECT_EQ(checkClosed({"memref.load", "arith.addi"}, {"memref-to-llvm"},
                        Items{"llvm", "arith"}),
            "");
}

/// A pass may fold casts in passing, and is not told to come later for that.
TEST_F(CastTest, AreFoldedInPassing) {
  define("simplify", [](Contract &contract) { contract.greedy(); });
  EXPECT_EQ(checkClosed({"memref.load", "func.call"},
                        {"memref-to-llvm", "func-to-llvm", "simplify"},
                        onlyLLVM),
            "");
  EXPECT_EQ(check({"simplify", "memref-to-llvm", "func-to-llvm", "reconcile"}),
            "");
  std::string early = check({"reconcile", "memref-to-llvm"});
  EXPECT_NE(early.find("'reconcile' runs too early"), std::string::npos);
  EXPECT_EQ(check({"reconcile", "memref-to-llvm", "simplify"}), "");
}

/// What is only likely to involve a type does so where the type is.
TEST_F(CastTest, LikelyCarriersOfTheInputHaveTheType) {
  define("buffer-calls", [](Contract &contract) {
    contract.lowers({"func.call(!memref)"}).to({"llvm.call"});
    contract.lowers({"func.call"}).unless({"func.call(!memref)"});
  });
  EXPECT_EQ(checkClosed({"func.call"}, {"buffer-calls"}, onlyLLVM), "");
  std::string left =
      checkClosed({"func.call", "!memref"}, {"buffer-calls"}, onlyLLVM);
  EXPECT_NE(left.find("'func.call' stays in the IR"), std::string::npos)
      << left;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// Passes on an operation that is gone do nothing, whether or not anything is
/// known of them.
TEST_F(ContentsTest, NoEffect) {
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func"}).to({"llvm.func"});
  });
  EXPECT_EQ(check({"func.func(unknown)", "func-to-llvm"}), "");
  EXPECT_EQ(
      check({"func-to-llvm", "func.func(unknown)"}),
      R"(warning: 'unknown' has nothing to run on: 'func.func' has been lowered before [PMB031 no-effect]
  at: 'unknown' (pass 1, on builtin.module/func.func, added by framework)
  help: move it before the pass that lowers 'func.func'
  fix: move 'unknown' before 'func-to-llvm'
)");
  define("scf-to-cf", [](Contract &contract) { contract.lowers({"scf"}); });
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
  define("scf-to-cf",
         [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
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
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func"}).to({"llvm.func"});
  });
  define("outline", [](Contract &contract) {
    contract.introduces({}).sometimes({"func.func"});
  });
  define("scf-to-cf",
         [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
  EXPECT_EQ(
      checkClosed({"func.func", "scf.for"},
                  {"func-to-llvm", "outline", "func.func(scf-to-cf)"},
                  Items{"llvm", "func", "cf"}),
      R"(error: 'scf.for' stays in the IR: 'scf-to-cf' does not lower all of it [PMB025 predicted-left-over]
  at: 'scf-to-cf' (pass 2, on builtin.module/func.func, added by framework)
  note: it is in the input
  help: add a pass that lowers it: 'scf-to-cf'
  fix: insert 'scf-to-cf' on builtin.module after 'scf-to-cf'
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

} // namespace
