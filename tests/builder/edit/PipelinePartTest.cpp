//===- PipelinePartTest.cpp - What of a pipeline is handed over -----------===//
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
using llvm::Error;

// A reference is kept, so a catalog that ends with the call does not compile.
static_assert(
    std::is_constructible_v<Pipeline, llvm::StringRef, const Catalog &>);
static_assert(!std::is_constructible_v<Pipeline, llvm::StringRef, Catalog>);
static_assert(
    !std::is_constructible_v<PipelineBuilder, llvm::StringRef, Catalog>);
static_assert(!std::is_constructible_v<PassList, llvm::StringRef, Catalog>);
static_assert(!std::is_constructible_v<PassProvider, Catalog>);

namespace {

const Node *find(Pipeline &pipeline, llvm::StringRef name) {
  return pipeline.lookup(pass(name)).front();
}

std::string findAll(Pipeline &pipeline) {
  std::string result;
  for (const Diagnostic &finding : pipeline.check())
    result += finding.str();
  return result;
}

TEST(PipelinePart, EndsAtNodesOfThePipeline) {
  TestPipeline pipeline({"a", "b", "c"});
  PipelinePart &part = pipeline.getImpl().part;
  EXPECT_EQ(part.getFirst(), find(pipeline, "a"));
  part.set(find(pipeline, "b"), find(pipeline, "c"));
  EXPECT_EQ(text(part.verify()), "");
  EXPECT_EQ(part.getFirst(), find(pipeline, "b"));
  EXPECT_EQ(part.getEnd(), find(pipeline, "c"));
  // An empty one.
  part.set(find(pipeline, "c"), find(pipeline, "c"));
  EXPECT_EQ(text(part.verify()), "");
  EXPECT_EQ(findAll(pipeline), "");
}

TEST(PipelinePart, IsRefusedWithOtherNodes) {
  TestPipeline pipeline({"a", "b", "c"}), other({"d"});
  PipelinePart &part = pipeline.getImpl().part;
  part.set(find(other, "d"), nullptr);
  EXPECT_EQ(findAll(pipeline),
            "error: this 'd' is in another pipeline [PMB002 "
            "unknown-position]\n"
            "  note: the part that is handed over begins with it\n"
            "  help: call setPart() with what is there, after all edits\n");
  part.set(find(pipeline, "c"), find(pipeline, "a"));
  EXPECT_EQ(part.getBegin(), nullptr);
  EXPECT_EQ(findAll(pipeline),
            "error: the part that is handed over ends before it begins "
            "[PMB002 unknown-position]\n"
            "  note: it begins here: 'c' (pass 2, on builtin.module, added "
            "by framework)\n"
            "  note: it ends here: 'a' (pass 0, on builtin.module, added "
            "by framework)\n"
            "  help: call setPart() with nodes in list order, after all "
            "edits\n");
}

TEST(PipelinePart, ReplacesOneThatWasRefused) {
  for (const char *begin : {"", "b"}) {
    TestPipeline pipeline({"a", "b", "c"}), other({"d"});
    PipelinePart &part = pipeline.getImpl().part;
    part.set(find(other, "d"), nullptr);
    part.set(find(pipeline, "c"), find(pipeline, "a"));
    // What has been reported meanwhile, too.
    EXPECT_EQ(pipeline.check().size(), 1u);
    const Node *node = *begin ? find(pipeline, begin) : nullptr;
    part.set(node, nullptr);
    EXPECT_EQ(part.getBegin(), node);
    EXPECT_EQ(findAll(pipeline), "");
    // Nothing else is taken back.
    pipeline.addPass("no such");
    part.set(find(other, "d"), nullptr);
    part.set(nullptr, nullptr);
    EXPECT_EQ(pipeline.check().size(), 1u);
  }
}

TEST(PipelinePart, OneThatWasRefusedIsSaidOnce) {
  TestPipeline pipeline({"a", "b"}), other({"d"});
  PipelinePart &part = pipeline.getImpl().part;
  part.set(find(pipeline, "b"), find(pipeline, "a"));
  part.set(find(other, "d"), nullptr);
  std::string found = findAll(pipeline);
  EXPECT_TRUE(contains(found, "in another pipeline"));
  EXPECT_FALSE(contains(found, "ends before it begins"));
}

TEST(PipelinePart, DoesNotOutliveItsEnds) {
  TestPipeline pipeline({"a", "b", "c"});
  PipelinePart &part = pipeline.getImpl().part;
  part.set(find(pipeline, "b"), find(pipeline, "c"));
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::plugin("acme"), [&] {
    return pipeline.removePass("b");
  }));
  EXPECT_EQ(text(part.verify()),
            "error: this 'b' is not in the pipeline any more [PMB002 "
            "unknown-position]\n"
            "  note: 'b' was removed by plugin 'acme'\n"
            "  note: the part that is handed over begins with it\n"
            "  help: call setPart() with what is there, after all edits\n");
  part.set(nullptr, find(pipeline, "c"));
  EXPECT_EQ(text(part.verify()), "");
  EXPECT_DONE(pipeline, pipeline.removePass("c"));
  EXPECT_EQ(text(part.verify()),
            "error: this 'c' is not in the pipeline any more [PMB002 "
            "unknown-position]\n"
            "  note: the part that is handed over ends before it\n"
            "  help: call setPart() with what is there, after all edits\n");
  // A move may turn it round.
  TestPipeline moved({"a", "b", "c"});
  PipelinePart &turned = moved.getImpl().part;
  turned.set(find(moved, "a"), find(moved, "c"));
  EXPECT_DONE(moved, moved.move(pass("a"), Position::atEnd()));
  EXPECT_TRUE(contains(text(turned.verify()), "ends before it begins"));
}

TEST(PipelinePart, IsUpToTheOwner) {
  TestPipeline pipeline({"a", "b"});
  PipelinePart &part = pipeline.getImpl().part;
  EXPECT_REFUSED(
      pipeline,
      pipeline.transaction(Origin::plugin("acme"),
                           [&] {
                             part.set(find(pipeline, "a"), find(pipeline, "a"));
                             return Error::success();
                           }),
      "error: plugin 'acme' cannot set the part that is handed over: what it "
      "edits can still be undone [PMB019 inside-transaction]\n"
      "  help: let the owner of the pipeline set it, outside of the "
      "transaction\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_EQ(part.getBegin(), nullptr);
  EXPECT_EQ(part.getEnd(), nullptr);
}

} // namespace
