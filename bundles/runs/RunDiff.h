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
#include "llvm/ADT/STLExtras.h"

namespace pmb {

/// How long something took in one or several runs, in nanoseconds.
class RunTimes {
public:
  /// REQUIRES: there is one.
  explicit RunTimes(std::vector<uint64_t> given) : times(std::move(given)) {
    llvm::sort(times);
  }
  size_t getCount() const { return times.size(); }
  uint64_t getLeast() const { return times.front(); }
  uint64_t getMost() const { return times.back(); }
  /// Of an even number, the lower one of the two in the middle.
  uint64_t getMedian() const;

private:
  std::vector<uint64_t> times;
};

/// What a report says of the first pipeline that it is about; or several
/// reports.
struct RunData {
  struct Pass {
    std::string name, options;
    /// The anchor path.
    std::string path;
    std::vector<std::string> kinds;
    /// The party that put it there, and the bundles that it is in,
    /// `outer/inner`; empty if that is not said, or there are none.
    std::string owner, bundle;
    /// Of several runs: what it did in all of them, but the time and the
    /// operations of the first.
    PassRun run;
    /// In the other runs.
    std::vector<uint64_t> otherTimes;

    /// `cse on builtin.module/func.func`.
    std::string str() const;
    /// `cse on func.func`: the number tells it from others with other options.
    std::string getShortName() const;
    /// One for each run.
    std::vector<uint64_t> getTimes() const;
  };
  /// As messages shall call it.
  std::string name;
  /// False if the process was ended meanwhile: then there is what ran up to
  /// that.
  bool hasEnded = true;
  size_t runCount = 1;
  std::vector<Pass> passes;

  /// Of all passes; of several runs, the median.
  uint64_t getTime() const;
  /// Adds another run of the pipeline. Fails, and changes nothing, if that has
  /// other passes.
  llvm::Error add(const RunData &other);

  /// Whether a text is the data of a picture, with a run or without.
  static bool isMeantAsRun(llvm::StringRef text);
  /// Fails for what is no such data, and for a pipeline that did not run.
  static llvm::Expected<RunData> parse(llvm::StringRef name,
                                       llvm::StringRef text);
  /// Reads a file, or several of one pipeline: `first.json+second.json`. Also
  /// fails for what cannot be read.
  static llvm::Expected<RunData> read(llvm::StringRef names);
};

/// What counts as a difference in time: that of the medians. If there are
/// several runs, all of one side must be slower than all of the other, too.
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
  /// Passes that belong together. Sums are made for each run.
  struct Part {
    std::string name;
    RunTimes before, after;

    /// In nanoseconds; negative if time was won.
    int64_t getLost() const {
      return int64_t(after.getMedian()) - int64_t(before.getMedian());
    }
  };
  RunData before, after;
  /// Whose time differs, the most lost first, if there are at least two:
  /// the parties that put passes there, and bundles, with `<none>` for passes
  /// in none.
  std::vector<Part> owners, bundles;
  /// Those that differ most come first.
  std::vector<Pair> slower, faster;
  /// Cleanups that ran in both, and changed nothing in either.
  std::vector<Pair> idleCleanups;
  /// Where the contents begin to differ: not again behind each pass to come.
  std::vector<Contents> contents;
  /// What stands in one only.
  std::vector<size_t> removed, added;

  bool empty() const {
    return owners.empty() && bundles.empty() && slower.empty() &&
           faster.empty() && contents.empty() && removed.empty() &&
           added.empty();
  }
};

/// Passes with the same name, options and anchor path are the same, as many of
/// them as stand in the same order.
RunDiff makeRunDiff(RunData before, RunData after,
                    const RunDiffOptions &options = {});

/// Prints it as text, Markdown or JSON. REQUIRES: `format` is one of these.
void printRunDiff(llvm::raw_ostream &os, const RunDiff &diff,
                  DiffFormat format);

/// Prints, as text or JSON, the passes that ran and changed nothing in any run
/// of `data`, with what they took in all runs together, the most first; and
/// those that did not run at all. REQUIRES: `format` is one of the two.
void printIdle(llvm::raw_ostream &os, const RunData &data,
               DiffFormat format = DiffFormat::Text);

} // namespace pmb

#endif // PMB_BUNDLES_RUNS_RUNDIFF_H
