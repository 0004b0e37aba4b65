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
  /// All of a kind, as a position would.
  void boundByAll(const OrderEntry &entry, const std::string &reason) {
    for (const Node *node : pipeline.lookup(entry.target))
      if (node->getSymbol() == &symbol)
        continue;
      else if (wantsLater(entry))
        mustFollow(getRange(*node).end, reason);
      else
        mustPrecede(node, reason);
  }
  /// What stands for the pass, in `list`.
  Node *makeProbe(PassList &list) const;
  bool isDecidedByIndex() const;
  bool asksAboutBetween() const;
  struct Neighbors;
  Neighbors findNeighbors(StringRef property, const Node *place) const;
  std::optional<bool> fits(StringRef property, const Node *place,
                           const Node *&next) const;
  std::optional<bool> fitsAll(const Node *place, const Node *&next) const;
  std::optional<const Node *> findByIndex() const;
  std::optional<const Node *> findLastByIndex() const;
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
        return makeError(Diagnostic(DiagnosticCode::Conflict,
                                    quote(descriptor.name) +
                                        " conflicts with " +
                                        quote(extent.first->getName()))
                             .note(reason, pipeline.getRef(*extent.first)));
    } else if (entry.word == OrderEntry::Word::AlternatesWith) {
      continue;
    } else if (isAboutAll(entry)) {
      boundByAll(entry, reason);
    } else if (wantsLater(entry)) {
      mustFollow(extent.first, reason);
    } else {
      mustPrecede(extent.last, reason);
    }
    if (!extent.first && entry.isPresent)
      return makeError(
          Diagnostic(DiagnosticCode::MissingPass,
                     quote(descriptor.name) +
                         " cannot be placed: the pipeline has no " +
                         entry.target.str())
              .note(reason));
  }
  return Error::success();
}

Error PlaceFinder::boundByOthersEntries() {
  std::vector<Diagnostic> conflicts;
  placement.forEachOwner(
      placement.getTargets(*probe), nullptr,
      [&](const Node &node, const OrderEntry &entry) {
        Range owner = getRange(node);
        std::string reason = explainEntry(node.getName(), entry);
        if (entry.word == OrderEntry::Word::ConflictsWith) {
          conflicts.push_back(
              Diagnostic(DiagnosticCode::Conflict, quote(node.getName()) +
                                                       " conflicts with " +
                                                       quote(descriptor.name))
                  .note(reason, pipeline.getRef(node)));
          return;
        }
        if (isAboutAll(entry)) {
          if (node.getSymbol() != &symbol && wantsLater(entry))
            mustPrecede(owner.begin, reason);
          else if (node.getSymbol() != &symbol)
            mustFollow(owner.end, reason);
          return;
        }
        if (entry.word == OrderEntry::Word::AlternatesWith)
          return;
        // Another instance may satisfy the entry already.
        if (judge(node, entry, placement.findExtent(entry.target)) ==
            Verdict::Kept)
          return;
        if (wantsLater(entry))
          mustPrecede(owner.begin, reason);
        else
          mustFollow(owner.end, reason);
      });
  return makeError(std::move(conflicts));
}

