//===- PlaceFinder.cpp - Placing a pass by its contract alone -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract, and what others say of the pass, give two bounds: the last node
// that the pass must follow, and the first that it must precede. Between them
// the first place is taken where the state lets the pass work.
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/OrderGraph.h"
#include "builder/repair/PlaceIndex.h"
#include "builder/repair/Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
/// A node that the pass must follow, or precede, and why.
struct Bound {
  const Node *node = nullptr;
  std::string reason;
};
} // namespace

static std::string explainEntry(StringRef owner, const OrderEntry &entry) {
  std::string text = quote(owner) + " says " + stringify(entry.word).str() +
                     " " + entry.target.str();
  return entry.reason.empty() ? text : text + ": " + entry.reason;
}

namespace {
class PlaceFinder {
public:
  PlaceFinder(const PassList &list, const Symbol &pass, StringRef options,
              const AnchorPath &path, Position::Choice choice)
      : pipeline(list), placement(list), descriptor(*pass.descriptor),
        symbol(pass), options(stripBraces(options)), path(path),
        isLatest(choice == Position::Choice::Latest),
        alone(pipeline.getRoot().getOp(), pipeline.getCatalog()),
        probe(makeProbe(alone)) {}

  Expected<const Node *> find();

private:
  /// Of several that must be followed, the last counts.
  void mustFollow(const Node *node, const std::string &reason) {
    if (node && (!follow.node || follow.node->comesBefore(*node)))
      follow = {node, reason};
  }
  /// Of several that must be preceded, the first counts.
  void mustPrecede(const Node *node, const std::string &reason) {
    if (node && (!precede.node || node->comesBefore(*precede.node)))
      precede = {node, reason};
  }
  void mustBeBeside(const Node &node, bool isBehind,
                    const std::string &reason) {
    if (isBehind)
      mustFollow(getRange(node).last, reason);
    else
      mustPrecede(getRange(node).first, reason);
  }
  /// What stands for the pass, in `list`.
  Node *makeProbe(PassList &list) const;
  bool hasWork(const Trace &trace, const ContentsState &state) const;
  Error boundByOwnEntries();
  Error boundByOthersEntries();
  void boundByContents(const Trace &trace);
  std::string findObstacle(const Trace &trace, const Node *before,
                           const ContentsState &state) const;
  std::vector<Diagnostic> findErrors() const;
  static bool isLess(const Diagnostic &a, const Diagnostic &b);
  std::string tryPlace(Node *before);
  Error makeUnplaceable() const;
  Error makeNowhere() const;

  const PassList &pipeline;
  const Placement placement;
  const PassDescriptor &descriptor;
  const Symbol &symbol;
  const CompiledContract *contract = nullptr;
  Bound follow, precede;
  StringRef options;
  const AnchorPath &path;
  const bool isLatest;
  /// A list with nothing in it, for the pass by itself; and a copy of the
  /// pipeline where places are tried, once there are any.
  PassList alone;
  std::unique_ptr<PassList> trial;
  Node *probe;
  /// What is wrong without the pass; looked for when something is wrong with
  /// it, which is rare.
  std::optional<std::vector<Diagnostic>> errorsBefore;
  /// Why the last place that was tried is none.
  std::string obstacle;
};
} // namespace

Node *PlaceFinder::makeProbe(PassList &list) const {
  static const Origin origin = Origin::builder("only a trial");
  Symbol *name = list.getPassSymbol(descriptor.name);
  if (name->descriptor != &descriptor)
    list.setDescriptor(name, &descriptor);
  Node *made =
      list.createNode(Node::Kind::Pass, name, &list.getPath(path), &origin);
  list.setOptions(*made, options);
  return made;
}

