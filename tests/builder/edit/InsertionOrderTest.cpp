//===- InsertionOrderTest.cpp - Several insertions at one place -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

namespace {

class InsertionOrderTest : public testing::Test {
protected:
  void after(Selector where, llvm::StringRef name) {
    EXPECT_DONE(pipeline,
                pipeline.insert(PassSpec(name), Position::after(where)));
  }
  void before(Selector where, llvm::StringRef name) {
    EXPECT_DONE(pipeline,
                pipeline.insert(PassSpec(name), Position::before(where)));
  }
  /// Makes a fix that moves one pass behind another.
  void move(llvm::StringRef name, int position, llvm::StringRef behind,
            int reference) {
    Fix fix;
    fix.pass = name.str();
    fix.passPosition = position;
    fix.reference = behind.str();
    fix.referencePosition = reference;
    EXPECT_DONE(pipeline, pipeline.apply(fix));
  }
  /// The passes and slots in list order.
  std::string names() const {
    std::string result;
    for (const Node &node : pipeline.getNodes())
      if (node.isPass() || node.getKind() == Node::Kind::Slot)
        result += (result.empty() ? "" : " ") + node.getName().str();
    return result;
  }

  Catalog catalog;
  TestPipeline pipeline{{"x", "y"}};
};

TEST_F(InsertionOrderTest, AfterAPassKeepsTheOrderOfTheEdits) {
  after(pass("x"), "a");
  after(pass("x"), "b");
  after(pass("x"), "c");
  EXPECT_EQ(names(), "x a b c y");
}

TEST_F(InsertionOrderTest, WhatFollowsAnInsertedPassStaysWithIt) {
  after(pass("x"), "a");
  after(pass("a"), "a1");
  after(pass("x"), "b");
  after(pass("a"), "a2");
  before(pass("b"), "b0");
  after(pass("x"), "c");
  EXPECT_EQ(names(), "x a a1 a2 b0 b c y");
}

TEST_F(InsertionOrderTest, WhatWasPutBeforeTheNeighbourStaysThere) {
  before(pass("y"), "p");
  after(pass("x"), "a");
  after(pass("x"), "b");
  before(pass("y"), "q");
  EXPECT_EQ(names(), "x a b p q y");
}

TEST_F(InsertionOrderTest, AFixOfAnotherPassChangesNothing) {
  pipeline.addPass("z");
  after(pass("x"), "a");
  move("y", 2, "z", 3);
  after(pass("x"), "b");
  EXPECT_EQ(names(), "x a b z y");
}

TEST_F(InsertionOrderTest, WhatIsMovedAwayIsFollowedNoMore) {
  pipeline.addPass("z");
  after(pass("x"), "a");
  after(pass("x"), "b");
  after(pass("b"), "b1");
  move("b", 2, "z", 5);
  EXPECT_EQ(names(), "x a b1 y z b");
  after(pass("b"), "b2");
  after(pass("x"), "c");
  EXPECT_EQ(names(), "x a c b1 y z b b2");
}

TEST_F(InsertionOrderTest, AFixThatReplacesKeepsWhatFollows) {
  after(pass("x"), "a");
  Fix fix;
  fix.kind = Fix::Kind::Replace;
  fix.pass = "x";
  fix.passPosition = 0;
  fix.reference = "w";
  EXPECT_DONE(pipeline, pipeline.apply(fix));
  after(pass("w"), "b");
  EXPECT_EQ(names(), "w a b y");
}

TEST_F(InsertionOrderTest, AfterASlotABundleAndAKind) {
  TestPipeline other({"x"});
  other.addSlot("s");
  PassBundle bundle("b");
  bundle.addPass("p").addKind("k");
  other.addBundle(bundle);
  other.addPass("y");
  for (const char *name : {"a", "b"}) {
    EXPECT_DONE(other,
                other.insert(PassSpec(name), Position::after(slot("s"))));
    EXPECT_DONE(
        other, other.insert(PassSpec(name), Position::after(pmb::bundle("b"))));
    EXPECT_DONE(other,
                other.insert(PassSpec(name), Position::after(kind("k"))));
    EXPECT_DONE(other, other.insertSlot("t" + std::string(name),
                                        Position::after(pass("x"))));
  }
  EXPECT_EQ(other.str(), "builtin.module(x,a,b,p,a,a,b,b,y)");
}

TEST_F(InsertionOrderTest, BundlesKeepTheirOrder) {
  for (const char *name : {"one", "two"}) {
    PassBundle bundle(name);
    bundle.addPass(std::string(name) + "-a").addPass(std::string(name) + "-b");
    EXPECT_DONE(pipeline, pipeline.insert(bundle, Position::after(pass("x"))));
  }
  after(pass("x"), "c");
  EXPECT_EQ(names(), "x one-a one-b two-a two-b c y");
}

/// The end of a contiguous bundle is no place; what would be there follows the
/// bundle, as what is put after the bundle does.
TEST_F(InsertionOrderTest, AtTheEndOfAContiguousBundle) {
  TestPipeline other;
  PassBundle bundle("b");
  bundle.addPass("p").setContiguous();
  other.addBundle(bundle);
  other.addPass("y");
  EXPECT_DONE(other, other.insert(PassSpec("a"), Position::after(pass("p"))));
  EXPECT_DONE(other,
              other.insert(PassSpec("b"), Position::after(pmb::bundle("b"))));
  EXPECT_DONE(other, other.insert(PassSpec("c"), Position::after(pass("p"))));
  EXPECT_EQ(other.str(), "builtin.module(p,a,b,c,y)");
}

TEST_F(InsertionOrderTest, EachOfSeveralHasItsOwn) {
  TestPipeline other({"x", "y", "x", "y"});
  for (const char *name : {"a", "b"})
    EXPECT_DONE(
        other, other.insert(PassSpec(name), Position::after(every(pass("x")))));
  EXPECT_EQ(other.str(), "builtin.module(x,a,b,y,x,a,b,y)");
}

/// One of the matches was itself put after another.
TEST_F(InsertionOrderTest, EachOfSeveralHasItsOwnAlsoIfOneFollowsAnother) {
  after(pass("x"), "a");
  after(pass("x"), "x");
  after(first(pass("x")), "b");
  EXPECT_EQ(names(), "x a x b y");
  after(every(pass("x")), "c");
  after(every(pass("x")), "d");
  EXPECT_EQ(names(), "x a c d x c d b y");
}

TEST_F(InsertionOrderTest, WhatWasRemovedNoLongerCounts) {
  after(pass("x"), "a");
  after(pass("x"), "b");
  EXPECT_DONE(pipeline, pipeline.remove(pass("b")));
  after(pass("x"), "c");
  EXPECT_EQ(names(), "x a c y");
  EXPECT_DONE(pipeline, pipeline.remove(pass("a")));
  EXPECT_DONE(pipeline, pipeline.remove(pass("c")));
  after(pass("x"), "d");
  EXPECT_EQ(names(), "x d y");
}

TEST_F(InsertionOrderTest, WhatReplacesAPassHasWhatFollowedIt) {
  after(pass("x"), "a");
  EXPECT_DONE(pipeline, pipeline.replace(pass("x"), PassSpec("z")));
  after(pass("z"), "b");
  EXPECT_DONE(pipeline, pipeline.replace(pass("b"), PassSpec("c")));
  after(pass("z"), "d");
  EXPECT_EQ(names(), "z a c d y");
}

TEST_F(InsertionOrderTest, WhatWasTakenBackNoLongerCounts) {
  after(pass("x"), "a");
  EXPECT_NE(text(pipeline.transaction(
                Origin::plugin("p"),
                [&]() -> Error {
                  if (Error error = pipeline.addPassAfter("b", "x"))
                    return error;
                  if (Error error = pipeline.remove(pass("a")))
                    return error;
                  if (Error error = pipeline.addPassAfter("c", "x"))
                    return error;
                  return pipeline.addPassAfter("d", "nowhere");
                })),
            "");
  EXPECT_EQ(names(), "x a y");
  after(pass("x"), "e");
  EXPECT_EQ(names(), "x a e y");
}

TEST_F(InsertionOrderTest, PartiesComeByRankThenName) {
  auto add = [&](Origin origin, llvm::StringRef name, int rank) {
    EXPECT_DONE(
        pipeline,
        pipeline.addParty(
            {std::move(origin), rank, [this, name = name.str()]() -> Error {
               if (Error error = pipeline.addPassAfter(name + "1", "x"))
                 return error;
               return pipeline.addPassAfter(name + "2", "x");
             }}));
  };
  add(Origin::plugin("late"), "l", 5);
  add(Origin::plugin("zeta"), "z", 0);
  add(Origin::plugin("alpha"), "a", 0);
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_EQ(names(), "x a1 a2 z1 z2 l1 l2 y");
}

/// Many edits, against a list in which every one says whom it follows.
TEST_F(InsertionOrderTest, RandomEditsKeepTheirOrder) {
  unsigned state = 7;
  auto below = [&](unsigned end) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % end;
  };
  for (unsigned run = 0; run < 200; ++run) {
    Pipeline real("builtin.module", catalog);
    std::vector<std::string> list = {"x", "y"};
    std::map<std::string, std::string> follows;
    for (const std::string &name : list)
      real.append(PassSpec(name));
    for (unsigned i = 0; i < 12; ++i) {
      std::string name = "p" + std::to_string(i);
      unsigned at = below(unsigned(list.size()));
      std::string where = list[at];
      bool isAfter = below(3) != 0;
      test::require(
          real.insert(PassSpec(name), isAfter ? Position::after(pass(where))
                                              : Position::before(pass(where))));
      if (isAfter) {
        for (unsigned j = at; j < list.size(); ++j)
          for (std::string by = list[j]; !by.empty(); by = follows[by])
            if (by == where)
              at = j;
        follows[name] = where;
        ++at;
      }
      list.insert(list.begin() + at, name);
      EXPECT_EQ(real.str(), "builtin.module(" + llvm::join(list, ",") + ")");
    }
  }
}

/// Neither the number of insertions at a place nor the length of a chain of
/// insertions counts.
TEST_F(InsertionOrderTest, ManyAtOnePlace) {
  Pipeline real("builtin.module", catalog);
  real.append(PassSpec("x"));
  constexpr unsigned count = 50000;
  for (unsigned i = 0; i < count; ++i)
    test::require(real.insert(PassSpec("p"), Position::after(pass("x"))));
  for (unsigned i = 0; i < count; ++i)
    test::require(real.insert(PassSpec("p"), Position::after(last(pass("p")))));
  EXPECT_EQ(real.size(), 2 * count + 1);
}

} // namespace
