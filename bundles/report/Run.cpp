//===- Run.cpp - What a run of a pipeline did -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Run.h"
#include "builder/passes/Item.h"
#include "bundles/report/GraphSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;
using report::Difference;
using report::TimePart;

void PassRun::add(const PassExecution &execution) {
  ++executions;
  time += execution.time;
  changed += execution.hasChanged;
  failed += execution.hasFailed;
  for (const auto &[name, count] : execution.operations) {
    operations[name].before += count.before;
    operations[name].after += count.after;
  }
  kinds.insert(execution.kinds.begin(), execution.kinds.end());
}

uint64_t PipelineRun::getTime() const {
  uint64_t time = otherTime;
  for (const PassRun &pass : passes)
    time += pass.time;
  return time;
}

//===----------------------------------------------------------------------===//
// Predicted and measured
//===----------------------------------------------------------------------===//

/// The first pass behind which anything may be there; the number of passes if
/// that is none.
static size_t findUnknown(const Report &report) {
  auto isUnknown = [](const Report::Pass &pass) {
    return !pass.hasContract && pass.runs();
  };
  size_t first = find_if(report.passes, isUnknown) - report.passes.begin();
  for (const Diagnostic &finding : report.findings)
    if (finding.code == DiagnosticCode::UnknownEffect && finding.node &&
        finding.node->position >= 0)
      first = std::min(first, size_t(finding.node->position));
  return first;
}

namespace {
/// What is predicted to be there at a point, by the names of operations,
/// dialects and kinds.
struct Predicted {
  Predicted(const Report &report, size_t point) {
    for (const Report::Timeline &line : report.contents) {
      const auto *span = Report::Timeline::find(line.spans, point);
      if (!span)
        continue;
      Item item(line.name);
      hasAll |= item.isAll();
      names.insert(item.getName());
      if (span->isCertain && !item.isQualified() && !item.isType() &&
          !item.isAll())
        certain.push_back(line.name);
    }
  }
  bool covers(StringRef name) const {
    return hasAll || names.contains(name) ||
           names.contains(name.split('.').first);
  }

  StringSet<> names;
  std::vector<StringRef> certain;
  bool hasAll = false;
};
} // namespace

std::vector<Difference> report::findDifferences(const Report &report) {
  const PipelineRun &run = *report.run;
  std::vector<Difference> differences(run.passes.size());
  if (!run.isPredicted || !report.isExplained)
    return differences;
  size_t unknown = findUnknown(report);
  // Contracts tell of few kinds which operations come with them.
  StringSet<> kinds;
  for (const Report::Timeline &line : report.contents)
    if (Item(line.name).isType())
      kinds.insert(Item(line.name).getName());
  for (size_t i = 0; i < run.passes.size(); ++i) {
    const PassRun &pass = run.passes[i];
    if (!pass.executions || pass.failed)
      continue;
    Predicted predicted(report, i + 1);
    StringSet<> there;
    std::vector<std::string> &unpredicted = differences[i].unpredicted;
    for (const auto &[name, count] : pass.operations)
      if (count.after) {
        there.insert(name);
        there.insert(StringRef(name).split('.').first);
        if (!predicted.covers(name))
          unpredicted.push_back(name);
      }
    for (const std::string &kind : pass.kinds)
      if (kinds.contains(kind) && !predicted.covers(kind))
        unpredicted.push_back(kind);
    if (!report.isInputKnown || i >= unknown)
      unpredicted.clear();
    if (report.passes[i].node.anchor == report.root)
      for (StringRef name : predicted.certain)
        if (!there.contains(name))
          differences[i].missing.push_back(name.str());
  }
  return differences;
}

//===----------------------------------------------------------------------===//
// Sums and words
//===----------------------------------------------------------------------===//

template <typename NameFn>
static std::vector<TimePart> sumTime(const Report &report, NameFn getName) {
  std::vector<TimePart> parts;
  StringMap<size_t> numbers;
  for (auto [pass, run] : zip(report.passes, report.run->passes)) {
    if (!run.executions)
      continue;
    std::string name = getName(pass);
    size_t number = numbers.try_emplace(name, parts.size()).first->second;
    if (number == parts.size())
      parts.push_back({name});
    parts[number].time += run.time;
    ++parts[number].passes;
  }
  stable_sort(parts, [](const TimePart &a, const TimePart &b) {
    return a.time > b.time;
  });
  return parts;
}

std::vector<TimePart> report::sumByBundle(const Report &report) {
  return sumTime(report, [&](const Report::Pass &pass) {
    std::string name =
        join(map_range(report.getBundleNames(pass.bundle), toUTF8), "/");
    return name.empty() ? "<none>" : name;
  });
}

std::vector<TimePart> report::sumByOwner(const Report &report) {
  return sumTime(report, [](const Report::Pass &pass) {
    return graph::Parties::describe(pass.node.origin);
  });
}

std::string report::formatTime(uint64_t nanoseconds) {
  if (nanoseconds >= 1000000000)
    return formatv("{0:f2} s", nanoseconds / 1e9);
  if (nanoseconds >= 100000)
    return formatv("{0:f1} ms", nanoseconds / 1e6);
  return formatv("{0:f1} \xc2\xb5s", nanoseconds / 1e3);
}

std::string report::describeChange(const PassExecution::Counts &counts) {
  std::map<StringRef, int64_t> dialects;
  for (const auto &[name, count] : counts)
    dialects[StringRef(name).split('.').first] +=
        int64_t(count.after) - int64_t(count.before);
  std::string text;
  for (auto [dialect, difference] : dialects)
    if (difference)
      text += (text.empty() ? "" : ", ") + toUTF8(dialect) + " " +
              (difference > 0 ? "+" : "\xe2\x88\x92") +
              std::to_string(std::abs(difference));
  return text;
}
