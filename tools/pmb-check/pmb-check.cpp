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

#include "builder/diagnostics/Escaping.h"
#include "bundles/c/Server.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/GuessedContracts.h"
#include "bundles/json/JsonDocument.h"
#include "bundles/report/Baseline.h"
#include "bundles/stock/LLVMCatalog.h"
#include "bundles/stock/StockCatalog.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/Comparing.h"
#include "tools/pmb-check/ExitCode.h"
#include "tools/pmb-check/GivenInput.h"
#include "tools/pmb-check/Paths.h"
#include "tools/pmb-check/Printing.h"
#include "tools/pmb-check/WrittenFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>

using namespace pmb;
using namespace llvm;

/// The report of a file that an option names, beside the inputs.
static Report reportNamedFile(StringRef name,
                              std::vector<Diagnostic> findings) {
  Report report;
  report.input = name.str();
  report.wasSkipped = true;
  report.findings = std::move(findings);
  return report;
}

/// The same of one that cannot be used.
static Report refuseNamedFile(StringRef option, StringRef name, Error error) {
  Report report = reportNamedFile(name, takeDiagnostics(std::move(error)));
  report.wasChecked = false;
  for (Diagnostic &finding : report.findings)
    sayOption(finding, option);
  return report;
}

/// Returns std::nullopt, after having said why to the standard error, if a file
/// is wrong. What is found in files goes there, too; to `reports` instead, if
/// that is given, and is then no reason to return nothing.
static std::optional<Catalog>
loadCatalog(const CheckOptions &options,
            std::vector<Report> *reports = nullptr) {
  Catalog catalog;
  if (options.dialect == CheckOptions::Dialect::LLVM) {
    catalog = getLLVMCatalog().clone();
  } else if (!options.catalog.empty()) {
    Expected<const Catalog &> pinned = getStockCatalog(options.catalog);
    if (!pinned) {
      printErrors(pinned.takeError(), "--catalog");
      return std::nullopt;
    }
    catalog = pinned->clone();
  } else if (!options.noDefaultContracts)
    catalog = getStockCatalog().clone();
  else // what the operations are that passes run on is no contract
    for (const OperationDescriptor *operation :
         getStockCatalog().getOperations())
      cantFail(catalog.addOperation(*operation));
  bool hasErrors = false;
  for (const std::string &path : options.contractsFiles) {
    std::string name = makeRelative(path);
    Expected<std::vector<Diagnostic>> warnings =
        readContractsFile(name, catalog);
    if (!reports)
      hasErrors |= printErrors(warnings ? makeError(std::move(*warnings))
                                        : warnings.takeError(),
                               "--contracts");
    else if (!warnings)
      reports->push_back(
          refuseNamedFile("--contracts", name, warnings.takeError()));
    else if (!warnings->empty())
      reports->push_back(reportNamedFile(name, std::move(*warnings)));
  }
  if (options.from)
    hasErrors |= printErrors(addFormerOptions(catalog), "--from");
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

/// Prints, by group, how many passes there are, of how many a contract tells
/// what they do, always or sometimes, and of how many it says that this is not
/// known.
static std::string listGroups(const Catalog &catalog) {
  enum Class { Known, SometimesUnknown, Unknown, NoContract, ClassCount };
  constexpr StringLiteral titles[] = {"known", "sometimes unknown", "unknown",
                                      "no contract"};
  auto classify = [](const PassDescriptor &pass) {
    Class report = pass.hasContract ? Known : NoContract;
    for (const ContentsEntry &entry : pass.contract.getContents())
      if (entry.word == ContentsEntry::Word::UnknownEffect)
        report = !entry.isConditional() && entry.given.empty()
                     ? Unknown
                     : std::max(report, SometimesUnknown);
    return report;
  };
  struct Group {
    std::vector<StringRef> passes[ClassCount];
  };
  std::map<StringRef, Group> groups;
  Group all;
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor &pass = *catalog.lookupPass(name);
    Group &group =
        groups[pass.group.empty() ? StringRef("(no group)") : pass.group];
    for (Group *counted : {&group, &all})
      counted->passes[classify(pass)].push_back(name);
  }
  std::string text;
  raw_string_ostream os(text);
  auto print = [&](StringRef name, auto... columns) {
    os << formatv("{0,-24}{1,8}{2,8}{3,19}{4,9}{5,13}\n", name, columns...);
  };
  print("group", "passes", titles[Known], titles[SometimesUnknown],
        titles[Unknown], titles[NoContract]);
  auto printGroup = [&](StringRef name, const Group &group) {
    size_t count = 0;
    for (const std::vector<StringRef> &passes : group.passes)
      count += passes.size();
    print(escape(name), count, group.passes[Known].size(),
          group.passes[SometimesUnknown].size(), group.passes[Unknown].size(),
          group.passes[NoContract].size());
  };
  for (const auto &[name, group] : groups)
    printGroup(name, group);
  printGroup("all", all);
  for (Class kind : {SometimesUnknown, Unknown, NoContract})
    for (const auto &[name, group] : groups)
      if (!group.passes[kind].empty())
        os << formatv("\n{0}, {1}: {2}\n", escape(name), titles[kind],
                      escape(join(group.passes[kind], ", ")));
  return text;
}

