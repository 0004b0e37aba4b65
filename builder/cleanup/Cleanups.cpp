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
#include "llvm/Support/FormatVariadic.h"

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

namespace {
/// What is said of a kind of cleanup.
struct CleanupWords {
  StringLiteral name;
  DiagnosticCode code;
  StringLiteral message, cause;
  /// A format of the number of another pass.
  const char *summary;
};
} // namespace

static const CleanupWords &getWords(CleanupAction::Kind kind) {
  static constexpr CleanupWords words[] = {
      {"dropped", DiagnosticCode::PassDropped,
       "is left out: an equal pass ran before, and nothing in between changes "
       "what it has achieved",
       "the one that runs", "left out: pass {0} has done it"},
      {"shared", DiagnosticCode::CleanupShared,
       "is left out: a later cleanup serves both", "that cleanup begins with",
       "left out: pass {0} serves both"},
      {"established", DiagnosticCode::Established, "was put in to establish",
       "required by", "put in for pass {0}"},
  };
  static_assert(std::size(words) ==
                unsigned(CleanupAction::Kind::Established) + 1);
  return words[unsigned(kind)];
}

StringRef pmb::stringify(CleanupAction::Kind kind) {
  return getWords(kind).name;
}

Diagnostic Cleanups::describe(const CleanupAction &cleanup) const {
  const CleanupWords &words = getWords(cleanup.kind);
  std::string message =
      ("'" + cleanup.pass->getName() + "' " + words.message).str();
  if (cleanup.kind == CleanupAction::Kind::Established)
    message += " '" + cleanup.property + "'";
  return Diagnostic(words.code, std::move(message))
      .at(pipeline.getRef(*cleanup.pass))
      .note(words.cause.str(), pipeline.getRef(*cleanup.cause));
}

std::string Cleanups::summarize(const CleanupAction &cleanup) const {
  return formatv(getWords(cleanup.kind).summary,
                 pipeline.list.countPassesBefore(*cleanup.cause));
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
    pipeline.list.unlinkWhole(pass);
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
