//===- Model.cpp - Properties and demands, written to be read -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRules.h"

using namespace pmb;
using namespace pmb::model;

using Kind = Step::Kind;
using Property = PropertyEntry::Word;
using Word = ContentsEntry::Word;

std::string Finding::str() const {
  std::string text =
      stringify(severity).str() + ": " + getDiagnosticInfo(code).name.str();
  if (!name.empty())
    text += " at '" + name + "'";
  if (position >= 0)
    text += " (pass " + std::to_string(position) + ")";
  return item.empty() ? text : text + ": " + item;
}

//===----------------------------------------------------------------------===//
// Properties and demands
//===----------------------------------------------------------------------===//

bool Properties::isMissed(const std::string &name, size_t index) const {
  if (listing.interface.isClosed() || ended.count(name))
    return true;
  for (size_t i = getOwner(listing, index)->end + 1; i < listing.steps.size();
       ++i)
    if (listing.steps[i].kind != Kind::BundleBegin &&
        hasProperty(getContract(listing, listing.steps[i]), Property::Provides,
                    name))
      return true;
  return false;
}

void Properties::apply(const Step &step) {
  Contract contract = getContract(listing, step);
  if (step.kind == Kind::Pass) {
    for (const PropertyDescriptor &property : listing.properties)
      if (property.isFleeting &&
          !hasProperty(contract, Property::Preserves, property.name)) {
        end(property.name);
      }
  } else {
    // What a bundle preserves, it preserves as a whole.
    for (const std::string &name : atBegin[step.bundle].holding)
      if (hasProperty(contract, Property::Preserves, name))
        holding.insert(name);
    for (const std::string &name : atBegin[step.bundle].warned)
      if (hasProperty(contract, Property::Preserves, name))
        warned.insert(name);
    for (const PropertyDescriptor &property : listing.properties)
      if (hasProperty(contract, Property::Preserves, property.name) &&
          !atBegin[step.bundle].ended.count(property.name))
        ended.erase(property.name);
  }
  for (const PropertyEntry &entry : contract.getProperties())
    if (entry.word == Property::Invalidates) {
      end(entry.property);
    }
  for (const PropertyEntry &entry : contract.getProperties())
    if (entry.word == Property::Provides) {
      holding.insert(entry.property);
      ended.erase(entry.property);
    }
}

bool model::isProperty(const Listing &listing, const std::string &name) {
  for (const PropertyDescriptor &property : listing.properties)
    if (property.name == name)
      return true;
  return false;
}

/// True if an entry asks for nothing, as things are.
static bool isExcused(const ContentsEntry &entry, const Contents &contents) {
  // What applies only while something is there is not worth a guess. Programs
  // stand in functions.
  return (!entry.given.empty() && !contents.isUndoubted(entry.given) &&
          !contents.mayHaveFunctions(entry.given)) ||
         contents.contains(entry.unless) != Certainty::No;
}

/// How surely a pass meets what it rejects, or lacks what it requires.
static Certainty isViolated(const Listing &listing, const ContentsEntry &entry,
                            const Contents &contents,
                            const Properties &properties) {
  if (isExcused(entry, contents))
    return Certainty::No;
  Certainty there = entry.word == Word::Requires
                        ? contents.contains(entry.items, entry.except)
                        : contents.isRejected(entry);
  // Without what it merely works on, a pass does no harm, unless it was there.
  if (entry.word == Word::Requires)
    return there == Certainty::No && !contents.mayHaveDialectOf(entry) &&
                   !contents.mayHaveMore() &&
                   (entry.strength == Strength::Strong ||
                    (contents.wasThere(entry) && !contents.mayHaveAnything()))
               ? Certainty::Yes
               : Certainty::No;
  for (const std::string &item : entry.items)
    if (isProperty(listing, item) && properties.holds(item))
      return Certainty::Yes;
  // With an open input anything may be there.
  return there == Certainty::Maybe && !contents.isClosed() ? Certainty::No
                                                           : there;
}

using Rejections = std::vector<std::pair<Finding, Names>>;

/// What a step requires of properties. It is told of each once.
static void checkDemands(const Listing &listing, size_t i,
                         const Contract &contract, Properties &properties,
                         Findings &findings) {
  for (Strength strength : {Strength::Strong, Strength::Weak})
    for (const PropertyEntry &entry : contract.getProperties()) {
      if (entry.word != Property::Requires || entry.strength != strength)
        continue;
      if (!properties.isTold(entry.property, strength) &&
          properties.isMissed(entry.property, i))
        findings.insert(
            makeFinding(listing, i, DiagnosticCode::MissingProperty, entry));
      properties.assume(entry.property, strength);
    }
}

/// What a step requires of contents, and what it rejects.
static void checkContents(const Listing &listing, size_t i,
                          const Contract &contract,
                          const Properties &properties, Contents &contents,
                          Findings &findings, Rejections *rejections) {
  const Step &step = listing.steps[i];
  // A pass that has nothing to run on has a finding of its own.
  bool isIdle = step.kind == Kind::Pass &&
                (contents.isGone(step.nest) || contents.isAbsent(step.nest));
  auto isTold = [&](const ContentsEntry &entry) {
    return isIdle && entry.word == Word::Requires &&
           entry.strength == Strength::Weak;
  };
  llvm::ArrayRef<ContentsEntry> entries = contract.getContents();
  for (size_t j = 0; j < entries.size(); ++j)
    if (entries[j].word == Word::Requires && !isTold(entries[j]) &&
        !isExcused(entries[j], contents))
      contents.await(step, i, entries, j);
  // Without what it merely works on, a pass has one finding.
  bool isIdleTold = false;
  for (const ContentsEntry &entry : entries) {
    if (entry.word != Word::Rejects && entry.word != Word::Requires)
      continue;
    Certainty violated = isViolated(listing, entry, contents, properties);
    bool isWork =
        entry.word == Word::Requires && entry.strength == Strength::Weak;
    Finding finding = makeFinding(
        listing, i,
        isWork ? DiagnosticCode::NoEffect : DiagnosticCode::Rejected, entry);
    if (violated == Certainty::No || isTold(entry) ||
        (isWork && std::exchange(isIdleTold, true)))
      continue;
    if (violated != Certainty::Yes)
      finding.severity =
          violated == Certainty::Likely ? Severity::Warning : Severity::Off;
    findings.insert(finding);
    Names there = contents.getRejected(entry);
    bool isProperty = contents.isRejected(entry) < Certainty::Yes &&
                      violated == Certainty::Yes;
    if (rejections && entry.word == Word::Rejects && !isProperty)
      rejections->push_back({finding, there});
  }
}

