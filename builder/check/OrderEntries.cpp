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

#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/OrderGraph.h"
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
  if (!first || match.end->comesBefore(*first)) {
    if (first && first->getSymbol() != match.end->getSymbol())
      firstOther = first;
    first = match.end;
  } else if (match.end->getSymbol() != first->getSymbol() &&
             (!firstOther || match.end->comesBefore(*firstOther))) {
    firstOther = match.end;
  }
  if (!last || last->comesBefore(*match.begin))
    last = match.begin;
}

void OrderCheck::numberTargets(const Contract &contract) {
  for (const OrderEntry &entry : contract.getOrder()) {
    const Target &target = entry.target;
    StringMap<unsigned> &known = target.kind == Target::Kind::Pass ? passTargets
                                 : target.kind == Target::Kind::PassKind
                                     ? kindTargets
                                     : providerTargets;
    auto [it, isNew] = known.try_emplace(target.name, targetList.size());
    if (isNew)
      targetList.push_back(&target);
    targetsOfEntries[&entry] = it->second;
  }
}

void OrderCheck::addTarget(Target::Kind kind, StringRef name,
                           TargetList &list) const {
  const StringMap<unsigned> &index = kind == Target::Kind::Pass ? passTargets
                                     : kind == Target::Kind::PassKind
                                         ? kindTargets
                                         : providerTargets;
  auto it = index.find(name);
  if (it != index.end() && !is_contained(list, it->second))
    list.push_back(it->second);
}

// The two say what matchesTarget says, by names: there may be as many targets
// as passes.
OrderCheck::TargetList
OrderCheck::matchTargets(const PassDescriptor &descriptor) const {
  TargetList result;
  addTarget(Target::Kind::Pass, descriptor.name, result);
  for (const std::string &kind : descriptor.kinds)
    addTarget(Target::Kind::PassKind, kind, result);
  for (const PropertyEntry &entry : descriptor.contract.getProperties())
    if (entry.word == PropertyEntry::Word::Provides)
      addTarget(Target::Kind::Provider, entry.property, result);
  return result;
}

OrderCheck::TargetList
OrderCheck::matchTargets(const BundleInstance &bundle) const {
  TargetList result;
  if (bundle.isPipeline)
    addTarget(Target::Kind::Pass, bundle.getName(), result);
  for (const std::string &kind : bundle.kinds)
    addTarget(Target::Kind::PassKind, kind, result);
  if (bundle.contract)
    for (const PropertyEntry &entry : bundle.contract->getProperties())
      if (entry.word == PropertyEntry::Word::Provides)
        addTarget(Target::Kind::Provider, entry.property, result);
  return result;
}

void OrderCheck::collectExtents() {
  extents.resize(targetList.size());
  for (SymbolInfo &info : symbols)
    info.matches = matchTargets(*info.descriptor);

  for (const Node &node : pipeline.getPasses())
    for (unsigned target : getInfo(node).matches) {
      // In list order, so the first one that comes stays the first.
      Extent &extent = extents[target];
      if (!extent.first)
        extent.first = &node;
      else if (!extent.firstOther &&
               node.getSymbol() != extent.first->getSymbol())
        extent.firstOther = &node;
      extent.last = &node;
      ++extent.count;
    }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->begin->isLinked())
      for (unsigned target : matchTargets(*bundle))
        extents[target].extend({bundle->begin, bundle->end});
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

