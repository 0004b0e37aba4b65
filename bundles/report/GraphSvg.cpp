//===- GraphSvg.cpp - A picture of a pipeline -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From left to right: arcs, lanes, the passes in their frames, bars. Text is
// monospaced, so that its width is known.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "bundles/report/GraphSupport.h"
#include "bundles/report/HtmlPage.h"
#include "bundles/report/PageTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using report::html;
using Row = Graph::Row;
using Arc = Graph::Arc;

/// In pixels. A character of 13 pixels is 7.8 wide, of 12 pixels 7.2.
static constexpr int lineHeight = 18, rowHeight = 24, columnWidth = 10,
                     laneWidth = 14, frameInset = 8, barWidth = 16, margin = 12;
static constexpr double charWidth = 7.8, smallCharWidth = 7.2;
/// What is further out is left out, and counted.
static constexpr int maxColumns = 40;
static constexpr size_t maxBars = 200, maxTitle = 64, maxMessage = 96;

/// The width in pixels, if a column has that of `width`; rounded down.
static int measureText(StringRef text, double width = charWidth) {
  int columns = sys::unicode::columnWidthUTF8(text);
  return (columns < 0 ? int(text.size()) : columns) * width;
}

static std::string cutText(StringRef text, size_t limit) {
  StringRef cut = takeCharacters(text, limit);
  return cut.size() < text.size() ? cut.str() + "\xe2\x80\xa6" : text.str();
}

/// Breaks a text at blanks.
static SmallVector<std::string> wrapText(StringRef text, size_t limit) {
  SmallVector<std::string> lines(1);
  SmallVector<StringRef> words;
  text.split(words, ' ');
  for (StringRef word : words) {
    std::string &line = lines.back();
    if (line.empty())
      line = cutText(word, limit);
    else if (line.size() + 1 + word.size() <= limit)
      line += " " + word.str();
    else
      lines.push_back(cutText(word, limit));
  }
  return lines;
}

namespace {
class SvgDrawing {
public:
  explicit SvgDrawing(const Drawing &drawing)
      : drawing(drawing), graph(drawing.graph) {
    measure();
  }

  int getWidth() const { return width; }
  int getHeight() const { return height; }
  void print(raw_ostream &os, int top) const;

private:
  /// A line below a row.
  struct Line {
    std::string text;
    StringRef style;
  };
  struct Cell {
    std::string title, origin, marks;
    SmallVector<Line> lines;
    int y;
  };

  void measure();
  void addFinding(const Diagnostic &finding, SmallVectorImpl<Line> &lines);
  int getColumnX(int column) const {
    return laneX - (column + 1) * columnWidth;
  }
  int getY(size_t row) const { return cells[row].y + rowHeight / 2; }
  void printText(raw_ostream &os, int x, int y, StringRef style,
                 StringRef text) const;
  void printFrames(raw_ostream &os) const;
  void printLanes(raw_ostream &os) const;
  void printRow(raw_ostream &os, size_t row) const;
  void printArc(raw_ostream &os, const Arc &arc) const;
  void printBar(raw_ostream &os, size_t bar) const;

  const Drawing &drawing;
  const Graph &graph;
  std::vector<Cell> cells;
  SmallVector<Line> head;
  size_t barCount = 0, hiddenArcs = 0;
  int laneX = 0, textX = 0, originX = 0, markX = 0, barX = 0;
  int headHeight = 0, bottom = 0, width = 0, height = 0;
};
} // namespace

void SvgDrawing::addFinding(const Diagnostic &finding,
                            SmallVectorImpl<Line> &lines) {
  StringRef style = finding.severity == Severity::Error     ? "bad"
                    : finding.severity == Severity::Warning ? "warn"
                                                            : "s";
  for (std::string &line :
       wrapText(report::describeFinding(finding), maxMessage))
    lines.push_back({std::move(line), style});
  if (finding.fix)
    for (std::string &line :
         wrapText("fix: " + report::toUTF8(finding.fix->str()), maxMessage))
      lines.push_back({std::move(line), "fix"});
}

