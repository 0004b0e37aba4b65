//===- RunReportTest.cpp - What a run adds to a report --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunReport.h"
#include "VerifierSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class RunReportTest : public VerifierTest {};

TEST_F(RunReportTest, FalseClaimsAreFactsOfTheirPass) {
  Contract lowers;
  lowers.lowers({"a.x"});
  add("test-idle", Contract());
  add("test-lower", lowers);
  build();
  addPass("test-idle");
  addPass("test-lower");
  ContractVerifier verifier(ContractVerifier::Mode::Record);
  require(verifier.attachTo(*builder));
  Report report = makeReport(*builder, "cpu");
  require(builder->build());
  EXPECT_EQ(runAgain(), "");
  EXPECT_EQ(runAgain(), "");
  addRun(report, verifier);
  ASSERT_EQ(report.passes.size(), 2u);
  EXPECT_TRUE(report.passes[0].observed.empty());
  ASSERT_EQ(report.passes[1].observed.size(), 1u);
  const Report::Fact &seen = report.passes[1].observed[0];
  EXPECT_EQ(seen.word, "seen");
  EXPECT_NE(seen.text.find("a.x"), std::string::npos) << seen.text;
  EXPECT_NE(seen.text.find(", 2 times"), std::string::npos) << seen.text;
  EXPECT_NE(seen.source.find(":2:"), std::string::npos) << seen.source;
  EXPECT_TRUE(report.findings.empty());
}

} // namespace
