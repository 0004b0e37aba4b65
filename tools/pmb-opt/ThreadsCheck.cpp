//===- ThreadsCheck.cpp - After which pass threads make a difference ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the whole pipeline runs. If that shows a difference, each pass runs by
// itself, on what those before it leave without threads. What shows only if
// passes of a nest run side by side is looked for in the beginnings of the
// pipeline, each one pass longer.
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Rehearsal.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

using IR = mlir::OwningOpRef<mlir::Operation *>;

namespace {
class ThreadRuns {
public:
  ThreadRuns(unsigned count, Rehearsal &runs, RehearsalJournal &journal)
      : count(count), runs(runs), journal(journal) {}

  /// Fails if a pass cannot be made, or the pipeline fails without threads.
  Error run();

private:
  Expected<bool> isWholeEqual();
  Expected<bool> findStep();
  Expected<bool> findBeginning();
  /// Runs these steps on copies of `op`. Returns how often something else came
  /// out than usual, of which `why` says the first.
  Expected<unsigned> countDifferent(size_t begin, size_t end,
                                    mlir::Operation *op, unsigned times,
                                    bool hasThreads);
  Expected<bool> compare(size_t begin, size_t end, mlir::Operation *op,
                         const Twine &together);
  bool takeCrash();
  void report(size_t step, const Twine &what);

  unsigned count;
  Rehearsal &runs;
  RehearsalJournal &journal;
  Outcome usual;
  std::string why;
  /// What comes out behind each step without threads.
  std::vector<Outcome> left;
};
} // namespace

Expected<unsigned> ThreadRuns::countDifferent(size_t begin, size_t end,
                                              mlir::Operation *op,
                                              unsigned times, bool hasThreads) {
  unsigned different = 0;
  for (unsigned i = 0; i < times; ++i) {
    auto pm = runs.make(begin, end);
    if (!pm)
      return pm.takeError();
    IR copy = op->clone();
    Outcome outcome = runs.run(**pm, *copy, hasThreads);
    if (outcome != usual && !different++)
      why = describeDifference(usual, outcome);
  }
  return different;
}

void ThreadRuns::report(size_t step, const Twine &what) {
  Diagnostic finding = runs.describe(step, what);
  if (!why.empty())
    finding.note(why);
  finding.help("--pass-rules says which of MLIR's rules for passes it breaks; "
               "--mlir-disable-threading runs the pipeline without threads");
  journal.report(finding);
}

Expected<bool> ThreadRuns::isWholeEqual() {
  journal.begin("whole");
  auto pm = runs.make(0, runs.size());
  if (!pm)
    return pm.takeError();
  IR op = runs.getInput()->clone();
  usual = runs.run(**pm, *op);
  if (!usual.succeeded)
    return Diagnostic(DiagnosticCode::BadValue,
                      "there is nothing to compare with: the pipeline fails "
                      "without threads: {0}",
                      usual.text)
        .help("--bisect=verifier finds the pass");
  for (bool hasThreads : {false, true}) {
    Expected<unsigned> different = countDifferent(
        0, runs.size(), runs.getInput(), hasThreads ? count : 1, hasThreads);
    if (!different || *different)
      return different ? Expected<bool>(false) : different.takeError();
  }
  return true;
}

/// Compares runs of some steps, and reports the last of them.
Expected<bool> ThreadRuns::compare(size_t begin, size_t end,
                                   mlir::Operation *op, const Twine &together) {
  for (bool hasThreads : {false, true}) {
    unsigned times = hasThreads ? count : 1;
    Expected<unsigned> different =
        countDifferent(begin, end, op, times, hasThreads);
    if (!different)
      return different.takeError();
    if (!*different)
      continue;
    report(end - 1,
           hasThreads
               ? "leaves something else with threads" + together + ", in " +
                     Twine(*different) + " of " + Twine(times) + " runs"
               : "leaves something else each time, also without threads" +
                     together);
    return true;
  }
  return false;
}

Expected<bool> ThreadRuns::findStep() {
  IR before = runs.getInput()->clone();
  for (size_t step = 0; step < runs.size(); ++step) {
    journal.begin("usual " + Twine(step));
    auto pm = runs.make(step, step + 1);
    if (!pm)
      return pm.takeError();
    IR after = before->clone();
    usual = runs.run(**pm, *after);
    left.push_back(usual);
    journal.begin("threads " + Twine(step));
    Expected<bool> isFound = compare(step, step + 1, *before, "");
    if (!isFound || *isFound || !usual.succeeded)
      return isFound;
    before = std::move(after);
  }
  return false;
}

Expected<bool> ThreadRuns::findBeginning() {
  for (size_t step = 0; step < left.size(); ++step) {
    journal.begin("beginning " + Twine(step));
    usual = left[step];
    Expected<bool> isFound = compare(0, step + 1, runs.getInput(),
                                     " if those before it run beside it");
    if (!isFound || *isFound)
      return isFound;
  }
  return false;
}

/// Says what has crashed in the process before this one. Returns false if the
/// pass is yet to be found.
bool ThreadRuns::takeCrash() {
  auto [word, number] = StringRef(journal.getCrash()->entry).split(' ');
  size_t step;
  if (number.getAsInteger(10, step))
    return false;
  why = "the process " + journal.getCrash()->message;
  report(step, word == "usual"     ? "crashes, also without threads"
               : word == "threads" ? "crashes with threads"
                                   : "crashes with threads if those before it "
                                     "run beside it");
  return true;
}

Error ThreadRuns::run() {
  bool hasCrashed = journal.getCrash().has_value();
  if (hasCrashed && takeCrash())
    return Error::success();
  if (!hasCrashed) {
    Expected<bool> isEqual = isWholeEqual();
    if (!isEqual || *isEqual)
      return isEqual ? Error::success() : isEqual.takeError();
  }
  std::string first =
      hasCrashed ? "the process " + journal.getCrash()->message : why;
  for (auto find : {&ThreadRuns::findStep, &ThreadRuns::findBeginning}) {
    Expected<bool> isFound = (this->*find)();
    if (!isFound || *isFound)
      return isFound ? Error::success() : isFound.takeError();
  }
  journal.report(Diagnostic(DiagnosticCode::BrokenPassRule,
                            "the pipeline leaves something else with threads, "
                            "and it did not show again after which pass")
                     .note(first)
                     .help("give --threads-check a larger number"));
  return Error::success();
}

Expected<bool> pmb::checkThreads(const Preflight &preflight,
                                 const OptOptions &options) {
  unsigned count = options.exploring.threadsCheck;
  return rehearse(
      preflight, options,
      [&](Rehearsal &runs, RehearsalJournal &journal) {
        return ThreadRuns(count, runs, journal).run();
      },
      [&](const Rehearsal &) {
        return "no difference: " + std::to_string(count) +
               (count == 1 ? " run with threads leaves"
                           : " runs with threads leave") +
               " what two without leave";
      });
}
