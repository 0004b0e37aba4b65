//===- Porting.cpp - Pipelines of earlier releases ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Porting.h"
#include "builder/Pipeline.h"
#include "builder/repair/NameFixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

static std::string quoted(const Twine &text) {
  return ("'" + text + "'").str();
}

/// Notes may be the same for several options.
static void noteOnce(Diagnostic &finding, std::string text) {
  if (!text.empty() && none_of(finding.notes, [&](const Note &note) {
        return note.message == text;
      }))
    finding.note(std::move(text));
}

namespace {
class Porter {
public:
  Porter(const Pipeline &pipeline, unsigned from)
      : pipeline(pipeline), catalog(pipeline.getCatalog()), from(from) {
    int position = 0;
    for (const Node &node : pipeline.getPasses())
      firstOf.try_emplace(node.getName(), position++);
  }

  /// Completes a finding about a pass that is gone, and its fix.
  void complete(Diagnostic &finding) const;
  /// Finds what the check has not reported.
  std::vector<Diagnostic> run();

private:
  const PassSuccessor *lookupGone(StringRef name) const {
    return catalog.lookupPass(name) ? nullptr
                                    : catalog.getRenamed().lookup(name);
  }
  void describe(Diagnostic &finding) const;
  std::optional<Fix> findRemoval(const PassSuccessor &gone, StringRef pass,
                                 int position) const;
  void findGone(const Node &node);
  void findOptions(const Node &node, const PassHistory &history);
  /// That `pass`, which `node` is or becomes, does less than it did.
  void findLess(const Node &node, StringRef pass);
  /// That options of `pass`, which are not among those given, have other
  /// defaults.
  void findDefaults(const Node &node, StringRef pass, StringRef givenOptions);
  Diagnostic &add(DiagnosticCode code, const Node &node, std::string message) {
    found.push_back(
        Diagnostic(code, std::move(message)).at(pipeline.getRef(node)));
    return found.back();
  }
  std::string getRelease() const {
    return catalog.getRelease().empty() ? "the catalog"
                                        : "MLIR " + catalog.getRelease().str();
  }

  const Pipeline &pipeline;
  const Catalog &catalog;
  unsigned from;
  std::vector<Diagnostic> found;
  /// Where the first pass of each name stands.
  StringMap<int> firstOf;
  /// Passes, and options behind the name of their pass, whose change was
  /// reported.
  StringSet<> told;
};
} // namespace

/// The fix that leaves a pass that is gone out, if nothing is left to do there.
std::optional<Fix> Porter::findRemoval(const PassSuccessor &gone,
                                       StringRef pass, int position) const {
  if (none_of(gone.needlessAfter, [&](StringRef other) {
        auto it = firstOf.find(other);
        return it != firstOf.end() && it->second < position;
      }))
    return std::nullopt;
  Fix removal(Fix::Kind::Remove, pass, position);
  removal.message = "remove " + quoted(pass);
  return removal;
}

void Porter::describe(Diagnostic &finding) const {
  for (Diagnostic &other : finding.follows)
    describe(other);
  const PassSuccessor *now = lookupGone(finding.subject);
  if (!now || finding.code != DiagnosticCode::UnknownPass)
    return;
  noteOnce(finding, now->reason);
  finding.note(now->describe("that has it"));
}

void Porter::complete(Diagnostic &finding) const {
  describe(finding);
  const PassSuccessor *now = lookupGone(finding.subject);
  if (!now || !finding.fix || finding.fix->kind != Fix::Kind::Replace)
    return;
  Fix &fix = *finding.fix;
  if (fix.then.empty())
    if (std::optional<Fix> removal =
            findRemoval(*now, fix.pass, fix.passPosition)) {
      fix = std::move(*removal);
      return;
    }
  std::string last = fix.reference;
  int position = fix.passPosition;
  for (const std::string &rest : now->then) {
    Fix addition(Fix::Kind::Insert, rest);
    addition.beside(/*isBefore=*/false, last, position++);
    addition.message = "insert " + quoted(rest) + " after " + quoted(last);
    fix.message += " and " + quoted(rest);
    fix.then.push_back(std::move(addition));
    last = rest;
  }
}

void Porter::findGone(const Node &node) {
  const PassSuccessor *now = lookupGone(node.getName());
  if (!now || !now->pass.empty())
    return;
  Diagnostic &finding =
      add(DiagnosticCode::GoneSinceRelease, node,
          getRelease() + " has no pass " + quoted(node.getName()) +
              " any more: " + now->reason);
  finding.about(node.getName()).note(now->describe("that has it"));
  finding.fix = findRemoval(*now, node.getName(), finding.node->position);
}

