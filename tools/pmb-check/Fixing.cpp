//===- Fixing.cpp - Mending what is checked -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/LLVMCompat.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/repair/Mending.h"
#include "bundles/mending/Corrections.h"
#include "bundles/mending/PipelineText.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/InputSort.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace pmb;
using namespace llvm;

namespace {
/// The fixes that are made, and those that the text cannot have.
class FixLog {
public:
  explicit FixLog(Report &report) : report(report) {}

  bool isRefused(const Fix &fix) const { return refused.contains(fix.message); }
  void addMade(ArrayRef<Fix> fixes) {
    for (const Fix &fix : fixes) {
      say(fix.message);
      report.fixes.push_back({fix.message, ""});
    }
  }
  void refuse(const Fix &fix, const std::string &why) {
    if (!refused.insert(fix.message).second)
      return;
    say("not made: " + fix.message + ": " + why);
    report.fixes.push_back({fix.message, why});
  }
  void say(const Twine &text) const {
    errs() << report::toUTF8(report.input) << ": " << report::toUTF8(text.str())
           << '\n';
  }

private:
  Report &report;
  StringSet<> refused;
};
} // namespace

/// A pass that a fix has put in did not run in the earlier release, so nothing
/// has changed about it.
void Checker::dropNewChanges(std::vector<Diagnostic> &findings) {
  auto isChange = [](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::ChangedSinceRelease;
  };
  if (!toldChanges)
    return;
  if (!edited)
    return erase_if(findings, [&](const Diagnostic &finding) {
      return isChange(finding) && !toldChanges->contains(finding.message);
    });
  for (const Diagnostic &finding : make_filter_range(findings, isChange))
    toldChanges->insert(finding.message);
}

/// Makes the fixes in `text`. Those that cannot be made are looked for no more.
static std::vector<Fix> findWritableFixes(Pipeline &pipeline, Severity least,
                                          IsAllowed isAllowed,
                                          PipelineText *text, FixLog &log) {
  while (true) {
    std::vector<Fix> fixes = findFixes(pipeline, least, isAllowed);
    size_t failed = 0;
    Error error = text ? text->apply(fixes, &failed) : Error::success();
    if (!error)
      return fixes;
    log.refuse(fixes[failed], toString(std::move(error)));
  }
}

void Checker::fixPipeline(Pipeline &pipeline, Report &report) {
  FixLog log(report);
  auto isAllowed = [&](const Fix &fix) {
    return (options.unsafeFixes || !fix.isUnsafe) && !log.isRefused(fix);
  };
  auto isWanted = [&](const Diagnostic &finding) {
    Severity severity = getSeverity(finding.code).value_or(finding.severity);
    // A nest that is misspelled runs on nothing.
    return isAllowed(*finding.fix) &&
           severity >= (finding.fix->kind == Fix::Kind::RenameNest
                            ? Severity::Warning
                            : *options.fix);
  };
  std::optional<PipelineText> before;
  if (edited) {
    before = *edited;
    for (const Diagnostic &finding : report.findings)
      if (finding.fix && isWanted(finding)) {
        if (finding.fix->kind == Fix::Kind::Replace &&
            finding.fix->passPosition < 0) {
          log.refuse(*finding.fix, "the pass is there in another variant only; "
                                   "give that with --variant");
          continue;
        }
        PipelineText copy = *edited;
        if (Error error = copy.apply(*finding.fix))
          log.refuse(*finding.fix, toString(std::move(error)));
      }
  }
  std::vector<Fix> made = fixNames(pipeline, report.findings, isWanted);
  if (edited)
    if (Error error = edited->apply(made)) {
      areFixesDropped = true;
      return log.say("no fix is made: " + toString(std::move(error)));
    }
  std::vector<Fix> fixes =
      findWritableFixes(pipeline, *options.fix, isAllowed, edited, log);
  if (Error error = applyFixes(pipeline, fixes))
    append_range(report.findings, takeDiagnostics(std::move(error)));
  append_range(made, std::move(fixes));
  if (edited && !edited->gives(pipeline)) {
    *edited = *before;
    areFixesDropped = true;
    return log.say("no fix is made: with them, the text would not give the "
                   "pipeline that they make");
  }
  log.addMade(made);
  if (!edited)
    printFixed(pipeline);
}

void Checker::printFixed(const Pipeline &pipeline) {
  if (file)
    return file->describeEdited(pipeline).print(output);
  pipeline.print(output, PrintStyle::WithNames);
  output << '\n';
}

std::vector<Diagnostic> Checker::findMistakes(const SourceText &source) {
  SaveAndRestore composes(onlyComposes, true), bad(hasBadInput);
  std::vector<Diagnostic> mistakes;
  for (Report &report : checkSource(source.clone()))
    for (Diagnostic &finding : report.findings)
      // Names in what can be composed are mended there (`fixNames`).
      if (finding.severity == Severity::Error &&
          (!report.wasChecked || !finding.betterNest.empty()))
        mistakes.push_back(std::move(finding));
  return mistakes;
}

