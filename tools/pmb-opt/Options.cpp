//===- Options.cpp - The options that mlir-opt does not have --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Options.h"
#include "builder/diagnostics/Diagnostic.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "tools/AskOptions.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Editing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"

using namespace pmb;
using namespace llvm;

namespace {
enum class PrintMode { Before, After, Flattened };
enum class CheckChoice { Default, Error, Warn, Off };

struct OptFlags {
  cl::OptionCategory category{"Editing and checking the pipeline"};

  cl::opt<std::string> pipeline{
      "pipeline", cl::value_desc("file"),
      cl::desc("Run the pipeline of this *.pipeline.json or *.pipeline"),
      cl::cat(category)};
  cl::list<std::string> variants{
      "variant", cl::CommaSeparated, cl::value_desc("name[=value],..."),
      cl::desc("What the pipeline is built for: a variant or an option that is "
               "true (gpu), or an option with its value (vector-size=8)"),
      cl::cat(category)};
  cl::list<std::string> plugins{
      "load-pipeline-plugin", cl::value_desc("library or JSON file"),
      cl::desc("Load a plugin and let it take part in the pipeline"),
      cl::cat(category)};
  cl::list<std::string> activated{
      "use-pipeline-plugin", cl::value_desc("id"),
      cl::desc("Also use a loaded plugin that is not activated by default"),
      cl::cat(category)};
  cl::opt<bool> list{"list-pipeline-plugins",
                     cl::desc("List the plugins that were loaded, and exit"),
                     cl::cat(category)};

  cl::opt<std::string> startBefore{
      "start-before", cl::value_desc("pass[,n]"),
      cl::desc("Begin with the n-th pass of that name, counted from 0"),
      cl::cat(category)};
  cl::opt<std::string> startAfter{
      "start-after", cl::value_desc("pass[,n]"),
      cl::desc("Begin after the n-th pass of that name"), cl::cat(category)};
  cl::opt<std::string> stopBefore{
      "stop-before", cl::value_desc("pass[,n]"),
      cl::desc("End before the n-th pass of that name"), cl::cat(category)};
  cl::opt<std::string> stopAfter{
      "stop-after", cl::value_desc("pass[,n]"),
      cl::desc("End with the n-th pass of that name"), cl::cat(category)};

