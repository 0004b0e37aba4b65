//===- GraphTable.cpp - A pipeline as a table of HTML --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row draws its part of arcs, lanes and bars, so that it may be as high as
// its text needs, and may be left out.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/GraphRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using graph::Parties;
using report::html;
using report::printTerm;
using Row = Graph::Row;
using Arc = Graph::Arc;
using Span = Report::Timeline::Span;

/// In pixels; page/graph.js knows the first two, and that a line is at 14.
static constexpr int arcStep = 8, lineY = 14, laneStep = 12, barStep = 14;
/// What is further out stands with the passes that it is about.
static constexpr int maxArcColumns = 24;
static constexpr size_t maxLanes = 8, maxPageBars = 120;

static std::string getRowID(size_t drawing, size_t row) {
  return "p" + std::to_string(drawing) + "-" + std::to_string(row);
}

namespace {
/// A picture as a table.
class PageTable {
public:
  PageTable(raw_ostream &os, const Drawing &drawing, size_t number,
            const Parties &parties);
  void print();

private:
  void collectChanges();
  void printHead();
  void printFinding(const Diagnostic &finding, bool hasLines = false);
  void printRow(size_t at);
  void printGutter(size_t at);
  void printLanes(size_t at, std::string &lanes) const;
  /// Of arcs and lanes, in pixels.
  int getGutterWidth() const {
    return columns * arcStep + lanes * laneStep + 16;
  }
  void printBars(const Row &row);
  void printFrames(size_t at);
  void printPass(size_t at);
  void printDetails(size_t at);
  void printTies(size_t at);

  raw_ostream &os;
  const Drawing &drawing;
  const Report &report;
  const Graph &graph;
  size_t number;
  const Parties &parties;
  graph::RunPage run;
  int columns;
  int lanes, bars;
  /// Of each row, the arcs that end there; and of each column the arc that is
  /// drawn in it where the table has come to.
  std::vector<std::vector<const Arc *>> arcs;
  std::vector<const Arc *> open;
  /// Of each pass: the bars that begin, come back, end with it.
  struct Changes {
    SmallVector<const Graph::Bar *, 2> begins, comesBack, ends;
  };
  std::vector<Changes> changes;
};
} // namespace

PageTable::PageTable(raw_ostream &os, const Drawing &drawing, size_t number,
                     const Parties &parties)
    : os(os), drawing(drawing), report(drawing.report), graph(drawing.graph),
      number(number), parties(parties), run(drawing),
      columns(std::min<int>(graph.columnCount, maxArcColumns)),
      lanes(std::min<int>(graph.lanes.size(), maxLanes)),
      bars(std::min<int>(graph.bars.size(), maxPageBars)),
      arcs(graph.rows.size()), open(columns), changes(report.passes.size()) {
  for (const Arc &arc : graph.arcs) {
    arcs[arc.first].push_back(&arc);
    arcs[arc.second].push_back(&arc);
  }
  collectChanges();
}

/// What changes only from certain to possible neither begins nor ends.
void PageTable::collectChanges() {
  for (const Graph::Bar &bar : graph.bars)
    for (const Span &span : bar.spans) {
      bool isFirst = &span == &bar.spans.front();
      bool isLast = &span == &bar.spans.back();
      bool isJoined = !isFirst && (&span)[-1].end == span.begin;
      if (span.begin && span.begin <= changes.size() && !isJoined)
        (isFirst ? changes[span.begin - 1].begins
                 : changes[span.begin - 1].comesBack)
            .push_back(&bar);
      if (span.end && span.end <= changes.size() &&
          (isLast || (&span)[1].begin != span.end))
        changes[span.end - 1].ends.push_back(&bar);
    }
}

//===----------------------------------------------------------------------===//
// What is drawn
//===----------------------------------------------------------------------===//

static void printPath(raw_ostream &os, StringRef style, StringRef data) {
  if (!data.empty())
    os << "<path class=" << style << " d=\"" << data << "\"/>";
}

void PageTable::printLanes(size_t at, std::string &path) const {
  for (int lane = 0; lane < lanes; ++lane) {
    auto isIn = [&](size_t row) {
      return row < graph.rows.size() && graph.isInLane(graph.rows[row], lane);
    };
    if (!isIn(at))
      continue;
    bool goesUp = at && isIn(at - 1), goesDown = isIn(at + 1);
    path += formatv("M{0} {1}V{2}", columns * arcStep + lane * laneStep + 14,
                    goesUp ? 0 : lineY - 8, goesDown ? 9999 : lineY + 8);
  }
}