SourceText Checker::correct(const SourceText &source,
                            std::vector<Report::MadeFix> &fixes) {
  auto find = [&](const SourceText &text) { return findMistakes(text); };
  std::vector<std::string> made;
  std::string text = Corrector(catalog, find).correctAll(source, made);
  SourceText after =
      SourceText::copy(text, source.getName(), source.getStore());
  if (made.empty() || (!isFile && !find(after).empty()))
    return source.clone();
  for (std::string &message : made) {
    errs() << report::toUTF8(source.getName()) << ": "
           << report::toUTF8(message) << '\n';
    fixes.push_back({std::move(message), ""});
  }
  return after;
}

SourceText Checker::correctPrinted(SourceText source,
                                   std::vector<Report::MadeFix> &fixes) {
  bool isPrinted = options.fix && !isFile && !edited && !onlyComposes;
  return isPrinted ? correct(source, fixes) : std::move(source);
}

/// Says in which variants, besides the one that is mended, something else runs
/// now: the check cannot know that it is meant there.
void Checker::sayOtherVariants(const SourceText &source,
                               StringRef after) const {
  auto look = [&](StringRef text, const VariantChoice &choice) {
    auto made = expectedToOptional(
        PipelineText(
            text, source.getName(), /*isJson=*/true, catalog, choice,
            [this](Pipeline &pipeline) { applyOptions(pipeline); },
            source.getStore())
            .compose());
    return made ? std::move(*made) : nullptr;
  };
  auto mended = look(source.getText(), options.variant);
  if (!mended)
    return;
  auto choices = expectedToOptional(enumerateVariants(mended->getOptions()));
  std::vector<std::string> others;
  for (const VariantChoice &choice :
       choices ? *choices : std::vector<VariantChoice>()) {
    auto now = look(after, choice), then = look(source.getText(), choice);
    if (now && then && getStructure(*then) != getStructure(*mended) &&
        getStructure(*now) != getStructure(*then))
      others.push_back("'" + choice.str() + "'");
  }
  if (!others.empty())
    errs() << report::toUTF8(source.getName())
           << ": note: this also changes what runs in "
           << report::toUTF8(join(others, ", "))
           << ": if that is not meant, give what is new a 'when'\n";
}

std::string Checker::mend(const SourceText &source, bool isPipelineFile,
                          std::vector<Report::MadeFix> &fixes) {
  PipelineText text(
      source.getText(), source.getName(), isPipelineFile, catalog,
      options.variant, [this](Pipeline &pipeline) { applyOptions(pipeline); },
      source.getStore());
  edited = &text;
  scope_exit forget([&] { edited = nullptr; });
  std::vector<Report> reports = checkSource(source.clone());
  append_range(fixes, reports.front().fixes);
  if (isPipelineFile && text.getText() != source.getText())
    sayOtherVariants(source, text.getText());
  return text.getText().str();
}

std::string Checker::mendText(const SourceText &source,
                              std::vector<Report::MadeFix> &fixes) {
  // What is wrong with the text is reported when it is checked.
  SaveAndRestore bad(hasBadInput);
  toldChanges.emplace();
  SourceText corrected = correct(source, fixes);
  StringRef name = source.getName(), before = source.getText();
  return hasPipelinesInside(name, before)
             ? mendInside(corrected, fixes)
             : mend(corrected, isPipelineJson(name, before), fixes);
}

std::string Checker::mendFile(const SourceText &source,
                              std::vector<Report::MadeFix> &fixes) {
  std::string before = source.getText().str();
  StringRef name = source.getName();
  std::string after = mendText(source, fixes);
  if (after == before)
    return before;
  if (Error error = writeMended(name, before, after, options.dryRun, output)) {
    errs() << report::toUTF8(name)
           << ": error: " << report::toUTF8(toString(std::move(error))) << '\n';
    hasBadInput = true;
    for (Report::MadeFix &fix : fixes)
      if (fix.whyNot.empty())
        fix.whyNot = "the file cannot be written";
    return before;
  }
  hasDifference |= options.dryRun;
  return after;
}

void Checker::sayLeftFixes(Report &report) const {
  // Where nothing can be composed, or all fixes were dropped, that was said.
  if (!options.fix || !report.wasChecked || areFixesDropped)
    return;
  FixLog log(report);
  bool isAnyUnsafe = false;
  for (const Diagnostic &finding : report.findings) {
    if (!finding.fix || finding.severity < *options.fix)
      continue;
    bool isKept = finding.fix->isUnsafe && !options.unsafeFixes;
    isAnyUnsafe |= isKept;
    if (!isKept && none_of(report.fixes, [&](const Report::MadeFix &fix) {
          return fix.message == finding.fix->message;
        }))
      log.refuse(*finding.fix, "it only leads to as many other findings");
  }
  if (isAnyUnsafe)
    log.say("unsafe fixes are left, which --unsafe-fixes makes, too");
}
