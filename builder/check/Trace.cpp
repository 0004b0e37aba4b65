//===- Trace.cpp - What one sweep over a list saw -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Trace.h"

using namespace pmb;
using namespace llvm;

/// Whether a pass is there for what `entry` adds, and does not only add some of
/// it beside its work, where there are values of a type.
static bool isPurpose(const ContentsEntry &entry) {
  return !entry.to.empty() || entry.given.empty() ||
         any_of(entry.given,
                [](StringRef item) { return !Item(item).isType(); });
}

bool ContentsChange::isWork() const {
  return any_of(effects,
                [](const Effect &effect) {
                  return effect.outcome.happens() &&
                         !effect.lowering->isInPassing;
                }) ||
         any_of(zip_equal(contract.introductions, given), [](const auto &pair) {
           const auto &[introduction, certainty] = pair;
           return certainty != Certainty::No && isPurpose(*introduction.entry);
         });
}

Trace::Trace(ListContracts &contracts, Input input)
    : contracts(contracts), nests(contracts),
      start(getNames(), getInterface(),
            input == Input::Given && getInterface().inputContents
                ? &*getInterface().inputContents
                : nullptr),
      end(start) {
  size_t count = contracts.getList().getNodeCount();
  steps.reserve(count);
  for (const Node &node : contracts.getList().getNodes())
    steps.push_back({&node, contracts.lookup(node)});
  firstDifference.reserve(count + 1);
  // What a step points to stays where it is.
  changes.reserve(count);
  differences.reserve(4 * count);
  sweep();
}

/// For each contract with an unknown effect, in the order of the sweep: what
/// the passes behind it lower on purpose. If they lower something that every
/// program has, just in case even, there are the functions yet that it is in.
std::vector<ItemMask> Trace::collectExpected() const {
  std::vector<ItemMask> expected;
  if (!contracts.hasUnknownEffects() &&
      !(contracts.hasUndescribed() && contracts.hasContents()))
    return expected;
  const Catalog &catalog = contracts.getCatalog();
  StringRef functions = catalog.getProgramDialect();
  const ItemTable &items = getNames().items;
  ItemMask program = items.collect(getNamedItems(catalog, "usual-program"));
  ItemMask around;
  program.forEach([&](unsigned id) {
    if (Item(items.getName(id)).getRoot() == functions)
      around.insert(id);
  });
  // From the end, so that each pass is looked at once.
  ItemMask later, anyLater;
  for (const Step &step : reverse(steps)) {
    if (!step.contract || step.node->getKind() == Node::Kind::BundleBegin)
      continue;
    bool isUndescribed = contracts.isUndescribed(*step.node);
    if (isUndescribed || !step.contract->unknownEffects.empty()) {
      expected.push_back(later);
      if (!isUndescribed && anyLater.intersects(program))
        expected.back().insert(around);
    }
    for (const CompiledContract::Lowering &lowering :
         step.contract->lowerings) {
      anyLater.insert(lowering.items);
      // One that only applies beside something else tells nothing.
      if (!lowering.entry->isSpeculative && !lowering.entry->mayLeaveSome() &&
          lowering.given.empty())
        later.insert(lowering.items);
    }
  }
  return expected;
}

void Trace::sweep() {
  // The next one is the last.
  std::vector<ItemMask> expected = collectExpected();
  ContentsState before = start;
  for (Step &step : steps) {
    firstDifference.push_back(differences.size());
    const Node &node = *step.node;
    if (!step.contract || node.getKind() == Node::Kind::BundleBegin)
      continue;
    bool mayDoAnything =
        contracts.hasContents() && contracts.isUndescribed(node);
    std::optional<ItemMask> expectedLater;
    if (mayDoAnything || !step.contract->unknownEffects.empty()) {
      expectedLater = std::move(expected.back());
      expected.pop_back();
    }
    const NestFacts::Nest *nest = nullptr;
    View view = View::All;
    if (node.isPass() && contracts.hasContents()) {
      nest = &nests.get(node.getAnchorPath());
      step.gone = nest->findGone(end);
      if (!step.gone)
        step.absent = nests.findAbsent(*nest, end);
      if (step.isIdle())
        continue;
      step.renewed = nest->findRenewed(end);
      step.reach = step.renewed             ? Reach::New
                   : nest->seesWholeProgram ? Reach::Whole
                                            : Reach::Part;
      view = nest->view;
      // What is not moved out yet is seen by passes on functions, too.
      if (view == View::Program &&
          end.getMayBe().intersects(getNames().openParts))
        view = View::All;
      step.hidden = end.getHidden(view);
      step.inParts = end.getInParts();
    }
    if (expectedLater)
      step.unknown = end.findUnknownEffect(*step.contract);
    if (!mayDoAnything && !step.contract->changesContents())
      continue;
    ContentsChange &change =
        changes.emplace_back(*step.contract, step.reach, view);
    end.plan(change, expectedLater ? &*expectedLater : nullptr,
             step.reach == Reach::Part ? &nest->inside : nullptr,
             mayDoAnything ? &nest->own : nullptr);
    step.change = &change;
    end.apply(*step.change, before);
    end.takeDifferences(before, differences);
    for (size_t i = firstDifference.back(); i < differences.size(); ++i)
      before.apply(differences[i]);
  }
  firstDifference.push_back(differences.size());
}

void Trace::walk(
    function_ref<void(const Step &, const ContentsState &)> visit) const {
  ContentsState state = start;
  for (auto [index, step] : enumerate(steps)) {
    visit(step, state);
    for (size_t i = firstDifference[index]; i < firstDifference[index + 1]; ++i)
      state.apply(differences[i]);
  }
}

const Trace::Converters &Trace::getConverters() const {
  if (converters)
    return *converters;
  converters.emplace();
  for (const Step &step : steps)
    if (step.change)
      for (const ContentsChange::Effect &effect : step.change->effects)
        for (const auto &conversion : effect.lowering->conversions)
          (*converters)[{conversion.carriers, getNest(*step.node).part}]
              .push_back(step.node);
  return *converters;
}

static PropertyEffect getEffect(const Trace::Step &step, unsigned property) {
  const CompiledContract &contract = *step.contract;
  bool isPass = step.node->isPass();
  if (contract.provides.contains(property))
    return PropertyEffect::Provides;
  if ((isPass ? contract.ends : contract.invalidates).contains(property))
    return PropertyEffect::Ends;
  // All that a pass ends is known.
  return isPass || contract.preserves.contains(property)
             ? PropertyEffect::Preserves
             : PropertyEffect::None;
}

const PropertyTimeline &Trace::getTimeline(unsigned property) const {
  if (!timelines.empty())
    return timelines[property];
  const ItemTable &properties = getNames().properties;
  for (unsigned id = 0; id < properties.size(); ++id)
    timelines.emplace_back(
        is_contained(getInterface().inputProperties, properties.getName(id)));
  // Of a bundle both marks are among the steps.
  for (const Step &step : steps)
    if (step.contract)
      step.contract->properties.forEach([&](unsigned id) {
        if (step.node->getKind() != Node::Kind::BundleEnd)
          if (const auto *need = step.contract->findNeed(id))
            timelines[id].require(*step.node, need->entry->strength);
        timelines[id].add(*step.node, getEffect(step, id), step.isIdle());
      });
  return timelines[property];
}
