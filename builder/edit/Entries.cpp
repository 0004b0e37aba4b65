//===- Entries.cpp - What is added becomes nodes --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever adds to a pipeline, in C++, as text, or in a file, has entries:
// passes by name, passes that are made, names of registered pipelines, bundles
// and slots. `open` finds out what an entry stands for, and `link` links it at
// a place in the name of the current origin.
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Entry.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

Expected<PipelineImpl::Entry> PipelineImpl::open(PassSpec &&pass,
                                                 AnchorPath *nest) {
  if (!nest && pass.nest) {
    if (Error error = checkNestDepth(pass.nest->size()))
      return error;
    nest = &list.getRoot();
    for (const std::string &op : *pass.nest)
      nest = nest->getNested(op);
  }
  Entry entry;
  entry.nest = nest;
  if (!pass.isInstance) {
    Expected<std::optional<PassBundle>> opened =
        openIfPipeline(pass, nest ? *nest : getRoot());
    if (!opened)
      return opened.takeError();
    if (*opened) {
      entry.opened = std::make_unique<PassBundle>(std::move(**opened));
      entry.bundle = entry.opened.get();
      return entry;
    }
  }
  if (Error error = prepare(pass, nest))
    return error;
  entry.symbol = getPassSymbol(pass.name, pass.described);
  entry.instance = std::move(pass.instance);
  entry.options = stripBraces(pass.options);
  entry.isMadeFromName = !pass.isInstance;
  entry.sharedDepth = pass.sharedDepth;
  entry.isKept = pass.isKept;
  entry.canBeEstablished = pass.canBeEstablished;
  return entry;
}

Expected<PipelineImpl::Entry> PipelineImpl::open(const PassBundle &bundle) {
  if (Error error = checkBundleNames(bundle))
    return error;
  if (!bundle.isConditional())
    return Entry::makeBundle(bundle);
  Expected<PassBundle> decided = variants.decide(bundle);
  if (!decided)
    return decided.takeError();
  Entry entry;
  entry.opened = std::make_unique<PassBundle>(std::move(*decided));
  entry.bundle = entry.opened.get();
  return entry;
}

static Error makeTooDeep() {
  return makeError(Diagnostic(DiagnosticCode::TooLarge,
                              "bundles and pipelines are more than " +
                                  std::to_string(Pipeline::maxDepth) +
                                  " deep in each other"));
}

Error PipelineImpl::checkDepth(unsigned depth) {
  return depth < Pipeline::maxDepth ? Error::success() : makeTooDeep();
}

Error PipelineImpl::checkBundleNames(const PassBundle &outermost) const {
  // In the order of the list; how deep it goes is not known yet.
  SmallVector<std::pair<const PassBundle *, unsigned>> waiting = {
      {&outermost, 1}};
  while (!waiting.empty()) {
    auto [bundle, depth] = waiting.pop_back_val();
    if (depth > Pipeline::maxDepth)
      return makeTooDeep();
    if (Error error = checkName("bundle", bundle->getName()))
      return error;
    for (const std::string &kind : bundle->getKinds())
      if (Error error = checkName("kind", kind))
        return error;
    PassDescriptor whole(bundle->getName());
    whole.kinds = bundle->getKinds().vec();
    whole.contract = bundle->contract;
    // A bundle has no options that a condition could ask for.
    whole.hasOptionList = true;
    if (Error error =
            getCatalog().verify(whole, /*kindsMayCome=*/true, &getOptions()))
      return error;
    for (const PassBundle::Entry &entry : reverse(bundle->getEntries()))
      if (entry.bundle)
        waiting.push_back({entry.bundle.get(), depth + 1});
  }
  return Error::success();
}

