//===- ModelShrink.cpp - Making a disagreement small and readable ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace pmb::model;

using Fails = std::function<bool(const Listing &)>;

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

/// Removes from a list, which is a part of `pipeline`, what can be removed.
template <typename T>
static bool shrinkList(Listing &listing, std::vector<T> &list,
                       const Fails &fails) {
  bool hasChanged = false;
  for (size_t i = list.size(); i-- > 0;) {
    T removed = list[i];
    list.erase(list.begin() + long(i));
    if (fails(listing))
      hasChanged = true;
    else
      list.insert(list.begin() + long(i), removed);
  }
  return hasChanged;
}

/// Sets a field to a simpler value if that is possible.
template <typename T>
static bool shrinkField(Listing &listing, T &field, const T &simple,
                        const Fails &fails, bool isSimple) {
  if (isSimple)
    return false;
  T before = field;
  field = simple;
  if (fails(listing))
    return true;
  field = before;
  return false;
}

static bool shrinkEntry(Listing &listing, ContractEntry &entry,
                        const Fails &fails) {
  bool hasChanged = shrinkField(listing, entry.condition, Condition(), fails,
                                !entry.isConditional());
  return shrinkField(listing, entry.strength, Strength::Strong, fails,
                     entry.strength == Strength::Strong) ||
         hasChanged;
}

/// The entries of a contract as lists that can be changed.
namespace {
struct Entries {
  std::vector<OrderEntry> order;
  std::vector<PropertyEntry> properties;
  std::vector<ContentsEntry> contents;
  bool isGreedy, isIdempotent;

  explicit Entries(const Contract &contract)
      : order(contract.getOrder().begin(), contract.getOrder().end()),
        properties(contract.getProperties().begin(),
                   contract.getProperties().end()),
        contents(contract.getContents().begin(), contract.getContents().end()),
        isGreedy(contract.isGreedy()), isIdempotent(contract.isIdempotent()) {}
  Contract get() const {
    Contract contract;
    for (const OrderEntry &entry : order)
      contract.add(entry);
    for (const PropertyEntry &entry : properties)
      contract.add(entry);
    for (const ContentsEntry &entry : contents)
      contract.add(entry);
    contract.greedy(isGreedy);
    contract.idempotent(isIdempotent);
    return contract;
  }
};
} // namespace

static bool shrinkContract(Listing &listing, Contract &contract,
                           const std::string &owner, const Fails &fails) {
  Entries entries(contract);
  Fails failsWith = [&](const Listing &whole) {
    Contract before = std::exchange(contract, entries.get());
    if (takeDiagnostics(contract.verify(owner)).empty() &&
        takeDiagnostics(contract.verifyReach(owner)).empty() && fails(whole))
      return true;
    contract = before;
    return false;
  };
  bool hasChanged = shrinkField(listing, entries.isGreedy, false, failsWith,
                                !entries.isGreedy);
  hasChanged |= shrinkField(listing, entries.isIdempotent, false, failsWith,
                            !entries.isIdempotent);
  hasChanged |= shrinkList(listing, entries.order, failsWith);
  hasChanged |= shrinkList(listing, entries.properties, failsWith);
  hasChanged |= shrinkList(listing, entries.contents, failsWith);
  for (OrderEntry &entry : entries.order) {
    hasChanged |= shrinkEntry(listing, entry, failsWith);
    hasChanged |= shrinkField(listing, entry.isPresent, false, failsWith,
                              !entry.isPresent);
    hasChanged |=
        shrinkField(listing, entry.isEvery, false, failsWith, !entry.isEvery);
    hasChanged |= shrinkField(listing, entry.isImmediate, false, failsWith,
                              !entry.isImmediate);
    hasChanged |= shrinkField(listing, entry.notBetween, {}, failsWith,
                              entry.notBetween.empty());
  }
  for (PropertyEntry &entry : entries.properties)
    hasChanged |= shrinkEntry(listing, entry, failsWith);
  for (ContentsEntry &entry : entries.contents) {
    hasChanged |= shrinkEntry(listing, entry, failsWith);
    hasChanged |= shrinkField(listing, entry.isPartial, false, failsWith,
                              !entry.isPartial);
    hasChanged |= shrinkField(listing, entry.isSpeculative, false, failsWith,
                              !entry.isSpeculative);
    for (auto list : ContentsEntry::lists)
      hasChanged |= shrinkList(listing, entry.*list, failsWith);
  }
  return hasChanged;
}

