//===- PassClaims.cpp - What one pass claims, with its options ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/PassClaims.h"
#include "builder/check/CompiledContract.h"
#include "bundles/report/EntryText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
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
        entry.exceptions.empty() &&
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

static std::string getShortName(const ContentsEntry &entry) {
  std::string name = stringify(entry.word).str();
  ArrayRef<std::string> items = entry.items;
  if (items.empty())
    items = entry.to.empty() ? entry.sometimes : entry.to;
  if (items.empty())
    return name;
  return name + " (" + join(items.take_front(3), ", ") +
         (items.size() > 3 ? ", ...)" : ")");
}

/// With what it applies to, and when; `isWhole`: also with what it leads to.
static std::string getLongName(const ContentsEntry &entry, bool isWhole) {
  ContentsEntry named = entry;
  if (!isWhole && !entry.items.empty()) {
    named.to.clear();
    named.sometimes.clear();
  }
  EntryStyle style;
  style.maxItems = isWhole ? 0 : 3;
  std::string name = stringify(entry.word).str() + " (" +
                     StringRef(describeEntry(named, style)).ltrim(" ,").str();
  if (entry.condition.kind != Condition::Kind::Always)
    name += ", if " + entry.condition.str();
  return name + ")";
}

/// Gives another name to each of those that share one.
static void renameShared(std::vector<std::string> &names,
                         function_ref<std::string(size_t index)> getName) {
  StringMap<unsigned> counts;
  for (StringRef name : names)
    ++counts[name];
  for (auto [i, name] : enumerate(names))
    if (counts.lookup(name) > 1)
      name = getName(i);
}

std::vector<std::string> PassClaims::getEntryNames(const Contract &contract) {
  ArrayRef<ContentsEntry> entries = contract.getContents();
  std::vector<std::string> names;
  for (const ContentsEntry &entry : entries)
    names.push_back(getShortName(entry));
  for (bool isWhole : {false, true})
    renameShared(names,
                 [&](size_t i) { return getLongName(entries[i], isWhole); });
  StringMap<unsigned> seen;
  renameShared(names, [&](size_t i) {
    return names[i] + " #" + std::to_string(++seen[names[i]]);
  });
  return names;
}

void PassClaims::takeTallies(
    function_ref<void(StringRef, unsigned, unsigned)> note) {
  // A contract may have dozens of entries, of which an execution puts few to
  // the test.
  if (entryNames.empty()) {
    entryNames = getEntryNames(owner.descriptor->contract);
    for (StringRef name : entryNames)
      note(name, 0, 0);
  }
  for (auto [number, tally] : zip(numbers, contents.getTallies()))
    if (tally.kept || tally.contradicted)
      note(entryNames[number], tally.kept, tally.contradicted);
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
  Diagnostic diagnostic(isDemand ? DiagnosticCode::MissingInput
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
      isProvided ? DiagnosticCode::BrokenContract
                 : DiagnosticCode::MissingInput,
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
