//===- Report.h - What is known of pipelines, for people and tools --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `Report` is a value that says all there is to say about one pipeline: its
// passes, where they come from, what holds where, and what was found. Every
// format is made of reports alone:
//
//   std::vector<Diagnostic> findings = pipeline.check();
//   Report report = makeReport(pipeline, "cpu");
//   report.findings = std::move(findings);
//   printReport(llvm::outs(), report, {ReportFormat::Json});
//
// The formats say the same:
//
//   text     for people, as compilers write
//   json     {"results": [{"input", "variant", "errors", "warnings", "remarks",
//            "changes", "variants", "diagnostics"}]}; what follows from a
//            finding is in its "follows", and a program that shows it, with
//            what it needs to have, in its "witness"; a "fix" of several steps
//            has the further ones in its "then"; one of "variants" says how its
//            passes differ from those of the first, "differs": {"from",
//            "with", "without", "moved"}
//   sarif    SARIF 2.1.0, for code scanning
//   github   workflow commands, which GitHub shows beside the lines of a change
//   junit    a test suite for each input, with a test case for each constraint
//
// Nothing in a report depends on the machine, the time or the folder that a
// tool was started in, as long as the inputs are named by relative paths.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_REPORT_H
#define PMB_BUNDLES_REPORT_REPORT_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/list/Cleanup.h"
#include "builder/list/EditTrace.h"
#include "builder/passes/Contract.h"

namespace pmb {

class Pipeline;

/// How the passes of a variant differ from those of another, which has the name
/// `from`. Passes are as in a textual pipeline: `func.func(cse)`.
struct VariantDifference {
  std::string from;
  std::vector<std::string> with, without;
  /// Those that stand elsewhere among the others.
  std::vector<std::string> moved;

  bool empty() const {
    return with.empty() && without.empty() && moved.empty();
  }
};

/// What became of one variant of a pipeline.
struct VariantSummary {
  std::string name;
  size_t passCount = 0;
  unsigned errors = 0, warnings = 0;
  /// An earlier variant that has the same passes; empty if none has.
  std::string sameAs;
  /// From the first that could be composed. Empty if `sameAs` is not.
  VariantDifference difference;
  /// False if it could not be composed.
  bool wasChecked = true;
};

/// All that is to be said about one pipeline, or one variant of it.
struct Report {
  /// The file, as messages shall call it, or `<stdin>` or the like.
  std::string input;
  /// What it was built for, as on a command line (`gpu,vector-size=8`), or
  /// `default`. Empty if nothing was asked of variants.
  std::string variant;
  /// False if it could not be read, so that there was nothing to check.
  bool wasChecked = true;
  /// The text of the input, for reports that say which characters to change;
  /// may be empty.
  std::string text;

  //===--------------------------------------------------------------------===//
  // The pipeline
  //===--------------------------------------------------------------------===//

  /// One thing that is worth knowing of a pass, in words.
  struct Fact {
    /// What it is about: `added by`, `lowers`, `holds`.
    std::string word;
    std::string text;
    /// Why it is so, and where that is from. May be empty.
    std::string reason, source;
  };
  struct Pass {
    /// Its name, position and origin, and the registered pipeline around it.
    NodeRef node;
    std::string options;
    /// The operations below that of the pipeline that it is nested in.
    std::vector<std::string> nests;
    /// The innermost bundle that it is in, as an index; -1 if there is none.
    int bundle = -1;
    bool hasContract = true;
    /// What is known of the pass, if the report explains: origin, contract, and
    /// what it does to the IR.
    std::vector<Fact> facts = {};
    /// What a run of the pipeline has added: time, statistics, what was seen in
    /// the IR. A run-time library fills this in.
    std::vector<Fact> observed = {};
    /// What the pass is, and what the builder does about it, if the report
    /// explains: `facts` say why.
    std::vector<std::string> kinds = {};
    std::optional<CleanupAction::Kind> cleanup = {};
    /// Where a party has put it, as a position: `before 'cse'`. Empty if it was
    /// not inserted, but added at the end.
    std::string insertedAt = {};

    /// As in a textual pipeline: `func.func(cse{option=1})`.
    std::string str() const;
  };
  /// A bundle, with the passes from number `begin` up to `end`, without `end`.
  struct Bundle {
    NodeRef node;
    /// The bundle around it, as an index; -1 if there is none.
    int parent;
    bool isContiguous;
    size_t begin, end;
  };
  /// A slot that stands before the pass number `position`.
  struct Slot {
    NodeRef node;
    int bundle;
    size_t position;
  };
  /// What a party did to what somebody else had put into the pipeline.
  struct Change {
    EditTrace::Kind kind;
    /// What it was done to; without a position if it is gone.
    NodeRef node;
    /// Who did it, and why.
    Origin origin;
    /// Of options: as they were set. Of what was replaced: the name of what is
    /// there instead.
    std::string value;
    /// Where it stands, or did: before the pass number `position`, in the
    /// bundle that has this index; -1 if it is in none.
    size_t position = 0;
    int bundle = -1;

    /// `'cse', added by framework, was removed by plugin 'acme': too early`.
    std::string str() const;
  };
  /// The operation that the pipeline is for.
  std::string root;
  std::vector<Pass> passes;
  /// Those around others come first.
  std::vector<Bundle> bundles;
  std::vector<Slot> slots;
  std::vector<Change> changes;
  /// The passes without a contract, each once, in the order of the list. One
  /// that has a contract which says that its effect is unknown is a finding.
  std::vector<std::string> unknownPasses;

