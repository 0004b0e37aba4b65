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

#include "builder/check/OrderCheck.h"
#include "builder/check/Rules.h"
#include "builder/check/Trial.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Where a pass or a bundle has an unknown effect for one reason.
struct UnknownPlaces {
  SmallVector<const Node *, 1> nodes;
  /// What is there for certain, and makes the effect unknown.
  ItemMask because;
};
} // namespace

static Diagnostic describeEffect(const Trace &trace, StringRef name,
                                 StringRef reason,
                                 const UnknownPlaces &places) {
  const PassList &list = trace.getList();
  ArrayRef<const Node *> nodes = places.nodes;
  std::string quoted = quoteText(name);
  const Node &first = *nodes.front();
  Diagnostic diagnostic(DiagnosticCode::UnknownEffect,
                        "what {0} does to the IR is not known{1}", quoted,
                        reason.empty() ? std::string() : ": " + reason.str());
  diagnostic.at(list.getRef(first));
  for (const Node *node : drop_begin(nodes))
    diagnostic.note("and once more", list.getRef(*node));
  std::vector<std::string> because;
  places.because.forEach(
      [&](unsigned id) { because.push_back(quoteItem(trace.getNames(), id)); });
  llvm::sort(because);
  if (!because.empty())
    diagnostic.note("because of {0}, which {1} there",
                    enumerateSome(because, /*limit=*/4),
                    because.size() > 1 ? "are" : "is");
  diagnostic.note("of what was there before it, only what later passes lower "
                  "is taken to be there still");
  // A contracts file describes passes and registered pipelines only.
  if (first.isPass() || first.getBundle()->isPipeline)
    diagnostic.help("if you know it, say what {0} lowers and introduces in a "
                    "contracts file, with \"override\": true",
                    quoted);
  return diagnostic;
}

void pmb::reportUnknownEffects(const Trace &trace, RuleFindings &findings) {
  // The places of each pass or bundle with an unknown effect, by its name and
  // the reason that holds there. Not by the entry: two instances of a bundle
  // have each their own.
  MapVector<std::pair<StringRef, StringRef>, UnknownPlaces> effects;
  auto isUnknown = [](const Trace::Step &step) { return step.unknown; };
  if (none_of(trace.getSteps(), isUnknown))
    return;
  trace.walk([&](const Trace::Step &step, const ContentsState &state) {
    if (!step.unknown)
      return;
    UnknownPlaces &places =
        effects[{step.node->getName(), step.unknown->reason}];
    places.nodes.push_back(step.node);
    for (const CompiledContract::Entry &entry : step.contract->unknownEffects)
      if (entry.entry == step.unknown)
        places.because.insert(state.getCertain().getCommon(entry.given));
  });
  for (const auto &[text, places] : effects)
    findings.add(describeEffect(trace, text.first, text.second, places));
}

//===----------------------------------------------------------------------===//
// Passes that no contract describes
//===----------------------------------------------------------------------===//

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

/// Each pass of the list of which `isWanted(node)`, once.
static std::vector<const Node *>
collectPasses(const PassList &list, function_ref<bool(const Node &)> isWanted) {
  std::vector<const Node *> passes;
  StringSet<> seen;
  for (const Node &node : list.getPasses())
    if (isWanted(node) && seen.insert(node.getName()).second)
      passes.push_back(&node);
  return passes;
}

/// The passes without a contract behind a position, the likeliest to lower what
/// is left first.
static std::vector<const Node *> findUndescribed(const Trace &trace,
                                                 int position) {
  const PassList &list = trace.getList();
  auto passes = collectPasses(list, [&](const Node &node) {
    return trace.getContracts().isUndescribed(node) &&
           list.countPassesBefore(node) > position;
  });
  // The last ones are nearest to the output.
  std::reverse(passes.begin(), passes.end());
  llvm::stable_sort(passes, [&](const Node *a, const Node *b) {
    return rankName(a->getName(), trace.getInterface()) <
           rankName(b->getName(), trace.getInterface());
  });
  return passes;
}

