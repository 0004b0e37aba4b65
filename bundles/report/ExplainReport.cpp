//===- ExplainReport.cpp - What holds where in a pipeline -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/check/Between.h"
#include "builder/check/Trace.h"
#include "bundles/report/EntryText.h"
#include "bundles/report/PassWork.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pmb;
using namespace llvm;
using pmb::report::BundleNumbers;
using pmb::report::Names;
using pmb::report::PassEffects;
using pmb::report::Point;

using Facts = std::vector<Report::Fact>;

namespace {
/// Adds to a report what holds where in a pipeline.
class Explainer {
public:
  Explainer(const Pipeline &pipeline, Report &report,
            const BundleNumbers &numbers);
  void run();

private:
  void collectPoints(const Trace &trace);
  void collectGone(const Trace &trace);
  void addConstraints(const Trace &trace);
  void addRequirement(const Node &owner, const PropertyEntry &entry,
                      const PropertyTimeline &timeline);
  Report::Constraint makeConstraint(Report::Constraint::State state,
                                    const Node &owner,
                                    const ContractEntry &entry,
                                    std::string target,
                                    const Node *other) const;
  int getBundle(const Node &node) const;
  void describeEdits(const Node &node, Facts &facts) const;
  void describeContract(const Node &node, const Point &before,
                        Facts &facts) const;
  void describeEntries(const Contract &contract, bool isGuess,
                       const Point &before, Facts &facts) const;
  void describePoint(const Point &point, Facts &facts) const;

  const Pipeline &pipeline;
  Report &report;
  const BundleNumbers &numbers;
  bool isClosed;
  /// Before each pass, and at the end.
  std::vector<Point> points;
  /// What each pass does, as far as its contract tells.
  std::vector<PassEffects> effects;
  /// What others did, by what it was done to or what came of it.
  DenseMap<const Node *, SmallVector<const EditTrace *, 1>> edits;
};
} // namespace

Explainer::Explainer(const Pipeline &pipeline, Report &report,
                     const BundleNumbers &numbers)
    : pipeline(pipeline), report(report), numbers(numbers),
      isClosed(pipeline.getInterface().isClosed()) {
  for (const EditTrace &edit : pipeline.getList().getEdits())
    if (edit.isOfAnother())
      edits[edit.successor ? edit.successor : edit.node].push_back(&edit);
}

/// Adds a fact, unless it says nothing.
static void add(Facts &facts, StringRef word, const Twine &text) {
  if (std::string shown = text.str(); !shown.empty())
    facts.push_back({word.str(), std::move(shown), "", ""});
}

/// The party, and its reason.
static std::string describe(const Origin &origin) {
  return report::describeOrigin(origin, ", ");
}

template <typename RangeT>
static std::string listItems(const RangeT &certain,
                             const RangeT &possible = {}) {
  std::vector<std::string> items(certain.begin(), certain.end());
  for (const std::string &item : possible)
    items.push_back(item + "?");
  llvm::sort(items);
  return join(items, ", ");
}

//===----------------------------------------------------------------------===//
// What holds where
//===----------------------------------------------------------------------===//

void Explainer::collectPoints(const Trace &trace) {
  const NameTables &names = trace.getNames();
  auto add = [&](const Node *node, const ContentsState &state) {
    if (node && !node->isPass())
      return;
    Point &point = points.emplace_back();
    for (unsigned id = 0; id < names.properties.size(); ++id) {
      const PropertyTimeline &timeline = trace.getTimeline(id);
      if ((node ? timeline.at(*node) : timeline.atEnd()).isReal())
        point.properties.insert(names.properties.getName(id).str());
    }
    for (unsigned id = 0; id < names.items.size(); ++id) {
      std::string name = names.items.getName(id).str();
      if (state.getCertain().contains(id))
        point.certain.insert(name);
      else if (isClosed && state.getMayBe().contains(id) &&
               !state.getPromise(id))
        point.possible.insert(name);
      if (state.isGone(ItemMask(id)))
        point.gone.insert(name);
    }
  };
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    add(step.node, state);
    if (step.node->isPass())
      effects.push_back(report::collectEffects(step, state, names.items));
  });
  add(nullptr, trace.getEnd());
}

void Explainer::collectGone(const Trace &trace) {
  const ItemTable &items = trace.getNames().items;
  for (unsigned id = 0; id < items.size(); ++id)
    if (trace.getEnd().isGone(ItemMask(id)))
      report.gone.push_back(items.getName(id).str());
  llvm::sort(report.gone);
  for (unsigned id = 0; id < items.size(); ++id) {
    Item item(items.getName(id));
    if (item.isOperation() && !trace.getEnd().isGone(ItemMask(id)) &&
        llvm::binary_search(report.gone, item.getDialect()))
      report.survivors.push_back(item.str().str());
  }
  llvm::sort(report.survivors);
}

