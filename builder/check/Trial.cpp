//===- Trial.cpp - Trying edits -------------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Trial.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

std::vector<std::string> Tally::getKeys(const Diagnostic &finding) {
  // Which pass has ended a property of the output makes no difference.
  bool isAboutPass =
      finding.node && finding.code != DiagnosticCode::MissingOutput;
  if (finding.items.empty())
    return {finding.getInfo().name.str() + " " +
            (isAboutPass ? finding.node->name : std::string())};
  // A cast of one type more is not a further mistake.
  std::vector<std::string> keys;
  for (const std::string &item : finding.items)
    if (std::string base = Item(item).getName().str();
        !is_contained(keys, base))
      keys.push_back(std::move(base));
  return keys;
}

void Tally::Count::add(const Diagnostic &finding) {
  ++times;
  errors += finding.severity == Severity::Error;
  possible += finding.code == DiagnosticCode::OnPossibleInput;
}

Tally::Tally(ArrayRef<Diagnostic> findings) {
  for (const Diagnostic &finding : findings) {
    if (finding.severity < Severity::Warning)
      continue;
    ++(finding.severity == Severity::Error ? errors : warnings);
    for (std::string &key : getKeys(finding))
      counts[std::move(key)].add(finding);
  }
}

static std::vector<Diagnostic> checkForTally(const PassList &list) {
  std::vector<Diagnostic> findings;
  OrderCheck(list).runForTrial(findings);
  return findings;
}

Tally::Tally(const PassList &list) : Tally(checkForTally(list)) {}

Tally Tally::withNests(const PassList &list) {
  std::vector<Diagnostic> findings = checkForTally(list);
  OrderCheck::checkNests(list, findings);
  OrderCheck::checkAnchors(list, findings);
  return Tally(findings);
}

std::vector<std::string> Tally::getWorse(const Tally &before,
                                         Severity least) const {
  std::vector<std::string> worse;
  for (const auto &[key, count] : counts) {
    auto it = before.counts.find(key);
    Count then = it == before.counts.end() ? Count() : it->second;
    if (count.errors > then.errors ||
        (least <= Severity::Warning &&
         count.getExpected() > then.getExpected()) ||
        (least <= Severity::Remark && count.times > then.times))
      worse.push_back(key);
  }
  return worse;
}

Trial::Trial(PassList &list)
    : list(list), isChecked(OrderCheck::hasWork(list)), before(list) {}

unsigned Trial::countAffordable(const PassList &list, size_t work,
                                size_t fewest, size_t more) {
  size_t entries = 0;
  for (const Symbol *symbol : list.getSymbols())
    if (symbol->count && symbol->descriptor)
      entries += range_size(symbol->descriptor->contract.getEntries());
  return std::max(fewest, work / (list.size() + entries / 4 + more + 100));
}

bool Trial::make(function_ref<void()> edit) {
  size_t mark = list.beginUndoable();
  edit();
  bool isKept = !isChecked || Tally(list).getWorse(before).empty();
  list.endUndoable(mark, isKept);
  return isKept;
}
