//===- Graph.h - A pipeline as a picture ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline as it will run, from top to bottom. The order is the layout:
//
//   std::vector<Diagnostic> findings = pipeline.check();
//   Report report = makeReport(pipeline, "cpu", /*explains=*/true);
//   report.findings = std::move(findings);
//   printGraph(llvm::outs(), report, GraphFormat::Html);
//
// All formats are made of a `Graph`, which says where everything stands, and of
// the report that it was made of. What they write depends on nothing else.
//
//   html     one file that needs neither network nor JavaScript; with
//            JavaScript it can be searched and filtered. It has the data of
//            `json` in it.
//   svg      a picture, for pages and documents
//   dot      for Graphviz
//   mermaid  for Markdown. As dot, at most `maxGraphEdges` edges: what is left
//            out is counted, violated constraints last
//   json     schema/graph.schema.json
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_GRAPH_H
#define PMB_BUNDLES_REPORT_GRAPH_H

#include "bundles/report/Report.h"

namespace pmb {

/// Where everything in a picture of one report stands. Indices are those of the
/// report; rows are counted from the top.
struct Graph {
  /// A place where passes run: the pipeline's operation, or a nest in it.
  struct Lane {
    /// The anchor path.
    std::string path;
    /// How many lanes are around it, and which is the innermost; -1 for none.
    unsigned depth;
    int parent;
  };
  struct Row {
    /// Gone: something that was removed or replaced.
    enum class Kind { Pass, Slot, Bundle, Gone };
    Kind kind;
    /// Of a pass, slot, bundle or change of the report.
    size_t index;
    /// How many passes stand before it.
    size_t point;
    unsigned lane;
    /// The innermost bundle around it; that of a bundle is the one around that.
    int bundle;
    /// Of the findings about it.
    std::vector<size_t> findings = {};

    /// What it stands for in the report that it was made of.
    const NodeRef &getNode(const Report &report) const;
  };
  /// A bundle has its rows from `begin`, which is its own, up to `end`, without
  /// `end`.
  struct Frame {
    size_t begin, end;
    unsigned depth;
  };
  /// One thing that makes two rows stand in an order.
  struct Tie {
    enum class Kind { Order, Requirement, Finding };
    Kind kind;
    /// Of the constraint, requirement or finding.
    size_t index;
  };
  /// Ties between the same two rows.
  struct Arc {
    /// `first` shall come before `second`; of a finding, `second` is what it is
    /// about.
    size_t first, second;
    std::vector<Tie> ties;
    bool isViolated = false;
    /// Follows from others: shown on request only.
    bool isImplied = false;
    /// In the gutter, from the passes outwards, those that are violated first;
    /// -1 if it is implied. No two arcs of one column share a row, but for one
    /// where one ends and the next begins.
    int column = -1;

    size_t top() const { return std::min(first, second); }
    size_t bottom() const { return std::max(first, second); }
  };
  /// Properties, or items of the contents, that are there from the same passes
  /// to the same passes.
  struct Bar {
    std::vector<std::string> names;
    bool isProperty;
    std::vector<Report::Timeline::Span> spans;
  };

  /// Whether a row stands in a lane, or in one within it.
  bool isInLane(const Row &row, size_t lane) const {
    int at = row.lane;
    while (at >= 0 && size_t(at) != lane)
      at = lanes[at].parent;
    return at >= 0;
  }
  /// How many bundles are around a row.
  unsigned getDepth(const Row &row) const {
    return row.bundle < 0 ? 0 : frames[row.bundle].depth + 1;
  }

  std::vector<Lane> lanes;
  std::vector<Row> rows;
  /// Of each pass of the report, its row.
  std::vector<size_t> passRows;
  /// One for each bundle of the report.
  std::vector<Frame> frames;
  std::vector<Arc> arcs;
  unsigned columnCount = 0;
  std::vector<Bar> bars;
  /// The findings that are about no row.
  std::vector<size_t> otherFindings;
};

/// Lays a report out. REQUIRES: the report explains; of one that does not there
/// are no arcs but those of findings, and no bars.
Graph makeGraph(const Report &report);

/// Reaches command lines by name.
enum class GraphFormat {
#define PMB_GRAPH_FORMAT(ENUM, NAME, WHAT) ENUM,
#include "bundles/report/GraphFormats.def"
#undef PMB_GRAPH_FORMAT
};

/// All formats, in the order of the enum.
llvm::ArrayRef<NamedChoice<GraphFormat>> getGraphFormats();

/// As many edges as Mermaid draws, for what is laid out by others.
constexpr size_t maxGraphEdges = 500;

/// Draws `reports`, one below the other. REQUIRES: they explain.
void printGraph(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports,
                GraphFormat format);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_GRAPH_H