void SvgDrawing::measure() {
  const Report &report = drawing.report;
  for (size_t index : graph.otherFindings)
    addFinding(report.findings[index], head);
  int columns = std::min<int>(graph.columnCount, maxColumns);
  for (const Arc &arc : graph.arcs)
    hiddenArcs += arc.column >= maxColumns;
  if (hiddenArcs)
    head.push_back({std::to_string(hiddenArcs) +
                        " constraints have no room here: see --graph=html",
                    "s"});
  if (report.passes.empty())
    head.push_back({"There are no passes.", "s"});
  barCount = std::min(graph.bars.size(), maxBars);
  if (barCount < graph.bars.size())
    head.push_back({std::to_string(graph.bars.size() - barCount) +
                        " bars have no room here: see --graph=html",
                    "s"});
  size_t label = 0;
  for (const Graph::Bar &bar : ArrayRef(graph.bars).take_front(barCount))
    label = std::max(label, drawing.describeBar(bar, 1).size());
  int labelHeight =
      barCount ? int(std::min<size_t>(label, 34) * smallCharWidth) + 16 : 0;
  headHeight =
      std::max<int>(44 + head.size() * lineHeight, labelHeight + margin);
  int titleWidth = 0, originWidth = 0, markWidth = 0, below = 0;
  int y = headHeight;
  for (const Row &row : graph.rows) {
    Cell &cell = cells.emplace_back();
    std::string number =
        row.kind == Row::Kind::Pass ? std::to_string(row.index) + "  " : "";
    cell.title = cutText(number + drawing.getTitle(row), maxTitle);
    cell.origin =
        cutText(report::toUTF8(drawing.getNode(row).origin.str()), 48);
    for (const Drawing::Mark &mark : drawing.getMarks(row))
      cell.marks += (cell.marks.empty() ? "" : ", ") + mark.word.str();
    for (size_t index : row.findings)
      addFinding(report.findings[index], cell.lines);
    int inset = 2 * graph.getDepth(row) * frameInset;
    titleWidth = std::max(titleWidth, measureText(cell.title) + inset);
    originWidth =
        std::max(originWidth, measureText(cell.origin, smallCharWidth));
    markWidth =
        std::max(markWidth, measureText(cell.marks, smallCharWidth) + inset);
    for (const Line &line : cell.lines)
      below = std::max(below, measureText(line.text) + inset + 28);
    cell.y = y;
    y += rowHeight + cell.lines.size() * lineHeight +
         (cell.lines.empty() ? 0 : 6);
  }
  bottom = y;
  laneX = margin + columns * columnWidth + 10;
  textX = laneX + std::min<size_t>(graph.lanes.size(), 12) * laneWidth + 6;
  originX = textX + titleWidth + 28;
  markX = originX + originWidth + 16;
  barX = std::max(markX + markWidth + 20, textX + below + 20);
  width = barX + barCount * barWidth + margin;
  for (const Line &line : head)
    width = std::max(width, margin + measureText(line.text) + margin);
  height = bottom + margin;
}

void SvgDrawing::printText(raw_ostream &os, int x, int y, StringRef style,
                           StringRef text) const {
  os << "<text x=\"" << x << "\" y=\"" << y << '"';
  if (!style.empty())
    os << " class=\"" << style << '"';
  os << '>' << html(text) << "</text>\n";
}

void SvgDrawing::printFrames(raw_ostream &os) const {
  for (const Graph::Frame &frame : graph.frames) {
    int y = cells[frame.begin].y;
    int end = frame.end < cells.size() ? cells[frame.end].y : bottom;
    int inset = frame.depth * frameInset;
    os << formatv("<rect class=\"frame\" x=\"{0}\" y=\"{1}\" width=\"{2}\" "
                  "height=\"{3}\" rx=\"5\"/>\n",
                  textX + inset, y + 1, barX - 10 - textX - 2 * inset,
                  end - y - 2);
  }
}

void SvgDrawing::printLanes(raw_ostream &os) const {
  for (size_t lane = 0; lane < std::min<size_t>(graph.lanes.size(), 12);
       ++lane) {
    int x = laneX + lane * laneWidth + laneWidth / 2;
    // From where the nest begins to where it ends.
    for (size_t row = 0; row < graph.rows.size();) {
      auto isIn = [&](size_t at) {
        return graph.isInLane(graph.rows[at], lane);
      };
      size_t begin = row++;
      if (!isIn(begin))
        continue;
      while (row < graph.rows.size() && isIn(row))
        ++row;
      os << formatv("<path class=\"lane\" d=\"M{0} {1}V{2}\"/>\n", x,
                    getY(begin) - 8, getY(row - 1) + 8);
    }
  }
}

void SvgDrawing::printRow(raw_ostream &os, size_t at) const {
  const Row &row = graph.rows[at];
  const Cell &cell = cells[at];
  const Origin &origin = drawing.getNode(row).origin;
  int y = getY(at);
  int inset = graph.getDepth(row) * frameInset;
  if (row.kind == Row::Kind::Bundle)
    inset += frameInset;
  os << "<g><title>" << html(drawing.getTitle(row));
  for (const Drawing::Mark &mark : drawing.getMarks(row))
    os << '\n' << html(mark.text);
  os << "</title>\n";
  if (row.kind == Row::Kind::Pass)
    os << formatv(
        "<circle class=\"dot\" cx=\"{0}\" cy=\"{1}\" r=\"4\"/>\n",
        laneX + std::min<int>(row.lane, 11) * laneWidth + laneWidth / 2, y);
  printText(os, textX + inset + 6, y + 4,
            row.kind == Row::Kind::Gone || drawing.isLeftOut(row) ? "gone" : "",
            cell.title);
  os << formatv("<rect class=\"o{0}\" x=\"{1}\" y=\"{2}\" width=\"6\" "
                "height=\"12\"/>\n",
                unsigned(origin.kind), originX - 10, y - 6);
  printText(os, originX, y + 4, "s", cell.origin);
  if (!cell.marks.empty())
    printText(os, markX, y + 4, "s", cell.marks);
  for (size_t i = 0; i < cell.lines.size(); ++i)
    printText(os, textX + inset + 22, y + 4 + (i + 1) * lineHeight,
              cell.lines[i].style, cell.lines[i].text);
  os << "</g>\n";
}

