//===- GraphDrawing.cpp - What pictures of pipelines share ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassManagerRules.h"
#include "bundles/report/GraphSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using graph::Parties;
using Row = Graph::Row;

Drawing::Drawing(const Report &report)
    : report(report), graph(makeGraph(report)) {
  StringMap<size_t> counts;
  size_t most = 0;
  for (const Row &row : graph.rows)
    if (const Origin &origin = getNode(row).origin;
        origin.kind == Origin::Kind::File && ++counts[origin.name] > most) {
      most = counts[origin.name];
      mainFile = origin.name;
    }
}

std::string Drawing::getName(const Row &row) const {
  return report::toUTF8(getNode(row).name);
}

std::string Drawing::getNest(const Row &row) const {
  StringRef path = graph.lanes[row.lane].path;
  if (!path.consume_front(report.root) || !path.consume_front("/"))
    return row.lane ? report::toUTF8(graph.lanes[row.lane].path) : "";
  return report::toUTF8(path);
}

std::string Drawing::getTitle(const Row &row) const {
  std::string name = getName(row);
  static constexpr StringLiteral words[] = {"", "slot ", "bundle ", ""};
  if (row.kind == Row::Kind::Pass)
    name += wrapOptions(report::toUTF8(report.passes[row.index].options));
  else
    name = words[size_t(row.kind)].str() + "'" + name + "'";
  std::string nest = getNest(row);
  return nest.empty() || row.kind == Row::Kind::Bundle ? name
                                                       : name + " on " + nest;
}

/// Of what facts say, what others did and the builder does.
static void addMarks(const Report::Pass &pass,
                     std::vector<Drawing::Mark> &marks) {
  bool isPutIn = pass.cleanup == CleanupAction::Kind::Established;
  for (const Report::Fact &fact : pass.facts) {
    StringRef word = fact.word == "cleanups"
                         ? StringRef(isPutIn ? "put in" : "left out")
                     : fact.word == "moved by"  ? "moved"
                     : fact.word == "options"   ? "options set"
                     : fact.word == "pinned by" ? "pinned"
                     : fact.word == "replaces"  ? "replaces"
                                                : "";
    if (word.empty())
      continue;
    std::string text = report::toUTF8(fact.text);
    if (fact.word != "cleanups")
      text.insert(0, report::toUTF8(fact.word) + " ");
    marks.push_back({word, std::move(text)});
  }
  if (!pass.hasContract)
    marks.push_back({"no contract", "no contract tells what it does"});
}

std::vector<Drawing::Mark> Drawing::getMarks(const Row &row) const {
  std::vector<Mark> marks;
  const Origin &origin = getNode(row).origin;
  if (row.kind == Row::Kind::Gone) {
    const Report::Change &change = report.changes[row.index];
    return {{stringify(change.kind), report::toUTF8(change.str())}};
  }
  StringRef place = row.kind == Row::Kind::Pass
                        ? StringRef(report.passes[row.index].insertedAt)
                        : StringRef();
  bool isOtherFile =
      origin.kind == Origin::Kind::File && origin.name != mainFile;
  // An edit of the command line has no line.
  bool isForeign = origin.kind == Origin::Kind::ThirdParty ||
                   origin.kind == Origin::Kind::Plugin ||
                   (isOtherFile && !origin.line);
  if (isOtherFile && !isForeign && place.empty())
    marks.push_back({"other file", "from " + report::toUTF8(origin.name)});
  if (isForeign || !place.empty())
    marks.push_back(
        {"inserted",
         "inserted " +
             (place.empty() ? std::string() : report::toUTF8(place) + " ") +
             "by " + report::toUTF8(origin.str())});
  if (row.kind == Row::Kind::Pass)
    addMarks(report.passes[row.index], marks);
  if (row.kind == Row::Kind::Bundle && report.bundles[row.index].isContiguous)
    marks.push_back({"contiguous", "others insert nothing into it"});
  return marks;
}

