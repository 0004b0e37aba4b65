//===- pmb-check.cpp - Checks pass pipelines without running them ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For continuous integration: says whether pipelines are in the right order, in
// milliseconds and without a compiler. `pmb-check --help` lists the options.
//
//===----------------------------------------------------------------------===//

#include "bundles/ContractsFile.h"
#include "bundles/StockCatalog.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/ExitCode.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

/// The path from the current folder, so that reports are the same on any
/// machine. Left as it is if there is none.
static std::string makeRelative(StringRef path) {
  SmallString<128> folder;
  if (!sys::path::is_absolute(path) || sys::fs::current_path(folder))
    return path.str();
  SmallString<128> wanted(path);
  sys::path::remove_dots(wanted, /*remove_dot_dot=*/true);
  auto from = sys::path::begin(folder), fromEnd = sys::path::end(folder);
  auto to = sys::path::begin(wanted), toEnd = sys::path::end(wanted);
  while (from != fromEnd && to != toEnd && *from == *to)
    ++from, ++to;
  SmallString<128> result;
  for (; from != fromEnd; ++from)
    sys::path::append(result, "..");
  for (; to != toEnd; ++to)
    sys::path::append(result, *to);
  return result.empty() ? path.str() : result.str().str();
}

/// Prints what is wrong with a file that is not an input.
static bool printErrors(Error error) {
  bool hasErrors = false;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    diagnostic.print(errs());
    hasErrors |= diagnostic.severity == Severity::Error;
  }
  return hasErrors;
}

/// Writes `text` as a whole or not at all.
static Error writeOutput(StringRef path, StringRef text) {
  if (path == "-") {
    outs() << text;
    outs().flush();
    if (!outs().has_error())
      return Error::success();
    std::error_code error = outs().error();
    outs().clear_error();
    return createStringError(error, "cannot write to the standard output: %s",
                             error.message().c_str());
  }
  auto fail = [&](std::error_code error) {
    return createStringError(error, "cannot write '%s': %s", path.str().c_str(),
                             error.message().c_str());
  };
  // A device or a pipe is written to; it must not be replaced by a file.
  if (sys::fs::exists(path) && !sys::fs::is_regular_file(path)) {
    std::error_code error;
    raw_fd_ostream os(path, error);
    if (error)
      return fail(error);
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
    return error ? fail(error) : Error::success();
  }
  // Goes to a temporary file that takes the place of the old one at the end.
  if (Error error = writeToOutput(path, [&](raw_ostream &os) -> Error {
        os << text;
        return Error::success();
      }))
    return fail(errorToErrorCode(std::move(error)));
  return Error::success();
}

static std::optional<Catalog> loadCatalog(const CheckOptions &options) {
  Catalog catalog;
  if (options.useDefaultContracts)
    catalog = getStockCatalog().clone();
  bool hasErrors = false;
  for (const std::string &path : options.contractsFiles) {
    Expected<std::vector<Diagnostic>> warnings =
        readContractsFile(makeRelative(path), catalog);
    hasErrors |= printErrors(warnings ? makeError(std::move(*warnings))
                                      : warnings.takeError());
  }
  if (hasErrors)
    return std::nullopt;
  return catalog;
}

static std::string listDiagnostics(bool asMarkdown) {
  std::string text;
  raw_string_ostream os(text);
  if (asMarkdown)
    printDiagnosticTable(os);
  else
    for (const DiagnosticInfo &info : getDiagnosticTable())
      os << formatv("{0}  {1,-22} {2,-8} {3}\n", info.getID(), info.name,
                    stringify(info.defaultSeverity), info.summary);
  return text;
}

static ExitCode checkInputs(const CheckOptions &options, std::string &text) {
  std::optional<Catalog> catalog = loadCatalog(options);
  if (!catalog)
    return ExitCode::BadUsage;
  std::optional<Baseline> baseline;
  if (!options.baseline.empty()) {
    Expected<Baseline> read = Baseline::read(options.baseline);
    if (!read) {
      printErrors(read.takeError());
      return ExitCode::BadUsage;
    }
    baseline = std::move(*read);
  }

  raw_string_ostream os(text);
  Checker checker(*catalog, options, os);
  std::vector<CheckResult> results;
  if (options.passPipeline)
    results.push_back(
        checker.checkText(*options.passPipeline, "<pass-pipeline>"));
  for (const std::string &path : options.inputs)
    results.push_back(checker.checkFile(makeRelative(path)));
  bool hasErrors = false;
  for (CheckResult &result : results) {
    if (baseline)
      baseline->suppress(result);
    hasErrors |= result.count(Severity::Error) != 0;
  }
  printReport(os, results, options.report);
  return checker.sawBadInput() ? ExitCode::BadUsage
         : hasErrors           ? ExitCode::ErrorsFound
                               : ExitCode::NoErrors;
}

static ExitCode run(int argc, char **argv) {
  std::optional<CheckOptions> options = parseCommandLine(argc, argv);
  if (!options)
    return ExitCode::BadUsage;
  ExitCode code = ExitCode::NoErrors;
  std::string text;
  switch (options->action) {
  case CheckOptions::Action::Check:
    code = checkInputs(*options, text);
    break;
  case CheckOptions::Action::ListDiagnostics:
    text = listDiagnostics(/*asMarkdown=*/false);
    break;
  case CheckOptions::Action::ListDiagnosticsAsMarkdown:
    text = listDiagnostics(/*asMarkdown=*/true);
    break;
  case CheckOptions::Action::PrintSchema:
  case CheckOptions::Action::CatalogStats:
    WithColor::error(errs(), "pmb-check") << "not there yet\n";
    return ExitCode::BadUsage;
  }
  if (Error error = writeOutput(options->output, text)) {
    WithColor::error(errs(), "pmb-check") << toString(std::move(error)) << '\n';
    return ExitCode::BadUsage;
  }
  return code;
}

int main(int argc, char **argv) {
  install_fatal_error_handler([](void *, const char *reason, bool) {
    errs() << "pmb-check: internal error: " << reason << '\n';
    errs().flush();
    std::_Exit(int(ExitCode::InternalError));
  });
  return int(run(argc, argv));
}