/// Writes the schema of that name to `text`. Fails, after a report, if there is
/// none.
static std::optional<ExitCode> printSchema(StringRef name, std::string &text) {
  // The files in bundles/schema, sorted by name.
  static constexpr std::pair<StringLiteral, StringLiteral> schemas[] = {
#define PMB_SCHEMA(NAME, TEXT) {NAME, TEXT},
#include "tools/Schemas.inc"
#undef PMB_SCHEMA
  };
  SmallVector<StringRef> names;
  for (auto [known, schema] : schemas) {
    names.push_back(known);
    if (known == name)
      text = schema.str();
  }
  if (!text.empty())
    return ExitCode::NoErrors;
  WithColor::error(errs(), "pmb-check")
      << "there is no schema '" << name << "'; there are '"
      << join(names, "', '") << "'\n";
  return std::nullopt;
}

/// Lists the findings of a baseline that are gone: a mistake that is made again
/// has to be reported.
static void printStale(StringRef path, ArrayRef<std::string> stale) {
  if (stale.empty())
    return;
  constexpr size_t limit = 10;
  WithColor::note(errs(), "pmb-check")
      << stale.size()
      << (stale.size() == 1 ? " finding of the baseline '"
                            : " findings of the baseline '")
      << report::toUTF8(path)
      << (stale.size() == 1 ? "' is gone" : "' are gone")
      << "; write it again, with --format=json and without --baseline\n";
  for (const std::string &text : stale.take_front(limit))
    errs() << "  " << report::toUTF8(text) << '\n';
  if (stale.size() > limit)
    errs() << "  and " << stale.size() - limit << " more\n";
}

/// Checks a file, or a text that messages call `textName` if that is not empty,
/// perhaps with plugins. Adds what was read beside it to `files`.
static std::vector<Report> checkInput(Checker &checker, StringRef given,
                                      StringRef textName,
                                      std::vector<std::string> &files) {
  GivenInput input(given);
  Error error = Error::success();
  // A file that is not there is called what it was given as.
  if (textName.empty() && input.plugins.empty())
    input.name = given;
  else if (!input.variant.empty())
    error = makeUsageError("a check takes the variant from --variant=" +
                           input.variant);
  std::vector<PipelineFile> plugins;
  if (!error)
    error = input.readPlugins(files).moveInto(plugins);
  if (error)
    return {checker.refuse(given, std::move(error))};
  checker.setPlugins(std::move(plugins));
  if (!textName.empty())
    return {checker.checkText(input.name, textName)};
  files.push_back(input.name.str());
  return checker.checkFile(makeRelative(input.name));
}

static std::vector<Report> checkAll(Checker &checker, const Catalog &catalog,
                                    const CheckOptions &options,
                                    std::vector<std::string> &files) {
  std::vector<Report> reports;
  if (options.passPipeline)
    reports.push_back(
        checker.checkText(*options.passPipeline, "<pass-pipeline>"));
  StringSet<> seen;
  // The first one that is a text has no number.
  unsigned textCount = 0;
  for (const std::string &input : options.inputs) {
    // A pattern and a list may name the same file.
    SmallString<128> plain(makeRelative(input));
    sys::path::remove_dots(plain);
    if (!seen.insert(plain).second)
      continue;
    std::string textName;
    if (GivenInput(input).isText(catalog))
      textName = ++textCount > 1
                     ? "<pipeline " + std::to_string(textCount) + ">"
                     : "<pipeline>";
    append_range(reports, checkInput(checker, input, textName, files));
  }
  append_range(files, checker.getFiles());
  return reports;
}

