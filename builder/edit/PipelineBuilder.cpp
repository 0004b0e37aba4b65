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

NestBuilder PipelineBuilder::nest(llvm::StringRef op, SourceLocation place) {
  return NestBuilder(*this,
                     makeNest(op, getImpl().list.back(), nullptr, place));
}

void PipelineBuilder::nestEach(llvm::ArrayRef<llvm::StringRef> ops,
                               const PassBundle &bundle, SourceLocation place) {
  PipelineImpl::PlaceScope here(getImpl(), place);
  if (ops.empty())
    return getImpl().defer(
        Diagnostic(DiagnosticCode::BadValue,
                   "nestEach() is given no operation for a nest with '{0}'",
                   bundle.getName())
            .help("name one, or add the bundle with addBundle()"));
  llvm::Expected<Recipe> copy = bundle.getRecipe().copy();
  if (copy)
    copy->nests.assign(ops.begin(), ops.end());
  put(std::move(copy), place);
}

PipelineBuilder::NestPlace &PipelineBuilder::makeNest(llvm::StringRef op,
                                                      Node *tail,
                                                      NestPlace *parent,
                                                      SourceLocation place) {
  PipelineImpl::PlaceScope here(getImpl(), place);
  AnchorPath *path = nullptr,
             *outer = parent ? parent->path : &getImpl().list.getRoot();
  if (!isValidName(op))
    getImpl().defer(checkName("operation", op));
  else if (outer)
    path = outer->getNested(op);
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

PipelineBuilder &PipelineBuilder::put(llvm::Expected<Recipe> element,
                                      SourceLocation at) {
  getImpl().append(std::move(element), at);
  return *this;
}

NestBuilder &NestBuilder::put(llvm::Expected<Recipe> element,
                              SourceLocation at) {
  PipelineImpl &impl = pipeline.getImpl();
  PipelineImpl::PlaceScope here(impl, at);
  if (!element)
    impl.defer(element.takeError());
  else if (Node *added = place->path ? impl.addToNest(std::move(*element),
                                                      place->path, place->tail)
                                     : nullptr)
    pipeline.advance(*place, added);
  return *this;
}

/// Whether a pass is likely to be added to a pipeline that has one: a cleanup,
/// or another pass of which it is known that it lowers nothing.
static bool isAddedAgain(const PassDescriptor *pass) {
  auto lowers = [](const ContractEntry &entry) {
    return entry.word == ContractEntry::Word::Lowers && !entry.items.empty();
  };
  return pass && (pass->hasKind("cleanup") ||
                  (pass->hasContract &&
                   llvm::none_of(pass->contract.getContents(), lowers)));
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
                      !isAddedAgain(getCatalog().lookupPass(name)) &&
                      getCatalog().lookupPass(where.name);
  for (Diagnostic &failure : failures)
    if (canBeSwapped &&
        (failure.subject == where.name || failure.subject == name))
      failure.help("the pass to be added is named first: '{0}', then '{1}'",
                   where.name, name);
  return InsertResult(getImpl(), makeError(std::move(failures)), place);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

std::string PipelineBuilder::findUnmet(llvm::StringRef condition,
                                       SourceLocation place) {
  PipelineImpl::PlaceScope here(getImpl(), place);
  bool holds = false;
  getImpl().defer(
      getVariants().decide(ConditionText(condition)).moveInto(holds));
  return holds ? "" : condition.empty() ? "nothing" : condition.str();
}

ConditionalBuilder PipelineBuilder::when(llvm::StringRef condition,
                                         SourceLocation place) {
  return ConditionalBuilder(*this, condition, place);
}

NestBuilder NestBuilder::when(llvm::StringRef condition,
                              SourceLocation at) const {
  NestBuilder result = *this;
  // What is wrong with a condition is wrong whether or not it matters.
  std::string unmet = pipeline.findUnmet(condition, at);
  if (absent.empty())
    result.absent = std::move(unmet);
  return result;
}

bool PipelineBuilder::isThere(const Recipe &element, SourceLocation at,
                              llvm::StringRef unmet) {
  PipelineImpl::PlaceScope here(getImpl(), at);
  if (!unmet.empty())
    Linker(getImpl()).noteAbsent(element, unmet);
  return unmet.empty();
}
