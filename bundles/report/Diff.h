//===- Diff.h - What differs between two pipelines ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `PipelineDiff` says what has changed from one pipeline to another, and what
// that does to what comes out of it and to what the check finds:
//
//   PipelineDiff diff = makeDiff(before, after);
//   printDiff(llvm::outs(), diff, DiffFormat::Text);
//   return diff.count(PipelineDiff::Class::Order) ? 1 : 0;
//
// `before` and `after` are reports that explain, and have their findings.
// Nothing depends on the machine or the time.
//
//   text      for people
//   json      schema/diff.schema.json
//   markdown  for a comment in a review
//   html      one file with both pipelines side by side, which needs neither
//             network nor JavaScript
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_DIFF_H
#define PMB_BUNDLES_REPORT_DIFF_H

#include "bundles/report/Report.h"

namespace pmb {

/// What differs between two pipelines. A value.
struct PipelineDiff {
  /// What sort of change it is; each has one. Reaches command lines and JSON by
  /// name.
  enum class Class {
#define PMB_DIFF_CLASS(ENUM, NAME, WHAT) ENUM,
#include "bundles/report/DiffClasses.def"
#undef PMB_DIFF_CLASS
  };

  /// One of the two pipelines.
  struct Side {
    struct Pass {
      /// As in a textual pipeline.
      std::string text;
      Origin origin;
    };
    /// The input and the variant, as reports have them.
    std::string input, variant;
    /// All passes; those that do not run have no row.
    std::vector<Pass> passes;
    /// False of what is only known from a lock.
    bool wasChecked = true;
    unsigned errors = 0, warnings = 0;
    bool isInputKnown = false;
  };
  /// Two passes that stand beside each other, by their numbers; -1 where there
  /// is none. A pass that was moved has two rows.
  struct Row {
    int before, after;
  };
  struct ChangedPass {
    PassChange change;
    Class changeClass;
    /// The party that put the pass there.
    Origin origin;
    /// The party that has removed or moved it, or set its options, if that is
    /// another.
    std::optional<Origin> editor = std::nullopt;
    /// The innermost bundle that it is in, or was; may be empty.
    std::string bundle = "";
  };
  /// Of a finding that is new or gone. One whose severity has changed is both.
  struct ChangedFinding {
    bool isNew;
    Diagnostic finding;

    /// Whether it is of the class: not of what is gone, nor a remark.
    bool isCounted() const {
      return isNew && finding.severity >= Severity::Warning;
    }
  };
  /// Of an order entry of a contract, or a property that one requires: it is
  /// about what is in the pipeline now, or not any more; or it is violated, or
  /// kept, and was not.
  struct ChangedConstraint {
    /// Reaches JSON by name: append only.
    enum class Kind { New, Gone, Violated, Kept };
    Kind kind;
    /// `'b' after 'a'`.
    std::string text;
    Strength strength;
    std::string reason, source;
  };
  /// Of an item of the contents, or a property, at the end of the pipeline.
  struct ChangedContents {
    /// Reaches JSON by name: append only.
    enum class State { Absent, Possible, Certain };
    std::string name;
    bool isProperty;
    State before, after;
  };

  Side before, after;
  /// Other variants of which the same is to be said.
  std::vector<std::string> sameIn;
  std::vector<Row> rows;
  /// In the order of the rows.
  std::vector<ChangedPass> passes;
  std::vector<ChangedFinding> findings;
  /// Empty unless both reports explain.
  std::vector<ChangedConstraint> constraints;
  std::vector<ChangedContents> contents;

  bool empty() const {
    return passes.empty() && findings.empty() && constraints.empty() &&
           contents.empty();
  }
  /// How many changes there are of a class. Constraints are of none: what is
  /// wrong with them is a finding.
  unsigned count(Class changeClass) const;
};

/// `kept`, `new`...
llvm::StringRef stringify(PipelineDiff::ChangedConstraint::Kind kind);
/// `absent`, `possible`, `certain`.
llvm::StringRef stringify(PipelineDiff::ChangedContents::State state);

/// All classes, in the order of the enum.
llvm::ArrayRef<NamedChoice<PipelineDiff::Class>> getDiffClasses();
/// The name of a class.
llvm::StringRef stringify(PipelineDiff::Class changeClass);

/// What has changed from `before` to `after`; `comparePasses` says how passes
/// are compared, and what it costs.
PipelineDiff makeDiff(const Report &before, const Report &after);

/// The same for all variants of a pipeline, which are found by their names; one
/// that is only there before, or after, differs in all of its passes.
/// Differences of several variants that say the same are one, with `sameIn`.
std::vector<PipelineDiff> diffVariants(llvm::ArrayRef<Report> before,
                                       llvm::ArrayRef<Report> after);

/// Reaches command lines by name.
enum class DiffFormat {
#define PMB_DIFF_FORMAT(ENUM, NAME, WHAT) ENUM,
#include "bundles/report/DiffFormats.def"
#undef PMB_DIFF_FORMAT
};

/// All formats, in the order of the enum.
llvm::ArrayRef<NamedChoice<DiffFormat>> getDiffFormats();

/// Writes differences, one below the other.
void printDiff(llvm::raw_ostream &os, llvm::ArrayRef<PipelineDiff> diffs,
               DiffFormat format);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_DIFF_H
