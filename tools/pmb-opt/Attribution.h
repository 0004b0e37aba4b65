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
#include "llvm/Support/CommandLine.h"

namespace pmb {

/// What is to be said of the owners of the passes that run.
struct AttributionOptions {
  /// False: nothing is reported.
  bool isUsed = false;
  std::vector<OwnerKey> timingBy, statisticsBy;
  bool countsPatterns = false, explainsPatterns = false;
  /// Let a pass fail that emits an error.
  bool doErrorsFail = false;
  std::vector<OwnerFilter> printBefore, printAfter;
  /// The file for a reproducer; empty if there is to be none.
  std::string reproducer;
  /// The file for a report of the run, and what is in it; empty if there is to
  /// be none.
  std::string report;
  RunOptions recording;
  /// Where the verifier runs; not set for what MLIR's options say.
  std::optional<Verification> verifyAt;
};

/// Adds the options to the command line. Called before that is read.
void registerAttributionOptions();

/// Whether an option is one of them.
bool isAttribution(const llvm::cl::Option &option);

/// What the command line says. Fails with all that cannot be meant. REQUIRES:
/// the command line was read. Turned off is what MLIR would do by itself, and
/// is done with owners instead: the report of time, and the reproducer.
llvm::Expected<AttributionOptions> getAttributionOptions();

/// Lets `pm`, which runs copies of the passes of `owners`, report what the
/// options ask for.
llvm::Error enableReports(mlir::PassManager &pm,
                          std::shared_ptr<PassOwners> owners,
                          const AttributionOptions &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_ATTRIBUTION_H