void PageTable::printGutter(size_t at) {
  std::string strong, weak, violated, heads, violatedHeads, lanePath;
  int edge = columns * arcStep + 6;
  auto getX = [&](int column) { return (columns - 1 - column) * arcStep + 5; };
  auto getPath = [&](const Arc &arc) -> std::string & {
    return arc.isViolated ? violated : drawing.isWeak(arc) ? weak : strong;
  };
  for (const Arc *arc : arcs[at]) {
    if (arc->column < 0 || arc->column >= columns)
      continue;
    bool isTop = arc->top() == at;
    if (!isTop)
      open[arc->column] = nullptr;
    getPath(*arc) += formatv("M{0} {1}H{2}V{3}", edge, lineY, getX(arc->column),
                             isTop ? "9999" : "0");
    if (arc->second == at)
      (arc->isViolated ? violatedHeads : heads) =
          formatv("M{0} {1}l-6-4v8z", edge, lineY);
  }
  for (const Arc *arc : open)
    if (arc)
      getPath(*arc) += formatv("M{0} 0V9999", getX(arc->column));
  for (const Arc *arc : arcs[at])
    if (arc->column >= 0 && arc->column < columns && arc->top() == at)
      open[arc->column] = arc;
  printLanes(at, lanePath);
  const Row &row = graph.rows[at];
  os << formatv("<td class=g><svg width={0} aria-hidden=true>",
                getGutterWidth());
  printPath(os, "l", lanePath);
  printPath(os, "a", strong);
  printPath(os, "wk", weak);
  printPath(os, "v", violated);
  printPath(os, "h", heads);
  printPath(os, "hv", violatedHeads);
  if (row.kind == Row::Kind::Pass)
    os << formatv("<circle cx={0} cy={1} r=4 />",
                  columns * arcStep +
                      std::min<int>(row.lane, maxLanes - 1) * laneStep + 14,
                  lineY);
  os << "</svg></td>";
}

void PageTable::printBars(const Row &row) {
  if (!bars)
    return;
  std::string certain, possible, property, ticks;
  size_t before = row.point;
  size_t after = before + (row.kind == Row::Kind::Pass);
  for (int i = 0; i < bars; ++i) {
    const Graph::Bar &bar = graph.bars[i];
    const Span *was = Report::Timeline::find(bar.spans, before);
    const Span *is = Report::Timeline::find(bar.spans, after);
    int x = i * barStep + barStep / 2;
    auto getPath = [&](bool isSure) -> std::string & {
      return bar.isProperty ? property : isSure ? certain : possible;
    };
    if (was && is && was->isCertain == is->isCertain)
      getPath(is->isCertain) += formatv("M{0} 0V9999", x);
    else {
      if (was)
        getPath(was->isCertain) += formatv("M{0} 0V{1}", x, lineY);
      if (is)
        getPath(is->isCertain) += formatv("M{0} {1}V9999", x, lineY);
    }
    if (!was != !is)
      ticks += formatv("M{0} {1}h10", x - 5, lineY);
  }
  os << "<td class=b><svg width=" << bars * barStep << " aria-hidden=true>";
  printPath(os, "c", certain);
  printPath(os, "m", possible);
  printPath(os, "p", property);
  printPath(os, "t", ticks);
  os << "</svg></td>";
}

void PageTable::printFrames(size_t at) {
  const Row &row = graph.rows[at];
  SmallVector<const Graph::Frame *> frames;
  if (row.kind == Row::Kind::Bundle)
    frames.push_back(&graph.frames[row.index]);
  for (int bundle = row.bundle; bundle >= 0;
       bundle = report.bundles[bundle].parent)
    frames.push_back(&graph.frames[bundle]);
  for (const Graph::Frame *frame : reverse(frames))
    os << "<i class=\"z" << (frame->begin == at ? " y" : "")
       << (frame->end == at + 1 ? " u" : "") << "\" style=--f:" << frame->depth
       << "></i>";
}

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

/// What is to be said below the message, but for the fix; empty for nothing.
static std::string listLines(const Diagnostic &finding) {
  std::string lines;
  for (const DiagnosticLine &line : report::getLines(finding))
    if (line.kind != DiagnosticLine::Kind::Fix)
      lines += "<li>" + html((line.getLabel() + line.text).str()) + "</li>";
  return lines.empty() ? lines : "<ul>" + lines + "</ul>";
}

