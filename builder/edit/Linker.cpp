//===- Linker.cpp - From recipes to nodes ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Linker.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Linker::Linker(PipelineImpl &pipeline, RecipeNames *names)
    : pipeline(pipeline), catalogNames(pipeline.getCatalog()),
      names(names ? *names : catalogNames) {}

Error Linker::compose(Pipeline &facade, RecipeNames &names,
                      function_ref<Error(Linker &)> edits) {
  PipelineImpl &pipeline = facade.getImpl();
  const Origin *previous = pipeline.currentOrigin;
  Error error = pipeline.atomically([&]() -> Error {
    Linker linker(pipeline, &names);
    Error error = edits(linker);
    return linker.finish(std::move(error));
  });
  pipeline.currentOrigin = previous;
  return error;
}

Error Linker::finish(Error error) {
  append_range(failures, takeDiagnostics(std::move(error)));
  return makeError(std::exchange(failures, {}));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Linker::SourceScope::SourceScope(Linker &linker, const Recipe &element)
    : linker(linker), origin(linker.pipeline.currentOrigin),
      located(linker.located) {
  if (!element.source)
    return;
  // Each stands at a place of its own, so there is nothing to share.
  auto *own = new (linker.pipeline.placedOrigins.Allocate())
      Origin(element.source->getOrigin(element.place));
  own->why = element.reason;
  linker.pipeline.currentOrigin = own;
  linker.located = &element;
}

Linker::SourceScope::~SourceScope() {
  linker.pipeline.currentOrigin = origin;
  linker.located = located;
}

void Linker::report(Error error) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    if (located)
      names.locate(diagnostic, *located, failures.empty());
    isFull |= diagnostic.code == DiagnosticCode::TooLarge;
    failures.push_back(std::move(diagnostic));
  }
}

void Linker::add(std::vector<Recipe> elements, const Place &place) {
  for (Recipe &element : elements)
    add(element, place);
}

void Linker::add(Recipe &element, const Place &place) {
  if (isFull)
    return;
  SaveAndRestore<unsigned> inner(depth, depth + 1);
  SourceScope here(*this, element);
  Error error = PipelineImpl::checkDepth(depth - 1);
  // What a name stands for is limited by the nodes that it makes.
  if (!error && element.source)
    error = PipelineImpl::checkLimit(++elementCount, names.maxElements,
                                     "the pipeline has more than {0} elements");
  if (!error)
    error = addOne(element, place).takeError();
  report(std::move(error));
}

Expected<Node *> Linker::addOne(Recipe &element, const Place &place) {
  Expected<bool> isThere = decide(element);
  if (!isThere)
    return isThere.takeError();
  if (!*isThere)
    return nullptr;
  Expected<Opened> opened =
      open(element, place.isNest ? place.path : nullptr, place.within);
  if (!opened)
    return opened.takeError();
  return link(*opened, place);
}

