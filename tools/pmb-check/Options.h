//===- Options.h - The command line of pmb-check --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_OPTIONS_H
#define PMB_TOOLS_PMB_CHECK_OPTIONS_H

#include "builder/edit/VariantChoice.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/report/Ask.h"
#include "bundles/report/Diff.h"
#include "bundles/report/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pmb {

/// What the command line says, checked as far as that needs no file.
struct CheckOptions : GivenEnds {
  enum class Action {
    Check,
    ListDiagnostics,
    ListDiagnosticsAsMarkdown,
    PrintSchema,
    CatalogStats,
    PrintPage,
    PrintRegistration,
    PrintText,
    InitContracts,
    Diff,
    Lock,
    Fingerprint,
    Serve,
    /// What was asked for is printed: the help, or the version.
    None,
  };
  Action action = Action::Check;

  /// Texts and files, `-` among them, perhaps with plugins (GivenInput.h).
  std::vector<std::string> inputs;
  std::optional<std::string> passPipeline;
  /// What pipelines are built for: variants, and options with values.
  VariantChoice variant;
  bool allVariants = false;
  /// The pass manager that the pipelines are for.
  enum class Dialect { MLIR, LLVM };
  Dialect dialect = Dialect::MLIR;
  std::vector<std::string> contractsFiles;
  /// The version of the stock catalog; empty: the one that counts.
  std::string catalog;
  bool noDefaultContracts = false;
  ReportOptions report;
  /// `-` for the standard output.
  std::string output = "-";
  bool warningsAsErrors = false;
  std::vector<std::pair<DiagnosticCode, Severity>> severities;
  std::string baseline;
  /// What is asked about the pipelines.
  Questions questions;
  AnswerFormat answerFormat = AnswerFormat::Text;
  /// Whether the answers stand in the place of the report, and not before it.
  bool areAnswersAlone = false;
  /// Add programs that show findings.
  bool witness = false;
  /// Draw the pipelines, instead of the report.
  std::optional<GraphFormat> graph;
  /// Say what would be left out and put in.
  enum class Simplify { No, Dedupe, Share };
  Simplify simplify = Simplify::No;
  /// The release that the inputs are of, if not the catalog's; 0 otherwise.
  unsigned from = 0;
  /// Make the fixes that are offered for findings of at least this severity: in
  /// the files that have them, and for what is no file, print what comes of it.
  std::optional<Severity> fix;
  /// Also those that may change what a program computes.
  bool unsafeFixes = false;
  /// Print how files would change, and leave them as they are.
  bool dryRun = false;
  /// Compare two inputs, or say like this how one differs from its lock.
  std::optional<DiffFormat> diff;
  std::vector<PipelineDiff::Class> failOn;
  /// In percent: from where on a pass of another run is slower or faster.
  unsigned timeThreshold = 20;
  /// A file that says what the input runs; `update` writes it again.
  std::string lock;
  bool update = false;
  /// Whether more is to be known of pipelines than what was found.
  bool explainsReports() const {
    return graph || action == Action::Diff || action == Action::Lock ||
           action == Action::Fingerprint;
  }
  std::string schema;
  /// For contracts to begin with: what is made of a Passes.td.
  std::string recordsFile;
  /// What a page, a registration or a text is made of.
  std::string passesFile;
  /// The namespace of a registration; may be empty.
  std::string space;
  /// Whether that is asked for.
  bool printsFile() const {
    return action == Action::PrintPage || action == Action::PrintRegistration ||
           action == Action::PrintText;
  }
  /// A file for Make, which names all that was read; empty for none.
  std::string depfile;
};

/// Reads the command line. Returns std::nullopt after having reported what is
/// wrong to the standard error.
std::optional<CheckOptions> parseCommandLine(llvm::ArrayRef<char *> arguments);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_OPTIONS_H