void Explainer::addConstraints(const Trace &trace) {
  using State = Report::Constraint::State;
  const ListContracts &contracts = trace.getContracts();
  std::map<const OrderEntry *, DenseSet<const Node *>> interrupted;
  // One walk for all instances of a pass.
  auto isBroken = [&](const Node &owner, const OrderEntry &entry) {
    auto [it, isNew] = interrupted.try_emplace(&entry);
    if (isNew)
      for (const Interruption &found :
           findInterruptions(trace.getList(), owner, entry))
        it->second.insert(found.node);
    return it->second.contains(&owner);
  };
  for (const Trace::Step &step : trace.getSteps()) {
    const Node &owner = *step.node;
    if (!step.contract || owner.getKind() == Node::Kind::BundleEnd)
      continue;
    for (const OrderEntry *entry : step.contract->order) {
      const Extent &extent = contracts.getExtent(contracts.getTarget(*entry));
      Verdict verdict = judge(owner, *entry, extent);
      bool isParted = entry->isAboutBetween() && isBroken(owner, *entry);
      State state = isParted                      ? State::Broken
                    : verdict == Verdict::Vacuous ? State::Vacuous
                    : verdict == Verdict::Kept    ? State::Kept
                                                  : State::Broken;
      report.constraints.push_back(
          makeConstraint(state, owner, *entry, entry->describeTarget(),
                         findDecisive(owner, *entry, extent)));
    }
    for (const CompiledContract::PropertyRequirement &need :
         step.contract->needs)
      addRequirement(owner, *need.entry, trace.getTimeline(need.property));
  }
}

/// The index of the bundle that a node marks; -1 for any other node.
int Explainer::getBundle(const Node &node) const {
  bool isMark = node.getKind() == Node::Kind::BundleBegin ||
                node.getKind() == Node::Kind::BundleEnd;
  return isMark ? numbers.lookup(node.getBundle()) : -1;
}

void Explainer::addRequirement(const Node &owner, const PropertyEntry &entry,
                               const PropertyTimeline &timeline) {
  using State = Report::Constraint::State;
  const PropertyTimeline::Moment &moment = timeline.at(owner);
  const Node *other = moment.ender      ? moment.ender
                      : moment.provider ? moment.provider
                                        : timeline.findLater(owner);
  bool isOpen = !other && !moment.isGiven && !isClosed;
  State state = moment.isReal() ? State::Kept
                : isOpen        ? State::Vacuous
                                : State::Broken;
  if (state == State::Kept)
    other = moment.provider;
  report.requirements.push_back(
      {makeConstraint(state, owner, entry, "'" + entry.property + "'", other),
       entry.property});
}

/// What has become of an entry; `other` may be null.
Report::Constraint Explainer::makeConstraint(Report::Constraint::State state,
                                             const Node &owner,
                                             const ContractEntry &entry,
                                             std::string target,
                                             const Node *other) const {
  return {state,
          pipeline.getRef(owner),
          entry.word,
          std::move(target),
          other ? std::optional(pipeline.getRef(*other)) : std::nullopt,
          entry.strength,
          entry.isAdvice,
          entry.reason,
          entry.source,
          getBundle(owner),
          other ? getBundle(*other) : -1};
}

