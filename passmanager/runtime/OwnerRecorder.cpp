//===- OwnerRecorder.cpp - Remembers the owners of what is handed over ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/OwnerRecorder.h"
#include "builder/list/PatternSlot.h"

using namespace pmb;

std::shared_ptr<const PipelineFacts> OwnerRecorder::describePipeline() const {
  auto made = std::make_shared<PipelineFacts>();
  made->catalog = &pipeline.getCatalog();
  made->interface = pipeline.getInterface();
  // What may remain is said of the end of the whole.
  if (!known.hasEnd) {
    made->interface.outputContents.reset();
    made->interface.outputProperties.clear();
  }
  made->options = pipeline.getList().getOptions();
  if (auto &input = made->interface.inputContents)
    input = pipeline.getCatalog().expandContents(*input);
  if (auto &output = made->interface.outputContents)
    output = pipeline.getCatalog().expandOutput(*output);
  return made;
}

/// Several sets of patterns run as one pass, and it cannot be told which of
/// them has done what: the pass is that of the party that has declared the
/// slot, and no contract of a set holds for it.
static void describePatternSlot(const PassList &list, const Node &first,
                                PassOwner &owner) {
  const BundleInstance *slot = getPatternSlot(first);
  if (!slot)
    return;
  // Those that were declared with the slot were not put into it.
  owner.slot = getSlotName(*slot).str();
  for (const Node *node = first.getNext(); node != slot->end;
       node = node->getNext()) {
    if (!node->isPass())
      continue;
    owner.node.name = slot->getName().str();
    owner.isEffectUnknown = true;
    if (node->getOrigin().name == first.getOrigin().name)
      continue;
    owner.node.origin = list.getRef(*slot->begin).origin;
    owner.party = slot->begin->getOrigin();
  }
}

/// Whether a bundle ends between a pass and the next one. The sets of patterns
/// in one slot are one pass.
static bool endsBundle(const Node &pass) {
  const BundleInstance *slot = getPatternSlot(pass);
  for (const Node *node = slot ? slot->end : pass.getNext();
       node && !node->isPass(); node = node->getNext())
    if (node->getKind() == Node::Kind::BundleEnd &&
        !isPatternSlot(node->getBundle()))
      return true;
  return false;
}

std::shared_ptr<const BundleFacts>
OwnerRecorder::describe(const BundleInstance &bundle) {
  auto &described = known.bundles[&bundle];
  if (!described)
    described = std::make_shared<const BundleFacts>(
        BundleFacts{pipeline.getRef(*bundle.begin), *bundle.contract});
  return described;
}

PassOwner OwnerRecorder::describe(const Node &node) {
  PassOwner owner;
  owner.node = pipeline.getRef(node);
  owner.party = node.getOrigin();
  owner.passCount = pipeline.size();
  for (const BundleInstance *bundle = node.getBundle(); bundle;
       bundle = bundle->parent) {
    if (!isPatternSlot(bundle))
      owner.bundles.push_back(bundle->getName().str());
    owner.isEffectUnknown |=
        bundle->contract && bundle->contract->hasUnknownEffect();
    if (bundle->contract && !bundle->contract->empty())
      owner.bundlesWithContracts.push_back(describe(*bundle));
  }
  std::reverse(owner.bundles.begin(), owner.bundles.end());
  std::reverse(owner.bundlesWithContracts.begin(),
               owner.bundlesWithContracts.end());
  owner.endsBundle = endsBundle(node);
  if (const Node *slot = node.getSlot())
    owner.slot = slot->getName().str();
  auto &descriptor = known.descriptors[&node.getDescriptor()];
  if (!descriptor)
    descriptor = std::make_shared<const PassDescriptor>(node.getDescriptor());
  owner.descriptor = descriptor;
  owner.isToldByOptions = descriptor->hasOptionList || node.isMadeFromName();
  describePatternSlot(pipeline.getList(), node, owner);
  if (!known.facts)
    known.facts = describePipeline();
  owner.pipeline = known.facts;
  return owner;
}

void OwnerRecorder::begin(uint64_t revision, bool hasEnd) {
  // Declaring what goes in and comes out is no edit of the list.
  const PipelineInterface &interface = pipeline.getInterface();
  if (known.revision == revision && known.hasEnd == hasEnd &&
      known.interface == interface)
    return;
  known = Known();
  known.revision = revision;
  known.hasEnd = hasEnd;
  known.interface = interface;
}

void OwnerRecorder::add(const mlir::Pass &pass, const Node &node) {
  const PassOwner *&owner = known.owners[&node];
  if (!owner)
    owner = owners->keep(describe(node));
  owners->add(pass, owner);
}
