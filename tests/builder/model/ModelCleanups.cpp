//===- ModelCleanups.cpp - What need not run, written to be read ----------===//
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

/// True if a pass leaves what `properties` say as it is, and says so.
static bool keeps(const Contract &contract, const Names &properties) {
  if (properties.empty())
    return false;
  for (const std::string &name : properties)
    if (!hasProperty(contract, Property::Preserves, name) ||
        hasProperty(contract, Property::Provides, name) ||
        hasProperty(contract, Property::Invalidates, name))
      return false;
  return true;
}

/// True if a bundle as a whole has ended one of these properties.
static bool ends(const Contract &contract, const Names &properties) {
  for (const std::string &name : properties)
    if (hasProperty(contract, Property::Invalidates, name) &&
        !hasProperty(contract, Property::Provides, name))
      return true;
  return false;
}

/// True if a step makes operations of a nest: a pass there runs on what it has
/// not seen.
static bool makesNest(const Contract &contract,
                      const std::vector<std::string> &nest) {
  for (const ContentsEntry &entry : contract.getContents())
    for (const auto *items : {&entry.to, &entry.sometimes})
      for (const std::string &item : *items)
        for (const std::string &op : nest) {
          std::string made = item.substr(0, item.find('('));
          if (made == "*" || made == op || made == op.substr(0, op.find('.')))
            return true;
        }
  return false;
}

std::set<size_t> model::findRepeats(const Listing &listing) {
  std::set<size_t> repeats;
  auto isRepeat = [&](size_t first, size_t second) {
    const Step &a = listing.steps[first], &b = listing.steps[second];
    if (a.kind != Kind::Pass || a.name != b.name || a.options != b.options ||
        a.nest != b.nest)
      return false;
    // It has reached all that passes of its name can, with its options.
    Names properties;
    for (const PropertyEntry &entry :
         listing.passes.at(a.name).contract.getProperties())
      if (entry.word == Property::Provides)
        properties.insert(entry.property);
    for (const std::string &name : properties)
      if (!hasProperty(getContract(listing, a), Property::Provides, name))
        return false;
    for (size_t i = first + 1; i < second; ++i) {
      const Step &step = listing.steps[i];
      if (step.kind == Kind::Pass && !repeats.count(i) &&
          (listing.passes.at(step.name).contract.hasUnknownEffect() ||
           !keeps(getContract(listing, step), properties) ||
           makesNest(getContract(listing, step), a.nest)))
        return false;
      if (step.kind == Kind::BundleEnd &&
          (ends(getContract(listing, step), properties) ||
           makesNest(getContract(listing, step), a.nest)))
        return false;
    }
    return true;
  };
  for (size_t i = 0; i < listing.steps.size(); ++i) {
    if (listing.steps[i].kind != Kind::Pass)
      continue;
    const Contract &contract =
        listing.passes.at(listing.steps[i].name).contract;
    if (!contract.isIdempotent() || contract.hasUnknownEffect())
      continue;
    for (size_t earlier = 0; earlier < i; ++earlier)
      if (isRepeat(earlier, i))
        repeats.insert(i);
  }
  return repeats;
}

Listing model::leaveOut(const Listing &listing,
                        const std::set<size_t> &leftOut) {
  Listing rest = listing;
  rest.steps.clear();
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (!leftOut.count(i))
      rest.steps.push_back(listing.steps[i]);
  return rest;
}

bool model::keepsOrder(const Listing &listing,
                       const std::set<size_t> &leftOut) {
  Listing rest = leaveOut(listing, leftOut);
  std::vector<size_t> at;
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (!leftOut.count(i))
      at.push_back(i);
  for (size_t a = 0; a < at.size(); ++a)
    for (size_t b = a + 1; b < at.size(); ++b)
      if (rest.steps[a].kind == Kind::Pass &&
          rest.steps[b].kind == Kind::Pass &&
          isExecutedBefore(listing, at[a], at[b]) &&
          !isExecutedBefore(rest, a, b))
        return false;
  return true;
}
