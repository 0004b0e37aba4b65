//===- ModelRules.h - What the parts of the model share -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_MODELRULES_H
#define PMB_TESTS_BUILDER_MODELRULES_H

#include "Model.h"
#include <algorithm>

namespace pmb::model {

template <typename ListT, typename T>
bool has(const ListT &list, const T &value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// A pass, or a bundle with all that is in it: indices of steps.
struct Range {
  size_t begin, end;
  bool operator<(const Range &other) const { return end < other.begin; }
};

/// The pass or bundle whose contract a step stands for; nothing for slots and
/// for the ends of bundles.
std::optional<Range> getOwner(const Listing &listing, size_t index);

/// The mark at the other end of a bundle.
size_t findMark(const Listing &listing, size_t index);

/// Whether a target is about a pass, or about the bundle that a step begins.
bool matches(const Listing &listing, const Target &target, const Step &step);

/// All that an order entry with this target is about.
std::vector<Range> find(const Listing &listing, const Target &target);

/// Whether a condition holds for a pass with these options.
/// Whether the pass decides about it, and not the pipeline alone.
bool isAboutOption(const Condition &condition);
bool applies(const Listing &listing, const PassDescriptor &pass,
             const std::string &options, const Condition &condition);

/// A finding about a step that one of its entries leads to.
Finding makeFinding(const Listing &listing, size_t index, DiagnosticCode code,
                    const ContractEntry &entry);

/// What is wrong with an order entry of a pass or bundle, if anything is. It is
/// about what stands wholly before its owner, or wholly after it.
std::optional<DiagnosticCode> checkOrder(const Listing &listing, Range owner,
                                         const OrderEntry &entry);

/// Where strong or weak entries about what stands between two passes, or in
/// turns with them, are violated: the steps, with the entries.
std::vector<std::pair<size_t, OrderEntry>> findParted(const Listing &listing);

/// All findings about order. The parts of cycles are merged into one if
/// `mergesCycles` is set.
void checkEntries(const Listing &listing, bool mergesCycles,
                  Findings &findings);

/// True if the first of two passes is sure to run before the second: MLIR
/// merges neighbouring nests.
bool isExecutedBefore(const Listing &listing, size_t first, size_t second);
bool isExecutedBefore(const Listing &listing, Range first, Range second);

/// True for `before` a kind, and for `all`: that is before all of it, not
/// before some.
bool isAboutAll(const OrderEntry &entry);

/// True if both are instances of one pass or bundle.
bool isSame(const Listing &listing, Range a, Range b);

bool hasProperty(const Contract &contract, PropertyEntry::Word word,
                 const std::string &name);

/// Which properties hold, step by step.
class Properties {
public:
  explicit Properties(const Listing &listing)
      : listing(listing), holding(listing.interface.inputProperties.begin(),
                                  listing.interface.inputProperties.end()) {}

  bool holds(const std::string &name) const { return holding.count(name); }

  /// What a pass requires holds from there on: either it did, or it has been
  /// reported, or the input is open and expected to have it. What it wishes has
  /// been told to those that wish it.
  void assume(const std::string &name, Strength strength) {
    (strength == Strength::Strong ? holding : warned).insert(name);
  }
  bool isTold(const std::string &name, Strength strength) const {
    return holds(name) || (strength == Strength::Weak && warned.count(name));
  }

  /// Whether it is worth a word that `name` does not hold at `index`. With an
  /// open input it is if somebody has ended it, or provides it later.
  bool isMissed(const std::string &name, size_t index) const;

  void begin(int bundle) { atBegin[bundle] = {holding, ended, warned}; }
  void apply(const Step &step);

private:
  void end(const std::string &name) {
    holding.erase(name);
    warned.erase(name);
    ended.insert(name);
  }

  const Listing &listing;
  /// What holds for sure, and what for sure does not, as a step has ended it.
  Names holding, ended;
  /// What some have wished in vain.
  Names warned;
  struct Begin {
    Names holding, ended, warned;
  };
  std::map<int, Begin> atBegin;
};

/// Whether an item of a contract is the name of a property.
bool isProperty(const Listing &listing, const std::string &name);

/// Where an output names nothing that a program can stand in, functions may
/// remain, too, as if it named them.
bool leavesFunctions(const PipelineInterface &interface);

/// All findings but those about what is left in the IR. The parts of cycles are
/// merged into one if `mergesCycles` is set.
/// `rejections`, which may be null, gets what cannot be accepted, with the
/// items.
Findings checkSteps(const Listing &listing, Contents &contents,
                    bool mergesCycles,
                    std::vector<std::pair<Finding, Names>> *rejections);

} // namespace pmb::model

#endif // PMB_TESTS_BUILDER_MODELRULES_H
