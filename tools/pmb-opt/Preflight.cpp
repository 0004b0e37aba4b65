//===- Preflight.cpp - All that happens before anything runs --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Preflight.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/pipelines/PipelineFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/plugins/Plugin.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Editing.h"
#include "tools/pmb-opt/NamedPipeline.h"
#include "tools/pmb-opt/Plugins.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

bool pmb::printErrors(Error error) {
  std::vector<Diagnostic> diagnostics = takeForCommandLine(std::move(error));
  for (const Diagnostic &diagnostic : diagnostics)
    diagnostic.print(errs());
  return !diagnostics.empty();
}

static void printAll(ArrayRef<Report> reports) {
  ReportOptions format;
  format.useColors = errs().has_colors();
  printReport(errs(), reports, format);
}

void Preflight::printFinding(const Diagnostic &finding) const {
  Report report;
  report.input = getPipelineName(options);
  report::printFinding(errs(), report, finding, errs().has_colors());
}

bool Preflight::printReport(Error error,
                            const PassManagerBuilder *builder) const {
  Report report;
  report.input = getPipelineName(options);
  if (builder)
    report.passes = makeReport(*builder, report.input).passes;
  report.findings = takeForCommandLine(std::move(error));
  report.wasChecked = false;
  if (report.findings.empty())
    return false;
  printAll(report);
  return true;
}

//===----------------------------------------------------------------------===//
// Composing
//===----------------------------------------------------------------------===//

/// The text of what a builder takes over from a pass manager, which differs
/// from MLIR's where a pass prints options that have their defaults, and by
/// slots that are empty. Empty if it cannot be taken over.
static std::string printAdopted(const PassManagerBuilder &builder,
                                mlir::PassManager &pm) {
  PassManagerBuilder other(pm, builder.getCatalog());
  std::string text;
  if (Error error = other.adopt(pm))
    consumeError(std::move(error));
  else
    text = other.str();
  other.discard();
  return text;
}

/// Adopts what mlir-opt's options have put into the pass manager. Passes of a
/// `--pass-pipeline` get their places in it as origin, if that makes the same
/// pipeline as MLIR's own reading of the text.
static Error adopt(PassManagerBuilder &builder, mlir::PassManager &pm,
                   StringRef name, std::vector<Diagnostic> &nameFindings) {
  std::optional<std::string> text = getPassPipelineText();
  if (!text)
    return builder.adopt(pm);
  std::string given;
  raw_string_ostream os(given);
  pm.printAsTextualPipeline(os);
  Error error = builder.transaction(builder.getOrigin(), [&]() -> Error {
    Expected<TextualPipeline> parsed = parseTextualPipeline(*text, name);
    if (!parsed)
      return parsed.takeError();
    if (Error error = parsed->appendTo(builder))
      return error;
    if (std::string made = builder.str();
        made != given && made != printAdopted(builder, pm))
      return createStringError("MLIR reads it in another way");
    NameChecker names(builder.getCatalog());
    nameFindings = parsed->checkNames(names, &builder);
    return Error::success();
  });
  if (!error) {
    pm.clear();
    return Error::success();
  }
  std::vector<Diagnostic> placed = takeDiagnostics(std::move(error));
  std::vector<Diagnostic> plain = takeDiagnostics(builder.adopt(pm));
  // Of what is wrong either way, the text tells the place.
  bool isSame = !plain.empty() && placed.front().code == plain.front().code;
  return makeError(std::move(isSame ? placed : plain));
}

/// So that they can be chosen. What is wrong with them is said where the plugin
/// takes part.
static void declarePluginOptions(Pipeline &pipeline) {
  for (const Plugin *plugin : Plugin::getLoaded())
    consumeError(plugin->declareOptions(pipeline));
}

/// Fails for variants that nothing depends on: no contract, no plugin, and none
/// of `asked`. Of what libraries ask for nothing is known.
static Error verifyChosen(const PassManagerBuilder &builder,
                          StringSet<> asked = {}) {
  for (const Plugin *plugin : Plugin::getLoaded()) {
    std::optional<StringSet<>> names = plugin->getAskedNames();
    if (!names)
      return Error::success();
    for (const auto &name : *names)
      asked.insert(name.getKey());
  }
  return verifyAskedFor(builder, std::move(asked));
}