/// False for a pass that has nothing to run on, which it is told of; of several
/// in one nest that was never there the first is.
static bool checkPresence(const Listing &listing, size_t i,
                          const Contents &contents,
                          std::set<std::vector<std::string>> &absentNests,
                          Findings &findings) {
  const Step &step = listing.steps[i];
  bool isGone = contents.isGone(step.nest);
  if (!isGone && !contents.isAbsent(step.nest))
    return true;
  ContractEntry weak;
  weak.strength = Strength::Weak;
  if (isGone || absentNests.insert(step.nest).second)
    findings.insert(makeFinding(listing, i, DiagnosticCode::NoEffect, weak));
  return false;
}

Findings model::checkSteps(const Listing &listing, Contents &contents,
                           bool mergesCycles, Rejections *rejections) {
  Findings findings;
  checkEntries(listing, mergesCycles, findings);
  Properties properties(listing);
  std::set<std::vector<std::string>> absentNests;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (step.kind == Kind::Slot)
      continue;

    // What it needs.
    Contract contract = getContract(listing, step);
    if (step.kind != Kind::BundleEnd) {
      checkDemands(listing, i, contract, properties, findings);
      checkContents(listing, i, contract, properties, contents, findings,
                    rejections);
    }
    if (step.kind == Kind::BundleBegin) {
      properties.begin(step.bundle);
      continue;
    }

    // What it does.
    if (step.kind == Kind::Pass) {
      if (!listing.passes.at(step.name).hasContract)
        contents.addAnything();
      if (!checkPresence(listing, i, contents, absentNests, findings))
        continue;
      contents.awaitNest(step, i);
    }
    properties.apply(step);
    contents.apply(step, i);
  }
  for (const std::string &name : listing.interface.outputProperties)
    if (!properties.holds(name))
      findings.insert(
          {DiagnosticCode::MissingOutput, Severity::Error, "", -1, ""});
  return findings;
}

/// Functions and modules for the GPU stand in no function, and kernels nowhere
/// but in modules for the GPU.
static bool canStandIn(const std::string &op, const std::string &parent) {
  if (op == "gpu.func")
    return parent == "gpu.module";
  bool isFunction = op == "func.func";
  bool isInFunction = parent == "func.func" || parent == "gpu.func";
  return !((isFunction || op == "gpu.module") && isInFunction);
}

/// Of neighbours in one nest that no IR has, the first is told.
static void checkNests(const Listing &listing, Findings &findings) {
  std::vector<std::string> last;
  ContractEntry weak;
  weak.strength = Strength::Weak;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (step.kind != Kind::Pass)
      continue;
    bool isSame = step.nest == last;
    last = step.nest;
    std::string parent = listing.anchor;
    for (const std::string &op : step.nest) {
      if (!isSame && !canStandIn(op, parent)) {
        findings.insert(
            makeFinding(listing, i, DiagnosticCode::NoEffect, weak));
        break;
      }
      parent = op;
    }
  }
}

/// No pass may replace the operation that it runs on.
static void checkAnchors(const Listing &listing, Findings &findings) {
  auto getAnchor = [&](const Step &step) {
    return step.nest.empty() ? listing.anchor : step.nest.back();
  };
  Names anchors, gone;
  for (const Step &step : listing.steps)
    if (step.kind == Kind::Pass &&
        !(step.nest.empty() && listing.anchor == "builtin.module"))
      anchors.insert(getAnchor(step));
  auto replaces = [](const Contract &contract, const std::string &op) {
    std::string dialect = op.substr(0, op.find('.'));
    for (const ContentsEntry &entry : contract.getContents())
      if (entry.word == Word::Lowers && entry.given.empty() &&
          (has(entry.items, op) ||
           (dialect != op && has(entry.items, dialect))) &&
          !has(entry.except, op))
        return !entry.isPartial && !has(entry.to, op) &&
               !has(entry.sometimes, op);
    return false;
  };
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (step.kind != Kind::Pass)
      continue;
    Contract contract = getContract(listing, step);
    for (const std::string &op : anchors) {
      if (gone.count(op) || !replaces(contract, op))
        continue;
      if (getAnchor(step) == op)
        findings.insert(makeFinding(listing, i, DiagnosticCode::WrongAnchorOp,
                                    ContractEntry()));
      else
        gone.insert(op);
    }
  }
}

Findings model::check(const Listing &listing) {
  Contents contents(listing);
  Rejections rejections;
  Findings findings =
      checkSteps(listing, contents, /*mergesCycles=*/true, &rejections);
  contents.report(findings);
  checkNests(listing, findings);
  checkAnchors(listing, findings);
  // Who cannot accept what stays for good says nothing new.
  for (const auto &[finding, items] : rejections)
    if (contents.isToldToStay(items, finding.severity))
      findings.erase(findings.find(finding));
  return findings;
}
