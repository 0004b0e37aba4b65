//===- ObservedLeftOvers.cpp - What is left at the end --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ObservedLeftOvers.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

void ObservedLeftOvers::begin() {
  ran.clear();
  appeared.clear();
}

void ObservedLeftOvers::enter(const PassOwner &owner) {
  if (!pipeline)
    pipeline = owner.pipeline.get();
  ran.insert(&owner);
}

void ObservedLeftOvers::leave(const PassOwner &owner,
                              const ContentsScan &before,
                              const ContentsScan &after) {
  if (!pipeline->interface.outputContents)
    return;
  DenseSet<mlir::OperationName> known;
  for (const ContentsScan::Entry &entry : before.getEntries())
    known.insert(table.get(entry.signature).name);
  for (const ContentsScan::Entry &entry : after.getEntries())
    if (!known.contains(table.get(entry.signature).name))
      appeared[table.get(entry.signature).name] = &owner;
}

const PassOwner *ObservedLeftOvers::findLowering(unsigned signature) const {
  std::vector<const PassOwner *> all = owners.getAll();
  for (const PassOwner *owner : reverse(all)) {
    if (owner->pipeline.get() != pipeline)
      continue;
    // Of one that did not run only the default options are known.
    PassClaims *known = findClaims(*owner);
    if (known ? known->contents.lowers(signature)
              : PassClaims(*owner, "", table).contents.lowers(signature))
      return owner;
  }
  return nullptr;
}

const ContentsScan::Entry *
ObservedLeftOvers::findEntry(StringRef item, const ContentsScan &scan) const {
  const auto *found =
      find_if(scan.getEntries(), [&](const ContentsScan::Entry &entry) {
        return table.getText(entry.signature) == item;
      });
  return found == scan.getEntries().end() ? nullptr : found;
}

/// Puts first what explains the others: what no pass lowers. Casts stay because
/// of what they convert for; what has no place, or only ends what it is in,
/// because of that.
void ObservedLeftOvers::sort(std::vector<FalseClaim> &left,
                             const ContentsScan &scan) const {
  enum Rank { NotLowered, Lowered, Cast, Part };
  // Slow to find, and the same for all of an item.
  StringMap<Rank> ranks;
  auto getRank = [&](const FalseClaim &claim) {
    if (!claim.hasPlace)
      return Part;
    auto [it, isNew] = ranks.try_emplace(claim.item, Lowered);
    const ContentsScan::Entry *entry =
        isNew ? findEntry(claim.item, scan) : nullptr;
    if (entry && entry->first->hasTrait<mlir::OpTrait::IsTerminator>() &&
        !entry->first->getNumSuccessors())
      it->second = Part;
    else if (entry && table.get(entry->signature).isCast)
      it->second = Cast;
    else if (entry && !findLowering(entry->signature))
      it->second = NotLowered;
    return it->second;
  };
  stable_sort(left, [&](const FalseClaim &a, const FalseClaim &b) {
    return getRank(a) < getRank(b);
  });
}

/// Names the last pass that lowers what is left, and says why it did not.
void ObservedLeftOvers::explain(Diagnostic &diagnostic,
                                const ContentsScan::Entry &left) const {
  const PassOwner *from = appeared.lookup(table.get(left.signature).name);
  diagnostic.note(from ? "it appeared with " + from->str()
                       : "the input has it, or a pass without a contract "
                         "has added it");
  const PassOwner *owner = findLowering(left.signature);
  if (!owner) {
    diagnostic.note("no pass of the pipeline lowers it");
    return;
  }
  diagnostic.at(owner->node);
  bool isLater = from && from->node.position >= owner->node.position;
  diagnostic.note("'{0}' lowers it, and {1}", owner->node.name,
                  !ran.contains(owner) ? "had nothing to run on"
                  : isLater            ? "ran before"
                                       : "left it");
}

std::optional<ClaimFinding> ObservedLeftOvers::find(const ContentsScan &scan,
                                                    mlir::Operation *root) {
  if (!pipeline->interface.outputContents)
    return std::nullopt;
  Contract output;
  Contract::ItemsRef allowed = output.rejects({"*"});
  allowed.except({"builtin.module"});
  for (StringRef item : *pipeline->interface.outputContents)
    allowed.except({item});
  std::vector<FalseClaim> left =
      ContractClaims(output, table)
          .checkBefore(scan, root, /*isWholeProgram=*/true);
  if (left.empty())
    return std::nullopt;
  sort(left, scan);
  const FalseClaim &first = left.front();
  Diagnostic diagnostic(
      DiagnosticCode::ObservedLeftOver,
      "the pipeline is through, and '{0}' is left, which may not remain",
      first.item);
  for (const FalseClaim &claim : left)
    if (!is_contained(diagnostic.items, claim.item))
      diagnostic.items.push_back(claim.item);
  if (const ContentsScan::Entry *entry = findEntry(first.item, scan))
    explain(diagnostic, *entry);
  if (diagnostic.items.size() > 1)
    diagnostic.note("so are '{0}'",
                    join(ArrayRef(diagnostic.items).drop_front(), "', '"));
  return ClaimFinding{std::move(diagnostic), first.location};
}
