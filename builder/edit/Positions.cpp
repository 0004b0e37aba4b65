//===- Positions.cpp - From positions to places in the list ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Between.h"
#include "builder/check/CompiledContract.h"
#include "builder/check/NodeContract.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Editor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Finding nodes
//===----------------------------------------------------------------------===//

/// Whether something declares the kind, or has it.
static bool isKind(const PassList &list, StringRef name) {
  return list.getCatalog().hasKind(name) ||
         !list.getSymbolsOfKind(name).empty();
}

bool PipelineImpl::explainOtherSort(Diagnostic &diagnostic,
                                    const Target &target) const {
  const std::string &name = target.name;
  auto isThere = [&](Target::Kind kind) {
    if (kind == Target::Kind::PassKind)
      return isKind(list, name);
    const Symbol *symbol = list.lookupSymbol(kind, name);
    return symbol && symbol->count;
  };
  for (Target::Kind kind : {Target::Kind::Pass, Target::Kind::Slot,
                            Target::Kind::Bundle, Target::Kind::PassKind}) {
    if (!isThere(kind))
      continue;
    if (target.kind != kind)
      diagnostic.help("'{0}' is a {1}: name it with {1}(\"{0}\"), in a file "
                      "{{\"{1}\": \"{0}\"}",
                      name, stringify(kind));
    return target.kind != kind;
  }
  return false;
}

Diagnostic PipelineImpl::describeUnknown(const Target &target) const {
  SmallVector<StringRef> present;
  DiagnosticCode code = DiagnosticCode::UnknownPosition;
  std::string what = "the pipeline has no " + target.str();
  auto addPresent = [&](Target::Kind kind) {
    for (const Symbol *symbol : list.getSymbols())
      if (symbol->kind == kind && symbol->count)
        present.push_back(symbol->name);
  };
  switch (target.kind) {
  case Target::Kind::Pass:
    what = "the pipeline has no pass '" + target.name + "'";
    addPresent(target.kind);
    for (const BundleInstance *bundle : list.getBundles())
      if (bundle->isPipeline && bundle->begin->isLinked())
        present.push_back(bundle->getName());
    break;
  case Target::Kind::Slot:
  case Target::Kind::Bundle:
    addPresent(target.kind);
    break;
  case Target::Kind::PassKind:
    append_range(present, list.getKinds());
    if (!isKind(list, target.name)) {
      code = DiagnosticCode::UnknownKind;
      what = "there is no kind '" + target.name + "'";
      append_range(present, getCatalog().getKindNames());
    } else {
      what = "the pipeline has no pass or bundle of kind '" + target.name + "'";
    }
    break;
  case Target::Kind::Invalidator:
    what = "no position can name " + target.str();
    break;
  case Target::Kind::Provider:
    what = "the pipeline has nothing that provides '" + target.name + "'";
    break;
  }
  llvm::sort(present);
  present.erase(llvm::unique(present), present.end());
  Diagnostic diagnostic(code, what);
  diagnostic.about(target.name);
  if (variants.explainAbsence(diagnostic, target) ||
      provider.explainElsewhere(diagnostic, target) ||
      explainRemoval(diagnostic, target) ||
      explainOtherSort(diagnostic, target) ||
      suggest(diagnostic, target.name, present))
    return diagnostic;
  bool isPass = target.kind == Target::Kind::Pass ||
                target.kind == Target::Kind::Invalidator;
  std::string sort = isPass ? "passes" : stringify(target.kind).str() + "s";
  if (target.kind == Target::Kind::Provider)
    diagnostic.help("add a pass that provides it, or name a pass");
  else if (present.empty() && code == DiagnosticCode::UnknownKind)
    diagnostic.note("no kinds are known");
  else if (present.empty())
    diagnostic.note("it has no {0} at all", sort);
  else if (present.size() <= 8)
    diagnostic.note("{0}{1} are '{2}'",
                    code == DiagnosticCode::UnknownKind ? "the known " : "its ",
                    sort, join(present, "', '"));
  return diagnostic;
}

