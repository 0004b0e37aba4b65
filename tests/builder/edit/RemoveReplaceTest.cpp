//===- RemoveReplaceTest.cpp - Removing and replacing ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PipelineImpl.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// A bundle of that name with some passes.
//===----------------------------------------------------------------------===//
// Removing
//===----------------------------------------------------------------------===//

TEST(Remove, TheOnlyPass) {
  TestPipeline pipeline({"a", "b", "c"});
  const Node *node = pipeline.lookup(pass("b"))[0];
  EXPECT_DONE(pipeline, pipeline.removePass("b"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c)");
  EXPECT_EQ(pipeline.size(), 2u);
  // What points to a node can still ask it.
  EXPECT_FALSE(node->isLinked());
  EXPECT_EQ(node->getName(), "b");
  EXPECT_REFUSED(
      pipeline, pipeline.removePass("b"),
      "error: the pipeline has no pass 'b' [PMB002 unknown-position]\n"
      "  note: its passes are 'a', 'c'\n");
}

TEST(Remove, OneOfSeveral) {
  TestPipeline pipeline({"a", "b", "a", "c", "a"});
  EXPECT_REFUSED(
      pipeline, pipeline.removePass("a"),
      "error: 'a' is in the pipeline 3 times [PMB003 ambiguous-position]\n"
      "  note: this one matches: 'a' (pass 0, on builtin.module, added by "
      "framework)\n"
      "  note: this one matches: 'a' (pass 2, on builtin.module, added by "
      "framework)\n"
      "  note: this one matches: 'a' (pass 4, on builtin.module, added by "
      "framework)\n"
      "  help: say which: first(), last(), nth() or every()\n");
  EXPECT_DONE(pipeline, pipeline.remove(nth(pass("a"), 1)));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c,a)");
  EXPECT_DONE(pipeline, pipeline.remove(last(pass("a"))));
  EXPECT_DONE(pipeline, pipeline.remove(first(pass("a"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c)");
}

TEST(Remove, Every) {
  TestPipeline pipeline({"a", "b", "a", "c", "a"});
  EXPECT_DONE(pipeline, pipeline.remove(every(pass("a"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c)");
  EXPECT_DONE(pipeline, pipeline.remove(every(pass("b"))));
  EXPECT_DONE(pipeline, pipeline.remove(every(pass("c"))));
  EXPECT_TRUE(pipeline.empty());
  EXPECT_EQ(pipeline.str(), "builtin.module()");
}

TEST(Remove, BundleGoesWithAllThatIsInIt) {
  TestPipeline pipeline({"a"});
  PassBundle outer = makeBundle("outer", {"b"});
  outer.addBundle(makeBundle("inner", {"c"})).addSlot("s").addPass("d");
  pipeline.addBundle(outer);
  pipeline.addPass("a");
  EXPECT_DONE(pipeline, pipeline.remove(bundle("inner")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,d,a)");
  EXPECT_DONE(pipeline, pipeline.remove(bundle("outer")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,a)");
  EXPECT_EQ(pipeline.lookup(slot("s")).size(), 0u);
  EXPECT_EQ(pipeline.lookup(bundle("outer")).size(), 0u);
}

// A bundle may stand in a bundle of the same name.
TEST(Remove, EveryBundleAlsoNestedInEachOther) {
  TestPipeline pipeline({"a"});
  PassBundle outer = makeBundle("outer", {"b"});
  outer.addBundle(makeBundle("outer", {"c"})).addPass("d");
  pipeline.addBundle(outer);
  pipeline.addBundle(makeBundle("outer", {"c"}));
  pipeline.addPass("d");
  EXPECT_DONE(pipeline, pipeline.remove(every(bundle("outer"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,d)");
}

TEST(Remove, SlotsCanBeAddedAgain) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.insertSlot("s", Position::before(pass("b"))));
  EXPECT_DONE(pipeline, pipeline.remove(slot("s")));
  EXPECT_DONE(pipeline, pipeline.insertSlot("s", Position::atEnd()));
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("c", "s"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c)");
}

TEST(Remove, Kinds) {
  TestPipeline pipeline({"a", "clean", "b", "tidy"});
  PassBundle bundle = makeBundle("outer", {"c", "clean"});
  bundle.addKind("cleanup");
  pipeline.addBundle(bundle);
  EXPECT_DONE(pipeline, pipeline.remove(every(kind("cleanup"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  EXPECT_REFUSED(pipeline, pipeline.remove(every(kind("cleanup"))),
                 "error: the pipeline has no pass or bundle of kind 'cleanup' "
                 "[PMB002 unknown-position]\n"
                 "  note: it has no kinds at all\n");
}

TEST(Remove, ManyAtTheSamePlace) {
  TestPipeline pipeline({"a"});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(text(pipeline.addPassAfter("b", "a")), "");
    ASSERT_EQ(text(pipeline.removePass("b")), "");
  }
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

TEST(Replace, TheOnlyPass) {
  TestPipeline pipeline({"a", "b", "c"});
  EXPECT_DONE(pipeline, pipeline.replacePass("b", "d", PassOptions("x=1")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,d{x=1},c)");
  EXPECT_DONE(pipeline, pipeline.replacePass("a", "a", PassOptions("x=2")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a{x=2},d{x=1},c)");
  EXPECT_DONE(pipeline, pipeline.replacePass("c", "b"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a{x=2},d{x=1},b)");
}

TEST(Replace, EveryAndNeighbours) {
  TestPipeline pipeline({"a", "a", "b", "a"});
  EXPECT_DONE(pipeline, pipeline.replace(every(pass("a")), PassSpec("c", "x")));
  EXPECT_EQ(pipeline.str(), "builtin.module(c{x},c{x},b,c{x})");
  // By itself, with other options.
  EXPECT_DONE(pipeline, pipeline.replace(every(pass("c")), PassSpec("c")));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,c,b,c)");
}

TEST(Replace, EveryNeedsCopies) {
  TestPipeline pipeline({"a", "a"});
  EXPECT_REFUSED(
      pipeline, pipeline.replace(every(pass("a")), makeInstance("c", false)),
      "error: the instance of 'c' cannot be copied to 2 places [PMB015 "
      "not-copyable]\n"
      "  help: give a type or a name instead of an instance\n");
  EXPECT_EQ(FakePass::alive, 0);
}

TEST(Replace, BundleByAPass) {
  TestPipeline pipeline({"a"});
  PassBundle outer = makeBundle("outer", {"b"});
  outer.addBundle(makeBundle("outer", {"c"})).addSlot("s");
  pipeline.addBundle(outer);
  pipeline.addPass("a");
  EXPECT_DONE(pipeline,
              pipeline.replace(every(bundle("outer")), PassSpec("d")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,d,a)");
  EXPECT_EQ(pipeline.lookup(pass("d"))[0]->getBundle(), nullptr);
}

TEST(Replace, StaysInTheBundle) {
  TestPipeline pipeline({"a"});
  pipeline.addBundle(makeBundle("outer", {"b"}));
  EXPECT_DONE(pipeline, pipeline.replacePass("b", "c"));
  ASSERT_NE(pipeline.lookup(pass("c"))[0]->getBundle(), nullptr);
  EXPECT_EQ(pipeline.lookup(pass("c"))[0]->getBundle()->getName(), "outer");
  EXPECT_DONE(pipeline, pipeline.remove(bundle("outer")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}

TEST(Replace, MovesToTheNestThatItNeeds) {
  TestPipeline pipeline({"func-pass", "module-pass"});
  EXPECT_DONE(pipeline, pipeline.replacePass("func-pass", "gpu-pass"));
  EXPECT_DONE(pipeline, pipeline.replacePass("module-pass", "func-pass"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(gpu.module(gpu-pass),func.func(func-pass))");
}

TEST(Replace, WhatCannotBeReplaced) {
  TestPipeline pipeline({"a", "b"});
  pipeline.addSlot("s");
  EXPECT_REFUSED(pipeline, pipeline.replace(slot("s"), PassSpec("c")),
                 "error: slot 's' cannot be replaced: a slot is a place, not a "
                 "pass [PMB002 unknown-position]\n"
                 "  help: insert the pass before or after the slot\n");
  EXPECT_REFUSED(
      pipeline, pipeline.replacePass("c", "d"),
      "error: the pipeline has no pass 'c' [PMB002 unknown-position]\n"
      "  note: its passes are 'a', 'b'\n");
  EXPECT_REFUSED(pipeline,
                 pipeline.replacePass("a", "optional", PassOptions("what=1")),
                 "error: 'optional' has no option 'what' [PMB006 "
                 "bad-options]\n"
                 "  note: its options are 'count', 'mode'\n");
  TestPipeline onFunctions({"a"}, "func.func");
  EXPECT_REFUSED(onFunctions, onFunctions.replacePass("a", "module-pass"),
                 "error: 'module-pass' cannot run on 'func.func': it runs on "
                 "'builtin.module' only [PMB004 wrong-anchor-op]\n"
                 "  help: add it to a pipeline that is anchored on "
                 "'builtin.module'\n");
}

// The contract of the new pass and those that name it are asked as for an
// insertion; the old pass does not count any more.
TEST(Replace, ObeysStrongOrderEntries) {
  TestPipeline pipeline({"a", "b", "c"});
  Contract contract;
  contract.after(pass("c")).because("needs what c does");
  ASSERT_EQ(text(pipeline.addContract("d", contract)), "");
  std::string before = pipeline.snapshot();
  std::string message = text(pipeline.replacePass("a", "d"));
  EXPECT_TRUE(contains(message, "PMB020 wrong-order"));
  EXPECT_EQ(pipeline.snapshot(), before);
  EXPECT_DONE(pipeline, pipeline.replacePass("c", "d"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,d)");
}

//===----------------------------------------------------------------------===//
// After building
//===----------------------------------------------------------------------===//

struct BuiltPipeline : TestPipeline {
  BuiltPipeline() : TestPipeline({"a", "b"}) {
    addSlot("s");
    getImpl().isBuilt = true;
  }
};

TEST(Built, RefusesEveryEdit) {
  BuiltPipeline pipeline;
  const char *message =
      "error: the pipeline has been built; its passes belong to the pass "
      "manager now [PMB007 already-built]\n"
      "  help: make all edits before build(), or use a new builder\n";
  EXPECT_REFUSED(pipeline, pipeline.addPassBefore("c", "a"), message);
  EXPECT_REFUSED(pipeline, pipeline.insert(PassBundle("x"), Position::atEnd()),
                 message);
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("t", Position::atEnd()),
                 message);
  EXPECT_REFUSED(pipeline, pipeline.removePass("a"), message);
  EXPECT_REFUSED(pipeline, pipeline.replacePass("a", "c"), message);
  EXPECT_REFUSED(pipeline, pipeline.addContract("a", Contract()), message);
  EXPECT_REFUSED(pipeline,
                 pipeline.transaction(Origin::plugin("p"),
                                      [] { return llvm::Error::success(); }),
                 message);
  EXPECT_REFUSED(pipeline, pipeline.addParty({Origin::plugin("p"), 0, nullptr}),
                 message);
  // Composing reports it later, once for each pass.
  pipeline.addPass("c");
  pipeline.nest("func.func").addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  EXPECT_EQ(pipeline.check().size(), 2u);
}

} // namespace