Error PlaceFinder::boundByOwnEntries() {
  for (const OrderEntry &entry : descriptor.contract.getOrder()) {
    if (entry.strength == Strength::Weak || !applies(pipeline, *probe, entry))
      continue;
    Extent extent = placement.findExtent(entry.target);
    std::string reason = explainEntry(descriptor.name, entry);
    if (entry.word == OrderEntry::Word::ConflictsWith) {
      if (extent.first)
        return Diagnostic(DiagnosticCode::Conflict, "{0} conflicts with {1}",
                          quote(descriptor.name),
                          quote(extent.first->getName()))
            .note(reason, pipeline.getRef(*extent.first));
    } else if (!entry.hasSide()) {
      continue;
    } else if (isAboutAll(entry)) {
      // As a position would.
      for (const Node *node : pipeline.lookup(entry.target))
        if (node->getSymbol() != &symbol)
          mustBeBeside(*node, wantsLater(entry), reason);
    } else if (wantsLater(entry)) {
      mustFollow(extent.first, reason);
    } else {
      mustPrecede(extent.last, reason);
    }
    if (!extent.first && entry.isPresent)
      return Diagnostic(DiagnosticCode::MissingPass,
                        "{0} cannot be placed: the pipeline has no {1}",
                        quote(descriptor.name), entry.target.str())
          .note(reason);
  }
  return Error::success();
}

Error PlaceFinder::boundByOthersEntries() {
  std::vector<Diagnostic> conflicts;
  placement.forEachOwner(
      placement.getTargets(*probe), nullptr,
      [&](const Node &node, const OrderEntry &entry) {
        std::string reason = explainEntry(node.getName(), entry);
        if (entry.word == OrderEntry::Word::ConflictsWith) {
          conflicts.push_back(
              Diagnostic(DiagnosticCode::Conflict, "{0} conflicts with {1}",
                         quote(node.getName()), quote(descriptor.name))
                  .note(reason, pipeline.getRef(node)));
          return;
        }
        // Another instance may satisfy an entry that is not about all.
        bool isBound =
            isAboutAll(entry)
                ? node.getSymbol() != &symbol
                : entry.hasSide() &&
                      judge(node, entry, placement.findExtent(entry.target)) !=
                          Verdict::Kept;
        if (isBound)
          mustBeBeside(node, !wantsLater(entry), reason);
      });
  return makeError(std::move(conflicts));
}

void PlaceFinder::boundByContents(const Trace &trace) {
  const ItemTable &items = trace.getNames().items;
  // The last pass that introduces, and the last that lowers, each item.
  std::vector<const Node *> introducer(items.size()), lowerer(items.size());
  for (const Node &node : pipeline.getPasses()) {
    const CompiledContract &other = *trace.getContracts().lookup(node);
    // What is done in passing is not what a pass is there for.
    for (const CompiledContract::Lowering &lowering : other.lowerings)
      if (!lowering.isInPassing)
        lowering.gone.forEach([&](unsigned id) { lowerer[id] = &node; });
    other.forEachAdded([&](const ItemMask &mask) {
      mask.forEach([&](unsigned id) { introducer[id] = &node; });
    });
    for (const CompiledContract::Lowering &lowering : other.lowerings)
      for (const CompiledContract::Conversion &conversion :
           lowering.conversions)
        introducer[conversion.carriers->cast] = &node;
  }
  auto precedeLowering = [&](const ItemMask &added) {
    added.forEach([&](unsigned id) {
      if (lowerer[id])
        mustPrecede(lowerer[id], quote(lowerer[id]->getName()) + " lowers " +
                                     quote(items.getName(id)) +
                                     ", which it introduces");
    });
  };
  for (const CompiledContract::Lowering &lowering : contract->lowerings) {
    if (lowering.isInPassing)
      continue;
    lowering.items.forEach([&](unsigned id) {
      bool isLoweredLater = introducer[id] && lowerer[id] &&
                            introducer[id]->comesBefore(*lowerer[id]);
      if (introducer[id] && !isLoweredLater)
        mustFollow(introducer[id],
                   quote(introducer[id]->getName()) + " introduces " +
                       quote(items.getName(id)) + ", which it lowers");
    });
    precedeLowering(lowering.to);
  }
  for (const CompiledContract::Entry &introduction : contract->introductions)
    precedeLowering(introduction.to);
}

