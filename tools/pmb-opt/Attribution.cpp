//===- Attribution.cpp - Reports of the owners of what runs ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Attribution.h"
#include "bundles/runs/RunFile.h"
#include "tools/CommandLine.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ManagedStatic.h"

using namespace pmb;
using namespace llvm;

using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {
struct AttributionFlags {
  // Categories stand in the order of the alphabet, and MLIR's have a thousand
  // lines.
  cl::OptionCategory category{"Attribution: owners of what runs"};
  cl::opt<bool> attribution{
      "attribution",
      cl::desc("Let errors and warnings of passes name who has put the pass "
               "there"),
      cl::cat(category)};
  cl::opt<bool> errorsFail{
      "errors-fail",
      cl::desc("Let a pass fail that emits an error and would go on"),
      cl::cat(category)};
  cl::list<std::string> timingBy{
      "timing-by", cl::CommaSeparated, cl::value_desc("key,..."),
      cl::desc("Report time as --mlir-timing does, and the sums for each "
               "bundle, slot, kind or origin"),
      cl::cat(category)};
  cl::list<std::string> statisticsBy{
      "statistics-by", cl::CommaSeparated, cl::value_desc("key,..."),
      cl::desc("Report the statistics of passes for each bundle, slot, kind or "
               "origin"),
      cl::cat(category)};
  cl::opt<bool> countPatterns{
      "count-patterns",
      cl::desc("Report whose patterns were applied how often: of sets in "
               "slots, in canonicalize, and in convert-to-llvm"),
      cl::cat(category)};
  cl::opt<bool> explainPatterns{
      "explain-patterns",
      cl::desc("Report why patterns of sets in slots did not apply, as they "
               "say it with notifyMatchFailure"),
      cl::cat(category)};
  cl::list<std::string> printBefore{
      "print-ir-before", cl::value_desc("key:name"),
      cl::desc("Print the IR before each pass of a bundle, slot, kind or "
               "origin: bundle:bufferization"),
      cl::cat(category)};
  cl::list<std::string> printAfter{
      "print-ir-after", cl::value_desc("key:name"),
      cl::desc("Print the IR after each such pass"), cl::cat(category)};
  cl::list<std::string> verifyAt{
      "verify-at", cl::CommaSeparated, cl::value_desc("point,..."),
      cl::desc("Run the verifier at these points instead of after each pass, "
               "and name the pass all the same: bundles (at their ends), "
               "third-parties (after their passes), requires (before a pass "
               "that requires something), every=<passes>, end"),
      cl::cat(category)};
  cl::opt<std::string> report{
      "report", cl::value_desc("file"),
      cl::desc("Write what each pass did, beside what was predicted: a page "
               "(.html), data (.json) or a trace (.trace.json)"),
      cl::cat(category)};
  cl::opt<bool> reportIR{
      "report-ir",
      cl::desc("For --report: with the IR before and after each pass that "
               "changes it"),
      cl::cat(category)};
  cl::opt<uint64_t> reportIRLimit{
      "report-ir-limit", cl::value_desc("bytes"),
      cl::desc("For --report-ir: how much of it is kept (default: 8388608)"),
      cl::init(RunOptions().maxIRBytes), cl::cat(category)};
};
} // namespace

static ManagedStatic<AttributionFlags> attributionFlags;

void pmb::registerAttributionOptions() { *attributionFlags; }

bool pmb::isAttribution(const cl::Option &option) {
  return is_contained(option.Categories, &attributionFlags->category);
}

/// An option of MLIR; null if it has none of that name. MLIR keeps the values
/// to itself.
template <typename T> static cl::opt<T> *findOption(StringRef name) {
  return static_cast<cl::opt<T> *>(lookupFlag(name));
}

template <typename T> static T getValue(StringRef name, T otherwise) {
  const cl::opt<T> *option = findOption<T>(name);
  return option ? option->getValue() : otherwise;
}

