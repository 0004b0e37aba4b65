//===- GraphTest.cpp - Pipelines as pictures ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each format has a file in goldens/. After a change that is meant,
// tests/accept-goldens writes them again.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Graph.h"
#include "Goldens.h"
#include "PipelineFileSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Row = Graph::Row;
using Numbers = std::vector<int>;

namespace {

constexpr StringRef drawn = R"({
  "input": {"contents": ["x.op"]},
  "passes": [
    "a",
    {"bundle": "pair", "contiguous": true, "passes": [
      {"slot": "early"},
      "b",
      {"bundle": "inner", "passes": ["c"]}]},
    {"bundle": "empty", "passes": []},
    {"nest": "func.func", "passes": [{"pass": "optional", "options": {"count": 2}}]},
    {"slot": "late"}
  ],
  "contracts": {
    "a": {
      "lowers": {"from": "x.op", "to": "y.op"},
      "before": {"pass": "b", "reason": "b is slow", "source": "measured"}},
    "b": {
      "lowers": {"from": "y.op", "to": "x.op"},
      "after": {"pass": "c", "reason": "c makes room"}},
    "c": {
      "provides": "clean-ir",
      "after": {"pass": "a", "weak": true}},
    "optional": {
      "requires": "clean-ir",
      "after": [{"pass": "a"}, {"pass": "b"}]}
  }
})";

std::string draw(llvm::ArrayRef<Report> reports, GraphFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printGraph(os, reports, format);
  return text;
}

/// The pipeline of `drawn`, with what a plugin and the builder do to it.
class GraphTest : public testing::Test {
protected:
  GraphTest() : pipeline("builtin.module", withProperties()) {
    EXPECT_EQ(append(drawn, pipeline), "");
  }

  Report check() {
    std::vector<Diagnostic> findings = pipeline.check();
    Report report = makeReport(pipeline, "p.json", /*explains=*/true);
    report.findings = std::move(findings);
    return report;
  }
  /// Inserts, removes and replaces as a plugin.
  void letOthersEdit() {
    Origin plugin = Origin::plugin("acme & <sons>");
    plugin.why = "we need \"tiles\"";
    require(pipeline.transaction(plugin, [&]() -> llvm::Error {
      if (llvm::Error error =
              pipeline.insert(PassSpec("d"), Position::after(pass("c"))))
        return error;
      return pipeline.remove(pass("a"));
    }));
  }
  Pipeline pipeline;
};

/// Reports that are made by hand have passes on one level.
Report makeChain(size_t count) {
  Report report;
  report.input = "chain";
  report.root = "builtin.module";
  for (size_t i = 0; i < count; ++i) {
    Report::Pass pass;
    pass.node.name = "p" + std::to_string(i);
    pass.node.position = i;
    pass.node.anchor = "builtin.module";
    report.passes.push_back(std::move(pass));
  }
  return report;
}

void addConstraint(
    Report &report, size_t first, size_t second,
    Report::Constraint::State state = Report::Constraint::State::Kept) {
  report.constraints.push_back({state, report.passes[second].node,
                                OrderEntry::Word::After,
                                "'" + report.passes[first].node.name + "'",
                                report.passes[first].node, Strength::Strong,
                                /*isAdvice=*/false, "", ""});
}

TEST_F(GraphTest, RowsLanesAndFrames) {
  Graph graph = makeGraph(check());
  std::string rows;
  for (const Row &row : graph.rows)
    rows += "psbg"[size_t(row.kind)] + std::to_string(row.index) + "." +
            std::to_string(row.lane) + " ";
  EXPECT_EQ(rows, "p0.0 b0.0 s0.0 p1.0 b1.0 p2.0 b2.0 p3.1 s1.0 ");
  ASSERT_EQ(graph.lanes.size(), 2u);
  EXPECT_EQ(graph.lanes[1].path, "builtin.module/func.func");
  EXPECT_EQ(graph.lanes[1].parent, 0);
  ASSERT_EQ(graph.frames.size(), 3u);
  EXPECT_EQ(graph.frames[0].begin, 1u);
  EXPECT_EQ(graph.frames[0].end, 6u);
  EXPECT_EQ(graph.frames[1].begin, 4u);
  EXPECT_EQ(graph.frames[1].end, 6u);
  EXPECT_EQ(graph.frames[1].depth, 1u);
  EXPECT_EQ(graph.frames[2].begin + 1, graph.frames[2].end);
}

TEST_F(GraphTest, ArcsHaveBothEndsAndTheirReasons) {
  Graph graph = makeGraph(check());
  std::string arcs;
  for (const Graph::Arc &arc : graph.arcs)
    arcs += std::to_string(arc.first) + ">" + std::to_string(arc.second) +
            (arc.isViolated ? "!" : "") + (arc.isImplied ? "~" : "") + " ";
  // 'optional' follows 'a', as it follows 'b'; what 'b' says is violated, and
  // found: both are one arc.
  EXPECT_EQ(arcs, "0>3 0>5 0>7~ 5>3! 3>7 5>7 ");
  ASSERT_EQ(graph.arcs.size(), 6u);
  EXPECT_EQ(graph.arcs[3].ties.size(), 2u);
  EXPECT_EQ(graph.arcs[3].ties[1].kind, Graph::Tie::Kind::Finding);
  EXPECT_EQ(graph.arcs[3].column, 0);
  EXPECT_EQ(graph.arcs[5].ties[0].kind, Graph::Tie::Kind::Requirement);
  EXPECT_EQ(graph.rows[3].findings.size(), 1u);
}