//===----------------------------------------------------------------------===//
// Guesses, and what is newer than the version of the catalog
//===----------------------------------------------------------------------===//

/// What the check finds if it assumes that, and is not among `findings`.
/// Without fixes: they would be tried against what is known.
static std::vector<Diagnostic> findMore(const PassList &list,
                                        const Assumptions &assumed,
                                        ArrayRef<Diagnostic> findings) {
  StringSet<> told;
  auto tell = [&](const Diagnostic &finding) {
    for (const std::string &key : Tally::getKeys(finding))
      told.insert(key);
  };
  for (const Diagnostic &finding : findings) {
    tell(finding);
    for_each(finding.follows, tell);
  }
  std::vector<Diagnostic> found;
  OrderCheck(list, assumed).run(found);
  erase_if(found, [&](const Diagnostic &finding) {
    return any_of(Tally::getKeys(finding),
                  [&](StringRef key) { return told.contains(key); });
  });
  for (Diagnostic &finding : found) {
    finding.fix.reset();
    finding.alternatives.clear();
  }
  return found;
}

static bool isLeftToUndescribed(const Diagnostic &finding) {
  return finding.code == DiagnosticCode::LeftToUndescribed;
}

std::vector<Diagnostic>
OrderCheck::findGuessed(const PassList &list,
                        std::vector<Diagnostic> &findings) {
  std::vector<const Node *> guessed = collectPasses(
      list, [](const Node &node) { return node.getDescriptor().isGuessed(); });
  if (guessed.empty())
    return {};
  erase_if(findings, isLeftToUndescribed);
  Assumptions assumed;
  assumed.believesGuesses = true;
  std::vector<Diagnostic> found = findMore(list, assumed, findings);
  for (Diagnostic &finding : found) {
    if (isLeftToUndescribed(finding))
      continue;
    finding.severity = std::min(finding.severity, Severity::Warning);
    finding.help("this follows from what is guessed of {0}: describe it "
                 "without \"guessed\" to be sure",
                 enumerateSome(guessed, " or "));
  }
  return found;
}

/// The newest version with which something is said of one of the passes.
static CatalogVersion getNewestVersion(ArrayRef<const Node *> passes) {
  CatalogVersion newest;
  for (const Node *pass : passes)
    for (const ContractEntry &entry : pass->getDescriptor().newest.getEntries())
      newest = std::max(
          newest,
          CatalogVersion::parse(entry.since).value_or(CatalogVersion()));
  return newest;
}

std::vector<Diagnostic> OrderCheck::findNewer(const PassList &list,
                                              ArrayRef<Diagnostic> findings) {
  std::vector<const Node *> passes = collectPasses(list, [](const Node &node) {
    return !node.getDescriptor().newest.empty();
  });
  if (passes.empty())
    return {};
  Assumptions assumed;
  assumed.believesNewest = true;
  std::vector<Diagnostic> found = findMore(list, assumed, findings);
  // What is left to them was reported already, or is less than that.
  erase_if(found, isLeftToUndescribed);
  const Catalog &catalog = list.getCatalog();
  CatalogVersion since = getNewestVersion(passes);
  std::string version = "version " + since.str() + " of the catalog";
  std::string how = catalog.hasVersion(since)
                        ? "choose that (--catalog=" + since.str() + ")"
                        : "take \"since\" away";
  for (Diagnostic &finding : found) {
    finding.isNewer = true;
    finding.chooseSeverity(finding.severity);
    finding.help("this follows from what is said of {0} since {1}, and counts "
                 "from then on: {2} to have it as a finding now",
                 enumerateSome(passes, " or "), version, how);
  }
  return found;
}

//===----------------------------------------------------------------------===//
// The remark on passes that no contract describes
//===----------------------------------------------------------------------===//

