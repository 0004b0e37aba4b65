//===- Variants.cpp - What several variants have in common ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// All positions that a finding names: each variant has its own passes.
static SmallVector<int *> findPositions(Diagnostic &finding) {
  SmallVector<int *> positions;
  auto addNode = [&](std::optional<NodeRef> &node) {
    if (node)
      positions.append({&node->position, &node->pipelinePosition});
  };
  auto addStep = [&](Fix &step) {
    positions.append({&step.passPosition, &step.referencePosition});
  };
  addNode(finding.node);
  for (Note &note : finding.notes)
    addNode(note.node);
  if (finding.fix) {
    addStep(*finding.fix);
    llvm::for_each(finding.fix->then, addStep);
  }
  return positions;
}

/// Takes the numbers out that tell apart passes of one name.
static void dropNumbers(std::string &message, const Fix &step) {
  for (int position : {step.passPosition, step.referencePosition}) {
    std::string number = " (pass " + std::to_string(position) + ")";
    for (size_t at; (at = message.find(number)) != std::string::npos;)
      message.erase(at, number.size());
  }
}

static void dropPositions(Diagnostic &finding) {
  if (finding.fix) {
    dropNumbers(finding.fix->message, *finding.fix);
    for (Fix &step : finding.fix->then) {
      dropNumbers(finding.fix->message, step);
      dropNumbers(step.message, step);
    }
  }
  for (int *position : findPositions(finding))
    *position = -1;
}

/// What is the same about a finding in all variants: all that a report says but
/// positions.
static std::string getKey(Diagnostic finding) {
  dropPositions(finding);
  std::string follows;
  for (const Diagnostic &one : finding.follows)
    follows += one.message + "\n";
  return finding.str() + follows;
}

/// Forgets positions in which the variants differ. REQUIRES: one key.
static void keepCommon(Diagnostic &first, Diagnostic other) {
  for (auto [a, b] : zip(findPositions(first), findPositions(other)))
    if (*a != *b)
      return dropPositions(first);
}

/// Takes the findings that all of `reports` have out of them.
static std::vector<Diagnostic> takeShared(MutableArrayRef<Report> reports) {
  using Findings = StringMap<SmallVector<const Diagnostic *, 1>>;
  std::vector<Findings> others(reports.size());
  for (auto [report, findings] : zip(reports, others))
    for (const Diagnostic &finding : report.findings)
      findings[getKey(finding)].push_back(&finding);
  std::vector<Diagnostic> shared;
  StringMap<unsigned> counts;
  for (const Diagnostic &finding : reports.front().findings) {
    std::string key = getKey(finding);
    unsigned &count = counts[key];
    if (!all_of(others, [&](const Findings &findings) {
          return findings.lookup(key).size() > count;
        }))
      continue;
    Diagnostic common = finding;
    for (const Findings &findings : others)
      keepCommon(common, *findings.lookup(key)[count]);
    shared.push_back(std::move(common));
    ++count;
  }
  for (Report &report : reports) {
    StringMap<unsigned> left = counts;
    erase_if(report.findings, [&](const Diagnostic &finding) {
      unsigned &count = left[getKey(finding)];
      if (count == 0)
        return false;
      --count;
      return true;
    });
  }
  return shared;
}

//===----------------------------------------------------------------------===//
// All variants
//===----------------------------------------------------------------------===//

std::vector<Report> pmb::foldVariants(std::vector<Report> reports) {
  // The first report with each list of passes.
  std::map<std::vector<std::string>, const Report *> known;
  // What all are compared with.
  const Report *first = nullptr;
  Report shared;
  shared.input = reports.front().input;
  shared.text = reports.front().text;
  for (Report &report : reports) {
    VariantSummary summary;
    summary.name = report.variant;
    summary.passCount = report.passes.size();
    summary.errors = report.count(Severity::Error);
    summary.warnings = report.count(Severity::Warning);
    summary.wasChecked = report.wasChecked;
    if (report.wasChecked) {
      std::vector<std::string> passes;
      passes.reserve(report.passes.size());
      for (const Report::Pass &pass : report.passes)
        passes.push_back(pass.str());
      auto [same, isNew] = known.try_emplace(std::move(passes), &report);
      if (!isNew) {
        summary.sameAs = same->second->variant;
      } else if (first) {
        summary.changes = comparePasses(*first, report);
        summary.from = first->variant;
      } else {
        first = &report;
      }
    }
    shared.variants.push_back(std::move(summary));
    for (std::string &pass : report.unknownPasses)
      if (!is_contained(shared.unknownPasses, pass))
        shared.unknownPasses.push_back(std::move(pass));
    report.unknownPasses.clear();
  }
  shared.findings = takeShared(reports);
  reports.insert(reports.begin(), std::move(shared));
  return reports;
}
