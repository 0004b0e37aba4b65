//===- Checker.cpp - Checking one input after the other -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Checker.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/report/Explain.h"
#include "tools/CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// Whether a text is a pipeline file: by the name of the file, or by how
/// the text begins if the name does not say.
static bool isJson(StringRef name, StringRef text) {
  if (name.ends_with(".json"))
    return true;
  text = text.ltrim();
  return !name.ends_with(".pipeline") &&
         (text.starts_with("{") || text.starts_with("//") ||
          text.starts_with("/*"));
}

/// What a file is that somebody has given for a pipeline, and what to do;
/// std::nullopt for one that may be a pipeline.
static std::optional<Diagnostic> findOtherSort(StringRef path, StringRef text) {
  auto refuse = [](StringRef what, StringRef help) {
    return Diagnostic(DiagnosticCode::Syntax,
                      (what + ", and a pipeline is expected").str())
        .help(help.str());
  };
  if (path.ends_with(".mlir"))
    return refuse("this is the name of a file with IR",
                  "give the pipeline, and what is in the IR with "
                  "--contents=@<file>, which pmb-opt --print-contents writes");
  if (text.starts_with("#!"))
    return refuse(
        "this is a script",
        "give what it passes to mlir-opt, with --pass-pipeline=<text> "
        "or in a file");
  if (text.starts_with("\177ELF"))
    return refuse("this is a program or a library",
                  "pmb-opt --load-pipeline-plugin=<file> loads a plugin, and "
                  "--print-contracts writes what it says of its passes");
  return std::nullopt;
}

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