void PlaceFinder::boundByContents(const Trace &trace) {
  const ItemTable &items = trace.getNames().items;
  // Who introduces and who lowers an item last.
  std::vector<const Node *> introducer(items.size()), lowerer(items.size());
  for (const Node &node : pipeline.getPasses()) {
    const CompiledContract &other = *trace.getContracts().lookup(node);
    // What is done in passing is not what a pass is there for.
    for (const CompiledContract::Lowering &lowering : other.lowerings)
      if (!lowering.isInPassing)
        lowering.gone.forEach([&](unsigned id) { lowerer[id] = &node; });
    auto introduce = [&](const ItemMask &mask) {
      mask.forEach([&](unsigned id) { introducer[id] = &node; });
    };
    for (const CompiledContract::Lowering &lowering : other.lowerings) {
      introduce(lowering.to);
      introduce(lowering.sometimes);
      for (const CompiledContract::Conversion &conversion :
           lowering.conversions)
        introducer[conversion.carriers->cast] = &node;
    }
    for (const CompiledContract::Introduction &added : other.introductions) {
      introduce(added.to);
      introduce(added.sometimes);
    }
  }
  for (const CompiledContract::Lowering &lowering : contract->lowerings) {
    if (lowering.isInPassing)
      continue;
    lowering.from.forEach([&](unsigned id) {
      bool isLoweredLater = introducer[id] && lowerer[id] &&
                            introducer[id]->comesBefore(*lowerer[id]);
      if (introducer[id] && !isLoweredLater)
        mustFollow(introducer[id],
                   quote(introducer[id]->getName()) + " introduces " +
                       quote(items.getName(id)) + ", which it lowers");
    });
    lowering.to.forEach([&](unsigned id) {
      if (lowerer[id])
        mustPrecede(lowerer[id], quote(lowerer[id]->getName()) + " lowers " +
                                     quote(items.getName(id)) +
                                     ", which it introduces");
    });
  }
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
    if (lowering.isInPassing || !state.getMayBe().intersects(lowering.from))
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
      ask(lowering.from);
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
    return std::make_pair(unsigned(diagnostic.code),
                          diagnostic.node ? StringRef(diagnostic.node->name)
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
      return makeError(describeCycle(cycle));
    }
  }
  bool isSame = getRange(*precede.node).begin == getRange(*follow.node).begin;
  return makeError(
      Diagnostic(DiagnosticCode::Unplaceable,
                 quote(descriptor.name) + " cannot be placed: it must follow " +
                     quote(follow.node->getName()) + " and precede " +
                     quote(precede.node->getName()) +
                     (isSame ? ", which is one and the same"
                             : ", but " + quote(precede.node->getName()) +
                                   " comes before " +
                                   quote(follow.node->getName())))
          .note(follow.reason, pipeline.getRef(*follow.node))
          .note(precede.reason, pipeline.getRef(*precede.node))
          .help("give a position, or change the pipeline"));
}

Error PlaceFinder::makeNowhere() const {
  Diagnostic diagnostic(DiagnosticCode::Unplaceable,
                        quote(descriptor.name) +
                            " cannot be placed anywhere: " + obstacle);
  if (follow.node)
    diagnostic.note("it must follow this, as " + follow.reason,
                    pipeline.getRef(*follow.node));
  if (precede.node)
    diagnostic.note("it must precede this, as " + precede.reason,
                    pipeline.getRef(*precede.node));
  return makeError(std::move(diagnostic));
}

/// Whether it matters what stands between passes: to this one, or to others.
bool PlaceFinder::asksAboutBetween() const {
  auto asks = [](const Contract &contract) {
    return any_of(contract.getOrder(), [](const OrderEntry &entry) {
      return entry.isAboutBetween();
    });
  };
  return asks(descriptor.contract) ||
         any_of(pipeline.getSymbolsWithBetween(),
                [](const Symbol *other) { return other->count; }) ||
         !pipeline.getNeighbors().empty() ||
         any_of(pipeline.getBundlesWithContract(),
                [&](const BundleInstance *bundle) {
                  return bundle->contract && asks(*bundle->contract);
                });
}

/// True if order and property entries alone can make a place a wrong one:
/// nothing is lowered, and list order is executed order. They are decided from
/// the index, where the nearest passes tell how a property is. They do not if
/// any pass ends it, a bundle brings back what it preserves, options decide
/// what a pass does, or a pass rejects contents for what a property says.
bool PlaceFinder::isDecidedByIndex() const {
  const Contract &own = descriptor.contract;
  if (!own.getContents().empty() || own.hasUnknownEffect() || own.isGreedy() ||
      path.getDepth() || pipeline.getRoot().hasNested() ||
      !pipeline.getInterface().outputProperties.empty() || asksAboutBetween())
    return false;
  auto isFleeting = [&](StringRef property) {
    const PropertyDescriptor *known =
        pipeline.getCatalog().lookupProperty(property);
    return known && known->isFleeting;
  };
  if (any_of(pipeline.getPropertyNames(), isFleeting))
    return false;
  if (own.getProperties().empty())
    return true;
  return pipeline.getBundlesWithContract().empty() &&
         none_of(pipeline.getSymbols(), [&](const Symbol *other) {
           if (!other->count || !other->descriptor)
             return false;
           const Contract &contract = other->descriptor->contract;
           return any_of(contract.getProperties(),
                         [](const PropertyEntry &entry) {
                           return entry.isConditional();
                         }) ||
                  any_of(contract.getContents(),
                         [](const ContentsEntry &entry) {
                           return entry.word == ContentsEntry::Word::Rejects;
                         });
         });
}

