//===- GraphRun.h - A run in the picture of its pipeline ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_GRAPHRUN_H
#define PMB_BUNDLES_REPORT_GRAPHRUN_H

#include "bundles/report/GraphSupport.h"
#include "bundles/report/HtmlPage.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/Run.h"

namespace pmb::graph {

/// Prints a picture as a table, in a section of the page that it is the
/// `number` of.
void printTable(llvm::raw_ostream &os, const Drawing &drawing, size_t number,
                const Parties &parties);

/// What a page shows of the run of a report. The report may have none: then
/// there is nothing to show.
class RunPage {
public:
  explicit RunPage(const Drawing &drawing);

  /// What the row is for the page's style: ` idle`, ` unrun` or nothing.
  llvm::StringRef getClass(const Graph::Row &row) const;
  /// The row before which passes are folded that changed nothing: how many rows
  /// there are, from `at`; 0 if none begins here.
  size_t countFolded(size_t at) const;
  /// The row that stands for `count` folded rows from `at`.
  void printFold(llvm::raw_ostream &os, size_t at, size_t count) const;
  /// Behind the name of a pass or a bundle.
  void printSpans(llvm::raw_ostream &os, const Graph::Row &row) const;
  /// Among the details of a pass.
  void printTerms(llvm::raw_ostream &os, const Graph::Row &row) const;
  /// Above the table.
  void printSummary(llvm::raw_ostream &os) const;

private:
  const PassRun *getPass(const Graph::Row &row) const;
  bool isFolded(size_t at) const;

  const Drawing &drawing;
  const Report &report;
  const PipelineRun *run;
  std::vector<report::Difference> differences;
  uint64_t total = 0;
};

/// What a page ends with while its pipelines run: a log to which lines can be
/// added. False if all have ended, and the page is complete.
bool printLogHead(llvm::raw_ostream &os, llvm::ArrayRef<Drawing> drawings);

/// What the data says of a run, and of one pass of it. The IR is left out
/// unless `withIR`.
void writeRun(report::Members &to, const Report &report);
void writePassRun(report::Members &to, const PassRun &run,
                  const report::Difference &difference, bool withIR);
/// How many operations there were before and after, by name.
void addOperations(report::Members &to, const PassExecution::Counts &counts);

} // namespace pmb::graph

#endif // PMB_BUNDLES_REPORT_GRAPHRUN_H
