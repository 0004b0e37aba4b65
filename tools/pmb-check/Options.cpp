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
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;

namespace {
using Simplify = CheckOptions::Simplify;
using DiffClass = PipelineDiff::Class;
enum class ColorChoice { Auto, Always, Never };
enum class DiagnosticList { None, Text, Markdown };

constexpr const char *overview =
    "Checks the order of the passes in MLIR pass pipelines, without MLIR\n\n"
    "  An input is a textual pipeline (*.pipeline), a pipeline file\n"
    "  (*.pipeline.json), or - for the standard input.\n\n"
    "  Exit code: 0 no errors, 1 errors found, 2 bad usage or unreadable "
    "input,\n"
    "  3 internal error\n";

/// The options. Made after those of LLVM's library are gone: it has its own
/// `--color`, and hundreds more that have nothing to do with this tool.
struct Flags {
  CheckOptions &options;
  cl::OptionCategory category{"pmb-check options"};

  cl::list<std::string, std::vector<std::string>> inputs{
      cl::Positional, cl::desc("<file>..."), cl::location(options.inputs),
      cl::cat(category)};
  cl::opt<std::string> passPipeline{
      "pass-pipeline",
      cl::desc("Check this textual pipeline instead of a file"),
      cl::value_desc("text"), cl::cat(category)};
  cl::list<std::string> contents{
      "contents", cl::CommaSeparated,
      cl::desc("What the input of the pipeline contains, and nothing else: "
               "dialects (linalg), operations (memref.subview), kinds of types "
               "(!tensor), @<file> for those of a file. Without it the input "
               "is open"),
      cl::value_desc("item,..."), cl::cat(category)};
  cl::list<std::string> expect{
      "expect", cl::CommaSeparated,
      cl::desc("What may remain after the pipeline (llvm)"),
      cl::value_desc("item,..."), cl::cat(category)};
  cl::list<std::string> variants{
      "variant", cl::CommaSeparated,
      cl::desc("What the pipeline is built for: a variant or an option that is "
               "true (gpu), or an option with its value (vector-size=8)"),
      cl::value_desc("name[=value],..."), cl::cat(category)};
  cl::opt<bool, true> allVariants{
      "all-variants", cl::location(options.allVariants),
      cl::desc("Check a pipeline file in all variants that its options "
               "allow"),
      cl::cat(category)};
  cl::list<std::string, std::vector<std::string>> contracts{
      "contracts", cl::desc("Read contracts of passes from this file"),
      cl::location(options.contractsFiles), cl::value_desc("file"),
      cl::cat(category)};
  cl::opt<bool, true> noDefaultContracts{
      "no-default-contracts", cl::location(options.noDefaultContracts),
      cl::desc("Forget what is known about the passes of MLIR"),
      cl::cat(category)};
  cl::opt<ReportFormat, true, WordParser<ReportFormat>> format{
      "format", cl::location(options.report.format),
      cl::desc("Format of the report"), cl::cat(category)};
  cl::opt<std::string, true> output{"output", cl::location(options.output),
                                    cl::desc("Write the report to this file"),
                                    cl::value_desc("file"), cl::cat(category)};
  cl::alias shortOutput{"o", cl::desc("Alias for --output"),
                        cl::aliasopt(output), cl::cat(category)};
  cl::opt<ColorChoice, false, WordParser<ColorChoice>> color{
      "color", cl::desc("Colors in text"),
      cl::values(
          clEnumValN(ColorChoice::Auto, "auto", "on a terminal (default)"),
          clEnumValN(ColorChoice::Always, "always", "always"),
          clEnumValN(ColorChoice::Never, "never", "never")),
      cl::init(ColorChoice::Auto), cl::cat(category)};
  cl::opt<bool, true> warningsAsErrors{
      "warnings-as-errors", cl::location(options.warningsAsErrors),
      cl::desc("Report warnings as errors, except for codes that have a "
               "--severity"),
      cl::cat(category)};
  cl::list<std::string> severity{
      "severity",
      cl::desc("Severity of one code (PMB026 or may-be-left-over): error, "
               "warning, remark or off"),
      cl::value_desc("code=severity"), cl::cat(category)};
  cl::opt<Severity> presume{
      "presume",
      cl::desc("How to report what is wrong on the usual input, where only "
               "the output is known"),
      cl::values(
          clEnumValN(Severity::Error, "error", "as errors"),
          clEnumValN(Severity::Warning, "warning", "as warnings (default)"),
          clEnumValN(Severity::Off, "off", "not at all")),
      cl::init(Severity::Warning), cl::cat(category)};
  cl::opt<std::string, true> baseline{
      "baseline", cl::location(options.baseline),
      cl::desc("Leave out the findings of an earlier report, written with "
               "--format=json"),
      cl::value_desc("file"), cl::cat(category)};
  AskFlags ask{category};
  cl::opt<bool, true> witness{
      "witness", cl::location(options.witness),
      cl::desc(
          "Also print, for each finding that depends on the input, a small "
          "program of MLIR that shows it"),
      cl::cat(category)};
  cl::opt<GraphFormat, false, WordParser<GraphFormat>> graph{
      "graph",
      cl::desc("Draw the pipelines as they will run, with what ties passes and "
               "what holds where; the report goes to the standard error"),
      cl::cat(category)};
  cl::opt<Simplify, true, WordParser<Simplify>> simplify{
      "simplify",
      cl::location(options.simplify),
      cl::ValueOptional,
      cl::desc(
          "Also say which passes would be left out or put in, and how many "
          "run"),
      cl::values(clEnumValN(Simplify::Dedupe, "", ""),
                 clEnumValN(Simplify::Dedupe, "dedupe",
                            "what an equal pass has done, and what the file "
                            "asks for (default)"),
                 clEnumValN(Simplify::Share, "share",
                            "also cleanups that a later one serves")),
      cl::cat(category)};
  cl::opt<Severity, false, WordParser<Severity>> fix{
      "fix", cl::ValueOptional,
      cl::desc("Make the fixes that are offered while the check likes the "
               "pipeline better with them: in the files; what is given as a "
               "text or on the standard input is printed"),
      cl::values(
          clEnumValN(Severity::Error, "", ""),
          clEnumValN(Severity::Error, "errors", "those of errors (default)"),
          clEnumValN(Severity::Warning, "all",
                     "those of errors and of warnings")),
      cl::cat(category)};
  cl::opt<DiffFormat, false, WordParser<DiffFormat>> diff{
      "diff", cl::ValueOptional,
      cl::desc("Say what has changed from the first input to the second. Each "
               "is a textual pipeline or a file, perhaps of a revision "
               "(HEAD:cpu.pipeline.json), with plugins (+acme.json) and a "
               "variant ([lanes=8])"),
      cl::values(clEnumValN(DiffFormat::Text, "", "")), cl::cat(category)};
  cl::list<DiffClass, bool, WordParser<DiffClass>> failOn{
      "fail-on", cl::CommaSeparated,
      cl::desc("For --diff: exit with 1 if there is a change of such a class"),
      cl::cat(category)};
  cl::opt<std::string, true> lock{
      "lock", cl::location(options.lock),
      cl::desc("Hold what the input runs, in all variants, against this file; "
               "write the file if there is none"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool, true> update{"update", cl::location(options.update),
                             cl::desc("For --lock: write the file again"),
                             cl::cat(category)};
  cl::opt<bool, true> unsafeFixes{
      "unsafe-fixes", cl::location(options.unsafeFixes),
      cl::desc("For --fix: also the unsafe ones, which remove a pass, or give "
               "an option another value than the one that is written"),
      cl::cat(category)};
  cl::opt<bool, true> dryRun{
      "dry-run", cl::location(options.dryRun),
      cl::desc("For --fix: print how files would change, and leave them as "
               "they are; exit with 1 if one would"),
      cl::cat(category)};
  cl::opt<DiagnosticList, false, WordParser<DiagnosticList>> listDiagnostics{
      "list-diagnostics",
      cl::ValueOptional,
      cl::desc("Print all codes and what they mean"),
      cl::values(clEnumValN(DiagnosticList::Text, "", ""),
                 clEnumValN(DiagnosticList::Text, "text", "one line for each"),
                 clEnumValN(DiagnosticList::Markdown, "markdown",
                            "a page with causes, examples and cures")),
      cl::init(DiagnosticList::None),
      cl::cat(category)};
  cl::opt<std::string, true> printSchema{
      "print-schema", cl::location(options.schema),
      cl::desc("Print the JSON Schema of a format of files"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<bool> catalogStats{
      "catalog-stats",
      cl::desc(
          "Print how many passes are known, by group, and of which nobody can "
          "tell what they do"),
      cl::cat(category)};
  cl::opt<std::string, true> printPage{
      "print-page", cl::location(options.passesFile),
      cl::desc("Print a page in Markdown about the passes of a file and their "
               "contracts: of what llvm-tblgen --dump-json makes of a "
               "Passes.td, or of a contracts file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> printRegistration{
      "print-registration",
      cl::desc("Print C++ that registers the contracts of such a file with a "
               "program"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> initContracts{
      "init-contracts",
      cl::desc("Print a contracts file to begin with, for the passes of the "
               "pipelines that no contract describes: what is guessed of them, "
               "and what to fill in first"),
      cl::cat(category)};
  cl::opt<std::string, true> initFrom{
      "init-from", cl::location(options.recordsFile),
      cl::desc("For --init-contracts: what llvm-tblgen --dump-json makes of "
               "the Passes.td of these passes"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> serve{
      "serve",
      cl::desc("Answer requests on the standard input, each a line of JSON, "
               "until that ends"),
      cl::cat(category)};
  cl::opt<bool> help{"help", cl::desc("Print this text"), cl::cat(category)};
  cl::alias shortHelp{"h", cl::desc("Alias for --help"), cl::aliasopt(help),
                      cl::cat(category)};
  cl::opt<bool> version{"version", cl::desc("Print the version"),
                        cl::cat(category)};

  explicit Flags(CheckOptions &options) : options(options) {
    for (const ReportFormatInfo &info : getReportFormats())
      format.getParser().addLiteralOption(info.name, info.format, info.what);
    for (const GraphFormatInfo &info : getGraphFormats())
      graph.getParser().addLiteralOption(info.name, info.format, info.what);
    for (const DiffFormatInfo &info : getDiffFormats())
      diff.getParser().addLiteralOption(info.name, info.format, info.what);
    for (const DiffClassInfo &info : getDiffClasses())
      failOn.getParser().addLiteralOption(info.name, info.changeClass,
                                          info.what);
  }
};
} // namespace

/// Reads `code=severity`.
static Error readSeverity(StringRef text, CheckOptions &options) {
  auto [code, word] = text.split('=');
  const DiagnosticInfo *info = lookupDiagnostic(code);
  if (!info) {
    SmallVector<StringRef> names;
    for (const DiagnosticInfo &row : getDiagnosticTable())
      names.push_back(row.name);
    std::string near = suggestNames(code, names);
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
  switch (choice) {
  case ColorChoice::Always:
    return true;
  case ColorChoice::Never:
    return false;
  case ColorChoice::Auto:
    // https://no-color.org
    return output == "-" && !sys::Process::GetEnv("NO_COLOR") &&
           sys::Process::StandardOutHasColors();
  }
  llvm_unreachable("unknown choice of colors");
}

/// Users of mlir-opt give passes as options. LLVM would look for
/// options of this tool that are called alike.
static Error verifyNoPasses(ArrayRef<char *> arguments) {
  const DenseMap<StringRef, cl::Option *> &known = cl::getRegisteredOptions();
  for (StringRef argument : arguments.drop_front()) {
    // What comes after is no option any more.
    if (argument == "--")
      break;
    StringRef name = argument.take_front(argument.find('='));
    if (!name.consume_front("--") && !name.consume_front("-"))
      continue;
    if (known.contains(name))
      continue;
    if (name == "load-pipeline-plugin") {
      return makeUsageError(
          "pmb-check loads no plugins: include the file of a plugin in a "
          "pipeline file, {\"include\": \"acme.json\"}, or use pmb-opt");
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

/// Reads the values that need more than a conversion.
static Error readValues(const Flags &flags, CheckOptions &options) {
  if (flags.passPipeline.getNumOccurrences())
    options.passPipeline = flags.passPipeline;
  // An input may be empty; an output has at least its module.
  if (flags.contents.getNumOccurrences())
    if (Error error = readItemList(flags.contents, /*mayBeEmpty=*/true,
                                   options.contents.emplace()))
      return error;
  if (flags.expect.getNumOccurrences())
    if (Error error = readItemList(flags.expect, /*mayBeEmpty=*/false,
                                   options.expect.emplace()))
      return error;
  for (StringRef text : flags.variants)
    if (Error error = options.variant.add(text))
      return error;
  if (flags.fix.getNumOccurrences())
    options.fix = flags.fix;
  if (flags.graph.getNumOccurrences())
    options.graph = flags.graph;
  if (Error error = flags.ask.read(options.questions))
    return error;
  if (flags.diff.getNumOccurrences())
    options.diff = flags.diff;
  options.failOn.assign(flags.failOn.begin(), flags.failOn.end());
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
  for (const std::string &text : flags.severity)
    if (Error error = readSeverity(text, options))
      return error;
  if (options.passesFile.empty())
    options.passesFile = flags.printRegistration;

  using Action = CheckOptions::Action;
  std::pair<bool, Action> actions[] = {
      {flags.listDiagnostics == DiagnosticList::Text, Action::ListDiagnostics},
      {flags.listDiagnostics == DiagnosticList::Markdown,
       Action::ListDiagnosticsAsMarkdown},
      {flags.printSchema.getNumOccurrences(), Action::PrintSchema},
      {flags.catalogStats, Action::CatalogStats},
      {flags.printPage.getNumOccurrences(), Action::PrintPage},
      {flags.printRegistration.getNumOccurrences(), Action::PrintRegistration},
      {flags.initContracts, Action::InitContracts},
      {flags.lock.getNumOccurrences(), Action::Lock},
      {flags.serve, Action::Serve},
      {flags.diff.getNumOccurrences(), Action::Diff},
      {true, Action::Check}};
  options.action =
      find_if(actions, [](const auto &entry) { return entry.first; })->second;
  return verifyGivenOnce({&flags.passPipeline, &flags.output, &flags.baseline,
                          &flags.printSchema, &flags.fix, &flags.graph,
                          &flags.diff, &flags.lock});
}

/// The same for --diff and --lock.
static Error verifyComparison(const Flags &flags, const CheckOptions &options) {
  using Action = CheckOptions::Action;
  bool isDiff = options.action == Action::Diff;
  bool isLock = options.action == Action::Lock;
  bool hasOther = options.graph || options.fix || !options.questions.empty() ||
                  options.witness || flags.initContracts ||
                  flags.baseline.getNumOccurrences() ||
                  flags.simplify.getNumOccurrences() ||
                  options.report.format != ReportFormat::Text;
  return verifyNone({
      {(isDiff || isLock) && hasOther,
       "--diff and --lock go with none of --graph, --fix, --explain, --why, "
       "--where, --places, --witness, --init-contracts, --baseline, --simplify "
       "and --format"},
      {isDiff && options.passPipeline,
       "--diff compares two inputs: give the texts without --pass-pipeline="},
      {isDiff && options.inputs.size() != 2,
       "--diff compares two inputs: give the old one and the new one"},
      {!isDiff && !options.failOn.empty(), "--fail-on is for --diff"},
      {!isLock && options.update, "--update is for --lock"},
      {isLock && (options.lock.empty() || options.lock == "-"),
       "--lock needs the name of a file"},
      {isLock && options.inputs.size() + options.passPipeline.has_value() != 1,
       "--lock is for one input"},
      {isLock && options.allVariants,
       "--lock is of all variants: leave out --all-variants"},
  });
}

/// Fails for options that cannot be meant together.
static Error verifyCombination(const Flags &flags,
                               const CheckOptions &options) {
  bool hasInput = !options.inputs.empty() || options.passPipeline;
  bool asks = !options.questions.empty();
  using Action = CheckOptions::Action;
  if (options.action == Action::Serve && options.output != "-")
    return makeUsageError("--serve answers on the standard output: leave out "
                          "--output");
  if (!is_contained(
          {Action::Check, Action::InitContracts, Action::Diff, Action::Lock},
          options.action))
    return hasInput ? makeUsageError(
                          "what is to be printed is not about a pipeline: "
                          "leave out " +
                          (options.passPipeline
                               ? "--pass-pipeline"
                               : "'" + options.inputs.front() + "'"))
                    : Error::success();
  if (Error error = verifyComparison(flags, options))
    return error;
  return verifyNone({
      {flags.baseline.getNumOccurrences() && options.baseline.empty(),
       "--baseline needs the name of a file"},
      {!hasInput, "nothing to check: give a file or --pass-pipeline=<text>"},
      {!options.inputs.empty() && options.passPipeline,
       "--pass-pipeline stands instead of files: give one of the two"},
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
      {options.dryRun &&
           (options.passPipeline || is_contained(options.inputs, "-")),
       "--dry-run is for files: what --fix makes of a text is printed, and "
       "nothing is written"},
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
  if (flags.help) {
    cl::PrintHelpMessage();
    exit(0);
  }
  if (flags.version) {
    outs() << "pmb-check " PMB_VERSION " for LLVM " LLVM_VERSION_STRING "\n";
    exit(0);
  }
  if (!succeed(readValues(flags, options)) ||
      !succeed(verifyCombination(flags, options)))
    return std::nullopt;
  return options;
}
