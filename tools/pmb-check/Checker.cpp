//===- Checker.cpp - Checking one input after the other -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Checker.h"
#include "builder/Pipeline.h"
#include "builder/check/OrderCheck.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "builder/edit/PassesInOptions.h"
#include "builder/repair/Porting.h"
#include "bundles/contracts/GuessedContracts.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "bundles/pipelines/PluginRules.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "bundles/stock/Witnesses.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/InputSort.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// What `--severity` says; the last one wins, as on any command line.
static std::optional<Severity> getOptionSeverity(const CheckOptions &options,
                                                 DiagnosticCode code) {
  for (auto [other, severity] : reverse(options.severities))
    if (other == code)
      return severity;
  return std::nullopt;
}

std::optional<Severity> Checker::getSeverity(DiagnosticCode code) const {
  if (std::optional<Severity> severity = getOptionSeverity(options, code))
    return severity;
  return file ? file->getSeverity(code) : std::nullopt;
}

void Checker::applySeverities(Report &report) const {
  for (Diagnostic &diagnostic : report.findings) {
    if (std::optional<Severity> severity = getSeverity(diagnostic.code))
      diagnostic.chooseSeverity(*severity);
    // What is a warning after all that, unless --severity insists on it.
    if (options.warningsAsErrors && diagnostic.severity == Severity::Warning &&
        !getOptionSeverity(options, diagnostic.code))
      diagnostic.severity = Severity::Error;
  }
  erase_if(report.findings, [](const Diagnostic &diagnostic) {
    return diagnostic.severity == Severity::Off;
  });
}

/// What is empty in one variant only is meant to be so.
static Error verifyNotEmpty(const Pipeline &pipeline, StringRef help) {
  if (!pipeline.empty() || !pipeline.getOptions().empty())
    return Error::success();
  return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                              "the pipeline has no passes, so there is nothing "
                              "to check")
                       .help(help.str()));
}

/// A name that is a known one but for a letter or two is an error here: MLIR
/// would refuse the pipeline, and a project with such a pass can say so. Not so
/// if the project may have such a pass: then it is a remark, or a pass without
/// a fix.
static void refuseMisspelled(std::vector<Diagnostic> &findings) {
  for (Diagnostic &finding : findings)
    if (finding.code == DiagnosticCode::UnknownPass) {
      bool isPass = finding.node && finding.node->position >= 0;
      if (finding.severity > Severity::Remark && (finding.fix || !isPass))
        finding.severity = Severity::Error;
      finding.help("a pass of your own that is called so is known once it is "
                   "in a file for --contracts");
    }
}

void Checker::rejectInput(Report &report, Error error) {
  append_range(report.findings, takeDiagnostics(std::move(error)));
  report.wasChecked = false;
  hasBadInput = true;
}

Report Checker::reportOf(StringRef name,
                         std::vector<Diagnostic> findings) const {
  Report report;
  report.input = name.str();
  report.wasSkipped = true;
  report.findings = std::move(findings);
  applySeverities(report);
  return report;
}

Report Checker::refuse(StringRef name, Error error) {
  Report report;
  report.input = name.str();
  rejectInput(report, std::move(error));
  return report;
}

void Checker::reportUnknownPasses(const Pipeline &pipeline, Report &report) {
  // Names that look misspelled have been reported; the others only if asked.
  std::optional<Severity> severity = getSeverity(DiagnosticCode::UnknownPass);
  bool reportAll = severity && *severity != Severity::Off;
  if (!reportAll)
    return;
  StringSet<> reported;
  for (const Diagnostic &diagnostic : report.findings)
    if (diagnostic.code == DiagnosticCode::UnknownPass && diagnostic.node)
      reported.insert(diagnostic.node->name);
  for (const Node &node : pipeline.getPasses()) {
    auto visit = [&](StringRef name) {
      if (!catalog.lookupPass(name) && !reported.contains(name))
        report.findings.push_back(
            Diagnostic(DiagnosticCode::UnknownPass,
                       ("nothing is known of a pass '" + name + "'").str())
                .at(pipeline.getRef(node)));
    };
    visit(node.getName());
    forEachPassInOptions(catalog, node.getDescriptor(), node.getGivenOptions(),
                         visit);
  }
}

