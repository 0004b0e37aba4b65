//===- ModelPlace.cpp - Insertion, written to be read ---------------------===//
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
using Order = OrderEntry::Word;
using Property = PropertyEntry::Word;

//===----------------------------------------------------------------------===//
// At a given position
//===----------------------------------------------------------------------===//

/// The properties where a step begins.
static Properties applyUpTo(const Listing &listing, size_t index) {
  Properties properties(listing);
  for (size_t i = 0; i < index; ++i)
    if (listing.steps[i].kind == Kind::BundleBegin)
      properties.begin(listing.steps[i].bundle);
    else if (listing.steps[i].kind != Kind::Slot)
      properties.apply(listing.steps[i]);
  return properties;
}

/// Whether a property is missed where a step begins, without the step at
/// `except` if there is one.
static bool isMissed(const Listing &all, size_t index,
                     const std::string &property,
                     std::optional<size_t> except) {
  Listing listing = all;
  if (except) {
    listing.steps.erase(listing.steps.begin() + long(*except));
    index -= *except < index;
  }
  Properties properties = applyUpTo(listing, index);
  return !properties.holds(property) && properties.isMissed(property, index);
}

/// Whether a step rejects a property that holds where it begins, whatever else
/// is in the IR.
static bool isRejected(const Listing &listing, size_t index) {
  Properties properties = applyUpTo(listing, index);
  Contract contract = getContract(listing, listing.steps[index]);
  return llvm::any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Rejects &&
           entry.strength == Strength::Strong && entry.given.empty() &&
           entry.unless.empty() &&
           llvm::any_of(entry.items, [&](const std::string &item) {
             return isProperty(listing, item) && properties.holds(item);
           });
  });
}

/// Whether a strong entry about what stands between is violated that would not
/// be without the step.
static bool isParting(const Listing &listing, size_t index) {
  Listing without = listing;
  without.steps.erase(without.steps.begin() + index);
  std::set<size_t> before;
  for (const auto &[step, entry] : findParted(without))
    if (entry.strength == Strength::Strong)
      before.insert(step < index ? step : step + 1);
  for (const auto &[step, entry] : findParted(listing))
    if (entry.strength == Strength::Strong && !before.count(step))
      return true;
  return false;
}

/// Looks at strong entries about order and properties only, and does not know
/// what a pass finds in the IR.
std::set<DiagnosticCode> model::checkInserted(const Listing &listing,
                                              size_t index) {
  std::set<DiagnosticCode> codes;
  const Step &added = listing.steps[index];
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    std::optional<Range> owner = getOwner(listing, i);
    if (!owner)
      continue;
    Contract contract = getContract(listing, listing.steps[i]);
    for (const OrderEntry &entry : contract.getOrder()) {
      auto code = checkOrder(listing, *owner, entry);
      // What stood in the wrong place before is not the fault of the new one.
      if (i != index && isAboutAll(entry)) {
        Range here{index, index};
        code = std::nullopt;
        if ((entry.word == Order::After ? *owner < here : here < *owner) &&
            !isSame(listing, here, *owner))
          code = DiagnosticCode::WrongOrder;
      }
      if (entry.strength == Strength::Strong &&
          (i == index || matches(listing, entry.target, added)) &&
          (code == DiagnosticCode::WrongOrder ||
           code == DiagnosticCode::Conflict))
        codes.insert(*code);
    }
  }
  // What it requires holds; and if it may stand there, what others behind it
  // require is not ended.
  auto misses = [&](size_t i) {
    if (!getOwner(listing, i))
      return false;
    Contract contract = getContract(listing, listing.steps[i]);
    return llvm::any_of(
        contract.getProperties(), [&](const PropertyEntry &entry) {
          return entry.word == Property::Requires &&
                 entry.strength == Strength::Strong &&
                 isMissed(listing, i, entry.property, std::nullopt) &&
                 (i == index || !isMissed(listing, i, entry.property, index));
        });
  };
  if (misses(index))
    codes.insert(DiagnosticCode::MissingProperty);
  if (isRejected(listing, index))
    codes.insert(DiagnosticCode::Rejected);
  if (!codes.empty())
    return codes;
  for (size_t i = index + 1; i < listing.steps.size(); ++i)
    if (misses(i))
      codes.insert(DiagnosticCode::MissingProperty);
  if (isParting(listing, index))
    codes.insert(DiagnosticCode::BrokenSequence);
  return codes;
}