Error PipelineImpl::makeSlotTwice(const Symbol &slot) const {
  Diagnostic twice(DiagnosticCode::DuplicateName,
                   "the pipeline has a slot '{0}' already", slot.name);
  twice.about(slot.name);
  for (const Node &node : list.getNodes()) {
    if (node.getSymbol() != &slot)
      continue;
    const BundleInstance *bundle = node.getBundle();
    Origin origin = list.getRef(node).origin;
    twice.note(
        (origin.kind == Origin::Kind::File ? "the first is at "
                                           : "the first was added by ") +
        origin.str() +
        (bundle ? ", in the bundle '" + bundle->getName().str() + "'" : ""));
    if (bundle)
      twice.help("give the other one another name; a bundle that has a slot "
                 "can be in a pipeline once");
    else
      twice.help("give one of them another name");
    break;
  }
  return twice;
}

void PipelineImpl::collect(const Target &target,
                           SmallVectorImpl<Node *> &nodes) const {
  list.collect(target, nodes);
  if (target.kind == Target::Kind::Provider)
    erase_if(nodes, [&](const Node *node) {
      return getPropertyEffect(list, *node, target.name) !=
             PropertyEffect::Provides;
    });
}

/// Leaves those that run on the operation that the selector names, if it names
/// one. Fails if there are none.
static Error keepOn(const Selector &selector, SmallVectorImpl<Node *> &nodes) {
  if (selector.op.empty())
    return Error::success();
  SmallVector<StringRef> ops;
  for (const Node *node : nodes)
    if (StringRef op = node->getAnchorPath().getOp(); !is_contained(ops, op))
      ops.push_back(op);
  erase_if(nodes, [&](const Node *node) {
    return node->getAnchorPath().getOp() != selector.op;
  });
  if (!nodes.empty())
    return Error::success();
  Diagnostic diagnostic(DiagnosticCode::UnknownPosition,
                        "{0} does not run on '{1}' here", selector.target.str(),
                        selector.op);
  diagnostic.about(selector.target.name);
  if (!suggest(diagnostic, selector.op, ops))
    diagnostic.note("it runs on '{0}'", join(ops, "', '"));
  return diagnostic;
}

Error PipelineImpl::verifyIsHere(const Selector &selector) const {
  const Node &node = *selector.node;
  const AnchorPath *root = &node.getAnchorPath();
  while (root->getParent())
    root = root->getParent();
  if (node.isLinked() && root == &list.getRoot())
    return Error::success();
  Diagnostic diagnostic(
      DiagnosticCode::UnknownPosition, "this {0}{1}", selector.str(),
      root == &list.getRoot() ? " is not in the pipeline any more"
                              : " is in another pipeline");
  explainRemoval(diagnostic.about(selector.target.name), selector);
  return diagnostic;
}

Error PipelineImpl::select(const Selector &selector,
                           SmallVectorImpl<Node *> &nodes) const {
  if (selector.node) {
    if (Error error = verifyIsHere(selector))
      return error;
    nodes.push_back(const_cast<Node *>(selector.node));
    return Error::success();
  }

  const Target &target = selector.target;
  Instance instance = selector.getInstance();
  // The common questions are answered from the ends of the index.
  if (selector.op.empty() && target.kind != Target::Kind::PassKind &&
      target.kind != Target::Kind::Provider) {
    list.buildIndex();
    const Symbol *symbol = list.lookupSymbol(target.kind, target.name);
    if (symbol && symbol->count) {
      if (symbol->count == 1 && instance != Instance::Nth) {
        nodes.push_back(*symbol->nodes.begin());
        return Error::success();
      }
      if (instance == Instance::First || instance == Instance::Last) {
        nodes.push_back(instance == Instance::First ? *symbol->nodes.begin()
                                                    : *symbol->nodes.rbegin());
        return Error::success();
      }
    }
  }

  collect(target, nodes);
  if (nodes.empty())
    return describeUnknown(target);
  if (Error error = keepOn(selector, nodes))
    return error;
  switch (instance) {
  case Instance::Every:
    return Error::success();
  case Instance::First:
    nodes.resize(1);
    return Error::success();
  case Instance::Last:
    nodes.assign(1, nodes.back());
    return Error::success();
  case Instance::Nth:
    if (selector.index < nodes.size()) {
      nodes.assign(1, nodes[selector.index]);
      return Error::success();
    }
    return Diagnostic(DiagnosticCode::UnknownPosition,
                      "there is no {0}: the pipeline has {1}", selector.str(),
                      nodes.size())
        .about(target.name)
        .help("the first has number 0");
  case Instance::Unique:
    break;
  }
  if (nodes.size() == 1)
    return Error::success();
  Diagnostic diagnostic(DiagnosticCode::AmbiguousPosition,
                        "{0} is in the pipeline {1} times", target.str(),
                        nodes.size());
  diagnostic.about(target.name);
  constexpr size_t limit = 5;
  for (const Node *node : ArrayRef<Node *>(nodes).take_front(limit))
    diagnostic.note("this one matches", getRef(*node));
  if (nodes.size() > limit)
    diagnostic.note("and {0} more", nodes.size() - limit);
  diagnostic.helpInCode("say which: first(), last(), nth() or every()");
  nodes.clear();
  return diagnostic;
}