/// Writes contracts to begin with to `text`. Fails, after a report, if a
/// pipeline could not be composed.
static std::optional<ExitCode> initContracts(const CheckOptions &options,
                                             std::string &text,
                                             std::vector<std::string> &files) {
  std::optional<Catalog> catalog = loadCatalog(options);
  if (!catalog)
    return std::nullopt;
  GuessedContracts contracts(*catalog);
  if (!options.recordsFile.empty()) {
    Expected<JsonDocument> dump =
        JsonDocument::read(makeRelative(options.recordsFile));
    if (printErrors(dump ? contracts.addPasses(*dump) : dump.takeError(),
                    "--init-from"))
      return std::nullopt;
  }
  std::string explanations;
  raw_string_ostream os(explanations);
  Checker checker(*catalog, options, os);
  checker.collectFor(contracts);
  std::vector<Report> reports = checkAll(checker, *catalog, options, files);
  if (any_of(reports,
             [](const Report &report) { return !report.wasChecked; })) {
    printReport(errs(), reports, options.report);
    return std::nullopt;
  }
  raw_string_ostream stream(text);
  contracts.print(stream);
  return ExitCode::NoErrors;
}

/// Whether an input is none that `--fix` writes: what it makes is printed.
static bool hasTexts(const CheckOptions &options, const Catalog &catalog) {
  return options.passPipeline || any_of(options.inputs, [&](StringRef given) {
           GivenInput input(given);
           return input.name == "-" || input.isText(catalog);
         });
}

/// Writes the report to `text`, and the names of files that inputs include to
/// `files`. Returns std::nullopt, after having said why to
/// the standard error, if there is none.
static std::optional<ExitCode> checkInputs(const CheckOptions &options,
                                           std::string &text,
                                           std::vector<std::string> &files) {
  std::vector<Report> all;
  std::optional<Catalog> catalog = loadCatalog(options, &all);
  if (!catalog)
    return std::nullopt;
  std::optional<Baseline> baseline;
  if (std::string name = makeRelative(options.baseline); !name.empty())
    if (Error error = Baseline::read(name).moveInto(baseline))
      all.push_back(refuseNamedFile("--baseline", name, std::move(error)));

  raw_string_ostream os(text);
  Checker checker(*catalog, options, os);
  for (Report &report : all)
    if (report.wasChecked)
      report = checker.reportOf(report.input, std::move(report.findings));
  size_t namedCount = all.size();
  // Without what such a file says, what is found may be wrong.
  bool isUnread =
      any_of(all, [](const Report &report) { return !report.wasChecked; });
  if (!isUnread)
    append_range(all, checkAll(checker, *catalog, options, files));
  bool hasErrors = false;
  for (Report &report : all) {
    if (baseline)
      baseline->suppress(report);
    hasErrors |= report.count(Severity::Error) != 0;
  }
  if (baseline && !isUnread)
    printStale(options.baseline, baseline->getStale());
  ReportOptions format = options.report;
  format.folder = getReportFolder(options.output);
  if (options.graph)
    printGraph(os, ArrayRef(all).drop_front(namedCount), *options.graph);
  if (!options.questions.empty())
    printAnswers(os, checker.getAnswers(), options.answerFormat);
  // The report is not what was asked for.
  bool isAside =
      options.graph || options.areAnswersAlone ||
      (options.fix && (options.dryRun || hasTexts(options, *catalog)));
  printReport(isAside ? static_cast<raw_ostream &>(errs()) : os, all, format);
  if (isUnread && isAside)
    return std::nullopt;
  return isUnread || checker.sawBadInput()    ? ExitCode::BadUsage
         : hasErrors || checker.wouldChange() ? ExitCode::ErrorsFound
                                              : ExitCode::NoErrors;
}

/// Answers requests until there are no more.
static std::optional<ExitCode> serve(const CheckOptions &options) {
  Server server;
  bool hasErrors = false;
  for (const std::string &path : options.contractsFiles) {
    std::vector<Diagnostic> warnings;
    Error error = server.readContracts(path).moveInto(warnings);
    hasErrors |=
        printErrors(error ? std::move(error) : makeError(std::move(warnings)),
                    "--contracts");
  }
  if (hasErrors)
    return std::nullopt;
  if (server.serve(stdin, outs()))
    return ExitCode::NoErrors;
  WithColor::error(errs(), "pmb-check")
      << "the standard input cannot be read, or has a line that is too long\n";
  return std::nullopt;
}

