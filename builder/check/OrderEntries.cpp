//===- OrderEntries.cpp - after, before, followedBy, conflictsWith --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NestOrder.h"
#include "builder/check/NodeContract.h"
#include "builder/check/Rules.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// What `node` has to move past: of several that match, the nearest is enough,
/// unless all must be passed.
static const Node &findPassed(const Node &node, const OrderEntry &entry,
                              const Extent &extent) {
  assert(extent.first && "what is in the wrong order is there");
  if (isAboutAll(entry))
    if (const Node *end = getEndBut(node, entry, extent))
      return *end;
  NodeRange owner = getRange(node);
  if (wantsLater(entry))
    return owner.last->comesBefore(*getRange(*extent.first).first)
               ? *extent.first
               : *extent.last;
  return getRange(*extent.last).last->comesBefore(*owner.first) ? *extent.last
                                                                : *extent.first;
}

Diagnostic pmb::describeWrongOrder(const PassList &list, const Node &node,
                                   const OrderEntry &entry,
                                   const Extent &extent, const Ideas &ideas) {
  bool isAfter = wantsLater(entry);
  NodeRange owner = getRange(node);
  bool isAmong = isAboutAll(entry) &&
                 (isAfter ? extent.isBefore(owner) : extent.isAfter(owner));
  const Node &other = findPassed(node, entry, extent);
  Diagnostic diagnostic = aboutEntry(
      Diagnostic(DiagnosticCode::WrongOrder,
                 "{0} {1} come {2}{3}{4}, and stands {5}", quote(node),
                 getModal(entry), isAfter ? "after " : "before ",
                 entry.isEvery ? "all of " : "", entry.target.str(),
                 isAmong && isAfter ? "before some of it"
                 : isAmong          ? "after some of it"
                 : isAfter          ? "before it"
                                    : "after it"),
      list, node, entry);
  diagnostic.note("what it " + getModal(entry) +
                      (isAfter ? " follow" : " precede"),
                  list.getRef(other));
  ideas.reorder(diagnostic, node, /*before=*/!isAfter, other,
                /*mayRepeat=*/!isAboutAll(entry));
  return diagnostic;
}

Diagnostic pmb::describeConflict(const PassList &list, const Node &node,
                                 const OrderEntry &entry, const Node &other) {
  Diagnostic diagnostic =
      aboutEntry(Diagnostic(DiagnosticCode::Conflict, "{0} conflicts with {1}",
                            quote(node), quote(other)),
                 list, node, entry);
  diagnostic.note("the other pass", list.getRef(other));
  diagnostic.help("remove one of the two");
  return diagnostic;
}

/// Advises to add what `entry` of `node` names.
static void addTarget(Diagnostic &diagnostic, const PassList &list,
                      const Node &node, const OrderEntry &entry,
                      const Ideas &ideas) {
  bool before = wantsLater(entry);
  const Target &target = entry.target;
  diagnostic.help("add {0} {1} '{2}'", target.str(),
                  before ? "before" : "after", node.getName());
  if (ideas.areWanted() && target.kind == Target::Kind::Pass &&
      list.getCatalog().lookupPass(target.name))
    diagnostic.orBy(ideas.insert(ideas.getCure(target.name), before, node));
}

static Diagnostic describeAbsent(const PassList &list, const Node &node,
                                 const OrderEntry &entry, const Ideas &ideas) {
  Diagnostic diagnostic =
      aboutEntry(Diagnostic(DiagnosticCode::MissingPass,
                            "{0} {1} {2}, which is not in the pipeline",
                            quote(node), entry.getPhrase(), entry.target.str()),
                 list, node, entry);
  addTarget(diagnostic, list, node, entry, ideas);
  return diagnostic;
}

static Diagnostic describeMissingFollowUp(const PassList &list,
                                          const Node &node,
                                          const OrderEntry &entry,
                                          const Node *earlier,
                                          const Ideas &ideas) {
  Diagnostic diagnostic =
      aboutEntry(Diagnostic(DiagnosticCode::MissingFollowUp, "{0} {1} {2}{3}",
                            quote(node), entry.getPhrase(), entry.target.str(),
                            earlier ? ", which stands only before it"
                                    : ", which is not in the pipeline"),
                 list, node, entry);
  if (earlier) {
    diagnostic.note("what should follow", list.getRef(*earlier));
    // The earlier one was put there, and what stands behind may count on it.
    ideas.runLater(diagnostic, *earlier, node, /*isAgain=*/earlier->isPass());
  } else {
    addTarget(diagnostic, list, node, entry, ideas);
  }
  return diagnostic;
}

