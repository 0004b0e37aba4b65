//===- AskPass.cpp - Why a pass stands where it does ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/list/PatternSlot.h"
#include "bundles/report/AskSupport.h"

using namespace pmb;
using namespace llvm;
using report::Inquiry;

//===----------------------------------------------------------------------===//
// Why it is there
//===----------------------------------------------------------------------===//

/// Whether two references are to one node.
static bool isSame(const NodeRef &a, const NodeRef &b) {
  return a.name == b.name && a.position == b.position && a.anchor == b.anchor &&
         a.isPipeline == b.isPipeline;
}

void Inquiry::addTies(PassAnswer &answer) const {
  auto add = [&](const Report::Constraint &entry) {
    bool isOwn = isSame(entry.owner, *answer.node);
    bool isOther = entry.other && isSame(*entry.other, *answer.node);
    // What is not there ties nothing, and advice that another does not follow
    // is about that one.
    using State = Report::Constraint::State;
    if ((!isOwn && !isOther) || entry.state == State::Vacuous ||
        (!isOwn && entry.isAdvice && entry.state == State::Broken))
      return;
    answer.ties.push_back({entry, isOwn});
    if (!isOwn)
      answer.ties.back().other = entry.owner;
  };
  llvm::for_each(report.constraints, add);
  llvm::for_each(report.requirements, add);
}

/// What a trial has found.
static Consequence makeConsequence(EditTrial::Outcome outcome) {
  return {outcome.isTried, outcome.isRefused, std::move(outcome.findings)};
}

/// Whether an edit is refused as it would put something into a contiguous
/// bundle.
static bool isInsideOther(const EditTrial::Outcome &outcome) {
  return outcome.isRefused && all_of(outcome.findings, [](const auto &finding) {
           return finding.code == DiagnosticCode::InsideContiguous;
         });
}

PassAnswer::Reach Inquiry::findReach(const Node &node, bool isLater) {
  // `--where` lists all places.
  unsigned most = 64;
  PassAnswer::Reach reach;
  EditTrial &trials = getTrial();
  bool canMove = !node.getContiguousAround();
  const Node *at = isLater ? node.getEnd()->getNext() : node.getPrevious();
  for (; at; at = isLater ? at->getNext() : at->getPrevious()) {
    EditTrial::Outcome outcome;
    if (most--)
      outcome = trials.move(node, isLater ? at->getNext() : at);
    // Behind a contiguous bundle, there is room again.
    if (outcome.isTried &&
        (outcome.findings.empty() || (canMove && isInsideOther(outcome))))
      continue;
    reach.limit = makeLandmark(pipeline, *at);
    reach.beyond = makeConsequence(std::move(outcome));
    break;
  }
  return reach;
}

PassAnswer Inquiry::explainPass(const Node &node) {
  PassAnswer answer;
  answer.name = node.getName().str();
  answer.node = pipeline.getRef(node);
  answer.kind = makeLandmark(pipeline, node).kind;
  for (const BundleInstance *at = node.getBundleAround(); at; at = at->parent)
    answer.bundles.insert(answer.bundles.begin(), at->getName().str());
  if (node.isPass()) {
    const Report::Pass &pass = report.passes[answer.node->position];
    answer.options = pass.options;
    answer.kinds = pass.kinds;
    answer.insertedAt = pass.insertedAt;
    answer.work = pass.work;
  } else if (node.getKind() == Node::Kind::BundleBegin) {
    answer.kinds.assign(node.getBundle()->kinds.begin(),
                        node.getBundle()->kinds.end());
  }
  for (const Report::Change &change : report.changes)
    if (isSame(change.node, *answer.node))
      answer.changes.push_back(change.str());
  for (const Report::Pinned &pin : report.pins)
    if (isSame(pin.node, *answer.node))
      answer.pin = pin;
  addTies(answer);
  answer.removal = makeConsequence(getTrial().remove(node));
  answer.earlier = findReach(node, /*isLater=*/false);
  answer.later = findReach(node, /*isLater=*/true);
  return answer;
}

//===----------------------------------------------------------------------===//
// Where it could stand
//===----------------------------------------------------------------------===//

