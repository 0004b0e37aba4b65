//===- Options.cpp - The options that mlir-opt does not have --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Options.h"
#include "bundles/stock/StockCatalog.h"
#include "tools/pmb-opt/Editing.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

OptOptions::OptOptions() { addWords(graph, getGraphFormats()); }

OptOptions &pmb::registerOptOptions() {
  // LLVM's code generators have options of these names, for machine passes,
  // and two of one name end the process.
  for (StringRef name :
       {"start-before", "start-after", "stop-before", "stop-after"})
    if (cl::Option *option = lookupFlag(name))
      option->removeArgument();
  static OptOptions options;
  return options;
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

Error OptOptions::readCuts() {
  Errors errors;
  std::pair<cl::opt<std::string> *, std::optional<Cut> *> cuts[] = {
      {&givenStartBefore, &startBefore},
      {&givenStartAfter, &startAfter},
      {&givenStopBefore, &stopBefore},
      {&givenStopAfter, &stopAfter}};
  for (auto [flag, cut] : cuts)
    if (flag->getNumOccurrences())
      errors.add(readCut(flag->ArgStr, *flag).moveInto(*cut));
  if (!errors.empty())
    return errors.take();
  for (auto [a, b] : {std::pair(&startBefore, &startAfter),
                      std::pair(&stopBefore, &stopAfter)})
    if (*a && *b)
      return makeUsageError((*a)->text + " and " + (*b)->text +
                                " exclude each other",
                            "give one of the two");
  return Error::success();
}

Error OptOptions::readItems(const cl::list<std::string> &option,
                            GivenContents &items) {
  if (Error error = readItemList(option, items))
    return error;
  return items.expand(inputs);
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
bool OptOptions::isAboutRun() const {
  return startBefore || startAfter || stopBefore || stopAfter || checkOnly ||
         fix || witness || draws() || !questions.empty() || contents ||
         expect || printContents || verify.isUsed() || attribution.isUsed ||
         exploring.isUsed();
}

Error OptOptions::verifyCombinations() const {
  if (Error error = verifyCompanions(
          fix, WithFix,
          "--fix mends the pipeline as it is given, and runs it on the input "
          "as that is"))
    return error;
  if (Error error = verifyCompanions(
          witness, WithWitness,
          "--witness runs the pipeline as it is given on programs of its own"))
    return error;
  if (Error error =
          verifyCompanions(exported, WithExport,
                           "--export-pipeline is about the pipeline that it "
                           "names"))
    return error;
  bool isOff = check == CheckMode::Off;
  StringRef leaveOut = "leave one of them out";
  return verifyNone({
      {isOff && checkOnly, "--check-only and --check=off leave nothing to do",
       leaveOut},
      {isOff && contents,
       "--contents says what to check, and --check=off not to", leaveOut},
      // What may remain is also held against the IR.
      {isOff && expect && !verify.isUsed(),
       "--expect says what to check, and --check=off not to", leaveOut},
      {verify.isUsed() && (checkOnly || exploring.isUsed()),
       "--verify-contracts and --suggest-contracts watch one run, and "
       "--check-only, --bisect, --shuffle, --no-cleanups, --threads-check and "
       "--pass-rules ask for none, or for several",
       leaveOut},
      {attribution.isUsed && checkOnly,
       "--check-only runs nothing, and --attribution, --errors-fail, "
       "--timing-by, --statistics-by, --count-patterns, "
       "--explain-patterns, --print-ir-... and --report are about what runs",
       leaveOut},
      {timing.isUsed() &&
           (exploring.isUsed() || verify.isUsed() || attribution.isUsed ||
            checkOnly || fix || witness || draws() || asks),
       "--compare-timing and --idle are questions of their own",
       "leave out what asks for something else"},
      {draws() && (check == CheckMode::Off || exploring.isUsed() ||
                   attribution.isUsed || verify.isUsed()),
       "--graph draws what a check finds and runs nothing: it goes with none "
       "of --check=off, --bisect, --shuffle, --no-cleanups, --threads-check, "
       "--pass-rules, and what is about a run",
       leaveOut},
      {asks && (check == CheckMode::Off || attribution.isUsed ||
                verify.isUsed() || draws()),
       "--why, --where, --places and --format=json ask about a pipeline that "
       "is checked, and run nothing: they go with none of --check=off, "
       "--graph, and what is about a run",
       leaveOut},
      {questions.empty() && !timing.isUsed() &&
           answerFormat.getNumOccurrences(),
       "--format is for questions (--why), --idle and --compare-timing",
       "give one of these"},
      {!fix && (unsafeFixes || dryRun),
       "--unsafe-fixes and --dry-run are for --fix", "add --fix"},
      {dryRun && (pipelineFile.empty() || pipelineFile == "-"),
       "--dry-run is for the file of --pipeline: what --fix makes of a text is "
       "printed, and nothing is written",
       "leave it out"},
      {fingerprint && isAboutRun(),
       "--fingerprint is of what a whole pipeline runs, and reads no input",
       "of the options of this tool give those that name a pipeline, load "
       "plugins and edit only"},
      {!pipelineFile.empty() && getPassPipelineText(),
       "--pipeline and --pass-pipeline exclude each other",
       "give one of the two"},
  });
}

Error OptOptions::readFlags() {
  if (pipelineFile.getNumOccurrences() && pipelineFile.empty())
    return makeUsageError("--pipeline needs the name of a file",
                          "write --pipeline=cpu.pipeline.json");
  for (StringRef text : givenVariants)
    if (Error error = variant.add(text))
      return error;
  if (Error error = askFlags.read(questions))
    return error;
  asks = asksMore(questions) ||
         (!questions.empty() && answerFormat == AnswerFormat::Json);
  if (exported.getNumOccurrences() && exported.empty())
    return makeUsageError("--export-pipeline needs a pipeline",
                          "write --export-pipeline=sparsifier");
  if (Error error = verify.verify())
    return error;
  if (Error error = timing.verify())
    return error;
  if (catalog.getNumOccurrences())
    if (Error error = getStockCatalog(catalog).takeError())
      return error;
  append_range(inputs, contractsFiles);
  append_range(inputs, plugins);
  if (!pipelineFile.empty())
    inputs.push_back(pipelineFile);
  return attribution.read();
}

/// Finds out `isUsed`. Fails if --print-contents has a pipeline beside it.
Error OptOptions::findUse() {
  // What only loads, lists or prints says nothing of a pipeline.
  StringRef others[] = {plugins.ArgStr, listPlugins.ArgStr,
                        printContracts.ArgStr, printContents.ArgStr,
                        exploring.journal.ArgStr};
  auto isOfOwn = [&](const cl::Option &option) {
    return is_contained(option.Categories, &category) ||
           is_contained(option.Categories, &exploring.category);
  };
  bool isAboutPipeline =
      attribution.isUsed || verify.isUsed() || timing.isUsed() ||
      any_of(cl::getRegisteredOptions(), [&](const auto &entry) {
        const cl::Option *option = entry.second;
        return option->getNumOccurrences() && isOfOwn(*option) &&
               !is_contained(others, option->ArgStr);
      });
  isUsed = isAboutPipeline || plugins.getNumOccurrences() ||
           printContents.getNumOccurrences();
  if (printContents && isAboutPipeline)
    return makeUsageError(
        "--print-contents is about the input alone, and other "
        "options are about a pipeline",
        "leave one of them out");
  return Error::success();
}

Error OptOptions::read() {
  if (Error error = readFlags())
    return error;
  if (Error error = findUse())
    return error;
  Errors errors;
  errors.add(readEdits(editFlags).moveInto(edits));
  errors.add(readCuts());
  errors.add(readItems(givenContents, contents));
  errors.add(readItems(givenExpect, expect));
  errors.add(
      verifyGivenOnce({&pipelineFile, &givenStartBefore, &givenStartAfter,
                       &givenStopBefore, &givenStopAfter, &graph}));
  errors.add(exploring.read(pipelineFile));
  errors.add(verifyCombinations());
  return errors.take();
}