/// Whether a pipeline converts functions to the LLVM dialect and reconciles the
/// casts of that.
static bool goesToLLVM(const Pipeline &pipeline) {
  bool hasFunctions = false, hasReconciliation = false;
  for (const Node &node : pipeline.getPasses())
    for (const ContentsEntry &entry :
         node.getDescriptor().contract.getContents()) {
      if (entry.word != ContentsEntry::Word::Lowers)
        continue;
      auto adds = [&](StringRef item) {
        return is_contained(entry.to, item) ||
               is_contained(entry.sometimes, item);
      };
      hasFunctions |= (is_contained(entry.items, "func") ||
                       is_contained(entry.items, "func.func")) &&
                      (adds("llvm") || adds("llvm.func"));
      hasReconciliation |=
          hasFunctions && any_of(entry.items, [](StringRef item) {
            return item.starts_with("builtin.unrealized_conversion_cast");
          });
    }
  return hasReconciliation;
}

void Checker::suggestOutput(const Pipeline &pipeline, Report &report) {
  constexpr StringLiteral name = "llvm-ir";
  if (hasSuggestedOutput || pipeline.getInterface().outputContents ||
      !catalog.lookupContents(name) || !goesToLLVM(pipeline))
    return;
  hasSuggestedOutput = true;
  report.findings.push_back(
      Diagnostic(DiagnosticCode::OutputNotKnown,
                 "the pipeline goes to the LLVM dialect, and it is not known "
                 "that it must end there")
          .help("--expect=" + name.str() + " checks more"));
}

void Checker::applyOptions(Pipeline &pipeline) const {
  for (auto [code, severity] : options.severities)
    pipeline.setSeverity(code, severity);
  options.applyTo(pipeline.getInterface());
}

void Checker::checkPipeline(Pipeline &pipeline, Report &report) {
  if (onlyComposes)
    return OrderCheck::checkAnchors(pipeline.getList(), report.findings);
  if (options.contents)
    if (std::optional<Diagnostic> warning =
            findUndeclared(pipeline, *options.contents,
                           options.contents.origins, "--contents"))
      report.findings.push_back(std::move(*warning));
  applyOptions(pipeline);
  if (edited)
    return fixPipeline(pipeline, report);
  // What others have changed; of its own edits --fix tells as it makes them.
  std::vector<Report::Change> changes;
  bool isPrinted = options.fix && !isFile;
  if (isPrinted) {
    changes = makeReport(pipeline, report.input).changes;
    fixPipeline(pipeline, report);
  }
  reportUnknownPasses(pipeline, report);
  append_range(report.findings, pipeline.check());
  if (guesses)
    guesses->add(pipeline, report.findings);
  if (options.witness)
    addWitnesses(pipeline, report.findings);
  if (options.simplify != CheckOptions::Simplify::No)
    pipeline.getCleanups().setDedupe(true);
  if (options.simplify == CheckOptions::Simplify::Share)
    pipeline.getCleanups().setShare(true);
  report.add(pipeline, options.explainsReports());
  if (isPrinted) {
    report.changes = std::move(changes);
    sayLeftFixes(report);
  }
  suggestOutput(pipeline, report);
  if (options.simplify != CheckOptions::Simplify::No)
    reportCleanups(pipeline, report);
}

void Checker::answer(const Pipeline &pipeline, Report &report) {
  if (options.questions.empty() || !report.wasChecked)
    return;
  Expected<Answers> made = ask(pipeline, report.input, options.questions);
  if (!made)
    return rejectInput(report, made.takeError());
  made->report.variant = report.variant;
  answers.push_back(std::move(*made));
}

void Checker::reportCleanups(const Pipeline &pipeline, Report &report) {
  size_t leftOut = 0;
  for (const CleanupAction &cleanup : pipeline.getCleanups().find()) {
    leftOut += cleanup.kind != CleanupAction::Kind::Established;
    report.findings.push_back(pipeline.getCleanups().describe(cleanup));
  }
  if (options.report.format == ReportFormat::Text && !options.graph)
    output << report::toUTF8(report.input) << ": " << pipeline.size() - leftOut
           << " of " << pipeline.size()
           << (pipeline.size() == 1 ? " pass runs\n" : " passes run\n");
}

Report Checker::checkComposed(Report report, Pipeline &pipeline, Error error,
                              StringRef help, NamesFn checkNames,
                              const FoundPipeline *found) {
  if (!error)
    error = appendPlugins(pipeline);
  if (!error)
    error = verifyNotEmpty(pipeline, help);
  std::vector<Diagnostic> errors = takeDiagnostics(std::move(error));
  report.wasChecked = errors.empty();
  const Pipeline *composed = report.wasChecked ? &pipeline : nullptr;
  append_range(report.findings, checkNames(composed));
  for (const PipelineFile &plugin : plugins) {
    dropUsedOptions(report.findings, plugin.getAskedNames());
    append_range(report.findings, plugin.checkNamesAsPlugin(names, composed));
  }
  if (options.from && composed) {
    portPipeline(pipeline, options.from, report.findings);
    dropNewChanges(report.findings);
  }
  refuseMisspelled(report.findings);
  if (found)
    found->applyTo(pipeline.getInterface());
  if (report.wasChecked)
    checkPipeline(pipeline, report);
  else if (!onlyComposes && (edited || (options.fix && !isFile)))
    errs() << report::toUTF8(report.input)
           << ": no fix is made, as the pipeline cannot be composed\n";
  applySeverities(report);
  answer(pipeline, report);
  // Whatever their severity, there was nothing that could be checked.
  append_range(report.findings, std::move(errors));
  return report;
}

