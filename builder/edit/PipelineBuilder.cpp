//===- PipelineBuilder.cpp - Composing a pipeline with C++ types ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/PipelineBuilder.h"
#include "builder/edit/Linker.h"

using namespace pmb;

NestBuilder PipelineBuilder::nest(llvm::StringRef op) {
  return NestBuilder(*this, makeNest(op, getImpl().list.back(), nullptr));
}

void PipelineBuilder::nestEach(llvm::ArrayRef<llvm::StringRef> ops,
                               const PassBundle &bundle, SourceLocation place) {
  llvm::Expected<Recipe> copy = bundle.getRecipe().copy();
  if (!copy)
    return getImpl().defer(copy.takeError());
  copy->nests.clear();
  for (llvm::StringRef op : ops)
    copy->nests.push_back(op.str());
  getImpl().append(std::move(*copy), place);
}

PipelineBuilder::NestPlace &
PipelineBuilder::makeNest(llvm::StringRef op, Node *tail, NestPlace *parent) {
  AnchorPath *path = nullptr,
             *outer = parent ? parent->path : &getImpl().list.getRoot();
  if (!isValidName(op))
    getImpl().defer(checkName("operation", op));
  else if (outer)
    path = outer->getNested(op);
  // What stands in no nest has no place among the others either.
  if (!path)
    parent = nullptr;
  nests.push_back({path, tail, parent, nests.size()});
  return nests.back();
}

bool PipelineBuilder::comesAfter(const NestPlace &nest,
                                 const NestPlace &other) {
  if (!nest.path || !other.path)
    return false;
  // Nests in one nest come in the order in which they were made.
  const NestPlace *a = &nest, *b = &other;
  while (a->path->getDepth() > b->path->getDepth())
    a = a->parent;
  while (b->path->getDepth() > a->path->getDepth())
    b = b->parent;
  while (a->parent != b->parent) {
    a = a->parent;
    b = b->parent;
  }
  // Equal, so false, if one is inside the other.
  return a->number > b->number;
}

void PipelineBuilder::advance(NestPlace &nest, Node *added) {
  const Node *end = PipelineImpl::findLinked(nest.tail);
  const NestPlace *outermost = &nest;
  nest.tail = added;
  // A nest around this one that ended here ends later now.
  for (NestPlace *outer = nest.parent; outer; outer = outer->parent) {
    if (PipelineImpl::findLinked(outer->tail) == end)
      outer->tail = added;
    outermost = outer;
  }
  // So does one that comes next and has nothing in it yet. As a rule there is
  // none, because nests are filled as they are made.
  for (size_t i = outermost->number + 1; i < nests.size(); ++i)
    if (PipelineImpl::findLinked(nests[i].tail) == end &&
        comesAfter(nests[i], nest))
      nests[i].tail = added;
}

NestBuilder &NestBuilder::add(Recipe element, SourceLocation at) {
  PipelineImpl &impl = pipeline.getImpl();
  PipelineImpl::PlaceScope here(impl, at);
  if (!absent.empty())
    Linker(impl).noteAbsent(element, absent);
  else if (Node *added = place->path ? impl.addToNest(std::move(element),
                                                      place->path, place->tail)
                                     : nullptr)
    pipeline.advance(*place, added);
  return *this;
}

NestBuilder &NestBuilder::addBundle(const PassBundle &bundle,
                                    SourceLocation at) {
  if (llvm::Expected<Recipe> copy = bundle.getRecipe().copy())
    add(std::move(*copy), at);
  else
    pipeline.getImpl().defer(copy.takeError());
  return *this;
}

NestBuilder &NestBuilder::addBundle(llvm::StringRef name,
                                    llvm::StringRef options,
                                    SourceLocation at) {
  if (llvm::Expected<PassBundle> bundle =
          pipeline.getCatalog().makeBundle(name, options))
    add(bundle->takeRecipe(), at);
  else
    pipeline.getImpl().defer(bundle.takeError());
  return *this;
}

InsertResult PipelineBuilder::insertNew(NewPass pass, const Position &position,
                                        const PassOptions &options,
                                        SourceLocation place) {
  bool isName = !pass.spec.isInstance;
  std::string name = pass.spec.name;
  if (!options.text.empty())
    pass.spec.options = options.text;
  InsertResult added = insert(std::move(pass.spec), position, place);
  if (!added.failed())
    return added;
  std::vector<Diagnostic> failures = takeDiagnostics(added);
  const Target &where = position.getSelector().target;
  // One that is there stands where one that can be added is expected.
  bool canBeSwapped = isName && lookup(where).empty() &&
                      !lookup(Target{where.kind, name}).empty() &&
                      getCatalog().lookupPass(where.name);
  for (Diagnostic &failure : failures)
    if (canBeSwapped && failure.subject == where.name)
      failure.help("the pass to be added is named first: '" + where.name +
                   "', then '" + name + "'");
  return InsertResult(getImpl(), makeError(std::move(failures)));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

std::string PipelineBuilder::findUnmet(llvm::StringRef condition) {
  bool holds = false;
  getImpl().defer(
      getVariants().decide(ConditionText(condition)).moveInto(holds));
  return holds ? "" : condition.empty() ? "nothing" : condition.str();
}

ConditionalBuilder PipelineBuilder::when(llvm::StringRef condition) {
  return ConditionalBuilder(*this, condition);
}

NestBuilder NestBuilder::when(llvm::StringRef condition) const {
  NestBuilder result = *this;
  // What is wrong with a condition is wrong whether or not it matters.
  std::string unmet = pipeline.findUnmet(condition);
  if (absent.empty())
    result.absent = std::move(unmet);
  return result;
}

bool ConditionalBuilder::isThere(const Recipe &element) {
  if (!absent.empty())
    Linker(pipeline.getImpl()).noteAbsent(element, absent);
  return absent.empty();
}
