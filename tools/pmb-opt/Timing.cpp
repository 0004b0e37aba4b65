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

using namespace pmb;
using namespace llvm;

Error TimingOptions::verify() const {
  bool compares = compared.getNumOccurrences();
  return verifyNone(
      {{compares && compared.size() != 2,
        "--compare-timing takes two reports of runs",
        "write --compare-timing=old.json,new.json, or several of a side as "
        "old1.json+old2.json,new.json"},
       {compares && isIdle(), "--compare-timing and --idle are two questions",
        "ask one at a time"}});
}

Error pmb::compareTiming(const TimingOptions &options, DiffFormat format,
                         raw_ostream &os) {
  std::vector<RunData> sides;
  for (StringRef side : options.compared) {
    Expected<RunData> data = RunData::read(side);
    if (!data)
      return data.takeError();
    sides.push_back(std::move(*data));
  }
  printRunDiff(os, makeRunDiff(std::move(sides[0]), std::move(sides[1])),
               format);
  return Error::success();
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
                             "': the process " + end->describe());
  return RunData::read(report.getPath());
}

Error pmb::printIdlePasses(const TimingOptions &options, DiffFormat format,
                           const CommandLine &commandLine, raw_ostream &os) {
  if (commandLine.inputName == "-")
    return makeUsageError("--idle runs the pipeline on files",
                          "name the input: pmb-opt in.mlir --idle");
  SmallVector<StringRef, 4> inputs = {commandLine.inputName};
  StringRef(options.idle).split(inputs, ',', -1, /*KeepEmpty=*/false);
  std::optional<RunData> all;
  for (StringRef input : inputs) {
    Expected<RunData> data = measure(input, commandLine);
    if (!data)
      return data.takeError();
    data->name = input.str();
    if (!all)
      all = std::move(*data);
    else if (Error error = all->add(*data))
      return error;
  }
  printIdle(os, *all, format);
  return Error::success();
}