namespace {
/// The nearest passes on each side of a place that need, provide or end a
/// lasting property; null if there is none.
struct PlaceFinder::Neighbors {
  struct Pair {
    const Node *before = nullptr, *after = nullptr;
  };
  Pair user, provider, ender;

  bool isEnded() const {
    return ender.before &&
           (!provider.before || provider.before->comesBefore(*ender.before));
  }
  /// A pass before the place has missed it, which is one mistake.
  bool isAssumed() const {
    const Node *change = isEnded() ? ender.before : provider.before;
    return user.before && (!change || change->comesBefore(*user.before));
  }
  /// The first pass behind the place to require the property as it is there;
  /// null if there is none.
  const Node *getAffected() const {
    auto isFirst = [&](const Node *change) {
      return !change || !change->comesBefore(*user.after);
    };
    return user.after && isFirst(provider.after) && isFirst(ender.after)
               ? user.after
               : nullptr;
  }
};
} // namespace

/// Whether it is an error if the property does not hold where the pass starts.
static bool needs(const PassDescriptor &pass, StringRef property) {
  return any_of(pass.contract.getProperties(), [&](const PropertyEntry &entry) {
    return entry.word == PropertyEntry::Word::Requires &&
           entry.strength == Strength::Strong && entry.property == property;
  });
}

/// `place` is null for the end.
PlaceFinder::Neighbors PlaceFinder::findNeighbors(StringRef property,
                                                  const Node *place) const {
  Neighbors result;
  for (const Symbol *symbol : pipeline.getSymbolsWithProperty(property)) {
    if (symbol->nodes.empty())
      continue;
    const auto &nodes = symbol->nodes;
    auto next =
        place ? nodes.lower_bound(const_cast<Node *>(place)) : nodes.end();
    auto extend = [&](Neighbors::Pair &pair) {
      if (next != nodes.begin() &&
          (!pair.before || pair.before->comesBefore(**std::prev(next))))
        pair.before = *std::prev(next);
      if (next != nodes.end() &&
          (!pair.after || (*next)->comesBefore(*pair.after)))
        pair.after = *next;
    };
    if (needs(*symbol->descriptor, property))
      extend(result.user);
    PropertyEffect effect =
        getPropertyEffect(pipeline, **nodes.begin(), property);
    if (effect == PropertyEffect::Provides)
      extend(result.provider);
    else if (effect == PropertyEffect::Ends)
      extend(result.ender);
  }
  return result;
}

/// Whether the pass may stand before `place`, as far as one property decides.
/// If not, `next` is the place to try next. std::nullopt if the check of the
/// whole list has to decide.
std::optional<bool> PlaceFinder::fits(StringRef property, const Node *place,
                                      const Node *&next) const {
  const PipelineInterface &interface = pipeline.getInterface();
  Neighbors around = findNeighbors(property, place);
  bool isGiven = is_contained(interface.inputProperties, property);
  bool isReal = !around.isEnded() && (around.provider.before || isGiven);
  // What an open input may have is missed only where something takes care of
  // it.
  bool isOpen = !interface.isClosed() && !isGiven;
  bool isProvided = around.provider.before || around.provider.after;

  for (const PropertyEntry &need : descriptor.contract.getProperties()) {
    if (need.word != PropertyEntry::Word::Requires || isReal ||
        need.property != property || need.strength == Strength::Weak ||
        !applies(pipeline, *probe, need))
      continue;
    if (isOpen && !isProvided && !around.isEnded())
      continue;
    if (!around.provider.after)
      return std::nullopt;
    next = around.provider.after->getNext();
    return false;
  }

  PropertyEffect effect = getPropertyEffect(pipeline, *probe, property);
  if (effect == PropertyEffect::Provides) {
    // A pass before it may have relied on the input until now.
    if (isOpen && !isProvided && around.user.before)
      return std::nullopt;
  } else if (effect == PropertyEffect::Ends) {
    const Node *user = around.getAffected();
    if (!user)
      return true;
    // What it misses already it cannot lose.
    if (!isReal && !around.isAssumed() &&
        (around.isEnded() || !isOpen ||
         findNeighbors(property, user->getNext()).provider.after))
      return true;
    // The check lets a mistake that is mended make up for a new one of the
    // same pass.
    if (any_of(descriptor.contract.getProperties(),
               [&](const PropertyEntry &entry) {
                 return entry.property != property &&
                        needs(user->getDescriptor(), entry.property);
               }))
      return std::nullopt;
    next = user->getNext();
    return false;
  }
  return true;
}

