//===- ModelContracts.cpp - Which entries apply, and to what --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entries of contracts that apply to a step, and the steps that a target
// means.
//
//===----------------------------------------------------------------------===//

#include "ModelRules.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::model;

using Kind = Step::Kind;
using Property = PropertyEntry::Word;
using Word = ContentsEntry::Word;

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

/// What the conditions that the generator picks say.
static bool holds(llvm::StringRef text, bool v, bool w, bool o) {
  if (text == "v")
    return v;
  if (text == "w")
    return w;
  if (text == "v & !w")
    return v && !w;
  if (text == "v | w")
    return v || w;
  if (text == "!(v & w)")
    return !(v && w);
  if (text == "o" || text == "o == true")
    return o;
  if (text == "o != true")
    return !o;
  if (text == "o & v")
    return o && v;
  if (text == "o | !w")
    return o || !w;
  // The opposite of one of these.
  if (text.consume_front("!("))
    text.consume_back(")");
  else
    EXPECT_TRUE(text.consume_front("!")) << text.str();
  return !holds(text, v, w, o);
}

bool model::isAboutOption(const Condition &condition) {
  return condition.getText().contains('o');
}

bool model::applies(const Listing &listing, const PassDescriptor &pass,
                    const std::string &options, const Condition &condition) {
  return condition.isAlways() ||
         holds(condition.getText(), listing.variants.count("v"),
               listing.variants.count("w"),
               normalize(getOption(pass, options, "o")) == "true");
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
    if (entry.word == Property::Invalidates && entry.isConditional() &&
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

size_t model::findMark(const Listing &listing, size_t index) {
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

std::optional<Range> model::getOwner(const Listing &listing, size_t index) {
  if (listing.steps[index].kind == Kind::Pass)
    return Range{index, index};
  if (listing.steps[index].kind == Kind::BundleBegin)
    return Range{index, findMark(listing, index)};
  return std::nullopt;
}

Finding model::makeFinding(const Listing &listing, size_t index,
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
