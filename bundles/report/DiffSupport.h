//===- DiffSupport.h - What differences of pipelines are made of --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_DIFFSUPPORT_H
#define PMB_BUNDLES_REPORT_DIFFSUPPORT_H

#include "bundles/report/Diff.h"
#include "bundles/report/ReportSupport.h"

namespace pmb::diff {

/// What `comparePasses` finds, and which passes it has put side by side.
struct Comparison {
  std::vector<PassChange> changes;
  std::vector<PipelineDiff::Row> rows;
};
Comparison compare(const Report &before, const Report &after);

/// `lanes: 4 -> 8`, each but for the first behind `; `.
std::string describe(llvm::ArrayRef<PassChange::Option> options);
/// A change in one line that shows itself, without what sort it is.
std::string describe(const PassChange &change);

/// One thing that has changed, in words that show themselves.
struct Entry {
  /// `+`, `-`, `>` of what was moved, `~` of what is otherwise, `!` of what is
  /// violated, `=` of what is kept now.
  char mark;
  std::string text;
  std::vector<std::string> details = {};
  std::optional<PipelineDiff::Class> changeClass = std::nullopt;
};
/// What has changed of one sort; there is at least one entry.
struct Section {
  llvm::StringLiteral title;
  std::vector<Entry> entries;
};
/// All that has changed.
std::vector<Section> makeSections(const PipelineDiff &diff);
/// `13 passes, 1 error, 0 warnings`.
std::string summarize(const PipelineDiff::Side &side);
/// `3 changes: 2 set, 1 order`, or that there are none.
std::string summarize(const PipelineDiff &diff);
/// What is to be known beside the changes.
std::vector<std::string> getRemarks(const PipelineDiff &diff);

#define PMB_DIFF_FORMAT(ENUM, NAME, WHAT)                                      \
  void print##ENUM(llvm::raw_ostream &os, llvm::ArrayRef<PipelineDiff> diffs);
#include "bundles/report/DiffFormats.def"
#undef PMB_DIFF_FORMAT

} // namespace pmb::diff

#endif // PMB_BUNDLES_REPORT_DIFFSUPPORT_H
