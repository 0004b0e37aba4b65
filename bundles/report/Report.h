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
// The formats (ReportFormats.def) say the same. JSON has this form: {"results":
// [{"input", "variant", "errors", "warnings", "remarks", "changes", "variants",
// "diagnostics"}]}; what follows from a finding is in its "follows", and a
// program that shows it, with what it needs to have, in its "witness"; a "fix"
// of several steps has the further ones in its "then"; one of "variants" says
// how its passes differ from those of the first, "differs": {"from",
// "changes"}, each as in schema/diff.schema.json.
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
#include <memory>

namespace pmb {

class Pipeline;
struct PipelineRun;

/// One thing in which the passes of two pipelines differ. A pass that was moved
/// and has another nest or other options is several.
struct PassChange {
  /// Reaches JSON by name: append only.
  enum class Kind { Added, Removed, Moved, OptionsChanged, NestChanged };
  struct Option {
    std::string name;
    /// Absent if the option is not given and has no default.
    std::optional<std::string> before, after;
  };
  Kind kind;
  /// The numbers of the pass before and after, counted over all passes; -1 of
  /// one that is not there.
  int before = -1, after = -1;
  /// As in a textual pipeline: `func.func(cse)`. As it is after, unless it was
  /// removed; of OptionsChanged without options.
  std::string pass;
  /// Of OptionsChanged: the options that differ, sorted by name.
  std::vector<Option> options = {};
  /// Of NestChanged: the anchor paths.
  std::string nestBefore = "", nestAfter = "";
};

/// `added`, `removed`, `moved`, `options-changed`, `nest-changed`.
llvm::StringRef stringify(PassChange::Kind kind);

/// What became of one variant of a pipeline.
struct VariantSummary {
  std::string name;
  size_t passCount = 0;
  unsigned errors = 0, warnings = 0;
  /// An earlier variant that has the same passes; empty if none has.
  std::string sameAs;
  /// The first that could be composed, and what differs from that. Empty if
  /// `sameAs` is not.
  std::string from;
  std::vector<PassChange> changes;
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
  /// True if it is no pipeline that was checked: one of several of a file that
  /// was left alone, as a finding says, or a file of contracts. It is counted
  /// nowhere, but for its findings.
  bool wasSkipped = false;
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
  /// What a pass does to what is there where it stands.
  struct Work {
    /// Items that are not there any more behind it, and such of which it lowers
    /// some, or all in some inputs.
    std::vector<std::string> goes, goesInPart;
    /// Items that were not there before it, or for an open input not certainly:
    /// for all inputs, and for some.
    std::vector<std::string> comes, mayCome;
    /// Items that it adds where there may be some already.
    std::vector<std::string> addsMore;
    /// Properties that begin and end to hold.
    std::vector<std::string> begins, ends;
    /// Items that it would lower, and leaves alone or may leave alone, as
    /// `blockers` are there.
    struct Left {
      std::vector<std::string> items, blockers;
      bool isCertain;
    };
    std::vector<Left> leaves;

    /// Whether it does nothing.
    bool empty() const {
      return goes.empty() && goesInPart.empty() && comes.empty() &&
             mayCome.empty() && addsMore.empty() && begins.empty() &&
             ends.empty() && leaves.empty();
    }
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
    /// What it does, if the report explains.
    Work work = {};
    /// An option with its value.
    struct Value {
      std::string name, value;
      /// Not given: it is what the catalog says.
      bool isDefault;
    };
    /// All options that have a value, sorted by name, if the report explains.
    std::vector<Value> values = {};

    /// False if the builder leaves it out, as another pass does its work.
    bool runs() const {
      return !cleanup || *cleanup == CleanupAction::Kind::Established;
    }
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
    std::vector<std::string> kinds = {};
  };
  /// A slot that stands before the pass number `position`.
  struct Slot {
    NodeRef node;
    int bundle;
    size_t position;
    /// For sets of rewrite patterns, and nothing else.
    bool isForPatterns = false;
  };
  /// What keeps others from editing a pass, a slot or a bundle.
  struct Pinned {
    NodeRef node;
    /// The party that pinned it.
    Origin origin;
    std::string reason;
    PinnedOptions options;
  };
  /// What a party did to what another had put into the pipeline.
  struct Change {
    EditTrace::Kind kind;
    /// What it was done to; without a position if it is gone.
    NodeRef node;
    /// The party that did it, and its reason.
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
  /// A library that takes part in the pipeline.
  struct Library {
    std::string id, version;
    /// What the linker has given it, as hexadecimal digits; empty if that is
    /// not known.
    std::string buildID;
  };
  /// The operation that the pipeline is for.
  std::string root;
  /// That of the catalog (`Catalog::getRelease`); may be empty.
  std::string release;
  /// Filled in by the loader of libraries (`PassManagerBuilder`).
  std::vector<Library> libraries;
  std::vector<Pass> passes;
  /// Those around others come first.
  std::vector<Bundle> bundles;
  std::vector<Slot> slots;
  std::vector<Change> changes;
  std::vector<Pinned> pins;
  /// The passes without a contract, each once, in the order of the list. One
  /// that has a contract which says that its effect is unknown is a finding.
  std::vector<std::string> unknownPasses;
  /// What the check had to leave open, as nothing says it.
  enum class NotChecked {
    /// What is in the input: nothing says what it has, so that the usual input
    /// was presumed, where it is known what may remain.
    Input,
    /// Which operations of its dialects the input has, and what marks tell of
    /// them, such as dynamic shapes: it is listed by dialects.
    Dialects,
    /// What is left at the end: nothing says what may remain.
    Output,
  };
  std::vector<NotChecked> notChecked;

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

