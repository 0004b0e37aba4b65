//===- ReportJUnit.cpp - Findings as a test report ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test suite is a pipeline. A test case is a constraint that inputs are held
// to, that is, a code of the table: all codes about order, which are checked
// for every input, and any other one that something was found for. So a
// dashboard has the same test cases for a pipeline from run to run, and shows
// which constraint it began to violate. Errors of one code in one pipeline are
// one failure that lists them all; warnings and remarks are the output of a
// test that passes.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/HtmlPage.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace pmb;
using namespace llvm;
using report::html;

/// A text as an attribute. REQUIRES: it is escaped, as XML has no way to write
/// most control characters.
static std::string attribute(StringRef text) {
  return report::replaceEach(html(text),
                             [](char c) { return c == '\n' ? "&#10;" : ""; });
}

/// Where something is, and what it is.
static std::string describe(const Report &report,
                            const Diagnostic &diagnostic) {
  const Origin *location = report::getLocation(diagnostic.node);
  std::string text = location ? location->str() : report.input;
  text = report::toUTF8(text + ": " + stringify(diagnostic.severity).str() +
                        ": " + diagnostic.message);
  return text + report::getDetails(diagnostic) + "\n";
}

namespace {
/// What was found for one code in one input.
struct TestCase {
  std::string failure, output;
  unsigned failureCount = 0;
  StringRef firstFailure;

  bool isEmpty() const { return failure.empty() && output.empty(); }
};
} // namespace

void report::printJUnit(raw_ostream &os, ArrayRef<Report> reports,
                        const ReportOptions &) {
  os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"pmb-check\">\n";
  // Of several pipelines of one file, the second and later ones are numbered:
  // their lines would change from run to run.
  StringMap<unsigned> seen;
  for (const Report &report : reports) {
    std::map<DiagnosticCode, TestCase> cases;
    // The items that contents and contracts name are checked with the order.
    for (const DiagnosticInfo &info : getDiagnosticTable())
      if (isAboutOrder(info.code) || info.code == DiagnosticCode::UnknownItem)
        cases.try_emplace(info.code);
    for (const Diagnostic &diagnostic : report.findings) {
      TestCase &test = cases[diagnostic.code];
      if (diagnostic.severity != Severity::Error) {
        test.output += describe(report, diagnostic);
        continue;
      }
      test.failure += describe(report, diagnostic);
      if (test.failureCount++ == 0)
        test.firstFailure = diagnostic.message;
    }
    unsigned failures = count_if(
        cases, [](const auto &entry) { return entry.second.failureCount; });

    std::string input = getTitle(report);
    if (unsigned number = ++seen[input]; number > 1)
      input += " (" + std::to_string(number) + ")";
    bool isChecked = report.wasChecked && !report.wasSkipped;
    unsigned skipped = isChecked ? 0 : count_if(cases, [](auto &entry) {
      return entry.second.isEmpty();
    });
    os << "  <testsuite name=\"" << attribute(input) << "\" tests=\""
       << cases.size() << "\" failures=\"" << failures
       << "\" errors=\"0\" skipped=\"" << skipped << "\">\n";
    for (const auto &[code, test] : cases) {
      const DiagnosticInfo &info = getDiagnosticInfo(code);
      os << "    <testcase classname=\"" << attribute(input) << "\" name=\""
         << info.getID() << ' ' << info.name << '"';
      if (test.isEmpty()) {
        os << (isChecked ? "/>\n" : "><skipped/></testcase>\n");
        continue;
      }
      os << ">\n";
      if (test.failureCount) {
        os << "      <failure type=\"" << info.name << "\" message=\""
           << attribute(toUTF8(test.firstFailure));
        if (test.failureCount > 1)
          os << " (and " << test.failureCount - 1 << " more)";
        os << "\">" << html(test.failure) << "</failure>\n";
      }
      if (!test.output.empty())
        os << "      <system-out>" << html(test.output) << "</system-out>\n";
      os << "    </testcase>\n";
    }
    if (!report.changes.empty())
      os << "    <system-out>" << html(join(listChanges(report), "\n") + "\n")
         << "</system-out>\n";
    os << "  </testsuite>\n";
  }
  os << "</testsuites>\n";
}
