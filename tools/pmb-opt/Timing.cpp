//===- Timing.cpp - Which passes are slow, or of no use -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Timing.h"
#include "bundles/runs/RunDiff.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Running.h"
#include "tools/pmb-opt/Trials.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"

using namespace pmb;
using namespace llvm;

namespace {
struct Flags {
  cl::OptionCategory category{"Passes that are slow, or of no use"};
  cl::list<std::string> compare{
      "compare-timing", cl::CommaSeparated, cl::value_desc("old.json,new.json"),
      cl::desc("Compare reports of runs (--report=run.json): which owners, "
               "bundles and passes take more time, or less. Several runs of a "
               "side, joined by +, tell what is noise. Runs nothing"),
      cl::cat(category)};
  cl::opt<std::string> idle{
      "idle", cl::ValueOptional, cl::value_desc("more.mlir,..."),
      cl::desc("List the passes that change nothing, on the input nor on any "
               "of these, with their time"),
      cl::cat(category)};
};
} // namespace

static ManagedStatic<Flags> flags;

void pmb::registerTimingOptions() { *flags; }

Expected<TimingOptions> pmb::getTimingOptions() {
  TimingOptions options;
  options.isIdle = flags->idle.getNumOccurrences();
  SmallVector<StringRef, 4> more;
  StringRef(flags->idle).split(more, ',', -1, /*KeepEmpty=*/false);
  options.moreInputs.assign(more.begin(), more.end());
  bool compares = flags->compare.getNumOccurrences();
  if (Error error = verifyNone(
          {{compares && flags->compare.size() != 2,
            "--compare-timing takes two reports of runs",
            "write --compare-timing=old.json,new.json, or several of a side as "
            "old1.json+old2.json,new.json"},
           {compares && options.isIdle,
            "--compare-timing and --idle are two questions",
            "ask one at a time"}}))
    return Expected<TimingOptions>(std::move(error));
  if (compares) {
    options.before = flags->compare[0];
    options.after = flags->compare[1];
  }
  return options;
}

mlir::LogicalResult pmb::compareTiming(const TimingOptions &options,
                                       raw_ostream &os) {
  std::vector<RunData> sides;
  for (StringRef side : {options.before, options.after}) {
    Expected<RunData> data = RunData::read(side);
    if (!data)
      return mlir::failure(printErrors(data.takeError()));
    sides.push_back(std::move(*data));
  }
  printRunDiff(os, makeRunDiff(std::move(sides[0]), std::move(sides[1])),
               options.getFormat());
  return mlir::success();
}

/// Runs this program on `input`. Returns what was measured.
static Expected<RunData> measure(StringRef input,
                                 const CommandLine &commandLine) {
  TemporaryFile report;
  if (Error error = report.write("", "json"))
    return Expected<RunData>(std::move(error));
  std::vector<std::string> arguments =
      takeArguments(commandLine, [](const cl::Option &option) {
        return option.ArgStr == "idle" || option.ArgStr == "format" ||
               option.ArgStr == "o";
      });
  arguments.insert(arguments.begin(),
                   {commandLine.arguments.front(), input.str()});
  arguments.insert(arguments.end(),
                   {"--report=" + report.getPath().str(), "-o", "/dev/null"});
  Expected<ProcessEnd> end = runThisProgram(
      SmallVector<StringRef>(arguments.begin(), arguments.end()));
  if (!end)
    return end.takeError();
  if (end->exitCode)
    return createStringError("the pipeline does not run through on '" + input +
                             "': the process " + end->message);
  return RunData::read(report.getPath());
}

mlir::LogicalResult pmb::printIdlePasses(const TimingOptions &options,
                                         const CommandLine &commandLine,
                                         raw_ostream &os) {
  if (commandLine.inputName == "-")
    return mlir::failure(
        printErrors(makeUsageError("--idle runs the pipeline on files",
                                   "name the input: pmb-opt in.mlir --idle")));
  std::vector<std::string> inputs = {commandLine.inputName.str()};
  append_range(inputs, options.moreInputs);
  std::optional<RunData> all;
  for (StringRef input : inputs) {
    Expected<RunData> data = measure(input, commandLine);
    if (!data)
      return mlir::failure(printErrors(data.takeError()));
    data->name = input.str();
    if (!all)
      all = std::move(*data);
    else if (printErrors(all->add(*data)))
      return mlir::failure();
  }
  printIdle(os, *all, options.getFormat());
  return mlir::success();
}
