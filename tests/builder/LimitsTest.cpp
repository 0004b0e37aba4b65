//===- LimitsTest.cpp - Pipelines that are too deep or too large ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small input can mean a pipeline without an end. It is an error, long before
// the stack or the memory of the machine ends.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// A registered pipeline that stands for passes by name.
PassDescriptor makePipeline(std::string name, std::vector<std::string> steps) {
  PassDescriptor descriptor(name);
  for (std::string &pass : steps)
    descriptor.pipeline.emplace_back().pass = std::move(pass);
  return descriptor;
}

/// Pipelines `p0` to `p<count>`, each of which stands for the next `times`
/// times, and the last for the pass `a`.
Catalog makeChain(unsigned count, unsigned times) {
  Catalog catalog = makeCatalog();
  for (unsigned i = 0; i <= count; ++i) {
    std::string next = i == count ? "a" : "p" + std::to_string(i + 1);
    test::require(catalog.addPass(
        makePipeline("p" + std::to_string(i),
                     std::vector<std::string>(i == count ? 1 : times, next))));
  }
  return catalog;
}

/// `depth` bundles in each other around the pass `a`.
PassBundle makeDeepBundle(unsigned depth) {
  PassBundle bundle("inner");
  bundle.addPass("a");
  for (unsigned i = 1; i < depth; ++i) {
    PassBundle outer("outer");
    outer.addBundle(std::move(bundle));
    bundle = std::move(outer);
  }
  return bundle;
}

/// The first line of each diagnostic.
std::string firstLines(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::string lines;
  for (const Diagnostic &diagnostic : diagnostics)
    lines += diagnostic.str().substr(0, diagnostic.str().find('\n')) + "\n";
  return lines;
}
std::string firstLines(llvm::Error error) {
  return firstLines(takeDiagnostics(std::move(error)));
}

constexpr const char *tooDeep =
    "error: bundles and pipelines are more than 256 deep in each other "
    "[PMB051 too-large]\n";
constexpr const char *tooDeepNests =
    "error: nests are more than 64 deep [PMB051 too-large]\n";
constexpr const char *tooLarge =
    "error: the pipeline would have more than 1048576 passes, slots and "
    "bundles [PMB051 too-large]\n";

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

