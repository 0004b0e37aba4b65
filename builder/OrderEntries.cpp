//===- OrderEntries.cpp - after, before, followedBy, conflictsWith --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An order entry is about what stands wholly before, or wholly after, the pass
// or bundle that has it. A bundle around a pass, and what is in a bundle, are
// no concern of their entries. So the first end and the last begin of what a
// target matches answer all questions about list order; nests take a little
// more.
//
//===----------------------------------------------------------------------===//

#include "builder/LeftOvers.h"
#include "builder/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool OrderCheck::isOrdered(const Node &a, const Node &b) {
  auto names = [](const Node &from, const Node &to) {
    return any_of(from.getDescriptor().contract.getOrder(),
                  [&](const OrderEntry &entry) {
                    return matchesTarget(entry.target, to.getDescriptor());
                  });
  };
  return a.isPass() && b.isPass() && (names(a, b) || names(b, a));
}

//===----------------------------------------------------------------------===//
// What targets match
//===----------------------------------------------------------------------===//

OrderCheck::Range OrderCheck::getRange(const Node &node) {
  if (node.isPass() || node.getKind() == Node::Kind::Slot)
    return {&node, &node};
  return {node.getBundle()->begin, node.getBundle()->end};
}

void OrderCheck::Extent::extend(Range match, unsigned matches) {
  count += matches;
  if (!first || match.end->comesBefore(*first))
    first = match.end;
  if (!last || last->comesBefore(*match.begin))
    last = match.begin;
}

SmallVector<unsigned, 2> OrderCheck::matchTargets(const SymbolInfo &info) {
  SmallVector<unsigned, 2> result;
  for (unsigned i = 0; i < targetList.size(); ++i) {
    const Target *target = targetList[i];
    if (target && matchesTarget(*target, *info.descriptor))
      result.push_back(i);
  }
  return result;
}

