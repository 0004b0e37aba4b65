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
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"

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
      Vertex &first = getVertex(isAfter ? other : owner);
      Vertex &second = getVertex(isAfter ? owner : other);
      first.edges.push_back({first.pass, second.pass, owner, &entry});
      first.next.push_back(&second);
    }
}

OrderGraph::Vertex &OrderGraph::getVertex(const PassDescriptor *pass) {
  Vertex *&vertex = byPass[pass];
  if (!vertex) {
    vertex = &vertices.emplace_back(Vertex{pass, {}, {}});
    root.next.push_back(vertex);
  }
  return *vertex;
}

DenseMap<const PassDescriptor *, unsigned> OrderGraph::findComponents() const {
  DenseMap<const PassDescriptor *, unsigned> numbers;
  unsigned number = 0;
  for (auto scc = scc_begin(this); !scc.isAtEnd(); ++scc, ++number)
    for (const Vertex *vertex : *scc)
      numbers[vertex->pass] = number;
  return numbers;
}

std::vector<OrderGraph::Edge>
OrderGraph::findPath(const PassDescriptor *first,
                     const PassDescriptor *last) const {
  DenseMap<const PassDescriptor *, const Edge *> reachedBy;
  std::deque<const PassDescriptor *> queue = {first};
  while (!queue.empty() && !reachedBy.count(last)) {
    const Vertex *vertex = byPass.lookup(queue.front());
    queue.pop_front();
    // The first need not have any edge.
    if (!vertex)
      return {};
    for (const Edge &edge : vertex->edges)
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
