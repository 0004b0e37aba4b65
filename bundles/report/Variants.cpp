//===- Variants.cpp - What several variants have in common ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// What is the same about a finding in all variants: positions are not, as each
/// has its own passes.
static std::string getKey(const Diagnostic &diagnostic) {
  std::string text;
  raw_string_ostream os(text);
  os << diagnostic.getInfo().getID() << '\n'
     << stringify(diagnostic.severity) << '\n'
     << diagnostic.message << '\n';
  if (diagnostic.node)
    os << diagnostic.node->name << '\n'
       << diagnostic.node->anchor << '\n'
       << diagnostic.node->origin.str();
  return text;
}

/// Forgets positions in which the variants differ.
static void keepCommon(Diagnostic &first, const Diagnostic &other) {
  if (!first.node || !other.node ||
      first.node->position == other.node->position)
    return;
  first.node->position = -1;
  first.node->pipelinePosition = -1;
  for (Note &note : first.notes)
    if (note.node)
      note.node->position = -1;
  // It counts passes.
  first.fix.reset();
}

/// Takes the findings that all of `results` have out of them.
static std::vector<Diagnostic>
takeShared(MutableArrayRef<CheckResult *> results) {
  using Findings = StringMap<SmallVector<const Diagnostic *, 1>>;
  std::vector<Findings> others(results.size());
  for (auto [result, findings] : zip(results, others))
    for (const Diagnostic &diagnostic : result->diagnostics)
      findings[getKey(diagnostic)].push_back(&diagnostic);
  std::vector<Diagnostic> shared;
  StringMap<unsigned> counts;
  for (const Diagnostic &diagnostic : results.front()->diagnostics) {
    std::string key = getKey(diagnostic);
    unsigned &count = counts[key];
    if (!all_of(others, [&](const Findings &findings) {
          return findings.lookup(key).size() > count;
        }))
      continue;
    Diagnostic common = diagnostic;
    for (const Findings &findings : others)
      keepCommon(common, *findings.lookup(key)[count]);
    shared.push_back(std::move(common));
    ++count;
  }
  for (CheckResult *result : results) {
    StringMap<unsigned> left = counts;
    erase_if(result->diagnostics, [&](const Diagnostic &diagnostic) {
      unsigned &count = left[getKey(diagnostic)];
      if (count == 0)
        return false;
      --count;
      return true;
    });
  }
  return shared;
}

std::vector<CheckResult> pmb::foldVariants(std::vector<CheckResult> results,
                                           ArrayRef<std::string> pipelines) {
  CheckResult shared;
  shared.input = results.front().input;
  shared.text = results.front().text;
  SmallVector<CheckResult *> all;
  for (size_t i = 0; i < results.size(); ++i) {
    CheckResult &result = results[i];
    VariantSummary summary;
    summary.name = result.variant;
    summary.passCount = result.passCount;
    summary.errors = result.count(Severity::Error);
    summary.warnings = result.count(Severity::Warning);
    summary.wasChecked = result.wasChecked;
    for (size_t j = 0; j < i && summary.sameAs.empty(); ++j)
      if (result.wasChecked && results[j].wasChecked &&
          pipelines[j] == pipelines[i])
        summary.sameAs = results[j].variant;
    shared.variants.push_back(std::move(summary));
    for (std::string &pass : result.unknownPasses)
      if (!is_contained(shared.unknownPasses, pass))
        shared.unknownPasses.push_back(std::move(pass));
    result.unknownPasses.clear();
    all.push_back(&result);
  }
  shared.diagnostics = takeShared(all);
  results.insert(results.begin(), std::move(shared));
  return results;
}
