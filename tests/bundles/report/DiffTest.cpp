//===- DiffTest.cpp - What differs between two pipelines ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Diff.h"
#include "Goldens.h"
#include "PassReports.h"
#include "PipelineFileSupport.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::ArrayRef;
using llvm::StringRef;
using Class = PipelineDiff::Class;
using Kind = PassChange::Kind;
using Names = std::vector<std::string>;

namespace {

constexpr StringRef before = R"({
  "input": {"contents": ["x.op"]},
  "passes": [
    "clean",
    {"bundle": "pair", "passes": ["a", "b"]},
    {"nest": "func.func", "passes": [{"pass": "optional", "options": {"count": 2}}, "c"]},
    "d"
  ],
  "contracts": {
    "a": {"lowers": {"from": "x.op", "to": "y.op"}},
    "b": {"lowers": {"from": "y.op", "to": "z.op"}, "provides": "clean-ir",
          "after": {"pass": "a", "reason": "there is no y.op before it", "source": "measured"}},
    "c": {"lowers": [], "preserves": "clean-ir"},
    "clean": {"lowers": [], "preserves": "clean-ir"},
    "optional": {"lowers": [], "preserves": "clean-ir"},
    "module-pass": {"lowers": [], "invalidates": "clean-ir"},
    "d": {"lowers": [], "requires": "clean-ir", "preserves": "clean-ir"}
  }
})";

/// The same with another order, options and nest.
std::string makeAfter() {
  std::string text = before.str();
  auto replace = [&](StringRef from, StringRef to) {
    text.replace(text.find(from.str()), from.size(), to.str());
  };
  replace(R"(["a", "b"])", R"(["b", "a", "clean"])");
  replace(R"("count": 2)", R"("count": 3)");
  replace(R"(, "c"])", "]");
  replace("    \"d\"\n", "    \"c\", \"d\"\n");
  return text;
}

Report explain(Pipeline &pipeline, StringRef name) {
  std::vector<Diagnostic> findings = pipeline.check();
  Report report = makeReport(pipeline, name, /*explains=*/true);
  report.findings = std::move(findings);
  return report;
}

/// What the edits above and those of a plugin change.
class DiffTest : public testing::Test {
protected:
  DiffTest()
      : first("builtin.module", withProperties()),
        second("builtin.module", withProperties()) {
    EXPECT_EQ(append(before, first), "");
    EXPECT_EQ(append(makeAfter(), second), "");
    Origin plugin = Origin::plugin("acme & <sons>");
    plugin.why = "we need \"tiles\"";
    require(second.transaction(plugin, [&]() -> llvm::Error {
      if (llvm::Error error = second.remove(pass("d")))
        return error;
      return second.insert(PassSpec("module-pass"), Position::atEnd());
    }));
    diff = makeDiff(explain(first, "p.json"), explain(second, "p.json+acme"));
  }

  Pipeline first, second;
  PipelineDiff diff;
};

std::string print(ArrayRef<PipelineDiff> diffs, DiffFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDiff(os, diffs, format);
  return text;
}

TEST_F(DiffTest, ChangesHaveClassesAndParties) {
  Names lines;
  for (const PipelineDiff::ChangedPass &one : diff.passes)
    lines.push_back(stringify(one.changeClass).str() + " " +
                    stringify(one.change.kind).str() + " " + one.change.pass +
                    " " + one.bundle +
                    (one.editor ? " by " + one.editor->str() : ""));
  EXPECT_EQ(lines, (Names{"order moved b pair", "cost added clean pair",
                          "options options-changed func.func(optional) ",
                          "set nest-changed c ",
                          "set removed d  by plugin 'acme & <sons>'",
                          "set added module-pass "}))
      << print(diff, DiffFormat::Text);
  EXPECT_GT(diff.count(Class::Findings), 0u);
  EXPECT_GT(diff.count(Class::Contents), 0u);
  EXPECT_EQ(diff.count(Class::Cost), 1u);
}

