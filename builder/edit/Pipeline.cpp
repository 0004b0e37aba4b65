//===- Pipeline.cpp - A pipeline under construction -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/check/OrderCheck.h"
#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

Pipeline::Pipeline(StringRef op, const Catalog &catalog)
    : Pipeline(op, catalog, nullptr) {}

Pipeline::Pipeline(StringRef op, const Catalog &catalog, PassProvider *provider)
    : impl(std::make_unique<PipelineImpl>(op, catalog, provider)) {}

Pipeline::~Pipeline() = default;

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void Pipeline::append(PassSpec pass, SourceLocation place) {
  impl->append(std::move(pass), place);
}

void Pipeline::append(const PassBundle &bundle, SourceLocation place) {
  impl->append(bundle.getRecipe().copy(), place);
}

InsertResult Pipeline::insert(PassSpec pass, const Position &position,
                              SourceLocation place) {
  return impl->insert(std::move(pass), position, place);
}

InsertResult Pipeline::insert(const PassBundle &bundle,
                              const Position &position, SourceLocation place) {
  return impl->insert(bundle.getRecipe().copy(), position, place);
}

InsertResult Pipeline::insertBundle(StringRef name, const Position &position,
                                    StringRef options, SourceLocation place) {
  return impl->insert(Recipe::makeNamed(name, options), position, place);
}

InsertResult Pipeline::insertSlot(StringRef name, const Position &position,
                                  SourceLocation place) {
  return impl->insert(Recipe(Recipe::Kind::Slot, name), position, place);
}

Error Pipeline::apply(const Fix &fix) { return impl->apply(fix); }

//===----------------------------------------------------------------------===//
// Parties and transactions
//===----------------------------------------------------------------------===//

Origin Pipeline::setOrigin(Origin origin) {
  return impl->setOrigin(std::move(origin));
}

const Origin &Pipeline::getOrigin() const { return *impl->currentOrigin; }

Error Pipeline::transaction(const Origin &origin, function_ref<Error()> edits) {
  return impl->transaction(origin, edits);
}

Error Pipeline::applyParties() { return impl->applyParties(); }

//===----------------------------------------------------------------------===//
// What the pipeline is for, and the check
//===----------------------------------------------------------------------===//

PipelineInterface &Pipeline::getInterface() { return impl->getInterface(); }

Variants &Pipeline::getVariants() { return impl->variants; }

const Variants &Pipeline::getVariants() const { return impl->variants; }

Severity Pipeline::getSeverity(DiagnosticCode code) const {
  return impl->getSeverity(code);
}

Cleanups &Pipeline::getCleanups() { return impl->cleanups; }

const Cleanups &Pipeline::getCleanups() const { return impl->cleanups; }

std::vector<Diagnostic> Pipeline::check() { return impl->check(); }

std::vector<Diagnostic> Pipeline::findPossible() const {
  OrderCheck check(getList());
  check.tellPossible();
  std::vector<Diagnostic> found;
  std::move(check).run(found);
  erase_if(found, [](const Diagnostic &finding) {
    return finding.severity != Severity::Off;
  });
  for (Diagnostic &finding : found) {
    finding.fix.reset();
    finding.alternatives.clear();
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

const PassList &Pipeline::getList() const { return impl->list; }

std::vector<const Node *> Pipeline::lookup(const Target &target) const {
  return impl->lookup(target);
}