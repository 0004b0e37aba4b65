//===- Editor.cpp - Edits of a pipeline -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Editor.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What may be edited
//===----------------------------------------------------------------------===//

static Error makeInsideContiguous(StringRef what,
                                  const BundleInstance *bundle) {
  return Diagnostic(DiagnosticCode::InsideContiguous,
                    "{0} inside the contiguous bundle '{1}'", what,
                    bundle->getName())
      .about(bundle->getName())
      .help("insert before or after the bundle, with bundle(\"{0}\"), or edit "
            "the bundle before it is added",
            bundle->getName());
}

const Origin &Editor::getParty() const {
  const Origin &current = *pipeline.currentOrigin;
  // Any party can be given as the origin, but no place in a file.
  bool isSaid = any_of(pipeline.origins, [&](const auto &entry) {
    return &entry.getValue() == &current;
  });
  return isSaid && !current.isSameParty(*pipeline.foreignOrigin)
             ? *pipeline.foreignOrigin
             : current;
}

Error Editor::checkEditable(const Node &node, EditTrace::Kind kind) const {
  bool isAboutOptions = kind == EditTrace::Kind::OptionsSet;
  const BundleInstance *contiguous = node.getContiguousAround();
  if (contiguous && !isAboutOptions && !isPatternSlot(contiguous))
    return makeInsideContiguous("'" + node.getName().str() + "' stands",
                                contiguous);
  // What is up to the owner of the pipeline is not limited for the owner.
  if (!pipeline.foreignOrigin)
    return Error::success();
  NodeRange nodes = getRange(node);
  auto pinned = find_if(nodes, [&](const Node &at) {
    const Pin *pin = at.getPin();
    return pin && !isOwn(*pin->origin) &&
           !(isAboutOptions && pin->options == PinnedOptions::Open);
  });
  if (pinned == nodes.end())
    return Error::success();
  const Pin &pin = *pinned->getPin();
  // The error stands at the edit, so an edit of a file need not be named.
  const Origin &party = getParty().kind == Origin::Kind::File
                            ? *pipeline.foreignOrigin
                            : getParty();
  Diagnostic diagnostic(DiagnosticCode::Pinned,
                        "{0} cannot {1} '{2}'{3} is pinned", party.str(),
                        getVerb(kind), node.getName(),
                        &*pinned == &node ? ": it"
                                          : ": '" + pinned->getName().str() +
                                                "', which is in it,");
  diagnostic.about(node.getName())
      .note("it stands here", list.getRef(*pinned))
      .note("{0}: {1}", pin.origin->str(), pin.reason);
  return diagnostic.help(isAboutOptions ? "leave its options as they are"
                                        : "insert before or after it instead");
}

