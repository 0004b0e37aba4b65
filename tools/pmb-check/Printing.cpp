//===- Printing.cpp - What is made of a file for people and compilers -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Printing.h"
#include "bundles/contracts/ContractsCode.h"
#include "bundles/json/JsonDocument.h"
#include "bundles/pipelines/PipelineCode.h"
#include "bundles/report/PassesPage.h"
#include "bundles/report/PipelinePage.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/Paths.h"

using namespace pmb;
using namespace llvm;
using Action = CheckOptions::Action;

/// Whether a file has a pipeline, and no passes that it describes: by its name,
/// or by what is in it if the name does not say.
static bool isPipelineFile(StringRef path) {
  StringRef name = path;
  if (name.ends_with(".pipeline.json"))
    return true;
  if (name == "-" || name.ends_with(".contracts.json"))
    return false;
  auto document = expectedToOptional(JsonDocument::read(makeRelative(path)));
  return document && document->getRoot().at("passes").isArray();
}

static StringRef getOption(Action action) {
  return action == Action::PrintPage           ? "--print-page"
         : action == Action::PrintRegistration ? "--print-registration"
                                               : "--print-text";
}

static ExitCode refuse(Error error, const CheckOptions &options) {
  return printErrors(std::move(error), getOption(options.action))
             ? ExitCode::BadUsage
             : ExitCode::NoErrors;
}

//===----------------------------------------------------------------------===//
// Files of passes
//===----------------------------------------------------------------------===//

static ExitCode printPasses(Catalog &catalog, const CheckOptions &options,
                            std::string &text) {
  if (options.action == Action::PrintText || !options.space.empty())
    return refuse(makeUsageError(
                      (options.space.empty() ? "--print-text" : "--namespace") +
                          Twine(" is for pipeline files, and ") +
                          quotePath(options.passesFile) + " is none",
                      "give a *.pipeline.json"),
                  options);
  auto make =
      options.action == Action::PrintPage ? makePassesPage : makeContractsCode;
  std::vector<Diagnostic> warnings;
  Expected<std::string> made =
      make(makeRelative(options.passesFile), catalog, warnings);
  ExitCode code = refuse(makeError(std::move(warnings)), options);
  if (!made)
    return refuse(made.takeError(), options);
  text = std::move(*made);
  return code;
}

//===----------------------------------------------------------------------===//
// Pipeline files
//===----------------------------------------------------------------------===//

/// Reports what is wrong with the pipeline in any variant.
static ExitCode checkVariants(const Catalog &catalog,
                              const CheckOptions &given) {
  CheckOptions options = given;
  options.action = Action::Check;
  options.allVariants = true;
  Checker checker(catalog, options, nulls());
  std::vector<Report> reports =
      checker.checkFile(makeRelative(options.passesFile));
  unsigned errors = 0, warnings = 0;
  for (const Report &report : reports) {
    errors += report.count(Severity::Error) + !report.wasChecked;
    warnings += report.count(Severity::Warning);
    for (const VariantSummary &variant : report.variants)
      errors += !variant.wasChecked;
  }
  if (errors || warnings)
    printReport(errs(), reports, options.report);
  return checker.sawBadInput() ? ExitCode::BadUsage
         : errors              ? ExitCode::ErrorsFound
                               : ExitCode::NoErrors;
}

static Expected<std::string> makeOf(const PipelineSources &sources,
                                    const Catalog &catalog,
                                    const CheckOptions &options) {
  if (options.action == Action::PrintPage)
    return makePipelinePage(sources, catalog);
  if (options.action == Action::PrintRegistration)
    return makePipelineCode(sources, catalog, options.space);
  Expected<std::vector<PipelineSources::Variant>> variants =
      sources.composeVariants(catalog);
  if (!variants)
    return variants.takeError();
  std::string text;
  raw_string_ostream os(text);
  printTextualPipelines(os, *variants);
  return text;
}

static ExitCode printPipeline(const Catalog &catalog,
                              const CheckOptions &options, std::string &text,
                              std::vector<std::string> &files) {
  Expected<PipelineSources> sources =
      PipelineSources::read(makeRelative(options.passesFile));
  if (!sources)
    return refuse(sources.takeError(), options);
  for (const PipelineSources::Text &read : sources->getTexts())
    files.push_back(read.name);
  Expected<std::string> made = makeOf(*sources, catalog, options);
  if (!made)
    return refuse(made.takeError(), options);
  // C++ does not get what fails as soon as it is used.
  if (options.action == Action::PrintRegistration)
    if (ExitCode code = checkVariants(catalog, options);
        code != ExitCode::NoErrors)
      return code;
  // What was checked, and what is in C++, are one text.
  if (Error error = sources->verifyUnchanged())
    return refuse(std::move(error), options);
  text = std::move(*made);
  return ExitCode::NoErrors;
}

ExitCode pmb::printFile(Catalog &catalog, const CheckOptions &options,
                        std::string &text, std::vector<std::string> &files) {
  return isPipelineFile(options.passesFile)
             ? printPipeline(catalog, options, text, files)
             : printPasses(catalog, options, text);
}
