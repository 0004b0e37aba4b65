//===- ReportGitHub.cpp - Findings as workflow commands -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ::error file=cpu.pipeline,line=3,col=5,title=PMB020 wrong-order::...
//
//===----------------------------------------------------------------------===//

#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

/// A text as the runner reads it in one line. In a property also the characters
/// that end one are escaped.
static std::string escapeForRunner(StringRef text, bool isProperty) {
  StringRef special = isProperty ? "%\r\n:," : "%\r\n";
  return report::replaceEach(text, [&](char c) {
    return special.contains(c) ? report::encodePercent(c) : "";
  });
}

static void writeCommand(raw_ostream &os, StringRef command, StringRef file,
                         const Origin *location, StringRef title,
                         StringRef text) {
  os << "::" << command << ' ';
  // The standard input is no file that an annotation could stand beside.
  if (!file.starts_with("<")) {
    os << "file=" << escapeForRunner(file, /*isProperty=*/true);
    if (location && location->line)
      os << ",line=" << location->line << ",col=" << location->column;
    os << ',';
  }
  os << "title=" << escapeForRunner(title, /*isProperty=*/true)
     << "::" << escapeForRunner(text, /*isProperty=*/false) << '\n';
}

void report::printGitHub(raw_ostream &os, ArrayRef<Report> reports,
                         const ReportOptions &) {
  for (const Report &report : reports) {
    std::string variant =
        report.variant.empty() ? "" : " (" + toUTF8(report.variant) + ")";
    for (const Diagnostic &diagnostic : report.findings) {
      const DiagnosticInfo &info = diagnostic.getInfo();
      const Origin *location = getLocation(diagnostic.node);
      std::string text = toUTF8(diagnostic.message) + getDetails(diagnostic);
      writeCommand(os,
                   diagnostic.severity == Severity::Remark
                       ? "notice"
                       : stringify(diagnostic.severity),
                   toUTF8(location ? StringRef(location->name) : report.input),
                   location, info.getID() + " " + info.name.str() + variant,
                   text);
    }
    if (!report.unknownPasses.empty()) {
      std::string text =
          "no contract says what these do, and nothing was assumed of them: " +
          listNames(report.unknownPasses, "", " ");
      writeCommand(os, "notice", toUTF8(report.input), nullptr,
                   "unknown passes", text);
    }
    if (!report.changes.empty())
      writeCommand(os, "notice", toUTF8(report.input), nullptr,
                   "changed by others", join(listChanges(report), "\n"));
  }
}
