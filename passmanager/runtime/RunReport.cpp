//===- RunReport.cpp - What a run adds to a report ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunReport.h"
#include "passmanager/runtime/ContractVerifier.h"

using namespace pmb;

void pmb::addRun(Report &report, const ContractVerifier &verifier) {
  for (ContractVerifier::Finding &finding : verifier.getFindings()) {
    Diagnostic &diagnostic = finding.diagnostic;
    int position = diagnostic.node ? diagnostic.node->position : -1;
    if (position < 0 || size_t(position) >= report.passes.size()) {
      report.findings.push_back(std::move(diagnostic));
      continue;
    }
    std::string text = diagnostic.message;
    if (finding.count > 1)
      text += ", " + std::to_string(finding.count) + " times";
    bool hasPlace = finding.location != "loc(unknown)";
    report.passes[position].observed.push_back(
        {"seen", std::move(text), "", hasPlace ? finding.location : ""});
  }
}