/// What the options ask for, as text, and the files that were read for it, as
/// far as the options do not name them. Returns std::nullopt, after having said
/// why, if that cannot be.
static std::optional<ExitCode> produce(const CheckOptions &options,
                                       std::string &text,
                                       std::vector<std::string> &files) {
  using Action = CheckOptions::Action;
  switch (options.action) {
  case Action::Check:
    return checkInputs(options, text, files);
  case Action::Serve:
    return serve(options);
  case Action::InitContracts:
    return initContracts(options, text, files);
  case Action::ListDiagnostics:
  case Action::ListDiagnosticsAsMarkdown:
    text = listDiagnostics(options.action == Action::ListDiagnosticsAsMarkdown);
    return ExitCode::NoErrors;
  case Action::PrintSchema:
    return printSchema(options.schema, text);
  case Action::None:
    return ExitCode::NoErrors;
  default:
    break;
  }
  std::optional<Catalog> catalog = loadCatalog(options);
  if (!catalog)
    return std::nullopt;
  switch (options.action) {
  case Action::Diff:
    return diffInputs(*catalog, options, text, files);
  case Action::Lock:
    return lockInput(*catalog, options, text, files);
  case Action::Fingerprint:
    return fingerprintInputs(*catalog, options, text, files);
  case Action::CatalogStats:
    text = listGroups(*catalog);
    return ExitCode::NoErrors;
  case Action::PrintPage:
  case Action::PrintRegistration:
  case Action::PrintText:
    return printFile(*catalog, options, text, files);
  default:
    llvm_unreachable("done above, without a catalog");
  }
}

static ExitCode run(int argc, char **argv) {
  Arguments arguments;
  if (printErrors(arguments.expand({argv, size_t(argc)}), "the command line"))
    return ExitCode::BadUsage;
  std::optional<CheckOptions> options = parseCommandLine(arguments.get());
  if (!options)
    return ExitCode::BadUsage;
  std::string text;
  std::vector<std::string> files = arguments.getFiles();
  for (auto [option, items] : {std::pair("--contents", &options->contents),
                               std::pair("--expect", &options->expect)})
    if (printErrors(items->expand(files), option))
      return ExitCode::BadUsage;
  append_range(files, options->contractsFiles);
  for (const std::string &file : {options->passesFile, options->recordsFile})
    if (!file.empty())
      files.push_back(file);
  if (!options->baseline.empty())
    files.push_back(options->baseline);
  // --fix and --lock write before all that is read is known.
  std::vector<std::string> known = findGivenFiles(*options);
  append_range(known, files);
  if (!verifyWrittenFiles(*options, known))
    return ExitCode::BadUsage;
  std::optional<ExitCode> code = produce(*options, text, files);
  if (!code)
    return ExitCode::BadUsage;
  if (*code != ExitCode::NoErrors && options->printsFile())
    return *code;
  if (!verifyWrittenFiles(*options, files))
    return ExitCode::BadUsage;
  if (Error error = writeOutput(options->output, text)) {
    WithColor::error(errs(), "pmb-check")
        << report::toUTF8(toString(std::move(error))) << '\n';
    return ExitCode::BadUsage;
  }
  if (!options->depfile.empty())
    if (printErrors(writeDepfile(options->depfile, options->output, files),
                    "--depfile"))
      return ExitCode::BadUsage;
  return *code;
}

[[noreturn]] static void failInternally(const char *reason) {
  // Without the streams, which may need memory.
  for (const char *text : {"pmb-check: internal error: ", reason, "\n"})
    std::fputs(text, stderr);
  // Removes files that are half written.
  sys::RunInterruptHandlers();
  std::_Exit(int(ExitCode::InternalError));
}

int main(int argc, char **argv) {
  auto handler = [](void *, const char *reason, bool) {
    failInternally(reason);
  };
  install_fatal_error_handler(handler);
  install_bad_alloc_error_handler(handler);
  std::set_new_handler([] { failInternally("out of memory"); });

  ExitCode code = run(argc, argv);
  errs().flush();
  // What could not be said is in the code at least.
  if (errs().has_error())
    code = ExitCode::BadUsage;
  // Everything is written. What the library would now tidy up takes as long as
  // the check of a pipeline.
  std::_Exit(int(code));
}