TEST_F(DiffTest, FindingsConstraintsAndTheEndFollow) {
  Names lines;
  for (const PipelineDiff::ChangedConstraint &one : diff.constraints)
    lines.push_back(stringify(one.kind).str() + " " + one.text);
  EXPECT_EQ(lines,
            (Names{"violated 'b' after 'a'", "gone 'd' requires 'clean-ir'"}));
  lines.clear();
  for (const PipelineDiff::ChangedContents &one : diff.contents)
    lines.push_back(one.name + " " + stringify(one.before).str() + " " +
                    stringify(one.after).str());
  EXPECT_EQ(lines, (Names{"y.op absent certain", "z.op certain absent",
                          "clean-ir certain absent"}));
  // And back.
  PipelineDiff back =
      makeDiff(explain(second, "p.json+acme"), explain(first, "p.json"));
  EXPECT_EQ(back.constraints.front().kind,
            PipelineDiff::ChangedConstraint::Kind::Kept);
  EXPECT_EQ(back.count(Class::Findings), 0u);
  EXPECT_FALSE(back.findings.empty());
}

TEST_F(DiffTest, CleanupsAndRepetitionsAreACost) {
  Pipeline more("builtin.module", withProperties());
  EXPECT_EQ(append(before, more), "");
  more.append(PassSpec("clean"));
  more.append(PassSpec("a"));
  PipelineDiff cost = makeDiff(explain(first, "p"), explain(more, "p"));
  EXPECT_EQ(cost.passes.size(), 2u);
  EXPECT_EQ(cost.count(Class::Cost), 2u);
  PipelineDiff less = makeDiff(explain(more, "p"), explain(first, "p"));
  EXPECT_EQ(less.count(Class::Cost), 2u);
}

TEST_F(DiffTest, OfOneThereIsNoDifference) {
  PipelineDiff none = makeDiff(explain(first, "p"), explain(first, "p"));
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.rows.size(), first.size());
  for (const NamedChoice<DiffFormat> &info : getDiffFormats())
    EXPECT_NE(print(none, info.value), "");
  EXPECT_TRUE(contains(print(none, DiffFormat::Text), "no changes\n"));
}

TEST_F(DiffTest, Goldens) {
  for (const NamedChoice<DiffFormat> &info : getDiffFormats()) {
    std::string text = print(diff, info.value);
    compareWithGolden("diff." + (info.value == DiffFormat::Text
                                     ? std::string("txt")
                                     : info.name.str()),
                      text);
  }
}

/// A severity that changes is one finding less and one more, and what follows
/// from a finding is told with it.
TEST(Diff, FindingsAreComparedWhereverTheyStand) {
  Report one, other;
  Diagnostic finding(DiagnosticCode::TooEarly, "m");
  Diagnostic follower(DiagnosticCode::DeadEnd, "f");
  one.findings = {finding, follower};
  finding.follows = {follower};
  other.findings = {finding};
  EXPECT_TRUE(makeDiff(one, other).empty());
  EXPECT_TRUE(makeDiff(other, one).empty());
  other.findings[0].severity = Severity::Warning;
  PipelineDiff diff = makeDiff(one, other);
  ASSERT_EQ(diff.findings.size(), 2u);
  EXPECT_TRUE(diff.findings[0].isNew);
  EXPECT_EQ(diff.count(Class::Findings), 1u);
  // Twice is more than once.
  other.findings = one.findings = {follower};
  other.findings.push_back(follower);
  EXPECT_EQ(makeDiff(one, other).findings.size(), 1u);
}