/// Why a place is none, as far as the trace tells; `state` is what is there.
std::string PlaceFinder::findObstacle(const Trace &trace, const Node *before,
                                      const ContentsState &state) const {
  const NameTables &names = trace.getNames();
  for (const CompiledContract::PropertyRequirement &need : contract->needs) {
    const PropertyTimeline &timeline = trace.getTimeline(need.property);
    const PropertyTimeline::Moment &moment =
        before ? timeline.at(*before) : timeline.atEnd();
    // With an open input a property may hold from the start, unless the
    // pipeline itself takes care of it.
    bool isExpected = !pipeline.getInterface().isClosed() && !moment.isGiven &&
                      !timeline.isProvided();
    if (need.entry->strength == Strength::Strong && !moment.isReal() &&
        !isExpected)
      return "it requires '" + need.entry->property +
             "', which does not hold there";
  }
  for (const CompiledContract::Lowering &lowering : contract->lowerings) {
    if (lowering.isInPassing || !state.getMayBe().intersects(lowering.items))
      continue;
    ItemMask blockers = state.getCertain().getCommon(lowering.unless);
    // An entry that holds only while that is there is about what remains then.
    blockers.erase(lowering.given);
    if (!blockers.empty())
      return quote(names.items.getName(names.getFirst(blockers))) +
             " is in its way";
  }
  return "";
}

/// Whether the pass has something left to work on: an operation of its nest,
/// and some of what it lowers or requires. What says neither works on anything.
bool PlaceFinder::hasWork(const Trace &trace,
                          const ContentsState &state) const {
  if (trace.getNest(*probe).findGone(state))
    return false;
  bool isAnyAsked = false, isAnyThere = false;
  auto ask = [&](const ItemMask &wanted) {
    isAnyAsked |= !wanted.empty();
    isAnyThere |= state.getMayBe().intersects(wanted);
  };
  for (const CompiledContract::Lowering &lowering : contract->lowerings)
    if (!lowering.isInPassing)
      ask(lowering.items);
  for (const CompiledContract::ContentsRequirement &demand : contract->demands)
    if (demand.entry->word == ContentsEntry::Word::Requires)
      ask(demand.items);
  return !isAnyAsked || isAnyThere;
}

/// What the check has to say against the order of the list as it is. What
/// remains in the IR, or must follow, may be for passes still to come.
std::vector<Diagnostic> PlaceFinder::findErrors() const {
  std::vector<Diagnostic> errors;
  OrderCheck(*trial).runWithoutLeftOvers(errors);
  erase_if(errors, [](const Diagnostic &diagnostic) {
    return diagnostic.severity != Severity::Error ||
           diagnostic.code == DiagnosticCode::MissingPass ||
           diagnostic.code == DiagnosticCode::MissingFollowUp;
  });
  llvm::stable_sort(errors, isLess);
  return errors;
}

/// Tells apart errors of two sorts, and those about two passes.
bool PlaceFinder::isLess(const Diagnostic &a, const Diagnostic &b) {
  auto key = [](const Diagnostic &diagnostic) {
    // Which pass has ended a property of the output makes no difference.
    bool isAboutPass =
        diagnostic.node && diagnostic.code != DiagnosticCode::MissingOutput;
    return std::make_pair(unsigned(diagnostic.code),
                          isAboutPass ? StringRef(diagnostic.node->name)
                                      : StringRef());
  };
  return key(a) < key(b);
}

/// Puts the pass before `before` for a moment, and returns an error that was
/// not there without it.
std::string PlaceFinder::tryPlace(Node *before) {
  trial->link(probe, before);
  std::vector<Diagnostic> errors = findErrors(), added;
  trial->unlink(probe);
  if (errors.empty())
    return "";
  if (!errorsBefore)
    errorsBefore = findErrors();
  std::set_difference(errors.begin(), errors.end(), errorsBefore->begin(),
                      errorsBefore->end(), std::back_inserter(added), isLess);
  return added.empty() ? "" : added.front().message;
}