/// `hasLines`: the details of no row have them.
void PageTable::printFinding(const Diagnostic &finding, bool hasLines) {
  StringRef severity = stringify(finding.severity);
  os << "<div class=\"f " << severity << "\"><b>" << severity << "</b> "
     << html(report::toUTF8(finding.message)) << " <code>"
     << html(finding.getTitle()) << "</code>";
  if (hasLines)
    os << listLines(finding);
  if (finding.fix)
    os << "<div class=fix>fix: " << html(report::toUTF8(finding.fix->str()))
       << "</div>";
  os << "</div>\n";
}

/// The facts that nothing else on the page says, but for what lowerings say in
/// very many words.
static bool isShown(StringRef word) {
  return is_contained({"part of", "provides", "invalidates", "preserves",
                       "greedy", "effect", "removes", "adds"},
                      word);
}

void PageTable::printTies(size_t at) {
  if (arcs[at].empty())
    return;
  os << "<dt>constraints</dt><dd><ul>";
  for (const Arc *arc : arcs[at]) {
    size_t other = arc->first == at ? arc->second : arc->first;
    const Row &row = graph.rows[other];
    for (const Graph::Tie &tie : arc->ties) {
      // What was found here stands below.
      if (tie.kind == Graph::Tie::Kind::Finding && arc->ties.size() > 1 &&
          is_contained(graph.rows[at].findings, tie.index))
        continue;
      Drawing::TieText text = drawing.describe(tie);
      os << "<li>" << html(text.text) << " (" << text.strength << ", "
         << text.state << (arc->isImplied ? ", follows from others" : "") << ")"
         << html(report::describeReason(text.reason, text.source))
         << " <a href=\"#" << getRowID(number, other) << "\">"
         << (row.kind == Row::Kind::Pass ? "pass " + std::to_string(row.index)
                                         : std::string("bundle"))
         << " " << html(drawing.getName(row)) << "</a></li>";
    }
  }
  os << "</ul></dd>\n";
}

void PageTable::printDetails(size_t at) {
  const Row &row = graph.rows[at];
  const Origin &origin = drawing.getNode(row).origin;
  os << "<details class=d><summary>details<span class=vh> of "
     << html(drawing.getName(row)) << "</span></summary><dl>";
  printTerm(os, "put there by", report::toUTF8(report::describeOrigin(origin)));
  auto listBars = [&](StringRef term, ArrayRef<const Graph::Bar *> list) {
    auto describe = [&](const Graph::Bar *bar) {
      return drawing.describeBar(*bar, 100);
    };
    printTerm(os, term, join(map_range(list, describe), ", "));
  };
  if (row.kind == Row::Kind::Pass) {
    const Report::Pass &pass = report.passes[row.index];
    printTerm(os, "kinds", join(map_range(pass.kinds, report::toUTF8), ", "));
    for (const Report::Fact &fact : pass.facts)
      if (isShown(fact.word))
        report::printTerm(
            os, report::toUTF8(fact.word),
            report::toUTF8(fact.text) +
                report::describeReason(report::toUTF8(fact.reason), ""));
    run.printTerms(os, row);
    for (const Report::Fact &fact : pass.observed)
      printTerm(os, report::toUTF8(fact.word), report::toUTF8(fact.text));
    listBars("begins", changes[row.index].begins);
    listBars("comes back", changes[row.index].comesBack);
    listBars("ends", changes[row.index].ends);
  }
  printTies(at);
  for (size_t index : row.findings)
    if (std::string lines = listLines(report.findings[index]); !lines.empty())
      os << "<dt>" << report.findings[index].getInfo().getID() << "</dt><dd>"
         << lines << "</dd>\n";
  os << "</dl></details>";
}

void PageTable::printPass(size_t at) {
  const Row &row = graph.rows[at];
  const Origin &origin = drawing.getNode(row).origin;
  os << "<td class=x style=--d:"
     << graph.getDepth(row) + (row.kind == Row::Kind::Bundle) << ">";
  printFrames(at);
  os << "<div class=q><a class=n href=\"#" << getRowID(number, at) << "\">";
  if (row.kind == Row::Kind::Slot || row.kind == Row::Kind::Bundle)
    os << (row.kind == Row::Kind::Slot ? "slot " : "bundle ");
  os << html(drawing.getName(row)) << "</a>";
  if (row.kind == Row::Kind::Pass)
    if (const std::string &options = report.passes[row.index].options;
        !options.empty())
      os << " <span class=e>{"
         << html(report::toUTF8(StringRef(options).trim())) << "}</span>";
  if (std::string nest = drawing.getNest(row);
      !nest.empty() && row.kind != Row::Kind::Bundle)
    os << " <span class=e>on " << html(nest) << "</span>";
  run.printSpans(os, row);
  for (const Drawing::Mark &mark : drawing.getMarks(row)) {
    bool isQuiet = mark.word == "no contract" || mark.word == "contiguous";
    os << " <span class=\"k"
       << (mark.word == "put in" ? " put"
           : isQuiet             ? " dim"
                                 : "")
       << "\">"
       << html(mark.word == "inserted" || isQuiet ? mark.word.str() : mark.text)
       << "</span>";
  }
  os << " <span class=o><i style=\"--c:var(--o" << parties.getColor(origin)
     << ")\"></i>" << html(report::toUTF8(origin.str())) << "</span> ";
  if (row.kind != Row::Kind::Gone)
    printDetails(at);
  os << "</div>";
  for (size_t index : row.findings)
    printFinding(report.findings[index]);
  os << "</td>";
}

