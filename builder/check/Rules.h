//===- Rules.h - What the check looks for ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule is a function from a trace to findings. A new one is a new function
// here, and a line in the table of Rules.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_RULES_H
#define PMB_BUILDER_CHECK_RULES_H

#include "builder/check/Between.h"
#include "builder/check/Findings.h"
#include "builder/check/Ideas.h"
#include "builder/check/Trace.h"

namespace pmb {

/// What rules have found, and what they let each other know.
class RuleFindings {
public:
  /// `isTrial`: the findings are only counted, so they need no fixes.
  /// `tellsPossible`: what is merely possible is a finding, too, with the
  /// severity Off.
  RuleFindings(const ListContracts &contracts, bool isTrial, bool tellsPossible)
      : isTrial(isTrial), tellsPossible(tellsPossible),
        ideas(contracts.getList(), contracts.getNames().items, !isTrial) {}

  const bool isTrial, tellsPossible;
  std::vector<Diagnostic> all;
  /// What may help against what is found.
  Ideas ideas;

  /// What is known of a finding about one node.
  struct Facts {
    const Node *node = nullptr;
    /// Of two passes in the wrong order: which must come first.
    const PassDescriptor *first = nullptr, *second = nullptr;
    /// What a pass cannot accept.
    ItemMask rejected = {};
  };
  /// Adds a finding about a node.
  void add(Diagnostic finding, Facts facts) {
    all.push_back(std::move(finding));
    known.push_back(std::move(facts));
  }
  void add(Diagnostic finding) { all.push_back(std::move(finding)); }
  /// Puts those about nodes into list order. REQUIRES: there are no others.
  void sortByNode();
  /// Those about nodes, which come first in `all`.
  llvm::ArrayRef<Facts> getFacts() const { return known; }
  /// Removes what `isGone(finding, facts)` among those about nodes.
  void eraseKnown(
      llvm::function_ref<bool(const Diagnostic &, const Facts &)> isGone);

private:
  std::vector<Facts> known;
};

/// What a rule reads, and where it adds what it has found.
struct RuleContext {
  RuleContext(const Trace &trace, RuleFindings &found)
      : trace(trace), pipeline(trace.getList()), names(trace.getNames()),
        found(found), findings(found.all), ideas(found.ideas) {}

  const Trace &trace;
  const PassList &pipeline;
  const NameTables &names;
  RuleFindings &found;
  std::vector<Diagnostic> &findings;
  Ideas &ideas;
};

using Rule = void(const Trace &trace, RuleFindings &findings);

/// after, before, followedBy, conflictsWith, by list order and by the order in
/// which nests are executed.
Rule checkOrderEntries;
/// `immediately`, `notBetween` and `alternatesWith`.
Rule checkBetween;
/// Passes in nests that write outside of their operation, with threads.
Rule checkRaces;
/// Properties that are required and do not hold; at the end, those of the
/// output.
Rule checkProperties, checkOutputProperties;
/// What a pass rejects, or needs to be there.
Rule checkDemands;
/// Conversions that make different types of one, by an option.
Rule checkAgreement;
/// Passes whose nest is gone, or that the input does not have.
Rule checkIdlePasses;
/// A remark for each unknown effect.
Rule reportUnknownEffects;
/// Puts one finding for a cycle of contracts in the place of those about its
/// edges.
Rule mergeCycles;
/// What stays in the IR and may not, what came back, and what runs too early.
Rule checkLeftOvers;
/// What leads to something that must not remain (DeadEnds.h).
Rule checkDeadEnds;
/// Where only the output is known: what is found on the presumed input.
Rule checkPresumedInput;
/// A remark about what only passes without a contract may lower.
Rule reportUndescribed;

//===----------------------------------------------------------------------===//
// Parts that insertions share with the rules
//===----------------------------------------------------------------------===//

/// That an entry of `node` is violated by list order.
Diagnostic describeWrongOrder(const PassList &list, const Node &node,
                              const OrderEntry &entry, const Extent &extent,
                              const Ideas &ideas);
Diagnostic describeConflict(const PassList &list, const Node &node,
                            const OrderEntry &entry, const Node &other);
/// That something stands between what must not be parted, or that what must
/// take turns does not.
Diagnostic describeInterruption(const PassList &list,
                                const Interruption &interruption,
                                const Ideas &ideas);
/// Adds what gives `row`, the passes of a nest, back what they run on: they
/// stand too late, or something lowers `gone` too early, and then for all nests
/// that run on that.
void proposeForNest(Diagnostic &diagnostic, const Trace &trace,
                    llvm::ArrayRef<const Node *> row, unsigned gone,
                    const Ideas &ideas);
/// That `node` requires what does not hold; std::nullopt if that is not worth a
/// word, as an open input may have it.
std::optional<Diagnostic> describeMissing(const PassList &list,
                                          const Node &node,
                                          const PropertyEntry &need,
                                          const PropertyTimeline &timeline,
                                          Ideas &ideas);
/// Says where a property that `node` rejects comes from, and proposes to run
/// `node` before that. `moment` is how the property is where `node` starts.
void explainRejected(Diagnostic &diagnostic, const PassList &list,
                     const Node &node, const PropertyTimeline::Moment &moment,
                     const Ideas &ideas);

//===----------------------------------------------------------------------===//
// Words for items
//===----------------------------------------------------------------------===//

/// `'memref.subview'`.
inline std::string quoteItem(const NameTables &names, unsigned id) {
  return quoteText(names.items.getName(id));
}
/// The first of them. REQUIRES: there is one.
inline std::string quoteFirst(const NameTables &names, const ItemMask &items) {
  return quoteItem(names, names.getFirst(items));
}

} // namespace pmb

#endif // PMB_BUILDER_CHECK_RULES_H
