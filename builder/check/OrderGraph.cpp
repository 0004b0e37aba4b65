//===- OrderGraph.cpp - Which pass must precede which ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace pmb;
using namespace llvm;

bool pmb::isOrdered(const Node &a, const Node &b) {
  auto names = [](const Node &from, const Node &to) {
    return any_of(from.getDescriptor().contract.getOrder(),
                  [&](const OrderEntry &entry) {
                    return matchesTarget(entry.target, to.getDescriptor());
                  });
  };
  return a.isPass() && b.isPass() && (names(a, b) || names(b, a));
}

bool pmb::matchesTarget(const Target &target,
                        const PassDescriptor &descriptor) {
  switch (target.kind) {
  case Target::Kind::Pass:
    return descriptor.name == target.name;
  case Target::Kind::PassKind:
    return descriptor.hasKind(target.name);
  case Target::Kind::Provider:
    return any_of(descriptor.contract.getProperties(),
                  [&](const PropertyEntry &entry) {
                    return entry.word == PropertyEntry::Word::Provides &&
                           entry.property == target.name;
                  });
  case Target::Kind::Slot:
  case Target::Kind::Bundle:
    return false;
  }
  llvm_unreachable("unknown kind of target");
}

bool pmb::matchesTarget(const Target &target, const BundleInstance &bundle) {
  if (target.kind == Target::Kind::PassKind)
    return bundle.hasKind(target.name);
  // The name of a registered pipeline is that of a pass to who uses it.
  if (target.kind == Target::Kind::Pass)
    return bundle.isPipeline && bundle.getName() == target.name;
  return target.kind == Target::Kind::Provider && bundle.contract &&
         any_of(bundle.contract->getProperties(),
                [&](const PropertyEntry &entry) {
                  return entry.word == PropertyEntry::Word::Provides &&
                         entry.property == target.name;
                });
}

std::string OrderGraph::Edge::str() const {
  std::string text = "'" + first->name + "' must come before '" + second->name +
                     "', because '" + owner->name + "' says " +
                     stringify(entry->word).str() + " " + entry->target.str();
  return entry->reason.empty() ? text : text + ": " + entry->reason;
}

OrderGraph::OrderGraph(
    ArrayRef<const PassDescriptor *> passes,
    function_ref<const PassDescriptor *(const Target &)> findOnly) {
  for (const PassDescriptor *owner : passes)
    for (const OrderEntry &entry : owner->contract.getOrder()) {
      if (entry.strength == Strength::Weak ||
          entry.condition.kind != Condition::Kind::Always ||
          entry.word == OrderEntry::Word::ConflictsWith)
        continue;
      const PassDescriptor *other = findOnly(entry.target);
      if (!other || other == owner)
        continue;
      bool isAfter = entry.word == OrderEntry::Word::After;
      edges.push_back(
          {isAfter ? other : owner, isAfter ? owner : other, owner, &entry});
    }
  // By the first pass, in the order of the passes, and otherwise as found.
  DenseMap<const PassDescriptor *, unsigned> numbers;
  for (const Edge &edge : edges)
    numbers.try_emplace(edge.first, numbers.size());
  llvm::stable_sort(edges, [&](const Edge &a, const Edge &b) {
    return numbers.lookup(a.first) < numbers.lookup(b.first);
  });
  for (unsigned i = 0; i < edges.size(); ++i)
    ranges.try_emplace(edges[i].first, i, i).first->second.second = i + 1;
}

ArrayRef<OrderGraph::Edge>
OrderGraph::getEdgesFrom(const PassDescriptor *pass) const {
  auto [begin, end] = ranges.lookup(pass);
  return ArrayRef(edges).slice(begin, end - begin);
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
  for (const Edge &root : edges) {
    if (!number.count(root.first))
      enter(root.first);
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
                        "no order satisfies the contracts: " + chain);
  for (const OrderGraph::Edge &edge : cycle)
    diagnostic.note(edge.str());
  diagnostic.help("remove or weaken one of these entries");
  return diagnostic;
}
