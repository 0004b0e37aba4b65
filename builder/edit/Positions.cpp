//===- Positions.cpp - From positions to places in the list ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Selector, Position
//===----------------------------------------------------------------------===//

std::string Selector::str() const {
  if (!instance)
    return target.str();
  switch (*instance) {
  case Instance::Unique:
    return "the only " + target.str();
  case Instance::First:
    return "the first " + target.str();
  case Instance::Last:
    return "the last " + target.str();
  case Instance::Nth:
    return target.str() + " number " + std::to_string(index);
  case Instance::Every:
    return "every " + target.str();
  }
  llvm_unreachable("unknown instance");
}

Position::Position(Place place, Selector chosen)
    : place(place), selector(std::move(chosen)) {
  // A kind is a region of the pipeline: before it means before all of it.
  if (!selector.instance && selector.target.kind == Target::Kind::PassKind)
    selector.instance =
        place == Place::Before ? Instance::First : Instance::Last;
}

Position::~Position() {
  // One after the other: a chain can be longer than the stack is deep.
  while (fallback && fallback.use_count() == 1)
    fallback = std::move(const_cast<Position &>(*fallback).fallback);
}

Position &Position::orElse(Position other) {
  // What others share is theirs, so it is copied.
  Position *end = this;
  while (end->fallback) {
    if (end->fallback.use_count() != 1)
      end->fallback = std::make_shared<Position>(*end->fallback);
    end = const_cast<Position *>(end->fallback.get());
  }
  end->fallback = std::make_shared<Position>(std::move(other));
  return *this;
}

std::string Position::str() const {
  auto describe = [](const Position &position) -> std::string {
    switch (position.place) {
    case Place::Before:
      return "before " + position.selector.str();
    case Place::After:
      return "after " + position.selector.str();
    case Place::Start:
      return "at the start";
    case Place::End:
      return "at the end";
    case Place::ByContract:
      return "where its contract allows";
    }
    llvm_unreachable("unknown place");
  };
  std::string text = describe(*this);
  for (const Position *other = getFallback(); other;
       other = other->getFallback())
    text += ", or else " + describe(*other);
  return text;
}

//===----------------------------------------------------------------------===//
// Finding nodes
//===----------------------------------------------------------------------===//

/// True if `node` stands inside a bundle of that kind (not counting its own
/// marks): the bundle is what matches then.
static bool isInsideOfKind(const Node *node, StringRef kind) {
  const BundleInstance *bundle = node->getBundle();
  if (bundle && node->getKind() == Node::Kind::BundleBegin)
    bundle = bundle->parent;
  for (; bundle; bundle = bundle->parent)
    if (bundle->hasKind(kind))
      return true;
  return false;
}

void Pipeline::collect(const Target &target,
                       SmallVectorImpl<Node *> &nodes) const {
  buildIndex();
  switch (target.kind) {
  case Target::Kind::Pass:
    if (Symbol *symbol = lookupSymbol(Target::Kind::Bundle, target.name)) {
      // What the name of a registered pipeline stands for.
      for (Node *node : symbol->nodes)
        if (node->getBundle()->isPipeline)
          nodes.push_back(node);
      if (!nodes.empty())
        return;
    }
    [[fallthrough]];
  case Target::Kind::Slot:
  case Target::Kind::Bundle:
    if (Symbol *symbol = lookupSymbol(target.kind, target.name))
      append_range(nodes, symbol->nodes);
    return;
  case Target::Kind::PassKind: {
    auto it = kindSymbols.find(target.name);
    if (it == kindSymbols.end())
      return;
    for (Symbol *symbol : it->second)
      for (Node *node : symbol->nodes) {
        bool matches = node->isPass()
                           ? node->getDescriptor().hasKind(target.name)
                           : node->getBundle()->hasKind(target.name);
        if (matches && !isInsideOfKind(node, target.name))
          nodes.push_back(node);
      }
    llvm::sort(nodes, ListOrder());
    return;
  }
  case Target::Kind::Provider:
    for (Node *node = list.front(); node; node = node->next)
      if (node->isPass() &&
          any_of(node->getDescriptor().contract.getProperties(),
                 [&](const PropertyEntry &entry) {
                   return entry.word == PropertyEntry::Word::Provides &&
                          entry.property == target.name;
                 }))
        nodes.push_back(node);
    return;
  }
}

