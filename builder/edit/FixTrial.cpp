//===- FixTrial.cpp - Trying fixes before they are offered ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/FixTrial.h"
#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Positions and wording change with an edit, so they do not count.
std::vector<std::string> FixTrial::getKeys(const Diagnostic &finding) {
  if (!finding.items.empty()) {
    // A cast of one type more is not a further mistake.
    std::vector<std::string> keys;
    for (const std::string &item : finding.items)
      if (std::string base = ItemTable::getBase(item).str();
          !is_contained(keys, base))
        keys.push_back(std::move(base));
    return keys;
  }
  return {finding.getInfo().name.str() + " " +
          (finding.node ? finding.node->name : std::string())};
}

FixTrial::Tally::Tally(ArrayRef<Diagnostic> findings) {
  for (const Diagnostic &finding : findings) {
    if (finding.severity < Severity::Warning)
      continue;
    ++(finding.severity == Severity::Error ? errors : warnings);
    for (std::string &key : getKeys(finding)) {
      Count &count = counts[std::move(key)];
      ++count.times;
      count.worst = std::max(count.worst, finding.severity);
    }
  }
}

bool FixTrial::Tally::isNoWorseThan(const Tally &other) const {
  return all_of(counts, [&](const auto &entry) {
    auto it = other.counts.find(entry.first);
    return it != other.counts.end() && entry.second.times <= it->second.times &&
           entry.second.worst <= it->second.worst;
  });
}

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

FixTrial::FixTrial(const Pipeline &original, std::vector<Diagnostic> &findings)
    : findings(findings), before(findings) {
  bool hasFixes = any_of(findings, [](const Diagnostic &finding) {
    return finding.fix || !finding.alternatives.empty();
  });
  if (!hasFixes)
    return;
  copy.reset(new Pipeline(original, Pipeline::Trial()));
  // So much work in all, whatever the length, but always a few.
  constexpr size_t work = 200000, fewest = 8;
  left = unsigned(
      std::max(fewest, work / (original.size() + 10 * findings.size() + 100)));
}

std::optional<FixTrial::Result> FixTrial::tryFix(const Diagnostic &finding,
                                                 const Fix &fix) {
  if (!left || !leftForOne)
    return std::nullopt;
  --left;
  --leftForOne;
  std::vector<Diagnostic> found;
  bool isDone = false;
  // The error takes everything back.
  std::vector<Diagnostic> ignored =
      takeDiagnostics(copy->atomically([&]() -> Error {
        if (Error error = copy->apply(fix))
          return error;
        isDone = true;
        OrderCheck(copy->list).runForTrial(found);
        copy->applySeverities(found);
        return makeError(
            Diagnostic(DiagnosticCode::WrongOrder, "only a trial"));
      }));
  if (!isDone)
    return std::nullopt;
  Tally after(found);
  if (!after.isNoWorseThan(before))
    return std::nullopt;
  Result result{true, after.errors, after.warnings};
  bool isBetter = false;
  for (const std::string &key : getKeys(finding)) {
    auto now = after.counts.find(key);
    const Count &then = before.counts.find(key)->second;
    if (now == after.counts.end() || now->second.times < then.times) {
      isBetter = true;
    } else {
      isBetter |= now->second.worst < then.worst;
      result.isComplete = false;
    }
  }
  return isBetter ? std::make_optional(result) : std::nullopt;
}

bool FixTrial::consider(const Diagnostic &finding, const Fix &fix) {
  if (fix.kind == Fix::Kind::Insert && fix.reference.empty())
    return considerAllPlaces(finding, fix);
  std::optional<Result> result = tryFix(finding, fix);
  auto getBadness = [](const Result &of) {
    return std::make_tuple(!of.isComplete, of.errors, of.warnings);
  };
  if (result &&
      (!bestResult || getBadness(*result) < getBadness(*bestResult))) {
    best = fix;
    bestResult = result;
  }
  return result && result->isComplete;
}

/// From the end to the start: what is lowered late is kept for the passes
/// before.
bool FixTrial::considerAllPlaces(const Diagnostic &finding, const Fix &fix) {
  const Node *outermost = nullptr;
  auto tryAt = [&](const Node &node, bool isBefore) {
    NodeRef reference = copy->getRef(node);
    Fix there = makeInsert(fix.pass, fix.options, isBefore, reference);
    if (consider(finding, there))
      return true;
    // In a nest it may see too little, or nothing at all.
    if (node.getAnchorPath().getDepth() == 0)
      return false;
    return consider(finding, makeInsert(fix.pass, fix.options, isBefore,
                                        reference, &copy->getRoot()));
  };
  for (const Node *node = copy->list.back(); node; node = node->getPrevious()) {
    // Nothing is put into what a registered pipeline has become.
    if (!node->isPass() || (outermost && outermost->comesBefore(*node)))
      continue;
    const BundleInstance *pipeline = node->getPipeline();
    outermost = pipeline ? pipeline->begin : nullptr;
    if (tryAt(*node, /*isBefore=*/false))
      return true;
  }
  for (const Node &node : copy->getPasses())
    return tryAt(node, /*isBefore=*/true);
  return false;
}

void FixTrial::choose(Diagnostic &finding) {
  constexpr unsigned limit = 48;
  leftForOne = limit;
  best.reset();
  bestResult.reset();
  bool isCured = finding.fix && consider(finding, *finding.fix);
  for (const Fix &fix : finding.alternatives) {
    if (isCured)
      break;
    isCured = consider(finding, fix);
  }
  finding.fix = best;
}

void FixTrial::run() {
  if (!copy)
    return;
  for (Diagnostic &finding : findings) {
    if (finding.severity >= Severity::Warning)
      choose(finding);
    finding.alternatives.clear();
  }
}
