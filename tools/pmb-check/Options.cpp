//===- Options.cpp - The command line of pmb-check ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Options.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/stock/StockCatalog.h"
#include "tools/AskOptions.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Flags.h"
#include "tools/pmb-check/GivenInput.h"
#include "tools/pmb-check/Paths.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;

static constexpr const char *overview =
    "Checks the order of the passes in MLIR pass pipelines, without MLIR; "
    "with\n"
    "--dialect=llvm in those of LLVM's own pass manager\n\n"
    "  An input is a textual pipeline, as it is ('builtin.module(cse)') or as "
    "a\n"
    "  file (*.pipeline), a pipeline file (*.pipeline.json), a test, script,\n"
    "  Makefile or Python file that runs pipelines, - for the standard input, "
    "or\n"
    "  @<file> for a list of inputs; +acme.json behind a pipeline is a plugin "
    "that\n"
    "  edits it.\n\n"
    "  Exit code: 0 no errors, 1 errors found, 2 bad usage or unreadable "
    "input,\n"
    "  3 internal error\n";

/// Reads `code=severity`.
static Error readSeverity(StringRef text, CheckOptions &options) {
  auto [code, word] = text.split('=');
  const DiagnosticInfo *info = lookupDiagnostic(code);
  if (!info && !text.contains('='))
    return makeUsageError("--severity=" + text +
                          ": expected a code and what it is: "
                          "--severity=may-be-left-over=error");
  if (!info) {
    SmallVector<StringRef> names;
    for (const DiagnosticInfo &row : getDiagnosticTable())
      names.push_back(row.name);
    const DiagnosticInfo *upper = lookupDiagnostic(code.upper());
    std::string near =
        upper ? "'" + upper->getID() + "'" : suggestNames(code, names);
    return makeUsageError(
        "--severity: there is no code '" + code + "'" +
        (near.empty() ? "; see --list-diagnostics" : "; " + didYouMean(near)));
  }
  std::optional<Severity> severity = parseSeverity(word);
  if (!severity)
    return makeUsageError("--severity=" + code +
                          ": expected =error, =warning, =remark or =off");
  if (std::optional<Diagnostic> renamed = findRenamedCode(code))
    WithColor::remark(errs(), "pmb-check")
        << "--severity: " << renamed->message << '\n';
  options.severities.push_back({info->code, *severity});
  return Error::success();
}

static bool shallUseColors(ColorChoice choice, StringRef output) {
  if (choice != ColorChoice::Auto)
    return choice == ColorChoice::Always;
  // https://no-color.org
  return output == "-" && !sys::Process::GetEnv("NO_COLOR") &&
         sys::Process::StandardOutHasColors();
}

/// Users of mlir-opt give passes as options. LLVM would look for
/// options of this tool that are called alike.
static Error verifyNoPasses(ArrayRef<char *> arguments) {
  const auto &known = cl::getRegisteredOptions();
  for (StringRef argument : arguments.drop_front()) {
    // What comes after is no option any more.
    if (argument == "--")
      break;
    StringRef name = argument.take_front(argument.find('='));
    if (!name.consume_front("--") && !name.consume_front("-"))
      continue;
    if (known.contains(name))
      continue;
    if (name == "passes")
      return makeUsageError("the passes to check are given with "
                            "--pass-pipeline='builtin.module(...)'; those of "
                            "LLVM's own pass manager also need --dialect=llvm");
    if (name == "pipeline")
      return makeUsageError("the file of a pipeline is given as it is: "
                            "pmb-check cpu.pipeline.json; a text with "
                            "--pass-pipeline='builtin.module(...)'");
    if (name == "load-pipeline-plugin") {
      return makeUsageError(
          "pmb-check loads no libraries: give the file of a plugin with the "
          "pipeline that it edits, cpu.pipeline.json+acme.json, or use "
          "pmb-opt");
    }
    const PassDescriptor *pass = getStockCatalog().lookupPass(name);
    if (!pass)
      continue;
    std::string anchor = pass->anchor;
    if (anchor.empty() && !pass->anchorChoices.empty())
      anchor = pass->anchorChoices.front();
    std::string text = name.str();
    if (!anchor.empty() && anchor != "builtin.module")
      text = anchor + "(" + text + ")";
    return makeUsageError(
        "'" + argument + "' is a pass, and the passes to check are given as " +
        "one text: --pass-pipeline='builtin.module(" + text + ")'");
  }
  return Error::success();
}

