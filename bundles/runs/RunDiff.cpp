//===- RunDiff.cpp - What is different in two runs ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/runs/RunDiff.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pmb;
using namespace llvm;
using Pair = RunDiff::Pair;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static std::vector<int> alignPasses(const RunData &before,
                                    const RunData &after) {
  StringMap<unsigned> numbers;
  auto number = [&](ArrayRef<RunData::Pass> passes) {
    std::vector<unsigned> list;
    for (const RunData::Pass &pass : passes)
      list.push_back(
          numbers.try_emplace(pass.str(), numbers.size()).first->second);
    return list;
  };
  return alignLists(number(before.passes), number(after.passes));
}

static RunTimes getTimes(const RunData &data, size_t pass) {
  return RunTimes(data.passes[pass].getTimes());
}

static int64_t getDifference(const RunDiff &diff, Pair pair) {
  return int64_t(getTimes(diff.after, pair.after).getMedian()) -
         int64_t(getTimes(diff.before, pair.before).getMedian());
}

/// Whether times differ by more than noise.
static bool differ(const RunTimes &before, const RunTimes &after,
                   const RunDiffOptions &options) {
  uint64_t least = std::min(before.getMedian(), after.getMedian());
  uint64_t most = std::max(before.getMedian(), after.getMedian());
  if (most - least < options.shortest ||
      (most - least) * 100 < least * options.threshold)
    return false;
  bool isOverlapping = before.getLeast() <= after.getMost() &&
                       after.getLeast() <= before.getMost();
  return !isOverlapping;
}

static void compareTimes(RunDiff &diff, Pair pair,
                         const RunDiffOptions &options) {
  if (differ(getTimes(diff.before, pair.before),
             getTimes(diff.after, pair.after), options))
    (getDifference(diff, pair) > 0 ? diff.slower : diff.faster).push_back(pair);
}

