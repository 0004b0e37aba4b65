//===- ReplaceByTest.cpp - Replacing by bundles, and the list itself ------===//
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

PassBundle makeOuter() {
  PassBundle inner("inner");
  inner.addPass("d").addSlot("t");
  PassBundle outer("outer");
  outer.addPass("c").addSlot("s").addBundle(std::move(inner));
  return outer;
}

//===----------------------------------------------------------------------===//
// Replacing by a bundle
//===----------------------------------------------------------------------===//

TEST(ReplaceByBundle, APass) {
  TestPipeline pipeline({"a", "b", "a"});
  EXPECT_DONE(pipeline, pipeline.replace(pass("b"), makeOuter()));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,d,a)");
  const BundleInstance *inner = pipeline.lookup(pass("d"))[0]->getBundle();
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->getName(), "inner");
  EXPECT_EQ(inner->parent->getName(), "outer");
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("b", "s"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b,d,a)");
}

TEST(ReplaceByBundle, ABundleWithTheSameSlots) {
  TestPipeline pipeline({"a"});
  pipeline.addBundle(makeOuter());
  PassBundle other("other");
  other.addSlot("t").addPass("b").addSlot("s");
  EXPECT_DONE(pipeline, pipeline.replace(bundle("outer"), other));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  EXPECT_TRUE(pipeline.lookup(bundle("outer")).empty());
  ASSERT_EQ(pipeline.lookup(slot("t")).size(), 1u);
  // By one of the same name as well.
  EXPECT_DONE(pipeline, pipeline.replace(bundle("other"), other));
  EXPECT_EQ(pipeline.lookup(bundle("other")).size(), 1u);
}

TEST(ReplaceByBundle, Each) {
  TestPipeline pipeline({"a", "b", "a"});
  PassBundle two("two");
  two.addPass("c").nest("func.func").addPass("clean");
  EXPECT_DONE(pipeline, pipeline.replace(every(pass("a")), two));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,func.func(clean),b,c,"
                            "func.func(clean))");
  EXPECT_EQ(pipeline.lookup(bundle("two")).size(), 2u);
}

TEST(ReplaceByBundle, WhatFollowedStillFollows) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("c"), Position::after(pass("a"))));
  EXPECT_DONE(pipeline, pipeline.replace(pass("a"), PassBundle("two")));
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("d"), Position::after(bundle("two"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,d,b)");
}

TEST(ReplaceByBundle, IsRefusedAsAWhole) {
  TestPipeline pipeline({"a", "a"});
  pipeline.addBundle(makeOuter());
  EXPECT_REFUSED(pipeline, pipeline.replace(slot("s"), PassBundle("x")),
                 "error: slot 's' cannot be replaced: a slot is a place, not a "
                 "pass [PMB002 unknown-position]\n"
                 "  help: insert the pass before or after the slot\n");
  // The second copy would have the same slots as the first.
  PassBundle slots("slots");
  slots.addPass("b").addSlot("u");
  EXPECT_REFUSED(pipeline, pipeline.replace(every(pass("a")), slots),
                 "error: the pipeline has a slot 'u' already [PMB014 "
                 "duplicate-name]\n"
                 "  note: the first was added by framework, in the bundle "
                 "'slots'\n"
                 "  help: give the other one another name; a bundle that has a "
                 "slot can be in a pipeline once\n");
  // Slots that went come back.
  PassBundle unknown("unknown");
  unknown.addSlot("s").addPass("not a name");
  EXPECT_REFUSED(pipeline, pipeline.replace(bundle("outer"), unknown),
                 "error: 'not a name' cannot be the name of a pass [PMB016 "
                 "bad-name]\n  help: use ASCII letters, digits and signs other "
                 "than brackets, commas, quotes and '/'\n");
  PassBundle once("once");
  once.add(makeInstance("b", /*isCopyable=*/false));
  std::string before = pipeline.snapshot();
  EXPECT_TRUE(
      contains(text(pipeline.replace(first(pass("a")), once)), "not-copyable"));
  EXPECT_EQ(pipeline.snapshot(), before);
}

TEST(ReplaceByBundle, ObeysStrongOrderEntries) {
  TestPipeline pipeline({"a", "b", "c"});
  Contract contract;
  contract.after(pass("c")).because("needs what c does");
  ASSERT_EQ(text(pipeline.addContract("d", contract)), "");
  PassBundle two("two");
  two.addPass("clean").addPass("d");
  std::string before = pipeline.snapshot();
  std::string message = text(pipeline.replace(pass("a"), two));
  EXPECT_TRUE(contains(message, "PMB020 wrong-order"));
  EXPECT_EQ(pipeline.snapshot(), before);
  EXPECT_DONE(pipeline, pipeline.replace(pass("c"), two));
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

TEST(PassList, IsCopiedWithoutInstances) {
  {
    TestPipeline pipeline({"a", "func-pass"});
    pipeline.addBundle(makeOuter());
    pipeline.append(makeInstance("b", /*isCopyable=*/false));
    PassList copy(pipeline.getList());
    auto node = copy.getNodes().begin();
    for (const Node &original : pipeline.getNodes()) {
      EXPECT_NE(&*node, &original);
      EXPECT_EQ(copy.getTwin(&original), &*node);
      EXPECT_EQ(node->getName(), original.getName());
      EXPECT_EQ(node->getKind(), original.getKind());
      EXPECT_EQ(node->getAnchorPath().str(), original.getAnchorPath().str());
      EXPECT_EQ(&node->getOrigin(), &original.getOrigin());
      EXPECT_EQ(bool(node->getBundle()), bool(original.getBundle()));
      EXPECT_FALSE(node->getInstance());
      ++node;
    }
    EXPECT_EQ(node, copy.getNodes().end());
    EXPECT_EQ(copy.getTwin(nullptr), nullptr);
    EXPECT_EQ(copy.size(), pipeline.size());

    // What is done to the copy is not done to the pipeline.
    std::string before = pipeline.snapshot();
    size_t mark = copy.beginUndoable();
    copy.unlinkWhole(copy.front()->getNext()->getNext());
    EXPECT_TRUE(copy.lookup(bundle("outer")).empty());
    EXPECT_EQ(copy.size(), pipeline.size() - 2);
    copy.moveWhole(copy.back(), copy.front());
    EXPECT_EQ(copy.front()->getName(), "b");
    copy.endUndoable(mark, /*isKept=*/false);
    EXPECT_EQ(copy.front()->getName(), "a");
    EXPECT_EQ(copy.lookup(bundle("outer")).size(), 1u);
    EXPECT_EQ(pipeline.snapshot(), before);
    EXPECT_EQ(FakePass::alive, 1);
  }
  EXPECT_EQ(FakePass::alive, 0);
}

// Nodes that were removed keep their passes until the pipeline goes, however
// many there are.
TEST(PassList, DestroysEachNodeOnce) {
  {
    TestPipeline pipeline;
    for (unsigned i = 0; i < 100; ++i)
      pipeline.append(makeInstance("a"));
    EXPECT_DONE(pipeline, pipeline.remove(every(pass("a"))));
    EXPECT_TRUE(pipeline.empty());
    EXPECT_EQ(FakePass::alive, 100);
  }
  EXPECT_EQ(FakePass::alive, 0);
}

TEST(PassList, NumbersItsSymbols) {
  TestPipeline pipeline({"a", "b", "a"});
  pipeline.addBundle(makeOuter());
  EXPECT_DONE(pipeline, pipeline.removePass("b"));
  unsigned number = 0;
  for (const Symbol *symbol : pipeline.getList().getSymbols())
    EXPECT_EQ(symbol->number, number++);
}

} // namespace
