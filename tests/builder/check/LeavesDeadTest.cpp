//===- LeavesDeadTest.cpp - What passes leave without a use ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class LeavesDeadTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  LeavesDeadTest() {
    define("clean", [](Contract &contract) { contract.removesDead(); });
    define("fold", [](Contract &contract) { contract.greedy(); });
    define("reshape", [](Contract &contract) {
      contract.lowers({"t.reshape"}).to({"llvm.a"});
      contract.leavesDead({"t.shape"}).unless({"t.pad"});
    });
    define("pad", Contract().lowers({"t.pad"}).to({"llvm.b"}));
    define("more", Contract().introduces({"t.shape"}));
    define("perhaps", Contract().introduces({}).sometimes({"t.shape"}));
  }
  /// The first line of what is found.
  std::string find(const Items &contents,
                   std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkClosed(contents, passes, Items{"llvm"});
    return llvm::StringRef(found).split('\n').first.str();
  }
};

const char *const shapeStays =
    "error: 't.shape' stays in the IR: nothing in the pipeline lowers it "
    "[PMB025 predicted-left-over]";

TEST_F(LeavesDeadTest, StaysUntilItIsRemoved) {
  Items input = {"t.reshape", "t.shape"};
  EXPECT_EQ(
      checkClosed(input, {"reshape"}, Items{"llvm"}),
      R"(error: 't.shape' stays in the IR: nothing uses it behind 'reshape', and nothing removes what is dead [PMB025 predicted-left-over]
  at: 'reshape' (pass 0, on builtin.module, added by framework)
  help: add a cleanup behind it: 'clean'
  fix: insert 'clean' after 'reshape'
)");
  EXPECT_EQ(find(input, {"reshape", "clean"}), "");
  EXPECT_EQ(find(input, {"reshape", "fold"}), "");
  // It had a use then.
  EXPECT_NE(find(input, {"clean", "reshape"}), "");
  EXPECT_NE(find(input, {"fold", "reshape"}), "");
}

TEST_F(LeavesDeadTest, NotWhileSomethingMayUseIt) {
  Items input = {"t.reshape", "t.pad", "t.shape"};
  EXPECT_EQ(find(input, {"pad", "reshape", "clean"}), "");
  EXPECT_EQ(find(input, {"reshape", "clean", "pad"}), shapeStays);
}

TEST_F(LeavesDeadTest, WhatIsAddedAgainIsUsedAgain) {
  Items input = {"t.reshape", "t.shape"};
  EXPECT_EQ(find(input, {"reshape", "more", "clean"}), shapeStays);
  // Of what may have been added again nothing is certain.
  EXPECT_EQ(find(input, {"reshape", "perhaps", "clean"}), "");
}

TEST_F(LeavesDeadTest, OnlyIfSomethingWasThere) {
  define("reshape", [](Contract &contract) {
    contract.lowers({"t.reshape"}).to({"llvm.a"});
    contract.leavesDead({"t"}).except({"t.const"}).given({"t.reshape"});
  });
  EXPECT_EQ(find({"t.reshape", "t.shape"}, {"reshape", "clean"}), "");
  EXPECT_NE(find({"t.reshape", "t.const"}, {"reshape", "clean"}), "");
  EXPECT_EQ(find({"t.shape"}, {"reshape", "clean"}), shapeStays);
}

/// A cleanup in a nest removes what is in the nest, so nothing is certain.
TEST_F(LeavesDeadTest, APartOfItMayGo) {
  EXPECT_EQ(checkClosed({"t.reshape", "t.shape", "gpu.module"},
                        {"reshape", "gpu.module(clean)"}, Items{"llvm", "gpu"}),
            "");
}

/// What a pass in a nest leaves dead may be all there is.
TEST_F(LeavesDeadTest, APartOfItMayBeDead) {
  EXPECT_EQ(checkClosed({"t.shape", "gpu.module"},
                        {"gpu.module(reshape)", "clean"}, Items{"llvm", "gpu"}),
            "");
}

/// With an open input what is left dead leads to the output if it is removed.
TEST_F(LeavesDeadTest, IsNoDeadEndWhereItIsRemoved) {
  define("tile", Contract().lowers({"t.tile"}).to({"t.shape", "t.reshape"}));
  for (bool isClean : {false, true}) {
    auto pipeline = isClean ? compose({"tile", "pad", "reshape", "clean"})
                            : compose({"tile", "pad", "reshape"});
    pipeline->getInterface().outputContents = Items{"llvm"};
    EXPECT_EQ(check(*pipeline).empty(), isClean);
  }
}