bool Drawing::isLeftOut(const Row &row) const {
  return row.kind == Row::Kind::Pass && !report.passes[row.index].runs();
}

Severity Drawing::getSeverity(const Row &row) const {
  Severity worst = Severity::Off;
  for (size_t index : row.findings)
    worst = std::max(worst, report.findings[index].severity);
  return worst;
}

Drawing::TieText Drawing::describe(const Graph::Tie &tie) const {
  if (tie.kind == Graph::Tie::Kind::Finding) {
    const Diagnostic &finding = report.findings[tie.index];
    return {finding.getInfo().name.str(),
            report::toUTF8(finding.message),
            stringify(finding.severity).str(),
            "violated",
            "",
            ""};
  }
  const Report::Constraint &one = tie.kind == Graph::Tie::Kind::Order
                                      ? report.constraints[tie.index]
                                      : report.requirements[tie.index];
  std::string word = stringify(one.word).str();
  return {
      word,
      report::toUTF8("'" + one.owner.name + "': " + word + " " + one.target),
      one.describeStrength().str(),
      stringify(one.state).str(),
      report::toUTF8(one.reason),
      report::toUTF8(one.source)};
}

bool Drawing::isWeak(const Graph::Arc &arc) const {
  return all_of(arc.ties, [&](const Graph::Tie &tie) {
    std::string strength = describe(tie).strength;
    return strength == "weak" || strength == "advice";
  });
}

std::string Drawing::describeBar(const Graph::Bar &bar, size_t limit) const {
  std::string text = join(
      map_range(ArrayRef(bar.names).take_front(limit), report::toUTF8), ", ");
  if (bar.names.size() > limit)
    text += " +" + std::to_string(bar.names.size() - limit);
  return text;
}

//===----------------------------------------------------------------------===//
// Parties
//===----------------------------------------------------------------------===//

std::string Parties::describe(const Origin &origin) {
  Origin party = origin;
  if (party.kind == Origin::Kind::Framework && party.line)
    party.name.clear();
  party.line = party.column = 0;
  return report::toUTF8(party.str());
}

Parties::Parties(ArrayRef<Drawing> drawings) {
  auto note = [&](const Origin &origin) {
    std::string name = describe(origin);
    if (numbers.try_emplace(name, names.size()).second)
      names.push_back(std::move(name));
  };
  for (const Drawing &drawing : drawings)
    for (const Row &row : drawing.graph.rows)
      note(drawing.getNode(row).origin);
}

unsigned Parties::getColor(const Origin &origin) const {
  return numbers.lookup(describe(origin)) % colorCount;
}

std::string graph::countFindings(const Report &report) {
  std::string text;
  for (auto [severity, name] : {std::pair(Severity::Error, "error"),
                                std::pair(Severity::Warning, "warning"),
                                std::pair(Severity::Remark, "remark")}) {
    unsigned count = report.count(severity);
    if (count || severity != Severity::Remark)
      text += (text.empty() ? "" : ", ") + report::countOf(count, name);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

ArrayRef<NamedChoice<GraphFormat>> pmb::getGraphFormats() {
  static constexpr NamedChoice<GraphFormat> formats[] = {
#define PMB_GRAPH_FORMAT(ENUM, NAME, WHAT) {GraphFormat::ENUM, NAME, WHAT},
#include "bundles/report/GraphFormats.def"
#undef PMB_GRAPH_FORMAT
  };
  return formats;
}

void pmb::printGraph(raw_ostream &os, ArrayRef<Report> reports,
                     GraphFormat format) {
  std::vector<Drawing> drawings;
  for (const Report &report : reports)
    drawings.emplace_back(report);
  switch (format) {
#define PMB_GRAPH_FORMAT(ENUM, NAME, WHAT)                                     \
  case GraphFormat::ENUM:                                                      \
    return graph::print##ENUM(os, drawings);
#include "bundles/report/GraphFormats.def"
#undef PMB_GRAPH_FORMAT
  }
}
