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
    return options.holds(entry.condition, &owner.pipeline->options);
  };
  Contract applying;
  const Contract &all = owner.descriptor->contract;
  applying.copyFlags(all);
  if (owner.descriptor->hasContract && all.empty())
    applying.complete();
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

PassClaims::PassClaims(std::shared_ptr<const PassOwner> made, StringRef options,
                       SignatureTable &table, Subject subject,
                       const PassOwner *runner)
    : keptOwner(std::move(made)), subject(subject), owner(*keptOwner),
      runner(runner), options(options.str()),
      contract(getApplying(owner, this->options, numbers)),
      contents(contract, table) {
  using Kind = FalseClaim::Kind;
  StringSet<> seen;
  for (const PropertyEntry &entry : contract.getProperties()) {
    if (entry.word == PropertyEntry::Word::Requires)
      properties.push_back({Kind::NotHolding, entry.property, &entry});
    bool provides =
        entry.word == PropertyEntry::Word::Provides &&
        entry.exceptions.empty() &&
        getPropertyEffect(contract, entry.property, appliesAlways) ==
            PropertyEffect::Provides;
    if (provides && seen.insert(entry.property).second)
      properties.push_back({Kind::NotProvided, entry.property, &entry});
  }
  for (const ContentsEntry &entry : contract.getContents())
    if (entry.word == ContentsEntry::Word::Rejects)
      for (const std::string &item : entry.items)
        if (!StringRef(item).contains('.') && !StringRef(item).starts_with("!"))
          properties.push_back({Kind::Holding, item, &entry});
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
  if (entry.isConditional())
    name += ", if " + entry.condition.getText().str();
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

void PassClaims::takeTallies(SuggestedContracts &seen) {
  StringRef pass = owner.node.name;
  // A contract may have dozens of entries, of which an execution puts few to
  // the test.
  if (entryNames.empty()) {
    entryNames = getEntryNames(owner.descriptor->contract);
    for (StringRef name : entryNames)
      seen.addEntry(pass, name, 0, 0);
  }
  for (auto [number, tally] : zip(numbers, contents.getTallies()))
    if (tally.kept || tally.contradicted)
      seen.addEntry(pass, entryNames[number], tally.kept, tally.contradicted);
  contents.resetTallies();
}

void PassClaims::addNotes(Diagnostic &diagnostic,
                          const ContractEntry *entry) const {
  diagnostic.at(owner.node);
  if (!owner.bundles.empty())
    diagnostic.note("in bundle '{0}'", join(owner.bundles, "/"));
  if (runner)
    diagnostic.note("in a pipeline that {0} runs", runner->str());
  if (!entry)
    return;
  if (!entry->reason.empty())
    diagnostic.note("'{0}': {1}", owner.node.name, entry->reason);
  if (!entry->source.empty())
    diagnostic.note("source: {0}", entry->source);
}

static std::string quoteAll(ArrayRef<std::string> items) {
  return "'" + join(items, "', '") + "'";
}

/// What is said of a claim, in the order of `FalseClaim::Kind`: "and 'x' is
/// there, which it rejects".
static constexpr StringLiteral claimTexts[] = {
    "is there, which it rejects",
    "nothing of what it requires is there: ",
    "is still there, which its contract says that it lowers",
    "is not there, which its contract says that it always adds",
    "has a use, which its contract says that it leaves dead",
    "has appeared, which no entry of its contract names",
    "does not hold, which it requires",
    "holds, which it rejects",
    "does not hold, which its contract says that it provides",
    "does not hold any more, which its contract says that it preserves",
    "does not hold any more, which its contract does not say that it "
    "invalidates"};

ClaimFinding PassClaims::describe(ArrayRef<FalseClaim> claims,
                                  const PassOwner *provider) const {
  using Kind = FalseClaim::Kind;
  const FalseClaim &first = claims.front();
  bool isBefore = is_contained(
      {Kind::Rejected, Kind::Missing, Kind::NotHolding, Kind::Holding},
      first.kind);
  static_assert(std::size(claimTexts) == unsigned(Kind::Ended) + 1);
  std::string text = claimTexts[unsigned(first.kind)].str();
  std::string said = first.kind == Kind::Missing
                         ? text + quoteAll(first.entry->items)
                         : "'" + first.item + "' " + text;
  Diagnostic diagnostic(
      isBefore ? DiagnosticCode::MissingInput : DiagnosticCode::BrokenContract,
      "{0}'{1}' {2}, and {3}", subject == Subject::Bundle ? "bundle " : "",
      owner.node.name, isBefore ? "was about to run" : "ran", said);
  if (first.entry && first.entry->strength == Strength::Weak)
    diagnostic.severity = Severity::Warning;
  if (first.kind <= Kind::Unnamed)
    for (const FalseClaim &claim : claims)
      if (claim.kind == first.kind &&
          !is_contained(diagnostic.items, claim.item))
        diagnostic.items.push_back(claim.item);
  addNotes(diagnostic, first.entry);
  if (provider)
    diagnostic.note("it held before, since {0}", provider->str());
  if (diagnostic.items.size() > 1)
    diagnostic.note("so it is with {0}",
                    quoteAll(ArrayRef(diagnostic.items).drop_front()));
  return {std::move(diagnostic), first.location};
}
