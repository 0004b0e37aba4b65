//===- PlaceFinder.cpp - Placing a pass by its contract alone -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract, and what others say of the pass, give two bounds: the last node
// that the pass must follow, and the first that it must precede. Between them
// the first place is taken where the state lets the pass work.
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
#include "builder/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
/// A node that the pass must follow, or precede, and why.
struct Bound {
  const Node *node = nullptr;
  std::string reason;
};
} // namespace

static std::string quote(StringRef name) { return "'" + name.str() + "'"; }

static std::string explainEntry(StringRef owner, const OrderEntry &entry) {
  std::string text = quote(owner) + " says " + stringify(entry.word).str() +
                     " " + entry.target.str();
  return entry.reason.empty() ? text : text + ": " + entry.reason;
}

class OrderCheck::PlaceFinder {
public:
  PlaceFinder(OrderCheck &check, const PassDescriptor &descriptor)
      : check(check), pipeline(check.pipeline), descriptor(descriptor) {}

  Expected<Node *> find();

private:
  /// Of several that must be followed, the last counts.
  void mustFollow(const Node *node, const std::string &reason) {
    if (node && (!follow.node || follow.node->comesBefore(*node)))
      follow = {node, reason};
  }
  /// Of several that must be preceded, the first counts.
  void mustPrecede(const Node *node, const std::string &reason) {
    if (node && (!precede.node || node->comesBefore(*precede.node)))
      precede = {node, reason};
  }
  bool isBinding(const ContractEntry &entry) const;
  Error boundByOwnEntries();
  Error boundByOthersEntries();
  void boundByContents();
  std::string findObstacle(const ContentsState &state,
                           const ItemSet &properties) const;
  Error makeUnplaceable() const;

  OrderCheck &check;
  Pipeline &pipeline;
  const PassDescriptor &descriptor;
  CompiledContract contract;
  Bound follow, precede;
};

bool OrderCheck::PlaceFinder::isBinding(const ContractEntry &entry) const {
  return entry.strength == Strength::Strong &&
         holds(entry.condition, descriptor, "", [&](StringRef name) {
           return pipeline.hasVariant(name);
         });
}

Error OrderCheck::PlaceFinder::boundByOwnEntries() {
  for (const OrderEntry &entry : descriptor.contract.getOrder()) {
    if (!isBinding(entry))
      continue;
    Extent extent = check.findExtent(entry.target, nullptr);
    std::string reason = explainEntry(descriptor.name, entry);
    switch (entry.word) {
    case OrderEntry::Word::After:
      mustFollow(extent.first, reason);
      break;
    case OrderEntry::Word::Before:
    case OrderEntry::Word::FollowedBy:
      mustPrecede(extent.last, reason);
      break;
    case OrderEntry::Word::ConflictsWith:
      if (extent.first)
        return makeError(Diagnostic(DiagnosticCode::Conflict,
                                    quote(descriptor.name) +
                                        " conflicts with " +
                                        quote(extent.first->getName()))
                             .note(reason, pipeline.getRef(*extent.first)));
      break;
    }
    if (!extent.first && entry.isPresent)
      return makeError(Diagnostic(DiagnosticCode::MissingPass,
                                  quote(descriptor.name) +
                                      " cannot be placed: the pipeline has no " +
                                      entry.target.str())
                           .note(reason));
  }
  return Error::success();
}

Error OrderCheck::PlaceFinder::boundByOthersEntries() {
  for (const auto &symbol : pipeline.symbols) {
    if (!symbol->count || !symbol->descriptor)
      continue;
    for (const OrderEntry &entry : symbol->descriptor->contract.getOrder()) {
      if (entry.strength == Strength::Weak ||
          !matchesTarget(entry.target, descriptor))
        continue;
      bool isAfter = entry.word == OrderEntry::Word::After;
      const Node &owner =
          isAfter ? **symbol->nodes.begin() : **symbol->nodes.rbegin();
      if (!check.applies(entry, owner))
        continue;
      // Another instance may satisfy the entry already.
      Extent others = check.findExtent(entry.target, &owner);
      std::string reason = explainEntry(symbol->name, entry);
      if (entry.word == OrderEntry::Word::ConflictsWith)
        return makeError(Diagnostic(DiagnosticCode::Conflict,
                                    quote(symbol->name) + " conflicts with " +
                                        quote(descriptor.name))
                             .note(reason, pipeline.getRef(owner)));
      if (isAfter && (!others.first || !others.first->comesBefore(owner)))
        mustPrecede(&owner, reason);
      else if (!isAfter && (!others.last || !owner.comesBefore(*others.last)))
        mustFollow(&owner, reason);
    }
  }
  return Error::success();
}

void OrderCheck::PlaceFinder::boundByContents() {
  const ItemTable &items = check.names.items;
  // Who introduces and who lowers an item last.
  std::vector<const Node *> introducer(items.size()), lowerer(items.size());
  for (const Node &node : pipeline.getPasses()) {
    const CompiledContract &other = check.getContract(node);
    for (const CompiledContract::Lowering &lowering : other.lowerings)
      lowering.gone.forEach([&](unsigned id) { lowerer[id] = &node; });
    auto introduce = [&](const ItemMask &mask) {
      mask.forEach([&](unsigned id) { introducer[id] = &node; });
    };
    for (const CompiledContract::Lowering &lowering : other.lowerings) {
      introduce(lowering.to);
      introduce(lowering.sometimes);
    }
    for (const CompiledContract::Introduction &added : other.introductions) {
      introduce(added.to);
      introduce(added.sometimes);
    }
  }
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    lowering.from.forEach([&](unsigned id) {
      bool isLoweredLater = introducer[id] && lowerer[id] &&
                            introducer[id]->comesBefore(*lowerer[id]);
      if (introducer[id] && !isLoweredLater)
        mustFollow(introducer[id],
                   quote(introducer[id]->getName()) + " introduces " +
                       quote(items.getName(id)) + ", which it lowers");
    });
    lowering.to.forEach([&](unsigned id) {
      if (lowerer[id])
        mustPrecede(lowerer[id], quote(lowerer[id]->getName()) + " lowers " +
                                     quote(items.getName(id)) +
                                     ", which it introduces");
    });
  }
}