namespace {
/// Puts neighbouring places with the same answer together.
class RunBuilder {
public:
  void add(Stretch place, EditTrial::Outcome outcome, bool isHere = false) {
    hasWork |= outcome.hasWork;
    Verdict verdict = isHere                      ? Verdict::Here
                      : !outcome.isTried          ? Verdict::NotTried
                      : !outcome.findings.empty() ? Verdict::Refused
                      : outcome.hasWork           ? Verdict::Fits
                                                  : Verdict::Idle;
    std::optional<Diagnostic> reason;
    if (verdict == Verdict::Refused)
      reason = std::move(outcome.findings.front());
    auto isSame = [&](const WhereAnswer::Run &last) {
      return last.places.nest == place.nest && last.verdict == verdict &&
             (!reason || last.reason->message == reason->message);
    };
    if (runs.empty() || !isSame(runs.back()))
      return runs.push_back({verdict, std::move(place), std::move(reason)});
    runs.back().places.before = std::move(place.before);
    ++runs.back().places.count;
  }
  std::vector<WhereAnswer::Run> take() {
    // A pass that has nothing to do anywhere is not there for what it lowers.
    for (WhereAnswer::Run &run : runs)
      if (!hasWork && run.verdict == Verdict::Idle)
        run.verdict = Verdict::Fits;
    return std::move(runs);
  }

private:
  using Verdict = WhereAnswer::Verdict;
  std::vector<WhereAnswer::Run> runs;
  bool hasWork = false;
};
} // namespace

/// Calls `visit` with each node before which there is a place, and null for the
/// end. What is inside of a pattern slot is one pass, and what is put at an
/// edge of a contiguous bundle stands outside.
static void forEachPlace(const Pipeline &pipeline,
                         function_ref<void(const Node *)> visit) {
  for (const Node &node : pipeline.getNodes()) {
    const Node *previous = node.getPrevious();
    bool isInside =
        getPatternSlot(node) && node.getKind() != Node::Kind::BundleBegin;
    bool isEdge = node.getContiguousAround() &&
                  (node.getKind() == Node::Kind::BundleEnd ||
                   previous->getKind() == Node::Kind::BundleBegin);
    if (!isInside && !isEdge)
      visit(&node);
  }
  visit(nullptr);
}

Expected<WhereAnswer> Inquiry::findPlaces(StringRef pass, StringRef options) {
  WhereAnswer answer;
  answer.pass = pass.str();
  answer.options = options.str();
  EditTrial &trials = getTrial();
  Expected<std::vector<const AnchorPath *>> nests =
      trials.findNests(pass, options);
  if (!nests)
    return nests.takeError();
  RunBuilder runs;
  for (const AnchorPath *nest : *nests)
    forEachPlace(pipeline, [&](const Node *before) {
      runs.add(makePlace(pipeline, before, *nest),
               trials.insert(pass, options, *nest, before));
    });
  answer.runs = runs.take();
  auto place = [&](Position::Choice choice) -> std::optional<Stretch> {
    auto found = trials.findByContract(pass, options, choice);
    return found
               ? std::optional(makePlace(pipeline, found->before, *found->nest))
               : std::nullopt;
  };
  answer.earliest = place(Position::Choice::Earliest);
  answer.latest = place(Position::Choice::Latest);
  return answer;
}

WhereAnswer Inquiry::findPlaces(const Node &node) {
  WhereAnswer answer;
  answer.node = pipeline.getRef(node);
  answer.pass = node.getName().str();
  answer.options = node.isPass() ? node.getOptions() : "";
  EditTrial &trials = getTrial();
  RunBuilder runs;
  bool isPassed = false;
  const Node *next = node.getEnd()->getNext();
  auto addHere = [&] {
    Stretch place = makePlace(pipeline, &node, node.getAnchorPath());
    place.before = makePlace(pipeline, next, node.getAnchorPath()).before;
    runs.add(std::move(place), trials.move(node, next), /*isHere=*/true);
  };
  forEachPlace(pipeline, [&](const Node *before) {
    bool isBehind = !before || node.comesBefore(*before);
    if ((isBehind || before == &node) && !std::exchange(isPassed, true))
      addHere();
    // Right behind it, or in it, is no other place.
    if (before == &node || before == next ||
        (isBehind && before && !node.getEnd()->comesBefore(*before)))
      return;
    runs.add(makePlace(pipeline, before, node.getAnchorPath()),
             trials.move(node, before));
  });
  answer.runs = runs.take();
  return answer;
}