    /// `strong`, `weak` or `advice`.
    llvm::StringRef describeStrength() const {
      return isAdvice                     ? "advice"
             : strength == Strength::Weak ? "weak"
                                          : "strong";
    }
  };
  /// A property that the contract of a pass or bundle requires, which is what
  /// it names. Vacuous: it is not known whether it holds, as the input is open.
  /// `other` is what provides it; of what is broken what ended it, or provides
  /// it only later.
  struct Requirement : Constraint {
    std::string property;
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
    /// The one of `spans`, which are in order, that contains a point; null if
    /// none does.
    static const Span *find(llvm::ArrayRef<Span> spans, size_t point);

    std::string name;
    /// In order. More than one: it comes back.
    std::vector<Span> spans;
  };
  /// Whether that is so.
  bool isExplained = false;
  std::vector<Constraint> constraints;
  std::vector<Requirement> requirements;
  /// Sorted by name. With an open input only what is certain.
  std::vector<Timeline> contents, properties;
  /// With an open input: the items that certainly are not there in the end, and
  /// what may be there all the same of the dialects among them. Sorted.
  std::vector<std::string> gone, survivors;
  /// Whether all that the input contains is known.
  bool isInputKnown = false;
  /// What is known before the first pass.
  std::vector<Fact> start;
  /// What may go wrong and is no finding, and what contracts advise.
  std::vector<Diagnostic> possible;

  /// What a run did (Run.h); null if the report is about none.
  std::shared_ptr<const PipelineRun> run;

  unsigned count(Severity severity) const;
  /// The names of the bundle with this index, which may be -1, and of those
  /// around it, the outermost first.
  std::vector<std::string> getBundleNames(int bundle) const;
  /// Takes in the pipeline: with `explains`, also what holds where, which costs
  /// as much as a check. What was found stays as it is.
  void add(const Pipeline &pipeline, bool explains = false);
};

/// `input`, `dialects`, `output`.
llvm::StringRef stringify(Report::NotChecked what);
/// `kept`, `vacuous`, `violated`.
llvm::StringRef stringify(Report::Constraint::State state);

/// A report about `pipeline`, which messages call `input`. It has no findings:
/// a check may change the pipeline, so it is called before, and its findings
/// are put into the report. `explains` is that of `Report::add`.
Report makeReport(const Pipeline &pipeline, llvm::StringRef input,
                  bool explains = false);

/// What differs between the passes that run, in the order of the pipelines: the
/// fewest that are added, removed or moved. Of two reports that explain,
/// options differ by their values, whether these are given or defaults; of
/// others, by what is given. Linear for pipelines that are much the same. What
/// has very many differences may get more than the fewest.
std::vector<PassChange> comparePasses(const Report &before,
                                      const Report &after);

/// A value of an enum, as command lines and requests name it, and what it is.
template <typename T> struct NamedChoice {
  T value;
  llvm::StringLiteral name, what;
};

/// Reaches command lines by name.
enum class ReportFormat {
#define PMB_REPORT_FORMAT(ENUM, NAME, WHAT) ENUM,
#include "bundles/report/ReportFormats.def"
#undef PMB_REPORT_FORMAT
};

/// All formats, in the order of the enum.
llvm::ArrayRef<NamedChoice<ReportFormat>> getReportFormats();

struct ReportOptions {
  ReportFormat format = ReportFormat::Text;
  /// Colours for text, as escape sequences.
  bool useColors = false;
  /// For JSON: the path from the folder of the report to the one that inputs
  /// are relative to. Default: the same folder.
  std::string folder = "";
  /// For SARIF and GitHub: the path to the current folder from the one that
  /// paths are to be relative to. Default: the same folder.
  std::string fromRoot = "";
};

/// Writes what was found, about all `reports`, in their order.
void printReport(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports,
                 const ReportOptions &options);

/// Prints the pipeline, a line for each pass: its name, indented as it is
/// nested, who put it there, what it lowers of what is there, what it adds, and
/// which properties begin (`+`) and end (`-`) to hold. REQUIRES: the report
/// explains.
///
///   builtin.module, with known contents
///   at the start: toy, toytensor
///        pass             added by  goes       comes           holds
///     0    toy-clean      :1:26                                +canonical
///     1  toy-bufferize    :2:3      toytensor  toybuffer
///     2  toy-to-loops     :3:3      toy        loop, toymath?
///   in the end: loop, toybuffer, toymath?
///
/// A question mark is behind what is only possible, and what goes in part;
/// `arith.* (22)` stands for so many operations of a dialect. A place in the
/// input itself is printed without the name of that. Lists end in
/// `... (3 more)` where a line would get longer than 120 characters.
void printOverview(llvm::raw_ostream &os, const Report &report);

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
