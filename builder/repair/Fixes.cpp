//===- Fixes.cpp - Making the edits that diagnostics offer ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Entry.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

static Error makeGone(StringRef name, int position) {
  return makeError(
      Diagnostic(DiagnosticCode::UnknownPosition,
                 "the fix is about '" + name.str() + "'" +
                     (position < 0
                          ? std::string()
                          : " (pass " + std::to_string(position) + ")") +
                     ", which is not in the pipeline")
          .help("check the pipeline again; a fix holds until the next edit"));
}

/// What a fix calls by that name: the pass at that position, a bundle that it
/// is in, or what has no position.
Expected<Node *> PipelineImpl::findNode(StringRef name, int position) {
  for (Node *node = list.front(); node; node = node->getNext()) {
    if (node->getKind() == Node::Kind::BundleEnd ||
        (position >= 0 && !node->isPass()))
      continue;
    if (position < 0) {
      if (!node->isPass() && node->getName() == name)
        return node;
      continue;
    }
    if (list.countPassesBefore(*node) != position)
      continue;
    if (node->getName() == name)
      return node;
    Node *found = nullptr;
    for (BundleInstance *at = node->getBundle(); at; at = at->parent)
      if (at->getName() == name)
        found = at->begin;
    if (found)
      return found;
    break;
  }
  return makeGone(name, position);
}

Error PipelineImpl::renameNests(StringRef from, StringRef to) {
  auto rename = [&](auto &self, AnchorPath *path) -> AnchorPath * {
    if (!path->getParent())
      return path;
    AnchorPath *parent = self(self, path->getParent());
    if (path->getOp() == from)
      return parent->getNested(to);
    return parent == path->getParent() ? path
                                       : parent->getNested(path->getOp());
  };
  bool isAny = false;
  for (Node *node = list.front(); node; node = node->getNext()) {
    AnchorPath *path = rename(rename, &node->getAnchorPath());
    if (path == &node->getAnchorPath())
      continue;
    isAny = true;
    if (Error error = checkEditable(node, EditTrace::Kind::Moved))
      return error;
    if (node->isPass()) {
      // As if it were added there.
      Entry entry(list.getPassSymbol(node->getName()),
                  list.takeInstance(*node));
      entry.nest = path;
      Expected<AnchorPath *> chosen = choosePath(entry, path);
      list.setInstance(*node, std::move(entry.instance));
      if (!chosen)
        return chosen.takeError();
    }
    list.setPath(*node, *path);
  }
  return isAny ? Error::success() : makeGone(from, -1);
}

Error PipelineImpl::move(Node *node, ListPosition place) {
  Node *last = node->getEnd();
  if (Error error = checkEditable(node, EditTrace::Kind::Moved))
    return error;
  // By itself it would run with other options, and not together with others.
  if (node->isPass() && getPatternSlot(*node))
    return makeError(Diagnostic(DiagnosticCode::InsideContiguous,
                                "'" + node->getName().str() +
                                    "' cannot be moved out of its pattern "
                                    "slot"));
  if (Error error = leaveContiguous(place, node->getName()))
    return error;
  Node *before = place.before;
  // Beside itself it stands already.
  if (before == node || before == last->getNext())
    return Error::success();
  if (before && node->comesBefore(*before) && !last->comesBefore(*before))
    return makeError(Diagnostic(DiagnosticCode::UnknownPosition,
                                "'" + node->getName().str() +
                                    "' cannot be moved into itself"));
  leavePlace(node);
  list.remember(makeTrace(EditTrace::Kind::Moved, node));
  list.moveWhole(node, before);
  return Error::success();
}

Expected<Node *> PipelineImpl::insertFix(const Fix &fix,
                                         const ListPosition &wanted) {
  ListPosition place = wanted;
  PassSpec pass(fix.pass, fix.options);
  if (!fix.anchor.empty()) {
    SmallVector<StringRef> ops;
    StringRef(fix.anchor).split(ops, '/');
    pass.nest.emplace();
    for (StringRef op : ArrayRef(ops).drop_front())
      pass.nest->push_back(op.str());
  }
  Expected<Entry> entry = open(std::move(pass));
  if (!entry)
    return entry.takeError();
  if (Error error = leaveContiguous(place, fix.pass))
    return error;
  return link(std::move(entry), place.near, place.before);
}

/// The innermost registered pipeline that `node` is in; null if it is in none.
static BundleInstance *findPipelineAround(Node &node) {
  for (BundleInstance *at = node.getBundleAround(); at; at = at->parent)
    if (at->isPipeline)
      return at;
  return nullptr;
}

Error PipelineImpl::applyStep(const Fix &fix) {
  auto findPlace = [&]() -> Expected<ListPosition> {
    if (fix.reference.empty())
      return ListPosition{nullptr, &list.getRoot(), nullptr, true};
    Expected<Node *> found = findNode(fix.reference, fix.referencePosition);
    if (!found)
      return found.takeError();
    Node *node = *found;
    return ListPosition{fix.before ? node : node->getEnd()->getNext(),
                        &node->getAnchorPath(), node, !fix.before};
  };
  if (fix.kind == Fix::Kind::Insert) {
    Expected<ListPosition> place = findPlace();
    return place ? insertFix(fix, *place).takeError() : place.takeError();
  }
  if (fix.kind == Fix::Kind::RenameNest)
    return renameNests(fix.pass, fix.reference);
  Expected<Node *> node = findNode(fix.pass, fix.passPosition);
  if (!node)
    return node.takeError();
  if (fix.kind == Fix::Kind::Move) {
    if (fix.opensPipeline)
      while (BundleInstance *around = findPipelineAround(**node))
        list.dissolve(*around);
    Expected<ListPosition> place = findPlace();
    return place ? move(*node, *place) : place.takeError();
  }
  if (fix.kind == Fix::Kind::SetOption)
    return setOptionsOf(**node, fix.options);
  bool isReplaced = fix.kind == Fix::Kind::Replace;
  EditTrace::Kind kind =
      isReplaced ? EditTrace::Kind::Replaced : EditTrace::Kind::Removed;
  if (Error error = checkEditable(*node, kind))
    return error;
  EditTrace trace = makeTrace(kind, *node);
  if (isReplaced) {
    Fix edit = fix;
    edit.pass = fix.reference;
    edit.anchor = (*node)->getAnchorPath().str();
    Expected<Node *> added =
        insertFix(edit, {*node, &(*node)->getAnchorPath(), *node, false});
    if (!added)
      return added.takeError();
    takePlaceOf(*node, *added);
    trace.successor = *added;
  }
  rememberOthersIn(*node);
  list.unlinkWhole(*node);
  list.remember(std::move(trace));
  return Error::success();
}

Error PipelineImpl::apply(const Fix &fix) {
  return atomically([&]() -> Error {
    Error error = applyStep(fix);
    for (const Fix &step : fix.then)
      if (!error)
        error = applyStep(step);
    return error;
  });
}
