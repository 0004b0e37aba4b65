//===- RunData.cpp - What reports of runs say -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/ReportSupport.h"
#include "bundles/runs/RunDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;
using report::Members;

std::string RunData::Pass::str() const {
  return name + wrapOptions(options) + (path.empty() ? "" : " on " + path);
}

std::string RunData::Pass::getShortName() const {
  StringRef nest = StringRef(path).split('/').second;
  return name + (nest.empty() ? "" : " on " + nest.str());
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

/// The bundles around a row, `outer/inner`: each says in which row the next one
/// begins.
static std::string readBundles(const json::Object &row,
                               const json::Array &rows) {
  std::string names;
  const json::Object *at = &row;
  // A report that was made by hand may go round in circles.
  for (unsigned depth = 0; depth < Pipeline::maxDepth; ++depth) {
    std::optional<int64_t> begin = at->getInteger("in");
    if (!begin || *begin < 0 || size_t(*begin) >= rows.size())
      break;
    at = rows[*begin].getAsObject();
    if (!at)
      break;
    names =
        (getText(*at, "name") + Twine(names.empty() ? "" : "/") + names).str();
  }
  return names;
}

static RunData::Pass readPass(const json::Object &row,
                              ArrayRef<std::string> lanes) {
  RunData::Pass pass;
  if (const json::Object *origin = row.getObject("origin"))
    pass.owner = getText(*origin, "party");
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
  if (root && root->get("traceEvents"))
    return fail("it is a trace");
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
    if (getText(row, "kind") != "pass")
      return;
    data.passes.push_back(readPass(row, lanes));
    data.passes.back().bundle = readBundles(row, *pipeline->getArray("rows"));
  });
  if (!data.hasEnded)
    readLog(*root, data);
  return data;
}

Expected<RunData> RunData::read(StringRef names) {
  std::optional<RunData> all;
  SmallVector<StringRef, 4> files;
  names.split(files, '+');
  for (StringRef file : files) {
    auto buffer = MemoryBuffer::getFile(file);
    if (!buffer)
      return makeError(Diagnostic(DiagnosticCode::UnreadableFile,
                                  "cannot read " + quotePath(file) + ": " +
                                      buffer.getError().message()));
    Expected<RunData> data = parse(file, (*buffer)->getBuffer());
    if (!data)
      return data.takeError();
    if (!all)
      all = std::move(*data);
    else if (Error error = all->add(*data))
      return Expected<RunData>(std::move(error));
  }
  return std::move(*all);
}

//===----------------------------------------------------------------------===//
// Several runs
//===----------------------------------------------------------------------===//

std::vector<uint64_t> RunData::Pass::getTimes() const {
  std::vector<uint64_t> times = otherTimes;
  times.push_back(run.time);
  return times;
}

Error RunData::add(const RunData &other) {
  auto isSame = [](const Pass &a, const Pass &b) { return a.str() == b.str(); };
  if (!all_of_zip(passes, other.passes, isSame))
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   quotePath(other.name) + " is of another pipeline than " +
                       quotePath(name))
            .help("several runs of one pipeline tell what is noise"));
  name += "+" + other.name;
  hasEnded &= other.hasEnded;
  ++runCount;
  for (auto [pass, added] : zip(passes, other.passes)) {
    append_range(pass.otherTimes, added.getTimes());
    pass.run.executions += added.run.executions;
    pass.run.changed += added.run.changed;
    pass.run.failed += added.run.failed;
  }
  return Error::success();
}

uint64_t RunTimes::getMedian() const { return times[(times.size() - 1) / 2]; }

uint64_t RunData::getTime() const {
  std::vector<uint64_t> sums(runCount);
  for (const Pass &pass : passes)
    for (auto [sum, time] : zip(sums, pass.getTimes()))
      sum += time;
  return RunTimes(std::move(sums)).getMedian();
}

//===----------------------------------------------------------------------===//
// Passes that change nothing
//===----------------------------------------------------------------------===//

/// Of all runs together.
static uint64_t sumTimes(const RunData::Pass &pass) {
  uint64_t sum = 0;
  for (uint64_t time : pass.getTimes())
    sum += time;
  return sum;
}

static void printNumbered(raw_ostream &os, const RunData &data, size_t number) {
  const RunData::Pass &pass = data.passes[number];
  os << "  " << report::toUTF8(pass.getShortName()) << " (pass " << number;
  if (!pass.bundle.empty())
    os << ", in bundle '" << report::toUTF8(pass.bundle) << "'";
  if (!pass.owner.empty())
    os << ", added by " << report::toUTF8(pass.owner);
  os << ')';
}

namespace {
struct IdlePasses {
  explicit IdlePasses(const RunData &data);

  /// Their numbers.
  std::vector<size_t> idle, unrun;
  /// In nanoseconds: what the idle ones take, and what all do.
  uint64_t lost = 0, all = 0;
};
} // namespace

IdlePasses::IdlePasses(const RunData &data) {
  for (auto [i, pass] : enumerate(data.passes)) {
    all += sumTimes(pass);
    if (!pass.run.executions)
      unrun.push_back(i);
    if (!pass.run.isIdle())
      continue;
    idle.push_back(i);
    lost += sumTimes(pass);
  }
  stable_sort(idle, [&](size_t a, size_t b) {
    return sumTimes(data.passes[a]) > sumTimes(data.passes[b]);
  });
}

// Keys are sorted.

static void describe(Members &to, const RunData &data, size_t number) {
  const RunData::Pass &pass = data.passes[number];
  to.addGiven("bundle", pass.bundle);
  to.add("number", number);
  to.addGiven("origin", pass.owner);
  to.add("pass", pass.str());
}

static void writeIdle(Members &to, const RunData &data,
                      const IdlePasses &passes) {
  to.addEach("idle", passes.idle, [&](Members &one, size_t number) {
    describe(one, data, number);
    one.add("time", sumTimes(data.passes[number]));
  });
  to.add("idleTime", passes.lost);
  to.add("inputs", data.runCount);
  to.addEach("notRun", passes.unrun,
             [&](Members &one, size_t number) { describe(one, data, number); });
  to.add("passes", data.passes.size());
  to.add("time", passes.all);
  to.add("version", 1);
}

void pmb::printIdle(raw_ostream &os, const RunData &data, DiffFormat format) {
  IdlePasses passes(data);
  if (format == DiffFormat::Json)
    return report::printValue(
        os, [&](Members &to) { writeIdle(to, data, passes); }, /*indented=*/2);
  os << passes.idle.size() << " of " << data.passes.size() << " passes changed "
     << "nothing on " << report::countOf(data.runCount, "input") << ": "
     << report::formatTime(passes.lost) << " of "
     << report::formatTime(passes.all) << '\n';
  for (size_t number : passes.idle) {
    printNumbered(os, data, number);
    os << ": " << report::formatTime(sumTimes(data.passes[number])) << '\n';
  }
  if (!passes.unrun.empty())
    os << "found nothing to run on:\n";
  for (size_t number : passes.unrun) {
    printNumbered(os, data, number);
    os << '\n';
  }
}
