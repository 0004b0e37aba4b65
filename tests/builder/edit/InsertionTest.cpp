//===- InsertionTest.cpp - What an insertion turns into -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;
using llvm::failed;
using llvm::failure;
using llvm::LogicalResult;
using llvm::succeeded;

namespace {

/// As a function of a third party that is written like one of MLIR.
LogicalResult addTwo(PipelineBuilder &builder, llvm::StringRef where) {
  if (failed(builder.addPassBefore("b", where)))
    return failure();
  return builder.addPassAfter("c", where);
}

TEST(InsertResult, IsTheErrorEachTime) {
  TestPipeline pipeline({"a"});
  InsertResult added = pipeline.addPassBefore("b", "x");
  EXPECT_TRUE(added.failed());
  std::string first = test::text(added);
  EXPECT_NE(first, "");
  EXPECT_TRUE(added.failed());
  EXPECT_EQ(test::text(added), first);
  llvm::Expected<int> expected = added;
  EXPECT_EQ(test::text(expected.takeError()), first);
  EXPECT_EQ(added.getNode(), nullptr);
  // An error that an edit has returned is not repeated.
  EXPECT_TRUE(failed(added));
  EXPECT_TRUE(pipeline.check().empty());
}

TEST(InsertResult, IsALogicalResult) {
  TestPipeline pipeline({"a"});
  EXPECT_TRUE(succeeded(addTwo(pipeline, "a")));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a,c)");
  EXPECT_TRUE(pipeline.check().empty());
}

TEST(InsertResult, KeepsTheErrorOfAFailure) {
  TestPipeline pipeline({"a"});
  std::string error = test::text(pipeline.addPassBefore("b", "x"));
  EXPECT_TRUE(failed(addTwo(pipeline, "x")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            error + "  help: if it may be absent, use orElse(), or ask the "
                    "result for failed(): as a LogicalResult it leaves its "
                    "error to the builder\n");
  // A question instead keeps nothing.
  TestPipeline other({"a"});
  if (other.addPassBefore("b", "x").failed())
    other.addPass("b");
  EXPECT_TRUE(other.check().empty());
}

TEST(InsertResult, KeepsTheErrorOnce) {
  TestPipeline pipeline({"a"});
  InsertResult added = pipeline.insertSlot("a b", Position::atEnd());
  EXPECT_TRUE(failed(added));
  EXPECT_FALSE(succeeded(added));
  EXPECT_NE(test::text(added), "");
  EXPECT_EQ(pipeline.check().size(), 1u);
}

TEST(InsertResult, FailsTheTransactionAroundIt) {
  TestPipeline pipeline({"a"});
  std::string found = test::text(
      pipeline.transaction(Origin::thirdParty("acme"), [&]() -> llvm::Error {
        if (failed(addTwo(pipeline, "x")))
          return llvm::Error::success();
        return pipeline.removePass("a");
      }));
  EXPECT_TRUE(contains(found, "'x'"));
  EXPECT_TRUE(
      contains(found, "nothing of what third party 'acme' did was kept"));
  EXPECT_TRUE(pipeline.check().empty());
}

} // namespace
