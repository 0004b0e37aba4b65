//===- PipelineStateTest.cpp - What tells that there is something new -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check that is repeated asks for the revision of the pipeline, and a run
// whether it was checked at all.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PipelineImpl.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// None is that of a state before: what was found then would be taken for what
/// would be found now.
TEST(Revision, GrowsWithWhateverTheCheckAsksFor) {
  TestPipeline pipeline({"a"});
  uint64_t last = pipeline.getImpl().getRevision();
  auto expectNext = [&](const char *what) {
    EXPECT_GT(pipeline.getImpl().getRevision(), last) << what;
    last = pipeline.getImpl().getRevision();
  };
  pipeline.addPass("b");
  expectNext("a pass");
  pipeline.addPass("no such pass");
  expectNext("an error that waits");
  require(pipeline.addParty(
      {Origin::plugin("acme"), 0, [] { return llvm::Error::success(); }}));
  expectNext("a party");
  Contract contract;
  contract.before(pass("b"));
  require(pipeline.addContract("a", contract));
  expectNext("a contract");
  EXPECT_EQ(pipeline.check().size(), 1u);
}

TEST(UncheckedEdits, AreAddedContractsAndTransactions) {
  TestPipeline pipeline({"a"});
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_FALSE(pipeline.getImpl().hasUncheckedEdits);
  Contract contract;
  contract.before(pass("b"));
  require(pipeline.addContract("a", contract));
  EXPECT_TRUE(pipeline.getImpl().hasUncheckedEdits);
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_FALSE(pipeline.getImpl().hasUncheckedEdits);
  require(pipeline.transaction(
      pipeline.getOrigin(), [&] { return pipeline.addPassAfter("b", "a"); }));
  EXPECT_TRUE(pipeline.getImpl().hasUncheckedEdits);
}

/// An instance with a name is appended without a recipe.
TEST(AppendedInstance, IsTheLastPassUnlessThePipelineIsBuilt) {
  TestPipeline pipeline({"a"});
  PipelineImpl &impl = pipeline.getImpl();
  impl.append(makeInstance("mine").instance, "mine", {});
  EXPECT_EQ(pipeline.str(), "builtin.module(a,mine)");
  EXPECT_TRUE(pipeline.check().empty());
  impl.isBuilt = true;
  impl.append(makeInstance("late").instance, "late", {});
  impl.isBuilt = false;
  EXPECT_EQ(pipeline.str(), "builtin.module(a,mine)");
  EXPECT_EQ(pipeline.check().size(), 1u);
}

} // namespace