/// `index.use` uses indices, `index.make` makes some.
class DeadCastTest : public LeavesDeadTest {
protected:
  DeadCastTest() {
    TypeDescriptor index;
    index.name = "!index";
    index.carriers = {"index"};
    index.onlyUsers = {"index.use"};
    index.onlySources = {"index.make"};
    catalog.addType(index);
    for (llvm::StringRef what : {"use", "make", "both"})
      define(what, Contract()
                       .lowers({"index." + what.str()})
                       .to({"llvm.op"})
                       .converts({"!index"}));
    define("convert", [](Contract &contract) {
      contract.lowers({"other"}).to({"llvm.op"});
      contract.leavesDead({"builtin.unrealized_conversion_cast"});
    });
    define("all", [](Contract &contract) {
      contract.lowers({"index"}).to({"llvm.op"}).converts({"!index"});
      contract.leavesDead({"builtin.unrealized_conversion_cast"});
    });
    define("reconcile", Contract()
                            .lowers({"builtin.unrealized_conversion_cast"})
                            .unless({"!index"}));
  }
  const Items input = {"index.use", "index.make", "!index"};
  std::string find(std::initializer_list<llvm::StringRef> passes) {
    return LeavesDeadTest::find(input, passes);
  }
  const std::string stays =
      "error: 'builtin.unrealized_conversion_cast' stays in the IR: nothing in "
      "the pipeline lowers it [PMB025 predicted-left-over]";
  const std::string mayStay =
      "warning: 'builtin.unrealized_conversion_cast' may stay in the IR: "
      "'clean' does not lower all of it [PMB026 may-be-left-over]";
};

/// Who uses a value is lowered before what makes it: a pair of casts.
TEST_F(DeadCastTest, PairsAreFoldedAndNotRemoved) {
  EXPECT_EQ(find({"use", "make"}), stays);
  EXPECT_EQ(find({"use", "make", "clean"}), stays);
  EXPECT_EQ(find({"use", "make", "fold"}), "");
  EXPECT_EQ(find({"use", "make", "reconcile"}), "");
}

/// In the other order the conversion uses the value itself. That nothing else
/// uses the cast is not certain.
TEST_F(DeadCastTest, WhatIsLoweredInOrderOfUseMayBeDead) {
  EXPECT_EQ(find({"make", "use"}), stays);
  EXPECT_EQ(find({"make", "use", "clean"}), mayStay);
}

/// What does both is a user and a source.
TEST_F(DeadCastTest, OfWhatUsesAndMakesValues) {
  auto check = [&](std::initializer_list<llvm::StringRef> passes) {
    return LeavesDeadTest::find({"index.both", "index.make", "!index"}, passes);
  };
  EXPECT_EQ(check({"both", "make", "clean"}), stays);
  EXPECT_NE(check({"make", "both", "clean"}), stays);
}

/// A later pass folds pairs, and leaves both casts dead: they are certain to
/// be there. Of a chain of casts a cleanup leaves some.
TEST_F(DeadCastTest, AreDeadBehindWhatFoldsThem) {
  EXPECT_EQ(find({"use", "make", "convert", "clean"}), mayStay);
  EXPECT_EQ(find({"use", "make", "convert", "fold"}), "");
  EXPECT_EQ(find({"use", "make", "convert"}),
            "error: 'builtin.unrealized_conversion_cast' stays in the IR: "
            "nothing uses it behind 'convert', and nothing removes what is "
            "dead [PMB025 predicted-left-over]");
  EXPECT_EQ(find({"use", "convert", "make", "clean"}), stays)
      << "there was no pair yet";
  EXPECT_EQ(find({"use", "make", "convert", "reconcile"}), "");
}

/// What was lowered in part may be gone, and with it the use.
TEST_F(DeadCastTest, OfWhatIsLoweredInPartNothingIsCertain) {
  define("some", Contract().lowers({"index.make"}).to({"llvm.op"}).partially());
  Items more = input;
  more.push_back("index.other");
  define(
      "other",
      Contract().lowers({"index.other"}).to({"llvm.op"}).converts({"!index"}));
  EXPECT_EQ(LeavesDeadTest::find(more, {"use", "other", "some", "clean"}),
            stays);
  EXPECT_NE(
      LeavesDeadTest::find(more, {"use", "other", "some", "convert", "clean"}),
      stays);
}

/// A pass does not fold the pairs that it makes.
TEST_F(DeadCastTest, OnesOwnPairsAreUsed) {
  EXPECT_EQ(find({"use", "all", "clean"}), stays);
  EXPECT_EQ(find({"use", "all", "convert", "clean"}), mayStay);
  EXPECT_EQ(find({"all", "clean"}), "") << "no casts at all";
}

/// What usually has the type uses them as well.
TEST_F(DeadCastTest, AreUsedByWhatUsuallyHasTheType) {
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"index"};
  index.likelyCarriers = {"arith.addi"};
  catalog.addType(index);
  define("drop", Contract().lowers({"arith"}).to({"llvm.op"}));
  Items more = input;
  more.push_back("arith.addi");
  auto check = [&](std::initializer_list<llvm::StringRef> passes) {
    return LeavesDeadTest::find(more, passes);
  };
  EXPECT_EQ(check({"use", "make", "convert", "clean", "drop"}), stays);
  EXPECT_EQ(check({"use", "make", "drop", "convert", "clean"}), mayStay);
}

/// Probably there are some.
TEST_F(DeadCastTest, PairsThatAPassProbablyMakesAreUsed) {
  define("some-make",
         Contract().lowers({"t.make"}).to({"index.make"}).partially());
  Items some = {"index.use", "t.make", "!index"};
  std::string found = checkClosed(some, {"some-make", "use", "all", "clean"},
                                  Items{"llvm", "t"});
  EXPECT_TRUE(test::contains(
      found, "'builtin.unrealized_conversion_cast' probably stays"));
}

} // namespace
