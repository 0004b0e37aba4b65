//===- NodeListTest.cpp - The linked list under a pipeline ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <list>
#include <random>

using namespace pmb;
using namespace pmb::test;

namespace {

/// Walks the list and compares order with the walk, neighbours and far ones.
void verifyOrder(const Pipeline &pipeline) {
  std::vector<const Node *> nodes;
  for (const Node &node : pipeline.getNodes())
    nodes.push_back(&node);
  for (size_t i = 0; i + 1 < nodes.size(); ++i)
    ASSERT_TRUE(nodes[i]->comesBefore(*nodes[i + 1])) << i;
  std::mt19937 random(3);
  for (int i = 0; i < 1000 && !nodes.empty(); ++i) {
    size_t a = random() % nodes.size(), b = random() % nodes.size();
    ASSERT_EQ(nodes[a]->comesBefore(*nodes[b]), a < b);
  }
}

// Each of these puts all nodes into one gap between two labels.
TEST(NodeList, InsertingAtOnePlaceFromTheLeft) {
  TestPipeline pipeline({"a", "b"});
  for (int i = 0; i < 100000; ++i)
    ASSERT_FALSE(
        bool(pipeline.insert(PassSpec("c"), Position::before(pass("b")))));
  EXPECT_EQ(pipeline.size(), 100002u);
  verifyOrder(pipeline);
}

TEST(NodeList, InsertingAtOnePlaceFromTheRight) {
  TestPipeline pipeline({"a", "b"});
  for (int i = 0; i < 100000; ++i)
    ASSERT_FALSE(
        bool(pipeline.insert(PassSpec("c"), Position::after(pass("a")))));
  verifyOrder(pipeline);
}

TEST(NodeList, InsertingAtTheStart) {
  TestPipeline pipeline;
  for (int i = 0; i < 100000; ++i)
    ASSERT_FALSE(bool(pipeline.insert(PassSpec("c"), Position::atStart())));
  verifyOrder(pipeline);
}

TEST(NodeList, InsertingInTheMiddleOfWhatWasInserted) {
  TestPipeline pipeline({"a", "a"});
  for (unsigned i = 0; i < 20000; ++i)
    ASSERT_FALSE(bool(pipeline.insert(
        PassSpec("a"), i % 2 ? Position::before(last(pass("a")))
                             : Position::after(first(pass("a"))))));
  verifyOrder(pipeline);
  pipeline.verifyList();
}

// The sets of the index are ordered by labels; new labels must not upset them.
TEST(NodeList, IndexSurvivesNewLabels) {
  TestPipeline pipeline;
  const char *const names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 400; ++i)
    pipeline.addPass(names[i % 4]);
  for (unsigned i = 0; i < 20000; ++i) {
    const char *name = names[i % 4];
    ASSERT_FALSE(bool(
        pipeline.insert(PassSpec(name), Position::before(nth(pass("a"), 50)))));
    // Erasing looks the node up by its label.
    if (i % 3 == 0) {
      ASSERT_FALSE(bool(pipeline.remove(first(pass(names[i % 5 % 4])))));
    }
    if (i % 1000 == 0)
      pipeline.verifyList();
  }
  pipeline.verifyList();
  verifyOrder(pipeline);
}

TEST(NodeList, AppendingAfterInserting) {
  TestPipeline pipeline({"a", "b"});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(bool(
        pipeline.insert(PassSpec("c"), Position::before(last(pass("b"))))));
    pipeline.addPass(i % 2 ? "a" : "b");
  }
  verifyOrder(pipeline);
}

TEST(NodeList, RandomEditsAgainstAList) {
  std::mt19937 random(11);
  TestPipeline pipeline;
  std::list<std::string> model;
  const char *const names[] = {"a", "b", "c", "d"};
  // The n-th place in the model where `name` stands.
  auto find = [&](const std::string &name, unsigned n) {
    auto it = model.begin();
    for (; it != model.end(); ++it)
      if (*it == name && n-- == 0)
        break;
    return it;
  };
  for (int step = 0; step < 6000; ++step) {
    std::string old = names[random() % 4], name = names[random() % 4];
    size_t count = llvm::count(model, old);
    unsigned n = count ? random() % count : 0;
    // Most edits at few places.
    if (random() % 2)
      n = 0;
    auto it = find(old, n);
    bool isThere = it != model.end();
    llvm::Error error = llvm::Error::success();
    llvm::consumeError(std::move(error));
    switch (random() % 6) {
    case 0:
      pipeline.addPass(name);
      model.push_back(name);
      continue;
    case 1:
      error =
          pipeline.insert(PassSpec(name), Position::before(nth(pass(old), n)));
      if (isThere)
        model.insert(it, name);
      break;
    case 2:
      // Before the neighbour; what comes after what was put there before is for
      // InsertionOrderTest.
      if (isThere && std::next(it) != model.end()) {
        ++it;
        error = pipeline.insert(
            PassSpec(name),
            Position::before(
                nth(pass(*it), unsigned(std::count(model.begin(), it, *it)))));
      } else if (isThere) {
        ++it;
        error = pipeline.insert(PassSpec(name), Position::atEnd());
      } else {
        error =
            pipeline.insert(PassSpec(name), Position::after(nth(pass(old), n)));
      }
      if (isThere)
        model.insert(it, name);
      break;
    case 3:
      error = pipeline.replace(nth(pass(old), n), PassSpec(name));
      if (isThere)
        *it = name;
      break;
    default:
      if (model.size() < 200 && random() % 2)
        continue;
      error = pipeline.remove(nth(pass(old), n));
      if (isThere)
        model.erase(it);
    }
    ASSERT_EQ(bool(error), !isThere);
    llvm::consumeError(std::move(error));
    if (step % 100)
      continue;
    std::vector<std::string> actual;
    for (const Node &node : pipeline.getPasses())
      actual.push_back(node.getName().str());
    ASSERT_EQ(actual, std::vector<std::string>(model.begin(), model.end()));
    pipeline.verifyList();
  }
}