void OrderCheck::collectNests() {
  nests.emplace();
  nests->matches.resize(extents.size());
  for (const Node &node : pipeline.getPasses()) {
    const AnchorPath *path = &node.getAnchorPath();
    nests->passes[path].push_back(&node);
    for (unsigned target : getInfo(node).matches)
      nests->matches[target][path].push_back(&node);
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
  for (const auto &[path, matches] : nests->matches[target]) {
    const Node *node = isAfter ? matches.front() : matches.back();
    if (isOrdered({node, node}))
      return true;
  }
  return any_of(pipeline.getBundles(), [&](const auto &bundle) {
    return bundle->begin->isLinked() &&
           matchesTarget(*targetList[target], *bundle) &&
           isOrdered({bundle->begin, bundle->end});
  });
}

/// Of what matches the target and stands behind `owner`, something that may run
/// before it all the same; null if there is nothing. The first in list order,
/// so that what is said does not change from run to run.
const Node *OrderCheck::findUnorderedByNests(Range owner, unsigned target) {
  if (!pipeline.getRoot().hasNested())
    return nullptr;
  if (!nests)
    collectNests();
  const Node *found = nullptr;
  auto consider = [&](const Node &node) {
    if (node.getSymbol() != owner.begin->getSymbol() &&
        owner.end->comesBefore(node) && (!found || node.comesBefore(*found)) &&
        !isExecutedBefore(owner, getRange(node)))
      found = &node;
  };
  // Of the matches in one nest, the nearest has least between.
  for (const auto &[path, matches] : nests->matches[target]) {
    auto next = upper_bound(matches, owner.end, ListOrder());
    while (next != matches.end() &&
           (*next)->getSymbol() == owner.begin->getSymbol())
      ++next;
    if (next != matches.end())
      consider(**next);
  }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->begin->isLinked() &&
        matchesTarget(*targetList[target], *bundle))
      consider(*bundle->begin);
  return found;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

bool OrderCheck::isAboutAll(const OrderEntry &entry) {
  return entry.word == OrderEntry::Word::Before &&
         entry.target.kind == Target::Kind::PassKind;
}

/// Whether an entry of `node` says the same of all that match its target: each
/// instance of a pass conflicts with the others.
static bool isMutual(const Node &node, const OrderEntry &entry) {
  return node.isPass() && entry.target == pass(node.getName()) &&
         entry.condition.kind != Condition::Kind::Option;
}

OrderCheck::Verdict OrderCheck::judge(const Node &owner,
                                      const OrderEntry &entry,
                                      const Extent &extent) {
  Range range = getRange(owner);
  bool isEarlier = extent.isBefore(range), isLater = extent.isAfter(range);
  bool isKept = wantsLater(entry) ? isEarlier : isLater;
  bool isWrong = wantsLater(entry) ? isLater : isEarlier;
  switch (entry.word) {
  case OrderEntry::Word::ConflictsWith:
    return isEarlier || isLater ? Verdict::Conflict : Verdict::Vacuous;
  case OrderEntry::Word::FollowedBy:
    return isKept ? Verdict::Kept : Verdict::NotFollowed;
  case OrderEntry::Word::Before:
    if (isAboutAll(entry)) {
      const Node *first = extent.getFirstBut(owner);
      if (first && first->comesBefore(*range.begin))
        return Verdict::WrongOrder;
      isWrong = false;
    }
    break;
  case OrderEntry::Word::After:
    break;
  }
  return isKept            ? Verdict::Kept
         : isWrong         ? Verdict::WrongOrder
         : entry.isPresent ? Verdict::Absent
                           : Verdict::Vacuous;
}

void OrderCheck::checkExecuted(const Node &node, const OrderEntry &entry,
                               unsigned target) {
  const Extent &extent = extents[target];
  if (isAboutAll(entry)) {
    if (const Node *other = findUnorderedByNests(getRange(node), target))
      reportNests(node, entry, *other);
  } else if (!isOrderedByNests(getRange(node), target, wantsLater(entry))) {
    reportNests(node, entry, wantsLater(entry) ? *extent.first : *extent.last);
  }
}

void OrderCheck::checkOrder(const Node &node,
                            const CompiledContract &contract) {
  Range owner = getRange(node);
  for (const OrderEntry *one : contract.order) {
    const OrderEntry &entry = *one;
    unsigned target = targetsOfEntries.lookup(one);
    const Extent &extent = extents[target];
    bool isEarlier = extent.isBefore(owner);
    switch (judge(node, entry, extent)) {
    case Verdict::Kept:
      checkExecuted(node, entry, target);
      break;
    case Verdict::Vacuous:
      break;
    case Verdict::WrongOrder:
      reportWrongOrder(node, entry, extent);
      break;
    case Verdict::Conflict:
      // Where there shall be one of several, the second is too much.
      if (isEarlier || !isMutual(node, entry))
        reportConflict(node, entry, isEarlier ? *extent.first : *extent.last);
      break;
    case Verdict::NotFollowed:
      reportMissingFollowUp(node, entry, isEarlier ? extent.last : nullptr);
      break;
    case Verdict::Absent:
      reportAbsent(node, entry);
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
  bool isAfter = wantsLater(entry);
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
  const AnchorPath *common = AnchorPath::getCommonPrefix(
      &earlier.getAnchorPath(), &later.getAnchorPath());
  if (StringRef barrier = pipeline.getCatalog().getBarrier(); !barrier.empty())
    diagnostic.fixedBy(makeInsert(barrier, "", /*before=*/true,
                                  pipeline.getRef(later), common));
  else
    diagnostic.help("put a pass on " + common->str() + " between them");
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportWrongOrder(const Node &node, const OrderEntry &entry,
                                  const Extent &extent) {
  bool isAfter = wantsLater(entry);
  // Of several that match, it is enough to move past the nearest, unless all
  // must be passed.
  Range owner = getRange(node);
  const Node *nearest = isAfter ? extent.first : extent.last;
  bool isAmong = isAboutAll(entry) && extent.isAfter(owner);
  const Node &other =
      isAboutAll(entry) ? *extent.getFirstBut(node)
      : isAfter
          ? (owner.end->comesBefore(*getRange(*nearest).begin) ? *nearest
                                                               : *extent.last)
          : (getRange(*nearest).end->comesBefore(*owner.begin) ? *nearest
                                                               : *extent.first);
  Diagnostic diagnostic(DiagnosticCode::WrongOrder,
                        quote(node) + " " + getModal(entry) + " come " +
                            (isAfter ? "after " : "before ") +
                            entry.target.str() + ", and stands " +
                            (isAmong   ? "after some of it"
                             : isAfter ? "before it"
                                       : "after it"));
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("what it " + getModal(entry) +
                      (isAfter ? " follow" : " precede"),
                  pipeline.getRef(other));
  NodeRef here = pipeline.getRef(node), there = pipeline.getRef(other);
  diagnostic.fixedBy(makeMove(here, /*before=*/!isAfter, there));
  if (other.isPass() && !isAboutAll(entry))
    diagnostic.orBy(makeInsert(other.getName(), other.getGivenOptions(),
                               /*before=*/isAfter, here));
  diagnostic.orBy(makeMove(there, /*before=*/isAfter, here));
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
  bool isAfter = wantsLater(entry);
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
  if (earlier) {
    NodeRef here = pipeline.getRef(node), before = pipeline.getRef(*earlier);
    diagnostic.note("what should follow", before);
    Fix move = makeMove(before, /*before=*/false, here);
    if (earlier->isPass()) {
      Fix again = makeInsert(earlier->getName(), earlier->getGivenOptions(),
                             /*before=*/false, here);
      // What is in a pipeline, or others have put there, stands there for
      // reasons of its own.
      bool isOwn = before.pipeline == here.pipeline &&
                   node.getOrigin().isSameParty(earlier->getOrigin()) &&
                   !earlier->getDescriptor().contract.isIdempotent();
      diagnostic.fixedBy(isOwn ? move : again).orBy(isOwn ? again : move);
    } else {
      diagnostic.fixedBy(move);
    }
  } else {
    diagnostic.help("add " + entry.target.str() + " after '" +
                    node.getName().str() + "'");
  }
  report(std::move(diagnostic), entry);
}

/// Passes in a cycle are in the wrong order however they are moved; one finding
/// says so in place of those about its edges.
void OrderCheck::mergeCycles(std::vector<Diagnostic> &all) {
  SmallVector<const PassDescriptor *> passes;
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->count == 1 && symbol->descriptor)
      passes.push_back(symbol->descriptor);
  OrderGraph graph(passes, [&](const Target &target) {
    TargetList number;
    addTarget(target.kind, target.name, number);
    const Node *only =
        number.empty() ? nullptr : extents[number.front()].getOnlyPass();
    return only ? &only->getDescriptor() : nullptr;
  });
  DenseMap<const PassDescriptor *, unsigned> components =
      graph.findComponents();
  // One cycle for each pass that is in one, and not a hundred for one mistake.
  constexpr unsigned limit = 16;
  DenseMap<unsigned, unsigned> shown;
  DenseSet<const PassDescriptor *> known;
  std::vector<bool> isMerged(all.size());
  std::vector<Diagnostic> cycles;
  for (const Disorder &disorder : disorders) {
    auto component = components.find(disorder.first);
    auto other = components.find(disorder.second);
    if (component == components.end() || other == components.end() ||
        component->second != other->second)
      continue;
    isMerged[disorder.finding] = true;
    if (known.contains(disorder.first) && known.contains(disorder.second))
      continue;
    unsigned &count = shown[component->second];
    if (count == limit)
      continue;
    auto cycle = graph.findPath(disorder.first, disorder.second);
    append_range(cycle, graph.findPath(disorder.second, disorder.first));
    for (const OrderGraph::Edge &edge : cycle)
      known.insert(edge.first);
    cycles.push_back(describeCycle(cycle));
    if (++count == limit)
      cycles.back().note("there are further cycles with these passes");
  }
  size_t index = 0;
  erase_if(all, [&](const Diagnostic &) { return isMerged[index++]; });
  append_range(all, cycles);
}