Error PlaceFinder::makeUnplaceable() const {
  // Is it this pipeline, or would no pipeline do?
  if (precede.node->isPass() && follow.node->isPass()) {
    SmallVector<const PassDescriptor *> passes;
    for (const auto &symbol : pipeline.getSymbols())
      if (symbol->descriptor &&
          symbol->count + (symbol->descriptor == &descriptor) == 1)
        passes.push_back(symbol->descriptor);
    OrderGraph graph(passes, [&](const Target &target) {
      Extent extent = placement.findExtent(target);
      if (matchesTarget(target, descriptor))
        return extent.first ? nullptr : &descriptor;
      const Node *only = extent.getOnlyPass();
      return only ? &only->getDescriptor() : nullptr;
    });
    const PassDescriptor *next = &precede.node->getDescriptor();
    const PassDescriptor *last = &follow.node->getDescriptor();
    auto cycle = graph.findPath(&descriptor, next);
    auto middle = graph.findPath(next, last);
    auto back = graph.findPath(last, &descriptor);
    if (!cycle.empty() && !back.empty() && (next == last || !middle.empty())) {
      append_range(cycle, middle);
      append_range(cycle, back);
      return describeCycle(cycle);
    }
  }
  bool isSame = getRange(*precede.node).first == getRange(*follow.node).first;
  return Diagnostic(
             DiagnosticCode::Unplaceable,
             "{0} cannot be placed: it must follow {1} and precede {2}{3}",
             quote(descriptor.name), quote(follow.node->getName()),
             quote(precede.node->getName()),
             isSame ? ", which is one and the same"
                    : ", but " + quote(precede.node->getName()) +
                          " comes before " + quote(follow.node->getName()))
      .note(follow.reason, pipeline.getRef(*follow.node))
      .note(precede.reason, pipeline.getRef(*precede.node))
      .help("give a position, or change the pipeline");
}

Error PlaceFinder::makeNowhere() const {
  Diagnostic diagnostic(DiagnosticCode::Unplaceable,
                        "{0} cannot be placed anywhere: {1}",
                        quote(descriptor.name), obstacle);
  if (follow.node)
    diagnostic.note("it must follow this, as " + follow.reason,
                    pipeline.getRef(*follow.node));
  if (precede.node)
    diagnostic.note("it must precede this, as " + precede.reason,
                    pipeline.getRef(*precede.node));
  return diagnostic;
}

Expected<const Node *> PlaceFinder::find() {
  if (Error error = boundByOwnEntries())
    return error;
  if (Error error = boundByOthersEntries())
    return error;
  // If there is none, the state says why.
  if (std::optional<const Node *> place = findIndexedPlace(
          pipeline, *probe, follow.node, precede.node, isLatest))
    return *place;
  ListContracts contracts(pipeline, Assumptions(), &descriptor.contract,
                          isLatest ? &path : nullptr);
  OptionValues options(*probe);
  contract = contracts.compile(descriptor.contract, options);
  Trace trace(contracts);
  boundByContents(trace);
  if (follow.node && precede.node && !follow.node->comesBefore(*precede.node))
    return makeUnplaceable();

  // With `isLatest`, those where it has nothing to work on come after others.
  SmallVector<const Node *> candidates, idle;
  auto visit = [&](const Node *node, const ContentsState &state) {
    bool isTooLate = precede.node && node != precede.node &&
                     (!node || precede.node->comesBefore(*node));
    bool isTooEarly = follow.node && node && !follow.node->comesBefore(*node);
    if (isTooLate || isTooEarly)
      return;
    std::string found = findObstacle(trace, node, state);
    if (found.empty() && node && node->getContiguousAround())
      found = "the place is inside a contiguous bundle";
    if (found.empty())
      (isLatest && !hasWork(trace, state) ? idle : candidates).push_back(node);
    else
      obstacle = found;
  };
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    visit(step.node, state);
  });
  visit(nullptr, trace.getEnd());
  if (isLatest) {
    std::reverse(candidates.begin(), candidates.end());
    std::reverse(idle.begin(), idle.end());
  }
  append_range(candidates, idle);
  if (candidates.empty())
    return makeNowhere();
  trial = std::make_unique<PassList>(pipeline);
  probe = makeProbe(*trial);
  for (const Node *place : candidates) {
    std::string found = tryPlace(trial->getTwin(place));
    if (found.empty())
      return place;
    obstacle = found;
  }
  return makeNowhere();
}

Expected<const Node *> pmb::findPlace(const PassList &list, const Symbol &pass,
                                      StringRef options, const AnchorPath &path,
                                      Position::Choice choice) {
  return PlaceFinder(list, pass, options, path, choice).find();
}