TEST(NodeList, NodesStayWhereTheyAreInMemory) {
  TestPipeline pipeline({"a", "b"});
  const Node *a = pipeline.lookup(pass("a"))[0];
  const Node *b = pipeline.lookup(pass("b"))[0];
  for (int i = 0; i < 5000; ++i)
    ASSERT_FALSE(bool(pipeline.addPassAfter("c", "a")));
  EXPECT_EQ(pipeline.lookup(pass("a"))[0], a);
  EXPECT_EQ(pipeline.lookup(pass("b"))[0], b);
  EXPECT_TRUE(a->comesBefore(*b));
  EXPECT_EQ(a->getPrevious(), nullptr);
  EXPECT_EQ(b->getNext(), nullptr);
}

TEST(NodeRange, IsANodeWithAllThatIsInIt) {
  PassBundle inner("inner"), outer("outer"), empty("empty");
  inner.addPass("c");
  outer.addPass("b").addBundle(std::move(inner));
  empty.addSlot("here");
  TestPipeline pipeline({"a"});
  pipeline.addBundle(outer);
  pipeline.addBundle(empty);
  const PassList &list = pipeline.getList();
  auto find = [&](const Target &target) -> const Node & {
    return *list.lookup(target).front();
  };

  NodeRange range = getRange(find(bundle("outer")));
  EXPECT_EQ(range.last, range.first->getEnd());
  EXPECT_EQ(getRange(*range.last).first, range.first);
  EXPECT_EQ(std::distance(range.begin(), range.end()), 6);
  std::vector<llvm::StringRef> names;
  for (const Node &pass : range.getPasses())
    names.push_back(pass.getName());
  EXPECT_EQ(names, (std::vector<llvm::StringRef>{"b", "c"}));
  EXPECT_EQ(range.findPass(), &find(pass("b")));
  EXPECT_TRUE(range.contains(find(bundle("inner"))));
  EXPECT_TRUE(range.contains(*range.last));
  EXPECT_FALSE(range.contains(find(pass("a"))));
  EXPECT_EQ(getRange(find(bundle("empty"))).findPass(), nullptr);
  const Node &slotNode = find(slot("here"));
  EXPECT_EQ(getRange(slotNode).first, &slotNode);
  EXPECT_EQ(getRange(slotNode).last, &slotNode);
  EXPECT_EQ(list.getPass(1), &find(pass("b")));
  EXPECT_EQ(list.getPass(3), nullptr);

  const BundleInstance *around = find(pass("c")).getBundle();
  auto isAny = [](const BundleInstance &) { return true; };
  auto isNone = [](const BundleInstance &) { return false; };
  EXPECT_EQ(findInnermost(around, isAny)->getName(), "inner");
  EXPECT_EQ(findOutermost(around, isAny)->getName(), "outer");
  EXPECT_EQ(findInnermost(around, isNone), nullptr);
  EXPECT_EQ(findOutermost(around, isNone), nullptr);
}

TEST(AnchorPath, IsOneForEachPath) {
  AnchorPath root("builtin.module");
  AnchorPath *func = root.getNested("func.func");
  EXPECT_EQ(root.getNested("func.func"), func);
  EXPECT_NE(root.getNested("gpu.module"), func);
  AnchorPath *loop = func->getNested("scf.for");
  EXPECT_EQ(loop->str(), "builtin.module/func.func/scf.for");
  EXPECT_EQ(loop->getDepth(), 2u);
  EXPECT_EQ(loop->findUpwards("func.func"), func);
  EXPECT_EQ(loop->findUpwards("builtin.module"), &root);
  EXPECT_EQ(loop->findUpwards("gpu.func"), nullptr);
  AnchorPath *kernel = root.getNested("gpu.module")->getNested("gpu.func");
  EXPECT_EQ(AnchorPath::getCommonPrefix(loop, kernel), &root);
  EXPECT_EQ(AnchorPath::getCommonPrefix(loop, func), func);
  EXPECT_EQ(AnchorPath::getCommonPrefix(func, loop), func);
  EXPECT_EQ(AnchorPath::getCommonPrefix(loop, loop), loop);
}

} // namespace
