//===- ApplyFixTest.cpp - Fixes that are made -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

Fix makeMoveFix(llvm::StringRef name, int position, bool before,
                llvm::StringRef reference, int referencePosition) {
  Fix fix;
  fix.pass = name.str();
  fix.passPosition = position;
  fix.before = before;
  fix.reference = reference.str();
  fix.referencePosition = referencePosition;
  return fix;
}

TEST(ApplyFix, MovesAPassWithItsInstance) {
  TestPipeline pipeline;
  for (const char *name : {"a", "b", "c"})
    pipeline.append(makeInstance(name));
  EXPECT_DONE(pipeline, pipeline.apply(makeMoveFix("a", 0, false, "c", 2)));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c,a)");
  EXPECT_DONE(pipeline, pipeline.apply(makeMoveFix("c", 1, true, "b", 0)));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a)");
  for (const Node &node : pipeline.getPasses())
    EXPECT_TRUE(bool(node.getInstance()));
  // Beside itself it stands already.
  EXPECT_DONE(pipeline, pipeline.apply(makeMoveFix("b", 1, true, "a", 2)));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a)");
}

TEST(ApplyFix, MovesABundleWithAllThatIsInIt) {
  TestPipeline pipeline({"a"});
  PassBundle inner("inner"), outer("outer"), target("target");
  inner.addPass("i");
  outer.addPass("o").addBundle(std::move(inner)).addSlot("s");
  target.addPass("t");
  pipeline.addBundle(outer);
  pipeline.addBundle(target);
  EXPECT_DONE(pipeline,
              pipeline.apply(makeMoveFix("outer", -1, false, "t", 3)));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,t,o,i)");
  const Node *moved = pipeline.lookup(pass("i"))[0];
  EXPECT_EQ(moved->getBundle()->getName(), "inner");
  EXPECT_EQ(moved->getBundle()->parent->getName(), "outer");
  EXPECT_EQ(moved->getBundle()->parent->parent->getName(), "target");
  EXPECT_DONE(pipeline, pipeline.apply(makeMoveFix("i", 3, true, "a", 0)));
  EXPECT_EQ(pipeline.lookup(pass("i"))[0]->getBundle(), nullptr);
  EXPECT_REFUSED(pipeline,
                 pipeline.apply(makeMoveFix("target", -1, true, "o", 3)),
                 "error: 'target' cannot be moved into itself [PMB002 "
                 "unknown-position]\n");
  // The last place in it, too.
  EXPECT_NE(text(pipeline.apply(makeMoveFix("outer", -1, false, "s", -1))), "");
}

TEST(ApplyFix, IsTakenBackWithTheTransaction) {
  TestPipeline pipeline({"a"});
  PassBundle bundle("b");
  bundle.addPass("p").addPass("q");
  pipeline.addBundle(bundle);
  pipeline.addPass("c");
  std::string before = pipeline.snapshot();
  EXPECT_NE(text(pipeline.transaction(
                Origin::plugin("p"),
                [&]() -> llvm::Error {
                  for (const Fix &fix : {makeMoveFix("q", 2, true, "a", 0),
                                         makeMoveFix("b", -1, false, "c", 3),
                                         makeMoveFix("a", 1, false, "p", 3)})
                    if (llvm::Error error = pipeline.apply(fix))
                      return error;
                  EXPECT_EQ(pipeline.str(), "builtin.module(q,c,p,a)");
                  return pipeline.addPassBefore("d", "nowhere");
                })),
            "");
  EXPECT_EQ(pipeline.snapshot(), before);
  pipeline.verifyList();
}

TEST(ApplyFix, InsertsRemovesReplacesAndSetsOptions) {
  TestPipeline pipeline({"a", "b"});
  Fix fix = makeMoveFix("c", -1, true, "b", 1);
  fix.kind = Fix::Kind::Insert;
  EXPECT_DONE(pipeline, pipeline.apply(fix));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b)");
  fix = makeMoveFix("c", 1, false, "", -1);
  fix.kind = Fix::Kind::Remove;
  EXPECT_DONE(pipeline, pipeline.apply(fix));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  fix = makeMoveFix("a", 0, false, "d", -1);
  fix.kind = Fix::Kind::Replace;
  EXPECT_DONE(pipeline, pipeline.apply(fix));
  EXPECT_EQ(pipeline.str(), "builtin.module(d,b)");
}

/// A fix of that kind, which sets `options` if it sets any.
static Fix makeFixOf(Fix::Kind kind, llvm::StringRef pass, int position,
                     llvm::StringRef options = "") {
  Fix fix = makeMoveFix(pass.str(), position, false, "b", 1);
  fix.kind = kind;
  fix.options = options.str();
  return fix;
}

TEST(ApplyFix, RefusesWhatDoesNotFitThePipeline) {
  TestPipeline pipeline({"a", "b"});
  const char *message =
      "error: the fix is about 'a' (pass 1), which is not in the pipeline "
      "[PMB002 unknown-position]\n"
      "  help: check the pipeline again; a fix holds until the next edit\n";
  EXPECT_REFUSED(pipeline, pipeline.apply(makeMoveFix("a", 1, false, "b", 1)),
                 message);
  EXPECT_REFUSED(pipeline, pipeline.apply(makeMoveFix("b", 1, true, "a", 1)),
                 message);
  PassBundle bundle("whole");
  bundle.addPass("c").addPass("d").setContiguous();
  pipeline.addBundle(bundle);
  EXPECT_NE(text(pipeline.apply(makeMoveFix("c", 2, true, "a", 0))), "");
  EXPECT_NE(text(pipeline.apply(makeMoveFix("a", 0, false, "c", 2))), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c,d)");
  pipeline.verifyList();
}

} // namespace