TEST(Diff, VariantsAreFoundByTheirNames) {
  std::vector<Report> one(3), other(3);
  for (std::vector<Report> *reports : {&one, &other})
    for (auto [index, report] : llvm::enumerate(*reports)) {
      report = makeReportOf({"a"});
      report.variant = "v" + std::to_string(index);
    }
  other[0].passes = other[1].passes = makeReportOf({"a", "b"}).passes;
  other[2].variant = "w";
  std::vector<PipelineDiff> diffs = diffVariants(one, other);
  ASSERT_EQ(diffs.size(), 3u);
  EXPECT_EQ(diffs[0].sameIn, Names{"v1"});
  EXPECT_EQ(diffs[1].after.variant, "w");
  EXPECT_EQ(diffs[1].count(Class::Set), 1u);
  EXPECT_EQ(diffs[2].before.variant, "v2");
  EXPECT_EQ(diffs[2].passes[0].change.kind, Kind::Removed);
  EXPECT_TRUE(diffVariants({}, {}).empty());
}

/// A pipeline whose names do all the harm that they can.
Report makeEvil(bool isAfter) {
  std::string evil =
      "<script>alert(1)</script>\"'`&]]>--><!--```\\\n```\n::error::x\x1b"
      "[31m\xe2\x80\xae\xc2\x9b};end|**";
  Report report = makeReportOf({"a", "b", "c"});
  report.input = report.variant = evil;
  report.isExplained = true;
  Origin origin = Origin::plugin(evil);
  origin.why = evil;
  for (Report::Pass &pass : report.passes) {
    pass.node.name += isAfter ? evil + "x" : evil;
    pass.nests = {evil};
    pass.node.origin = origin;
    pass.bundle = 0;
  }
  report.passes[2].node.name = evil;
  report.passes[2].values = {{evil, isAfter ? evil : "", false}};
  NodeRef node = report.passes[0].node;
  report.bundles.push_back({node, -1, false, 0, 3});
  report.contents.push_back({node.name, {{0, 4, true}}});
  report.properties.push_back({node.name, {{0, 4, true}}});
  report.constraints.push_back({Report::Constraint::State::Broken, node,
                                OrderEntry::Word::After, evil, node,
                                Strength::Strong, false, evil, evil});
  report.changes.push_back({EditTrace::Kind::Removed, node, origin, evil});
  report.findings.push_back(
      Diagnostic(DiagnosticCode::WrongOrder, node.name).at(node).note(evil));
  return report;
}

TEST(Diff, NamesOfOthersAreShownAndNotRun) {
  std::vector<PipelineDiff> diffs = {makeDiff(makeEvil(false), makeEvil(true))};
  diffs[0].sameIn = {diffs[0].before.input};
  for (const NamedChoice<DiffFormat> &info : getDiffFormats()) {
    std::string text = print(diffs, info.value);
    for (StringRef harm :
         {"\x1b", "\xe2\x80\xae", "\xc2\x9b", "\n::error", "\n```\n::"})
      EXPECT_FALSE(contains(text, harm)) << info.name.str() << " has ";
    EXPECT_TRUE(contains(text, "alert")) << info.name.str();
    EXPECT_TRUE(llvm::json::isUTF8(text));
  }
  std::string page = print(diffs, DiffFormat::Html);
  EXPECT_FALSE(contains(page, "<script"));
  EXPECT_FALSE(contains(page, "<!--"));
  EXPECT_TRUE(bool(llvm::json::parse(print(diffs, DiffFormat::Json))));
  // In Markdown, the block is the only one, and the names before it are code.
  std::string page2 = print(diffs, DiffFormat::Markdown);
  llvm::SmallVector<StringRef> lines;
  StringRef(page2).split(lines, '\n');
  EXPECT_EQ(llvm::count_if(
                lines, [](StringRef line) { return line.starts_with("```"); }),
            2);
}

TEST(Diff, ThePageNeedsNothing) {
  std::string page =
      print(makeDiff(makeReportOf({"a", "b"}), makeReportOf({"b", "a", "c"})),
            DiffFormat::Html);
  for (StringRef source : {" src=", "@import", "url(", "://", "<script"})
    EXPECT_FALSE(contains(page, source));
  EXPECT_TRUE(contains(page, "prefers-color-scheme:dark"));
}

} // namespace