void PageTable::printRow(size_t at) {
  const Row &row = graph.rows[at];
  os << "<tr id=" << getRowID(number, at) << " class=\"" << stringify(row.kind)
     << (drawing.isLeftOut(row) ? " out" : "") << run.getClass(row) << "\">";
  printGutter(at);
  os << "<th scope=row class=i>";
  if (row.kind == Row::Kind::Pass)
    os << row.index;
  else
    os << "<span class=vh>" << stringify(row.kind) << "</span>";
  os << "</th>";
  printPass(at);
  printBars(row);
  os << "</tr>\n";
}

void PageTable::printHead() {
  os << "<thead><tr><th scope=col class=g><span class=vh>Constraints and "
        "nests</span></th><th scope=col>#</th><th scope=col>Pass, options, "
        "nest, who put it there</th>";
  if (bars) {
    size_t longest = 0;
    for (int i = 0; i < bars; ++i)
      longest = std::max(longest, drawing.describeBar(graph.bars[i], 1).size());
    int height = std::min<size_t>(longest, 28) * 7.4 + 12;
    os << formatv("<th scope=col class=b><span class=vh>Contents and "
                  "properties</span><svg width={0} height={1} "
                  "aria-hidden=true>",
                  bars * barStep, height);
    for (int i = 0; i < bars; ++i) {
      const Graph::Bar &bar = graph.bars[i];
      std::string name = drawing.describeBar(bar, 1);
      if (name.size() > 28)
        name = takeCharacters(name, 26).str() + "\xe2\x80\xa6";
      os << formatv("<text transform=\"translate({0} {1})rotate(-90)\"><title>"
                    "{2}</title>{3}</text>",
                    i * barStep + barStep / 2 + 4, height - 4,
                    html(drawing.describeBar(bar, 100)), html(name));
    }
    os << "</svg></th>";
  }
  os << "</tr></thead>\n";
}

void PageTable::print() {
  std::string title = report::getTitle(report);
  std::string passes = report::countOf(report.passes.size(), "pass");
  os << "<section aria-labelledby=h" << number << "><div class=intro><h2 id=h"
     << number << ">" << html(title) << "</h2><p>" << passes << ", "
     << graph::countFindings(report) << ". "
     << (report.isInputKnown ? "The contents of the input are known."
                             : "The contents of the input are not known: bars "
                               "show what is certain.")
     << "</p>\n";
  run.printSummary(os);
  for (size_t index : graph.otherFindings)
    printFinding(report.findings[index], /*hasLines=*/true);
  size_t hidden = count_if(
      graph.arcs, [&](const Arc &arc) { return arc.column >= columns; });
  if (hidden)
    os << "<p>" << hidden
       << " constraints have no room in the gutter. A pass shows its own when "
          "it is selected.</p>\n";
  if (size_t left = graph.bars.size() - bars)
    os << "<p>" << left
       << " bars have no room. The details of passes name what begins and "
          "ends.</p>\n";
  if (graph.rows.empty())
    os << "<p>There are no passes.</p>\n";
  os << "</div>\n";
  if (!graph.rows.empty()) {
    os << formatv(
        "<div class=w role=region tabindex=0 aria-label=\"{0}\" "
        "data-columns={1} style=\"--g:{2}px;--b:{3}px\"><table><caption "
        "class=vh>The passes of {0}, in the order in which they "
        "run</caption>\n",
        html(title), columns, getGutterWidth(), bars * barStep);
    printHead();
    os << "<tbody>\n";
    for (size_t row = 0; row < graph.rows.size(); ++row) {
      if (size_t count = run.countFolded(row))
        run.printFold(os, row, count);
      printRow(row);
    }
    os << "</tbody></table></div>";
  }
  os << "</section>\n";
}

void graph::printTable(raw_ostream &os, const Drawing &drawing, size_t number,
                       const Parties &parties) {
  PageTable(os, drawing, number, parties).print();
}
