//===- Comparing.cpp - What has changed, and what must not --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Comparing.h"
#include "bundles/report/Fingerprint.h"
#include "bundles/report/PipelineLock.h"
#include "bundles/runs/RunDiff.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/GivenInput.h"
#include "tools/pmb-check/Paths.h"
#include "tools/pmb-check/WrittenFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

/// Shows why there is nothing to compare.
static std::nullopt_t refuse(Error error) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    printToErrors(diagnostic);
  return std::nullopt;
}

/// Variants have names, and the pipelines inside of a file of another sort have
/// numbers in their place.
static void numberPipelines(std::vector<Report> &reports) {
  for (auto [index, report] : enumerate(reports))
    report.variant = "pipeline " + std::to_string(index + 1);
}

/// The reports of all variants of a side that are asked for; std::nullopt,
/// after it was said why, if one of them could not be composed.
static std::optional<std::vector<Report>>
checkSide(const Catalog &catalog, CheckOptions options, StringRef given,
          std::vector<std::string> &files) {
  GivenInput side(given);
  if (!side.variant.empty()) {
    if (options.allVariants)
      return refuse(
          makeUsageError("--all-variants is of all variants: leave out [" +
                         side.variant + "]"));
    options.variant = {};
    SmallVector<StringRef> choices;
    side.variant.split(choices, ',');
    for (StringRef choice : choices)
      if (Error error = options.variant.add(choice))
        return refuse(std::move(error));
  }
  Checker checker(catalog, options, nulls());
  Expected<std::vector<PipelineFile>> plugins = side.readPlugins(files);
  if (!plugins)
    return refuse(plugins.takeError());
  checker.setPlugins(std::move(*plugins));
  std::vector<Report> reports;
  if (side.isText(catalog)) {
    reports.push_back(checker.checkText(side.name, "<pipeline>"));
  } else {
    Expected<SourceText> text = readInput(side.name);
    if (!text)
      return refuse(text.takeError());
    files.push_back(side.name.str());
    reports = checker.checkSource(std::move(*text));
  }
  append_range(files, checker.getFiles());
  if (any_of(reports,
             [](const Report &report) { return !report.wasChecked; })) {
    if (options.allVariants)
      reports = foldVariants(std::move(reports));
    printReport(errs(), reports, options.report);
    return std::nullopt;
  }
  bool wereSkipped =
      all_of(reports, [](const Report &report) { return report.wasSkipped; });
  erase_if(reports, [](const Report &report) { return report.wasSkipped; });
  if (wereSkipped)
    return refuse(
        makeUsageError(quotePath(side.name) + " has no pipeline that is known",
                       "give the one that is meant as a text"));
  if (reports.size() > 1 && reports[0].variant == reports[1].variant)
    numberPipelines(reports);
  for (Report &report : reports) {
    // Findings call it by the name that it was read by, and people by what they
    // have given.
    report.input = side.name.str();
    for (StringRef plugin : side.plugins)
      report.input += "+" + plugin.str();
  }
  return reports;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// What is in a file, or the first of several, which may be larger than what is
/// written by hand, as it may have IR in it. Null if it is not there, or is
/// none that may be a report.
static std::unique_ptr<MemoryBuffer> readReport(StringRef names) {
  StringRef name = names.split('+').first;
  if (!name.ends_with(".json") || !sys::fs::is_regular_file(name))
    return nullptr;
  auto buffer = MemoryBuffer::getFile(name);
  return buffer ? std::move(*buffer) : nullptr;
}

/// Whether an input of `--diff` is a report of a run.
static bool areRuns(const CheckOptions &options) {
  return any_of(options.inputs, [](StringRef name) {
    std::unique_ptr<MemoryBuffer> report = readReport(name);
    return report && RunData::isMeantAsRun(report->getBuffer());
  });
}

/// Writes to `text` what differs between two reports of runs, and adds them to
/// `files`. Fails if one of the inputs is none.
static Error diffRuns(const CheckOptions &options, std::string &text,
                      std::vector<std::string> &files) {
  if (Error error = verifyNone(
          {{*options.diff == DiffFormat::Html,
            "runs are compared as text, Markdown or JSON", "write --diff=text"},
           {!options.failOn.empty(),
            "--fail-on is about pipelines, and what is compared are runs",
            "leave it out"},
           {options.allVariants,
            "--all-variants is about pipelines, and what is compared are runs",
            "leave it out"}}))
    return error;
  std::vector<RunData> runs;
  for (const std::string &name : options.inputs) {
    std::unique_ptr<MemoryBuffer> report = readReport(name);
    if (!report || !RunData::isMeantAsRun(report->getBuffer()))
      return makeUsageError("a run is compared with a run, and " +
                                quotePath(name) + " is no report of one",
                            "pmb-opt --report=run.json writes one");
    for (StringRef rest = name; !rest.empty(); rest = rest.split('+').second)
      files.push_back(rest.split('+').first.str());
    Expected<RunData> data = RunData::read(name);
    if (!data)
      return data.takeError();
    data->name = makeRelative(data->name);
    runs.push_back(std::move(*data));
  }
  RunDiffOptions limits;
  limits.threshold = options.timeThreshold;
  raw_string_ostream os(text);
  printRunDiff(os, makeRunDiff(std::move(runs[0]), std::move(runs[1]), limits),
               *options.diff);
  return Error::success();
}

std::optional<ExitCode> pmb::diffInputs(const Catalog &catalog,
                                        const CheckOptions &options,
                                        std::string &text,
                                        std::vector<std::string> &files) {
  if (areRuns(options)) {
    if (Error error = diffRuns(options, text, files))
      return refuse(std::move(error));
    return ExitCode::NoErrors;
  }
  std::vector<std::vector<Report>> sides;
  for (const std::string &input : options.inputs) {
    std::optional<std::vector<Report>> reports =
        checkSide(catalog, options, input, files);
    if (!reports)
      return std::nullopt;
    sides.push_back(std::move(*reports));
  }
  // Without --all-variants there is one of each, for whatever it is built,
  // unless a file runs several.
  bool areSeveral = !options.allVariants && any_of(sides, [](const auto &side) {
    return side.size() > 1;
  });
  if (areSeveral)
    for (std::vector<Report> &side : sides)
      numberPipelines(side);
  std::vector<PipelineDiff> diffs;
  if (options.allVariants || areSeveral)
    diffs = diffVariants(sides[0], sides[1]);
  else
    diffs.push_back(makeDiff(sides[0].front(), sides[1].front()));
  // Of several pipelines those are shown that differ.
  auto isSame = [](const PipelineDiff &diff) { return diff.empty(); };
  if (areSeveral && !all_of(diffs, isSame))
    erase_if(diffs, isSame);
  raw_string_ostream os(text);
  printDiff(os, diffs, *options.diff);
  for (const PipelineDiff &diff : diffs)
    for (PipelineDiff::Class changeClass : options.failOn)
      if (diff.count(changeClass))
        return ExitCode::ErrorsFound;
  return ExitCode::NoErrors;
}

//===----------------------------------------------------------------------===//
// Locks
//===----------------------------------------------------------------------===//

static void say(raw_ostream &os, StringRef lock, const Twine &what) {
  os << report::toUTF8(lock) << ": " << what << '\n';
}

/// Writes a lock, but never in the place of a file that is none.
static std::optional<ExitCode> writeLock(StringRef path, StringRef written,
                                         const PipelineLock &lock,
                                         raw_ostream &os) {
  if (sys::fs::exists(path)) {
    Expected<SourceText> old = SourceText::read(path);
    if (!old)
      return refuse(old.takeError());
    if (old->getText() == written) {
      say(os, path, "up to date");
      return ExitCode::NoErrors;
    }
    if (!PipelineLock::isMeantAsLock(old->getText()))
      return refuse(makeError(
          Diagnostic(DiagnosticCode::BadValue,
                     quotePath(path) + " is no lock, and stays as it is")
              .help("name another file with --lock")));
  }
  if (written.size() > SourceText::maxSize)
    return refuse(makeError(
        Diagnostic(
            DiagnosticCode::TooLarge,
            formatv("the lock would be larger than {0} MiB, and could not be "
                    "read again",
                    SourceText::maxSize >> 20)
                .str())
            .help("lock some of its variants, with --variant")));
  if (Error error = writeOutput(path, written))
    return refuse(std::move(error));
  size_t count = lock.getVariants().size();
  say(os, path,
      "written, with " + Twine(count) +
          (count == 1 ? " variant" : " variants"));
  return ExitCode::NoErrors;
}

/// Adds to what will be written the variants of the lock that were not asked
/// for. What is no lock is refused when it is written.
static Error keepOthers(StringRef path, PipelineLock &lock) {
  Expected<SourceText> text = SourceText::read(path);
  if (!text)
    return text.takeError();
  if (text->getText().trim().empty() ||
      !PipelineLock::isMeantAsLock(text->getText()))
    return Error::success();
  Expected<PipelineLock> old = PipelineLock::parse(std::move(*text));
  if (old)
    return lock.addOthers(*old);
  std::vector<Diagnostic> errors = takeDiagnostics(old.takeError());
  for (Diagnostic &error : errors)
    error.help("its other variants cannot be kept: leave out --variant");
  return makeError(std::move(errors));
}

/// Says what differs from the lock, in the variants that are asked for.
static std::optional<ExitCode> checkLock(const Catalog &catalog,
                                         const CheckOptions &options,
                                         const PipelineLock &now,
                                         raw_ostream &os) {
  Expected<SourceText> text = SourceText::read(makeRelative(options.lock));
  if (!text)
    return refuse(text.takeError());
  Expected<PipelineLock> lock = PipelineLock::parse(std::move(*text));
  if (!lock)
    return refuse(lock.takeError());
  lock->addKinds(catalog);
  if (!options.allVariants)
    lock->dropOthers(now);
  std::vector<PipelineDiff> diffs = lock->compareTo(now);
  bool isOtherRelease = lock->getRelease() != now.getRelease();
  if (diffs.empty() && !isOtherRelease) {
    say(os, options.lock, "up to date");
    return ExitCode::NoErrors;
  }
  printDiff(os, diffs, options.diff.value_or(DiffFormat::Text));
  // In one piece: what CMake shows of two streams is mixed.
  std::string message = report::toUTF8(options.lock) + " is out of date";
  if (isOtherRelease)
    message += ": it is of LLVM '" + report::toUTF8(lock->getRelease()) +
               "', and the catalog of '" + report::toUTF8(now.getRelease()) +
               "'";
  WithColor::error(errs(), "pmb-check")
      << message + "; --update writes it again\n";
  return ExitCode::ErrorsFound;
}

std::optional<ExitCode> pmb::lockInput(const Catalog &catalog,
                                       const CheckOptions &given,
                                       std::string &text,
                                       std::vector<std::string> &files) {
  CheckOptions options = given;
  StringRef input =
      options.passPipeline ? *options.passPipeline : options.inputs.front();
  options.allVariants =
      options.variant.empty() && GivenInput(input).variant.empty();
  std::optional<std::vector<Report>> reports =
      checkSide(catalog, options, input, files);
  if (!reports)
    return std::nullopt;
  if (!verifyWrittenFiles(options, files))
    return std::nullopt;
  PipelineLock lock(*reports, catalog.getRelease());
  raw_string_ostream os(text);
  bool isThere = sys::fs::exists(options.lock);
  if (!options.update && isThere)
    return checkLock(catalog, options, lock, os);
  if (isThere && !options.allVariants)
    if (Error error = keepOthers(options.lock, lock))
      return refuse(std::move(error));
  std::string written;
  raw_string_ostream stream(written);
  lock.print(stream);
  return writeLock(options.lock, written, lock, os);
}

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

std::optional<ExitCode>
pmb::fingerprintInputs(const Catalog &catalog, const CheckOptions &given,
                       std::string &text, std::vector<std::string> &files) {
  std::vector<std::string> inputs = given.inputs;
  if (given.passPipeline)
    inputs.push_back(*given.passPipeline);
  raw_string_ostream os(text);
  for (const std::string &input : inputs) {
    CheckOptions options = given;
    options.allVariants =
        options.variant.empty() && GivenInput(input).variant.empty();
    std::optional<std::vector<Report>> reports =
        checkSide(catalog, options, input, files);
    if (!reports)
      return std::nullopt;
    printFingerprints(os, *reports);
  }
  return ExitCode::NoErrors;
}