Error Preflight::takePipeline(Composition &composition) const {
  PassManagerBuilder &builder = *composition.builder;
  if (options.pipelineFile.empty()) {
    declarePluginOptions(builder);
    if (Error error = options.variant.applyTo(builder))
      return error;
    if (Error error = verifyChosen(builder))
      return error;
    return adopt(builder, *composition.pm, getPipelineName(options),
                 composition.nameFindings);
  }
  if (!composition.pm->empty())
    return makeUsageError(
        "--pipeline stands in the place of other passes, and there are passes "
        "on the command line",
        "leave them out, or add them with --insert-after");
  Expected<NamedPipeline> named = parsePipeline(options);
  if (!named)
    return named.takeError();
  if (named->file)
    if (Error error = named->file->declareOptions(builder))
      return error;
  declarePluginOptions(builder);
  if (Error error = options.variant.applyTo(builder))
    return error;
  if (builder.getOptions().empty())
    if (Error error =
            verifyChosen(builder, named->file ? named->file->getAskedNames()
                                              : StringSet<>()))
      return error;
  if (Error error = named->file ? named->file->appendTo(builder)
                                : named->text->appendTo(builder))
    return error;
  NameChecker names(builder.getCatalog());
  composition.nameFindings = named->checkNames(names, &builder);
  return Error::success();
}