Error PipelineImpl::copyFor(size_t count, Entry entry,
                            SmallVectorImpl<Entry> &copies) {
  for (size_t i = 1; i < count; ++i) {
    Entry copy(entry.symbol, entry.instance.clone());
    copy.options = entry.options;
    copy.isMadeFromName = entry.isMadeFromName;
    copy.sharedDepth = entry.sharedDepth;
    copy.isKept = entry.isKept;
    copy.canBeEstablished = entry.canBeEstablished;
    copy.bundle = entry.bundle;
    copy.nest = entry.nest;
    copy.slot = entry.slot;
    if (entry.instance && !copy.instance)
      return makeError(
          Diagnostic(DiagnosticCode::NotCopyable,
                     "the instance of '" + entry.getName().str() +
                         "' cannot be copied to " + std::to_string(count) +
                         " places")
              .help("give a type or a name instead of an instance"));
    copies.push_back(std::move(copy));
  }
  copies.push_back(std::move(entry));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

Expected<Node *> PipelineImpl::link(Expected<Entry> entry, AnchorPath *near,
                                    Node *before) {
  if (!entry)
    return entry.takeError();
  if (entry->bundle)
    return linkBundle(*entry->bundle, entry->nest ? entry->nest : near, before,
                      entry->opened.get());
  if (entry->symbol)
    return linkPass(*entry, near, before);
  return linkSlot(entry->slot, near, before);
}

Expected<Node *> PipelineImpl::linkPass(Entry &entry, AnchorPath *near,
                                        Node *before) {
  if (Error error = checkRoom(1))
    return error;
  Expected<AnchorPath *> path = choosePath(entry, near);
  if (!path)
    return path.takeError();
  if (Error error = checkPatterns(entry, **path, before))
    return error;
  Node *node =
      list.createNode(Node::Kind::Pass, entry.symbol, *path, currentOrigin);
  list.limitSharedDepth(*node, entry.sharedDepth);
  list.setOptions(*node, entry.options);
  list.setMadeFromName(*node, entry.isMadeFromName);
  if (entry.isKept)
    list.setKept(*node, true);
  if (!entry.canBeEstablished)
    list.setEstablishable(*node, false);
  list.setInstance(*node, std::move(entry.instance));
  list.link(node, before);
  return node;
}

Expected<Node *> PipelineImpl::linkSlot(StringRef name, AnchorPath *path,
                                        Node *before) {
  if (Error error = checkName("slot", name))
    return error;
  Symbol *symbol = list.getSymbol(Target::Kind::Slot, name);
  if (symbol->count)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the pipeline has a slot '" + name.str() + "' already")
            .about(name));
  if (Error error = checkRoom(1))
    return error;
  if (Error error = checkNestDepth(path->getDepth()))
    return error;
  if (Error error = verifyPath(path, name))
    return error;
  Node *node = list.createNode(Node::Kind::Slot, symbol, path, currentOrigin);
  list.link(node, before);
  return node;
}

Expected<Node *> PipelineImpl::linkBundle(const PassBundle &bundle,
                                          AnchorPath *near, Node *before,
                                          PassBundle *opened) {
  // Its two marks. The passes in it ask for themselves, as each may stand for
  // many.
  if (Error error = checkRoom(2))
    return error;
  if (Error error = verifyPath(near, bundle.getName()))
    return error;
  auto made = std::make_unique<BundleInstance>();
  made->symbol = list.getSymbol(Target::Kind::Bundle, bundle.getName());
  made->kinds.append(bundle.getKinds().begin(), bundle.getKinds().end());
  made->isContiguous = bundle.isContiguous();
  made->noCleanup = bundle.getNoCleanup().str();
  made->isPipeline = bundle.isPipeline();
  made->pipelineOptions = bundle.getPipelineOptions().str();
  if (!bundle.contract.empty())
    made->contract = list.keep(bundle.contract);
  const BundleInstance *around = before ? before->getBundleAround() : nullptr;
  if (isPatternSlot(around))
    return makeWrongSlot(bundle.getName(), *around);
  if (bundle.isPipeline())
    if (Error error = checkNotInItself(bundle.getName(), around))
      return error;
  if (around)
    if (Error error = checkDepth(around->getDepth() + 1))
      return error;
  BundleInstance *instance =
      list.linkBundle(std::move(made), near, currentOrigin, before);
  for (const auto &[index, entry] : enumerate(bundle.getEntries()))
    if (Error error =
            linkPart(entry,
                     opened ? std::move(opened->getEntries()[index].pass)
                            : entry.pass.clone(),
                     bundle.getName(), near, instance->end)
                .takeError())
      return error;
  if (instance->isPipeline)
    for (const Node *node = instance->begin->getNext(); node != instance->end;
         node = node->getNext())
      instance->opened.push_back(node);
  return instance->begin;
}

Expected<Node *> PipelineImpl::linkPart(const PassBundle::Entry &entry,
                                        PassSpec pass, StringRef bundle,
                                        AnchorPath *near, Node *before) {
  switch (entry.kind) {
  case PassBundle::Entry::Kind::Slot:
    return linkSlot(entry.slot, near, before);
  case PassBundle::Entry::Kind::Bundle:
    return linkBundle(*entry.bundle, near, before);
  case PassBundle::Entry::Kind::Pass:
    break;
  }
  if (entry.pass.instance && !pass.instance)
    return makeError(Diagnostic(DiagnosticCode::NotCopyable,
                                "the instance of '" + pass.name +
                                    "' in the bundle '" + bundle.str() +
                                    "' cannot be copied")
                         .help("give the bundle a type or a name instead of an "
                               "instance"));
  return link(open(std::move(pass)), near, before);
}
