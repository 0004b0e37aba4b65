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

Expected<Pipeline::Entry> Pipeline::open(PassSpec &&pass, AnchorPath *nest) {
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
    Expected<std::optional<Recipe>> opened =
        openIfPipeline(pass, nest ? *nest : getRoot());
    if (!opened)
      return opened.takeError();
    if (*opened) {
      entry.opened = std::make_unique<Recipe>(std::move(**opened));
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

/// Whether something in a bundle is decided where it is added.
static bool isConditional(const Recipe &bundle) {
  SmallVector<const Recipe *> waiting = {&bundle};
  while (!waiting.empty()) {
    const Recipe &next = *waiting.pop_back_val();
    if (!next.when.empty() || !next.optionsFrom.empty() ||
        !next.declaredOptions.empty() ||
        (next.isBundle() && !next.options.empty()))
      return true;
    for (const Recipe &element : next.body)
      waiting.push_back(&element);
  }
  return false;
}

Expected<Pipeline::Entry> Pipeline::open(const Recipe &bundle) {
  if (Error error = checkBundleNames(bundle))
    return error;
  if (!isConditional(bundle))
    return Entry::makeBundle(bundle);
  Expected<Recipe> decided = variants.decide(bundle);
  if (!decided)
    return decided.takeError();
  Entry entry;
  entry.opened = std::make_unique<Recipe>(std::move(*decided));
  entry.bundle = entry.opened.get();
  return entry;
}

static Error makeTooDeep() {
  return makeError(Diagnostic(DiagnosticCode::TooLarge,
                              "bundles and pipelines are more than " +
                                  std::to_string(Pipeline::maxDepth) +
                                  " deep in each other"));
}

Error Pipeline::checkBundleNames(const Recipe &outermost) const {
  // In the order of the list; how deep it goes is not known yet.
  SmallVector<std::pair<const Recipe *, unsigned>> waiting = {{&outermost, 1}};
  while (!waiting.empty()) {
    auto [element, depth] = waiting.pop_back_val();
    if (depth > maxDepth)
      return makeTooDeep();
    for (const Recipe &inner : reverse(element->body))
      if (!inner.body.empty() || inner.isBundle())
        waiting.push_back({&inner, depth + 1});
    if (!element->isBundle())
      continue;
    if (Error error = checkName("bundle", element->name))
      return error;
    for (const std::string &kind : element->kinds)
      if (Error error = checkName("kind", kind))
        return error;
    PassDescriptor whole(element->name);
    whole.kinds = element->kinds;
    whole.contract = element->contract;
    // A bundle has no options that a condition could ask for.
    whole.hasOptionList = true;
    if (Error error =
            getCatalog().verify(whole, /*kindsMayCome=*/true, &getOptions()))
      return error;
  }
  return Error::success();
}

Error Pipeline::copyFor(size_t count, Entry entry,
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

Expected<Node *> Pipeline::link(Expected<Entry> entry, AnchorPath *near,
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

Expected<Node *> Pipeline::linkPass(Entry &entry, AnchorPath *near,
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

Expected<Node *> Pipeline::linkSlot(StringRef name, AnchorPath *path,
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

Expected<Node *> Pipeline::linkBundle(const Recipe &bundle, AnchorPath *near,
                                      Node *before, Recipe *opened) {
  // Its two marks. The passes in it ask for themselves, as each may stand for
  // many.
  if (Error error = checkRoom(2))
    return error;
  if (Error error = verifyPath(near, bundle.name))
    return error;
  auto made = std::make_unique<BundleInstance>();
  made->symbol = list.getSymbol(Target::Kind::Bundle, bundle.name);
  made->kinds.append(bundle.kinds.begin(), bundle.kinds.end());
  made->isContiguous = bundle.isContiguous;
  made->noCleanup = bundle.noCleanup;
  made->isPipeline = bundle.isPipeline;
  if (bundle.isPipeline)
    made->pipelineOptions = bundle.options;
  if (!bundle.contract.empty())
    made->contract = list.keep(bundle.contract);
  const BundleInstance *around = before ? before->getBundleAround() : nullptr;
  if (isPatternSlot(around))
    return makeWrongSlot(bundle.name, *around);
  if (bundle.isPipeline)
    if (Error error = checkNotInItself(bundle.name, around))
      return error;
  if (around && around->depth + 1 >= maxDepth)
    return makeTooDeep();
  BundleInstance *instance =
      list.linkBundle(std::move(made), near, currentOrigin, before);
  if (Error error = linkBody(bundle, opened, bundle.name, near, instance->end))
    return error;
  if (instance->isPipeline)
    for (const Node *node = instance->begin->getNext(); node != instance->end;
         node = node->getNext())
      instance->opened.push_back(node);
  return instance->begin;
}

Error Pipeline::linkBody(const Recipe &whole, Recipe *opened, StringRef bundle,
                         AnchorPath *near, Node *before) {
  for (const auto &[index, element] : enumerate(whole.body))
    if (Error error = linkPart(element, opened ? &opened->body[index] : nullptr,
                               bundle, near, before))
      return error;
  return Error::success();
}

Error Pipeline::linkPart(const Recipe &element, Recipe *opened,
                         StringRef bundle, AnchorPath *near, Node *before) {
  switch (element.kind) {
  case Recipe::Kind::Slot:
    return linkSlot(element.name, near, before).takeError();
  case Recipe::Kind::Bundle:
    return linkBundle(element, near, before, opened).takeError();
  case Recipe::Kind::Nest: {
    // What is around it already is not opened again.
    AnchorPath *path = near->findUpwards(element.name);
    return linkBody(element, opened, bundle,
                    path ? path : near->getNested(element.name), before);
  }
  case Recipe::Kind::Include:
  case Recipe::Kind::Pass:
    break;
  }
  PassSpec pass = opened ? std::move(*opened) : element.PassSpec::clone();
  if (!opened && element.instance && !pass.instance)
    return makeError(Diagnostic(DiagnosticCode::NotCopyable,
                                "the instance of '" + pass.name +
                                    "' in the bundle '" + bundle.str() +
                                    "' cannot be copied")
                         .help("give the bundle a type or a name instead of an "
                               "instance"));
  return link(open(std::move(pass)), near, before).takeError();
}