/// Timelines of the names in some sets of each point; the flag says whether
/// what is in a set is certain.
static std::vector<Report::Timeline>
makeTimelines(ArrayRef<Point> points,
              std::initializer_list<std::pair<Names Point::*, bool>> sets) {
  std::map<std::string, std::vector<Report::Timeline::Span>> all;
  for (auto [at, point] : enumerate(points))
    for (auto [set, isCertain] : sets)
      for (const std::string &name : point.*set) {
        std::vector<Report::Timeline::Span> &spans = all[name];
        if (!spans.empty() && spans.back().end == at &&
            spans.back().isCertain == isCertain)
          ++spans.back().end;
        else
          spans.push_back({at, at + 1, isCertain});
      }
  std::vector<Report::Timeline> lines;
  lines.reserve(all.size());
  for (auto &[name, spans] : all)
    lines.push_back({name, std::move(spans)});
  return lines;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void Explainer::describePoint(const Point &point, Facts &facts) const {
  add(facts, "holds", join(point.properties, ", "));
  // With an open input anything may be there that was not removed.
  add(facts, "contains", listItems(point.certain, point.possible));
  if (!isClosed)
    add(facts, "no longer", listItems(point.gone));
}

/// What others have done to a pass that is there.
void Explainer::describeEdits(const Node &node, Facts &facts) const {
  for (const EditTrace *edit : edits.lookup(&node)) {
    if (edit->successor == &node)
      add(facts, "replaces",
          "'" + edit->node->getName() + "', added by " +
              describe(edit->node->getOrigin()));
    else if (edit->kind == EditTrace::Kind::OptionsSet)
      add(facts, "options",
          edit->options + ", set by " + describe(*edit->origin));
    else if (edit->kind == EditTrace::Kind::Moved)
      add(facts, "moved by", describe(*edit->origin));
  }
  if (const Neighbor *neighbor = node.getNeighbor();
      neighbor && neighbor->isInForce())
    add(facts, neighbor->isAfter() ? "immediately after" : "immediately before",
        neighbor->entry.target.str() + ", " + neighbor->entry.reason);
  if (const Pin *pin = node.getPin())
    add(facts, "pinned by", pin->origin->str() + ", " + pin->reason);
}

void Explainer::describeContract(const Node &node, const Point &before,
                                 Facts &facts) const {
  const PassDescriptor &descriptor = node.getDescriptor();
  if (!descriptor.hasContract)
    add(facts, "effect",
        "no contract tells it; it may do anything, and ends fleeting "
        "properties");
  // What says where a pass stands need not say what it does.
  describeEntries(descriptor.contract, /*isGuess=*/false, before, facts);
  if (!descriptor.hasContract)
    describeEntries(descriptor.guess, /*isGuess=*/true, before, facts);
  if (descriptor.newest.empty())
    return;
  Contract newer = descriptor.newest.filter([&](const ContractEntry &entry) {
    return none_of(descriptor.contract.getEntries(),
                   [&](const ContractEntry &known) {
                     return known.isEquivalentTo(entry);
                   });
  });
  newer.greedy(false);
  newer.removesDead(false);
  describeEntries(newer, /*isGuess=*/false, before, facts);
}

void Explainer::describeEntries(const Contract &contract, bool isGuess,
                                const Point &before, Facts &facts) const {
  auto addEntry = [&](StringRef word, std::string text,
                      const ContractEntry &entry) {
    if (isGuess)
      text += " (guessed)";
    if (!entry.since.empty())
      text += " (since " + entry.since + ")";
    if (entry.strength == Strength::Weak)
      text += " (weak)";
    if (entry.isConditional())
      text += " if " + entry.condition.getText().str();
    facts.push_back({word.str(), std::move(text), entry.reason, entry.source});
  };
  const EntryStyle style{/*maxItems=*/8};
  for (const OrderEntry &entry : contract.getOrder())
    addEntry(stringify(entry.word),
             entry.describeTarget() + (entry.isAdvice ? ", as advice" : ""),
             entry);
  for (const PropertyEntry &entry : contract.getProperties())
    addEntry(stringify(entry.word), entry.property, entry);
  for (const ContentsEntry &entry : contract.getContents()) {
    std::string text = describeEntry(entry, style);
    if (entry.word == ContentsEntry::Word::UnknownEffect) {
      addEntry("effect", "unknown" + text, entry);
      continue;
    }
    // A pass like convert-to-llvm has too many entries to read: only
    // those that have something to do here.
    auto isThere = [&](StringRef item) {
      auto isIt = [&](StringRef present) {
        return Item(item).covers(Item(present));
      };
      return any_of(before.certain, isIt) || any_of(before.possible, isIt);
    };
    if (entry.items.empty() || !isClosed || any_of(entry.items, isThere))
      addEntry(stringify(entry.word), text, entry);
  }
  if (contract.isGreedy())
    add(facts, "greedy", "folds casts in passing");
  if (contract.isRemovingDead())
    add(facts, "removesDead", "removes what has no use");
}

void Explainer::run() {
  ListContracts contracts(pipeline.getList());
  Trace trace(contracts);
  report.isExplained = true;
  collectPoints(trace);
  if (!isClosed)
    collectGone(trace);
  addConstraints(trace);
  report.properties = makeTimelines(points, {{&Point::properties, true}});
  report.contents = makeTimelines(
      points, {{&Point::certain, true}, {&Point::possible, false}});
  report.isInputKnown = isClosed;
  describePoint(points.front(), report.start);
  DenseMap<const Node *, CleanupAction> cleanups;
  for (CleanupAction &cleanup : pipeline.getCleanups().find())
    cleanups.try_emplace(cleanup.pass, std::move(cleanup));
  size_t position = 0;
  for (const Node &node : pipeline.getPasses()) {
    Report::Pass &pass = report.passes[position];
    Facts &facts = pass.facts;
    pass.kinds = node.getKinds();
    pass.values = report::findValues(node);
    if (const Node *reference = node.getInsertion().reference)
      pass.insertedAt = (node.getSlot()                ? "into slot '"
                         : node.getInsertion().isAfter ? "after '"
                                                       : "before '") +
                        reference->getName().str() + "'";
    add(facts, "added by", describe(node.getOrigin()));
    describeEdits(node, facts);
    add(facts, "part of", pipeline.getRef(node).pipeline);
    if (auto it = cleanups.find(&node); it != cleanups.end()) {
      pass.cleanup = it->second.kind;
      add(facts, "cleanups", pipeline.getCleanups().summarize(it->second));
    }
    const Point &before = points[position], &after = points[position + 1];
    describeContract(node, before, facts);
    pass.work = report::findChanges(before, after, isClosed);
    add(facts, "removes", listItems(pass.work.goes));
    add(facts, "adds", listItems(pass.work.comes, pass.work.mayCome));
    report::addEffects(pass.work, effects[position], before, after, isClosed);
    describePoint(after, facts);
    ++position;
  }
  report.possible = pipeline.findPossible();
}

void report::explain(const Pipeline &pipeline, const BundleNumbers &numbers,
                     Report &into) {
  Explainer(pipeline, into, numbers).run();
}
