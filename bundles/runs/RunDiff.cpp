//===- RunDiff.cpp - What is different in two runs ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/runs/RunDiff.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/MarkdownText.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>

using namespace pmb;
using namespace llvm;
using Pair = RunDiff::Pair;
using report::Members;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static RunTimes getTimes(const RunData &data, size_t pass) {
  return RunTimes(data.passes[pass].getTimes());
}

/// A pass that stands in both, as a part.
static RunDiff::Part getPart(const RunDiff &diff, Pair pair) {
  return {diff.after.passes[pair.after].str(),
          getTimes(diff.before, pair.before), getTimes(diff.after, pair.after)};
}

/// Whether times differ by more than noise.
static bool differ(const RunDiff::Part &part, const RunDiffOptions &options) {
  const RunTimes &before = part.before, &after = part.after;
  uint64_t least = std::min(before.getMedian(), after.getMedian());
  uint64_t most = std::max(before.getMedian(), after.getMedian());
  if (most - least < options.shortest ||
      (most - least) * 100 < least * options.threshold)
    return false;
  bool isOverlapping = before.getLeast() <= after.getMost() &&
                       after.getLeast() <= before.getMost();
  return !isOverlapping;
}

/// The parts whose times differ, by what `getName` says of their passes.
static std::vector<RunDiff::Part> compareParts(const RunDiff &diff,
                                               std::string RunData::Pass::*name,
                                               const RunDiffOptions &options) {
  // The time in each run, before and after.
  using Times = std::vector<uint64_t>;
  std::map<std::string, std::array<Times, 2>> sums;
  for (bool isAfter : {false, true})
    for (const RunData::Pass &pass :
         (isAfter ? diff.after : diff.before).passes) {
      auto &sum = sums[pass.*name];
      sum[0].resize(diff.before.runCount);
      sum[1].resize(diff.after.runCount);
      for (auto [total, time] : zip(sum[isAfter], pass.getTimes()))
        total += time;
    }
  std::vector<RunDiff::Part> parts;
  // One part is the whole.
  if (sums.size() < 2)
    return parts;
  for (auto &[part, times] : sums) {
    RunDiff::Part made{part.empty() ? "<none>" : part,
                       RunTimes(std::move(times[0])),
                       RunTimes(std::move(times[1]))};
    if (differ(made, options))
      parts.push_back(std::move(made));
  }
  stable_sort(parts, [](const RunDiff::Part &a, const RunDiff::Part &b) {
    return a.getLost() > b.getLost();
  });
  return parts;
}

using Differences = std::map<std::string, std::pair<uint64_t, uint64_t>>;

static Differences findDifferences(const PassRun &before,
                                   const PassRun &after) {
  Differences all;
  for (const auto &[name, count] : before.operations)
    all[name].first = count.after;
  for (const auto &[name, count] : after.operations)
    all[name].second = count.after;
  for (auto it = all.begin(); it != all.end();)
    it = it->second.first == it->second.second ? all.erase(it) : std::next(it);
  return all;
}

/// What was told of contents so far, by the anchor path: what runs on functions
/// does not see the module.
using ToldContents = StringMap<Differences>;

static void comparePair(RunDiff &diff, Pair pair, const RunDiffOptions &options,
                        ToldContents &told) {
  const RunData::Pass &old = diff.before.passes[pair.before];
  const RunData::Pass &now = diff.after.passes[pair.after];
  if (!old.run.executions || !now.run.executions)
    return;
  RunDiff::Part part = getPart(diff, pair);
  if (differ(part, options))
    (part.getLost() > 0 ? diff.slower : diff.faster).push_back(pair);
  if (old.run.isIdle() && now.run.isIdle() &&
      is_contained(now.kinds, "cleanup"))
    diff.idleCleanups.push_back(pair);
  Differences there = findDifferences(old.run, now.run);
  for (const auto &[name, counts] : there) {
    StringRef operation = name;
    if (none_of(told, [&](const auto &other) {
          return other.second.count(operation.str());
        }))
      diff.contents.push_back({pair, name, counts.first, counts.second});
  }
  told[now.path] = std::move(there);
}

