//===- PassClaims.cpp - What one pass claims, with its options ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/PassClaims.h"
#include "builder/check/CompiledContract.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// The entries whose conditions hold. What is required or rejected of
/// properties is not about contents.
static Contract getApplying(const PassOwner &owner, StringRef given,
                            std::vector<unsigned> &numbers) {
  OptionValues options(*owner.descriptor, given);
  auto applies = [&](const ContractEntry &entry) {
    return holds(entry.condition, options, [&](StringRef variant) {
      return owner.pipeline->options.holds(variant);
    });
  };
  Contract applying;
  const Contract &all = owner.descriptor->contract;
  for (const PropertyEntry &entry : all.getProperties())
    if (applies(entry))
      applying.add(entry);
  for (auto [i, entry] : enumerate(all.getContents()))
    if (applies(entry)) {
      applying.add(entry);
      numbers.push_back(i);
    }
  return applying;
}

PassClaims::PassClaims(const PassOwner &owner, StringRef options,
                       SignatureTable &table, Subject subject,
                       const PassOwner *runner)
    : subject(subject), owner(owner), runner(runner), options(options.str()),
      contract(getApplying(owner, this->options, numbers)),
      contents(contract, table) {
  StringSet<> seen;
  for (const PropertyEntry &entry : contract.getProperties()) {
    if (entry.word == PropertyEntry::Word::Requires)
      properties.push_back({Property::Kind::Required, entry.property, &entry});
    bool provides =
        entry.word == PropertyEntry::Word::Provides &&
        getPropertyEffect(contract, entry.property, appliesAlways) ==
            PropertyEffect::Provides;
    if (provides && seen.insert(entry.property).second)
      properties.push_back({Property::Kind::Provided, entry.property, &entry});
  }
  for (const ContentsEntry &entry : contract.getContents())
    if (entry.word == ContentsEntry::Word::Rejects)
      for (const std::string &item : entry.items)
        if (!StringRef(item).contains('.') && !StringRef(item).starts_with("!"))
          properties.push_back({Property::Kind::Rejected, item, &entry});
}

std::string PassClaims::getEntryName(const Contract &contract, unsigned index) {
  const ContentsEntry &entry = contract.getContents()[index];
  unsigned number = 0;
  for (const ContentsEntry &other : contract.getContents().take_front(index))
    number += other.word == entry.word;
  ArrayRef<std::string> items = entry.items;
  if (items.empty())
    items = entry.to.empty() ? entry.sometimes : entry.to;
  std::string name =
      stringify(entry.word).str() + "[" + std::to_string(number) + "]";
  if (items.empty())
    return name;
  return name + " (" + join(items.take_front(3), ", ") +
         (items.size() > 3 ? ", ...)" : ")");
}

void PassClaims::takeTallies(
    function_ref<void(std::string, unsigned, unsigned)> note) {
  const Contract &all = owner.descriptor->contract;
  for (unsigned i = 0; i < all.getContents().size(); ++i)
    note(getEntryName(all, i), 0, 0);
  for (auto [number, tally] : zip(numbers, contents.getTallies()))
    note(getEntryName(all, number), tally.kept, tally.contradicted);
  contents.resetTallies();
}

std::string PassClaims::getSubject() const {
  return (subject == Subject::Bundle ? "bundle '" : "'") + owner.node.name +
         "'";
}

void PassClaims::addNotes(Diagnostic &diagnostic,
                          const ContractEntry *entry) const {
  diagnostic.at(owner.node);
  if (!owner.bundles.empty())
    diagnostic.note("in bundle '" + join(owner.bundles, "/") + "'");
  if (runner)
    diagnostic.note("in a pipeline that " + runner->str() + " runs");
  if (!entry)
    return;
  if (!entry->reason.empty())
    diagnostic.note("'" + owner.node.name + "': " + entry->reason);
  if (!entry->source.empty())
    diagnostic.note("source: " + entry->source);
}

static std::string quoteAll(ArrayRef<std::string> items) {
  return "'" + join(items, "', '") + "'";
}

Diagnostic PassClaims::describe(ArrayRef<FalseClaim> claims) const {
  using Kind = FalseClaim::Kind;
  const FalseClaim &first = claims.front();
  std::string ran = getSubject() + " ran, and ";
  std::string waits = getSubject() + " was about to run, and ";
  std::string item = "'" + first.item + "'";
  bool isDemand = first.kind == Kind::Rejected || first.kind == Kind::Missing;
  Diagnostic diagnostic(isDemand ? DiagnosticCode::UnmetDemand
                                 : DiagnosticCode::BrokenContract,
                        "");
  switch (first.kind) {
  case Kind::Rejected:
    diagnostic.message = waits + item + " is there, which it rejects";
    break;
  case Kind::Missing:
    diagnostic.message = waits + "nothing of what it requires is there: " +
                         quoteAll(first.entry->items);
    break;
  case Kind::Kept:
    diagnostic.message = ran + item +
                         " is still there, which its contract says that it "
                         "lowers";
    break;
  case Kind::NotAdded:
    diagnostic.message = ran + item +
                         " is not there, which its contract says that it "
                         "always adds";
    break;
  case Kind::Unnamed:
    diagnostic.message =
        ran + item + " has appeared, which no entry of its contract names";
    break;
  }
  if (first.entry && first.entry->strength == Strength::Weak)
    diagnostic.severity = Severity::Warning;
  diagnostic.items.push_back(first.item);
  for (const FalseClaim &claim : claims.drop_front())
    if (claim.kind == first.kind && !is_contained(diagnostic.items, claim.item))
      diagnostic.items.push_back(claim.item);
  addNotes(diagnostic, first.entry);
  if (diagnostic.items.size() > 1)
    diagnostic.note("so it is with " +
                    quoteAll(ArrayRef(diagnostic.items).drop_front()));
  return diagnostic;
}

Diagnostic PassClaims::describe(const Property &property) const {
  using Kind = Property::Kind;
  bool isProvided = property.kind == Kind::Provided;
  Diagnostic diagnostic(
      isProvided ? DiagnosticCode::BrokenContract : DiagnosticCode::UnmetDemand,
      getSubject() + (isProvided ? " ran" : " was about to run") + ", and '" +
          property.name +
          (property.kind == Kind::Rejected ? "' holds, which it rejects"
           : isProvided ? "' does not hold, which its contract says that it "
                          "provides"
                        : "' does not hold, which it requires"));
  if (property.entry->strength == Strength::Weak)
    diagnostic.severity = Severity::Warning;
  addNotes(diagnostic, property.entry);
  return diagnostic;
}

Diagnostic PassClaims::describeEnded(StringRef property,
                                     const PassOwner &provider) const {
  const PropertyEntry *entry =
      find_if(contract.getProperties(), [&](const PropertyEntry &entry) {
        return entry.property == property &&
               entry.word == PropertyEntry::Word::Preserves;
      });
  bool isSaid = entry != contract.getProperties().end();
  Diagnostic diagnostic(DiagnosticCode::BrokenContract,
                        getSubject() + " ran, and '" + property.str() +
                            "' does not hold any more, which " +
                            (isSaid ? "its contract says that it preserves"
                                    : "its contract does not say that it "
                                      "invalidates"));
  addNotes(diagnostic, isSaid ? entry : nullptr);
  diagnostic.note("it held before, since " + provider.str());
  return diagnostic;
}
