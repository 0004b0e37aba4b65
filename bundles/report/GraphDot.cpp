//===- GraphDot.cpp - Pictures that others lay out ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphviz and Mermaid take very long for many edges, and Mermaid refuses more
// than 500 of them and texts of more than 50000 characters. So what they get
// has an end, and says what is left out.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "bundles/report/GraphSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using Row = Graph::Row;
using Arc = Graph::Arc;

namespace {
/// What there is room for of one drawing.
struct Excerpt {
  const Drawing &drawing;
  /// The number of the drawing, and how many of its first rows are shown.
  size_t number, rowCount;
  /// Those that are violated first.
  SmallVector<const Arc *> arcs;

  /// The identifier of a row, unique among all drawings.
  std::string getID(size_t row) const {
    return "r" + std::to_string(number) + "_" + std::to_string(row);
  }
};

/// What there is room for.
struct Selection {
  std::vector<Excerpt> excerpts;
  size_t hiddenRows = 0, hiddenArcs = 0, hiddenViolated = 0;

  std::string describe() const {
    std::string text = "left out: ";
    text += std::to_string(hiddenRows) + " rows and " +
            std::to_string(hiddenArcs) + " constraints, of which " +
            std::to_string(hiddenViolated) +
            " are violated. --graph=html has all";
    return text;
  }
  bool isComplete() const { return !hiddenRows && !hiddenArcs; }
};
} // namespace

/// An edge leads from each row to the next one, so rows take room, too.
static Selection select(ArrayRef<Drawing> drawings, size_t maxRows) {
  Selection selection;
  size_t rowsLeft = maxRows, edgesLeft = maxGraphEdges;
  for (auto [number, drawing] : enumerate(drawings)) {
    size_t count = std::min(drawing.graph.rows.size(), rowsLeft);
    rowsLeft -= count;
    edgesLeft -= std::min(edgesLeft, count);
    selection.excerpts.push_back({drawing, number, count, {}});
    selection.hiddenRows += drawing.graph.rows.size() - count;
  }
  for (bool isViolated : {true, false})
    for (Excerpt &excerpt : selection.excerpts)
      for (const Arc &arc : excerpt.drawing.graph.arcs) {
        if (arc.isViolated != isViolated || arc.isImplied)
          continue;
        if (edgesLeft && arc.bottom() < excerpt.rowCount) {
          excerpt.arcs.push_back(&arc);
          --edgesLeft;
        } else {
          ++selection.hiddenArcs;
          selection.hiddenViolated += isViolated;
        }
      }
  return selection;
}

/// A text that is no longer than what is easily read in a box.
static std::string cutLabel(StringRef text) {
  constexpr size_t limit = 80;
  StringRef cut = takeCharacters(text, limit);
  return cut.str() + (cut.size() < text.size() ? "..." : "");
}

/// The lines of a box: what it is, who put it there, what is marked.
static SmallVector<std::string> makeLabel(const Drawing &drawing,
                                          const Row &row) {
  SmallVector<std::string> lines;
  std::string number = row.kind == Row::Kind::Pass
                           ? std::to_string(row.index) + ": "
                           : std::string();
  lines.push_back(cutLabel(number + drawing.getTitle(row)));
  lines.push_back(cutLabel(report::toUTF8(drawing.getNode(row).origin.str())));
  for (const Drawing::Mark &mark : drawing.getMarks(row))
    // The line before names the party.
    lines.push_back(cutLabel(mark.word == "inserted" ? std::string("inserted")
                                                     : mark.text));
  for (size_t index : row.findings) {
    const Diagnostic &finding = drawing.report.findings[index];
    lines.push_back(cutLabel(
        (stringify(finding.severity) + ": " + finding.getTitle()).str()));
    if (finding.fix)
      lines.push_back(cutLabel("fix: " + report::toUTF8(finding.fix->str())));
  }
  return lines;
}

static std::string describeArc(const Drawing &drawing, const Arc &arc) {
  Drawing::TieText text = drawing.describe(arc.ties.front());
  std::string label = text.word + ", " + text.strength;
  if (arc.isViolated)
    label += ", violated";
  if (arc.ties.size() > 1)
    label += " (+" + std::to_string(arc.ties.size() - 1) + ")";
  return label;
}

