//===- GraphJson.cpp - The data of a picture ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schema/graph.schema.json says what the keys mean. Each element of a list has
// a line of its own. What a key would say of nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/GraphRun.h"
#include "bundles/report/JsonSupport.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using pmb::report::LineMembers;
using pmb::report::Members;
using Row = Graph::Row;

StringRef pmb::stringify(Row::Kind kind) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle", "gone"};
  return kinds[size_t(kind)];
}

// Keys are sorted.
namespace pmb {

static void writeMembers(Members &to, const Graph::Lane &lane) {
  to.add("depth", lane.depth);
  to.addGiven("parent", lane.parent);
  to.add("path", lane.path);
}

static void writeMembers(Members &to, const Graph::Bar &bar) {
  to.add("kind", bar.isProperty ? "property" : "contents");
  to.add("names", bar.names);
  to.add("spans", bar.spans);
}

namespace graph {
static void writeMembers(Members &to, const Drawing::Mark &mark) {
  to.add("mark", mark.word);
  to.add("text", mark.text);
}
} // namespace graph

} // namespace pmb

static void writeArc(Members &to, const Drawing &drawing,
                     const Graph::Arc &arc) {
  static constexpr StringLiteral kinds[] = {"order", "property", "finding"};
  to.add("column", arc.column);
  to.add("first", arc.first);
  to.add("implied", arc.isImplied);
  to.add("second", arc.second);
  to.addEach("ties", arc.ties, [&](Members &one, const Graph::Tie &tie) {
    Drawing::TieText text = drawing.describe(tie);
    if (tie.kind == Graph::Tie::Kind::Finding)
      one.add("finding", tie.index);
    one.add("kind", kinds[size_t(tie.kind)]);
    one.addGiven("reason", text.reason);
    one.addGiven("source", text.source);
    one.add("state", text.state);
    one.add("strength", text.strength);
    one.add("text", text.text);
    one.add("word", text.word);
  });
  to.add("violated", arc.isViolated);
}

static void writeRow(Members &to, const Drawing &drawing, const Row &row,
                     ArrayRef<report::Difference> differences, bool withIR) {
  const Report &report = drawing.report;
  const Report::Pass *pass =
      row.kind == Row::Kind::Pass ? &report.passes[row.index] : nullptr;
  if (pass)
    to.addGiven("cleanup", pass->cleanup);
  if (row.kind == Row::Kind::Bundle) {
    to.add("contiguous", report.bundles[row.index].isContiguous);
    to.add("end", drawing.graph.frames[row.index].end);
  }
  to.addGiven("findings", row.findings);
  if (row.bundle >= 0)
    to.add("in", drawing.graph.frames[row.bundle].begin);
  to.add("kind", row.kind);
  if (pass)
    to.addGiven("kinds", pass->kinds);
  to.add("lane", row.lane);
  to.addGiven("marks", drawing.getMarks(row));
  to.add("name", drawing.getName(row));
  if (pass)
    to.addGiven("options", StringRef(pass->options).trim());
  to.add("origin", drawing.getNode(row).origin);
  to.add("point", row.point);
  if (pass && report.run && report.run->hasEnded)
    to.add("run", [&](Members &members) {
      graph::writePassRun(members, report.run->passes[row.index],
                          differences[row.index], withIR);
    });
}

static void writeDrawing(LineMembers &to, const Drawing &drawing, bool withIR) {
  const Report &report = drawing.report;
  const Graph &graph = drawing.graph;
  to.add("input", report.input);
  if (!report.variant.empty())
    to.add("variant", report.variant);
  to.add("checked", report.wasChecked);
  to.add("inputKnown", report.isInputKnown);
  to.add("errors", report.count(Severity::Error));
  to.add("warnings", report.count(Severity::Warning));
  to.add("remarks", report.count(Severity::Remark));
  to.add("passes", report.passes.size());
  to.addLines("lanes", graph.lanes);
  if (report.run)
    to.add("run", [&](Members &run) { graph::writeRun(run, report); });
  std::vector<report::Difference> differences;
  if (report.run)
    differences = report::findDifferences(report);
  to.addObjects("rows", graph.rows, [&](Members &one, const Row &row) {
    writeRow(one, drawing, row, differences, withIR);
  });
  to.addObjects("arcs", graph.arcs, [&](Members &one, const Graph::Arc &arc) {
    writeArc(one, drawing, arc);
  });
  to.addLines("bars", graph.bars);
  to.addLines("findings", report.findings);
}

std::string graph::makeJson(ArrayRef<Drawing> drawings, bool withIR) {
  std::string text;
  raw_string_ostream os(text);
  report::printPipelines(os, drawings,
                         [&](LineMembers &to, const Drawing &drawing) {
                           writeDrawing(to, drawing, withIR);
                         });
  return makeSafe(text);
}

std::string graph::makeSafe(StringRef text) {
  // These stand in texts only, where they can be written otherwise.
  return report::replaceEach(text, [](char c) {
    return c == '<'   ? "\\u003c"
           : c == '>' ? "\\u003e"
           : c == '&' ? "\\u0026"
                      : "";
  });
}

void graph::printJson(raw_ostream &os, ArrayRef<Drawing> drawings) {
  os << makeJson(drawings, /*withIR=*/true);
}
