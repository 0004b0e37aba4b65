//===- RunDiff.h - What is different in two runs --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs of a pipeline, or of what has become of it, read from the data that
// a `RunRecorder` has written (schema/graph.schema.json):
//
//   llvm::Expected<RunData> before = RunData::parse("old.json", oldText);
//   if (!before) ...
//   llvm::Expected<RunData> after = RunData::parse("new.json", newText);
//   if (!after) ...
//   RunDiff diff = makeRunDiff(*before, *after);
//   printRunDiff(llvm::outs(), diff, DiffFormat::Text);
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_RUNS_RUNDIFF_H
#define PMB_BUNDLES_RUNS_RUNDIFF_H

#include "bundles/report/Diff.h"
#include "bundles/report/Run.h"

namespace pmb {

/// What a report says of the first pipeline that it is about.
struct RunData {
  struct Pass {
    std::string name, options;
    /// The anchor path.
    std::string path;
    std::vector<std::string> kinds;
    PassRun run;

    /// `cse on builtin.module/func.func`.
    std::string str() const;
  };
  /// As messages shall call it.
  std::string name;
  /// False if the process was ended meanwhile: then there is what ran up to
  /// that.
  bool hasEnded = true;
  std::vector<Pass> passes;

  uint64_t getTime() const;

  /// Whether a text is the data of a picture, with a run or without.
  static bool isMeantAsRun(llvm::StringRef text);
  /// Fails for what is no such data, and for a pipeline that did not run.
  static llvm::Expected<RunData> parse(llvm::StringRef name,
                                       llvm::StringRef text);
};

/// What counts as a difference in time.
struct RunDiffOptions {
  /// In percent of the shorter time. Default: 20.
  unsigned threshold = 20;
  /// In nanoseconds: what differs by less never counts. Default: 0.1 ms.
  uint64_t shortest = 100000;
};

struct RunDiff {
  /// A pass that stands in both, by its numbers.
  struct Pair {
    size_t before, after;
  };
  /// How many operations there are behind a pass.
  struct Contents {
    Pair pass;
    std::string operation;
    uint64_t before, after;
  };
  RunData before, after;
  /// Those that differ most come first.
  std::vector<Pair> slower, faster;
  /// Cleanups that ran in both, and changed nothing in either.
  std::vector<Pair> idleCleanups;
  /// Where the contents begin to differ: not again behind each pass to come.
  std::vector<Contents> contents;
  /// What stands in one only.
  std::vector<size_t> removed, added;

  bool empty() const {
    return slower.empty() && faster.empty() && contents.empty() &&
           removed.empty() && added.empty();
  }
};

/// Passes with the same name, options and anchor path are the same, as many of
/// them as stand in the same order.
RunDiff makeRunDiff(RunData before, RunData after,
                    const RunDiffOptions &options = {});

/// Prints it as text, Markdown or JSON. REQUIRES: `format` is one of these.
void printRunDiff(llvm::raw_ostream &os, const RunDiff &diff,
                  DiffFormat format);

} // namespace pmb

#endif // PMB_BUNDLES_RUNS_RUNDIFF_H
