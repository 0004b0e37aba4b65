//===- DeadEndMessages.cpp - How findings about dead ends are put ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/DeadEnds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <set>

using namespace pmb;
using namespace llvm;

std::vector<DeadEnds::Group> DeadEnds::group(ArrayRef<Claim> claims) const {
  // What came back, or was lowered too early, was reported already.
  StringSet<> told, warned;
  for (const Diagnostic &finding : findings)
    (finding.severity == Severity::Error ? told : warned)
        .insert(finding.items.begin(), finding.items.end());
  auto getSeverity = [&](const Claim &claim) {
    if (claim.isDoubtful)
      return Severity::Remark;
    return claim.isCertain && !cameAlong(*steps[claim.step].node) &&
                   !output.lookupWider(claim.fate.item)
               ? Severity::Error
               : Severity::Warning;
  };
  MapVector<StringRef, Group> groups;
  auto add = [&](const Claim &claim, Severity severity) {
    StringRef name = names.items.getName(claim.fate.item);
    if (told.contains(name) ||
        (severity < Severity::Error && warned.contains(name)))
      return;
    StringRef dialect = Item(name).getDialect();
    Group &group = groups[dialect.empty() ? name : dialect];
    if (group.severity > severity)
      return;
    group.severity = severity;
    group.claims.push_back(claim);
    if (!is_contained(group.items, claim.fate.item))
      group.items.push_back(claim.fate.item);
    group.lastStep = std::max(group.lastStep, claim.fate.step);
  };
  // Where something is certain, what is not says nothing more.
  for (Severity severity :
       {Severity::Error, Severity::Warning, Severity::Remark})
    for (const Claim &claim : reverse(claims))
      if (getSeverity(claim) == severity)
        add(claim, severity);
  std::vector<Group> result;
  for (auto &[dialect, group] : groups) {
    // A pass that comes too late for one other is one mistake.
    const Node *early = findEarly(group);
    auto same = find_if(result, [&, &group = group](const Group &other) {
      return early && other.lastStep == group.lastStep &&
             other.severity == group.severity && findEarly(other) == early;
    });
    if (same == result.end()) {
      result.push_back(std::move(group));
      continue;
    }
    append_range(same->claims, group.claims);
    append_range(same->items, group.items);
  }
  return result;
}

const Node *DeadEnds::findEarly(const Group &group) const {
  const Node *early = nullptr;
  for (unsigned id : group.items)
    if (loweredAt[id] != none && loweredAt[id] < group.lastStep)
      early = getLater(early, steps[loweredAt[id]].node);
  return early;
}

const Node *DeadEnds::findFirstEarly(unsigned last) const {
  unsigned first = none;
  for (const Way &way : steps[last].ways)
    if (!way.keeps())
      way.entry->to.forEach([&](unsigned id) {
        if (loweredAt[id] < last && !output.isNamed(id))
          first = std::min(first, loweredAt[id]);
      });
  return first == none ? nullptr : steps[first].node;
}

bool DeadEnds::isNeededBefore(const Node &early, unsigned last) const {
  ItemMask made;
  for (const Step &step : ArrayRef(steps).take_front(last)) {
    for (const Way &way : step.ways)
      if (!made.empty() && way.from.intersects(made))
        return true;
    if (step.node == &early)
      for (const Way &way : step.ways)
        made.insert(way.entry->to);
  }
  return false;
}