/// What became of an option, for a message.
static std::string describeChange(const PortedOptions::Change &change) {
  std::string was = quoted(change.name + "=" + change.value);
  if (!change.now)
    return was + " has no counterpart";
  return change.now->empty() ? was + " is left out"
                             : was + " is " + quoted(*change.now) + " now";
}

void Porter::findOptions(const Node &node, const PassHistory &history) {
  PortedOptions ported = portOptions(history, node.getGivenOptions());
  auto report = [&](bool isLost) {
    std::vector<std::string> changes;
    std::vector<const OptionSuccessor *> records;
    for (const PortedOptions::Change &change : ported.changed)
      if (change.now.has_value() != isLost) {
        changes.push_back(describeChange(change));
        records.push_back(history.options.lookup(change.name));
      }
    if (changes.empty())
      return;
    Diagnostic &finding =
        add(DiagnosticCode::GoneSinceRelease, node,
            getRelease() + " has other options of " + quoted(node.getName()) +
                ": " + join(changes, ", "));
    for (const OptionSuccessor *record : records) {
      noteOnce(finding, record->reason);
      noteOnce(finding, record->describe("with it"));
    }
    if (isLost)
      return;
    Fix fix(Fix::Kind::Replace, node.getName(), finding.node->position);
    fix.reference = fix.pass;
    fix.options = ported.options;
    fix.message = "change the options of " + quoted(fix.pass) + " to " +
                  quoted(fix.options);
    finding.fixedBy(std::move(fix));
  };
  report(/*isLost=*/false);
  report(/*isLost=*/true);
}

void Porter::findLess(const Node &node, StringRef pass) {
  const PassHistory *history = catalog.getHistories().lookup(pass);
  if (history && history->until >= from && !history->reason.empty() &&
      told.insert(pass).second)
    add(DiagnosticCode::ChangedSinceRelease, node,
        quoted(pass) + " has changed: " + history->reason)
        .note(history->describe("in which it is as before"));
}

void Porter::findDefaults(const Node &node, StringRef pass,
                          StringRef givenOptions) {
  const PassHistory *history = catalog.getHistories().lookup(pass);
  if (!history)
    return;
  StringSet<> given;
  for (auto [name, value] : splitOptions(givenOptions))
    given.insert(name);
  for (StringRef name : history->options.getNames()) {
    const OptionSuccessor &option = history->options.get(name);
    if (option.oldDefault.empty() || option.until < from ||
        given.contains(name) || !told.insert((pass + " " + name).str()).second)
      continue;
    Diagnostic &finding =
        add(DiagnosticCode::ChangedSinceRelease, node,
            quoted(pass) + " has another default: without options it was '" +
                name.str() + "=" + option.oldDefault + "'");
    noteOnce(finding, option.reason);
    finding.note(option.describe("with that default"));
    std::optional<std::string> now = option.port(name, option.oldDefault);
    if (now && !now->empty())
      finding.help("write {0} for what it was", quoted(*now));
  }
}

std::vector<Diagnostic> Porter::run() {
  for (const Node &node : pipeline.getPasses()) {
    findGone(node);
    const PassHistory *history = catalog.getHistories().lookup(node.getName());
    // The options of a pass that is gone go with the fix of its name.
    if (history && catalog.lookupPass(node.getName()))
      findOptions(node, *history);
    findLess(node, node.getName());
    findDefaults(node, node.getName(), node.getGivenOptions());
    const PassSuccessor *now = lookupGone(node.getName());
    if (!now)
      continue;
    findLess(node, now->pass);
    // What a pass became runs with the defaults of this release only.
    const PassDescriptor *pass =
        now->wasPipeline ? catalog.lookupPass(now->pass) : nullptr;
    if (pass)
      for (const PipelineStep &step : pass->pipeline)
        findDefaults(node, step.pass, step.options);
  }
  return std::move(found);
}

void pmb::portPipeline(const Pipeline &pipeline, unsigned from,
                       std::vector<Diagnostic> &findings) {
  const Catalog &catalog = pipeline.getCatalog();
  // What was guessed of a pass is not what became of it.
  erase_if(findings, [&](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::UnknownPass &&
           catalog.getRenamed().contains(finding.subject) &&
           catalog.lookupRenamed(finding.subject).empty();
  });
  Porter porter(pipeline, from);
  for (Diagnostic &finding : findings)
    porter.complete(finding);
  std::vector<Diagnostic> added = porter.run();
  tryNameFixes(added, &pipeline);
  append_range(findings, std::move(added));
}
