//===- Attribution.h - Reports of the owners of what runs -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_ATTRIBUTION_H
#define PMB_TOOLS_PMB_OPT_ATTRIBUTION_H

#include "passmanager/runtime/Reports.h"
#include "passmanager/runtime/RunReport.h"
#include "passmanager/runtime/VerifierAt.h"
#include "tools/pmb-opt/Flag.h"

namespace pmb {

/// The options that say what is reported of the owners of the passes that run.
struct AttributionOptions {
  // Categories stand in the order of the alphabet, and MLIR's have a thousand
  // lines.
  static constexpr llvm::StringLiteral title =
      "Attribution: owners of what runs";
  cl::OptionCategory category{title};

  Flag<bool> namesOwners{
      category, "attribution",
      "Let errors and warnings of passes name who has put the "
      "pass there"};
  Flag<bool> doErrorsFail{
      category, "errors-fail",
      "Let a pass fail that emits an error and would go on"};
  ListFlag timingKeys{
      category, "timing-by",
      "Report time as --mlir-timing does, and the sums for each "
      "bundle, slot, kind or origin",
      cl::CommaSeparated, cl::value_desc("key,...")};
  ListFlag statisticsKeys{
      category, "statistics-by",
      "Report the statistics of passes for each bundle, slot, "
      "kind or origin",
      cl::CommaSeparated, cl::value_desc("key,...")};
  Flag<bool> countsPatterns{
      category, "count-patterns",
      "Report whose patterns were applied how often: of sets in "
      "slots, in canonicalize, and in convert-to-llvm"};
  Flag<bool> explainsPatterns{
      category, "explain-patterns",
      "Report why patterns of sets in slots did not apply, as "
      "they say it with notifyMatchFailure"};
  ListFlag filtersBefore{
      category, "print-ir-before",
      "Print the IR before each pass of a bundle, slot, kind or "
      "origin: bundle:bufferization",
      cl::value_desc("key:name")};
  ListFlag filtersAfter{category, "print-ir-after",
                        "Print the IR after each such pass",
                        cl::value_desc("key:name")};
  ListFlag points{
      category, "verify-at",
      "Run the verifier at these points instead of after each pass, "
      "and name the pass all the same: bundles (at their ends), "
      "third-parties (after their passes), requires (before a pass "
      "that requires something), every=<passes>, end",
      cl::CommaSeparated, cl::value_desc("point,...")};
  Flag<std::string> report{
      category, "report",
      "Write what each pass did, beside what was predicted: a "
      "page (.html), data (.json) or a trace (.trace.json)",
      cl::value_desc("file")};
  Flag<bool> reportIR{category, "report-ir",
                      "For --report: with the IR before and after each pass "
                      "that changes it"};
  Flag<uint64_t> reportIRLimit{
      category, "report-ir-limit",
      "For --report-ir: how much of it is kept (default: "
      "8388608)",
      cl::value_desc("bytes"), cl::init(RunOptions().maxIRBytes)};

  /// Whether an option is one of them.
  static bool has(const cl::Option &option);

  /// Reads the rest. Fails with all that cannot be meant. REQUIRES: the command
  /// line was read. Turned off is what MLIR would do by itself, and is done
  /// with owners instead: the report of time, and the reproducer.
  llvm::Error read();

  /// False: nothing is reported.
  bool isUsed = false;
  std::vector<OwnerKey> timingBy, statisticsBy;
  std::vector<OwnerFilter> printBefore, printAfter;
  /// The file for a reproducer; empty if there is to be none.
  std::string reproducer;
  /// Where the verifier runs; not set for what MLIR's options say.
  std::optional<Verification> verifyAt;

private:
  llvm::Error readPoints();
  llvm::Error verifyReport() const;
};

/// Lets `pm`, which runs copies of the passes of `owners`, report what the
/// options ask for.
llvm::Error enableReports(mlir::PassManager &pm,
                          std::shared_ptr<PassOwners> owners,
                          const AttributionOptions &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_ATTRIBUTION_H
