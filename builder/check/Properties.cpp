//===- Properties.cpp - Properties that do not hold -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Rules.h"

using namespace pmb;
using namespace llvm;

/// Says where a property comes from.
static void noteSource(Diagnostic &diagnostic, const PassList &list,
                       const PropertyTimeline::Moment &moment) {
  if (moment.provider)
    diagnostic.note("provided by", list.getRef(*moment.provider));
  else if (moment.isGiven)
    diagnostic.note("it holds in the input");
}

/// The same, and names the pass that has ended it, and why.
static void noteHistory(Diagnostic &diagnostic, const PassList &list,
                        const PropertyTimeline::Moment &moment,
                        StringRef property) {
  noteSource(diagnostic, list, moment);
  if (!moment.ender)
    return;
  diagnostic.note("ended by", list.getRef(*moment.ender));
  if (moment.ender->isPass())
    for (const PropertyEntry &entry :
         moment.ender->getDescriptor().contract.getProperties(
             PropertyEntry::Word::Invalidates))
      if (entry.property == property)
        explainWith(diagnostic, *moment.ender, entry);
}

std::optional<Diagnostic> pmb::describeMissing(const PassList &list,
                                               const Node &node,
                                               const PropertyEntry &need,
                                               const PropertyTimeline &timeline,
                                               Ideas &ideas) {
  const std::string &property = need.property;
  PropertyTimeline::Moment before = timeline.at(node);
  const Node *provider = before.provider, *ender = before.ender;
  const Node *later = timeline.findLater(node);
  bool isEnded = provider || before.isGiven;
  // With an open input the property may hold from the start; there is nothing
  // to say unless a pass of the pipeline takes care of it, or ends it.
  if (!isEnded && !later && !ender && !list.getInterface().isClosed())
    return std::nullopt;
  Diagnostic diagnostic = aboutEntry(
      Diagnostic(DiagnosticCode::MissingProperty,
                 "{0} requires '{1}', which does not hold where it starts",
                 quote(node), property),
      list, node, need);
  if (isEnded || !later)
    noteHistory(diagnostic, list, before, property);
  else
    diagnostic.note("provided only later, by", list.getRef(*later));
  if (const Node *other = isEnded ? ender : later) {
    ideas.provide(diagnostic, node, need, isEnded ? provider : later,
                  ideas.move(node, /*before=*/isEnded, *other));
    // What others have put somewhere is theirs to move.
    if (other->getOrigin().isSameParty(node.getOrigin()))
      diagnostic.orBy(ideas.move(*other, /*before=*/!isEnded, node));
  } else if (!isEnded) {
    std::optional<Fix> move;
    // The input may have it.
    if (ender && !list.getInterface().isClosed())
      move = ideas.move(node, /*before=*/true, *ender);
    ideas.provide(diagnostic, node, need, nullptr, std::move(move));
    ArrayRef<std::string> known = ideas.getProviders(property);
    if (!known.empty())
      diagnostic.help("add a pass that provides it before: '{0}'",
                      join(known, "', '"));
    else
      diagnostic.note("no pass that is known provides it");
  }
  return diagnostic;
}

void pmb::explainRejected(Diagnostic &diagnostic, const PassList &list,
                          const Node &node,
                          const PropertyTimeline::Moment &moment,
                          const Ideas &ideas) {
  noteSource(diagnostic, list, moment);
  if (moment.provider && moment.provider->getName() != node.getName())
    ideas.runBefore(diagnostic, node, *moment.provider);
}

void pmb::checkProperties(const Trace &trace, RuleFindings &findings) {
  for (const Trace::Step &step : trace.getSteps()) {
    if (!step.contract || step.node->getKind() == Node::Kind::BundleEnd)
      continue;
    SmallVector<unsigned, 2> asked;
    for (const CompiledContract::PropertyRequirement &need :
         step.contract->needs) {
      const PropertyTimeline &timeline = trace.getTimeline(need.property);
      if (!timeline.isMissing(*step.node) || is_contained(asked, need.property))
        continue;
      asked.push_back(need.property);
      if (std::optional<Diagnostic> found =
              describeMissing(trace.getList(), *step.node,
                              *step.contract->findNeed(need.property)->entry,
                              timeline, findings.ideas))
        findings.add(std::move(*found), {step.node});
    }
  }
}

static Diagnostic describeMissingOutput(const Trace &trace, StringRef property,
                                        const PropertyTimeline::Moment &end,
                                        Ideas &ideas) {
  const PassList &list = trace.getList();
  Diagnostic diagnostic(DiagnosticCode::MissingOutput,
                        "the output must be '{0}', which does not hold at the "
                        "end of the pipeline",
                        property);
  const Node *last = list.back();
  while (last && !last->isPass())
    last = last->getPrevious();
  if (const Node *place = end.ender ? end.ender : last)
    diagnostic.at(list.getRef(*place));
  noteHistory(diagnostic, list, end, property);
  if (last)
    ideas.provideAtEnd(diagnostic, property, *last, end.provider, end.ender);
  return diagnostic;
}

void pmb::checkOutputProperties(const Trace &trace, RuleFindings &findings) {
  for (const std::string &property : trace.getInterface().outputProperties) {
    PropertyTimeline::Moment end =
        trace.getTimeline(*trace.getNames().properties.lookup(property))
            .atEnd();
    if (!end.holds())
      findings.add(describeMissingOutput(trace, property, end, findings.ideas));
  }
}
