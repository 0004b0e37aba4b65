//===- RunReport.h - What a run adds to a report --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_RUNREPORT_H
#define PMB_PASSMANAGER_RUNTIME_RUNREPORT_H

#include "bundles/report/Report.h"

namespace pmb {

class ContractVerifier;

/// Adds to the passes of `report` what `verifier` has seen while they ran: each
/// claim of a contract that was false, how often, and where first
/// (`Report::Pass::observed`). What is about no pass of the report, as the end
/// of the pipeline, becomes one of its findings. REQUIRES: the report is about
/// the pipeline that has run.
void addRun(Report &report, const ContractVerifier &verifier);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_RUNREPORT_H