/// Says which of `cures` lower an item. One that is in the pipeline is not
/// missing: it stands too early, if another adds the item behind it.
static void adviseToLower(Diagnostic &diagnostic, const Trace &trace,
                          unsigned item, std::vector<Cure> cures) {
  std::string name = quoteItem(trace.getNames(), item);
  auto getLast = [&](const Cure &cure) {
    const Node *last = nullptr;
    for (const Node &node : trace.getList().getPasses())
      if (node.getName() == cure.pass)
        last = &node;
    return last;
  };
  for (const Cure &cure : cures)
    if (const Node *last = getLast(cure);
        last && any_of(trace.getSteps(), [&](const Trace::Step &step) {
          return step.node->isPass() && step.contract &&
                 last->comesBefore(*step.node) &&
                 step.contract->adds(ItemMask(item));
        }))
      diagnostic.help(
          "or move {0}, which lowers {1}, behind what introduces it",
          quote(*last), name);
  erase_if(cures, [&](const Cure &cure) { return getLast(cure) != nullptr; });
  // A pipeline with passes of its own may lead where none of the others does.
  if (any_of(cures, [](const Cure &cure) { return cure.fits; }))
    diagnostic.help("or add a pass that lowers {0}: {1}", name,
                    listCures(cures));
}

/// Names in one remark what would be reported if such passes did nothing, and
/// is not found.
void pmb::reportUndescribed(const Trace &trace, RuleFindings &findings) {
  if (findings.isTrial || !trace.getContracts().hasUndescribed())
    return;
  const PassList &list = trace.getList();
  Assumptions assumed = trace.getContracts().getAssumptions();
  assumed.ignoresUndescribed = true;
  std::vector<Diagnostic> claims;
  OrderCheck(list, std::move(assumed)).runForTrial(claims);
  StringSet<> told;
  for (const Diagnostic &finding : findings.all)
    if (isAboutStaying(finding))
      told.insert(finding.items.begin(), finding.items.end());
  llvm::stable_sort(claims, [](const Diagnostic &a, const Diagnostic &b) {
    return a.severity > b.severity;
  });
  SetVector<StringRef> items;
  int first = INT_MAX;
  // What few inputs show is not worth a contract.
  for (const Diagnostic &claim : claims)
    if (isAboutStaying(claim) && claim.code != DiagnosticCode::OnPossibleInput)
      for (StringRef item : claim.items)
        if (!told.contains(item)) {
          items.insert(Item(item).getName());
          first = std::min(first, claim.node ? claim.node->position : -1);
        }
  // Casts come of what else is left.
  if (items.size() > 1)
    items.remove_if([](StringRef item) { return Item(item).isCast(); });
  std::vector<const Node *> passes = findUndescribed(trace, first);
  // That a pass has another name now is said of it already.
  erase_if(passes, [&](const Node *pass) {
    return list.getCatalog().getRenamed().contains(pass->getName());
  });
  if (items.empty() || passes.empty())
    return;
  SetVector<StringRef> dialects;
  for (StringRef item : items)
    dialects.insert(item.split('.').first);
  std::string from = "\"" + llvm::join(dialects, "\", \"") + "\"";
  if (dialects.size() > 1)
    from = "[" + from + "]";
  StringRef item = items.front();
  std::string pass = passes.front()->getName().str();
  Diagnostic diagnostic(
      DiagnosticCode::LeftToUndescribed,
      "no pass that is described lowers {0} here, unless {1} does",
      enumerateSome(map_to_vector(items, quoteText), /*limit=*/4),
      enumerateSome(passes, " or "));
  diagnostic.at(list.getRef(*passes.front()))
      .help("say in a contracts file what '{0}' lowers: {{\"passes\": "
            "{{\"{0}\": {{\"lowers\": [{{\"from\": {1}}]}}}",
            pass, from);
  if (std::optional<unsigned> id = trace.getNames().items.lookup(item))
    adviseToLower(diagnostic, trace, *id, findings.ideas.findCures(*id));
  diagnostic.items.assign(items.begin(), items.end());
  findings.add(std::move(diagnostic));
}