  //===--------------------------------------------------------------------===//
  // What was found
  //===--------------------------------------------------------------------===//

  /// The findings of `Pipeline::check`, and of what read the input.
  std::vector<Diagnostic> findings;
  /// A fix that was made before the check, or that could not be.
  struct MadeFix {
    std::string message;
    /// Why it was not made; empty if it was.
    std::string whyNot;
  };
  std::vector<MadeFix> fixes;
  /// How many findings a baseline has taken out.
  unsigned suppressed = 0;
  /// All variants, where they were checked together: the findings are then
  /// those that all of them have.
  std::vector<VariantSummary> variants;

  //===--------------------------------------------------------------------===//
  // What holds where, if the report explains
  //===--------------------------------------------------------------------===//

  /// An order entry of a contract, and what has become of it.
  struct Constraint {
    enum class State {
      Kept,
      /// What it names is not in the pipeline, and need not be.
      Vacuous,
      Broken,
    };
    State state;
    /// The pass or bundle whose entry it is.
    NodeRef owner;
    OrderEntry::Word word;
    /// What it names: `'cse'`, `kind 'cleanup'`.
    std::string target;
    /// What keeps or breaks it; absent if nothing in the pipeline does.
    std::optional<NodeRef> other;
    Strength strength;
    bool isAdvice;
    std::string reason, source;
    /// Of an end that is a bundle: its index; -1 of any other.
    int ownerBundle = -1, otherBundle = -1;
  };
  /// A property that the contract of a pass or bundle requires.
  struct Requirement {
    /// Vacuous: it is not known whether it holds, as the input is open.
    Constraint::State state;
    NodeRef owner;
    std::string property;
    /// Who provides it; of what is broken who ended it, or provides it only
    /// later. Absent if nothing in the pipeline does.
    std::optional<NodeRef> other;
    Strength strength;
    std::string reason, source;
    int ownerBundle = -1, otherBundle = -1;
  };
  /// Where a property holds, or the IR may contain an item.
  struct Timeline {
    /// From before the pass number `begin` up to before the pass number `end`:
    /// what ends with the pass `end - 1` is not there before `end`. The number
    /// of passes stands for the end of the pipeline.
    struct Span {
      size_t begin, end;
      /// False for an item that is only possible.
      bool isCertain;
    };
    std::string name;
    /// In order. More than one: it comes back.
    std::vector<Span> spans;
  };
  std::vector<Constraint> constraints;
  std::vector<Requirement> requirements;
  /// Sorted by name. With an open input only what is certain.
  std::vector<Timeline> contents, properties;
  /// Whether all that the input contains is known.
  bool isInputKnown = false;
  /// What is known before the first pass.
  std::vector<Fact> start;
  /// What may go wrong and is no finding, and what contracts advise.
  std::vector<Diagnostic> possible;

  unsigned count(Severity severity) const;
  /// Takes in the pipeline: with `explains`, also what holds where, which costs
  /// as much as a check. What was found stays as it is.
  void add(const Pipeline &pipeline, bool explains = false);
};

/// A report about `pipeline`, which messages call `input`. It has no findings:
/// a check may change the pipeline, so it is called before, and its findings
/// are put into the report. `explains` is that of `Report::add`.
Report makeReport(const Pipeline &pipeline, llvm::StringRef input,
                  bool explains = false);

/// Reaches command lines by name.
enum class ReportFormat {
#define PMB_REPORT_FORMAT(ENUM, NAME, WHAT) ENUM,
#include "bundles/report/ReportFormats.def"
#undef PMB_REPORT_FORMAT
};

/// One row of the table of formats.
struct ReportFormatInfo {
  ReportFormat format;
  llvm::StringLiteral name, what;
};
/// All formats, in the order of the enum.
llvm::ArrayRef<ReportFormatInfo> getReportFormats();

struct ReportOptions {
  ReportFormat format = ReportFormat::Text;
  /// Colours for text, as escape sequences.
  bool useColors = false;
  /// For JSON: the path from the folder of the report to the one that inputs
  /// are relative to. Default: the same folder.
  std::string folder = "";
};

/// Writes what was found, about all `reports`, in their order.
void printReport(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports,
                 const ReportOptions &options);

/// Prints the pipeline pass by pass: who put it there, which properties hold
/// and what the IR may contain before and after it, and what its contract says.
/// REQUIRES: the report explains.
///
///   builtin.module: before the first pass, with known contents
///     holds      canonical
///     contains   linalg.matmul, tensor.empty?
///
///   pass 0: one-shot-bufferize{...}
///     added by   cpu.pipeline:1:16
///     lowers     linalg (tensors to buffers): ...
///     removes    tensor.empty
///     adds       memref.alloc, bufferization.to_buffer?
///     ...
///
/// A question mark is behind what is only possible.
void printExplanation(llvm::raw_ostream &os, const Report &report);

/// Makes what was found about the variants of one pipeline into what was found
/// in all of them, followed by what is left of each. REQUIRES: there is at
/// least one.
std::vector<Report> foldVariants(std::vector<Report> reports);

namespace report {
/// Writes one finding of `report` as a text report does: with the place in the
/// file that it is about, if there is one.
void printFinding(llvm::raw_ostream &os, const Report &report,
                  const Diagnostic &finding, bool useColors);
/// `text` escaped and shortened, so that it is fit for any format.
std::string toUTF8(llvm::StringRef text);
} // namespace report

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_REPORT_H