/// Removes a step; of a bundle, both marks.
static bool shrinkSteps(Listing &listing, const Fails &fails) {
  bool hasChanged = false;
  for (size_t i = listing.steps.size(); i-- > 0;) {
    if (i >= listing.steps.size())
      continue;
    std::vector<Step> before = listing.steps;
    Step removed = before[i];
    llvm::erase_if(listing.steps, [&](const Step &step) {
      return removed.bundle >= 0 ? step.bundle == removed.bundle
                                 : &step == &listing.steps[i];
    });
    if (removed.bundle < 0) {
      listing.steps = before;
      listing.steps.erase(listing.steps.begin() + long(i));
    }
    if (fails(listing))
      hasChanged = true;
    else
      listing.steps = before;
  }
  for (Step &step : listing.steps) {
    hasChanged |= shrinkField(listing, step.options, std::string(), fails,
                              step.options.empty());
    hasChanged |= shrinkList(listing, step.nest, fails);
  }
  return hasChanged;
}

static bool shrinkOnce(Listing &listing, const Fails &fails) {
  bool hasChanged = shrinkSteps(listing, fails);
  hasChanged |=
      shrinkField(listing, listing.isListed, false, fails, !listing.isListed);
  PipelineInterface &interface = listing.interface;
  for (auto *contents : {&interface.inputContents, &interface.outputContents}) {
    if (*contents)
      hasChanged |= shrinkList(listing, **contents, fails);
    hasChanged |= shrinkField(listing, *contents,
                              std::optional<std::vector<std::string>>(), fails,
                              !contents->has_value());
  }
  hasChanged |= shrinkList(listing, interface.inputProperties, fails);
  hasChanged |= shrinkList(listing, interface.outputProperties, fails);
  for (auto &[name, pass] : listing.passes) {
    hasChanged |= shrinkContract(listing, pass.contract, name, fails);
    hasChanged |= shrinkList(listing, pass.kinds, fails);
  }
  for (size_t i = 0; i < listing.bundles.size(); ++i) {
    hasChanged |= shrinkContract(listing, listing.bundles[i].contract,
                                 "bundle" + std::to_string(i), fails);
    hasChanged |= shrinkList(listing, listing.bundles[i].kinds, fails);
  }
  hasChanged |= shrinkList(listing, listing.types, fails);
  for (TypeDescriptor &type : listing.types)
    for (auto *list :
         {&type.carriers, &type.likelyCarriers, &type.possibleCarriers,
          &type.except, &type.inAttributes})
      hasChanged |= shrinkList(listing, *list, fails);
  for (PropertyDescriptor &property : listing.properties)
    hasChanged |= shrinkField(listing, property.isFleeting, false, fails,
                              !property.isFleeting);
  return hasChanged;
}