void OrderCheck::collectExtents() {
  targetList.resize(names.targets.size());
  extents.resize(names.targets.size());
  auto addTargets = [&](const Contract &contract) {
    for (const OrderEntry &entry : contract.getOrder())
      targetList[names.targets.lookup(entry.target.str())] = &entry.target;
  };
  for (const SymbolInfo &info : symbols)
    addTargets(info.descriptor->contract);
  for (const auto &[bundle, compiled] : bundleContracts)
    addTargets(*bundle->contract);
  for (SymbolInfo &info : symbols)
    info.matches = matchTargets(info);

  for (const Node &node : pipeline.getPasses())
    for (unsigned target : symbols[node.symbol->checkIndex].matches) {
      // In list order, so the first one that comes stays the first.
      if (!extents[target].first)
        extents[target].first = &node;
      extents[target].last = &node;
      ++extents[target].count;
    }
  for (const auto &bundle : pipeline.bundleInstances)
    if (bundle->begin->isLinked())
      for (unsigned i = 0; i < targetList.size(); ++i)
        if (targetList[i] && matchesTarget(*targetList[i], *bundle))
          extents[i].extend({bundle->begin, bundle->end});
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

void OrderCheck::collectNests() {
  nests.emplace();
  nests->extents.resize(extents.size());
  for (const Node &node : pipeline.getPasses()) {
    const AnchorPath *path = &node.getAnchorPath();
    nests->passes[path].push_back(&node);
    for (unsigned target : symbols[node.symbol->checkIndex].matches)
      nests->extents[target][path].extend({&node, &node});
  }
}

/// MLIR merges neighbouring nests for different operations, and visits
/// operations in the order of the IR. What ends merged nests is a pass on the
/// common parent, or further out.
bool OrderCheck::isExecutedBefore(const Node &a, const Node &b) {
  const AnchorPath *pathA = &a.getAnchorPath(), *pathB = &b.getAnchorPath();
  const AnchorPath *common = AnchorPath::getCommonPrefix(pathA, pathB);
  if (common == pathA || common == pathB)
    return true;
  if (!nests)
    collectNests();
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

bool OrderCheck::isExecutedBefore(Range a, Range b) {
  for (const Node *first = a.begin;; first = first->getNext()) {
    for (const Node *second = b.begin;; second = second->getNext()) {
      if (first->isPass() && second->isPass() &&
          !isExecutedBefore(*first, *second))
        return false;
      if (second == b.end)
        break;
    }
    if (first == a.end)
      return true;
  }
}

/// Whether some match of the target that stands before `owner` also runs before
/// it; the same with after.
bool OrderCheck::isOrderedByNests(Range owner, unsigned target, bool isAfter) {
  auto isOrdered = [&](Range match) {
    return isAfter ? match.end->comesBefore(*owner.begin) &&
                         isExecutedBefore(match, owner)
                   : owner.end->comesBefore(*match.begin) &&
                         isExecutedBefore(owner, match);
  };
  // As a rule the nearest to the end of the list is far enough.
  const Node *outermost =
      isAfter ? extents[target].first : extents[target].last;
  if (isOrdered(getRange(*outermost)))
    return true;
  // Of the matches in one nest, the one farthest away has most between.
  if (!nests)
    collectNests();
  for (const auto &[path, extent] : nests->extents[target]) {
    const Node *node = isAfter ? extent.first : extent.last;
    if (isOrdered({node, node}))
      return true;
  }
  return any_of(pipeline.bundleInstances, [&](const auto &bundle) {
    return bundle->begin->isLinked() &&
           matchesTarget(*targetList[target], *bundle) &&
           isOrdered({bundle->begin, bundle->end});
  });
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Whether an entry of `node` says the same of all that match its target: each
/// instance of a pass conflicts with the others.
static bool isMutual(const Node &node, const OrderEntry &entry) {
  return node.isPass() && entry.target == pass(node.getName()) &&
         entry.condition.kind != Condition::Kind::Option;
}

void OrderCheck::checkOrder(const Node &node,
                            const CompiledContract &contract) {
  Range owner = getRange(node);
  for (const CompiledContract::Order &order : contract.order) {
    const OrderEntry &entry = *order.entry;
    const Extent &extent = extents[order.target];
    bool isEarlier = extent.isBefore(owner), isLater = extent.isAfter(owner);
    switch (entry.word) {
    case OrderEntry::Word::After:
      if (isEarlier) {
        if (!isOrderedByNests(owner, order.target, /*isAfter=*/true))
          reportNests(node, entry, *extent.first);
      } else if (isLater) {
        reportWrongOrder(node, entry, extent);
      } else if (entry.isPresent) {
        reportAbsent(node, entry);
      }
      break;
    case OrderEntry::Word::Before:
    case OrderEntry::Word::FollowedBy:
      if (isLater) {
        if (!isOrderedByNests(owner, order.target, /*isAfter=*/false))
          reportNests(node, entry, *extent.last);
      } else if (entry.word == OrderEntry::Word::FollowedBy) {
        reportMissingFollowUp(node, entry, isEarlier ? extent.last : nullptr);
      } else if (isEarlier) {
        reportWrongOrder(node, entry, extent);
      } else if (entry.isPresent) {
        reportAbsent(node, entry);
      }
      break;
    case OrderEntry::Word::ConflictsWith:
      // Where there shall be one of several, the second is too much.
      if (isEarlier || (isLater && !isMutual(node, entry)))
        reportConflict(node, entry, isEarlier ? *extent.first : *extent.last);
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// `must` or `should`.
static std::string getModal(const ContractEntry &entry) {
  return entry.strength == Strength::Strong ? "must" : "should";
}

void OrderCheck::reportNests(const Node &node, const OrderEntry &entry,
                             const Node &other) {
  bool isAfter = entry.word == OrderEntry::Word::After;
  const Node &earlier = isAfter ? other : node, &later = isAfter ? node : other;
  Diagnostic diagnostic(
      DiagnosticCode::UnorderedNests,
      quote(node) + " " + getModal(entry) + " run " +
          (isAfter ? "after" : "before") + " '" + other.getName().str() +
          "', but nothing makes it so: their nests are merged, and operations "
          "are visited in the order of the IR");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("the other pass", pipeline.getRef(other));
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = "pmb-barrier";
  fix.before = true;
  fix.reference = later.getName().str();
  fix.referencePosition = pipeline.getRef(later).position;
  fix.message = "insert 'pmb-barrier' on " +
                AnchorPath::getCommonPrefix(&earlier.getAnchorPath(),
                                            &later.getAnchorPath())
                    ->str() +
                " before '" + later.getName().str() + "'";
  diagnostic.fixedBy(std::move(fix));
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportWrongOrder(const Node &node, const OrderEntry &entry,
                                  const Extent &extent) {
  bool isAfter = entry.word == OrderEntry::Word::After;
  // Of several that match, it is enough to move past the nearest.
  Range owner = getRange(node);
  const Node *nearest = isAfter ? extent.first : extent.last;
  const Node &other =
      isAfter
          ? (owner.end->comesBefore(*getRange(*nearest).begin) ? *nearest
                                                               : *extent.last)
          : (getRange(*nearest).end->comesBefore(*owner.begin) ? *nearest
                                                               : *extent.first);
  Diagnostic diagnostic(DiagnosticCode::WrongOrder,
                        quote(node) + " " + getModal(entry) + " come " +
                            (isAfter ? "after " : "before ") +
                            entry.target.str() + ", and stands " +
                            (isAfter ? "before" : "after") + " it");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("what it " + getModal(entry) +
                      (isAfter ? " follow" : " precede"),
                  pipeline.getRef(other));
  diagnostic.fixedBy(makeMove(pipeline.getRef(node), /*before=*/!isAfter,
                              pipeline.getRef(other)));
  if (node.isPass() && extent.getOnlyPass() &&
      entry.strength == Strength::Strong)
    disorders.push_back(
        {findings->size(),
         isAfter ? &other.getDescriptor() : &node.getDescriptor(),
         isAfter ? &node.getDescriptor() : &other.getDescriptor()});
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportConflict(const Node &node, const OrderEntry &entry,
                                const Node &other) {
  Diagnostic diagnostic(DiagnosticCode::Conflict,
                        quote(node) + " conflicts with " + quote(other));
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("the other pass", pipeline.getRef(other));
  diagnostic.help("remove one of the two");
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportAbsent(const Node &node, const OrderEntry &entry) {
  bool isAfter = entry.word == OrderEntry::Word::After;
  Diagnostic diagnostic(DiagnosticCode::MissingPass,
                        quote(node) + " " + getModal(entry) + " come " +
                            (isAfter ? "after " : "before ") +
                            entry.target.str() +
                            ", which is not in the pipeline");
  diagnostic.at(pipeline.getRef(node));
  report(std::move(explainWith(diagnostic, node, entry)), entry);
}

void OrderCheck::reportMissingFollowUp(const Node &node,
                                       const OrderEntry &entry,
                                       const Node *earlier) {
  Diagnostic diagnostic(DiagnosticCode::MissingFollowUp,
                        quote(node) + " " + getModal(entry) +
                            " be followed by " + entry.target.str() +
                            (earlier ? ", which stands only before it"
                                     : ", which is not in the pipeline"));
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  if (earlier)
    diagnostic.note("what should follow", pipeline.getRef(*earlier))
        .fixedBy(makeMove(pipeline.getRef(*earlier), /*before=*/false,
                          pipeline.getRef(node)));
  else
    diagnostic.help("add " + entry.target.str() + " after '" +
                    node.getName().str() + "'");
  report(std::move(diagnostic), entry);
}

/// Passes in a cycle are in the wrong order however they are moved; one finding
/// says so in place of those about its edges.
void OrderCheck::mergeCycles(std::vector<Diagnostic> &all) {
  SmallVector<const PassDescriptor *> passes;
  for (const auto &symbol : pipeline.symbols)
    if (symbol->count == 1 && symbol->descriptor)
      passes.push_back(symbol->descriptor);
  OrderGraph graph(passes, [&](const Target &target) {
    const Node *only =
        extents[names.targets.lookup(target.str())].getOnlyPass();
    return only ? &only->getDescriptor() : nullptr;
  });
  std::vector<std::vector<const PassDescriptor *>> known;
  SmallVector<size_t> merged;
  std::vector<Diagnostic> cycles;
  for (const Disorder &disorder : disorders) {
    auto there = graph.findPath(disorder.first, disorder.second);
    auto back = graph.findPath(disorder.second, disorder.first);
    if (there.empty() || back.empty())
      continue;
    merged.push_back(disorder.finding);
    append_range(there, back);
    std::vector<const PassDescriptor *> members;
    for (const OrderGraph::Edge &edge : there)
      members.push_back(edge.first);
    llvm::sort(members);
    if (is_contained(known, members))
      continue;
    known.push_back(std::move(members));
    cycles.push_back(describeCycle(there));
  }
  for (size_t index : reverse(merged))
    all.erase(all.begin() + index);
  append_range(all, cycles);
}
