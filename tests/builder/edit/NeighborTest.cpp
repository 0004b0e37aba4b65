//===- NeighborTest.cpp - What is put immediately before or after ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::require;
using pmb::test::text;

namespace {

class NeighborTest : public pmb::test::RulesTest {
protected:
  static llvm::Error put(PipelineBuilder &pipeline, llvm::StringRef name,
                         const Position &position) {
    return pipeline.insert(PassSpec(name), position);
  }
  /// What stands in a pipeline, without its operation.
  static std::string list(const PipelineBuilder &pipeline) {
    std::string all = pipeline.str();
    return llvm::StringRef(all).split('(').second.drop_back().str();
  }
  /// The first line of an error.
  static std::string first(llvm::Error error) {
    return llvm::StringRef(text(std::move(error))).split('\n').first.str();
  }
};

TEST_F(NeighborTest, LaterInsertionsGoAround) {
  auto pipeline = compose({"a", "x", "z"});
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
  require(put(*pipeline, "c", Position::before(pass("x"))));
  EXPECT_EQ(list(*pipeline), "a,c,b,x,z");
  require(put(*pipeline, "d", Position::after(pass("x"))));
  require(put(*pipeline, "e", Position::immediatelyAfter(pass("x"))));
  EXPECT_EQ(list(*pipeline), "a,c,b,x,e,d,z");
  require(put(*pipeline, "f", Position::after(pass("x"))));
  EXPECT_EQ(list(*pipeline), "a,c,b,x,e,d,f,z");
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(NeighborTest, AfterTheFirstNeighborComesTheNext) {
  auto pipeline = compose({"x", "z"});
  require(put(*pipeline, "e", Position::immediatelyAfter(pass("x"))));
  require(put(*pipeline, "f", Position::after(pass("x"))));
  EXPECT_EQ(list(*pipeline), "x,e,f,z");
  require(put(*pipeline, "g", Position::immediatelyAfter(pass("e"))));
  require(put(*pipeline, "h", Position::immediatelyBefore(pass("x"))));
  require(put(*pipeline, "i", Position::immediatelyBefore(pass("h"))));
  require(put(*pipeline, "j", Position::before(pass("x"))));
  EXPECT_EQ(list(*pipeline), "j,i,h,x,e,g,f,z");
}

TEST_F(NeighborTest, WhatWouldPartThemIsRefused) {
  auto pipeline = compose({"a", "x", "z"});
  pipeline->setOrigin(Origin::plugin("acme"));
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
  pipeline->setOrigin(Origin::framework());
  EXPECT_EQ(
      text(put(*pipeline, "c", Position::after(pass("b")))),
      R"(error: 'b' must come immediately before 'x', and 'c' stands between them [PMB109 broken-sequence]
  at: 'b' (pass 1, on builtin.module, added by plugin 'acme')
  note: 'b': put there by plugin 'acme'
  note: what it precedes: 'x' (pass 3, on builtin.module, added by framework)
  note: what stands between them: 'c' (pass 2, on builtin.module, added by framework)
  help: put 'c' after 'x' or before 'b'
)");
  std::string two = "error: 'b' must come immediately before 'x', and 'd' "
                    "stands between them [PMB109 broken-sequence]";
  EXPECT_EQ(first(put(*pipeline, "d", Position::immediatelyBefore(pass("x")))),
            two);
  EXPECT_EQ(first(pipeline->move(pass("x"), Position::atEnd())),
            "error: 'b' must come immediately before 'x', and 'z' stands "
            "between them [PMB109 broken-sequence]");
  EXPECT_EQ(first(pipeline->move(pass("x"), Position::atStart())),
            "error: 'b' must come immediately before 'x', and does not stand "
            "there [PMB109 broken-sequence]");
  EXPECT_EQ(list(*pipeline), "a,b,x,z");
}

TEST_F(NeighborTest, WhoPutItThereMayMoveItAway) {
  auto pipeline = compose({"a", "x", "z"});
  Origin acme = Origin::plugin("acme"), other = Origin::plugin("other");
  auto as = [&](const Origin &origin, Position position) {
    return pipeline->transaction(
        origin, [&] { return pipeline->move(pass("b"), position); });
  };
  require(pipeline->transaction(acme, [&]() -> llvm::Error {
    return put(*pipeline, "b", Position::immediatelyBefore(pass("x")));
  }));
  EXPECT_NE(first(as(other, Position::atEnd())), "");
  EXPECT_EQ(list(*pipeline), "a,b,x,z");
  require(as(acme, Position::immediatelyAfter(pass("x"))));
  EXPECT_EQ(list(*pipeline), "a,x,b,z");
  // To be where it is, and stay there, is a move as well.
  require(as(acme, Position::after(pass("x"))));
  require(as(acme, Position::immediatelyAfter(pass("x"))));
  EXPECT_NE(first(pipeline->move(pass("x"), Position::atEnd())), "");
  // The owner of the pipeline may do so, too; then it is free.
  require(pipeline->move(pass("b"), Position::atEnd()));
  require(pipeline->move(pass("x"), Position::atStart()));
  EXPECT_EQ(list(*pipeline), "x,a,z,b");
}

TEST_F(NeighborTest, RemovingOneSetsTheOtherFree) {
  auto pipeline = compose({"a", "x", "z"});
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
  require(pipeline->remove(pass("x")));
  require(put(*pipeline, "c", Position::after(pass("b"))));
  EXPECT_EQ(list(*pipeline), "a,b,c,z");
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(NeighborTest, WhatReplacesOneTakesItsPart) {
  auto pipeline = compose({"a", "x", "z"});
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
  require(pipeline->replace(pass("x"), PassSpec("y")));
  require(pipeline->replace(pass("b"), PassSpec("d")));
  EXPECT_NE(first(put(*pipeline, "c", Position::after(pass("d")))), "");
  require(put(*pipeline, "c", Position::before(pass("y"))));
  EXPECT_EQ(list(*pipeline), "a,c,d,y,z");
}

TEST_F(NeighborTest, WhatIsTakenBackDoesNotCount) {
  auto pipeline = compose({"a", "x"});
  llvm::Error failed =
      pipeline->transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
        require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
        return pipeline->remove(pass("none"));
      });
  EXPECT_NE(text(std::move(failed)), "");
  require(put(*pipeline, "b", Position::before(pass("x"))));
  require(put(*pipeline, "c", Position::after(pass("b"))));
  EXPECT_EQ(list(*pipeline), "a,b,c,x");
}

TEST_F(NeighborTest, KindsBundlesAndEvery) {
  define("clean", {"cleanup"});
  auto pipeline = compose({"clean", "a", "clean"});
  pipeline->addBundle(PassBundle("tail").addPass("t").addPass("u"));
  require(put(*pipeline, "b", Position::immediatelyBefore(kind("cleanup"))));
  require(
      put(*pipeline, "c", Position::immediatelyAfter(every(pass("clean")))));
  require(put(*pipeline, "d", Position::immediatelyBefore(bundle("tail"))));
  EXPECT_EQ(list(*pipeline), "b,clean,c,a,clean,c,d,t,u");
  // Inside of the bundle is another matter.
  require(put(*pipeline, "e", Position::before(pass("t"))));
  EXPECT_EQ(first(put(*pipeline, "f", Position::after(pass("d")))),
            "error: 'd' must come immediately before 'tail', and 'f' stands "
            "between them [PMB109 broken-sequence]");
  require(put(*pipeline, "g", Position::after(last(pass("clean")))));
  EXPECT_EQ(list(*pipeline), "b,clean,c,a,clean,c,g,d,e,t,u");
}

TEST_F(NeighborTest, WhatDoesNothingMayStandBetween) {
  define("barrier", [](Contract &contract) { contract.inert(); });
  auto pipeline = compose({"x", "z"});
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("z"))));
  require(put(*pipeline, "barrier", Position::after(pass("b"))));
  EXPECT_EQ(list(*pipeline), "x,b,barrier,z");
}

