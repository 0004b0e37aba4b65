//===- SuggestedContracts.cpp - Contracts from what passes were seen to do ===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/SuggestedContracts.h"
#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <optional>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Observing
//===----------------------------------------------------------------------===//

static void add(SuggestedContracts::Counts &into,
                const SuggestedContracts::Counts &counts) {
  for (const auto &[item, count] : counts)
    into[item] += count;
}

void SuggestedContracts::addExecution(StringRef name, const Counts &before,
                                      const Counts &after) {
  Pass &pass = passes[name.str()];
  ++pass.executions;
  auto lookup = [](const Counts &counts, const std::string &item) {
    auto it = counts.find(item);
    return it == counts.end() ? 0 : it->second;
  };
  Counts added;
  for (const auto &[item, count] : after)
    if (count > lookup(before, item))
      added[item] = 1;
  unsigned goneOperations = 0;
  for (const auto &[item, count] : before)
    goneOperations += item.front() != '!' && !lookup(after, item);
  bool isSomeGone = false;
  for (const auto &[item, count] : before) {
    Item &seen = pass.items[item];
    if (lookup(after, item)) {
      ++seen.stayed;
      continue;
    }
    isSomeGone = true;
    ++seen.gone;
    ::add(seen.added, added);
    if (goneOperations > 1 || item.front() == '!')
      continue;
    ++seen.alone;
    ::add(seen.addedAlone, added);
  }
  if (isSomeGone)
    return;
  ++pass.idle;
  for (const auto &[item, count] : added)
    if (!before.count(item))
      ++pass.introduced[item];
}

void SuggestedContracts::add(const SuggestedContracts &other) {
  for (const auto &[pass, seen] : other.passes) {
    Pass &into = passes[pass];
    into.executions += seen.executions;
    into.idle += seen.idle;
    into.hasContract |= seen.hasContract;
    ::add(into.introduced, seen.introduced);
    ::add(into.unnamedGone, seen.unnamedGone);
    ::add(into.unnamedAdded, seen.unnamedAdded);
    for (const auto &[name, item] : seen.items) {
      Item &known = into.items[name];
      known.gone += item.gone;
      known.stayed += item.stayed;
      known.alone += item.alone;
      ::add(known.added, item.added);
      ::add(known.addedAlone, item.addedAlone);
    }
    for (const auto &[name, entry] : seen.entries)
      addEntry(pass, name, entry.kept, entry.contradicted);
  }
}

void SuggestedContracts::addEntry(StringRef pass, StringRef entry,
                                  unsigned kept, unsigned contradicted) {
  Entry &known = passes[pass.str()].entries[entry.str()];
  known.kept += kept;
  known.contradicted += contradicted;
  passes[pass.str()].hasContract = true;
}

void SuggestedContracts::addUnnamed(StringRef pass, StringRef operation,
                                    unsigned gone, unsigned added) {
  Pass &known = passes[pass.str()];
  if (gone)
    known.unnamedGone[operation.str()] += gone;
  if (added)
    known.unnamedAdded[operation.str()] += added;
}

void SuggestedContracts::setHasContract(StringRef pass) {
  passes[pass.str()].hasContract = true;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// An entry that is suggested, and the items that it is for.
struct Suggestion {
  std::vector<std::string> from, to, sometimes;
  bool isPartial;
  unsigned gone, executions;

  bool isLike(const Suggestion &other) const {
    return to == other.to && sometimes == other.sometimes &&
           isPartial == other.isPartial && gone == other.gone &&
           executions == other.executions;
  }
};
} // namespace

static void printList(json::OStream &json, StringRef key,
                      ArrayRef<std::string> items) {
  if (!items.empty())
    json.attributeArray(key, [&] {
      for (StringRef item : items)
        json.value(item);
    });
}

static void printSource(json::OStream &json, StringRef what, unsigned count,
                        unsigned executions) {
  json.attribute("source", "recorded: " + what.str() + " in " +
                               std::to_string(count) + " of " +
                               std::to_string(executions) + " executions");
}

