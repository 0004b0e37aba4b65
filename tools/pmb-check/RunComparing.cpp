//===- RunComparing.cpp - What has changed from run to run ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/RunComparing.h"
#include "bundles/runs/RunDiff.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Options.h"
#include "tools/pmb-check/Paths.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;

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

bool pmb::areRuns(const CheckOptions &options) {
  return any_of(options.inputs, [](StringRef name) {
    std::unique_ptr<MemoryBuffer> report = readReport(name);
    return report && RunData::isMeantAsRun(report->getBuffer());
  });
}

Error pmb::diffRuns(const CheckOptions &options, std::string &text,
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