Expected<Node *> Linker::link(const Opened &opened, const Place &near) {
  Recipe &element = *opened.recipe;
  Place place = near;
  if (opened.nest)
    place.path = opened.nest;
  // A bundle that asks for its nest stays in it, as a pass does.
  if (element.isBundle() && element.nest)
    place.within = opened.nest;
  Expected<Node *> node = nullptr;
  switch (element.kind) {
  case Recipe::Kind::Pass:
    node = linkPass(opened, near);
    break;
  case Recipe::Kind::Slot:
    node = linkSlot(element.name, place);
    break;
  case Recipe::Kind::Bundle:
    node = linkBundle(element, place);
    break;
  case Recipe::Kind::Nest:
    if (Error error = linkNest(element, place))
      return error;
    break;
  case Recipe::Kind::Include:
    if (Error error = names.include(element, place.path->getOp(), [&] {
          add(cloneAll(names.getIncluded(element)), place);
        }))
      return error;
    break;
  }
  if (node && *node && !element.pinned.empty())
    pipeline.list.pinWhole(**node, {pipeline.currentOrigin, element.pinned,
                                    element.pinnedOptions});
  return node;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Expected<bool> Linker::decide(Recipe &element) {
  bool isThere = true;
  if (!element.when.empty())
    if (Error error = pipeline.variants
                          .decide(ConditionText(element.when, element.source,
                                                element.whenPlace),
                                  &getScope())
                          .moveInto(isThere))
      return addContext(std::move(error));
  if (!isThere)
    noteAbsent(element, element.when);
  if (!isThere || element.optionsFrom.empty())
    return isThere;
  Errors errors;
  std::vector<std::pair<StringRef, std::string>> values;
  for (const auto &[option, from] : element.optionsFrom) {
    // Whether or not there is a value for it.
    const PassDescriptor *known =
        element.isPass() ? pipeline.getCatalog().lookupPass(element.name)
                         : nullptr;
    if (known && !known->lookupOption(option))
      errors.add(verifyOptions(
          *known, option,
          pipeline.getCatalog().getHistories().lookup(element.name)));
    auto value = pipeline.variants.takeValue(from, &getScope());
    if (!value)
      errors.add(value.takeError());
    else if (*value)
      values.push_back({option, std::move(**value)});
  }
  if (!errors.empty())
    return addContext(errors.take());
  element.options = addOptions(element.options, values);
  return true;
}

void Linker::noteAbsent(const Recipe &outermost, StringRef condition) {
  Variants &variants = pipeline.variants;
  SmallVector<const Recipe *> waiting = {&outermost};
  auto wait = [&](ArrayRef<Recipe> elements) {
    for (const Recipe &element : reverse(elements))
      waiting.push_back(&element);
  };
  while (!waiting.empty()) {
    const Recipe *next = waiting.pop_back_val();
    switch (next->kind) {
    case Recipe::Kind::Pass:
      variants.noteAbsent(pass(next->name), condition);
      break;
    case Recipe::Kind::Slot:
      variants.noteAbsent(slot(next->name), condition);
      break;
    case Recipe::Kind::Bundle:
      // Once for all that have it: bundles that use others twice can be many.
      if (!variants.noteAbsent(bundle(next->name), condition))
        continue;
      if (!next->isDefinition) {
        Expected<const Recipe *> named = names.lookupBundle(next->name);
        if (named)
          next = *named;
        else
          consumeError(named.takeError());
      }
      for (const std::string &own : next->kinds)
        variants.noteAbsent(kind(own), condition);
      break;
    case Recipe::Kind::Include:
      if (ArrayRef<Recipe> elements = names.getIncluded(*next);
          absentIncludes.insert(elements.data()).second)
        wait(elements);
      break;
    case Recipe::Kind::Nest:
      break;
    }
    wait(next->body);
  }
}

/// Lets diagnostics of something in bundles say in which.
Error Linker::addContext(Error error) const {
  std::vector<Diagnostic> found = takeDiagnostics(std::move(error));
  for (Diagnostic &failure : found)
    for (StringRef bundle : reverse(around))
      failure.note("in the bundle {0}", quote(bundle));
  return makeError(std::move(found));
}

//===----------------------------------------------------------------------===//
// Passes, slots and nests
//===----------------------------------------------------------------------===//

Expected<Node *> Linker::linkPass(const Opened &opened, const Place &place) {
  PassList &list = pipeline.list;
  Recipe &pass = *opened.recipe;
  if (Error error = pipeline.checkRoom(1))
    return error;
  Expected<AnchorPath *> path = choosePath(opened, place);
  if (!path)
    return path.takeError();
  if (Error error = pipeline.checkPatterns(opened, **path, place.before))
    return error;
  Node *node = list.createNode(Node::Kind::Pass, opened.symbol, *path,
                               pipeline.currentOrigin);
  list.limitSharedDepth(*node, pass.sharedDepth);
  list.setOptions(*node, stripBraces(pass.options));
  list.setMadeFromName(*node, !pass.isInstance);
  if (pass.isKept)
    list.setKept(*node, true);
  if (!pass.canBeEstablished)
    list.setEstablishable(*node, false);
  list.setInstance(*node, std::move(pass.instance));
  bool isInPatternSlot =
      place.before && isPatternSlot(place.before->getBundleAround());
  if (pass.described &&
      (isInPatternSlot || pass.described != opened.symbol->described))
    pipeline.describeNode(*node, pass.described);
  list.link(node, place.before);
  return node;
}

Expected<Node *> Linker::linkSlot(StringRef name, const Place &place) {
  if (Error error = checkName("slot", name))
    return error;
  Symbol *symbol = pipeline.list.getSymbol(Target::Kind::Slot, name);
  if (symbol->count)
    return pipeline.makeSlotTwice(*symbol);
  if (Error error = pipeline.checkRoom(1))
    return error;
  if (Error error = PipelineImpl::checkNestDepth(place.path->getDepth()))
    return error;
  if (Error error = verifyPath(place.path, name))
    return error;
  Node *node = pipeline.list.createNode(Node::Kind::Slot, symbol, place.path,
                                        pipeline.currentOrigin);
  pipeline.list.link(node, place.before);
  return node;
}

Error Linker::linkNest(Recipe &nest, const Place &place) {
  if (Error error = PipelineImpl::checkNestDepth(place.path->getDepth() + 1))
    return error;
  AnchorPath *outer = place.path, *top = place.within;
  AnchorPath *path =
      place.isShared ? outer->findUpwards(nest.name, top) : nullptr;
  // What does not know where it is put stands beside a function, not in it.
  if (place.isShared && outer->getParent() && outer != top &&
      pipeline.getCatalog().isFunction(outer->getOp()))
    outer = outer->getParent();
  Place inside = place;
  inside.path = path ? path : outer->getNested(nest.name);
  inside.isNest = nest.source || nest.isAsWritten;
  inside.within = inside.path;
  inside.isShared = false;
  if (pipeline.getCatalog().getRules().hasParameters)
    if (Error error = verifyPath(inside.path, nest.name))
      return error;
  const Node *last =
      place.before ? place.before->getPrevious() : pipeline.list.back();
  add(std::move(nest.body), inside);
  if (nest.isSeparate || nest.isAsWritten)
    keepApart(last, place, /*always=*/nest.isSeparate);
  return Error::success();
}

void Linker::keepApart(const Node *last, const Place &place, bool always) {
  Node *first =
      last ? const_cast<Node *>(last)->getNext() : pipeline.list.front();
  while (first && first != place.before && !first->isPass())
    first = first->getNext();
  if (!first || first == place.before)
    return;
  while (last && !last->isPass())
    last = last->getPrevious();
  unsigned depth = place.path->getDepth();
  if (always || (last && AnchorPath::getCommonPrefix(&last->getAnchorPath(),
                                                     &first->getAnchorPath())
                                 ->getDepth() > depth))
    pipeline.list.limitSharedDepth(*first,
                                   std::min(depth, first->getSharedDepth()));
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

Expected<Node *> Linker::linkBundle(Recipe &bundle, Place place) {
  if (bundle.isDefinition) {
    place.isShared |= !bundle.source;
    return linkDefinition(bundle, place);
  }
  Expected<const Recipe *> named = names.lookupBundle(bundle.name);
  if (!named)
    return named.takeError();
  if (is_contained(used, *named)) {
    Diagnostic diagnostic(DiagnosticCode::IncludeCycle,
                          "the bundle {0} contains itself", quote(bundle.name));
    diagnostic.about(bundle.name);
    for (const Recipe *step : used)
      diagnostic.note("through {0}", quote(step->name));
    return diagnostic;
  }
  used.push_back(*named);
  scope_exit done([&] { used.pop_back(); });
  Recipe definition = (*named)->clone();
  definition.options = addOptions(definition.options, bundle.options);
  place.isShared = true;
  // Its options are asked for where it is defined, not where it is used.
  SaveAndRestore<const OptionScope *> outer(scope, nullptr);
  return linkDefinition(definition, place);
}

Error Linker::verifyBundle(Recipe &bundle) {
  if (Error error = checkName("bundle", bundle.name))
    return error;
  for (const std::string &kind : bundle.kinds)
    if (Error error = checkName("kind", kind))
      return error;
  // The catalog looks at contracts of passes; a bundle has no options that a
  // condition could ask for.
  PassDescriptor whole(bundle.name);
  whole.kinds = bundle.kinds;
  whole.contract = bundle.contract;
  whole.hasOptionList = true;
  Error error = pipeline.getCatalog().verify(
      whole, /*kindsMayCome=*/!bundle.source, &pipeline.getOptions());
  if (!error || !bundle.source)
    return error;
  // What is in it is looked at all the same.
  SourceScope here(*this, bundle);
  report(std::move(error));
  bundle.contract = Contract();
  return Error::success();
}

Error Linker::declareOptions(const Recipe &bundle, OptionScope &scope) const {
  Errors errors;
  for (const OptionDescriptor &option : bundle.declaredOptions)
    errors.add(scope.addOption(option));
  for (auto [name, value] : splitOptions(bundle.options))
    scope.setOption(name, stripBraces(value));
  errors.add(verifyGivenOptions(scope, "the bundle " + quote(bundle.name)));
  return errors.take();
}

/// Keeps an error for each option of a bundle that nothing in it asks for,
/// unless one of `found`, about what is in it, is that its name is misspelled.
void Linker::reportUnused(const OptionScope &scope, const StringSet<> &used,
                          StringRef bundle, ArrayRef<Diagnostic> found) {
  for (Diagnostic &unused :
       takeDiagnostics(addContext(makeUnusedOptions(scope, used, bundle))))
    if (none_of(found, [&](const Diagnostic &failure) {
          return failure.misspelling.meant == unused.subject;
        }))
      report(makeError(std::move(unused)));
}

/// Adds what is in a bundle: once, or once in each of its nests.
Error Linker::addBody(Recipe &bundle, const Place &place) {
  if (bundle.nests.empty()) {
    add(std::move(bundle.body), place);
    return Error::success();
  }
  for (const std::string &op : bundle.nests) {
    if (Error error = checkName("operation", op))
      return error;
    if (&*find(bundle.nests, op) != &op)
      return Diagnostic(DiagnosticCode::BadValue,
                        "there is a nest for '{0}' already", op)
          .help("name each operation once");
    Recipe nest(Recipe::Kind::Nest, op);
    bool isLast = &op == &bundle.nests.back();
    for (Recipe &element : bundle.body)
      if (isLast)
        nest.body.push_back(std::move(element));
      else if (Expected<Recipe> copy = element.copy())
        nest.body.push_back(std::move(*copy));
      else
        return copy.takeError();
    if (Error error = linkNest(nest, place))
      return error;
  }
  return Error::success();
}

Expected<Node *> Linker::linkDefinition(Recipe &bundle, Place place) {
  PassList &list = pipeline.list;
  // Its two marks. The passes in it ask for themselves, as each may stand for
  // many.
  if (Error error = pipeline.checkRoom(2))
    return error;
  if (!bundle.isPipeline)
    if (Error error = verifyBundle(bundle))
      return error;
  if (Error error = verifyPath(place.path, bundle.name))
    return error;
  const BundleInstance *outer =
      place.before ? place.before->getBundleAround() : nullptr;
  if (isPatternSlot(outer))
    return PipelineImpl::makeWrongSlot(bundle.name, *outer);
  if (bundle.isPipeline)
    if (Error error = checkNotInItself(bundle.name, outer))
      return error;
  if (outer)
    if (Error error = PipelineImpl::checkDepth(outer->getDepth() + 1))
      return error;

  if (!bundle.source)
    around.push_back(bundle.name);
  scope_exit leave([&] {
    if (!bundle.source)
      around.pop_back();
  });
  OptionScope own(&getScope());
  if (!bundle.isPipeline)
    if (Error error = declareOptions(bundle, own))
      return addContext(std::move(error));
  SaveAndRestore<const OptionScope *> inner(scope, &own);
  StringSet<> used;
  if (!bundle.declaredOptions.empty())
    collectAskedNames(bundle.body, used);

  BundleInstance made;
  made.symbol = list.getSymbol(Target::Kind::Bundle, bundle.name);
  made.kinds.append(bundle.kinds.begin(), bundle.kinds.end());
  made.isContiguous = bundle.isContiguous;
  made.noCleanup = bundle.noCleanup;
  made.isPipeline = bundle.isPipeline;
  if (bundle.isPipeline)
    made.pipelineOptions = bundle.options;
  if (bundle.instance)
    made.instance =
        std::make_shared<const PassInstance>(std::move(bundle.instance));
  if (!bundle.contract.empty())
    made.contract = list.keep(bundle.contract);
  BundleInstance *instance = list.linkBundle(
      std::move(made), place.path, pipeline.currentOrigin, place.before);
  place.before = instance->end;
  // The text in which it stands says where its passes run.
  if (place.isNest && (!bundle.source || bundle.isPipeline)) {
    place.isNest = false;
    place.within = place.path;
  }
  size_t known = failures.size();
  if (Error error = addBody(bundle, place))
    return error;
  reportUnused(own, used, bundle.name, ArrayRef(failures).drop_front(known));
  if (instance->isPipeline)
    for (const Node *node = instance->begin->getNext(); node != instance->end;
         node = node->getNext())
      instance->opened.push_back(node);
  return instance->begin;
}