void SuggestedContracts::printSuggestion(json::OStream &json,
                                         const Pass &pass) {
  std::vector<Suggestion> suggestions;
  for (const auto &[name, item] : pass.items) {
    if (!item.gone)
      continue;
    Suggestion made;
    made.from = {name};
    made.isPartial = item.stayed;
    made.gone = item.gone;
    made.executions = item.gone + item.stayed;
    // One operation by itself is the better witness where there is one.
    unsigned count = item.alone ? item.alone : item.gone;
    for (const auto &[added, times] : item.alone ? item.addedAlone : item.added)
      (times == count ? made.to : made.sometimes).push_back(added);
    auto known = find_if(suggestions, [&](const Suggestion &other) {
      return other.isLike(made);
    });
    if (known == suggestions.end())
      suggestions.push_back(std::move(made));
    else
      known->from.push_back(name);
  }
  if (!suggestions.empty())
    json.attributeArray("lowers", [&] {
      for (const Suggestion &entry : suggestions)
        json.object([&] {
          printList(json, "from", entry.from);
          printList(json, "to", entry.to);
          printList(json, "sometimes", entry.sometimes);
          if (entry.isPartial)
            json.attribute("partial", true);
          printSource(json, "gone", entry.gone, entry.executions);
        });
    });
  if (pass.introduced.empty())
    return;
  json.attributeArray("introduces", [&] {
    for (const auto &[item, count] : pass.introduced)
      json.object([&, &item = item, count = count] {
        bool isAlways = count == pass.executions;
        printList(json, isAlways ? "to" : "sometimes", item);
        printSource(json, "added", count, pass.idle);
      });
  });
}

static void printCounts(json::OStream &json, StringRef key,
                        const SuggestedContracts::Counts &counts) {
  if (!counts.empty())
    json.attributeObject(key, [&] {
      for (const auto &[item, count] : counts)
        json.attribute(item, count);
    });
}

/// The entries of a verdict, with the number that `count` has for each; in no
/// list if there is none.
static void
printVerdict(json::OStream &json, StringRef verdict,
             const std::map<std::string, SuggestedContracts::Entry> &entries,
             unsigned SuggestedContracts::Entry::*count) {
  SuggestedContracts::Counts counts;
  for (const auto &[name, entry] : entries)
    if (entry.*count)
      counts[name] = entry.*count;
  printCounts(json, verdict, counts);
}

void SuggestedContracts::printObserved(json::OStream &json, const Pass &pass) {
  json.attribute("executions", pass.executions);
  json.attribute("idle", pass.idle);
  json.attribute("hasContract", pass.hasContract);
  printVerdict(json, "kept", pass.entries, &Entry::kept);
  printVerdict(json, "contradicted", pass.entries, &Entry::contradicted);
  std::vector<std::string> idle;
  for (const auto &[name, entry] : pass.entries)
    if (!entry.kept && !entry.contradicted)
      idle.push_back(name);
  printList(json, "neverExercised", idle);
  printCounts(json, "unnamedGone", pass.unnamedGone);
  printCounts(json, "unnamedAdded", pass.unnamedAdded);
  json.attributeObject("gone", [&] {
    for (const auto &[name, item] : pass.items)
      if (item.gone)
        json.attributeObject(name, [&, &item = item] {
          json.attribute("count", item.gone);
          if (item.alone)
            json.attribute("alone", item.alone);
          printCounts(json, "added", item.added);
          printCounts(json, "addedAlone", item.addedAlone);
        });
  });
  Counts stayed;
  for (const auto &[name, item] : pass.items)
    if (item.stayed)
      stayed[name] = item.stayed;
  printCounts(json, "stayed", stayed);
  printCounts(json, "introduced", pass.introduced);
}

