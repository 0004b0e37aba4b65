//===- NestOrder.cpp - Whether listed order is executed order -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR merges neighbouring nests for different operations, and visits
// operations in the order of the IR. What ends merged nests is a pass on the
// common parent, or further out.
//
//===----------------------------------------------------------------------===//

#include "builder/check/NestOrder.h"
#include "builder/check/Findings.h"
#include "builder/check/Ideas.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

void ExecutionOrder::collect() {
  nests.emplace();
  nests->matches.resize(contracts.countTargets());
  for (const Node &node : list.getNodes()) {
    if (!node.isPass() && node.getKind() != Node::Kind::BundleBegin)
      continue;
    if (node.isPass())
      nests->passes[&node.getAnchorPath()].push_back(&node);
    SmallVector<unsigned, 2> targets;
    contracts.forEachMatch(node,
                           [&](unsigned target) { targets.push_back(target); });
    if (targets.empty())
      continue;
    DenseSet<const AnchorPath *> seen;
    for (const Node &pass : getRange(node).getPasses())
      if (seen.insert(&pass.getAnchorPath()).second)
        for (unsigned target : targets)
          nests->matches[target][&pass.getAnchorPath()].push_back(
              {&node, &pass});
  }
}

bool ExecutionOrder::isExecutedBefore(const Node &a, const Node &b) {
  const AnchorPath *pathA = &a.getAnchorPath(), *pathB = &b.getAnchorPath();
  const AnchorPath *common = AnchorPath::getCommonPrefix(pathA, pathB);
  if (common == pathA || common == pathB ||
      !list.getCatalog().getRules().mergesNests)
    return true;
  if (!nests)
    collect();
  for (; common; common = common->getParent()) {
    auto it = nests->passes.find(common);
    if (it == nests->passes.end())
      continue;
    auto next = upper_bound(it->second, &a, ListOrder());
    if (next != it->second.end() && (*next)->comesBefore(b))
      return true;
  }
  return false;
}

bool ExecutionOrder::isExecutedBefore(NodeRange a, NodeRange b) {
  return all_of(a.getPasses(), [&](const Node &first) {
    return all_of(b.getPasses(), [&](const Node &second) {
      return isExecutedBefore(first, second);
    });
  });
}

/// Whether some match of the target that stands before `owner` also runs before
/// it; the same with after.
bool ExecutionOrder::isOrdered(NodeRange owner, unsigned target, bool isAfter) {
  auto isInOrder = [&](NodeRange match) {
    return isAfter ? match.last->comesBefore(*owner.first) &&
                         isExecutedBefore(match, owner)
                   : owner.last->comesBefore(*match.first) &&
                         isExecutedBefore(owner, match);
  };
  // As a rule the nearest to the end of the list is far enough.
  const Extent &extent = contracts.getExtent(target);
  const Node *outermost = isAfter ? extent.first : extent.last;
  if (isInOrder(getRange(*outermost)))
    return true;
  // Of the matches in one nest, the one farthest away has most between.
  if (!nests)
    collect();
  auto isPass = [](const Match &match) { return match.node->isPass(); };
  for (const auto &[path, matches] : nests->matches[target]) {
    auto first = find_if(matches, isPass);
    auto last = find_if(reverse(matches), isPass);
    if (first != matches.end() &&
        isInOrder(getRange(isAfter ? *first->node : *last->node)))
      return true;
  }
  return any_of(list.getBundles(), [&](const BundleInstance *bundle) {
    bool isMatch = false;
    if (bundle->begin->isLinked())
      contracts.forEachMatch(
          *bundle->begin, [&](unsigned match) { isMatch |= match == target; });
    return isMatch && isInOrder({bundle->begin, bundle->end});
  });
}

/// Of what matches the target and stands behind `owner`, something that may run
/// before it all the same; null if there is nothing. The first in list order,
/// so that what is said does not change from run to run.
const Node *ExecutionOrder::findUnordered(NodeRange owner, unsigned target) {
  if (!list.getRoot().hasNested())
    return nullptr;
  if (!nests)
    collect();
  const Node *found = nullptr;
  // Of the matches in one nest, the nearest has least between.
  for (const auto &[path, matches] : nests->matches[target]) {
    auto next = partition_point(matches, [&](const Match &match) {
      return !owner.last->comesBefore(*match.node);
    });
    while (next != matches.end() &&
           next->node->getSymbol() == owner.first->getSymbol())
      ++next;
    if (next != matches.end() && (!found || next->node->comesBefore(*found)) &&
        !isExecutedBefore(owner, {next->pass, next->pass}))
      found = next->node;
  }
  return found;
}

/// The same for what stands before `owner` and may run after it: the last.
const Node *ExecutionOrder::findUnorderedBefore(NodeRange owner,
                                                unsigned target) {
  if (!list.getRoot().hasNested())
    return nullptr;
  const Node *found = nullptr;
  auto consider = [&](const Node &node) {
    contracts.forEachMatch(node, [&](unsigned match) {
      NodeRange range = getRange(node);
      if (match == target && range.last->comesBefore(*owner.first) &&
          node.getSymbol() != owner.first->getSymbol() &&
          (!found || found->comesBefore(*range.last)) &&
          !isExecutedBefore(range, owner))
        found = range.last;
    });
  };
  for (const Node *node = list.front(); node != owner.first;
       node = node->getNext())
    if (node->isPass() || node->getKind() == Node::Kind::BundleBegin)
      consider(*node);
  return found;
}

std::optional<Diagnostic> ExecutionOrder::check(const Node &node,
                                                const OrderEntry &entry,
                                                unsigned target) {
  const Extent &extent = contracts.getExtent(target);
  const Node *other = nullptr;
  if (isAboutAll(entry))
    other = wantsLater(entry) ? findUnorderedBefore(getRange(node), target)
                              : findUnordered(getRange(node), target);
  else if (!isOrdered(getRange(node), target, wantsLater(entry)))
    other = wantsLater(entry) ? extent.first : extent.last;
  return other ? std::optional(describe(node, entry, *other)) : std::nullopt;
}

Diagnostic ExecutionOrder::describe(const Node &node, const OrderEntry &entry,
                                    const Node &other) const {
  bool isAfter = wantsLater(entry);
  const Node &earlier = isAfter ? other : node, &later = isAfter ? node : other;
  Diagnostic diagnostic =
      aboutEntry(Diagnostic(DiagnosticCode::UnorderedNests,
                            "{0} {1} run {2} '{3}', but nothing makes it so: "
                            "their nests are merged, "
                            "and operations are visited in the order of the IR",
                            quote(node), getModal(entry),
                            isAfter ? "after" : "before", other.getName()),
                 list, node, entry);
  diagnostic.note("the other pass", list.getRef(other));
  const AnchorPath *common = AnchorPath::getCommonPrefix(
      &earlier.getAnchorPath(), &later.getAnchorPath());
  if (StringRef barrier = list.getCatalog().getBarrier(); !barrier.empty())
    diagnostic.fixedBy(makeInsert({barrier.str(), ""}, /*before=*/true,
                                  list.getRef(later), common));
  else
    diagnostic.help("put a pass on {0} between them", common->str());
  return diagnostic;
}