std::vector<const Node *> Pipeline::lookup(const Target &target) const {
  SmallVector<Node *> nodes;
  collect(target, nodes);
  return std::vector<const Node *>(nodes.begin(), nodes.end());
}

/// What a target of that kind names, in the plural.
static std::string describeSort(Target::Kind kind) {
  switch (kind) {
  case Target::Kind::Slot:
    return "slots";
  case Target::Kind::Bundle:
    return "bundles";
  case Target::Kind::PassKind:
    return "kinds";
  default:
    return "passes";
  }
}

Diagnostic Pipeline::describeUnknown(const Target &target) const {
  SmallVector<StringRef> present;
  DiagnosticCode code = DiagnosticCode::UnknownAnchor;
  std::string what = "the pipeline has no " + target.str();
  auto addPresent = [&](const StringMap<Symbol *> &symbols) {
    for (const auto &entry : symbols)
      if (entry.second->count)
        present.push_back(entry.first());
  };
  switch (target.kind) {
  case Target::Kind::Pass:
    what = "the pipeline has no pass '" + target.name + "'";
    addPresent(passSymbols);
    for (const auto &bundle : bundleInstances)
      if (bundle->isPipeline && bundle->begin->isLinked())
        present.push_back(bundle->getName());
    break;
  case Target::Kind::Slot:
    addPresent(slotSymbols);
    break;
  case Target::Kind::Bundle:
    addPresent(bundleSymbols);
    break;
  case Target::Kind::PassKind: {
    buildIndex();
    for (const auto &entry : kindSymbols)
      if (any_of(entry.second, [&](const Symbol *symbol) {
            return any_of(symbol->nodes, [&](const Node *node) {
              return node->isPass()
                         ? node->getDescriptor().hasKind(entry.first())
                         : node->getBundle()->hasKind(entry.first());
            });
          }))
        present.push_back(entry.first());
    if (!catalog.hasKind(target.name) && !kindSymbols.count(target.name)) {
      code = DiagnosticCode::UnknownKind;
      what = "there is no kind '" + target.name + "'";
      append_range(present, catalog.getKindNames());
    } else {
      what = "the pipeline has no pass or bundle of kind '" + target.name + "'";
    }
    break;
  }
  case Target::Kind::Provider:
    what = "the pipeline has nothing that provides '" + target.name + "'";
    break;
  }
  llvm::sort(present);
  present.erase(std::unique(present.begin(), present.end()), present.end());
  Diagnostic diagnostic(code, what);
  diagnostic.about(target.name);
  if (suggest(diagnostic, target.name, present))
    return diagnostic;
  if (target.kind == Target::Kind::Provider)
    diagnostic.help("add a pass that provides it, or name a pass");
  else if (present.empty() && code == DiagnosticCode::UnknownKind)
    diagnostic.note("no kinds are known");
  else if (present.empty())
    diagnostic.note("it has no " + describeSort(target.kind) + " at all");
  else if (present.size() <= 8)
    diagnostic.note(
        (code == DiagnosticCode::UnknownKind ? "the known " : "its ") +
        describeSort(target.kind) + " are '" + join(present, "', '") + "'");
  return diagnostic;
}