void DeadEnds::describe(const Group &group, ArrayRef<Group> all) const {
  const Node &last = *steps[group.lastStep].node;
  // A dialect speaks for its operations, and usual ones come first.
  auto getItem = [&](unsigned id) { return Item(names.items.getName(id)); };
  std::vector<unsigned> ids = group.items;
  erase_if(ids, [&](unsigned id) {
    return any_of(group.items, [&](unsigned other) {
      return other != id && getItem(other).covers(getItem(id));
    });
  });
  std::stable_partition(ids.begin(), ids.end(),
                        [&](unsigned id) { return !isRare(id); });
  auto quoteOne = [&](unsigned id) { return quoteItem(names, id); };
  bool isCertain =
      any_of(group.claims, [](const Claim &claim) { return claim.isCertain; });
  const Node *early = findEarly(group);
  Diagnostic diagnostic(DiagnosticCode::DeadEnd,
                        "{0} is a dead end: it {1} to {2}, which {3}",
                        quote(last), isCertain ? "leads" : "may lead",
                        enumerateSome(map_to_vector(ids, quoteOne), 4),
                        early ? quote(*early) + " lowers only before it"
                              : std::string("nothing behind it lowers"));
  if (group.severity < Severity::Error) {
    diagnostic.severity = Severity::Warning;
    if (!possible && all_of(group.claims, [&](const Claim &claim) {
          return isUnexpected(claim);
        }))
      diagnostic.code = DiagnosticCode::OnPossibleInput;
  }
  diagnostic.at(pipeline.getRef(last));
  // The claim that ends here speaks; others lead there, too.
  const Claim *lead = &group.claims.front();
  for (const Claim &claim : group.claims)
    if (claim.step == group.lastStep)
      lead = &claim;
  const Node &start = *steps[lead->step].node;
  for (unsigned id : {lead->witness, lead->given})
    if (id != none)
      diagnostic.shownBy.push_back(names.items.getName(id).str());
  if (lead->witness == none)
    diagnostic.note("it is so on every input");
  else
    diagnostic.note(
        "for example on an input with " + quoteItem(names, lead->witness) +
            (lead->given == none ? ""
                                 : " and " + quoteItem(names, lead->given)) +
            (&start == &last ? "" : ", which this pass leads there"),
        &start == &last ? std::nullopt
                        : std::optional<NodeRef>(pipeline.getRef(start)));
  unsigned shown = 0;
  SmallVector<unsigned> said = {lead->step, group.lastStep};
  for (const Claim &claim : group.claims)
    if (!is_contained(said, claim.step) && shown < 3) {
      said.push_back(claim.step);
      ++shown;
      diagnostic.note("this pass leads there, too",
                      pipeline.getRef(*steps[claim.step].node));
    }
  if (early) {
    diagnostic.note("it stands here", pipeline.getRef(*early));
    // What comes too late for several moves, rather than all of these.
    std::set<const Node *, ListOrder> passed;
    for (const Group &other : all)
      if (other.lastStep == group.lastStep)
        if (const Node *node = findEarly(other))
          passed.insert(node);
    if (passed.size() > 1 && ideas.areWanted())
      diagnostic.fix = ideas.move(last, /*before=*/true, **passed.begin());
    ideas.runLater(diagnostic, *early, last, /*isAgain=*/
                   ideas.areWanted() && isNeededBefore(*early, group.lastStep));
    // What is reported here need not be all that it leads to.
    if (const Node *first = findFirstEarly(group.lastStep);
        first && first != early && ideas.areWanted())
      diagnostic.orBy(ideas.move(last, /*before=*/true, *first));
  } else {
    unsigned first = group.items.front();
    std::vector<Cure> cures = ideas.findCures(first, last.getName());
    ideas.addPass(diagnostic,
                  "add a pass that lowers " +
                      (group.items.size() > 1 ? quoteItem(names, first)
                                              : std::string("it")) +
                      ": ",
                  cures, &last);
    // Where nothing leads on from there, another pass may not lead there.
    if (cures.empty() && lead->witness != none && &start == &last) {
      std::vector<Cure> others = ideas.findCures(lead->witness, last.getName());
      if (!others.empty() && others.front().fits)
        diagnostic.help("what lowers '{0}' to what may remain is {1}",
                        names.items.getName(lead->witness).str(),
                        listCures(others));
    }
  }
  if (const ContentsDescriptor *wider = output.lookupWider(group.items.front()))
    diagnostic.help("if it may remain, say --expect={0} ({1})", wider->name,
                    wider->summary);
  for (unsigned id : group.items)
    diagnostic.items.push_back(names.items.getName(id).str());
  findings.push_back(std::move(diagnostic));
}

void DeadEnds::reportCasts(const ContentsState *end) const {
  for (const auto &entry : converters) {
    const Carriers *carriers = entry.first.first;
    const Converters &found = entry.second;
    if (!found.other.pass || found.isRemoved ||
        (end && !(possible->contains(carriers->type) &&
                  end->getMayBe().contains(carriers->cast))))
      continue;
    bool isTold = any_of(findings, [&](const Diagnostic &finding) {
      return (finding.code == DiagnosticCode::TooEarly && found.remover &&
              finding.node &&
              finding.node->position ==
                  pipeline.getRef(*found.remover).position) ||
             any_of(finding.items, [&](StringRef item) {
               return Item(item).getName() == castItem;
             });
    });
    if (isTold)
      return;
    std::string type = names.items.getName(carriers->type).str();
    auto first = [&](const ItemMask &items) {
      unsigned id = findFunction(items).value_or(names.getFirst(items));
      return names.items.getName(id).str();
    };
    Diagnostic diagnostic(
        DiagnosticCode::DeadEnd,
        "{0} is a dead end: it leads to '{1}', which nothing behind it removes",
        quote(*found.last.pass), castItem.str());
    diagnostic.at(pipeline.getRef(*found.last.pass))
        .note("'" + type + "' is converted before it, too, by",
              pipeline.getRef(*found.other.pass))
        .note("for example on an input where '{0}' and '{1}' have a value of "
              "'{2}' in common",
              first(found.other.items), first(found.last.items), type);
    diagnostic.shownBy = {first(found.other.items), first(found.last.items)};
    if (end || cameAlong(*found.last.pass))
      diagnostic.severity = Severity::Warning;
    if (found.remover && ideas.areWanted())
      diagnostic.orBy(
          ideas.move(*found.remover, /*before=*/false, *found.last.pass));
    std::vector<Cure> cures =
        ideas.findCures(carriers->cast, found.last.pass->getName());
    if (!found.remover && !cures.empty())
      diagnostic.help("add {0} behind it", listCures(cures));
    ideas.addPass(diagnostic, "", cures, found.last.pass);
    diagnostic.items.push_back(names.items.getName(carriers->cast).str());
    findings.push_back(std::move(diagnostic));
    // One is enough to say that casts are not removed.
    return;
  }
}