std::vector<const Node *> PipelineImpl::lookup(const Target &target) const {
  SmallVector<Node *> nodes;
  collect(target, nodes);
  return std::vector<const Node *>(nodes.begin(), nodes.end());
}

Expected<std::vector<const Node *>>
Pipeline::findNodes(const Selector &selector) const {
  SmallVector<Node *> nodes;
  if (Error error = impl->select(selector, nodes))
    return error;
  return std::vector<const Node *>(nodes.begin(), nodes.end());
}

/// `node`, or the first of what was put immediately before it.
Node *PipelineImpl::findFirstBefore(Node *node) {
  auto findBefore = [&]() -> const Neighbor * {
    for (const Neighbor *neighbor : list.getNeighborsOf(*node))
      if (!neighbor->isAfter() && !findInterruption(*neighbor))
        return neighbor;
    return nullptr;
  };
  while (const Neighbor *neighbor = findBefore())
    node = const_cast<Node *>(neighbor->node);
  return node;
}

/// Whether the position, or a fallback of it, names a slot.
static bool namesSlot(const Position &position) {
  for (const Position *at = &position; at && at->isRelative();
       at = at->getFallback()) {
    const Selector &selector = at->getSelector();
    if (selector.node ? selector.node->getKind() == Node::Kind::Slot
                      : selector.target.kind == Target::Kind::Slot)
      return true;
  }
  return false;
}

const AnchorPath *PipelineImpl::findSlotNest(const Position &position) const {
  // Of passes there may be many of a name.
  if (!namesSlot(position))
    return nullptr;
  for (const Position *at = &position; at && at->isRelative();
       at = at->getFallback()) {
    const Selector &selector = at->getSelector();
    std::vector<const Node *> found;
    if (selector.node)
      found.push_back(selector.node);
    else
      found = lookup(selector.target);
    if (found.empty())
      continue;
    bool isInSlot = at->getRelation() == Position::Relation::Before &&
                    found.front()->getKind() == Node::Kind::Slot;
    return isInSlot ? &found.front()->getAnchorPath() : nullptr;
  }
  return nullptr;
}

/// The places right beside `nodes`, before what was put there earlier.
Error PipelineImpl::resolveBeside(const Position &position,
                                  ArrayRef<Node *> nodes,
                                  SmallVectorImpl<ListPosition> &places) {
  bool isAfter = position.getRelation() == Position::Relation::After;
  for (Node *node : nodes) {
    if (node->getKind() == Node::Kind::Slot)
      return Diagnostic(DiagnosticCode::UnknownPosition,
                        "nothing can stand {0}: a slot is a place, not a pass",
                        position.str())
          .about(node->getName())
          .help("name a pass or a bundle, or leave out 'immediately'");
    Node *end = node->getEnd();
    bool isFirst = isAfter && findLastAfter(end) == end;
    places.push_back({isAfter ? end->getNext() : node, &node->getAnchorPath(),
                      node, isAfter, isFirst ? end : nullptr,
                      /*isImmediate=*/true});
  }
  return Error::success();
}

