//===- Report.cpp - What is known of pipelines ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Report.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/passes/PassManagerRules.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

unsigned Report::count(Severity severity) const {
  return count_if(findings, [&](const Diagnostic &finding) {
    return finding.severity == severity;
  });
}

std::vector<std::string> Report::getBundleNames(int bundle) const {
  std::vector<std::string> names;
  for (; bundle >= 0; bundle = bundles[bundle].parent)
    names.insert(names.begin(), bundles[bundle].node.name);
  return names;
}

StringRef pmb::stringify(Report::Constraint::State state) {
  static constexpr StringLiteral words[] = {"kept", "vacuous", "violated"};
  return words[size_t(state)];
}

const Report::Timeline::Span *Report::Timeline::find(ArrayRef<Span> spans,
                                                     size_t point) {
  const Span *span = partition_point(
      spans, [&](const Span &span) { return span.end <= point; });
  return span != spans.end() && span->begin <= point ? span : nullptr;
}

std::string Report::Pass::str() const {
  std::string text = node.name + wrapOptions(options);
  for (StringRef op : reverse(nests))
    text = (op + "(" + text + ")").str();
  return text;
}

std::string Report::Change::str() const {
  std::string what = "'" + node.name + "', added by " + node.origin.str();
  std::string done =
      kind == EditTrace::Kind::Removed    ? "removed"
      : kind == EditTrace::Kind::Replaced ? "replaced with '" + value + "'"
      : kind == EditTrace::Kind::Moved    ? "moved"
                                          : "given the options '" + value + "'";
  return what + ", was " + done + " by " + report::describeOrigin(origin);
}

std::vector<std::string> report::listChanges(const Report &report) {
  constexpr size_t limit = 10;
  std::vector<std::string> lines;
  for (const Report::Change &change :
       ArrayRef(report.changes).take_front(limit))
    lines.push_back(toUTF8(change.str()));
  if (report.changes.size() > limit)
    lines.push_back("and " + std::to_string(report.changes.size() - limit) +
                    " more changes by others");
  return lines;
}

std::string report::getTitle(StringRef input, StringRef variant) {
  return toUTF8(variant.empty() ? input.str()
                                : (input + " [" + variant + "]").str());
}

std::string report::countOf(size_t count, StringRef what) {
  StringRef plural = count == 1 ? "" : what.ends_with("s") ? "es" : "s";
  return std::to_string(count) + " " + what.str() + plural.str();
}

std::string report::describeOrigin(const Origin &origin, StringRef separator) {
  return origin.str() +
         (origin.why.empty() ? "" : separator.str() + origin.why);
}

std::string report::describeReason(StringRef reason, StringRef source) {
  std::string text;
  if (!reason.empty())
    text += (": " + reason).str();
  if (!source.empty())
    text += (" [" + source + "]").str();
  return text;
}

std::string report::describeFinding(const Diagnostic &finding) {
  return (stringify(finding.severity) + ": " + toUTF8(finding.message) + " [" +
          finding.getTitle() + "]")
      .str();
}

ArrayRef<NamedChoice<ReportFormat>> pmb::getReportFormats() {
  static constexpr NamedChoice<ReportFormat> formats[] = {
#define PMB_REPORT_FORMAT(ENUM, NAME, WHAT) {ReportFormat::ENUM, NAME, WHAT},
#include "bundles/report/ReportFormats.def"
#undef PMB_REPORT_FORMAT
  };
  return formats;
}

/// Makes what a finding says of places be from another folder.
static void moveTo(StringRef fromRoot, Diagnostic &finding) {
  auto move = [&](std::optional<NodeRef> &node) {
    if (report::getLocation(node))
      node->origin.name = report::getPathFrom(fromRoot, node->origin.name);
  };
  move(finding.node);
  for (Note &note : finding.notes)
    move(note.node);
  for (Diagnostic &other : finding.follows)
    moveTo(fromRoot, other);
}

std::string report::getPathFrom(StringRef fromRoot, StringRef path) {
  if (path.starts_with("<") || sys::path::is_absolute(path))
    return path.str();
  SmallString<128> whole(fromRoot);
  sys::path::append(whole, path);
  sys::path::remove_dots(whole, /*remove_dot_dot=*/true);
  return whole.str().str();
}

void pmb::printReport(raw_ostream &os, ArrayRef<Report> reports,
                      const ReportOptions &options) {
  if (!options.fromRoot.empty()) {
    std::vector<Report> moved(reports.begin(), reports.end());
    for (Report &report : moved) {
      report.input = report::getPathFrom(options.fromRoot, report.input);
      for (Diagnostic &finding : report.findings)
        moveTo(options.fromRoot, finding);
    }
    ReportOptions rest = options;
    rest.fromRoot.clear();
    return printReport(os, moved, rest);
  }
  switch (options.format) {
#define PMB_REPORT_FORMAT(ENUM, NAME, WHAT)                                    \
  case ReportFormat::ENUM:                                                     \
    return report::print##ENUM(os, reports, options);
#include "bundles/report/ReportFormats.def"
#undef PMB_REPORT_FORMAT
  }
}

const Origin *report::getLocation(const std::optional<NodeRef> &node) {
  return node && node->origin.kind == Origin::Kind::File ? &node->origin
                                                         : nullptr;
}

std::string report::replaceEach(StringRef text,
                                function_ref<std::string(char)> replace) {
  std::string replaced;
  replaced.reserve(text.size());
  for (char c : text)
    if (std::string other = replace(c); other.empty())
      replaced += c;
    else
      replaced += other;
  return replaced;
}

std::string report::encodePercent(char c) {
  return formatv("%{0:X-2}", static_cast<unsigned char>(c));
}

std::string report::listNames(ArrayRef<std::string> names, StringRef quote,
                              StringRef separator) {
  constexpr size_t limit = 10;
  std::string text;
  for (const std::string &name : names.take_front(limit))
    text +=
        ((text.empty() ? "" : separator) + quote + toUTF8(name) + quote).str();
  if (names.size() > limit)
    text += " and " + std::to_string(names.size() - limit) + " more";
  return text;
}

std::vector<DiagnosticLine> report::getLines(const Diagnostic &diagnostic) {
  std::vector<DiagnosticLine> lines = diagnostic.getLines();
  // A place without a name is what every format puts first.
  if (diagnostic.node && diagnostic.node->name.empty())
    lines.erase(lines.begin());
  return lines;
}

std::string report::getDetails(const Diagnostic &diagnostic) {
  std::string text;
  for (const DiagnosticLine &line : getLines(diagnostic))
    text += "\n" + line.getIndented();
  return text;
}

std::string report::toUTF8(StringRef text) { return escape(shorten(text)); }
