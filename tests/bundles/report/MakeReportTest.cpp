//===- MakeReportTest.cpp - What a report says of a pipeline --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineFileSupport.h"
#include "bundles/report/Report.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

constexpr StringRef reported = R"({
  "input": {"contents": ["x.op"]},
  "passes": [
    "a",
    {"bundle": "pair", "contiguous": true, "passes": [
      {"slot": "early"},
      "b",
      {"bundle": "inner", "passes": ["c"]}]},
    {"nest": "func.func", "passes": [{"pass": "optional", "options": {"count": 2}}]}
  ],
  "contracts": {
    "a": {
      "lowers": {"from": "x.op", "to": "y.op"},
      "before": {"pass": "b", "reason": "b is slow", "source": "measured"}},
    "b": {
      "lowers": {"from": "y.op", "to": "x.op"},
      "after": {"pass": "c", "weak": true}},
    "c": {
      "provides": "clean-ir",
      "before": {"kind": "lowering"}}
  }
})";

class MakeReportTest : public testing::Test {
protected:
  MakeReportTest() : pipeline("builtin.module", withProperties()) {
    EXPECT_EQ(append(reported, pipeline), "");
  }
  Pipeline pipeline;
};

TEST_F(MakeReportTest, PassesWithNestsBundlesAndOrigins) {
  Report report = makeReport(pipeline, "p.json");
  EXPECT_EQ(report.input, "p.json");
  EXPECT_EQ(report.root, "builtin.module");
  ASSERT_EQ(report.passes.size(), 4u);
  std::vector<std::string> texts;
  std::vector<int> around;
  for (const Report::Pass &pass : report.passes) {
    texts.push_back(pass.str());
    around.push_back(pass.bundle);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"a", "b", "c",
                                             "func.func(optional{count=2})"}));
  EXPECT_EQ(around, (std::vector<int>{-1, 0, 1, -1}));
  EXPECT_EQ(report.passes[1].node.str(),
            "'b' (pass 1, on builtin.module, added by p.json:7:7)");
  EXPECT_TRUE(report.passes[1].hasContract);
  EXPECT_EQ(report.passes[3].nests, std::vector<std::string>{"func.func"});
  ASSERT_EQ(report.bundles.size(), 2u);
  EXPECT_EQ(report.bundles[0].node.name, "pair");
  EXPECT_TRUE(report.bundles[0].isContiguous);
  EXPECT_EQ(report.bundles[0].begin, 1u);
  EXPECT_EQ(report.bundles[0].end, 3u);
  EXPECT_EQ(report.bundles[1].parent, 0);
  ASSERT_EQ(report.slots.size(), 1u);
  EXPECT_EQ(report.slots[0].node.name, "early");
  EXPECT_EQ(report.slots[0].bundle, 0);
  EXPECT_EQ(report.slots[0].position, 1u);
  EXPECT_EQ(report.unknownPasses, std::vector<std::string>{"optional"});
  // What takes a further check is there for those who ask.
  EXPECT_TRUE(report.constraints.empty());
  EXPECT_TRUE(report.contents.empty());
  EXPECT_TRUE(report.passes[0].facts.empty());
}

TEST_F(MakeReportTest, ConstraintsHaveBothEnds) {
  using State = Report::Constraint::State;
  Report report = makeReport(pipeline, "p.json", /*explains=*/true);
  ASSERT_EQ(report.constraints.size(), 3u);
  const Report::Constraint &kept = report.constraints[0];
  EXPECT_EQ(kept.state, State::Kept);
  EXPECT_EQ(kept.owner.name, "a");
  EXPECT_EQ(kept.word, OrderEntry::Word::Before);
  EXPECT_EQ(kept.target, "'b'");
  ASSERT_TRUE(kept.other);
  EXPECT_EQ(kept.other->position, 1);
  EXPECT_EQ(kept.strength, Strength::Strong);
  EXPECT_EQ(kept.reason, "b is slow");
  EXPECT_EQ(kept.source, "measured");
  const Report::Constraint &broken = report.constraints[1];
  EXPECT_EQ(broken.state, State::Broken);
  ASSERT_TRUE(broken.other);
  EXPECT_EQ(broken.other->name, "c");
  EXPECT_EQ(broken.strength, Strength::Weak);
  const Report::Constraint &vacuous = report.constraints[2];
  EXPECT_EQ(vacuous.state, State::Vacuous);
  EXPECT_FALSE(vacuous.other);
}

TEST_F(MakeReportTest, TimelinesSayWhatComesBack) {
  Report report = makeReport(pipeline, "p.json", /*explains=*/true);
  EXPECT_TRUE(report.isInputKnown);
  std::map<std::string, std::vector<Report::Timeline::Span>> spans;
  for (const auto *list : {&report.contents, &report.properties})
    for (const Report::Timeline &line : *list)
      spans[line.name] = line.spans;
  ASSERT_GE(spans["x.op"].size(), 2u);
  EXPECT_EQ(spans["x.op"][0].begin, 0u);
  EXPECT_EQ(spans["x.op"][0].end, 1u);
  EXPECT_TRUE(spans["x.op"][0].isCertain);
  EXPECT_EQ(spans["x.op"][1].begin, 2u);
  ASSERT_FALSE(spans["y.op"].empty());
  EXPECT_EQ(spans["y.op"][0].begin, 1u);
  EXPECT_EQ(spans["y.op"][0].end, 2u);
  ASSERT_EQ(spans["clean-ir"].size(), 1u);
  EXPECT_EQ(spans["clean-ir"][0].begin, 3u);
}

/// What a run has added stands behind what was known before it.
TEST_F(MakeReportTest, ExplanationsAreFacts) {
  Report report = makeReport(pipeline, "p.json", /*explains=*/true);
  report.passes[0].observed.push_back({"took", "12 ms", "", ""});
  std::string text;
  llvm::raw_string_ostream os(text);
  printExplanation(os, report);
  StringRef part = "builtin.module: before the first pass, with known "
                   "contents\n"
                   "  contains   x.op\n"
                   "\npass 0: a\n"
                   "  added by   p.json:4:5\n"
                   "  before     'b': b is slow [measured]\n"
                   "  lowers     x.op to y.op\n"
                   "  removes    x.op\n"
                   "  adds       y.op\n"
                   "  contains   y.op\n"
                   "  took       12 ms\n"
                   "\npass 1: b\n";
  EXPECT_EQ(StringRef(text).take_front(part.size()), part);
}

} // namespace