/// Reads --from: a release of LLVM, `16` or `16.0.6`. What is known of earlier
/// releases is from LLVM 15 on.
static Error readRelease(const Flags &flags, CheckOptions &options) {
  constexpr unsigned oldest = 15;
  unsigned newest = 0;
  auto [release, patch] = StringRef(flags.from).split('.');
  bool isNumber = !release.getAsInteger(10, options.from) &&
                  patch.find_first_not_of("0123456789.") == StringRef::npos;
  if (!flags.from.getNumOccurrences() ||
      getStockCatalog().getRelease().getAsInteger(10, newest) ||
      (isNumber && options.from >= oldest && options.from <= newest))
    return Error::success();
  return makeUsageError(
      "--from names a release of LLVM: " + std::to_string(oldest) + " to " +
      std::to_string(newest));
}

/// Reads --root.
static Error readRoot(const Flags &flags, CheckOptions &options) {
  if (!flags.root.getNumOccurrences())
    return Error::success();
  std::optional<std::string> path = getPathFrom(flags.root);
  if (!path)
    return makeUsageError("--root names the current folder or one above it");
  if (flags.format != ReportFormat::Sarif &&
      flags.format != ReportFormat::GitHub)
    return makeUsageError("--root is for --format=sarif and --format=github");
  options.report.fromRoot = std::move(*path);
  return Error::success();
}

/// Reads the values that need more than a conversion.
static Error readValues(const Flags &flags, CheckOptions &options) {
  if (Error error = readItemList(flags.contents, options.contents))
    return error;
  if (Error error = readItemList(flags.expect, options.expect))
    return error;
  if (Error error = readRelease(flags, options))
    return error;
  if (Error error = readRoot(flags, options))
    return error;
  for (StringRef text : flags.variants)
    if (Error error = options.variant.add(text))
      return error;
  if (Error error = flags.ask.read(options.questions))
    return error;
  options.report.format = flags.format;
  if (!options.questions.empty() && flags.format == ReportFormat::Json) {
    options.answerFormat = AnswerFormat::Json;
    options.report.format = ReportFormat::Text;
  }
  options.areAnswersAlone =
      asksMore(options.questions) || options.answerFormat == AnswerFormat::Json;
  options.report.useColors = shallUseColors(flags.color, options.output);
  if (flags.presume.getNumOccurrences())
    options.severities.push_back(
        {DiagnosticCode::OnPresumedInput, flags.presume});
  if (flags.presume == Severity::Off)
    options.severities.push_back(
        {DiagnosticCode::OnPossibleInput, Severity::Off});
  for (const std::string &text : flags.severity)
    if (Error error = readSeverity(text, options))
      return error;
  for (const cl::opt<std::string> *flag :
       {&flags.printRegistration, &flags.printText})
    if (options.passesFile.empty())
      options.passesFile = *flag;

  using Action = CheckOptions::Action;
  std::pair<bool, Action> actions[] = {
      {flags.listDiagnostics == DiagnosticList::Text, Action::ListDiagnostics},
      {flags.listDiagnostics == DiagnosticList::Markdown,
       Action::ListDiagnosticsAsMarkdown},
      {flags.printSchema.getNumOccurrences(), Action::PrintSchema},
      {flags.catalogStats, Action::CatalogStats},
      {flags.printPage.getNumOccurrences(), Action::PrintPage},
      {flags.printRegistration.getNumOccurrences(), Action::PrintRegistration},
      {flags.printText.getNumOccurrences(), Action::PrintText},
      {flags.initContracts, Action::InitContracts},
      {flags.lock.getNumOccurrences(), Action::Lock},
      {flags.serve, Action::Serve},
      {flags.diff.getNumOccurrences(), Action::Diff},
      {flags.fingerprint, Action::Fingerprint},
      {true, Action::Check}};
  options.action =
      find_if(actions, [](const auto &entry) { return entry.first; })->second;
  return verifyGivenOnce({&flags.passPipeline, &flags.output, &flags.baseline,
                          &flags.catalog, &flags.printSchema, &flags.fix,
                          &flags.graph, &flags.diff, &flags.lock});
}

