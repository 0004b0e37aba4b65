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
#include "tools/CommandLine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;

namespace {
using Simplify = CheckOptions::Simplify;
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
  cl::OptionCategory category{"pmb-check options"};

  cl::list<std::string> inputs{cl::Positional, cl::desc("<file>..."),
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
  cl::opt<bool> allVariants{
      "all-variants",
      cl::desc("Check a pipeline file in all variants that its options "
               "allow"),
      cl::cat(category)};
  cl::list<std::string> contracts{
      "contracts", cl::desc("Read contracts of passes from this file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> noDefaultContracts{
      "no-default-contracts",
      cl::desc("Forget what is known about the passes of MLIR"),
      cl::cat(category)};
  cl::opt<ReportFormat, false, WordParser<ReportFormat>> format{
      "format", cl::desc("Format of the report"), cl::init(ReportFormat::Text),
      cl::cat(category)};
  cl::opt<std::string> output{"output", cl::init("-"),
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
  cl::opt<bool> warningsAsErrors{
      "warnings-as-errors",
      cl::desc("Report warnings as errors, except for codes that have a "
               "--severity"),
      cl::cat(category)};
  cl::list<std::string> severity{
      "severity",
      cl::desc("Severity of one code (PMB026 or may-be-left-over): error, "
               "warning, remark or off"),
      cl::value_desc("code=severity"), cl::cat(category)};
  cl::opt<std::string> baseline{
      "baseline",
      cl::desc("Leave out the findings of an earlier report, written with "
               "--format=json"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> explain{
      "explain",
      cl::desc("Also print, for each pass: who put it there, what holds and "
               "what may be in the IR before and after it, and why"),
      cl::cat(category)};
  cl::opt<Simplify, false, WordParser<Simplify>> simplify{
      "simplify",
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
      cl::init(Simplify::No),
      cl::cat(category)};
  cl::opt<bool> fix{
      "fix",
      cl::desc(
          "Make the fix that the first error offers, again and again, and "
          "print each pipeline as a text as it is then; what was done, and "
          "what remains to be said, goes to the standard error"),
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
  cl::opt<std::string> printSchema{
      "print-schema", cl::desc("Print the JSON Schema of a format of files"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<bool> catalogStats{
      "catalog-stats",
      cl::desc(
          "Print how many passes are known, by group, and of which nobody can "
          "tell what they do"),
      cl::cat(category)};
  cl::opt<std::string> printPage{
      "print-page",
      cl::desc("Print a page in Markdown about the passes of a file and their "
               "contracts: of what llvm-tblgen --dump-json makes of a "
               "Passes.td, or of a contracts file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> printRegistration{
      "print-registration",
      cl::desc("Print C++ that registers the contracts of such a file with a "
               "program"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> help{"help", cl::desc("Print this text"), cl::cat(category)};
  cl::alias shortHelp{"h", cl::desc("Alias for --help"), cl::aliasopt(help),
                      cl::cat(category)};
  cl::opt<bool> version{"version", cl::desc("Print the version"),
                        cl::cat(category)};

  Flags() {
    for (const ReportFormatInfo &info : getReportFormats())
      format.getParser().addLiteralOption(info.name, info.format, info.what);
  }
};
} // namespace

static std::nullopt_t fail(const Twine &message) {
  WithColor::error(errs(), "pmb-check")
      << report::toUTF8(message.str()) << '\n';
  return std::nullopt;
}

/// Shows an error as one line. Returns false if there is one.
static bool succeed(Error error) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (const Diagnostic &diagnostic : diagnostics)
    fail(diagnostic.message);
  return diagnostics.empty();
}

/// Returns false after a report.
static bool readItems(const cl::list<std::string> &flag, bool mayBeEmpty,
                      std::optional<std::vector<std::string>> &items) {
  return !flag.getNumOccurrences() ||
         succeed(readItemList(flag, mayBeEmpty, items.emplace()));
}

/// Reads `code=severity`. Returns false after a report.
static bool addSeverity(StringRef text, CheckOptions &options) {
  auto [code, word] = text.split('=');
  const DiagnosticInfo *info = lookupDiagnostic(code);
  if (!info) {
    SmallVector<StringRef> names;
    for (const DiagnosticInfo &row : getDiagnosticTable())
      names.push_back(row.name);
    std::string near = suggestNames(code, names);
    fail("--severity: there is no code '" + code + "'" +
         (near.empty() ? "; see --list-diagnostics" : "; " + didYouMean(near)));
    return false;
  }
  std::optional<Severity> severity = parseSeverity(word);
  if (!severity) {
    fail("--severity=" + code + ": expected =error, =warning, =remark or =off");
    return false;
  }
  if (std::optional<Diagnostic> renamed = findRenamedCode(code))
    WithColor::remark(errs(), "pmb-check")
        << "--severity: " << renamed->message << '\n';
  options.severities.push_back({info->code, *severity});
  return true;
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

/// Whoever comes from mlir-opt gives passes as options. LLVM would look for
/// options of this tool that are called alike. Returns false after a report.
static bool checkNoPasses(ArrayRef<char *> arguments) {
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
      fail("pmb-check loads no plugins: include the file of a plugin in a "
           "pipeline file, {\"include\": \"acme.json\"}, or use pmb-opt");
      return false;
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
    fail("'" + argument + "' is a pass, and the passes to check are given as " +
         "one text: --pass-pipeline='builtin.module(" + text + ")'");
    return false;
  }
  return true;
}

std::optional<CheckOptions> pmb::parseCommandLine(ArrayRef<char *> arguments) {
  // Creates the options of LLVM's library, so that they are gone afterwards.
  cl::getRegisteredOptions();
  cl::ResetCommandLineParser();
  Flags flags;

  if (!checkNoPasses(arguments))
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

  CheckOptions options;
  options.inputs.assign(flags.inputs.begin(), flags.inputs.end());
  if (flags.passPipeline.getNumOccurrences())
    options.passPipeline = flags.passPipeline;
  // An input may be empty; an output has at least its module.
  if (!readItems(flags.contents, /*mayBeEmpty=*/true, options.contents) ||
      !readItems(flags.expect, /*mayBeEmpty=*/false, options.expect))
    return std::nullopt;
  for (StringRef text : flags.variants)
    if (!succeed(options.variant.add(text)))
      return std::nullopt;
  options.allVariants = flags.allVariants;
  options.contractsFiles.assign(flags.contracts.begin(), flags.contracts.end());
  options.useDefaultContracts = !flags.noDefaultContracts;
  options.report.format = flags.format;
  options.output = flags.output;
  options.report.useColors = shallUseColors(flags.color, flags.output);
  options.warningsAsErrors = flags.warningsAsErrors;
  for (const std::string &text : flags.severity)
    if (!addSeverity(text, options))
      return std::nullopt;
  options.baseline = flags.baseline;
  options.explain = flags.explain;
  options.fix = flags.fix;
  options.simplify = flags.simplify;

  if (flags.listDiagnostics == DiagnosticList::Text)
    options.action = CheckOptions::Action::ListDiagnostics;
  else if (flags.listDiagnostics == DiagnosticList::Markdown)
    options.action = CheckOptions::Action::ListDiagnosticsAsMarkdown;
  else if (flags.printSchema.getNumOccurrences())
    options.action = CheckOptions::Action::PrintSchema;
  else if (flags.catalogStats)
    options.action = CheckOptions::Action::CatalogStats;
  else if (flags.printPage.getNumOccurrences())
    options.action = CheckOptions::Action::PrintPage;
  else if (flags.printRegistration.getNumOccurrences())
    options.action = CheckOptions::Action::PrintRegistration;
  options.passesFile =
      flags.printPage.empty() ? flags.printRegistration : flags.printPage;
  options.schema = flags.printSchema;

  if (!succeed(verifyGivenOnce({&flags.passPipeline, &flags.output,
                                &flags.baseline, &flags.printSchema})))
    return std::nullopt;
  bool hasInput = !options.inputs.empty() || options.passPipeline;
  if (options.action != CheckOptions::Action::Check) {
    if (hasInput)
      return fail("what is to be printed is not about a pipeline: leave out " +
                  (options.passPipeline ? "--pass-pipeline"
                                        : "'" + options.inputs.front() + "'"));
    return options;
  }
  if (flags.baseline.getNumOccurrences() && options.baseline.empty())
    return fail("--baseline needs the name of a file");
  if (!hasInput)
    return fail("nothing to check: give a file or --pass-pipeline=<text>");
  if (!options.inputs.empty() && options.passPipeline)
    return fail("--pass-pipeline stands instead of files: give one of the two");
  if (llvm::count(options.inputs, "-") > 1)
    return fail("the standard input can be read only once");
  if (options.explain && options.report.format != ReportFormat::Text)
    return fail("--explain needs --format=text");
  if (options.allVariants && (!options.variant.empty() || options.explain))
    return fail("--all-variants goes with neither --variant nor --explain");
  if (options.allVariants && options.passPipeline)
    return fail("--all-variants is for pipeline files: a text has no variants");
  if (options.fix && (options.explain || !options.baseline.empty()))
    return fail("--fix goes with neither --explain nor --baseline");
  if (options.fix && options.allVariants)
    return fail("--fix makes one pipeline: choose a variant with --variant "
                "instead of --all-variants");
  return options;
}
