//===- MoveTest.cpp - Moving what is in a pipeline ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(Move, APass) {
  TestPipeline pipeline({"a", "b", "c"});
  EXPECT_DONE(pipeline, pipeline.move(pass("c"), Position::before(pass("a"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,a,b)");
  EXPECT_DONE(pipeline, pipeline.move(pass("c"), Position::after(pass("a"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b)");
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::atEnd()));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a)");
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::atStart()));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b)");
}

// A contract says where a pass can be inserted; where it stands, a fix moves
// it.
TEST(Move, NotByContract) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_REFUSED(pipeline, pipeline.move(pass("b"), Position::byContract()),
                 "error: a move goes to the 'start', the 'end' or what is "
                 "there [PMB002 unknown-position]\n");
  EXPECT_REFUSED(
      pipeline,
      pipeline.move(
          pass("b"),
          Position::before(pass("none")).orElse(Position::byContract())),
      "error: a move goes to the 'start', the 'end' or what is there [PMB002 "
      "unknown-position]\n"
      "  note: the fallback was used because the pipeline has no pass "
      "'none'\n"
      "  note: its passes are 'a', 'b'\n");
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("s", Position::byContract()),
                 "error: only a pass has a contract that says where to put it "
                 "[PMB002 unknown-position]\n");
  EXPECT_DONE(
      pipeline,
      pipeline.insert(
          PassSpec("c"),
          Position::before(pass("none")).orElse(Position::byContract())));
}

TEST(Move, WhereItStands) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::before(pass("a"))));
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::after(pass("a"))));
  EXPECT_DONE(pipeline, pipeline.move(pass("b"), Position::atEnd()));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  EXPECT_TRUE(pipeline.getList().getEdits().empty());
}

TEST(Move, SeveralKeepTheirOrder) {
  for (bool isAtStart : {false, true}) {
    TestPipeline pipeline({"c", "clean", "a", "tidy", "b"});
    EXPECT_DONE(pipeline,
                pipeline.move(every(kind("cleanup")),
                              isAtStart ? Position::atStart()
                                        : Position::after(pass("b"))));
    EXPECT_EQ(pipeline.str(), isAtStart ? "builtin.module(clean,tidy,c,a,b)"
                                        : "builtin.module(c,a,b,clean,tidy)");
  }
}

TEST(Move, StaysInItsNest) {
  TestPipeline pipeline({"a"});
  pipeline.nest("func.func").addPass("b").addPass("c");
  EXPECT_DONE(pipeline, pipeline.move(pass("b"), Position::before(pass("a"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(b),a,func.func(c))");
}

TEST(Move, BundlesAndTheirParts) {
  TestPipeline pipeline({"a"});
  pipeline.addBundle(makeBundle("outer", {"b", "c"}));
  pipeline.addPass("d");
  EXPECT_DONE(pipeline, pipeline.move(bundle("outer"), Position::atEnd()));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,d,b,c)");
  EXPECT_DONE(pipeline, pipeline.move(pass("d"), Position::after(pass("b"))));
  EXPECT_EQ(pipeline.lookup(pass("d"))[0]->getBundle()->getName(), "outer");
  EXPECT_DONE(pipeline, pipeline.move(pass("b"), Position::atStart()));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a,d,c)");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getBundle(), nullptr);
  EXPECT_REFUSED(
      pipeline, pipeline.move(bundle("outer"), Position::after(pass("d"))),
      "error: 'outer' cannot be moved into itself [PMB002 unknown-position]\n");
}

TEST(Move, WhatFollowsStaysBehind) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.addPassAfter("c", "a"));
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::atEnd()));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a)");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("d", "a"));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a,d)");
  // What was moved there is followed, too.
  EXPECT_DONE(pipeline, pipeline.move(pass("c"), Position::after(pass("a"))));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("tidy", "a"));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a,d,c,tidy)");
}

TEST(Move, IntoASlotAndOut) {
  TestPipeline pipeline({"a", "b"});
  pipeline.addSlot("s");
  const Node &node = *pipeline.lookup(pass("a"))[0];
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::before(slot("s"))));
  EXPECT_EQ(node.getSlot(), pipeline.lookup(slot("s"))[0]);
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::atStart()));
  EXPECT_EQ(node.getSlot(), nullptr);
  // What is in a slot stays where it is.
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::before(slot("s"))));
  EXPECT_DONE(pipeline, pipeline.move(slot("s"), Position::atStart()));
  EXPECT_EQ(node.getSlot(), nullptr);
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("c", "s"));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a)");
}