/// The same for all properties.
std::optional<bool> PlaceFinder::fitsAll(const Node *place,
                                         const Node *&next) const {
  if (place && place->getContiguousAround())
    return false;
  for (const PropertyEntry &entry : descriptor.contract.getProperties()) {
    std::optional<bool> fit = fits(entry.property, place, next);
    if (!fit || !*fit)
      return fit;
  }
  return true;
}

/// The last place within the bounds that the index allows; else as below.
std::optional<const Node *> PlaceFinder::findLastByIndex() const {
  const Node *place = precede.node, *later = nullptr;
  while (true) {
    std::optional<bool> fit = fitsAll(place, later);
    if (!fit)
      return std::nullopt;
    if (*fit)
      return place;
    place = place ? place->getPrevious() : pipeline.back();
    if (!place || place == follow.node)
      return std::nullopt;
  }
}

/// The first place within the bounds that the index allows, without a look at
/// the whole list; std::nullopt if there is none, or it is not sure.
std::optional<const Node *> PlaceFinder::findByIndex() const {
  if (isLatest)
    return findLastByIndex();
  const Node *place = follow.node ? follow.node->getNext() : pipeline.front();
  while (true) {
    const Node *next = place ? place->getNext() : nullptr;
    std::optional<bool> fit = fitsAll(place, next);
    if (!fit)
      return std::nullopt;
    if (*fit)
      return place;
    bool isLast = !place || place == precede.node;
    place = next;
    if (isLast ||
        (precede.node && (!place || precede.node->comesBefore(*place))))
      return std::nullopt;
  }
}

Expected<const Node *> PlaceFinder::find() {
  if (Error error = boundByOwnEntries())
    return error;
  if (Error error = boundByOthersEntries())
    return error;
  if (isDecidedByIndex()) {
    if (follow.node && precede.node && !follow.node->comesBefore(*precede.node))
      return makeUnplaceable();
    // If there is none, the state says why.
    if (std::optional<const Node *> place = findByIndex())
      return *place;
  }
  ListContracts contracts(pipeline, Assumptions(), &descriptor.contract,
                          isLatest ? &path : nullptr);
  OptionValues options(*probe);
  contract = contracts.compile(descriptor.contract, options);
  Trace trace(contracts);
  boundByContents(trace);
  if (follow.node && precede.node && !follow.node->comesBefore(*precede.node))
    return makeUnplaceable();

  struct Candidate {
    const Node *place;
    Node *copy = nullptr;
    bool hasWork = false;
  };
  SmallVector<Candidate> candidates;
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
      candidates.push_back({node, nullptr, isLatest && hasWork(trace, state)});
    else
      obstacle = found;
  };
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    visit(step.node, state);
  });
  visit(nullptr, trace.getEnd());
  if (candidates.empty())
    return makeNowhere();
  trial = std::make_unique<PassList>(pipeline);
  probe = makeProbe(*trial);
  // Both lists have the same nodes.
  const Node *original = pipeline.front();
  Node *copy = trial->front();
  for (Candidate &candidate : candidates) {
    for (; original != candidate.place; original = original->getNext())
      copy = copy->getNext();
    candidate.copy = copy;
  }
  if (isLatest) {
    std::reverse(candidates.begin(), candidates.end());
    std::stable_partition(
        candidates.begin(), candidates.end(),
        [](const Candidate &candidate) { return candidate.hasWork; });
  }
  for (const Candidate &candidate : candidates) {
    std::string found = tryPlace(candidate.copy);
    if (found.empty())
      return candidate.place;
    obstacle = found;
  }
  return makeNowhere();
}

Expected<const Node *> pmb::findPlace(const PassList &list, const Symbol &pass,
                                      StringRef options, const AnchorPath &path,
                                      Position::Choice choice) {
  return PlaceFinder(list, pass, options, path, choice).find();
}