//===----------------------------------------------------------------------===//
// By the contract alone
//===----------------------------------------------------------------------===//

static bool isInsideContiguous(const Listing &listing, size_t index) {
  int depth = 0;
  for (size_t i = 0; i < index; ++i)
    if (listing.steps[i].bundle >= 0 &&
        listing.bundles[listing.steps[i].bundle].isContiguous)
      depth += listing.steps[i].kind == Kind::BundleBegin ? 1 : -1;
  return depth > 0;
}

/// True if what the entry names is there and stands on the right side. `index`
/// is that of the new pass.
static bool isKept(const Listing &listing, Range owner, const OrderEntry &entry,
                   size_t index) {
  Range here{index, index};
  if (isAboutAll(entry) && owner.begin != index)
    return isSame(listing, here, owner) ||
           (entry.word == Order::After ? here < owner : owner < here);
  if (isAboutAll(entry)) {
    for (Range other : find(listing, entry.target))
      if (!isSame(listing, owner, other) &&
          !(entry.word == Order::After ? other < owner : owner < other))
        return false;
    return true;
  }
  bool isEarlier = false, isLater = false;
  for (Range other : find(listing, entry.target)) {
    isEarlier |= other < owner;
    isLater |= owner < other;
  }
  return entry.word == Order::After ? isEarlier : isLater;
}

/// Order entries of the pass, and of others that name it. `listing` has the
/// pass at `index`, `without` has not.
static bool isOrderKept(const Listing &listing, const Listing &without,
                        size_t index) {
  const Step &added = listing.steps[index];
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    std::optional<Range> owner = getOwner(listing, i);
    if (!owner)
      continue;
    Contract contract = getContract(listing, listing.steps[i]);
    for (const OrderEntry &entry : contract.getOrder()) {
      if (entry.strength == Strength::Weak ||
          entry.word == Order::AlternatesWith ||
          (i != index && !matches(listing, entry.target, added)))
        continue;
      bool isThere = i != index || !find(without, entry.target).empty();
      if (isThere && (entry.word == Order::ConflictsWith ||
                      !isKept(listing, *owner, entry, index)))
        return false;
      if (!isThere && entry.isPresent)
        return false;
    }
  }
  return true;
}

/// What `contract` lowers, entry by entry, but not in passing.
static std::vector<Names> getIntended(const Contents &contents,
                                      const Contract &contract,
                                      bool withPutBack) {
  std::vector<Names> result;
  std::vector<Names> all = contents.getLowered(contract, withPutBack);
  std::vector<ContentsEntry> entries =
      select(contract, ContentsEntry::Word::Lowers);
  for (size_t i = 0; i < entries.size(); ++i)
    if (!isInPassing(entries[i]))
      result.push_back(all[i]);
  return result;
}

/// The pass stands after what introduces items that it lowers, unless something
/// else lowers them later, and before what lowers items that it introduces.
static bool isContentsKept(const Listing &listing, size_t index) {
  Contents contents(listing);
  Contract contract = getContract(listing, listing.steps[index]);
  std::map<std::string, size_t> introduced, lowered;
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    if (i == index || listing.steps[i].kind != Kind::Pass)
      continue;
    Contract other = getContract(listing, listing.steps[i]);
    for (const Names &names : getIntended(contents, other, false))
      for (const std::string &item : names)
        lowered[item] = i;
    for (const std::string &item : contents.getAdded(other))
      introduced[item] = i;
  }
  for (const Names &names : getIntended(contents, contract, true))
    for (const std::string &item : names) {
      auto by = introduced.find(item), next = lowered.find(item);
      bool isLoweredLater = by != introduced.end() && next != lowered.end() &&
                            by->second < next->second;
      if (by != introduced.end() && !isLoweredLater && by->second > index)
        return false;
    }
  for (ContentsEntry::Word word :
       {ContentsEntry::Word::Lowers, ContentsEntry::Word::Introduces})
    for (const ContentsEntry &entry : select(contract, word))
      for (const std::string &item : entry.to)
        if (lowered.count(item) && lowered[item] < index)
          return false;
  return true;
}