/// So that they can be chosen. What is wrong with them is said where they take
/// part.
void Checker::declarePluginOptions(Pipeline &pipeline) const {
  for (const PipelineFile &plugin : plugins)
    consumeError(plugin.declareOptionsAsPlugin(pipeline));
}

/// Plugins take part by their names, in whatever order they are given.
Error Checker::appendPlugins(Pipeline &pipeline) const {
  StringMap<StringRef> files;
  for (const PipelineFile &plugin : plugins) {
    Expected<std::string> id = getPluginID(plugin.getName());
    if (!id)
      return id.takeError();
    auto [known, isNew] = files.try_emplace(*id, plugin.getName());
    // One that is given twice takes part once.
    if (!isNew && isSameFile(known->second, plugin.getName()))
      continue;
    if (!isNew)
      return makeError(
          Diagnostic(DiagnosticCode::DuplicateName,
                     quotePath(known->second) + " and " +
                         quotePath(plugin.getName()) +
                         " are both called plugin " + quote(*id))
              .help("a plugin is called as its file is, without folder and "
                    "endings: give one of the files another name"));
    Party party;
    party.origin = Origin::plugin(*id);
    party.registration = [&] { return plugin.appendAsPluginTo(pipeline); };
    if (Error error = pipeline.addParty(std::move(party)))
      return error;
  }
  return pipeline.applyParties();
}

void Checker::beginInput(bool isInFile) {
  isFile = isInFile;
  areFixesDropped = false;
  toldChanges.reset();
}

Error Checker::beginText() {
  beginInput(/*isInFile=*/false);
  if (!options.dryRun)
    return Error::success();
  return makeUsageError("--dry-run is for files: what --fix makes of a text is "
                        "printed, and nothing is written");
}

Report Checker::checkText(StringRef text, StringRef name) {
  if (Error error = beginText())
    return refuse(name, std::move(error));
  std::vector<Report::MadeFix> fixes;
  SourceText source = correctPrinted(SourceText::copy(text, name), fixes);
  Report report = checkTextual(std::move(source));
  report.fixes.insert(report.fixes.begin(), fixes.begin(), fixes.end());
  return report;
}

Report Checker::checkTextual(SourceText text,
                             std::optional<Diagnostic> otherSort) {
  Report report;
  report.input = text.getName().str();
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(std::move(text), catalog.getRules());
  if (!parsed) {
    Error error = parsed.takeError();
    if (otherSort) {
      consumeError(std::move(error));
      error = makeError(std::move(*otherSort));
    }
    return refuse(report.input, std::move(error));
  }
  std::vector<Text> texts;
  texts.emplace_back(std::move(*parsed), /*choosesNests=*/false);
  return checkTexts(std::move(report), texts);
}

Report Checker::checkTexts(Report report, ArrayRef<Text> texts,
                           const FoundPipeline *found) {
  Pipeline pipeline(texts.front().first.getRootOp(), catalog);
  declarePluginOptions(pipeline);
  if (!options.variant.empty())
    report.variant = nameVariant(options.variant, pipeline);
  Error error = options.variant.applyTo(pipeline);
  if (!error && pipeline.getOptions().empty())
    error = verifyAskedFor(pipeline);
  for (const auto &[text, choosesNests] : texts)
    if (!error)
      error = choosesNests ? text.appendTo(pipeline, text.getElements(),
                                           /*choosesNests=*/true)
                           : text.appendTo(pipeline);
  auto checkNames = [&](const Pipeline *composed) {
    std::vector<Diagnostic> findings;
    for (const auto &[text, choosesNests] : texts)
      append_range(findings, text.checkNames(names, composed));
    return findings;
  };
  return checkComposed(std::move(report), pipeline, std::move(error),
                       catalog.getRules().textNamesRoot
                           ? "write 'builtin.module(cse)'"
                           : "write 'function(sroa)'",
                       checkNames, found);
}

/// In reports a variant is called as it was given. What is kept to be compared
/// with has one name for it, however it is given.
std::string Checker::nameVariant(const VariantChoice &choice,
                                 const Pipeline &pipeline) const {
  bool isKept = options.action == CheckOptions::Action::Lock ||
                options.action == CheckOptions::Action::Fingerprint;
  return isKept ? choice.str(pipeline.getOptions()) : choice.str();
}