/// The same for --diff and --lock.
static Error verifyComparison(const Flags &flags, const CheckOptions &options) {
  using Action = CheckOptions::Action;
  bool isDiff = options.action == Action::Diff;
  bool isLock = options.action == Action::Lock;
  bool isOneOfThem = isDiff || isLock || flags.fingerprint;
  bool hasOther = options.graph || options.fix || !options.questions.empty() ||
                  options.witness || flags.initContracts ||
                  flags.baseline.getNumOccurrences() ||
                  flags.simplify.getNumOccurrences() ||
                  options.report.format != ReportFormat::Text;
  return verifyNone({
      {isOneOfThem && hasOther,
       "--diff, --lock and --fingerprint go with none of --graph, --fix, "
       "--explain, --why, "
       "--where, --places, --witness, --init-contracts, --baseline, --simplify "
       "and --format"},
      {flags.fingerprint && (isDiff || isLock),
       "--fingerprint goes with neither --diff nor --lock"},
      {isDiff && options.passPipeline,
       "--diff compares two inputs: give the texts without --pass-pipeline="},
      {isDiff && options.inputs.size() != 2,
       "--diff compares two inputs: give the old one and the new one"},
      {!isDiff && !options.failOn.empty(), "--fail-on is for --diff"},
      {!isDiff && flags.timeThreshold.getNumOccurrences(),
       "--time-threshold is for --diff"},
      {!isLock && options.update, "--update is for --lock"},
      {isLock && (options.lock.empty() || options.lock == "-"),
       "--lock needs the name of a file"},
      {isLock && options.inputs.size() + options.passPipeline.has_value() != 1,
       "--lock is for one input"},
      {(isLock || flags.fingerprint) && options.allVariants,
       "--lock and --fingerprint are of all variants: leave out "
       "--all-variants"},
  });
}

/// The same for what is printed of a file.
static Error verifyPrinting(const Flags &flags, const CheckOptions &options) {
  bool isRegistration =
      options.action == CheckOptions::Action::PrintRegistration;
  bool isServer = options.action == CheckOptions::Action::Serve;
  return verifyNone({
      {flags.catalog.getNumOccurrences() && options.catalog.empty(),
       "--catalog needs a version, such as 22.1"},
      {!options.catalog.empty() && options.noDefaultContracts,
       "--catalog chooses a version of what --no-default-contracts forgets"},
      {flags.printPage.getNumOccurrences() +
               flags.printRegistration.getNumOccurrences() +
               flags.printText.getNumOccurrences() >
           1,
       "--print-page, --print-registration and --print-text print one thing "
       "of one file"},
      {options.printsFile() && options.passesFile.empty(),
       "--print-page, --print-registration and --print-text need the name of a "
       "file"},
      {options.printsFile() &&
           (options.allVariants || !options.variant.empty()),
       "--print-page, --print-registration and --print-text are of all "
       "variants: leave out --variant and --all-variants"},
      {flags.space.getNumOccurrences() && !isRegistration,
       "--namespace is for --print-registration"},
      {flags.space.getNumOccurrences() && options.space.empty(),
       "--namespace needs a name, such as acme::pipelines"},
      {flags.depfile.getNumOccurrences() &&
           (options.depfile.empty() || options.output == "-"),
       "--depfile needs the name of a file, and --output"},
      {isServer && !options.catalog.empty(),
       "--serve knows one version of the catalog: leave out --catalog"},
      {isServer && options.output != "-",
       "--serve answers on the standard output: leave out --output"},
  });
}

/// The same for --dialect: of LLVM's IR nothing is known.
static Error verifyDialect(const Flags &flags, const CheckOptions &options) {
  bool isOfMLIR = options.action == CheckOptions::Action::Serve ||
                  options.action == CheckOptions::Action::PrintRegistration ||
                  options.contents || options.expect || options.witness ||
                  options.noDefaultContracts ||
                  flags.catalog.getNumOccurrences() ||
                  flags.from.getNumOccurrences();
  return verifyNone(
      {{options.dialect == Dialect::LLVM && isOfMLIR,
        "--dialect=llvm goes with none of --catalog, --contents, --expect, "
        "--from, --no-default-contracts, --print-registration, --serve and "
        "--witness"}});
}

/// Fails for options of a check where something else is asked for, which would
/// go by without a word. C++ is printed of a pipeline that was checked.
static Error verifyNoCheck(const Flags &flags, const CheckOptions &options) {
  bool isChecked = options.action == CheckOptions::Action::PrintRegistration;
  const std::pair<bool, StringRef> useless[] = {
      {!isChecked && options.report.format != ReportFormat::Text, "--format"},
      {!isChecked && options.expect, "--expect"},
      {!isChecked && options.contents, "--contents"},
      {options.fix.has_value(), "--fix"},
      {options.dryRun, "--dry-run"},
      {options.unsafeFixes, "--unsafe-fixes"},
      {options.graph.has_value(), "--graph"},
      {!options.questions.empty(), "--explain, --why, --where or --places"},
      {options.witness, "--witness"},
      {flags.from.getNumOccurrences() != 0, "--from"},
      {flags.baseline.getNumOccurrences() != 0, "--baseline"},
      {flags.simplify.getNumOccurrences() != 0, "--simplify"},
      {flags.initFrom.getNumOccurrences() != 0, "--init-from"},
      {!options.failOn.empty(), "--fail-on"},
      {options.update, "--update"},
  };
  for (auto [isGiven, name] : useless)
    if (isGiven)
      return makeUsageError(name + " is for a check, and something else is to "
                                   "be printed: leave it out");
  return Error::success();
}