/// Walks over the rows of an excerpt: `begin` writes the bundles around them,
/// which `end` closes, and `add` the rows. Both are given the blanks at which
/// their line begins, and the identifier of the row.
static void
walkRows(raw_ostream &os, const Excerpt &excerpt,
         function_ref<void(StringRef indent, StringRef id, const Row &)> begin,
         function_ref<void(StringRef indent, StringRef id, const Row &)> add,
         StringRef end) {
  SmallVector<size_t> open;
  const Graph &graph = excerpt.drawing.graph;
  auto getIndent = [&] { return std::string(2 * open.size() + 4, ' '); };
  for (size_t at = 0; at <= excerpt.rowCount; ++at) {
    while (!open.empty() && (at == excerpt.rowCount || open.back() <= at)) {
      open.pop_back();
      os << getIndent() << end << '\n';
    }
    if (at == excerpt.rowCount)
      break;
    const Row &row = graph.rows[at];
    if (row.kind == Row::Kind::Bundle) {
      begin(getIndent(), excerpt.getID(at), row);
      open.push_back(graph.frames[row.index].end);
    }
    add(getIndent(), excerpt.getID(at), row);
  }
}

static std::string getHeading(const Drawing &drawing) {
  std::string text = report::getTitle(drawing.report) + " (" +
                     report::countOf(drawing.report.passes.size(), "pass") +
                     ", " + graph::countFindings(drawing.report) + ")";
  for (size_t index : drawing.graph.otherFindings) {
    const Diagnostic &finding = drawing.report.findings[index];
    text += "\n" + cutLabel((stringify(finding.severity) + ": " +
                             report::toUTF8(finding.message))
                                .str());
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Graphviz
//===----------------------------------------------------------------------===//

/// In the text of a label, Graphviz reads entities of HTML.
static std::string quoteDot(ArrayRef<std::string> lines) {
  auto replace = [](char c) -> std::string {
    switch (c) {
    case '"':
    case '\\':
      return {'\\', c};
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\n':
      return "\\l";
    default:
      return "";
    }
  };
  std::string text = "\"";
  for (const std::string &line : lines)
    text += report::replaceEach(line, replace) + "\\l";
  return text + "\"";
}

/// Fill and line of boxes and text that can be read on it, by the sort of
/// origin.
static constexpr StringLiteral originFills[] = {"#e8eefc", "#fdeccf", "#f6e0f5",
                                                "#e3f3e6", "#eeeeee"};

static void printDotRows(raw_ostream &os, const Excerpt &excerpt) {
  const Drawing &drawing = excerpt.drawing;
  auto begin = [&](StringRef indent, StringRef id, const Row &row) {
    os << indent << "subgraph cluster_" << id << " {\n"
       << indent << "  label=" << quoteDot({cutLabel(drawing.getTitle(row))})
       << ";\n";
  };
  auto add = [&](StringRef indent, StringRef id, const Row &row) {
    os << indent << id << " [label=" << quoteDot(makeLabel(drawing, row))
       << ", fillcolor=\""
       << originFills[size_t(drawing.getNode(row).origin.kind)] << "\"";
    if (row.kind == Row::Kind::Gone || drawing.isLeftOut(row))
      os << ", style=\"filled,dashed\"";
    else if (row.kind != Row::Kind::Pass)
      os << ", shape=plaintext";
    if (drawing.getSeverity(row) >= Severity::Warning)
      os << ", color=\"#b3261e\", penwidth=2";
    os << "];\n";
  };
  walkRows(os, excerpt, begin, add, "}");
}

void graph::printDot(raw_ostream &os, ArrayRef<Drawing> drawings) {
  Selection selection = select(drawings, maxGraphEdges);
  os << "digraph pipelines {\n"
        "  rankdir=TB;\n"
        "  node [shape=box, style=filled, fontname=\"monospace\", "
        "fontsize=12];\n"
        "  edge [fontname=\"monospace\", fontsize=12];\n"
        "  graph [fontname=\"monospace\", fontsize=12, labeljust=l];\n";
  for (const Excerpt &one : selection.excerpts) {
    os << "  subgraph cluster_" << one.number
       << " {\n    label=" << quoteDot({getHeading(one.drawing)}) << ";\n";
    // A cluster without nodes is not drawn.
    if (!one.rowCount)
      os << "    empty" << one.number
         << " [label=\"no passes\", style=dashed];\n";
    printDotRows(os, one);
    for (size_t at = 1; at < one.rowCount; ++at)
      os << "    " << one.getID(at - 1) << " -> " << one.getID(at)
         << " [weight=10, color=\"#767676\"];\n";
    for (const Arc *arc : one.arcs)
      os << "    " << one.getID(arc->first) << " -> " << one.getID(arc->second)
         << " [constraint=false, label="
         << quoteDot({describeArc(one.drawing, *arc)}) << ", color=\""
         << (arc->isViolated ? "#b3261e\", penwidth=2" : "#3556a8\"") << "];\n";
    os << "  }\n";
  }
  if (!selection.isComplete())
    os << "  more [label=" << quoteDot({selection.describe()})
       << ", style=dashed];\n";
  os << "}\n";
}

//===----------------------------------------------------------------------===//
// Mermaid
//===----------------------------------------------------------------------===//

/// Of ASCII only letters, digits and what means nothing anywhere stay.
static std::string escapeMermaid(char c) {
  if (c == '\n')
    return "<br/>";
  if (isAlnum(c) || c & 0x80 || StringRef(" .,:-'_/+").contains(c))
    return "";
  return "#" + std::to_string(int(c)) + ";";
}

static std::string quoteMermaid(ArrayRef<std::string> lines) {
  std::string text;
  for (const std::string &line : lines)
    text += (text.empty() ? "" : "<br/>") +
            report::replaceEach(line, escapeMermaid);
  return "\"" + text + "\"";
}

static void printMermaidRows(raw_ostream &os, const Excerpt &excerpt) {
  const Drawing &drawing = excerpt.drawing;
  auto begin = [&](StringRef indent, StringRef id, const Row &row) {
    os << indent << "subgraph b" << id << "["
       << quoteMermaid({cutLabel(drawing.getTitle(row))}) << "]\n";
  };
  auto add = [&](StringRef indent, StringRef id, const Row &row) {
    static constexpr StringLiteral classes[] = {"framework", "party", "plugin",
                                                "file", "builder"};
    os << indent << id << "[" << quoteMermaid(makeLabel(drawing, row))
       << "]:::";
    if (drawing.getSeverity(row) >= Severity::Warning)
      os << "bad\n";
    else if (row.kind == Row::Kind::Gone)
      os << "gone\n";
    else
      os << classes[size_t(drawing.getNode(row).origin.kind)] << '\n';
  };
  walkRows(os, excerpt, begin, add, "end");
}

static void writeMermaid(raw_ostream &os, const Selection &selection) {
  os << "flowchart TD\n";
  for (const Excerpt &one : selection.excerpts) {
    os << "  subgraph p" << one.number << "["
       << quoteMermaid({getHeading(one.drawing)}) << "]\n";
    if (!one.rowCount)
      os << "    empty" << one.number << "[\"no passes\"]\n";
    printMermaidRows(os, one);
    os << "  end\n";
  }
  SmallVector<size_t> violated;
  size_t edge = 0;
  for (const Excerpt &one : selection.excerpts) {
    for (size_t at = 1; at < one.rowCount; ++at, ++edge)
      os << "  " << one.getID(at - 1) << " --> " << one.getID(at) << "\n";
    for (const Arc *arc : one.arcs) {
      os << "  " << one.getID(arc->first) << " -.->|"
         << quoteMermaid({describeArc(one.drawing, *arc)}) << "| "
         << one.getID(arc->second) << "\n";
      if (arc->isViolated)
        violated.push_back(edge);
      ++edge;
    }
  }
  if (!selection.isComplete())
    os << "  more[" << quoteMermaid({selection.describe()}) << "]\n";
  os << "  classDef framework fill:#e8eefc,color:#1b1b1f,stroke:#3556a8\n"
        "  classDef party fill:#fdeccf,color:#1b1b1f,stroke:#8a5300\n"
        "  classDef plugin fill:#f6e0f5,color:#1b1b1f,stroke:#8b3a88\n"
        "  classDef file fill:#e3f3e6,color:#1b1b1f,stroke:#2b6b3a\n"
        "  classDef builder fill:#eeeeee,color:#1b1b1f,stroke:#5c5c5c\n"
        "  classDef gone fill:#ffffff,color:#1b1b1f,stroke:#5c5c5c,"
        "stroke-dasharray:4\n"
        "  classDef bad fill:#fce8e6,color:#1b1b1f,stroke:#b3261e,"
        "stroke-width:3px\n";
  if (!violated.empty()) {
    os << "  linkStyle ";
    interleave(violated, os, ",");
    os << " stroke:#b3261e,stroke-width:2px\n";
  }
}

void graph::printMermaid(raw_ostream &os, ArrayRef<Drawing> drawings) {
  constexpr size_t maxSize = 50000;
  // Fewer rows until it is short enough.
  std::string text;
  for (size_t rows = maxGraphEdges;; rows /= 2) {
    text.clear();
    raw_string_ostream stream(text);
    writeMermaid(stream, select(drawings, rows));
    if (text.size() < maxSize || rows == 0)
      break;
  }
  os << text;
}
