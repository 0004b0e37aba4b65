//===- Cleanups.cpp - What the builder leaves out and adds ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/Cleanups.h"
#include "builder/cleanup/CleanupPlan.h"
#include "builder/edit/Linker.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

void Cleanups::set(bool CleanupSettings::*setting, bool value, StringRef name) {
  if (!pipeline.isOwnerSetting("'" + name.str() + "'"))
    return;
  ++pipeline.revision;
  pipeline.onRollback([this, setting, previous = settings.*setting] {
    settings.*setting = previous;
  });
  settings.*setting = value;
}

void Cleanups::setDedupe(bool value) {
  set(&CleanupSettings::dedupe, value, "dedupe");
}

void Cleanups::setShare(bool value) {
  set(&CleanupSettings::share, value, "share");
}

void Cleanups::setEstablish(bool value) {
  set(&CleanupSettings::establish, value, "establish");
}

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

std::vector<CleanupAction> Cleanups::find(const Node *begin,
                                          const Node *end) const {
  CleanupPlan plan(pipeline.getList(), begin, end);
  if (settings.share)
    plan.share();
  if (settings.dedupe)
    plan.dedupe();
  std::vector<CleanupAction> found = plan.take();
  for (const CleanupAction &cleanup : established)
    if (cleanup.pass->isLinked() && cleanup.cause->isLinked())
      found.push_back(cleanup);
  llvm::stable_sort(found, [](const CleanupAction &a, const CleanupAction &b) {
    return a.pass->comesBefore(*b.pass);
  });
  return found;
}

Diagnostic Cleanups::describe(const CleanupAction &cleanup) const {
  std::string name = "'" + cleanup.pass->getName().str() + "'";
  switch (cleanup.kind) {
  case CleanupAction::Kind::Dropped:
    return Diagnostic(DiagnosticCode::PassDropped,
                      "{0} is left out: an equal pass ran before, and nothing "
                      "in between changes what it has achieved",
                      name)
        .at(pipeline.getRef(*cleanup.pass))
        .note("the one that runs", pipeline.getRef(*cleanup.cause));
  case CleanupAction::Kind::Shared:
    return Diagnostic(DiagnosticCode::CleanupShared,
                      "{0} is left out: a later cleanup serves both", name)
        .at(pipeline.getRef(*cleanup.pass))
        .note("that cleanup begins with", pipeline.getRef(*cleanup.cause));
  case CleanupAction::Kind::Established:
    break;
  }
  return Diagnostic(DiagnosticCode::Established,
                    "{0} was put in to establish '{1}'", name, cleanup.property)
      .at(pipeline.getRef(*cleanup.pass))
      .note("required by", pipeline.getRef(*cleanup.cause));
}

std::string Cleanups::summarize(const CleanupAction &cleanup) const {
  std::string number =
      std::to_string(pipeline.list.countPassesBefore(*cleanup.cause));
  switch (cleanup.kind) {
  case CleanupAction::Kind::Dropped:
    return "left out: pass " + number + " has done it";
  case CleanupAction::Kind::Shared:
    return "left out: pass " + number + " serves both";
  case CleanupAction::Kind::Established:
    return "put in for pass " + number;
  }
  llvm_unreachable("unknown kind of cleanup");
}

Error Cleanups::keep(const Selector &selector) {
  return pipeline.atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = pipeline.select(selector, nodes))
      return error;
    for (Node *begin : nodes)
      visitWhole(*begin, [&](Node &node) {
        if (node.isPass())
          pipeline.list.setKept(node, true);
      });
    return Error::success();
  });
}

Error Cleanups::undo(const CleanupAction &cleanup) {
  return pipeline.atomically([&]() -> Error {
    Node *pass = const_cast<Node *>(cleanup.pass);
    if (!pass->isLinked())
      return Diagnostic(DiagnosticCode::UnknownPosition,
                        "'{0}' is not in the pipeline any more",
                        pass->getName());
    if (cleanup.kind != CleanupAction::Kind::Established) {
      pipeline.list.setKept(*pass, true);
      return Error::success();
    }
    pipeline.list.setEstablishable(*const_cast<Node *>(cleanup.cause), false);
    pipeline.list.unlink(pass);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Cleanups that are asked for
//===----------------------------------------------------------------------===//

void Cleanups::setBundle(PassBundle own) {
  if (!pipeline.isOwnerSetting("'the cleanup bundle'"))
    return;
  pipeline.onRollback(
      [this, previous = std::shared_ptr<PassBundle>(std::move(bundle))] {
        bundle = previous ? std::make_unique<PassBundle>(previous->clone())
                          : nullptr;
      });
  bundle = std::make_unique<PassBundle>(std::move(own));
}

Expected<Recipe> Cleanups::getRecipe() const {
  if (!bundle)
    return Recipe::makeNamed("cleanup", "");
  return bundle->getRecipe().copy();
}

void Cleanups::addPasses() { pipeline.append(getRecipe()); }

InsertResult Cleanups::addPasses(const Position &position) {
  return pipeline.insert(getRecipe(), position);
}
