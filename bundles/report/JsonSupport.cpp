//===- JsonSupport.cpp - What JSON of reports has in common ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/JsonSupport.h"
#include "bundles/report/GraphSupport.h"
#include "bundles/report/ReportSupport.h"

using namespace pmb;
using namespace llvm;

void report::writeMembers(Members &to, const Origin &origin) {
  static constexpr StringLiteral kinds[] = {"framework", "third-party",
                                            "plugin", "file", "builder"};
  to.add("kind", kinds[size_t(origin.kind)]);
  to.add("party", graph::Parties::describe(origin));
  to.add("place", origin.str());
  to.addGiven("why", origin.why);
}

void report::writeMembers(Members &to, const Diagnostic &finding) {
  std::vector<std::string> lines;
  for (const DiagnosticLine &line : getLines(finding))
    if (line.kind != DiagnosticLine::Kind::Fix)
      lines.push_back((line.getLabel() + line.text).str());
  to.add("code", finding.getInfo().getID());
  if (finding.fix)
    to.add("fix", finding.fix->str());
  to.addGiven("lines", lines);
  to.add("message", finding.message);
  to.add("name", finding.getInfo().name);
  to.add("severity", finding.severity);
}

void report::writeMembers(Members &to, const Report::Timeline::Span &span) {
  to.add("begin", span.begin);
  to.add("certain", span.isCertain);
  to.add("end", span.end);
}
