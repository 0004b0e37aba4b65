//===- Inside.cpp - Files that run pipelines ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/LLVMCompat.h"
#include "builder/diagnostics/SourceText.h"
#include "bundles/mending/FoundText.h"
#include "bundles/mending/PipelineText.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Checker.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

Report Checker::checkFound(const FoundPipeline &found, Report report) {
  std::vector<Text> texts;
  std::vector<Diagnostic> errors;
  if (found.skipped) {
    report.wasSkipped = true;
    report.findings.push_back(*found.skipped);
    applySeverities(report);
    return report;
  }
  if (found.refused)
    report.findings.push_back(*found.refused);
  for (const FoundPipeline::Part &part : found.parts) {
    Expected<TextualPipeline> parsed =
        parseTextualPipeline(part.text.clone(), catalog.getRules());
    if (!parsed) {
      append_range(errors, takeDiagnostics(parsed.takeError()));
      continue;
    }
    if (auto wrong = found.findWrongRoot(*parsed, catalog))
      report.findings.push_back(std::move(*wrong));
    texts.emplace_back(std::move(*parsed), part.choosesNests());
  }
  if (errors.empty()) {
    report = checkTexts(std::move(report), texts, &found);
    // What is about no pass of it is about the command.
    for (Diagnostic &finding : report.findings)
      if (!finding.node)
        finding.node.emplace().origin =
            Origin::file(report.input, found.place.line, found.place.column);
    suggestRelease(found.release, report);
    return report;
  }
  rejectInput(report, makeError(std::move(errors)));
  return report;
}

void Checker::suggestRelease(unsigned release, Report &report) const {
  std::string text = std::to_string(release);
  for (Diagnostic &finding : report.findings)
    if (isOtherRelease(release) &&
        (finding.code == DiagnosticCode::UnknownPass ||
         finding.code == DiagnosticCode::BadOptions)) {
      // What is right today may not be there yet.
      finding.withdrawFix();
      finding.help("the command runs MLIR " + text + ": --from=" + text +
                   " says what became of it");
    }
}

bool Checker::isOtherRelease(unsigned release) const {
  return release && !options.from &&
         std::to_string(release) != catalog.getRelease();
}

std::vector<Report> Checker::checkInside(SourceText text) {
  Report report;
  report.input = text.getName().str();
  Expected<FoundPipelines> found = findPipelines(std::move(text), catalog);
  if (!found)
    return {refuse(report.input, found.takeError())};
  std::vector<Report> reports;
  for (const FoundPipeline &pipeline : found->pipelines)
    reports.push_back(checkFound(pipeline, report));
  return reports;
}

std::string Checker::mendInside(const SourceText &source,
                                std::vector<Report::MadeFix> &fixes) {
  std::string current = source.getText().str();
  StringRef name = source.getName();
  auto find = [&] {
    // What is wrong with the file is reported when it is checked.
    return expectedToOptional(
        findPipelines(SourceText::copy(current, name), catalog));
  };
  std::optional<FoundPipelines> found = find();
  for (size_t number = 0; found && number < found->pipelines.size(); ++number) {
    const FoundPipeline &pipeline = found->pipelines[number];
    if (pipeline.skipped)
      continue;
    if (isOtherRelease(pipeline.release)) {
      errs() << report::toUTF8(name) << ':' << pipeline.place.line
             << ": no fix is made, as the command runs MLIR "
             << pipeline.release << ": --from=" << pipeline.release
             << " ports it\n";
      continue;
    }
    // Why there is none is reported when the file is checked.
    auto before = expectedToOptional(getFoundText(pipeline, current, catalog));
    if (!before) {
      errs() << report::toUTF8(name) << ':' << pipeline.place.line
             << ": no fix is made, as the pipeline cannot be composed\n";
      continue;
    }
    PipelineText text(*before, name, /*isJson=*/false, catalog, options.variant,
                      [&](Pipeline &composed) {
                        applyOptions(composed);
                        pipeline.applyTo(composed.getInterface());
                      });
    Report report;
    report.input = name.str();
    {
      edited = &text;
      scope_exit forget([&] { edited = nullptr; });
      report = checkFound(pipeline, std::move(report));
    }
    append_range(fixes, report.fixes);
    if (text.getText() == *before)
      continue;
    Expected<std::string> written = writeFoundText(
        SourceText::copy(current, name), number, text.getText(), catalog);
    if (written) {
      current = std::move(*written);
      found = find();
      continue;
    }
    std::string why = toString(written.takeError());
    for (Report::MadeFix &fix :
         MutableArrayRef(fixes).take_back(report.fixes.size()))
      if (fix.whyNot.empty())
        fix.whyNot = why;
    errs() << report::toUTF8(name) << ':' << pipeline.place.line
           << ": none of these is made: " << report::toUTF8(why) << '\n';
  }
  return current;
}
