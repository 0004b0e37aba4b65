//===- ModelTest.cpp - The check against the model ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random pipelines, about which the check and the model must say the same. For
// longer runs: PMB_MODEL_RUNS=10000000 PMB_MODEL_SEED=7.
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

TEST(ModelTest, ChecksAgree) {
  unsigned runs = model::getRuns(5000);
  size_t found = 0, clean = 0;
  std::map<DiagnosticCode, unsigned> codes;
  for (unsigned run = 0; run < runs; run += 10) {
    model::Random random(model::getSeed() * 1000003 + run);
    model::Listing listing = model::makeWorld(random);
    Catalog catalog = model::makeCatalog(listing);
    for (unsigned i = 0; i < 10; ++i) {
      model::shuffleSteps(random, listing);
      listing.anchor = model::pickAnchor(random);
      PipelineBuilder built(listing.anchor, catalog);
      model::build(listing, built);
      model::Findings expected = model::check(listing);
      model::Findings actual = model::convert(model::findAll(built), expected);
      if (actual != expected)
        FAIL() << "run " << run + i << ":\n" << model::explain(listing);
      clean += expected.empty();
      found += expected.size();
      for (const model::Finding &finding : expected)
        ++codes[finding.code];
    }
  }
  // Agreement about nothing would prove nothing.
  EXPECT_GT(found, runs);
  EXPECT_GT(clean, runs / 100);
  for (DiagnosticCode code :
       {DiagnosticCode::WrongOrder, DiagnosticCode::MissingPass,
        DiagnosticCode::MissingProperty, DiagnosticCode::MissingFollowUp,
        DiagnosticCode::Conflict, DiagnosticCode::PredictedLeftOver,
        DiagnosticCode::MayBeLeftOver, DiagnosticCode::Reintroduced,
        DiagnosticCode::MayBeReintroduced, DiagnosticCode::TooEarly,
        DiagnosticCode::Rejected, DiagnosticCode::NoEffect,
        DiagnosticCode::UnorderedNests, DiagnosticCode::Cycle,
        DiagnosticCode::BrokenSequence, DiagnosticCode::MissingOutput,
        DiagnosticCode::WrongAnchorOp})
    EXPECT_GT(codes[code], runs / 10000) << getDiagnosticInfo(code).name.str();
  for (auto [code, count] : codes)
    RecordProperty(getDiagnosticInfo(code).name.str(), int(count));
}

} // namespace
