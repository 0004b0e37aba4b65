//===- OrderGraph.cpp - Which pass must precede which ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/OrderGraph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace pmb;
using namespace llvm;

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
}

std::vector<OrderGraph::Edge>
OrderGraph::findPath(const PassDescriptor *first,
                     const PassDescriptor *last) const {
  DenseMap<const PassDescriptor *, const Edge *> reachedBy;
  std::deque<const PassDescriptor *> queue = {first};
  while (!queue.empty()) {
    const PassDescriptor *pass = queue.front();
    queue.pop_front();
    for (const Edge &edge : edges)
      if (edge.first == pass && edge.second != first &&
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