TEST_F(NeighborTest, ASlotIsNoNeighbor) {
  auto pipeline = compose({"x"});
  pipeline->addSlot("late");
  EXPECT_EQ(
      text(put(*pipeline, "b", Position::immediatelyAfter(slot("late")))),
      R"(error: nothing can stand immediately after slot 'late': a slot is a place, not a pass [PMB002 unknown-position]
  help: name a pass or a bundle, or leave out 'immediately'
)");
  // A fallback is for what is not there.
  require(put(*pipeline, "b",
              Position::immediatelyAfter(pass("none"))
                  .orElse(Position::before(pass("x")))));
  EXPECT_EQ(list(*pipeline), "b,x");
}

/// What is appended later, or comes by itself, is not refused: the check tells.
TEST_F(NeighborTest, TheCheckTells) {
  auto pipeline = compose({"a"});
  NestBuilder nest = pipeline->nest("func.func");
  nest.addPass("x");
  pipeline->addPass("z");
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("z"))));
  EXPECT_EQ(check(*pipeline), "");
  nest.addPass("y");
  EXPECT_EQ(check(*pipeline), "");
  require(pipeline->move(pass("b"), Position::immediatelyBefore(pass("y"))));
  nest.addPass("w");
  EXPECT_EQ(list(*pipeline), "a,func.func(x),b,func.func(y,w),z");
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(NeighborTest, PlacingByContractKeepsAway) {
  define("late", Contract().after(pass("b")));
  auto pipeline = compose({"a", "x", "z"});
  require(put(*pipeline, "b", Position::immediatelyBefore(pass("x"))));
  require(put(*pipeline, "late", Position::byContract()));
  EXPECT_EQ(list(*pipeline), "a,b,x,late,z");
}

} // namespace