TEST_F(GraphTest, BarsSayWhatComesBack) {
  Report report = check();
  Graph graph = makeGraph(report);
  ASSERT_GE(graph.bars.size(), 3u);
  EXPECT_TRUE(graph.bars[0].isProperty);
  EXPECT_EQ(graph.bars[0].names, std::vector<std::string>{"clean-ir"});
  const Graph::Bar *comesBack = nullptr;
  for (const Graph::Bar &bar : graph.bars)
    if (llvm::is_contained(bar.names, "x.op"))
      comesBack = &bar;
  ASSERT_TRUE(comesBack);
  EXPECT_GE(comesBack->spans.size(), 2u);
  EXPECT_EQ(comesBack->spans[0].begin, 0u);
  // What is there from and to the same passes is one bar.
  report.contents.push_back({"z.op", comesBack->spans});
  graph = makeGraph(report);
  EXPECT_TRUE(llvm::any_of(graph.bars, [](const Graph::Bar &bar) {
    return bar.names == std::vector<std::string>{"x.op", "z.op"};
  }));
}

TEST_F(GraphTest, EditsOfOthersStandWhereTheyWereMade) {
  letOthersEdit();
  Report report = check();
  Graph graph = makeGraph(report);
  ASSERT_EQ(report.changes.size(), 1u);
  ASSERT_FALSE(graph.rows.empty());
  EXPECT_EQ(graph.rows[0].kind, Row::Kind::Gone);
  std::string text = draw(report, GraphFormat::Json);
  EXPECT_TRUE(contains(text,
                       "'a', added by p.json:4:5, was removed by plugin 'acme "
                       "\\u0026 \\u003csons\\u003e'"));
  EXPECT_TRUE(contains(text, "inserted by plugin 'acme"));
}

TEST(Graph, ArcsAreReducedTransitively) {
  Report report = makeChain(6);
  for (auto [first, second] :
       {std::pair(0, 5), std::pair(0, 1), std::pair(1, 2), std::pair(2, 5),
        std::pair(0, 3), std::pair(0, 2)})
    addConstraint(report, first, second);
  // What is violated implies nothing.
  addConstraint(report, 4, 3, Report::Constraint::State::Broken);
  addConstraint(report, 4, 5);
  Graph graph = makeGraph(report);
  std::string implied;
  for (const Graph::Arc &arc : graph.arcs) {
    EXPECT_EQ(arc.column < 0, arc.isImplied);
    if (arc.isImplied)
      implied +=
          std::to_string(arc.first) + ">" + std::to_string(arc.second) + " ";
  }
  EXPECT_EQ(implied, "0>2 0>5 ");
}

/// No two arcs of one column overlap, and there are no more columns than arcs
/// beside each other.
TEST(Graph, ColumnsAreGreedy) {
  Report report = makeChain(8);
  for (auto [first, second] :
       {std::pair(0, 3), std::pair(1, 2), std::pair(2, 6), std::pair(3, 5),
        std::pair(4, 7)})
    addConstraint(report, first, second);
  addConstraint(report, 6, 5, Report::Constraint::State::Broken);
  Graph graph = makeGraph(report);
  Numbers columns;
  for (const Graph::Arc &arc : graph.arcs)
    columns.push_back(arc.column);
  // 5-6 is violated: the first column is its own.
  EXPECT_EQ(columns, (Numbers{1, 2, 2, 1, 3, 0}));
  EXPECT_EQ(graph.columnCount, 4u);
  for (const Graph::Arc &a : graph.arcs)
    for (const Graph::Arc &b : graph.arcs)
      EXPECT_TRUE(&a == &b || a.column != b.column || a.bottom() <= b.top() ||
                  b.bottom() <= a.top());
}

TEST_F(GraphTest, Goldens) {
  letOthersEdit();
  std::vector<Report> reports = {check()};
  reports.emplace_back();
  reports[1].input = "broken <file> \"x\".pipeline";
  reports[1].root = "builtin.module";
  reports[1].wasChecked = false;
  reports[1].findings.push_back(
      Diagnostic(DiagnosticCode::Syntax, "expected ','"));
  for (const NamedChoice<GraphFormat> &info : getGraphFormats()) {
    std::string text = draw(reports, info.value);
    compareWithGolden("graph." + info.name.str(), text);
    EXPECT_EQ(text, draw(reports, info.value));
  }
}

