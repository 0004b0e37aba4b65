//===- Model.cpp - Order and properties, written to be read ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRules.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::model;

using Kind = Step::Kind;
using Order = OrderEntry::Word;
using Property = PropertyEntry::Word;
using Word = ContentsEntry::Word;

template <typename ListT, typename T>
static bool has(const ListT &list, const T &value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

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
// Contracts
//===----------------------------------------------------------------------===//

/// The value that an option has: as given, the last time if several times, or
/// else the default.
static std::string getOption(const PassDescriptor &pass,
                             const std::string &options,
                             const std::string &name) {
  std::string value;
  for (const OptionDescriptor &option : pass.options)
    if (option.name == name)
      value = option.defaultValue;
  for (auto [given, text] : splitOptions(options))
    if (given == name)
      value = text.str();
  return value;
}

static std::string normalize(const std::string &value) {
  return value == "1" ? "true" : value == "0" ? "false" : value;
}

/// Whether a condition on what the pipeline is built for holds: one of those
/// that the generator picks.
static bool isBuiltFor(const Listing &listing, const std::string &text) {
  bool v = listing.variants.count("v"), w = listing.variants.count("w");
  if (text == "v")
    return v;
  if (text == "w")
    return w;
  if (text == "v & !w")
    return v && !w;
  if (text == "v | w")
    return v || w;
  EXPECT_EQ(text, "!(v & w)");
  return !(v && w);
}

static bool applies(const Listing &listing, const PassDescriptor &pass,
                    const std::string &options, const Condition &condition) {
  bool result = true;
  if (condition.kind == Condition::Kind::Variant)
    result = isBuiltFor(listing, condition.name);
  if (condition.kind == Condition::Kind::Option)
    result = normalize(getOption(pass, options, condition.name)) ==
             normalize(condition.value);
  return result != condition.negated;
}

Contract model::getContract(const Listing &listing, const Step &step) {
  if (step.kind == Kind::Slot)
    return Contract();
  const PassDescriptor nobody;
  const PassDescriptor &pass =
      step.kind == Kind::Pass ? listing.passes.at(step.name) : nobody;
  const Contract &all = step.kind == Kind::Pass
                            ? pass.contract
                            : listing.bundles[step.bundle].contract;
  Contract result;
  auto filter = [&](const auto &entries) {
    for (const auto &entry : entries)
      if (applies(listing, pass, step.options, entry.condition))
        result.add(entry);
  };
  filter(all.getOrder());
  // What is said to be invalidated under a condition that holds is neither
  // provided nor preserved.
  std::set<std::string> denied;
  for (const PropertyEntry &entry : all.getProperties())
    if (entry.word == Property::Invalidates &&
        entry.condition.kind != Condition::Kind::Always &&
        applies(listing, pass, step.options, entry.condition))
      denied.insert(entry.property);
  for (const PropertyEntry &entry : all.getProperties())
    if (applies(listing, pass, step.options, entry.condition) &&
        !(denied.count(entry.property) && (entry.word == Property::Provides ||
                                           entry.word == Property::Preserves)))
      result.add(entry);
  filter(all.getContents());
  result.greedy(all.isGreedy());
  result.idempotent(all.isIdempotent());
  // What rewrites greedily folds the casts of each kind of type of which
  // nothing is left.
  if (all.isGreedy())
    for (const TypeDescriptor &type : listing.types)
      if (type.hasCarriers() && type.becomes.empty()) {
        ContentsEntry folding;
        folding.word = Word::Lowers;
        folding.items = {std::string(cast) + "(" + type.name + ")"};
        folding.unless = {type.name};
        folding.isSpeculative = true;
        folding.source = inPassing;
        result.add(folding);
      }
  return result;
}

std::vector<ContentsEntry> model::select(const Contract &contract, Word word) {
  std::vector<ContentsEntry> result;
  for (const ContentsEntry &entry : contract.getContents())
    if (entry.word == word)
      result.push_back(entry);
  return result;
}

bool model::hasProperty(const Contract &contract, Property word,
                        const std::string &name) {
  for (const PropertyEntry &entry : contract.getProperties())
    if (entry.word == word && entry.property == name)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What stands where
//===----------------------------------------------------------------------===//

/// The mark at the other end of a bundle.
static size_t findMark(const Listing &listing, size_t index) {
  const Step &mark = listing.steps[index];
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (i != index && listing.steps[i].bundle == mark.bundle)
      return i;
  return index;
}

/// Whether a pass, or a bundle as a whole, ends a property.
static bool ends(const Listing &listing, const Step &step,
                 const std::string &name) {
  Contract contract = getContract(listing, step);
  if (hasProperty(contract, Property::Provides, name))
    return false;
  if (hasProperty(contract, Property::Invalidates, name))
    return true;
  for (const PropertyDescriptor &property : listing.properties)
    if (property.name == name && property.isFleeting)
      return step.kind == Kind::Pass &&
             !hasProperty(contract, Property::Preserves, name);
  return false;
}

bool model::matches(const Listing &listing, const Target &target,
                    const Step &step) {
  // With its options.
  if (target.kind == Target::Kind::Invalidator)
    return ends(listing, step, target.name);
  if (target.kind == Target::Kind::Provider)
    return hasProperty(getContract(listing, step), Property::Provides,
                       target.name);
  if (step.kind != Kind::Pass)
    return target.kind == Target::Kind::PassKind &&
           has(listing.bundles[step.bundle].kinds, target.name);
  return target.kind == Target::Kind::Pass
             ? target.name == step.name
             : target.kind == Target::Kind::PassKind &&
                   has(listing.passes.at(step.name).kinds, target.name);
}

std::vector<Range> model::find(const Listing &listing, const Target &target) {
  std::vector<Range> result;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (step.kind == Kind::Pass && matches(listing, target, step))
      result.push_back({i, i});
    if (step.kind == Kind::BundleBegin && matches(listing, target, step))
      result.push_back({i, findMark(listing, i)});
  }
  return result;
}

static Finding makeFinding(const Listing &listing, size_t index,
                           DiagnosticCode code, const ContractEntry &entry) {
  Finding finding;
  finding.code = code;
  finding.severity =
      entry.strength == Strength::Strong ? Severity::Error : Severity::Warning;
  finding.name = listing.steps[index].name;
  if (listing.steps[index].kind == Kind::Pass) {
    finding.position = 0;
    for (size_t i = 0; i < index; ++i)
      finding.position += listing.steps[i].kind == Kind::Pass;
  }
  return finding;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// True if `outer` is `inner`, or a nest around it.
static bool isAround(const std::vector<std::string> &outer,
                     const std::vector<std::string> &inner) {
  return outer.size() <= inner.size() &&
         std::equal(outer.begin(), outer.end(), inner.begin());
}

/// MLIR merges neighbouring nests and then visits operations in the order of
/// the IR. So of two passes in different nests the first is sure to run first
/// only if one nest is around the other, or a pass between them stands in a
/// nest that is around both.
bool model::isExecutedBefore(const Listing &listing, size_t first,
                             size_t second) {
  const auto &a = listing.steps[first].nest, &b = listing.steps[second].nest;
  if (isAround(a, b) || isAround(b, a))
    return true;
  for (size_t i = first + 1; i < second; ++i)
    if (listing.steps[i].kind == Kind::Pass &&
        isAround(listing.steps[i].nest, a) &&
        isAround(listing.steps[i].nest, b))
      return true;
  return false;
}

bool model::isExecutedBefore(const Listing &listing, Range first,
                             Range second) {
  for (size_t a = first.begin; a <= first.end; ++a)
    for (size_t b = second.begin; b <= second.end; ++b)
      if (listing.steps[a].kind == Kind::Pass &&
          listing.steps[b].kind == Kind::Pass &&
          !isExecutedBefore(listing, a, b))
        return false;
  return true;
}

bool model::isAboutAll(const OrderEntry &entry) {
  return entry.isEvery || (entry.word == Order::Before &&
                           entry.target.kind == Target::Kind::PassKind);
}

bool model::isSame(const Listing &listing, Range a, Range b) {
  const Step &first = listing.steps[a.begin], &second = listing.steps[b.begin];
  return first.kind == second.kind && first.name == second.name;
}

std::optional<DiagnosticCode> model::checkOrder(const Listing &listing,
                                                Range owner,
                                                const OrderEntry &entry) {
  if (isAboutAll(entry)) {
    // On that side of all but what is called the same.
    bool isThere = false, isOrdered = true;
    for (Range other : find(listing, entry.target)) {
      bool isAfter = entry.word == Order::After;
      Range first = isAfter ? other : owner, second = isAfter ? owner : other;
      isThere |= first < second;
      if (isSame(listing, owner, other))
        continue;
      if (second < first)
        return DiagnosticCode::WrongOrder;
      if (first < second)
        isOrdered &= isExecutedBefore(listing, first, second);
    }
    if (!isOrdered)
      return DiagnosticCode::UnorderedNests;
    if (!isThere && entry.isPresent)
      return DiagnosticCode::MissingPass;
    return std::nullopt;
  }
  bool isEarlier = false, isLater = false;
  bool runsEarlier = false, runsLater = false;
  for (Range other : find(listing, entry.target)) {
    if (other < owner) {
      isEarlier = true;
      runsEarlier |= isExecutedBefore(listing, other, owner);
    } else if (owner < other) {
      isLater = true;
      runsLater |= isExecutedBefore(listing, owner, other);
    }
  }
  switch (entry.word) {
  case Order::After:
    if (isEarlier && !runsEarlier)
      return DiagnosticCode::UnorderedNests;
    if (!isEarlier && isLater)
      return DiagnosticCode::WrongOrder;
    if (!isEarlier && entry.isPresent)
      return DiagnosticCode::MissingPass;
    return std::nullopt;
  case Order::Before:
    if (isLater && !runsLater)
      return DiagnosticCode::UnorderedNests;
    if (!isLater && isEarlier)
      return DiagnosticCode::WrongOrder;
    if (!isLater && entry.isPresent)
      return DiagnosticCode::MissingPass;
    return std::nullopt;
  case Order::FollowedBy:
    if (isLater && !runsLater)
      return DiagnosticCode::UnorderedNests;
    if (!isLater)
      return DiagnosticCode::MissingFollowUp;
    return std::nullopt;
  case Order::ConflictsWith: {
    // If there shall be one of it only, the second is too much.
    bool isMutual = owner.begin == owner.end &&
                    entry.target == pass(listing.steps[owner.begin].name) &&
                    entry.condition.kind != Condition::Kind::Option;
    if (isEarlier || (isLater && !isMutual))
      return DiagnosticCode::Conflict;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<Range> model::getOwner(const Listing &listing, size_t index) {
  if (listing.steps[index].kind == Kind::Pass)
    return Range{index, index};
  if (listing.steps[index].kind == Kind::BundleBegin)
    return Range{index, findMark(listing, index)};
  return std::nullopt;
}

/// The only pass that `target` can mean, if it is in the pipeline once.
static std::optional<std::string> findOnly(const Listing &listing,
                                           const Target &target) {
  std::vector<Range> found = find(listing, target);
  if (found.size() != 1 || found[0].begin != found[0].end)
    return std::nullopt;
  return listing.steps[found[0].begin].name;
}

namespace {
/// Which pass must come before which, for certain: strong entries without
/// condition, between passes that are in the pipeline once.
class Precedence {
public:
  explicit Precedence(const Listing &listing) {
    for (const Step &step : listing.steps) {
      if (step.kind != Kind::Pass || !findOnly(listing, pass(step.name)))
        continue;
      for (const OrderEntry &entry :
           listing.passes.at(step.name).contract.getOrder()) {
        auto other = findOnly(listing, entry.target);
        if (!other || *other == step.name || entry.strength == Strength::Weak ||
            entry.condition.kind != Condition::Kind::Always)
          continue;
        if (entry.word == Order::After)
          before[*other].insert(step.name);
        else if (entry.word == Order::Before)
          before[step.name].insert(*other);
      }
    }
  }
  /// True if `first` must come before `second`, over any number of others.
  bool mustPrecede(const std::string &first, const std::string &second) const {
    Names reached = {first};
    for (size_t size = 0; size != reached.size();) {
      size = reached.size();
      for (const auto &[one, others] : before)
        if (reached.count(one))
          reached.insert(others.begin(), others.end());
    }
    return reached.count(second);
  }

private:
  std::map<std::string, Names> before;
};
} // namespace

/// Whether a bundle between two steps that has the step `index` in it holds a
/// property, whatever is in it.
static bool isHeldAround(const Listing &listing, size_t first, size_t last,
                         size_t index, const std::string &name) {
  for (size_t i = first + 1; i < index; ++i) {
    if (listing.steps[i].kind != Kind::BundleBegin)
      continue;
    size_t end = findMark(listing, i);
    Contract contract = getContract(listing, listing.steps[i]);
    if (index < end && end < last &&
        (hasProperty(contract, Property::Provides, name) ||
         (hasProperty(contract, Property::Preserves, name) &&
          !hasProperty(contract, Property::Invalidates, name))))
      return true;
  }
  return false;
}

/// Whether something between two steps may not be there.
static bool isParted(const Listing &listing, size_t first, size_t last,
                     const OrderEntry &entry) {
  for (size_t i = first + 1; i < last; ++i) {
    std::optional<Range> here = getOwner(listing, i);
    if (!here || here->end >= last)
      continue;
    bool isPass = listing.steps[i].kind == Kind::Pass;
    if (isPass && entry.isImmediate)
      return true;
    for (const Target &target : entry.notBetween)
      if (matches(listing, target, listing.steps[i]) &&
          (target.kind != Target::Kind::Invalidator ||
           !isHeldAround(listing, first, last, i, target.name)))
        return true;
  }
  return false;
}

std::vector<std::pair<size_t, OrderEntry>>
model::findParted(const Listing &listing) {
  std::vector<std::pair<size_t, OrderEntry>> found;
  // All that has one and the same entry.
  std::map<std::pair<std::string, int>, std::vector<size_t>> owners;
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (getOwner(listing, i))
      owners[{listing.steps[i].name, listing.steps[i].bundle}].push_back(i);
  const PassDescriptor nobody;
  for (const auto &[who, steps] : owners) {
    bool isPass = who.second < 0;
    const PassDescriptor &pass = isPass ? listing.passes.at(who.first) : nobody;
    const Contract &contract =
        isPass ? pass.contract : listing.bundles[who.second].contract;
    for (const OrderEntry &entry : contract.getOrder()) {
      std::set<size_t> here;
      for (size_t step : steps)
        if (applies(listing, pass, listing.steps[step].options,
                    entry.condition))
          here.insert(step);
      std::vector<Range> targets = find(listing, entry.target);
      if (entry.word == Order::AlternatesWith) {
        std::map<size_t, bool> turns;
        for (Range target : targets)
          turns[target.begin] = false;
        bool isAnyTarget = false;
        for (size_t step : here)
          turns[step] = true;
        for (auto [step, isOwner] : turns)
          isAnyTarget |= !isOwner;
        for (auto turn = turns.begin(); turn != turns.end(); ++turn)
          if (isAnyTarget && !here.empty() && turn != turns.begin() &&
              std::prev(turn)->second == turn->second)
            found.push_back({turn->first, entry});
        continue;
      }
      if (!entry.isImmediate && entry.notBetween.empty())
        continue;
      for (size_t step : here) {
        Range owner = *getOwner(listing, step);
        std::optional<Range> nearest;
        for (Range target : targets)
          if (entry.word == Order::After
                  ? target < owner && (!nearest || nearest->end < target.end)
                  : owner < target &&
                        (!nearest || target.begin < nearest->begin))
            nearest = target;
        if (nearest &&
            (entry.word == Order::After
                 ? isParted(listing, nearest->end, owner.begin, entry)
                 : isParted(listing, owner.end, nearest->begin, entry)))
          found.push_back({step, entry});
      }
    }
  }
  return found;
}

static void checkEntries(const Listing &listing, bool mergesCycles,
                         Findings &findings) {
  Precedence precedence(listing);
  bool hasCycle = false;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    std::optional<Range> owner = getOwner(listing, i);
    if (!owner)
      continue;
    const Step &step = listing.steps[i];
    Contract contract = getContract(listing, step);
    for (const OrderEntry &entry : contract.getOrder()) {
      auto code = checkOrder(listing, *owner, entry);
      if (!code)
        continue;
      if (entry.isAdvice) {
        // Where operations of the IR decide, there is nothing to advise.
        if (*code == DiagnosticCode::UnorderedNests)
          continue;
        Finding advice = makeFinding(listing, i, DiagnosticCode::Advice, entry);
        advice.severity = Severity::Off;
        findings.insert(advice);
        continue;
      }
      // Passes in a cycle are in the wrong order however they are moved. One
      // finding about the cycle stands for all about its parts.
      auto other = findOnly(listing, entry.target);
      if (mergesCycles && *code == DiagnosticCode::WrongOrder &&
          step.kind == Kind::Pass && entry.strength == Strength::Strong &&
          other && findOnly(listing, pass(step.name)) &&
          precedence.mustPrecede(*other, step.name) &&
          precedence.mustPrecede(step.name, *other)) {
        hasCycle = true;
        continue;
      }
      findings.insert(makeFinding(listing, i, *code, entry));
    }
  }
  for (const auto &[index, entry] : findParted(listing)) {
    Finding finding =
        makeFinding(listing, index,
                    entry.isAdvice ? DiagnosticCode::Advice
                                   : DiagnosticCode::BrokenSequence,
                    entry);
    if (entry.isAdvice)
      finding.severity = Severity::Off;
    findings.insert(finding);
  }
  if (hasCycle)
    findings.insert({DiagnosticCode::Cycle, Severity::Error, "", -1, ""});
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

static bool isProperty(const Listing &listing, const std::string &name) {
  for (const PropertyDescriptor &property : listing.properties)
    if (property.name == name)
      return true;
  return false;
}

/// True if an entry asks for nothing, as things are.
static bool isExcused(const ContentsEntry &entry, const Contents &contents) {
  // What applies only while something is there is not worth a guess.
  return (!entry.given.empty() && !contents.isUndoubted(entry.given)) ||
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

Findings model::checkSteps(const Listing &listing, Contents &contents,
                           bool mergesCycles,
                           std::vector<std::pair<Finding, Names>> *rejections) {
  Findings findings;
  checkEntries(listing, mergesCycles, findings);
  Properties properties(listing);
  std::set<std::vector<std::string>> absentNests;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (step.kind == Kind::Slot)
      continue;
    Contract contract = getContract(listing, step);

    // What it needs.
    if (step.kind != Kind::BundleEnd) {
      for (Strength strength : {Strength::Strong, Strength::Weak})
        for (const PropertyEntry &entry : contract.getProperties()) {
          if (entry.word != Property::Requires || entry.strength != strength)
            continue;
          if (!properties.isTold(entry.property, strength) &&
              properties.isMissed(entry.property, i))
            findings.insert(makeFinding(
                listing, i, DiagnosticCode::MissingProperty, entry));
          properties.assume(entry.property, strength);
        }
      // A pass that has nothing to run on has a finding of its own.
      bool isIdle = step.kind == Kind::Pass && (contents.isGone(step.nest) ||
                                                contents.isAbsent(step.nest));
      auto isTold = [&](const ContentsEntry &entry) {
        return isIdle && entry.word == Word::Requires &&
               entry.strength == Strength::Weak;
      };
      llvm::ArrayRef<ContentsEntry> entries = contract.getContents();
      for (size_t j = 0; j < entries.size(); ++j)
        if (entries[j].word == Word::Requires && !isTold(entries[j]) &&
            !isExcused(entries[j], contents))
          contents.await(step, i, entries, j);
      for (const ContentsEntry &entry : entries)
        if (entry.word == Word::Rejects || entry.word == Word::Requires) {
          Certainty violated = isViolated(listing, entry, contents, properties);
          Finding finding =
              makeFinding(listing, i, DiagnosticCode::Rejected, entry);
          if (violated == Certainty::No || isTold(entry))
            continue;
          if (violated != Certainty::Yes)
            finding.severity = violated == Certainty::Likely ? Severity::Warning
                                                             : Severity::Off;
          findings.insert(finding);
          Names there = contents.getRejected(entry);
          bool isProperty = contents.isRejected(entry) < Certainty::Yes &&
                            violated == Certainty::Yes;
          if (rejections && entry.word == Word::Rejects && !isProperty)
            rejections->push_back({finding, there});
        }
    }
    if (step.kind == Kind::BundleBegin) {
      properties.begin(step.bundle);
      continue;
    }

    // What it does.
    if (step.kind == Kind::Pass && !listing.passes.at(step.name).hasContract)
      contents.addAnything();
    if (step.kind == Kind::Pass && contents.isGone(step.nest)) {
      ContractEntry weak;
      weak.strength = Strength::Weak;
      findings.insert(makeFinding(listing, i, DiagnosticCode::NoEffect, weak));
      continue;
    }
    if (step.kind == Kind::Pass && contents.isAbsent(step.nest)) {
      ContractEntry weak;
      weak.strength = Strength::Weak;
      if (absentNests.insert(step.nest).second)
        findings.insert(
            makeFinding(listing, i, DiagnosticCode::NoEffect, weak));
      continue;
    }
    if (step.kind == Kind::Pass)
      contents.awaitNest(step, i);
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
  std::vector<std::pair<Finding, Names>> rejections;
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
