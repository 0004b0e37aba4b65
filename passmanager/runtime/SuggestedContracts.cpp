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
// Counting
//===----------------------------------------------------------------------===//

const SuggestedContracts::Tally &
SuggestedContracts::Tally::get(StringRef name) const {
  static const Tally none;
  auto it = parts.find(name.str());
  return it == parts.end() ? none : it->second;
}

void SuggestedContracts::Tally::add(const Tally &other) {
  count += other.count;
  for (const auto &[name, part] : other.parts)
    parts[name].add(part);
}

void SuggestedContracts::Tally::print(json::OStream &json,
                                      StringRef key) const {
  if (!parts.empty())
    json.attributeObject(key, [&] {
      for (const auto &[name, part] : parts)
        part.print(json, name);
    });
  else if (count)
    json.attribute(key, count);
}

SuggestedContracts::Tally
SuggestedContracts::Tally::read(const json::Object &object) {
  Tally tally;
  for (const auto &[name, value] : object) {
    std::optional<int64_t> number = value.getAsInteger();
    if (const json::Object *parts = value.getAsObject())
      tally[name] = read(*parts);
    else if (number && *number > 0)
      tally[name].count = *number;
  }
  return tally;
}

void SuggestedContracts::addExecution(StringRef name, const Counts &before,
                                      const Counts &after) {
  Tally &seen = passes[name.str()].seen;
  ++seen["executions"].count;
  auto lookup = [](const Counts &counts, const std::string &item) {
    auto it = counts.find(item);
    return it == counts.end() ? 0 : it->second;
  };
  Tally added;
  for (const auto &[item, count] : after)
    if (count > lookup(before, item))
      added[item].count = 1;
  std::vector<std::string> gone;
  for (const auto &[item, count] : before) {
    if (lookup(after, item))
      ++seen["stayed"][item].count;
    else
      gone.push_back(item);
  }
  auto isType = [](StringRef item) { return item.starts_with("!"); };
  size_t goneOperations = gone.size() - count_if(gone, isType);
  for (const std::string &item : gone) {
    Tally &of = seen["gone"][item];
    ++of["count"].count;
    of["added"].add(added);
    // Then what is new is due to this item.
    if (goneOperations > 1 || isType(item))
      continue;
    ++of["alone"].count;
    of["addedAlone"].add(added);
  }
  if (!gone.empty())
    return;
  ++seen["idle"].count;
  for (const auto &[item, once] : added.parts)
    if (!before.count(item))
      ++seen["introduced"][item].count;
}

void SuggestedContracts::add(const SuggestedContracts &other) {
  for (const auto &[name, pass] : other.passes) {
    Pass &into = passes[name];
    into.hasContract |= pass.hasContract;
    into.entries.insert(pass.entries.begin(), pass.entries.end());
    into.seen.add(pass.seen);
  }
}

void SuggestedContracts::addEntry(StringRef name, StringRef entry,
                                  unsigned kept, unsigned contradicted) {
  Pass &pass = passes[name.str()];
  pass.hasContract = true;
  pass.entries.insert(entry.str());
  pass.seen["kept"].add(entry, kept);
  pass.seen["contradicted"].add(entry, contradicted);
}

void SuggestedContracts::addUnnamed(StringRef name, StringRef operation,
                                    unsigned gone, unsigned added) {
  Tally &seen = passes[name.str()].seen;
  seen["unnamedGone"].add(operation, gone);
  seen["unnamedAdded"].add(operation, added);
}