  cl::opt<CheckChoice, false, WordParser<CheckChoice>> check{
      "check",
      cl::desc("What to do if the order of passes is wrong for the input"),
      cl::values(clEnumValN(CheckChoice::Error, "error",
                            "Run nothing (default with any of these options)"),
                 clEnumValN(CheckChoice::Warn, "warn", "Say so, and run"),
                 clEnumValN(CheckChoice::Off, "off", "Do not check")),
      cl::init(CheckChoice::Default), cl::cat(category)};
  cl::opt<bool> checkOnly{"check-only", cl::desc("Check, and run nothing"),
                          cl::cat(category)};
  cl::opt<bool> fix{
      "fix",
      cl::desc("Mend the pipeline until it runs on the input, and "
               "nothing is left but what --expect names: in the file of "
               "--pipeline, unless -o names another; a text is printed"),
      cl::cat(category)};
  cl::opt<bool> unsafeFixes{
      "unsafe-fixes",
      cl::desc("For --fix: also fixes that remove a pass, or give an option "
               "another value than the one that is written, unless that is "
               "its default"),
      cl::cat(category)};
  cl::opt<bool> dryRun{
      "dry-run",
      cl::desc("For --fix: print how the file of --pipeline would change, and "
               "leave it as it is; exit with 1 if it would"),
      cl::cat(category)};
  cl::opt<bool> witness{
      "witness",
      cl::desc(
          "For each finding that depends on the input, run the pipeline on "
          "small programs until one shows it, and print that; read no "
          "input"),
      cl::cat(category)};
  cl::opt<bool> printContracts{
      "print-contracts",
      cl::desc("Print what plugins, and what was registered in them, say of "
               "passes, as a contracts file for pmb-check"),
      cl::cat(category)};
  cl::opt<bool> printContents{
      "print-contents",
      cl::desc("Print what the input contains, as --contents=@<file> and "
               "*.pipeline.json read it, and do nothing else"),
      cl::cat(category)};
  cl::list<std::string> contents{
      "contents", cl::CommaSeparated, cl::value_desc("item,..."),
      cl::desc(
          "Check the pipeline for an input that contains this, and not for "
          "the one that is there: dialects (linalg), operations, kinds of "
          "types (!memref), @<file> for those of a file"),
      cl::cat(category)};
  cl::opt<std::string> catalog{
      "catalog", cl::value_desc("version"),
      cl::desc("Take what is known about the passes of MLIR from this version "
               "of the catalog (22.1): what is newer leads to remarks only"),
      cl::cat(category)};
  cl::list<std::string> contracts{
      "contracts", cl::value_desc("file"),
      cl::desc("Read contracts of passes from this file"), cl::cat(category)};
  cl::list<std::string> expect{
      "expect", cl::CommaSeparated, cl::value_desc("item,..."),
      cl::desc("What may remain after the pipeline: dialects (llvm), "
               "operations, kinds of types (!memref)"),
      cl::cat(category)};
  cl::opt<SimplifyMode, false, WordParser<SimplifyMode>> simplify{
      "simplify",
      cl::ValueOptional,
      cl::desc("Leave passes out that need not run, and say which, beside "
               "what a pipeline file says itself"),
      cl::values(clEnumValN(SimplifyMode::Dedupe, "", ""),
                 clEnumValN(SimplifyMode::Dedupe, "dedupe",
                            "What an equal pass has done (default)"),
                 clEnumValN(SimplifyMode::Share, "share",
                            "Also cleanups that a later one serves")),
      cl::init(SimplifyMode::AsDeclared),
      cl::cat(category)};
  AskFlags ask{category};
  cl::opt<AnswerFormat, false, WordParser<AnswerFormat>> format{
      "format",
      cl::desc("Format of answers (--why), of --idle and --compare-timing"),
      cl::values(clEnumValN(AnswerFormat::Text, "text", "For people (default)"),
                 clEnumValN(AnswerFormat::Json, "json",
                            "For tools; also --explain runs nothing then")),
      cl::init(AnswerFormat::Text), cl::cat(category)};
  cl::opt<GraphFormat, false, WordParser<GraphFormat>> graph{
      "graph",
      cl::desc("Draw the pipeline as it would run, with what ties passes and "
               "what holds where, and run nothing"),
      cl::cat(category)};
  cl::opt<bool> fingerprint{
      "fingerprint",
      cl::desc("Print the fingerprint of what would run, with the plugins that "
               "take part, and read no input"),
      cl::cat(category)};
  cl::opt<std::string> exported{
      "export-pipeline", cl::value_desc("name{options} or text"),
      cl::desc("Print a pipeline file for a registered pipeline or a textual "
               "one, with all of its passes, and read no input"),
      cl::cat(category)};
  cl::list<PrintMode, bool, WordParser<PrintMode>> print{
      "print-pipeline", cl::CommaSeparated,
      cl::desc("Print the pipeline to the standard error before it runs"),
      cl::values(
          clEnumValN(PrintMode::Before, "before", "A list, as it was given"),
          clEnumValN(PrintMode::After, "after",
                     "A list, edited, with who put each pass there"),
          clEnumValN(PrintMode::Flattened, "flattened",
                     "The part that runs, as text for mlir-opt")),
      cl::cat(category)};

  OptFlags() {
    for (const GraphFormatInfo &info : getGraphFormats())
      graph.getParser().addLiteralOption(info.name, info.format, info.what);
  }
};
} // namespace

static ManagedStatic<OptFlags> optFlags;

void pmb::registerOptOptions() {
  // LLVM's code generators have options of these names, for machine passes,
  // and two of one name end the process.
  for (StringRef name :
       {"start-before", "start-after", "stop-before", "stop-after"})
    if (cl::Option *option = lookupFlag(name))
      option->removeArgument();
  registerEditOptions(optFlags->category);
  registerAttributionOptions();
  registerExploringOptions();
  registerVerifyOptions();
  registerTimingOptions();
}

std::optional<std::string> pmb::getPassPipelineText() {
  cl::Option *option = lookupFlag("pass-pipeline");
  if (!option || !option->getNumOccurrences())
    return std::nullopt;
  // mlir::PassPipelineCLParser has it as a member of this type.
  return static_cast<cl::opt<std::string> *>(option)->getValue();
}

