//===- Variants.cpp - What several variants have in common ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// Forgets the positions, as each variant has its own passes.
static void dropPositions(Diagnostic &diagnostic) {
  auto drop = [](std::optional<NodeRef> &node) {
    if (node)
      node->position = node->pipelinePosition = -1;
  };
  drop(diagnostic.node);
  for (Note &note : diagnostic.notes)
    drop(note.node);
  if (!diagnostic.fix)
    return;
  auto dropStep = [](Fix &step) {
    step.passPosition = step.referencePosition = -1;
  };
  dropStep(*diagnostic.fix);
  llvm::for_each(diagnostic.fix->then, dropStep);
}

/// What is the same about a finding in all variants: all that a report says but
/// positions.
static std::string getKey(Diagnostic diagnostic) {
  dropPositions(diagnostic);
  std::string follows;
  for (const Diagnostic &one : diagnostic.follows)
    follows += one.message + "\n";
  return diagnostic.str() + follows;
}

/// Forgets positions in which the variants differ.
static void keepCommon(Diagnostic &first, const Diagnostic &other) {
  auto differ = [](const std::optional<NodeRef> &a,
                   const std::optional<NodeRef> &b) {
    return a && b && a->position != b->position;
  };
  bool isElsewhere =
      differ(first.node, other.node) ||
      (first.fix &&
       (first.fix->passPosition != other.fix->passPosition ||
        first.fix->referencePosition != other.fix->referencePosition)) ||
      any_of(zip(first.notes, other.notes), [&](const auto &pair) {
        return differ(std::get<0>(pair).node, std::get<1>(pair).node);
      });
  if (isElsewhere)
    dropPositions(first);
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

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

std::vector<std::string> pmb::listPasses(const Pipeline &pipeline) {
  std::vector<std::string> passes;
  for (const Node &node : pipeline.getPasses()) {
    std::string text = node.getName().str(), options = node.getOptions();
    if (!options.empty())
      text += "{" + options + "}";
    for (const AnchorPath *path = &node.getAnchorPath(); path->getParent();
         path = path->getParent())
      text = path->getOp().str() + "(" + text + ")";
    passes.push_back(std::move(text));
  }
  return passes;
}

using Passes = ArrayRef<std::string>;

/// Adds what `from` and `to` do not have in common to `into`, in their order:
/// what is not part of a longest common subsequence.
static void addDifferences(Passes from, Passes to, VariantDifference &into) {
  size_t width = to.size() + 1;
  // How many are in common from there on.
  std::vector<unsigned> common((from.size() + 1) * width);
  for (size_t i = from.size(); i-- > 0;)
    for (size_t j = to.size(); j-- > 0;)
      common[i * width + j] = from[i] == to[j]
                                  ? common[(i + 1) * width + j + 1] + 1
                                  : std::max(common[(i + 1) * width + j],
                                             common[i * width + j + 1]);
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && j < to.size() && from[i] == to[j])
      ++i, ++j;
    else if (j == to.size() ||
             (i < from.size() &&
              common[(i + 1) * width + j] >= common[i * width + j + 1]))
      into.without.push_back(from[i++]);
    else
      into.with.push_back(to[j++]);
  }
}

/// Takes those of `names` out of `from`, each as often as it is among them.
static std::vector<std::string> take(std::vector<std::string> &from,
                                     Passes names) {
  StringMap<unsigned> counts;
  for (const std::string &name : names)
    ++counts[name];
  std::vector<std::string> taken;
  erase_if(from, [&](const std::string &pass) {
    unsigned &count = counts[pass];
    if (count == 0)
      return false;
    --count;
    taken.push_back(pass);
    return true;
  });
  return taken;
}

static VariantDifference findDifference(Passes from, Passes to) {
  while (!from.empty() && !to.empty() && from.front() == to.front()) {
    from = from.drop_front();
    to = to.drop_front();
  }
  while (!from.empty() && !to.empty() && from.back() == to.back()) {
    from = from.drop_back();
    to = to.drop_back();
  }
  VariantDifference difference;
  constexpr size_t limit = 1 << 22;
  // Of very many passes that differ, where each stands matters to nobody.
  bool isOrdered = (from.size() + 1) * (to.size() + 1) <= limit;
  if (isOrdered) {
    addDifferences(from, to, difference);
  } else {
    difference.with = to;
    difference.without = from;
  }
  // What is with and without is neither, but moved.
  std::vector<std::string> moved = take(difference.with, difference.without);
  take(difference.without, moved);
  if (isOrdered)
    difference.moved = std::move(moved);
  return difference;
}

//===----------------------------------------------------------------------===//
// All variants
//===----------------------------------------------------------------------===//

std::vector<CheckResult>
pmb::foldVariants(std::vector<CheckResult> results,
                  ArrayRef<std::vector<std::string>> passes) {
  // What all are compared with.
  size_t first = 0;
  while (first < results.size() && !results[first].wasChecked)
    ++first;
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
      if (result.wasChecked && results[j].wasChecked && passes[j] == passes[i])
        summary.sameAs = results[j].variant;
    if (result.wasChecked && i > first && summary.sameAs.empty()) {
      summary.difference = findDifference(passes[first], passes[i]);
      summary.difference.from = results[first].variant;
    }
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
