//===- ReportText.cpp - Findings as text ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;

/// `1 error`, `2 errors`.
static std::string countOf(size_t count, StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

void report::printFinding(raw_ostream &os, const CheckResult &result,
                          const Diagnostic &diagnostic, bool useColors) {
  ColorMode mode = useColors ? ColorMode::Enable : ColorMode::Disable;
  const DiagnosticInfo &info = diagnostic.getInfo();
  const Origin *location = report::getLocation(diagnostic.node);
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, mode)
      << report::toUTF8(location ? location->str() : result.input) << ": ";
  WithColor(os,
            diagnostic.severity == Severity::Error     ? HighlightColor::Error
            : diagnostic.severity == Severity::Warning ? HighlightColor::Warning
                                                       : HighlightColor::Remark,
            mode)
      << stringify(diagnostic.severity) << ": ";
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, mode)
      << report::toUTF8(diagnostic.message);
  os << " [" << info.getID() << ' ' << info.name << "]\n";
  if (!result.variant.empty()) {
    WithColor(os, HighlightColor::Note, mode) << "  variant: ";
    os << report::toUTF8(result.variant) << '\n';
  }

  using Kind = DiagnosticLine::Kind;
  for (const DiagnosticLine &line : report::getLines(diagnostic)) {
    std::string text = line.getIndented();
    StringRef rest = text;
    if (is_contained({Kind::Note, Kind::Help, Kind::Fix}, line.kind)) {
      size_t label = 2 + line.getLabel().size();
      WithColor(os,
                line.kind == Kind::Note ? HighlightColor::Note
                                        : HighlightColor::Remark,
                mode)
          << rest.take_front(label);
      rest = rest.drop_front(label);
    }
    os << rest << '\n';
  }
}

/// The begin of a line about an input that is no finding.
static void startNote(raw_ostream &os, const CheckResult &result,
                      ColorMode mode) {
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, mode)
      << report::toUTF8(result.input) << ": ";
  WithColor(os, HighlightColor::Note, mode) << "note: ";
}

static void printUnknown(raw_ostream &os, const CheckResult &result,
                         ColorMode mode) {
  startNote(os, result, mode);
  size_t count = result.unknownPasses.size();
  os << "no contract says what " << count
     << (count == 1 ? " pass does, and nothing was assumed of it: "
                    : " passes do, and nothing was assumed of them: ")
     << report::listNames(result.unknownPasses, "'", ", ") << '\n';
}

/// A line for each variant of a pipeline, and how its passes differ from those
/// of the first.
static void printVariants(raw_ostream &os, const CheckResult &result,
                          ColorMode mode) {
  size_t width = 0;
  std::vector<std::string> failed;
  for (const VariantSummary &variant : result.variants) {
    width = std::max(width, report::toUTF8(variant.name).size());
    if (variant.errors)
      failed.push_back(variant.name);
  }
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, mode)
      << report::toUTF8(result.input) << ": ";
  os << countOf(result.variants.size(), "variant") << ", " << failed.size()
     << " with errors";
  if (!failed.empty())
    os << ": " << report::listNames(failed, "'", ", ");
  os << '\n';
  for (const VariantSummary &variant : result.variants) {
    os << "  " << left_justify(report::toUTF8(variant.name), width) << "  ";
    if (!variant.wasChecked)
      os << "not composed";
    else
      os << variant.passCount << (variant.passCount == 1 ? " pass" : " passes");
    if (!variant.sameAs.empty())
      os << ", the same as " << report::toUTF8(variant.sameAs);
    if (variant.errors)
      os << ", " << countOf(variant.errors, "error");
    if (variant.warnings)
      os << ", " << countOf(variant.warnings, "warning");
    os << '\n';
    std::pair<StringRef, const std::vector<std::string> *> differences[] = {
        {"+ ", &variant.difference.with},
        {"- ", &variant.difference.without},
        {"moved: ", &variant.difference.moved}};
    for (auto [word, passes] : differences)
      if (!passes->empty())
        os << "    " << word << report::listNames(*passes, "", ", ") << '\n';
  }
}

void report::printTextReport(raw_ostream &os, ArrayRef<CheckResult> results,
                             bool useColors) {
  ColorMode mode = useColors ? ColorMode::Enable : ColorMode::Disable;
  // A stream that is no terminal would leave them out.
  bool hadColors = os.colors_enabled();
  os.enable_colors(useColors);
  size_t errors = 0, warnings = 0, remarks = 0, passes = 0, suppressed = 0;
  size_t pipelines = 0;
  for (const CheckResult &result : results) {
    for (const Diagnostic &diagnostic : result.diagnostics)
      printFinding(os, result, diagnostic, useColors);
    if (!result.unknownPasses.empty())
      printUnknown(os, result, mode);
    for (const std::string &change : report::listChanges(result)) {
      startNote(os, result, mode);
      os << change << '\n';
    }
    errors += result.count(Severity::Error);
    warnings += result.count(Severity::Warning);
    remarks += result.count(Severity::Remark);
    passes += result.passCount;
    suppressed += result.suppressed;
    // The variants of a pipeline are counted, and not what they share.
    pipelines += result.variants.empty();
  }
  for (const CheckResult &result : results)
    if (!result.variants.empty())
      printVariants(os, result, mode);
  os << countOf(errors, "error") << " and " << countOf(warnings, "warning");
  if (remarks)
    os << ", " << countOf(remarks, "remark");
  os << " in " << countOf(pipelines, "pipeline") << " with " << passes
     << (passes == 1 ? " pass" : " passes");
  if (suppressed)
    os << "; " << countOf(suppressed, "finding") << " of the baseline left out";
  os << '\n';
  os.enable_colors(hadColors);
}
