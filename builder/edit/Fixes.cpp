//===- Fixes.cpp - Making the edits that diagnostics offer ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"
#include "builder/edit/Pipeline.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Making fixes
//===----------------------------------------------------------------------===//

/// `'cse'`, or `'one-shot-bufferize{bufferize-function-boundaries=true}'`.
static std::string quoteInserted(const Fix &fix) {
  return "'" + fix.pass + (fix.options.empty() ? "" : "{" + fix.options + "}") +
         "'";
}

Fix pmb::makeInsert(StringRef pass, StringRef options, bool before,
                    const NodeRef &reference, const AnchorPath *path) {
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = pass.str();
  fix.options = options.str();
  fix.before = before;
  bool isPart = !reference.pipeline.empty();
  fix.reference = isPart ? reference.pipeline : reference.name;
  fix.referencePosition =
      isPart ? reference.pipelinePosition : reference.position;
  if (path)
    fix.anchor = path->str();
  fix.message = "insert " + quoteInserted(fix) +
                (path ? " on " + fix.anchor : std::string()) +
                (before ? " before '" : " after '") + fix.reference + "'";
  return fix;
}

Fix pmb::makeInsertAnywhere(StringRef pass, StringRef options) {
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = pass.str();
  fix.options = options.str();
  fix.message = "insert " + quoteInserted(fix);
  return fix;
}

Fix pmb::makeMoveAnywhere(const NodeRef &pass) {
  Fix fix;
  bool isPart = !pass.pipeline.empty();
  fix.pass = isPart ? pass.pipeline : pass.name;
  fix.passPosition = isPart ? pass.pipelinePosition : pass.position;
  fix.message = "move '" + fix.pass + "'";
  return fix;
}

Fix pmb::makeRemove(const NodeRef &pass) {
  Fix fix;
  fix.kind = Fix::Kind::Remove;
  bool isPart = !pass.pipeline.empty();
  fix.pass = isPart ? pass.pipeline : pass.name;
  fix.passPosition = isPart ? pass.pipelinePosition : pass.position;
  fix.message = "remove '" + fix.pass + "' (pass " +
                std::to_string(fix.passPosition) + ")";
  return fix;
}

Fix pmb::makeSetOption(const NodeRef &pass, StringRef options) {
  Fix fix;
  fix.kind = Fix::Kind::SetOption;
  fix.pass = pass.name;
  fix.passPosition = pass.position;
  fix.options = options.str();
  fix.message = "run '" + fix.pass + "' with {" + fix.options + "}";
  return fix;
}

//===----------------------------------------------------------------------===//
// Applying fixes
//===----------------------------------------------------------------------===//

/// What a fix calls by that name: the pass at that position, a bundle that it
/// is in, or what has no position.
Expected<Node *> Pipeline::findNode(StringRef name, int position) const {
  for (Node *node = list.front(); node; node = node->next) {
    if (node->kind == Node::Kind::BundleEnd ||
        (position >= 0 && !node->isPass()))
      continue;
    if (position < 0) {
      if (!node->isPass() && node->getName() == name)
        return node;
      continue;
    }
    if (countPassesBefore(*node) != position)
      continue;
    if (node->getName() == name)
      return node;
    Node *found = nullptr;
    for (BundleInstance *at = node->bundle; at; at = at->parent)
      if (at->getName() == name)
        found = at->begin;
    if (found)
      return found;
    break;
  }
  return makeError(
      Diagnostic(DiagnosticCode::UnknownAnchor,
                 "the fix is about '" + name.str() + "'" +
                     (position < 0
                          ? std::string()
                          : " (pass " + std::to_string(position) + ")") +
                     ", which is not in the pipeline")
          .help("check the pipeline again; a fix holds until the next edit"));
}

Error Pipeline::move(Node *node, PlaceInList place) {
  Node *last = node->kind == Node::Kind::BundleBegin ? node->bundle->end : node;
  if (Error error = checkRemovable(node))
    return error;
  if (Error error = leaveContiguous(place, node->getName()))
    return error;
  Node *before = place.before;
  // Beside itself it stands already.
  if (before == node || before == last->next)
    return Error::success();
  if (before && node->comesBefore(*before) && !last->comesBefore(*before))
    return makeError(Diagnostic(DiagnosticCode::UnknownAnchor,
                                "'" + node->getName().str() +
                                    "' cannot be moved into itself"));
  // What it followed, or was followed by, is elsewhere now.
  if (!followers.empty()) {
    onRollback([this, previous = followers] { followers = previous; });
    followers.clear();
  }
  BundleInstance *outer = !before ? nullptr
                          : before->kind == Node::Kind::BundleBegin
                              ? before->bundle->parent
                              : before->bundle;
  for (Node *at = node, *next = nullptr;; at = next) {
    next = at->next;
    BundleInstance *previous = at->bundle;
    unlink(at);
    // It is not gone, only elsewhere.
    removedNodes.pop_back();
    onRollback([at, previous] { at->bundle = previous; });
    link(at, before);
    // What is in a bundle stays in it.
    at->bundle = at == node && node == last ? outer : previous;
    if (at == last)
      break;
  }
  if (node->kind == Node::Kind::BundleBegin) {
    BundleInstance *bundle = node->bundle, *parent = bundle->parent;
    bundle->parent = outer;
    onRollback([bundle, parent] { bundle->parent = parent; });
  }
  return Error::success();
}

