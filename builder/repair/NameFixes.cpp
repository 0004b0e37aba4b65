//===- NameFixes.cpp - Trying the fixes of findings about names -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/NameFixes.h"
#include "builder/check/Findings.h"
#include "builder/check/Trial.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/passes/OptionScope.h"
#include "builder/repair/Mending.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace pmb;
using namespace llvm;

namespace {
/// Tries fixes of names on a copy of the pipeline.
class NameFixes {
public:
  explicit NameFixes(const PipelineImpl &pipeline)
      : copy(pipeline, PipelineImpl::Trial()) {
    for (const Node &node : copy.getPasses())
      passes.push_back(&node);
  }

  /// Whether `fix` can be made, and makes nothing worse. Chooses the nest of a
  /// pass.
  bool helps(Fix &fix);
  /// Lets the fix of the first of several neighbours remove the others.
  void mergeNeighbours(std::vector<Diagnostic> &findings);

private:
  struct Replacement {
    bool isMade = false;
    /// What comes makes operations such as that of the nest, which have no
    /// place in it.
    bool leavesNest = false;
  };
  Replacement tryReplacing(const Fix &fix);
  const Replacement &replace(const Fix &fix);
  Diagnostic *getReplaced(const Node &node,
                          std::vector<Diagnostic> &findings) const;

  PipelineImpl copy;
  /// Those of the copy, which is as it was after each trial.
  std::vector<const Node *> passes;
  /// Of a name that is wrong in many places, only one is tried: by what goes,
  /// what comes and its options, where, and what it may be forbidden by.
  std::map<std::tuple<std::string, std::string, std::string, std::string,
                      const AnchorPath *, const BundleInstance *, const Pin *>,
           Replacement>
      replacements;
  std::optional<Tally> before;
};
} // namespace

/// Whether the contract of `pass` says that it adds operations called `op`.
static bool makesOperation(const PassDescriptor &pass, StringRef op) {
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return is_contained(entry.getAdded(), op);
  });
}

NameFixes::Replacement NameFixes::tryReplacing(const Fix &fix) {
  Replacement result;
  PipelineImpl::OpenTransaction trial(copy);
  Expected<Node *> made = copy.applyStep(fix);
  if (errorToBool(made.takeError()))
    return result;
  result.isMade = true;
  for (const Node &node : getRange(**made).getPasses())
    if (node.getAnchorPath().getParent())
      result.leavesNest |=
          makesOperation(node.getDescriptor(), node.getAnchorPath().getOp());
  return result;
}

const NameFixes::Replacement &NameFixes::replace(const Fix &fix) {
  static const Replacement none;
  if (size_t(fix.passPosition) >= passes.size())
    return none;
  const Node &node = *passes[fix.passPosition];
  auto [known, isNew] = replacements.try_emplace(
      {fix.pass, fix.reference, fix.options, fix.anchor, &node.getAnchorPath(),
       node.getBundle(), node.getPin()});
  if (isNew)
    known->second = tryReplacing(fix);
  return known->second;
}

bool NameFixes::helps(Fix &fix) {
  if (fix.kind == Fix::Kind::Replace) {
    const Replacement &here = replace(fix);
    if (here.isMade && !here.leavesNest)
      return true;
    Fix outermost = fix;
    outermost.anchor = copy.getRoot().str();
    outermost.message += " on " + outermost.anchor;
    if (!replace(outermost).isMade)
      return here.isMade;
    fix = std::move(outermost);
    return true;
  }
  if (!before)
    before = Tally::withNests(copy.list);
  PipelineImpl::OpenTransaction trial(copy);
  return !errorToBool(copy.applyStep(fix).takeError()) &&
         Tally::withNests(copy.list).getWorse(*before).empty();
}

/// The finding that offers a pass in the place of `node`, one of an earlier
/// release; null if there is none.
Diagnostic *NameFixes::getReplaced(const Node &node,
                                   std::vector<Diagnostic> &findings) const {
  const PassSuccessor *now =
      copy.getCatalog().getRenamed().lookup(node.getName());
  const PassDescriptor *pass =
      now ? copy.getCatalog().lookupPass(now->pass) : nullptr;
  // Of a registered pipeline there are many passes.
  if (!pass || !pass->pipeline.empty())
    return nullptr;
  int position = copy.getRef(node).position;
  auto it = find_if(findings, [&](const Diagnostic &finding) {
    return finding.fix && finding.fix->kind == Fix::Kind::Replace &&
           finding.fix->passPosition == position &&
           finding.fix->pass == node.getName();
  });
  return it == findings.end() ? nullptr : &*it;
}

