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

using namespace pmb;
using namespace llvm;

using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

bool AttributionOptions::has(const cl::Option &option) {
  return any_of(option.Categories, [](const cl::OptionCategory *category) {
    return category->getName() == title;
  });
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

Error AttributionOptions::readPoints() {
  for (StringRef text : points) {
    Expected<Verification> point = readPoint(text);
    if (!point)
      return point.takeError();
    verifyAt = verifyAt.value_or(Verification::atEnd()) | *point;
  }
  const cl::opt<bool> *each = findOption<bool>("verify-each");
  return verifyNone({{verifyAt && each && each->getNumOccurrences(),
                      "--verify-at and --verify-each exclude each other",
                      "give one of the two"}});
}

Error AttributionOptions::verifyReport() const {
  bool isGiven = report.getNumOccurrences();
  bool hasLimit = reportIRLimit.getNumOccurrences();
  if (Error error = verifyGivenOnce({&report}))
    return error;
  if (Error error = verifyNone(
          {{isGiven && report.empty(), "--report needs the name of a file",
            "write --report=run.html"},
           {!isGiven && (reportIR || hasLimit),
            "--report-ir and --report-ir-limit say what is in the "
            "report of a run",
            "add --report=run.html"},
           {hasLimit && !reportIR, "--report-ir-limit is for --report-ir",
            "add --report-ir"}}))
    return error;
  if (!isGiven)
    return Error::success();
  Expected<RunFile::Format> format = RunFile::parseFormat(report);
  if (!format)
    return format.takeError();
  return verifyNone({{*format == RunFile::Format::Trace && reportIR,
                      "a trace has no IR in it, which --report-ir asks for",
                      "write a report that ends in .html or .json"}});
}

Error AttributionOptions::read() {
  Errors errors;
  errors.add(readKeys(timingKeys, timingBy));
  errors.add(readKeys(statisticsKeys, statisticsBy));
  errors.add(readFilters(filtersBefore, printBefore));
  errors.add(readFilters(filtersAfter, printAfter));
  errors.add(verifyReport());
  errors.add(readPoints());
  bool printsIR = !printBefore.empty() || !printAfter.empty();
  errors.add(verifyNone(
      {{printsIR &&
            !getValue<std::string>("mlir-print-ir-tree-dir", "").empty(),
        "--print-ir-before and --print-ir-after print to the standard error, "
        "and not to a tree of files",
        "leave out --mlir-print-ir-tree-dir"}}));
  errors.add(verifyNone(
      {{printsIR && getValue("mlir-print-ir-module-scope", false) &&
            !getValue("mlir-disable-threading", false),
        "--mlir-print-ir-module-scope prints the whole module, which several "
        "threads change",
        "add --mlir-disable-threading"}}));
  if (!errors.empty())
    return errors.take();
  isUsed = namesOwners || doErrorsFail || !timingBy.empty() ||
           !statisticsBy.empty() || countsPatterns || explainsPatterns ||
           printsIR || !report.empty() || verifyAt;
  if (!timingBy.empty())
    if (cl::opt<bool> *timing = findOption<bool>("mlir-timing"))
      timing->reset();
  if (isUsed) {
    if (auto *given =
            findOption<std::string>("mlir-pass-pipeline-crash-reproducer")) {
      reproducer = given->getValue();
      // Not only the value: MLIR asks whether the option was given.
      given->reset();
    }
  }
  return Error::success();
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