void SuggestedContracts::addInvalidation(StringRef pass, StringRef property,
                                         bool hasEnded) {
  ++passes[pass.str()]
        .seen[hasEnded ? "invalidated" : "leftInPlace"][property]
        .count;
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
                                         const Tally &seen) {
  std::vector<Suggestion> suggestions;
  for (const auto &[name, item] : seen.get("gone").parts) {
    Suggestion made;
    made.from = {name};
    unsigned stayed = seen.get("stayed").get(name).count;
    made.isPartial = stayed;
    made.gone = item.get("count").count;
    made.executions = made.gone + stayed;
    // One operation by itself is the better witness where there is one.
    unsigned alone = item.get("alone").count;
    for (const auto &[added, times] :
         item.get(alone ? "addedAlone" : "added").parts)
      (times.count == (alone ? alone : made.gone) ? made.to : made.sometimes)
          .push_back(added);
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
  const Tally &introduced = seen.get("introduced");
  if (introduced.parts.empty())
    return;
  json.attributeArray("introduces", [&] {
    for (const auto &[item, times] : introduced.parts)
      json.object([&, &item = item, count = times.count] {
        bool isAlways = count == seen.get("executions").count;
        printList(json, isAlways ? "to" : "sometimes", item);
        printSource(json, "added", count, seen.get("idle").count);
      });
  });
}

void SuggestedContracts::printObserved(json::OStream &json, const Pass &pass) {
  const Tally &seen = pass.seen;
  json.attribute("executions", seen.get("executions").count);
  json.attribute("idle", seen.get("idle").count);
  json.attribute("hasContract", pass.hasContract);
  const Tally &kept = seen.get("kept"), &broken = seen.get("contradicted");
  kept.print(json, "kept");
  broken.print(json, "contradicted");
  std::vector<std::string> idle;
  for (const std::string &entry : pass.entries)
    if (!kept.get(entry).count && !broken.get(entry).count)
      idle.push_back(entry);
  printList(json, "neverExercised", idle);
  for (StringRef key :
       {"unnamedGone", "unnamedAdded", "invalidated", "leftInPlace"})
    seen.get(key).print(json, key);
  std::vector<std::string> harmless;
  for (const auto &[property, times] : seen.get("leftInPlace").parts)
    if (!seen.get("invalidated").get(property).count)
      harmless.push_back(property);
  printList(json, "neverInvalidated", harmless);
  json.attributeObject("gone", [&] {
    for (const auto &[name, item] : seen.get("gone").parts)
      json.attributeObject(name, [&, &item = item] {
        for (StringRef key : {"count", "alone", "added", "addedAlone"})
          item.get(key).print(json, key);
      });
  });
  for (StringRef key : {"stayed", "introduced"})
    seen.get(key).print(json, key);
}

void SuggestedContracts::print(raw_ostream &os, bool isLine) const {
  json::OStream json(os, /*IndentSize=*/isLine ? 0 : 2);
  json.object([&] {
    json.attributeObject("passes", [&] {
      for (const auto &[name, pass] : passes)
        json.attributeObject(name, [&, &pass = pass] {
          if (!pass.hasContract)
            printSuggestion(json, pass.seen);
          json.attributeObject("observed", [&] { printObserved(json, pass); });
        });
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool SuggestedContracts::readPass(const json::Object &observed, Pass &into) {
  std::optional<bool> hasContract = observed.getBoolean("hasContract");
  const json::Object *gone = observed.getObject("gone");
  if (!gone || !hasContract || !observed.getInteger("executions") ||
      !all_of(*gone, [](const auto &of) { return of.second.getAsObject(); }))
    return false;
  into.hasContract = *hasContract;
  into.seen = Tally::read(observed);
  for (StringRef key : {"kept", "contradicted"})
    for (const auto &[entry, times] : into.seen.get(key).parts)
      into.entries.insert(entry);
  if (const json::Array *names = observed.getArray("neverExercised"))
    for (const json::Value &name : *names)
      if (std::optional<StringRef> text = name.getAsString())
        into.entries.insert(text->str());
  return true;
}

Error SuggestedContracts::read(StringRef text, StringRef name) {
  Expected<json::Value> value = json::parse(text);
  auto refuse = [&](std::string why,
                    DiagnosticCode code = DiagnosticCode::BadValue) {
    return Diagnostic(code, "{0}:{1}", name, why)
        .help("what passes were seen to do is added to a file that has been "
              "written in this way before; name another one");
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
