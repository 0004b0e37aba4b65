//===- Removals.cpp - Findings that come of what others have removed ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Removals.h"
#include "builder/check/Ideas.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// Calls `visit(pass, edit)` for each pass that a party has taken away from
/// another, the last one first.
static void
forEachRemoved(const PassList &list,
               function_ref<void(const Node &, const EditTrace &)> visit) {
  for (const EditTrace &edit : reverse(list.getEdits()))
    if (!edit.isByOwner)
      for (const Node *node : edit.gone)
        if (node->isPass() && !node->getOrigin().isSameParty(*edit.origin))
          visit(*node, edit);
}

void pmb::offerRemoved(const PassList &list,
                       std::vector<Diagnostic> &findings) {
  std::vector<Fix> fixes;
  forEachRemoved(list, [&](const Node &node, const EditTrace &) {
    fixes.push_back(makeInsertAnywhere(copyOf(node)));
  });
  for (Diagnostic &finding : findings)
    if (finding.severity == Severity::Error)
      finding.alternatives.insert(finding.alternatives.begin(), fixes.begin(),
                                  fixes.end());
}

/// True if `pass` lowers some of what `finding` says that stays.
static bool lowersSome(const PassDescriptor &pass, const Diagnostic &finding) {
  auto lowered = pass.contract.getContents(ContentsEntry::Word::Lowers);
  return any_of(lowered, [&](const ContentsEntry &entry) {
    return !entry.mayLeaveSome() && any_of(finding.items, [&](StringRef item) {
      return is_contained(entry.items, Item(item).getName()) ||
             is_contained(entry.items, Item(item).getRoot());
    });
  });
}

/// The error that names the removed node and its remover; std::nullopt if
/// `finding` has another cause.
static std::optional<Diagnostic> blame(const PassList &list,
                                       const Diagnostic &finding) {
  if (finding.severity != Severity::Error)
    return std::nullopt;
  bool isInsertion = finding.fix && finding.fix->kind == Fix::Kind::Insert;
  std::optional<Diagnostic> result;
  forEachRemoved(list, [&](const Node &node, const EditTrace &edit) {
    bool isFix = isInsertion && finding.fix->pass == node.getName();
    if (result || (!isFix && (node.getSymbol()->count ||
                              !lowersSome(node.getDescriptor(), finding))))
      return;
    std::string name = "'" + node.getName().str() + "'";
    std::string how = edit.successor ? " replaced " + name + " with '" +
                                           edit.successor->getName().str() + "'"
                                     : " removed " + name;
    result.emplace(DiagnosticCode::RemovedByOther,
                   "{0}{1}, and the pipeline is wrong without it",
                   edit.origin->str(), how);
    NodeRef ref(node.getName());
    ref.anchor = node.getAnchorPath().str();
    ref.origin = node.getOrigin();
    result->at(std::move(ref));
    if (!edit.origin->why.empty())
      result->note("{0}: {1}", edit.origin->str(), edit.origin->why);
    result->fix = finding.fix;
    result->items = finding.items;
  });
  return result;
}

void pmb::blameRemovals(const PassList &list,
                        std::vector<Diagnostic> &findings) {
  auto next = findings.begin();
  for (auto it = findings.begin(); it != findings.end(); ++it) {
    std::optional<Diagnostic> removal = blame(list, *it);
    if (!removal)
      continue;
    removal->follows = std::move(it->follows);
    it->follows.clear();
    it->fix.reset();
    removal->follows.insert(removal->follows.begin(), std::move(*it));
    *it = std::move(*removal);
    std::rotate(next, it, it + 1);
    ++next;
  }
}