/// What the pass requires holds, and nothing is in its way.
static bool canWork(const Listing &listing, const Listing &without,
                    size_t index) {
  Contents contents(listing, index);
  Properties properties(listing);
  for (size_t i = 0; i < index; ++i) {
    const Step &step = listing.steps[i];
    if (step.kind == Kind::Slot)
      continue;
    if (step.kind == Kind::BundleBegin) {
      properties.begin(step.bundle);
      continue;
    }
    if (step.kind == Kind::Pass &&
        (contents.isGone(step.nest) || contents.isAbsent(step.nest)))
      continue;
    properties.apply(step);
    contents.apply(step, i);
  }
  if (contents.isBlocked(listing.steps[index]))
    return false;
  auto isProvided = [&](const std::string &name) {
    for (const Step &step : without.steps)
      if (step.kind != Kind::BundleBegin &&
          hasProperty(getContract(without, step), Property::Provides, name))
        return true;
    return false;
  };
  Contract contract = getContract(listing, listing.steps[index]);
  const PipelineInterface &interface = listing.interface;
  for (const PropertyEntry &entry : contract.getProperties()) {
    const std::string &name = entry.property;
    bool isInput = std::find(interface.inputProperties.begin(),
                             interface.inputProperties.end(),
                             name) != interface.inputProperties.end();
    if (entry.word == Property::Requires &&
        entry.strength == Strength::Strong && !properties.holds(name) &&
        (interface.isClosed() || isInput || isProvided(name)))
      return false;
  }
  return true;
}

/// How many errors of each sort there are about each pass, apart from those
/// that passes still to come may cure.
static std::map<std::pair<DiagnosticCode, std::string>, unsigned>
countErrors(const Listing &listing) {
  std::map<std::pair<DiagnosticCode, std::string>, unsigned> result;
  Contents contents(listing);
  for (const Finding &finding :
       checkSteps(listing, contents, /*mergesCycles=*/false, nullptr))
    if (finding.severity == Severity::Error &&
        finding.code != DiagnosticCode::MissingPass &&
        finding.code != DiagnosticCode::MissingFollowUp)
      ++result[{finding.code, finding.name}];
  return result;
}

/// Calls `visit` with each place, until that returns false.
static void visitPlaces(const Listing &without, const Step &pass,
                        llvm::function_ref<bool(size_t)> visit) {
  auto before = countErrors(without);
  for (size_t i = 0; i <= without.steps.size(); ++i) {
    Listing listing = without;
    listing.steps.insert(listing.steps.begin() + long(i), pass);
    if (isInsideContiguous(without, i) || !isOrderKept(listing, without, i) ||
        !isContentsKept(listing, i) || !canWork(listing, without, i))
      continue;
    bool isWorse = false;
    for (const auto &[sort, count] : countErrors(listing))
      isWorse |= count > before[sort];
    if (!isWorse && !visit(i))
      return;
  }
}

std::optional<size_t> model::findPlace(const Listing &without,
                                       const Step &pass) {
  std::optional<size_t> found;
  visitPlaces(without, pass, [&](size_t place) {
    found = place;
    return false;
  });
  return found;
}

std::vector<size_t> model::findPlaces(const Listing &without,
                                      const Step &pass) {
  std::vector<size_t> found;
  visitPlaces(without, pass, [&](size_t place) {
    found.push_back(place);
    return true;
  });
  return found;
}