Error Pipeline::insertFix(const Fix &fix, const PlaceInList &wanted) {
  PlaceInList place = wanted;
  PassSpec pass(fix.pass, fix.options);
  if (!fix.anchor.empty()) {
    SmallVector<StringRef> ops;
    StringRef(fix.anchor).split(ops, '/');
    pass.nest.emplace();
    for (StringRef op : ArrayRef(ops).drop_front())
      pass.nest->push_back(op.str());
  }
  if (Error error = prepare(pass))
    return error;
  if (Error error = leaveContiguous(place, fix.pass))
    return error;
  Symbol *symbol = getPassSymbol(pass.name, pass.described);
  Expected<AnchorPath *> path =
      choosePath(pass, *symbol->descriptor, place.near);
  if (!path)
    return path.takeError();
  linkPass(std::move(pass), *path, place.before);
  return Error::success();
}

Error Pipeline::apply(const Fix &fix) {
  return atomically([&]() -> Error {
    auto findPlace = [&]() -> Expected<PlaceInList> {
      if (fix.reference.empty())
        return PlaceInList{nullptr, &root, nullptr, true};
      Expected<Node *> found = findNode(fix.reference, fix.referencePosition);
      if (!found)
        return found.takeError();
      Node *node = *found;
      Node *last =
          node->kind == Node::Kind::BundleBegin ? node->bundle->end : node;
      return PlaceInList{fix.before ? node : last->next, node->path, node,
                         !fix.before};
    };
    if (fix.kind == Fix::Kind::Insert) {
      Expected<PlaceInList> place = findPlace();
      return place ? insertFix(fix, *place) : place.takeError();
    }
    Expected<Node *> node = findNode(fix.pass, fix.passPosition);
    if (!node)
      return node.takeError();
    if (fix.kind == Fix::Kind::Move) {
      Expected<PlaceInList> place = findPlace();
      return place ? move(*node, *place) : place.takeError();
    }
    if (Error error = checkRemovable(*node))
      return error;
    if (fix.kind != Fix::Kind::Remove) {
      Fix edit = fix;
      if (fix.kind == Fix::Kind::Replace)
        edit.pass = fix.reference;
      edit.anchor = (*node)->path->str();
      if (Error error = insertFix(edit, {*node, (*node)->path, *node, false}))
        return error;
    }
    unlinkWhole(*node);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// A pipeline of the same passes that can be checked, but not built. What it
/// refers to, contracts above all, belongs to this one, which must outlive it.
std::unique_ptr<Pipeline> Pipeline::copyForTrial() const {
  auto copy = std::make_unique<Pipeline>(root.getOp(), catalog);
  copy->interface = interface;
  copy->variants = variants;
  copy->severities = severities;
  DenseMap<const Symbol *, Symbol *> copied;
  for (const auto &symbol : symbols) {
    Symbol *other = copy->getSymbol(symbol->kind, symbol->name);
    other->descriptor = symbol->descriptor;
    copied[symbol.get()] = other;
  }
  DenseMap<const AnchorPath *, AnchorPath *> paths = {{&root, &copy->root}};
  auto copyPath = [&](const AnchorPath *path, auto &self) -> AnchorPath * {
    if (AnchorPath *known = paths.lookup(path))
      return known;
    AnchorPath *nested =
        self(path->getParent(), self)->getNested(path->getOp());
    paths[path] = nested;
    return nested;
  };
  BundleInstance *around = nullptr;
  for (const Node *node = list.front(); node; node = node->next) {
    Node *other = copy->createNode(node->kind, copied.lookup(node->symbol));
    other->path = copyPath(node->path, copyPath);
    other->origin = node->origin;
    other->options = node->options;
    if (node->instance && node->getDescriptor().contract.isConditional())
      other->options = StringRef(node->getOptions()).copy(copy->allocator);
    if (node->kind == Node::Kind::BundleBegin) {
      copy->bundleInstances.push_back(
          std::make_unique<BundleInstance>(*node->bundle));
      BundleInstance *bundle = copy->bundleInstances.back().get();
      bundle->symbol = other->symbol;
      bundle->parent = around;
      bundle->begin = other;
      around = bundle;
    }
    other->bundle = around;
    if (node->kind == Node::Kind::BundleEnd) {
      around->end = other;
      around = around->parent;
    }
    copy->link(other, nullptr);
  }
  return copy;
}
