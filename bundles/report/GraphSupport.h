//===- GraphSupport.h - What pictures of pipelines share ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_GRAPHSUPPORT_H
#define PMB_BUNDLES_REPORT_GRAPHSUPPORT_H

#include "bundles/report/Graph.h"
#include "bundles/report/ReportSupport.h"

namespace pmb {

/// `pass`, `slot`, `bundle`, `gone`.
llvm::StringRef stringify(Graph::Row::Kind kind);

} // namespace pmb

namespace pmb::graph {

/// A report and its picture.
struct Drawing {
  explicit Drawing(const Report &report);

  const NodeRef &getNode(const Graph::Row &row) const {
    return row.getNode(report);
  }
  /// The name, as it is to be shown: escaped, but for what a format needs.
  std::string getName(const Graph::Row &row) const;
  /// The name with its options, and the operation that it runs on if that is
  /// not the pipeline's.
  std::string getTitle(const Graph::Row &row) const;
  /// The nest, without the pipeline's operation; empty for that.
  std::string getNest(const Graph::Row &row) const;
  /// What is to be marked: inserted, removed, left out... `word` is one of a
  /// few, `text` says all of it.
  struct Mark {
    llvm::StringRef word;
    std::string text;
  };
  std::vector<Mark> getMarks(const Graph::Row &row) const;
  /// Whether it is a pass that the builder leaves out.
  bool isLeftOut(const Graph::Row &row) const;
  /// The worst finding about a row; Off if there is none.
  Severity getSeverity(const Graph::Row &row) const;
  /// `from canonicalize: holds 'canonical'` and the like.
  struct TieText {
    std::string word, text, strength, state, reason, source;
  };
  TieText describe(const Graph::Tie &tie) const;
  /// Whether none of the ties is strong.
  bool isWeak(const Graph::Arc &arc) const;
  /// Each of them, without its options, and how many there are.
  std::string describeBar(const Graph::Bar &bar, size_t limit) const;

  const Report &report;
  Graph graph;
  /// The file that most of it is from; empty if that is none.
  std::string mainFile;
};

/// The parties of several reports, in the order in which they appear.
class Parties {
public:
  explicit Parties(llvm::ArrayRef<Drawing> drawings);

  /// The number of the colour of a party on a page.
  static constexpr unsigned colorCount = 6;
  unsigned getColor(const Origin &origin) const;
  size_t size() const { return names.size(); }
  llvm::StringRef getName(unsigned party) const { return names[party]; }
  /// The party as a text: the origin without a place in a file.
  static std::string describe(const Origin &origin);

private:
  std::vector<std::string> names;
  llvm::StringMap<unsigned> numbers;
};

/// `error`, `warning`, `remark`: how many of each there are, in words.
std::string countFindings(const Report &report);
/// The data of all reports, as JSON that can stand in a page: without `<`, `>`
/// and `&`. `withIR`: with the IR that a run has kept.
std::string makeJson(llvm::ArrayRef<Drawing> drawings, bool withIR);
/// The same for one value that was written.
std::string makeSafe(llvm::StringRef json);

#define PMB_GRAPH_FORMAT(ENUM, NAME, WHAT)                                     \
  void print##ENUM(llvm::raw_ostream &os, llvm::ArrayRef<Drawing> drawings);
#include "bundles/report/GraphFormats.def"
#undef PMB_GRAPH_FORMAT

} // namespace pmb::graph

#endif // PMB_BUNDLES_REPORT_GRAPHSUPPORT_H