/// What passes that run on something lower wherever it is: of what an entry
/// keeps, such as constants that are tensors, others may be lowered.
static ItemMask collectLowered(const Trace &trace) {
  ItemMask lowered;
  for (const Trace::Step &step : trace.getSteps())
    if (step.contract && !step.isIdle())
      for (const CompiledContract::Lowering &lowering :
           step.contract->lowerings)
        if (!lowering.entry->mayLeaveSome())
          lowered.insert(lowering.items);
  return lowered;
}

/// A pass that runs on nothing is an error where nothing else lowers what it is
/// for.
void DeadEnds::reportIdle() const {
  ItemSet dies = getDyingAtEnd();
  for (const Step &step : steps)
    if (step.kept)
      dies.retain(*step.kept);
  std::optional<ItemMask> lowered;
  // Both are in list order.
  auto finding = findings.begin();
  for (const Trace::Step &pass : trace.getSteps()) {
    if (!pass.gone)
      continue;
    NodeRef here = pipeline.getRef(*pass.node);
    finding = std::find_if(finding, findings.end(), [&](const Diagnostic &at) {
      return at.code == DiagnosticCode::NoEffect && at.node &&
             at.node->position == here.position;
    });
    if (finding == findings.end())
      return;
    ItemMask left;
    for (const CompiledContract::Lowering &lowering : pass.contract->lowerings)
      if (lowering.lowersAll())
        left.insert(dies.getCommon(lowering.items));
    if (!lowered)
      lowered = collectLowered(trace);
    left = left - *lowered - touched;
    if (loweredAt[*pass.gone] == none || cameAlong(*pass.node))
      continue;
    // What is in the way of lowering the operation of the nest keeps that.
    const Step &remover = steps[loweredAt[*pass.gone]];
    for (const Way &way : remover.ways)
      if (way.lowering && way.from.contains(*pass.gone))
        for (const Carriers *carriers : names.carriers)
          if (way.lowering->unlessMaybe.contains(carriers->type))
            left.erase(carriers->certain);
    if (left.empty())
      continue;
    finding->severity = Severity::Error;
    std::vector<Note> notes = std::exchange(finding->notes, {});
    finding->shownBy = {names.items.getName(names.getFirst(left)).str()};
    finding->note(
        "for example on an input with '{0}', which nothing else lowers",
        finding->shownBy.front());
    finding->note("lowered by", pipeline.getRef(*remover.node));
    append_range(finding->notes, notes);
    ideas.runBefore(*finding, *pass.node, *remover.node);
  }
}

void DeadEnds::reportRefused() const {
  for (const Refused &late : refused) {
    const Node &pass = *late.by;
    Diagnostic diagnostic(DiagnosticCode::DeadEnd,
                          "{0} is a dead end: it cannot accept {1}, which {2} "
                          "lowers only behind it",
                          quote(pass), quoteFirst(names, late.items),
                          quote(*late.pass, &pass));
    if (!late.isError)
      diagnostic.severity = Severity::Warning;
    diagnostic.at(pipeline.getRef(pass));
    diagnostic.note("it stands here", pipeline.getRef(*late.pass));
    late.items.forEach([&](unsigned id) {
      diagnostic.items.push_back(names.items.getName(id).str());
    });
    diagnostic.shownBy = {
        names.items.getName(names.getFirst(late.items)).str()};
    ideas.reorder(diagnostic, *late.pass, /*before=*/true, pass,
                  /*mayRepeat=*/false);
    findings.push_back(std::move(diagnostic));
  }
}