void SvgDrawing::printArc(raw_ostream &os, const Arc &arc) const {
  if (arc.column < 0 || arc.column >= maxColumns)
    return;
  int x = getColumnX(arc.column), first = getY(arc.first),
      second = getY(arc.second), end = laneX - 1;
  // Where several arcs of one row end, each is seen.
  int from = first + (arc.first < arc.second ? 3 : -3),
      to = second + (arc.first < arc.second ? -3 : 3);
  std::string titles;
  for (const Graph::Tie &tie : arc.ties) {
    Drawing::TieText text = drawing.describe(tie);
    titles += (titles.empty() ? "" : "\n") + text.text + " (" + text.strength +
              ", " + text.state + ")" + report::describeReason(text.reason, "");
  }
  os << "<g><title>" << html(titles)
     << formatv("</title><path class=\"arc{0}{1}\" d=\"M{2} {3}H{4}V{5}H{2}\"/>"
                "<path class=\"head{6}\" d=\"M{2} {5}l-6 -4v8z\"/></g>\n",
                arc.isViolated ? " violated" : "",
                drawing.isWeak(arc) ? " weak" : "", end, from, x, to,
                arc.isViolated ? " v" : "");
}

void SvgDrawing::printBar(raw_ostream &os, size_t index) const {
  const Graph::Bar &bar = graph.bars[index];
  int x = barX + index * barWidth + barWidth / 2;
  os << "<g><title>" << html(drawing.describeBar(bar, 50)) << "</title>";
  for (const Report::Timeline::Span &span : bar.spans) {
    // It begins with the pass before `begin`, and ends with that before `end`.
    ArrayRef<size_t> rows = graph.passRows;
    int from = span.begin ? getY(rows[span.begin - 1]) : headHeight;
    int to = span.end <= rows.size() ? getY(rows[span.end - 1]) : bottom;
    os << formatv("<path class=\"bar{0}{1}\" d=\"M{2} {3}V{4}\"/>",
                  bar.isProperty ? " prop" : "", span.isCertain ? "" : " maybe",
                  x, from, to);
  }
  os << "</g>\n";
  os << formatv("<text class=\"s\" transform=\"translate({0} {1}) "
                "rotate(-90)\">",
                x + 4, headHeight - 6)
     << html(cutText(drawing.describeBar(bar, 1), 32)) << "</text>\n";
}

void SvgDrawing::print(raw_ostream &os, int top) const {
  const Report &report = drawing.report;
  os << formatv("<g transform=\"translate(0 {0})\">\n", top);
  std::string passes = report::countOf(report.passes.size(), "pass");
  printText(os, margin, 20, "h", cutText(report::getTitle(report), 80));
  printText(os, margin, 38, "s", passes + ", " + graph::countFindings(report));
  for (size_t i = 0; i < head.size(); ++i)
    printText(os, margin, 56 + i * lineHeight, head[i].style, head[i].text);
  printFrames(os);
  printLanes(os);
  for (const Arc &arc : graph.arcs)
    printArc(os, arc);
  for (size_t row = 0; row < graph.rows.size(); ++row)
    printRow(os, row);
  for (size_t bar = 0; bar < barCount; ++bar)
    printBar(os, bar);
  os << "</g>\n";
}

void graph::printSvg(raw_ostream &os, ArrayRef<Drawing> drawings) {
  std::vector<SvgDrawing> pictures(drawings.begin(), drawings.end());
  int width = 320, height = 0;
  for (const SvgDrawing &picture : pictures) {
    width = std::max(width, picture.getWidth());
    height += picture.getHeight();
  }
  // Both colour schemes of the style have a contrast of at least 4.5 for text.
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
                "aria-label=\"Pass pipelines\">\n<style>\n{2}</style>\n"
                "<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n",
                width, height, texts::pictureStyle);
  int top = 0;
  for (const SvgDrawing &picture : pictures) {
    picture.print(os, top);
    top += picture.getHeight();
  }
  os << "</svg>\n";
}
