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

/// Names the pass that has ended `property`, and why.
static void noteEnder(Diagnostic &diagnostic, const PassList &list,
                      const Node &ender, StringRef property) {
  diagnostic.note("ended by", list.getRef(ender));
  if (!ender.isPass())
    return;
  for (const PropertyEntry &entry :
       ender.getDescriptor().contract.getProperties(
           PropertyEntry::Word::Invalidates))
    if (entry.property == property)
      explainWith(diagnostic, ender, entry);
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
  // to say unless somebody in the pipeline takes care of it, or ends it.
  if (!isEnded && !later && !ender && !list.getInterface().isClosed())
    return std::nullopt;
  // What others have put somewhere is theirs to move.
  auto orByMoving = [&](Diagnostic &diagnostic, const Node &other,
                        bool before) {
    if (other.getOrigin().isSameParty(node.getOrigin()))
      diagnostic.orBy(ideas.move(other, before, node));
  };
  Diagnostic diagnostic = aboutEntry(
      Diagnostic(DiagnosticCode::MissingProperty,
                 "{0} requires '{1}', which does not hold where it starts",
                 quote(node), property),
      list, node, need);
  if (isEnded) {
    if (provider)
      diagnostic.note("provided by", list.getRef(*provider));
    else
      diagnostic.note("it holds in the input");
    if (ender) {
      noteEnder(diagnostic, list, *ender, property);
      ideas.provide(diagnostic, node, need, provider,
                    ideas.move(node, /*before=*/true, *ender));
      orByMoving(diagnostic, *ender, /*before=*/false);
    }
  } else if (later) {
    diagnostic.note("provided only later, by", list.getRef(*later));
    ideas.provide(diagnostic, node, need, later,
                  ideas.move(node, /*before=*/false, *later));
    orByMoving(diagnostic, *later, /*before=*/true);
  } else {
    std::optional<Fix> move;
    if (ender) {
      noteEnder(diagnostic, list, *ender, property);
      // The input may have it.
      if (!list.getInterface().isClosed())
        move = ideas.move(node, /*before=*/true, *ender);
    }
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
  if (!moment.provider) {
    if (moment.isGiven)
      diagnostic.note("it holds in the input");
    return;
  }
  diagnostic.note("provided by", list.getRef(*moment.provider));
  if (moment.provider->getName() != node.getName())
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
  if (end.provider)
    diagnostic.note("provided by", list.getRef(*end.provider));
  else if (end.isGiven)
    diagnostic.note("it holds in the input");
  if (end.ender)
    noteEnder(diagnostic, list, *end.ender, property);
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