Error Pipeline::select(const Selector &selector,
                       SmallVectorImpl<Node *> &nodes) const {
  const Target &target = selector.target;
  Instance instance = selector.getInstance();

  // The common questions are answered from the ends of the index.
  if (target.kind != Target::Kind::PassKind &&
      target.kind != Target::Kind::Provider) {
    buildIndex();
    Symbol *symbol = lookupSymbol(target.kind, target.name);
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
    return makeError(describeUnknown(target));
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
    return makeError(Diagnostic(DiagnosticCode::UnknownAnchor,
                                "there is no " + selector.str() +
                                    ": the pipeline has " +
                                    std::to_string(nodes.size()))
                         .about(target.name)
                         .help("the first has number 0"));
  case Instance::Unique:
    break;
  }
  if (nodes.size() == 1)
    return Error::success();
  Diagnostic diagnostic(DiagnosticCode::AmbiguousAnchor,
                        target.str() + " is in the pipeline " +
                            std::to_string(nodes.size()) + " times");
  diagnostic.about(target.name);
  constexpr size_t limit = 5;
  for (const Node *node : ArrayRef<Node *>(nodes).take_front(limit))
    diagnostic.note("this one matches", getRef(*node));
  if (nodes.size() > limit)
    diagnostic.note("and " + std::to_string(nodes.size() - limit) + " more");
  diagnostic.help("say which: first(), last(), nth() or every()");
  nodes.clear();
  return makeError(std::move(diagnostic));
}

Expected<std::vector<const Node *>>
Pipeline::findNodes(const Selector &selector) const {
  SmallVector<Node *> nodes;
  if (Error error = select(selector, nodes))
    return error;
  return std::vector<const Node *>(nodes.begin(), nodes.end());
}

Error Pipeline::resolve(const Position &first,
                        SmallVectorImpl<PlaceInList> &places) {
  // Why each of those that come before `last` was not used.
  std::vector<Diagnostic> unused;
  const Position *last = &first;
  while (true) {
    std::vector<Diagnostic> failures =
        takeDiagnostics(resolveAlone(*last, places));
    if (failures.empty())
      return Error::success();
    bool isAbsent = last->isRelative() &&
                    any_of(failures, [](const Diagnostic &diagnostic) {
                      return diagnostic.code != DiagnosticCode::AmbiguousAnchor;
                    });
    if (!last->getFallback() || !isAbsent) {
      for (Diagnostic &failure : failures)
        for (const Diagnostic &why : reverse(unused)) {
          failure.note("the fallback was used because " + why.message);
          append_range(failure.notes, why.notes);
        }
      return makeError(std::move(failures));
    }
    unused.push_back(std::move(failures.front()));
    last = last->getFallback();
  }
}

Error Pipeline::resolveAlone(const Position &position,
                             SmallVectorImpl<PlaceInList> &places) {
  switch (position.getPlace()) {
  case Position::Place::Start:
    places.push_back({list.front(), &root, nullptr, false});
    return Error::success();
  case Position::Place::End:
    places.push_back({nullptr, &root, nullptr, true});
    return Error::success();
  case Position::Place::ByContract:
    return makeError(Diagnostic(DiagnosticCode::UnknownAnchor,
                                "only a pass can be placed by its contract"));
  case Position::Place::Before:
  case Position::Place::After:
    break;
  }
  SmallVector<Node *> nodes;
  if (Error error = select(position.getSelector(), nodes))
    return error;
  if (position.getPlace() == Position::Place::Before) {
    for (Node *node : nodes)
      places.push_back({node, node->path, node, false});
    return Error::success();
  }
  for (auto [index, node] : enumerate(nodes)) {
    Node *end =
        node->kind == Node::Kind::BundleBegin ? node->bundle->end : node;
    Node *last = findLastAfter(end);
    // Each of several has its own, also where one was put after another.
    auto next = find_if(ArrayRef<Node *>(nodes).drop_front(index + 1),
                        [&](Node *other) { return end->comesBefore(*other); });
    bool isPassed = next != nodes.end() && (*next)->comesBefore(*last);
    isPassed |= next != nodes.end() && *next == last;
    places.push_back({isPassed ? *next : last->next, node->path, node, true,
                      isPassed ? nullptr : end});
  }
  return Error::success();
}

Node *Pipeline::findLastAfter(Node *node) const {
  while (true) {
    Node *last = findLinked(followers.lookup(node));
    if (!last || !node->comesBefore(*last))
      return node;
    node = last;
  }
}

void Pipeline::setFollower(Node *node, Node *last) {
  Node *&follower = followers[node];
  onRollback([this, node, previous = follower] {
    if (previous)
      followers[node] = previous;
    else
      followers.erase(node);
  });
  follower = last;
}
