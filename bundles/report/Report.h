//===- Report.h - Findings for people, editors and CI ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renders what was found about a number of pipelines. All formats say the same:
//
//   text     for people, as compilers write
//   json     {"results": [{"input", "variant", "errors", "warnings", "remarks",
//            "changes", "variants", "diagnostics"}]}; what follows from a
//            finding is in its "follows"; a "fix" of several steps has the
//            further ones in its "then"; one of "variants" says how its
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
#include "builder/list/EditTrace.h"
#include "llvm/ADT/StringMap.h"

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

/// What was found about one pipeline, or one variant of it.
struct CheckResult {
  /// The file, as messages shall call it, or `<stdin>` or the like.
  std::string input;
  /// What it was built for, as on a command line (`gpu,vector-size=8`), or
  /// `default`. Empty if nobody has asked for variants.
  std::string variant;
  /// All variants, where they were checked together: the findings are then
  /// those that all of them have.
  std::vector<VariantSummary> variants;
  std::vector<Diagnostic> diagnostics;
  /// The passes without a contract, each once, in the order of the list. One
  /// that has a contract which says that its effect is unknown is a finding.
  std::vector<std::string> unknownPasses;
  /// How many passes there are altogether.
  size_t passCount = 0;
  /// False if it could not be read, so that there was nothing to check.
  bool wasChecked = true;
  /// How many findings a baseline has taken out.
  unsigned suppressed = 0;
  /// The text of the input, for reports that say which characters to change;
  /// may be empty.
  std::string text;
  /// Where in the input each pass stands, as line and column; line 0 for those
  /// that are from elsewhere.
  std::vector<std::pair<unsigned, unsigned>> places;
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

    /// `'cse', added by framework, was removed by plugin 'acme': too early`.
    std::string str() const;
  };
  std::vector<Change> changes;

  unsigned count(Severity severity) const;
  /// Counts the passes of `pipeline`, and collects those without a contract and
  /// what parties changed.
  void countPasses(const Pipeline &pipeline);
};

/// Reaches command lines by name.
enum class ReportFormat { Text, Json, Sarif, GitHub, JUnit };

struct ReportOptions {
  ReportFormat format = ReportFormat::Text;
  /// Colours for text, as escape sequences.
  bool useColors = false;
  /// For JSON: the path from the folder of the report to the one that inputs
  /// are relative to. Default: the same folder.
  std::string folder;
};

/// Writes a report about all `results`, in their order.
void printReport(llvm::raw_ostream &os, llvm::ArrayRef<CheckResult> results,
                 const ReportOptions &options);

/// Makes what was found about the variants of one pipeline into what was found
/// in all of them, followed by what is left of each. `passes` has the passes of
/// each variant, as `listPasses` does. REQUIRES: there is at least one.
std::vector<CheckResult>
foldVariants(std::vector<CheckResult> results,
             llvm::ArrayRef<std::vector<std::string>> passes);

/// Each pass as in a textual pipeline, with the operations that it is nested
/// in: `func.func(cse)`.
std::vector<std::string> listPasses(const Pipeline &pipeline);

/// What stays the same about a finding when passes are added elsewhere in its
/// pipeline: a number made of the input, the code, the pass, the message and
/// the variant, if there is one, as 16 hexadecimal digits.
std::string getFingerprint(llvm::StringRef input, const Diagnostic &diagnostic,
                           llvm::StringRef variant = "");

/// Findings that are known and shall not be reported again. A baseline is the
/// JSON report of an earlier check, so that accepting what there is takes no
/// more than keeping a report. It may be used from another folder than the one
/// that it was made in: inputs are found from where the report is.
class Baseline {
public:
  /// Reads a report. Fails if that is not one.
  static llvm::Expected<Baseline> read(llvm::StringRef path);

  /// Takes the findings that are in the baseline out of `result`. A finding
  /// that is in the baseline twice is taken out twice.
  void suppress(CheckResult &result);

  /// What the baseline has about inputs that were given to `suppress` and is
  /// not found any more, a line for each.
  std::vector<std::string> getStale() const;

private:
  struct Entry {
    std::string text, variant;
    /// How often it is in the baseline, and was not found so far.
    unsigned count = 0;
    bool wasChecked = false;
  };
  struct Finding {
    llvm::StringRef code, name, pass, message, variant;
  };
  void add(llvm::StringRef input, llvm::StringRef place, const Finding &found);

  std::vector<Entry> entries;
  /// By the place of the input, and by how the baseline calls it.
  llvm::StringMap<unsigned> byFingerprint;
  llvm::StringMap<std::vector<unsigned>> byInput;
};

namespace report {
/// Writes one finding of `result` as a text report does: with the place in the
/// file that it is about, if there is one.
void printFinding(llvm::raw_ostream &os, const CheckResult &result,
                  const Diagnostic &diagnostic, bool useColors);
void printTextReport(llvm::raw_ostream &os, llvm::ArrayRef<CheckResult> results,
                     bool useColors);
void printJsonReport(llvm::raw_ostream &os, llvm::ArrayRef<CheckResult> results,
                     llvm::StringRef folder);
void printSarifReport(llvm::raw_ostream &os,
                      llvm::ArrayRef<CheckResult> results);
void printGitHubReport(llvm::raw_ostream &os,
                       llvm::ArrayRef<CheckResult> results);
void printJUnitReport(llvm::raw_ostream &os,
                      llvm::ArrayRef<CheckResult> results);

/// The place in a file that a node came from; null if it is from elsewhere.
const Origin *getLocation(const std::optional<NodeRef> &node);
/// At most ten of the names, each between `quote`s, and how many more there
/// are.
std::string listNames(llvm::ArrayRef<std::string> names, llvm::StringRef quote,
                      llvm::StringRef separator);
/// What stands below the message in all formats, where the place in a file
/// stands before it.
std::vector<DiagnosticLine> getLines(const Diagnostic &diagnostic);
/// The same as text, each line behind a line end.
std::string getDetails(const Diagnostic &diagnostic);
/// `text` escaped and shortened, so that it is fit for any format.
std::string toUTF8(llvm::StringRef text);
/// The input, with the variant in brackets behind it if there is one.
std::string getTitle(const CheckResult &result);
/// What parties changed, a line for each, at most ten; empty if nothing was.
std::vector<std::string> listChanges(const CheckResult &result);
} // namespace report

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_REPORT_H