void Checker::applySeverities(CheckResult &result) const {
  for (Diagnostic &diagnostic : result.diagnostics) {
    if (std::optional<Severity> severity = getSeverity(diagnostic.code))
      diagnostic.severity = *severity;
    // What is a warning after all that, unless --severity insists on it.
    if (options.warningsAsErrors && diagnostic.severity == Severity::Warning &&
        !getOptionSeverity(options, diagnostic.code))
      diagnostic.severity = Severity::Error;
  }
  erase_if(result.diagnostics, [](const Diagnostic &diagnostic) {
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
/// would refuse the pipeline, and whoever has such a pass can say so. Not so if
/// the project may have such a pass: then it is a remark, or a pass without a
/// fix.
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

void Checker::rejectInput(CheckResult &result, Error error) {
  append_range(result.diagnostics, takeDiagnostics(std::move(error)));
  result.wasChecked = false;
  hasBadInput = true;
}

void Checker::reportUnknownPasses(const Pipeline &pipeline,
                                  CheckResult &result) {
  // Names that look misspelled have been reported; the others only if asked.
  std::optional<Severity> severity = getSeverity(DiagnosticCode::UnknownPass);
  bool reportAll = severity && *severity != Severity::Off;
  if (!reportAll)
    return;
  StringSet<> reported;
  for (const Diagnostic &diagnostic : result.diagnostics)
    if (diagnostic.code == DiagnosticCode::UnknownPass && diagnostic.node)
      reported.insert(diagnostic.node->name);
  for (const Node &node : pipeline.getPasses())
    if (!catalog.lookupPass(node.getName()) &&
        !reported.contains(node.getName()))
      result.diagnostics.push_back(Diagnostic(DiagnosticCode::UnknownPass,
                                              "nothing is known of a pass '" +
                                                  node.getName().str() + "'")
                                       .at(pipeline.getRef(node)));
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

void Checker::suggestOutput(const Pipeline &pipeline, CheckResult &result) {
  constexpr StringLiteral name = "llvm-ir";
  if (hasSuggestedOutput || pipeline.getInterface().outputContents ||
      !catalog.lookupContents(name) || !goesToLLVM(pipeline))
    return;
  hasSuggestedOutput = true;
  result.diagnostics.push_back(
      Diagnostic(DiagnosticCode::OutputNotKnown,
                 "the pipeline goes to the LLVM dialect, and it is not known "
                 "that it must end there")
          .help("--expect=" + name.str() + " checks more"));
}

void Checker::checkPipeline(Pipeline &pipeline, CheckResult &result) {
  for (auto [code, severity] : options.severities)
    pipeline.setSeverity(code, severity);
  PipelineInterface &interface = pipeline.getInterface();
  if (options.contents) {
    if (std::optional<Diagnostic> warning = findUndeclared(
            pipeline, *options.contents, options.contentsOrigins, "--contents"))
      result.diagnostics.push_back(std::move(*warning));
    interface.inputContents = options.contents;
    interface.inputOrigins = options.contentsOrigins;
  }
  if (options.expect) {
    interface.outputContents = options.expect;
    interface.outputOrigins = options.expectOrigins;
  }
  CheckResult written;
  if (options.fix) {
    written.countPasses(pipeline);
    fixPipeline(pipeline, result);
  }
  result.countPasses(pipeline);
  // Of its own edits it has told already.
  if (options.fix)
    result.changes = std::move(written.changes);
  reportUnknownPasses(pipeline, result);
  append_range(result.diagnostics, pipeline.check());
  suggestOutput(pipeline, result);
  if (options.simplify != CheckOptions::Simplify::No) {
    pipeline.setDedupe(true);
    if (options.simplify == CheckOptions::Simplify::Share)
      pipeline.setShare(true);
    reportCleanups(pipeline, result);
  }
  if (options.explain)
    explainPipeline(explanations, pipeline);
}

void Checker::reportCleanups(const Pipeline &pipeline, CheckResult &result) {
  size_t leftOut = 0;
  for (const CleanupAction &cleanup : pipeline.findCleanups()) {
    leftOut += cleanup.kind != CleanupAction::Kind::Established;
    result.diagnostics.push_back(pipeline.getCleanups().describe(cleanup));
  }
  if (options.report.format == ReportFormat::Text)
    explanations << report::toUTF8(result.input) << ": "
                 << pipeline.size() - leftOut << " of " << pipeline.size()
                 << (pipeline.size() == 1 ? " pass runs\n" : " passes run\n");
}

void Checker::fixNames(Pipeline &pipeline, CheckResult &result) {
  StringSet<> renamed;
  // From the end, as a name may be replaced by one that stands for several.
  for (size_t i = result.diagnostics.size(); i-- > 0;) {
    const Diagnostic &finding = result.diagnostics[i];
    if (!finding.fix)
      continue;
    Fix fix = *finding.fix;
    bool isNest = fix.kind == Fix::Kind::RenameNest;
    Severity severity = getSeverity(finding.code).value_or(finding.severity);
    if (severity < (isNest ? Severity::Warning : Severity::Error))
      continue;
    // One fix renames all nests of a name.
    if (isNest && !renamed.insert(fix.pass).second) {
      result.diagnostics.erase(result.diagnostics.begin() + i);
      continue;
    }
    if (Error error = pipeline.apply(fix)) {
      append_range(result.diagnostics, takeDiagnostics(std::move(error)));
      continue;
    }
    sayFix(result, fix);
    result.diagnostics.erase(result.diagnostics.begin() + i);
  }
}

void Checker::sayFix(const CheckResult &result, const Fix &fix) {
  errs() << report::toUTF8(result.input) << ": " << report::toUTF8(fix.message)
         << '\n';
}

/// The fixes that --fix makes, one after the other. A step towards a pipeline
/// that lacks several passes may add errors. So only the first fixes count that
/// lead to the fewest. Leaves the pipeline as it is.
static std::vector<Fix> findFixes(Pipeline &pipeline) {
  // Each fix makes less of what was found; many are many mistakes.
  constexpr unsigned limit = 50;
  std::vector<Fix> fixes;
  size_t best = 0, fewest = SIZE_MAX;
  consumeError(pipeline.transaction(pipeline.getOrigin(), [&]() -> Error {
    while (true) {
      std::vector<Diagnostic> findings = pipeline.check();
      auto isError = [](const Diagnostic &finding) {
        return finding.severity == Severity::Error;
      };
      size_t errors = count_if(findings, isError);
      if (errors <= fewest) {
        fewest = errors;
        best = fixes.size();
      }
      auto it = find_if(findings, [&](const Diagnostic &finding) {
        return isError(finding) && finding.fix;
      });
      if (it == findings.end() || fixes.size() == limit)
        break;
      fixes.push_back(*it->fix);
      if (Error error = pipeline.apply(fixes.back()))
        return error;
    }
    return createStringError("only to see where it leads");
  }));
  fixes.resize(best);
  return fixes;
}

void Checker::fixPipeline(Pipeline &pipeline, CheckResult &result) {
  fixNames(pipeline, result);
  for (const Fix &fix : findFixes(pipeline)) {
    // What a check puts in counts for the positions of the next fix.
    pipeline.check();
    sayFix(result, fix);
    if (Error error = pipeline.apply(fix)) {
      append_range(result.diagnostics, takeDiagnostics(std::move(error)));
      break;
    }
  }
  printFixed(pipeline);
}

void Checker::printFixed(const Pipeline &pipeline) {
  if (file)
    return file->describeEdited(pipeline).print(explanations);
  pipeline.printWithNames(explanations);
  explanations << '\n';
}

void Checker::checkAppended(Pipeline &pipeline, Error appendError,
                            CheckResult &result) {
  std::vector<Diagnostic> errors = takeDiagnostics(std::move(appendError));
  result.wasChecked = errors.empty();
  if (result.wasChecked)
    checkPipeline(pipeline, result);
  applySeverities(result);
  // Whatever their severity, there was nothing that could be checked.
  append_range(result.diagnostics, std::move(errors));
}

CheckResult Checker::checkText(StringRef text, StringRef name) {
  CheckResult result;
  result.input = name.str();
  Expected<TextualPipeline> parsed = parseTextualPipeline(text, name);
  if (!parsed) {
    rejectInput(result, parsed.takeError());
    return result;
  }
  Pipeline pipeline(parsed->getRootOp(), catalog);
  if (!options.variant.empty())
    result.variant = options.variant.str();
  Error error = options.variant.applyTo(pipeline);
  if (!error)
    error = verifyAskedFor(pipeline);
  if (!error)
    error = parsed->appendTo(pipeline);
  if (!error)
    error = verifyNotEmpty(pipeline, "write 'builtin.module(cse)'");
  result.diagnostics = parsed->checkNames(names, error ? nullptr : &pipeline);
  refuseMisspelled(result.diagnostics);
  checkAppended(pipeline, std::move(error), result);
  return result;
}

CheckResult Checker::checkVariant(const VariantChoice &choice,
                                  std::vector<std::string> &passes) {
  CheckResult result;
  result.input = file->getName().str();
  if (options.allVariants || !choice.empty())
    result.variant = choice.str();
  Pipeline pipeline(file->getAnchor(), catalog);
  Error error = file->declareOptions(pipeline);
  if (!error)
    error = choice.applyTo(pipeline);
  // What is declared is there, whether anybody asks for it or not.
  if (!error && pipeline.getOptions().empty())
    error = verifyAskedFor(pipeline, file->getAskedNames());
  if (!error)
    error = file->appendTo(pipeline);
  if (!error)
    error = verifyNotEmpty(pipeline, "write \"passes\": [\"cse\"]");
  result.diagnostics = file->checkNames(names, error ? nullptr : &pipeline);
  refuseMisspelled(result.diagnostics);
  checkAppended(pipeline, std::move(error), result);
  if (options.allVariants)
    passes = listPasses(pipeline);
  return result;
}

std::vector<CheckResult> Checker::checkJson(SourceText text) {
  std::vector<CheckResult> results(1);
  results.front().input = text.getName().str();
  Expected<PipelineFile> parsed = PipelineFile::parse(std::move(text));
  if (!parsed) {
    CheckResult &result = results.front();
    rejectInput(result, parsed.takeError());
    if (StringRef(result.input).ends_with(".contracts.json"))
      result.diagnostics.back().help("contracts are read with --contracts=" +
                                     result.input);
    return results;
  }
  append_range(includedFiles, parsed->getIncludedFiles());
  file = &*parsed;
  scope_exit forget([&] { file = nullptr; });
  std::vector<VariantChoice> choices = {options.variant};
  if (options.allVariants) {
    // What is wrong with the declarations is told where they are used.
    Pipeline declared(parsed->getAnchor(), catalog);
    consumeError(parsed->declareOptions(declared));
    if (Error error =
            enumerateVariants(declared.getOptions()).moveInto(choices)) {
      rejectInput(results.front(), std::move(error));
      return results;
    }
  }
  results.clear();
  std::vector<std::vector<std::string>> passes(choices.size());
  for (auto &&[choice, list] : zip(choices, passes))
    results.push_back(checkVariant(choice, list));
  return options.allVariants ? foldVariants(std::move(results), passes)
                             : results;
}

std::vector<CheckResult> Checker::checkFile(StringRef path) {
  Expected<SourceText> text = SourceText::read(path);
  if (!text) {
    std::vector<CheckResult> results(1);
    results.front().input = path == "-" ? "<stdin>" : path.str();
    rejectInput(results.front(), text.takeError());
    return results;
  }
  // Only a report that says which characters to change needs them.
  std::string copy;
  if (options.report.format == ReportFormat::Sarif)
    copy = text->getText().str();
  std::vector<CheckResult> results;
  if (std::optional<Diagnostic> other = findOtherSort(path, text->getText())) {
    results.emplace_back().input = text->getName().str();
    rejectInput(results.back(), makeError(std::move(*other)));
  } else if (isJson(text->getName(), text->getText()))
    results = checkJson(std::move(*text));
  else
    results.push_back(checkText(text->getText(), text->getName()));
  for (CheckResult &result : results)
    result.text = copy;
  return results;
}
