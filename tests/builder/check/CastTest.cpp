//===- CastTest.cpp - Casts that conversions leave in the IR --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a cast between types appears, and which pass removes it.
//
//===----------------------------------------------------------------------===//

#include "ContentsSupport.h"

using namespace pmb;
using pmb::test::ContentsTest;

namespace {

class CastTest : public ContentsTest {
protected:
  CastTest() {
    TypeDescriptor memref;
    memref.name = "!memref";
    memref.carriers = {"memref"};
    memref.likelyCarriers = {"func.call"};
    memref.possibleCarriers = {"func.func"};
    catalog.addType(memref);
    define(
        "memref-to-llvm",
        Contract().lowers({"memref"}).to({"llvm.load"}).converts({"!memref"}));
    define("func-to-llvm",
           Contract().lowers({"func"}).to({"llvm.call"}).converts({"!memref"}));
    define("reconcile",
           Contract()
               .lowers({"builtin.unrealized_conversion_cast"})
               .unless({"!memref"})
               .because("removes a cast only when both sides agree"));
  }
};

/// Where nothing certainly has a type that is there, what usually has it does.
TEST_F(CastTest, OfATypeThatNothingElseExplains) {
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"memref.dim"};
  index.likelyCarriers = {"arith.addi", "func.func"};
  catalog.addType(index);
  define("arith-to-llvm", Contract().lowers({"arith"}).converts({"!index"}));
  define("func-to-llvm", Contract().lowers({"func"}).converts({"!index"}));
  define("reconcile", Contract()
                          .lowers({"builtin.unrealized_conversion_cast"})
                          .unless({"!index"}));
  Items input = {"arith.addi", "func.func", "!index"};
  EXPECT_TRUE(test::contains(
      checkClosed(input, {"func-to-llvm", "arith-to-llvm"}, onlyLLVM),
      "error: 'builtin.unrealized_conversion_cast' stays"));
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

/// What a pass was to lower, and may have lowered all of, is no reason to
/// expect a cast.
TEST_F(CastTest, OfWhatIsLoweredInPartAreNoMoreThanPossible) {
  Items input = {"memref.copy", "func.call"};
  auto check = [&](std::initializer_list<llvm::StringRef> passes) {
    return checkClosed(input, passes, {{"llvm", "memref"}});
  };
  EXPECT_EQ(check({"func-to-llvm"})
                .find("error: 'builtin.unrealized_conversion_cast'"),
            0u);
  define("lower-copy", Contract().lowers({"memref.copy"}).partially());
  EXPECT_EQ(check({"lower-copy", "func-to-llvm"}), "");
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
  std::string early = check({"reconcile", "memref-to-llvm", "func-to-llvm"});
  EXPECT_TRUE(test::contains(early, "'reconcile' runs too early"));
  EXPECT_EQ(check({"reconcile", "memref-to-llvm", "func-to-llvm", "simplify"}),
            "");
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
  EXPECT_TRUE(test::contains(left, "'func.call' stays in the IR"));
}

/// Where an entry says so, too.
TEST_F(CastTest, WhatFoldsSomeInPassingIsNotTooEarly) {
  define("simplify", Contract()
                         .lowers({"builtin.unrealized_conversion_cast"})
                         .unless({"!memref"})
                         .partially()
                         .speculative());
  EXPECT_EQ(check({"simplify", "memref-to-llvm", "func-to-llvm"}), "");
}

} // namespace