static OutputFormat getFormat() {
  return getValue("mlir-output-format", OutputFormat::Text);
}

static constexpr StringLiteral keyNames = "bundle, slot, kind or origin";

static Error readKeys(const cl::list<std::string> &option,
                      std::vector<OwnerKey> &keys) {
  for (StringRef text : option) {
    std::optional<OwnerKey> key = parseOwnerKey(text);
    if (!key)
      return makeUsageError("--" + option.ArgStr + ": '" + text +
                                "' is nothing to report by",
                            "write " + keyNames);
    if (!is_contained(keys, *key))
      keys.push_back(*key);
  }
  return Error::success();
}

static Error readFilters(const cl::list<std::string> &option,
                         std::vector<OwnerFilter> &filters) {
  for (StringRef text : option) {
    auto [keyName, name] = text.split(':');
    std::optional<OwnerKey> key = parseOwnerKey(keyName);
    if (!key || name.empty())
      return makeUsageError("'--" + option.ArgStr + "=" + text +
                                "' is not what this option takes",
                            "write --" + option.ArgStr +
                                "=key:name, where key is " + keyNames);
    filters.push_back({*key, name.str()});
  }
  return Error::success();
}

static Expected<Verification> readPoint(StringRef text) {
  auto [name, number] = text.split('=');
  unsigned passes = 0;
  if (name == "every" && !number.getAsInteger(10, passes) && passes)
    return Verification::every(passes);
  std::optional<Verification> point =
      StringSwitch<std::optional<Verification>>(text)
          .Case("bundles", Verification::atBundleEnds())
          .Case("third-parties", Verification::afterThirdParties())
          .Case("requires", Verification::whereRequired())
          .Case("end", Verification::atEnd())
          .Default(std::nullopt);
  if (point)
    return *point;
  return makeUsageError("--verify-at: '" + text + "' is no point of a pipeline",
                        "write bundles, third-parties, requires, every=<passes>"
                        " or end");
}

static Error readPoints(AttributionOptions &options) {
  for (StringRef text : attributionFlags->verifyAt) {
    Expected<Verification> point = readPoint(text);
    if (!point)
      return point.takeError();
    options.verifyAt =
        options.verifyAt.value_or(Verification::atEnd()) | *point;
  }
  const cl::opt<bool> *each = findOption<bool>("verify-each");
  return verifyNone({{options.verifyAt && each && each->getNumOccurrences(),
                      "--verify-at and --verify-each exclude each other",
                      "give one of the two"}});
}

static Error readReport(AttributionOptions &options) {
  options.report = attributionFlags->report;
  options.recording.keepsIR = attributionFlags->reportIR;
  options.recording.maxIRBytes = attributionFlags->reportIRLimit;
  bool isGiven = attributionFlags->report.getNumOccurrences();
  bool hasLimit = attributionFlags->reportIRLimit.getNumOccurrences();
  if (Error error = verifyGivenOnce({&attributionFlags->report}))
    return error;
  if (Error error = verifyNone(
          {{isGiven && options.report.empty(),
            "--report needs the name of a file", "write --report=run.html"},
           {!isGiven && (attributionFlags->reportIR || hasLimit),
            "--report-ir and --report-ir-limit say what is in the "
            "report of a run",
            "add --report=run.html"},
           {hasLimit && !attributionFlags->reportIR,
            "--report-ir-limit is for --report-ir", "add --report-ir"}}))
    return error;
  if (!isGiven)
    return Error::success();
  Expected<RunFile::Format> format = RunFile::parseFormat(options.report);
  if (!format)
    return format.takeError();
  return verifyNone(
      {{*format == RunFile::Format::Trace && attributionFlags->reportIR,
        "a trace has no IR in it, which --report-ir asks for",
        "write a report that ends in .html or .json"}});
}