void SuggestedContracts::print(raw_ostream &os, bool isLine) const {
  json::OStream json(os, /*IndentSize=*/isLine ? 0 : 2);
  json.object([&] {
    json.attributeObject("passes", [&] {
      for (const auto &[name, pass] : passes)
        json.attributeObject(name, [&, &pass = pass] {
          if (!pass.hasContract)
            printSuggestion(json, pass);
          json.attributeObject("observed", [&] { printObserved(json, pass); });
        });
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static unsigned readCount(const json::Object &object, StringRef key) {
  std::optional<int64_t> value = object.getInteger(key);
  return value && *value > 0 ? *value : 0;
}

static SuggestedContracts::Counts readCounts(const json::Object &object,
                                             StringRef key) {
  SuggestedContracts::Counts counts;
  if (const json::Object *given = object.getObject(key))
    for (const auto &[item, value] : *given)
      if (StringRef(item) != "")
        counts[item.str()] = value.getAsInteger().value_or(0);
  return counts;
}

bool SuggestedContracts::readPass(const json::Object &observed, Pass &into) {
  const json::Object *gone = observed.getObject("gone");
  std::optional<bool> hasContract = observed.getBoolean("hasContract");
  if (!gone || !hasContract || !observed.getInteger("executions"))
    return false;
  into.executions = readCount(observed, "executions");
  into.idle = readCount(observed, "idle");
  into.hasContract = *hasContract;
  into.introduced = readCounts(observed, "introduced");
  into.unnamedGone = readCounts(observed, "unnamedGone");
  into.unnamedAdded = readCounts(observed, "unnamedAdded");
  for (const auto &[name, value] : *gone) {
    const json::Object *counts = value.getAsObject();
    if (!counts || StringRef(name) == "")
      return false;
    Item &item = into.items[name.str()];
    item.gone = readCount(*counts, "count");
    item.alone = readCount(*counts, "alone");
    item.added = readCounts(*counts, "added");
    item.addedAlone = readCounts(*counts, "addedAlone");
  }
  for (const auto &[name, count] : readCounts(observed, "stayed"))
    into.items[name].stayed = count;
  for (const auto &[name, count] : readCounts(observed, "kept"))
    into.entries[name].kept = count;
  for (const auto &[name, count] : readCounts(observed, "contradicted"))
    into.entries[name].contradicted = count;
  if (const json::Array *names = observed.getArray("neverExercised"))
    for (const json::Value &name : *names)
      if (std::optional<StringRef> text = name.getAsString())
        into.entries[text->str()];
  return true;
}

Error SuggestedContracts::read(StringRef text, StringRef name) {
  Expected<json::Value> value = json::parse(text);
  auto refuse = [&](std::string why,
                    DiagnosticCode code = DiagnosticCode::BadValue) {
    return makeError(
        Diagnostic(code, name.str() + ":" + why)
            .help("what passes were seen to do is added to a file that has "
                  "been written in this way before; name another one"));
  };
  if (!value) {
    // LLVM says `[1:2, byte=2]: why`.
    std::string text = toString(value.takeError());
    auto [place, why] = StringRef(text).split(']');
    place.consume_front("[");
    return refuse((place.split(',').first + why).str(),
                  DiagnosticCode::JsonSyntax);
  }
  const json::Object *root = value->getAsObject();
  const json::Object *given = root ? root->getObject("passes") : nullptr;
  if (!given)
    return refuse(" has no 'passes'");
  SuggestedContracts read;
  for (const auto &[pass, described] : *given) {
    const json::Object *object = described.getAsObject();
    const json::Object *observed =
        object ? object->getObject("observed") : nullptr;
    if (!observed || !readPass(*observed, read.passes[pass.str()]))
      return refuse(" '" + pass.str() +
                    "' has no counts of what was 'observed'");
  }
  // Whatever else is in the file would be lost.
  std::string printed;
  raw_string_ostream os(printed);
  read.print(os);
  Expected<json::Value> again = json::parse(printed);
  bool isSame = again && *again == *value;
  consumeError(again.takeError());
  if (!isSame)
    return refuse(" somebody has edited it");
  add(read);
  return Error::success();
}