//===----------------------------------------------------------------------===//
// Reading the values
//===----------------------------------------------------------------------===//

static Error readCuts(OptOptions &options) {
  Errors errors;
  std::pair<cl::opt<std::string> *, std::optional<Cut> *> cuts[] = {
      {&optFlags->startBefore, &options.startBefore},
      {&optFlags->startAfter, &options.startAfter},
      {&optFlags->stopBefore, &options.stopBefore},
      {&optFlags->stopAfter, &options.stopAfter}};
  for (auto [flag, cut] : cuts)
    if (flag->getNumOccurrences())
      errors.add(readCut(flag->ArgStr, *flag).moveInto(*cut));
  if (!errors.empty())
    return errors.take();
  for (auto [a, b] : {std::pair(&options.startBefore, &options.startAfter),
                      std::pair(&options.stopBefore, &options.stopAfter)})
    if (*a && *b)
      return makeUsageError((*a)->text + " and " + (*b)->text +
                                " exclude each other",
                            "give one of the two");
  return Error::success();
}

static Error readItems(const cl::list<std::string> &option, bool mayBeEmpty,
                       OptOptions &options, GivenContents &items) {
  if (Error error = readItemList(option, mayBeEmpty, items))
    return error;
  return items.expand(options.inputs);
}

namespace {
/// What takes few other options, as others have nothing to do with it.
enum : unsigned { WithFix = 1, WithExport = 2, WithWitness = 4 };

struct Companion {
  StringLiteral name;
  unsigned with;
  /// It says how IR is read, and is given to the runs of --fix and --witness.
  bool isForRuns = false;
};
} // namespace

static constexpr Companion companions[] = {
    {"pass-pipeline", WithFix | WithWitness},
    {"pipeline", WithFix | WithWitness},
    {"variant", WithFix | WithWitness},
    {"expect", WithFix | WithWitness},
    {"contents", WithWitness},
    {"contracts", WithFix | WithExport | WithWitness},
    {"catalog", WithFix | WithExport | WithWitness},
    {"unsafe-fixes", WithFix},
    {"dry-run", WithFix},
    {"o", WithFix | WithExport | WithWitness},
    {"color", WithFix | WithExport | WithWitness},
    {"load-pipeline-plugin", WithExport},
    {"load-pass-plugin", WithFix | WithExport | WithWitness, true},
    {"load-dialect-plugin", WithFix | WithExport | WithWitness, true},
    {"irdl-file", WithFix | WithWitness, true},
    {"allow-unregistered-dialect", WithFix | WithWitness, true},
    // With one part.
    {"split-input-file", WithFix}};

bool pmb::isForRuns(StringRef option) {
  return any_of(companions, [&](const Companion &companion) {
    return companion.isForRuns && companion.name == option;
  });
}

static std::string getDashed(StringRef name) {
  return (name.size() == 1 ? "-" : "--") + name.str();
}

/// Fails for options that do not go with `flag`, of which `what` says what it
/// does.
static Error verifyCompanions(const cl::Option &flag, unsigned with,
                              const Twine &what) {
  if (!flag.getNumOccurrences())
    return Error::success();
  std::vector<std::string> known;
  for (const Companion &companion : companions)
    if (companion.with & with)
      known.push_back(getDashed(companion.name));
  std::vector<std::string> others;
  for (const auto &[name, option] : cl::getRegisteredOptions())
    // Passes have one option for all of them, which has no name.
    if (option->getNumOccurrences() && !option->ArgStr.empty() &&
        option != &flag && !is_contained(known, getDashed(name)))
      others.push_back(getDashed(name));
  if (others.empty())
    return Error::success();
  llvm::sort(others);
  return makeUsageError(what, "leave out " + join(others, ", ") +
                                  "; what goes with it is " +
                                  join(known, ", "));
}

/// What does not go with --fingerprint, as it is about a part of the pipeline,
/// or about an input.
static bool isAboutRun(const OptOptions &options) {
  return options.startBefore || options.startAfter || options.stopBefore ||
         options.stopAfter || options.checkOnly || options.fix ||
         options.witness || options.graph || !options.questions.empty() ||
         options.contents || options.expect || options.printContents ||
         options.verify.isUsed() || options.attribution.isUsed ||
         options.exploring.isUsed();
}

