//===- ReportText.cpp - Findings as text ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "builder/passes/PassManagerRules.h"
#include "bundles/report/DiffSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;
using report::countOf;

static WithColor showBold(raw_ostream &os, ColorMode mode) {
  return WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
                   mode);
}

void report::printFinding(raw_ostream &os, const Report &report,
                          const Diagnostic &diagnostic, bool useColors) {
  ColorMode mode = useColors ? ColorMode::Enable : ColorMode::Disable;
  const DiagnosticInfo &info = diagnostic.getInfo();
  const Origin *location = report::getLocation(diagnostic.node);
  showBold(os, mode) << report::toUTF8(location ? location->str()
                                                : report.input)
                     << ": ";
  WithColor(os,
            diagnostic.severity == Severity::Error     ? HighlightColor::Error
            : diagnostic.severity == Severity::Warning ? HighlightColor::Warning
                                                       : HighlightColor::Remark,
            mode)
      << stringify(diagnostic.severity) << ": ";
  showBold(os, mode) << report::toUTF8(diagnostic.message);
  os << " [" << info.getID() << ' ' << info.name << "]\n";
  if (!report.variant.empty()) {
    WithColor(os, HighlightColor::Note, mode) << "  variant: ";
    os << report::toUTF8(report.variant) << '\n';
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
static void startNote(raw_ostream &os, const Report &report, ColorMode mode) {
  showBold(os, mode) << report::toUTF8(report.input) << ": ";
  WithColor(os, HighlightColor::Note, mode) << "note: ";
}

static void printUnknown(raw_ostream &os, const Report &report,
                         ColorMode mode) {
  startNote(os, report, mode);
  size_t count = report.unknownPasses.size();
  os << "no contract says what " << count
     << (count == 1 ? " pass does, and nothing was assumed of it: "
                    : " passes do, and nothing was assumed of them: ")
     << report::listNames(report.unknownPasses, "'", ", ") << '\n';
}

/// A line for each kind of change.
static void printChanges(raw_ostream &os, ArrayRef<PassChange> changes) {
  using Kind = PassChange::Kind;
  for (auto [kind, word] :
       {std::pair(Kind::Added, "+ "), std::pair(Kind::Removed, "- "),
        std::pair(Kind::Moved, "moved: "),
        std::pair(Kind::OptionsChanged, "options: "),
        std::pair(Kind::NestChanged, "nest: ")}) {
    std::vector<std::string> texts;
    for (const PassChange &change : changes)
      if (change.kind == kind)
        texts.push_back(kind == Kind::OptionsChanged
                            ? change.pass + ": " +
                                  diff::describe(change.options)
                        : kind == Kind::NestChanged
                            ? change.pass + ": " + change.nestBefore + " -> " +
                                  change.nestAfter
                            : change.pass);
    if (!texts.empty())
      os << "    " << word << report::listNames(texts, "", ", ") << '\n';
  }
}

/// A line for each variant of a pipeline, and how its passes differ from those
/// of the first.
static void printVariants(raw_ostream &os, const Report &report,
                          ColorMode mode) {
  size_t width = 0;
  std::vector<std::string> failed;
  for (const VariantSummary &variant : report.variants) {
    width = std::max(width, report::toUTF8(variant.name).size());
    if (variant.errors)
      failed.push_back(variant.name);
  }
  showBold(os, mode) << report::toUTF8(report.input) << ": ";
  os << countOf(report.variants.size(), "variant") << ", " << failed.size()
     << " with errors";
  if (!failed.empty())
    os << ": " << report::listNames(failed, "'", ", ");
  os << '\n';
  for (const VariantSummary &variant : report.variants) {
    os << "  " << left_justify(report::toUTF8(variant.name), width) << "  ";
    os << (variant.wasChecked ? countOf(variant.passCount, "pass")
                              : "not composed");
    if (!variant.sameAs.empty())
      os << ", the same as " << report::toUTF8(variant.sameAs);
    if (variant.errors)
      os << ", " << countOf(variant.errors, "error");
    if (variant.warnings)
      os << ", " << countOf(variant.warnings, "warning");
    os << '\n';
    printChanges(os, variant.changes);
  }
}

/// One line for all inputs with what was not checked, and how to say it.
static void printNotChecked(raw_ostream &os, ArrayRef<Report> reports,
                            ColorMode mode) {
  std::vector<std::string> parts;
  for (auto [what, text] :
       {std::pair(Report::NotChecked::Input,
                  "what is in the input (--contents)"),
        std::pair(Report::NotChecked::Dialects,
                  "which operations of its dialects are in the input, of what "
                  "shapes (contents that are read off IR)"),
        std::pair(Report::NotChecked::Output,
                  "what is left at the end (--expect)")})
    if (any_of(reports, [what = what](const Report &report) {
          return report.wasChecked && is_contained(report.notChecked, what);
        }))
      parts.push_back(text);
  if (parts.empty())
    return;
  WithColor(os, HighlightColor::Note, mode) << "note: ";
  os << "not checked, as nothing says it: " << join(parts, "; ") << '\n';
}

void report::printText(raw_ostream &os, ArrayRef<Report> reports,
                       const ReportOptions &options) {
  ColorMode mode = options.useColors ? ColorMode::Enable : ColorMode::Disable;
  // A stream that is no terminal would leave them out.
  bool hadColors = os.colors_enabled();
  os.enable_colors(options.useColors);
  size_t errors = 0, warnings = 0, remarks = 0, passes = 0, suppressed = 0;
  size_t pipelines = 0;
  for (const Report &report : reports) {
    for (const Diagnostic &diagnostic : report.findings)
      printFinding(os, report, diagnostic, options.useColors);
    if (!report.unknownPasses.empty())
      printUnknown(os, report, mode);
    for (const std::string &change : report::listChanges(report)) {
      startNote(os, report, mode);
      os << change << '\n';
    }
    errors += report.count(Severity::Error);
    warnings += report.count(Severity::Warning);
    remarks += report.count(Severity::Remark);
    passes += report.passes.size();
    suppressed += report.suppressed;
    // The variants of a pipeline are counted, and not what they share.
    pipelines += report.variants.empty() && !report.wasSkipped;
  }
  for (const Report &report : reports)
    if (!report.variants.empty())
      printVariants(os, report, mode);
  printNotChecked(os, reports, mode);
  os << countOf(errors, "error") << " and " << countOf(warnings, "warning");
  if (remarks)
    os << ", " << countOf(remarks, "remark");
  os << " in " << countOf(pipelines, "pipeline") << " with "
     << countOf(passes, "pass");
  if (suppressed)
    os << "; " << countOf(suppressed, "finding") << " of the baseline left out";
  os << '\n';
  os.enable_colors(hadColors);
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

static void printFact(raw_ostream &os, StringRef word, StringRef text) {
  os << formatv("  {0,-10} {1}\n", word, escape(text));
}

static void printFacts(raw_ostream &os, ArrayRef<Report::Fact> facts) {
  for (const Report::Fact &fact : facts)
    printFact(os, fact.word,
              fact.text + report::describeReason(fact.reason, fact.source));
}

/// Texts below a title; nothing if there are none.
static void printBelow(raw_ostream &os, StringRef title, StringRef word,
                       ArrayRef<std::string> texts) {
  if (!texts.empty())
    os << '\n' << title << '\n';
  for (StringRef text : texts)
    printFact(os, word, text);
}

void pmb::printExplanation(raw_ostream &os, const Report &report) {
  os << escape(report.root) << ": before the first pass, with "
     << (report.isInputKnown ? "known" : "unknown") << " contents\n";
  printFacts(os, report.start);
  for (auto [position, pass] : enumerate(report.passes)) {
    std::string title = pass.node.name + wrapOptions(pass.options);
    if (!pass.nests.empty())
      title += " on " + pass.node.anchor;
    os << formatv("\npass {0}: {1}\n", position, escape(title));
    printFacts(os, pass.facts);
    printFacts(os, pass.observed);
  }
  std::vector<std::string> removed, possible, advice;
  for (const Report::Change &change : report.changes)
    if (change.kind == EditTrace::Kind::Removed)
      removed.push_back("'" + change.node.name + "', added by " +
                        change.node.origin.str() + ": by " +
                        report::describeOrigin(change.origin, ", "));
  for (const Diagnostic &finding : report.possible)
    (finding.code == DiagnosticCode::Advice ? advice : possible)
        .push_back(finding.message);
  printBelow(os, "not in the pipeline any more", "removed", removed);
  printBelow(os, "after the last pass: no findings, as nothing speaks for them",
             "possible", possible);
  printBelow(os, "advice: nothing is wrong without it", "advice", advice);
  os << '\n';
}
