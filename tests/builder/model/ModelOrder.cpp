//===- ModelOrder.cpp - Order, written to be read -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who must come before whom, and what must not stand between.
//
//===----------------------------------------------------------------------===//

#include "ModelRules.h"

using namespace pmb;
using namespace pmb::model;

using Kind = Step::Kind;
using Order = OrderEntry::Word;
using Property = PropertyEntry::Word;

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
                    !isAboutOption(entry.condition);
    if (isEarlier || (isLater && !isMutual))
      return DiagnosticCode::Conflict;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
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
            entry.isConditional())
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

void model::checkEntries(const Listing &listing, bool mergesCycles,
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