static Error checkCombinations(const OptOptions &options) {
  if (Error error = verifyCompanions(
          optFlags->fix, WithFix,
          "--fix mends the pipeline as it is given, and runs it on the input "
          "as that is"))
    return error;
  if (Error error = verifyCompanions(
          optFlags->witness, WithWitness,
          "--witness runs the pipeline as it is given on programs of its own"))
    return error;
  if (Error error =
          verifyCompanions(optFlags->exported, WithExport,
                           "--export-pipeline is about the pipeline that it "
                           "names"))
    return error;
  bool isOff = options.check == CheckMode::Off;
  StringRef leaveOut = "leave one of them out";
  return verifyNone({
      {isOff && options.checkOnly,
       "--check-only and --check=off leave nothing to do", leaveOut},
      {isOff && options.contents,
       "--contents says what to check, and --check=off not to", leaveOut},
      // What may remain is also held against the IR.
      {isOff && options.expect && !options.verify.isUsed(),
       "--expect says what to check, and --check=off not to", leaveOut},
      {options.verify.isUsed() &&
           (options.checkOnly || options.exploring.isUsed()),
       "--verify-contracts and --suggest-contracts watch one run, and "
       "--check-only, --bisect, --shuffle, --no-cleanups, --threads-check and "
       "--pass-rules ask for none, or for several",
       leaveOut},
      {options.attribution.isUsed && options.checkOnly,
       "--check-only runs nothing, and --attribution, --errors-fail, "
       "--timing-by, --statistics-by, --count-patterns, "
       "--explain-patterns, --print-ir-... and --report are about what runs",
       leaveOut},
      {options.timing.isUsed() &&
           (options.exploring.isUsed() || options.verify.isUsed() ||
            options.attribution.isUsed || options.checkOnly || options.fix ||
            options.witness || options.graph || options.asks),
       "--compare-timing and --idle are questions of their own",
       "leave out what asks for something else"},
      {options.graph &&
           (options.check == CheckMode::Off || options.exploring.isUsed() ||
            options.attribution.isUsed || options.verify.isUsed()),
       "--graph draws what a check finds and runs nothing: it goes with none "
       "of --check=off, --bisect, --shuffle, --no-cleanups, --threads-check, "
       "--pass-rules, and what is about a run",
       leaveOut},
      {options.asks &&
           (options.check == CheckMode::Off || options.attribution.isUsed ||
            options.verify.isUsed() || options.graph),
       "--why, --where, --places and --format=json ask about a pipeline that "
       "is checked, and run nothing: they go with none of --check=off, "
       "--graph, and what is about a run",
       leaveOut},
      {options.questions.empty() && !options.timing.isUsed() &&
           optFlags->format.getNumOccurrences(),
       "--format is for questions (--why), --idle and --compare-timing",
       "give one of these"},
      {!options.fix && (options.unsafeFixes || options.dryRun),
       "--unsafe-fixes and --dry-run are for --fix", "add --fix"},
      {options.dryRun &&
           (options.pipelineFile.empty() || options.pipelineFile == "-"),
       "--dry-run is for the file of --pipeline: what --fix makes of a text is "
       "printed, and nothing is written",
       "leave it out"},
      {options.fingerprint && isAboutRun(options),
       "--fingerprint is of what a whole pipeline runs, and reads no input",
       "of the options of this tool give those that name a pipeline, load "
       "plugins and edit only"},
      {!options.pipelineFile.empty() && getPassPipelineText(),
       "--pipeline and --pass-pipeline exclude each other",
       "give one of the two"},
  });
}