Expected<AttributionOptions> pmb::getAttributionOptions() {
  AttributionOptions options;
  Errors errors;
  errors.add(readKeys(attributionFlags->timingBy, options.timingBy));
  errors.add(readKeys(attributionFlags->statisticsBy, options.statisticsBy));
  errors.add(readFilters(attributionFlags->printBefore, options.printBefore));
  errors.add(readFilters(attributionFlags->printAfter, options.printAfter));
  errors.add(readReport(options));
  errors.add(readPoints(options));
  bool printsIR = !options.printBefore.empty() || !options.printAfter.empty();
  if (printsIR && !getValue<std::string>("mlir-print-ir-tree-dir", "").empty())
    errors.add(
        makeUsageError("--print-ir-before and --print-ir-after print to the "
                       "standard error, and not to a tree of files",
                       "leave out --mlir-print-ir-tree-dir"));
  if (printsIR && getValue("mlir-print-ir-module-scope", false) &&
      !getValue("mlir-disable-threading", false))
    errors.add(
        makeUsageError("--mlir-print-ir-module-scope prints the whole module, "
                       "which several threads change",
                       "add --mlir-disable-threading"));
  if (!errors.empty())
    return errors.take();
  options.countsPatterns = attributionFlags->countPatterns;
  options.explainsPatterns = attributionFlags->explainPatterns;
  options.doErrorsFail = attributionFlags->errorsFail;
  options.isUsed = attributionFlags->attribution || options.doErrorsFail ||
                   !options.timingBy.empty() || !options.statisticsBy.empty() ||
                   options.countsPatterns || options.explainsPatterns ||
                   printsIR || !options.report.empty() || options.verifyAt;
  if (!options.timingBy.empty())
    if (cl::opt<bool> *timing = findOption<bool>("mlir-timing"))
      timing->reset();
  if (options.isUsed) {
    if (auto *reproducer =
            findOption<std::string>("mlir-pass-pipeline-crash-reproducer")) {
      options.reproducer = reproducer->getValue();
      // Not only the value: MLIR asks whether the option was given.
      reproducer->reset();
    }
  }
  return options;
}

Error pmb::enableReports(mlir::PassManager &pm,
                         std::shared_ptr<PassOwners> owners,
                         const AttributionOptions &options) {
  if (Error error = owners->attachTo(pm))
    return error;
  if (options.doErrorsFail)
    if (Error error = enableErrorsFail(pm, owners))
      return error;
  if (!options.statisticsBy.empty())
    if (Error error =
            enableStatisticsBy(pm, owners, options.statisticsBy, getFormat()))
      return error;
  if (options.countsPatterns)
    if (Error error = enablePatternCounts(pm, getFormat()))
      return error;
  if (options.explainsPatterns)
    enablePatternExplanations(pm);
  if (!options.printBefore.empty() || !options.printAfter.empty()) {
    IRPrintingOptions printing;
    printing.printModuleScope = getValue("mlir-print-ir-module-scope", false);
    printing.printAfterOnlyOnChange =
        getValue("mlir-print-ir-after-change", false);
    printing.printAfterOnlyOnFailure =
        getValue("mlir-print-ir-after-failure", false);
    if (Error error = enableIRPrintingBy(pm, owners, options.printBefore,
                                         options.printAfter, printing))
      return error;
  }
  if (Error error = enableCrashMessagesBy(pm, owners))
    return error;
  if (!options.reproducer.empty())
    if (Error error = enableCrashReproducerBy(
            pm, owners, options.reproducer,
            getValue("mlir-pass-pipeline-local-reproducer", false)))
      return error;
  if (options.verifyAt)
    if (Error error = enableVerifierAt(pm, owners, *options.verifyAt))
      return error;
  if (options.timingBy.empty())
    return Error::success();
  return enableTimingBy(pm, owners, options.timingBy,
                        getValue("mlir-timing-display", DisplayMode::Tree),
                        getFormat());
}