Listing model::shrink(Listing listing, const Fails &fails) {
  while (shrinkOnce(listing, fails))
    ;
  // Passes that are not in the pipeline any more do not matter.
  for (auto it = listing.passes.begin(); it != listing.passes.end();) {
    Listing without = listing;
    without.passes.erase(it->first);
    bool isUsed = llvm::any_of(listing.steps, [&](const Step &step) {
      return step.name == it->first;
    });
    if (!isUsed && fails(without))
      it = listing.passes.erase(it);
    else
      ++it;
  }
  return listing;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string list(llvm::StringRef name,
                        const std::vector<std::string> &items) {
  return items.empty()
             ? ""
             : " " + name.str() + " {" + llvm::join(items, ", ") + "}";
}

static std::string describe(const ContractEntry &entry) {
  std::string text = entry.strength == Strength::Weak ? " (weak)" : "";
  if (entry.isConditional())
    text += " when " + entry.condition.getText().str();
  return text + "\n";
}

static std::string describe(const Contract &contract) {
  std::string text;
  for (const OrderEntry &entry : contract.getOrder())
    text += "    " + stringify(entry.word).str() + " " +
            entry.describeTarget() + (entry.isPresent ? " present" : "") +
            (entry.isAdvice ? " advice" : "") + describe(entry);
  for (const PropertyEntry &entry : contract.getProperties())
    text += "    " + stringify(entry.word).str() + " " + entry.property +
            describe(entry);
  for (const ContentsEntry &entry : contract.getContents())
    text += "    " + stringify(entry.word).str() + list("", entry.items) +
            list("except", entry.except) + list("unless", entry.unless) +
            list("given", entry.given) + list("to", entry.to) +
            list("sometimes", entry.sometimes) +
            list("converts", entry.converts) +
            (entry.isPartial ? " partially" : "") +
            (entry.isSpeculative ? " speculative" : "") + describe(entry);
  if (contract.isGreedy())
    text += "    greedy\n";
  if (contract.isIdempotent())
    text += "    idempotent\n";
  return text;
}

std::string model::dump(const Listing &listing) {
  std::string text;
  if (listing.isListed)
    text += std::string("dialect ") + listedDialect + " {" + listedUsual +
            "; " + listedOthers + "}\n";
  for (const PropertyDescriptor &property : listing.properties)
    if (property.isFleeting)
      text += "fleeting " + property.name + "\n";
  for (const TypeDescriptor &type : listing.types)
    text += "type " + type.name + list("carriers", type.carriers) +
            list("likely", type.likelyCarriers) +
            list("possible", type.possibleCarriers) +
            list("except", type.except) +
            list("inAttributes", type.inAttributes) +
            (type.becomes.empty() ? "" : " becomes " + type.becomes) + "\n";
  for (const auto &[name, pass] : listing.passes) {
    text += "pass " + name + list("kinds", pass.kinds);
    for (const OptionDescriptor &option : pass.options)
      text += " " + option.name + "=" + option.defaultValue;
    text += "\n" + describe(pass.contract);
  }
  for (size_t i = 0; i < listing.bundles.size(); ++i)
    text += "bundle " + std::to_string(i) +
            list("kinds", listing.bundles[i].kinds) + "\n" +
            describe(listing.bundles[i].contract);
  const PipelineInterface &interface = listing.interface;
  if (interface.inputContents)
    text += "input {" + llvm::join(*interface.inputContents, ", ") + "}\n";
  if (interface.outputContents)
    text += "output {" + llvm::join(*interface.outputContents, ", ") + "}\n";
  text += list("input properties", interface.inputProperties) +
          list("output properties", interface.outputProperties) +
          list("variants", std::vector<std::string>(listing.variants.begin(),
                                                    listing.variants.end())) +
          "\n";
  if (listing.anchor != "builtin.module")
    text += "on " + listing.anchor + "\n";
  int position = 0;
  for (const Step &step : listing.steps) {
    switch (step.kind) {
    case Step::Kind::Pass:
      text += std::to_string(position++) + "  " + step.name;
      if (!step.options.empty())
        text += "{" + step.options + "}";
      if (!step.nest.empty())
        text += " on " + llvm::join(step.nest, "/");
      break;
    case Step::Kind::Slot:
      text += "   slot " + step.name;
      break;
    case Step::Kind::BundleBegin:
      text += "   begin of bundle " + std::to_string(step.bundle);
      break;
    case Step::Kind::BundleEnd:
      text += "   end of bundle " + std::to_string(step.bundle);
      break;
    }
    text += "\n";
  }
  return text;
}

static Findings runCheck(const Listing &listing) {
  Catalog catalog = makeCatalog(listing);
  PipelineBuilder built(listing.anchor, catalog);
  build(listing, built);
  return convert(findAll(built), check(listing));
}

static std::string print(const Findings &findings) {
  std::string text;
  for (const Finding &finding : findings)
    text += "  " + finding.str() + "\n";
  return text;
}

std::string model::explain(const Listing &listing) {
  auto disagree = [](const Listing &smaller) {
    return runCheck(smaller) != check(smaller);
  };
  if (!disagree(listing))
    return dump(listing) + "the model says:\n" + print(check(listing)) +
           "the check says the same once the pipeline is built anew\n";
  Listing smaller = shrink(listing, disagree);
  return dump(smaller) + "the check says:\n" + print(runCheck(smaller)) +
         "the model says:\n" + print(check(smaller));
}