/// What the optFlags say one by one.
static Error readFlags(OptOptions &options) {
  options.listPlugins = optFlags->list;
  options.printContracts = optFlags->printContracts;
  options.activatedPlugins.assign(optFlags->activated.begin(),
                                  optFlags->activated.end());
  options.pipelineFile = optFlags->pipeline;
  if (optFlags->pipeline.getNumOccurrences() && options.pipelineFile.empty())
    return makeUsageError("--pipeline needs the name of a file",
                          "write --pipeline=cpu.pipeline.json");
  for (StringRef text : optFlags->variants)
    if (Error error = options.variant.add(text))
      return error;
  if (optFlags->check == CheckChoice::Warn)
    options.check = CheckMode::Warn;
  else if (optFlags->check == CheckChoice::Off)
    options.check = CheckMode::Off;
  options.checkOnly = optFlags->checkOnly;
  if (Error error = optFlags->ask.read(options.questions))
    return error;
  options.answerFormat = optFlags->format;
  options.asks = asksMore(options.questions) ||
                 (!options.questions.empty() &&
                  options.answerFormat == AnswerFormat::Json);
  if (optFlags->graph.getNumOccurrences())
    options.graph = optFlags->graph;
  options.fix = optFlags->fix;
  options.unsafeFixes = optFlags->unsafeFixes;
  options.dryRun = optFlags->dryRun;
  options.witness = optFlags->witness;
  options.printContents = optFlags->printContents;
  options.fingerprint = optFlags->fingerprint;
  options.exported = optFlags->exported;
  if (optFlags->exported.getNumOccurrences() && options.exported.empty())
    return makeUsageError("--export-pipeline needs a pipeline",
                          "write --export-pipeline=sparsifier");
  options.simplify = optFlags->simplify;
  if (Error error = getVerifyOptions().moveInto(options.verify))
    return error;
  if (Error error = getTimingOptions().moveInto(options.timing))
    return error;
  options.timing.isJson = options.answerFormat == AnswerFormat::Json;
  options.contractsFiles.assign(optFlags->contracts.begin(),
                                optFlags->contracts.end());
  options.catalog = optFlags->catalog;
  if (optFlags->catalog.getNumOccurrences())
    if (Error error = getStockCatalog(options.catalog).takeError())
      return error;
  options.inputs = options.contractsFiles;
  append_range(options.inputs, optFlags->plugins);
  if (!options.pipelineFile.empty())
    options.inputs.push_back(options.pipelineFile);
  for (PrintMode mode : optFlags->print)
    (mode == PrintMode::Before  ? options.printBefore
     : mode == PrintMode::After ? options.printAfter
                                : options.printFlattened) = true;

  return getAttributionOptions().moveInto(options.attribution);
}

/// Finds out whether anything of this tool is asked for, and not only of
/// mlir-opt. Fails if --print-contents has a pipeline beside it.
static Error findUse(OptOptions &options) {
  // What only loads, lists or prints says nothing of a pipeline.
  StringRef others[] = {optFlags->plugins.ArgStr, optFlags->list.ArgStr,
                        optFlags->printContracts.ArgStr,
                        optFlags->printContents.ArgStr};
  bool isAboutPipeline =
      areExploringOptionsGiven() || options.attribution.isUsed ||
      options.verify.isUsed() || options.timing.isUsed() ||
      any_of(cl::getRegisteredOptions(), [&](const auto &entry) {
        const cl::Option *option = entry.second;
        return option->getNumOccurrences() &&
               is_contained(option->Categories, &optFlags->category) &&
               !is_contained(others, option->ArgStr);
      });
  options.isUsed = isAboutPipeline || optFlags->plugins.getNumOccurrences() ||
                   optFlags->printContents.getNumOccurrences();
  if (options.printContents && isAboutPipeline)
    return makeUsageError(
        "--print-contents is about the input alone, and other "
        "options are about a pipeline",
        "leave one of them out");
  return Error::success();
}

Expected<OptOptions> pmb::getOptOptions() {
  OptOptions options;
  if (Error error = readFlags(options))
    return error;
  if (Error error = findUse(options))
    return error;
  Errors errors;
  errors.add(readEdits().moveInto(options.edits));
  errors.add(readCuts(options));
  errors.add(readItems(optFlags->contents, /*mayBeEmpty=*/true, options,
                       options.contents));
  errors.add(readItems(optFlags->expect, /*mayBeEmpty=*/false, options,
                       options.expect));
  errors.add(verifyGivenOnce({&optFlags->pipeline, &optFlags->startBefore,
                              &optFlags->startAfter, &optFlags->stopBefore,
                              &optFlags->stopAfter, &optFlags->graph}));
  errors.add(
      getExploringOptions(options.pipelineFile).moveInto(options.exploring));
  errors.add(checkCombinations(options));
  if (!errors.empty())
    return errors.take();
  return options;
}
