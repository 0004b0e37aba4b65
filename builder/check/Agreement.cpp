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

using namespace pmb;
using namespace llvm;

/// `nodes` convert the type, in a part of the program where they must agree.
/// What most passes do is taken to be meant; of two, what the first does.
static void checkAgreement(const TypeDescriptor &type,
                           ArrayRef<const Node *> nodes, const PassList &list,
                           RuleFindings &findings) {
  auto [option, byDefault] = StringRef(type.agreeOn).split('=');
  // The passes with each value, in the order in which the values come.
  MapVector<std::string, SmallVector<const Node *>,
            std::map<std::string, unsigned>>
      values;
  for (const Node *node : nodes) {
    const OptionDescriptor *known =
        node->isPass() ? node->getDescriptor().lookupOption(option) : nullptr;
    // Passes without the option take the default, and need not have any work.
    if (!known)
      continue;
    std::string value =
        getOptionValue(node->getDescriptor(), node->getGivenOptions(), option)
            .value_or("");
    if (normalizeOptionValue(known, value) ==
        normalizeOptionValue(known, known->defaultValue))
      value = byDefault.str();
    // Several entries of one pass may convert it.
    if (auto &same = values[value]; same.empty() || same.back() != node)
      same.push_back(node);
  }
  const auto *most = max_element(values, [](const auto &a, const auto &b) {
    return a.second.size() < b.second.size();
  });
  for (const auto &[value, others] : values) {
    const Node &first = *most->second.front();
    for (const Node *node : others) {
      // What a registered pipeline gives its own passes is not the user's.
      if (value == most->first ||
          (node->getPipeline() && node->getPipeline() == first.getPipeline()))
        continue;
      Diagnostic finding(DiagnosticCode::MayBeLeftOver,
                         "casts of '{0}' may stay in the IR: {1} converts it "
                         "with {2}={3}, and {4} with {2}={5}",
                         type.name, quote(*node), option, value, quote(first),
                         most->first);
      finding.at(list.getRef(*node));
      finding.note("what one makes is not what the other takes, and no pass "
                   "removes a pair of casts between them");
      finding.help("give the same value to all conversions");
      findings.ideas.setOption(finding, *node, option, most->first);
      findings.add(std::move(finding), {node});
    }
  }
}

void pmb::checkAgreement(const Trace &trace, RuleFindings &findings) {
  for (const auto &[key, nodes] : trace.findConverters())
    if (const TypeDescriptor &type = *key.first->descriptor;
        !type.agreeOn.empty())
      ::checkAgreement(type, nodes, trace.getList(), findings);
}