Report Checker::checkVariant(const VariantChoice &choice) {
  Report report;
  report.input = file->getName().str();
  Pipeline pipeline(file->getAnchor(catalog), catalog);
  Error error = file->declareOptions(pipeline);
  declarePluginOptions(pipeline);
  if (options.allVariants || !choice.empty())
    report.variant = nameVariant(choice, pipeline);
  if (!error)
    error = choice.applyTo(pipeline);
  // What is declared is there, asked for or not.
  if (!error && pipeline.getOptions().empty()) {
    StringSet<> asked = file->getAskedNames();
    for (const PipelineFile &plugin : plugins) {
      StringSet<> names = plugin.getAskedNames();
      for (StringRef name : names.keys())
        asked.insert(name);
    }
    error = verifyAskedFor(pipeline, std::move(asked));
  }
  if (!error)
    error = file->appendTo(pipeline);
  return checkComposed(std::move(report), pipeline, std::move(error),
                       "write \"passes\": [\"cse\"]",
                       [&](const Pipeline *composed) {
                         return file->checkNames(names, composed);
                       });
}

std::vector<Report> Checker::checkJson(SourceText text) {
  std::string name = text.getName().str();
  Expected<PipelineFile> parsed = PipelineFile::parse(std::move(text));
  if (!parsed) {
    Report report = refuse(name, parsed.takeError());
    if (StringRef(name).ends_with(".contracts.json"))
      report.findings.back().help("contracts are read with --contracts=" +
                                  name);
    return {std::move(report)};
  }
  append_range(includedFiles, parsed->getIncludedFiles());
  file = &*parsed;
  scope_exit forget([&] { file = nullptr; });
  std::vector<VariantChoice> choices = {options.variant};
  if (options.allVariants) {
    // Errors of the declarations are reported where they are used.
    Pipeline declared(parsed->getAnchor(catalog), catalog);
    consumeError(parsed->declareOptions(declared));
    declarePluginOptions(declared);
    if (Error error =
            enumerateVariants(declared.getOptions()).moveInto(choices))
      return {refuse(name, std::move(error))};
  }
  std::vector<Report> reports;
  for (const VariantChoice &choice : choices)
    reports.push_back(checkVariant(choice));
  // Each variant has a picture, or a difference, of its own.
  return options.allVariants && !options.explainsReports()
             ? foldVariants(std::move(reports))
             : reports;
}

std::vector<Report> Checker::checkFile(StringRef path) {
  beginInput(/*isInFile=*/true);
  if (path == "-")
    if (Error error = beginText())
      return {refuse("<stdin>", std::move(error))};
  bool isMended = options.fix && isFile;
  // Fixes are found, tried and checked on the same bytes of what it includes.
  Expected<SourceText> text =
      isMended ? SourceText::read(path, TextStore::makeUnchanging())
               : SourceText::read(path);
  if (!text)
    return {refuse(path == "-" ? "<stdin>" : path, text.takeError())};
  std::vector<Report::MadeFix> fixes;
  if (isMended && !findOtherSort(path, text->getText())) {
    *text = SourceText::copy(mendFile(*text, fixes), path, text->getStore());
  } else if (options.fix &&
             hasPipelinesInside(text->getName(), text->getText())) {
    isFile = true;
    *text = SourceText::copy(mendText(*text, fixes), text->getName());
    output << text->getText();
  }
  std::vector<Report> reports = checkSource(std::move(*text));
  if (isFile)
    for (Report &report : reports) {
      report.fixes = fixes;
      sayLeftFixes(report);
    }
  return reports;
}

std::vector<Report> Checker::checkSource(SourceText text) {
  std::vector<Report::MadeFix> fixes;
  text = correctPrinted(std::move(text), fixes);
  // Only a report that says which characters to change needs them.
  std::string copy;
  if (options.report.format == ReportFormat::Sarif)
    copy = text.getText().str();
  std::vector<Report> reports;
  if (std::optional<Diagnostic> other =
          findOtherSort(text.getName(), text.getText()))
    reports.push_back(refuse(text.getName(), makeError(std::move(*other))));
  else if (hasPipelinesInside(text.getName(), text.getText()))
    reports = checkInside(std::move(text));
  else if (isPipelineJson(text.getName(), text.getText()))
    reports = checkJson(std::move(text));
  else {
    std::optional<Diagnostic> unsearched = findUnsearched(text);
    reports.push_back(checkTextual(std::move(text), std::move(unsearched)));
  }
  for (Report &report : reports) {
    report.text = copy;
    report.fixes.insert(report.fixes.begin(), fixes.begin(), fixes.end());
  }
  return reports;
}
