//===- Agreement.cpp - Conversions that make different types of one -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `convert-arith-to-llvm{index-bitwidth=32}` makes an `i32` of what
// `finalize-memref-to-llvm` takes as an `i64`. Each casts to and from `index`,
// and no pass removes a pair of casts between two types: the pipeline runs, and
// leaves them.
//
//===----------------------------------------------------------------------===//

#include "builder/check/Rules.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace pmb;
using namespace llvm;

namespace {
/// The passes that convert a type, in a part of the program where they must
/// agree.
class Agreement {
public:
  Agreement(const Trace &trace, RuleFindings &findings,
            const Carriers &carriers, const AnchorPath *part)
      : trace(trace), findings(findings), carriers(carriers), part(part) {
    std::tie(option, byDefault) =
        StringRef(carriers.descriptor->agreeOn).split('=');
  }

  void check(ArrayRef<const Node *> nodes);

private:
  void add(const Node &node, StringRef value);
  void findAtWork();
  void report(const Node &node, StringRef value, const Node &first,
              StringRef most);

  const Trace &trace;
  RuleFindings &findings;
  const Carriers &carriers;
  const AnchorPath *part;
  StringRef option, byDefault;
  /// The passes with each value, in the order in which the values come.
  MapVector<std::string, SmallVector<const Node *>,
            std::map<std::string, unsigned>>
      values;
  SmallPtrSet<const Node *, 8> atWork;
  /// What passes without the option convert that has the type: the first item
  /// of each.
  MapVector<const Node *, unsigned> others;
};
} // namespace

/// Several entries of one pass may convert the type.
void Agreement::add(const Node &node, StringRef value) {
  if (auto &same = values[value.str()]; same.empty() || same.back() != &node)
    same.push_back(&node);
}

/// Finds which passes have something to convert, and of those without the
/// option, which surely convert something: these give it the default.
void Agreement::findAtWork() {
  const auto &input = trace.getInterface().inputContents;
  bool knowsTypes = input && trace.getNames().isExact(*input);
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (!step.change)
      return;
    bool lacksOption = step.node->isPass() &&
                       trace.getNest(*step.node).part == part &&
                       !step.node->getDescriptor().lookupOption(option);
    const ItemSet &there = state.getAtLeast(Certainty::Likely);
    // Operations are there without values of the type as well.
    bool isRare = knowsTypes && !there.contains(carriers.type);
    for (const ContentsChange::Effect &effect : step.change->effects)
      for (const auto &conversion : effect.lowering->conversions) {
        if (conversion.carriers != &carriers)
          continue;
        const ItemMask &from = effect.getFrom();
        if (!state.isClosed() ||
            there.intersects((isRare ? conversion.certain : conversion.any) &
                             from))
          atWork.insert(step.node);
        if (!lacksOption || effect.outcome.blocked != Certainty::No)
          continue;
        ItemMask sure = there.getCommon(conversion.certain & from);
        if (!sure.empty())
          others.try_emplace(step.node, trace.getNames().getFirst(sure));
      }
  });
}

/// What most passes do is taken to be meant; of two, what the first does.
void Agreement::check(ArrayRef<const Node *> nodes) {
  findAtWork();
  for (const Node *node : nodes) {
    if (!atWork.contains(node))
      continue;
    const OptionDescriptor *known =
        node->isPass() ? node->getDescriptor().lookupOption(option) : nullptr;
    if (!known)
      continue;
    std::string value =
        getOptionValue(node->getDescriptor(), node->getGivenOptions(), option)
            .value_or("");
    add(*node, normalizeOptionValue(known, value) ==
                       normalizeOptionValue(known, known->defaultValue)
                   ? byDefault
                   : value);
  }
  if (any_of(values, [&](const auto &row) { return row.first != byDefault; }))
    for (auto [node, item] : others)
      add(*node, byDefault);
  if (values.empty())
    return;
  const auto *most = max_element(values, [](const auto &a, const auto &b) {
    return a.second.size() < b.second.size();
  });
  for (const auto &[value, found] : values)
    if (value != most->first)
      for (const Node *node : found)
        report(*node, value, *most->second.front(), most->first);
}

void Agreement::report(const Node &node, StringRef value, const Node &first,
                       StringRef most) {
  // What a registered pipeline gives its own passes is not the user's.
  if (node.getPipeline() && node.getPipeline() == first.getPipeline())
    return;
  Diagnostic finding(DiagnosticCode::MayBeLeftOver,
                     "casts of '{0}' may stay in the IR: {1} converts it "
                     "with {2}={3}, and {4} with {2}={5}",
                     carriers.descriptor->name, quote(node), option, value,
                     quote(first), most);
  finding.at(trace.getList().getRef(node));
  finding.note("what one makes is not what the other takes, and no pass "
               "removes a pair of casts between them");
  auto *other = others.find(&node);
  if (other == others.end()) {
    finding.help("give the same value to all conversions");
    findings.ideas.setOption(finding, node, option, most);
  } else {
    finding.note("{0} has no option '{1}'", quote(node), option);
    findings.ideas.clearTheWay(finding, node, other->second);
  }
  findings.add(std::move(finding), {&node});
}

/// Without the option, all conversions do the same.
static bool isGivenAnywhere(const Trace &trace, StringRef option) {
  return any_of(trace.getSteps(), [&](const Trace::Step &step) {
    return step.node->getGivenOptions().contains(option);
  });
}

void pmb::checkAgreement(const Trace &trace, RuleFindings &findings) {
  if (none_of(trace.getNames().carriers, [&](const Carriers *carriers) {
        StringRef option = carriers->descriptor->agreeOn;
        return !option.empty() &&
               isGivenAnywhere(trace, option.split('=').first);
      }))
    return;
  for (const auto &[key, nodes] : trace.getConverters())
    if (!key.first->descriptor->agreeOn.empty())
      Agreement(trace, findings, *key.first, key.second).check(nodes);
}
