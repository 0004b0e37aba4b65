//===- ExceptionsTest.cpp - Exceptions undo what was half done ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file of these tests that is compiled with exceptions.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <stdexcept>

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

TEST(FailedTransaction, OfAnException) {
  TestPipeline pipeline({"a", "b"});
  std::string before = pipeline.snapshot();
  EXPECT_THROW(llvm::consumeError(pipeline.transaction(
                   Origin::thirdParty("acme"),
                   [&]() -> Error {
                     test::require(pipeline.removePass("a"));
                     pipeline.addPass("a b");
                     pipeline.setVariant("cpu");
                     throw std::runtime_error("no luck");
                   })),
               std::runtime_error);
  EXPECT_EQ(pipeline.snapshot(), before);
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
  EXPECT_FALSE(pipeline.getList().hasVariant("cpu"));
  EXPECT_TRUE(pipeline.check().empty());
  // What comes next is not part of a transaction that nobody closes.
  EXPECT_DONE(pipeline, pipeline.removePass("a"));
  EXPECT_EQ(pipeline.str(), "builtin.module(b)");
}

TEST(FailedTransaction, OfAPartyThatThrows) {
  TestPipeline pipeline({"a"});
  bool throws = true;
  auto add = [&](const char *name, std::function<Error()> registration) {
    Party party;
    party.origin = Origin::thirdParty(name);
    party.registration = std::move(registration);
    return text(pipeline.addParty(std::move(party)));
  };
  ASSERT_EQ(add("acme",
                [&]() -> Error {
                  pipeline.addPass("b");
                  if (throws)
                    throw 1;
                  return Error::success();
                }),
            "");
  ASSERT_EQ(add("zeta",
                [&]() -> Error {
                  pipeline.addPass("c");
                  return Error::success();
                }),
            "");
  EXPECT_THROW(llvm::consumeError(pipeline.applyParties()), int);
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
  // It may come again, and the one behind it still waits.
  throws = false;
  EXPECT_EQ(add("acme", [] { return Error::success(); }), "");
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c)");
}

// Pipeline.h: a pipeline that lacks a party is not built.
TEST(FailedTransaction, OfAPartyThatThrowsIsRememberedByTheCheck) {
  TestPipeline pipeline({"a"});
  Party party;
  party.origin = Origin::thirdParty("acme");
  party.registration = [&]() -> Error {
    pipeline.addPass("b");
    throw 1;
  };
  ASSERT_EQ(text(pipeline.addParty(std::move(party))), "");
  EXPECT_THROW(pipeline.check(), int);
  for (int again = 0; again < 2; ++again) {
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].str(),
              "error: third party 'acme' threw an exception [PMB041 "
              "plugin-failed]\n"
              "  note: nothing of what third party 'acme' did was kept\n");
  }
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
}