std::string
OrderCheck::PlaceFinder::findObstacle(const ContentsState &state,
                                      const ItemSet &properties) const {
  for (const CompiledContract::Need &need : contract.needs)
    if (need.entry->strength == Strength::Strong &&
        !properties.contains(need.property))
      return "it requires '" + need.entry->property +
             "', which does not hold there";
  for (const CompiledContract::Demand &demand : contract.demands) {
    if (demand.entry->strength == Strength::Weak)
      continue;
    bool isThere = state.getMayBe().intersects(demand.items);
    if (demand.entry->word == ContentsEntry::Word::Requires) {
      if (!isThere)
        return "it needs '" + join(demand.entry->items, "' or '") + "'";
    } else if (state.getCertain().intersects(demand.items) ||
               properties.findFirst(demand.properties)) {
      return "it rejects '" + join(demand.entry->items, "' or '") + "'";
    }
  }
  for (const CompiledContract::Lowering &lowering : contract.lowerings)
    if (state.getMayBe().intersects(lowering.from))
      if (auto blocker = state.getCertain().findFirst(lowering.unless))
        return "'" + check.names.items.getName(*blocker).str() +
               "' is in its way";
  return "";
}

Error OrderCheck::PlaceFinder::makeUnplaceable() const {
  // Is it this pipeline, or would no pipeline do?
  SmallVector<const PassDescriptor *> passes = {&descriptor};
  for (const auto &symbol : pipeline.symbols)
    if (symbol->count && symbol->descriptor &&
        symbol->descriptor != &descriptor)
      passes.push_back(symbol->descriptor);
  OrderGraph graph(passes);
  auto cycle = graph.findPath(&descriptor, &precede.node->getDescriptor());
  auto middle = graph.findPath(&precede.node->getDescriptor(),
                               &follow.node->getDescriptor());
  auto back = graph.findPath(&follow.node->getDescriptor(), &descriptor);
  bool isSame = precede.node->getName() == follow.node->getName();
  if (!cycle.empty() && !back.empty() && (isSame || !middle.empty())) {
    append_range(cycle, middle);
    append_range(cycle, back);
    return makeError(describeCycle(cycle));
  }
  return makeError(
      Diagnostic(DiagnosticCode::Unplaceable,
                 quote(descriptor.name) + " cannot be placed: it must follow " +
                     quote(follow.node->getName()) + " and precede " +
                     quote(precede.node->getName()) +
                     (isSame ? ", which is one and the same"
                             : ", but " + quote(precede.node->getName()) +
                                   " comes before " +
                                   quote(follow.node->getName())))
          .note(follow.reason, pipeline.getRef(*follow.node))
          .note(precede.reason, pipeline.getRef(*precede.node))
          .help("give a position, or change the pipeline"));
}

Expected<Node *> OrderCheck::PlaceFinder::find() {
  pipeline.buildIndex();
  if (Error error = boundByOwnEntries())
    return error;
  if (Error error = boundByOthersEntries())
    return error;
  check.names.add(descriptor.contract);
  check.setUp(/*isForced=*/true);
  contract.compile(descriptor.contract, check.names,
                   [&](const Condition &condition) {
                     return holds(condition, descriptor, "",
                                  [&](StringRef name) {
                                    return pipeline.hasVariant(name);
                                  });
                   });
  boundByContents();
  if (follow.node && precede.node && !follow.node->comesBefore(*precede.node))
    return makeUnplaceable();

  std::optional<Node *> place;
  std::string obstacle;
  auto visit = [&](const Node *node, const ContentsState &state,
                   const ItemSet &properties) {
    bool isPast = place || (precede.node && node != precede.node &&
                            (!node || precede.node->comesBefore(*node)));
    bool isTooEarly =
        follow.node && node && !follow.node->comesBefore(*node);
    if (isPast || isTooEarly)
      return;
    std::string found = findObstacle(state, properties);
    if (found.empty() && Pipeline::isInsideContiguous(node))
      found = "the place is inside a contiguous bundle";
    if (found.empty())
      place = const_cast<Node *>(node);
    else
      obstacle = found;
  };
  check.explainPrepared(visit);
  if (place)
    return *place;
  Diagnostic diagnostic(DiagnosticCode::Unplaceable,
                        quote(descriptor.name) +
                            " cannot be placed anywhere: " + obstacle);
  if (follow.node)
    diagnostic.note("it must follow this, as " + follow.reason,
                    pipeline.getRef(*follow.node));
  if (precede.node)
    diagnostic.note("it must precede this, as " + precede.reason,
                    pipeline.getRef(*precede.node));
  return makeError(std::move(diagnostic));
}

Expected<Node *> OrderCheck::findPlace(const PassDescriptor &descriptor) {
  return PlaceFinder(*this, descriptor).find();
}
