//===- PrintTest.cpp - Pipelines as text ----------------------------------===//
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

TEST(Print, Empty) {
  TestPipeline pipeline;
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  EXPECT_EQ(listing(pipeline), "builtin.module\n");
  EXPECT_TRUE(pipeline.empty());
}

// Slots and bundles are not passes; nests without passes are not printed.
TEST(Print, TextHasPassesOnly) {
  TestPipeline pipeline;
  pipeline.addSlot("s");
  pipeline.addBundle(PassBundle("outer"));
  pipeline.nest("func.func").addSlot("t");
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  pipeline.addPass("a");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}

TEST(Print, NestsOpenAndCloseAsNeeded) {
  TestPipeline pipeline({"a"});
  pipeline.nest("gpu.module").nest("gpu.func").addPass("a").addPass("b");
  pipeline.nest("gpu.module").addPass("c");
  pipeline.nest("gpu.module").nest("gpu.func").nest("scf.for").addPass("d");
  pipeline.nest("func.func").nest("scf.for").addPass("d");
  pipeline.addPass("a");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,gpu.module(gpu.func(a,b),c,"
                            "gpu.func(scf.for(d))),func.func(scf.for(d)),a)");
}

TEST(Print, OptionsOfNamesAndOfInstances) {
  TestPipeline pipeline;
  pipeline.addPass("a", "x=1 y={2 3}");
  pipeline.append(makeInstance("b", true, "z=4"));
  pipeline.append(makeInstance("c"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a{x=1 y={2 3}},b{z=4},c)");
}

// What was given as an instance is not forgotten with it.
TEST(Print, IsTheSameWhenInstancesWereHandedOver) {
  TestPipeline pipeline;
  pipeline.append(makeInstance("b", true, "z=4"));
  PassInstance::Operations operations = getFakeOperations();
  operations.hasTextualName = [](const void *) { return false; };
  PassSpec spec("ns::Class");
  spec.instance = PassInstance(new FakePass(), operations);
  spec.isInstance = true;
  pipeline.append(std::move(spec));
  std::string before = pipeline.str();
  PassList &list = pipeline.getImpl().list;
  for (Node *node = list.front(); node; node = node->getNext())
    EXPECT_TRUE(bool(list.takeInstance(*node, /*isPrintable=*/true)));
  EXPECT_EQ(pipeline.str(), before);
  EXPECT_EQ(before, "builtin.module(b{z=4},unknown<ns::Class>)");
}

// A pass that MLIR cannot find by its name, as MLIR itself prints it.
TEST(Print, InstanceWithoutATextualName) {
  PassInstance::Operations operations = getFakeOperations();
  operations.hasTextualName = [](const void *) { return false; };
  PassSpec spec("ns::Class");
  spec.instance = PassInstance(new FakePass(), operations);
  spec.isInstance = true;
  TestPipeline pipeline;
  pipeline.append(std::move(spec));
  EXPECT_EQ(pipeline.str(), "builtin.module(unknown<ns::Class>)");
  // It has a name for edits all the same.
  EXPECT_DONE(pipeline, pipeline.addPassAfter("a", "ns::Class"));
  EXPECT_DONE(pipeline, pipeline.removePass("ns::Class"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}

// An instance prints all of its options: the defaults would hide the others.
TEST(Print, ListingShowsTheOptionsOfInstances) {
  TestPipeline pipeline;
  pipeline.append(makeInstance("module-pass", true, "z=4 w=a,b"));
  pipeline.append(makeInstance("optional", true, "count=1 mode=fast"));
  pipeline.append(makeInstance("optional", true, "count=1"));
  EXPECT_EQ(listing(pipeline), "builtin.module\n"
                               "   0  module-pass{z=4 w=a,b}\n"
                               "   1  optional{mode=fast}\n"
                               "   2  optional\n");
}

TEST(Print, ListingShowsEverything) {
  TestPipeline pipeline({"a"});
  PassBundle inner("inner");
  inner.addPass("module-pass").setContiguous();
  PassBundle outer("outer");
  outer.addPass("b", "x=1").addBundle(std::move(inner)).addSlot("s");
  outer.nest("func.func").nest("scf.for").addPass("c");
  pipeline.addBundle(outer);
  pipeline.nest("func.func").addSlot("t");
  pipeline.setOrigin(Origin::plugin("acme"));
  EXPECT_EQ(text(pipeline.addPassToSlot("d", "s", PassOptions("y=2"))), "");
  EXPECT_EQ(
      text(pipeline.addPassToSlot("a-long-name-of-a-pass", "t",
                                  PassOptions("with=many options=in it=all"))),
      "");
  pipeline.setOrigin(Origin::file("a.json", 3, 5));
  pipeline.addSlot("u");
  EXPECT_EQ(
      listing(pipeline),
      "builtin.module\n"
      "   0  a\n"
      "      bundle 'outer' {\n"
      "   1    b{x=1}\n"
      "        contiguous bundle 'inner' {\n"
      "   2      module-pass\n"
      "        }\n"
      "   3    d{y=2}                                             <- plugin "
      "'acme'\n"
      "        slot 's'\n"
      "   4    c on func.func/scf.for\n"
      "      }\n"
      "   5  a-long-name-of-a-pass{with=many options=in it=all} on func.func "
      "<- plugin 'acme'\n"
      "      slot 't' on func.func\n"
      "      slot 'u'                                             <- "
      "a.json:3:5\n");
}

TEST(Print, ReferencesToNodes) {
  TestPipeline pipeline({"a", "func-pass"});
  pipeline.addSlot("s");
  pipeline.setOrigin(Origin::thirdParty("acme"));
  pipeline.addPass("b");
  EXPECT_EQ(pipeline.getRef(*pipeline.lookup(pass("func-pass"))[0]).str(),
            "'func-pass' (pass 1, on builtin.module/func.func, added by "
            "framework)");
  EXPECT_EQ(pipeline.getRef(*pipeline.lookup(slot("s"))[0]).str(),
            "'s' (on builtin.module, added by framework)");
  // Positions count passes, not nodes.
  const Node *b = pipeline.lookup(pass("b"))[0];
  EXPECT_EQ(pipeline.getRef(*b).str(),
            "'b' (pass 2, on builtin.module, added by third party 'acme')");
  EXPECT_EQ(text(pipeline.removePass("b")), "");
  EXPECT_EQ(pipeline.getRef(*b).str(),
            "'b' (on builtin.module, added by third party 'acme')");
}

TEST(Print, LookingAtTheList) {
  TestPipeline pipeline({"a", "b"});
  pipeline.addSlot("s");
  pipeline.addPass("c");
  std::vector<std::string> nodes, passes;
  for (const Node &node : pipeline.getNodes())
    nodes.push_back(node.getName().str());
  for (const Node &node : pipeline.getPasses())
    passes.push_back(node.getName().str());
  EXPECT_EQ(nodes, (std::vector<std::string>{"a", "b", "s", "c"}));
  EXPECT_EQ(passes, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(pipeline.size(), 3u);
  EXPECT_EQ(pipeline.lookup(pass("zzz")).size(), 0u);
}

} // namespace
