//===- Fixes.cpp - Making the edits that diagnostics offer ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Editor.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

static Error makeGone(StringRef name, int position) {
  return Diagnostic(DiagnosticCode::UnknownPosition,
                    "the fix is about '{0}'{1}, which is not in the pipeline",
                    name,
                    position < 0 ? std::string()
                                 : " (pass " + std::to_string(position) + ")")
      .help("check the pipeline again; a fix holds until the next edit");
}

/// What a fix calls by that name: the pass at that position, a bundle that it
/// is in, or what has no position.
Node *PipelineImpl::lookupNode(StringRef name, int position) {
  if (position < 0) {
    for (Node *node = list.front(); node; node = node->getNext())
      if (!node->isPass() && node->getKind() != Node::Kind::BundleEnd &&
          node->getName() == name)
        return node;
    return nullptr;
  }
  auto *pass = const_cast<Node *>(list.getPass(position));
  if (!pass || pass->getName() == name)
    return pass;
  BundleInstance *found =
      findOutermost(pass->getBundle(), [&](BundleInstance &around) {
        return around.getName() == name;
      });
  return found ? found->begin : nullptr;
}

Expected<Node *> PipelineImpl::findNode(StringRef name, int position) {
  if (Node *node = lookupNode(name, position))
    return node;
  return makeGone(name, position);
}

Error PipelineImpl::renameNests(StringRef from, StringRef to) {
  bool isAny = false;
  for (Node *node = list.front(); node; node = node->getNext()) {
    AnchorPath *path = &list.getRoot();
    for (StringRef op : node->getAnchorPath().getOps())
      path = path->getNested(op == from ? to : op);
    if (path == &node->getAnchorPath())
      continue;
    isAny = true;
    if (Error error =
            Editor(*this).checkEditable(*node, EditTrace::Kind::Moved))
      return error;
    if (node->isPass()) {
      // As if it were added there.
      Recipe pass{PassSpec(node->getName())};
      pass.instance = list.takeInstance(*node, /*isPrintable=*/false);
      Expected<AnchorPath *> chosen = Linker(*this).choosePath(
          {&pass, list.getPassSymbol(node->getName()), path}, {path});
      list.setInstance(*node, std::move(pass.instance));
      if (!chosen)
        return chosen.takeError();
    }
    list.setPath(*node, *path);
  }
  return isAny ? Error::success() : makeGone(from, -1);
}

/// A pass that a fix inserts or puts in the place of another; `nest`, if not
/// empty, is where it runs.
static Recipe makePass(StringRef name, StringRef options, StringRef nest) {
  Recipe pass{PassSpec(name, options)};
  if (nest.empty())
    return pass;
  SmallVector<StringRef> ops;
  nest.split(ops, '/');
  pass.nest.emplace(std::next(ops.begin()), ops.end());
  return pass;
}

Expected<Node *> PipelineImpl::applyStep(const Fix &fix) {
  Editor editor(*this);
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
  auto link = [&](Recipe pass, auto edit) -> Expected<Node *> {
    Linker linker(*this);
    Expected<OpenedRecipe> opened = linker.open(pass);
    if (!opened)
      return opened.takeError();
    Expected<Node *> made = edit(linker, *opened);
    if (Error error = linker.finish(made.takeError()))
      return error;
    return made;
  };
  auto end = [](Error error) -> Expected<Node *> {
    if (error)
      return error;
    return nullptr;
  };
  if (fix.kind == Fix::Kind::Insert) {
    Expected<ListPosition> place = findPlace();
    if (!place)
      return place.takeError();
    return link(makePass(fix.pass, fix.options, fix.anchor),
                [&](Linker &linker, const OpenedRecipe &opened) {
                  return editor.insert(linker, opened, *place);
                });
  }
  if (fix.kind == Fix::Kind::RenameNest)
    return end(renameNests(fix.pass, fix.reference));
  Expected<Node *> node = findNode(fix.pass, fix.passPosition);
  if (!node)
    return node.takeError();
  switch (fix.kind) {
  case Fix::Kind::Move: {
    if (fix.opensPipeline)
      while (BundleInstance *around = findInnermost(
                 (*node)->getBundleAround(),
                 [](BundleInstance &at) { return at.isPipeline; }))
        list.dissolve(*around);
    Expected<ListPosition> place = findPlace();
    return end(place ? editor.move(**node, *place) : place.takeError());
  }
  case Fix::Kind::SetOption:
    return end(editor.setOptions(**node, fix.options));
  case Fix::Kind::Replace:
    return link(makePass(fix.reference, fix.options,
                         fix.anchor.empty() ? (*node)->getAnchorPath().str()
                                            : fix.anchor),
                [&](Linker &linker, const OpenedRecipe &opened) {
                  return editor.replace(linker, opened, **node);
                });
  default:
    return end(editor.remove(**node));
  }
}

SmallVector<const Fix *, 1> PipelineImpl::getSteps(const Fix &fix) {
  SmallVector<const Fix *, 1> steps = {&fix};
  append_range(steps, make_pointer_range(fix.then));
  return steps;
}

Error PipelineImpl::apply(const Fix &fix) {
  return atomically([&]() -> Error {
    for (const Fix *step : getSteps(fix))
      if (Error error = applyStep(*step).takeError())
        return error;
    return Error::success();
  });
}