/// Fails for options that cannot be meant together.
static Error verifyCombination(const Flags &flags,
                               const CheckOptions &options) {
  bool hasInput = !options.inputs.empty() || options.passPipeline;
  bool asks = !options.questions.empty();
  using Action = CheckOptions::Action;
  if (Error error = verifyDialect(flags, options))
    return error;
  if (Error error = verifyPrinting(flags, options))
    return error;
  if (!is_contained({Action::Check, Action::InitContracts, Action::Diff,
                     Action::Lock, Action::Fingerprint},
                    options.action)) {
    if (Error error = verifyNoCheck(flags, options))
      return error;
    return hasInput ? makeUsageError(
                          "what is to be printed is not about a pipeline: "
                          "leave out " +
                          (options.passPipeline
                               ? "--pass-pipeline"
                               : "'" + options.inputs.front() + "'"))
                    : Error::success();
  }
  if (Error error = verifyComparison(flags, options))
    return error;
  return verifyNone({
      {flags.baseline.getNumOccurrences() && options.baseline.empty(),
       "--baseline needs the name of a file"},
      {!hasInput,
       "nothing to check: give a file or a text, 'builtin.module(cse)'"},
      {is_contained(options.inputs, ""),
       "an input is empty: give a file or a text, 'builtin.module(cse)'"},
      {!options.inputs.empty() && options.passPipeline,
       "--pass-pipeline stands instead of other inputs: give one of the two"},
      {llvm::count(options.inputs, "-") > 1,
       "the standard input can be read only once"},
      {asks && options.report.format != ReportFormat::Text,
       "--explain, --why, --where and --places need --format=text or json"},
      {options.graph && options.report.format != ReportFormat::Text,
       "--graph needs --format=text"},
      {options.graph && (asks || options.fix || flags.initContracts),
       "--graph goes with none of --explain, --why, --where, --places, --fix "
       "and --init-contracts"},
      {options.allVariants && (!options.variant.empty() || asks),
       "--all-variants goes with none of --variant, --explain, --why, --where "
       "and --places"},
      {options.allVariants && options.passPipeline,
       "--all-variants is for pipeline files: a text has no variants"},
      {options.fix && (asks || !options.baseline.empty()),
       "--fix goes with none of --explain, --why, --where, --places and "
       "--baseline"},
      {options.fix && options.allVariants,
       "--fix makes one pipeline: choose a variant with --variant instead of "
       "--all-variants"},
      {!options.fix && (options.unsafeFixes || options.dryRun),
       "--unsafe-fixes and --dry-run are for --fix"},
      {options.fix && any_of(options.inputs,
                             [](StringRef input) {
                               return !GivenInput(input).plugins.empty();
                             }),
       "--fix changes one file: give the pipeline without its plugins"},
      {flags.initContracts &&
           (options.fix || asks || options.witness ||
            !options.baseline.empty() || flags.simplify.getNumOccurrences()),
       "--init-contracts goes with none of --fix, --explain, --why, --where, "
       "--places, --witness, --baseline and --simplify"},
      {flags.initFrom.getNumOccurrences() && options.recordsFile.empty(),
       "--init-from needs the name of a file"},
      {!flags.initContracts && flags.initFrom.getNumOccurrences(),
       "--init-from is for --init-contracts"},
  });
}

/// Shows an error, each finding as one line. Returns false if there is one.
static bool succeed(Error error) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (const Diagnostic &diagnostic : diagnostics)
    WithColor::error(errs(), "pmb-check")
        << report::toUTF8(diagnostic.message) << '\n';
  return diagnostics.empty();
}

std::optional<CheckOptions> pmb::parseCommandLine(ArrayRef<char *> arguments) {
  // Creates the options of LLVM's library, so that they are gone afterwards.
  cl::getRegisteredOptions();
  cl::ResetCommandLineParser();
  CheckOptions options;
  Flags flags(options);

  if (!succeed(verifyNoPasses(arguments)))
    return std::nullopt;
  std::string messages;
  raw_string_ostream os(messages);
  if (!cl::ParseCommandLineOptions(arguments.size(), arguments.data(), overview,
                                   &os)) {
    errs() << messages;
    return std::nullopt;
  }
  if (flags.help || flags.version) {
    if (flags.help)
      cl::PrintHelpMessage();
    else
      outs() << "pmb-check " PMB_VERSION " for LLVM " LLVM_VERSION_STRING "\n";
    options.action = CheckOptions::Action::None;
    options.output = "-";
    return options;
  }
  if (!succeed(readValues(flags, options)) ||
      !succeed(verifyCombination(flags, options)))
    return std::nullopt;
  return options;
}