/// A position that is not there is what its fallback is for; one that nobody
/// knows, and that has almost the name of one that is there, is a mistake.
void PipelineImpl::noteMisspelled(const Position &first,
                                  ArrayRef<Diagnostic> unused) {
  auto names = [&](StringRef name) {
    for (const Position *at = &first; at && at->isRelative();
         at = at->getFallback())
      if (at->getSelector().target.name == name)
        return true;
    return false;
  };
  for (const Diagnostic &why : unused) {
    // Other pipelines have that pass, or what is meant has its own place here.
    if (!why.misspelling || names(why.misspelling.meant) ||
        getCatalog().lookupPass(why.subject))
      continue;
    onRollback([this, count = misspelledPositions.size()] {
      misspelledPositions.erase(misspelledPositions.begin() + count,
                                misspelledPositions.end());
    });
    Diagnostic warning = why;
    warning.severity = Severity::Warning;
    warning.message += ", so that another position is used";
    if (currentOrigin->kind != Origin::Kind::Framework || currentOrigin->line)
      warning.node.emplace().origin = *currentOrigin;
    misspelledPositions.push_back(std::move(warning));
  }
}

Error PipelineImpl::resolve(const Position &first,
                            SmallVectorImpl<ListPosition> &places,
                            PlaceFn byContract) {
  // Why each of those that come before `last` was not used.
  std::vector<Diagnostic> unused;
  const Position *last = &first;
  while (true) {
    std::vector<Diagnostic> failures =
        takeDiagnostics(resolveAlone(*last, places, byContract));
    if (failures.empty()) {
      noteMisspelled(first, unused);
      return Error::success();
    }
    bool isAbsent =
        last->isRelative() &&
        any_of(failures, [](const Diagnostic &diagnostic) {
          return diagnostic.code != DiagnosticCode::AmbiguousPosition;
        });
    if (!last->getFallback() || !isAbsent) {
      for (Diagnostic &failure : failures)
        for (const Diagnostic &why : reverse(unused)) {
          failure.note("the fallback was used because {0}", why.message);
          append_range(failure.notes, why.notes);
        }
      return makeError(std::move(failures));
    }
    unused.push_back(std::move(failures.front()));
    last = last->getFallback();
  }
}

Error PipelineImpl::resolveAlone(const Position &position,
                                 SmallVectorImpl<ListPosition> &places,
                                 PlaceFn byContract) {
  switch (position.getRelation()) {
  case Position::Relation::Start:
    places.push_back({list.front(), &list.getRoot(), nullptr, false, nullptr,
                      false, position.getRelation()});
    return Error::success();
  case Position::Relation::End:
    places.push_back({nullptr, &list.getRoot(), nullptr, true, nullptr, false,
                      position.getRelation()});
    return Error::success();
  case Position::Relation::ByContract:
    return byContract(position);
  case Position::Relation::Before:
  case Position::Relation::After:
    break;
  }
  SmallVector<Node *> nodes;
  if (Error error = select(position.getSelector(), nodes))
    return error;
  if (position.isImmediate())
    return resolveBeside(position, nodes, places);
  if (position.getRelation() == Position::Relation::Before) {
    for (Node *node : nodes)
      places.push_back(
          {findFirstBefore(node), &node->getAnchorPath(), node, false});
    return Error::success();
  }
  for (auto [index, node] : enumerate(nodes)) {
    Node *end = node->getEnd();
    Node *last = findLastAfter(end);
    // Each of several has its own, also where one was put after another.
    const auto *next =
        find_if(ArrayRef<Node *>(nodes).drop_front(index + 1),
                [&](Node *other) { return end->comesBefore(*other); });
    bool isPassed = next != nodes.end() && !last->comesBefore(**next);
    places.push_back({isPassed ? *next : last->getNext(),
                      &node->getAnchorPath(), node, true,
                      isPassed ? nullptr : end});
  }
  return Error::success();
}
