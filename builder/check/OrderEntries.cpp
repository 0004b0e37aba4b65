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
  auto it = index.empty() ? index.end() : index.find(name);
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

bool OrderCheck::isProvided(const Node &node, unsigned target) {
  if (targetList[target]->kind != Target::Kind::Provider ||
      (node.isPass() && getInfo(node).contract))
    return true;
  const CompiledContract &contract =
      node.isPass() ? getContract(node) : *getBundleContract(node);
  return contract.provides.contains(
      *names.lookupProperty(targetList[target]->name));
}

void OrderCheck::collectExtents() {
  extents.resize(targetList.size());
  for (SymbolInfo &info : symbols)
    info.matches = matchTargets(*info.descriptor);

  for (const Node &node : pipeline.getPasses())
    for (unsigned target : getInfo(node).matches) {
      if (!isProvided(node, target))
        continue;
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
        if (isProvided(*bundle->begin, target))
          extents[target].extend({bundle->begin, bundle->end});
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
  default:
    break;
  }
  return isKept            ? Verdict::Kept
         : isWrong         ? Verdict::WrongOrder
         : entry.isPresent ? Verdict::Absent
                           : Verdict::Vacuous;
}

void OrderCheck::checkOrder(const Node &node,
                            const CompiledContract &contract) {
  Range owner = getRange(node);
  for (const OrderEntry *one : contract.order) {
    const OrderEntry &entry = *one;
    if (entry.isAdvice && !tellsPossible)
      continue;
    size_t known = findings->size();
    unsigned target = targetsOfEntries.lookup(one);
    const Extent &extent = extents[target];
    bool isEarlier = extent.isBefore(owner);
    switch (judge(node, entry, extent)) {
    case Verdict::Kept:
      if (!entry.isAdvice)
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
    if (entry.isAdvice)
      for (Diagnostic &finding : MutableArrayRef(*findings).drop_front(known)) {
        finding.code = DiagnosticCode::Advice;
        finding.severity = Severity::Off;
      }
  }
}

void OrderCheck::explainOrder(OrderVisitor visit) {
  for (const Node &node : pipeline.getNodes()) {
    const CompiledContract *contract =
        node.isPass()                               ? &getContract(node)
        : node.getKind() == Node::Kind::BundleBegin ? getBundleContract(node)
                                                    : nullptr;
    if (!contract)
      continue;
    for (const OrderEntry *entry : contract->order) {
      const Extent &extent = extents[targetsOfEntries.lookup(entry)];
      Verdict verdict = judge(node, *entry, extent);
      const Node *other =
          verdict == Verdict::WrongOrder && isAboutAll(*entry)
              ? extent.getFirstBut(node)
          : verdict == Verdict::Vacuous || verdict == Verdict::Absent ? nullptr
          : wantsLater(*entry) || (verdict == Verdict::Conflict &&
                                   extent.isBefore(getRange(node)))
              ? extent.first
              : extent.last;
      visit(node, *entry,
            verdict == Verdict::Vacuous
                ? std::nullopt
                : std::optional<bool>(verdict == Verdict::Kept),
            other == &node ? nullptr : other);
    }
  }
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

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
  ideas.reorder(diagnostic, node, /*before=*/!isAfter, other,
                /*mayRepeat=*/!isAboutAll(entry));
  // Another instance of one pass may be the only one that provides something.
  const Node *only = extent.getOnlyPass();
  if (node.isPass() && only && only->getSymbol()->count == 1 &&
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
    diagnostic.note("what should follow", pipeline.getRef(*earlier));
    ideas.runLater(diagnostic, *earlier, node,
                   /*isAgain=*/earlier->isPass() &&
                       earlier->getDescriptor().contract.isIdempotent());
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
    return only && only->getSymbol()->count == 1 ? &only->getDescriptor()
                                                 : nullptr;
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
