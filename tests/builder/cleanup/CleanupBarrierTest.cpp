//===- CleanupBarrierTest.cpp - What is left out keeps nobody in order ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Operations.h"
#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// clean   a cleanup, idempotent, provides `tidy`
/// work    idempotent, provides `done`, preserves `tidy`
/// mark    preserves both
class CleanupBarrierTest : public testing::Test {
protected:
  CleanupBarrierTest() {
    addOperations(catalog);
    require(catalog.addProperty({"tidy", "", false}));
    require(catalog.addProperty({"done", "", false}));
    PassDescriptor clean("clean"), work("work"), mark("mark");
    clean.addKind("cleanup");
    clean.contract.idempotent();
    clean.contract.providesProperty("tidy");
    clean.contract.preservesProperty("done");
    work.contract.idempotent();
    work.contract.providesProperty("done");
    work.contract.preservesProperty("tidy");
    mark.contract.preservesProperty("tidy");
    mark.contract.preservesProperty("done");
    for (PassDescriptor *pass : {&clean, &work, &mark}) {
      pass->hasContract = true;
      require(catalog.addPass(std::move(*pass)));
    }
  }

  /// The numbers of the passes that need not run.
  static std::vector<int> findLeftOut(const Pipeline &pipeline) {
    std::vector<int> numbers;
    for (const CleanupAction &action : pipeline.getCleanups().find())
      numbers.push_back(pipeline.getRef(*action.pass).position);
    return numbers;
  }
  std::vector<int> findLeftOut(llvm::StringRef text) const {
    PipelineBuilder pipeline("builtin.module", catalog);
    auto parsed = parseTextualPipeline(text, "test");
    if (!parsed) {
      ADD_FAILURE() << llvm::toString(parsed.takeError());
      return {};
    }
    require(parsed->appendTo(pipeline));
    pipeline.getCleanups().setDedupe(true);
    return findLeftOut(pipeline);
  }

  Catalog catalog;
};

using Numbers = std::vector<int>;

TEST_F(CleanupBarrierTest, ARepeatGoesBetweenPassesOfOneNest) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),clean,"
                        "func.func(mark))"),
            Numbers{2});
}

TEST_F(CleanupBarrierTest, ARepeatStaysThatKeepsItsNeighboursInOrder) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),clean,"
                        "gpu.module(mark))"),
            Numbers{});
}

TEST_F(CleanupBarrierTest,
       ARepeatStaysThatKeepsOthersThanItsNeighboursInOrder) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),clean,"
                        "func.func(mark),gpu.module(mark))"),
            Numbers{});
}

TEST_F(CleanupBarrierTest, ARepeatStaysIfAnotherRepeatIsItsNeighbour) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(work),clean,"
                        "func.func(work),gpu.module(mark))"),
            Numbers{3});
}

TEST_F(CleanupBarrierTest, OfSeveralRepeatsOneIsEnough) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),clean,clean,"
                        "gpu.module(mark))"),
            Numbers{2});
}

TEST_F(CleanupBarrierTest, ARepeatGoesWhereAnotherPassKeepsTheOrder) {
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),clean,"
                        "func.func(mark),mark,gpu.module(mark))"),
            Numbers{2});
  EXPECT_EQ(findLeftOut("builtin.module(clean,func.func(mark),mark,clean,"
                        "gpu.module(mark))"),
            Numbers{3});
}

TEST_F(CleanupBarrierTest, ARepeatInANestGoesBetweenThoseAroundIt) {
  EXPECT_EQ(findLeftOut("builtin.module(gpu.module(gpu.func(clean)),"
                        "func.func(mark),gpu.module(gpu.func(clean)),mark)"),
            Numbers{2});
}

TEST_F(CleanupBarrierTest, OfASharedCleanupStaysWhatKeepsOthersInOrder) {
  PipelineBuilder pipeline("builtin.module", catalog);
  PassBundle bundle("one");
  for (const char *name : {"mark", "clean"}) {
    PassSpec pass(name);
    pass.nest = {"func.func"};
    bundle.add(std::move(pass));
  }
  bundle.addPass("clean");
  pipeline.addBundle(bundle);
  pipeline.nest("gpu.module").addPass("mark");
  pipeline.nest("func.func").addPass("clean");
  pipeline.addPass("clean");
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.str(),
            "builtin.module(func.func(mark,clean),clean,gpu.module(mark),"
            "func.func(clean),clean)");
  EXPECT_EQ(findLeftOut(pipeline), Numbers{1});
}

} // namespace
