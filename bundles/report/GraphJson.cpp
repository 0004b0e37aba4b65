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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using pmb::report::makeFinding;
using pmb::report::makeNames;
using pmb::report::makeOrigin;
using pmb::report::set;
using pmb::report::toUTF8;
using pmb::report::writeList;
using Row = Graph::Row;

static json::Array makeNumbers(ArrayRef<size_t> numbers) {
  return json::Array(ArrayRef<size_t>(numbers));
}

static json::Object makePass(const Report::Pass &pass) {
  json::Object object;
  set(object, "options", toUTF8(StringRef(pass.options).trim()));
  if (!pass.kinds.empty())
    object["kinds"] = makeNames(pass.kinds);
  if (pass.cleanup)
    object["cleanup"] = stringify(*pass.cleanup);
  return object;
}

static json::Object makeRow(const Drawing &drawing, const Row &row) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle", "gone"};
  bool isPass = row.kind == Row::Kind::Pass;
  json::Object object =
      isPass ? makePass(drawing.report.passes[row.index]) : json::Object();
  object["kind"] = kinds[size_t(row.kind)];
  object["name"] = drawing.getName(row);
  object["point"] = row.point;
  object["lane"] = row.lane;
  object["origin"] = makeOrigin(drawing.getNode(row).origin);
  if (row.kind == Row::Kind::Bundle) {
    object["end"] = drawing.graph.frames[row.index].end;
    object["contiguous"] = drawing.report.bundles[row.index].isContiguous;
  }
  if (row.bundle >= 0)
    object["in"] = drawing.graph.frames[row.bundle].begin;
  json::Array marks;
  for (const Drawing::Mark &mark : drawing.getMarks(row))
    marks.push_back(json::Object{{"mark", mark.word}, {"text", mark.text}});
  if (!marks.empty())
    object["marks"] = std::move(marks);
  if (!row.findings.empty())
    object["findings"] = makeNumbers(row.findings);
  return object;
}

static json::Value makeArc(const Drawing &drawing, const Graph::Arc &arc) {
  static constexpr StringLiteral kinds[] = {"order", "property", "finding"};
  json::Array ties;
  for (const Graph::Tie &tie : arc.ties) {
    Drawing::TieText text = drawing.describe(tie);
    json::Object object{{"kind", kinds[size_t(tie.kind)]},
                        {"word", text.word},
                        {"text", text.text},
                        {"strength", text.strength},
                        {"state", text.state}};
    set(object, "reason", text.reason);
    set(object, "source", text.source);
    if (tie.kind == Graph::Tie::Kind::Finding)
      object["finding"] = tie.index;
    ties.push_back(std::move(object));
  }
  return json::Object{{"first", arc.first},         {"second", arc.second},
                      {"violated", arc.isViolated}, {"implied", arc.isImplied},
                      {"column", arc.column},       {"ties", std::move(ties)}};
}

static json::Value makeBar(const Graph::Bar &bar) {
  json::Array spans;
  for (const Report::Timeline::Span &span : bar.spans)
    spans.push_back(json::Object{
        {"begin", span.begin}, {"end", span.end}, {"certain", span.isCertain}});
  return json::Object{{"kind", bar.isProperty ? "property" : "contents"},
                      {"names", makeNames(bar.names)},
                      {"spans", std::move(spans)}};
}

static void writeDrawing(raw_ostream &os, const Drawing &drawing, bool withIR) {
  const Report &report = drawing.report;
  const PipelineRun *run = report.run.get();
  std::vector<report::Difference> differences;
  if (run)
    differences = report::findDifferences(report);
  const Graph &graph = drawing.graph;
  auto text = [](StringRef value) {
    return formatv("{0}", json::Value(toUTF8(value))).str();
  };
  os << "{\"input\":" << text(report.input);
  if (!report.variant.empty())
    os << ",\n \"variant\":" << text(report.variant);
  os << ",\n \"checked\":" << (report.wasChecked ? "true" : "false")
     << ",\n \"inputKnown\":" << (report.isInputKnown ? "true" : "false")
     << ",\n \"errors\":" << report.count(Severity::Error)
     << ",\n \"warnings\":" << report.count(Severity::Warning)
     << ",\n \"remarks\":" << report.count(Severity::Remark)
     << ",\n \"passes\":" << report.passes.size();
  writeList(os, "lanes", graph.lanes, [](const Graph::Lane &lane) {
    json::Object object{{"path", toUTF8(lane.path)}, {"depth", lane.depth}};
    if (lane.parent >= 0)
      object["parent"] = lane.parent;
    return object;
  });
  if (run)
    os << formatv(",\n \"run\":{0}", json::Value(graph::makeRun(report)));
  writeList(os, "rows", graph.rows, [&](const Row &row) {
    json::Object object = makeRow(drawing, row);
    if (run && run->hasEnded && row.kind == Row::Kind::Pass)
      object["run"] = graph::makePassRun(run->passes[row.index],
                                         differences[row.index], withIR);
    return object;
  });
  writeList(os, "arcs", graph.arcs,
            [&](const Graph::Arc &arc) { return makeArc(drawing, arc); });
  writeList(os, "bars", graph.bars, makeBar);
  writeList(os, "findings", report.findings, makeFinding);
  os << "}";
}

std::string graph::makeJson(ArrayRef<Drawing> drawings, bool withIR) {
  std::string text;
  raw_string_ostream os(text);
  os << "{\"version\":1,\n\"pipelines\":[";
  for (const Drawing &drawing : drawings) {
    os << (&drawing == drawings.begin() ? "\n" : ",\n");
    writeDrawing(os, drawing, withIR);
  }
  os << "]}\n";
  return makeSafe(text);
}

std::string graph::makeSafe(StringRef text) {
  // These stand in texts only, where they can be written otherwise.
  std::string safe;
  safe.reserve(text.size());
  for (char c : text)
    if (c == '<' || c == '>' || c == '&')
      safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    else
      safe += c;
  return safe;
}

void graph::printJson(raw_ostream &os, ArrayRef<Drawing> drawings) {
  os << makeJson(drawings, /*withIR=*/true);
}
