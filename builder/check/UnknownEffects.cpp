//===- UnknownEffects.cpp - Passes of which the effect is not known -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an unknown effect leaves is decided in ContentsState.h. Here it is found
// out what the rest of the pipeline counts on, and said that the effect is not
// known.
//
// A pass that no contract describes has an unknown effect, too. Pipelines of
// other compilers are full of such passes, so there is one remark for all of
// them, and only if something depends on them.
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Cures.h"
#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

void OrderCheck::collectExpected() {
  // All contracts in the order of the sweep, and whether the effect is unknown.
  SmallVector<std::pair<const CompiledContract *, bool>> contracts;
  auto add = [&](const CompiledContract &contract, bool isUndescribed) {
    contracts.push_back(
        {&contract, isUndescribed || !contract.unknownEffects.empty()});
  };
  for (const Node &node : pipeline.getNodes()) {
    if (node.isPass())
      add(getContract(node), isUndescribed(node));
    else if (node.getKind() == Node::Kind::BundleEnd)
      if (const CompiledContract *contract = getBundleContract(node))
        add(*contract, /*isUndescribed=*/false);
  }
  // From the end, so that each pass is looked at once.
  ItemMask later;
  for (auto [contract, isUnknown] : reverse(contracts)) {
    if (isUnknown)
      expected.push_back(later);
    for (const CompiledContract::Lowering &lowering : contract->lowerings)
      if (!lowering.entry->isSpeculative && !lowering.entry->isPartial)
        later.insert(lowering.from);
  }
  std::reverse(expected.begin(), expected.end());
}

void OrderCheck::noteUnknown(const Node &node, const ContentsEntry &entry) {
  unknownEffects[{node.getName(), entry.reason}].push_back(&node);
}

void OrderCheck::reportUnknown() {
  for (const auto &[text, nodes] : unknownEffects) {
    auto [name, reason] = text;
    std::string quoted = "'" + name.str() + "'";
    const Node &first = *nodes.front();
    Diagnostic diagnostic(
        DiagnosticCode::UnknownEffect,
        "what " + quoted + " does to the IR is not known" +
            (reason.empty() ? std::string() : ": " + reason.str()));
    diagnostic.at(pipeline.getRef(first));
    for (const Node *node : drop_begin(nodes))
      diagnostic.note("and once more", pipeline.getRef(*node));
    diagnostic.note("of what was there before it, only what later passes "
                    "lower is taken to be there still");
    // A contracts file describes passes and registered pipelines only.
    if (first.isPass() || first.getBundle()->isPipeline)
      diagnostic.help("if you know it, say what " + quoted +
                      " lowers and introduces in a contracts file, with "
                      "\"override\": true");
    findings->push_back(std::move(diagnostic));
  }
}

//===----------------------------------------------------------------------===//
// Passes that no contract describes
//===----------------------------------------------------------------------===//

bool OrderCheck::isUndescribed(const Node &node) {
  if (!hasUndescribed || !node.isPass() || !getInfo(node).isUndescribed)
    return false;
  // The contract of a bundle speaks for the passes in it.
  for (const BundleInstance *at = node.getBundle(); at; at = at->parent)
    if (at->contract && !at->contract->getContents().empty())
      return false;
  return true;
}

/// True for a finding about what stays, or leads to that.
static bool isAboutStaying(const Diagnostic &finding) {
  return finding.severity >= Severity::Warning && !finding.items.empty();
}

/// How little speaks for `name` as that of a pass which lowers what is left: 0
/// if it converts something to a dialect that may remain.
static unsigned rankName(StringRef name, const PipelineInterface &interface) {
  auto endsIn = [&](StringRef item) {
    return name.contains(("to-" + item.take_until([](char c) {
                           return c == '.' || c == '-';
                         })).str());
  };
  if (interface.outputContents && any_of(*interface.outputContents, endsIn))
    return 0;
  bool converts = name.contains("-to-") || name.contains("lower");
  return converts ? 1 : 2;
}

/// `'a', 'b' or 2 more`.
static std::string enumerateOr(ArrayRef<const Node *> passes) {
  constexpr size_t limit = 3;
  std::string text;
  for (auto [index, pass] : enumerate(passes.take_front(limit)))
    text += (index == 0                   ? ""
             : index + 1 == passes.size() ? " or "
                                          : ", ") +
            quote(*pass);
  if (passes.size() > limit)
    text += " or " + std::to_string(passes.size() - limit) + " more";
  return text;
}

std::vector<const Node *> OrderCheck::findUndescribed(int position) {
  std::vector<const Node *> passes;
  StringSet<> seen;
  for (const Node &node : pipeline.getPasses())
    if (isUndescribed(node) && pipeline.getRef(node).position > position &&
        seen.insert(node.getName()).second)
      passes.push_back(&node);
  // The last ones are nearest to the output.
  std::reverse(passes.begin(), passes.end());
  llvm::stable_sort(passes, [&](const Node *a, const Node *b) {
    return rankName(a->getName(), getInterface()) <
           rankName(b->getName(), getInterface());
  });
  return passes;
}

void OrderCheck::reportUndescribed(std::vector<Diagnostic> &found) {
  OrderCheck strict(pipeline);
  strict.ignoresUndescribed = true;
  strict.beTrial();
  std::vector<Diagnostic> claims;
  std::move(strict).run(claims);
  StringSet<> told;
  for (const Diagnostic &finding : found)
    if (isAboutStaying(finding))
      told.insert_range(finding.items);
  llvm::stable_sort(claims, [](const Diagnostic &a, const Diagnostic &b) {
    return a.severity > b.severity;
  });
  SetVector<StringRef> items;
  int first = INT_MAX;
  for (const Diagnostic &claim : claims)
    if (isAboutStaying(claim))
      for (StringRef item : claim.items)
        if (!told.contains(item)) {
          items.insert(Item(item).getName());
          first = std::min(first, claim.node ? claim.node->position : -1);
        }
  std::vector<const Node *> passes = findUndescribed(first);
  if (items.empty() || passes.empty())
    return;
  std::vector<std::string> quoted;
  SetVector<StringRef> dialects;
  for (StringRef item : items) {
    quoted.push_back("'" + item.str() + "'");
    dialects.insert(item.split('.').first);
  }
  std::string from = "\"" + llvm::join(dialects, "\", \"") + "\"";
  if (dialects.size() > 1)
    from = "[" + from + "]";
  StringRef item = items.front();
  std::string pass = passes.front()->getName().str();
  Diagnostic diagnostic(DiagnosticCode::LeftToUndescribed,
                        "no pass that is described lowers " +
                            enumerateSome(quoted, /*limit=*/4) +
                            " here, unless " + enumerateOr(passes) + " does");
  diagnostic.at(pipeline.getRef(*passes.front()))
      .help("say in a contracts file what '" + pass +
            "' lowers: {\"passes\": {\"" + pass +
            "\": {\"lowers\": [{\"from\": " + from + "}]}}}");
  if (std::optional<unsigned> id = names.items.lookup(item))
    if (std::vector<Cure> cures = ideas.findCures(*id); !cures.empty())
      diagnostic.help("or add a pass that lowers '" + item.str() +
                      "': " + listCures(cures));
  diagnostic.items.assign(items.begin(), items.end());
  found.push_back(std::move(diagnostic));
}
