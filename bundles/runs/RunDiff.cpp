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

using namespace pmb;
using namespace llvm;
using Pair = RunDiff::Pair;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::string RunData::Pass::str() const {
  return name + (options.empty() ? "" : "{" + options + "}") +
         (path.empty() ? "" : " on " + path);
}

uint64_t RunData::getTime() const {
  uint64_t time = 0;
  for (const Pass &pass : passes)
    time += pass.run.time;
  return time;
}

bool RunData::isMeantAsRun(StringRef text) {
  return text.contains("\"pipelines\"") && text.contains("\"rows\"");
}

static uint64_t getNumber(const json::Object &object, StringRef key) {
  return std::max<int64_t>(object.getInteger(key).value_or(0), 0);
}

static std::string getText(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}

/// Calls `visit` with the objects in a list.
static void forEachIn(const json::Object &object, StringRef key,
                      function_ref<void(const json::Object &)> visit) {
  if (const json::Array *list = object.getArray(key))
    for (const json::Value &element : *list)
      if (const json::Object *one = element.getAsObject())
        visit(*one);
}

static PassExecution::Counts readOperations(const json::Object &object) {
  PassExecution::Counts counts;
  forEachIn(object, "operations", [&](const json::Object &count) {
    counts[getText(count, "name")] = {getNumber(count, "before"),
                                      getNumber(count, "after")};
  });
  return counts;
}

static RunData::Pass readPass(const json::Object &row,
                              ArrayRef<std::string> lanes) {
  RunData::Pass pass;
  pass.name = getText(row, "name");
  pass.options = getText(row, "options");
  if (size_t lane = getNumber(row, "lane"); lane < lanes.size())
    pass.path = lanes[lane];
  if (const json::Array *kinds = row.getArray("kinds"))
    for (const json::Value &kind : *kinds)
      pass.kinds.push_back(kind.getAsString().value_or("").str());
  if (const json::Object *run = row.getObject("run")) {
    pass.run.time = getNumber(*run, "time");
    pass.run.executions = getNumber(*run, "executions");
    pass.run.changed = getNumber(*run, "changed");
    pass.run.failed = getNumber(*run, "failed");
    pass.run.operations = readOperations(*run);
  }
  return pass;
}

/// What ran until the process was ended.
static void readLog(const json::Object &root, RunData &data) {
  forEachIn(root, "log", [&](const json::Object &line) {
    size_t number = getNumber(line, "pass");
    if (!line.get("time") || getNumber(line, "pipeline") ||
        number >= data.passes.size())
      return;
    PassExecution execution;
    execution.time = getNumber(line, "time");
    execution.hasChanged = line.getBoolean("changed").value_or(false);
    execution.hasFailed = line.getBoolean("failed").value_or(false);
    execution.operations = readOperations(line);
    data.passes[number].run.add(execution);
  });
}

Expected<RunData> RunData::parse(StringRef name, StringRef text) {
  auto fail = [&](const Twine &what) {
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   (quotePath(name) + " is no report of a run: " + what).str())
            .help("pmb-opt --report=run.json writes one"));
  };
  Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return fail(toString(parsed.takeError()));
  const json::Object *root = parsed->getAsObject();
  if (!root || getNumber(*root, "version") != 1)
    return fail("it has another version than 1");
  const json::Array *pipelines = root->getArray("pipelines");
  const json::Object *pipeline = pipelines && !pipelines->empty()
                                     ? pipelines->front().getAsObject()
                                     : nullptr;
  const json::Object *run = pipeline ? pipeline->getObject("run") : nullptr;
  if (!run)
    return fail("it says of no pipeline what it did");
  RunData data;
  data.name = name.str();
  data.hasEnded = run->getBoolean("ended").value_or(false);
  std::vector<std::string> lanes;
  forEachIn(*pipeline, "lanes", [&](const json::Object &lane) {
    lanes.push_back(getText(lane, "path"));
  });
  forEachIn(*pipeline, "rows", [&](const json::Object &row) {
    if (getText(row, "kind") == "pass")
      data.passes.push_back(readPass(row, lanes));
  });
  if (!data.hasEnded)
    readLog(*root, data);
  return data;
}

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

static int64_t getDifference(const RunDiff &diff, Pair pair) {
  return int64_t(diff.after.passes[pair.after].run.time) -
         int64_t(diff.before.passes[pair.before].run.time);
}

static void compareTimes(RunDiff &diff, Pair pair,
                         const RunDiffOptions &options) {
  uint64_t before = diff.before.passes[pair.before].run.time;
  uint64_t after = diff.after.passes[pair.after].run.time;
  uint64_t least = std::min(before, after), most = std::max(before, after);
  if (most - least < options.shortest ||
      (most - least) * 100 < least * options.threshold)
    return;
  (before < after ? diff.slower : diff.faster).push_back(pair);
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

/// `cse on func.func`: the number tells it from others with other options.
static std::string getShortName(const RunData::Pass &pass) {
  StringRef nest = StringRef(pass.path).split('/').second;
  return pass.name + (nest.empty() ? "" : " on " + nest.str());
}

std::string RunDiffPrinter::describe(Pair pair) const {
  std::string text = code(getShortName(diff.after.passes[pair.after])) +
                     " (pass " + std::to_string(pair.before);
  if (pair.before != pair.after)
    text += ", now " + std::to_string(pair.after);
  return text + ")";
}

void RunDiffPrinter::printTimes(StringRef title, ArrayRef<Pair> pairs) {
  if (pairs.empty())
    return;
  begin(title);
  for (Pair pair : pairs) {
    uint64_t before = diff.before.passes[pair.before].run.time;
    uint64_t after = diff.after.passes[pair.after].run.time;
    int64_t percent =
        before ? getDifference(diff, pair) * 100 / int64_t(before) : 0;
    item(describe(pair) + ": " + report::formatTime(before) + " -> " +
         report::formatTime(after) +
         (before ? " (" + std::string(percent > 0 ? "+" : "") +
                       std::to_string(percent) + "%)"
                 : ""));
  }
}

void RunDiffPrinter::printAlone(StringRef title, ArrayRef<size_t> passes,
                                const RunData &data) {
  if (passes.empty())
    return;
  begin(title);
  for (size_t pass : passes)
    item(code(getShortName(data.passes[pass])) + " (pass " +
         std::to_string(pass) +
         "): " + report::formatTime(data.passes[pass].run.time));
}

void RunDiffPrinter::print() {
  os << code(diff.before.name) << " -> " << code(diff.after.name) << ": "
     << report::formatTime(diff.before.getTime()) << " -> "
     << report::formatTime(diff.after.getTime()) << " in passes\n";
  for (const RunData *data : {&diff.before, &diff.after})
    if (!data->hasEnded)
      os << (isMarkdown ? "\n" : "") << code(data->name)
         << " is of a run that has not ended: compared is what ran\n";
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
      object["timeBefore"] = diff.before.passes[pair.before].run.time;
      object["timeAfter"] = diff.after.passes[pair.after].run.time;
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
                       {"time", data.passes[pass].run.time}});
    return array;
  };
  auto makeSide = [](const RunData &data) {
    return json::Object{{"report", report::toUTF8(data.name)},
                        {"ended", data.hasEnded},
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