TEST(LimitsTest, PipelinesInEachOtherHaveALimit) {
  Catalog catalog = makeChain(20000, 1);
  Pipeline pipeline("builtin.module", catalog);
  EXPECT_EQ(firstLines(pipeline.insert(PassSpec("p0"), Position::atEnd())),
            tooDeep);
  EXPECT_TRUE(pipeline.empty());
  EXPECT_EQ(text(pipeline.insert(PassSpec("p19990"), Position::atEnd())), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  pipeline.append(PassSpec("p0"));
  EXPECT_EQ(firstLines(pipeline.check()), tooDeep);
}

TEST(LimitsTest, ATextThatNamesADeepPipelineIsRefusedWithItsPlace) {
  Catalog catalog = makeChain(20000, 1);
  Pipeline pipeline("builtin.module", catalog);
  auto parsed = require(parseTextualPipeline("builtin.module(a,\n  p0)", "t"));
  std::string error = text(parsed.appendTo(pipeline));
  EXPECT_TRUE(contains(error, "more than 256 deep"));
  EXPECT_TRUE(contains(error, "t:2:3"));
  EXPECT_TRUE(pipeline.empty());
}

TEST(LimitsTest, WhatIsRefusedLeavesNoBundleBehind) {
  Catalog catalog = makeCatalog();
  test::require(catalog.addPass(makePipeline("p", {"q"})));
  test::require(catalog.addPass(makePipeline("q", {"p"})));
  Pipeline pipeline("builtin.module", catalog);
  EXPECT_EQ(test::text(pipeline.insert(PassSpec("p"), Position::atEnd())),
            "error: the pipeline 'p' contains itself [PMB058 include-cycle]\n"
            "  note: through 'q'\n");
  EXPECT_EQ(firstLines(pipeline.remove(pass("nowhere"))),
            "error: the pipeline has no pass 'nowhere' [PMB002 "
            "unknown-position]\n");
  EXPECT_EQ(text(pipeline.addContract("q", Contract())), "");
}

TEST(LimitsTest, BundlesInEachOtherHaveALimit) {
  TestPipeline pipeline({"b"});
  PassBundle deep = makeDeepBundle(100000);
  EXPECT_EQ(firstLines(pipeline.insert(deep, Position::after(pass("b")))),
            tooDeep);
  pipeline.append(deep.clone());
  EXPECT_EQ(firstLines(pipeline.check()), tooDeep);
  EXPECT_EQ(pipeline.str(), "builtin.module(b)");
  // As deep as allowed, and in another one that was there.
  EXPECT_DONE(pipeline,
              pipeline.insert(makeDeepBundle(256), Position::atStart()));
  EXPECT_EQ(firstLines(pipeline.insert(makeDeepBundle(1),
                                       Position::before(pass("a")))),
            tooDeep);
}

TEST(LimitsTest, TheLastDepthThatIsAllowedIs256) {
  for (unsigned depth : {255u, 256u, 257u}) {
    TestPipeline bundles({"b"});
    EXPECT_EQ(
        firstLines(bundles.insert(makeDeepBundle(depth), Position::atEnd())),
        depth <= 256 ? "" : tooDeep)
        << depth;
    TestPipeline appended({"b"});
    appended.append(makeDeepBundle(depth));
    EXPECT_EQ(firstLines(appended.check()), depth <= 256 ? "" : tooDeep)
        << depth;
    // A pipeline p0 that stands for p1, and so on: `depth` of them.
    Catalog catalog = makeChain(depth - 1, 1);
    Pipeline pipelines("builtin.module", catalog);
    EXPECT_EQ(firstLines(pipelines.insert(PassSpec("p0"), Position::atEnd())),
              depth <= 256 ? "" : tooDeep)
        << depth;
    EXPECT_EQ(pipelines.size(), depth <= 256 ? 1u : 0u);
  }
}

TEST(LimitsTest, NestsInEachOtherHaveALimit) {
  TestPipeline pipeline({"b"});
  PassSpec spec("a");
  spec.nest = std::vector<std::string>(1000000, "some.op");
  EXPECT_REFUSED(pipeline, pipeline.insert(std::move(spec), Position::atEnd()),
                 tooDeepNests);
  PassBundle bundle("bundle");
  // Nests can be copied, but not assigned.
  std::vector<PassBundle::Nest> nests = {bundle.nest("some.op")};
  for (unsigned i = 0; i < 64; ++i)
    nests.push_back(nests.back().nest("some.op"));
  nests.back().addPass("a");
  EXPECT_REFUSED(pipeline, pipeline.insert(bundle, Position::atEnd()),
                 tooDeepNests);
}

TEST(LimitsTest, NestsOfABuilderHaveALimit) {
  TestPipeline pipeline({"b"});
  std::vector<NestBuilder> nests = {pipeline.nest("some.op")};
  for (unsigned i = 0; i < 100000; ++i)
    nests.push_back(nests.back().nest("some.op"));
  nests.back().addPass("a");
  nests.back().addSlot("s");
  EXPECT_EQ(firstLines(pipeline.check()),
            std::string(tooDeepNests) + tooDeepNests);
  EXPECT_EQ(pipeline.str(), "builtin.module(b)");
}

TEST(LimitsTest, WhatIsAsDeepAsAllowedCanBeReadBack) {
  TestPipeline pipeline;
  std::vector<NestBuilder> nests = {pipeline.nest("some.op")};
  for (unsigned i = 1; i < 64; ++i)
    nests.push_back(nests.back().nest("some.op"));
  nests.back().addPass("a");
  EXPECT_EQ(firstLines(pipeline.check()), "");
  auto parsed = require(parseTextualPipeline(pipeline.str(), "t"));
  TestPipeline copy;
  EXPECT_EQ(text(parsed.appendTo(copy)), "");
  EXPECT_EQ(copy.str(), pipeline.str());
}

TEST(LimitsTest, FallbacksHaveNoLimit) {
  TestPipeline pipeline({"a"});
  Position position = Position::before(pass("nowhere"));
  for (unsigned i = 0; i < 10000; ++i)
    position.orElse(Position::before(slot("s")));
  Position copy = position;
  copy.orElse(Position::atEnd());
  EXPECT_EQ(text(pipeline.insert(PassSpec("b"), copy)), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
  // The original has not got the last fallback.
  EXPECT_NE(text(pipeline.insert(PassSpec("b"), position)), "");
  EXPECT_GT(position.str().size(), 10000u);
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

TEST(LimitsTest, InsertionsAtEveryPassHaveALimit) {
  Pipeline pipeline("builtin.module", getTestCatalog());
  pipeline.append(PassSpec("a"));
  std::string failure;
  unsigned done = 0;
  for (; done < 40 && failure.empty(); ++done)
    failure = firstLines(
        pipeline.insert(PassSpec("a"), Position::before(every(pass("a")))));
  EXPECT_EQ(failure, tooLarge);
  EXPECT_EQ(pipeline.size(), size_t(1) << (done - 1));
  EXPECT_EQ(pipeline.size(), Pipeline::maxNodes);
  // There is room again for what is removed.
  EXPECT_NE(text(pipeline.insertSlot("s", Position::atEnd())), "");
  EXPECT_EQ(text(pipeline.remove(last(pass("a")))), "");
  EXPECT_EQ(text(pipeline.insertSlot("s", Position::atEnd())), "");
}

TEST(LimitsTest, PipelinesOfPipelinesHaveALimit) {
  Catalog catalog = makeChain(8, 10);
  Pipeline pipeline("builtin.module", catalog);
  EXPECT_EQ(firstLines(pipeline.insert(PassSpec("p0"), Position::atEnd())),
            tooLarge);
  EXPECT_TRUE(pipeline.empty());
}

TEST(LimitsTest, ATextThatIsTooLargeIsRefusedOnce) {
  Catalog catalog = makeChain(8, 10);
  Pipeline pipeline("builtin.module", catalog);
  std::string names = "p0";
  for (unsigned i = 0; i < 1000; ++i)
    names += ",p0";
  auto parsed =
      require(parseTextualPipeline("builtin.module(" + names + ")", "t"));
  EXPECT_EQ(firstLines(parsed.appendTo(pipeline)), tooLarge);
  EXPECT_TRUE(pipeline.empty());
}

TEST(LimitsTest, BundlesOfBundlesHaveALimit) {
  TestPipeline pipeline({"b"});
  PassBundle bundle("bundle");
  for (unsigned i = 0; i < 100; ++i)
    bundle.addPass("p2");
  Catalog catalog = makeChain(6, 10);
  Pipeline large("builtin.module", catalog);
  EXPECT_EQ(firstLines(large.insert(bundle, Position::atEnd())), tooLarge);
  EXPECT_TRUE(large.empty());
}

} // namespace