Error PipelineImpl::leaveContiguous(ListPosition &place, StringRef what) const {
  while (place.before) {
    Node *next = place.before;
    const BundleInstance *contiguous = next->getContiguousAround();
    if (!contiguous)
      break;
    // Its sets run together, so before or after one is before or after all.
    if (isPatternSlot(contiguous) && place.reference) {
      next = place.isAfter ? contiguous->end : contiguous->begin->getNext();
      place.before = next;
    }
    // At its inner edges, with at most the marks of other bundles between, the
    // place may as well be outside.
    const Node *last = next, *first = next->getPrevious();
    while (last != contiguous->end && last->getKind() == Node::Kind::BundleEnd)
      last = last->getNext();
    while (first != contiguous->begin &&
           first->getKind() == Node::Kind::BundleBegin)
      first = first->getPrevious();
    if (last == contiguous->end) {
      // Then it is the bundle that it follows.
      place.follows = place.isAfter ? contiguous->end : nullptr;
      place.before = place.isAfter ? findLastAfter(contiguous->end)->getNext()
                                   : contiguous->end->getNext();
    } else if (first == contiguous->begin) {
      place.follows = nullptr;
      place.before = contiguous->begin;
    } else {
      return makeInsideContiguous("'" + what.str() + "' would be put",
                                  contiguous);
    }
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What is remembered of edits
//===----------------------------------------------------------------------===//

EditTrace Editor::makeTrace(EditTrace::Kind kind, const Node &node) const {
  EditTrace trace{kind, &node, pipeline.currentOrigin,
                  pipeline.foreignOrigin == nullptr};
  if (kind == EditTrace::Kind::Removed || kind == EditTrace::Kind::Replaced)
    for (const Node &at : getRange(node))
      trace.gone.push_back(&at);
  return trace;
}

/// Remembers what goes with a bundle and is not of the party that has put it
/// there.
void Editor::rememberOthersIn(const Node &node) {
  // The bundles around, each of another party than the one around it.
  SmallVector<const Node *, 2> around = {&node};
  for (const Node *at = &node; at != node.getEnd();) {
    at = at->getNext();
    if (at == around.back()->getEnd()) {
      around.pop_back();
      continue;
    }
    const Origin &origin = at->getOrigin();
    if (at->getKind() == Node::Kind::BundleEnd ||
        origin.kind == Origin::Kind::Builder ||
        origin.isSameParty(around.back()->getOrigin()))
      continue;
    // That it was in the bundle says the trace of the bundle.
    list.remember({EditTrace::Kind::Removed, at, pipeline.currentOrigin,
                   pipeline.foreignOrigin == nullptr});
    if (at->getKind() == Node::Kind::BundleBegin)
      around.push_back(at);
  }
}

/// Takes a node out of the list, which remembers `trace`, what it was before.
void Editor::takeAway(Node &node, EditTrace trace, const Node *successor) {
  rememberOthersIn(node);
  list.unlinkWhole(&node);
  trace.successor = successor;
  list.remember(std::move(trace));
}

Node *pmb::findLastAfter(Node *node) {
  Node *last = node;
  do {
    node = last;
    last = PipelineImpl::findLinked(node->getFollower());
  } while (last && node->comesBefore(*last));
  return node;
}

/// Whether `node` is `begin`, or in it.
static bool isIn(const Node *node, const Node &begin) {
  return node && node->isLinked() && getRange(begin).contains(*node);
}

/// Remembers the place of what was just put there.
void Editor::rememberPlace(Node &added, const ListPosition &place) {
  if (place.follows)
    list.setFollower(*place.follows, added.getEnd());
  if (place.isImmediate)
    rememberNeighbor(added, place);
  // The order of edits says what comes first, unless parties make them.
  const Party *party = pipeline.currentParty;
  if (!party && !place.isInSlot())
    return;
  InsertionRecord record{place.reference, place.isAfter, std::nullopt,
                         place.relation};
  if (party)
    record.rank = party->rank;
  visitWhole(added, [&](Node &node) {
    if (node.isPass())
      list.setInsertion(node, record);
  });
}

void Editor::rememberNeighbor(Node &added, const ListPosition &place) {
  const Node &other = *place.reference;
  ContractEntry entry;
  entry.word =
      place.isAfter ? ContractEntry::Word::After : ContractEntry::Word::Before;
  entry.target = exactly(other).target;
  entry.isImmediate = true;
  entry.reason = "put there by " + pipeline.currentOrigin->str();
  if (!pipeline.currentOrigin->why.empty())
    entry.reason += ", " + pipeline.currentOrigin->why;
  list.setNeighbor(added, &other, std::move(entry), pipeline.currentOrigin);
}

/// To be called before a node is moved: what is recorded of the place that it
/// leaves no longer counts for it, and stays for all others.
void Editor::leavePlace(Node &node) {
  for (Node *at = list.front(); at; at = at->getNext()) {
    bool isGoing = isIn(at, node);
    Node *last = PipelineImpl::findLinked(at->getFollower());
    // What was put there before it is now the last; what has followed it stays
    // behind.
    if (at->getFollower() && isIn(last, node) != isGoing)
      list.setFollower(*at, isGoing ? nullptr : node.getPrevious());
    const InsertionRecord &record = at->getInsertion();
    if (record.isRemembered() && isIn(record.reference, node) != isGoing &&
        (isGoing || node.getKind() == Node::Kind::Slot))
      list.setInsertion(*at, {});
  }
}

/// To be called before `added`, which replaces `node`, does so: it stands where
/// `node` was put, and what was put behind `node` follows it.
void Editor::takePlaceOf(Node &node, Node &added) {
  if (Node *last = node.getEnd()->getFollower())
    list.setFollower(*added.getEnd(), last);
  if (const Neighbor *neighbor = node.getNeighbor())
    list.setNeighbor(added, neighbor->other, neighbor->entry, neighbor->origin);
  for (const Neighbor *neighbor : to_vector(list.getNeighborsOf(node)))
    list.setNeighbor(const_cast<Node &>(*neighbor->node), &added,
                     neighbor->entry, neighbor->origin);
  InsertionRecord record;
  visitWhole(node, [&](const Node &at) {
    if (!record.isRemembered() && !isIn(at.getInsertion().reference, node))
      record = at.getInsertion();
  });
  if (record.isRemembered())
    visitWhole(added, [&](Node &at) {
      if (at.isPass())
        list.setInsertion(at, record);
    });
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Expected<Node *> Editor::insert(Linker &linker, const OpenedRecipe &opened,
                                ListPosition place) {
  if (Error error = pipeline.fitPlace(place, opened))
    return error;
  Linker::Place at{place.near, place.before};
  if (place.isInSlot()) {
    at.within = place.near;
    at.slot = place.reference;
  }
  Expected<Node *> added = linker.link(opened, at);
  if (added)
    rememberPlace(**added, place);
  return added;
}

Error Editor::checkMovable(const Node &node, const ListPosition &place) const {
  // By itself it would run with other options, and not together with others.
  bool isMark = node.getKind() == Node::Kind::BundleBegin;
  if (!isMark && getPatternSlot(node))
    return Diagnostic(DiagnosticCode::InsideContiguous,
                      "'{0}' cannot be moved out of its pattern slot",
                      node.getName());
  const Node *before = place.before;
  if (before != &node && isIn(before, node))
    return Diagnostic(DiagnosticCode::UnknownPosition,
                      "'{0}' cannot be moved into itself", node.getName());
  const BundleInstance *around = before ? before->getBundleAround() : nullptr;
  for (const Node &at : getRange(node)) {
    if (at.getKind() != Node::Kind::BundleBegin)
      continue;
    const BundleInstance &bundle = *at.getBundle();
    unsigned inside = bundle.getDepth() - node.getBundle()->getDepth();
    if (bundle.isPipeline)
      if (Error error = Linker::checkNotInItself(bundle.getName(), around))
        return error;
    if (around)
      if (Error error =
              PipelineImpl::checkDepth(around->getDepth() + 1 + inside))
        return error;
  }
  return Error::success();
}

Error Editor::move(Node &node, ListPosition place) {
  if (Error error = checkEditable(node, EditTrace::Kind::Moved))
    return error;
  if (const Node *slot = place.reference; slot && !place.isAfter &&
                                          slot->getKind() == Node::Kind::Slot &&
                                          getPatternSlot(*slot))
    return PipelineImpl::makeWrongSlot(node.getName(), *getPatternSlot(*slot));
  if (Error error = pipeline.leaveContiguous(place, node.getName()))
    return error;
  if (Error error = checkMovable(node, place))
    return error;
  const Neighbor *neighbor = node.getNeighbor();
  if (neighbor && (!pipeline.foreignOrigin || isOwn(*neighbor->origin)))
    list.setNeighbor(node, nullptr);
  // Beside itself it stands already, but maybe not in the slot.
  bool isIntoSlot =
      place.isInSlot() && node.isPass() && node.getSlot() != place.reference;
  if (!isIntoSlot &&
      (place.before == &node || place.before == node.getEnd()->getNext())) {
    if (place.isImmediate)
      rememberNeighbor(node, place);
    return Error::success();
  }
  leavePlace(node);
  list.remember(makeTrace(EditTrace::Kind::Moved, node));
  list.moveWhole(&node, place.before);
  rememberPlace(node, place);
  return Error::success();
}

Error Editor::remove(Node &node) {
  // Without their slot, its sets would be a pass that no edit has asked for.
  if (node.getKind() == Node::Kind::Slot && getPatternSlot(node))
    return remove(*getPatternSlot(node)->begin);
  if (Error error = checkEditable(node, EditTrace::Kind::Removed))
    return error;
  takeAway(node, makeTrace(EditTrace::Kind::Removed, node));
  return Error::success();
}

Error Editor::replace(Node &node, const Node &successor) {
  if (Error error = checkEditable(node, EditTrace::Kind::Replaced))
    return error;
  takeAway(node, makeTrace(EditTrace::Kind::Replaced, node), &successor);
  return Error::success();
}

Expected<Node *> Editor::replace(Linker &linker, const OpenedRecipe &opened,
                                 Node &node) {
  if (Error error = checkEditable(node, EditTrace::Kind::Replaced))
    return error;
  EditTrace trace = makeTrace(EditTrace::Kind::Replaced, node);
  // What comes may have slots of the same names.
  visitWhole(node, [&](Node &at) {
    if (at.getKind() == Node::Kind::Slot && &at != &node)
      list.unlink(&at);
  });
  Expected<Node *> added = linker.link(opened, {&node.getAnchorPath(), &node});
  if (!added)
    return added;
  takePlaceOf(node, **added);
  takeAway(node, std::move(trace), *added);
  return added;
}