Diagnostic pmb::describeInterruption(const PassList &list,
                                     const Interruption &interruption,
                                     const Ideas &ideas) {
  const auto &[entry, node, other, between, missing] = interruption;
  std::string text;
  if (missing)
    text = quote(*node) + " and the '" + other->getName().str() +
           "' before it " + getModal(*entry) + " have " + quote(*missing) +
           " between them";
  else
    text =
        quote(*node) + " " + getModal(*entry) + " come " +
        (entry->isImmediate ? "immediately " : "") +
        (wantsLater(*entry) ? "after " : "before ") + quote(*other) + ", and " +
        (!between             ? "does not stand there"
         : entry->isImmediate ? quote(*between) + " stands between them"
                              : quote(*between) + " between them undoes that");
  Diagnostic diagnostic(DiagnosticCode::BrokenSequence, std::move(text));
  diagnostic.at(list.getRef(*node));
  // Where two of what shall alternate with a pass are in a row, that pass is
  // missing, and it is its contract that says so.
  const Node &owner = missing && matchesWithOptions(list, entry->target, *node)
                          ? *missing
                          : *node;
  explainWith(diagnostic, owner, *entry);
  if (missing && entry->reason.empty())
    diagnostic.note("{0} {1} {2}", quote(owner), entry->getPhrase(),
                    entry->target.str());
  diagnostic.note(missing              ? "the one before it"
                  : wantsLater(*entry) ? "what it follows"
                                       : "what it precedes",
                  list.getRef(*other));
  if (between)
    diagnostic.note("what stands between them", list.getRef(*between));
  ideas.closeUp(diagnostic, interruption);
  return weigh(std::move(diagnostic), *entry);
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

/// Whether an entry of `node` says the same of all that match its target: each
/// instance of a pass conflicts with the others.
static bool isMutual(const PassList &list, const Node &node,
                     const OrderEntry &entry) {
  return node.isPass() && entry.target == pass(node.getName()) &&
         !asksForOption(list, node, entry);
}

namespace {
class OrderEntries : RuleContext {
public:
  using RuleContext::RuleContext;
  void check(const Node &node, const OrderEntry &entry);
  void checkBetween(const Node &owner, const OrderEntry &entry);

private:
  void add(Diagnostic finding, const OrderEntry &entry,
           RuleFindings::Facts facts);
  std::optional<Diagnostic> find(const Node &node, const OrderEntry &entry,
                                 RuleFindings::Facts &facts);

  ExecutionOrder executed{trace.getContracts()};
};
} // namespace

std::optional<Diagnostic> OrderEntries::find(const Node &node,
                                             const OrderEntry &entry,
                                             RuleFindings::Facts &facts) {
  unsigned target = trace.getContracts().getTarget(entry);
  const Extent &extent = trace.getContracts().getExtent(target);
  bool isEarlier = extent.isBefore(getRange(node));
  switch (judge(node, entry, extent)) {
  case Verdict::Kept:
    // What takes turns may begin with either.
    return entry.isAdvice || !entry.hasSide()
               ? std::nullopt
               : executed.check(node, entry, target);
  case Verdict::Vacuous:
    return std::nullopt;
  case Verdict::WrongOrder:
    // Another instance of one pass may be the only one that provides something.
    if (const Node *only = extent.getOnlyPass();
        node.isPass() && only && only->getSymbol()->count == 1 &&
        entry.strength == Strength::Strong) {
      facts.first = &node.getDescriptor();
      facts.second = &only->getDescriptor();
      if (wantsLater(entry))
        std::swap(facts.first, facts.second);
    }
    return describeWrongOrder(pipeline, node, entry, extent, ideas);
  case Verdict::Conflict:
    // Where there shall be one of several, the second is too much.
    if (!isEarlier && isMutual(pipeline, node, entry))
      return std::nullopt;
    return describeConflict(pipeline, node, entry,
                            isEarlier ? *extent.first : *extent.last);
  case Verdict::NotFollowed:
    return describeMissingFollowUp(pipeline, node, entry,
                                   isEarlier ? extent.last : nullptr, ideas);
  case Verdict::Absent:
    return describeAbsent(pipeline, node, entry, ideas);
  }
  llvm_unreachable("unknown verdict");
}

void OrderEntries::add(Diagnostic finding, const OrderEntry &entry,
                       RuleFindings::Facts facts) {
  if (entry.isAdvice) {
    finding.code = DiagnosticCode::Advice;
    finding.severity = Severity::Off;
  }
  found.add(std::move(finding), std::move(facts));
}

void OrderEntries::check(const Node &node, const OrderEntry &entry) {
  if (entry.isAdvice && !found.tellsPossible)
    return;
  RuleFindings::Facts facts;
  facts.node = &node;
  if (std::optional<Diagnostic> finding = find(node, entry, facts))
    add(std::move(*finding), entry, std::move(facts));
}

void OrderEntries::checkBetween(const Node &owner, const OrderEntry &entry) {
  if (entry.isAdvice && !found.tellsPossible)
    return;
  for (const Interruption &parted : findInterruptions(pipeline, owner, entry))
    add(describeInterruption(pipeline, parted, ideas), entry, {parted.node});
}

void pmb::checkOrderEntries(const Trace &trace, RuleFindings &findings) {
  OrderEntries entries(trace, findings);
  for (const Trace::Step &step : trace.getSteps())
    if (step.contract && step.node->getKind() != Node::Kind::BundleEnd)
      for (const OrderEntry *entry : step.contract->order)
        entries.check(*step.node, *entry);
}

void pmb::checkBetween(const Trace &trace, RuleFindings &findings) {
  OrderEntries entries(trace, findings);
  SmallPtrSet<const OrderEntry *, 4> seen;
  for (const Trace::Step &step : trace.getSteps())
    if (step.contract && step.node->getKind() != Node::Kind::BundleEnd)
      for (const OrderEntry *entry : step.contract->order)
        if (entry->isAboutBetween() && seen.insert(entry).second)
          entries.checkBetween(*step.node, *entry);
  const PassList &list = trace.getList();
  for (const Neighbor &neighbor : list.getNeighbors())
    if (std::optional<Interruption> found = findInterruption(neighbor))
      findings.add(describeInterruption(list, *found, findings.ideas),
                   {found->node});
}