/// The parts whose times differ, by what `getName` says of their passes.
static std::vector<RunDiff::Part> compareParts(const RunDiff &diff,
                                               std::string RunData::Pass::*name,
                                               const RunDiffOptions &options) {
  // The time in each run, before and after.
  using Times = std::vector<uint64_t>;
  std::map<std::string, std::pair<Times, Times>> sums;
  auto add = [&](const RunData &data, Times std::pair<Times, Times>::*side) {
    for (const RunData::Pass &pass : data.passes) {
      std::pair<Times, Times> &sum = sums[pass.*name];
      sum.first.resize(diff.before.runCount);
      sum.second.resize(diff.after.runCount);
      for (auto [total, time] : zip(sum.*side, pass.getTimes()))
        total += time;
    }
  };
  add(diff.before, &std::pair<Times, Times>::first);
  add(diff.after, &std::pair<Times, Times>::second);
  std::vector<RunDiff::Part> parts;
  // One part is the whole.
  if (sums.size() < 2)
    return parts;
  for (auto &[part, times] : sums) {
    RunDiff::Part made{part.empty() ? "<none>" : part,
                       RunTimes(std::move(times.first)),
                       RunTimes(std::move(times.second))};
    if (differ(made.before, made.after, options))
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
  compareTimes(diff, pair, options);
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
  size_t next = 0;
  for (auto [at, partner] : enumerate(alignPasses(diff.before, diff.after))) {
    if (partner < 0) {
      diff.removed.push_back(at);
      continue;
    }
    for (; next < size_t(partner); ++next)
      diff.added.push_back(next);
    comparePair(diff, {at, next++}, options, told);
  }
  for (; next < diff.after.passes.size(); ++next)
    diff.added.push_back(next);
  for (std::vector<Pair> *list : {&diff.slower, &diff.faster})
    stable_sort(*list, [&](Pair a, Pair b) {
      return std::abs(getDifference(diff, a)) >
             std::abs(getDifference(diff, b));
    });
  diff.owners = compareParts(diff, &RunData::Pass::owner, options);
  diff.bundles = compareParts(diff, &RunData::Pass::bundle, options);
  return diff;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// A list under a title, as text or Markdown.
class RunDiffPrinter {
public:
  RunDiffPrinter(raw_ostream &os, const RunDiff &diff, bool isMarkdown)
      : os(os), diff(diff), isMarkdown(isMarkdown) {}
  void print();

private:
  void begin(StringRef title) {
    os << (isMarkdown ? "\n**" : "") << title
       << (isMarkdown ? ":**\n\n" : ":\n");
  }
  void item(const std::string &text) {
    os << (isMarkdown ? "- " : "  ") << text << '\n';
  }
  std::string code(StringRef text) const;
  std::string describe(Pair pair) const;
  void printTimes(StringRef title, ArrayRef<Pair> pairs);
  void printParts(StringRef title, ArrayRef<RunDiff::Part> parts);
  void printAlone(StringRef title, ArrayRef<size_t> passes,
                  const RunData &data);

  raw_ostream &os;
  const RunDiff &diff;
  bool isMarkdown;
};
} // namespace

/// A name of others, as it is.
std::string RunDiffPrinter::code(StringRef text) const {
  std::string shown = report::toUTF8(text);
  if (!isMarkdown)
    return shown;
  // A fence that is longer than any in the text.
  std::string fence = "`";
  while (StringRef(shown).contains(fence))
    fence += '`';
  StringRef space = fence.size() > 1 ? " " : "";
  return (fence + space + shown + space + fence).str();
}

std::string RunDiffPrinter::describe(Pair pair) const {
  std::string text = code(diff.after.passes[pair.after].getShortName()) +
                     " (pass " + std::to_string(pair.before);
  if (pair.before != pair.after)
    text += ", now " + std::to_string(pair.after);
  return text + ")";
}

/// `1.0 ms`, or of several runs `1.0 ms (0.9 ms to 1.2 ms)`.
static std::string describe(const RunTimes &times) {
  std::string text = report::formatTime(times.getMedian());
  if (times.getLeast() != times.getMost())
    text += " (" + report::formatTime(times.getLeast()) + " to " +
            report::formatTime(times.getMost()) + ")";
  return text;
}

/// `1.0 ms -> 2.0 ms (+100%)`.
static std::string describeChange(const RunTimes &before,
                                  const RunTimes &after) {
  std::string text = describe(before) + " -> " + describe(after);
  if (!before.getMedian())
    return text;
  int64_t difference = after.getMedian() - before.getMedian();
  int64_t percent = difference * 100 / int64_t(before.getMedian());
  return text + " (" + (percent > 0 ? "+" : "") + std::to_string(percent) +
         "%)";
}

void RunDiffPrinter::printTimes(StringRef title, ArrayRef<Pair> pairs) {
  if (pairs.empty())
    return;
  begin(title);
  for (Pair pair : pairs)
    item(describe(pair) + ": " +
         describeChange(getTimes(diff.before, pair.before),
                        getTimes(diff.after, pair.after)));
}

void RunDiffPrinter::printParts(StringRef title,
                                ArrayRef<RunDiff::Part> parts) {
  if (parts.empty())
    return;
  begin(title);
  for (const RunDiff::Part &part : parts)
    item(code(part.name) + ": " + describeChange(part.before, part.after));
}

void RunDiffPrinter::printAlone(StringRef title, ArrayRef<size_t> passes,
                                const RunData &data) {
  if (passes.empty())
    return;
  begin(title);
  for (size_t pass : passes)
    item(code(data.passes[pass].getShortName()) + " (pass " +
         std::to_string(pass) + "): " + ::describe(getTimes(data, pass)));
}

void RunDiffPrinter::print() {
  os << code(diff.before.name) << " -> " << code(diff.after.name) << ": "
     << report::formatTime(diff.before.getTime()) << " -> "
     << report::formatTime(diff.after.getTime()) << " in passes\n";
  for (const RunData *data : {&diff.before, &diff.after})
    if (!data->hasEnded)
      os << (isMarkdown ? "\n" : "") << code(data->name)
         << " is of a run that has not ended: compared is what ran\n";
  printParts("time by owner", diff.owners);
  printParts("time by bundle", diff.bundles);
  printTimes("slower", diff.slower);
  printTimes("faster", diff.faster);
  printAlone("no longer there", diff.removed, diff.before);
  printAlone("new", diff.added, diff.after);
  if (!diff.contents.empty()) {
    begin("contents that differ");
    for (const RunDiff::Contents &one : diff.contents)
      item("after " + describe(one.pass) + ": " + code(one.operation) + " " +
           std::to_string(one.before) + " -> " + std::to_string(one.after));
  }
  if (!diff.idleCleanups.empty()) {
    begin("cleanups that changed nothing in either");
    for (Pair pair : diff.idleCleanups)
      item(describe(pair));
  }
  if (diff.empty())
    os << (isMarkdown ? "\n" : "") << "nothing else differs\n";
}

/// The spread is there if there are several runs.
static void addTimes(json::Object &object, const RunTimes &before,
                     const RunTimes &after) {
  object["timeBefore"] = before.getMedian();
  object["timeAfter"] = after.getMedian();
  if (before.getCount() > 1)
    object["spreadBefore"] = json::Array{before.getLeast(), before.getMost()};
  if (after.getCount() > 1)
    object["spreadAfter"] = json::Array{after.getLeast(), after.getMost()};
}

static json::Array makeParts(ArrayRef<RunDiff::Part> parts) {
  json::Array array;
  for (const RunDiff::Part &part : parts) {
    json::Object object{{"name", report::toUTF8(part.name)}};
    addTimes(object, part.before, part.after);
    array.push_back(std::move(object));
  }
  return array;
}

static void printRunDiffJson(raw_ostream &os, const RunDiff &diff) {
  auto describe = [&](Pair pair) {
    return json::Object{
        {"pass", report::toUTF8(diff.after.passes[pair.after].str())},
        {"before", pair.before},
        {"after", pair.after}};
  };
  auto makePairs = [&](ArrayRef<Pair> pairs) {
    json::Array array;
    for (Pair pair : pairs) {
      json::Object object = describe(pair);
      addTimes(object, getTimes(diff.before, pair.before),
               getTimes(diff.after, pair.after));
      array.push_back(std::move(object));
    }
    return array;
  };
  auto makeAlone = [](ArrayRef<size_t> passes, const RunData &data) {
    json::Array array;
    for (size_t pass : passes)
      array.push_back(
          json::Object{{"pass", report::toUTF8(data.passes[pass].str())},
                       {"number", pass},
                       {"time", getTimes(data, pass).getMedian()}});
    return array;
  };
  auto makeSide = [](const RunData &data) {
    return json::Object{{"report", report::toUTF8(data.name)},
                        {"ended", data.hasEnded},
                        {"runs", data.runCount},
                        {"time", data.getTime()}};
  };
  json::Array contents;
  for (const RunDiff::Contents &one : diff.contents) {
    json::Object object = describe(one.pass);
    object["operation"] = report::toUTF8(one.operation);
    object["countBefore"] = one.before;
    object["countAfter"] = one.after;
    contents.push_back(std::move(object));
  }
  json::Object object{{"version", 1},
                      {"from", makeSide(diff.before)},
                      {"to", makeSide(diff.after)},
                      {"owners", makeParts(diff.owners)},
                      {"bundles", makeParts(diff.bundles)},
                      {"slower", makePairs(diff.slower)},
                      {"faster", makePairs(diff.faster)},
                      {"removed", makeAlone(diff.removed, diff.before)},
                      {"added", makeAlone(diff.added, diff.after)},
                      {"contents", std::move(contents)},
                      {"idleCleanups", makePairs(diff.idleCleanups)}};
  os << formatv("{0:2}\n", json::Value(std::move(object)));
}

void pmb::printRunDiff(raw_ostream &os, const RunDiff &diff,
                       DiffFormat format) {
  if (format == DiffFormat::Json)
    return printRunDiffJson(os, diff);
  RunDiffPrinter(os, diff, format == DiffFormat::Markdown).print();
}