/// A pipeline whose names do all the harm that they can.
Report makeHostile() {
  std::string evil =
      "<script>alert(1)</script>\"'`&]]>--><!--\\\n::error::x\x1b"
      "[31m\xe2\x80\xae\xc2\x9b};end%%{|}";
  Report report = makeChain(3);
  report.input = report.variant = evil;
  report.passes[0].node.name = report.passes[0].options = evil;
  report.passes[0].nests = {evil};
  report.passes[0].node.anchor = "builtin.module/" + evil;
  report.passes[0].kinds = {evil};
  report.passes[0].facts.push_back({"removes", evil, evil, evil});
  report.passes[0].facts.push_back({"pinned by", evil, evil, evil});
  Origin origin = Origin::plugin(evil);
  origin.why = evil;
  report.passes[0].node.origin = origin;
  report.bundles.push_back({report.passes[0].node, -1, true, 1, 2});
  report.passes[1].bundle = 0;
  report.slots.push_back({report.passes[0].node, -1, 2});
  report.changes.push_back(
      {EditTrace::Kind::Removed, report.passes[0].node, origin, evil});
  report.contents.push_back({evil, {{0, 2, true}}});
  addConstraint(report, 0, 2);
  report.constraints[0].reason = report.constraints[0].source = evil;
  Fix fix;
  fix.message = evil;
  report.findings.push_back(Diagnostic(DiagnosticCode::WrongOrder, evil)
                                .at(report.passes[0].node)
                                .note(evil, report.passes[1].node)
                                .fixedBy(fix));
  report.findings.push_back(Diagnostic(DiagnosticCode::WrongOrder, evil));
  return report;
}

TEST(Graph, NamesOfOthersAreShownAndNotRun) {
  Report report = makeHostile();
  for (const NamedChoice<GraphFormat> &info : getGraphFormats()) {
    std::string text = draw(report, info.value);
    for (StringRef harm : {"<script>alert", "\x1b", "\xe2\x80\xae", "\xc2\x9b",
                           "<!--", "]]>", "-->\"", "\n::error"})
      EXPECT_FALSE(contains(text, harm)) << info.name.str() << " has ";
    EXPECT_TRUE(contains(text, "alert")) << info.name.str();
    EXPECT_TRUE(llvm::json::isUTF8(text));
  }
  std::string page = draw(report, GraphFormat::Html);
  EXPECT_EQ(StringRef(page).count("<script"), 2u);
  EXPECT_EQ(StringRef(page).count("</script>"), 2u);
}

/// The data in the page is that of the other format, byte for byte.
TEST_F(GraphTest, ThePageHasTheData) {
  Report report = check();
  std::string data = draw(report, GraphFormat::Json);
  EXPECT_TRUE(contains(draw(report, GraphFormat::Html), "id=data>\n" + data));
  EXPECT_TRUE(bool(llvm::json::parse(data)));
}

TEST(Graph, NothingToDraw) {
  Report empty;
  for (const NamedChoice<GraphFormat> &info : getGraphFormats())
    EXPECT_FALSE(draw(empty, info.value).empty());
  EXPECT_TRUE(contains(draw(empty, GraphFormat::Html), "There are no passes."));
  for (const NamedChoice<GraphFormat> &info : getGraphFormats())
    EXPECT_FALSE(draw({}, info.value).empty());
}

/// What others lay out has an end, and says so; what is violated goes last.
TEST(Graph, DotAndMermaidHaveAnEnd) {
  Report report = makeChain(450);
  for (size_t i = 2; i < 202; ++i)
    addConstraint(report, i, i + 2);
  addConstraint(report, 449, 448, Report::Constraint::State::Broken);
  for (auto [format, arrow, violated] :
       {std::tuple(GraphFormat::Dot, " -> ", "r0_449 -> r0_448"),
        std::tuple(GraphFormat::Mermaid, "-->", "after, strong, violated")}) {
    std::string text = draw(report, format);
    EXPECT_LE(StringRef(text).count(arrow) + StringRef(text).count("-.->"),
              maxGraphEdges);
    EXPECT_TRUE(contains(text, "left out"));
    EXPECT_LT(text.size(), 200000u);
    EXPECT_TRUE(contains(text, violated));
  }
  EXPECT_LT(draw(report, GraphFormat::Mermaid).size(), 50000u);
  EXPECT_TRUE(contains(draw(makeChain(10000), GraphFormat::Dot),
                       "left out: 9500 rows and 0 constraints"));
  EXPECT_FALSE(contains(draw(makeChain(20), GraphFormat::Mermaid), "left out"));
}

TEST(Graph, TheScriptIsSmall) {
  std::string page = draw(makeChain(1), GraphFormat::Html);
  StringRef script = StringRef(page).rsplit("<script>").second;
  EXPECT_GT(script.size(), 1000u);
  EXPECT_LT(script.size(), 30u * 1024);
  // The only address is the name of the SVG namespace.
  size_t addresses = StringRef(page).count("://");
  EXPECT_EQ(addresses, StringRef(page).count("http://www.w3.org/2000/svg"));
  for (StringRef source : {" src=", "@import", "url("})
    EXPECT_FALSE(contains(page, source));
}

} // namespace