/// Whether `fix` and those of `row` are one work: one pass in the place of
/// different ones, each at one place of the pipeline, with options that agree.
static bool canMerge(ArrayRef<Diagnostic *> row, const Fix &fix,
                     const PipelineImpl &pipeline) {
  if (count_if(pipeline.getPasses(), [&](const Node &node) {
        return node.getName() == fix.pass;
      }) != 1)
    return false;
  return all_of(row, [&](const Diagnostic *other) {
    auto options = splitOptions(other->fix->options);
    return other->fix->reference == fix.reference &&
           other->fix->pass != fix.pass &&
           none_of(splitOptions(fix.options), [&](const auto &option) {
             return any_of(options, [&](const auto &given) {
               return given.first == option.first &&
                      given.second != option.second;
             });
           });
  });
}

void NameFixes::mergeNeighbours(std::vector<Diagnostic> &findings) {
  std::vector<SmallVector<Diagnostic *, 4>> rows;
  bool isOpen = false;
  std::string nest;
  for (const Node &node : copy.getPasses()) {
    if (Diagnostic *finding = getReplaced(node, findings)) {
      const Fix &fix = *finding->fix;
      std::string last = std::move(nest);
      nest = fix.anchor.empty() ? node.getAnchorPath().str() : fix.anchor;
      isOpen = isOpen && last == nest && canMerge(rows.back(), fix, copy);
      if (!isOpen)
        rows.emplace_back();
      rows.back().push_back(finding);
      isOpen = true;
    } else {
      isOpen &= node.getDescriptor().hasKind("cleanup");
    }
  }
  std::vector<bool> isMerged(findings.size());
  for (ArrayRef<Diagnostic *> row : rows) {
    if (row.size() == 1)
      continue;
    Diagnostic &first = *row.front();
    Fix &fix = *first.fix;
    std::vector<std::string> names = {"'" + fix.pass + "'"};
    for (Diagnostic *other : row.drop_front()) {
      fix.options = addOptions(fix.options, other->fix->options);
      if (fix.anchor.empty())
        fix.anchor = other->fix->anchor;
      names.push_back("'" + other->fix->pass + "'");
    }
    // From the last to the first, so that each position is right.
    for (Diagnostic *other : reverse(row.drop_front())) {
      Fix gone(Fix::Kind::Remove, other->fix->pass, other->fix->passPosition);
      gone.message = "remove '" + gone.pass + "'";
      fix.then.push_back(std::move(gone));
    }
    fix.message = "replace " + enumerateSome(names, names.size()) +
                  " by one '" + fix.reference + wrapOptions(fix.options) + "'" +
                  (fix.anchor.empty() ? "" : " on " + fix.anchor);
    for (Diagnostic *other : row.drop_front()) {
      other->fix.reset();
      first.follows.push_back(*other);
      isMerged[other - findings.data()] = true;
    }
  }
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isMerged[index++]; });
}

void pmb::tryNameFixes(std::vector<Diagnostic> &findings,
                       const PipelineImpl &pipeline) {
  std::optional<NameFixes> fixes;
  for (Diagnostic &finding : findings) {
    // What is in no place, as in another variant, cannot be tried.
    if (!finding.fix || (finding.fix->kind == Fix::Kind::Replace &&
                         finding.fix->passPosition < 0))
      continue;
    if (!fixes)
      fixes.emplace(pipeline);
    if (fixes->helps(*finding.fix))
      continue;
    if (finding.fix->kind == Fix::Kind::Replace) {
      finding.severity = std::max(finding.severity, Severity::Error);
      finding.help("use '{0}' instead, where it can run",
                   finding.fix->reference);
    }
    finding.fix.reset();
  }
  if (fixes)
    fixes->mergeNeighbours(findings);
  for (Diagnostic &finding : findings)
    if (finding.fix)
      finding.fix->isUnsafe = !isSafe(*finding.fix, pipeline);
}

void pmb::tryNameFixes(std::vector<Diagnostic> &findings,
                       const Pipeline *pipeline) {
  if (pipeline)
    return tryNameFixes(findings, pipeline->getImpl());
  for (Diagnostic &finding : findings)
    if (finding.fix && finding.fix->kind == Fix::Kind::RenameNest)
      finding.fix.reset();
}