/// What is lowered stands in functions, and so do all programs. Where a pass
/// lowers functions, it stands in these.
void DeadEnds::reportFunctions() const {
  ItemSet dies = getDyingAtEnd();
  const Node *last = nullptr;
  ItemMask functions;
  for (const OperationDescriptor *op : pipeline.getCatalog().getOperations())
    if (std::optional<unsigned> id = names.items.lookup(op->name);
        id && op->isFunction)
      functions.insert(*id);
  for (const Step &step : steps) {
    if (step.kept)
      dies.retain(*step.kept);
    bool isOfFunctions = any_of(step.ways, [&](const Way &way) {
      return way.from.intersects(functions);
    });
    // What stands in a kernel stands in none of the program's functions.
    bool isElsewhere = isOfFunctions || trace.getNest(*step.node).part;
    for (const Way &way : step.ways) {
      // What only adds may be for what is in the output already.
      if (way.keeps())
        continue;
      dies.erase(way.from);
      for (const ItemMask *added : {&way.entry->to, &way.entry->sometimes})
        added->forEach([&](unsigned id) {
          if (output.isNamed(id) && !isElsewhere)
            last = step.node;
        });
    }
  }
  if (!last)
    return;
  dies.getCommon(names.programs).forEach([&](unsigned id) {
    std::string name = names.items.getName(id).str();
    Diagnostic diagnostic(DiagnosticCode::DeadEnd,
                          "{0} is a dead end: what it makes stands in '{1}', "
                          "and nothing lowers that",
                          quote(*last), name);
    diagnostic.at(pipeline.getRef(*last))
        .note("for example on an input with '{0}'", name);
    diagnostic.shownBy = {name};
    if (cameAlong(*last))
      diagnostic.severity = Severity::Warning;
    ideas.addPass(diagnostic,
                  "add a pass that lowers it: ", ideas.findCures(id), last);
    diagnostic.items.push_back(std::move(name));
    findings.push_back(std::move(diagnostic));
  });
}

void DeadEnds::report() {
  reportIdle();
  std::vector<Claim> claims = findClaims();
  std::vector<Group> groups = group(claims);
  for (const Group &found : groups)
    describe(found, groups);
  reportRefused();
  reportCasts();
  reportFunctions();
}

void DeadEnds::reportPossible(const ContentsState &end) {
  ideas.setWanted(false);
  for (Group &found : group(findClaims())) {
    erase_if(found.items,
             [&](unsigned id) { return !end.getMayBe().contains(id); });
    erase_if(found.claims, [&](const Claim &claim) {
      return !claim.isCertain || claim.isSpeculative ||
             !is_contained(found.items, claim.fate.item);
    });
    if (found.severity < Severity::Error || found.claims.empty())
      continue;
    found.severity = Severity::Warning;
    describe(found, found);
  }
  ideas.setWanted(true);
  reportCasts(&end);
}

/// True if something may be there in the end that a pass certainly leads to,
/// that may not remain, and that no later pass lowers.
static bool mayBeDeadEnd(const Trace &trace) {
  ItemSet stuck(trace.getNames().items.size());
  OutputItems output(trace.getInterface(), trace.getList().getCatalog(),
                     trace.getNames());
  bool areCasts = false;
  trace.getEnd().getMayBe().forEach([&](unsigned id) {
    if (output.isNamed(id) || !output.canBeLeft(id))
      return;
    stuck.insert(id);
    areCasts |= Item(trace.getNames().items.getName(id)).isCast();
  });
  auto leadsThere = [&](const auto &entry) {
    return stuck.intersects(entry.to);
  };
  auto leavesCasts = [&](const CompiledContract::Lowering &lowering) {
    return any_of(lowering.conversions, [&](const auto &conversion) {
      return stuck.contains(conversion.carriers->cast);
    });
  };
  for (const Trace::Step &step : reverse(trace.getSteps())) {
    if (!step.contract || step.node->getKind() == Node::Kind::BundleBegin)
      continue;
    const CompiledContract &contract = *step.contract;
    if (any_of(contract.lowerings, leadsThere) ||
        (areCasts && any_of(contract.lowerings, leavesCasts)) ||
        any_of(contract.introductions, leadsThere))
      return true;
    if (step.isIdle())
      continue;
    for (const CompiledContract::Lowering &lowering : contract.lowerings)
      if (lowering.given.empty() && lowering.yieldsTo.empty() &&
          (lowering.lowersCasts || !lowering.isInPassing))
        stuck.erase(lowering.items);
  }
  return false;
}

/// Where input and output are known and nothing is found to stay: warns of what
/// would be an error if the input were not known, unless that excludes it.
static void checkAsOpen(const Trace &trace, RuleFindings &findings) {
  if (any_of(findings.all, isAboutStaying) || !mayBeDeadEnd(trace))
    return;
  // All that may have been there at some point.
  ItemSet possible(trace.getNames().items.size());
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (step.change)
      possible.insert(state.getMayBe());
  });
  Trace open(trace.getContracts(), Trace::Input::Unknown);
  DeadEnds(open, findings, &possible).reportPossible(trace.getEnd());
}

void pmb::checkDeadEnds(const Trace &trace, RuleFindings &findings) {
  if (!trace.getInterface().outputContents)
    return;
  if (!trace.getEnd().isClosed())
    DeadEnds(trace, findings).report();
  else if (!findings.isTrial)
    checkAsOpen(trace, findings);
}
