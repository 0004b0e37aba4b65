//===- OrderGraph.cpp - Which pass must precede which ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderGraph.h"
#include "builder/check/Rules.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace pmb;
using namespace llvm;

std::string OrderGraph::Edge::str() const {
  std::string text = "'" + first->name + "' must come before '" + second->name +
                     "', because '" + owner->name + "' says " +
                     stringify(entry->word).str() + " " + entry->target.str();
  return entry->reason.empty() ? text : text + ": " + entry->reason;
}

/// Another X may follow: `followedBy` never contradicts what must come before.
static bool makesEdge(const OrderEntry &entry) {
  return entry.strength == Strength::Strong && !entry.isConditional() &&
         (entry.word == OrderEntry::Word::After ||
          entry.word == OrderEntry::Word::Before);
}

OrderGraph::OrderGraph(
    ArrayRef<const PassDescriptor *> passes,
    function_ref<const PassDescriptor *(const Target &)> findOnly) {
  for (const PassDescriptor *owner : passes)
    for (const OrderEntry &entry : owner->contract.getOrder()) {
      if (!makesEdge(entry))
        continue;
      const PassDescriptor *other = findOnly(entry.target);
      if (!other || other == owner)
        continue;
      bool isAfter = entry.word == OrderEntry::Word::After;
      const PassDescriptor *first = isAfter ? other : owner;
      edges[first].push_back({first, isAfter ? owner : other, owner, &entry});
    }
}

/// Tarjan's algorithm, with a stack of its own, as chains may be long.
DenseMap<const PassDescriptor *, unsigned> OrderGraph::findComponents() const {
  struct Visit {
    const PassDescriptor *pass;
    unsigned next, number, lowest;
  };
  DenseMap<const PassDescriptor *, unsigned> component, number;
  SmallVector<Visit, 0> visits;
  SmallVector<const PassDescriptor *, 0> open;
  unsigned components = 0;
  auto enter = [&](const PassDescriptor *pass) {
    unsigned id = unsigned(number.size());
    number[pass] = id;
    visits.push_back({pass, 0, id, id});
    open.push_back(pass);
  };
  for (const auto &[root, next] : edges) {
    if (!number.count(root))
      enter(root);
    while (!visits.empty()) {
      Visit &visit = visits.back();
      ArrayRef<Edge> next = getEdgesFrom(visit.pass);
      if (visit.next < next.size()) {
        const PassDescriptor *other = next[visit.next++].second;
        if (!number.count(other))
          enter(other);
        else if (!component.count(other))
          visit.lowest = std::min(visit.lowest, number.lookup(other));
        continue;
      }
      Visit done = visits.pop_back_val();
      if (!visits.empty())
        visits.back().lowest = std::min(visits.back().lowest, done.lowest);
      if (done.lowest != done.number)
        continue;
      // Nothing before it can be reached from what was entered since.
      const PassDescriptor *member;
      do {
        member = open.pop_back_val();
        component[member] = components;
      } while (member != done.pass);
      ++components;
    }
  }
  return component;
}

std::vector<OrderGraph::Edge>
OrderGraph::findPath(const PassDescriptor *first,
                     const PassDescriptor *last) const {
  DenseMap<const PassDescriptor *, const Edge *> reachedBy;
  std::deque<const PassDescriptor *> queue = {first};
  while (!queue.empty() && !reachedBy.count(last)) {
    const PassDescriptor *pass = queue.front();
    queue.pop_front();
    for (const Edge &edge : getEdgesFrom(pass))
      if (edge.second != first &&
          reachedBy.try_emplace(edge.second, &edge).second)
        queue.push_back(edge.second);
  }
  std::vector<Edge> path;
  for (const PassDescriptor *pass = last; pass != first;) {
    const Edge *edge = reachedBy.lookup(pass);
    if (!edge)
      return {};
    path.push_back(*edge);
    pass = edge->first;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Diagnostic pmb::describeCycle(ArrayRef<OrderGraph::Edge> cycle) {
  std::string chain = "'" + cycle.front().first->name + "'";
  for (const OrderGraph::Edge &edge : cycle)
    chain += " -> '" + edge.second->name + "'";
  Diagnostic diagnostic(DiagnosticCode::Cycle,
                        "no order satisfies the contracts: {0}", chain);
  for (const OrderGraph::Edge &edge : cycle)
    diagnostic.note(edge.str());
  diagnostic.help("remove or weaken one of these entries");
  return diagnostic;
}

/// Passes in a cycle are in the wrong order however they are moved; one finding
/// says so in place of those about its edges.
void pmb::mergeCycles(const Trace &trace, RuleFindings &findings) {
  if (none_of(findings.getFacts(),
              [](const auto &facts) { return facts.first != nullptr; }))
    return;
  const ListContracts &contracts = trace.getContracts();
  SmallVector<const PassDescriptor *> passes;
  for (const Symbol *symbol : trace.getList().getSymbols())
    if (symbol->count == 1 && symbol->descriptor)
      passes.push_back(symbol->descriptor);
  OrderGraph graph(passes, [&](const Target &target) {
    std::optional<unsigned> number = contracts.lookupTarget(target);
    const Node *only =
        number ? contracts.getExtent(*number).getOnlyPass() : nullptr;
    return only && only->getSymbol()->count == 1 ? &only->getDescriptor()
                                                 : nullptr;
  });
  DenseMap<const PassDescriptor *, unsigned> components =
      graph.findComponents();
  // One cycle for each pass that is in one, and not a hundred for one mistake.
  constexpr unsigned limit = 16;
  DenseMap<unsigned, unsigned> shown;
  DenseSet<const PassDescriptor *> known;
  std::vector<Diagnostic> cycles;
  findings.eraseKnown([&](const Diagnostic &,
                          const RuleFindings::Facts &disorder) {
    auto component = components.find(disorder.first);
    auto other = components.find(disorder.second);
    if (!disorder.first || component == components.end() ||
        other == components.end() || component->second != other->second)
      return false;
    unsigned &count = shown[component->second];
    if ((known.contains(disorder.first) && known.contains(disorder.second)) ||
        count == limit)
      return true;
    auto cycle = graph.findPath(disorder.first, disorder.second);
    append_range(cycle, graph.findPath(disorder.second, disorder.first));
    for (const OrderGraph::Edge &edge : cycle)
      known.insert(edge.first);
    cycles.push_back(describeCycle(cycle));
    if (++count == limit)
      cycles.back().note("there are further cycles with these passes");
    return true;
  });
  for (Diagnostic &cycle : cycles)
    findings.add(std::move(cycle));
}