TEST(Move, IntoTheSlotBeforeWhichItStands) {
  TestPipeline pipeline({"a"});
  pipeline.addSlot("s");
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::before(slot("s"))));
  EXPECT_EQ(pipeline.lookup(pass("a"))[0]->getSlot(),
            pipeline.lookup(slot("s"))[0]);
}

TEST(Move, PositionsThatAreNone) {
  TestPipeline pipeline({"a", "b", "c", "b"});
  EXPECT_REFUSED(pipeline,
                 pipeline.move(pass("a"), Position::before(every(pass("b")))),
                 "error: 'a' cannot be moved to 2 places [PMB003 "
                 "ambiguous-position]\n"
                 "  help: say which: first(), last() or nth()\n");
  EXPECT_REFUSED(pipeline, pipeline.move(pass("d"), Position::atEnd()),
                 "error: the pipeline has no pass 'd' [PMB002 "
                 "unknown-position]\n"
                 "  note: its passes are 'a', 'b', 'c'\n");
}

TEST(Move, NotOutOfWhatIsContiguous) {
  TestPipeline pipeline({"a"});
  PassBundle tight = makeBundle("tight", {"b", "c", "d"});
  tight.setContiguous();
  pipeline.addBundle(tight);
  const char *inside = "inside the contiguous bundle 'tight'";
  auto expectInside = [&](llvm::Error error) {
    EXPECT_TRUE(contains(text(std::move(error)), inside));
  };
  expectInside(pipeline.move(pass("c"), Position::atEnd()));
  expectInside(pipeline.move(pass("a"), Position::after(pass("b"))));
  EXPECT_DONE(pipeline, pipeline.move(pass("a"), Position::after(pass("d"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c,d,a)");
}

TEST(Move, WhatIsPinnedStays) {
  TestPipeline pipeline({"a", "b"});
  require(pipeline.pin(pass("a"), "it comes first"));
  EXPECT_REFUSED(pipeline,
                 pipeline.transaction(Origin::thirdParty("acme"),
                                      [&] {
                                        return pipeline.move(pass("a"),
                                                             Position::atEnd());
                                      }),
                 "error: third party 'acme' cannot move 'a': it is pinned "
                 "[PMB085 pinned]\n"
                 "  note: it stands here: 'a' (pass 0, on builtin.module, "
                 "added by framework)\n"
                 "  note: framework: it comes first\n"
                 "  help: insert before or after it instead\n"
                 "  note: nothing of what third party 'acme' did was kept\n");
}

TEST(Move, IsSeenInListings) {
  TestPipeline pipeline({"a", "b"});
  require(pipeline.transaction(Origin::thirdParty("acme"), [&] {
    return pipeline.move(pass("a"), Position::after(pass("b")));
  }));
  EXPECT_TRUE(contains(toText(pipeline, PrintStyle::Listing),
                       "a (moved by third party 'acme')"));
}

TEST(Move, BundlesHaveALimit) {
  TestPipeline pipeline;
  auto addDeep = [&](unsigned depth, std::string name, const char *pass) {
    PassBundle whole(name);
    whole.addPass(pass);
    for (unsigned i = 1; i < depth; ++i) {
      PassBundle outer(name + std::to_string(i));
      outer.addBundle(std::move(whole));
      whole = std::move(outer);
    }
    pipeline.addBundle(whole);
  };
  addDeep(128, "x", "a");
  addDeep(128, "y", "b");
  addDeep(129, "z", "c");
  std::string before = pipeline.snapshot();
  EXPECT_TRUE(
      contains(text(pipeline.move(bundle("z128"), Position::after(pass("a")))),
               "too-large"));
  EXPECT_EQ(pipeline.snapshot(), before);
  EXPECT_DONE(pipeline,
              pipeline.move(bundle("y127"), Position::after(pass("a"))));
}

TEST(Move, SeveralToWhereOneOfThemStands) {
  TestPipeline pipeline({"x", "clean", "b", "tidy", "c"});
  EXPECT_DONE(pipeline, pipeline.move(every(kind("cleanup")),
                                      Position::after(pass("x"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(x,clean,tidy,b,c)");
}

} // namespace