RunDiff pmb::makeRunDiff(RunData before, RunData after,
                         const RunDiffOptions &options) {
  RunDiff diff;
  diff.before = std::move(before);
  diff.after = std::move(after);
  ToldContents told;
  TextNumbers numbers;
  auto describe = [](const RunData::Pass &pass) { return pass.str(); };
  for (auto [old, now] :
       alignSides(numbers.getAll(diff.before.passes, describe),
                  numbers.getAll(diff.after.passes, describe)))
    if (now < 0)
      diff.removed.push_back(old);
    else if (old < 0)
      diff.added.push_back(now);
    else
      comparePair(diff, {size_t(old), size_t(now)}, options, told);
  for (std::vector<Pair> *list : {&diff.slower, &diff.faster})
    stable_sort(*list, [&](Pair a, Pair b) {
      return std::abs(getPart(diff, a).getLost()) >
             std::abs(getPart(diff, b).getLost());
    });
  diff.owners = compareParts(diff, &RunData::Pass::owner, options);
  diff.bundles = compareParts(diff, &RunData::Pass::bundle, options);
  return diff;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// `1.0 ms`, or of several runs `1.0 ms (0.9 ms to 1.2 ms)`.
static std::string describe(const RunTimes &times) {
  std::string text = report::formatTime(times.getMedian());
  if (times.getLeast() != times.getMost())
    text += " (" + report::formatTime(times.getLeast()) + " to " +
            report::formatTime(times.getMost()) + ")";
  return text;
}

/// `1.0 ms -> 2.0 ms (+100%)`.
static std::string describeChange(const RunDiff::Part &part) {
  std::string text = describe(part.before) + " -> " + describe(part.after);
  if (!part.before.getMedian())
    return text;
  int64_t percent = part.getLost() * 100 / int64_t(part.before.getMedian());
  return text + " (" + (percent > 0 ? "+" : "") + std::to_string(percent) +
         "%)";
}

static void printRunDiffText(raw_ostream &os, const RunDiff &diff,
                             bool isMarkdown) {
  // A name, escaped; as code in Markdown.
  auto code = [&](StringRef text) {
    std::string shown = report::toUTF8(text);
    return isMarkdown ? quoteCode(shown) : shown;
  };
  auto describePair = [&](Pair pair) {
    std::string text = code(diff.after.passes[pair.after].getShortName()) +
                       " (pass " + std::to_string(pair.before);
    if (pair.before != pair.after)
      text += ", now " + std::to_string(pair.after);
    return text + ")";
  };
  // A list under a title.
  auto printList = [&](StringRef title, const auto &list, auto describeOne) {
    if (!list.empty())
      os << (isMarkdown ? "\n**" : "") << title
         << (isMarkdown ? ":**\n\n" : ":\n");
    for (const auto &element : list)
      os << (isMarkdown ? "- " : "  ") << describeOne(element) << '\n';
  };
  os << code(diff.before.name) << " -> " << code(diff.after.name) << ": "
     << report::formatTime(diff.before.getTime()) << " -> "
     << report::formatTime(diff.after.getTime()) << " in passes\n";
  for (const RunData *data : {&diff.before, &diff.after})
    if (!data->hasEnded)
      os << (isMarkdown ? "\n" : "") << code(data->name)
         << " is of a run that has not ended: compared is what ran\n";
  auto describePart = [&](const RunDiff::Part &part) {
    return code(part.name) + ": " + describeChange(part);
  };
  printList("time by owner", diff.owners, describePart);
  printList("time by bundle", diff.bundles, describePart);
  auto describeTimes = [&](Pair pair) {
    return describePair(pair) + ": " + describeChange(getPart(diff, pair));
  };
  printList("slower", diff.slower, describeTimes);
  printList("faster", diff.faster, describeTimes);
  auto printAlone = [&](StringRef title, ArrayRef<size_t> passes,
                        const RunData &data) {
    printList(title, passes, [&](size_t pass) {
      return code(data.passes[pass].getShortName()) + " (pass " +
             std::to_string(pass) + "): " + describe(getTimes(data, pass));
    });
  };
  printAlone("no longer there", diff.removed, diff.before);
  printAlone("new", diff.added, diff.after);
  printList("contents that differ", diff.contents,
            [&](const RunDiff::Contents &one) {
              return "after " + describePair(one.pass) + ": " +
                     code(one.operation) + " " + std::to_string(one.before) +
                     " -> " + std::to_string(one.after);
            });
  printList("cleanups that changed nothing in either", diff.idleCleanups,
            describePair);
  if (diff.empty())
    os << (isMarkdown ? "\n" : "") << "nothing else differs\n";
}

// Keys are sorted.

/// The spread is there if there are several runs.
static void addSpread(Members &to, StringRef key, const RunTimes &times) {
  if (times.getCount() > 1)
    to.add(key, std::array{times.getLeast(), times.getMost()});
}

static void addTimes(Members &to, const RunDiff::Part &part) {
  addSpread(to, "spreadAfter", part.after);
  addSpread(to, "spreadBefore", part.before);
  to.add("timeAfter", part.after.getMedian());
  to.add("timeBefore", part.before.getMedian());
}

static void writeMembers(Members &to, const RunDiff &diff) {
  auto addPairs = [&](StringRef key, ArrayRef<Pair> pairs) {
    to.addEach(key, pairs, [&](Members &one, Pair pair) {
      one.add("after", pair.after);
      one.add("before", pair.before);
      RunDiff::Part part = getPart(diff, pair);
      one.add("pass", part.name);
      addTimes(one, part);
    });
  };
  auto addAlone = [&](StringRef key, ArrayRef<size_t> passes,
                      const RunData &data) {
    to.addEach(key, passes, [&](Members &one, size_t pass) {
      one.add("number", pass);
      one.add("pass", data.passes[pass].str());
      one.add("time", getTimes(data, pass).getMedian());
    });
  };
  auto addParts = [&](StringRef key, ArrayRef<RunDiff::Part> parts) {
    to.addEach(key, parts, [](Members &one, const RunDiff::Part &part) {
      one.add("name", part.name);
      addTimes(one, part);
    });
  };
  auto addSide = [&](StringRef key, const RunData &data) {
    to.add(key, [&](Members &side) {
      side.add("ended", data.hasEnded);
      side.add("report", data.name);
      side.add("runs", data.runCount);
      side.add("time", data.getTime());
    });
  };
  addAlone("added", diff.added, diff.after);
  addParts("bundles", diff.bundles);
  to.addEach("contents", diff.contents, [&](Members &one, const auto &changed) {
    one.add("after", changed.pass.after);
    one.add("before", changed.pass.before);
    one.add("countAfter", changed.after);
    one.add("countBefore", changed.before);
    one.add("operation", changed.operation);
    one.add("pass", diff.after.passes[changed.pass.after].str());
  });
  addPairs("faster", diff.faster);
  addSide("from", diff.before);
  addPairs("idleCleanups", diff.idleCleanups);
  addParts("owners", diff.owners);
  addAlone("removed", diff.removed, diff.before);
  addPairs("slower", diff.slower);
  addSide("to", diff.after);
  to.add("version", 1);
}

void pmb::printRunDiff(raw_ostream &os, const RunDiff &diff,
                       DiffFormat format) {
  if (format == DiffFormat::Json)
    return report::printValue(
        os, [&](Members &to) { writeMembers(to, diff); }, /*indented=*/2);
  printRunDiffText(os, diff, format == DiffFormat::Markdown);
}