Error Preflight::compose(Composition &composition) const {
  PassManagerBuilder &builder = *composition.builder;
  builder.setOrigin(Origin::framework("command line"));
  if (Error error = takePipeline(composition))
    return error;
  if (options.simplify != SimplifyMode::AsDeclared)
    builder.getCleanups().setDedupe(true);
  if (options.simplify == SimplifyMode::Share)
    builder.getCleanups().setShare(true);
  if (options.prints(PrintMode::Before))
    builder.print(errs(), PrintStyle::Listing);
  // A pipeline that is replayed has what they added to it.
  if (Error error = addPlugins(builder, options.activatedPlugins,
                               /*withDefaults=*/!config.shouldRunReproducer(),
                               composition.nameFindings))
    return error;
  if (Error error = applyEdits(builder, options.edits))
    return error;
  // A file stands for its passes.
  if (!options.pipelineFile.empty() && builder.empty() && options.edits.empty())
    return Diagnostic(DiagnosticCode::EmptyPipeline,
                      "the pipeline has no passes, so there is nothing to run")
        .help("name the passes under 'passes' in '{0}', or load a plugin that "
              "brings some",
              options.pipelineFile.getValue());
  if (options.prints(PrintMode::After))
    builder.print(errs(), PrintStyle::Listing);
  auto part = findPart(builder, options);
  if (!part)
    return part.takeError();
  builder.setPart(part->first, part->second);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Changes the severity of all that a check of order finds.
static void setOrderSeverity(PassManagerBuilder &builder, Severity severity) {
  for (const DiagnosticInfo &info : getDiagnosticTable())
    if (isAboutOrder(info.code) && builder.getSeverity(info.code) > severity)
      builder.setSeverity(info.code, severity);
}

mlir::LogicalResult Preflight::addPart(InputPart part) {
  ++partCount;
  auto [it, isNew] = compositions.try_emplace(part.rootOp);
  Composition &composition = it->second;
  ++composition.partCount;
  if (isNew) {
    order.push_back(part.rootOp);
    composition.context = std::move(part.context);
    composition.pm = std::make_unique<mlir::PassManager>(
        composition.context.get(), part.rootOp,
        mlir::PassManager::Nesting::Implicit);
    // What fails here has said why, as in mlir-opt.
    SourceMgr sources;
    mlir::SourceMgrDiagnosticHandler printer(sources,
                                             composition.context.get());
    if (config.shouldRunReproducer()) {
      if (failed(part.reproducer.apply(*composition.pm)))
        return mlir::failure();
      // Without the passes that the command line adds to it.
      raw_string_ostream os(reproduced);
      composition.pm->printAsTextualPipeline(os);
      reproducer = std::move(part.reproducer);
    }
    bool isRead = succeeded(config.setupPassPipeline(*composition.pm));
    if (!catalog && printReport(makeCatalog(options).moveInto(catalog)))
      return mlir::failure();
    if (!isRead) {
      printMisspelled();
      return mlir::failure();
    }
    composition.makeBuilder(*catalog);
    if (printReport(compose(composition), composition.builder.get()))
      return mlir::failure();
    if (getCheckMode(composition) == CheckMode::Warn)
      setOrderSeverity(*composition.builder, Severity::Warning);
  } else if (config.shouldRunReproducer()) {
    printErrors(
        makeUsageError("each part of the input has a reproducer of its own",
                       "run them one by one, without --split-input-file"));
    return mlir::failure();
  }
  check(composition, part);
  if (options.exploring.isUsed()) {
    input = partCount == 1 ? std::move(part.op) : nullptr;
    inputContents = std::move(part.contents);
  }
  return mlir::success();
}

Expected<Preflight::Copy> Preflight::composeAgain() const {
  const Composition &first = compositions.find(order.front())->second;
  Composition again(first.context.get(), order.front());
  if (failed(reproducer.apply(*again.pm)) ||
      failed(config.setupPassPipeline(*again.pm)))
    return createStringError("the pipeline cannot be set up again");
  again.makeBuilder(*catalog);
  if (Error error = compose(again))
    return Expected<Copy>(std::move(error));
  PipelineInterface &interface = again.builder->getInterface();
  interface.inputContents = inputContents;
  interface.isInputMeasured = !options.contents;
  options.applyTo(interface);
  setOrderSeverity(*again.builder, Severity::Off);
  return Copy(std::move(again));
}

CheckMode Preflight::getCheckMode(const Composition &composition) const {
  // A verifier is asked after passes. Without any, what is in the input is what
  // remains, and the check knows that as well.
  if (options.check != CheckMode::Off || !verifying ||
      !composition.builder->empty())
    return options.check;
  return options.verify.mode == ContractVerifier::Mode::Error ? CheckMode::Error
                                                              : CheckMode::Warn;
}

void Preflight::check(Composition &composition, const InputPart &part) {
  PassManagerBuilder &builder = *composition.builder;
  // A file declares the input of the whole pipeline, and what was measured of
  // an earlier part of the input declares nothing.
  if (!options.isCutAtStart() && !builder.getInterface().isInputMeasured &&
      getCheckMode(composition) != CheckMode::Off)
    if (std::optional<Diagnostic> warning = findUndeclared(
            builder, options.contents ? *options.contents : part.contents,
            options.contents.origins,
            options.contents ? "--contents" : "'" + inputName + "'"))
      composition.add(std::move(*warning), part.line);
  // A pipeline that begins later begins with what the passes before it leave.
  if (!options.contents && !options.isCutAtStart()) {
    builder.getInterface().inputContents = part.contents;
    builder.getInterface().isInputMeasured = true;
  }
  options.applyTo(builder.getInterface());
  if (options.questions.explain != Explanation::No && !options.asks) {
    if (!config.inputSplitMarker().empty())
      errs() << "part " << partCount << " of '" << inputName
             << "', which begins in line " << part.line << "\n\n";
    answer(builder, part);
    printAnswers(errs(), std::exchange(answers, {}), AnswerFormat::Text);
  }
  if (getCheckMode(composition) == CheckMode::Off)
    return;
  for (Diagnostic &diagnostic : builder.check())
    composition.add(std::move(diagnostic), part.line);
  if (options.asks)
    answer(builder, part);
}

void Preflight::answer(const PassManagerBuilder &builder,
                       const InputPart &part) {
  Expected<Answers> made =
      ask(builder, getPipelineName(options), options.questions);
  if (!made) {
    // Each part has the same names.
    if (std::exchange(answered, false))
      printErrors(made.takeError());
    else
      consumeError(made.takeError());
    return;
  }
  if (!config.inputSplitMarker().empty())
    made->report.variant = "part " + std::to_string(partCount) +
                           ", which begins in line " +
                           std::to_string(part.line);
  answers.push_back(std::move(*made));
}

void Preflight::Composition::add(Diagnostic diagnostic, unsigned line) {
  auto [known, isNew] = places.try_emplace(diagnostic.str(), findings.size());
  if (isNew)
    findings.push_back({std::move(diagnostic), {line}});
  else if (findings[known->second].lines.back() != line)
    findings[known->second].lines.push_back(line);
}

Report Preflight::collectFindings(Composition &composition) const {
  Report report;
  report.input = getPipelineName(options);
  const PassManagerBuilder &builder = *composition.builder;
  report.findings = composition.nameFindings;
  // MLIR has made the passes, whatever the catalog makes of their names.
  for (Diagnostic &finding : report.findings)
    if (finding.code == DiagnosticCode::UnknownPass)
      finding.severity = std::min(finding.severity, Severity::Warning);
  report.add(builder, /*explains=*/options.draws() ||
                          !options.attribution.report.empty());
  for (Finding &finding : composition.findings) {
    Diagnostic &diagnostic = finding.diagnostic;
    if (finding.lines.size() < composition.partCount) {
      bool isOne = finding.lines.size() == 1;
      std::string text = isOne ? "for the part of '" : "for the parts of '";
      text += inputName +
              (isOne ? "' that begins in line " : "' that begin in lines ");
      interleave(
          finding.lines, [&](unsigned line) { text += std::to_string(line); },
          [&] { text += ", "; });
      diagnostic.notes.insert(diagnostic.notes.begin(), Note{text, {}});
    }
    report.findings.push_back(std::move(diagnostic));
  }
  return report;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Whether more than one party has put passes there: then it matters whose pass
/// fails.
static bool hasSeveralOwners(const PassManagerBuilder &builder) {
  auto passes = builder.getPasses();
  return any_of(passes, [&](const Node &pass) {
    return !pass.getOrigin().isSameParty(passes.begin()->getOrigin());
  });
}

Error Preflight::build(Composition &composition) {
  PassManagerBuilder &builder = *composition.builder;
  // It has been checked.
  setOrderSeverity(builder, Severity::Off);
  // For mlir-opt no passes are a pipeline like any other.
  if (builder.empty()) {
    composition.pm->clear();
    return makeError(builder.check());
  }
  // `fill` hands out copies, and MLIR does not survive a pass without any.
  mlir::OpPassManager copies(composition.pm->getOpAnchorName());
  if (Error error = builder.flattenInto(copies))
    return error;
  if (options.attribution.isUsed || verifying || hasSeveralOwners(builder))
    if (Error error = builder.enableAttribution())
      return error;
  if (Error error = builder.build())
    return error;
  if (options.simplify != SimplifyMode::AsDeclared)
    for (const Diagnostic &warning : builder.getWarnings())
      if (warning.code == DiagnosticCode::PassDropped ||
          warning.code == DiagnosticCode::CleanupShared)
        printFinding(warning);
  return Error::success();
}

mlir::LogicalResult Preflight::finish() {
  std::vector<Report> reports;
  bool hasFindings = false, hasErrors = false;
  for (StringRef op : order) {
    Composition &composition = compositions[op];
    bool isChecked = getCheckMode(composition) != CheckMode::Off;
    if (!isChecked && options.attribution.report.empty())
      continue;
    Report report = collectFindings(composition);
    if (!options.attribution.report.empty())
      composition.report = report;
    if (!isChecked)
      continue;
    reports.push_back(std::move(report));
    // Remarks alone are not worth a report: that a script runs is known.
    hasFindings |= any_of(reports.back().findings, [](const auto &finding) {
      return finding.severity > Severity::Remark;
    });
    hasErrors |= reports.back().count(Severity::Error) != 0;
  }
  if ((hasFindings && !options.exploring.goesOn) || options.checkOnly)
    printAll(reports);
  if (options.draws()) {
    raw_string_ostream os(drawn);
    printGraph(os, reports, options.graph);
  }
  if (hasErrors)
    return mlir::failure();
  for (StringRef op : order) {
    Composition &composition = compositions[op];
    if (printReport(build(composition), composition.builder.get()))
      return mlir::failure();
    if (options.prints(PrintMode::Flattened)) {
      composition.pm->printAsTextualPipeline(errs());
      errs() << '\n';
    }
  }
  return mlir::success();
}

mlir::LogicalResult Preflight::fill(mlir::PassManager &pm) const {
  auto it = compositions.find(pm.getOpAnchorName());
  // A part that could not be read the first time cannot be now.
  assert(it != compositions.end() && "no pipeline for this operation");
  if (it == compositions.end())
    return mlir::failure();
  it->second.builder->loadDialects(*pm.getContext());
  static_cast<mlir::OpPassManager &>(pm) =
      static_cast<const mlir::OpPassManager &>(*it->second.pm);
  // A pipeline without passes has no owners, nor has one of a single party
  // unless an option asks for them.
  std::shared_ptr<PassOwners> owners = it->second.builder->getOwners();
  if (!owners)
    return mlir::success();
  if (options.attribution.isUsed)
    if (Error error = enableReports(pm, owners, options.attribution))
      return mlir::failure(printErrors(std::move(error)));
  if (verifying && printErrors(verifying->attachTo(pm, owners)))
    return mlir::failure();
  // What was recorded up to a crash says nothing of the pass that crashes.
  if (verifying && !options.verify.journal.empty() &&
      !options.attribution.isUsed &&
      printErrors(enableCrashMessagesBy(pm, owners)))
    return mlir::failure();
  if (recorder)
    return mlir::failure(
        printErrors(recorder->attachTo(pm, owners, it->second.report)));
  if (!owners->isAttachedTo(pm))
    return mlir::failure(
        printErrors(owners->attachTo(pm, PassOwners::Reported::Failures)));
  return mlir::success();
}
