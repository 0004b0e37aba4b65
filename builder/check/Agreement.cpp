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

namespace {
/// The passes that convert a type in a part of the program, by the value that
/// they give to the option.
class Agreement {
public:
  explicit Agreement(const TypeDescriptor &type)
      : type(type), option(StringRef(type.agreeOn).split('=').first) {}

  /// Passes without the option take the default, and need not have any work.
  void add(const Node &node);
  void report(const PassList &list, RuleFindings &findings) const;

private:
  const TypeDescriptor &type;
  StringRef option;
  /// In the order in which the values come.
  SmallVector<std::pair<std::string, SmallVector<const Node *>>, 1> values;
};
} // namespace

void Agreement::add(const Node &node) {
  const PassDescriptor &pass = node.getDescriptor();
  const OptionDescriptor *known = pass.lookupOption(option);
  if (!known)
    return;
  std::string value =
      getOptionValue(pass, node.getGivenOptions(), option).value_or("");
  if (normalizeOptionValue(known, value) ==
      normalizeOptionValue(known, known->defaultValue))
    value = StringRef(type.agreeOn).split('=').second.str();
  auto *same =
      find_if(values, [&](const auto &other) { return other.first == value; });
  if (same == values.end())
    same = &values.emplace_back(value, SmallVector<const Node *>());
  // Several entries of one pass may convert it.
  if (same->second.empty() || same->second.back() != &node)
    same->second.push_back(&node);
}

/// What most passes do is taken to be meant; of two, what the first does.
void Agreement::report(const PassList &list, RuleFindings &findings) const {
  auto *most = values.begin();
  for (auto *other = values.begin(); other != values.end(); ++other)
    if (other->second.size() > most->second.size())
      most = other;
  for (const auto &[value, nodes] : values) {
    if (value == most->first)
      continue;
    for (const Node *node : nodes) {
      const Node &first = *most->second.front();
      // What a registered pipeline gives its own passes is not the user's.
      if (node->getPipeline() && node->getPipeline() == first.getPipeline())
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
  for (const auto &[key, nodes] : trace.findConverters()) {
    if (key.first->descriptor->agreeOn.empty())
      continue;
    Agreement agreement(*key.first->descriptor);
    for (const Node *node : nodes)
      if (node->isPass())
        agreement.add(*node);
    agreement.report(trace.getList(), findings);
  }
}
